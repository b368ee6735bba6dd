"""``gopher:`` URIs, items of a Gopher server: RFC 4266.

`parse` and `build` return a `Gopher`, which is decoded and whose ``str`` is the URI. See
https://www.rfc-editor.org/rfc/rfc4266.
"""

from __future__ import annotations

import re
from typing import NamedTuple

from py_url.specs.grammar import InvalidSyntax, Run, find
from py_url.specs.rfc3986.characters import PATH, QUERY
from py_url.specs.schemes.server import (
    authority,
    expect_encoding,
    expect_host_and_port,
    percent_encode_as,
    take_authority,
)
from py_url.standard.infra.arguments import expect_str, expect_str_or_none

__all__ = ["Gopher", "build", "parse"]

_RULE = "gopherurl"
_TAB = "%09"
_CHARACTERS = Run("an ASCII letter, a digit, one of -._~!$&'()*+,;=:@/? or a percent-encoded octet in the path", QUERY)
_LINE_BREAK = re.compile("%0[AaDd]")
# In the RFC "?" is a character like any other, but it starts a query in every other parser of URIs, so it is accepted
# and percent-encoded when written. So is "@", which many parsers take for the end of the userinfo.
_WRITTEN = PATH.replace("@", "")
_FIRST_TYPE, _LAST_TYPE = "!", "~"
_EXPECTED_TYPE = "expected the type of the item, one visible ASCII character"
_NOT_IN_FIELD = re.compile("[\t\n\r]")


class Gopher(NamedTuple):
    """An item of a server (§2.1): its *type*, a single character, and the *selector* that the server knows it by.

    *search* are the words for a search engine (§2.2), and *gopher_plus* is the string of a Gopher+ item (§2.3); each is
    None if it is missing. The type "1" is a menu, which with an empty selector is the server's first one. Everything is
    decoded by *encoding*, except for the *host*. ``str(gopher)`` is the URI; it raises InvalidSyntax for parts, in a
    value that neither `parse` nor `build` returned, that do not form a URI or form another one.
    """

    host: str
    selector: str = ""
    type: str = "1"
    search: str | None = None
    gopher_plus: str | None = None
    port: int = 70
    encoding: str = "utf-8"

    @property
    def request(self) -> bytes:
        """What a client sends to the server, with the line break at its end (§2.2, §2.3; RFC 1436 §2).

        Raises the errors of ``str(gopher)``: a line break in the selector would end the request.
        """
        str(self)  # this checks the parts
        fields = [field for field in (self.selector, self.search, self.gopher_plus) if field is not None]
        return "\t".join(fields).encode(self.encoding) + b"\r\n"

    def _composed(self) -> str:
        fields = [f"{self.type}{self.selector}", self.search, self.gopher_plus]
        path = _TAB.join(percent_encode_as(field, _WRITTEN, self.encoding) for field in fields if field is not None)
        return f"{authority('gopher', None, self.host, self.port)}/{'' if path == '1' else path}"

    def __str__(self) -> str:
        string = self._composed()
        if parse(string, encoding=self.encoding) != self:
            expected = (
                "expected a host without delimiters, a type of one character, and no tab in the selector or search"
            )
            raise InvalidSyntax(string, _RULE, 9, expected)
        return string

    def __repr__(self) -> str:
        from py_url.standard.infra.showing import shown_uri

        return shown_uri("Gopher", self._composed)


def parse(string: str, *, encoding: str = "utf-8") -> Gopher:
    """Parse a ``gopher:`` URI.

    *encoding* is that of the selector and what follows it: ``"utf-8"``, or ``"latin-1"``, in which every octet is a
    character. A fragment is left out. A Gopher+ string may have line breaks, as in the electronic forms of §2.6.

    Raises:
        TypeError: If *string* is not a str.
        ValueError: For another encoding.
        InvalidSyntax: If it is not such a URI: for example for a user, for a line break in the selector or the search,
            or if a part is not in that encoding.

    >>> parse("gopher://h.example/7find%09cats").search
    'cats'
    """
    encoding = expect_encoding(encoding)
    string = expect_str(string, "the gopher URI")
    userinfo, host, port, place = take_authority(string, _RULE, "gopher")
    if userinfo is not None:
        raise InvalidSyntax(string, _RULE, userinfo[0], "expected no user before the host; remove what ends with '@'")
    end = find(string, "#", place, len(string))
    if place < end and string[place] != "/":
        raise InvalidSyntax(string, _RULE, place, "expected '/' after the host")
    if place + 1 >= end:
        return Gopher(host, port=port, encoding=encoding)
    _CHARACTERS.take(string, _RULE, place + 1, end)
    starts = [place + 1]
    for _ in range(2):
        tab = string.find(_TAB, starts[-1], end)
        if tab >= 0:
            starts.append(tab + len(_TAB))
    ends = [*(start - len(_TAB) for start in starts[1:]), end]
    fields = [
        _CHARACTERS.take_decoded(string, _RULE, *span, encoding=encoding) for span in zip(starts, ends, strict=True)
    ]
    line_break = _LINE_BREAK.search(string, place, ends[1] if len(ends) > 2 else end)
    if line_break:
        expected = "expected no line break in the selector or the search; it would end the request"
        raise InvalidSyntax(string, _RULE, line_break.start(), expected)
    item_type, selector = fields[0][:1], fields[0][1:]
    if not _FIRST_TYPE <= item_type <= _LAST_TYPE:
        raise InvalidSyntax(string, _RULE, place + 1, _EXPECTED_TYPE)
    search, gopher_plus = (*fields[1:], None, None)[:2]
    return Gopher(host, selector, item_type, search, gopher_plus, port, encoding)


def build(  # noqa: PLR0913 - each part of the URL is one
    host: str,
    selector: str = "",
    *,
    type: str = "1",
    search: str | None = None,
    gopher_plus: str | None = None,
    port: int = 70,
    encoding: str = "utf-8",
) -> Gopher:
    """Build the URI of an item.

    *host* is a domain in ASCII or percent-encoded, or an IP address. *selector*, *type*, *search*, *gopher_plus*,
    *port* and *encoding* are those of `Gopher`; nothing but the host is percent-encoded yet. A Gopher+ string without a
    search has an empty search.

    Raises:
        TypeError: If an argument has another type.
        InvalidSyntax: If the host is none, the type is not one visible ASCII character, or the selector or the search
            has a tab or a line break.
        ValueError: For another encoding, for a port above 65535, and for characters that the encoding does not have.

    >>> str(build("h.example", "find", type="7", search="cats and dogs"))
    'gopher://h.example/7find%09cats%20and%20dogs'
    """
    host = expect_host_and_port(host, port)
    encoding = expect_encoding(encoding)
    search = expect_str_or_none(search, "the search")
    gopher_plus = expect_str_or_none(gopher_plus, "the Gopher+ string")
    if gopher_plus is not None and search is None:
        search = ""
    selector, item_type = expect_str(selector, "the selector"), expect_str(type, "the type")
    if not _FIRST_TYPE <= item_type[:1] <= _LAST_TYPE or len(item_type) > 1:
        raise InvalidSyntax(item_type, _RULE, 0, _EXPECTED_TYPE)
    for field in (selector, search or ""):
        if found := _NOT_IN_FIELD.search(field):
            expected = "expected no tab or line break in the selector or the search; it would end it"
            raise InvalidSyntax(field, _RULE, found.start(), expected)
    gopher = Gopher(host, selector, item_type, search, gopher_plus, port, encoding)
    str(gopher)  # this checks the parts
    return gopher
