"""Header lists as Fetch §2.2.2 reads them: the values of a name, as strings.

See https://fetch.spec.whatwg.org/#terminology-headers.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping

from py_url.specs.grammar import HTTP_WHITESPACE
from py_url.standard.infra.code_points import ascii_lowercase, plain_str

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import TypeAlias

HeaderText: TypeAlias = bytes | str
HeaderList: TypeAlias = Iterable[tuple[HeaderText, HeaderText]] | Mapping[str, str] | Mapping[bytes, bytes]

HTTP_TAB_OR_SPACE = "\t "
# A quoted string may lack its closing quote, and its last backslash may escape nothing.
_UP_TO_A_COMMA = re.compile(r'(?:[^",]++|"(?:[^"\\]++|\\.)*+(?:"|\\?\Z))*+', re.DOTALL)


def isomorphic_decode(value: bytes | str, what: str) -> str:
    """Infra's *isomorphic decode*: each byte becomes the code point of the same value. A str is already decoded.

    Raises TypeError if *value* has another type, and ValueError for a str that no bytes decode to; *what* names it in
    both. https://infra.spec.whatwg.org/#isomorphic-decode
    """
    if isinstance(value, bytes):
        return value.decode("latin-1")
    if not isinstance(value, str):
        raise TypeError(f"{what} must be bytes or a str, not {type(value).__name__}")
    value = plain_str(value)
    if not value.isascii() and max(value) > "\xff":
        raise ValueError(f"{what} must have no code point above U+00FF: decode the bytes of headers as Latin-1")
    return value


def values_of(name: str, headers: HeaderList) -> list[str]:
    """Return the values of the headers with this lowercase *name*, isomorphic decoded and without white space around
    them (*normalize*), in order.

    Raises TypeError if *headers* are neither pairs nor a mapping, or a name or a value is neither bytes nor a str, and
    ValueError for one that no bytes decode to.
    """
    return [
        isomorphic_decode(value, f"the value of {name!r}").strip(HTTP_WHITESPACE)
        for key, value in _pairs(headers)
        if ascii_lowercase(isomorphic_decode(key, "the name of a header")) == name
    ]


def _pairs(headers: HeaderList) -> Iterator[tuple[HeaderText, HeaderText]]:
    if isinstance(headers, str | bytes) or not isinstance(headers, Iterable):
        raise TypeError(f"the headers must be pairs of a name and a value, or a mapping, not {type(headers).__name__}")
    for header in headers.items() if isinstance(headers, Mapping) else headers:
        if not isinstance(header, tuple | list) or len(header) != 2:
            raise TypeError(f"a header must be a pair of a name and a value, not {type(header).__name__}")
        yield header[0], header[1]


def split_on_commas(value: str) -> list[str]:
    """*get, decode, and split*: split the decoded *value* of a header on the commas that are not in a quoted string.

    https://fetch.spec.whatwg.org/#header-value-get-decode-and-split
    """
    values = []
    position = 0
    while position <= len(value):
        match = _UP_TO_A_COMMA.match(value, position)
        assert match is not None, "the pattern matches the empty string"
        values.append(match[0].strip(HTTP_TAB_OR_SPACE))
        position = match.end() + 1
    return values
