"""The connector for aiohttp, with its resolver."""

from __future__ import annotations

import asyncio
import socket

import aiohttp
from aiohttp.abc import AbstractResolver

from py_url.guard.fetch import require_fetch
from py_url.guard.resolving import pinned_addresses
from py_url.guard.transports.connecting import NO_PROXY

TYPE_CHECKING = False
if TYPE_CHECKING:
    import ssl
    from typing import Any

    from aiohttp.abc import ResolveResult

    from py_url.guard.policy import Policy
    from py_url.guard.resolving import Resolver


class _PinningResolver(AbstractResolver):
    def __init__(self, policy: Policy, resolver: Resolver | None) -> None:
        self._policy, self._resolver = policy, resolver

    async def resolve(
        self, host: str, port: int = 0, family: socket.AddressFamily = socket.AF_INET
    ) -> list[ResolveResult]:
        loop = asyncio.get_running_loop()
        found = await loop.run_in_executor(None, pinned_addresses, host, port, self._policy, self._resolver)
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


class Connector(aiohttp.TCPConnector):
    """A connector that checks each request, also that of a redirect, and resolves for each connection."""

    def __init__(self, policy: Policy, resolver: Resolver | None, ssl_context: ssl.SSLContext | None) -> None:
        super().__init__(
            resolver=_PinningResolver(policy, resolver),
            use_dns_cache=False,
            ssl=True if ssl_context is None else ssl_context,
        )
        self._policy = policy

    async def connect(self, req: Any, traces: Any, timeout: Any) -> Any:  # noqa: ANN401 - aiohttp's own
        """Check the URL, then do what aiohttp does. Raises Refused, and ValueError if there is a proxy."""
        require_fetch(str(req.url), self._policy)
        if req.proxy:
            raise ValueError(NO_PROXY)
        return await super().connect(req, traces, timeout)
