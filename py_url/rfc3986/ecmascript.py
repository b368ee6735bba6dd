"""ECMAScript §19.2.6 URI Handling Functions, which are older than RFC 3986 and keep to RFC 2396's classes.

In: a string. Out: a string; an encoded one is ASCII. Both agree with a browser's for every string.
"""

from __future__ import annotations

import re

from py_url.grammar import ALPHA, DIGIT, expect_str
from py_url.standard.infra.code_points import scalar_value_string
from py_url.standard.infra.percent_encoding import percent_decode, percent_encode_octets

_URI_MARK = "-_.!~*'()"
_URI_RESERVED = ";/?:@&=+$,"
_UNESCAPED_URI_COMPONENT = ALPHA + DIGIT + _URI_MARK
_UNESCAPED_URI = _UNESCAPED_URI_COMPONENT + _URI_RESERVED + "#"

_ENCODED = re.compile("[^" + re.escape(_UNESCAPED_URI) + "]+")
_ENCODED_COMPONENT = re.compile("[^" + re.escape(_UNESCAPED_URI_COMPONENT) + "]+")
_LONE_SURROGATE = re.compile("[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]")
_OCTETS = re.compile("(?:%[0-9A-Fa-f]{2})+")
_PRESERVED = _URI_RESERVED + "#"


def encode_uri(uri: str) -> str:
    """§19.2.6.4 *encodeURI*: ``encode_uri("a b?é") == "a%20b?%C3%A9"``; what separates components stays as it is.

    Raises TypeError for what is no str, and ValueError (there a URIError) for a lone surrogate.
    """
    return _encode(uri, _ENCODED)


def encode_uri_component(component: str) -> str:
    """§19.2.6.5 *encodeURIComponent*: ``encode_uri_component("a/b c") == "a%2Fb%20c"``.

    Raises TypeError for what is no str, and ValueError (there a URIError) for a lone surrogate.
    """
    return _encode(component, _ENCODED_COMPONENT)


def decode_uri(encoded: str) -> str:
    """§19.2.6.2 *decodeURI*: what separates components stays encoded: ``decode_uri("%2F%C3%A9") == "%2Fé"``.

    Raises TypeError for what is no str, and ValueError (there a URIError) for what is not UTF-8 percent-encoded.
    """
    return _decode(encoded, _PRESERVED)


def decode_uri_component(encoded: str) -> str:
    """§19.2.6.3 *decodeURIComponent*: ``decode_uri_component("a%2Fb") == "a/b"``.

    Raises TypeError for what is no str, and ValueError (there a URIError) for what is not UTF-8 percent-encoded.
    """
    return _decode(encoded, "")


def _encode(string: str, run: re.Pattern[str]) -> str:
    lone = _LONE_SURROGATE.search(expect_str(string, "what is encoded"))
    if lone:
        raise ValueError(f"a lone surrogate is at {lone.start()}, which UTF-8 cannot encode")
    # Two surrogates in a row are one code point in JavaScript, and there are no others.
    return run.sub(lambda match: percent_encode_octets(match[0].encode()), scalar_value_string(string))


def _decode(string: str, preserved: str) -> str:
    expect_str(string, "what is decoded")
    output, place = [], 0
    while (percent := string.find("%", place)) >= 0:
        output.append(string[place:percent])
        run = _OCTETS.match(string, percent)
        if run is None:
            raise ValueError(f"two hexadecimal digits are expected after the '%' at {percent}")
        output.append(_decode_run(run, preserved))
        place = run.end()
    return "".join(output) + string[place:]


def _decode_run(run: re.Match[str], preserved: str) -> str:
    try:
        decoded = percent_decode(run[0]).decode()
    except UnicodeDecodeError as error:
        at = run.start() + 3 * error.start
        raise ValueError(f"the octets at {at} are not UTF-8") from None
    if not any(char in preserved for char in decoded):
        return decoded
    # A character that is preserved keeps the very digits that stood for it, and is one octet.
    output, octet = [], 0
    for char in decoded:
        output.append(run[0][3 * octet : 3 * octet + 3] if char in preserved else char)
        octet += len(char.encode())
    return "".join(output)
