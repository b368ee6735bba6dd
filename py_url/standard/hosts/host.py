"""§3.5 Host parsing and §3.6 Host serializing: the host parser, the opaque-host parser and the host serializer.

In: a scalar value string, and whether it is the host of a URL that is not special. Out: a `Host`.
"""

from __future__ import annotations

from py_url.standard.hosts.domain import ascii_domain_of, parse_domain
from py_url.standard.hosts.ipv4 import IPv4Address, ends_in_a_number, parse_ipv4, serialize_ipv4
from py_url.standard.hosts.ipv6 import IPv6Address, parse_ipv6, serialize_ipv6
from py_url.standard.hosts.miscellaneous import FORBIDDEN_HOST_CODE_POINT
from py_url.standard.hosts.representation import Domain, Host, OpaqueHost
from py_url.standard.infra.code_points import scalar_value_string
from py_url.standard.infra.percent_encoding import C0_CONTROL_PERCENT_ENCODE_SET, PERCENT_ENCODED_BYTES, percent_decode
from py_url.standard.infra.validation import Failure, InvalidURL, moved

TYPE_CHECKING = False
if TYPE_CHECKING:
    from py_url.standard.infra.validation import Report, ValidationError


def host_parse(input: str, is_opaque: bool = False) -> Host:
    """§3.5 *host parser*: ``host_parse("EXAMPLE.com") == Domain("example.com")``.

    *is_opaque* is true for the host of a URL that is not special. Raises InvalidURL on failure, and TypeError where
    *input* is not a str. The empty string, which the standard never gives the parser when *is_opaque* is false, fails.
    So does a label beyond ASCII of more than 1,000 code points, as in browsers; the standard has no limit.
    """
    try:
        return parse_host(scalar_value_string(input), is_opaque)
    except Failure:
        raise InvalidURL(input, lambda: validate_host(input, is_opaque), "host") from None


def validate_host(input: str, is_opaque: bool = False) -> list[ValidationError]:
    """§3.5 The validation errors of the *host parser* on *input*, in its order; the last may be fatal.

    *is_opaque* is true for the host of a URL that is not special. Raises TypeError where *input* is not a str.
    """
    from py_url.standard.infra.places import Places
    from py_url.standard.infra.reporter import Reporter

    host = scalar_value_string(input)
    reporter = Reporter(Places(input, trimmed=False, tabs=True))
    try:
        parse_host(host, is_opaque, reporter)
    except Failure as failure:
        reporter.fail(failure)
    return reporter.errors()


def parse_host(input: str, is_opaque: bool, report: Report | None = None) -> Host:
    """As `host_parse`, for a scalar value string; raises Failure, whose span lies in *input*.

    *report* is told of the validation errors that are not failures.
    """
    if input.startswith("["):
        if not input.endswith("]"):
            raise Failure("IPv6-unclosed", 0, len(input))
        try:
            return parse_ipv6(input[1:-1], None if report is None else moved(report, 1))
        except Failure as failure:
            raise failure.moved(1) from None
    if is_opaque:
        return parse_opaque_host(input, report)
    domain = percent_decode(input).decode("utf-8", "replace") if "%" in input else input
    ascii_domain = ascii_domain_of(domain)
    if report is not None:
        _report_domain(input, domain, ascii_domain, report)
    if ascii_domain is None:
        raise Failure("domain-to-ASCII", 0, len(input))
    if not ends_in_a_number(ascii_domain):
        return Domain(ascii_domain)
    if report is not None and not domain.isascii():
        report("IPv4-non-ASCII-input", 0, len(input), None)
    if domain == input and input.isascii():
        return parse_ipv4(ascii_domain, report)
    try:
        # A span lies in what was decoded and mapped: in the input the whole host is the place to name.
        return parse_ipv4(ascii_domain, None if report is None else _spread(report, len(input)))
    except Failure as failure:
        raise Failure(failure.name, 0, len(input), failure.message) from None


def _report_domain(input: str, domain: str, ascii_domain: str | None, report: Report) -> None:
    """The validation errors of the host parser and the domain parser, but for a number at the end; raises Failure."""
    from py_url.standard.hosts.domain_errors import domain_error

    if encoded := PERCENT_ENCODED_BYTES.search(input):
        report("domain-percent-encoded", *encoded.span(), None)
    if ascii_domain is not None and parse_domain(domain, be_strict=True) is not None:
        return
    start, end, message = domain_error(domain, be_strict=ascii_domain is not None)
    if domain != input:
        start, end = 0, len(input)
    if ascii_domain is None:
        raise Failure("domain-to-ASCII", start, end, message)
    report("domain-to-ASCII", start, end, message)


def parse_opaque_host(input: str, report: Report | None = None) -> Host:
    """§3.5 *opaque-host parser*; the empty string gives the empty host. Raises Failure."""
    forbidden = FORBIDDEN_HOST_CODE_POINT.search(input)
    if forbidden is not None:
        raise Failure("host-invalid-code-point", *forbidden.span())
    if report is not None:
        from py_url.standard.infra.error_table import not_a_url_unit
        from py_url.standard.infra.url_units import LONE_PERCENT_SIGN, NOT_URL_CODE_POINT

        for pattern in (NOT_URL_CODE_POINT, LONE_PERCENT_SIGN):
            if unit := pattern.search(input):
                report("invalid-URL-unit", *unit.span(), not_a_url_unit(unit[0]))
    return OpaqueHost(C0_CONTROL_PERCENT_ENCODE_SET.encode(input)) if input else ""


def _spread(report: Report, length: int) -> Report:
    """*report* for what was decoded and mapped, so that all of the input, of that length, is the place to name."""
    return lambda name, _start, _end, message: report(name, 0, length, message)


def serialize_host(host: Host) -> str:
    """§3.6 *host serializer*: an ASCII string, IPv6 addresses in brackets."""
    if isinstance(host, str):
        return str(host)
    if isinstance(host, IPv6Address):
        return f"[{serialize_ipv6(host)}]"
    if isinstance(host, IPv4Address):
        return serialize_ipv4(host)
    raise TypeError(f"serialize_host takes a host, not {type(host).__name__}")
