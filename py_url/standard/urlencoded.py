"""§5 application/x-www-form-urlencoded: the parser and the serializer.

In: bytes or a string such as ``a=1&b=2``. Out: a list of (name, value) tuples of str; and back.

Both work on the whole string where they can, not on each name and value.
"""

from __future__ import annotations

import re

from py_url.standard.infra.code_points import scalar_value_string
from py_url.standard.infra.encodings import get_an_output_encoding
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
    from collections.abc import Iterable, Sequence

# What stands for an "&" and a "=" that was percent-encoded, until the string is split at the others: no scalar value
# string holds a surrogate.
_AMPERSAND, _EQUALS_SIGN = "\ud800", "\ud801"
_decoded_runs = DecodedRuns({ord("&"): _AMPERSAND, ord("="): _EQUALS_SIGN})
_PERCENT_ENCODED_RUN = re.compile("(%[0-9A-Fa-f]{2}(?:%[0-9A-Fa-f]{2})*)")
# About so many code points are decoded at once: a pattern that repeats a group takes memory for each repetition.
_LONG = 65_536

# What stands behind names and pairs until the rest is encoded. Where data holds them as well, each name and value is
# encoded by itself.
_AFTER_NAME, _AFTER_PAIR = "\x00", "\x01"
_run_to_encode = FORM_URLENCODED_PERCENT_ENCODE_SET.run_besides(f" {_AFTER_NAME}{_AFTER_PAIR}")


def parse_urlencoded(input: bytes | str) -> list[tuple[str, str]]:
    """§5.1 *application/x-www-form-urlencoded parser*, and for a str §5.3's *string parser*.

    ``parse_urlencoded("a=1&b=%20&c") == [("a", "1"), ("b", " "), ("c", "")]``. Bytes that are not UTF-8 become U+FFFD.
    Raises TypeError for anything but bytes and str.
    """
    if isinstance(input, bytes):
        # A byte is what the code points below stand for: none of "&", "=" and "+" is part of a longer UTF-8 sequence.
        tuples = _split(input.decode("utf-8", "surrogateescape").replace("+", " "))
        return [(_decode_bytes(name), _decode_bytes(value)) for name, value in tuples]
    if not isinstance(input, str):
        raise TypeError(f"parse_urlencoded takes bytes or str, not {type(input).__name__}")
    string = scalar_value_string(input).replace("+", " ")
    if "%" not in string:
        return _split(string)
    if len(string) <= _LONG:
        return _decoded_tuples(string)
    output: list[tuple[str, str]] = []
    start = 0
    while start < len(string):
        end = string.find("&", start + _LONG)
        if end < 0:
            end = len(string)
        output += _decoded_tuples(string[start:end])
        start = end + 1
    return output


def _decoded_tuples(string: str) -> list[tuple[str, str]]:
    if len(string) > 2 * _LONG:
        return [(_decode(name), _decode(value)) for name, value in _split(string)]
    string = replace_runs(_PERCENT_ENCODED_RUN, _decoded_runs, string)
    tuples = _split(string)
    if _AMPERSAND not in string and _EQUALS_SIGN not in string:
        return tuples
    return [(_with_data(name), _with_data(value)) for name, value in tuples]


def _with_data(string: str) -> str:
    return string.replace(_AMPERSAND, "&").replace(_EQUALS_SIGN, "=")


def _decode(string: str) -> str:
    return percent_decode(string).decode("utf-8", "replace") if "%" in string else string


def _split(string: str) -> list[tuple[str, str]]:
    """The sequences between "&" that are not empty, each as what is before its first "=" and what is behind."""
    return [(name, value) for sequence in string.split("&") if sequence for name, _, value in [sequence.partition("=")]]


def _decode_bytes(string: str) -> str:
    return percent_decode(string.encode("utf-8", "surrogateescape")).decode("utf-8", "replace")


def serialize_urlencoded(tuples: Iterable[tuple[str, str]], encoding: str = "utf-8") -> str:
    """§5.2 *application/x-www-form-urlencoded serializer*: ``serialize_urlencoded([("a b", "ß")]) == "a+b=%C3%9F"``.

    *encoding* is a label of the Encoding Standard; it raises as `get_an_output_encoding` does.
    """
    pairs = [(scalar_value_string(name), scalar_value_string(value)) for name, value in tuples]
    encoding = get_an_output_encoding(encoding)
    if encoding == "UTF-8":
        return serialize_list(pairs)
    return "&".join([f"{_encode(encoding, name)}={_encode(encoding, value)}" for name, value in pairs])


def _encode(encoding: str, string: str) -> str:
    return percent_encode_after_encoding(encoding, string, FORM_URLENCODED_PERCENT_ENCODE_SET)


def serialize_list(tuples: Sequence[tuple[str, str]]) -> str:
    """The serializer in UTF-8, for names and values known to be scalar value strings."""
    string = _AFTER_PAIR.join([f"{name}{_AFTER_NAME}{value}" for name, value in tuples])
    if string.count(_AFTER_NAME) == len(tuples) and string.count(_AFTER_PAIR) == max(len(tuples) - 1, 0):
        encoded = replace_runs(_run_to_encode, encoded_runs, string).replace(" ", "+")
        return encoded.replace(_AFTER_NAME, "=").replace(_AFTER_PAIR, "&")
    encode = FORM_URLENCODED_PERCENT_ENCODE_SET.encode
    return "&".join([f"{encode(name)}={encode(value)}" for name, value in tuples])
