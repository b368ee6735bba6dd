"""The opener for `urllib.request`."""

from __future__ import annotations

import http.client
import socket
import urllib.request

from py_url.guard.fetch import require_fetch
from py_url.guard.resolving import pinned_addresses
from py_url.guard.transports.connecting import NO_PROXY, first_that_connects

TYPE_CHECKING = False
if TYPE_CHECKING:
    import ssl

    from py_url.guard.policy import Policy
    from py_url.guard.resolving import Resolver


def opener(
    policy: Policy, resolver: Resolver | None, ssl_context: ssl.SSLContext | None
) -> urllib.request.OpenerDirector:
    """Return an opener with the handlers of http and https, of redirects and of errors, and no others."""

    class HTTPConnection(http.client.HTTPConnection):
        def connect(self) -> None:
            addresses = pinned_addresses(self.host, self.port, policy, resolver)
            self.sock = first_that_connects(
                addresses, lambda address: socket.create_connection((address, self.port), self.timeout)
            )
            self.sock.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)

    class HTTPSConnection(http.client.HTTPSConnection, HTTPConnection):
        """Its `connect` calls the one above, and then starts TLS for the name."""

    def check(request: urllib.request.Request) -> None:
        require_fetch(request.full_url, policy)
        # The second is for a tunnel to an https URL, in which `has_proxy` sees no proxy.
        if request.has_proxy() or getattr(request, "_tunnel_host", None):
            raise ValueError(NO_PROXY)

    class HTTPHandler(urllib.request.HTTPHandler):
        def http_open(self, req: urllib.request.Request) -> http.client.HTTPResponse:
            check(req)
            return self.do_open(HTTPConnection, req)

    class HTTPSHandler(urllib.request.HTTPSHandler):
        def https_open(self, req: urllib.request.Request) -> http.client.HTTPResponse:
            check(req)
            return self.do_open(HTTPSConnection, req, context=ssl_context)

    director = urllib.request.OpenerDirector()
    for handler in (
        *(HTTPHandler(), HTTPSHandler(context=ssl_context), urllib.request.HTTPDefaultErrorHandler()),
        *(urllib.request.HTTPRedirectHandler(), urllib.request.HTTPErrorProcessor(), urllib.request.UnknownHandler()),
    ):
        director.add_handler(handler)
    return director
