"""What all tests share: what becomes of those that need something which is not on this machine."""

import importlib
import os
import sys
from pathlib import Path
from types import ModuleType

import pytest

from py_url.urls import fast_path, fast_setters

IN_CI = bool(os.environ.get("CI"))

_missing: dict[str, str] = {}

VECTORS = Path(__file__).parents[2] / "shared" / "vectors"
"""Test cases of others, which lie beside this project where it is made."""

summary_lines: list[str] = []
"""What tests have to tell at the end of the run, beside whether they passed."""


def missing(what: str, why: str, *, required: bool = True) -> pytest.MarkDecorator:
    """The mark of a test that needs *what*, which is not here: it is skipped, or in CI, where *required*, fails.

    *why* is told last.
    """
    _missing[what] = why
    return pytest.mark.missing(what, why, required)


def peer(name: str) -> ModuleType:
    """The package *name* of the development environment, in which it may not be missing in CI. In another, as that of
    the oldest Python, the module that asks is skipped.
    """
    if IN_CI and sys.version_info >= (3, 12):
        return importlib.import_module(name)
    return pytest.importorskip(name, reason=f"{name} belongs to the development environment")


@pytest.fixture
def without_public_suffixes(monkeypatch):
    """As where the extra ``psl`` is not installed."""
    from py_url.hosts import public_suffix

    monkeypatch.setitem(sys.modules, "publicsuffixlist", None)
    public_suffix._list.cache_clear()
    yield
    public_suffix._list.cache_clear()


@pytest.fixture
def without_fast_path(monkeypatch):
    """The parser alone: the fast path refuses everything."""
    for name in ("match_canonical", "complete", "parse"):
        monkeypatch.setattr(fast_path, name, lambda _: None)
    monkeypatch.setattr(fast_path, "resolve", lambda _, __: None)
    # Those of search and hash take all: there is nothing to leave to the parser.
    for name in vars(fast_setters):
        if name.startswith("set_") and name not in ("set_search", "set_hash"):
            monkeypatch.setattr(fast_setters, name, lambda _, __: None)


@pytest.fixture(autouse=True)
def _as_asked(request):
    """What ``--without-fast-path`` asks for."""
    if request.config.getoption("without_fast_path"):
        if request.path.name in ("test_fast_path.py", "test_fast_setters.py"):
            pytest.skip("these are tests of the fast path")
        request.getfixturevalue("without_fast_path")
        assert fast_path.parse("http://h/") is None


def pytest_addoption(parser):
    parser.addoption("--without-fast-path", action="store_true", help="test the parser alone")


def pytest_configure(config):
    config.addinivalue_line(
        "markers", "missing(what, why, required): something that this test needs is not on this machine"
    )

    config.addinivalue_line("markers", "needs(names): what this test needs beside Python; see tests/needs.py")


def pytest_runtest_setup(item):
    mark = item.get_closest_marker("missing")
    if mark is not None:
        what, why, required = mark.args
        if IN_CI and required:
            pytest.fail(f"{what} is missing: {why}", pytrace=False)
        pytest.skip(f"{what} is missing")


def pytest_terminal_summary(terminalreporter):
    for line in summary_lines:
        terminalreporter.write_line(line)
    for what, why in _missing.items():
        terminalreporter.write_line(f"NOT TESTED, because {what} is missing: {why}", yellow=True, bold=True)
