"""What the transports for urllib, urllib3 and requests share: connections of `http.client` that keep a deadline.

The timeout of a socket is for one read or write, and a server can make a response of many. So each gets what is left.
"""

from __future__ import annotations

import http.client
import io
import socket
from typing import Any

from py_url.guard.transports.connecting import Below, connection_to, running

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from py_url.guard.transports.connecting import AddressesOf


class _Socket(Below):
    _seconds: float | None = None

    def gettimeout(self) -> float | None:  # which `ssl` takes for a handshake
        return self._chain.left(self._seconds)

    def settimeout(self, seconds: float | None) -> None:
        self._seconds = seconds
        self._inner.settimeout(seconds)

    def recv_into(self, *arguments: Any) -> Any:
        self._inner.settimeout(self.gettimeout())
        return self._inner.recv_into(*arguments)

    def sendall(self, data: Any) -> None:
        for octets in self._pieces(data):
            self._inner.settimeout(self.gettimeout())
            self._inner.sendall(octets)

    def makefile(self, *_: object, **__: object) -> io.BufferedReader:
        file = self._inner.makefile("rb", buffering=0)
        file._sock = self
        return io.BufferedReader(file)


class _Response(http.client.HTTPResponse):
    def begin(self) -> None:
        super().begin()
        running.get().status = self.status


class Connection(http.client.HTTPConnection):
    """A connection that keeps the deadline."""

    response_class = _Response
    _socket: Any = None

    @property
    def sock(self) -> Any:
        """The socket, that of TLS too."""
        return self._socket

    @sock.setter
    def sock(self, sock: Any) -> None:
        if sock is not None and not isinstance(sock, _Socket) and running.get().ends is not None:
            sock = _Socket(sock)
            # That of the socket below TLS; each read has less.
            sock._seconds = getattr(self._socket, "_seconds", None)
        self._socket = sock

    def pin(self, addresses_of: AddressesOf, connect: Callable[[str, float | None], socket.socket]) -> None:
        """Connect to one of the addresses of the host."""
        timeout = self.timeout if isinstance(self.timeout, int | float) else socket.getdefaulttimeout()
        self.sock = connection_to(self.host, self.port, addresses_of, connect, timeout)
        self.sock.settimeout(timeout)
