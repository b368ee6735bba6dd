"""Run the cross-check's cases in one engine: in a browser, which opens the page ``web/crosscheck/``, or in Node.

The outcome has ``engine``, a description of the engine, and ``results``, one for each case. A result has:

- ``agree``: whether py_url and the engine give the same answer;
- ``ours`` and ``native``: whether each answer is what the Web Platform Tests expect ("yes", "no" or "silent");
  ``native`` is "absent" if the engine does not have the class or the method;
- ``digest``: a hash of py_url's answer;
- ``answers``: both answers, unless they agree and py_url's is not wrong.
"""

from __future__ import annotations

import json
import signal
import subprocess
import sys
import threading
import time
from contextlib import contextmanager, suppress
from queue import Empty, Queue

import build_wheel
from building import serving
from setup import browsers, npm, project
from setup.project import SetUpError, say

from crosscheck import summary

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path
    from typing import Any

    from crosscheck.summary import Case

    News = Queue[tuple[str, Any]]
    Outcome = dict[str, Any]

PYTHONS = ("pyodide", "micropython")
"""What py_url can run in. MicroPython has no URLPattern."""
_SECONDS_WITHOUT_NEWS = 120
_SECONDS_TO_SUCCEED = 1.5


def in_browser(  # noqa: PLR0913 - the options of the command
    engine: str,
    cases: list[Case],
    *,
    headed: bool = False,
    port: int = 0,
    dist: Path = build_wheel.PYODIDE,
    python: str = PYTHONS[0],
    install: bool = True,
) -> Outcome:
    """Run *cases* in a browser of that engine, or in an installed one by its name or path.

    Raises SetUpError if the browser, the page or py_url fails.
    """
    news: News = Queue()
    with _serving(cases, news, dist, python, install=install, port=port) as server, signals_as_news(news):
        address = f"{server.origin}/crosscheck/"

        def failed(message: str) -> None:
            news.put(("broken", message))

        with browsers.opened(engine, address, failed, headed=headed, install=install) as page:
            say(f"checking in {page.version} at {address} ...")
            outcome = _collect(news, len(cases), page.wait)
            outcome["engine"] |= {"browser": page.version, "channel": page.channel}
    return outcome


def in_opened(cases: list[Case], *, port: int = 0, python: str = PYTHONS[0], install: bool = True) -> Outcome:
    """Print an address, wait until a browser of this machine opens it, and run *cases* there. Raises SetUpError."""
    news: News = Queue()
    with _serving(cases, news, build_wheel.PYODIDE, python, install=install, port=port) as server:
        say(f"open this address in any browser: {server.origin}/crosscheck/\n(stop with Ctrl-C)")
        with signals_as_news(news):
            outcome = _collect(news, len(cases), lambda milliseconds: time.sleep(milliseconds / 1000), patient=True)
    outcome["engine"]["browser"] = summary.browser_of(outcome["engine"].pop("userAgent", ""))
    return outcome


def in_node(cases: list[Case], *, python: str = PYTHONS[0], install: bool = True) -> Outcome:
    """Run *cases* in Node. Raises SetUpError."""
    node = npm.node()
    version = project.run([node, "--version"]).strip()
    script = project.ROOT / "web" / "crosscheck" / "in_node.mjs"
    command = [node, str(script), str(npm.packages(install=install) / "pyodide"), str(build_wheel.PYODIDE)]
    if python == "micropython":
        command[2:] = in_node_with_micropython(install=install)
    news: News = Queue()
    pipes: dict[str, Any] = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE}
    say(f"checking in Node {version} ...")
    with signals_as_news(news), subprocess.Popen(command, **pipes, text=True, encoding="utf-8") as process:

        def read() -> None:
            for line in process.stdout or ():
                if line.endswith("\n"):  # otherwise Node ended in the middle of a line
                    name, body = json.loads(line)
                    news.put((name, {"run": "node", "body": body}))

        def wait(milliseconds: float) -> None:
            time.sleep(milliseconds / 1000)
            # What Node wrote before it ended may still be on its way.
            if not threads[0].is_alive() and news.empty():
                raise SetUpError(f"Node exited with status {process.wait(_SECONDS_WITHOUT_NEWS)}")

        def write() -> None:
            # Runs in a thread because it blocks until Node has read everything or has exited.
            if process.stdin:
                with suppress(BrokenPipeError):
                    process.stdin.write(json.dumps(cases))
                    process.stdin.close()

        threads = [threading.Thread(target=task, daemon=True) for task in (read, write)]
        for thread in threads:
            thread.start()
        try:
            outcome = _collect(news, len(cases), wait)
        finally:
            process.kill()
            # The threads must end before the pipes that they use are closed.
            for thread in threads:
                thread.join(_SECONDS_WITHOUT_NEWS)
    supported = project.run([node, "--print", "process.release.lts ? 'lts' : 'current'"]).strip()
    outcome["engine"] |= {"browser": f"Node {version.removeprefix('v')}", "channel": supported}
    return outcome


def micropython(*, install: bool = True) -> Path:
    """The folder of npm's package of MicroPython. Raises SetUpError."""
    return npm.packages(project.TEST_PACKAGES, install=install) / "@micropython" / "micropython-webassembly-pyscript"


def in_node_with_micropython(*, install: bool = True) -> list[str]:
    """Build the archive and return what ``startMicroPython`` takes, as arguments of Node. Raises SetUpError."""
    archive = build_wheel.build_for_micropython(install=install)
    return [(micropython(install=install) / "micropython.mjs").as_uri(), str(archive)]


@contextmanager
def _serving(
    cases: list[Case], news: News, dist: Path, python: str, *, install: bool, port: int
) -> Iterator[serving.Server]:
    posts = {
        f"/crosscheck/{name}": lambda body, name=name: news.put((name, body))
        for name in ("started", "results", "finished", "failed")
    }
    folders = serving.folders(dist, install=install)
    about = {"post": True, "micropython": python == "micropython"}
    if python == "micropython":
        # First, because the server takes the first path that matches.
        folders = {"/micropython/": [micropython(install=install), build_wheel.MICROPYTHON], **folders}
    with serving.Server(
        folders,
        {"/crosscheck/check.json": lambda: about, "/crosscheck/inputs.json": lambda: cases},
        posts,
        port,
    ) as server:
        yield server


@contextmanager
def signals_as_news(news: News) -> Iterator[None]:
    """Put termination signals in *news* inside the ``with``: an exception raised inside Playwright could be lost.

    Raises SetUpError at the end if a signal arrived.
    """
    received: list[str] = []

    def handler(number: int, _: object) -> None:
        received.append(signal.Signals(number).name)
        news.put(("stopped", received[-1]))

    names = ("SIGINT", "SIGTERM", "SIGHUP")
    before = [(number, signal.signal(number, handler)) for name in names if (number := getattr(signal, name, None))]
    try:
        yield
    except Exception:
        # Ctrl-C also ends the browser and its driver; report the signal and not the errors that follow from it.
        if received:
            raise SetUpError(f"stopped by {received[0]}") from None
        raise
    finally:
        for number, handler_before in before:
            signal.signal(number, handler_before)
    # The signal may arrive after the last result, while the browser closes.
    if received:
        raise SetUpError(f"stopped by {received[0]}")


def _collect(news: News, expected: int, wait: Callable[[float], None], *, patient: bool = False) -> Outcome:
    """Collect what the first page to start posts, until it has finished.

    *wait* processes the browser's events for a number of milliseconds. If *patient*, there is no time limit for the
    page to start.
    """
    run: object = None
    engine: dict[str, Any] = {}
    results: list[dict[str, Any]] = []
    progress = Progress(expected)
    last = time.monotonic()
    while True:
        try:
            name, body = news.get_nowait()
        except Empty:
            if time.monotonic() - last > _SECONDS_WITHOUT_NEWS and not (patient and run is None):
                raise SetUpError(f"the page sent nothing for {_SECONDS_WITHOUT_NEWS} seconds") from None
            wait(20)
            continue
        if name == "stopped":
            raise SetUpError(f"stopped by {body}")
        if name == "broken":
            raise SetUpError(f"the page failed: {body}")
        if not isinstance(body, dict) or not isinstance(body.get("body"), dict | list):
            continue  # not from the cross-check's page
        sender, body = body.get("run"), body["body"]
        # The first page to start counts. If it falls silent, for example because it was reloaded, the next one counts.
        if name in ("started", "failed") and (run is None or time.monotonic() - last > _SECONDS_TO_SUCCEED):
            run = sender
            results = []
        if sender != run:
            continue
        last = time.monotonic()
        if name == "failed":
            raise SetUpError(f"the page failed: {body['message']}")
        if name == "started":
            engine = body
        elif name == "results":
            results += body
            differ = sum(not result["agree"] and result["native"] != "absent" for result in results)
            progress.show(len(results), differ)
        elif len(results) != expected:
            raise SetUpError(f"the page compared only {len(results)} of {expected} inputs")
        else:
            return {"engine": engine, "results": results}


class Progress:
    """A progress line on standard error. On a terminal it is updated in place; otherwise, one line per tenth."""

    def __init__(self, total: int) -> None:
        self._total = total
        self._tenths = 0

    def show(self, done: int, differ: int) -> None:
        line = f"  {done:,} of {self._total:,} inputs compared, {differ:,} differ"
        if sys.stderr.isatty():
            print(f"\r{line}", end="\n" if done == self._total else "", file=sys.stderr, flush=True)
        elif done * 10 // self._total > self._tenths or done == self._total:
            self._tenths = done * 10 // self._total
            say(line)
