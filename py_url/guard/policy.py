"""What a program may fetch: schemes, ports, hosts, kinds of addresses, and how far parsers of URLs must agree.

A `Policy` cannot be changed. ``Policy()`` is `public_web`; `same_site` and `allow_list` make others.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

from py_url.api.url import URL
from py_url.guard.addresses import KINDS
from py_url.guard.names import ADDRESS_SERVICES, LOOPBACK_SERVICES, TOP_LEVEL
from py_url.standard.hosts.host import host_parse
from py_url.standard.hosts.public_suffix import has_list, public_suffix, registrable_domain
from py_url.standard.hosts.representation import Domain
from py_url.standard.infra.arguments import expect_strs
from py_url.standard.infra.code_points import integer_of
from py_url.standard.infra.copying import Slotted, restore, schema_of_fields, state_of
from py_url.standard.infra.showing import quoted
from py_url.standard.infra.validation import InvalidURL
from py_url.standard.urls.parser import record_of
from py_url.standard.urls.special_schemes import SPECIAL_SCHEMES

TYPE_CHECKING = False
if TYPE_CHECKING:
    from py_url.standard.hosts.representation import Host

_MAX_LENGTH = 8_192
_UNCHANGEABLE = "a policy cannot be changed; policy.replace(...) returns another one"
_FIELDS = (
    *("schemes", "ports", "allowed_hosts", "denied_hosts", "credentials", "ip_literals", "addresses"),
    *("address_services", "max_length", "parsers_agree", "parsers", "valid"),
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
            name = _host(pattern[2:] if wildcard else pattern, what)
            host = str(name)
            if wildcard and not isinstance(name, Domain):
                raise ValueError(f"{what}: {quoted(pattern)} is no pattern; '*.' must precede a domain")
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


def _host(written: str, what: str) -> Host:
    """Return the host that a pattern names. Raises ValueError if it is none, or if people meant something else."""
    if re.fullmatch("[0-9A-Fa-f.:]+/[0-9]+", written):
        raise ValueError(
            f"{what}: {quoted(written)} is a network; write hosts. Addresses that are not public are refused "
            "unless 'addresses' has their kind"
        )
    if written.startswith("."):
        raise ValueError(f"{what}: {quoted(written)} is no host; write '*{written}' for the subdomains")
    if "*" in written:
        raise ValueError(f"{what}: '*' may stand only at the start, before '.', as in '*.example.com'")
    try:
        host = host_parse(f"[{written}]" if written.count(":") > 1 and not written.startswith("[") else written)
    except InvalidURL:
        raise ValueError(f"{what}: {quoted(written)} is no host; write it without a scheme and a port") from None
    return host


def _is_public_suffix(host: Host) -> bool:
    if has_list():
        return registrable_domain(host) is None or public_suffix(host) == host
    return "." not in str(host).strip(".")


class Policy(Slotted):
    """What a program may fetch. ``Policy()`` is for the public web: see `public_web`.

    - ``schemes`` are the schemes that are allowed.
    - ``ports`` are the ports, or None for every port.
    - ``allowed_hosts`` are the only hosts allowed, or None for every host: ``example.com``, ``*.example.com`` for its
      subdomains, ``192.0.2.1``, ``[::1]``. A pattern whose hosts belong to anyone (``*.com``, ``*.co.uk``) is refused.
    - ``denied_hosts`` are hosts that are refused, in the same form. An address in it is also refused if a name resolves
      to it, and inside an IPv6 address.
    - ``credentials`` says whether the URL may have a username or a password.
    - ``ip_literals`` says whether its host may be an IP address.
    - ``addresses`` are the kinds of addresses that may be reached, of `KINDS`. An address that is of several kinds
      needs all of them.
    - ``address_services`` are domains whose names have an address in them (``127.0.0.1.nip.io``), or lead to this
      machine.
    - ``max_length`` is the greatest length in code points, or None.
    - ``parsers_agree`` says whether all ``parsers`` that take the string must see the same scheme, host and port. They
      are names of parsers of `py_url.explain`, or ``"all"``; None stands for those that it asks by default. Runtimes,
      such as ``curl``, start a process for each URL that is not ordinary.
    - ``valid`` says whether the string must be a valid URL string, without any validation error.

    Raises TypeError for another field and for a value of another type, and ValueError for a value that means nothing.
    """

    __slots__ = (*_FIELDS, "_allowed", "_denied", "_services", "_top_level", "_watched")

    schemes: tuple[str, ...]
    ports: tuple[int, ...] | None
    allowed_hosts: tuple[str, ...] | None
    denied_hosts: tuple[str, ...]
    credentials: bool
    ip_literals: bool
    addresses: tuple[str, ...]
    address_services: tuple[str, ...]
    max_length: int | None
    parsers_agree: bool
    parsers: tuple[str, ...] | None
    valid: bool

    _allowed: Hosts | None
    _denied: Hosts
    _services: frozenset[str]
    _top_level: frozenset[str]
    _watched: frozenset[str]

    def __init__(  # noqa: PLR0913 - one for each field
        self,
        *,
        schemes: Iterable[str] = ("https", "http"),
        ports: Iterable[int] | None = (443, 80),
        allowed_hosts: Iterable[str] | None = None,
        denied_hosts: Iterable[str] = (),
        credentials: bool = False,
        ip_literals: bool = True,
        addresses: Iterable[str] = ("global",),
        address_services: Iterable[str] = (*ADDRESS_SERVICES, *LOOPBACK_SERVICES),
        max_length: int | None = _MAX_LENGTH,
        parsers_agree: bool = True,
        parsers: Iterable[str] | None = None,
        valid: bool = False,
    ) -> None:
        if hasattr(self, "schemes"):
            raise AttributeError(_UNCHANGEABLE)
        allowed = None if allowed_hosts is None else Hosts(allowed_hosts, "allowed_hosts", of_one_owner=True)
        denied = Hosts(denied_hosts, "denied_hosts")
        services = _services(address_services)
        fields = {
            "schemes": _schemes(schemes),
            "ports": None if ports is None else _ports(ports),
            "allowed_hosts": None if allowed is None else allowed.patterns,
            "denied_hosts": denied.patterns,
            "credentials": _bool(credentials, "credentials"),
            "ip_literals": _bool(ip_literals, "ip_literals"),
            "addresses": _some_of(addresses, KINDS, "addresses"),
            "address_services": services,
            "max_length": None if max_length is None else _length(max_length),
            "parsers_agree": _bool(parsers_agree, "parsers_agree"),
            "parsers": None if parsers is None else _parsers(parsers),
            "valid": _bool(valid, "valid"),
            "_allowed": allowed,
            "_denied": denied,
            "_services": frozenset(services),
            "_top_level": frozenset({*TOP_LEVEL, *(service for service in services if "." not in service)}),
            # A host whose last two labels are none of these is no name of a service or of the local network.
            "_watched": frozenset({"home.arpa", *(".".join(service.split(".")[-2:]) for service in services)}),
        }
        for name, value in fields.items():
            object.__setattr__(self, name, value)

    def replace(self, **fields: object) -> Policy:
        """Return a policy with other values for some fields: ``policy.replace(schemes=["https"])``.

        Raises the errors of the constructor.
        """
        return Policy(**{**dict(zip(_FIELDS, self._key(), strict=True)), **fields})  # type: ignore[arg-type]  # the constructor checks them

    def keys(self) -> tuple[str, ...]:
        """The names of the fields, so that ``dict(policy)`` is the form for JSON, and ``Policy(**fields)`` reads it."""
        return _FIELDS

    def __getitem__(self, name: str) -> object:
        if name not in _FIELDS:
            raise KeyError(name)
        return getattr(self, name)

    __iter__ = None  # otherwise, `__getitem__` would be tried with numbers

    @classmethod
    def __get_pydantic_core_schema__(cls, source: object, handler: object) -> object:
        return schema_of_fields(cls, _FIELDS, handler)

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError(_UNCHANGEABLE)

    def __delattr__(self, name: str) -> None:
        raise AttributeError(_UNCHANGEABLE)

    def __eq__(self, other: object) -> bool:
        return self._meaning() == other._meaning() if isinstance(other, Policy) else NotImplemented

    def __hash__(self) -> int:
        return hash(self._meaning())

    def _meaning(self) -> tuple[object, ...]:
        """The fields, in which the order of names and numbers has no meaning."""
        return tuple(frozenset(value) if isinstance(value, tuple) else value for value in self._key())

    def _key(self) -> tuple[object, ...]:
        return tuple(getattr(self, name) for name in _FIELDS)

    def __repr__(self) -> str:
        """Show the fields that differ from the default."""
        default = _PUBLIC_WEB
        differing = [name for name in _FIELDS if getattr(self, name) != getattr(default, name)]
        return f"Policy({', '.join(f'{name}={getattr(self, name)!r}' for name in differing)})"

    def __getstate__(self) -> dict[str, object]:
        return state_of(self, Policy, {name: getattr(self, name) for name in _FIELDS})

    def __setstate__(self, state: object) -> None:
        restore(self, Policy, state, _FIELDS, _init_by_position)


def _init_by_position(policy: Policy, *values: object) -> None:
    Policy.__init__(policy, **dict(zip(_FIELDS, values, strict=True)))  # type: ignore[arg-type]  # as in `replace`


def _schemes(values: Iterable[str]) -> tuple[str, ...]:
    schemes = tuple(dict.fromkeys(value.lower() for value in expect_strs(values, "schemes")))
    for scheme in schemes:
        if ":" in scheme and scheme.rstrip(":/") in SPECIAL_SCHEMES:
            raise ValueError(f"schemes: {quoted(scheme)} has a ':'; write {scheme.rstrip(':/')!r}")
        if scheme not in SPECIAL_SCHEMES or SPECIAL_SCHEMES[scheme] is None:
            known = ", ".join(name for name, port in SPECIAL_SCHEMES.items() if port is not None)
            raise ValueError(f"schemes: {quoted(scheme)} names no server by a domain; write some of {known}")
    return schemes


def _services(values: Iterable[str]) -> tuple[str, ...]:
    names = []
    for value in expect_strs(values, "address_services"):
        name = None if "*" in value else _host(value, "address_services")
        if not isinstance(name, Domain):
            raise ValueError(
                f"address_services: {quoted(value)} is no domain; write one, which stands for its subdomains too"
            )
        names.append(str(name).rstrip("."))
    return tuple(dict.fromkeys(names))


def _ports(values: Iterable[int]) -> tuple[int, ...]:
    if isinstance(values, str | bytes | dict) or not hasattr(values, "__iter__") or isinstance(values, type):
        instead = "; write ports=[443]" if isinstance(values, str | int) else ""
        raise TypeError(f"ports must be a list or another iterable of int, not {type(values).__name__}{instead}")
    numbers = []
    for port in values:
        if (number := integer_of(port)) is None:
            instead = f"; write {port}, without quotes" if isinstance(port, str) and port.isdecimal() else ""
            raise TypeError(f"each of ports must be an int, not {type(port).__name__}{instead}")
        if not 0 <= number <= 65535:
            raise ValueError(f"ports: {number} is not a port; write a number from 0 to 65535")
        numbers.append(number)
    return tuple(dict.fromkeys(numbers))


def _some_of(values: Iterable[str], known: Iterable[str], what: str) -> tuple[str, ...]:
    names = tuple(dict.fromkeys(expect_strs(values, what)))
    for name in names:
        if name not in known:
            raise ValueError(f"{what}: there is no {quoted(name)}; write some of {', '.join(known)}")
    return names


def _parsers(values: Iterable[str]) -> tuple[str, ...]:
    from py_url.compat.parsers.others import OTHER_PARSERS
    from py_url.compat.parsers.reading import ALL
    from py_url.compat.parsers.usual import PARSERS, RUNTIMES

    given = (ALL,) if isinstance(values, str) and values == ALL else values
    return _some_of(given, (*PARSERS, *OTHER_PARSERS, *RUNTIMES, ALL), "parsers")


def _bool(value: object, what: str) -> bool:
    if not isinstance(value, bool):
        raise TypeError(f"{what} must be a bool, not {type(value).__name__}")
    return value


def _length(value: object) -> int:
    length = integer_of(value)
    if length is None:
        raise TypeError(f"max_length must be an int or None, not {type(value).__name__}")
    if length < 1:
        raise ValueError(f"max_length: {length} is too small; the least is 1")
    return length


_PUBLIC_WEB = Policy()


def public_web() -> Policy:
    """Return the policy for URLs of the public web, which is ``Policy()``.

    It allows https and http on the ports 443 and 80, without credentials, to addresses that are reachable from
    everywhere, if all parsers that take the string see the same scheme, host and port.
    """
    return _PUBLIC_WEB


def same_site(of: str | URL) -> Policy:
    """Return a policy that allows the site of a URL only: the same scheme, and its registrable domain with all
    subdomains.

    If the host has no registrable domain, as an IP address has none, only that host is allowed. The program chose *of*,
    so the kind of address that its host names, and its port, are allowed too.

    Raises InvalidURL if *of* does not parse, ValueError if it has no host, TypeError if it is neither a str nor a URL,
    and ModuleNotFoundError if the extra ``psl`` is not installed.
    """
    from py_url.guard.spans import expect_url, kinds_of_host

    record = record_of(expect_url(of))
    if not record.host:
        raise ValueError("same_site needs a URL with a host")
    domain = registrable_domain(record.host)
    hosts = [str(record.host)] if domain is None else [str(domain), f"*.{domain}"]
    kinds = [kind for kind in kinds_of_host(record.host, frozenset()) if kind != "global"]
    default = SPECIAL_SCHEMES.get(record.scheme)
    ports = [port for port in (default, record.port) if port is not None]
    return Policy(schemes=[record.scheme], ports=ports, allowed_hosts=hosts, addresses=["global", *kinds])


def allow_list(hosts: Iterable[str]) -> Policy:
    """Return the policy of `public_web` for these hosts only: ``allow_list(["example.com", "*.example.org"])``.

    Raises the errors of `Policy`.
    """
    return Policy(allowed_hosts=expect_strs(hosts, "the hosts"))
