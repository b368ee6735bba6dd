"""The deadline and the number of redirects of the guard's transports, against servers that hold their clients."""

import asyncio
import contextlib
import copy
import gc
import http.server
import pickle
import threading
import time
import urllib.error
import urllib.request
import warnings

import pytest

from py_url import guard
from py_url.guard import transports
from tests.support import asynchronous, holding
from tests.unit.test_guard_limits import base_exception, here
from tests.unit.test_guard_transports import (
    CLIENTS,
    LOCAL,
    NEEDS_CLIENTS,
    NEEDS_HTTPX2,
    SECONDS,
    every_client,
    with_aiohttp,
    with_requests,
    with_urllib,
    with_urllib3,
)

pytestmark = NEEDS_CLIENTS
DEADLINE = 0.5
# Tried one after the other: on a busy machine, the shorter ones may come before the server has been asked.
DEADLINES = (0.15, 0.6, 2.4)
# A server holds for ten seconds, and this machine may be busy.
SOON = 5


@pytest.fixture(scope="module")
def certified(tmp_path_factory):
    return holding.certified(tmp_path_factory.mktemp("authority"))


@pytest.fixture(scope="module", autouse=True)
def _frozen():
    """Let the collector look only at what these tests make: the whole process takes it a second."""
    gc.collect()
    gc.freeze()
    yield
    gc.unfreeze()


@pytest.fixture(autouse=True)
def _collected():
    """What a deadline ended may leave its socket to the collector, which would warn in the test that runs then. Asyncio
    waits for the end of TLS, until after the loop has ended.
    """
    yield
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", ResourceWarning)
        gc.collect()


@contextlib.contextmanager
def ends_soon(*kinds):
    began = time.monotonic()
    with pytest.raises((*kinds, TimeoutError)) as caught:
        yield caught
    assert time.monotonic() - began < SOON
    assert not isinstance(caught.value, guard.Refused)


def assert_held(way, server, fetch, *kinds):
    """Assert that *fetch*, called with a port and a deadline, ends soon when a server holds it."""
    for deadline in DEADLINES:
        with holding.serving(way, server) as (port, asked):
            with ends_soon(*kinds):
                fetch(port, deadline)
            if asked:
                return
    pytest.fail("the server was not asked")


@every_client
@pytest.mark.parametrize(
    ("scheme", "way"),
    [("http", "head"), ("https", "head"), ("http", "hints"), ("http", "redirect"), ("http", "silence")],
)
def test_a_server_that_holds(fetch, way, scheme, certified):
    if way == "hints" and fetch in (with_requests, with_urllib3, with_urllib):
        way = "continue"  # for http.client, 103 is the status of the last response
    server, trusting = certified if scheme == "https" else (None, None)

    def fetched(port, deadline):
        fetch(f"{scheme}://shop.example:{port}/", LOCAL, here, trusting, deadline=deadline)

    assert_held(way, server, fetched, base_exception(fetch))


@every_client
def test_a_handshake_that_holds(fetch, certified):
    with holding.serving("handshake") as (port, _), ends_soon(base_exception(fetch)):
        fetch(f"https://shop.example:{port}/", LOCAL, here, certified[1], deadline=DEADLINES[0])


# Where each path leads to: to itself.
LOCATIONS = {
    "/same": "/same",
    "/whole": "http://shop.example:{}/whole",
    "/case": "http://SHOP.example:{}/case",
    "/fragment": "#a",
    "/empty": "",
}


class Slow(http.server.BaseHTTPRequestHandler):
    """Answers with a status, then after a while with a body, and redirects as the path says."""

    protocol_version = "HTTP/1.1"

    def do_GET(self):
        self.server.asked.append((self.path, self.headers["Authorization"]))
        status = 401 if self.path == "/digest" and not self.headers["Authorization"] else 200
        if self.path in LOCATIONS:
            status = 302
        self.send_response(status)
        if status == 302:
            self.send_header("Location", LOCATIONS[self.path].format(self.server.server_address[1]))
        if status == 401:
            self.send_header("WWW-Authenticate", 'Digest realm="r", nonce="n", qop="auth"')
        self.send_header("Content-Length", "4")
        self.end_headers()
        self.wfile.flush()
        time.sleep(float(self.path.partition("?slow=")[2] or 0))
        with contextlib.suppress(OSError):
            self.wfile.write(b"done")

    def log_message(self, *arguments):
        pass


@pytest.fixture
def slow():
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Slow)
    server.daemon_threads = True
    server.asked = []
    threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.05}, daemon=True).start()
    yield server
    server.shutdown()
    server.server_close()


@every_client
def test_the_last_body_is_the_users(fetch, slow):
    url = f"http://shop.example:{slow.server_address[1]}/"
    for deadline in DEADLINES:
        with contextlib.suppress(base_exception(fetch), TimeoutError):
            assert fetch(f"{url}?slow={2 * deadline}", LOCAL, here, deadline=deadline) == "done"
            return
    pytest.fail("the deadline ended the body, too")


@every_client
@pytest.mark.parametrize("path", LOCATIONS)
def test_every_redirect_counts(fetch, path, slow):
    url = f"http://shop.example:{slow.server_address[1]}{path}"
    if path == "/empty" and fetch in (with_requests, with_urllib3, with_aiohttp):
        # They do not follow it.
        assert fetch(url, LOCAL, here, max_redirects=0) == "done"
        assert len(slow.asked) == 1
        return
    for most, asked in ((0, 1), (2, 3)):
        slow.asked.clear()
        with pytest.raises(guard.Refused, match=f"too-many-redirects: there are more than {most} redirects"):
            fetch(url, LOCAL, here, max_redirects=most)
        assert len(slow.asked) == asked


def test_a_credential_is_no_redirect(slow):
    """It is asked for with a 401, and the request is sent again to the same URL, within the same deadline."""
    import httpx
    import requests

    url = f"http://shop.example:{slow.server_address[1]}/digest"
    options = {"max_redirects": 0, "deadline": SECONDS}
    with httpx.Client(transport=transports.httpx_transport(LOCAL, here, **options), trust_env=False) as client:
        assert client.get(url, auth=httpx.DigestAuth("alice", "s3cr3t")).text == "done"
    with requests.Session() as session:
        session.trust_env = False
        session.mount("http://", transports.requests_adapter(LOCAL, here, **options))
        digest = requests.auth.HTTPDigestAuth("alice", "s3cr3t")
        assert session.get(url, auth=digest, timeout=SECONDS).text == "done"
    opener = transports.urllib_opener(LOCAL, here, **options)
    passwords = urllib.request.HTTPPasswordMgrWithDefaultRealm()
    passwords.add_password(None, url, "alice", "s3cr3t")
    opener.add_handler(urllib.request.HTTPDigestAuthHandler(passwords))
    assert opener.open(url, timeout=SECONDS).read() == b"done"
    assert len(slow.asked) == 6


def test_a_retry_does_not_wait_until_after_the_deadline():
    """The server asks for ten seconds, and urllib3 asks three times by default."""
    import requests
    import urllib3

    for retries in (
        None,
        urllib3.Retry(3, backoff_factor=20, status_forcelist=[503], respect_retry_after_header=False),
    ):
        with holding.serving("retry") as (port, asked):
            url = f"http://shop.example:{port}/"
            with (
                transports.urllib3_pool_manager(LOCAL, here, deadline=SOON - 1) as manager,
                ends_soon(urllib3.exceptions.TimeoutError) as caught,
            ):
                manager.request("GET", url, timeout=SECONDS, **({} if retries is None else {"retries": retries}))
            assert "the next retry would begin after the deadline" in str(caught.value)
            with requests.Session() as session:
                session.trust_env = False
                adapter = transports.requests_adapter(LOCAL, here, deadline=SOON - 1)
                adapter.max_retries = urllib3.Retry(3) if retries is None else retries
                session.mount("http://", adapter)
                with ends_soon(requests.ConnectionError):
                    session.get(url, timeout=SECONDS)
            assert 2 <= len(asked) <= 4


def test_retries_go_on_until_the_deadline(slow):
    """They are those of the user, and each has its own time to read."""
    import urllib3

    class Mine(urllib3.Retry):
        slept = 0

        def sleep(self, response=None):
            Mine.slept += 1
            super().sleep(response)

    retries = Mine(2, status_forcelist=[200], raise_on_status=False)
    with transports.urllib3_pool_manager(LOCAL, here, deadline=SECONDS) as manager:
        assert manager.request("GET", f"http://shop.example:{slow.server_address[1]}/", retries=retries).data == b"done"
    assert (len(slow.asked), Mine.slept) == (3, 2)


def post(package, url, body, context=None, deadline=DEADLINE):
    import httpx
    import requests

    options = {"deadline": deadline}
    if package == "httpx":
        transport = transports.httpx_transport(LOCAL, here, ssl_context=context, **options)
        with httpx.Client(transport=transport, trust_env=False, timeout=SECONDS) as client:
            return client.post(url, content=body)
    if package == "requests":
        with requests.Session() as session:
            session.trust_env = False
            session.verify = getattr(context, "file", True)
            for prefix in ("http://", "https://"):
                session.mount(prefix, transports.requests_adapter(LOCAL, here, **options))
            return session.post(url, body, timeout=SECONDS)
    return transports.urllib_opener(LOCAL, here, ssl_context=context, **options).open(url, body, timeout=SECONDS)


@pytest.mark.parametrize("package", ["httpx", "requests", "urllib"])
@pytest.mark.parametrize("scheme", ["http", "https"])
def test_a_server_that_reads_slowly(package, scheme, certified):
    """What the kernel takes for it is less than the body."""
    import httpx
    import requests

    errors = {"httpx": httpx.HTTPError, "requests": requests.RequestException, "urllib": urllib.error.URLError}
    server, trusting = certified if scheme == "https" else (None, None)

    def posted(port, deadline):
        post(package, f"{scheme}://shop.example:{port}/", bytes(30_000_000), trusting, deadline)

    assert_held("upload", server, posted, errors[package])


def test_waiting_for_a_connection_of_the_pool():
    """Both requests of a pool of one end at their own deadline."""
    import urllib3

    def fetch(manager, port, caught):
        with ends_soon(urllib3.exceptions.HTTPError) as one:
            manager.request("GET", f"http://shop.example:{port}/", retries=False)
        caught.append(one.value)

    caught = []
    with (
        holding.serving("silence") as (port, _),
        transports.urllib3_pool_manager(LOCAL, here, deadline=DEADLINE, maxsize=1, block=True) as manager,
    ):
        threads = [threading.Thread(target=fetch, args=(manager, port, caught)) for _ in range(2)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join(30)
    assert len(caught) == 2


@pytest.mark.parametrize("client", ["with_httpx", "with_httpx_async", "with_requests"])
@pytest.mark.parametrize("scheme", ["http", "https"])
def test_a_proxy_that_holds(client, scheme, certified):
    """Before and after its answer to CONNECT."""
    [fetch] = [one for one in CLIENTS if one.__name__ == client]
    ways = ["head", "connected"] if scheme == "https" else ["head"]

    def fetched(port, deadline):
        proxy = f"http://127.0.0.1:{port}"
        fetch(f"{scheme}://shop.example/", None, here, certified[1], deadline=deadline, proxy=proxy)

    for way in ways:
        assert_held(way, None, fetched, base_exception(fetch))


def test_a_deadline_is_pickled_with_its_session():
    import requests

    with requests.Session() as session:
        session.mount("http://", transports.requests_adapter(LOCAL, here, deadline=DEADLINE))
        with (
            pickle.loads(pickle.dumps(session)) as other,
            holding.serving("silence") as (port, _),
            ends_soon(requests.RequestException),
        ):
            other.get(f"http://shop.example:{port}/", timeout=SECONDS)


def lasts(fetch, *arguments, **options):
    began = time.monotonic()
    with pytest.raises((base_exception(fetch), OSError)):
        fetch(*arguments, **options)
    return time.monotonic() - began


# What a client makes impossible: web/docs/howto/ssrf-and-redirects.md has the table.


@pytest.mark.parametrize("client", ["with_requests", "with_httpx", pytest.param("with_httpx2", marks=NEEDS_HTTPX2)])
def test_tls_in_tls_lasts_longer(client, certified, monkeypatch):
    """Through an https proxy: the client reads a record of the inner TLS from a socket of its own."""
    [fetch] = [one for one in CLIENTS if one.__name__ == client]
    server, trusting = certified
    monkeypatch.setenv("SSL_CERT_FILE", trusting.file)
    # On a busy machine a short deadline may come before the inner TLS does.
    for deadline in DEADLINES:
        with holding.serving("record", server, holds=4 * deadline) as (port, asked):
            proxy = f"https://127.0.0.1:{port}"
            took = lasts(fetch, "https://shop.example/", None, here, trusting, proxy=proxy, deadline=deadline)
            assert all(line.startswith(b"CONNECT shop.example:443 HTTP/1.") for line in asked)
        if took > 3 * deadline:
            return
    pytest.fail("it lasted no longer")


@pytest.mark.parametrize("package", ["httpx", "requests", "urllib"])
def test_a_body_that_the_program_makes_slowly_lasts_longer(package, slow):
    """The deadline is noticed at the next part."""

    def parts():
        time.sleep(1.5 * DEADLINE)
        yield b"a"

    began = time.monotonic()
    with pytest.raises(Exception, match=r"took more than 0\.5 seconds"):
        post(package, f"http://shop.example:{slow.server_address[1]}/", parts())
    assert time.monotonic() - began >= 1.5 * DEADLINE


def test_the_timeout_of_a_read_is_kept_in_tls(certified):
    """A deadline does not replace it."""
    server, trusting = certified
    opener = transports.urllib_opener(LOCAL, here, ssl_context=trusting, deadline=SECONDS)
    with holding.serving("silence", server) as (port, asked):
        with ends_soon(urllib.error.URLError):
            opener.open(f"https://shop.example:{port}/", timeout=DEADLINE)
        assert asked


def test_a_copy_of_a_request_that_was_answered_begins_anew(slow):
    """Only what answers a redirect or a 401 goes on."""
    import httpx
    import requests

    url = f"http://shop.example:{slow.server_address[1]}/"
    options = {"deadline": DEADLINE, "max_redirects": 0}
    opener, of_urllib = transports.urllib_opener(LOCAL, here, **options), urllib.request.Request(url)
    with (
        httpx.Client(transport=transports.httpx_transport(LOCAL, here, **options), trust_env=False) as client,
        requests.Session() as session,
    ):
        session.trust_env = False
        session.mount("http://", transports.requests_adapter(LOCAL, here, **options))
        of_httpx, of_requests = client.build_request("GET", url), session.prepare_request(requests.Request("GET", url))
        assert client.send(of_httpx).text == session.send(of_requests).text == "done"
        assert opener.open(of_urllib, timeout=SECONDS).read() == b"done"
        time.sleep(1.2 * DEADLINE)
        assert client.send(httpx.Request("GET", url, extensions=of_httpx.extensions)).text == "done"
        assert session.send(of_requests.copy()).text == "done"
        assert opener.open(copy.copy(of_urllib), timeout=SECONDS).read() == b"done"


def test_a_request_inside_another_has_its_own_time(slow):
    """A body may be what another request of the same pools gives; its answer is not that of the request around it."""
    import urllib3

    url = f"http://shop.example:{slow.server_address[1]}/"
    with transports.urllib3_pool_manager(LOCAL, here, deadline=DEADLINE, max_redirects=0) as manager:

        def parts():
            yield manager.request("GET", url, timeout=SECONDS).data

        with holding.serving("head") as (port, asked):
            with ends_soon(urllib3.exceptions.TimeoutError):
                manager.request("POST", f"http://shop.example:{port}/", body=parts(), timeout=SECONDS)
            assert asked


def test_the_time_of_aiohttp_ends_before_the_hooks_of_the_user(slow):
    """Otherwise one that fails would leave a deadline behind, which cancels the task later."""
    import aiohttp

    async def fails(*_):
        raise RuntimeError("this hook fails")

    async def fetched():
        trace = aiohttp.TraceConfig()
        trace.on_request_end.append(fails)
        trace.on_request_exception.append(fails)
        async with aiohttp.ClientSession(
            connector=transports.aiohttp_connector(LOCAL, here, deadline=DEADLINE), trace_configs=[trace]
        ) as session:
            with pytest.raises(RuntimeError, match="this hook fails"):
                await session.get(f"http://shop.example:{slow.server_address[1]}/")
            await asyncio.sleep(2 * DEADLINE)
            return "slept"

    assert asynchronous.run(fetched()) == "slept"
