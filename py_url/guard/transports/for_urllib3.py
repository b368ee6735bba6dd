"""The pool manager for urllib3."""

from __future__ import annotations

import socket
from contextvars import ContextVar
from typing import Any

import urllib3
from urllib3 import exceptions
from urllib3.connection import HTTPConnection, HTTPSConnection
from urllib3.util.connection import create_connection

from py_url.guard.transports.connecting import Chain, Guarding, expect_release, first_that_connects, refusals_as
from py_url.guard.verdicts import Refused

expect_release(urllib3)

# The manager whose request runs, and its chain: urllib3 follows a redirect inside the call for the request before.
_running: ContextVar[tuple[Manager, Chain] | None] = ContextVar("_running", default=None)


class RefusedRequest(Refused, exceptions.LocationValueError):
    """A request that the policy refuses. It is a ``urllib3.exceptions.HTTPError`` too, of a kind that is not
    retried.
    """


def pool_classes(guarding: Guarding) -> dict[str, type[urllib3.HTTPConnectionPool]]:
    """Return the classes of pools, by scheme, whose connections go to addresses that were checked."""

    class _Pinned(HTTPConnection):
        _is_pinned = False

        def _new_conn(self) -> socket.socket:
            seconds = self.timeout if isinstance(self.timeout, int | float) else socket.getdefaulttimeout()
            try:
                with refusals_as(RefusedRequest):
                    addresses = guarding.addresses(self.host, self.port, seconds)
                sock = first_that_connects(addresses, self._connected, seconds)
            except socket.gaierror as error:
                raise exceptions.NameResolutionError(self.host, self, error) from error
            except TimeoutError as error:
                raise exceptions.ConnectTimeoutError(self, f"connecting to {self.host} timed out") from error
            except OSError as error:
                raise exceptions.NewConnectionError(self, f"failed to connect to {self.host}: {error}") from error
            self._is_pinned = True
            return sock

        def _connected(self, address: str, seconds: float | None) -> socket.socket:
            sock = create_connection(
                (address, self.port),
                seconds,
                source_address=self.source_address,
                socket_options=self.socket_options,
            )
            sock.settimeout(self.timeout if isinstance(self.timeout, int | float) else seconds)
            return sock

        def connect(self) -> None:
            super().connect()
            if not self._is_pinned:
                # A release of urllib3 that makes its connections elsewhere.
                self.close()
                raise RuntimeError("this version of urllib3 does not let the guard choose the address")

    class _PinnedHTTPS(_Pinned, HTTPSConnection):
        pass

    class _HTTPPool(urllib3.HTTPConnectionPool):
        ConnectionCls = _Pinned

    class _HTTPSPool(urllib3.HTTPSConnectionPool):
        ConnectionCls = _PinnedHTTPS

    return {"http": _HTTPPool, "https": _HTTPSPool}


class Manager(urllib3.PoolManager):
    """A pool manager that checks each URL, also that of a redirect."""

    def __init__(self, guarding: Guarding, **options: Any) -> None:  # noqa: ANN401 - urllib3's
        super().__init__(**options)
        self._guarding = guarding
        self.pool_classes_by_scheme = pool_classes(guarding)

    def urlopen(  # type: ignore[override]  # as in urllib3's own class
        self,
        method: str,
        url: str,
        redirect: bool = True,
        **kw: Any,  # noqa: ANN401 - as above
    ) -> urllib3.BaseHTTPResponse:
        """Check the URL, then do what urllib3 does, which calls this again for a redirect."""
        running = _running.get()
        chain = running[1] if running is not None and running[0] is self else Chain()
        token = _running.set((self, chain))
        try:
            with refusals_as(RefusedRequest):
                self._guarding.check(url, chain)
            if self._guarding.has_limits:
                kw["timeout"] = self._timeout(kw, chain)
            return super().urlopen(method, url, redirect=redirect, **kw)
        finally:
            _running.reset(token)

    def _timeout(self, kw: dict[str, Any], chain: Chain) -> urllib3.Timeout:
        given = kw.get("timeout", self.connection_pool_kw.get("timeout"))
        timeout = given if isinstance(given, urllib3.Timeout) else urllib3.Timeout(connect=given, read=given)
        try:
            total = self._guarding.seconds_left(chain, timeout.total)
        except TimeoutError as error:
            raise exceptions.TimeoutError(str(error)) from error
        return urllib3.Timeout(total=total, connect=timeout._connect, read=timeout._read)
