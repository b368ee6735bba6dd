"""A pytest plugin for ``build_scripts/test.py --quick``: a test that starts a process fails.

It would take longer than the others, so it belongs to `setup.choosing.NOT_QUICK`.
"""

import multiprocessing.process
import sys

import pytest

_STARTS = {"os.fork", "os.forkpty", "os.posix_spawn", "os.system", "subprocess.Popen"}
_start = multiprocessing.process.BaseProcess.start
_running = []  # the test that runs, if one does


def _refuse(event, _=()):
    if _running and event in _STARTS:
        raise RuntimeError(f"{_running[0]} started a process ({event}); see setup.choosing.NOT_QUICK")


def _start_of_multiprocessing(process):
    # Python 3.14 starts a server there, without an event.
    _refuse("os.fork")
    _start(process)


sys.addaudithook(_refuse)
multiprocessing.process.BaseProcess.start = _start_of_multiprocessing


@pytest.hookimpl(wrapper=True)
def pytest_runtest_call(item):
    _running.append(item.nodeid)
    try:
        return (yield)
    finally:
        _running.clear()
