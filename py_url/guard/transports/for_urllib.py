"""The opener for `urllib.request`."""

from __future__ import annotations

import http.client
import socket
import urllib.error
import urllib.request
from contextlib import contextmanager

from py_url.api.url import URL
from py_url.guard.transports.connecting import NO_PROXY, Chain, Guarding, sending
from py_url.guard.transports.for_http_client import Connection
from py_url.guard.verdicts import Reason, Refused

TYPE_CHECKING = False
if TYPE_CHECKING:
    import ssl
    from collections.abc import Iterator
    from http.client import HTTPMessage
    from typing import IO

# What a browser, and each of the other clients, does not send on to another origin.
_SECRET_HEADERS = ("Authorization", "Cookie", "Cookie2", "Proxy-authorization")


class RefusedRequest(Refused, urllib.error.URLError):
    """A request that the policy refuses. It is a ``urllib.error.URLError`` too."""

    def __init__(self, reasons: tuple[Reason, ...] | str) -> None:
        super().__init__(reasons)
        self.reason = str(self)


def opener(guarding: Guarding, ssl_context: ssl.SSLContext | None) -> urllib.request.OpenerDirector:
    """Return an opener with the handlers of http and https, of redirects and of errors, and no others."""

    class HTTPConnection(Connection):
        def connect(self) -> None:
            def connected(address: str, seconds: float | None) -> socket.socket:
                return socket.create_connection((address, self.port), seconds)

            self.pin(guarding.addresses, connected)
            self.sock.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)

    class HTTPSConnection(http.client.HTTPSConnection, HTTPConnection):
        """Its `connect` calls the one above, and then starts TLS for the name."""

    @contextmanager
    def checked(request: urllib.request.Request) -> Iterator[None]:
        chain = Chain.of(request, vars(request).setdefault("_carrier", {}))
        with sending(chain, RefusedRequest, lambda message: urllib.error.URLError(TimeoutError(message))):
            guarding.check(request.full_url, chain)
            if "@" in request.host:
                raise ValueError("urllib does not accept a username or password in a URL; set the header Authorization")
            # The second is for a tunnel to an https URL, in which `has_proxy` sees no proxy.
            if request.has_proxy() or getattr(request, "_tunnel_host", None):
                raise ValueError(NO_PROXY)
            if "_has_left" in vars(request):
                for name, value in director.addheaders:
                    _remove_secret(request, name.capitalize(), value)
            yield

    class HTTPHandler(urllib.request.HTTPHandler):
        def http_open(self, req: urllib.request.Request) -> http.client.HTTPResponse:
            with checked(req):
                return self.do_open(HTTPConnection, req)

    class HTTPSHandler(urllib.request.HTTPSHandler):
        def https_open(self, req: urllib.request.Request) -> http.client.HTTPResponse:
            with checked(req):
                return self.do_open(HTTPSConnection, req, context=ssl_context)

    director = urllib.request.OpenerDirector()
    for handler in (
        *(HTTPHandler(), HTTPSHandler(context=ssl_context), urllib.request.HTTPDefaultErrorHandler()),
        *(_RedirectHandler(), urllib.request.HTTPErrorProcessor(), urllib.request.UnknownHandler()),
    ):
        director.add_handler(handler)
    return director


class _RedirectHandler(urllib.request.HTTPRedirectHandler):
    def redirect_request(
        self,
        req: urllib.request.Request,
        fp: IO[bytes],
        code: int,
        msg: str,
        headers: HTTPMessage,
        newurl: str,
    ) -> urllib.request.Request | None:
        """Return the request of a redirect, without secrets if it leads to another origin."""
        request = super().redirect_request(req, fp, code, msg, headers, newurl)
        if request is not None:
            fp.close()  # urllib would read the body first
            vars(request)["_carrier"] = vars(req)["_carrier"]
            before, after = URL.parse(req.full_url), URL.parse(newurl)
            if "_has_left" in vars(req) or before is None or after is None or before.origin != after.origin:
                vars(request)["_has_left"] = True
                for name in _SECRET_HEADERS:
                    request.remove_header(name)
        return request


def _remove_secret(request: urllib.request.Request, name: str, value: str) -> None:
    """Remove a header that the opener gave the request of a redirect, unless a handler gave it another value."""
    if name in _SECRET_HEADERS and request.get_header(name) == value:
        request.remove_header(name)
