"""What the transports share: the checks of each request and each connection, the limits, and the reports."""

from __future__ import annotations

import re
import weakref
from contextlib import contextmanager
from contextvars import ContextVar
from time import monotonic

from py_url.guard.fetch import check_fetch
from py_url.guard.policy import Policy, public_web
from py_url.guard.resolving import expect_seconds, judged_addresses, system_resolver, within
from py_url.guard.spans import shown
from py_url.guard.verdicts import Reason, Refused, Verdict
from py_url.standard.infra.integers import count_of
from py_url.standard.infra.showing import hide_secrets

TYPE_CHECKING = False
if TYPE_CHECKING:
    import ssl
    from collections.abc import Callable, Iterator, MutableMapping, Sequence
    from types import ModuleType
    from typing import Any, TypeVar

    from py_url.guard.resolving import Resolver

    _Connection = TypeVar("_Connection")
    # Takes a host, a port and how many seconds there are.
    AddressesOf = Callable[[str, int, float | None], Sequence[str]]

NO_PROXY = "the guard uses no proxy, because a proxy resolves names itself"
LEAST = {"aiohttp": (3, 9), "httpx": (0, 26), "requests": (2, 31), "urllib3": (2, 0)}
"""The oldest release of each client with which all limits are kept. build_scripts/research attack_guard tries them."""

_CHAIN = "py_url.guard"
# Statuses. Clients read the body of a redirect or an error themselves, and go on.
_REDIRECT, _ERROR, _UNAUTHORIZED = 300, 400, 401
# What the parser of URLs removes, and some clients send on.
_SENT_AS_IT_IS = r"[\x00-\x1f]| \Z|\A[^?#]*(?:\\|/\.\.?(?:[/?#]|\Z))"
# One address gets at least this part of the time for all of them.
_LEAST_SHARE = 0.25


def expect_release(package: ModuleType) -> None:
    """Raise ImportError if the release of a client is older than the oldest one in `LEAST`."""
    version = str(vars(package)["__version__"])
    least = LEAST[package.__name__]
    if tuple(int(number) for number in re.findall("[0-9]+", version)[:2]) < least:
        oldest = ".".join(map(str, least))
        raise ImportError(
            f"the guard needs {package.__name__} {oldest} or newer, and this is {version}", name=package.__name__
        )


def expect_ssl_context(context: ssl.SSLContext | None) -> ssl.SSLContext | None:
    """Return *context*; raise TypeError if it is neither an ``ssl.SSLContext`` nor None."""
    if context is not None:
        import ssl

        if not isinstance(context, ssl.SSLContext):
            raise TypeError(f"the SSL context must be an ssl.SSLContext, not {type(context).__name__}")
    return context


def expect_proxy(proxy: str | None) -> str | None:
    """Return the URL of a proxy; raise TypeError for another type, and ValueError unless it is an http(s) URL."""
    if proxy is None:
        return None
    if not isinstance(proxy, str):
        raise TypeError(f"the proxy must be a str or None, not {type(proxy).__name__}")
    from py_url.api.url import URL

    url = URL.parse(proxy)
    if url is None or url.protocol not in ("http:", "https:"):
        raise ValueError("the proxy is not an http or https URL; write one such as 'http://proxy.example:3128'")
    return url.href


class TooLate(TimeoutError):
    """The deadline is over."""


class Chain:
    """A request with its redirects: when it began and has to end, the last response, and whether it was https."""

    def __init__(self, first: object = None) -> None:
        self._first = None if first is None else weakref.ref(first)
        self._began = monotonic()
        self.ends: float | None = None
        # The status of the last response; 0 until there is one.
        self.status = self.redirects = 0
        self.was_https = False

    def __reduce__(self) -> tuple[object, ...]:
        # A request that is pickled or copied begins anew.
        return Chain, ()

    @classmethod
    def of(cls, request: object, carrier: MutableMapping[Any, Any]) -> Chain:
        """Return the chain of a request, which clients copy from request to request with the *carrier*. It is a new one
        unless the request answers a redirect, and is not the first one that is sent again, or answers a 401.
        """
        chain = carrier.get(_CHAIN)
        if isinstance(chain, cls) and chain._first is not None:
            is_redirected = _REDIRECT <= chain.status < _ERROR and chain._first() is not request
            if is_redirected or chain.status == _UNAUTHORIZED:
                return chain
        carrier[_CHAIN] = chain = cls(request)
        return chain

    def goes_on(self, deadline: float | None) -> None:
        """Begin the next request, which has to end *deadline* seconds after the first one began."""
        self.ends = None if deadline is None else self._began + deadline
        self.redirects += _REDIRECT <= self.status < _ERROR
        self.status = 0

    def left(self, timeout: object = None) -> float | None:
        """Return how long the next step may take: *timeout* if that is a number, but no longer than until the deadline,
        before the headers of the last response. Raises TooLate.
        """
        seconds = timeout if isinstance(timeout, int | float) else None
        if self.ends is None or 0 < self.status < _REDIRECT:
            return seconds
        left = self.ends - monotonic()
        if left <= 0:
            raise self.too_late()
        return left if seconds is None else min(left, seconds)

    def too_late(self) -> TooLate:
        """Return the exception that says so."""
        return TooLate(f"the request and its redirects took more than {(self.ends or 0) - self._began:g} seconds")


running: ContextVar[Chain] = ContextVar("running", default=Chain())  # noqa: B039 - it has no limits
"""The chain whose request runs, for what is below the client."""


class Below:
    """A socket or stream below a client, which ends with the deadline of a chain."""

    def __init__(self, inner: Any) -> None:
        self._inner, self._chain = inner, running.get()

    def __getattr__(self, name: str) -> Any:
        return getattr(self._inner, name)

    def _pieces(self, data: Any) -> Iterator[memoryview]:
        """Yield what a socket takes at once, for the chain that runs."""
        self._chain = running.get()
        octets = memoryview(data).cast("B")
        for start in range(0, len(octets), 4_096):
            yield octets[start : start + 4_096]


class Guarding:
    """The policy, the resolver, and the `Options` of a transport. Raises TypeError and ValueError for wrong ones."""

    def __init__(  # noqa: PLR0913 - one for each option
        self,
        policy: Policy | None = None,
        resolver: Resolver | None = None,
        *,
        on_verdict: Callable[[Verdict], object] | None = None,
        report_only: bool = False,
        deadline: float | None = None,
        max_redirects: int | None = None,
        keep_https: bool = False,
    ) -> None:
        if policy is not None and not isinstance(policy, Policy):
            raise TypeError(f"the policy must be a Policy, not {type(policy).__name__}")
        for function, what in ((resolver, "the resolver"), (on_verdict, "on_verdict")):
            if function is not None and not callable(function):
                raise TypeError(f"{what} must be a function, not {type(function).__name__}")
        for flag, what in ((report_only, "report_only"), (keep_https, "keep_https")):
            if not isinstance(flag, bool):
                raise TypeError(f"{what} must be a bool, not {type(flag).__name__}")
        if report_only and on_verdict is None:
            raise ValueError("report_only needs on_verdict, a function that gets the verdicts")
        if max_redirects is not None:
            max_redirects = count_of(max_redirects, "max_redirects", "an int or None", least=0)
        self.policy = public_web() if policy is None else policy
        self._resolver, self._on_verdict, self._report_only = resolver, on_verdict, report_only
        self._deadline = expect_seconds(deadline, "the deadline")
        self._max_redirects, self._keep_https = max_redirects, keep_https

    def check(self, url: str, chain: Chain) -> None:
        """Check the URL of a request, which may be that of a redirect. Raises Refused, and TooLate."""
        verdict = check_fetch(url, self.policy)
        reasons = verdict.reasons
        if self.policy.allowed_urls is not None and re.search(_SENT_AS_IT_IS, url):
            message = "the path has dots or backslashes, or the URL control characters; write the URL without them"
            reasons = (*reasons, Reason("url-not-allowed", message, 0, len(url)))
        is_https = url[:6].lower() in ("https:", "wss://")
        chain.goes_on(self._deadline)
        if self._max_redirects is not None and chain.redirects > self._max_redirects:
            message = f"there are more than {self._max_redirects} redirects; fetch the last URL, or allow more"
            reasons = (*reasons, Reason("too-many-redirects", message, 0, len(url)))
        if self._keep_https and chain.was_https and not is_https:
            message = "the redirect leads from https to http; use an https URL"
            reasons = (*reasons, Reason("https-lost", message, 0, len(url)))
        chain.was_https = is_https
        self._judge(None if reasons else verdict.url, reasons)
        chain.left()

    def addresses(self, host: str, port: int, seconds: float | None = None) -> tuple[str, ...]:
        """Return the addresses to connect to. Raises Refused, TimeoutError, and the OSError of the resolver."""
        found, reasons = judged_addresses(
            host, port, self.policy, self._resolver, seconds, even_if_refused=self._report_only
        )
        if reasons:
            self._judge(None, reasons)
        if not found:  # a client without the guard could not connect either
            import socket

            raise socket.gaierror(socket.EAI_NONAME, f"{shown(host)} has no address")
        return found

    def _judge(self, url: str | None, reasons: tuple[Reason, ...]) -> None:
        if self._on_verdict is not None:
            shown = None if url is None else hide_secrets(url)
            self._on_verdict(Verdict(not reasons, reasons, shown, self.policy))
        if reasons and not self._report_only:
            raise Refused(reasons)


def addresses_of_proxy(host: str, port: int, seconds: float | None) -> Sequence[str]:
    """Do the same as `Guarding.addresses` for a host that is trusted."""
    return within(seconds, system_resolver, host, port)


@contextmanager
def sending(chain: Chain, refused: type[Refused], too_late: Callable[[str], Exception]) -> Iterator[None]:
    """Send a request of a chain. Raises exceptions of the client in place of Refused and TooLate."""
    token = running.set(chain)
    try:
        yield
    except Refused as error:
        raise error if isinstance(error, refused) else refused(error.reasons) from None
    except TooLate as error:
        raise too_late(str(error)) from error
    finally:
        running.reset(token)


def connection_to(
    host: str,
    port: int,
    addresses_of: AddressesOf,
    connect: Callable[[str, float | None], _Connection],
    timeout: float | None,
) -> _Connection:
    """Return the connection to the first address of a host that takes one, within *timeout* and before the deadline."""
    seconds, began = running.get().left(timeout), monotonic()
    addresses = addresses_of(host, port, seconds)
    return first_that_connects(addresses, connect, None if seconds is None else began + seconds - monotonic())


def first_that_connects(
    addresses: Sequence[str], connect: Callable[[str, float | None], _Connection], seconds: float | None
) -> _Connection:
    """Return the connection to the first address that takes one, within *seconds* for all of them.

    Each address gets an equal part of the time that is left, as in Go's net.Dialer. Raises the exception of the last
    one, and TimeoutError if there is no time for the first.
    """
    failure: Exception = TimeoutError("there was no time to connect")
    ends = None if seconds is None else monotonic() + seconds
    for index, address in enumerate(addresses):
        share = None
        if ends is not None and seconds is not None:
            left = ends - monotonic()
            if left <= 0:
                break
            share = min(left, max(left / (len(addresses) - index), seconds * _LEAST_SHARE))
        try:
            return connect(address, share)
        except Exception as error:  # each library has its own; the last one is raised
            failure = error
    raise failure
