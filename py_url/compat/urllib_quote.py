"""The half of `urllib.parse` that works on text: percent-encoding, and the names and values of a query.

`py_url.compat.urllib_parse` has these functions too, and those that split URLs.
https://docs.python.org/3/library/urllib.parse.html#url-quoting
"""

from __future__ import annotations

import urllib.parse as _stdlib
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, AnyStr, TypeAlias, TypeVar, cast

from py_url.api.url import URL
from py_url.standard.infra.code_points import scalar_value_string

Query: TypeAlias = Mapping[Any, Any] | Sequence[tuple[Any, Any]]
_Text = TypeVar("_Text", str, bytes, bytearray, "str | bytes", "str | bytes | bytearray")


def _scalar(string: _Text) -> _Text:
    """Return bytes as they are, and a str without lone surrogates."""
    if isinstance(string, str):
        return scalar_value_string(string)
    if not isinstance(string, bytes | bytearray):
        raise TypeError(f"the argument must be str or bytes, not {type(string).__name__}{instead_of(string)}")
    return string


def instead_of(value: object) -> str:
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
    """Return the names and values in the query *qs*.

    With *keep_blank_values*, they are those of a browser's `py_url.URLSearchParams`; without it, as by default in
    `urllib.parse`, the pairs with an empty value are left out. *strict_parsing*, *encoding*, *errors*, *max_num_fields*
    and *separator* have no counterpart in a browser, and mean what they do there.

    >>> parse_qsl("a=1&b=%20&c")
    [('a', '1'), ('b', ' ')]
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
    """Do the same as `parse_qsl`, with a list of the values of each name.

    *qs*, *keep_blank_values*, *strict_parsing*, *encoding*, *errors*, *max_num_fields* and *separator* are those of
    `parse_qsl`.

    >>> parse_qs("a=1&a=2")
    {'a': ['1', '2']}
    """
    values: dict[AnyStr, list[AnyStr]] = {}
    for name, value in parse_qsl(qs, keep_blank_values, strict_parsing, encoding, errors, max_num_fields, separator):
        values.setdefault(name, []).append(value)
    return values


def unquote(string: str | bytes, encoding: str = "utf-8", errors: str = "replace") -> str:
    """Percent-decode *string*, and decode the bytes with *encoding* and *errors*.

    >>> unquote("%C3%BC%zz")
    'ü%zz'
    """
    return _stdlib.unquote(_scalar(string), encoding, errors)


def unquote_plus(string: str, encoding: str = "utf-8", errors: str = "replace") -> str:
    """Do the same as `unquote` for *string*, *encoding* and *errors*, with a space for each ``+``.

    Raises:
        TypeError: If *string* is not a str.

    >>> unquote_plus("a+%C3%BC")
    'a ü'
    """
    if not isinstance(string, str):
        raise TypeError(f"the argument must be a str, not {type(string).__name__}")
    return unquote(string.replace("+", " "), encoding, errors)


def unquote_to_bytes(string: str | bytes | bytearray) -> bytes:
    r"""Percent-decode *string*; a str is encoded in UTF-8.

    >>> unquote_to_bytes("a%FF")
    b'a\xff'
    """
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

    >>> quote("a b/ü")
    'a%20b/%C3%BC'
    """
    return _stdlib.quote(_encodable(string, encoding, errors), _characters(safe), encoding, errors)


def quote_plus(
    string: str | bytes | bytearray,
    safe: str | Iterable[int] = "",
    encoding: str | None = None,
    errors: str | None = None,
) -> str:
    """Percent-encode *string* as a browser's forms and URLSearchParams do, except for the characters *safe*.

    They write a space as ``+``, encode ``~``, and leave ``*`` alone. *encoding* and *errors* are those of `quote`.

    >>> quote_plus("a b~*")
    'a+b%7E*'
    """
    kept = _characters(safe)
    quoted = _stdlib.quote_plus(_encodable(string, encoding, errors), f"{kept}*", encoding, errors)
    return quoted if "~" in kept else quoted.replace("~", "%7E")


def quote_from_bytes(bs: bytes | bytearray, safe: str | Iterable[int] = "/") -> str:
    """Do the same as `quote` with bytes, except for the characters *safe*.

    Raises:
        TypeError: If *bs* is neither bytes nor a bytearray.

    >>> quote_from_bytes(b"a b/")
    'a%20b/'
    """
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
    """Return a query of names and values, as a browser's URLSearchParams serializes it.

    *query*, *doseq*, *safe*, *encoding*, *errors* and *quote_via* are those of `urllib.parse`.

    >>> urlencode({"q": "a b", "page": 2})
    'q=a+b&page=2'
    """
    return _stdlib.urlencode(query, doseq, cast("str", safe), encoding, cast("str", errors), quote_via)
