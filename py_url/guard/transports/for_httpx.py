"""The transports for httpx. They use httpcore, as those of httpx do, with a network backend that pins addresses."""

from __future__ import annotations

from contextlib import contextmanager

import anyio.to_thread
import httpcore
import httpx

from py_url.guard.fetch import require_fetch
from py_url.guard.resolving import pinned_addresses
from py_url.guard.transports.connecting import first_that_connects

TYPE_CHECKING = False
if TYPE_CHECKING:
    import ssl
    from collections.abc import AsyncIterator, Iterable, Iterator
    from typing import Any

    from py_url.guard.policy import Policy
    from py_url.guard.resolving import Resolver


@contextmanager
def _exceptions_of_httpx() -> Iterator[None]:
    """Raise the exceptions of httpx in place of those of httpcore, which have the same names."""
    try:
        yield
    except (httpcore.TimeoutException, httpcore.NetworkError, httpcore.ProtocolError, httpcore.ProxyError) as error:
        raise getattr(httpx, type(error).__name__)(str(error)) from error
    except httpcore.UnsupportedProtocol as error:
        raise httpx.UnsupportedProtocol(str(error)) from error


class _Backend(httpcore.NetworkBackend):
    def __init__(self, policy: Policy, resolver: Resolver | None) -> None:
        self._policy, self._resolver, self._network = policy, resolver, httpcore.SyncBackend()

    def connect_tcp(
        self,
        host: str,
        port: int,
        timeout: float | None = None,
        local_address: str | None = None,
        socket_options: Iterable[Any] | None = None,
    ) -> httpcore.NetworkStream:
        try:
            addresses = pinned_addresses(host, port, self._policy, self._resolver)
        except OSError as error:
            raise httpcore.ConnectError(str(error)) from error
        return first_that_connects(
            addresses,
            lambda address: self._network.connect_tcp(address, port, timeout, local_address, socket_options),
        )


class _AsyncBackend(httpcore.AsyncNetworkBackend):
    def __init__(self, policy: Policy, resolver: Resolver | None) -> None:
        self._policy, self._resolver, self._network = policy, resolver, httpcore.AnyIOBackend()

    async def connect_tcp(
        self,
        host: str,
        port: int,
        timeout: float | None = None,
        local_address: str | None = None,
        socket_options: Iterable[Any] | None = None,
    ) -> httpcore.AsyncNetworkStream:
        try:
            addresses = await anyio.to_thread.run_sync(pinned_addresses, host, port, self._policy, self._resolver)
        except OSError as error:
            raise httpcore.ConnectError(str(error)) from error
        for address in addresses[:-1]:
            try:
                return await self._network.connect_tcp(address, port, timeout, local_address, socket_options)
            except (httpcore.ConnectError, httpcore.ConnectTimeout):
                pass
        return await self._network.connect_tcp(addresses[-1], port, timeout, local_address, socket_options)

    async def sleep(self, seconds: float) -> None:
        await self._network.sleep(seconds)


def _options(ssl_context: ssl.SSLContext | None) -> dict[str, Any]:
    """Return the options of a pool, with the limits of httpx: httpcore alone would take 10 connections."""
    return {
        "ssl_context": ssl_context or httpx.create_ssl_context(trust_env=False),
        "max_connections": 100,
        "max_keepalive_connections": 20,
        "keepalive_expiry": 5.0,
    }


def _request(request: httpx.Request) -> httpcore.Request:
    url = httpcore.URL(
        scheme=request.url.raw_scheme, host=request.url.raw_host, port=request.url.port, target=request.url.raw_path
    )
    return httpcore.Request(
        method=request.method,
        url=url,
        headers=request.headers.raw,
        content=request.stream,
        extensions=request.extensions,
    )


class _Stream(httpx.SyncByteStream):
    def __init__(self, stream: Any) -> None:  # noqa: ANN401 - httpcore has no name for it
        self._stream = stream

    def __iter__(self) -> Iterator[bytes]:
        with _exceptions_of_httpx():
            yield from self._stream

    def close(self) -> None:
        self._stream.close()


class _AsyncStream(httpx.AsyncByteStream):
    def __init__(self, stream: Any) -> None:  # noqa: ANN401 - as above
        self._stream = stream

    async def __aiter__(self) -> AsyncIterator[bytes]:
        with _exceptions_of_httpx():
            async for part in self._stream:
                yield part

    async def aclose(self) -> None:
        await self._stream.aclose()


class SyncTransport(httpx.BaseTransport):
    """A transport that checks each request, also that of a redirect, and pins the addresses of its connections."""

    def __init__(self, policy: Policy, resolver: Resolver | None, ssl_context: ssl.SSLContext | None) -> None:
        self._policy = policy
        self._pool = httpcore.ConnectionPool(network_backend=_Backend(policy, resolver), **_options(ssl_context))

    def handle_request(self, request: httpx.Request) -> httpx.Response:
        """Check the URL and send the request."""
        require_fetch(str(request.url), self._policy)
        with _exceptions_of_httpx():
            response = self._pool.handle_request(_request(request))
        return httpx.Response(
            response.status, headers=response.headers, stream=_Stream(response.stream), extensions=response.extensions
        )

    def close(self) -> None:
        """Close the connections."""
        self._pool.close()


class AsyncTransport(httpx.AsyncBaseTransport):
    """The same as `SyncTransport`, for ``httpx.AsyncClient``."""

    def __init__(self, policy: Policy, resolver: Resolver | None, ssl_context: ssl.SSLContext | None) -> None:
        self._policy = policy
        self._pool = httpcore.AsyncConnectionPool(
            network_backend=_AsyncBackend(policy, resolver), **_options(ssl_context)
        )

    async def handle_async_request(self, request: httpx.Request) -> httpx.Response:
        """Check the URL and send the request."""
        require_fetch(str(request.url), self._policy)
        with _exceptions_of_httpx():
            response = await self._pool.handle_async_request(_request(request))
        return httpx.Response(
            response.status,
            headers=response.headers,
            stream=_AsyncStream(response.stream),
            extensions=response.extensions,
        )

    async def aclose(self) -> None:
        """Close the connections."""
        await self._pool.aclose()
