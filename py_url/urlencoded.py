"""§5 application/x-www-form-urlencoded: the parser and the serializer.

In: bytes or a string such as ``a=1&b=2``. Out: a list of (name, value) tuples of str; and back.
"""

from __future__ import annotations

from py_url.infra.code_points import scalar_value_string
from py_url.infra.encodings import get_an_output_encoding
from py_url.infra.percent_encoding import (
    FORM_URLENCODED_PERCENT_ENCODE_SET,
    percent_decode,
    percent_encode_after_encoding,
)

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable


def parse_urlencoded(input: bytes | str) -> list[tuple[str, str]]:
    """§5.1 *application/x-www-form-urlencoded parser*, and for a str §5.3's *string parser*.

    ``parse_urlencoded("a=1&b=%20&c") == [("a", "1"), ("b", " "), ("c", "")]``. Bytes that are not UTF-8 become U+FFFD.
    Raises TypeError for anything but bytes and str.
    """
    if isinstance(input, bytes):
        # A byte is what the code points below stand for: none of "&", "=" and "+" is part of a longer UTF-8 sequence.
        input = input.decode("utf-8", "surrogateescape")
        decode = _decode_bytes
    elif isinstance(input, str):
        input = scalar_value_string(input)
        decode = _decode
    else:
        raise TypeError(f"parse_urlencoded takes bytes or str, not {type(input).__name__}")
    output = []
    for sequence in input.replace("+", " ").split("&"):
        if sequence:
            name, _, value = sequence.partition("=")
            output.append((decode(name), decode(value)))
    return output


def _decode(string: str) -> str:
    return percent_decode(string).decode("utf-8", "replace") if "%" in string else string


def _decode_bytes(string: str) -> str:
    return percent_decode(string.encode("utf-8", "surrogateescape")).decode("utf-8", "replace")


def serialize_urlencoded(tuples: Iterable[tuple[str, str]], encoding: str = "utf-8") -> str:
    """§5.2 *application/x-www-form-urlencoded serializer*: ``serialize_urlencoded([("a b", "ß")]) == "a+b=%C3%9F"``.

    *encoding* is a label of the Encoding Standard; it raises as `get_an_output_encoding` does.
    """
    pairs = ((scalar_value_string(name), scalar_value_string(value)) for name, value in tuples)
    encoding = get_an_output_encoding(encoding)
    if encoding == "UTF-8":
        return serialize_list(pairs)
    return "&".join([f"{_encode(encoding, name)}={_encode(encoding, value)}" for name, value in pairs])


def _encode(encoding: str, string: str) -> str:
    return percent_encode_after_encoding(encoding, string, FORM_URLENCODED_PERCENT_ENCODE_SET)


def serialize_list(tuples: Iterable[tuple[str, str]]) -> str:
    """The serializer in UTF-8, for names and values known to be scalar value strings."""
    encode = FORM_URLENCODED_PERCENT_ENCODE_SET.encode
    return "&".join([f"{encode(name)}={encode(value)}" for name, value in tuples])
