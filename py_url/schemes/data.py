"""Fetch §6 data: URLs, and the parts of MIME Sniffing §4 that it needs.

In: a ``data:`` URL. Out: its MIME type and its bytes; and back.
"""

from __future__ import annotations

import re
from binascii import a2b_base64, b2a_base64
from typing import NamedTuple

from py_url.grammar import TCHARS, expect_str, find
from py_url.rfc3986.characters import QUERY
from py_url.standard.infra.code_points import ascii_lowercase
from py_url.standard.infra.percent_encoding import percent_decode
from py_url.standard.infra.showing import quoted
from py_url.standard.urls.parser import record_of
from py_url.standard.urls.record import serialize

TYPE_CHECKING = False
if TYPE_CHECKING:
    from py_url.standard.urls.parser import HasRecord
    from py_url.standard.urls.record import URLRecord

_HTTP_WHITESPACE = "\t\n\r "
_TOKEN = re.compile(TCHARS)
_QUOTED_STRING_TOKEN = re.compile("[\t\x20-\x7e\x80-\xff]*")
# Spaces after it are gone when a URL is processed; one is built of what still has them.
_BASE64 = re.compile(";\x20*base64\x20*\\Z", re.IGNORECASE | re.ASCII)
_PARAMETER = re.compile(
    r"""
    ; [\t\n\r\x20]* (?P<name> [^;=]* )
    (?: = (?: " (?P<quoted> (?: [^"\\]+ | \\. )* (?: \\ \Z )? ) "? [^;]* | (?P<value> [^;]* ) ) )?
    """,
    re.VERBOSE | re.DOTALL,
)
# What a data: URL's MIME type can be written with: it ends at the first ",", and is not percent-decoded.
_IN_DATA_URLS = re.compile("[^\x00-\x1f,#\x7f]*")
_ESCAPED = re.compile(r"\\(.)", re.DOTALL)
_NOT_BASE64 = re.compile("[^A-Za-z0-9+/]")
_ASCII_WHITESPACE = re.compile("[\t\n\f\r ]+")
_OCTETS = [chr(octet) if chr(octet) in QUERY else f"%{octet:02X}" for octet in range(0x100)]


class MIMEType(NamedTuple):
    """MIME Sniffing §4.1 A *MIME type record*. ``str(mime_type)`` is its serialization."""

    type: str
    subtype: str
    parameters: dict[str, str]

    @property
    def essence(self) -> str:
        """Type and subtype, ``text/plain``."""
        return f"{self.type}/{self.subtype}"

    def __str__(self) -> str:
        serialized = self.essence
        for name, value in self.parameters.items():
            in_quotes = '"' + re.sub(r'(["\\])', r"\\\1", value) + '"'
            serialized += f";{name}={value if _TOKEN.fullmatch(value) else in_quotes}"
        return serialized


class DataURL(NamedTuple):
    """Fetch §6 A *data: URL struct*: a MIME type and a body."""

    mime_type: MIMEType
    body: bytes


def parse_mime_type(string: str) -> MIMEType | None:
    """MIME Sniffing §4.4 *parse a MIME type*; None for failure. Raises TypeError for what is no str."""
    string = expect_str(string, "a MIME type").strip(_HTTP_WHITESPACE)
    type_, solidus, rest = string.partition("/")
    end = find(rest, ";", 0, len(rest))
    subtype = rest[:end].rstrip(_HTTP_WHITESPACE)
    if not solidus or not _TOKEN.fullmatch(type_) or not _TOKEN.fullmatch(subtype):
        return None
    parameters: dict[str, str] = {}
    for match in _PARAMETER.finditer(rest, end):
        name, in_quotes, value = ascii_lowercase(match["name"]), match["quoted"], match["value"]
        if in_quotes is not None:
            value = _ESCAPED.sub(r"\1", in_quotes)
        elif value is not None:
            value = value.rstrip(_HTTP_WHITESPACE)
        if value is None or (in_quotes is None and not value):
            continue
        if _TOKEN.fullmatch(name) and _QUOTED_STRING_TOKEN.fullmatch(value):
            parameters.setdefault(name, value)
    return MIMEType(type_.lower(), subtype.lower(), parameters)


def process(url: str | URLRecord | HasRecord) -> DataURL:
    """Fetch §6 *data: URL processor*: ``process("data:,a%20b").body == b"a b"``, of ``text/plain;charset=US-ASCII``.

    Raises InvalidURL for a str that does not parse, TypeError for another type, and ValueError for another scheme, for
    a URL without ",", and for a body that is no base 64.
    """
    record = record_of(url, "data: URL")
    if record.scheme != "data":
        raise ValueError(f"a data: URL is expected, not one of the scheme {record.scheme!r:.50}")
    input = serialize(record, exclude_fragment=True).removeprefix("data:")
    mime_type, comma, encoded_body = input.partition(",")
    if not comma:
        raise ValueError("a data: URL has a ',' before its body")
    mime_type = mime_type.strip("\t\n\f\r ")
    body = percent_decode(encoded_body)
    base64 = _BASE64.search(mime_type)
    if base64:
        decoded = forgiving_base64_decode(body.decode("latin-1"))
        if decoded is None:
            raise ValueError("the body of this data: URL is no base 64")
        body = decoded
        mime_type = mime_type[: base64.start()]
    if mime_type.startswith(";"):
        mime_type = f"text/plain{mime_type}"
    return DataURL(parse_mime_type(mime_type) or MIMEType("text", "plain", {"charset": "US-ASCII"}), body)


def forgiving_base64_decode(data: str) -> bytes | None:
    """Infra §7 *forgiving-base64 decode*: None for failure. Raises TypeError for what is no str."""
    data = _ASCII_WHITESPACE.sub("", expect_str(data, "base 64"))
    if len(data) % 4 == 0:
        data = data.removesuffix("==") if data.endswith("==") else data.removesuffix("=")
    if len(data) % 4 == 1 or _NOT_BASE64.search(data):
        return None
    return a2b_base64(data + "=" * (-len(data) % 4))


def build(body: bytes | str, mime_type: str = "", *, base64: bool | None = None) -> str:
    """A ``data:`` URL that `process` takes apart again: ``build("a b") == "data:;charset=utf-8,a%20b"``.

    A str is UTF-8, and so says its MIME type where none is given. *base64* says whether the body is; None takes what is
    shorter. The MIME type is written as it is, as the processor does not decode it: with spaces or quotes in it, what
    comes of it is a URL, but no URI of RFC 3986.

    Raises TypeError for another type, ValueError for a lone surrogate, and for what is no MIME type, or none that a
    data: URL can say.
    """
    if isinstance(body, str):
        mime_type, body = mime_type or ";charset=utf-8", body.encode()
    elif not isinstance(body, bytes):
        raise TypeError(f"a body is bytes or a str, not {type(body).__name__}")
    # What the processor takes each to be.
    whole = expect_str(mime_type, "a MIME type") or "text/plain;charset=US-ASCII"
    whole = f"text/plain{whole}" if whole.startswith(";") else whole
    parsed = parse_mime_type(whole)
    if parsed is None or not mime_type.isascii() or not _IN_DATA_URLS.fullmatch(mime_type) or _BASE64.search(mime_type):
        raise ValueError(f"{quoted(mime_type)} is no MIME type that a data: URL can say")
    as_text = "," + "".join(map(_OCTETS.__getitem__, body))
    as_base64 = ";base64," + b2a_base64(body, newline=False).decode("ascii")
    if base64 is None:
        base64 = len(as_base64) < len(as_text)
    url = "data:" + mime_type + (as_base64 if base64 else as_text)
    if process(url) != (parsed, body):
        raise ValueError(f"{quoted(mime_type)} is no MIME type that a data: URL can say")
    return url
