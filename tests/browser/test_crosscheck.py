"""build_scripts/crosscheck.py: the whole check, its report, and its errors when it cannot run."""

import json
import os
import re
import secrets
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import threading
import time
from contextlib import contextmanager

import build_wheel
import pytest
from building import serving
from crosscheck import inputs, summary as summaries
from crosscheck.command import main
from fetching import wpt_url
from setup import browsers
from setup.project import ROOT

from py_url import unicode_version
from tests.conftest import peer
from tests.support import driver
from tests.support.needs import needs
from tests.support.processes import INTERRUPTIBLE

psutil = peer("psutil")
SECONDS = 300

HOSTILE = [
    "http://h/</script><script>window.hacked=1</script>",
    "http://h/<img src=x onerror=window.hacked=1>",
    "javascript:window.hacked=1",
    # These differ in their origin, so they are listed.
    "file:///<img src=x onerror=window.hacked=1>",
    "file:///<script>window.hacked=1</script>",
    "file:///\u202e\u2028\x00\x1b[31m&lt;b>",
    "http://h/\u202e\u2028\u0000\x1b[31m",
    "http://a\u200db/&lt;b&gt;",
]


@contextmanager
def running(*arguments, until=None, **environ):
    """Run the cross-check as a user would, in a session of its own; wait until it has printed *until*, if given.

    Yields the process, its mark and the line that it printed. The process and everything that it started are ended when
    the test ends, or when it takes too long, so that no test waits forever.
    """
    mark = secrets.token_hex(8)
    process = subprocess.Popen(
        [sys.executable, ROOT / "build_scripts" / "crosscheck.py", *map(str, arguments)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env={**os.environ, **environ, "PY_URL_MARK": mark},
        **INTERRUPTIBLE,
    )
    watch = threading.Timer(SECONDS, kill, [mark])
    watch.start()
    try:
        line = next((line for line in process.stderr if until in line), "") if until else ""
        assert until is None or line, f"it ended without printing {until!r}"
        yield process, mark, line
    finally:
        watch.cancel()
        kill(mark)
        process.communicate(timeout=SECONDS)


def crosscheck(*arguments, standard_input="", **environ):
    """Run the cross-check to its end; return its exit status and its output. None of its processes may outlive it."""
    with running(*arguments, **environ) as (process, mark, _):
        output, errors = process.communicate(standard_input, timeout=SECONDS)
        assert left_behind(mark) == []
    return process.returncode, output, errors


def left_behind(mark):
    """Return the processes of a run that are still running, after giving them a little time to end."""
    deadline = time.monotonic() + 15
    while (processes := with_mark(mark)) and time.monotonic() < deadline:
        psutil.wait_procs(processes, timeout=0.2)
    return processes


def with_mark(mark):
    """Return the processes of a run. They are recognized by a mark in the environment that each of them inherits."""
    found = []
    for process in psutil.process_iter():
        try:
            if process.environ().get("PY_URL_MARK") == mark and process.status() != psutil.STATUS_ZOMBIE:
                found.append(process)
        except (psutil.Error, OSError):  # it has ended, or belongs to someone else
            continue
    return found


def kill(mark):
    for process in with_mark(mark):
        try:
            process.kill()
        except psutil.NoSuchProcess:
            continue


@pytest.fixture
def ended(capsys, monkeypatch):
    """A function that runs the cross-check in this process, where it has to end before it starts a browser. It takes
    and returns the same as `crosscheck`, with the variables in *environ*.
    """

    def run(*arguments, environ=None):
        with monkeypatch.context() as patch:
            for name, value in (environ or {}).items():
                patch.setenv(name, value)
            # Its messages name the command.
            patch.setattr(sys, "argv", ["crosscheck.py"])
            capsys.readouterr()
            try:
                status = main([*map(str, arguments)])
            except SystemExit as left:
                status = left.code
        return status, *capsys.readouterr()

    return run


def test_py_url_agrees_with_the_web_platform_tests_on_every_input(tmp_path):
    status, output, errors = crosscheck("--json", tmp_path / "results.json", "--report", tmp_path / "report")
    assert status == 0, output + errors
    summary = json.loads((tmp_path / "results.json").read_text("utf-8"))
    wpt = wpt_url.find()
    cases = inputs.gather(wpt)
    assert summary["tests"] == wpt.which
    assert f"tests: {wpt.which}" in output
    (engine,) = summary["engines"]
    assert engine["totals"]["inputs"] == summary["inputs"] == len(cases) > 4_000
    assert engine["totals"]["py_url differs from WPT"] == engine["totals"]["both differ from WPT"] == 0
    assert set(engine["by_source"]) == {case["source"] for case in cases}
    for source, counts in engine["by_source"].items():
        assert sum(counts[verdict] for verdict in summaries.VERDICTS) == counts["inputs"]
        # Browsers have not yet implemented all changes to the standard.
        same = counts["agree"] + counts["not in the engine"]
        assert same > counts["inputs"] / 2 or "changed since" in source, source
    assert engine["name"].startswith("Chromium ")
    assert "py_url does what the tests expect on every input" in output
    assert f"{len(cases):,} of {len(cases):,} inputs compared" in errors
    assert (tmp_path / "report" / "index.html").is_file()


def verdicts(summary):
    """Return the verdicts of a check in one engine."""
    return [told["verdict"] for difference in summary["differences"] for told in difference["engines"].values()]


def report_of(page, tmp_path, *arguments, **options):
    status, output, errors = crosscheck("--report", tmp_path, *arguments, **options)
    page.goto((tmp_path / "index.html").as_uri())
    return status, output, errors


def test_a_list_of_ones_own_and_a_report_that_runs_nothing_of_it(page, tmp_path):
    (tmp_path / "urls.txt").write_text("\n".join([*HOSTILE, "", "http://example.org/", "file:///x"]), "utf-8")
    status, output, _ = report_of(page, tmp_path, "--input", tmp_path / "urls.txt")
    assert status == 0
    assert "your list" in output
    assert "6 of 10 URLs mean the same to both" in output
    assert page.evaluate("window.hacked") is None
    assert page.locator("script").count() == 2
    assert page.locator("img").count() == 0
    assert "file://" in page.locator("#differences").inner_text()
    assert page.locator("#verdict").inner_text() == "6 of 10 URLs mean the same to both."
    assert page.locator(".difference").count() == 4
    assert "<img src=x onerror=window.hacked=1>" in page.locator("#differences").inner_text()
    assert "U+202E" in page.locator("#differences").inner_text()
    # A script that is not the report's own does not run in it. Not on the page that must stay quiet: the browser logs
    # each address that it refuses.
    other = page.context.new_page()
    refused = []
    other.on("console", lambda message: refused.append(message.text))
    other.goto((tmp_path / "index.html").as_uri())
    other.evaluate(
        """() => {
            document.body.append(Object.assign(document.createElement("script"), {textContent: "window.hacked = 1"}));
            document.body.append(Object.assign(document.createElement("img"), {src: "http://127.0.0.1:9/x"}));
        }"""
    )
    other.wait_for_timeout(200)
    assert other.evaluate("window.hacked") is None
    assert len([text for text in refused if "Content Security Policy" in text]) == 2


def test_standard_input_and_json_on_standard_output(page, tmp_path):
    """Among them are very long URLs, and code points of every plane."""
    long = ["file:///" + "é" * 500_000, "http://h/?a=\U00010000&b=\U000103ff", *["http://h/" + "é" * 200_000] * 5]
    given = "\r\n".join(["http://h/", *long, "http://a b/\n\ufeff\n"])
    status, output, errors = report_of(page, tmp_path, "--input", "-", "--json", "-", standard_input=given)
    assert status == 0, errors
    summary = json.loads(output)
    assert summary["inputs"] == 10
    assert [difference["case"]["input"][:11] for difference in summary["differences"]] == ["file:///ééé", "http://a b/"]
    assert verdicts(summary) == ["WPT silent"] * 2
    assert f"Unicode {unicode_version}) against Chromium" in errors
    assert page.locator(".difference").count() == 2
    assert "more code points" in page.locator(".difference").first.inner_text()
    assert (tmp_path / "index.html").stat().st_size < 200_000


@needs("npm test packages")
@pytest.mark.parametrize("engine", ["chromium", "node"])
def test_py_url_in_micropython_gives_the_same_answers(engine, page, tmp_path):
    urls = "http://h/?a=%00&b=\U0001f600\nhttp://u:p@H:80/\u00e9\nhttp://a b/\nfile:///x\n"
    status, output, errors = report_of(
        *(page, tmp_path, "--python", "micropython", "--browser", engine, "--input", "-", "--json", "-"),
        standard_input=urls,
    )
    assert status == 0, errors
    summary = json.loads(output)
    # Chromium has the space in a host, and both have the origin of a file URL that the standard leaves open.
    assert summary["inputs"] == 4
    assert len(summary["differences"]) == {"chromium": 2, "node": 0}[engine]
    assert re.fullmatch(r"3\.\d+\.\d+ of MicroPython 1\.\d+\.\d+", summary["py_url"]["python"])
    assert f"in Python {summary['py_url']['python']} (Unicode {unicode_version})" in errors
    assert summary["py_url"]["python"] in page.locator("#engine").inner_text()


@needs("wpt")
def test_what_differs_from_what_is_expected_is_found(page, tmp_path):
    """The check can fail: one row expects what no URL class returns, another what only the native class returns."""
    wpt = tmp_path / "wpt"
    resources = wpt / "url" / "resources"
    resources.mkdir(parents=True)
    found = wpt_url.find()
    for name in found.files:
        # Use the current rows: those that the standard has changed since would differ too.
        (resources / name).write_text(json.dumps(found.load(name)))
    data = resources / "urltestdata.json"
    rows = [
        {"input": "http://h/", "base": None, "href": "http://h/wrong"},
        {"input": "http://a b/", "base": None, "href": "http://a%20b/"},
        {"input": "http://h/x", "base": None, "failure": True},
    ]
    data.write_text(json.dumps(rows + json.loads(data.read_text("utf-8"))))
    # These are not the tests of the pin, which CI requires.
    changed = {"PY_URL_WPT": str(wpt), "CI": ""}
    status, output, _ = report_of(page, tmp_path, "--json", tmp_path / "results.json", **changed)
    assert status == 1
    assert "which are not those of the pin" in output
    assert "(different or missing: urltestdata.json" in output
    assert "py_url does not do what the tests expect: see the report" in output
    summary = json.loads((tmp_path / "results.json").read_text("utf-8"))
    assert [name for name in verdicts(summary) if "py_url" in name or "both" in name] == [
        "both differ from WPT",
        "py_url differs from WPT",
        "both differ from WPT",
    ]
    assert "py_url does not do what the tests expect on 3 of" in page.locator("#verdict").inner_text()
    # Filtering by verdict leaves only that one.
    page.locator("select[name=verdict]").select_option("py_url differs from WPT")
    assert page.locator(".difference").count() == 1
    assert "http://a b/" in page.locator(".difference").inner_text().replace("\u00a0", " ")
    page.locator("select[name=verdict]").select_option("")
    page.locator("input[name=text]").fill("/wrong")
    assert page.locator(".difference").count() == 1


@pytest.fixture(scope="session")
def all_engines(tmp_path_factory):
    """Run the check in all engines, once; return its folder and its results."""
    folder = tmp_path_factory.mktemp("all")
    (folder / "urls.txt").write_text("\n".join(["http://h/", "file:///x", "http://xn--a/", "http://a b/"]), "utf-8")
    (folder / "home").mkdir()
    arguments = ["--no-install", "--browser", "all", "--report", folder, "--json", folder / "results.json"]
    status, output, errors = crosscheck(*arguments, "--input", folder / "urls.txt", HOME=str(folder / "home"))
    assert status == 0, output + errors
    return folder, json.loads((folder / "results.json").read_text("utf-8"))


@needs("firefox", "webkit")
def test_all_engines(page, all_engines):
    folder, summary = all_engines
    names = [engine["name"].split(" ")[0] for engine in summary["engines"]]
    assert names == ["Chromium", "Firefox", "WebKitGTK", "Node"]
    assert {engine["totals"]["inputs"] for engine in summary["engines"]} == {4}
    hosts = {difference["case"]["input"]: set(difference["engines"]) for difference in summary["differences"]}
    # Node's parser validates the rest of a label after xn--, which the standard does not require.
    assert summary["engines"][-1]["name"] in hosts["http://xn--a/"]
    page.goto((folder / "index.html").as_uri())
    assert page.locator("h1").inner_text() == f"py_url against {', '.join(names)}"
    assert page.locator(".difference").count() == len(summary["differences"])
    page.locator("select[name=engine]").select_option(summary["engines"][-1]["name"])
    chosen = [engines for engines in hosts.values() if summary["engines"][-1]["name"] in engines]
    assert page.locator(".difference").count() == len(chosen)
    assert "the native URL checks what follows xn--" in page.locator("#why").inner_text()


@needs("firefox", "webkit")
def test_the_check_leaves_the_home_directory_alone(all_engines):
    assert list((all_engines[0] / "home").rglob("*")) == []


NONE = {f"PY_URL_{name.upper()}": "/none" for name in browsers.ENGINES}


@pytest.mark.parametrize("engine", ["firefox", "webkit"])
def test_an_engine_that_is_missing(engine, tmp_path, ended):
    (tmp_path / "urls.txt").write_text("http://h/\n", "utf-8")
    status, _, errors = ended("--browser", engine, "--report", tmp_path, "--input", tmp_path / "urls.txt", environ=NONE)
    assert status == 2
    assert f"crosscheck.py: PY_URL_{engine.upper()} is set to '/none', which is not an executable" in errors


def test_if_all_engines_are_asked_for_those_that_are_there_are_checked(tmp_path, ended):
    (tmp_path / "urls.txt").write_text("http://h/\n", "utf-8")
    arguments = ["--report", tmp_path, "--input", tmp_path / "urls.txt", "--json", tmp_path / "results.json"]
    # In CI it fails.
    status, _, errors = ended("--browser", "all", *arguments, environ={**NONE, "CI": "1"})
    assert status == 2
    assert "crosscheck.py: PY_URL_CHROMIUM is set to '/none', which is not an executable" in errors
    status, _, errors = crosscheck("--browser", "all", *arguments, **NONE, CI="")
    assert status == 0, errors
    for name in ("Chromium", "Firefox", "WebKit"):
        assert f"skipping {name}: PY_URL_{name.upper()} is set to '/none'" in errors
    engines = json.loads((tmp_path / "results.json").read_text("utf-8"))["engines"]
    assert [engine["name"].split(" ")[0] for engine in engines] == ["Node"]


@contextmanager
def waiting(tmp_path, *arguments):
    """Run the command that waits for a browser; yield it and the address that it prints."""
    (tmp_path / "urls.txt").write_text("http://h/\nfile:///x\n", "utf-8")
    files = ["--report", tmp_path, "--json", tmp_path / "results.json", "--input", tmp_path / "urls.txt"]
    with running("--browser", "open", *files, *arguments, until="open this address") as (process, _, line):
        yield process, line.split()[-1]


def test_any_browser_may_open_the_address(page, tmp_path):
    with waiting(tmp_path) as (process, address):
        other = page.context.new_page()
        other.goto(address)
        # A second visitor changes nothing.
        page.context.new_page().goto(address)
        output, errors = process.communicate(timeout=SECONDS)
    assert process.returncode == 0, errors
    summary = json.loads((tmp_path / "results.json").read_text("utf-8"))
    assert summary["inputs"] == 2
    assert summary["engines"][0]["name"].startswith("Chromium ")
    assert "1 of 2 URLs mean the same to both" in output


@pytest.mark.parametrize(("name", "says"), [("safari", "Safari 26.1"), ("path", "Chrome")])
def test_a_browser_that_is_installed(name, says, tmp_path):
    """Chrome is Chromium under its name here, and Safari is a driver that opens Chromium."""
    chromium = browsers.find("chromium", install=False)
    options = ["--headless", f"--user-data-dir={tmp_path / 'profile'}", *browsers.chromium_arguments()]
    driver.write(tmp_path, [chromium, *options])
    (tmp_path / "google-chrome").symlink_to(chromium)
    given = tmp_path / "google-chrome" if name == "path" else name
    (tmp_path / "urls.txt").write_text("http://h/\nfile:///x\n")
    where = ["--report", tmp_path / "report", "--input", tmp_path / "urls.txt", "--json", tmp_path / "results.json"]
    path = os.pathsep.join([str(tmp_path), os.environ["PATH"]])
    status, output, errors = crosscheck("--browser", given, *where, PATH=path)
    assert status == 0, output + errors
    (engine,) = json.loads((tmp_path / "results.json").read_text("utf-8"))["engines"]
    assert engine["name"].startswith(says)
    assert engine["channel"] == "stable"
    assert engine["totals"]["inputs"] == 2


def test_usage_errors_are_one_sentence(tmp_path, ended):
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        (tmp_path / "latin1.txt").write_bytes(b"http://h/\xff")
        (tmp_path / "empty.txt").write_bytes(b"\n\n")
        for arguments, environ, sentence in [
            (
                ["--input", tmp_path / "none.txt"],
                {},
                f"{tmp_path / 'none.txt'} cannot be read: No such file or directory",
            ),
            (["--input", tmp_path], {}, f"{tmp_path} cannot be read: Is a directory"),
            (["--input", tmp_path / "latin1.txt"], {}, f"{tmp_path / 'latin1.txt'} is not valid UTF-8 at byte 9"),
            (["--input", tmp_path / "empty.txt"], {}, f"{tmp_path / 'empty.txt'} contains no URL"),
            (["--port", port], {}, f"port {port} on 127.0.0.1 cannot be used: "),
            (["--port", 99999], {}, "port 99999 on 127.0.0.1 cannot be used: bind(): port must be 0-65535."),
            ([], {"PY_URL_CHROMIUM": "/none"}, "PY_URL_CHROMIUM is set to '/none', which is not an executable program"),
            ([], {"PY_URL_WPT": "/none"}, "PY_URL_WPT is set to '/none', which does not contain"),
        ]:
            status, output, errors = ended(*arguments, "--report", tmp_path / "report", environ=environ)
            assert (status, output) == (2, ""), errors
            last = errors.splitlines()[-1]
            assert last.startswith("crosscheck.py: ")
            assert sentence in last
            assert "Traceback" not in errors


def test_a_program_that_is_no_browser():
    status, output, errors = crosscheck(PY_URL_CHROMIUM=shutil.which("true"))
    assert (status, output) == (2, ""), errors
    assert "could not be used: " in errors.splitlines()[-1]
    assert "Traceback" not in errors


@pytest.mark.parametrize(
    "arguments",
    [
        ["--browser", "netscape"],
        ["--nonsense"],
        ["--port", "x"],
        ["--python", "jython"],
        ["--python", "micropython", "--record"],
        ["--python", "micropython", "--parser", "curl"],
    ],
)
def test_wrong_arguments(arguments, ended):
    status, output, errors = ended(*arguments)
    assert (status, output) == (2, "")
    assert "usage: crosscheck.py" in errors


def test_a_broken_wheel_is_reported(site, tmp_path):
    """Use a compiled wheel that is not an archive. A separate script runs it: the command builds a good wheel."""
    for file in build_wheel.PYODIDE.iterdir():
        shutil.copy(file, tmp_path)
    (broken,) = tmp_path.glob("py_url_whatwg-*-cp314-none-any.whl")
    broken.write_bytes(b"no wheel")
    # With a snapshot of py_url, or its core, the wheel is not needed.
    for file in (*tmp_path.glob("*.bin"), *tmp_path.glob("*.zst")):
        file.unlink()
    script = f"""
import sys
from pathlib import Path
sys.path.insert(0, {str(ROOT / "build_scripts")!r})
from crosscheck import run
from setup import project
case = {{"source": "x", "kind": "parse", "input": "http://h/", "base": None, "expected": None}}
try:
    run.in_browser("chromium", [case], dist=Path({str(tmp_path)!r}))
except project.SetUpError as error:
    print(error)
"""
    result = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True, timeout=SECONDS)
    assert "the page failed: py-url-whatwg could not be loaded" in result.stdout


TERM, CTRL_C = "SIGTERM to the command", "SIGINT to all, as Ctrl-C sends it"


# Chromium while it starts, loads and compares. Firefox and WebKit are started, and ended, in one way.
@pytest.mark.parametrize(
    ("how", "engine", "delay"),
    [
        (TERM, "chromium", 0),
        (CTRL_C, "chromium", 0.6),
        (TERM, "chromium", 1.5),
        pytest.param(TERM, "firefox", 2, marks=needs("firefox")),
        pytest.param(CTRL_C, "webkit", 0.3, marks=needs("webkit")),
        (TERM, "node", 0.5),
        (CTRL_C, "node", 0.5),
    ],
)
def test_an_interrupted_check_leaves_nothing_behind(how, engine, delay, tmp_path):
    arguments = ["--browser", engine, "--no-install", "--report", tmp_path]
    until = "checking in" if delay else None
    with (
        # Chromium has a socket in it, whose path is limited to some 100 characters; that of tmp_path is too long.
        tempfile.TemporaryDirectory() as temporary,
        running(*arguments, until=until, TMPDIR=temporary) as (process, mark, _),
    ):
        time.sleep(delay)
        # Without a delay, the browser is still starting.
        deadline = time.monotonic() + SECONDS
        while not delay and len(with_mark(mark)) < 2 and time.monotonic() < deadline:
            time.sleep(0.05)
        # Make sure that the test proves something: there are processes that could be left over.
        assert len(with_mark(mark)) > 1
        if how.startswith("SIGTERM"):
            process.send_signal(signal.SIGTERM)
        else:
            os.killpg(process.pid, signal.SIGINT)
        output, errors = process.communicate(timeout=SECONDS)
        assert left_behind(mark) == []
    assert (process.returncode, output) == (2, ""), errors
    assert "Traceback" not in errors


@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="this system has no /dev/full")  # noqa: PTH110 - pathlib is no shorter
def test_output_that_cannot_be_written(tmp_path):
    (tmp_path / "urls.txt").write_text("http://h/\n")
    command = [sys.executable, ROOT / "build_scripts" / "crosscheck.py"]
    command += ["--browser", "node", "--input", tmp_path / "urls.txt", "--report", tmp_path]
    with open("/dev/full", "w") as full:  # noqa: PTH123 - pathlib is no shorter
        result = subprocess.run(command, stdout=full, stderr=subprocess.PIPE, text=True, check=False, timeout=SECONDS)
    assert result.returncode == 2
    assert "crosscheck.py: standard output cannot be written: No space left on device" in result.stderr
    (tmp_path / "file").touch()
    where = ["--input", tmp_path / "urls.txt", "--report", tmp_path / "file" / "report"]
    status, _, errors = crosscheck("--browser", "node", *where)
    assert status == 2
    assert "report cannot be written: Not a directory" in errors.splitlines()[-1]


@pytest.mark.parametrize("kind", ["served", "a file"])
def test_the_page_without_the_command_says_what_to_do(kind, page, site):
    # Not on the page that must stay quiet: the browser logs each file that it does not find.
    other = page.context.new_page()
    file = (ROOT / "web" / "crosscheck" / "index.html").as_uri()
    with other.expect_event(
        "requestfailed" if kind == "a file" else "requestfinished", lambda asked: asked.url != file
    ):
        other.goto(file if kind == "a file" else f"{site}/crosscheck/")
    other.wait_for_load_state("networkidle")
    other.locator("#how", has_text="python3 build_scripts/crosscheck.py --browser open").wait_for()
    other.locator("#doing", has_text="There is nothing to compare yet.").wait_for()
    for part in ("#check", "#progress"):
        assert not other.locator(part).is_visible(), "it offers a comparison that cannot run"


def test_the_page_shows_its_progress(page):
    cases = [
        {"source": "x", "kind": "parse", "input": text, "base": None, "expected": None}
        for text in ["http://h/", "file:///x", "//x"] * 50
    ]
    posted = []
    posts = {f"/crosscheck/{name}": posted.append for name in ("started", "results", "finished", "failed")}
    gets = {"/crosscheck/check.json": lambda: {"post": True}, "/crosscheck/inputs.json": lambda: cases}
    with serving.Server(serving.folders(), gets, posts) as server:
        # This page has a different origin, so it is a different page.
        other = page.context.new_page()
        other.goto(f"{server.origin}/crosscheck/")
        other.locator("#doing", has_text="Done").wait_for()
        shown = {name: other.locator(f"#{name}").inner_text() for name in ("total", "done", "agree", "differ")}
        assert shown == {"total": "150", "done": "150", "agree": "100", "differ": "50"}
        assert other.locator("#bar").evaluate("bar => bar.value") == 1
    assert [len(post["body"]) for post in posted[1:-1]] == [100, 50]
    assert len({post["run"] for post in posted}) == 1


@pytest.mark.parametrize(
    ("agree", "ours", "native", "verdict"),
    [
        (True, "yes", "yes", "agree"),
        (True, "silent", "silent", "agree"),
        (True, "no", "no", "both differ from WPT"),
        (False, "yes", "no", "native differs from WPT"),
        (False, "no", "yes", "py_url differs from WPT"),
        (False, "no", "no", "both differ from WPT"),
        (False, "yes", "yes", "WPT silent"),
        (False, "silent", "silent", "WPT silent"),
        (False, "no", "silent", "py_url differs from WPT"),
    ],
)
def test_verdicts(agree, ours, native, verdict):
    assert summaries.verdict({"agree": agree, "ours": ours, "native": native}) == verdict
