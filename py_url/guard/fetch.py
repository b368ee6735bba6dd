"""May this URL be fetched? The checks of a policy that need no network.

`check_fetch` takes a str or a URL and a policy, and returns a verdict. Most URLs are of a form on which all parsers
agree (`match_ordinary`), so no parser is asked. tests/properties/test_guard.py holds that against the parsers.
"""

from __future__ import annotations

import re

from py_url.api.url import URL
from py_url.guard.addresses import KINDS, ipv4_inside
from py_url.guard.names import METADATA_NAMES
from py_url.guard.policy import Policy, public_web
from py_url.guard.spans import Spans, expect_url, kinds_of_host, spans_in
from py_url.guard.verdicts import Reason, Refused, Verdict, allowed_verdict
from py_url.standard.hosts.host import serialize_host
from py_url.standard.hosts.ipv4 import IPv4Address
from py_url.standard.hosts.ipv6 import IPv6Address
from py_url.standard.infra.showing import visible
from py_url.standard.infra.validation import InvalidURL
from py_url.standard.urls.parser import basic_parse
from py_url.standard.urls.record import serialize
from py_url.standard.urls.special_schemes import MAX_PORT, default_port

TYPE_CHECKING = False
if TYPE_CHECKING:
    from py_url.compat.parsers.reading import Reading
    from py_url.standard.hosts.representation import Host
    from py_url.standard.urls.record import URLRecord

match_ordinary = re.compile(
    r"""
    (https?) :// ( [a-z0-9] [a-z0-9.-]*+ (?<= [a-z0-9] ) ) (?: : ([1-9][0-9]{0,4}) )?
    (?: / [A-Za-z0-9._~!$&'()*+,;=:@%/-]*+ (?: \? [A-Za-z0-9._~!$&()*+,;=:@%/?-]*+ )?
        (?: \# [A-Za-z0-9._~!$&'()*+,;=:@%/?-]*+ )? )?
    """,
    re.VERBOSE,
).fullmatch
"""A match if the string is an http(s) URL whose scheme, host and port all parsers see alike. Its groups are these.
The host may still be an address, and the path may have dot segments.
"""


def check_fetch(url: str | URL, policy: Policy | None = None) -> Verdict:
    """Return whether *policy* allows to fetch *url*: ``check_fetch("http://127.1/").allowed == False``.

    *policy* is `public_web` if it is None. No name is resolved: `resolve` and the transports do that, and check the
    addresses. Whatever is allowed here has one meaning: its ``url`` is what the URL Standard parses *url* to.

    Raises TypeError if *url* is neither a str nor a URL, or if *policy* is no `Policy`, and ModuleNotFoundError if the
    policy names a parser that is not installed. A *url* that does not parse is refused.
    """
    if policy is None:
        policy = public_web()
    elif not isinstance(policy, Policy):
        instead = "; write Policy(**fields)" if isinstance(policy, dict) else ""
        raise TypeError(f"the policy must be a Policy, not {type(policy).__name__}{instead}")
    if type(url) is str and (href := _ordinary(url, policy)) is not None:
        return allowed_verdict(href, policy)
    return _checked(expect_url(url), policy)


def _ordinary(url: str, policy: Policy) -> str | None:
    """Return the serialization of an ordinary URL that *policy* allows, or None: then `_checked` decides."""
    match = match_ordinary(url)
    if match is None:
        return None
    scheme, host, digits = match.groups()
    dot = host.rfind(".")
    top = host[dot + 1 :]
    port = default_port(scheme) if digits is None else int(digits)
    if (
        # An address, a name of the local network, of a metadata service, or with an address in it.
        (dot < 0 or top[0] in "0123456789" or top in policy._top_level)
        or (host[host.rfind(".", 0, dot) + 1 :] in policy._watched or host in METADATA_NAMES)
        # Perhaps dot segments, or the default port, which the serialization does not have.
        or ("/." in url or "/%" in url or (digits is not None and port == default_port(scheme)))
        or (scheme not in policy.schemes or policy.valid)
        or (port is None or port > MAX_PORT or (policy.ports is not None and port not in policy.ports))
        or (policy.max_length is not None and len(url) > policy.max_length)
        or (policy._allowed is not None and not policy._allowed.has(host))
        or policy._denied.has(host)
    ):
        return None
    return url if "/" in url[8:] else f"{url}/"


def require_fetch(url: str | URL, policy: Policy | None = None) -> str:
    """Return the string to fetch if *policy* allows it: ``require_fetch("http://example.com") == "http://example.com/"``.

    Raises Refused if the policy does not, and the errors of `check_fetch`.
    """
    return required(check_fetch(url, policy))


def required(verdict: Verdict) -> str:
    """Return the URL of a verdict. Raises Refused if it has none."""
    if verdict.url is None:
        raise Refused(verdict.reasons)
    return verdict.url


def _checked(string: str, policy: Policy) -> Verdict:
    """Do what `check_fetch` does, with the reasons."""
    if policy.max_length is not None and len(string) > policy.max_length:
        message = f"the URL has {len(string):,} code points; the policy allows {policy.max_length:,}"
        return Verdict(False, (Reason("too-long", message, 0, len(string)),), None, policy)
    try:
        record = basic_parse(string)
    except InvalidURL as error:
        return Verdict(False, (_of_failure(error, string),), None, policy)
    spans = spans_in(string)
    href = serialize(record)
    reasons = [*_invalid(string, policy), *reasons_of_record(record, policy, string, spans)]
    if policy.parsers_agree and record.scheme in policy.schemes:
        reasons += differences(string, None, policy.parsers, spans)
        if href != string and not reasons:
            reasons += differences(href, None, policy.parsers, spans)
    if reasons:
        return Verdict(False, tuple(reasons), None, policy)
    return Verdict(True, (), href, policy)


def _of_failure(error: InvalidURL, string: str) -> Reason:
    fatal = error.fatal_error
    if fatal is None:
        return Reason("invalid-url", "no URL parses to this record", 0, len(string))
    return Reason("invalid-url", f"{fatal.name}: {fatal.message}", fatal.start, fatal.end)


def _invalid(string: str, policy: Policy) -> list[Reason]:
    """Return the first validation error as a reason, if the policy asks for valid URL strings."""
    if not policy.valid:
        return []
    from py_url.standard.urls.reporting import iter_validation_errors

    first = next(iter_validation_errors(string), None)
    return [] if first is None else [Reason("not-valid", f"{first.name}: {first.message}", first.start, first.end)]


def reasons_of_record(record: URLRecord, policy: Policy, string: str, spans: Spans) -> list[Reason]:
    """Return why *policy* refuses a URL: its scheme, its port, its credentials and its host."""
    if record.scheme not in policy.schemes:
        # What looks like a scheme may be a username.
        shown = "" if "@" in string else f" {record.scheme!r}"
        message = f"the scheme{shown} is not allowed; the policy allows {', '.join(policy.schemes) or 'none'}"
        return [Reason("scheme", message, *spans.scheme)]
    reasons = []
    if not policy.credentials and (record.username or record.password):
        message = "the URL has a username or a password; remove it, or set credentials=True in the policy"
        reasons.append(Reason("credentials", message, *spans.userinfo))
    port = default_port(record.scheme) if record.port is None else record.port
    assert port is not None, "the schemes that a policy allows have default ports"
    assert record.host is not None, "and hosts"
    return reasons + reasons_of_host(record.host, port, policy, spans)


def reasons_of_host(host: Host, port: int, policy: Policy, spans: Spans) -> list[Reason]:
    """Return why *policy* refuses a host and a port, as far as that can be told without DNS."""
    reasons = []
    if policy.ports is not None and port not in policy.ports:
        message = f"the port {port} is not allowed; the policy allows {', '.join(map(str, policy.ports)) or 'none'}"
        reasons.append(Reason("port", message, *spans.port))
    shown = visible(serialize_host(host))
    is_address = isinstance(host, IPv4Address | IPv6Address)
    if is_address and not policy.ip_literals:
        message = f"the host {shown} is an IP address; write a name, or set ip_literals=True in the policy"
        reasons.append(Reason("ip-literal", message, *spans.host))
    if policy._allowed is not None and not policy._allowed.has(str(host)):
        message = f"the host {shown} is not one that the policy allows; add it to allowed_hosts"
        reasons.append(Reason("host-not-allowed", message, *spans.host))
    if is_denied(host, policy):
        reasons.append(Reason("host-denied", f"the policy denies the host {shown}; use another one", *spans.host))
    kinds = kinds_of_host(host, policy._services)
    verb = "is" if is_address else "leads to"
    return reasons + reasons_of_kinds(f"{shown} {verb}", kinds, policy, spans)


def is_denied(host: Host, policy: Policy) -> bool:
    """Return whether *policy* denies a host. An IPv6 address is denied with the IPv4 address inside it, because a
    connection to ``::ffff:192.0.2.1`` goes to 192.0.2.1.
    """
    inside = ipv4_inside(host) if isinstance(host, IPv6Address) else ()
    return any(policy._denied.has(str(one)) for one in (host, *inside))


def reasons_of_kinds(subject: str, kinds: tuple[str, ...], policy: Policy, spans: Spans) -> list[Reason]:
    """Return a reason for each of *kinds* that *policy* does not allow."""
    return [
        Reason(
            kind,
            f"{subject} {KINDS[kind]}; use a public address, or add {kind!r} to the policy's addresses",
            *spans.host,
        )
        for kind in kinds
        if kind not in policy.addresses
    ]


def differences(string: str, base: str | None, parsers: tuple[str, ...] | None, spans: Spans) -> list[Reason]:
    """Return a reason for the first parser that sees another scheme, host or port than the URL Standard does."""
    from py_url.compat.parsers.reading import read

    readings = read(string, base, parsers=None if parsers is None else ("whatwg", *parsers))
    ours = readings["whatwg"].destination
    for name, reading in readings.items():
        if reading.is_slow:
            message = f"{name} could take seconds to read this URL; write a shorter one, or leave out that parser"
            return [Reason("too-long", message, *spans.host)]
        theirs = reading.destination
        if theirs is not None and ours is not None and theirs != ours:
            part = next(part for part, their, our in zip(_PARTS, theirs, ours, strict=True) if their != our)
            message = (
                f"{name} reads {_seen(reading, part)}, browsers read {_seen(readings['whatwg'], part)}; "
                "write the URL so that all read the same"
            )
            return [Reason("parsers-differ", message, *spans.host)]
    return []


_PARTS = ("scheme", "host", "port")


def _seen(reading: Reading, part: str) -> str:
    """Return what a parser sees, for people, without secrets."""
    shown = reading.shown(part)
    if part == "port" and shown == "-":
        return "the default port"
    return f"no {part}" if shown == "-" else f"the {part} {shown}"
