"""Check py_url, running in Pyodide in a browser, against that browser's own ``URL`` and ``URLPattern``, input by input.

    python3 build_scripts/crosscheck.py [--browser chromium|firefox|webkit|node|all|open] [--input FILE] ...
    python3 build_scripts/crosscheck.py --parser COMMAND [--parser COMMAND] ...
    python3 build_scripts/crosscheck.py --compare OLD.json [NEW.json]

Sets up everything it needs, builds the wheel, serves it on 127.0.0.1 and opens the page ``web/crosscheck/``. Then
prints a table of the results and writes a report. The exit status is 0 if py_url does what the tests expect on every
input and every difference is explained, 1 if not, and 2 if the check could not run. With ``--compare`` it is also 1 if
something changed. If two results are given, nothing runs.

With ``--parser``, a program takes the place of the browser, and no Pyodide runs. With ``--python micropython``, py_url
runs in MicroPython, without URLPattern, and the report says so.
"""

from __future__ import annotations

import argparse
import os
import shlex
import shutil
import sys
from datetime import UTC, datetime
from pathlib import Path

import build_wheel
from fetching import wpt_url
from setup import browsers, installed, venv
from setup.ending import ends, expect_writable, printing
from setup.project import ROOT, SetUpError, say

from crosscheck import adapters, comparison, inputs, past, programs, report, run, summary as summaries

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any

    from crosscheck.summary import Case

_REPORT = ROOT / "report"
# A check of other inputs does not replace the report of the tests.
_REPORT_OF_LIST = _REPORT / "your-list"
_REPORT_OF_COMPARISON = _REPORT / "comparison"


def _outcomes(arguments: argparse.Namespace, cases: list[Case]) -> list[dict[str, Any]]:
    """The results in each requested engine; for "all", in each engine that is available."""
    install = not arguments.no_install
    options = {"python": arguments.python, "install": install}
    if arguments.browser == "open":
        return [run.in_opened(cases, port=arguments.port, **options)]
    if arguments.browser == "node":
        return [run.in_node(cases, **options)]
    shown = {"headed": arguments.headed, "port": arguments.port, **options}
    if arguments.browser != "all":
        return [run.in_browser(arguments.browser, cases, **shown)]
    outcomes = []
    for engine, name in browsers.ENGINES.items():
        try:
            browsers.find(engine, install=install)
        except SetUpError as error:
            if os.environ.get("CI"):
                raise
            say(f"skipping {name}: {error}")
        else:
            outcomes.append(run.in_browser(engine, cases, **shown))
    return [*outcomes, run.in_node(cases, **options)]


def _parsers(arguments: argparse.Namespace) -> list[programs.Parser]:
    """The parsers that --parser names, by the name of an adapter or by a command. With "all", it names
    what is missing and leaves it out.
    """
    install = not arguments.no_install
    parsers = []
    for given in arguments.parser:
        if given == "all":
            parsers += _all_parsers(install=install)
        elif given in adapters.ADAPTERS:
            parsers.append(adapters.parser(given, install=install))
        else:
            parsers.append(programs.of_command(_words(given)))
    names = [parser.name for parser in parsers]
    for name in names:
        if names.count(name) > 1:
            raise SetUpError(f"two of the parsers are called {name}")
    return parsers


def _words(command: str) -> list[str]:
    """The words of a command that --parser names. Raises SetUpError if there is no such program."""
    try:
        words = shlex.split(command)
    except ValueError as error:
        raise SetUpError(f"--parser {command!r} is no command: {str(error).lower()}") from None
    if not words or shutil.which(words[0]) is None:
        raise SetUpError(f"{command!r} is neither a command nor one of the parsers {', '.join(adapters.ADAPTERS)}")
    return words


def _all_parsers(*, install: bool) -> list[programs.Parser]:
    parsers = []
    for name in adapters.ADAPTERS:
        try:
            parsers.append(adapters.parser(name, install=install))
        except SetUpError as error:
            say(f"skipping {name}: {error}")
    return parsers


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        description="Compare py_url with the URL and URLPattern classes of one or more real browsers."
    )
    parser.add_argument(
        "--browser",
        help=f"what to compare with: {', '.join([*browsers.ENGINES, 'node'])} (default: chromium); an installed "
        f"{', '.join(installed.BROWSERS)}, or the path of a browser's program; all: every available engine; open: "
        "print an address and wait until a browser opens it",
    )
    parser.add_argument(
        "--parser",
        metavar="COMMAND",
        action="append",
        help="compare with a parser instead of a browser: a command that reads and writes JSON lines, the name of an "
        f"adapter ({', '.join(adapters.ADAPTERS)}), or all; may be given several times",
    )
    parser.add_argument(
        "--python",
        choices=run.PYTHONS,
        default=run.PYTHONS[0],
        help="what py_url runs in (default: pyodide); micropython has no URLPattern, so its inputs are left out",
    )
    parser.add_argument("--headed", action="store_true", help="show the browser window")
    parser.add_argument("--input", metavar="FILE", help="compare the URLs in FILE, one per line (-: standard input)")
    parser.add_argument("--json", metavar="FILE", help="also write the results as JSON (-: standard output)")
    parser.add_argument(
        "--report",
        metavar="DIR",
        type=Path,
        help="folder for the report (default: report/, with --input report/your-list/, with two results to compare "
        "report/comparison/)",
    )
    parser.add_argument(
        "--compare",
        metavar="JSON",
        nargs="+",
        help="a result of --json, or a record of the history, to compare this run with; if two are given, compare them "
        "and run nothing",
    )
    parser.add_argument("--record", action="store_true", help="add the results to the history, web/crosscheck/history/")
    parser.add_argument("--port", type=int, default=0, help="port to serve on (default: any free port)")
    parser.add_argument("--no-install", action="store_true", help="install nothing; fail if something is missing")
    parser.add_argument(
        "--require-wpt",
        action="store_true",
        default=None,
        help="fail unless the Web Platform Tests are those of the pinned commit (the default if CI is set)",
    )
    return parser


def _arguments(argv: Sequence[str] | None) -> argparse.Namespace:
    """Return the arguments, with what is usual for those that are missing. Exits if some contradict each other."""
    parser = _parser()
    arguments = parser.parse_args(argv)
    if arguments.parser and arguments.browser:
        parser.error("--parser and --browser exclude each other")
    arguments.browser = arguments.browser or "chromium"
    known = (*browsers.ENGINES, *installed.BROWSERS, "node", "all", "open")
    if arguments.browser not in known and shutil.which(arguments.browser) is None:
        parser.error(f"--browser takes {', '.join(known)}, or the path of a browser's program")
    if arguments.python != run.PYTHONS[0] and (arguments.parser or arguments.record):
        parser.error(f"--python {arguments.python} goes with a browser or node, and is not recorded")
    if arguments.input is not None and arguments.require_wpt:
        parser.error("--require-wpt cannot be combined with --input, which does not use the Web Platform Tests")
    if arguments.input is not None and arguments.record:
        parser.error("--record cannot be combined with --input: the history has runs of the tests")
    if arguments.compare is not None and len(arguments.compare) > 2:
        parser.error("--compare takes one result, or two")
    if arguments.compare is not None and len(arguments.compare) == 2:
        given = [f"--{name}" for name in ("input", "json", "record", "parser") if getattr(arguments, name)]
        if given:
            parser.error(f"{given[0]} cannot be combined with two results to compare: nothing runs then")
    if arguments.require_wpt is None:
        arguments.require_wpt = bool(os.environ.get("CI"))
    if arguments.report is None:
        arguments.report = _REPORT if arguments.input is None else _REPORT_OF_LIST
        if arguments.compare is not None and len(arguments.compare) == 2:
            arguments.report = _REPORT_OF_COMPARISON
    return arguments


@ends("crosscheck.py")
def main(argv: Sequence[str] | None = None) -> int:
    """Run the cross-check. Returns the exit status."""
    arguments = _arguments(argv)
    # Before the set-up, which downloads something.
    for given in arguments.parser or ():
        if given != "all" and given not in adapters.ADAPTERS:
            _words(given)
    _expect_writable(arguments)
    venv.enter("crosscheck", install=not arguments.no_install)
    return _run(arguments)


def _expect_writable(arguments: argparse.Namespace) -> None:
    """Raises SetUpError if an output file cannot be written. Runs before the work, so that the user learns at once."""
    try:
        arguments.report.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise SetUpError(f"{arguments.report} cannot be written: {error.strerror}") from None
    for file in (report.page_in(arguments.report), *(arguments.report / name for name in report.FILES)):
        expect_writable(file)
    if arguments.json not in (None, "-"):
        expect_writable(Path(arguments.json))


def _run(arguments: argparse.Namespace) -> int:
    # Read first: a damaged file is known before the work.
    olds = [past.load(name) for name in arguments.compare or ()]
    if len(olds) == 2:
        return _compare(arguments, *olds)
    install = not arguments.no_install
    which: str | None = None
    commit = None
    if arguments.input is None:
        wpt = wpt_url.find(fetch=install, required=arguments.require_wpt)
        which, commit = wpt.which, wpt_url.WEB_PLATFORM_TESTS if wpt.edition == "pin" else None
        cases = inputs.gather(wpt, fetch=install, required=arguments.require_wpt)
        if arguments.record and commit is None:
            raise SetUpError(f"only runs with the pinned commit's tests are recorded; this machine has {which}")
    else:
        cases = inputs.from_list(arguments.input)
        if not cases:
            raise SetUpError(f"{inputs.name_of(arguments.input)} contains no URL")
    date = datetime.now(UTC).isoformat(timespec="seconds")
    if arguments.parser:
        cases = programs.cases_of(cases)
        outcomes = [programs.outcome(parser, cases) for parser in _parsers(arguments)]
    else:
        if arguments.python == "micropython":
            build_wheel.build_for_micropython(install=install)
            cases = [case for case in cases if case["kind"] in ("parse", "set")]
        else:
            build_wheel.build(install=install)
        outcomes = _outcomes(arguments, cases)
    ran_on = past.this_system()
    summary = summaries.summarize(cases, outcomes, date=date, tests=which, commit=commit, ran_on=ran_on)
    compared, table = None, ""
    for old, _ in olds:
        compared, table = _compared(old, comparison.of(summary))
    page = report.write(arguments.report, summary, comparison=compared, history=past.runs() if which else ())
    if arguments.record:
        for file in past.keep(summary):
            say(f"recorded: {file}")
    text = report.to_json(summary) if arguments.json else ""
    if arguments.json not in (None, "-"):
        Path(arguments.json).write_text(text, "utf-8")
    out = sys.stderr if arguments.json == "-" else sys.stdout
    with printing():
        if arguments.json == "-":
            sys.stdout.write(text)
        print(f"{report.table(summary)}\n{table}\nreport: {page}", file=out)
    return 0 if summaries.is_all_right(summary) and (compared is None or compared["is_same"]) else 1


def _compared(old: comparison.Result, new: comparison.Result) -> tuple[dict[str, Any], str]:
    """What changed, and a table of it for the terminal. Raises SetUpError if the two have no engine in common."""
    try:
        compared = comparison.compare(old, new)
    except comparison.ResultError as error:
        raise SetUpError(str(error)) from None
    return compared, f"\n{comparison.table(compared, old, new)}\n"


def _compare(
    arguments: argparse.Namespace, old: tuple[comparison.Result, Any], new: tuple[comparison.Result, Any]
) -> int:
    """Compare two results and run nothing. A report is written if the new one is more than a record."""
    compared, table = _compared(old[0], new[0])
    made = ""
    if new[1]["kind"] == summaries.KIND:
        made = f"\nreport: {report.write(arguments.report, new[1], comparison=compared)}"
    with printing():
        print(f"{table.strip()}{made}")
    return 0 if compared["is_same"] else 1
