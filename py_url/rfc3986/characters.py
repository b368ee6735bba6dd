"""RFC 3986 §2 Characters: its classes as data, those of the RFCs before it, and percent-encoding by class.

In: a string, and the characters that are to stay as they are. Out: an ASCII string, or what it was made of.
"""

from __future__ import annotations

import re
from types import MappingProxyType

from py_url.grammar import ALPHA, DIGIT, expect_one_of, expect_str
from py_url.rfc3986.ecmascript import encode_uri_component
from py_url.standard.infra.code_points import scalar_value_string
from py_url.standard.infra.percent_encoding import (
    percent_decode as percent_decode,  # noqa: PLC0414 - it is one of §2's two
    percent_encode_octets,
)

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import Literal, TypeAlias

    Purpose: TypeAlias = Literal["query", "parameter", "form", "mailto", "component"]

# §2.2, §2.3; each is a string of the characters in the class, in the order of the grammar.
UNRESERVED = ALPHA + DIGIT + "-._~"
GEN_DELIMS = ":/?#[]@"
SUB_DELIMS = "!$&'()*+,;="
RESERVED = GEN_DELIMS + SUB_DELIMS

# §3: what each component takes as it is, beside pct-encoded.
USERINFO = UNRESERVED + SUB_DELIMS + ":"
REG_NAME = UNRESERVED + SUB_DELIMS
PCHAR = UNRESERVED + SUB_DELIMS + ":@"
PATH = PCHAR + "/"
QUERY = PCHAR + "/?"
FRAGMENT = QUERY

# RFC 6068 §2: what a header field of a mailto URI takes as it is: qchar, but for ";", which is to be encoded.
MAILTO_FIELD = UNRESERVED + "!$'()*+,:@"

_MARK = "-_.!~*'()"

_RFC_2396_UNRESERVED = ALPHA + DIGIT + _MARK
_RFC_2396: Mapping[str, str] = {
    "unreserved": _RFC_2396_UNRESERVED,
    "mark": _MARK,
    "reserved": ";/?:@&=+$,",
    "delims": '<>#%"',
    "unwise": "{}|\\^[]`",
    "control": "".join(map(chr, range(0x20))) + "\x7f",
    "space": " ",
    "pchar": _RFC_2396_UNRESERVED + ":@&=+$,",
    "query": _RFC_2396_UNRESERVED + ";/?:@&=+$,",
    "fragment": _RFC_2396_UNRESERVED + ";/?:@&=+$,",
}

#: The same classes in each generation of the generic syntax. What an RFC has no class for is not a key of it.
GENERATIONS: Mapping[str, Mapping[str, str]] = MappingProxyType(
    {
        "RFC 2396": MappingProxyType(_RFC_2396),
        # For the literal addresses of IPv6 "[" and "]" are no longer unwise but reserved; nothing else is new.
        "RFC 2732": MappingProxyType(
            {
                **_RFC_2396,
                "reserved": _RFC_2396["reserved"] + "[]",
                "unwise": "{}|\\^`",
                "query": _RFC_2396["query"] + "[]",
                "fragment": _RFC_2396["fragment"] + "[]",
            }
        ),
        "RFC 3986": MappingProxyType(
            {
                "unreserved": UNRESERVED,
                "gen-delims": GEN_DELIMS,
                "sub-delims": SUB_DELIMS,
                "reserved": RESERVED,
                "pchar": PCHAR,
                "query": QUERY,
                "fragment": FRAGMENT,
            }
        ),
    }
)

# But for one that a stray "%" before it would become another octet with, when it is decoded.
_PERCENT_ENCODED = re.compile("(?<!%)(?<!%[0-9A-Fa-f])%([0-9A-Fa-f]{2})")
_UNRESERVED_OCTETS = {f"{ord(char):02X}": char for char in UNRESERVED}
_LOWER_CASE_HEX = re.compile("%(?:[a-f][0-9A-Fa-f]|[0-9A-F][a-f])")


def percent_encode(string: str, keep: str = UNRESERVED) -> str:
    """§2.1, §2.4 *string* with every character percent-encoded, in UTF-8, but those in *keep*.

    A ``%`` is encoded too, unless *keep* has it: ``percent_encode("50% á") == "50%25%20%C3%A1"``. Raises TypeError for
    another type, ValueError for a surrogate, which UTF-8 has no octets for.
    """
    kept = frozenset(expect_str(keep, "keep"))
    try:
        expect_str(string, "what is encoded").encode()
    except UnicodeEncodeError as error:
        raise ValueError(f"a surrogate is at {error.start}, which UTF-8 cannot encode") from None
    return string.translate({ord(char): percent_encode_octets(char.encode()) for char in set(string) - kept})


def decode_unreserved(string: str) -> str:
    """§2.3, §6.2.2.2 Decode every percent-encoded octet of an unreserved character: ``%7Ea%2F`` becomes ``~a%2F``."""
    return _PERCENT_ENCODED.sub(
        lambda match: _UNRESERVED_OCTETS.get(match[1].upper(), match[0]), expect_str(string, "what is decoded")
    )


def upper_case_percent_encodings(string: str) -> str:
    """§6.2.2.1 Write the hexadecimal digits of every percent-encoded octet in upper case: ``%3a`` becomes ``%3A``."""
    return _LOWER_CASE_HEX.sub(lambda match: match[0].upper(), expect_str(string, "what is changed"))


# What may stay as it is in the value of a query's parameter, by what will read the query.
_QUERY_VALUES: dict[str, str] = {
    # One value and nothing beside it: all that a query may hold.
    "query": QUERY,
    # One of several, separated by "&", or by ";" as HTML 4 advised, its name before "=". "+" is read as a space.
    "parameter": "".join(char for char in QUERY if char not in "&;=+"),
    # Of an application/x-www-form-urlencoded form, as the URL Standard §5 writes it; a space becomes "+".
    "form": ALPHA + DIGIT + "*-._",
    "mailto": MAILTO_FIELD,
    # Of ECMAScript's encodeURIComponent, which does it.
    "component": ALPHA + DIGIT + _MARK,
}


def escape_query_value(value: str, purpose: Purpose = "parameter") -> str:
    """What stands for *value* in a query: percent-encoded, but for what it may hold by *purpose*.

    ``query``: the whole query, of no inner form. ``parameter``: a name or a value among ``name=value`` pairs with ``&``
    or ``;`` between them. ``form``: the same as an HTML form sends it, where a space is ``+``. ``mailto``: a header
    field's value in a mailto URI, where ``+`` is a plus sign and a line break ``%0D%0A``. ``component``: as
    JavaScript's encodeURIComponent.

    Raises TypeError for a value of another type, ValueError for another purpose and, but for ``form``, which makes
    U+FFFD of it, for a lone surrogate.
    """
    expect_one_of(purpose, _QUERY_VALUES, "a purpose")
    if purpose == "component":
        return encode_uri_component(value)
    if purpose == "form":
        return percent_encode(scalar_value_string(value), _QUERY_VALUES[purpose] + " ").replace(" ", "+")
    if purpose == "mailto":
        value = re.sub("\r\n|\r|\n", "\r\n", expect_str(value, "a value"))
    return percent_encode(value, _QUERY_VALUES[purpose])
