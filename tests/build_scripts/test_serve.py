"""build_scripts/serve.py: what it answers, and to whom."""

import http.client
import json
import re
import signal
import socket
import subprocess
import sys
from contextlib import closing
from threading import Timer
from urllib.request import urlopen

import build_wheel
import pytest
import serve
from building import serving
from setup import npm, project

from tests.support.needs import needs
from tests.support.processes import INTERRUPTIBLE

pytestmark = needs("wheel", "npm packages")

SECONDS = 60


@pytest.fixture(scope="module")
def folders():
    build_wheel.build()
    return serving.folders()


@pytest.fixture
def posted():
    return []


@pytest.fixture
def server(folders, posted):
    with serving.Server(folders, {"/inputs.json": lambda: ["\ud800"]}, {"/results": posted.append}) as running:
        yield running


def ask(server, method, path, body=None, **headers):
    host = server.origin.removeprefix("http://")
    with closing(http.client.HTTPConnection(host, timeout=SECONDS)) as connection:
        connection.request(method, path, body, headers)
        response = connection.getresponse()
        return response.status, response.headers, response.read()


def raw(server, request_line, *headers, host=None):
    """Send a request as it is and return the status."""
    address, _, port = server.origin.removeprefix("http://").partition(":")
    lines = [request_line, b"Host: " + (host or f"{address}:{port}".encode()), *headers, b"", b""]
    with socket.create_connection((address, int(port)), timeout=SECONDS) as connection:
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


def test_the_first_page_leads_to_the_others(server):
    links = re.findall(r'<a href="([^"]+)"', ask(server, "GET", "/")[2].decode())
    assert {"playground/", "crosscheck/", "pyscript/"} <= {*links}
    for link in links:
        if link.startswith("docs/"):  # nobody has to have built them
            status, _, body = ask(server, "GET", f"/{link}")
            assert status == 200 or b"build_scripts/site.py" in body, link
        elif link != "report/":  # there may be none
            assert link.startswith("https:") or ask(server, "GET", f"/{link}")[0] == 200, link
    for closed in ("/lib/", "/dist/"):
        assert ask(server, "GET", closed)[0] == 404, "folders are not listed"


@pytest.mark.parametrize("name", ["playground", "pyscript", "crosscheck"])
def test_a_folder_without_a_slash_leads_to_the_folder(server, name):
    """Otherwise the page is shown, and nothing that it asks for by a relative address is found."""
    status, headers, _ = ask(server, "GET", f"/{name}?a=1")
    assert (status, headers["Location"]) == (301, f"{name}/?a=1")
    with urlopen(f"{server.origin}/{name}", timeout=SECONDS) as response:
        assert response.url == f"{server.origin}/{name}/"


def test_only_a_folder_gets_a_slash(server, tmp_path):
    for path, status in (("/playground/index.html", 200), ("/py_url.js", 200), ("/none", 404), ("/look", 404)):
        assert ask(server, "GET", path)[0] == status
    evil = tmp_path / "evil.example"
    evil.mkdir()
    (evil / "index.html").touch()
    with serving.Server({"/": [tmp_path]}) as other:
        for path in ("//evil.example", "/%2Fevil.example", "/.%2F%2Fevil.example"):
            status, headers, _ = ask(other, "GET", path)
            assert (status, headers["Location"]) in ((404, None), (301, "evil.example/"))


def test_pyodides_lock_file_is_the_built_one(server):
    lock = json.loads(ask(server, "GET", "/pyodide/pyodide-lock.json")[2])
    assert "py-url-whatwg" in lock["packages"]


def test_the_wheels_are_there_as_pypi_has_them_and_compiled(server):
    places = [("/dist/", build_wheel.WHEEL), ("/dist/", build_wheel.PYODIDE), ("/pyodide/", build_wheel.PYODIDE)]
    wheels = [(f"{prefix}{wheel.name}", wheel) for prefix, folder in places for wheel in folder.glob("*.whl")]
    assert len(wheels) == 5
    for path, wheel in wheels:
        assert ask(server, "GET", path)[::2] == (200, wheel.read_bytes())


def test_pyscript_need_not_be_there(monkeypatch, tmp_path, folders):
    """A folder that is not there is served as an empty one."""
    (tmp_path / "pyodide").symlink_to(npm.packages() / "pyodide", target_is_directory=True)
    monkeypatch.setattr(npm, "packages", lambda **_: tmp_path)
    with serving.Server(serving.folders()) as server:
        assert ask(server, "GET", "/pyodide/pyodide.mjs")[0] == 200
        assert ask(server, "GET", "/pyscript/core.js")[0] == 404


@pytest.mark.parametrize(
    "path",
    [
        *(b"/../README.md", b"/%2e%2e/README.md", b"/..%2fREADME.md", b"/dist/../../README.md", b"//etc/passwd"),
        *(
            b"/../../../../../../etc/passwd",
            b"/dist/%2e%2e/%2e%2e/README.md",
            b"/nothing",
            b"/lib/",
            b"/dist/none/",
            b"/%00",
        ),
        b"/" + b"a" * 5_000,
    ],
)
def test_nothing_else_is_there(server, path):
    assert raw(server, b"GET " + path + b" HTTP/1.1") == 404


def test_a_page_of_another_name_gets_nothing(server):
    """A page whose host name was made to point to this machine (DNS rebinding) sends such a request."""
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
    for length in (b"999999999999", b"9" * 5_000, b"-1", b"x", b"\xb2"):
        headers = (b"Content-Type: application/json", b"Content-Length: " + length)
        assert raw(server, b"POST /results HTTP/1.1", *headers) == 400
    assert posted == []


def test_a_body_of_two_lengths(server, posted):
    headers = (b"Content-Type: application/json", b"Content-Length: 3", b"Transfer-Encoding: chunked")
    assert raw(server, b"POST /results HTTP/1.1", *headers) == 400
    assert posted == []


@pytest.mark.parametrize("line", [b"DELETE / HTTP/1.1", b"x" * 70_000])
def test_other_requests_learn_nothing(server, line):
    assert raw(server, line, host=b"evil.example") == 400


def test_browsers_do_not_guess_types(server):
    for path in ("/py_url.js", "/inputs.json", "/nothing"):
        assert ask(server, "GET", path)[1]["X-Content-Type-Options"] == "nosniff"


def test_a_port_that_is_taken(server):
    port = int(server.origin.rpartition(":")[2])
    with pytest.raises(project.SetUpError, match=f"port {port} on 127.0.0.1 cannot be used"):
        serving.Server({}, port=port)


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no such signal")
def test_the_command_serves_until_it_is_interrupted(folders):
    command = [sys.executable, serve.__file__, "--port", "0"]
    pipes = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE, "text": True}
    with subprocess.Popen(command, **pipes, **INTERRUPTIBLE) as process:
        stop = Timer(SECONDS, process.kill)
        stop.start()
        try:
            addresses = re.findall(r"http://[\d.:]+/\S*", process.stdout.readline())
            assert [address.partition("//")[2].partition("/")[2] for address in addresses] == ["", "playground/"]
            for address in (*addresses, f"{addresses[0]}crosscheck/"):
                with urlopen(address, timeout=SECONDS) as response:
                    assert response.status == 200
            process.send_signal(signal.SIGINT)
            output, errors = process.communicate(timeout=SECONDS)
        finally:
            stop.cancel()
            process.kill()
    assert (process.returncode, output) == (0, "")
    assert "Traceback" not in errors
