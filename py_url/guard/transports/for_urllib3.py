"""The pool manager for urllib3."""

from __future__ import annotations

import socket
from copy import copy
from math import inf
from typing import Any

import urllib3
from urllib3 import exceptions
from urllib3.connection import HTTPConnection, HTTPSConnection
from urllib3.util import Retry
from urllib3.util.connection import create_connection

from py_url.guard.transports.connecting import Chain, Guarding, TooLate, expect_release, running, sending
from py_url.guard.transports.for_http_client import Connection
from py_url.guard.verdicts import Refused

TYPE_CHECKING = False
if TYPE_CHECKING:
    from py_url.guard.transports.connecting import AddressesOf

expect_release(urllib3)


class RefusedRequest(Refused, exceptions.LocationValueError):
    """A request that the policy refuses. It is a ``urllib3.exceptions.HTTPError`` too, of a kind that is not
    retried.
    """


class _Punctual(Retry):
    def sleep(self, response: urllib3.BaseHTTPResponse | None = None) -> None:
        asked = self.get_retry_after(response) if response and self.respect_retry_after_header else None
        if (asked or self.get_backoff_time()) > (running.get().left() or inf):
            raise TooLate("the next retry would begin after the deadline")
        super().sleep(response)


def _punctual(retries: Retry) -> Retry:
    """Return retries that do not wait until after the deadline, although a server asks for an hour."""
    kind = type(retries)
    if not issubclass(kind, _Punctual):
        retries = copy(retries)
        retries.__class__ = type(kind.__name__, (_Punctual, kind), {})
    return retries


def pool_classes(addresses_of: AddressesOf) -> dict[str, type[urllib3.HTTPConnectionPool]]:
    """Return the classes of pools, by scheme, whose connections go to these addresses."""

    class _Pinned(Connection, HTTPConnection):
        _is_pinned = False

        def _new_conn(self) -> Any:
            try:
                self.pin(addresses_of, self._connected)
            except socket.gaierror as error:
                raise exceptions.NameResolutionError(self.host, self, error) from error
            except TimeoutError as error:
                raise exceptions.ConnectTimeoutError(self, f"connecting to {self.host} timed out") from error
            except OSError as error:
                raise exceptions.NewConnectionError(self, f"failed to connect to {self.host}: {error}") from error
            self._is_pinned = True
            return self.sock

        def _connected(self, address: str, seconds: float | None) -> socket.socket:
            return create_connection(
                (address, self.port),
                seconds,
                source_address=self.source_address,
                socket_options=self.socket_options,
            )

        def connect(self) -> None:
            super().connect()
            if not self._is_pinned:
                # A release of urllib3 that makes its connections elsewhere.
                self.close()
                raise RuntimeError("this version of urllib3 does not let the guard choose the address")

    class _PinnedHTTPS(_Pinned, HTTPSConnection):
        pass

    class _Pool(urllib3.HTTPConnectionPool):
        def urlopen(self, *request: Any, _chain: Chain | None = None, **kw: Any) -> Any:
            if len(request) < 5 and running.get().ends is not None:  # otherwise urllib3 calls itself
                retries = Retry.from_int(kw.get("retries"), redirect=kw.get("redirect", True), default=self.retries)
                kw["retries"] = _punctual(retries)
            return super().urlopen(*request, **kw)

        def _get_conn(self, timeout: float | None = None) -> Any:
            running.get().status = 0  # urllib3 asks for one at each attempt
            return super()._get_conn(running.get().left(timeout))

    class _HTTPPool(_Pool):
        ConnectionCls = _Pinned

    class _HTTPSPool(_Pool, urllib3.HTTPSConnectionPool):
        ConnectionCls = _PinnedHTTPS

    return {"http": _HTTPPool, "https": _HTTPSPool}


class Manager(urllib3.PoolManager):
    """A pool manager that checks each URL, also that of a redirect."""

    def __init__(self, guarding: Guarding, **options: Any) -> None:
        super().__init__(**options)
        self._guarding = guarding
        self.pool_classes_by_scheme = pool_classes(guarding.addresses)

    def urlopen(  # type: ignore[override]  # as in urllib3's own class
        self,
        method: str,
        url: str,
        redirect: bool = True,
        *,
        _chain: Chain | None = None,
        **kw: Any,
    ) -> urllib3.BaseHTTPResponse:
        """Check the URL, then do what urllib3 does, which calls this again for a redirect, with the chain."""
        chain = _chain or Chain()
        with sending(chain, RefusedRequest, exceptions.TimeoutError):
            self._guarding.check(url, chain)
            return super().urlopen(method, url, redirect=redirect, _chain=chain, **kw)
