"""The tests here wait for long commands. Those of a file run side by side, one for each processor at a time; in a run
with workers, they are distributed like other tests.
"""

import os
from concurrent.futures import ThreadPoolExecutor

import pytest


@pytest.fixture(scope="module")
def started(request):
    """Start the ``RUNS`` of the module: functions by the names of the tests that want their results."""
    chosen = {item.name for item in request.session.items if item.module is request.module}
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        yield {name: pool.submit(run) for name, run in request.module.RUNS.items() if name in chosen}


@pytest.fixture
def outcome(request):
    """What the test's function in ``RUNS`` returns."""
    if hasattr(request.config, "workerinput"):
        return request.module.RUNS[request.node.name]()
    return request.getfixturevalue("started")[request.node.name].result()
