"""§5 application/x-www-form-urlencoded: the parser and the serializer.

The parser takes bytes or a string such as ``a=1&b=2`` and returns a list of (name, value) tuples of str. The serializer
does the reverse. If possible, both process the whole string at once, which is faster than one name or value at a time.
https://url.spec.whatwg.org/#application/x-www-form-urlencoded
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Set
from functools import cache

from py_url.standard.infra.code_points import LONG, scalar_value_string
from py_url.standard.infra.integers import integer_of
from py_url.standard.infra.percent_encoding import (
    FORM_URLENCODED_PERCENT_ENCODE_SET,
    DecodedRuns,
    encoded_runs,
    percent_decode,
    percent_encode_after_encoding,
    replace_runs,
)

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import TypeAlias

# Not any iterables: a str is one, and so a list of strings would be a list of pairs.
Pairs: TypeAlias = Iterable[tuple[str, str | int] | list[str]] | Mapping[str, str] | Mapping[str, str | int]

# Placeholders for a percent-encoded "&" and "=" until the string is split at the others. Surrogates are free for that,
# because no scalar value string contains one.
_AMPERSAND, _EQUALS_SIGN = "\ud800", "\ud801"
_decoded_runs = DecodedRuns({ord("&"): _AMPERSAND, ord("="): _EQUALS_SIGN})

# Placeholders for the delimiters after names and pairs until the rest is encoded. If the data contains one of them,
# each name and value is encoded separately.
_AFTER_NAME, _AFTER_PAIR = "\x00", "\x01"
# The last step, as a table for `bytes.translate`. A space is written as "+".
_WITH_DELIMITERS = bytes.maketrans(f"{_AFTER_NAME}{_AFTER_PAIR} ".encode(), b"=&+")


def parse_urlencoded(input: bytes | str) -> list[tuple[str, str]]:
    """§5.1 *application/x-www-form-urlencoded parser*, and for a str §5.3's *string parser*.

    Bytes that are not UTF-8 become U+FFFD.

    https://url.spec.whatwg.org/#concept-urlencoded-parser and
    https://url.spec.whatwg.org/#concept-urlencoded-string-parser

    Raises:
        TypeError: If *input* is neither bytes nor a str.

    >>> parse_urlencoded("a=1&b=%20&c")
    [('a', '1'), ('b', ' '), ('c', '')]
    """
    if isinstance(input, bytes):
        # As text with a character for each byte: no "&", "=" or "+" is part of a longer UTF-8 sequence.
        tuples = _split(input.decode("latin-1").replace("+", " "))
        return [(_decode_bytes(name), _decode_bytes(value)) for name, value in tuples]
    if not isinstance(input, str):
        raise TypeError(f"parse_urlencoded takes bytes or a str, not {type(input).__name__}")
    string = scalar_value_string(input).replace("+", " ")
    if "%" not in string:
        return _split(string)
    if len(string) <= LONG:
        return _decoded_tuples(string)
    output: list[tuple[str, str]] = []
    start = 0
    while start < len(string):
        end = string.find("&", start + LONG)
        if end < 0:
            end = len(string)
        output += _decoded_tuples(string[start:end])
        start = end + 1
    return output


def _decoded_tuples(string: str) -> list[tuple[str, str]]:
    if len(string) > 2 * LONG:
        return [(_decode(name), _decode(value)) for name, value in _split(string)]
    string = replace_runs(_percent_encoded_run(), _decoded_runs, string)
    tuples = _split(string)
    if _AMPERSAND in string or _EQUALS_SIGN in string:
        for index, (name, value) in enumerate(tuples):
            if not name.isascii() or not value.isascii():
                tuples[index] = _with_data(name), _with_data(value)
    return tuples


# Both patterns are compiled on first use: a program may parse URLs and no queries.
@cache
def _percent_encoded_run() -> re.Pattern[str]:
    return re.compile("(%[0-9A-Fa-f]{2}(?:%[0-9A-Fa-f]{2})*)")


@cache
def _run_to_encode() -> re.Pattern[str]:
    return FORM_URLENCODED_PERCENT_ENCODE_SET.run_besides(f" {_AFTER_NAME}{_AFTER_PAIR}")


def _with_data(string: str) -> str:
    return string.replace(_AMPERSAND, "&").replace(_EQUALS_SIGN, "=")


def _decode(string: str) -> str:
    return percent_decode(string).decode("utf-8", "replace") if "%" in string else string


def _split(string: str) -> list[tuple[str, str]]:
    """Split *string* at "&" into sequences, skip empty ones, and split each at its first "="."""
    return [(name, value) for sequence in string.split("&") if sequence for name, _, value in [sequence.partition("=")]]


def _decode_bytes(string: str) -> str:
    return percent_decode(string.encode("latin-1")).decode("utf-8", "replace")


def list_of_pairs(pairs: Pairs) -> list[tuple[str, str]]:
    """Return the pairs of names and values that an iterable of pairs or a mapping has, as scalar value strings.

    A value may also be an int. Raises TypeError for anything else, str included, and for a mapping whose pairs cannot
    all be found.
    """
    if type(pairs) not in (dict, list, tuple):
        from py_url.standard.infra.foreign import pairs_of

        pairs = pairs_of(pairs)
    if isinstance(pairs, dict):
        # As for a record of Web IDL: if two names become equal, the first place and the last value are kept.
        return list({_name(name): _value(name, value) for name, value in pairs.items()}.items())
    if isinstance(pairs, (str, bytes, bytearray, memoryview)) or not isinstance(pairs, Iterable):
        hint = "; write url.search_params" if hasattr(pairs, "search_params") else ""
        if isinstance(pairs, (bytes, bytearray, memoryview)):
            hint = "; decode it first"
        raise TypeError(f"names and values must be an iterable of pairs or a mapping, not {_kind_of(pairs)}{hint}")
    return [_pair(item) for item in pairs]


def _pair(item: object) -> tuple[str, str]:
    pair = None if isinstance(item, (str, Set, Mapping)) or not isinstance(item, Iterable) else list(item)
    if pair is None or len(pair) != 2:
        found = _kind_of(item) if pair is None else f"{len(pair)} values"
        raise TypeError(f"each parameter must be a pair of name and value, such as ('a', '1'), not {found}")
    name, value = pair
    return _name(name), _value(name, value)


def _name(name: object) -> str:
    if not isinstance(name, str):
        raise TypeError(f"the name of a parameter must be a str, not {_kind_of(name)}")
    return scalar_value_string(name)


def _value(name: str, value: object) -> str:
    if type(value) is not str:
        try:
            value = text_of(value)
        except TypeError:
            from py_url.standard.infra.foreign import wrong_value

            raise wrong_value(name, value) from None
    return scalar_value_string(value)


def _kind_of(value: object) -> str:
    from py_url.standard.infra.foreign import kind_of

    return kind_of(value)


def text_of(value: object) -> str:
    """Return a str as it is, and an int in decimal, as JavaScript does.

    Raises TypeError for anything else: JavaScript writes a float, a bool and None in another way than Python.
    """
    if isinstance(value, str):
        return value
    number = integer_of(value)
    if number is None:
        raise TypeError(f"expected a str or an int, not {type(value).__name__}")
    return int.__repr__(number)


def serialize_urlencoded(tuples: Pairs, encoding: str = "utf-8") -> str:
    """§5.2 *application/x-www-form-urlencoded serializer*.

    *tuples* is an iterable of (name, value) pairs or a mapping of names to values. Each is a str; a value may also be
    an int. *encoding* is a label of the Encoding Standard.

    https://url.spec.whatwg.org/#concept-urlencoded-serializer

    Raises the errors of `get_an_output_encoding`, and TypeError for anything else.

    >>> serialize_urlencoded([("a b", "ß")])
    'a+b=%C3%9F'
    """
    from py_url.standard.infra.encodings import get_an_output_encoding

    pairs = list_of_pairs(tuples)
    encoding = get_an_output_encoding(encoding)
    if encoding == "UTF-8":
        return serialize_list(pairs)
    return "&".join([f"{_encode(encoding, name)}={_encode(encoding, value)}" for name, value in pairs])


def _encode(encoding: str, string: str) -> str:
    return percent_encode_after_encoding(encoding, string, FORM_URLENCODED_PERCENT_ENCODE_SET)


def serialize_list(tuples: Sequence[tuple[str, str]]) -> str:
    """Serialize in UTF-8 names and values that are known to be scalar value strings."""
    string = _AFTER_PAIR.join([f"{name}{_AFTER_NAME}{value}" for name, value in tuples])
    if string.count(_AFTER_NAME) == len(tuples) and string.count(_AFTER_PAIR) == max(len(tuples) - 1, 0):
        return replace_runs(_run_to_encode(), encoded_runs, string).encode().translate(_WITH_DELIMITERS).decode()
    encode = FORM_URLENCODED_PERCENT_ENCODE_SET.encode
    return "&".join([f"{encode(name)}={encode(value)}" for name, value in tuples])
