"""The hosts and the networks that a policy names: ``example.com``, ``*.example.com``, ``10.1.0.0/16``."""

from __future__ import annotations

import re
from collections.abc import Iterable

from py_url.guard.addresses import kinds_of_address
from py_url.standard.hosts.host import host_parse
from py_url.standard.hosts.ipv4 import IPv4Address, parse_ipv4
from py_url.standard.hosts.ipv6 import IPv6Address, parse_ipv6
from py_url.standard.hosts.public_suffix import has_list, public_suffix, registrable_domain
from py_url.standard.hosts.representation import Domain
from py_url.standard.infra.arguments import expect_strs
from py_url.standard.infra.showing import quoted
from py_url.standard.infra.validation import InvalidURL

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ipaddress import IPv4Network, IPv6Network

    from py_url.standard.hosts.representation import Host

# Labels under which many countries register names, so that "co.uk" is a public suffix. Without the Public Suffix List,
# no others are known.
_SECOND_LEVEL = frozenset({"ac", "co", "com", "edu", "go", "gov", "net", "ne", "nom", "or", "org", "sch"})


class Hosts:
    """A set of hosts by their patterns: exact ones, and ``*.example.com`` for the subdomains of a domain.

    An IP address is written as in a URL, or without its brackets. Raises ValueError for a pattern that is neither, and
    TypeError if *patterns* is not an iterable of str. If *of_one_owner*, it also raises ValueError for ``*.com`` and
    other patterns of names that anyone may register, and a pattern does not stand for names with empty labels, other
    than the last one of ``example.com.``.
    """

    __slots__ = ("_exact", "_of_one_owner", "_suffixes", "patterns")

    def __init__(self, patterns: Iterable[str], what: str = "the hosts", *, of_one_owner: bool = False) -> None:
        self._of_one_owner = of_one_owner
        exact, suffixes, written = set(), [], []
        for pattern in expect_strs(patterns, what):
            wildcard = pattern.startswith("*.")
            name = host_of_pattern(pattern[2:] if wildcard else pattern, what)
            host = str(name)
            if wildcard and not isinstance(name, Domain):
                raise ValueError(f"{what}: {quoted(pattern)} is not a pattern; '*.' must precede a domain")
            if wildcard and of_one_owner and _is_public_suffix(name):
                raise ValueError(
                    f"{what}: {quoted(pattern)} has hosts of anyone, as {quoted(host)} is a public suffix; "
                    f"write '*.' before a domain that one owner has, such as '*.example.com'"
                )
            if wildcard:
                suffixes.append(f".{self._without_root(host)}")
            else:
                exact.add(self._without_root(host))
            written.append(f"*.{host}" if wildcard else host)
        self.patterns = tuple(dict.fromkeys(written))
        self._exact = frozenset(exact)
        self._suffixes = tuple(suffixes)

    def has(self, host: str) -> bool:
        """Return whether a serialized host, without brackets, is one of these, with a final dot or without."""
        name = self._without_root(host)
        if name in self._exact or not name.endswith(self._suffixes):
            return name in self._exact
        return not self._of_one_owner or not (name.startswith(".") or ".." in name)

    def _without_root(self, host: str) -> str:
        # DNS has no name "example.com..", so it belongs to nobody. But what is denied is denied in every spelling.
        return host.removesuffix(".") if self._of_one_owner else host.rstrip(".")


def plain_hosts(patterns: Iterable[str], what: str) -> tuple[str, ...]:
    """Return the patterns as `Policy` keeps them. Raises the errors of `Hosts`."""
    return Hosts(patterns, what, of_one_owner=True).patterns


def host_of_pattern(written: str, what: str) -> Host:
    """Return the host that a pattern names. Raises ValueError if it is none, or if people meant something else."""
    if re.fullmatch("[0-9A-Fa-f.:]+/[0-9]+", written):
        raise ValueError(
            f"{what}: {quoted(written)} is a network; write hosts here, and networks into denied_networks or "
            "allowed_networks"
        )
    if written.startswith("."):
        raise ValueError(f"{what}: {quoted(written)} is not a host; write '*{written}' for the subdomains")
    if "*" in written:
        raise ValueError(f"{what}: '*' may stand only at the start, before '.', as in '*.example.com'")
    try:
        host = host_parse(f"[{written}]" if written.count(":") > 1 and not written.startswith("[") else written)
    except InvalidURL:
        raise ValueError(f"{what}: {quoted(written)} is not a host; write it without a scheme and a port") from None
    return host


def _is_public_suffix(host: Host) -> bool:
    if has_list():
        return registrable_domain(host) is None or public_suffix(host) == host
    labels = str(host).strip(".").split(".")
    return len(labels) == 1 or (len(labels) == 2 and len(labels[1]) == 2 and labels[0] in _SECOND_LEVEL)


class Networks:
    """A set of networks in CIDR notation. Raises ValueError for what is none, and TypeError unless *networks* is an
    iterable of str.
    """

    __slots__ = ("_ranges", "kinds", "written")

    def __init__(self, networks: Iterable[str], what: str) -> None:
        written, ranges, ends = [], [], []
        for network in expect_strs(networks, what):
            parsed = _network(network, what)
            parse = parse_ipv4 if parsed.version == 4 else parse_ipv6
            first, last = parse(str(parsed[0])), parse(str(parsed[-1]))
            ranges.append((type(first), int(first), int(last)))
            ends += [first, last]
            written.append(str(parsed))
        self.written = tuple(dict.fromkeys(written))
        self._ranges = tuple(dict.fromkeys(ranges))
        # A name may lead to addresses of these kinds.
        kinds = {kind for end in ends for kind in kinds_of_address(end)}
        if not any(self.has(end, exactly=True) and "metadata" in kinds_of_address(end) for end in ends):
            kinds.discard("metadata")
        self.kinds = frozenset(kinds)

    def has(self, address: IPv4Address | IPv6Address, *, exactly: bool = False) -> bool:
        """Return whether an address is in one of the networks; if *exactly*, in one that has no other address."""
        value = int(address)
        return any(
            first <= value <= last and isinstance(address, kind) and (first == last or not exactly)
            for kind, first, last in self._ranges
        )


def _network(written: str, what: str) -> IPv4Network | IPv6Network:
    from ipaddress import ip_network

    try:
        return ip_network(written)
    except ValueError as error:
        problem = "has host bits set" if "host bits" in str(error) else "is not a network"
        instead = "write one such as '10.1.0.0/16', '192.0.2.1/32' or 'fd00:1::/32'"
        raise ValueError(f"{what}: {quoted(written)} {problem}; {instead}") from None
