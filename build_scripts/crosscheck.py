"""Check py_url, running in Pyodide in a browser, against that browser's own ``URL``, input by input.

    python3 build_scripts/crosscheck.py [--input FILE] [--json FILE] [--report DIR] [--headed] ...

Sets up all it needs, builds the wheel, serves it on 127.0.0.1, opens the page ``web/crosscheck/``, and prints a table
and leaves a report of what the page posts back. Exit status 0 where no input shows py_url to differ from the Web
Platform Tests, 1 where one does, 2 where the check could not be made.
"""

from __future__ import annotations

import argparse
import json
import signal
import sys
import time
import traceback
from contextlib import contextmanager
from pathlib import Path
from queue import Empty, Queue

import build_wheel
import crosscheck_inputs
import crosscheck_report
import environment
import serve
from environment import ROOT, SetUpError, say

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence
    from typing import Any

    from crosscheck_inputs import Case

_SECONDS_WITHOUT_NEWS = 120
_SECONDS_TO_LAUNCH = 60
_REPORT = ROOT / "report"


def check(
    cases: list[Case], *, headed: bool = False, port: int = 0, dist: Path = build_wheel.DIST, install: bool = True
) -> dict[str, Any]:
    """Run *cases* in Chromium. Gives ``{"engine": what the page ran in, "results": one for each case}``.

    A result has ``agree`` (whether both answers are the same), ``ours`` and ``native`` (whether each is what the Web
    Platform Tests expect: "yes", "no" or "silent"), and, unless all is well, both ``answers``. Raises SetUpError where
    the browser, the page or py_url in it fails.
    """
    from playwright.sync_api import Error as PlaywrightError
    from playwright.sync_api import sync_playwright

    news: Queue[tuple[str, Any]] = Queue()
    posts = {
        f"/crosscheck/{name}": lambda body, name=name: news.put((name, body))
        for name in ("started", "results", "finished", "failed")
    }
    folders = serve.folders(dist, install=install)
    executable = environment.chromium(install=install)
    server = serve.Server(folders, {"/crosscheck/inputs.json": lambda: cases}, posts, port)
    with server, _signals_as_news(news) as received:
        try:
            with sync_playwright() as playwright:
                browser = playwright.chromium.launch(
                    executable_path=executable,
                    headless=not headed,
                    args=environment.chromium_arguments(),
                    timeout=_SECONDS_TO_LAUNCH * 1000,
                )
                page = browser.new_page()
                page.on("crash", lambda _: news.put(("failed", {"message": "the page crashed"})))
                page.on("pageerror", lambda error: news.put(("failed", {"message": str(error)})))
                say(f"checking in Chromium {browser.version} at {server.origin}/crosscheck/ ...")
                page.goto(f"{server.origin}/crosscheck/")
                outcome = _collect(news, len(cases), page.wait_for_timeout)
                outcome["engine"]["browser"] = f"Chromium {browser.version}"
                browser.close()
        except Exception as error:
            # Ctrl-C reaches the browser and its driver too, and their end is then what Playwright tells of.
            if received:
                raise SetUpError(f"stopped by {received[0]}") from None
            if isinstance(error, PlaywrightError):
                raise SetUpError(f"{executable} could not be used: {error.message.splitlines()[0]}") from None
            raise
    return outcome


@contextmanager
def _signals_as_news(news: Queue[tuple[str, Any]]) -> Iterator[list[str]]:
    """Meanwhile a signal to end is put in *news*: raised in the middle of Playwright's work, it could be lost there.

    Gives the list of the names of those that came.
    """
    received: list[str] = []

    def handler(number: int, _: object) -> None:
        received.append(signal.Signals(number).name)
        news.put(("stopped", received[-1]))

    before = [(number, signal.signal(number, handler)) for number in (signal.SIGINT, signal.SIGTERM)]
    try:
        yield received
    finally:
        for number, handler_before in before:
            signal.signal(number, handler_before)


def _take_picture(report: Path, file: Path) -> None:
    """What the report shows first, as a PNG file."""
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        arguments = environment.chromium_arguments()
        browser = playwright.chromium.launch(executable_path=environment.chromium(install=False), args=arguments)
        page = browser.new_page(viewport={"width": 1060, "height": 600}, color_scheme="light")
        page.goto(report.as_uri())
        page.screenshot(path=file)
        browser.close()


def _collect(news: Queue[tuple[str, Any]], expected: int, wait: Callable[[float], None]) -> dict[str, Any]:
    """What the page posts, until it says it has finished. *wait* lets the browser's events in, for milliseconds."""
    engine: dict[str, Any] = {}
    results: list[dict[str, Any]] = []
    progress = _Progress(expected)
    last = time.monotonic()
    while True:
        try:
            name, body = news.get_nowait()
        except Empty:
            if time.monotonic() - last > _SECONDS_WITHOUT_NEWS:
                raise SetUpError(f"the page said nothing for {_SECONDS_WITHOUT_NEWS} seconds") from None
            wait(20)
            continue
        last = time.monotonic()
        if name == "failed":
            raise SetUpError(f"the page failed: {body['message']}")
        if name == "stopped":
            raise SetUpError(f"stopped by {body}")
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


def _arguments(argv: Sequence[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(description="Check py_url against the URL of a real browser.")
    parser.add_argument("--browser", choices=["chromium"], default="chromium", help="the browser to check against")
    parser.add_argument("--headed", action="store_true", help="show the browser")
    parser.add_argument("--input", metavar="FILE", help="compare these URLs, one a line (- for standard input)")
    parser.add_argument("--json", metavar="FILE", help="write the results here too (- for standard output)")
    parser.add_argument("--report", metavar="DIR", type=Path, default=_REPORT, help="where the report goes")
    parser.add_argument("--picture", metavar="FILE", type=Path, help="take a picture of the report's top (PNG)")
    parser.add_argument("--port", type=int, default=0, help="the port to serve on; any free one by default")
    parser.add_argument("--no-install", action="store_true", help="set nothing up; fail where something is missing")
    return parser.parse_args(argv)


def main(argv: Sequence[str] | None = None) -> int:
    """Run the cross-check. Gives the exit status."""
    arguments = _arguments(argv)
    # So that a terminated run, like an interrupted one, ends what it started on its way out.
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(2))
    try:
        environment.enter(install=not arguments.no_install)
        return _run(arguments)
    except SetUpError as error:
        say(f"crosscheck.py: {error}")
    except KeyboardInterrupt:
        say("crosscheck.py: interrupted")
    except Exception:
        traceback.print_exc()
    return 2


def _run(arguments: argparse.Namespace) -> int:
    install = not arguments.no_install
    cases = crosscheck_inputs.gather(arguments.input, fetch=install)
    if not cases:
        raise SetUpError(f"{arguments.input} holds no URL")
    build_wheel.build(install=install)
    try:
        # Before the work, so that a place that cannot be written is known at once.
        arguments.report.mkdir(parents=True, exist_ok=True)
        outcome = check(cases, headed=arguments.headed, port=arguments.port, install=install)
        summary = crosscheck_report.summarize(cases, outcome)
        report = crosscheck_report.write(arguments.report, summary)
        if arguments.picture:
            _take_picture(report, arguments.picture)
        text = json.dumps(summary, indent=1) + "\n" if arguments.json else ""
        if arguments.json not in (None, "-"):
            Path(arguments.json).write_text(text, "utf-8")
        out = sys.stderr if arguments.json == "-" else sys.stdout
        if arguments.json == "-":
            sys.stdout.write(text)
        print(f"{crosscheck_report.table(summary)}\n\nreport: {report}", file=out)
        sys.stdout.flush()
    except OSError as error:
        raise SetUpError(f"{error.filename or 'standard output'} cannot be written: {error.strerror}") from None
    return 0 if summary["py_url_is_right"] else 1


if __name__ == "__main__":
    sys.exit(main())
