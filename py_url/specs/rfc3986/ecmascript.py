"""The URI handling functions of ECMAScript §19.2.6, which are older than RFC 3986 and keep the classes of RFC 2396.

Each takes a string and returns the string that a browser's function returns; an encoded one is ASCII. See
https://tc39.es/ecma262/#sec-uri-handling-functions.
"""

from __future__ import annotations

import re

from py_url.specs.grammar import ALPHA, DIGIT
from py_url.standard.infra.arguments import expect_str
from py_url.standard.infra.code_points import replaced, scalar_value_string
from py_url.standard.infra.percent_encoding import (
    PERCENT_ENCODED_UTF_8,
    percent_decode,
    percent_encode_octets,
)

_URI_MARK = "-_.!~*'()"
_URI_RESERVED = ";/?:@&=+$,"
_UNESCAPED_URI_COMPONENT = ALPHA + DIGIT + _URI_MARK
_UNESCAPED_URI = _UNESCAPED_URI_COMPONENT + _URI_RESERVED + "#"

_ENCODED = re.compile("[^" + re.escape(_UNESCAPED_URI) + "]+")
_ENCODED_COMPONENT = re.compile("[^" + re.escape(_UNESCAPED_URI_COMPONENT) + "]+")
_LONE_SURROGATE = re.compile("[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]")
_OCTETS_OR_PERCENT_SIGN = re.compile(f"{PERCENT_ENCODED_UTF_8}|%")
_PRESERVED = _URI_RESERVED + "#"


def encode_uri(uri: str) -> str:
    """Encode a whole URI, *uri*, as ``encodeURI`` does. Delimiters stay as they are.

    Raises:
        TypeError: If *uri* is not a str.
        ValueError: For a lone surrogate. A browser throws a URIError.

    >>> encode_uri("a b?é")
    'a%20b?%C3%A9'
    """
    return _encode(uri, _ENCODED)


def encode_uri_component(component: str) -> str:
    """Encode a part of a URI, *component*, as ``encodeURIComponent`` does.

    Raises:
        TypeError: If *component* is not a str.
        ValueError: For a lone surrogate. A browser throws a URIError.

    >>> encode_uri_component("a/b c")
    'a%2Fb%20c'
    """
    return _encode(component, _ENCODED_COMPONENT)


def decode_uri(encoded: str) -> str:
    """Decode a whole URI, *encoded*, as ``decodeURI`` does. Delimiters stay encoded.

    Raises:
        TypeError: If *encoded* is not a str.
        ValueError: For a ``%`` without two hexadecimal digits and for octets that are not UTF-8. A browser throws a
            URIError.

    >>> decode_uri("%2F%C3%A9")
    '%2Fé'
    """
    return _decode(encoded, _PRESERVED)


def decode_uri_component(encoded: str) -> str:
    """Decode a part of a URI, *encoded*, as ``decodeURIComponent`` does.

    Raises:
        TypeError: If *encoded* is not a str.
        ValueError: For a ``%`` without two hexadecimal digits and for octets that are not UTF-8. A browser throws a
            URIError.

    >>> decode_uri_component("a%2Fb")
    'a/b'
    """
    return _decode(encoded, "")


def expect_scalar_values(string: str) -> str:
    """Return *string* with each surrogate pair joined, as the pair is one code point in JavaScript.

    Raises TypeError if *string* is not a str, and ValueError for a lone surrogate.
    """
    if not expect_str(string, "the string to encode").isascii():
        lone = _LONE_SURROGATE.search(string)
        if lone:
            raise ValueError(f"UTF-8 cannot encode the lone surrogate at {lone.start()}; remove it")
    return scalar_value_string(string)


def _encode(string: str, run: re.Pattern[str]) -> str:
    return replaced(run, lambda match: percent_encode_octets(match[0].encode()), expect_scalar_values(string))


def _decode(string: str, preserved: str) -> str:
    string = expect_str(string, "the string to decode")
    return replaced(_OCTETS_OR_PERCENT_SIGN, lambda run: _decode_run(run, preserved), string)


def _decode_run(run: re.Match[str], preserved: str) -> str:
    if run[0] == "%":
        raise ValueError(f"expected two hexadecimal digits after the '%' at {run.start()}; write '%25' for '%'")
    try:
        decoded = percent_decode(run[0]).decode()
    except UnicodeDecodeError as error:
        at = run.start() + 3 * error.start
        raise ValueError(f"the percent-encoded octets at {at} are not UTF-8") from None
    if not any(char in preserved for char in decoded):
        return decoded
    # A preserved character is a single octet, and keeps its hexadecimal digits as written.
    output, octet = [], 0
    for char in decoded:
        output.append(run[0][3 * octet : 3 * octet + 3] if char in preserved else char)
        octet += len(char.encode())
    return "".join(output)
