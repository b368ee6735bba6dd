"""The exceptions, times, limits, reports and proxies of the guard's transports, against servers on this machine."""

import asyncio
import http.server
import pickle
import re
import socket
import threading
import urllib.error
from importlib import import_module
from itertools import count

import pytest

from py_url import guard
from py_url.guard import transports
from py_url.guard.transports.connecting import Chain, Guarding, expect_release, first_that_connects
from tests.support import asynchronous
from tests.support.documents import ROOT
from tests.unit.test_guard_transports import (
    CLIENTS,
    LOCAL,
    NEEDS_CLIENTS,
    NEEDS_HTTPX2,
    SECONDS,
    every_client,
    port,
    serve,
    servers,
)

__all__ = ["port", "servers"]  # fixtures

pytestmark = NEEDS_CLIENTS


def here(host, port):
    return ["127.0.0.1"]


def base_exception(client):
    package, name = {
        "with_httpx": ("httpx", "HTTPError"),
        "with_httpx_async": ("httpx", "HTTPError"),
        "with_httpx2": ("httpx2", "HTTPError"),
        "with_httpx2_async": ("httpx2", "HTTPError"),
        "with_requests": ("requests", "RequestException"),
        "with_urllib3": ("urllib3.exceptions", "HTTPError"),
        "with_aiohttp": ("aiohttp", "ClientError"),
        "with_urllib": ("urllib.error", "URLError"),
    }[client.__name__]
    return getattr(import_module(package), name)


@every_client
def test_a_refusal_is_an_exception_of_the_client(fetch, port, servers):
    """Also of a redirect, and of an address. It is pickled, and not retried."""
    asked = []

    def inside(host, port):
        asked.append(host)
        return ["10.0.0.1"]

    for url, resolver in (
        ("http://127.0.0.2/", here),
        (f"http://shop.example:{port}/?to=http://10.0.0.1/", here),
        (f"http://shop.example:{port}/", inside),
    ):
        with pytest.raises(base_exception(fetch)) as caught:
            fetch(url, LOCAL, resolver)
        assert isinstance(caught.value, guard.Refused)
        assert isinstance(caught.value, ValueError)
        assert caught.value.reasons
        assert str(caught.value).startswith(caught.value.reasons[0].name)
        copied = pickle.loads(pickle.dumps(caught.value))
        assert (type(copied), str(copied)) == (type(caught.value), str(caught.value))
        assert str(type(caught.value)(*caught.value.args)) == str(caught.value)
    assert asked == ["shop.example"]


def test_retries_do_not_ask_again():
    import httpx
    import requests
    import urllib3

    asked = []

    def inside(host, port):
        asked.append(host)
        return ["10.0.0.1"]

    retries = urllib3.Retry(total=5, connect=5, read=5, status=5, other=5, backoff_factor=0)
    with transports.urllib3_pool_manager(LOCAL, inside, retries=retries) as manager, pytest.raises(guard.Refused):
        manager.request("GET", "http://shop.example/")
    with requests.Session() as session:
        session.trust_env = False
        adapter = transports.requests_adapter(LOCAL, inside)
        adapter.max_retries = retries
        session.mount("http://", adapter)
        with pytest.raises(requests.RequestException) as caught:
            session.get("http://shop.example/", timeout=SECONDS)
        assert isinstance(caught.value, guard.Refused)
    with (
        httpx.Client(transport=transports.httpx_transport(LOCAL, inside), trust_env=False) as client,
        pytest.raises(httpx.UnsupportedProtocol) as caught,
    ):
        client.get("http://shop.example/")
    assert caught.value.request.url.host == "shop.example"
    assert asked == ["shop.example"] * 3


@pytest.fixture
def echo():
    """A server that redirects as it is asked to, and keeps the headers that it gets."""

    class Handler(http.server.BaseHTTPRequestHandler):
        def do_GET(self):
            self.server.seen.append(dict(self.headers))
            location = self.path.partition("?to=")[2]
            self.send_response(302 if location else 200)
            if location:
                self.send_header("Location", location)
            self.send_header("Content-Length", "0")
            self.end_headers()

        def log_message(self, *arguments):
            pass

    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    server.seen = []
    threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.05}, daemon=True).start()
    yield server
    server.shutdown()
    server.server_close()


def test_urllib_sends_no_secret_to_another_origin(echo):
    port = echo.server_address[1]
    headers = {"Authorization": "Bearer s3cr3t", "Cookie": "a=s3cr3t", "X-Other": "kept"}
    opener = transports.urllib_opener(LOCAL, here)
    for host in ("shop.example", "other.example"):
        echo.seen.clear()
        url = f"http://shop.example:{port}/?to=http://{host}:{port}/"
        opener.open(urllib.request.Request(url, headers=headers), timeout=SECONDS).close()
        first, second = echo.seen
        assert first["Authorization"] == "Bearer s3cr3t"
        assert second["X-Other"] == "kept"
        assert ("s3cr3t" in str(second)) == (host == "shop.example")


def test_urllib_sends_no_secret_of_the_opener_to_another_origin(echo):
    """The headers of an opener are for every request. Cookies of a jar are for their own host."""
    port = echo.server_address[1]
    opener = transports.urllib_opener(LOCAL, here)
    opener.addheaders = [("authorization", "Bearer s3cr3t"), ("X-Other", "kept")]
    opener.add_handler(JarHandler())
    back = f"http://other.example:{port}/?to=http://shop.example:{port}/"
    opener.open(f"http://shop.example:{port}/?to={back}", timeout=SECONDS).close()
    assert [seen.get("Authorization") for seen in echo.seen] == ["Bearer s3cr3t", None, None]
    assert [seen["X-Other"] for seen in echo.seen] == ["kept"] * 3
    assert [seen["Cookie"].split("=")[1].partition(":")[0] for seen in echo.seen] == [
        *("shop.example", "other.example", "shop.example")
    ]


class JarHandler(urllib.request.BaseHandler):
    """Gives each host a cookie of its own, as a jar of cookies does."""

    def http_request(self, request):
        request.add_unredirected_header("Cookie", f"of={request.host}")
        return request


def test_a_request_of_urllib_that_is_sent_again_is_a_new_one(echo):
    port = echo.server_address[1]
    opener = transports.urllib_opener(LOCAL, here, max_redirects=1)
    request = urllib.request.Request(f"http://shop.example:{port}/?to=/there")
    for _ in range(3):
        opener.open(request, timeout=SECONDS).close()
    assert len(echo.seen) == 6
    two = f"http://shop.example:{port}/?to=http://shop.example:{port}/?to=/there"
    with pytest.raises(guard.Refused, match="too-many-redirects"):
        opener.open(two, timeout=SECONDS)


def test_urllib_takes_no_credentials():
    """The message of http.client would have a part of the URL as the port."""
    opener = transports.urllib_opener(LOCAL.replace(credentials=True), here)
    for url in ("http://alice:s3cr3t@shop.example/", "http://alice:s3cr3t@shop.example:80/"):
        with pytest.raises(ValueError, match="set the header Authorization") as caught:
            opener.open(url, timeout=SECONDS)
        assert "s3cr3t" not in str(caught.value)


def test_a_number_of_seconds():
    verdict = guard.check_fetch("https://example.com/")
    for seconds in (0, -1, float("nan"), float("inf"), 10**400):
        with pytest.raises(ValueError, match=r"the timeout: .*write a number of seconds above 0"):
            guard.resolve(verdict, here, timeout=seconds)
        with pytest.raises(ValueError, match=r"the deadline: .*write a number of seconds above 0"):
            transports.urllib_opener(deadline=seconds)
    assert guard.resolve(verdict, lambda *_: ["8.8.8.8"], timeout=1e6).allowed


class Stalled:
    """A resolver that does not answer before the end of the test, apart from one host."""

    def __init__(self, fast="fast.example"):
        self.release, self.fast, self.answered = threading.Event(), fast, []

    def __call__(self, host, port):
        if host != self.fast:
            self.release.wait(SECONDS)
            self.answered.append(host)
        return ["127.0.0.1"]


@pytest.fixture
def stalled():
    resolver = Stalled()
    yield resolver
    resolver.release.set()


@every_client
def test_a_deadline_covers_the_resolution(fetch, port, stalled):
    with pytest.raises((base_exception(fetch), TimeoutError)) as caught:
        fetch(f"http://shop.example:{port}/", LOCAL, stalled, deadline=0.3)
    assert not isinstance(caught.value, guard.Refused)
    assert stalled.answered == []


def test_a_connect_timeout_covers_the_resolution(port, stalled):
    import httpx
    import requests
    import urllib3

    url = f"http://shop.example:{port}/"
    with (
        httpx.Client(transport=transports.httpx_transport(LOCAL, stalled), trust_env=False) as client,
        pytest.raises(httpx.ConnectTimeout),
    ):
        client.get(url, timeout=0.2)

    async def through_httpx():
        transport = transports.httpx_async_transport(LOCAL, stalled)
        async with httpx.AsyncClient(transport=transport, trust_env=False) as client:
            await client.get(url, timeout=0.2)

    with pytest.raises(httpx.ConnectTimeout):
        asynchronous.run(through_httpx())
    with requests.Session() as session:
        session.mount("http://", transports.requests_adapter(LOCAL, stalled))
        session.trust_env = False
        with pytest.raises(requests.ConnectTimeout):
            session.get(url, timeout=0.2)
    with (
        transports.urllib3_pool_manager(LOCAL, stalled) as manager,
        pytest.raises(urllib3.exceptions.ConnectTimeoutError),
    ):
        manager.request("GET", url, timeout=0.2, retries=False)
    with pytest.raises(urllib.error.URLError):
        transports.urllib_opener(LOCAL, stalled).open(url, timeout=0.2)
    assert guard.resolve(guard.check_fetch(url, LOCAL), stalled, timeout=0.2).reasons[0].name == "does-not-resolve"
    assert stalled.answered == []


@pytest.mark.parametrize("client", ["httpx", "aiohttp"])
def test_stalled_names_do_not_hold_up_others(client, port, stalled):
    """The usual pools of threads have less than 60, so a fast name would wait for the end of the test."""
    import aiohttp
    import httpx

    async def fetched():
        transport = transports.httpx_async_transport(LOCAL, stalled)
        connector = transports.aiohttp_connector(LOCAL, stalled)
        async with (
            httpx.AsyncClient(transport=transport, trust_env=False, timeout=SECONDS) as of_httpx,
            aiohttp.ClientSession(connector=connector) as of_aiohttp,
        ):
            get = of_httpx.get if client == "httpx" else of_aiohttp.get

            async def one(host):
                return await get(f"http://{host}:{port}/")

            slow = [asyncio.ensure_future(one(f"slow{index}.example")) for index in range(60)]
            await asyncio.sleep(0)
            response = await one("fast.example")
            if client == "aiohttp":
                response.close()
            assert stalled.answered == []
            for task in slow:
                task.cancel()
            stalled.release.set()
            await asyncio.gather(*slow, return_exceptions=True)
            return response.status_code if client == "httpx" else response.status

    assert asynchronous.run(fetched()) == 200


def test_sixteen_addresses_are_enough():
    endless = (f"93.184.{number >> 8 & 255}.{number & 255}" for number in count())
    found = guard.resolve(guard.check_fetch("https://example.com/"), lambda host, port: endless)
    assert len(found.addresses) == 16
    many = guard.resolve(guard.check_fetch("https://example.com/"), lambda *_: ["8.8.8.8"] * 16 + ["127.0.0.1"])
    assert many.addresses == ("8.8.8.8",) * 16


def test_each_address_gets_a_part_of_the_time(monkeypatch):
    clock = [100.0]
    monkeypatch.setattr("py_url.guard.transports.connecting.monotonic", lambda: clock[0])
    shares = []

    def dead(address, seconds):
        shares.append(seconds)
        clock[0] += seconds or 0
        raise TimeoutError(address)

    with pytest.raises(TimeoutError, match=r"^d$"):
        first_that_connects(["a", "b", "c", "d"], dead, 8)
    assert shares == [2, 2, 2, 2]
    shares.clear()
    with pytest.raises(TimeoutError, match=r"^d$"):
        first_that_connects([*"abcdefgh"], dead, 8)
    assert shares == [2, 2, 2, 2]
    with pytest.raises(TimeoutError, match="no time to connect"):
        first_that_connects(["a"], dead, 0)
    shares.clear()
    with pytest.raises(TimeoutError, match=r"^b$"):
        first_that_connects(["a", "b"], dead, None)
    assert shares == [None, None]


def test_addresses_that_do_not_answer_wait_beside_others():
    """RFC 8305: IPv6 and IPv4 take turns, and the next one starts a quarter of a second later."""
    from py_url.guard.transports.for_both_httpx import first_that_answers, in_turns

    assert in_turns(["::1", "::2", "::3", "1.1.1.1"]) == ["::1", "1.1.1.1", "::2", "::3"]
    assert in_turns(["1.1.1.1", "::1", "::2"]) == ["1.1.1.1", "::1", "::2"]
    tried, closed = [], []

    class Connection:
        def __init__(self, address):
            self.address = address

        async def aclose(self):
            closed.append(self.address)

    async def connect(address):
        tried.append(address)
        if address == "dead":
            await asyncio.sleep(SECONDS)
        if address == "refuses":
            raise OSError(address)
        return Connection(address)

    assert asynchronous.run(first_that_answers(["dead", "refuses", "fast", "later"], connect)).address == "fast"
    assert tried == ["dead", "refuses", "fast"]
    with pytest.raises(OSError, match="refuses"):
        asynchronous.run(first_that_answers(["refuses"], connect))

    async def both(address):
        """The second one is made although the first one has won."""
        try:
            await asyncio.sleep(0.4 if address == "first" else 0.1)
        except asyncio.CancelledError:
            pass
        return Connection(address)

    assert asynchronous.run(first_that_answers(["first", "second"], both)).address == "second"
    assert closed == ["first"]


@every_client
def test_verdicts_are_reported(fetch, port, servers):
    verdicts = []
    start = f"http://shop.example:{port}/?to=http://127.0.0.2:{port}/x?password=s3cr3t"
    with pytest.raises(guard.Refused):
        fetch(start, LOCAL, here, on_verdict=verdicts.append)
    first, second = verdicts
    assert (first.allowed, first.policy) == (True, LOCAL)
    assert first.url.startswith(f"http://shop.example:{port}/")
    assert not second.allowed
    assert second.reasons[0].name == "host-denied"
    assert "s3cr3t" not in f"{first.url} {verdicts}"
    verdicts.clear()
    with pytest.raises(guard.Refused):
        fetch(f"http://shop.example:{port}/", LOCAL, lambda *_: ["10.0.0.1"], on_verdict=verdicts.append)
    assert [verdict.allowed for verdict in verdicts] == [True, False]


@every_client
def test_a_policy_is_tried_before_it_refuses(fetch, port, servers):
    verdicts = []
    options = {"on_verdict": verdicts.append, "report_only": True}
    assert fetch(f"http://127.0.0.2:{port}/", LOCAL, here, **options) == "from 127.0.0.2"
    assert fetch(f"http://denied.example:{port}/", LOCAL, here, **options) == "from 127.0.0.1"
    assert fetch(f"http://shop.example:{port}/", None, here, **options) == "from 127.0.0.1"
    names = [reason.name for verdict in verdicts for reason in verdict.reasons]
    assert {"host-denied", "port", "loopback"} <= {*names}


@every_client
@pytest.mark.parametrize(("answer", "name"), [([], "does-not-resolve"), (["nonsense"], "reserved")])
def test_a_name_without_an_address_is_reported_and_not_refused(fetch, answer, name, port):
    verdicts = []
    with pytest.raises(base_exception(fetch)) as error:
        fetch(f"http://shop.example:{port}/", LOCAL, lambda *_: answer, on_verdict=verdicts.append, report_only=True)
    assert not isinstance(error.value, guard.Refused)
    assert {reason.name for verdict in verdicts for reason in verdict.reasons} == {name}  # urllib3 tries again
    verdicts.clear()
    with pytest.raises(guard.Refused, match=name):
        fetch(f"http://shop.example:{port}/", LOCAL, lambda *_: answer, on_verdict=verdicts.append)
    assert [reason.name for verdict in verdicts for reason in verdict.reasons] == [name]


@every_client
def test_an_answer_that_is_no_address_is_left_out_of_a_report(fetch, port, servers):
    verdicts = []
    options = {"on_verdict": verdicts.append, "report_only": True}
    assert (
        fetch(f"http://shop.example:{port}/", LOCAL, lambda *_: ["nonsense", "127.0.0.1"], **options)
        == "from 127.0.0.1"
    )
    assert [reason.name for verdict in verdicts for reason in verdict.reasons] == ["reserved"]


@every_client
def test_the_number_of_redirects(fetch, port, servers):
    second = f"http://shop.example:{port}/2"
    first = f"http://shop.example:{port}/1?to={second}"
    for most in (None, 1, 2):
        assert fetch(first, LOCAL, here, max_redirects=most) == "from 127.0.0.1"
    with pytest.raises(guard.Refused, match="too-many-redirects: there are more than 0 redirects"):
        fetch(first, LOCAL, here, max_redirects=0)
    assert fetch(second, LOCAL, here, max_redirects=0) == "from 127.0.0.1"


@every_client
def test_https_is_kept(fetch, port, tmp_path):
    import ssl

    import trustme

    authority = trustme.CA()
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    authority.issue_cert("shop.example").configure_cert(context)
    server = serve("127.0.0.1", context=context)
    file = tmp_path / "authority.pem"
    authority.cert_pem.write_to_path(file)

    class Context(ssl.SSLContext):
        """With the file that requests wants."""

    trusting = Context(ssl.PROTOCOL_TLS_CLIENT)
    trusting.load_verify_locations(file)
    trusting.file = str(file)
    secure = server.server_address[1]
    start = f"https://shop.example:{secure}/?to=http://shop.example:{port}/"
    assert fetch(start, LOCAL, here, trusting) == "from 127.0.0.1"
    with pytest.raises(guard.Refused, match="https-lost: the redirect leads from https to http"):
        fetch(start, LOCAL, here, trusting, keep_https=True)
    there = f"http://shop.example:{port}/?to=https://shop.example:{secure}/"
    assert fetch(there, LOCAL, here, trusting, keep_https=True) == "from 127.0.0.1"
    server.shutdown()
    server.server_close()


@every_client
def test_a_deadline_counts_from_the_first_request(fetch, port, servers, monkeypatch):
    clock = [0.0]
    monkeypatch.setattr("py_url.guard.transports.connecting.monotonic", lambda: clock[0])

    def later(verdict):
        clock[0] += 20

    second = f"http://shop.example:{port}/2"
    start = f"http://shop.example:{port}/1?to={second}"
    servers[0].seen.clear()
    assert fetch(second, LOCAL, here, deadline=30, on_verdict=later) == "from 127.0.0.1"
    with pytest.raises(Exception, match=r"took more than 30 seconds|timeout to host") as caught:
        fetch(start + "?to=http://shop.example/3", LOCAL, here, deadline=30, on_verdict=later)
    assert isinstance(caught.value, (base_exception(fetch), TimeoutError))


def test_a_request_that_is_sent_again_begins_anew():
    class Request:
        pass

    first, redirected = Request(), Request()
    for status in (0, 200, 302, 401, 503):
        for request in (first, redirected):
            carrier = {}
            chain = Chain.of(first, carrier)
            chain.status = status
            goes_on = status == 401 or (status == 302 and request is redirected)
            assert (Chain.of(request, carrier) is chain) is goes_on
    assert isinstance(pickle.loads(pickle.dumps(chain)), Chain)


@pytest.fixture
def proxy(servers):
    """A proxy that forwards nothing, and keeps what it is asked for."""

    class Handler(http.server.BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def do_GET(self):
            self.server.seen.append((self.path, self.headers["Proxy-Authorization"]))
            location = self.path.partition("?to=")[2]
            self.send_response(302 if location else 200)
            if location:
                self.send_header("Location", location)
            self.send_header("Content-Length", "9")
            self.end_headers()
            self.wfile.write(b"the proxy")

        def log_message(self, *arguments):
            pass

    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    server.daemon_threads = True
    server.seen = []
    threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.05}, daemon=True).start()
    yield server
    server.shutdown()
    server.server_close()


@pytest.mark.parametrize(
    "client", ["with_httpx", "with_httpx_async", "with_httpx2", "with_httpx2_async", "with_requests"]
)
def test_a_trusted_proxy(client, proxy):
    [fetch] = [one for one in CLIENTS if one.__name__ == client]
    url = f"http://user:s3cr3t@127.0.0.1:{proxy.server_address[1]}"
    nobody = lambda host, port: pytest.fail("the resolver was asked")  # noqa: E731 - a short one
    assert fetch("http://shop.example/a", None, nobody, proxy=url) == "the proxy"
    assert [path for path, _ in proxy.seen] == ["http://shop.example/a"]
    assert proxy.seen[0][1].startswith("Basic ")
    proxy.seen.clear()
    for wrong in ("http://10.0.0.1/", "http://localhost/"):
        with pytest.raises(guard.Refused):
            fetch(wrong, None, nobody, proxy=url)
    assert proxy.seen == []
    with pytest.raises(guard.Refused):
        fetch("http://shop.example/?to=http://10.0.0.1/", None, nobody, proxy=url)
    assert [path for path, _ in proxy.seen] == ["http://shop.example/?to=http://10.0.0.1/"]


def test_what_is_no_proxy():
    for make in (transports.httpx_transport, transports.requests_adapter):
        with pytest.raises(TypeError, match="the proxy must be a str or None, not int"):
            make(proxy=3128)
        for wrong in ("proxy.example:3128", "socks5://user:s3cr3t@h:1", "http://"):
            with pytest.raises(ValueError, match="the proxy is not an http or https URL; write one such as") as caught:
                make(proxy=wrong)
            assert "s3cr3t" not in str(caught.value)


@NEEDS_HTTPX2
@pytest.mark.parametrize("kind", ["sync", "async"])
def test_a_transport_of_the_other_package(kind, port):
    import httpx
    import httpx2

    if kind == "sync":
        with (
            httpx2.Client(transport=transports.httpx_transport(LOCAL, here), trust_env=False) as client,
            pytest.raises(TypeError, match="this transport is for httpx, and the client is of httpx2"),
        ):
            client.get(f"http://shop.example:{port}/")
        return

    async def fetched():
        transport = transports.httpx2_async_transport(LOCAL, here)
        async with httpx.AsyncClient(transport=transport, trust_env=False) as client:
            await client.get(f"http://shop.example:{port}/")

    with pytest.raises(TypeError, match="this transport is for httpx2, and the client is of httpx"):
        asynchronous.run(fetched())


@pytest.mark.parametrize(
    ("options", "error", "message"),
    [
        ({"deadline": "5"}, TypeError, "the deadline must be a number of seconds or None, not str"),
        ({"deadline": True}, TypeError, "the deadline must be a number of seconds or None, not bool"),
        ({"deadline": 0}, ValueError, "the deadline: 0 is too small"),
        ({"deadline": float("nan")}, ValueError, "the deadline: nan is too small"),
        ({"max_redirects": "5"}, TypeError, "max_redirects must be an int or None, not str"),
        ({"max_redirects": -1}, ValueError, "max_redirects: -1 is too small; the least is 0"),
        ({"keep_https": 1}, TypeError, "keep_https must be a bool, not int"),
        ({"report_only": 1}, TypeError, "report_only must be a bool, not int"),
        ({"report_only": True}, ValueError, "report_only needs on_verdict"),
        ({"on_verdict": "log"}, TypeError, "on_verdict must be a function, not str"),
        ({"max_redirect": 1}, TypeError, "unexpected keyword argument 'max_redirect'"),
    ],
)
def test_options_that_mean_nothing(options, error, message):
    with pytest.raises(error, match=message):
        Guarding(**options)
    if "max_redirect" not in options:
        with pytest.raises(error, match=message):
            transports.urllib3_pool_manager(**options)


@pytest.mark.parametrize(
    ("package", "version", "least"),
    [
        ("urllib3", "1.26.20", "2.0"),
        ("httpx", "0.25.2", "0.26"),
        ("requests", "2.30", "2.31"),
        ("aiohttp", "3.8.6", "3.9"),
    ],
)
def test_an_older_release(monkeypatch, package, version, least):
    module = import_module(package)
    monkeypatch.setattr(module, "__version__", version)
    with pytest.raises(ImportError, match=f"the guard needs {package} {least} or newer, and this is {version}"):
        expect_release(module)
    for name in (f"{least}.1", "10.0b1"):
        monkeypatch.setattr(module, "__version__", name)
        expect_release(module)


def test_a_timeout_of_aiohttp_itself(monkeypatch):
    import aiohttp

    async def too_long(*_):
        raise aiohttp.ServerTimeoutError("of aiohttp")

    monkeypatch.setattr(aiohttp.TCPConnector, "connect", too_long)

    async def fetched():
        async with aiohttp.ClientSession(connector=transports.aiohttp_connector(LOCAL, here)) as session:
            await session.get("http://shop.example/")

    with pytest.raises(aiohttp.ServerTimeoutError, match=r"of aiohttp|timeout to host"):
        asynchronous.run(fetched())


def test_every_host_of_aiohttp_is_resolved_by_the_guard():
    """Older releases take "127.0.0.1." for an address, and leave it to the system."""

    async def resolved(host):
        async with transports.aiohttp_connector(LOCAL, here) as connector:
            return await connector._resolve_host(host, 80)

    with pytest.raises(guard.Refused):
        asynchronous.run(resolved("127.0.0.1.."))
    for host in ("shop.example", "127.0.0.1", "127.0.0.1."):
        assert [one["host"] for one in asynchronous.run(resolved(host))] == ["127.0.0.1"]
    assert socket.AF_INET in [one["family"] for one in asynchronous.run(resolved("127.0.0.1"))]


@pytest.fixture
def bodies():
    """A server with a page, a long one, one that is compressed, JSON, and a picture."""
    kinds = {"/image": "image/png", "/json": "application/json"}

    class Handler(http.server.BaseHTTPRequestHandler):
        def do_GET(self):
            length = 2_000_000 if self.path == "/long" else 5
            self.send_response(200)
            self.send_header("Content-Type", kinds.get(self.path, "text/html; charset=utf-8"))
            if self.path == "/packed":
                self.send_header("Content-Encoding", "gzip")
            self.send_header("Content-Length", str(length))
            self.end_headers()
            try:
                self.wfile.write(b"a" * length)
            except OSError:
                pass  # the client has read enough

        def log_message(self, *arguments):
            pass

    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    server.daemon_threads = True
    threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.05}, daemon=True).start()
    yield server.server_address[1]
    server.shutdown()
    server.server_close()


@pytest.mark.parametrize("package", ["httpx", "requests", "urllib3", "urllib", "aiohttp"])
def test_the_recipes_for_bodies(package, bodies):
    import aiohttp
    import httpx
    import requests

    page = (ROOT / "web" / "docs" / "howto" / "ssrf-and-redirects.md").read_text("utf-8")
    recipe = dict(re.findall(r"```py\n# (\w+)\n(.*?)```", page, re.DOTALL))[package]
    assert len(recipe.splitlines()) <= 20
    names = {}
    exec(recipe, names)

    async def with_aiohttp(url):
        async with aiohttp.ClientSession(connector=transports.aiohttp_connector(LOCAL, here)) as session:
            return await names["text_of"](session, url)

    def text_of(url):
        if package == "aiohttp":
            return asynchronous.run(with_aiohttp(url))
        if package == "urllib":
            return names["text_of"](transports.urllib_opener(LOCAL, here), url)
        if package == "urllib3":
            with transports.urllib3_pool_manager(LOCAL, here) as manager:
                return names["text_of"](manager, url)
        if package == "httpx":
            with httpx.Client(transport=transports.httpx_transport(LOCAL, here), trust_env=False) as client:
                return names["text_of"](client, url)
        with requests.Session() as session:
            session.trust_env = False
            session.mount("http://", transports.requests_adapter(LOCAL, here))
            return names["text_of"](session, url)

    for path in ("page", "json"):
        assert text_of(f"http://shop.example:{bodies}/{path}") == b"aaaaa"
    for path, message in {"long": "too long", "packed": "compressed", "image": "not of these types"}.items():
        with pytest.raises(ValueError, match=message):
            text_of(f"http://shop.example:{bodies}/{path}")
