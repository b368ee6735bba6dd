"""The core tests on the oldest supported Python and on Pyodide's, and on this one without the fast path."""

import os
import re
import shutil
import subprocess
import sys
import sysconfig
import tempfile
from pathlib import Path

import fetch_wpt
from setup import npm, venv
from setup.project import ROOT

from tests.needs import needs

CORE = ["tests/wpt", "tests/unit", "tests/seeds"]
# Even our own data has more rows than this.
AT_LEAST = 10_000
SECONDS = 1_200
# Times are measured only on this Python. No test looks at logging, which takes a tenth of the time, and each row of a
# table would take longer to start and report than to run.
LESS = ["--deselect", "tests/unit/test_growth.py", "-p", "no:logging", "-p", "tests.together"]
# The plugins of the other tests, such as Playwright's, take a third of the time of small tests.
NO_PLUGINS = {"PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1"}
# The other tests run the properties with all examples. Here, a part of them is enough.
FEWER = {"PY_URL_EXAMPLES": "0.05"}
# These take long, and the fast path does not matter to them.
NOT_ABOUT_PARSING = [
    f"--deselect=tests/unit/{name}"
    for name in (
        "test_column.py",
        "test_command_line.py::test_memory_does_not_grow_with_the_lines",
        "test_explain_readers.py::test_no_reader_takes_two_seconds",
        "test_explain_runtimes.py",
        "test_guard_frameworks.py",
        "test_unicode_data.py",
    )
]


def run(command, **options):
    result = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False, timeout=SECONDS, **options)
    assert result.returncode == 0, result.stdout[-3000:] + result.stderr[-3000:]
    return result


def passed(output):
    """Return the number of tests and rows that pytest reports as passed; none may have failed."""
    counts = {
        kind: int(count)
        for count, kind in re.findall(r"(\d+) (passed|failed|error)", output.strip().rpartition("\n")[2])
    }
    assert not counts.get("failed"), output[-3000:]
    assert not counts.get("error"), output[-3000:]
    [rows] = re.findall(r"^rows that passed together: (\d+)$", output, re.MULTILINE)
    return counts.get("passed", 0) + int(rows)


def on_the_oldest_python():
    environ = {**os.environ, **FEWER, **NO_PLUGINS, "PYTHONNOUSERSITE": "1"}
    arguments = ["--override-ini=filterwarnings=error", "--may-skip", *CORE, "tests/properties", *LESS]
    return run([str(venv.oldest_python()), "-m", "pytest", *arguments], env=environ)


def without_the_fast_path():
    arguments = ["--without-fast-path", "--may-skip", *CORE, "tests/properties", *LESS, *NOT_ABOUT_PARSING]
    return run([sys.executable, "-m", "pytest", *arguments], env={**os.environ, **FEWER, **NO_PLUGINS})


def in_pyodide():
    with tempfile.TemporaryDirectory() as folder:
        wpt = Path(folder, "url", "resources")
        wpt.mkdir(parents=True)
        files = fetch_wpt.find().files
        for file in files.values():
            shutil.copy(file, wpt)
        folders = [npm.packages() / "pyodide", ROOT, folder if files else "", sysconfig.get_path("purelib")]
        script = ROOT / "tests" / "pyodide" / "run_pytest.mjs"
        return run([str(part) for part in [npm.node(), script, *folders, *CORE, *LESS]])


RUNS = {
    "test_the_oldest_python": on_the_oldest_python,
    "test_without_the_fast_path": without_the_fast_path,
    "test_python_3_14_in_pyodide": in_pyodide,
}


@needs("oldest python")
def test_the_oldest_python(outcome):
    assert passed(outcome.stdout) > AT_LEAST


def test_without_the_fast_path(outcome):
    assert passed(outcome.stdout) > AT_LEAST


@needs("wheel", "npm packages")
def test_python_3_14_in_pyodide(outcome):
    assert "Python 3.14" in outcome.stdout
    assert passed(outcome.stdout) > AT_LEAST
