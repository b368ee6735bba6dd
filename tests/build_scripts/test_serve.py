"""build_scripts/serve.py: what it answers, and whom."""

import http.client
import json
import socket
from contextlib import closing

import build_wheel
import environment
import pytest
import serve


@pytest.fixture
def posted():
    return []


@pytest.fixture
def server(posted):
    build_wheel.build()
    with serve.Server(serve.folders(), {"/inputs.json": lambda: ["\ud800"]}, {"/results": posted.append}) as running:
        yield running


def ask(server, method, path, body=None, **headers):
    host = server.origin.removeprefix("http://")
    with closing(http.client.HTTPConnection(host, timeout=10)) as connection:
        connection.request(method, path, body, headers)
        response = connection.getresponse()
        return response.status, response.headers, response.read()


def raw(server, request_line, *headers, host=None):
    """The status that a request, sent as it is, gets."""
    address, _, port = server.origin.removeprefix("http://").partition(":")
    lines = [request_line, b"Host: " + (host or f"{address}:{port}".encode()), *headers, b"", b""]
    with socket.create_connection((address, int(port)), timeout=10) as connection:
        connection.sendall(b"\r\n".join(lines))
        return int(connection.recv(4096).split()[1])


def test_it_listens_on_this_machine_alone(server):
    assert server._server.server_address[0] == "127.0.0.1"


@pytest.mark.parametrize(
    ("path", "kind"),
    [
        ("/py_url.js", "text/javascript; charset=utf-8"),
        ("/pyodide/pyodide.mjs", "text/javascript; charset=utf-8"),
        ("/pyodide/pyodide.asm.wasm", "application/wasm"),
        ("/pyodide/pyodide-lock.json", "application/json"),
        ("/crosscheck/", "text/html; charset=utf-8"),
    ],
)
def test_files_and_their_types(server, path, kind):
    status, headers, body = ask(server, "GET", path)
    assert (status, headers["Content-Type"], int(headers["Content-Length"])) == (200, kind, len(body))


def test_pyodides_lock_file_is_the_built_one(server):
    lock = json.loads(ask(server, "GET", "/pyodide/pyodide-lock.json")[2])
    assert "py-url" in lock["packages"]


@pytest.mark.parametrize(
    "path",
    [
        *(b"/../README.md", b"/%2e%2e/README.md", b"/..%2fREADME.md", b"/dist/../../README.md", b"//etc/passwd"),
        *(b"/../../../../../../etc/passwd", b"/dist/%2e%2e/%2e%2e/README.md", b"/nothing", b"/dist/", b"/%00"),
        b"/" + b"a" * 5_000,
    ],
)
def test_nothing_else_is_there(server, path):
    assert raw(server, b"GET " + path + b" HTTP/1.1") == 404


def test_a_page_of_another_name_gets_nothing(server):
    """As it would ask, whose name was made to mean this machine."""
    assert raw(server, b"GET /py_url.js HTTP/1.1") == 200
    assert raw(server, b"GET /py_url.js HTTP/1.1", host=b"evil.example") == 400


def test_what_is_made_when_asked(server):
    assert json.loads(ask(server, "GET", "/inputs.json")[2]) == ["\ud800"]


def test_posts(server, posted):
    assert ask(server, "POST", "/results", '[1, "\\ud800"]', **{"Content-Type": "application/json"})[0] == 204
    assert posted == [[1, "\ud800"]]


@pytest.mark.parametrize(
    ("path", "body", "headers"),
    [
        ("/results", "[1]", {"Content-Type": "text/plain"}),
        ("/results", "[1]", {"Content-Type": "application/x-www-form-urlencoded"}),
        ("/results", "[1]", {}),
        ("/elsewhere", "[1]", {"Content-Type": "application/json"}),
        ("/results", "[1", {"Content-Type": "application/json"}),
        ("/results", "[" * 200_000, {"Content-Type": "application/json"}),
        ("/results", "\xff", {"Content-Type": "application/json"}),
        ("/results", "", {"Content-Type": "application/json", "Content-Length": "x"}),
        ("/results", "[1]", {"Content-Type": "application/json", "Origin": "http://evil.example"}),
    ],
)
def test_posts_that_are_refused(server, posted, path, body, headers):
    assert ask(server, "POST", path, body, **headers)[0] == 400
    assert posted == []


def test_a_body_that_is_too_long(server, posted):
    for length in (b"999999999999", b"-1", b"x", b"\xb2"):
        headers = (b"Content-Type: application/json", b"Content-Length: " + length)
        assert raw(server, b"POST /results HTTP/1.1", *headers) == 400
    assert posted == []


def test_a_port_that_is_taken(server):
    port = int(server.origin.rpartition(":")[2])
    with pytest.raises(environment.SetUpError, match=f"port {port} on 127.0.0.1 cannot be used"):
        serve.Server({}, port=port)
