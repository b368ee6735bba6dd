"""May this URL be fetched? The checks of a policy that need no network.

Most URLs are of a form on which all parsers agree (`match_ordinary`), so no parser runs. tests/properties/test_guard.py
holds that against the parsers.
"""

from __future__ import annotations

import re

from py_url.api.url import URL
from py_url.guard.addresses import KINDS, kinds_of_parts
from py_url.guard.names import METADATA_NAMES, kinds_of_name
from py_url.guard.patterns import Rule, is_odd
from py_url.guard.policy import Policy, public_web
from py_url.guard.spans import Spans, expect_url, shown, spans_in
from py_url.guard.verdicts import Reason, Refused, Verdict, allowed_verdict
from py_url.standard.hosts.host import serialize_host
from py_url.standard.hosts.ipv4 import IPv4Address
from py_url.standard.hosts.ipv6 import IPv6Address
from py_url.standard.infra.percent_encoding import (
    FRAGMENT_PERCENT_ENCODE_SET,
    PATH_PERCENT_ENCODE_SET,
    SPECIAL_QUERY_PERCENT_ENCODE_SET,
)
from py_url.standard.infra.validation import InvalidURL
from py_url.standard.urls.components import class_of, printable_outside
from py_url.standard.urls.parser import basic_parse
from py_url.standard.urls.record import serialize, serialize_path
from py_url.standard.urls.special_schemes import MAX_PORT, default_port

TYPE_CHECKING = False
if TYPE_CHECKING:
    from py_url.parsers.reading import Reading
    from py_url.standard.hosts.representation import Host
    from py_url.standard.urls.record import URLRecord

# In no URI of RFC 3986.
_NOT_IN_URIS = '"#<>[\\]^`{|}'
_IN_PATH, _IN_QUERY, _IN_FRAGMENT = (
    class_of(printable_outside(percent_encode_set, without=_NOT_IN_URIS))
    for percent_encode_set in (PATH_PERCENT_ENCODE_SET, SPECIAL_QUERY_PERCENT_ENCODE_SET, FRAGMENT_PERCENT_ENCODE_SET)
)
match_ordinary = re.compile(
    rf"""
    (https?) :// ( [a-z0-9] [a-z0-9.-]*+ (?<= [a-z0-9] ) ) (?: : ([1-9][0-9]{{0,4}}) )?
    (?: / {_IN_PATH}*+ (?: \? {_IN_QUERY}*+ )? (?: \# {_IN_FRAGMENT}*+ )? )?
    """,
    re.VERBOSE,
).fullmatch
"""A match if the string is an http(s) URL whose scheme, host and port all parsers see alike. Its groups are these.
The host may still be an address, and the path may have dot segments.
"""

# The same with capital letters, and with a query or a fragment after the host. The parsers agree about these too, but
# they are not their own serialization.
_match_alike = re.compile(
    r"""
    [Hh][Tt][Tt][Pp][Ss]? :// ( [A-Za-z0-9] [A-Za-z0-9.-]*+ (?<= [A-Za-z0-9] ) ) (?: : [1-9][0-9]{0,4} )?
    (?: / [A-Za-z0-9._~!$&'()*+,;=:@%/-]*+ (?: \? [A-Za-z0-9._~!$&()*+,;=:@%/?-]*+ )?
        (?: \# [A-Za-z0-9._~!$&'()*+,;=:@%/?-]*+ )?
    | (?: \? [A-Za-z0-9._~!$&()*+,;=%/-]*+ )? (?: \# [A-Za-z0-9._~!$&'()*+,;=%/-]*+ )? )
    """,
    re.VERBOSE,
).fullmatch


# The fields that `_ordinary` knows. A policy with another one is for `_checked` alone.
_KEPT = {
    *("schemes", "ports", "allowed_hosts", "allowed_urls", "denied_hosts", "allowed_networks", "denied_networks"),
    *("credentials", "ip_literals", "addresses", "address_services", "max_length", "parsers_agree", "parsers", "valid"),
}
_KEPT_FIELDS = Policy._fields if _KEPT.issuperset(Policy._fields) else None

_STRIPPED = "".join(map(chr, range(0x21)))  # C0 controls and the space


def check_fetch(url: str | URL, policy: Policy | None = None) -> Verdict:
    """Return whether *policy* allows fetching *url*.

    *policy* is `public_web` if it is None. No name is resolved: `resolve` and the transports do that, and check the
    addresses. Whatever is allowed here has one meaning: its ``url`` is what the URL Standard parses *url* to. A *url*
    that does not parse is refused.

    Raises:
        TypeError: If *url* is neither a str nor a URL, or if *policy* is not a `Policy`.
        ModuleNotFoundError: If the policy names a parser that is not installed.

    >>> check_fetch("http://127.1/").allowed
    False
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
    if match is None or policy._fields is not _KEPT_FIELDS:
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
        or ("/." in url or "/%" in url or ".." in host or (digits is not None and port == default_port(scheme)))
        or (scheme not in policy.schemes or policy.valid)
        or (port is None or port > MAX_PORT or (policy.ports is not None and port not in policy.ports))
        or (policy.max_length is not None and len(url) > policy.max_length)
        or (policy._allowed is not None and not policy._allowed.has(host))
        or policy._denied.has(host)
        or (
            policy.allowed_urls is not None
            and (scheme, host, port) not in policy._origins
            and not _is_listed(url, scheme, host, port, policy)
        )
    ):
        return None
    return url if "/" in url[8:] else f"{url}/"


def _is_listed(url: str, scheme: str, host: str, port: int, policy: Policy) -> bool:
    """Return whether a rule of the policy matches an ordinary URL."""
    start = url.find("/", 8)
    path, mark, query = (url[start:] if start > 0 else "/").partition("#")[0].partition("?")
    rules = rules_for(host, port, policy, scheme)
    odd = bool(rules) and is_odd(path)
    return any(rule.matches(path, query if mark else None, is_odd=odd) for rule in rules)


def rules_for(host: str, port: int, policy: Policy, scheme: str | None = None) -> list[Rule]:
    """Return the rules for a host and a port. A connection has no scheme."""
    return [rule for rule in policy._rules if rule.covers(host, port, scheme)] if policy._rules else []


def require_fetch(url: str | URL, policy: Policy | None = None) -> str:
    """Return the string to fetch if *policy* allows *url*.

    Raises Refused if the policy does not, and the errors of `check_fetch`.

    >>> require_fetch("http://example.com")
    'http://example.com/'
    """
    return required(check_fetch(url, policy))


def required(verdict: Verdict) -> str:
    """Return the URL of a verdict. Raises Refused if it has none."""
    if verdict.url is None:
        raise Refused(verdict.reasons)
    return verdict.url


def _checked(string: str, policy: Policy) -> Verdict:
    if policy.max_length is not None and len(string) > policy.max_length:
        return Verdict(False, (too_long(string, "the URL", "", policy.max_length, len(string)),), None, policy)
    try:
        record = basic_parse(string)
    except InvalidURL as error:
        return Verdict(False, (_of_failure(error, string),), None, policy)
    spans = spans_in(string)
    href = serialize(record)
    reasons = [*_invalid(string, policy), *reasons_of_record(record, policy, string, spans)]
    if policy.max_length is not None and len(href) > policy.max_length:
        reasons.insert(0, too_long(href, "the URL", "when it is percent-encoded", policy.max_length, len(string)))
    if policy.parsers_agree and record.scheme in policy.schemes and not _is_read_alike(string, record):
        reasons += _read_differently(string, href, policy, spans, is_refused=bool(reasons))
    if reasons:
        return Verdict(False, tuple(reasons), None, policy)
    return Verdict(True, (), href, policy)


def too_long(what: str, subject: str, when: str, max_length: int, end: int) -> Reason:
    """Return the reason for a string that is longer than a policy allows; it spans the whole input, up to *end*."""
    message = f"{subject} has {len(what):,} code points{when and ' '}{when}; at most {max_length:,} are allowed"
    return Reason("too-long", message, 0, end)


def _is_read_alike(string: str, record: URLRecord) -> bool:
    """Return whether all parsers see the scheme, the host and the port of *string* alike, without asking them.

    An address that is written in another way than its serialization is not certain.
    """
    match = _match_alike(string)
    return match is not None and match[1].lower() == str(record.host)


def _read_differently(string: str, href: str, policy: Policy, spans: Spans, *, is_refused: bool) -> list[Reason]:
    """Return a reason if parsers differ about *string*, or about its serialization if it is not refused anyway."""
    found = differences(string, None, policy.parsers, spans)
    pasted = string.strip(_STRIPPED)
    if found and pasted != string and not differences(pasted, None, policy.parsers, spans):
        start = 0 if string[0] in _STRIPPED else len(string.rstrip(_STRIPPED))
        end = len(string) - len(string.lstrip(_STRIPPED)) if start == 0 else len(string)
        message = "parsers treat spaces and control characters around a URL in different ways; remove them"
        return [Reason("parsers-differ", message, start, end)]
    if href != string and not found and not is_refused:
        return differences(href, None, policy.parsers, spans)
    return found


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
        named = "" if "@" in string else f" {shown(record.scheme)!r}"
        message = f"the scheme{named} is not allowed; the policy allows {', '.join(policy.schemes) or 'none'}"
        return [Reason("scheme", message, *spans.scheme)]
    reasons = []
    if not policy.credentials and (record.username or record.password):
        message = "the URL has a username or a password; remove it, or set credentials=True in the policy"
        reasons.append(Reason("credentials", message, *spans.userinfo))
    port = default_port(record.scheme) if record.port is None else record.port
    assert port is not None, "the schemes that a policy allows have default ports"
    assert record.host is not None, "and hosts"
    rules = rules_for(str(record.host), port, policy, record.scheme)
    reasons += reasons_of_host(record.host, port, policy, spans, rules)
    if rules:
        reasons += _reasons_of_path(record, rules, string, max(spans.host[1], spans.port[1]))
    return reasons


def _reasons_of_path(record: URLRecord, rules: list[Rule], string: str, start: int) -> list[Reason]:
    """Return why none of *rules* has the path, which is at *start*, and the query."""
    path, written = serialize_path(record), re.split("[?#]", string[start:], maxsplit=1)[0]
    odd = is_odd(written) or is_odd(path)
    if any(rule.matches(path, record.query, is_odd=odd) for rule in rules):
        return []
    message = f"the path {'has an encoded dot or slash' if odd else 'or the query is in no rule'}; use another URL"
    return [Reason("url-not-allowed", message, start, start + len(written))]


def reasons_of_host(host: Host, port: int, policy: Policy, spans: Spans, rules: list[Rule]) -> list[Reason]:
    """Return why *policy* refuses a host and a port, as far as that can be told without DNS. *rules* are those for
    both.
    """
    reasons = []
    if policy.ports is not None and port not in policy.ports and not any(rule.has_port for rule in rules):
        named = f" {port}" if spans.shows_host else ""
        message = f"the port{named} is not allowed; the policy allows {', '.join(map(str, policy.ports)) or 'none'}"
        reasons.append(Reason("port", message, *spans.port))
    name = shown(serialize_host(host)) if spans.shows_host else ""
    the_host = f"the host {name}" if name else "the host"
    is_address = isinstance(host, IPv4Address | IPv6Address)
    if is_address and not policy.ip_literals:
        message = f"{the_host} is an IP address; write a name, or set ip_literals=True in the policy"
        reasons.append(Reason("ip-literal", message, *spans.host))
    if policy._allowed is not None and not policy._allowed.has(str(host)):
        message = f"{the_host} is not one that the policy allows; add it to allowed_hosts"
        reasons.append(Reason("host-not-allowed", message, *spans.host))
    if policy.allowed_urls is not None and not rules:
        message = f"{the_host} is in no rule of allowed_urls with this scheme and port; add one"
        reasons.append(Reason("host-not-allowed", message, *spans.host))
    if is_denied(host, policy):
        reasons.append(Reason("host-denied", f"the policy denies {the_host}; use another one", *spans.host))
    if not is_address and (problem := _problem_of_name(str(host))):
        reasons.append(Reason("host-syntax", f"{the_host} has {problem}", *spans.host))
    verb = "is" if is_address else "leads to"
    return reasons + reasons_of_kinds(f"{name or 'the host'} {verb}", host, policy, spans, rules)


def _problem_of_name(name: str) -> str:
    """Return what a domain has that no host of the public web has, or an empty string.

    Some clients shorten a name with an empty label, and curl takes braces for a set of hosts.
    """
    name = name.removesuffix(".")
    if "" in name.split("."):
        return "an empty label, which no name in DNS has; write one dot between two labels"
    odd = re.search("[^a-z0-9._-]", name)
    return f"{odd[0]!r}; use letters, digits, '-', '_' and '.' only" if odd else ""


def is_denied(host: Host, policy: Policy) -> bool:
    """Return whether *policy* denies a host. An IPv6 address is denied with the IPv4 address inside it, because a
    connection to ``::ffff:192.0.2.1`` goes to 192.0.2.1.
    """
    if not isinstance(host, IPv4Address | IPv6Address):
        return policy._denied.has(str(host))
    parts = [part for part, _ in kinds_of_parts(host)]
    return any(policy._denied.has(str(part)) or policy._denied_networks.has(part) for part in parts)


def refused_kinds(host: Host, policy: Policy, rules: list[Rule]) -> dict[str, Host]:
    """Return the kinds of addresses that a host leads to and that *policy* does not allow, as far as they can be told
    without DNS, each with the host or with the address inside it that has the kind. *rules* are those for the host.
    """
    networks = policy._allowed_networks
    is_local = rules and any(rule.is_local for rule in rules)
    allowed = (*policy.addresses, "loopback") if is_local else policy.addresses
    if not isinstance(host, IPv4Address | IPv6Address):
        kinds = kinds_of_name(str(host).rstrip("."), policy._services)
        return {kind: host for kind in kinds if kind not in allowed and kind not in networks.kinds}
    parts = kinds_of_parts(host)
    special = [(part, kind) for part, kinds in parts for kind in kinds if kind != "global"] or [(host, "global")]
    refused: dict[str, Host] = {}
    for part, kind in special:
        if kind not in allowed and not networks.has(part, exactly=kind == "metadata"):
            refused.setdefault(kind, part)
    return refused


def reasons_of_kinds(subject: str, host: Host, policy: Policy, spans: Spans, rules: list[Rule]) -> list[Reason]:
    """Return a reason for each kind of *host* that neither the policy nor one of *rules* allows."""
    reasons = []
    for kind, part in refused_kinds(host, policy, rules).items():
        which, contains = "its address", ""
        if part is not host and spans.shows_host:
            which, contains = str(part), f" (it contains {part})"
        other = "" if kind == "global" else "use a public address, or "
        where = f"the policy's allowed_networks or {kind!r} in its addresses"
        message = f"{subject} {KINDS[kind]}{contains}; {other}allow {which} in {where}"
        reasons.append(Reason(kind, message, *spans.host))
    return reasons


def differences(string: str, base: str | None, parsers: tuple[str, ...] | None, spans: Spans) -> list[Reason]:
    """Return a reason for the first parser that sees another scheme, host or port than the URL Standard does."""
    from py_url.parsers.reading import read

    readings = read(string, base, parsers=None if parsers is None else ("whatwg", *parsers))
    ours = readings["whatwg"].destination
    for name, reading in readings.items():
        if reading.is_slow:
            message = f"{name} could take seconds to read this URL; write a shorter one, or leave out that parser"
            return [Reason("too-long", message, *spans.host)]
        theirs = reading.destination
        if theirs is not None and ours is not None and theirs != ours:
            part = next(part for part, their, our in zip(_PARTS, theirs, ours, strict=True) if their != our)
            seen = (
                f"{_seen(reading, part)}, browsers read {_seen(readings['whatwg'], part)}"
                if spans.shows_host
                else f"another {part} than browsers"
            )
            message = f"{name} reads {seen}; write the URL so that all read the same"
            return [Reason("parsers-differ", message, *spans.host)]
    return []


_PARTS = ("scheme", "host", "port")


def _seen(reading: Reading, part: str) -> str:
    value = reading.shown(part)
    return f"no {part}" if value == "-" else f"the {part} {shown(value)}"
