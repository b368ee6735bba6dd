"""§3.5 Host parsing and §3.6 Host serializing: the host parser, the opaque-host parser and the host serializer.

Takes a scalar value string, and whether it is the host of a URL that is not special, and returns a `Host`.
https://url.spec.whatwg.org/#host-parsing and https://url.spec.whatwg.org/#host-serializing
"""

from __future__ import annotations

from py_url.standard.hosts.domain import ascii_domain_of, parse_domain
from py_url.standard.hosts.ipv4 import IPv4Address, ends_in_a_number, parse_ipv4, serialize_ipv4
from py_url.standard.hosts.ipv6 import IPv6Address, parse_ipv6, serialize_ipv6
from py_url.standard.hosts.miscellaneous import FORBIDDEN_HOST_CODE_POINT
from py_url.standard.hosts.representation import Domain, Host, OpaqueHost, kind_of
from py_url.standard.infra.code_points import plain_str, scalar_value_string, with_pairs_joined
from py_url.standard.infra.percent_encoding import (
    C0_CONTROL_PERCENT_ENCODE_SET,
    PERCENT_ENCODED_BYTES,
    percent_decode,
    percent_encode,
)
from py_url.standard.infra.validation import Failure, InvalidURL, ValidationError, ignore, moved

TYPE_CHECKING = False
if TYPE_CHECKING:
    import re

    from py_url.standard.infra.validation import Report


def host_parse(input: str, is_opaque: bool = False) -> Host:
    """§3.5 *host parser*: parse *input*.

    *is_opaque* is true for the host of a URL that is not special. Unlike in the standard, but as in browsers, a domain
    fails if it has a non-ASCII label of more than 1,000 code points, or of more than 2,000 characters in Punycode.

    https://url.spec.whatwg.org/#concept-host-parser

    Raises:
        InvalidURL: On failure.
        TypeError: If *input* is not a str.

    >>> host_parse("EXAMPLE.com"), host_parse("0x7f.1")
    (Domain('example.com'), IPv4Address(0x7f000001))
    """
    input = plain_str(input)
    try:
        return run_host_parser(scalar_value_string(input), is_opaque)
    except Failure:
        raise InvalidURL(
            input, lambda: validate_host(input, is_opaque), "host", lambda: _fatal_error(input, is_opaque)
        ) from None


def _fatal_error(input: str, is_opaque: bool) -> ValidationError:
    """Return the last of `validate_host`'s errors on a host that does not parse."""
    from py_url.standard.infra.positions import Positions
    from py_url.standard.infra.reporter import error_of_failure

    try:
        run_host_parser(scalar_value_string(input), is_opaque, ignore)
    except Failure as caught:
        failure = caught
    return error_of_failure(failure, Positions(input, trimmed=False, tabs=True))


def validate_host(input: str, is_opaque: bool = False) -> list[ValidationError]:
    """§3.5 Return the validation errors that the *host parser* reports for *input*, in its order.

    Only the last one can be fatal. *is_opaque* is true for the host of a URL that is not special.

    Raises:
        TypeError: If *input* is not a str.

    >>> [error.name for error in validate_host("0x7f.1")]
    ['IPv4-too-few-parts', 'IPv4-non-decimal-part']
    """
    from py_url.standard.infra.error_table import not_a_url_unit
    from py_url.standard.infra.positions import Positions
    from py_url.standard.infra.reporter import Reporter
    from py_url.standard.infra.url_units import LONE_SURROGATE

    input = plain_str(input)
    host = scalar_value_string(input)
    reporter = Reporter(Positions(input, trimmed=False, tabs=True))
    try:
        run_host_parser(host, is_opaque, reporter)
    except Failure as failure:
        reporter.fail(failure)
    else:
        # An opaque host with lone surrogates parses, because U+FFFD replaces them, but it is not valid.
        surrogates = LONE_SURROGATE.finditer(with_pairs_joined(input))
        reporter.later(("invalid-URL-unit", *found.span(), not_a_url_unit(found[0])) for found in surrogates)
    return list(reporter.errors())


def run_host_parser(input: str, is_opaque: bool, report: Report | None = None) -> Host:
    """Like `host_parse`, but takes a scalar value string and raises Failure, whose span is in *input*.

    Calls *report* with each validation error that is not a failure.

    https://url.spec.whatwg.org/#concept-host-parser
    """
    if input.startswith("["):
        if not input.endswith("]"):
            raise Failure("IPv6-unclosed", 0, len(input))
        try:
            return parse_ipv6(input[1:-1], None if report is None else moved(report, 1))
        except Failure as failure:
            raise failure.moved(1) from None
    if is_opaque:
        return run_opaque_host_parser(input, report)
    domain = percent_decode(input).decode("utf-8", "replace") if "%" in input else input
    ascii_domain = ascii_domain_of(domain)
    if report is not None and (ascii_domain is None or report is not ignore):
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
        # The parsed string is decoded and mapped, so its spans do not fit the input: report the whole host instead.
        return parse_ipv4(ascii_domain, None if report is None else _spread(report, len(input)))
    except Failure as failure:
        raise Failure(failure.name, 0, len(input), failure.message) from None


def _report_domain(input: str, domain: str, ascii_domain: str | None, report: Report) -> None:
    """Report the validation errors of the host parser and the domain parser, without the IPv4 part. Raises Failure."""
    from py_url.standard.hosts.domain_errors import domain_error

    if encoded := PERCENT_ENCODED_BYTES.search(input):
        report("domain-percent-encoded", *encoded.span(), None)
    if ascii_domain is not None and parse_domain(domain, be_strict=True) is not None:
        return
    start, end, message = domain_error(domain, be_strict=ascii_domain is not None)
    if domain != input:
        start, end = 0, len(input)
        if "\ufffd" in domain and "\ufffd" not in input:
            message = "the percent-encoded bytes of this domain are not UTF-8; write the characters themselves"
    if ascii_domain is None:
        raise Failure("domain-to-ASCII", start, end, message)
    report("domain-to-ASCII", start, end, message)


def run_opaque_host_parser(
    input: str, report: Report | None = None, forbidden: re.Pattern[str] = FORBIDDEN_HOST_CODE_POINT
) -> Host:
    """§3.5 *opaque-host parser*. The empty string is parsed to the empty host. Raises Failure.

    An older edition has other *forbidden* code points. https://url.spec.whatwg.org/#concept-opaque-host-parser
    """
    found = forbidden.search(input)
    if found is not None:
        message = None
        if report is not None:
            from py_url.standard.infra.error_table import named

            message = f"{named(found[0])} may not appear in a host; write '{percent_encode(ord(found[0]))}'"
        raise Failure("host-invalid-code-point", *found.span(), message)
    if report is not None:
        from py_url.standard.infra.error_table import ANOTHER_URL, not_a_url_unit
        from py_url.standard.infra.url_units import LONE_PERCENT_SIGN, NOT_URL_CODE_POINT

        for pattern in (NOT_URL_CODE_POINT, LONE_PERCENT_SIGN):
            if unit := pattern.search(input):
                report("invalid-URL-unit", *unit.span(), not_a_url_unit(unit[0]) + ANOTHER_URL * (unit[0] < "\x7f"))
    return OpaqueHost(C0_CONTROL_PERCENT_ENCODE_SET.encode(input)) if input else ""


def _spread(report: Report, length: int) -> Report:
    """Return a `Report` that passes every error to *report* with a span of the whole input, which has that *length*."""
    return lambda name, _start, _end, message: report(name, 0, length, message)


def serialize_host(host: Host) -> str:
    """§3.6 *host serializer*: an ASCII string, with brackets around an IPv6 address.

    A plain str is a host only if it is empty.

    https://url.spec.whatwg.org/#concept-host-serializer

    Raises:
        TypeError: If *host* is not a host.

    >>> serialize_host(host_parse("[0::1]"))
    '[::1]'
    """
    if type(host) is not Domain:  # most are, so that the rest costs them nothing
        if isinstance(host, IPv6Address):
            return f"[{serialize_ipv6(host)}]"
        if isinstance(host, IPv4Address):
            return serialize_ipv4(host)
        kind_of(host)
    return str.__str__(host)
