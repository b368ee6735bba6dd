"""A pytest plugin for ``build_scripts/test.py --quick``: a test that starts a process is skipped there.

It would take longer than the others.
"""

import multiprocessing.process
import sys

import pytest

_STARTS = {"os.fork", "os.forkpty", "os.posix_spawn", "os.system", "subprocess.Popen"}
_start = multiprocessing.process.BaseProcess.start
_running = []  # the test that runs, if one does


def _refuse(event, _=()):
    if _running and event in _STARTS:
        # With the place of the test, not of this line.
        raise pytest.skip.Exception(f"it starts a process ({event})", _use_item_location=True)


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
