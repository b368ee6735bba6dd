"""The connector for aiohttp, with its resolver."""

from __future__ import annotations

import asyncio
import socket

import aiohttp
from aiohttp.abc import AbstractResolver
from aiohttp.tracing import Trace

from py_url.guard.resolving import in_a_thread
from py_url.guard.transports.connecting import NO_PROXY, Chain, Guarding, expect_release, sending
from py_url.guard.verdicts import Refused

TYPE_CHECKING = False
if TYPE_CHECKING:
    import ssl
    from typing import Any

    from aiohttp.abc import ResolveResult

expect_release(aiohttp)


class RefusedRequest(Refused, aiohttp.ClientError):
    """A request that the policy refuses. It is an ``aiohttp.ClientError`` too, of a kind that is not retried."""


class _PinningResolver(AbstractResolver):
    def __init__(self, guarding: Guarding) -> None:
        self._guarding = guarding

    async def resolve(
        self, host: str, port: int = 0, family: socket.AddressFamily = socket.AF_INET
    ) -> list[ResolveResult]:
        # A thread of its own, so that stalled names do not hold up others.
        found = await asyncio.wrap_future(in_a_thread(self._guarding.addresses, host, port))
        kinds = [(address, socket.AF_INET6 if ":" in address else socket.AF_INET) for address in found]
        return [
            {
                "hostname": host,
                "host": address,
                "port": port,
                "family": kind,
                "proto": 0,
                "flags": socket.AI_NUMERICHOST,
            }
            for address, kind in kinds
            if family in (kind, socket.AF_UNSPEC)
        ]

    async def close(self) -> None:
        """Nothing is open."""


class _ChainTrace(Trace):
    """A trace that lasts for a request with its redirects, as aiohttp's traces do, and ends it at the deadline."""

    def __init__(self) -> None:
        config = aiohttp.TraceConfig()
        config.freeze()
        super().__init__(None, config, None)  # type: ignore[arg-type]  # no session is needed without signals
        self.chain = Chain()
        self._timeout: asyncio.Timeout | None = None

    async def begin(self) -> None:
        """Begin the time, unless this is a redirect."""
        if self._timeout is None:
            self._timeout = await asyncio.timeout(self.chain.left()).__aenter__()

    async def send_request_redirect(self, *arguments: Any) -> None:
        """Note the status of the response."""
        self.chain.status = arguments[-1].status

    async def send_request_end(self, *_: Any) -> None:
        """End the time: these are the headers of the last response."""
        await self._end(None)

    async def send_request_exception(self, *arguments: Any) -> None:
        """End the time. Raises ServerTimeoutError in place of a cancellation that came from the deadline."""
        await self._end(arguments[-1])

    async def _end(self, error: BaseException | None) -> None:
        timeout, self._timeout = self._timeout, None
        try:
            if timeout is not None:
                await timeout.__aexit__(None if error is None else type(error), error, None)
        except TimeoutError:
            raise aiohttp.ServerTimeoutError(str(self.chain.too_late())) from error


class Connector(aiohttp.TCPConnector):
    """A connector that checks each request, also that of a redirect, and resolves for each connection."""

    def __init__(self, guarding: Guarding, ssl_context: ssl.SSLContext | None) -> None:
        self._pinning = _PinningResolver(guarding)
        super().__init__(
            resolver=self._pinning,
            use_dns_cache=False,
            ssl=True if ssl_context is None else ssl_context,
        )
        self._guarding = guarding

    async def connect(self, req: Any, traces: Any, timeout: Any) -> Any:
        """Check the URL, then do what aiohttp does. Raises Refused, and ValueError if there is a proxy."""
        mark = next((trace for trace in traces if isinstance(trace, _ChainTrace)), None)
        if mark is None:
            mark = _ChainTrace()
            traces.insert(0, mark)  # so that a hook that fails leaves no deadline behind
        with sending(mark.chain, RefusedRequest, aiohttp.ServerTimeoutError):
            self._guarding.check(str(req.url), mark.chain)
            if req.proxy:
                raise ValueError(NO_PROXY)
            await mark.begin()
            return await super().connect(req, traces, timeout)

    async def _resolve_host(self, host: str, port: int, traces: Any = None) -> list[ResolveResult]:
        """Resolve each host by the guard: aiohttp would take some for addresses, which it leaves to the system."""
        return await self._pinning.resolve(host, port, self._family)
