"""The transports of the guard, against real servers on this machine, with resolvers that change their answer."""

import http.server
import pickle
import re
import socket
import ssl
import subprocess
import sys
import threading
import urllib.error
import urllib.request
from importlib import import_module
from importlib.util import find_spec

import pytest

from py_url import guard
from py_url.guard import transports
from tests.support import asynchronous
from tests.support.documents import ROOT

NEEDS_CLIENTS = pytest.mark.skipif(
    sys.platform == "emscripten" or not all(map(find_spec, ("httpx", "requests", "aiohttp", "trustme"))),
    reason="the clients are not installed",
)
pytestmark = NEEDS_CLIENTS
SECONDS = 30
# The program may reach this machine, but not 127.0.0.2, where something that nobody may reach listens.
INSIDE = "127.0.0.2"
LOCAL = guard.Policy(ports=None, addresses=["loopback", "global"], denied_hosts=[INSIDE, "denied.example"])


class Handler(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def do_GET(self):
        self.server.seen.append((self.headers["Host"], self.path))
        location = self.path.partition("?to=")[2]
        body = f"from {self.server.server_address[0]}".encode()
        self.send_response(302 if location else 200)
        if location:
            self.send_header("Location", location)
        self.send_header("Content-Length", str(len(body)))
        if self.path.startswith("/close"):
            self.send_header("Connection", "close")
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *arguments):
        pass


def serve(address, port=0, context=None):
    server = http.server.ThreadingHTTPServer((address, port), Handler)
    server.daemon_threads = True
    server.seen = []
    if context is not None:
        server.socket = context.wrap_socket(server.socket, server_side=True)
    threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.05}, daemon=True).start()
    return server


@pytest.fixture(scope="module")
def servers():
    """A server that may be reached, and another one on the same port that may not."""
    for _ in range(20):
        outside = serve("127.0.0.1")
        try:
            inside = serve(INSIDE, outside.server_address[1])
        except OSError:
            outside.shutdown()
            continue
        break
    yield outside, inside
    for server in (outside, inside):
        server.shutdown()
        server.server_close()


@pytest.fixture
def port(servers):
    for server in servers:
        server.seen.clear()
    return servers[0].server_address[1]


class Rebinding:
    """A resolver whose answer changes with every question."""

    def __init__(self, *answers):
        self.answers = answers
        self.asked = []

    def __call__(self, host, port):
        self.asked.append(host)
        return [self.answers[min(len(self.asked), len(self.answers)) - 1]]


def with_httpx(url, policy, resolver, context=None, *, package="httpx", **options):
    httpx = import_module(package)
    make = {"httpx": transports.httpx_transport, "httpx2": transports.httpx2_transport}[package]
    transport = make(policy, resolver, ssl_context=context, **options)
    with httpx.Client(transport=transport, trust_env=False, follow_redirects=True, timeout=SECONDS) as client:
        return client.get(url).text


def with_httpx_async(url, policy, resolver, context=None, *, package="httpx", **options):
    httpx = import_module(package)
    make = {"httpx": transports.httpx_async_transport, "httpx2": transports.httpx2_async_transport}[package]

    async def fetched():
        transport = make(policy, resolver, ssl_context=context, **options)
        async with httpx.AsyncClient(
            transport=transport, trust_env=False, follow_redirects=True, timeout=SECONDS
        ) as client:
            return (await client.get(url)).text

    return asynchronous.run(fetched())


def with_httpx2(url, policy, resolver, context=None, **options):
    return with_httpx(url, policy, resolver, context, package="httpx2", **options)


def with_httpx2_async(url, policy, resolver, context=None, **options):
    return with_httpx_async(url, policy, resolver, context, package="httpx2", **options)


def with_requests(url, policy, resolver, context=None, **options):
    import requests

    with requests.Session() as session:
        session.trust_env = False
        adapter = transports.requests_adapter(policy, resolver, **options)
        session.mount("https://", adapter)
        session.mount("http://", adapter)
        session.verify = getattr(context, "file", True)
        return session.get(url, timeout=SECONDS).text


def with_urllib3(url, policy, resolver, context=None, **options):
    options |= {} if context is None else {"ssl_context": context}
    with transports.urllib3_pool_manager(policy, resolver, **options) as manager:
        return manager.request("GET", url, timeout=SECONDS, retries=3).data.decode()


def with_aiohttp(url, policy, resolver, context=None, **options):
    import aiohttp

    async def fetched():
        connector = transports.aiohttp_connector(policy, resolver, ssl_context=context, **options)
        timeout = aiohttp.ClientTimeout(total=SECONDS)
        async with (
            aiohttp.ClientSession(connector=connector, timeout=timeout) as session,
            session.get(url) as response,
        ):
            return await response.text()

    return asynchronous.run(fetched())


def with_urllib(url, policy, resolver, context=None, **options):
    opener = transports.urllib_opener(policy, resolver, ssl_context=context, **options)
    with opener.open(url, timeout=SECONDS) as response:
        return response.read().decode()


CLIENTS = [
    with_httpx,
    with_httpx_async,
    with_httpx2,
    with_httpx2_async,
    with_requests,
    with_urllib3,
    with_aiohttp,
    with_urllib,
]
NEEDS_HTTPX2 = pytest.mark.skipif(find_spec("httpx2") is None, reason="httpx2 is not installed")
every_client = pytest.mark.parametrize(
    "fetch",
    [
        pytest.param(client, id=client.__name__, marks=[NEEDS_HTTPX2] if "httpx2" in client.__name__ else [])
        for client in CLIENTS
    ],
)


@every_client
def test_a_page_is_fetched(fetch, port, servers):
    resolver = Rebinding("127.0.0.1")
    assert fetch(f"http://shop.example:{port}/a?b", LOCAL, resolver) == "from 127.0.0.1"
    assert servers[0].seen == [(f"shop.example:{port}", "/a?b")]
    assert resolver.asked == ["shop.example"]
    assert fetch(f"http://127.0.0.1:{port}/", LOCAL, resolver) == "from 127.0.0.1"
    assert resolver.asked == ["shop.example"]


@every_client
def test_dns_rebinding(fetch, port, servers):
    """The name is asked for once for each connection, and that answer is the one that is checked and used."""
    verdict = guard.check_fetch(f"http://rebind.example:{port}/", LOCAL)
    resolver = Rebinding("127.0.0.1", INSIDE)
    assert guard.resolve(verdict, resolver).addresses == ("127.0.0.1",)
    # Between that check and the connection, the answer has changed.
    with pytest.raises(guard.Refused, match=r"rebind\.example resolves to 127\.0\.0\.2, which the policy denies"):
        fetch(verdict.url, LOCAL, resolver)
    once = Rebinding("127.0.0.1", INSIDE)
    assert fetch(verdict.url, LOCAL, once) == "from 127.0.0.1"
    assert once.asked == ["rebind.example"]
    assert servers[1].seen == []


@every_client
def test_each_connection_resolves_its_host(fetch, port, servers):
    """A client does not take the answer for an earlier connection to the same host."""
    start = f"http://rebind.example:{port}/close?to=/x"
    resolver = Rebinding("127.0.0.1", "127.0.0.1")
    assert fetch(start, LOCAL, resolver) == "from 127.0.0.1"
    assert resolver.asked == ["rebind.example"] * 2
    resolver = Rebinding("127.0.0.1", INSIDE)
    with pytest.raises(guard.Refused, match=r"rebind\.example resolves to 127\.0\.0\.2, which the policy denies"):
        fetch(start, LOCAL, resolver)
    assert servers[1].seen == []


def test_without_the_guard_rebinding_works(port, servers, monkeypatch):
    """So the test above can fail: the same client without a guard reaches the server inside."""
    resolver = Rebinding("127.0.0.1", INSIDE)
    ask = socket.getaddrinfo
    monkeypatch.setattr(socket, "getaddrinfo", lambda host, *rest, **more: ask(*resolver(host, 0), *rest, **more))
    verdict = guard.check_fetch(f"http://rebind.example:{port}/", LOCAL)
    assert guard.resolve(verdict).allowed
    with urllib.request.urlopen(verdict.url, timeout=SECONDS) as response:
        assert response.read() == f"from {INSIDE}".encode()


@every_client
@pytest.mark.parametrize(
    ("there", "name"),
    [
        ("http://127.0.0.2:{port}/", "host-denied"),
        ("http://0x7f000002:{port}/", "host-denied"),
        ("http://denied.example:{port}/", "host-denied"),
        ("//rebound.example:{port}/", "host-denied"),
        ("http://10.0.0.1:{port}/", "private"),
        ("http://169.254.169.254/latest/", "metadata"),
    ],
)
def test_each_hop_is_checked(fetch, there, name, port, servers):
    def resolver(host, _):
        return [INSIDE if host == "rebound.example" else "127.0.0.1"]

    start = f"http://shop.example:{port}/?to={there.format(port=port)}"
    with pytest.raises(guard.Refused) as refused:
        fetch(start, LOCAL, resolver)
    assert name in [reason.name for reason in refused.value.reasons]
    assert len(servers[0].seen) == 1
    assert servers[1].seen == []


@pytest.mark.parametrize("fetch", [client for client in CLIENTS if client is not with_aiohttp])
def test_no_hop_has_credentials(fetch, port):
    """aiohttp takes them out of the URL before it asks the connector."""
    start = f"http://shop.example:{port}/?to=http://user:s3cr3t@shop.example:{port}/"
    with pytest.raises(guard.Refused, match="credentials: ") as refused:
        fetch(start, LOCAL, lambda host, port: ["127.0.0.1"])
    assert "s3cr3t" not in str(refused.value)


@every_client
def test_an_allowed_redirect_is_followed(fetch, port, servers):
    start = f"http://shop.example:{port}/?to=http://help.example:{port}/x"
    assert fetch(start, LOCAL, lambda host, port: ["127.0.0.1"]) == "from 127.0.0.1"
    assert [host for host, _ in servers[0].seen] == [f"shop.example:{port}", f"help.example:{port}"]


@every_client
def test_what_the_policy_refuses_is_never_connected_to(fetch, port, servers):
    for url in (f"http://127.0.0.1:{port}/", f"http://localhost:{port}/", "http://metadata.goog/"):
        with pytest.raises(guard.Refused):
            fetch(url, None, lambda host, port: pytest.fail("asked"))
    with pytest.raises(guard.Refused, match="resolves to 127"):
        fetch("http://shop.example/", None, lambda host, port: ["127.0.0.1"])
    assert servers[0].seen == []


@every_client
def test_the_next_address_is_tried(fetch, port, servers):
    """Nothing listens on 127.0.0.3."""
    url = f"http://shop.example:{port}/"
    assert fetch(url, LOCAL, lambda host, port: ["127.0.0.3", "127.0.0.1"]) == "from 127.0.0.1"


@every_client
def test_no_connection_and_no_address(fetch, port):
    def fails(host, port):
        raise socket.gaierror(socket.EAI_NONAME, "no such name")

    for resolver in (fails, lambda host, port: ["127.0.0.3"]):
        with pytest.raises(Exception) as caught:  # noqa: PT011 - each client has its own
            fetch(f"http://shop.example:{port}/", LOCAL, resolver)
        assert type(caught.value).__module__.partition(".")[0] in {
            *("httpx", "httpx2", "requests", "urllib3", "aiohttp", "urllib")
        }


@pytest.fixture(scope="module")
def certificate(tmp_path_factory):
    """An authority, and an HTTPS server with a certificate for shop.example."""
    import trustme

    authority = trustme.CA()
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    authority.issue_cert("shop.example").configure_cert(context)
    server = serve("127.0.0.1", context=context)
    file = tmp_path_factory.mktemp("authority") / "authority.pem"
    authority.cert_pem.write_to_path(file)

    class Context(ssl.SSLContext):
        """What a client trusts, with the file that requests wants."""

    trusting = Context(ssl.PROTOCOL_TLS_CLIENT)
    trusting.load_verify_locations(file)
    trusting.file = str(file)
    yield server, trusting
    server.shutdown()
    server.server_close()


@every_client
def test_tls_verifies_the_name(fetch, certificate):
    server, trusting = certificate
    port = server.server_address[1]
    assert fetch(f"https://shop.example:{port}/", LOCAL, lambda *_: ["127.0.0.1"], trusting) == "from 127.0.0.1"
    for other in ("help.example", "127.0.0.1"):
        with pytest.raises(Exception) as caught:  # noqa: PT011 - each client has its own
            fetch(f"https://{other}:{port}/", LOCAL, lambda *_: ["127.0.0.1"], trusting)
        assert "CERTIFICATE_VERIFY_FAILED" in str(caught.value) + str(caught.value.__cause__)


def test_no_proxy_is_used():
    import requests

    with requests.Session() as session:
        session.mount("http://", transports.requests_adapter(LOCAL))
        for proxies in ({"http": "http://127.0.0.1:1"}, {"all": "http://127.0.0.1:1"}):
            with pytest.raises(ValueError, match="the guard uses no proxy, because a proxy resolves names itself"):
                session.get("http://shop.example/", proxies=proxies, timeout=SECONDS)
        prepared = requests.Request("GET", "http://shop.example/").prepare()
        with pytest.raises(ValueError, match="uses no proxy"):
            session.get_adapter("http://x/").send(prepared, False, SECONDS, True, None, {"http": "http://127.0.0.1:1"})
    for url in ("http://shop.example/", "https://shop.example/"):
        request = urllib.request.Request(url)
        request.set_proxy("127.0.0.1:1", "http")
        with pytest.raises(ValueError, match="uses no proxy"):
            transports.urllib_opener(LOCAL).open(request, timeout=SECONDS)
        request = urllib.request.Request(url)
        request.set_proxy("127.0.0.1:1", "https")
        with pytest.raises(ValueError, match="uses no proxy"):
            transports.urllib_opener(LOCAL).open(request, timeout=SECONDS)

    async def through_a_proxy():
        import aiohttp

        connector = transports.aiohttp_connector(LOCAL)
        async with aiohttp.ClientSession(connector=connector) as session:
            await session.get("http://shop.example/", proxy="http://127.0.0.1:1")

    with pytest.raises(ValueError, match="uses no proxy"):
        asynchronous.run(through_a_proxy())


def test_an_adapter_is_pickled_with_its_policy():
    import requests

    with requests.Session() as session:
        session.mount("http://", transports.requests_adapter(LOCAL))
        with pickle.loads(pickle.dumps(session)) as other, pytest.raises(guard.Refused, match="host-denied"):
            other.get(f"http://{INSIDE}/", timeout=SECONDS)


def test_the_opener_opens_nothing_else():
    opener = transports.urllib_opener()
    for url in ("file:///etc/hosts", "ftp://example.com/", "data:,x"):
        with pytest.raises(urllib.error.URLError, match="unknown url type"):
            opener.open(url, timeout=SECONDS)


def test_another_urllib3_is_noticed(monkeypatch):
    from urllib3.connection import HTTPConnection

    manager = transports.urllib3_pool_manager(LOCAL)
    connection = manager.pool_classes_by_scheme["http"].ConnectionCls("127.0.0.1", 1)
    monkeypatch.setattr(HTTPConnection, "connect", lambda self: None)
    with pytest.raises(RuntimeError, match="this version of urllib3 does not let the guard choose the address"):
        connection.connect()


def test_a_connection_of_urllib3_that_takes_too_long(monkeypatch):
    from urllib3.exceptions import ConnectTimeoutError

    from py_url.guard.transports import for_urllib3
    from py_url.guard.transports.connecting import Guarding

    def too_long(*_, **__):
        raise TimeoutError

    monkeypatch.setattr(for_urllib3, "create_connection", too_long)
    connection = for_urllib3.pool_classes(Guarding(LOCAL).addresses)["http"].ConnectionCls("127.0.0.1", 1)
    with pytest.raises(ConnectTimeoutError, match="connecting to 127"):
        connection.connect()


def test_wrong_arguments():
    functions = [
        getattr(transports, name) for name in transports.__all__ if name not in ("aiohttp_connector", "Options")
    ]
    for function in functions:
        with pytest.raises(TypeError, match="the policy must be a Policy, not str"):
            function("public_web")
        with pytest.raises(TypeError, match="the resolver must be a function, not str"):
            function(None, "8.8.8.8")


@pytest.mark.parametrize("failure", ["ConnectError", "ConnectTimeout"])
@pytest.mark.parametrize("kind", ["sync", "async"])
def test_httpx_tries_the_next_address(kind, failure):
    """Also if the one before does not answer in time."""
    import httpcore

    from py_url.guard.transports.connecting import Guarding
    from py_url.guard.transports.for_both_httpx import AsyncBackend, Backend

    tried = []

    def connected(address):
        tried.append(address)
        if address != "127.0.0.9":
            raise getattr(httpcore, failure)(address)
        return address

    class Network:
        def connect_tcp(self, address, *_):
            return connected(address)

    class AsyncNetwork:
        async def connect_tcp(self, address, *_):
            return connected(address)

    def connect(*addresses):
        tried.clear()
        backend = (Backend if kind == "sync" else AsyncBackend)(
            httpcore, Guarding(LOCAL, lambda *_: addresses).addresses
        )
        backend._network = Network() if kind == "sync" else AsyncNetwork()
        if kind == "sync":
            return backend.connect_tcp("shop.example", 80)
        return asynchronous.run(backend.connect_tcp("shop.example", 80))._inner

    assert connect("127.0.0.7", "127.0.0.8", "127.0.0.9") == "127.0.0.9"
    assert tried == ["127.0.0.7", "127.0.0.8", "127.0.0.9"]
    assert connect("127.0.0.9", "127.0.0.8") == "127.0.0.9"
    assert tried == ["127.0.0.9"]
    with pytest.raises(getattr(httpcore, failure), match=r"127\.0\.0\.8"):
        connect("127.0.0.7", "127.0.0.8")
    assert tried == ["127.0.0.7", "127.0.0.8"]


# What each client needs, of the clients.
WITH = {
    "httpx": {"httpx", "httpcore"},
    "httpx2": {"httpx2", "httpcore2"},
    "requests": {"requests", "urllib3"},
    "urllib3": {"urllib3"},
    "aiohttp": {"aiohttp"},
    "urllib": set(),
}
RUNS_ALONE = """
import asyncio, sys
for name in sys.argv[1].split():
    sys.modules[name] = None
exec(compile(sys.stdin.read(), "the block", "exec"))
from py_url import guard
for name, run in ("fetch", lambda call: call), ("fetch_async", asyncio.run):
    if name in globals():
        try:
            run(globals()[name]("http://127.0.0.1/"))
        except guard.Refused:
            print(name)
"""


def blocks_of_transports():
    page = (ROOT / "web" / "docs" / "howto" / "ssrf-and-redirects.md").read_text("utf-8")
    return dict(re.findall(r"^```py\n# With (\w+)\n(.*?)^```$", page, re.MULTILINE | re.DOTALL))


def test_each_transport_has_a_block_in_the_documents():
    text = "".join(blocks_of_transports().values())
    assert {*re.findall(r"transports\.(\w+)", text)} == {*transports.__all__} - {"Options"}


@pytest.mark.parametrize(
    "client", [pytest.param(name, marks=[NEEDS_HTTPX2] if name == "httpx2" else []) for name in WITH]
)
def test_a_block_of_the_documents_runs_without_the_other_clients(client):
    block = blocks_of_transports()[client]
    others = set().union(*WITH.values()) - WITH[client]
    answer = subprocess.run(
        [sys.executable, "-c", RUNS_ALONE, " ".join(others)],
        input=block,
        capture_output=True,
        text=True,
        check=True,
        cwd=ROOT,
        timeout=120,
    )
    assert answer.stdout.split() == re.findall(r"def (fetch\w*)", block)


def test_httpx_has_its_own_limits():
    """With those of httpcore, an eleventh request at a time would wait, and fail."""
    import httpx

    for ours, theirs in (
        (transports.httpx_transport(), httpx.HTTPTransport()),
        (transports.httpx_async_transport(), httpx.AsyncHTTPTransport()),
    ):
        for name in ("_max_connections", "_max_keepalive_connections", "_keepalive_expiry"):
            assert getattr(ours._pool, name) == getattr(theirs._pool, name)


def test_httpx_raises_its_own_exceptions():
    import httpcore
    import httpx

    from py_url.guard.transports.connecting import Guarding
    from py_url.guard.transports.for_both_httpx import AsyncBackend, exceptions_of

    for ours, theirs in ((httpcore.ReadTimeout, httpx.ReadTimeout), (httpcore.UnsupportedProtocol,) * 2):
        expected = httpx.UnsupportedProtocol if theirs is httpcore.UnsupportedProtocol else theirs
        with pytest.raises(expected), exceptions_of(httpx):
            raise ours("x")
    asynchronous.run(AsyncBackend(httpcore, Guarding().addresses).sleep(0))
