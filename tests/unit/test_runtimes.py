"""The parsers of other runtimes: what each makes of confusing strings, how it is ended, and that it sends nothing."""

import io
import json
import os
import runpy
import signal
import socket
import sys
from pathlib import Path
from types import SimpleNamespace

import pytest

from py_url import guard
from py_url.explain import explain_differences, read
from py_url.parsers import runtimes
from py_url.parsers.runtimes import curl, runtimes_here
from py_url.parsers.usual import RUNTIMES
from py_url.programs.command_line import main
from tests.support.needs import needs

pytestmark = pytest.mark.skipif(sys.platform == "emscripten", reason="Pyodide has no processes")

# They first compile their program, which takes a second.
COMPILING = ("go", "java")
BASE = "https://h.example:81/a/b?c"
REFUSED, NONE = object(), None

# The string, and its host according to curl, Node, Node's url.parse, Go and Java.
HOSTS = {
    "http://example.com:8080/a?b#c": ("example.com",) * 5,
    "http://u:p@[::1]:80/": ("::1",) * 5,
    "http://a.example\\@b.example/": ("b.example", "a.example", "a.example", REFUSED, REFUSED),
    "http://0x7f.1/": ("127.0.0.1", "127.0.0.1", "0x7f.1", "0x7f.1", NONE),
    "http:a.example": (REFUSED, "a.example", NONE, NONE, NONE),
    "mailto:a@b": ("b", NONE, "b", NONE, NONE),
    "http://h:x/": (REFUSED, REFUSED, "h", REFUSED, NONE),
    "http://a/; touch x `touch x` $(touch x) \"'": (REFUSED, "a", "a", "a", REFUSED),
}
# The same for where a reference leads from BASE.
JOINED = {
    "d?e#f": ("h.example",) * 5,
    "//e.example": ("e.example",) * 5,
    "///e.example": ("e.example", "e.example", NONE, "h.example", "h.example"),
    "/\\e.example": ("h.example", "e.example", "e.example", "h.example", REFUSED),
}


def quick():
    return [name for name in runtimes_here() if name not in COMPILING]


@pytest.fixture
def unhurried(monkeypatch):
    """A busy machine may need more than two seconds."""
    monkeypatch.setattr(runtimes, "SECONDS", 60)
    monkeypatch.setattr(runtimes, "SECONDS_TO_START", 120)


def check(names, string, base, expected):
    readings = read(string, base, parsers=names)
    found = {name: REFUSED if readings[name].failure else readings[name].components["host"] for name in names}
    assert found == {name: host for name, host in zip(RUNTIMES, expected, strict=True) if name in names}, readings


@pytest.mark.usefixtures("unhurried")
@pytest.mark.parametrize("string", HOSTS, ids=ascii)
def test_hosts(string):
    check(quick(), string, None, HOSTS[string])


@pytest.mark.usefixtures("unhurried")
@pytest.mark.parametrize("string", JOINED, ids=ascii)
def test_references(string):
    check(quick(), string, BASE, JOINED[string])


@needs("java")
@pytest.mark.usefixtures("unhurried")
def test_runtimes_that_compile():
    names = [name for name in runtimes_here() if name in COMPILING]
    assert "java" in names
    check(names, "http://0x7f.1/", None, HOSTS["http://0x7f.1/"])
    check(names, "///e.example", BASE, JOINED["///e.example"])


@pytest.mark.usefixtures("unhurried")
def test_all_components(monkeypatch):
    # These would make the runtimes fail.
    monkeypatch.setenv("NODE_OPTIONS", "--require ./no-such-file.js")
    monkeypatch.setenv("JAVA_TOOL_OPTIONS", "-no-such-option")
    monkeypatch.setenv("_JAVA_OPTIONS", "-no-such-option")
    monkeypatch.setenv("GOOS", "no-such-system")
    readings = read("http://u:p@h.example:8080/a/b?c=d#e", parsers=["whatwg"], with_runtimes=True)
    assert [*readings] == ["whatwg", *runtimes_here()]
    for name, reading in readings.items():
        expected = ("http", "u", "p", "h.example", 8080, "/a/b", "c=d", "e")
        assert tuple(reading.components.values()) == expected, name


@pytest.mark.usefixtures("unhurried")
def test_nothing_is_sent_anywhere(monkeypatch):
    with socket.create_server(("127.0.0.1", 0)) as listener:
        address = "http://127.0.0.1:{1}".format(*listener.getsockname())
        for name in ("http_proxy", "https_proxy", "all_proxy", "HTTP_PROXY", "HTTPS_PROXY", "ALL_PROXY"):
            monkeypatch.setenv(name, address)
        listener.settimeout(0)
        readings = read(f"{address}/a?b", f"{address}/c", parsers="all", with_runtimes=True)
        assert {*runtimes_here()} < {*readings}
        assert {reading.failure for reading in readings.values()} == {None}
        with pytest.raises(BlockingIOError):  # nobody has connected
            listener.accept()
        # So a connection would have been seen.
        with socket.create_connection(listener.getsockname(), timeout=30):
            listener.settimeout(30)
            listener.accept()[0].close()


@pytest.mark.usefixtures("unhurried")
def test_why_runtimes_refuse():
    said = {
        "curl": "CURLUcode ",
        "node": "TypeError: Invalid URL",
        "node-legacy": "TypeError: Invalid URL",
        "go": """url.Error: parse "http://[h/": missing ']' in host""",
        "java": "URISyntaxException: Expected closing bracket for IPv6 address at index 9: http://[h/",
    }
    for name, reading in read("http://[h/", parsers=runtimes_here()).items():
        assert reading.failure.startswith(said[name]), reading
    explanation = explain_differences("http://u:s3cr3t@[h/", parsers=quick())
    for name, reading in explanation.readings.items():
        assert reading.failure == said[name].partition(":")[0] or name == "curl"
    assert "s3cr3t" not in f"{explanation}{explanation.readings}"


def test_runtimes_that_are_not_there(monkeypatch):
    monkeypatch.setenv("PATH", "")
    assert runtimes_here() == ()
    assert [*read("http://h/", parsers=["whatwg"], with_runtimes=True)] == ["whatwg"]
    with pytest.raises(ModuleNotFoundError, match="the parser 'java' needs the program java on PATH, in a version"):
        read("http://h/", parsers=["java"])
    with pytest.raises(ModuleNotFoundError):
        guard.check_fetch("http://h.example/é", guard.Policy(parsers=["go"]))


def test_a_runtime_that_is_no_program(monkeypatch, tmp_path):
    program = tmp_path / ("node.exe" if sys.platform == "win32" else "node")
    program.write_bytes(b"\0")
    program.chmod(0o755)
    monkeypatch.setenv("PATH", str(tmp_path))
    assert runtimes_here() == ("node", "node-legacy")
    assert [*read("http://h/", parsers=["whatwg"], with_runtimes=True)] == ["whatwg"]


def test_programs_in_the_current_folder_are_not_run(monkeypatch, tmp_path):
    program = tmp_path / ("node.exe" if sys.platform == "win32" else "node")
    program.write_bytes(b"#!/bin/sh\necho ready\n")
    program.chmod(0o755)
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("PATH", os.curdir)
    assert runtimes_here() == ()


def test_nothing_is_read_from_the_current_folder(monkeypatch, tmp_path):
    """Java would take classes from it."""
    said = "print('no', base64.b64encode(os.getcwd().encode()).decode(), '')"
    with_program(monkeypatch, f"import base64, os; {STARTS} {said}")
    monkeypatch.chdir(tmp_path)
    with runtimes.asked(["node"], "http://h/", None) as questions, pytest.raises(runtimes.RejectedError) as caught:
        questions["node"]()
    assert Path(caught.value.name).samefile(Path(runtimes.__file__).parent)


def test_curl_needs_a_python_that_runs_files(monkeypatch):
    monkeypatch.setattr(sys, "frozen", True, raising=False)
    assert "curl" not in runtimes_here()


STARTS = "import sys; print('ready', flush=True);"
SLEEPS = "import time; time.sleep(600)"


def with_program(monkeypatch, program):
    """Make *program*, in Python, the only runtime that is there, named node."""
    monkeypatch.setattr(runtimes, "is_here", lambda name: name == "node")
    monkeypatch.setattr(runtimes, "_command", lambda name: [sys.executable, "-c", program])


def test_a_runtime_that_cannot_read(monkeypatch):
    """It is too old, for example."""
    with_program(monkeypatch, "raise SystemExit(1)")
    assert [*read("http://h/", parsers=["whatwg"], with_runtimes=True)] == ["whatwg"]
    with pytest.raises(ModuleNotFoundError, match="the parser 'node' needs the program node"):
        read("http://h/", parsers=["node"])
    # Or another program of that name; this one does not even end its line.
    for said in ("usage: node PORT\\nok", "x" * 100_000):
        with_program(monkeypatch, f"print('{said}', end='', flush=True); {SLEEPS}")
        assert [*read("http://h/", parsers=["whatwg"], with_runtimes=True)] == ["whatwg"]


def test_a_runtime_that_fails(monkeypatch):
    with_program(monkeypatch, STARTS)
    for string in ("http://h/", f"http://h/{'a' * 1_000_000}"):  # more than a pipe holds
        reading = read(string, parsers=["node"])["node"]
        assert reading.failure == "RuntimeError: the program ended without an answer"


# It has a child, which has the same pipes, so whoever reads from them waits for both.
SLOW = f"{STARTS} import subprocess; subprocess.run([sys.executable, '-c', {SLEEPS!r}])"


@pytest.mark.parametrize(
    ("program", "limit", "failure"),
    [
        (SLOW, "SECONDS", "slow: did not answer within 0.2 seconds"),
        (SLEEPS, "SECONDS_TO_START", "slow: did not start within 0.2 seconds"),
    ],
)
def test_a_runtime_that_is_slow(monkeypatch, program, limit, failure):
    with_program(monkeypatch, program)
    monkeypatch.setattr(runtimes, limit, 0.2)
    reading = read("http://h/", parsers=["node"])["node"]
    assert (reading.failure, reading.is_slow) == (failure, True)
    with runtimes.asked(["node"], "http://h/", None) as questions:
        question = questions["node"]
        with pytest.raises(runtimes.SlowError):
            question()
    assert question._process.returncode
    assert not question._thread.is_alive()
    verdict = guard.check_fetch("https://h.example/é", guard.Policy(parsers=["node"]))
    assert [reason.name for reason in verdict.reasons] == ["too-long"]
    assert "node could take seconds to read this URL" in verdict.reasons[0].message


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no sessions")
def test_a_process_that_does_not_end_with_its_runtime(monkeypatch, tmp_path):
    """It has the pipe, so whoever reads from that waits; the program does not."""
    child = f"subprocess.Popen([sys.executable, '-c', {SLEEPS!r}], start_new_session=True)"
    kept = f"pathlib.Path({str(tmp_path / 'id')!r}).write_text(str({child}.pid))"
    with_program(monkeypatch, f"import pathlib, subprocess; {STARTS} {kept}; {SLEEPS}")
    monkeypatch.setattr(runtimes, "_SECONDS_TO_END", 3)
    with runtimes.asked(["node"], "http://h/", None) as questions, pytest.raises(runtimes.SlowError):
        questions["node"]()
    os.kill(int((tmp_path / "id").read_text()), signal.SIGKILL)
    questions["node"]._thread.join(60)
    assert questions["node"]._process.stdout.closed


@pytest.mark.usefixtures("unhurried")
@needs("node")
def test_an_empty_base_is_not_no_base():
    readings = read("http://h/", "", parsers=["whatwg", "node"])
    assert all(reading.failure for reading in readings.values()), readings


@pytest.mark.usefixtures("unhurried")
@needs("curl")
def test_the_guard_asks_runtimes_by_name():
    policy = guard.Policy(parsers=["curl"], ports=None)
    assert guard.check_fetch("https://example.com/é", policy).allowed
    reason = guard.check_fetch("http://a.example\\@b.example/", policy).reasons[0]
    assert (reason.name, reason.message.partition(";")[0]) == (
        "parsers-differ",
        "curl reads another host than browsers",
    )


@pytest.mark.usefixtures("unhurried")
def test_in_a_shell(capsys, monkeypatch):
    names = quick()
    monkeypatch.setattr(runtimes, "runtimes_here", lambda: names)
    assert main(["explain", "--json", "--with-runtimes", "--parsers", "whatwg", "http://h/"]) == 0
    assert [*json.loads(capsys.readouterr().out)["readings"]] == ["whatwg", *names]


def test_in_a_shell_without_it(capsys, monkeypatch):
    monkeypatch.setenv("PATH", "")
    with pytest.raises(SystemExit) as caught:
        main(["explain", "--parsers", "go", "http://h/"])
    assert caught.value.code == 2
    assert "--parsers: the parser 'go' needs the program go on PATH" in capsys.readouterr().err


# The rest of this file reads with libcurl in this process.


@pytest.fixture
def libcurl():
    found = curl.library()
    assert found is not None
    return found


@needs("curl")
def test_libcurl(libcurl):
    assert curl.read(libcurl, b"http://u:p@H.example:81/a?b#c") == [
        *(b"http", b"u", b"p", b"H.example", b"81", b"/a", b"b", b"c"),
    ]
    assert curl.read(libcurl, b"http://[fe80::1%25eth0]/")[3] == b"[fe80::1%25eth0]"
    assert curl.read(libcurl, b"d e", b"http://h.example/a/b?c")[5] == b"/a/d%20e"
    with pytest.raises(curl.RefusedError, match=r"U\+0000 ends a string of C"):
        curl.read(libcurl, b"a\0b")
    with pytest.raises(curl.RefusedError):
        curl.read(libcurl, b"http://\xff.example/")
    assert curl.answer(b"aHR0cDovL2g6eC8=\n", libcurl).startswith(b"no Q1VSTFVjb2RlI")  # http://h:x/, CURLUcode


@needs("curl")
def test_libcurl_as_a_program(libcurl, monkeypatch):
    output = io.BytesIO()
    monkeypatch.setattr(sys, "stdin", SimpleNamespace(buffer=io.BytesIO(b"aHR0cDovL2gv\n")))  # http://h/
    monkeypatch.setattr(sys, "stdout", SimpleNamespace(buffer=output))
    runpy.run_path(curl.__file__, run_name="__main__")
    assert output.getvalue() == b"ready\nok aHR0cA== - - aA== - Lw== - -\n"
    monkeypatch.setattr(curl, "_LIBRARIES", ("no-such-library.so",))
    assert curl.library() is None
    curl.main()
    assert output.getvalue().count(b"\n") == 2


def test_an_old_libcurl():
    def lacks_idna(url, part, found, flags):
        return 30 if flags else 14

    assert curl._get(SimpleNamespace(curl_url_get=lacks_idna), 0, 5, 1 << 12) is None
    assert curl._refusal(SimpleNamespace(), 3).name == "CURLUcode 3"
