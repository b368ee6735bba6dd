"""What the transports for httpx and httpx2 share: all but the names of the two packages.

They use httpcore, as those of httpx do, with a network backend that pins addresses. `for_httpx` and `for_httpx2` give
the classes below their packages.
"""

from __future__ import annotations

from contextlib import contextmanager
from itertools import chain as chained, zip_longest
from typing import Any

import anyio
import anyio.to_thread

from py_url.guard.transports.connecting import (
    Below,
    Chain,
    Guarding,
    TooLate,
    addresses_of_proxy,
    connection_to,
    running,
    sending,
)

TYPE_CHECKING = False
if TYPE_CHECKING:
    import ssl
    from collections.abc import AsyncIterator, Awaitable, Callable, Iterable, Iterator
    from typing import TypeVar

    from py_url.guard.transports.connecting import AddressesOf
    from py_url.guard.verdicts import Refused

    _Result = TypeVar("_Result")

# RFC 8305 §8: how long an address has before the next one is tried beside it.
_NEXT_ADDRESS_AFTER = 0.25


class Backend:
    """A network backend of httpcore that connects to addresses that were checked."""

    def __init__(self, core: Any, addresses_of: AddressesOf) -> None:
        self._core, self._addresses_of, self._network = core, addresses_of, core.SyncBackend()

    def connect_tcp(
        self,
        host: str,
        port: int,
        timeout: float | None = None,
        local_address: str | None = None,
        socket_options: Iterable[Any] | None = None,
    ) -> Any:
        """Connect within *timeout*, which is also that of the resolution."""
        with anyio_errors(self._core):
            stream = connection_to(
                host,
                port,
                self._addresses_of,
                lambda address, share: self._network.connect_tcp(address, port, share, local_address, socket_options),
                timeout,
            )
        return stream if running.get().ends is None else _NetworkStream(stream)


class _NetworkStream(Below):
    def read(self, max_bytes: int, timeout: float | None = None) -> Any:
        return self._inner.read(max_bytes, self._chain.left(timeout))

    def write(self, buffer: bytes, timeout: float | None = None) -> None:
        for octets in self._pieces(buffer):
            self._inner.write(octets, self._chain.left(timeout))

    def start_tls(self, ssl_context: Any, server_hostname: Any = None, timeout: float | None = None) -> Any:
        return _NetworkStream(self._inner.start_tls(ssl_context, server_hostname, self._chain.left(timeout)))


class _AsyncNetworkStream(Below):
    async def start_tls(self, *arguments: Any, **named: Any) -> Any:
        try:
            return await self._inner.start_tls(*arguments, **named)
        except anyio.get_cancelled_exc_class():
            with anyio.CancelScope(shield=True):
                await self._inner.aclose()  # httpcore would not
            raise


class AsyncBackend:
    """The same as `Backend`, for asyncio and trio."""

    def __init__(self, core: Any, addresses_of: AddressesOf) -> None:
        self._core, self._addresses_of, self._network = core, addresses_of, core.AnyIOBackend()

    async def connect_tcp(
        self,
        host: str,
        port: int,
        timeout: float | None = None,
        local_address: str | None = None,
        socket_options: Iterable[Any] | None = None,
    ) -> Any:
        """Connect within *timeout*, which is also that of the resolution, to the first address that answers."""
        with anyio_errors(self._core), anyio.fail_after(timeout):
            # A limiter of its own, so that stalled names do not hold up others.
            addresses = await anyio.to_thread.run_sync(
                self._addresses_of, host, port, None, abandon_on_cancel=True, limiter=anyio.CapacityLimiter(1)
            )
            return _AsyncNetworkStream(
                await first_that_answers(
                    addresses,
                    lambda address: self._network.connect_tcp(address, port, None, local_address, socket_options),
                )
            )

    async def sleep(self, seconds: float) -> None:
        """Sleep, between httpcore's attempts."""
        await self._network.sleep(seconds)


@contextmanager
def anyio_errors(core: Any) -> Iterator[None]:
    """Raise the errors of httpcore in place of those of the resolver and of anyio."""
    try:
        yield
    except TimeoutError as error:
        raise core.ConnectTimeout(str(error) or "resolving and connecting took too long") from error
    except OSError as error:
        raise core.ConnectError(str(error)) from error


async def first_that_answers(addresses: Iterable[str], connect: Callable[[str], Awaitable[Any]]) -> Any:
    """Return the first connection that is made. Addresses of IPv6 and IPv4 take turns, each a quarter of a second
    after the one before or when that fails: Happy Eyeballs, RFC 8305. Raises the last failure.
    """
    winner: Any = None
    failure: Exception | None = None

    async def attempt(address: str, ended: anyio.Event) -> None:
        nonlocal winner, failure
        try:
            stream = await connect(address)
        except Exception as error:
            failure = error
        else:
            if winner is None:
                winner = stream
                tasks.cancel_scope.cancel()
            else:
                await stream.aclose()
        finally:
            ended.set()

    async with anyio.create_task_group() as tasks:
        for address in in_turns(addresses):
            ended = anyio.Event()
            tasks.start_soon(attempt, address, ended)
            with anyio.move_on_after(_NEXT_ADDRESS_AFTER):
                await ended.wait()
    if winner is None:
        assert failure is not None, "a host that has no address is refused"
        raise failure
    return winner


def in_turns(addresses: Iterable[str]) -> list[str]:
    """Return addresses with those of the two versions of IP in turn, beginning with that of the first."""
    given = list(addresses)
    first = [address for address in given if (":" in address) == (":" in given[0])]
    second = [address for address in given if (":" in address) != (":" in given[0])]
    return [address for address in chained(*zip_longest(first, second)) if address is not None]


class Stream:
    """The body of a response."""

    _client: Any

    def __init__(self, stream: Any, chain: Chain) -> None:
        self._stream, self._chain = stream, chain

    def __iter__(self) -> Iterator[bytes]:
        with exceptions_of(self._client):
            yield from self._stream

    def close(self) -> None:
        """Close the connection, or give it back."""
        self._stream.close()


class AsyncStream(Stream):
    """The same as `Stream`, for ``AsyncClient``."""

    async def __aiter__(self) -> AsyncIterator[bytes]:
        parts = aiter(self._stream)
        with exceptions_of(self._client):
            while (part := await in_time(self._chain, anext, parts, None)) is not None:
                yield part

    async def aclose(self) -> None:
        """Close the connection, or give it back."""
        await self._stream.aclose()


async def in_time(chain: Chain, function: Callable[..., Awaitable[_Result]], *arguments: Any) -> _Result:
    """Return what a function returns. Raises TooLate at the deadline of a chain."""
    with anyio.move_on_after(chain.left()):
        return await function(*arguments)
    raise chain.too_late()


@contextmanager
def exceptions_of(client: Any) -> Iterator[None]:
    """Raise the exceptions of httpx in place of those of httpcore, which have the same names."""
    try:
        yield
    except TooLate as error:
        raise client.ReadTimeout(str(error)) from error
    except Exception as error:
        kind = getattr(client, type(error).__name__, None)
        if type(error).__module__.startswith("httpcore") and kind is not None:
            raise kind(str(error)) from error
        raise


class Transport:
    """What the transports of both kinds and both packages share."""

    _client: Any
    _core: Any
    _refused: type[Refused]
    _stream: Any
    _pool_class: str
    _proxy_class: str
    _backend: Any

    def __init__(self, guarding: Guarding, ssl_context: ssl.SSLContext | None, proxy: str | None) -> None:
        self._guarding = guarding
        # With the limits of httpx: httpcore alone would take 10 connections.
        options: dict[str, Any] = {
            "ssl_context": ssl_context or self._client.create_ssl_context(trust_env=False),
            "max_connections": 100,
            "max_keepalive_connections": 20,
            "keepalive_expiry": 5.0,
            "network_backend": self._backend(self._core, addresses_of_proxy if proxy else guarding.addresses),
        }
        if proxy is None:
            self._pool = getattr(self._core, self._pool_class)(**options)
        else:
            url = self._client.URL(proxy)
            auth = (url.username, url.password) if url.userinfo else None
            self._pool = getattr(self._core, self._proxy_class)(
                proxy_url=str(url.copy_with(userinfo=b"")), proxy_auth=auth, **options
            )

    def _chain(self, request: Any) -> Chain:
        if not isinstance(request, self._client.Request):
            name = type(request).__module__.partition(".")[0]
            raise TypeError(f"this transport is for {self._client.__name__}, and the client is of {name}")
        return Chain.of(request, request.extensions)

    def _checked(self, request: Any, chain: Chain) -> Any:
        """Return the request of httpcore for one of httpx. Raises Refused, and TooLate."""
        self._guarding.check(str(request.url), chain)
        limits = request.extensions.get("timeout", {})
        extensions = {**request.extensions, "timeout": {**limits, "pool": chain.left(limits.get("pool"))}}
        url = request.url
        return self._core.Request(
            method=request.method,
            url=self._core.URL(scheme=url.raw_scheme, host=url.raw_host, port=url.port, target=url.raw_path),
            headers=request.headers.raw,
            content=request.stream,
            extensions=extensions,
        )

    def _response(self, response: Any, chain: Chain) -> Any:
        chain.status = response.status
        return self._client.Response(
            response.status,
            headers=response.headers,
            stream=self._stream(response.stream, chain),
            extensions=response.extensions,
        )


class SyncTransport(Transport):
    """A transport that checks each request, also that of a redirect, and pins the addresses of its connections."""

    _pool_class, _proxy_class, _backend = "ConnectionPool", "HTTPProxy", Backend

    def handle_request(self, request: Any) -> Any:
        """Check the URL and send the request."""
        chain = self._chain(request)
        with sending(chain, self._refused, self._client.ReadTimeout), exceptions_of(self._client):
            return self._response(self._pool.handle_request(self._checked(request, chain)), chain)

    def close(self) -> None:
        """Close the connections."""
        self._pool.close()


class AsyncTransport(Transport):
    """The same as `SyncTransport`, for ``AsyncClient``."""

    _pool_class, _proxy_class, _backend = "AsyncConnectionPool", "AsyncHTTPProxy", AsyncBackend

    async def handle_async_request(self, request: Any) -> Any:
        """Check the URL and send the request."""
        chain = self._chain(request)
        with sending(chain, self._refused, self._client.ReadTimeout), exceptions_of(self._client):
            response = await in_time(chain, self._pool.handle_async_request, self._checked(request, chain))
            return self._response(response, chain)

    async def aclose(self) -> None:
        """Close the connections."""
        await self._pool.aclose()
