"""The core tests on the oldest supported Python and on Pyodide's, and on this one without the fast path."""

import os
import re
import shutil
import subprocess
import sys
import sysconfig

import fetch_wpt
from setup import npm, venv
from setup.project import ROOT

from tests.needs import needs

CORE = ["tests/wpt", "tests/unit", "tests/seeds"]
# Even our own data has more rows than this.
AT_LEAST = 10_000
SECONDS = 1_200
# Times are measured only on this Python.
NO_GROWTH = ["--deselect", "tests/unit/test_growth.py"]
# The properties run with all examples on this Python; on the others, a part of the examples is enough.
FEWER = {"PY_URL_EXAMPLES": "0.2"}


def run(command, **options):
    result = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False, timeout=SECONDS, **options)
    assert result.returncode == 0, result.stdout[-3000:] + result.stderr[-3000:]
    return result


def passed(output):
    """Return the number of tests that pytest reports as passed; none may have failed."""
    counts = {
        kind: int(count)
        for count, kind in re.findall(r"(\d+) (passed|failed|error)", output.strip().rpartition("\n")[2])
    }
    assert not counts.get("failed"), output[-3000:]
    assert not counts.get("error"), output[-3000:]
    return counts.get("passed", 0)


@needs("oldest python")
def test_the_oldest_python():
    python = venv.oldest_python()
    environ = {**os.environ, **FEWER, "PYTHONNOUSERSITE": "1", "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1"}
    command = [
        str(python),
        "-m",
        "pytest",
        "--override-ini=filterwarnings=error",
        "--may-skip",
        *CORE,
        "tests/properties",
        *NO_GROWTH,
    ]
    result = run(command, env=environ)
    assert passed(result.stdout) > AT_LEAST


def test_without_the_fast_path():
    command = [
        sys.executable,
        "-m",
        "pytest",
        "--without-fast-path",
        "--may-skip",
        *CORE,
        "tests/properties",
        *NO_GROWTH,
    ]
    assert passed(run(command, env={**os.environ, **FEWER}).stdout) > AT_LEAST


@needs("wheel", "npm packages")
def test_python_3_14_in_pyodide(tmp_path):
    wpt = tmp_path / "url" / "resources"
    wpt.mkdir(parents=True)
    files = fetch_wpt.find().files
    for file in files.values():
        shutil.copy(file, wpt)
    folders = [npm.packages() / "pyodide", ROOT, tmp_path if files else "", sysconfig.get_path("purelib")]
    script = ROOT / "tests" / "pyodide" / "run_pytest.mjs"
    command = [npm.node(), script, *folders, *CORE, *NO_GROWTH]
    result = run([str(part) for part in command])
    assert "Python 3.14" in result.stdout
    assert passed(result.stdout) > AT_LEAST
