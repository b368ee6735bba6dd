"""URLs handed to HTTP clients: a real server on this machine sees exactly the path and the query, or nothing."""

import socketserver
import sys
import threading
from collections import Counter

import pytest

from py_url import URL
from py_url.compat.clients import request_target, to_httpx, to_httpx2, to_requests, to_yarl
from tests.conftest import peer, summary_lines
from tests.support import asynchronous
from tests.wpt.data import rows

aiohttp, httpx, httpx2, requests = peer("aiohttp"), peer("httpx"), peer("httpx2"), peer("requests")

pytestmark = pytest.mark.skipif(sys.platform == "emscripten", reason="Pyodide has no threads")

FILES = ("urltestdata.json", "urltestdata-javascript-only.json")
# A signature of these holds for these bytes alone.
PRESIGNED = (
    "https://b.s3.amazonaws.com/a%2Fb%20c+d~e'f(g)!*?X-Amz-Credential=A%2F20260101%2Fs3&X-Amz-Signature=0a~b'c+d%20e",
    "https://h.example/a|b/c'd~e/%2f%7E%41?q=a|b&r=c'd&s=%7e+%20&t=[x]&u={y}^`",
    "https://h.example/a%2Fb/%2E%2Ex/%E2%82%AC//c;d=e,f/@:$&=+?a=b%26c&&d=%&e=%zz",
    "https://h.example//a//?",
)


def urls():
    found = [*map(URL, PRESIGNED)]
    for parameters in rows(*FILES):
        (row,) = parameters.values
        # Instead of a file that is missing, there is a skipped test.
        if row is None:
            continue
        if not row.get("failure") and (url := URL(row["input"], row["base"])).protocol in ("http:", "https:"):
            found.append(url)
    return found


class Handler(socketserver.StreamRequestHandler):
    """Keeps the target of the request line."""

    def handle(self):
        _, target, _ = self.rfile.readline().decode("latin-1").split(" ")
        self.server.targets.append(target)
        while self.rfile.readline().strip():
            pass
        self.wfile.write(b"HTTP/1.1 200 OK\r\nContent-Length: 0\r\nConnection: close\r\n\r\n")


@pytest.fixture(scope="module")
def server():
    with socketserver.ThreadingTCPServer(("127.0.0.1", 0), Handler) as server:
        server.daemon_threads, server.targets = True, []
        thread = threading.Thread(target=server.serve_forever)
        thread.start()
        yield server
        server.shutdown()
        thread.join(timeout=60)


def by_aiohttp(urls):
    async def ask():
        async with aiohttp.ClientSession(timeout=aiohttp.ClientTimeout(60)) as session:
            for url in urls:
                async with session.get(url):
                    pass

    asynchronous.run(ask())


def by_httpx(urls, module=httpx):
    with module.Client(timeout=60, trust_env=False) as client:
        for url in urls:
            client.get(url)


def by_httpx2(urls):
    by_httpx(urls, httpx2)


def by_requests(urls):
    with requests.Session() as session:
        session.trust_env = False
        for url in urls:
            session.get(url, timeout=60)


# For each client: how it is given a URL, how it sends one, and how many of the WPT's it takes at least.
CLIENTS = {
    "aiohttp": (to_yarl, by_aiohttp, 0.95),
    "httpx": (to_httpx, by_httpx, 0.95),
    "httpx2": (to_httpx2, by_httpx2, 0.95),
    "requests": (to_requests, by_requests, 0.8),
}


@pytest.mark.parametrize("name", CLIENTS)
def test_the_bytes_on_the_wire_are_those_of_the_url(name, server):
    hand_over, send, at_least = CLIENTS[name]
    outcomes, handed_over, expected = Counter(), [], []
    for url in urls():
        try:
            hand_over(url)
        except ValueError as error:
            assert str(error).startswith(f"{name.replace('aiohttp', 'yarl')} cannot send this URL unchanged: ")
            outcomes["refused"] += 1
            continue
        outcomes["handed over"] += 1
        local = url.replace(protocol="http", username="", password="", host=f"127.0.0.1:{server.server_address[1]}")
        handed_over.append(hand_over(local))
        expected.append(request_target(url))
        assert request_target(local) == expected[-1]
    server.targets.clear()
    send(handed_over)
    assert server.targets == expected
    assert outcomes["handed over"] >= at_least * outcomes.total() > 100
    summary_lines.append(f"{name}: {outcomes['handed over']:,} of {outcomes.total():,} URLs are sent as they are")


def test_what_is_refused_would_have_been_sent_as_something_else(server):
    """So nothing is refused that a client would send unchanged."""
    port = server.server_address[1]
    changed = 0
    for hand_over, send in ((to_httpx, by_httpx), (to_httpx2, by_httpx2), (to_requests, by_requests)):
        for url in urls():
            local = url.replace(protocol="http", username="", password="", host=f"127.0.0.1:{port}")
            try:
                hand_over(local)
            except ValueError:
                server.targets.clear()
                send([local.href])
                assert server.targets != [request_target(local)], (hand_over, local)
                changed += 1
    assert changed > 10
