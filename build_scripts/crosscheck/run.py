"""Run the cross-check's cases in one engine: in a browser, which opens the page ``web/crosscheck/``, or in Node.

What comes of it is ``{"engine": what it ran in, "results": one for each case}``. A result has ``agree`` (whether
py_url's answer and the engine's own are the same), ``ours`` and ``native`` (whether each is what the Web Platform Tests
expect: "yes", "no" or "silent"), ``digest`` (a number that stands for py_url's answer) and, unless all is well, both
``answers``.
"""

from __future__ import annotations

import json
import re
import signal
import subprocess
import sys
import threading
import time
from contextlib import contextmanager, suppress
from queue import Empty, Queue

import build_wheel
import serve
from setup import browsers, npm, project
from setup.project import SetUpError, say

from py_url import URL

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path
    from typing import Any

    from crosscheck.inputs import Case

    News = Queue[tuple[str, Any]]
    Outcome = dict[str, Any]

_SECONDS_WITHOUT_NEWS = 120
_SECONDS_TO_SUCCEED = 1.5
# What browsers call themselves: the first that fits, as each also names those that came before it.
_USER_AGENTS = (
    ("Firefox", r"Firefox/([\d.]+)"),
    ("Firefox for iOS", r"FxiOS/([\d.]+)"),
    ("Chrome for iOS", r"CriOS/([\d.]+)"),
    ("Edge", r"Edg/([\d.]+)"),
    ("Chromium", r"Chrom(?:e|ium)/([\d.]+)"),
    ("Safari", r"Version/([\d.]+).* Safari/"),
)


def in_browser(
    engine: str,
    cases: list[Case],
    *,
    headed: bool = False,
    port: int = 0,
    dist: Path = build_wheel.PYODIDE,
    install: bool = True,
) -> Outcome:
    """Run *cases* in a browser of that engine. Raises SetUpError where it, the page or py_url in it fails."""
    news: News = Queue()
    with _serving(cases, news, dist, install=install, port=port) as server, _signals_as_news(news):
        address = f"{server.origin}/crosscheck/"

        def failed(message: str) -> None:
            news.put(("broken", message))

        with browsers.opened(engine, address, failed, headed=headed, install=install) as page:
            say(f"checking in {page.version} at {address} ...")
            outcome = _collect(news, len(cases), page.wait)
            outcome["engine"]["browser"] = page.version
    return outcome


def in_opened(cases: list[Case], *, host: str | None = None, port: int = 0, install: bool = True) -> Outcome:
    """Run *cases* in whatever browser opens the address that is printed, which is to be reached from this machine; or,
    where *host* is given, as that address of this machine, from others too, by a token. Raises SetUpError.
    """
    if host is not None:
        url = URL.parse(f"http://{host}/")
        if url is None or url.hostname in ("", "0.0.0.0") or url.hostname.startswith("["):
            raise SetUpError(f"{host} is no address to open; name the one by which others reach this machine, of IPv4")
        # As a browser will name it.
        host = url.hostname
    news: News = Queue()
    with _serving(cases, news, build_wheel.PYODIDE, install=install, port=port, host=host) as server:
        say(f"open this address in any browser: {server.address('/crosscheck/')}\n(stop with Ctrl-C)")
        with _signals_as_news(news):
            outcome = _collect(news, len(cases), lambda milliseconds: time.sleep(milliseconds / 1000), patient=True)
    outcome["engine"]["browser"] = name_of(outcome["engine"].pop("userAgent", ""))
    return outcome


def in_node(cases: list[Case], *, install: bool = True) -> Outcome:
    """Run *cases* in Node. Raises SetUpError."""
    node = npm.node()
    version = project.run([node, "--version"]).strip()
    script = project.ROOT / "web" / "crosscheck" / "in_node.mjs"
    command = [node, str(script), str(npm.packages(install=install) / "pyodide"), str(build_wheel.PYODIDE)]
    news: News = Queue()
    pipes: dict[str, Any] = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE}
    say(f"checking in Node {version} ...")
    with _signals_as_news(news), subprocess.Popen(command, **pipes, text=True, encoding="utf-8") as process:

        def read() -> None:
            for line in process.stdout or ():
                if line.endswith("\n"):  # else Node was ended in the middle
                    name, body = json.loads(line)
                    news.put((name, {"run": "node", "body": body}))

        def wait(milliseconds: float) -> None:
            time.sleep(milliseconds / 1000)
            if process.poll() is not None and news.empty():
                raise SetUpError(f"Node ended with status {process.returncode}")

        def write() -> None:
            # In a thread: it ends only when Node has read it all, or has ended.
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
            # Before the pipes that they use are closed.
            for thread in threads:
                thread.join(_SECONDS_WITHOUT_NEWS)
    outcome["engine"]["browser"] = f"Node {version.removeprefix('v')}"
    return outcome


def name_of(user_agent: str) -> str:
    """The name and version of a browser that calls itself so."""
    for name, pattern in _USER_AGENTS:
        match = re.search(pattern, user_agent)
        if match:
            return f"{name} {match[1]}"
    return "a browser without a name"


@contextmanager
def _serving(
    cases: list[Case], news: News, dist: Path, *, install: bool, port: int, host: str | None = None
) -> Iterator[serve.Server]:
    posts = {
        f"/crosscheck/{name}": lambda body, name=name: news.put((name, body))
        for name in ("started", "results", "finished", "failed")
    }
    folders = serve.folders(dist, install=install)
    with serve.Server(folders, {"/crosscheck/inputs.json": lambda: cases}, posts, port, host) as server:
        yield server


@contextmanager
def _signals_as_news(news: News) -> Iterator[None]:
    """Meanwhile a signal to end is put in *news*: raised in the middle of Playwright's work, it could be lost there.

    Raises SetUpError, at the end, where one came.
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
        # Ctrl-C reaches the browser and its driver too, and their end is then what is told of.
        if received:
            raise SetUpError(f"stopped by {received[0]}") from None
        raise
    finally:
        for number, handler_before in before:
            signal.signal(number, handler_before)
    # It may have come when all was done but the browser's end.
    if received:
        raise SetUpError(f"stopped by {received[0]}")


def _collect(news: News, expected: int, wait: Callable[[float], None], *, patient: bool = False) -> Outcome:
    """What one page posts, the first to start, until it says it has finished. *wait* lets the browser's events in, for
    milliseconds; who is *patient* waits for a page to start as long as it takes.
    """
    run: object = None
    engine: dict[str, Any] = {}
    results: list[dict[str, Any]] = []
    progress = _Progress(expected)
    last = time.monotonic()
    while True:
        try:
            name, body = news.get_nowait()
        except Empty:
            if time.monotonic() - last > _SECONDS_WITHOUT_NEWS and not (patient and run is None):
                raise SetUpError(f"the page said nothing for {_SECONDS_WITHOUT_NEWS} seconds") from None
            wait(20)
            continue
        if name == "stopped":
            raise SetUpError(f"stopped by {body}")
        if name == "broken":
            raise SetUpError(f"the page failed: {body}")
        if not isinstance(body, dict) or not isinstance(body.get("body"), dict | list):
            continue  # no page of ours
        sender, body = body.get("run"), body["body"]
        # The first page to start; or, where that has gone silent, as one does that is loaded anew, the next.
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
            progress.show(len(results), sum(not result["agree"] for result in results))
        elif len(results) != expected:
            raise SetUpError(f"the page compared {len(results)} of {expected} inputs")
        else:
            return {"engine": engine, "results": results}


class _Progress:
    """A line on standard error: rewritten in place on a terminal, else one for each tenth."""

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
