"""The hosts, networks and URLs that a policy names: ``*.example.com``, ``10.1.0.0/16``, ``https://h.example/a/*``."""

from __future__ import annotations

import re
from collections.abc import Iterable

from py_url.guard.addresses import ipv4_meant, kinds_within
from py_url.guard.spans import encoded_in, kinds_of_host
from py_url.standard.hosts.host import host_parse
from py_url.standard.hosts.ipv4 import IPv4Address, parse_ipv4
from py_url.standard.hosts.ipv6 import IPv6Address, parse_ipv6
from py_url.standard.hosts.public_suffix import has_list, public_suffix, registrable_domain
from py_url.standard.hosts.representation import Domain
from py_url.standard.infra.arguments import expect_strs
from py_url.standard.infra.showing import hide_secrets, quoted
from py_url.standard.infra.validation import InvalidURL
from py_url.standard.urls.parser import basic_parse
from py_url.standard.urls.record import serialize_path
from py_url.standard.urls.special_schemes import MAX_PORT, default_port

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ipaddress import IPv4Network, IPv6Network

    from py_url.standard.hosts.representation import Host

# Labels under which many countries register names, so that "co.uk" is a public suffix. Without the Public Suffix List,
# no others are known.
_SECOND_LEVEL = frozenset({"ac", "co", "com", "edu", "go", "gov", "net", "ne", "nom", "or", "org", "sch"})

# A scheme, a host, a port, a path and a query, without what the parser removes. The first part excludes networks.
_RULE = (
    r"(?![0-9.]+/[0-9]+\Z)(?:([A-Za-z][A-Za-z0-9+.-]*)://)?(\[[^]/]*\]|[^\x00-\x20/?#@:[\\]+)(?::([0-9]{1,5}|\*))?"
    r"(/[^\x00-\x20?#\\]*)?(\?[^\x00-\x20#\\]*)?"
)


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
                meant = ipv4_meant(name, name) if isinstance(name, IPv6Address) and not of_one_owner else None
                exact.update(map(str, meant or ()))
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


def host_of_pattern(written: str, what: str) -> Host:
    """Return the host that a pattern names. Raises ValueError if it is none, or if people meant something else."""
    if re.fullmatch("[0-9A-Fa-f.:]+/[0-9]+", written):
        raise ValueError(
            f"{what}: {quoted(written)} is a network; write hosts here, and networks into denied_networks or "
            "allowed_networks"
        )
    if written.startswith("."):
        raise ValueError(f"{what}: {quoted(written)} is not a host; write '*{written}' for the subdomains")
    try:
        host = host_parse(f"[{written}]" if written.count(":") > 1 and not written.startswith("[") else written)
    except InvalidURL:
        raise ValueError(f"{what}: {quoted(written)} is not a host; write it without a scheme and a port") from None
    if "*" in str(host):  # or it was one of the characters that the parser maps to it
        raise ValueError(f"{what}: '*' may stand only at the start, before '.', as in '*.example.com'")
    return host


def _is_public_suffix(host: Host) -> bool:
    if has_list():
        return registrable_domain(host) is None or public_suffix(host) == host
    labels = str(host).strip(".").split(".")
    return len(labels) == 1 or (len(labels) == 2 and len(labels[1]) == 2 and labels[0] in _SECOND_LEVEL)


class Networks:
    """A set of networks in CIDR notation. Raises ValueError for what is none, and TypeError unless *networks* is an
    iterable of str. If *in_all_notations*, a network such as ``::ffff:10.0.0.0/104`` stands for that of IPv4, too.
    """

    __slots__ = ("_ranges", "kinds", "written")

    def __init__(self, networks: Iterable[str], what: str, *, in_all_notations: bool = False) -> None:
        written, ranges, kinds = [], [], set()
        for network in expect_strs(networks, what):
            parsed = _network(network, what)
            parse = parse_ipv4 if parsed.version == 4 else parse_ipv6
            ends = parse(str(parsed[0])), parse(str(parsed[-1]))
            meant = ipv4_meant(*ends) if in_all_notations else None
            ranges += [(type(first), int(first), int(last)) for first, last in filter(None, (ends, meant))]
            of_these = kinds_within(*ends)
            # Only a network of one address opens a metadata service.
            kinds |= of_these if parsed.num_addresses == 1 else of_these - {"metadata"}
            written.append(str(parsed))
        self.written = tuple(dict.fromkeys(written))
        self._ranges = tuple(dict.fromkeys(ranges))
        # A name may lead to addresses of these kinds.
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


class Rule(str):
    """A rule: a str, for JSON, but ``str(rule)`` is a sentence. Raises ValueError for one that makes no sense."""

    __slots__ = ("_hosts", "_path", "_query", "has_port", "is_local", "ports")

    has_port: bool
    is_local: bool  # whether its hosts are names or addresses of this computer
    ports: dict[str, int | None]  # of each scheme; None is every port
    _hosts: Hosts
    _path: str | None  # None is every path
    _query: str | None

    def __new__(cls, written: str) -> Rule:
        """Return the rule with its host as a URL has it."""
        what = f"allowed_urls: {quoted(written)}"
        match = re.fullmatch(_RULE, written)
        if match is None:
            raise ValueError(f"{what} is not a rule; write one such as 'example.com' or 'https://example.com/docs/*'")
        scheme, host, port, path, query = match.groups()
        if host == "*":
            raise ValueError(f"{what} has hosts of anyone; name a host")
        hosts = Hosts([host], "allowed_urls", of_one_owner=True)
        name = f"[{hosts.patterns[0]}]" if host[0] == "[" else hosts.patterns[0]
        rule = super().__new__(cls, f"{written[: match.start(2)].lower()}{name}{written[match.end(2) :]}")
        rule._hosts, rule.has_port = hosts, port is not None
        rule.ports = _ports(scheme, port, what)
        rule._path, rule._query = _path_and_query(path or "/", query or "", what)
        rule.is_local = kinds_of_host(host_parse(name.removeprefix("*.")), frozenset()) == ("loopback",)
        return rule

    def covers(self, host: str, port: int, scheme: str | None = None) -> bool:
        """Return whether it is for a host and a port, and for a scheme; None stands for every scheme."""
        ports = self.ports.values() if scheme is None else (self.ports.get(scheme, -1),)
        return (port in ports or None in ports) and self._hosts.has(host)

    def origins(self) -> list[tuple[str, str, int | None]]:
        """Return the scheme, the host and the port of each origin of which it allows every URL."""
        [host] = self._hosts.patterns
        is_whole = self._path is None and self._query is None
        return [(scheme, host, port) for scheme, port in self.ports.items() if is_whole]

    def matches(self, path: str, query: str | None, *, is_odd: bool) -> bool:
        """Return whether it is for the path and the query of a URL. *is_odd* is that of the path."""
        if self._query is not None and self._query != (query or ""):
            return False
        if self._path is None:
            return True
        return not is_odd and (path.startswith(self._path[:-1]) if self._path[-1] == "*" else path == self._path)

    def __reduce__(self) -> tuple[object, ...]:
        return Rule, (self[:],)

    def __repr__(self) -> str:
        return repr(hide_secrets(self[:]))

    def __str__(self) -> str:
        [host], [number, *_] = self._hosts.patterns, self.ports.values()
        hosts = host.replace("*.", "a subdomain of ")
        port = "any port" if number is None else f"port {number}" if self.has_port else "the default port"
        path = "any path" if self._path is None else f"the path {hide_secrets(self._path.replace('*', '…'))}"
        query = "any query" if self._query is None else f"the query '{hide_secrets(f'?{self._query}')[1:]}'"
        local = "; it opens loopback addresses for them" if self.is_local else ""
        is_unknown = hosts != host and not has_list()
        unknown = "; without the extra psl, nobody checked whose names these are" if is_unknown else ""
        return (
            f"It matches {' and '.join(self.ports)} URLs of {hosts} on {port}, with {path} and {query}{local}{unknown}."
        )


def is_odd(path: str) -> bool:
    """Return whether servers read a path in several ways: it has an encoded dot or slash, or a segment ``..;``."""
    return encoded_in(path, r"[./\\]") is not None or re.search(r"/\.\.?[;%]", path) is not None


def _ports(scheme: str | None, port: str | None, what: str) -> dict[str, int | None]:
    number = int(port) if port not in (None, "*") else None
    schemes = ("https", "http") if scheme is None else (scheme.lower(),)
    if default_port(schemes[0]) is None or (number or 0) > MAX_PORT:
        raise ValueError(f"{what} has a scheme or a port that no server has; write one such as 'https://h:8443'")
    return {one: default_port(one) if port is None else number for one in schemes}


def _path_and_query(path: str, query: str, what: str) -> tuple[str | None, str | None]:
    if "*" in path.removesuffix("/*") + query:
        raise ValueError(f"{what} has a '*' that is not the last segment of the path; use a py_url.pattern.PatternList")
    if is_odd(path) or re.search(r"/\.\.?(?:/|\Z)", path):
        raise ValueError(f"{what} has a path that servers read in several ways; write it without '..' and '%2e'")
    record = basic_parse(f"https://h{path}{query}")
    is_any = path == "/*" or (path == "/" and not query)
    return None if is_any else serialize_path(record), record.query
