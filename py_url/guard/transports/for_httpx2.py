"""The transports for httpx2."""

from __future__ import annotations

import httpcore2
import httpx2

from py_url.guard.transports import for_both_httpx
from py_url.guard.verdicts import Reason, Refused


class RefusedRequest(Refused, httpx2.UnsupportedProtocol):
    """A request that the policy refuses. It is an ``httpx2.HTTPError`` too, of a kind that is not retried."""

    def __init__(self, reasons: tuple[Reason, ...] | str) -> None:
        super().__init__(reasons)
        self._request = None


class _Stream(for_both_httpx.Stream, httpx2.SyncByteStream):
    _client = httpx2


class _AsyncStream(for_both_httpx.AsyncStream, httpx2.AsyncByteStream):
    _client = httpx2


class SyncTransport(for_both_httpx.SyncTransport, httpx2.BaseTransport):
    """The transport for ``httpx2.Client``."""

    _client, _core, _refused, _stream = httpx2, httpcore2, RefusedRequest, _Stream


class AsyncTransport(for_both_httpx.AsyncTransport, httpx2.AsyncBaseTransport):
    """The transport for ``httpx2.AsyncClient``."""

    _client, _core, _refused, _stream = httpx2, httpcore2, RefusedRequest, _AsyncStream
