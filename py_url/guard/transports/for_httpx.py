"""The transports for httpx."""

from __future__ import annotations

import httpcore
import httpx

from py_url.guard.transports import for_both_httpx
from py_url.guard.transports.connecting import expect_release
from py_url.guard.verdicts import Reason, Refused

expect_release(httpx)


class RefusedRequest(Refused, httpx.UnsupportedProtocol):
    """A request that the policy refuses. It is an ``httpx.HTTPError`` too, of a kind that is not retried."""

    def __init__(self, reasons: tuple[Reason, ...] | str) -> None:
        super().__init__(reasons)
        self._request = None


class _Stream(for_both_httpx.Stream, httpx.SyncByteStream):
    _client = httpx


class _AsyncStream(for_both_httpx.AsyncStream, httpx.AsyncByteStream):
    _client = httpx


class SyncTransport(for_both_httpx.SyncTransport, httpx.BaseTransport):
    """The transport for ``httpx.Client``."""

    _client, _core, _refused, _stream = httpx, httpcore, RefusedRequest, _Stream


class AsyncTransport(for_both_httpx.AsyncTransport, httpx.AsyncBaseTransport):
    """The transport for ``httpx.AsyncClient``."""

    _client, _core, _refused, _stream = httpx, httpcore, RefusedRequest, _AsyncStream
