"""Links in ``Link`` headers, by RFC 8288 Appendix B and HTML §4.2.4.4 Processing Link headers.

See https://www.rfc-editor.org/rfc/rfc8288#appendix-B and
https://html.spec.whatwg.org/multipage/semantics.html#processing-link-headers.
"""

from __future__ import annotations

import re
from typing import NamedTuple

from py_url.specs.html.header_lists import HTTP_TAB_OR_SPACE, HeaderList, isomorphic_decode, split_on_commas, values_of
from py_url.standard.infra.arguments import expect_str
from py_url.standard.infra.code_points import ascii_lowercase, replaced
from py_url.standard.infra.percent_encoding import percent_decode
from py_url.standard.infra.showing import shown_parts
from py_url.standard.infra.validation import Failure
from py_url.standard.urls.parser import HasRecord, record_of, run_parser
from py_url.standard.urls.record import URLRecord, serialize

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator


_BETWEEN_LINKS = re.compile("[\t ,]*+")
_TARGET = re.compile("<([^>]*+)>")
_SPACES = re.compile("[\t ]*+")
_PARAMETER = re.compile("[\t ]*+;[\t ]*+([^\t =;,]*+)[\t ]*+(=[\t ]*+)?")
_QUOTED = re.compile(r'"((?:[^"\\]++|\\.)*+)\\?"?', re.DOTALL)
_ESCAPED = re.compile(r"\\(.)", re.DOTALL)
_UNQUOTED = re.compile("[^;,]*+")
# RFC 8187 §3.2.1, with the one encoding that it requires.
_EXTENDED_VALUE = re.compile(r"[Uu][Tt][Ff]-8'[A-Za-z0-9-]*+'((?:[!#$&+.^_`|~0-9A-Za-z-]++|%[0-9A-Fa-f]{2})*+)")
# Attributes that count once, and parameters that RFC 8288 does not let end in an asterisk.
_FIRST_COUNTS = frozenset({"media", "title", "type"})
_NEVER_EXTENDED = frozenset({"anchor", "hreflang", "media", "rel", "rev", "type"})


class Link(NamedTuple):
    """A link, with the serialized URLs of its *link target* and its *link context*.

    *relation_type* is in lowercase, and *attributes* are its *target attributes*: pairs of a lowercase name and a
    value, in order. The repr hides the userinfo of the URLs.
    """

    target: str
    relation_type: str
    context: str
    attributes: tuple[tuple[str, str], ...]

    def get(self, name: str) -> str | None:
        """Return the first target attribute of this lowercase *name*; None if there is none.

        Raises:
            TypeError: If *name* is not a str.

        >>> link, = parse_link_value('</b>; rel="next"; title="B"', "https://h/a")
        >>> link.get("title")
        'B'
        """
        name = expect_str(name, "the name of an attribute")
        return next((value for key, value in self.attributes if key == name), None)

    def __repr__(self) -> str:
        return f"Link({shown_parts(self._asdict())})"


def parse_link_value(value: bytes | str, url: str | URLRecord | HasRecord) -> list[Link]:
    """Parse the value of a ``Link`` header as *Parsing a Link Field Value* does (RFC 8288 §B.2).

    *value* is bytes, or a str decoded as Latin-1, and *url* is that of the response. Each link has one relation type,
    so a ``rel`` with two makes two links. Parsing ends at the first mistake; what comes before it counts. Links whose
    target or ``anchor`` does not parse are left out. A parameter such as ``title*``, decoded by RFC 8187, replaces the
    one without the asterisk.

    The algorithm of the RFC says nothing of the commas between links, and keeps white space after a value that is not
    in quotes. As the grammar in §3 has both, this follows the grammar.

    https://www.rfc-editor.org/rfc/rfc8288#appendix-B.2

    Raises:
        InvalidURL: If *url* does not parse.
        TypeError: If an argument has another type.
        ValueError: For a str that is not Latin-1.

    >>> [(link.target, link.relation_type) for link in parse_link_value('</b>; rel="next"', "https://h/a")]
    [('https://h/b', 'next')]
    """
    base = record_of(url)
    return list(_links(isomorphic_decode(value, "the value of Link"), base, serialize(base)))


def extract_links(headers: HeaderList, url: str | URLRecord | HasRecord) -> list[Link]:
    """*Extract links from headers* as HTML does.

    *headers* are pairs of a name and a value, or a mapping, of bytes or of str decoded as Latin-1. The targets are
    relative to *url*: in HTML, the document base URL.

    First, all ``Link`` headers together are split on commas that are not in quotes, and then each part is parsed as
    `parse_link_value` does. So a comma in a target, between ``<`` and ``>``, spoils its link, but a mistake in one link
    does not affect the next.

    https://html.spec.whatwg.org/multipage/semantics.html#extract-links-from-headers

    Raises:
        InvalidURL: If *url* does not parse.
        TypeError: If an argument has another type.
        ValueError: For a str that is not Latin-1.

    >>> [link.target for link in extract_links({"Link": "</b>; rel=next, </c>; rel=prev"}, "https://h/a")]
    ['https://h/b', 'https://h/c']
    """
    base = record_of(url)
    own = serialize(base)
    parts = split_on_commas(", ".join(values_of("link", headers)))
    return [link for part in parts for link in _links(part, base, own)]


def _links(value: str, base: URLRecord, own: str) -> Iterator[Link]:
    """Yield the links in *value*. *own* is the serialized *base*, the context of links without an anchor."""
    position = _end(_BETWEEN_LINKS, value, 0)
    while target := _TARGET.match(value, position):
        parameters, position = _parse_parameters(value, target.end())
        position = _end(_BETWEEN_LINKS, value, position)
        rel = next((value for name, value in parameters if name == "rel"), "")
        anchor = next((value for name, value in parameters if name == "anchor"), None)
        try:
            url = serialize(run_parser(target[1], base))
            context = own if anchor is None else serialize(run_parser(anchor, base))
        except Failure:
            continue
        attributes = tuple(_target_attributes(parameters))
        for relation_type in re.split(f"[{HTTP_TAB_OR_SPACE}]+", rel):
            if relation_type:
                yield Link(url, ascii_lowercase(relation_type), context, attributes)


def _end(pattern: re.Pattern[str], value: str, position: int) -> int:
    match = pattern.match(value, position)
    return match.end() if match else position


def _parse_parameters(value: str, position: int) -> tuple[list[tuple[str, str]], int]:
    """*Parsing Parameters* (RFC 8288 §B.3): return the parameters at *position*, and where they end."""
    parameters = []
    while parameter := _PARAMETER.match(value, position):
        position = parameter.end()
        name, content = ascii_lowercase(parameter[1]), ""
        if parameter[2]:
            if quoted := _QUOTED.match(value, position):
                position, content = quoted.end(), replaced(_ESCAPED, _without_backslash, quoted[1])
            elif unquoted := _UNQUOTED.match(value, position):
                position, content = unquoted.end(), unquoted[0].rstrip(HTTP_TAB_OR_SPACE)
        extended = _decode_extended(content) if name.endswith("*") else content
        if name and extended is not None:
            parameters.append((name, extended))
        position = _end(_SPACES, value, position)
    return parameters, position


def _without_backslash(escaped: re.Match[str]) -> str:
    return escaped[1]


def _decode_extended(value: str) -> str | None:
    """Decode an extended value, such as ``UTF-8'en'%e2%82%ac``; return None if it cannot be decoded (RFC 8187)."""
    match = _EXTENDED_VALUE.fullmatch(value)
    try:
        return None if match is None else percent_decode(match[1]).decode()
    except UnicodeDecodeError:
        return None


def _target_attributes(parameters: list[tuple[str, str]]) -> Iterator[tuple[str, str]]:
    extended = {name[:-1] for name, _ in parameters if name.endswith("*")} - _NEVER_EXTENDED
    seen = set()
    for name, value in parameters:
        attribute = name.removesuffix("*")
        if attribute in ("rel", "anchor") or (name == attribute) == (attribute in extended):
            continue
        if attribute not in _FIRST_COUNTS or attribute not in seen:
            seen.add(attribute)
            yield attribute, value
