"""The connector for aiohttp, with its resolver."""

from __future__ import annotations

import asyncio
import socket

import aiohttp
from aiohttp.abc import AbstractResolver
from aiohttp.tracing import Trace

from py_url.guard.resolving import in_a_thread
from py_url.guard.transports.connecting import NO_PROXY, Chain, Guarding, expect_release, refusals_as
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
        results: list[ResolveResult] = []
        for address in found:
            kind = socket.AF_INET6 if ":" in address else socket.AF_INET
            if family in (kind, socket.AF_UNSPEC):
                results.append(
                    {
                        "hostname": host,
                        "host": address,
                        "port": port,
                        "family": kind,
                        "proto": 0,
                        "flags": socket.AI_NUMERICHOST,
                    }
                )
        return results

    async def close(self) -> None:
        """Nothing is open."""


class _ChainTrace(Trace):
    """A trace that does nothing but last for a request with its redirects, as aiohttp's traces do."""

    def __init__(self) -> None:
        config = aiohttp.TraceConfig()
        config.freeze()
        super().__init__(None, config, None)  # type: ignore[arg-type]  # no session is needed without signals
        self.chain = Chain()


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

    async def connect(self, req: Any, traces: Any, timeout: Any) -> Any:  # noqa: ANN401 - aiohttp's own
        """Check the URL, then do what aiohttp does. Raises Refused, and ValueError if there is a proxy."""
        chain = self._chain(traces)
        with refusals_as(RefusedRequest):
            self._guarding.check(str(req.url), chain)
            if req.proxy:
                raise ValueError(NO_PROXY)
            try:
                async with asyncio.timeout(self._guarding.seconds_left(chain)):
                    return await super().connect(req, traces, timeout)
            except TimeoutError as error:
                if isinstance(error, aiohttp.ClientError):
                    raise
                raise aiohttp.ServerTimeoutError(str(error) or "resolving and connecting took too long") from error

    def _chain(self, traces: Any) -> Chain:  # noqa: ANN401 - as above
        if not self._guarding.has_limits:
            return Chain()
        for trace in traces:
            if isinstance(trace, _ChainTrace):
                return trace.chain
        mark = _ChainTrace()
        traces.append(mark)
        return mark.chain

    async def _resolve_host(self, host: str, port: int, traces: Any = None) -> list[ResolveResult]:  # noqa: ANN401 - as above
        """Resolve each host by the guard: aiohttp would take some for addresses, which it leaves to the system."""
        return await self._pinning.resolve(host, port, self._family)
