"""The attack itself, in a network namespace: servers, a hostile DNS, and the clients. Prints JSON.

Every address inside, the loopback addresses and a made-up public address have a server, which counts connections. The
DNS gives each name the address that it leads to, and every second answer for a public name is 10.0.0.7 (rebinding).
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import socket
import sys
import tempfile
import threading
import time
import urllib.request
from functools import partial
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from importlib import import_module
from importlib.util import find_spec
from itertools import count
from pathlib import Path
from urllib.parse import quote, unquote

from py_url import guard
from py_url.guard import transports
from research.attacking.command import DEADLINE, INSIDE, PUBLIC, UNGUARDED, WAYS
from research.bench.guards import address_of
from tests.support import holding

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Coroutine, Sequence
    from typing import Any

# More than a server holds, so that it is the deadline that ends a request.
_SECONDS = 20
_LOCAL = guard.Policy(ports=None, addresses=["loopback"])
_REDIRECT = "/to?"
_OF_HTTPX = {"trust_env": False, "follow_redirects": True, "timeout": _SECONDS}
_numeric = socket.getaddrinfo
_reached: list[str] = []


class _Handler(BaseHTTPRequestHandler):
    def do_GET(self) -> None:
        """Answer, or redirect to what the query has, byte for byte."""
        location = unquote(self.path.partition(_REDIRECT)[2])
        self.send_response(302 if location else 200)
        if location:
            self.send_header("Location", location.encode().decode("latin-1"))
        self.send_header("Content-Length", "0")
        self.end_headers()

    def log_message(self, format: str, *arguments: Any) -> None:  # noqa: ANN401 - the name is that of http.server
        """Say nothing."""


def _serve(address: str, port: int) -> None:
    class Server(ThreadingHTTPServer):
        address_family = socket.AF_INET6 if ":" in address else socket.AF_INET
        daemon_threads = True

        def get_request(self) -> Any:  # noqa: ANN401 - as in socketserver
            """Take a connection, and note where it arrived."""
            connection, peer = super().get_request()
            _reached.append(connection.getsockname()[0])
            return connection, peer

        def handle_error(self, request: object, client_address: object) -> None:
            """Say nothing: a client may end a connection at any time."""

    threading.Thread(target=Server((address, port), _Handler).serve_forever, args=(0.01,), daemon=True).start()


def _fast(host: str, port: int) -> list[str]:
    return ["127.0.0.1"]


def _slow(host: str, port: int) -> list[str]:
    time.sleep(holding.HOLDS)
    return ["127.0.0.1"]


_answers = count()


def _getaddrinfo(host: str | bytes, port: int | str | None, *rest: Any, **more: Any) -> Any:  # noqa: ANN401 - the system's
    """Resolve numbers as the operating system does, and names as an attacker's server."""
    name = host.decode() if isinstance(host, bytes) else str(host)
    with contextlib.suppress(socket.gaierror):
        return (
            _numeric(name, port, *rest, **more) if _is_numeric(name) else _numeric(_answer(name), port, *rest, **more)
        )
    raise socket.gaierror(socket.EAI_NONAME, "no such name")


def _is_numeric(name: str) -> bool:
    with contextlib.suppress(OSError):
        return bool(_numeric(name, None, flags=socket.AI_NUMERICHOST))
    return False


def _answer(name: str) -> str:
    try:
        address = address_of(name.encode("idna").decode().lower().rstrip("."))
    except UnicodeError:
        raise socket.gaierror(socket.EAI_NONAME, "no such name") from None
    rebinds = address == PUBLIC and name != "public.example" and next(_answers) % 2
    return "10.0.0.7" if rebinds else address


def _run(coroutine: Coroutine[Any, Any, object]) -> object:
    with asyncio.Runner() as runner:
        return runner.run(coroutine)


def _with_httpx(package: str, url: str, **options: Any) -> object:  # noqa: ANN401 - those of the transport
    transport = getattr(transports, f"{package}_transport")(**options)
    with import_module(package).Client(transport=transport, **_OF_HTTPX) as opened:
        return opened.get(url)


def _with_httpx_async(package: str, url: str, **options: Any) -> object:  # noqa: ANN401 - as above
    async def fetched() -> None:
        transport = getattr(transports, f"{package}_async_transport")(**options)
        async with import_module(package).AsyncClient(transport=transport, **_OF_HTTPX) as opened:
            await opened.get(url)

    return _run(fetched())


def _with_requests(url: str, ssl_context: Any = None, **options: Any) -> object:  # noqa: ANN401 - as above
    with import_module("requests").Session() as session:
        session.trust_env = False
        session.verify = getattr(ssl_context, "file", True)
        for prefix in ("https://", "http://"):
            session.mount(prefix, transports.requests_adapter(**options))
        return session.get(url, timeout=_SECONDS)


def _with_urllib3(url: str, **options: Any) -> object:  # noqa: ANN401 - as above
    with transports.urllib3_pool_manager(**options) as manager:
        return manager.request("GET", url, timeout=_SECONDS, retries=3)


def _with_aiohttp(url: str, **options: Any) -> object:  # noqa: ANN401 - as above
    aiohttp = import_module("aiohttp")

    async def fetched() -> None:
        timeout = aiohttp.ClientTimeout(total=_SECONDS)
        connector = transports.aiohttp_connector(**options)
        async with aiohttp.ClientSession(connector=connector, timeout=timeout) as session, session.get(url):
            pass

    return _run(fetched())


def _with_urllib(url: str, **options: Any) -> object:  # noqa: ANN401 - as above
    return transports.urllib_opener(**options).open(url, timeout=_SECONDS).close()


CLIENTS: dict[str, tuple[str, Callable[..., object]]] = {
    UNGUARDED: ("urllib", lambda url: urllib.request.build_opener().open(url, timeout=_SECONDS).close()),
    "urllib": ("urllib", _with_urllib),
    "urllib3": ("urllib3", _with_urllib3),
    "requests": ("requests", _with_requests),
    "httpx": ("httpx", partial(_with_httpx, "httpx")),
    "httpx, async": ("httpx", partial(_with_httpx_async, "httpx")),
    "httpx2": ("httpx2", partial(_with_httpx, "httpx2")),
    "httpx2, async": ("httpx2", partial(_with_httpx_async, "httpx2")),
    "aiohttp": ("aiohttp", _with_aiohttp),
}


def held(fetch: Callable[..., object], secure: Sequence[Any]) -> dict[str, float]:
    """Hold a client that has a deadline in each way. Return how many seconds after it the client ended."""
    late = {}
    for way in WAYS:
        scheme, _, name = way.rpartition(" ")
        options = {"policy": _LOCAL, "resolver": _slow if name == "resolver" else _fast, "deadline": DEADLINE}
        with holding.serving(name, secure[0] if scheme else None) as (port, _):
            if scheme:
                options["ssl_context"] = secure[1]
            began = time.monotonic()
            with contextlib.suppress(Exception):
                fetch(f"http{'s' if scheme else ''}://shop.example:{port}/", **options)
            late[way] = time.monotonic() - began - DEADLINE
    return late


def attack(fetch: Callable[[str], object], payloads: list[str]) -> dict[str, Any]:
    """Give a client each payload, and a page that redirects to it. Return what it reached."""
    found: dict[str, Any] = {"requests": 0, "refused": 0, "reached": []}
    for payload in payloads:
        for url in (payload, f"http://public.example{_REDIRECT}{quote(payload, safe='')}"):
            _reached.clear()
            found["requests"] += 1
            try:
                fetch(url)
            except guard.Refused:
                found["refused"] += 1
            except Exception:
                pass
            if inside := sorted({address for address in _reached if address != PUBLIC}):
                found["reached"].append((url, inside))
    return found


def main() -> None:
    """Attack with the payloads of standard input."""
    payloads = json.load(sys.stdin)
    for address in (PUBLIC, *INSIDE, "127.0.0.1", "127.0.0.2", "::1"):
        for port in (80, 443):
            _serve(address, port)
    socket.getaddrinfo = _getaddrinfo  # type: ignore[assignment]  # the system's has more types
    installed = {name: fetch for name, (package, fetch) in CLIENTS.items() if find_spec(package)}
    answer = {
        "clients": {name: attack(fetch, payloads) for name, fetch in installed.items()},
        "missing": [name for name in CLIENTS if name not in installed],
    }
    with tempfile.TemporaryDirectory() as folder:
        secure = holding.certified(Path(folder))
        answer["late"] = {name: held(fetch, secure) for name, fetch in installed.items() if name != UNGUARDED}
    print(json.dumps(answer))


if __name__ == "__main__":
    main()
