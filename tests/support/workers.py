"""A pytest plugin for runs in several processes, the workers of pytest-xdist: which tests a worker gets, and when.

``build_scripts/test.py --workers N`` loads it. A worker gets a whole file, because its tests share what is expensive,
such as a browser with Pyodide. What takes long comes first, so that no worker is left with it at the end.
"""

import os
import signal

import psutil
import pytest
from xdist.scheduler import LoadScopeScheduling

DATA_FILE = "PY_URL_COVERAGE_OF_WORKERS"
"""The environment variable that names the file for the coverage of `py_url`; each worker adds a suffix to the name."""

LONGEST_FIRST = (
    # These need nothing that is set up. Beside them, the environments of the next ones are downloaded.
    "tests/unit/test_growth.py",
    "tests/properties/",
    "tests/pythons/",
    "tests/engines/",
    "tests/browser/test_crosscheck.py",
    "tests/javascript/test_wpt.py",
    "tests/build_scripts/test_npm.py",
    "tests/browser/",
    "tests/javascript/",
    "tests/style/",
    "tests/build_scripts/",
    "tests/research/",
    "tests/playground/",
    "tests/benchmarks/",
    "tests/unit/",
    "tests/wpt/",
)
"""How the names of tests begin, in the order in which they start."""

# These tests share nothing with the others of their files.
_BY_THEMSELVES = ("tests/pythons/",)

_measured = None
# The plugin is loaded before anything imports py_url.
if "PYTEST_XDIST_WORKER" in os.environ and DATA_FILE in os.environ:
    import coverage

    # What the worker starts is not measured.
    _measured = coverage.Coverage(data_file=os.environ.pop(DATA_FILE), data_suffix=True)
    _measured.start()


def unit_of(nodeid):
    """Return the name of what a test belongs to; one worker runs it."""
    return nodeid if nodeid.startswith(_BY_THEMSELVES) else nodeid.partition("::")[0]


def _rank(item):
    return next((rank for rank, start in enumerate(LONGEST_FIRST) if item.nodeid.startswith(start)), len(LONGEST_FIRST))


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(items):
    items.sort(key=_rank)


class _Scheduling(LoadScopeScheduling):
    def _split_scope(self, nodeid):
        return unit_of(nodeid)


def pytest_xdist_make_scheduler(config, log):
    return _Scheduling(config, log)


@pytest.hookimpl(trylast=True)
def pytest_configure(config):
    if not hasattr(config, "workerinput"):
        # Only this process was asked to end. If the user presses Ctrl-C, the workers get the signal too.
        signal.signal(signal.SIGTERM, _end_all)


def _end_all(*_):
    # This process starts nothing but workers.
    for worker in psutil.Process().children():
        worker.terminate()
    raise KeyboardInterrupt


@pytest.hookimpl(trylast=True)
def pytest_sessionfinish():
    if _measured is not None:
        _measured.stop()
        _measured.save()
