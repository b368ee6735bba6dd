"""§3.5 Host parsing in an older edition.

Takes the arguments of `py_url.standard.hosts.host.run_host_parser` and an edition. Only what was different is here; the
IPv6 parser, for example, differs in one validation error. https://url.spec.whatwg.org/#host-parsing
"""

from __future__ import annotations

import re
from functools import partial

from py_url.editions.changes import (
    EACH_IPV4_ERROR,
    EMPTY_NUMBER,
    ENDS_IN_A_NUMBER,
    ERRORS_LIKE_THE_GRAMMAR,
    FORBIDDEN_VERTICAL_LINE,
    is_reported,
)
from py_url.editions.domains import check_code_points, domain_to_ascii
from py_url.standard.hosts import host as today
from py_url.standard.hosts.ipv4 import ends_in_a_number, parse_ipv4, parse_ipv4_number
from py_url.standard.hosts.miscellaneous import FORBIDDEN_HOST_CODE_POINT
from py_url.standard.hosts.representation import Domain
from py_url.standard.infra.percent_encoding import percent_decode
from py_url.standard.infra.validation import Failure

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import TypeVar

    from py_url.editions.changes import Edition
    from py_url.standard.hosts.representation import Host
    from py_url.standard.infra.validation import Report

    _Result = TypeVar("_Result")

# What the IPv4 parser reported with one error for the whole address, before EACH_IPV4_ERROR.
_REPORTED_TOGETHER = frozenset({"IPv4-empty-part", "IPv4-non-decimal-part"})
# The forbidden host code points before FORBIDDEN_VERTICAL_LINE.
_FORBIDDEN_BEFORE = re.compile(rf"(?!\|){FORBIDDEN_HOST_CODE_POINT.pattern}")


def run_host_parser(edition: Edition, input: str, is_opaque: bool, report: Report | None = None) -> Host:
    """The *host parser* of *edition*. Raises Failure, whose span is in *input*."""
    if report is not None:
        report = _reported_then(edition, report)
    if input.startswith("[") or edition.has(ERRORS_LIKE_THE_GRAMMAR):
        return today.run_host_parser(input, is_opaque, report)
    if is_opaque:
        forbidden = FORBIDDEN_HOST_CODE_POINT if edition.has(FORBIDDEN_VERTICAL_LINE) else _FORBIDDEN_BEFORE
        return today.run_opaque_host_parser(input, report, forbidden)
    domain = percent_decode(input).decode("utf-8", "replace")
    # The spans in a string that was decoded or mapped do not fit the input, so the whole host is reported instead.
    whole = len(input)
    ascii_domain = _placed(partial(_domain, edition, domain), report, None if domain == input else whole)
    if _is_ipv4(edition, ascii_domain):
        is_as_written = domain == input and input.isascii()
        return _placed(partial(_parse_ipv4, edition, ascii_domain), report, None if is_as_written else whole)
    return Domain(ascii_domain)


def _domain(edition: Edition, domain: str, report: Report | None) -> str:
    ascii_domain = domain_to_ascii(edition, domain, False, report)
    check_code_points(edition, domain, ascii_domain)
    return ascii_domain


def _placed(parse: Callable[[Report | None], _Result], report: Report | None, length: int | None) -> _Result:
    """Return *parse(report)*. If *length* is not None, every error concerns the whole input, which has that length."""
    if length is None:
        return parse(report)
    try:
        return parse(None if report is None else lambda name, _start, _end, message: report(name, 0, length, message))
    except Failure as failure:
        raise Failure(failure.name, 0, length, failure.message) from None


def _reported_then(edition: Edition, report: Report) -> Report:
    def reported_then(name: str, start: int, end: int, message: str | None) -> None:
        if is_reported(edition, name):
            report(name, start, end, message)

    return reported_then


def _is_ipv4(edition: Edition, ascii_domain: str) -> bool:
    if edition.has(ENDS_IN_A_NUMBER):
        return ends_in_a_number(ascii_domain)
    parts = ascii_domain.split(".")
    if parts[-1] == "":
        parts.pop()
    return 1 <= len(parts) <= 4 and all(parse_ipv4_number(part) is not None for part in parts)


def _parse_ipv4(edition: Edition, input: str, report: Report | None) -> Host:
    """The *IPv4 parser* of *edition*, for an *input* that it does not take for a domain."""
    if report is None:
        return parse_ipv4(input)
    together: list[tuple[str, int, int, str | None]] = []

    def report_together() -> None:
        if together:
            report(*together[0])
            together.clear()

    def report_then(name: str, start: int, end: int, message: str | None) -> None:
        if name == "IPv4-non-decimal-part" and input[start:end] in ("0x", "0X") and not edition.has(EMPTY_NUMBER):
            return
        if name in _REPORTED_TOGETHER and not edition.has(EACH_IPV4_ERROR):
            together.append((name, start, end, message))
            return
        if name == "IPv4-out-of-range-part":  # so every part is a number
            report_together()
        report(name, start, end, message)

    try:
        address = parse_ipv4(input, report_then)
    except Failure as failure:
        if failure.name == "IPv4-out-of-range-part":
            report_together()
        raise
    report_together()
    return address
