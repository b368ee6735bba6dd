"""The addresses of a host, checked and pinned: what may be connected to, and nothing else.

`resolve` calls a resolver once, and checks every address. The transports of this package do the same for each
connection, and connect to those addresses only, so that nothing can change between the check and the connection (DNS
rebinding).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from itertools import islice
from typing import NamedTuple

from py_url.guard.fetch import is_denied, reasons_of_host, reasons_of_kinds, rules_for
from py_url.guard.spans import Spans, shown
from py_url.guard.verdicts import Reason, Refused, Verdict
from py_url.standard.hosts.host import host_parse
from py_url.standard.hosts.ipv4 import IPv4Address, parse_ipv4
from py_url.standard.hosts.ipv6 import IPv6Address, parse_ipv6
from py_url.standard.infra.showing import hide_secrets, quoted
from py_url.standard.infra.validation import Failure, InvalidURL
from py_url.standard.urls.parser import basic_parse
from py_url.standard.urls.special_schemes import default_port

TYPE_CHECKING = False
if TYPE_CHECKING:
    from concurrent.futures import Future
    from typing import TypeVar

    from py_url.guard.patterns import Rule
    from py_url.guard.policy import Policy

    _Found = TypeVar("_Found")

# Takes a host and a port, and returns the addresses of the host as strings.
Resolver = Callable[[str, int], Iterable[str]]

# A name can have 100,000; no more are looked at, and none of the others is connected to.
_MOST_ADDRESSES = 16
# About thirty years. Sockets and threads refuse to wait much longer.
_ENDLESS = 1_000_000_000
_NOWHERE = Spans((0, 0), (0, 0), (0, 0), (0, 0))


class Resolution(NamedTuple):
    """What `resolve` found: as a `Verdict`, and the *host*, the *port* and the *addresses* to connect to.

    There are no addresses if the URL is not allowed. A resolution is true if it is.
    """

    allowed: bool
    reasons: tuple[Reason, ...]
    url: str | None
    host: str | None
    port: int | None
    addresses: tuple[str, ...]

    def __bool__(self) -> bool:
        return self.allowed

    def __repr__(self) -> str:
        if self.url is None:
            return f"Resolution(allowed={self.allowed!r}, reasons={self.reasons!r})"
        return f"Resolution(allowed={self.allowed!r}, url={hide_secrets(self.url)!r}, addresses={self.addresses!r})"


def resolve(verdict: Verdict, resolver: Resolver | None = None, *, timeout: float | None = None) -> Resolution:
    """Resolve the host of an allowed URL, and check its addresses, at most 16, by the policy of the verdict.

    One address that the policy refuses is enough to refuse the URL. Connect to ``addresses`` and to nothing else:
    another DNS query could give another answer. *resolver* is a function of a host and a port that returns addresses as
    strings; None means that of the operating system. It has *timeout* seconds, or no limit if that is None. A
    *verdict* that is not allowed gives a resolution that is not allowed, without a query.

    A resolver's OSError means that the host does not resolve.

    Raises:
        TypeError: If *verdict* is not a `Verdict`, *timeout* is not a number, or the resolver returns something else.
        ValueError: If *timeout* is not above 0, or is a billion or more.

    >>> from py_url.guard import check_fetch
    >>> [reason.name for reason in resolve(check_fetch("http://h.example"), lambda host, port: ["::1"]).reasons]
    ['loopback']
    """
    if not isinstance(verdict, Verdict):
        raise TypeError(f"the verdict must be a Verdict, not {type(verdict).__name__}")
    if resolver is not None and not callable(resolver):
        raise TypeError(f"the resolver must be a function, not {type(resolver).__name__}")
    seconds = expect_seconds(timeout, "the timeout")
    if verdict.url is None:
        return Resolution(False, verdict.reasons, None, None, None, ())
    record = basic_parse(verdict.url)
    port = default_port(record.scheme) if record.port is None else record.port
    host = str(record.host)
    assert port is not None, "the schemes that a policy allows have default ports"
    try:
        addresses = pinned_addresses(host, port, verdict.policy, resolver, seconds)
    except Refused as refused:
        return Resolution(False, refused.reasons, None, host, port, ())
    except OSError as error:
        message = f"{shown(host)} does not resolve: {type(error).__name__}; write a name that does"
        return Resolution(False, (Reason("does-not-resolve", message, 0, 0),), None, host, port, ())
    return Resolution(True, (), verdict.url, host, port, addresses)


def expect_seconds(value: object, what: str) -> float | None:
    """Return a number of seconds as a float, or None. Raises TypeError for another type, and ValueError unless it is
    more than 0 and less than `_ENDLESS`.
    """
    if value is None:
        return None
    if isinstance(value, bool) or not isinstance(value, int | float):
        raise TypeError(f"{what} must be a number of seconds or None, not {type(value).__name__}")
    if not 0 < value < _ENDLESS:
        problem = "the number is too great" if value >= _ENDLESS else f"{value} is too small"
        raise ValueError(f"{what}: {problem}; write a number of seconds above 0, or None for no limit")
    return float(value)


def pinned_addresses(
    host: str, port: int, policy: Policy, resolver: Resolver | None = None, seconds: float | None = None
) -> tuple[str, ...]:
    """Return the addresses of a host, a name or an address, if *policy* allows it, the port and all of them.

    Raises Refused if it does not, TypeError if the resolver returns something else than strings, the OSError of the
    resolver, and TimeoutError if it takes more than *seconds*.
    """
    addresses, reasons = judged_addresses(host, port, policy, resolver, seconds)
    if reasons:
        raise Refused(reasons)
    return addresses


def judged_addresses(
    host: str,
    port: int,
    policy: Policy,
    resolver: Resolver | None,
    seconds: float | None,
    *,
    even_if_refused: bool = False,
) -> tuple[tuple[str, ...], tuple[Reason, ...]]:
    """Return the addresses of a host, and why *policy* does not allow it, the port or one of them.

    What a resolver returns is left out if it is not an address. A name that is refused itself is only resolved
    *even_if_refused*. Raises the errors of `pinned_addresses` but Refused.
    """
    try:
        parsed = host_parse(f"[{host}]" if ":" in host else host)
    except InvalidURL:
        return (), (Reason("invalid-url", f"{quoted(host)} is not a host", 0, 0),)
    rules = rules_for(str(parsed), port, policy)
    reasons = reasons_of_host(parsed, port, policy, _NOWHERE, rules)
    if isinstance(parsed, IPv4Address | IPv6Address):
        return (str(parsed),), tuple(reasons)
    name = str(parsed)
    if reasons and not even_if_refused:
        return (), tuple(reasons)
    found = within(seconds, _asked, resolver or system_resolver, name, port)
    if not found:
        message = f"{shown(name)} has no address; write a name that has one"
        return (), (*reasons, Reason("does-not-resolve", message, 0, 0))
    judged = [_judged_address(address, name, policy, rules) for address in found]
    of_addresses = next((of_one for _, of_one in judged if of_one), ())
    return tuple(address for address, _ in judged if address), (*reasons, *of_addresses)


def within(seconds: float | None, function: Callable[..., _Found], *arguments: object) -> _Found:
    """Return what a function returns. Raises its exception, and TimeoutError if it takes more than *seconds*.

    Nothing can stop the system's resolver, so it goes on in a thread of its own.
    """
    if seconds is None:
        return function(*arguments)
    return in_a_thread(function, *arguments).result(max(seconds, 0))


def in_a_thread(function: Callable[..., _Found], *arguments: object) -> Future[_Found]:
    """Return the future of a function that runs in a new thread, so that stalled names do not hold up others."""
    from concurrent.futures import Future
    from threading import Thread

    future: Future[_Found] = Future()

    def run() -> None:
        try:
            result = function(*arguments)
        except BaseException as error:  # the one who waits raises it
            future.set_exception(error)
        else:
            future.set_result(result)

    future.set_running_or_notify_cancel()
    Thread(target=run, name="py-url resolver", daemon=True).start()
    return future


def _asked(resolver: Resolver, host: str, port: int) -> tuple[str, ...]:
    try:
        found = resolver(host, port)
        if isinstance(found, str | bytes) or not hasattr(found, "__iter__"):
            raise TypeError(f"a resolver must return a list or another iterable of str, not {type(found).__name__}")
        return tuple(islice(found, _MOST_ADDRESSES))
    except UnicodeError as error:
        import socket

        # socket.getaddrinfo raises it for an empty label, and for one of more than 63 bytes.
        raise socket.gaierror(socket.EAI_NONAME, "DNS has no such names") from error


def _judged_address(written: str, host: str, policy: Policy, rules: list[Rule]) -> tuple[str, tuple[Reason, ...]]:
    """Return the address *written* of *host* as it is connected to, or an empty string if it is not an address, and why
    neither *policy* nor one of *rules* allows it.
    """
    if not isinstance(written, str):
        raise TypeError(f"a resolver must return addresses as str, not {type(written).__name__}")
    try:
        if not written.isascii():  # the parsers take ASCII strings
            raise Failure("IPv4-non-numeric-part", 0, len(written))
        address = parse_ipv6(written.partition("%")[0]) if ":" in written else parse_ipv4(written)
    except Failure:
        return "", (Reason("reserved", f"the resolver returned {quoted(written)}, no address", 0, 0),)
    reasons = reasons_of_kinds(f"{shown(host)} resolves to {address},", address, policy, _NOWHERE, rules)
    if is_denied(address, policy):
        message = f"{shown(host)} resolves to {address}, which the policy denies; use another host"
        reasons.append(Reason("host-denied", message, 0, 0))
    return str(address), tuple(reasons)


def system_resolver(host: str, port: int) -> list[str]:
    """Return the addresses that the operating system has for a host. Raises OSError if it has none."""
    import socket

    found = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)
    return list(dict.fromkeys(str(address[0]) for *_, address in found))
