"""The tests here run inside the environments of the engines: those of Spark where PySpark is installed, and so on.

pytest collects them in the project's environment. There, the first test of a file runs the whole file in the engine's
environment, and each test takes its outcome from that run.
"""

import os
import signal
import subprocess
import sys
import tempfile
from functools import partial
from pathlib import Path
from xml.etree import ElementTree as ET

import pytest
from setup import engines, venv
from setup.project import ROOT

HERE = Path(__file__).parent
ENVIRONMENTS = {
    "test_spark.py": engines.spark,
    "test_ray.py": engines.distributed,
    "test_daft.py": engines.distributed,
    "test_dask.py": engines.distributed,
}
SECONDS = 900
SECONDS_TO_END = 30
# See build_scripts/test.py.
DATA_FILE = "PY_URL_COVERAGE_OF_ENGINES"
IS_INSIDE = Path(sys.prefix).resolve() in [venv.folder_of(name).resolve() for name in ("spark", "distributed")]
# No engine reports to its makers that it was used.
QUIET = {"DO_NOT_TRACK": "true", "RAY_USAGE_STATS_ENABLED": "0", "RAY_DISABLE_IMPORT_WARNING": "1"}
LOCAL = {"SPARK_LOCAL_IP": "127.0.0.1", "PYTHONNOUSERSITE": "1"}

_outcomes = {}


def pytest_collection_modifyitems(session, items):
    if IS_INSIDE:
        return
    for item in items:
        if item.path.parent == HERE and item.path.name in ENVIRONMENTS:
            # The fixtures start engines.
            item.setup = lambda: None
            item.runtest = partial(_take_outcome, item)


def _take_outcome(item):
    name = item.path.name
    if name not in _outcomes:
        chosen = [one.nodeid for one in item.session.items if one.path == item.path]
        _outcomes[name] = _run(ENVIRONMENTS[name](install=False), item.path.stem, chosen)
    output, cases = _outcomes[name]
    if item.name not in cases:
        pytest.fail(f"the test did not run:\n{output[-5000:]}", pytrace=False)
    for kind, how in (("failure", pytest.fail), ("error", pytest.fail), ("skipped", pytest.skip)):
        found = cases[item.name].find(kind)
        if found is not None:
            text = found.get("message") if kind == "skipped" else f"{found.text}\n{output[-3000:]}"
            raise how.Exception(text, pytrace=False)


def _run(python, name, nodeids):
    """Run tests in another environment. Returns the output, and the element of each test in the report."""
    with tempfile.TemporaryDirectory() as folder:
        report = Path(folder, "report.xml")
        measured = os.environ.get(DATA_FILE)
        coverage = ["coverage", "run", f"--data-file={measured}.{name}", "-m"] if measured else []
        # The engines and their packages warn about each other.
        options = [f"--junitxml={report}", "--override-ini=filterwarnings=default", "--disable-warnings"]
        command = [str(python), "-m", *coverage, "pytest", *options, *nodeids]
        said = Path(folder, "output")
        in_time = _wait_for(command, {**os.environ, **QUIET, **LOCAL}, said)
        output = said.read_text("utf-8", "replace")
        # Each test of the file would otherwise wait again.
        if not in_time:
            return f"{output}\nthe tests did not end after {SECONDS} seconds", {}
        cases = ET.parse(report).iter("testcase") if report.exists() else ()
        return output, {case.get("name"): case for case in cases}


def _wait_for(command, environ, said):
    """Run a command, and end what it leaves behind. Returns whether it ended in time."""
    # Into a file, because a process that an engine leaves behind would keep a pipe open.
    with (
        said.open("wb") as file,
        subprocess.Popen(
            command, cwd=ROOT, env=environ, stdout=file, stderr=subprocess.STDOUT, start_new_session=True
        ) as process,
    ):
        try:
            process.wait(SECONDS)
        except subprocess.TimeoutExpired:
            return False
        else:
            return True
        finally:
            for sign in (signal.SIGTERM, signal.SIGKILL):
                try:
                    os.killpg(process.pid, sign)
                    process.wait(SECONDS_TO_END)
                except (ProcessLookupError, subprocess.TimeoutExpired):
                    pass


@pytest.fixture(scope="session")
def strings():
    from tests.wpt import column_rows

    # All rows run in tests/wpt/test_columns.py; the engines call the same functions.
    return [*column_rows.strings()[::4], None]


@pytest.fixture(scope="session")
def expected(strings):
    from tests.wpt.column_rows import expected_row

    return [expected_row(string) for string in strings]
