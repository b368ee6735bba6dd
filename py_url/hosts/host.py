"""§3.5 Host parsing and §3.6 Host serializing: the host parser, the opaque-host parser and the host serializer.

In: a scalar value string, and whether it is the host of a URL that is not special. Out: a `Host`.
"""

from __future__ import annotations

from py_url.hosts.domain import parse_domain
from py_url.hosts.ipv4 import IPv4Address, ends_in_a_number, parse_ipv4, serialize_ipv4
from py_url.hosts.ipv6 import IPv6Address, parse_ipv6, serialize_ipv6
from py_url.hosts.miscellaneous import FORBIDDEN_DOMAIN_CODE_POINT, FORBIDDEN_HOST_CODE_POINT
from py_url.hosts.representation import Host, OpaqueHost
from py_url.infra.code_points import scalar_value_string
from py_url.infra.percent_encoding import C0_CONTROL_PERCENT_ENCODE_SET, percent_decode
from py_url.infra.validation import Failure, InvalidURL, in_original


def host_parse(input: str, is_opaque: bool = False) -> Host:
    """§3.5 *host parser*: ``host_parse("EXAMPLE.com") == Domain("example.com")``.

    *is_opaque* is true for the host of a URL that is not special. Raises InvalidURL on failure, and TypeError where
    *input* is not a str. The empty string, which the standard never gives the parser when *is_opaque* is false, fails.
    So does a label beyond ASCII of more than 1,000 code points, as in browsers; the standard has no limit.
    """
    try:
        return parse_host(scalar_value_string(input), is_opaque)
    except Failure as failure:
        raise InvalidURL.at(in_original(failure, input, trimmed=False, tabs=True), input, "host") from None


def parse_host(input: str, is_opaque: bool) -> Host:
    """As `host_parse`, for a scalar value string; raises Failure, whose span lies in *input*."""
    if input.startswith("["):
        if not input.endswith("]"):
            raise Failure("IPv6-unclosed", 0, len(input))
        try:
            return parse_ipv6(input[1:-1])
        except Failure as failure:
            raise failure.moved(1) from None
    if is_opaque:
        return parse_opaque_host(input)
    domain = percent_decode(input).decode("utf-8", "replace") if "%" in input else input
    ascii_domain = parse_domain(domain)
    if ascii_domain is None:
        raise _domain_failure(input)
    if not ends_in_a_number(ascii_domain):
        return ascii_domain
    try:
        return parse_ipv4(ascii_domain)
    except Failure as failure:
        if len(ascii_domain) == len(input):
            raise
        # The span lies in what was decoded and mapped: in the input the whole host is the place to name.
        raise Failure(failure.name, 0, len(input)) from None


def _domain_failure(input: str) -> Failure:
    """The failure for a host that the domain parser refused, as precise as the input lets it be."""
    forbidden = FORBIDDEN_DOMAIN_CODE_POINT.search(input)
    if forbidden is not None and "%" not in input:
        expected = f"a domain may not hold U+{ord(forbidden[0]):04X}"
        return Failure("domain-to-ASCII", forbidden.start(), forbidden.end(), expected)
    return Failure("domain-to-ASCII", 0, len(input))


def parse_opaque_host(input: str) -> Host:
    """§3.5 *opaque-host parser*; the empty string gives the empty host. Raises Failure."""
    forbidden = FORBIDDEN_HOST_CODE_POINT.search(input)
    if forbidden is not None:
        raise Failure("host-invalid-code-point", forbidden.start(), forbidden.end())
    return OpaqueHost(C0_CONTROL_PERCENT_ENCODE_SET.encode(input)) if input else ""


def serialize_host(host: Host) -> str:
    """§3.6 *host serializer*: an ASCII string, IPv6 addresses in brackets."""
    if isinstance(host, str):
        return str(host)
    if isinstance(host, IPv6Address):
        return f"[{serialize_ipv6(host)}]"
    if isinstance(host, IPv4Address):
        return serialize_ipv4(host)
    raise TypeError(f"serialize_host takes a host, not {type(host).__name__}")
