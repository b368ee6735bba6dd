"""The character classes of RFC 3986 §2 and of the RFCs before it, and percent-encoding by class.

See https://www.rfc-editor.org/rfc/rfc3986#section-2.
"""

from __future__ import annotations

import re
from types import MappingProxyType
from typing import Literal, TypeAlias

from py_url.specs.grammar import ALPHA, DIGIT
from py_url.specs.rfc3986.ecmascript import encode_uri_component, expect_scalar_values
from py_url.standard.infra.arguments import expect_one_of, expect_str
from py_url.standard.infra.code_points import replaced, scalar_value_string
from py_url.standard.infra.percent_encoding import (
    percent_decode as percent_decode,  # noqa: PLC0414 - for export
    percent_encode_octets,
)

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping

Purpose: TypeAlias = Literal["query", "parameter", "form", "mailto", "component"]

# §2.2 and §2.3. Each class is a string of its characters, in the order of the grammar.
UNRESERVED = ALPHA + DIGIT + "-._~"
GEN_DELIMS = ":/?#[]@"
SUB_DELIMS = "!$&'()*+,;="
RESERVED = GEN_DELIMS + SUB_DELIMS

# §3: the characters of each component, in addition to percent-encoded octets.
USERINFO = UNRESERVED + SUB_DELIMS + ":"
REG_NAME = UNRESERVED + SUB_DELIMS
PCHAR = UNRESERVED + SUB_DELIMS + ":@"
PATH = PCHAR + "/"
QUERY = PCHAR + "/?"
FRAGMENT = QUERY

# RFC 6068 §2: the characters that need no percent-encoding in a header field: those of qchar except ";".
MAILTO_FIELD = UNRESERVED + "!$'()*+,:@"

_MARK = "-_.!~*'()"

_RFC_2396_UNRESERVED = ALPHA + DIGIT + _MARK
_RFC_2396: Mapping[str, str] = {
    "ALPHA": ALPHA,
    "DIGIT": DIGIT,
    "alphanum": ALPHA + DIGIT,
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

#: The character classes of each generation of the generic syntax, by RFC and by the RFC's name for the class.
GENERATIONS: Mapping[str, Mapping[str, str]] = MappingProxyType(
    {
        "RFC 2396": MappingProxyType(_RFC_2396),
        # RFC 2732 only moves "[" and "]" from unwise to reserved, for the addresses of IPv6.
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
                "ALPHA": ALPHA,
                "DIGIT": DIGIT,
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

# Skips an octet after a stray "%": decoded, it could complete another one, as "%4%31" would become "%41".
_PERCENT_ENCODED = re.compile("(?<!%)(?<!%[0-9A-Fa-f])%([0-9A-Fa-f]{2})")
_UNRESERVED_OCTETS = {f"{ord(char):02X}": char for char in UNRESERVED}
_LOWER_CASE_HEX = re.compile("%(?:[a-f][0-9A-Fa-f]|[0-9A-F][a-f])")


def percent_encode(string: str, keep: str = UNRESERVED) -> str:
    """Percent-encode, as UTF-8, every character of *string* that is not in *keep* (§2.1, §2.4).

    ``%`` is encoded too, unless it is in *keep*.

    Raises:
        TypeError: If an argument is not a str.
        ValueError: For a lone surrogate, which UTF-8 cannot encode.

    >>> percent_encode("50% á")
    '50%25%20%C3%A1'
    """
    kept = frozenset(expect_str(keep, "keep"))
    string = expect_scalar_values(string)
    return string.translate({ord(char): percent_encode_octets(char.encode()) for char in set(string) - kept})


def decode_unreserved(string: str) -> str:
    """Decode every percent-encoded octet of an unreserved character in *string* (§2.3, §6.2.2.2).

    Raises:
        TypeError: If *string* is not a str.

    >>> decode_unreserved("%7Ea%2F")
    '~a%2F'
    """
    return replaced(
        _PERCENT_ENCODED,
        lambda match: _UNRESERVED_OCTETS.get(match[1].upper(), match[0]),
        expect_str(string, "the string to decode"),
    )


def upper_case_percent_encodings(string: str) -> str:
    """Write percent-encoded octets in upper case (§6.2.2.1): ``%3a`` becomes ``%3A``.

    Raises TypeError if *string* is not a str.
    """
    return replaced(_LOWER_CASE_HEX, lambda match: match[0].upper(), expect_str(string, "the string"))


# The characters of a value that need no percent-encoding in a query, by what reads the query.
_QUERY_VALUES: dict[str, str] = {
    # The value is the whole query, so every character of a query is allowed.
    "query": QUERY,
    # "&", or ";" as HTML 4 advised, separates parameters; "=" follows a name; "+" may be read as a space.
    "parameter": "".join(char for char in QUERY if char not in "&;=+"),
    # The URL Standard §5.2 serializes application/x-www-form-urlencoded in this way; a space becomes "+".
    "form": ALPHA + DIGIT + "*-._",
    "mailto": MAILTO_FIELD,
    # encodeURIComponent of ECMAScript; this entry only lists the purpose.
    "component": ALPHA + DIGIT + _MARK,
}


def escape_query_value(value: str, purpose: Purpose = "parameter") -> str:
    """Percent-encode *value* so that it can be put into a query.

    *purpose* says which characters may stay as they are:

    - ``query``: the value is the whole query, which has no inner structure.
    - ``parameter``: the value is a name or a value in ``name=value`` pairs, with ``&`` or ``;`` between them.
    - ``form``: as ``parameter``, in the form that HTML forms send; a space becomes ``+``.
    - ``mailto``: the value of a header field in a mailto URI, where ``+`` is a plus sign; a line break becomes
      ``%0D%0A``.
    - ``component``: as JavaScript's ``encodeURIComponent``.

    With ``form``, a lone surrogate becomes U+FFFD instead.

    Raises:
        TypeError: If *value* is not a str.
        ValueError: For another purpose and for a lone surrogate.

    >>> escape_query_value("a b&c", "form")
    'a+b%26c'
    """
    expect_one_of(purpose, _QUERY_VALUES, "the purpose")
    if purpose == "component":
        return encode_uri_component(value)
    if purpose == "form":
        return percent_encode(scalar_value_string(value), _QUERY_VALUES[purpose] + " ").replace(" ", "+")
    if purpose == "mailto":
        value = with_crlf(expect_str(value, "the value"))
    return percent_encode(value, _QUERY_VALUES[purpose])


def with_crlf(string: str) -> str:
    """Return *string* with each line break, of any kind, as a carriage return and a line feed."""
    return string.replace("\r\n", "\n").replace("\r", "\n").replace("\n", "\r\n")
