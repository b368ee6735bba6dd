"""May a server redirect there? The string for the header ``Location``, or why not.

`check_redirect` checks a target from a request, such as the parameter ``next``, against the address of the program's
own page. The result is a string that every parser reads alike, and that stays on the hosts that are allowed.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

from py_url.api.url import URL
from py_url.guard.addresses import KINDS
from py_url.guard.fetch import differences, reasons_of_record, too_long
from py_url.guard.patterns import Hosts
from py_url.guard.policy import Policy
from py_url.guard.spans import encoded_in, expect_url, spans_in
from py_url.guard.verdicts import Reason, Verdict
from py_url.standard.infra.arguments import expect_str
from py_url.standard.infra.code_points import scalar_value_string
from py_url.standard.infra.validation import InvalidURL
from py_url.standard.urls.parser import basic_parse, record_of
from py_url.standard.urls.record import serialize, serialize_path

TYPE_CHECKING = False
if TYPE_CHECKING:
    from py_url.standard.urls.record import URLRecord

_MAX_LENGTH = 2_048
_CONTROL = "[\x00-\x1f\x7f]"  # compiled on first use; `re` caches it


def check_redirect(
    target: str | URL, base: str | URL, allowed_hosts: Iterable[str] = (), *, max_length: int | None = _MAX_LENGTH
) -> Verdict:
    r"""Return whether a page at *base* may redirect to *target*, and the string for the header.

    A target at the origin of the base becomes a path, anything else a whole URL. A `URL` as the target stands for its
    href. *allowed_hosts* are other hosts to which it may lead, on their default ports, in the form of `Policy`. The
    scheme must be that of the base, or https. *base* is the program's own address: do not use the host of the request
    without a check.

    Control characters are refused, also percent-encoded ones, which a server may decode into the header. So are
    credentials, and targets longer than *max_length*.

    Raises:
        InvalidURL: If *base* does not parse.
        ValueError: If it is not an http(s) URL, or if one of *allowed_hosts* is not a pattern.
        TypeError: For an argument of another type.

    >>> check_redirect("/a?b", "https://shop.example/login").url
    '/a?b'
    >>> check_redirect(r"/\evil.example", "https://shop.example/login").allowed
    False
    """
    target = target.href if isinstance(target, URL) else scalar_value_string(expect_str(target, "the target"))
    own = record_of(expect_url(base), "base URL")
    if own.scheme not in ("http", "https"):
        raise ValueError("check_redirect needs the http or https URL of a page as the base")
    assert own.host, "http and https URLs have one"
    hosts = [str(own.host), *Hosts(allowed_hosts, "allowed_hosts", of_one_owner=True).patterns]
    schemes = ("https",) if own.scheme == "https" else ("https", "http")
    policy = Policy(
        schemes=schemes, ports=None, allowed_hosts=hosts, addresses=KINDS, address_services=(), max_length=max_length
    )
    reasons = _of_characters(target, policy)
    if not reasons:
        try:
            record = basic_parse(target, own)
        except InvalidURL as error:
            fatal = error.fatal_error
            assert fatal is not None, "it has a name if there is no state override"
            reasons = [Reason("invalid-url", f"{fatal.name}: {fatal.message}", fatal.start, fatal.end)]
        else:
            reasons = _of_target(record, own, target, policy)
    if reasons:
        return Verdict(False, tuple(reasons), None, policy)
    location = _relative_safe(record, own)
    if max_length is not None and len(location) > max_length:
        reason = too_long(location, "the target", "when it is percent-encoded", max_length, len(target))
        return Verdict(False, (reason,), None, policy)
    return Verdict(True, (), location, policy)


def _of_characters(target: str, policy: Policy) -> list[Reason]:
    if policy.max_length is not None and len(target) > policy.max_length:
        return [too_long(target, "the target", "", policy.max_length, len(target))]
    if match := re.search(_CONTROL, target):
        code = ord(match[0])
        return [Reason("control-character", f"U+{code:04X} may not appear in a redirect; remove it", *match.span())]
    if found := encoded_in(target, _CONTROL):
        shown = target[slice(*found)]
        message = f"{shown} is a control character, which could end the header if it is decoded; remove it"
        return [Reason("encoded-control-character", message, *found)]
    return []


def _of_target(record: URLRecord, own: URLRecord, target: str, policy: Policy) -> list[Reason]:
    spans = spans_in(target)
    reasons = reasons_of_record(record, policy, target, spans)
    if reasons and reasons[0].name == "scheme":
        return reasons
    if record.port is not None and not _same_origin(record, own):
        named = f" {record.port}" if spans.shows_host else ""
        message = f"the port{named} is not that of the page; use the default port, or the page's own origin"
        reasons.append(Reason("port", message, *spans.port))
    return reasons or differences(target, serialize(own), None, spans)


def _same_origin(a: URLRecord, b: URLRecord) -> bool:
    return (a.scheme, a.host, a.port) == (b.scheme, b.host, b.port)


def _relative_safe(record: URLRecord, own: URLRecord) -> str:
    """Return *record* as a path if it is at the origin of *own*, and otherwise as a whole URL.

    A path that begins with "//" would name a host.
    """
    path = serialize_path(record)
    if not _same_origin(record, own) or path.startswith("//"):
        return serialize(record)
    query = "" if record.query is None else f"?{record.query}"
    fragment = "" if record.fragment is None else f"#{record.fragment}"
    return path + query + fragment
