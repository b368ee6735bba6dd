"""`urllib.parse` with a browser's answers: its functions, with the URL Standard's meaning.

``from py_url.compat.urllib_parse import urlsplit`` replaces ``from urllib.parse import urlsplit``. Each function takes
str or bytes, as there. A string that the standard refuses raises `py_url.InvalidURL`, a ValueError.

A relative reference has no meaning without a base URL. It is split as a browser splits it in a page whose URL has the
default scheme, or ``https`` if there is none, and its ``..`` stay. https://docs.python.org/3/library/urllib.parse.html
"""

from __future__ import annotations

import urllib.parse as _stdlib
from collections.abc import Iterable
from typing import Any, AnyStr, Generic, Literal, Self, TypeVar, cast, overload

# Programs append schemes to these lists. They are the same lists, so this counts in both modules.
from urllib.parse import (  # noqa: F401 - for programs
    uses_fragment,
    uses_netloc,
    uses_params,
    uses_query,
    uses_relative,
)

from py_url.api.url import URL
from py_url.compat.urllib_components import split, unsplit, whole
from py_url.compat.urllib_quote import (
    instead_of,
    parse_qs,
    parse_qsl,
    quote,
    quote_from_bytes,
    quote_plus,
    unquote,
    unquote_plus,
    unquote_to_bytes,
    urlencode,
)
from py_url.standard.infra.code_points import plain_str

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
        """Return the URL, by `urlunsplit`.

        >>> urlsplit("HTTPS://h").geturl()
        'https://h/'
        """
        return urlunsplit(self)

    def encode(self, encoding: str = "ascii", errors: str = "strict") -> SplitResultBytes:
        """Return the same with bytes; *encoding* and *errors* are those of ``str.encode``.

        >>> urlsplit("https://h").encode().netloc
        b'h'
        """
        return self._converted(SplitResultBytes, "encode", encoding, errors)


class SplitResultBytes(_NetlocResult[bytes], _stdlib.SplitResultBytes):
    """A `SplitResult` with bytes."""

    def geturl(self) -> bytes:
        """Return the URL, by `urlunsplit`.

        >>> urlsplit(b"HTTPS://h").geturl()
        b'https://h/'
        """
        return urlunsplit(self)

    def decode(self, encoding: str = "ascii", errors: str = "strict") -> SplitResult:
        """Return the same with str; *encoding* and *errors* are those of ``bytes.decode``.

        >>> urlsplit(b"https://h").decode().netloc
        'h'
        """
        return self._converted(SplitResult, "decode", encoding, errors)


class ParseResult(_NetlocResult[str], _stdlib.ParseResult):
    """The components of a URL and ``params``, as `urllib.parse.ParseResult` has them, which this is too."""

    def geturl(self) -> str:
        """Return the URL, by `urlunparse`.

        >>> urlparse("HTTPS://h/a;b").geturl()
        'https://h/a;b'
        """
        return urlunparse(self)

    def encode(self, encoding: str = "ascii", errors: str = "strict") -> ParseResultBytes:
        """Return the same with bytes; *encoding* and *errors* are those of ``str.encode``.

        >>> urlparse("https://h/a;b").encode().params
        b'b'
        """
        return self._converted(ParseResultBytes, "encode", encoding, errors)


class ParseResultBytes(_NetlocResult[bytes], _stdlib.ParseResultBytes):
    """A `ParseResult` with bytes."""

    def geturl(self) -> bytes:
        """Return the URL, by `urlunparse`.

        >>> urlparse(b"HTTPS://h/a;b").geturl()
        b'https://h/a;b'
        """
        return urlunparse(self)

    def decode(self, encoding: str = "ascii", errors: str = "strict") -> ParseResult:
        """Return the same with str; *encoding* and *errors* are those of ``bytes.decode``.

        >>> urlparse(b"https://h/a;b").decode().params
        'b'
        """
        return self._converted(ParseResult, "decode", encoding, errors)


class DefragResult(_Result, _stdlib.DefragResult):
    """A URL without its fragment, and the fragment, a subclass of `urllib.parse.DefragResult`."""

    def geturl(self) -> str:
        """Return the URL with its fragment.

        >>> urldefrag("HTTPS://h#a").geturl()
        'https://h/#a'
        """
        return f"{self.url}#{self.fragment}" if _is_kept(self) else self.url

    def encode(self, encoding: str = "ascii", errors: str = "strict") -> DefragResultBytes:
        """Return the same with bytes; *encoding* and *errors* are those of ``str.encode``.

        >>> urldefrag("https://h#a").encode()
        DefragResultBytes(url=b'https://h/', fragment=b'a')
        """
        return self._converted(DefragResultBytes, "encode", encoding, errors)


class DefragResultBytes(_Result, _stdlib.DefragResultBytes):
    """A `DefragResult` with bytes."""

    def geturl(self) -> bytes:
        """Return the URL with its fragment.

        >>> urldefrag(b"HTTPS://h#a").geturl()
        b'https://h/#a'
        """
        return b"%b#%b" % self if _is_kept(self) else self.url

    def decode(self, encoding: str = "ascii", errors: str = "strict") -> DefragResult:
        """Return the same with str; *encoding* and *errors* are those of ``bytes.decode``.

        >>> urldefrag(b"https://h#a").decode()
        DefragResult(url='https://h/', fragment='a')
        """
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
    r"""Return the components of *url* as a browser reads them.

    They are serialized: the scheme and the domain of a special URL are lowercase, the port is left out if it is the
    scheme's default, and characters are percent-encoded where necessary. A relative reference has *scheme*. Without
    *allow_fragments*, ``#`` is an ordinary character, which is percent-encoded. With *missing_as_none*, a component
    that is missing is None, an empty one is "", and `geturl` returns the whole URL: ``foo:///a`` and ``https://h/?``
    stay.

    Raises:
        InvalidURL: For a string that does not parse.
        TypeError: For other types or both.

    >>> urlsplit(r"http:\\0x7f.1").netloc
    '127.0.0.1'
    """
    (text, default), is_str = _as_strings(url, scheme)
    result: SplitResult | SplitResultBytes = _made(
        SplitResult, split(text, default, allow_fragments), is_str, missing_as_none
    )
    return result


def _made(kind: type[Any], parts: Iterable[str | None], is_str: bool, keeps: bool) -> Any:  # noqa: ANN401 - as above
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
    """Do the same as `urlsplit`, with ``params`` as well.

    They are what follows ``;`` in the last segment of the path, for the schemes for which `urllib.parse` has them.
    *url*, *scheme*, *allow_fragments* and *missing_as_none* are those of `urlsplit`.

    >>> urlparse("https://h/a;b").params
    'b'
    """
    (text, default), is_str = _as_strings(url, scheme)
    of_scheme, netloc, path, query, fragment = split(text, default, allow_fragments)
    params = None
    if (of_scheme or "") in uses_params:
        folders, slash, last = path.rpartition("/")
        last, semicolon, rest = last.partition(";")
        path, params = folders + slash + last, rest if semicolon else None
    result: ParseResult | ParseResultBytes = _made(
        ParseResult, (of_scheme, netloc, path, params, query, fragment), is_str, missing_as_none
    )
    return result


def urlunsplit(components: Iterable[AnyStr | None], *, keep_empty: bool | None = None) -> AnyStr:
    """Return the URL of five *components*.

    No component changes another one: a delimiter is percent-encoded where it would. Without a scheme, the result is a
    relative reference. With *keep_empty*, only a component that is None is missing, and an empty one keeps its
    delimiter. The default is true for a result of `urlsplit` with ``missing_as_none``, and otherwise false.

    Raises:
        InvalidURL: If no URL has the components: an ``https`` URL needs a host, for example.
        ValueError: If there are more or fewer or if *components* do not say what is missing.
        TypeError: For other types.

    >>> urlunsplit(("https", "h", "a?b", "", ""))
    'https://h/a%3Fb'
    """
    (scheme, netloc, path, query, fragment), is_str, keeps = _given(components, keep_empty)
    text = unsplit(scheme or "", netloc, path or "", (query, fragment), keeps)
    return cast("AnyStr", text if is_str else text.encode("ascii"))


def urlunparse(components: Iterable[AnyStr | None], *, keep_empty: bool | None = None) -> AnyStr:
    """Do the same as `urlunsplit` with six *components*, of which the fourth is the ``params``.

    *keep_empty* is that of `urlunsplit`.

    >>> urlunparse(("https", "h", "a", "b", "", ""))
    'https://h/a;b'
    """
    (scheme, netloc, path, params, query, fragment), is_str, keeps = _given(components, keep_empty)
    path = (path or "") if params is None else f"{path or ''};{params}"
    text = unsplit(scheme or "", netloc, path, (query, fragment), keeps)
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


def urljoin(base: AnyStr, url: AnyStr | None, allow_fragments: bool = True) -> AnyStr:
    r"""Return the URL that *url* means in a page at *base*.

    Unlike in `urllib.parse`, *base* must be absolute, because browsers do not join relative references. If it is empty,
    *url* is returned as `urlsplit` reads it. *allow_fragments* is that of `urlsplit`.

    Raises:
        InvalidURL: If one of them does not parse.

    >>> urljoin("https://h/a", r"\\b")
    'https://b/'
    """
    (of_page, text), is_str = _as_strings(base, url)
    joined = URL(text, of_page).href if of_page else whole(text)
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
    """Return *url* without its fragment, and the fragment, both serialized.

    With *missing_as_none*, the fragment is None if there is none, and ``#`` stays in `geturl` if it is empty.

    Raises:
        InvalidURL: If it does not parse.

    >>> urldefrag("https://h/a#b")
    DefragResult(url='https://h/a', fragment='b')
    """
    (text,), is_str = _as_strings(url)
    without, number_sign, fragment = whole(text).partition("#")
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
            raise TypeError(f"the arguments must be str or bytes, not {type(part).__name__}{instead_of(part)}")
    return strings, is_str
