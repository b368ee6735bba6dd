"""``data:`` URLs by the Fetch Standard §6, and the parts of the MIME Sniffing Standard §4 that they need.

`process` returns the MIME type and the bytes of one; `build` does the inverse. See https://fetch.spec.whatwg.org/#data-urls
and https://mimesniff.spec.whatwg.org/#understanding-mime-types.
"""

from __future__ import annotations

import re
from binascii import a2b_base64, b2a_base64
from typing import NamedTuple

from py_url.specs.grammar import HTTP_WHITESPACE, LONG_GROUP, TCHARS, end_of_runs, find
from py_url.specs.rfc3986.characters import QUERY
from py_url.standard.infra.arguments import expect_str
from py_url.standard.infra.code_points import ASCII_WHITESPACE, ascii_lowercase
from py_url.standard.infra.percent_encoding import percent_decode
from py_url.standard.infra.showing import quoted
from py_url.standard.urls.parser import HasRecord, record_of
from py_url.standard.urls.record import URLRecord, serialize

__all__ = ["DataURL", "MIMEType", "build", "forgiving_base64_decode", "parse_mime_type", "process"]

_TOKEN = re.compile(TCHARS)
_QUOTED_STRING_TOKEN = re.compile("[\t\x20-\x7e\x80-\xff]*")
# process() has removed spaces at the end, but a MIME type given to build() may still have them.
_BASE64 = re.compile(";\x20*base64\x20*\\Z", re.IGNORECASE | re.ASCII)
_PARAMETER = re.compile(
    r"""
    ; [\t\n\r\x20]* (?P<name> [^;=]* )
    (?: = (?: (?P<quote> " ) | (?P<value> [^;]* ) ) )?
    """,
    re.VERBOSE,
)
# A group is repeated so often at most because each repetition takes memory.
_IN_QUOTES = re.compile(rf'[^"\\]*+(?:\\.[^"\\]*+){{0,{LONG_GROUP}}}', re.DOTALL)
# The characters that a MIME type in a data: URL may have: it ends at the first ",", and is not percent-decoded.
_IN_DATA_URLS = re.compile("[^\x00-\x1f,#\x7f]*")
_NOT_BASE64 = re.compile("[^A-Za-z0-9+/]")
_WITHOUT_ASCII_WHITESPACE = dict.fromkeys(map(ord, ASCII_WHITESPACE))
_OCTETS = {octet: f"%{octet:02X}" for octet in range(0x100) if chr(octet) not in QUERY}


class MIMEType(NamedTuple):
    """A *MIME type record* (MIME Sniffing §4.1). ``str(mime_type)`` is its serialization."""

    type: str
    subtype: str
    parameters: dict[str, str]

    @property
    def essence(self) -> str:
        """The type and the subtype, such as ``text/plain``."""
        return f"{self.type}/{self.subtype}"

    def __str__(self) -> str:
        serialized = self.essence
        for name, value in self.parameters.items():
            in_quotes = '"' + value.replace("\\", "\\\\").replace('"', '\\"') + '"'
            serialized += f";{name}={value if _TOKEN.fullmatch(value) else in_quotes}"
        return serialized


class DataURL(NamedTuple):
    """A *data: URL struct* (Fetch §6): a MIME type (*mime_type*) and a *body*."""

    mime_type: MIMEType
    body: bytes


def parse_mime_type(string: str) -> MIMEType | None:
    """Parse a MIME type (MIME Sniffing §4.4); return None if it is not valid.

    Raises:
        TypeError: If *string* is not a str.

    >>> parse_mime_type("Text/HTML; charset=utf-8").essence
    'text/html'
    """
    string = expect_str(string, "the MIME type").strip(HTTP_WHITESPACE)
    type_, solidus, rest = string.partition("/")
    end = find(rest, ";", 0, len(rest))
    subtype = rest[:end].rstrip(HTTP_WHITESPACE)
    if not solidus or not _TOKEN.fullmatch(type_) or not _TOKEN.fullmatch(subtype):
        return None
    parameters: dict[str, str] = {}
    while (match := _PARAMETER.match(rest, end)) is not None:
        name, value, end = ascii_lowercase(match["name"]), match["value"], match.end()
        if match["quote"] is not None:
            start, end = end, end_of_runs(_IN_QUOTES, rest, end, len(rest))
            # A backslash at the very end escapes nothing.
            value = rest[start:] if rest[end:] == "\\" else rest[start:end]
            end = find(rest, ";", end, len(rest))
        elif not (value := (value or "").rstrip(HTTP_WHITESPACE)):
            continue
        if _TOKEN.fullmatch(name) and _QUOTED_STRING_TOKEN.fullmatch(value):
            parameters.setdefault(name, value if match["quote"] is None else _unescaped(value))
    return MIMEType(type_.lower(), subtype.lower(), parameters)


def _unescaped(quoted_string: str) -> str:
    """Return the value of a quoted string without its quotes, of *HTTP quoted-string token code points*."""
    # NUL is no such code point, so it can take the place of an escaped backslash. (A pattern would make many pieces.)
    without_pairs = quoted_string.replace("\\\\", "\0")
    last = "\\" if without_pairs.endswith("\\") else ""
    return without_pairs.replace("\\", "").replace("\0", "\\") + last


def process(url: str | URLRecord | HasRecord) -> DataURL:
    """Decode a ``data:`` URL as the *data: URL processor* does (Fetch §6).

    Raises:
        InvalidURL: For a str that does not parse.
        TypeError: If *url* has another type.
        ValueError: For another scheme, for a URL without ",", and for a body that should be base 64 but is not.

    >>> process("data:,a%20b").body, str(process("data:,a").mime_type)
    (b'a b', 'text/plain;charset=US-ASCII')
    """
    record = record_of(url, "data: URL")
    if record.scheme != "data":
        raise ValueError(f"the URL must have the scheme 'data', not {record.scheme!r:.50}")
    input = serialize(record, exclude_fragment=True).removeprefix("data:")
    mime_type, comma, encoded_body = input.partition(",")
    if not comma:
        raise ValueError("a data: URL must have a ',' before its body")
    mime_type = mime_type.strip(ASCII_WHITESPACE)
    body = percent_decode(encoded_body)
    base64 = _BASE64.search(mime_type)
    if base64:
        decoded = forgiving_base64_decode(body.decode("latin-1"))
        if decoded is None:
            raise ValueError("the body of the data: URL is not valid base 64")
        body = decoded
        mime_type = mime_type[: base64.start()]
    if mime_type.startswith(";"):
        mime_type = f"text/plain{mime_type}"
    return DataURL(parse_mime_type(mime_type) or MIMEType("text", "plain", {"charset": "US-ASCII"}), body)


def forgiving_base64_decode(data: str) -> bytes | None:
    """Decode base 64 as Infra's *forgiving-base64 decode* does; return None if *data* is not valid.

    Raises TypeError if *data* is not a str. https://infra.spec.whatwg.org/#forgiving-base64-decode

    >>> forgiving_base64_decode("YQ"), forgiving_base64_decode("Y")
    (b'a', None)
    """
    data = expect_str(data, "the base 64 string").translate(_WITHOUT_ASCII_WHITESPACE)
    if len(data) % 4 == 0:
        data = data.removesuffix("==") if data.endswith("==") else data.removesuffix("=")
    if len(data) % 4 == 1 or _NOT_BASE64.search(data):
        return None
    return a2b_base64(data + "=" * (-len(data) % 4))


def build(body: bytes | str, mime_type: str = "", *, base64: bool | None = None) -> str:
    """Build a ``data:`` URL of *body*, which `process` decodes again.

    A str is encoded as UTF-8, and the default MIME type then says so. *base64* says whether to write the body in base
    64; None chooses the shorter form. *mime_type* is written as it is, because the processor does not percent-decode
    it. If it contains spaces or quotes, the result is a valid URL for `process`, but not a URI by RFC 3986.

    Raises:
        TypeError: If an argument has another type.
        ValueError: For a lone surrogate, and for a MIME type that is not valid or that a ``data:`` URL cannot contain.

    >>> build("a b")
    'data:;charset=utf-8,a%20b'
    """
    if isinstance(body, str):
        try:
            mime_type, body = mime_type or ";charset=utf-8", body.encode()
        except UnicodeEncodeError as error:
            raise ValueError(f"UTF-8 cannot encode the surrogate at {error.start} of the body; remove it") from None
    elif not isinstance(body, bytes):
        raise TypeError(f"the body must be bytes or a str, not {type(body).__name__}")
    # The MIME type as process() completes it.
    whole = expect_str(mime_type, "the MIME type") or "text/plain;charset=US-ASCII"
    whole = f"text/plain{whole}" if whole.startswith(";") else whole
    parsed = parse_mime_type(whole)
    if parsed is None or not mime_type.isascii() or not _IN_DATA_URLS.fullmatch(mime_type) or _BASE64.search(mime_type):
        raise ValueError(f"{quoted(mime_type)} is not a MIME type that a data: URL can have")
    url = f"data:{mime_type},{body.decode('latin-1').translate(_OCTETS)}"
    in_base64 = f"data:{mime_type};base64,{b2a_base64(body, newline=False).decode('ascii')}"
    if len(in_base64) < len(url) if base64 is None else base64:
        url = in_base64
    del in_base64  # it takes memory while the result is checked
    if process(url) != (parsed, body):
        raise ValueError(f"{quoted(mime_type)} is not a MIME type that a data: URL can have")
    return url
