"""Shared by all tests: setting up what they need, switching the fast path off, and the summary at the end."""

import importlib
import json
import signal
import sys
from collections import Counter
from contextlib import nullcontext
from pathlib import Path
from types import ModuleType

import pytest
from fetching import wpt_url
from setup.once import alone
from setup.project import SetUpError

from py_url import fast
from py_url.api import many, url
from tests.support.needs import IN_CI, NEEDS, missing
from tests.support.together import rows_that_passed, rows_that_were_skipped

summary_lines: list[str] = []
"""Lines that tests add to the summary at the end of the run."""

_TESTS = Path(__file__).parent
# Modules that turn the rows of the Web Platform Tests into parameters, or take them from modules that do.
_WITH_ROWS = (_TESTS / "wpt", _TESTS / "javascript" / "test_validation.py")
# Why tests were skipped.
_reasons: set[str] = set()
# For each file, how many tests passed, were skipped and deselected. Each row of a table counts.
_ran: dict[str, Counter[str]] = {}


def peer(name: str) -> ModuleType:
    """Import a package of the development environment.

    In CI the package must be installed. In another environment, such as Pyodide, the calling module is skipped if the
    package is missing.
    """
    if IN_CI:
        return importlib.import_module(name)
    # Pyodide finds the files of some packages and cannot import their compiled parts.
    reason = f"{name} is installed only in the development environment"
    return pytest.importorskip(name, reason=reason, exc_type=ImportError)


@pytest.fixture
def without_public_suffixes(monkeypatch):
    """Act as if the extra ``psl`` were not installed."""
    from py_url.standard.hosts import public_suffix

    monkeypatch.setitem(sys.modules, "publicsuffixlist", None)
    public_suffix._list.cache_clear()
    yield
    public_suffix._list.cache_clear()


@pytest.fixture
def without_fast_path(monkeypatch):
    """Test the standard's parser alone: the fast path refuses everything."""
    monkeypatch.setattr(url, "match_canonical", lambda _: None)
    monkeypatch.setattr(fast, "href_of_canonical", lambda _: None)
    monkeypatch.setattr(fast, "href_of", lambda *_: None)
    monkeypatch.setattr(fast, "href_after", lambda *_: None)
    monkeypatch.setattr(many, "hrefs_of_canonical", lambda strings: [None] * len(strings))


@pytest.fixture(autouse=True)
def _as_asked(request):
    """Implements ``--without-fast-path``."""
    if request.config.getoption("without_fast_path"):
        if request.path.name in ("test_fast_path.py", "test_fast_setters.py"):
            pytest.skip("tests the fast path, which is off")
        request.getfixturevalue("without_fast_path")


def pytest_addoption(parser):
    group = parser.getgroup("py_url")
    group.addoption("--without-fast-path", action="store_true", help="test the parser alone")
    group.addoption(
        "--set-up", action="store_true", help="set up what the tests need; build_scripts/test.py asks for it"
    )

    group.addoption("--tally", action="store_true", help="print how many tests of each file ran, as JSON")
    group.addoption("--may-skip", action="store_true", help="allow skipped tests in CI, for example on another Python")


def pytest_configure(config):
    # A terminated run ends like an interrupted one: fixtures end the processes that they started.
    signal.signal(signal.SIGTERM, signal.default_int_handler)
    config.addinivalue_line(
        "markers", "needs(*names): what this test needs in addition to Python; see tests/support/needs.py"
    )


def _sets_up(config):
    return config.option.set_up and not config.option.collectonly


def _is_worker(config):
    """Whether this process runs tests for another one; see `tests.support.workers`."""
    return hasattr(config, "workerinput")


def _set_up(config, name):
    """Set *name* up, and show the progress at once. If several workers need it, only one of them sets it up."""
    is_worker = _is_worker(config)
    if is_worker and missing(name, install=False) is None:
        return
    with (
        config.pluginmanager.getplugin("capturemanager").global_and_fixture_disabled(),
        alone(NEEDS[name][0]) if is_worker else nullcontext(),
    ):
        missing(name, install=True)


def pytest_collection(session):
    """The rows of the Web Platform Tests become parameters during collection, so set them up first."""
    asked = [Path(argument.partition("::")[0]).resolve() for argument in session.config.args]
    if not any(path in used.parents or path == used or used in path.parents for path in asked for used in _WITH_ROWS):
        return
    if _sets_up(session.config):
        _set_up(session.config, "wpt")
    try:
        wpt_url.find(fetch=False)
    except SetUpError as error:
        raise pytest.UsageError(str(error)) from None


def pytest_deselected(items):
    for item in items:
        _ran.setdefault(item.nodeid.partition("::")[0], Counter())["deselected"] += getattr(item, "rows", 1)


def pytest_collection_finish(session):
    # A worker sets up what its next test needs, so that the others can begin with theirs.
    if _sets_up(session.config) and not _is_worker(session.config):
        needed = {name for item in session.items for mark in item.iter_markers("needs") for name in mark.args}
        for name in NEEDS:
            if name in needed:
                _set_up(session.config, name)


@pytest.hookimpl(optionalhook=True)
def pytest_testnodedown(node):
    """A worker has ended."""
    summary_lines.extend(getattr(node, "workeroutput", {}).get("summary lines", []))


def pytest_runtest_setup(item):
    for mark in item.iter_markers("needs"):
        for name in mark.args:
            if item.config.option.set_up and _is_worker(item.config):
                _set_up(item.config, name)
            why = missing(name, install=item.config.option.set_up)
            if why is not None:
                say = pytest.fail if IN_CI else pytest.skip
                raise say.Exception(f"{NEEDS[name][0]}: {why}", pytrace=False)


def pytest_runtest_logreport(report):
    rows, ran = rows_that_passed(report), _ran.setdefault(report.nodeid.partition("::")[0], Counter())
    ran["passed"] += rows or (report.passed and report.when == "call")
    if report.skipped and not hasattr(report, "wasxfail"):
        ran["skipped"] += rows_that_were_skipped(report) or 1
        _reasons.add(_reason(report))


def pytest_collectreport(report):
    """A module may skip itself during collection."""
    if report.skipped:
        _reasons.add(f"{report.nodeid}: {_reason(report)}")


def _reason(report):
    return str(report.longrepr[2] if isinstance(report.longrepr, tuple) else report.longrepr).removeprefix("Skipped: ")


@pytest.hookimpl(trylast=True)
def pytest_sessionfinish(session, exitstatus):
    """In CI no test may be skipped: otherwise a run would pass although part of it did not run."""
    if _is_worker(session.config):
        session.config.workeroutput["summary lines"] = summary_lines
        return
    may_skip = session.config.option.may_skip
    if IN_CI and not may_skip and exitstatus == pytest.ExitCode.OK and _reasons:
        summary_lines.append("FAILED: no test may be skipped if CI is set; the skipped tests are listed above")
        session.exitstatus = pytest.ExitCode.TESTS_FAILED


def pytest_terminal_summary(terminalreporter):
    for line in dict.fromkeys(summary_lines):
        terminalreporter.write_line(line)
    if terminalreporter.config.option.tally:
        terminalreporter.write_line(f"tally: {json.dumps({'files': _ran, 'reasons': sorted(_reasons)})}")
