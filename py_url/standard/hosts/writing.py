"""§3.4 Host writing: the grammar of valid host strings, with a function for each production.

Each function takes a str, raises TypeError for any other type, and returns whether the string matches. The grammar is
implemented without the host parser, except for domains, which the standard defines by the domain parser.
https://url.spec.whatwg.org/#host-writing
"""

from __future__ import annotations

import re
from functools import wraps

from py_url.standard.hosts.domain import parse_domain
from py_url.standard.hosts.ipv4 import ends_in_a_number
from py_url.standard.hosts.miscellaneous import FORBIDDEN_HOST_CODE_POINT
from py_url.standard.infra.code_points import plain_str, scalar_value_string, with_pairs_joined
from py_url.standard.infra.url_units import NOT_URL_UNIT

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Concatenate, ParamSpec

    _Rest = ParamSpec("_Rest")


def takes_a_str(is_one: Callable[Concatenate[str, _Rest], bool]) -> Callable[Concatenate[str, _Rest], bool]:
    """Decorate a function of the grammar: it raises TypeError if its first argument is not a str.

    A surrogate pair stored as two code points is joined, as the parser does. A lone surrogate stays, and no production
    allows it.
    """

    @wraps(is_one)
    def checked(string: str, /, *rest: _Rest.args, **named: _Rest.kwargs) -> bool:
        return is_one(with_pairs_joined(plain_str(string)), *rest, **named)

    return checked


_DECIMAL_BYTE = "(?:[0-9]|[1-9][0-9]|1[0-9]{2}|2[0-4][0-9]|25[0-5])"
_IPV4_ADDRESS = re.compile(rf"{_DECIMAL_BYTE}(?:\.{_DECIMAL_BYTE}){{3}}")
_IPV6_PIECE = re.compile("0|[1-9A-Fa-f][0-9A-Fa-f]{0,3}")
_IPV6_PIECES = 8


# https://url.spec.whatwg.org/#valid-host-string
@takes_a_str
def is_valid_host_string(string: str, /) -> bool:
    """§3.4 Return whether *string* is a *valid host string*: a domain, or an IPv4 or bracketed IPv6 address.

    >>> is_valid_host_string("[::1]")
    True
    """
    return is_valid_domain_string(string) or is_valid_ipv4_address_string(string) or _is_bracketed_ipv6(string)


# https://url.spec.whatwg.org/#valid-domain
@takes_a_str
def is_valid_domain(string: str, /) -> bool:
    """§3.4 Return whether *string* is a *valid domain*.

    >>> is_valid_domain("faß.example")
    True
    """
    if scalar_value_string(string) != string:
        return False
    domain = parse_domain(string, be_strict=True)
    return domain is not None and not ends_in_a_number(domain)


# https://url.spec.whatwg.org/#valid-domain-string
@takes_a_str
def is_valid_domain_string(string: str, /) -> bool:
    """§3.4 Return whether *string* is a *valid domain string*: a string that is a valid domain.

    >>> is_valid_domain_string("a_b.example")
    False
    """
    return is_valid_domain(string)


# https://url.spec.whatwg.org/#valid-ipv4-address-string
@takes_a_str
def is_valid_ipv4_address_string(string: str, /) -> bool:
    """§3.4 Return whether *string* is a *valid IPv4-address string*: four numbers up to 255, without leading zeros.

    >>> is_valid_ipv4_address_string("127.1")
    False
    """
    return _IPV4_ADDRESS.fullmatch(string) is not None


# https://url.spec.whatwg.org/#valid-ipv6-address-string
@takes_a_str
def is_valid_ipv6_address_string(string: str, /) -> bool:
    """§3.4 Return whether *string* is a *valid IPv6-address string*, without brackets.

    >>> is_valid_ipv6_address_string("::1")
    True
    """
    before, compression, after = string.partition("::")
    if not compression:
        return _effective_piece_length(string, ipv4=True) == _IPV6_PIECES
    length = 0
    for part, ipv4 in ((before, False), (after, True)):
        part_length = 0 if part == "" else _effective_piece_length(part, ipv4=ipv4)
        if part_length is None:
            return False
        length += part_length
    return length < _IPV6_PIECES


# https://url.spec.whatwg.org/#valid-ipv6-pieces-and-ipv4-string
@takes_a_str
def is_valid_ipv6_pieces_and_ipv4_string(string: str, /) -> bool:
    """§3.4 Return whether *string* is a *valid IPv6-pieces-and-IPv4 string*.

    >>> is_valid_ipv6_pieces_and_ipv4_string("1:127.0.0.1")
    True
    """
    pieces, colon, ipv4 = string.rpartition(":")
    return is_valid_ipv4_address_string(ipv4) and (not colon or is_valid_ipv6_pieces_string(pieces))


# https://url.spec.whatwg.org/#valid-ipv6-pieces-string
@takes_a_str
def is_valid_ipv6_pieces_string(string: str, /) -> bool:
    """§3.4 Return whether *string* is a *valid IPv6-pieces string*: one or more pieces, separated by ``:``.

    >>> is_valid_ipv6_pieces_string("1:a")
    True
    """
    return all(map(is_valid_ipv6_piece_string, string.split(":")))


# https://url.spec.whatwg.org/#valid-ipv6-piece-string
@takes_a_str
def is_valid_ipv6_piece_string(string: str, /) -> bool:
    """§3.4 Return whether *string* is a *valid IPv6-piece string*: a number up to 0xFFFF, in its shortest form.

    >>> is_valid_ipv6_piece_string("01")
    False
    """
    return _IPV6_PIECE.fullmatch(string) is not None


# https://url.spec.whatwg.org/#valid-opaque-host-string
@takes_a_str
def is_valid_opaque_host_string(string: str, /) -> bool:
    """§3.4 Return whether *string* is a *valid opaque-host string*: URL units, or an IPv6 address in brackets.

    >>> is_valid_opaque_host_string("a%20b")
    True
    """
    if _is_bracketed_ipv6(string):
        return True
    return string != "" and not NOT_URL_UNIT.search(string) and not FORBIDDEN_HOST_CODE_POINT.search(string)


def _is_bracketed_ipv6(string: str) -> bool:
    return string[:1] == "[" and string[-1:] == "]" and is_valid_ipv6_address_string(string[1:-1])


def _effective_piece_length(string: str, *, ipv4: bool) -> int | None:
    """Return the *effective piece length* of a valid IPv6-pieces string, or None if *string* is not one.

    *ipv4* also allows a valid IPv6-pieces-and-IPv4 string. https://url.spec.whatwg.org/#effective-piece-length
    """
    if is_valid_ipv6_pieces_string(string):
        return string.count(":") + 1
    return string.count(":") + 2 if ipv4 and is_valid_ipv6_pieces_and_ipv4_string(string) else None
