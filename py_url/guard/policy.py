"""What a program may fetch: schemes, ports, hosts, kinds of addresses, and how far parsers of URLs must agree.

A `Policy` cannot be changed. ``Policy()`` is `public_web`; `same_site` and `allow_list` make others.
"""

from __future__ import annotations

from collections.abc import Iterable

from py_url.api.url import URL
from py_url.guard.addresses import KINDS
from py_url.guard.names import ADDRESS_SERVICES, LOCAL_ZONES, LOOPBACK_SERVICES, TOP_LEVEL
from py_url.guard.patterns import Hosts, Networks, Rule, host_of_pattern
from py_url.standard.hosts.public_suffix import registrable_domain
from py_url.standard.hosts.representation import Domain
from py_url.standard.infra.arguments import expect_strs
from py_url.standard.infra.copying import Slotted, restore, state_of
from py_url.standard.infra.fields import Fields
from py_url.standard.infra.integers import count_of, integer_of
from py_url.standard.infra.showing import quoted
from py_url.standard.urls.parser import record_of
from py_url.standard.urls.special_schemes import SPECIAL_SCHEMES

_MAX_LENGTH = 8_192
_UNCHANGEABLE = "a policy cannot be changed; policy.replace(...) returns another one"
_FIELDS = (
    *("schemes", "ports", "allowed_hosts", "allowed_urls", "denied_hosts", "allowed_networks", "denied_networks"),
    *("credentials", "ip_literals", "addresses", "address_services", "max_length", "parsers_agree", "parsers", "valid"),
)


class Policy(Slotted, Fields):
    """What a program may fetch. ``Policy()`` is for the public web: see `public_web`.

    - ``schemes`` are the schemes that are allowed.
    - ``ports`` are the ports, or None for every port.
    - ``allowed_hosts`` are the only hosts allowed, or None for every host: ``example.com``, ``*.example.com`` for its
      subdomains, ``192.0.2.1``, ``[::1]``. A pattern whose hosts belong to anyone (``*.com``, ``*.co.uk``) is refused;
      most of them are known only if the extra ``psl`` is installed.
    - ``allowed_urls`` are rules for the only URLs allowed, or None for every URL: ``example.com``,
      ``https://github.com/org/*``, ``http://localhost:*/``. Without a scheme, a rule is for https and http; without a
      port, for the default ports; without a path, or with ``/``, for every path; and without a query, for every query.
      The port of a rule need not be in ``ports``. A rule for this computer opens ``loopback`` for its hosts and ports.
    - ``denied_hosts`` are hosts that are refused, in the same form. An address in it is also refused if a name resolves
      to it, and inside an IPv6 address. ``[::ffff:192.0.2.1]`` denies 192.0.2.1, as it stands for that.
    - ``allowed_networks`` are networks that may be reached besides the kinds in ``addresses``: ``10.1.0.0/16``,
      ``fd00:1::/32``. They do not open an address of a metadata service, unless one is exactly that address
      (``169.254.169.254/32``). A name that looks private may then be resolved, and its addresses decide.
    - ``denied_networks`` are networks that are refused, also inside an IPv6 address, and even if they are allowed.
      ``::ffff:10.0.0.0/104`` denies ``10.0.0.0/8``. A whole notation, such as ``::ffff:0:0/96``, denies that alone.
    - ``credentials`` says whether the URL may have a username or a password.
    - ``ip_literals`` says whether its host may be an IP address.
    - ``addresses`` are the kinds of addresses that may be reached, of `KINDS`. An address that is of several kinds
      needs all of them.
    - ``address_services`` are domains whose names have an address in them (``127.0.0.1.nip.io``), or lead to this
      machine.
    - ``max_length`` is the greatest length in code points, or None.
    - ``parsers_agree`` says whether all ``parsers`` that accept the string must see the same scheme, host and port.
      They are names of parsers of `py_url.explain`, or ``"all"``; None means its default. Runtimes, such as ``curl``,
      start a process for each URL that is not ordinary.
    - ``valid`` says whether the string must be a valid URL string, without any validation error.

    Raises:
        TypeError: For another field and for a value of another type.
        ValueError: For a value that makes no sense.

    >>> Policy(allowed_networks=["10.1.0.0/16"]).addresses
    ('global',)
    """

    _fields = _FIELDS
    _or_mapping = True
    __slots__ = (
        *_FIELDS,
        "_allowed",
        "_allowed_networks",
        "_denied",
        "_denied_networks",
        "_origins",
        "_rules",
        "_services",
        "_top_level",
        "_watched",
    )

    schemes: tuple[str, ...]
    ports: tuple[int, ...] | None
    allowed_hosts: tuple[str, ...] | None
    allowed_urls: tuple[str, ...] | None
    denied_hosts: tuple[str, ...]
    allowed_networks: tuple[str, ...]
    denied_networks: tuple[str, ...]
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
    _allowed_networks: Networks
    _denied_networks: Networks
    _origins: frozenset[tuple[str, str, int | None]]
    _rules: tuple[Rule, ...]
    _services: frozenset[str]
    _top_level: frozenset[str]
    _watched: frozenset[str]

    def __init__(  # noqa: PLR0913 - one for each field
        self,
        *,
        schemes: Iterable[str] = ("https", "http"),
        ports: Iterable[int] | None = (443, 80),
        allowed_hosts: Iterable[str] | None = None,
        allowed_urls: Iterable[str] | None = None,
        denied_hosts: Iterable[str] = (),
        allowed_networks: Iterable[str] = (),
        denied_networks: Iterable[str] = (),
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
        opened = Networks(allowed_networks, "allowed_networks")
        closed = Networks(denied_networks, "denied_networks", in_all_notations=True)
        services = _services(address_services)
        urls = [] if allowed_urls is None else expect_strs(allowed_urls, "allowed_urls")
        rules = tuple(dict.fromkeys(Rule(url) for url in urls))
        fields = {
            "schemes": _schemes(schemes),
            "ports": None if ports is None else _ports(ports),
            "allowed_hosts": None if allowed is None else allowed.patterns,
            "allowed_urls": None if allowed_urls is None else rules,
            "denied_hosts": denied.patterns,
            "allowed_networks": opened.written,
            "denied_networks": closed.written,
            "credentials": _bool(credentials, "credentials"),
            "ip_literals": _bool(ip_literals, "ip_literals"),
            "addresses": _some_of(addresses, KINDS, "addresses"),
            "address_services": services,
            "max_length": None if max_length is None else count_of(max_length, "max_length", "an int or None"),
            "parsers_agree": _bool(parsers_agree, "parsers_agree"),
            "parsers": None if parsers is None else _parsers(parsers),
            "valid": _bool(valid, "valid"),
            "_allowed": allowed,
            "_denied": denied,
            "_allowed_networks": opened,
            "_denied_networks": closed,
            "_rules": rules,
            "_origins": frozenset(origin for rule in rules for origin in rule.origins()),
            "_services": frozenset(services),
            "_top_level": frozenset({*TOP_LEVEL, *(service for service in services if "." not in service)}),
            # A host whose last two labels are none of these is no name of a service or of the local network.
            "_watched": frozenset({*LOCAL_ZONES, *(".".join(service.split(".")[-2:]) for service in services)}),
        }
        for name, value in fields.items():
            object.__setattr__(self, name, value)

    def replace(self, **fields: object) -> Policy:
        """Return a policy with other values for some *fields*.

        Raises the errors of the constructor.

        >>> public_web().replace(schemes=["https"]).schemes
        ('https',)
        """
        return Policy(**{**dict(zip(_FIELDS, self._key(), strict=True)), **fields})  # type: ignore[arg-type]  # the constructor checks them

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
        name = None if "*" in value else host_of_pattern(value, "address_services")
        if not isinstance(name, Domain):
            raise ValueError(
                f"address_services: {quoted(value)} is not a domain; write one, which stands for its subdomains too"
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
    from py_url.parsers.others import OTHER_PARSERS
    from py_url.parsers.reading import ALL
    from py_url.parsers.usual import PARSERS, RUNTIMES

    given = (ALL,) if isinstance(values, str) and values == ALL else values
    names = _some_of(given, (*PARSERS, *OTHER_PARSERS, *RUNTIMES, ALL), "parsers")
    if not names:
        raise ValueError("parsers: there are none, so none can disagree; write parsers_agree=False, or name some")
    return names


def _bool(value: object, what: str) -> bool:
    if not isinstance(value, bool):
        raise TypeError(f"{what} must be a bool, not {type(value).__name__}")
    return value


_PUBLIC_WEB = Policy()


def public_web() -> Policy:
    """Return the policy for URLs of the public web, which is ``Policy()``.

    It allows https and http on the ports 443 and 80, without credentials, to addresses that are reachable from
    everywhere, if all parsers that accept the string see the same scheme, host and port.

    >>> public_web().ports
    (443, 80)
    """
    return _PUBLIC_WEB


def same_site(of: str | URL) -> Policy:
    """Return a policy for the site of a URL: the same scheme, and its registrable domain with all subdomains.

    If the host has no registrable domain, as an IP address has none, only that host is allowed. The program chose *of*,
    so the kind of address that its host names, and its port, are allowed too.

    Raises:
        InvalidURL: If *of* does not parse.
        ValueError: If it has no host.
        TypeError: If it is neither a str nor a URL.
        ModuleNotFoundError: If the extra ``psl`` is not installed.

    >>> same_site("https://www.example.co.uk/").allowed_hosts
    ('example.co.uk', '*.example.co.uk')
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
    """Return the policy of `public_web` for these *hosts* only. Each is a rule of ``Policy.allowed_urls``.

    Raises the errors of `Policy`.

    >>> allow_list(["example.com", "https://example.org/docs/*"]).allowed_urls
    ('example.com', 'https://example.org/docs/*')
    """
    return Policy(allowed_urls=expect_strs(hosts, "the hosts"))
