"""Check py_url, running in Pyodide in a browser, against that browser's own ``URL``, input by input.

    python3 build_scripts/crosscheck.py [--browser chromium|firefox|webkit|node|all|open] [--input FILE] ...

Sets up everything it needs, builds the wheel, serves it on 127.0.0.1 and opens the page ``web/crosscheck/``. Then
prints a table of the results and writes a report. The exit status is 0 if py_url does what the tests expect on every
input, 1 if it does not, and 2 if the check could not run.
"""

from __future__ import annotations

import argparse
import json
import os
import sys
from pathlib import Path

import build_wheel
import fetch_wpt
from setup import browsers, venv
from setup.ending import ends, expect_writable, printing
from setup.project import ROOT, SetUpError, advice, say

from crosscheck import inputs, report, run

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any

    from crosscheck.inputs import Case

_REPORT = ROOT / "report"


def _outcomes(arguments: argparse.Namespace, cases: list[Case]) -> list[dict[str, Any]]:
    """The results in each requested engine; for "all", in each engine that is available."""
    install = not arguments.no_install
    options = {"headed": arguments.headed, "port": arguments.port, "install": install}
    if arguments.browser == "open":
        return [run.in_opened(cases, host=arguments.host, port=arguments.port, install=install)]
    if arguments.browser == "node":
        return [run.in_node(cases, install=install)]
    if arguments.browser != "all":
        return [run.in_browser(arguments.browser, cases, **options)]
    outcomes = []
    for engine, name in browsers.ENGINES.items():
        try:
            browsers.find(engine, install=install)
        except SetUpError as error:
            if os.environ.get("CI"):
                raise
            say(f"skipping {name}: {error}")
        else:
            outcomes.append(run.in_browser(engine, cases, **options))
    return [*outcomes, run.in_node(cases, install=install)]


def _take_picture(report: Path, file: Path) -> None:
    """Save the top of the report as a PNG file."""
    from playwright.sync_api import sync_playwright

    program = browsers.find("chromium", install=False)
    with browsers.home_of_its_own() as variables, sync_playwright() as playwright:
        arguments = browsers.chromium_arguments()
        browser = playwright.chromium.launch(executable_path=program, args=arguments, env={**variables})
        page = browser.new_page(viewport={"width": 1060, "height": 600}, color_scheme="light")
        page.goto(report.as_uri())
        page.screenshot(path=file)
        browser.close()


def _arguments(argv: Sequence[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(description="Compare py_url with the URL class of one or more real browsers.")
    parser.add_argument(
        "--browser",
        choices=[*browsers.ENGINES, "node", "all", "open"],
        default="chromium",
        help="engine to compare with (default: chromium); all: every available engine; open: print an address and "
        "wait until a browser opens it",
    )
    parser.add_argument("--host", help="with --browser open, this machine's network address, to use a phone")
    parser.add_argument("--headed", action="store_true", help="show the browser window")
    parser.add_argument("--input", metavar="FILE", help="compare the URLs in FILE, one per line (-: standard input)")
    parser.add_argument("--json", metavar="FILE", help="also write the results as JSON (-: standard output)")
    parser.add_argument(
        "--report", metavar="DIR", type=Path, default=_REPORT, help="folder for the report (default: report/)"
    )
    parser.add_argument("--picture", metavar="FILE", type=Path, help="save the top of the report as a PNG image")
    parser.add_argument("--port", type=int, default=0, help="port to serve on (default: any free port)")
    parser.add_argument("--no-install", action="store_true", help="install nothing; fail if something is missing")
    parser.add_argument("--minimal", action="store_true", help="install only what the check in one browser needs")
    parser.add_argument(
        "--require-wpt",
        action="store_true",
        default=None,
        help="fail unless the Web Platform Tests are those of the pinned commit (the default if CI is set)",
    )
    arguments = parser.parse_args(argv)
    if arguments.minimal and arguments.browser == "all":
        parser.error("--minimal works only with one browser")
    if arguments.host and arguments.browser != "open":
        parser.error("--host works only with --browser open")
    if arguments.input is not None and arguments.require_wpt:
        parser.error("--require-wpt cannot be combined with --input, which does not use the Web Platform Tests")
    if arguments.require_wpt is None:
        arguments.require_wpt = bool(os.environ.get("CI"))
    return arguments


@ends("crosscheck.py")
def main(argv: Sequence[str] | None = None) -> int:
    """Run the cross-check. Returns the exit status."""
    arguments = _arguments(argv)
    _expect_writable(arguments)
    venv.enter(install=not arguments.no_install, minimal=arguments.minimal)
    return _run(arguments)


def _expect_writable(arguments: argparse.Namespace) -> None:
    """Raises SetUpError if an output file cannot be written. Runs before the work, so that the user learns at once."""
    try:
        arguments.report.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise SetUpError(f"{arguments.report} cannot be written: {error.strerror}{advice(error)}") from None
    expect_writable(report.page_in(arguments.report))
    if arguments.picture:
        expect_writable(arguments.picture)
    if arguments.json not in (None, "-"):
        expect_writable(Path(arguments.json))


def _run(arguments: argparse.Namespace) -> int:
    install = not arguments.no_install
    if arguments.input is None:
        wpt = fetch_wpt.find(fetch=install, required=arguments.require_wpt)
        which: str | None = wpt.which
        cases = inputs.gather(wpt)
    else:
        which, cases = None, inputs.from_list(arguments.input)
        if not cases:
            raise SetUpError(f"{inputs.name_of(arguments.input)} contains no URL")
    build_wheel.build(install=install)
    summary = report.summarize(cases, _outcomes(arguments, cases), which)
    page = report.write(arguments.report, summary)
    if arguments.picture:
        _take_picture(page, arguments.picture)
    text = json.dumps(summary, indent=1) + "\n" if arguments.json else ""
    if arguments.json not in (None, "-"):
        Path(arguments.json).write_text(text, "utf-8")
    out = sys.stderr if arguments.json == "-" else sys.stdout
    with printing():
        if arguments.json == "-":
            sys.stdout.write(text)
        print(f"{report.table(summary)}\n\nreport: {page}", file=out)
    return 0 if summary["py_url_is_right"] else 1
