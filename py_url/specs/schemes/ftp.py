"""``ftp:`` URLs, files and folders on an FTP server: RFC 1738 §3.2.

`parse` and `build` return an `FTP`, which is decoded and whose ``str`` is the URL. See
https://www.rfc-editor.org/rfc/rfc1738#section-3.2.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Literal, NamedTuple, TypeAlias

from py_url.specs.grammar import InvalidSyntax, Run, find
from py_url.specs.rfc3986.characters import UNRESERVED
from py_url.specs.schemes.server import (
    authority,
    expect_encoding,
    expect_host_and_port,
    expect_no_breaks,
    has_keyword,
    percent_encode_as,
    take_authority,
)
from py_url.standard.infra.arguments import expect_one_of, expect_str, expect_str_or_none, expect_strs
from py_url.standard.infra.code_points import ascii_lowercase

__all__ = ["FTP", "TypeCode", "build", "parse"]

TypeCode: TypeAlias = Literal["a", "i", "d"]

_RULE = "ftpurl"
_TYPES: tuple[TypeCode, ...] = ("a", "i", "d")
_UCHAR = UNRESERVED + "!$'()*+,"
_USER = Run("an ASCII letter, a digit, one of -._~!$'()*+,;&= or a percent-encoded octet in the user", _UCHAR + ";&=")
_PASSWORD = Run(
    "an ASCII letter, a digit, one of -._~!$'()*+,;&= or a percent-encoded octet in the password", _UCHAR + ";&="
)
_SEGMENT = Run(
    "an ASCII letter, a digit, one of -._~!$'()*+,:@&=?/ or a percent-encoded octet in the path", _UCHAR + ":@&=?"
)
# RFC 1738 allows "?" in a path. It starts a query in every later syntax, so it is accepted and percent-encoded when
# written. So is "@", which many parsers of a URL take for the end of the userinfo.
_WRITTEN = _UCHAR + ":&="


class FTP(NamedTuple):
    """A file or folder on a server (§3.2.2): the folders to change to, one after the other, and a name in the last.

    Each item of *cwd* is the argument of a CWD command, and may be empty or contain "/". *name* is the argument of
    RETR; or of NLST, if *type* is "d". The types "a" and "i" stand for text and for octets. *user* and *password* are
    None if the URL has none, which differs from empty ones. Everything is decoded by *encoding*, except for the *host*.
    ``str(ftp)`` is the URL; it raises InvalidSyntax for parts, in a value that neither `parse` nor `build` returned,
    that do not form a URL or form another one.
    """

    host: str
    cwd: tuple[str, ...] = ()
    name: str = ""
    type: TypeCode | None = None
    user: str | None = None
    password: str | None = None
    port: int = 21
    encoding: str = "utf-8"

    def _composed(self) -> str:
        userinfo = None
        if self.user is not None:
            userinfo = percent_encode_as(self.user, _UCHAR + ";&=", self.encoding)
            if self.password is not None:
                userinfo += ":" + percent_encode_as(self.password, _UCHAR + ";&=", self.encoding)
        path = "/".join(percent_encode_as(part, _WRITTEN, self.encoding) for part in (*self.cwd, self.name))
        end = "" if self.type is None else f";type={self.type}"
        return f"{authority('ftp', userinfo, self.host, self.port)}/{path}{end}"

    def __str__(self) -> str:
        string = self._composed()
        if parse(string, encoding=self.encoding) != self:
            raise InvalidSyntax(string, _RULE, 6, "expected a host that contains no delimiters")
        return string

    def __repr__(self) -> str:
        from py_url.standard.infra.showing import shown_uri

        return shown_uri("FTP", self._composed)


def parse(string: str, *, encoding: str = "utf-8") -> FTP:
    """Parse an ``ftp:`` URL.

    *encoding* is that of the names: ``"utf-8"``, as RFC 2640 says, or ``"latin-1"``, in which every octet is a
    character. A fragment is left out.

    Raises:
        TypeError: If *string* is not a str.
        ValueError: For another encoding.
        InvalidSyntax: If it is not such a URL, if a part is not in that encoding, and for a line break, which no
            argument of a command can have (RFC 959 §5.3.2).

    >>> parse("ftp://h.example/%2Fetc/motd;type=a").cwd
    ('/etc',)
    """
    encoding = expect_encoding(encoding)
    string = expect_str(string, "the ftp URI")
    userinfo, host, port, place = take_authority(string, _RULE, "ftp")
    user, password = None, None
    if userinfo is not None:
        start, end = userinfo
        colon = find(string, ":", start, end)
        user = _USER.take_decoded(string, _RULE, start, colon, encoding=encoding)
        if colon < end:
            password = _PASSWORD.take_decoded(string, _RULE, colon + 1, end, encoding=encoding)
        expect_no_breaks(string, _RULE, start, end)
    end = find(string, "#", place, len(string))
    if place < end and string[place] != "/":
        raise InvalidSyntax(string, _RULE, place, "expected '/' after the host")
    semicolon = find(string, ";", place, end)
    expect_no_breaks(string, _RULE, place, semicolon)
    parts = []
    while place < semicolon:
        slash = find(string, "/", place + 1, semicolon)
        parts.append(_SEGMENT.take_decoded(string, _RULE, place + 1, slash, encoding=encoding))
        place = slash
    type_code: TypeCode | None = None
    if semicolon < end:
        code = ascii_lowercase(string[semicolon + 6 : end])
        if not has_keyword(string, semicolon, ";type=") or code not in _TYPES:
            expected = "expected ';type=a', ';type=i' or ';type=d' at the end; write '%3B' for another ';'"
            raise InvalidSyntax(string, _RULE, semicolon, expected)
        type_code = code
    return FTP(host, tuple(parts[:-1]), parts[-1] if parts else "", type_code, user, password, port, encoding)


def build(  # noqa: PLR0913 - each part of the URL is one
    host: str,
    cwd: Iterable[str] = (),
    name: str = "",
    *,
    type: TypeCode | None = None,
    user: str | None = None,
    password: str | None = None,
    port: int = 21,
    encoding: str = "utf-8",
) -> FTP:
    """Build the URL of a file or folder.

    *host* is a domain in ASCII or percent-encoded, or an IP address. *cwd*, *name*, *type*, *user*, *password*, *port*
    and *encoding* are those of `FTP`; nothing but the host is percent-encoded yet.

    Raises:
        TypeError: If an argument has another type.
        InvalidSyntax: If the host is none or a part has a line break.
        ValueError: For a password without a user, for another type or encoding, for a port above 65535, and for
            characters that the encoding does not have.

    >>> str(build("h.example", ["pub"], "a b"))
    'ftp://h.example/pub/a%20b'
    """
    host = expect_host_and_port(host, port)
    encoding = expect_encoding(encoding)
    if isinstance(cwd, str):
        raise TypeError("the folders must be several str, not a single str; write ['pub', 'a'] instead of 'pub/a'")
    folders = tuple(expect_strs(cwd, "the folders"))
    type_code = None if type is None else expect_one_of(type, _TYPES, "the type")
    user, password = expect_str_or_none(user, "the user"), expect_str_or_none(password, "the password")
    if password is not None and user is None:
        raise ValueError("a password needs a user; write user='' for an empty one")
    ftp = FTP(host, folders, expect_str(name, "the name"), type_code, user, password, port, encoding)
    str(ftp)  # this checks the parts
    return ftp
