"""The pool manager for urllib3."""

from __future__ import annotations

import socket
from typing import Any

import urllib3
from urllib3.connection import HTTPConnection, HTTPSConnection
from urllib3.exceptions import ConnectTimeoutError, NameResolutionError, NewConnectionError
from urllib3.util.connection import create_connection

from py_url.guard.fetch import require_fetch
from py_url.guard.resolving import pinned_addresses
from py_url.guard.transports.connecting import first_that_connects

TYPE_CHECKING = False
if TYPE_CHECKING:
    from py_url.guard.policy import Policy
    from py_url.guard.resolving import Resolver


def pool_classes(policy: Policy, resolver: Resolver | None) -> dict[str, type[urllib3.HTTPConnectionPool]]:
    """Return the classes of pools, by scheme, whose connections go to addresses that were checked."""

    class _Pinned(HTTPConnection):
        _is_pinned = False

        def _new_conn(self) -> socket.socket:
            try:
                addresses = pinned_addresses(self.host, self.port, policy, resolver)
                sock = first_that_connects(addresses, self._connected)
            except socket.gaierror as error:
                raise NameResolutionError(self.host, self, error) from error
            except TimeoutError as error:
                raise ConnectTimeoutError(self, f"connecting to {self.host} timed out") from error
            except OSError as error:
                raise NewConnectionError(self, f"failed to connect to {self.host}: {error}") from error
            self._is_pinned = True
            return sock

        def _connected(self, address: str) -> socket.socket:
            return create_connection(
                (address, self.port),
                self.timeout,
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

    class _HTTPPool(urllib3.HTTPConnectionPool):
        ConnectionCls = _Pinned

    class _HTTPSPool(urllib3.HTTPSConnectionPool):
        ConnectionCls = _PinnedHTTPS

    return {"http": _HTTPPool, "https": _HTTPSPool}


class Manager(urllib3.PoolManager):
    """A pool manager that checks each URL, also that of a redirect."""

    def __init__(self, policy: Policy, resolver: Resolver | None, **options: Any) -> None:  # noqa: ANN401 - urllib3's
        super().__init__(**options)
        self._policy = policy
        self.pool_classes_by_scheme = pool_classes(policy, resolver)

    def urlopen(  # type: ignore[override]  # as in urllib3's own class
        self,
        method: str,
        url: str,
        redirect: bool = True,
        **kw: Any,  # noqa: ANN401 - as above
    ) -> urllib3.BaseHTTPResponse:
        """Check the URL, then do what urllib3 does, which calls this again for a redirect."""
        require_fetch(url, self._policy)
        return super().urlopen(method, url, redirect=redirect, **kw)
