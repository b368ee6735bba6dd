"""`urllib.parse` with a browser's answers: its functions, with the URL Standard's meaning.

``from py_url.compat.urllib_parse import urlsplit`` takes the place of ``from urllib.parse import urlsplit``. Each
function takes str or bytes, as there. A string that the standard refuses raises `py_url.InvalidURL`, a ValueError.

A relative reference has no meaning without a base URL. It is split as a browser splits it in a page whose URL has the
default scheme, or ``https`` if there is none, and its ``..`` stay. https://docs.python.org/3/library/urllib.parse.html
"""

from __future__ import annotations

import re
import urllib.parse as _stdlib
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import lru_cache
from typing import Any, AnyStr, TypeAlias, TypeVar, cast, overload

from py_url.standard.infra.code_points import (
    C0_CONTROL_OR_SPACE,
    plain_str,
    scalar_value_string,
    without_tabs_and_newlines,
)
from py_url.standard.infra.percent_encoding import (
    COMPONENT_PERCENT_ENCODE_SET,
    FORM_URLENCODED_PERCENT_ENCODE_SET,
    FRAGMENT_PERCENT_ENCODE_SET,
    PATH_PERCENT_ENCODE_SET,
    QUERY_PERCENT_ENCODE_SET,
    SPECIAL_QUERY_PERCENT_ENCODE_SET,
    PercentEncodeSet,
)
from py_url.standard.infra.validation import InvalidURL
from py_url.standard.urls import components as _components
from py_url.standard.urls.parser import parse_or_raise, run_parser
from py_url.standard.urls.record import serialize
from py_url.standard.urls.special_schemes import SPECIAL_SCHEMES
from py_url.url import URL

TYPE_CHECKING = False
if TYPE_CHECKING:
    from py_url.standard.urls.record import URLRecord

Query: TypeAlias = Mapping[Any, Any] | Sequence[tuple[Any, Any]]

__all__ = [
    "DefragResult",
    "DefragResultBytes",
    "ParseResult",
    "ParseResultBytes",
    "SplitResult",
    "SplitResultBytes",
    "parse_qs",
    "parse_qsl",
    "quote",
    "quote_from_bytes",
    "quote_plus",
    "unquote",
    "unquote_plus",
    "unquote_to_bytes",
    "urldefrag",
    "urlencode",
    "urljoin",
    "urlparse",
    "urlsplit",
    "urlunparse",
    "urlunsplit",
]


_SCHEME_AND_COLON = re.compile("[A-Za-z][A-Za-z0-9+.-]*:")


class SplitResult(_stdlib.SplitResult):
    """The components of a URL, as `urllib.parse.SplitResult` has them, which this is too."""

    __slots__ = ()

    def geturl(self) -> str:
        """Return the URL, by `urlunsplit`."""
        return urlunsplit(self)

    @property
    def hostname(self) -> str | None:
        """The host without brackets, or None. That of a URL that is not special may have uppercase letters."""
        return _hostname(self.netloc)

    def encode(self, encoding: str = "ascii", errors: str = "strict") -> SplitResultBytes:
        """Return the same with bytes."""
        return SplitResultBytes(*(part.encode(encoding, errors) for part in self))


class SplitResultBytes(_stdlib.SplitResultBytes):
    """A `SplitResult` with bytes."""

    __slots__ = ()

    def geturl(self) -> bytes:
        """Return the URL, by `urlunsplit`."""
        return urlunsplit(self)

    @property
    def hostname(self) -> bytes | None:
        """The host without brackets, or None."""
        hostname = _hostname(self.netloc.decode("ascii"))
        return None if hostname is None else hostname.encode()

    def decode(self, encoding: str = "ascii", errors: str = "strict") -> SplitResult:
        """Return the same with str."""
        return SplitResult(*(part.decode(encoding, errors) for part in self))


class ParseResult(_stdlib.ParseResult):
    """The components of a URL and ``params``, as `urllib.parse.ParseResult` has them, which this is too."""

    __slots__ = ()

    def geturl(self) -> str:
        """Return the URL, by `urlunparse`."""
        return urlunparse(self)

    @property
    def hostname(self) -> str | None:
        """The host without brackets, or None. That of a URL that is not special may have uppercase letters."""
        return _hostname(self.netloc)

    def encode(self, encoding: str = "ascii", errors: str = "strict") -> ParseResultBytes:
        """Return the same with bytes."""
        return ParseResultBytes(*(part.encode(encoding, errors) for part in self))


class ParseResultBytes(_stdlib.ParseResultBytes):
    """A `ParseResult` with bytes."""

    __slots__ = ()

    def geturl(self) -> bytes:
        """Return the URL, by `urlunparse`."""
        return urlunparse(self)

    @property
    def hostname(self) -> bytes | None:
        """The host without brackets, or None."""
        hostname = _hostname(self.netloc.decode("ascii"))
        return None if hostname is None else hostname.encode()

    def decode(self, encoding: str = "ascii", errors: str = "strict") -> ParseResult:
        """Return the same with str."""
        return ParseResult(*(part.decode(encoding, errors) for part in self))


# These have nothing that a browser answers otherwise.
DefragResult = _stdlib.DefragResult
DefragResultBytes = _stdlib.DefragResultBytes


def _hostname(netloc: str) -> str | None:
    host = netloc.rpartition("@")[2]
    if host.startswith("["):
        return host[1:].partition("]")[0]
    return host.partition(":")[0] or None


@overload
def urlsplit(url: str, scheme: str = "", allow_fragments: bool = True) -> SplitResult: ...
@overload
def urlsplit(url: bytes, scheme: bytes | str = b"", allow_fragments: bool = True) -> SplitResultBytes: ...
def urlsplit(
    url: str | bytes, scheme: str | bytes = "", allow_fragments: bool = True
) -> SplitResult | SplitResultBytes:
    r"""Return the components of *url* as a browser reads them: ``urlsplit("http:\\\\0x7f.1")[1] == "127.0.0.1"``.

    They are serialized: the scheme and the domain are lowercase, the port is left out if it is the scheme's default,
    and what has to be is percent-encoded. A relative reference has *scheme*. Without *allow_fragments*, ``#`` is a
    character like others, and percent-encoded.

    Raises InvalidURL for a string that does not parse, and TypeError for other types or both.
    """
    (text, default), is_str = _as_strings(url, scheme)
    split = _split(text, default, allow_fragments)
    return split if is_str else split.encode()


@overload
def urlparse(url: str, scheme: str = "", allow_fragments: bool = True) -> ParseResult: ...
@overload
def urlparse(url: bytes, scheme: bytes | str = b"", allow_fragments: bool = True) -> ParseResultBytes: ...
def urlparse(
    url: str | bytes, scheme: str | bytes = "", allow_fragments: bool = True
) -> ParseResult | ParseResultBytes:
    """Do the same as `urlsplit`, with what follows ``;`` in the last segment of the path as ``params``, for the schemes
    for which `urllib.parse` does.
    """
    (text, default), is_str = _as_strings(url, scheme)
    of_scheme, netloc, path, query, fragment = _split(text, default, allow_fragments)
    params = ""
    if of_scheme in _stdlib.uses_params:
        folders, slash, last = path.rpartition("/")
        last, _, params = last.partition(";")
        path = folders + slash + last
    parsed = ParseResult(of_scheme, netloc, path, params, query, fragment)
    return parsed if is_str else parsed.encode()


def _split(text: str, default: str, allow_fragments: bool) -> SplitResult:
    stripped = without_tabs_and_newlines(scalar_value_string(text).strip(C0_CONTROL_OR_SPACE))
    if _SCHEME_AND_COLON.match(stripped):
        split = _of_href(URL(text).href)
    else:
        split = _split_reference(stripped, without_tabs_and_newlines(default.strip(C0_CONTROL_OR_SPACE)))
    if allow_fragments or not split.fragment:
        return split
    # The host ends at the "#" all the same.
    rest = f"%23{split.fragment.replace('#', '%23')}"
    if split.query:
        return split._replace(query=split.query + rest, fragment="")
    return split._replace(path=split.path + rest, fragment="")


def _of_href(href: str) -> SplitResult:
    protocol, userinfo, host, pathname, search, hash = _components.split(href)
    return SplitResult(protocol[:-1], f"{userinfo}@{host}" if userinfo else host, pathname, search[1:], hash[1:])


def _in_page(text: str, scheme: str) -> URLRecord:
    """Parse *text* in a page whose URL has that scheme. Raises InvalidURL."""
    return parse_or_raise(text, parse_or_raise(f"{scheme}://h/", None, "default scheme"), "URL")


def _split_reference(text: str, scheme: str) -> SplitResult:
    """Split a relative reference, which gets *scheme*."""
    of_page = scheme.lower() or "https"
    is_special = of_page in SPECIAL_SCHEMES
    rest, _, fragment = text.partition("#")
    path, _, query = rest.partition("?")
    if is_special:
        path = path.replace("\\", "/")
    if path.startswith("//"):
        record = _in_page(text, of_page)
        if not scheme and record.port is None:
            # The default port of a scheme that is not known stays.
            split = _of_href(serialize(_in_page(text, "http")))
        else:
            split = _of_href(serialize(record))
        return split._replace(scheme=scheme)
    query_set = SPECIAL_QUERY_PERCENT_ENCODE_SET if is_special else QUERY_PERCENT_ENCODE_SET
    return SplitResult(
        *(scheme, "", PATH_PERCENT_ENCODE_SET.encode(path), query_set.encode(query)),
        FRAGMENT_PERCENT_ENCODE_SET.encode(fragment),
    )


def urlunsplit(components: Iterable[AnyStr | None]) -> AnyStr:
    """Return the URL of five components: ``urlunsplit(("https", "h", "a?b", "", "")) == "https://h/a%3Fb"``.

    No component changes another one: a delimiter is percent-encoded where it would. Without a scheme, the result is a
    relative reference.

    Raises InvalidURL if no URL has the components, as one without a host if the scheme is ``https``, ValueError if
    there are more or fewer, and TypeError for other types.
    """
    (scheme, netloc, path, query, fragment), is_str = _as_strings(*components)
    text = _unsplit(scheme, netloc, path, query, fragment)
    return cast("AnyStr", text if is_str else text.encode("ascii"))


def urlunparse(components: Iterable[AnyStr | None]) -> AnyStr:
    """Do the same as `urlunsplit` with six components, of which the fourth is the ``params``."""
    (scheme, netloc, path, params, query, fragment), is_str = _as_strings(*components)
    text = _unsplit(scheme, netloc, f"{path};{params}" if params else path, query, fragment)
    return cast("AnyStr", text if is_str else text.encode("ascii"))


def _unsplit(scheme: str, netloc: str, path: str, query: str, fragment: str) -> str:
    if scheme and not _SCHEME_AND_COLON.fullmatch(f"{scheme}:"):
        raise InvalidURL(
            scheme, what="scheme", reason="it is an ASCII letter and then ASCII letters, digits, '+', '-' and '.'"
        )
    scheme = scheme.lower()
    is_special = (scheme or "https") in SPECIAL_SCHEMES
    if scheme:
        path = without_tabs_and_newlines(path)  # as the parser does: what they part may be "//"
    path = path.replace("?", "%3F").replace("#", "%23")
    for delimiter in "/?#\\" if is_special else "/?#":
        if delimiter in netloc:
            raise ValueError(f"the netloc has {delimiter!r} in it, which ends it; write it without")
    tail = f"?{query.replace('#', '%23')}" if query else ""
    tail += f"#{fragment}" if fragment else ""
    has_root = path.startswith(("/", "\\") if is_special else "/")
    if is_special and scheme not in ("", "file") and not netloc:
        parse_or_raise(f"{scheme}://", None, "URL")  # raises, as a host is missing
    if netloc or scheme == "file" or (scheme in _stdlib.uses_netloc and scheme and (has_root or not path)):
        start = f"//{netloc}{path if has_root or not (path or scheme == 'file') else '/' + path}"
    elif is_special and path.startswith(("//", "/\\", "\\\\", "\\/")):
        start = f"/.{path}"  # or the path would be read as a host
    elif path.startswith("//"):
        start = f"//{path}"
    else:
        start = path
    if scheme:
        return serialize(parse_or_raise(f"{scheme}:{start}{tail}", None, "URL"))
    if not netloc and _SCHEME_AND_COLON.match(path):
        start = f"./{start}"  # or the path would be read as a scheme
    split = _split_reference(f"{start}{tail}", "")
    return _joined(split)


def _joined(split: SplitResult) -> str:
    """Return a relative reference."""
    netloc = f"//{split.netloc}" if split.netloc else ""
    query = f"?{split.query}" if split.query else ""
    return f"{netloc}{split.path}{query}{f'#{split.fragment}' if split.fragment else ''}"


def urljoin(base: AnyStr, url: AnyStr | None, allow_fragments: bool = True) -> AnyStr:
    r"""Return the URL that *url* means in a page at *base*: ``urljoin("https://h/a", "\\\\b") == "https://b/"``.

    Raises InvalidURL if one of them does not parse. Unlike in `urllib.parse`, *base* must be absolute, because browsers
    do not join relative references. If it is empty, *url* is returned as `urlsplit` reads it.
    """
    (of_page, text), is_str = _as_strings(base, url)
    joined = URL(text, of_page).href if of_page else urldefrag(text).geturl()
    if not allow_fragments:
        joined = joined.replace("#", "%23")
    return cast("AnyStr", joined if is_str else joined.encode("ascii"))


@overload
def urldefrag(url: str) -> DefragResult: ...
@overload
def urldefrag(url: bytes | None) -> DefragResultBytes: ...
def urldefrag(url: str | bytes | None) -> DefragResult | DefragResultBytes:
    """Return *url* without its fragment, and the fragment, both serialized. Raises InvalidURL if it does not parse."""
    (text,), is_str = _as_strings(url)
    split = _split(text, "", allow_fragments=True)
    if split.scheme:
        without = serialize(run_parser(text), exclude_fragment=True)
    else:
        without = _joined(SplitResult(*split[:4], ""))
    result = DefragResult(without, split.fragment)
    return result if is_str else DefragResultBytes(without.encode(), split.fragment.encode())


def _as_strings(*parts: object) -> tuple[list[str], bool]:
    """Return *parts* as str, and whether they were. Parts that are empty or None may be of either type."""
    is_str = isinstance(next((part for part in parts if part is not None), None), str)
    strings = []
    for part in parts:
        if isinstance(part, str) and (is_str or not part):
            strings.append(plain_str(part))
        elif isinstance(part, bytes) and (not is_str or not part):
            strings.append(part.decode("ascii"))
        elif part is None and (strings or len(parts) > 2):
            strings.append("")
        elif isinstance(part, str | bytes):
            raise TypeError("the arguments must be all str or all bytes, not both")
        else:
            raise TypeError(f"the arguments must be str or bytes, not {type(part).__name__}")
    return strings, is_str


_Text = TypeVar("_Text", str, bytes, bytearray, "str | bytes", "str | bytes | bytearray")


def _scalar(string: _Text) -> _Text:
    """Return bytes as they are, and a str without lone surrogates."""
    if isinstance(string, str):
        return scalar_value_string(string)
    if not isinstance(string, bytes | bytearray):
        raise TypeError(f"the argument must be str or bytes, not {type(string).__name__}")
    return string


def parse_qsl(  # noqa: PLR0913, PLR0917 - the signature is that of urllib.parse
    qs: AnyStr | None,
    keep_blank_values: bool = False,
    strict_parsing: bool = False,
    encoding: str = "utf-8",
    errors: str = "replace",
    max_num_fields: int | None = None,
    separator: str = "&",
) -> list[tuple[AnyStr, AnyStr]]:
    """Return the names and values in a query.

    With *keep_blank_values*, they are those of a browser's `py_url.URLSearchParams`; without it, which is the default
    there, the pairs with an empty value are left out. The other arguments have no counterpart in a browser, and mean
    what they do there.
    """
    if isinstance(qs, str):
        return _stdlib.parse_qsl(
            scalar_value_string(qs), keep_blank_values, strict_parsing, encoding, errors, max_num_fields, separator
        )
    # Each byte is a character here, because older Pythons cannot decode all bytes. Other types may be empty or hold
    # bytes, as there.
    text = str(memoryview(qs), "latin-1") if qs else ""
    if isinstance(separator, bytes):
        separator = str(separator, "latin-1")
    elif isinstance(separator, str):
        separator.encode("ascii")  # raises UnicodeEncodeError, as there
    pairs = _stdlib.parse_qsl(text, keep_blank_values, strict_parsing, "latin-1", "strict", max_num_fields, separator)
    return cast("list[tuple[AnyStr, AnyStr]]", [(n.encode("latin-1"), v.encode("latin-1")) for n, v in pairs])


def parse_qs(  # noqa: PLR0913, PLR0917 - as above
    qs: AnyStr | None,
    keep_blank_values: bool = False,
    strict_parsing: bool = False,
    encoding: str = "utf-8",
    errors: str = "replace",
    max_num_fields: int | None = None,
    separator: str = "&",
) -> dict[AnyStr, list[AnyStr]]:
    """Do the same as `parse_qsl`, with a list of the values of each name."""
    values: dict[AnyStr, list[AnyStr]] = {}
    for name, value in parse_qsl(qs, keep_blank_values, strict_parsing, encoding, errors, max_num_fields, separator):
        values.setdefault(name, []).append(value)
    return values


def unquote(string: str | bytes, encoding: str = "utf-8", errors: str = "replace") -> str:
    """Percent-decode *string*, and decode the bytes: ``unquote("%C3%BC%zz") == "ü%zz"``."""
    return _stdlib.unquote(_scalar(string), encoding, errors)


def unquote_plus(string: str, encoding: str = "utf-8", errors: str = "replace") -> str:
    """Do the same as `unquote`, with a space for each ``+``."""
    if not isinstance(string, str):
        raise TypeError(f"the argument must be a str, not {type(string).__name__}")
    return unquote(string.replace("+", " "), encoding, errors)


def unquote_to_bytes(string: str | bytes | bytearray) -> bytes:
    """Percent-decode *string*; a str is encoded in UTF-8."""
    return _stdlib.unquote_to_bytes(_scalar(string))


def quote(
    string: str | bytes | bytearray,
    safe: str | Iterable[int] = "/",
    encoding: str | None = None,
    errors: str | None = None,
) -> str:
    """Percent-encode *string* as a browser's ``encodeURIComponent`` does, except for the characters *safe*.

    It leaves ``!'()*`` and ``~`` alone. Without *encoding* and *errors*, a lone surrogate is read as U+FFFD.
    """
    return _quoted(string, safe, encoding, errors, COMPONENT_PERCENT_ENCODE_SET)


def quote_plus(
    string: str | bytes | bytearray,
    safe: str | Iterable[int] = "",
    encoding: str | None = None,
    errors: str | None = None,
) -> str:
    """Percent-encode *string* as a browser's forms and URLSearchParams do, except for the characters *safe*.

    They write a space as ``+``, encode ``~``, and leave ``*`` alone.
    """
    return _quoted(string, safe, encoding, errors, FORM_URLENCODED_PERCENT_ENCODE_SET)


def quote_from_bytes(bs: bytes | bytearray, safe: str | Iterable[int] = "/") -> str:
    """Do the same as `quote` with bytes."""
    if not isinstance(bs, bytes | bytearray):
        raise TypeError(f"quote_from_bytes takes bytes, not {type(bs).__name__}")
    return quote(bs, safe)


def _quoted(
    string: str | bytes | bytearray,
    safe: str | Iterable[int],
    encoding: str | None,
    errors: str | None,
    encode_set: PercentEncodeSet,
) -> str:
    if isinstance(string, str):
        if encoding is None and errors is None:
            string = scalar_value_string(string)
        octets = string.encode(encoding or "utf-8", errors or "strict")
    elif not isinstance(string, bytes | bytearray):
        raise TypeError(f"a str or bytes can be percent-encoded, not {type(string).__name__}")
    elif encoding is not None or errors is not None:
        raise TypeError("bytes have no encoding; leave out encoding and errors")
    else:
        octets = bytes(string)
    kept = safe if isinstance(safe, str) else bytes(safe).decode("latin-1")
    return "".join(map(_spellings(encode_set, kept).__getitem__, octets))


@lru_cache(32)
def _spellings(encode_set: PercentEncodeSet, safe: str) -> list[str]:
    """Return the string for each byte."""
    spellings = [f"%{byte:02X}" for byte in range(256)]
    for byte in range(0x7F):
        if chr(byte) in safe or chr(byte) not in encode_set:
            spellings[byte] = chr(byte)
    if encode_set.space_as_plus and " " not in safe:
        spellings[0x20] = "+"
    return spellings


def urlencode(
    query: Query,
    doseq: bool = False,
    safe: str | bytes = "",
    encoding: str | None = None,
    errors: str | None = None,
    quote_via: Callable[..., str] = quote_plus,
) -> str:
    """Return a query of names and values, as a browser's URLSearchParams serializes it."""
    return _stdlib.urlencode(query, doseq, cast("str", safe), encoding, cast("str", errors), quote_via)
