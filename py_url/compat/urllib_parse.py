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
from typing import Any, AnyStr, Generic, Literal, Self, TypeAlias, TypeVar, cast, overload

# Programs append schemes to these lists. They are the same lists, so this counts in both modules.
from urllib.parse import (  # noqa: F401 - for programs
    uses_fragment,
    uses_netloc,
    uses_params,
    uses_query,
    uses_relative,
)

from py_url.api.url import URL
from py_url.standard.infra.code_points import (
    C0_CONTROL_OR_SPACE,
    plain_str,
    scalar_value_string,
    without_tabs_and_newlines,
)
from py_url.standard.infra.percent_encoding import (
    FRAGMENT_PERCENT_ENCODE_SET,
    PATH_PERCENT_ENCODE_SET,
    QUERY_PERCENT_ENCODE_SET,
    SPECIAL_QUERY_PERCENT_ENCODE_SET,
)
from py_url.standard.infra.validation import InvalidURL
from py_url.standard.urls import components as _components
from py_url.standard.urls.parser import parse_or_raise
from py_url.standard.urls.record import serialize
from py_url.standard.urls.special_schemes import SPECIAL_SCHEMES

Query: TypeAlias = Mapping[Any, Any] | Sequence[tuple[Any, Any]]
# The five components; None stands for one that is missing.
_Parts: TypeAlias = tuple[str | None, str | None, str, str | None, str | None]

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


_Any = TypeVar("_Any")
_SCHEME_AND_COLON = re.compile("[A-Za-z][A-Za-z0-9+.-]*:")


class _Result:
    """What all results have. Copies keep ``_keep_empty``, by which Python 3.15 marks what *missing_as_none* returns."""

    def _replace(self, **changes: Any) -> Self:  # noqa: ANN401 - str, bytes or None
        return self._marked(super()._replace(**changes))  # type: ignore[misc,no-any-return]  # of the named tuple

    __replace__ = _replace

    def _marked(self, result: _Any) -> _Any:
        result.__dict__.update(self.__dict__)
        return result

    def _converted(self, kind: type[_Any], convert: str, *how: str) -> _Any:
        parts = cast("tuple[Any, ...]", self)
        return self._marked(kind(*(None if part is None else getattr(part, convert)(*how) for part in parts)))


class _NetlocResult(_Result, Generic[AnyStr]):
    """What is read from the netloc, which may be missing."""

    netloc: AnyStr

    @property
    def username(self) -> AnyStr | None:
        """The username, percent-encoded, or None."""
        return super().username if self.netloc else None  # type: ignore[misc]  # of the other base

    @property
    def password(self) -> AnyStr | None:
        """The password, percent-encoded, or None."""
        return super().password if self.netloc else None  # type: ignore[misc]  # as above

    @property
    def hostname(self) -> AnyStr | None:
        """The host without brackets, or None. That of a URL that is not special may have uppercase letters."""
        if isinstance(self.netloc, bytes):
            hostname = _hostname(self.netloc.decode("ascii"))
            return None if hostname is None else hostname.encode()
        return _hostname(self.netloc)

    @property
    def port(self) -> int | None:
        """The port, or None if it is the scheme's default."""
        return super().port if self.netloc else None  # type: ignore[misc]  # as above


class SplitResult(_NetlocResult[str], _stdlib.SplitResult):
    """The components of a URL, as `urllib.parse.SplitResult` has them, which this is too."""

    def geturl(self) -> str:
        """Return the URL, by `urlunsplit`."""
        return urlunsplit(self)

    def encode(self, encoding: str = "ascii", errors: str = "strict") -> SplitResultBytes:
        """Return the same with bytes."""
        return self._converted(SplitResultBytes, "encode", encoding, errors)


class SplitResultBytes(_NetlocResult[bytes], _stdlib.SplitResultBytes):
    """A `SplitResult` with bytes."""

    def geturl(self) -> bytes:
        """Return the URL, by `urlunsplit`."""
        return urlunsplit(self)

    def decode(self, encoding: str = "ascii", errors: str = "strict") -> SplitResult:
        """Return the same with str."""
        return self._converted(SplitResult, "decode", encoding, errors)


class ParseResult(_NetlocResult[str], _stdlib.ParseResult):
    """The components of a URL and ``params``, as `urllib.parse.ParseResult` has them, which this is too."""

    def geturl(self) -> str:
        """Return the URL, by `urlunparse`."""
        return urlunparse(self)

    def encode(self, encoding: str = "ascii", errors: str = "strict") -> ParseResultBytes:
        """Return the same with bytes."""
        return self._converted(ParseResultBytes, "encode", encoding, errors)


class ParseResultBytes(_NetlocResult[bytes], _stdlib.ParseResultBytes):
    """A `ParseResult` with bytes."""

    def geturl(self) -> bytes:
        """Return the URL, by `urlunparse`."""
        return urlunparse(self)

    def decode(self, encoding: str = "ascii", errors: str = "strict") -> ParseResult:
        """Return the same with str."""
        return self._converted(ParseResult, "decode", encoding, errors)


class DefragResult(_Result, _stdlib.DefragResult):
    """A URL without its fragment, and the fragment, as `urllib.parse.DefragResult` has them, which this is too."""

    def geturl(self) -> str:
        """Return the URL with its fragment."""
        return f"{self.url}#{self.fragment}" if _is_kept(self) else self.url

    def encode(self, encoding: str = "ascii", errors: str = "strict") -> DefragResultBytes:
        """Return the same with bytes."""
        return self._converted(DefragResultBytes, "encode", encoding, errors)


class DefragResultBytes(_Result, _stdlib.DefragResultBytes):
    """A `DefragResult` with bytes."""

    def geturl(self) -> bytes:
        """Return the URL with its fragment."""
        return b"%b#%b" % self if _is_kept(self) else self.url

    def decode(self, encoding: str = "ascii", errors: str = "strict") -> DefragResult:
        """Return the same with str."""
        return self._converted(DefragResult, "decode", encoding, errors)


def _is_kept(result: DefragResult | DefragResultBytes) -> bool:
    return bool(result.fragment) or (result.fragment is not None and getattr(result, "_keep_empty", False))


def _hostname(netloc: str | None) -> str | None:
    host = (netloc or "").rpartition("@")[2]
    if host.startswith("["):
        return host[1:].partition("]")[0]
    return host.partition(":")[0] or None


@overload
def urlsplit(
    url: str, scheme: str | None = "", allow_fragments: bool = True, *, missing_as_none: Literal[False] = False
) -> SplitResult: ...
@overload
def urlsplit(
    url: bytes,
    scheme: bytes | str | None = b"",
    allow_fragments: bool = True,
    *,
    missing_as_none: Literal[False] = False,
) -> SplitResultBytes: ...
@overload
def urlsplit(
    url: str | bytes, scheme: bytes | str | None = "", allow_fragments: bool = True, *, missing_as_none: bool
) -> Any: ...  # noqa: ANN401 - the types of a named tuple's fields are fixed
def urlsplit(
    url: str | bytes, scheme: str | bytes | None = "", allow_fragments: bool = True, *, missing_as_none: bool = False
) -> SplitResult | SplitResultBytes:
    r"""Return the components of *url* as a browser reads them: ``urlsplit("http:\\\\0x7f.1")[1] == "127.0.0.1"``.

    They are serialized: the scheme and the domain are lowercase, the port is left out if it is the scheme's default,
    and what has to be is percent-encoded. A relative reference has *scheme*. Without *allow_fragments*, ``#`` is a
    character like others, and percent-encoded. With *missing_as_none*, a component that is missing is None, an empty
    one is "", and `geturl` returns the whole URL: ``foo:///a`` and ``https://h/?`` stay.

    Raises InvalidURL for a string that does not parse, and TypeError for other types or both.
    """
    (text, default), is_str = _as_strings(url, scheme)
    result: SplitResult | SplitResultBytes = _made(
        SplitResult, _split(text, default, allow_fragments), is_str, missing_as_none
    )
    return result


def _made(kind: type[Any], parts: Iterable[str | None], is_str: bool, keeps: bool) -> Any:  # noqa: ANN401 - as above
    """Return a result of *kind*, or the one with bytes."""
    result = kind(*(parts if keeps else (part or "" for part in parts)))
    if keeps:
        result._keep_empty = True
    return result if is_str else result.encode()


@overload
def urlparse(
    url: str, scheme: str | None = "", allow_fragments: bool = True, *, missing_as_none: Literal[False] = False
) -> ParseResult: ...
@overload
def urlparse(
    url: bytes,
    scheme: bytes | str | None = b"",
    allow_fragments: bool = True,
    *,
    missing_as_none: Literal[False] = False,
) -> ParseResultBytes: ...
@overload
def urlparse(
    url: str | bytes, scheme: bytes | str | None = "", allow_fragments: bool = True, *, missing_as_none: bool
) -> Any: ...  # noqa: ANN401 - as above
def urlparse(
    url: str | bytes, scheme: str | bytes | None = "", allow_fragments: bool = True, *, missing_as_none: bool = False
) -> ParseResult | ParseResultBytes:
    """Do the same as `urlsplit`, with what follows ``;`` in the last segment of the path as ``params``, for the schemes
    for which `urllib.parse` does.
    """
    (text, default), is_str = _as_strings(url, scheme)
    of_scheme, netloc, path, query, fragment = _split(text, default, allow_fragments)
    params = None
    if (of_scheme or "") in uses_params:
        folders, slash, last = path.rpartition("/")
        last, semicolon, rest = last.partition(";")
        path, params = folders + slash + last, rest if semicolon else None
    result: ParseResult | ParseResultBytes = _made(
        ParseResult, (of_scheme, netloc, path, params, query, fragment), is_str, missing_as_none
    )
    return result


def _split(text: str, default: str, allow_fragments: bool) -> _Parts:
    stripped = without_tabs_and_newlines(scalar_value_string(text).strip(C0_CONTROL_OR_SPACE))
    if _SCHEME_AND_COLON.match(stripped):
        parts = _of_href(URL(text).href)
    else:
        parts = _split_reference(stripped, without_tabs_and_newlines(default.strip(C0_CONTROL_OR_SPACE)))
    scheme, netloc, path, query, fragment = parts
    if allow_fragments or fragment is None:
        return parts
    # The host ends at the "#" all the same.
    rest = f"%23{fragment.replace('#', '%23')}"
    if query is None:
        return scheme, netloc, path + rest, None, None
    return scheme, netloc, path, query + rest, None


def _of_href(href: str) -> _Parts:
    protocol, userinfo, host, pathname, search, hash = _components.split(href)
    before, number_sign, _ = href.partition("#")
    has_host = host or href.startswith("//", len(protocol))
    return (
        *(protocol[:-1], (f"{userinfo}@{host}" if userinfo else host) if has_host else None, pathname),
        *(search[1:] if search or "?" in before else None, hash[1:] if number_sign else None),
    )


def _in_page(text: str, scheme: str) -> str:
    """Return the href of *text* in a page whose URL has that scheme. Raises InvalidURL."""
    return serialize(parse_or_raise(text, parse_or_raise(f"{scheme}://h/", None, "default scheme"), "URL"))


def _split_reference(text: str, scheme: str) -> _Parts:
    """Split a relative reference, which gets *scheme*."""
    of_page = scheme.lower() or "https"
    is_special = of_page in SPECIAL_SCHEMES
    rest, number_sign, fragment = text.partition("#")
    path, question_mark, query = rest.partition("?")
    if is_special:
        path = path.replace("\\", "/")
    if path.startswith("//"):
        href = _in_page(text, of_page)
        if not scheme and not URL(href).port:
            # The default port of a scheme that is not known stays.
            href = _in_page(text, "http")
        return scheme or None, *_of_href(href)[1:]
    query_set = SPECIAL_QUERY_PERCENT_ENCODE_SET if is_special else QUERY_PERCENT_ENCODE_SET
    return (
        *(scheme or None, None, PATH_PERCENT_ENCODE_SET.encode(path)),
        *(query_set.encode(query) if question_mark else None,),
        *(FRAGMENT_PERCENT_ENCODE_SET.encode(fragment) if number_sign else None,),
    )


def urlunsplit(components: Iterable[AnyStr | None], *, keep_empty: bool | None = None) -> AnyStr:
    """Return the URL of five components: ``urlunsplit(("https", "h", "a?b", "", "")) == "https://h/a%3Fb"``.

    No component changes another one: a delimiter is percent-encoded where it would. Without a scheme, the result is a
    relative reference. With *keep_empty*, only a component that is None is missing, and an empty one keeps its
    delimiter. The default is true for a result of `urlsplit` with ``missing_as_none``, and otherwise false.

    Raises InvalidURL if no URL has the components, as one without a host if the scheme is ``https``, ValueError if
    there are more or fewer or if *components* do not say what is missing, and TypeError for other types.
    """
    (scheme, netloc, path, query, fragment), is_str, keeps = _given(components, keep_empty)
    text = _unsplit(scheme or "", netloc, path or "", (query, fragment), keeps)
    return cast("AnyStr", text if is_str else text.encode("ascii"))


def urlunparse(components: Iterable[AnyStr | None], *, keep_empty: bool | None = None) -> AnyStr:
    """Do the same as `urlunsplit` with six components, of which the fourth is the ``params``."""
    (scheme, netloc, path, params, query, fragment), is_str, keeps = _given(components, keep_empty)
    path = (path or "") if params is None else f"{path or ''};{params}"
    text = _unsplit(scheme or "", netloc, path, (query, fragment), keeps)
    return cast("AnyStr", text if is_str else text.encode("ascii"))


def _given(components: Iterable[object], keep_empty: bool | None) -> tuple[list[str | None], bool, bool]:
    """Return the components with None for what is missing, whether they were str, and whether to keep empty ones."""
    marked = getattr(components, "_keep_empty", None)
    keeps = bool(marked if keep_empty is None else keep_empty)
    parts = [*components]
    if keeps and not marked and isinstance(components, _Result) and None not in parts:
        raise ValueError("the components do not say what is missing; split the URL with missing_as_none=True")
    strings, is_str = _as_strings(*parts)
    return (
        [
            None if part is None or not (string or keeps) else string
            for part, string in zip(parts, strings, strict=True)
        ],
        is_str,
        keeps,
    )


def _unsplit(scheme: str, netloc: str | None, path: str, after: tuple[str | None, str | None], keeps: bool) -> str:
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
        if delimiter in (netloc or ""):
            raise ValueError(f"the netloc has {delimiter!r} in it, which ends it; write it without")
    query, fragment = after
    tail = _tail(None if query is None else query.replace("#", "%23"), fragment)
    has_root = path.startswith(("/", "\\") if is_special else "/")
    if is_special and scheme not in ("", "file") and not netloc:
        parse_or_raise(f"{scheme}://", None, "URL")  # raises, as a host is missing
    if is_special and not netloc:
        netloc = "" if scheme == "file" else None
    elif not netloc and not keeps and (path.startswith("//") or (scheme in uses_netloc and (has_root or not path))):
        netloc = ""
    if netloc is not None:
        start = f"//{netloc}{path if has_root or not (path or scheme == 'file') else '/' + path}"
    elif path.startswith(("//", "/\\", "\\\\", "\\/") if is_special else "//"):
        start = f"/.{path}"  # or the path would be read as a host
    else:
        start = path
    if scheme:
        return serialize(parse_or_raise(f"{scheme}:{start}{tail}", None, "URL"))
    if not netloc and _SCHEME_AND_COLON.match(path):
        start = f"./{start}"  # or the path would be read as a scheme
    return _reference(f"{start}{tail}")


def _tail(query: str | None, fragment: str | None) -> str:
    return f"{'' if query is None else f'?{query}'}{'' if fragment is None else f'#{fragment}'}"


def _reference(text: str) -> str:
    """Return a relative reference as `urlsplit` reads it."""
    _, netloc, path, query, fragment = _split_reference(text, "")
    return f"{'' if netloc is None else f'//{netloc}'}{path}{_tail(query, fragment)}"


def _whole(text: str) -> str:
    """Return a URL or a relative reference as `urlsplit` reads it."""
    stripped = without_tabs_and_newlines(scalar_value_string(text).strip(C0_CONTROL_OR_SPACE))
    return URL(text).href if _SCHEME_AND_COLON.match(stripped) else _reference(stripped)


def urljoin(base: AnyStr, url: AnyStr | None, allow_fragments: bool = True) -> AnyStr:
    r"""Return the URL that *url* means in a page at *base*: ``urljoin("https://h/a", "\\\\b") == "https://b/"``.

    Raises InvalidURL if one of them does not parse. Unlike in `urllib.parse`, *base* must be absolute, because browsers
    do not join relative references. If it is empty, *url* is returned as `urlsplit` reads it.
    """
    (of_page, text), is_str = _as_strings(base, url)
    joined = URL(text, of_page).href if of_page else _whole(text)
    if not allow_fragments:
        joined = joined.replace("#", "%23")
    return cast("AnyStr", joined if is_str else joined.encode("ascii"))


@overload
def urldefrag(url: str, *, missing_as_none: Literal[False] = False) -> DefragResult: ...
@overload
def urldefrag(url: bytes | None, *, missing_as_none: Literal[False] = False) -> DefragResultBytes: ...
@overload
def urldefrag(url: str | bytes | None, *, missing_as_none: bool) -> Any: ...  # noqa: ANN401 - as above
def urldefrag(url: str | bytes | None, *, missing_as_none: bool = False) -> DefragResult | DefragResultBytes:
    """Return *url* without its fragment, and the fragment, both serialized. Raises InvalidURL if it does not parse.

    With *missing_as_none*, the fragment is None if there is none, and ``#`` stays in `geturl` if it is empty.
    """
    (text,), is_str = _as_strings(url)
    without, number_sign, fragment = _whole(text).partition("#")
    result: DefragResult | DefragResultBytes = _made(
        DefragResult, (without, fragment if number_sign else None), is_str, missing_as_none
    )
    return result


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
            raise TypeError(f"the arguments must be str or bytes, not {type(part).__name__}{_instead_of(part)}")
    return strings, is_str


_Text = TypeVar("_Text", str, bytes, bytearray, "str | bytes", "str | bytes | bytearray")


def _scalar(string: _Text) -> _Text:
    """Return bytes as they are, and a str without lone surrogates."""
    if isinstance(string, str):
        return scalar_value_string(string)
    if not isinstance(string, bytes | bytearray):
        raise TypeError(f"the argument must be str or bytes, not {type(string).__name__}{_instead_of(string)}")
    return string


def _instead_of(value: object) -> str:
    """What to write in place of a value of another type, for an error."""
    if isinstance(value, URL):
        return "; write url.href"
    return "; write url.geturl()" if hasattr(value, "geturl") else ""


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
    """Do the same as `unquote`, with a space for each ``+``. Raises TypeError if *string* is not a str."""
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
    """Percent-encode *string*, except for ASCII letters, digits, ``_.-~`` and the characters *safe*.

    Signatures and header fields depend on these characters, so they are those of `urllib.parse`. (A browser's
    ``encodeURIComponent`` leaves ``!'()*`` too; it is `py_url.specs.rfc3986.encode_uri_component`.) Without *encoding*
    and *errors*, a lone surrogate is read as U+FFFD.
    """
    return _stdlib.quote(_encodable(string, encoding, errors), _characters(safe), encoding, errors)


def quote_plus(
    string: str | bytes | bytearray,
    safe: str | Iterable[int] = "",
    encoding: str | None = None,
    errors: str | None = None,
) -> str:
    """Percent-encode *string* as a browser's forms and URLSearchParams do, except for the characters *safe*.

    They write a space as ``+``, encode ``~``, and leave ``*`` alone.
    """
    kept = _characters(safe)
    quoted = _stdlib.quote_plus(_encodable(string, encoding, errors), f"{kept}*", encoding, errors)
    return quoted if "~" in kept else quoted.replace("~", "%7E")


def quote_from_bytes(bs: bytes | bytearray, safe: str | Iterable[int] = "/") -> str:
    """Do the same as `quote` with bytes. Raises TypeError if *bs* is neither bytes nor a bytearray."""
    return _stdlib.quote_from_bytes(bs, _characters(safe))


def _encodable(string: Any, encoding: str | None, errors: str | None) -> Any:  # noqa: ANN401 - checked there
    return scalar_value_string(string) if isinstance(string, str) and encoding is errors is None else string


def _characters(safe: str | Iterable[int]) -> str:
    return safe if isinstance(safe, str) else bytes(safe).decode("latin-1")


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
