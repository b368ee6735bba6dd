"""The core's tests on the other Pythons: the oldest that is supported, with the oldest idna; and Pyodide's. And on this
one, with the fast path switched off.
"""

import os
import re
import subprocess
import sys
import sysconfig

import build_wheel
import environment
import fetch_wpt
import pytest
from environment import CACHE, ROOT, SCRIPTS, SetUpError

from tests.conftest import missing

CORE = ["tests/wpt", "tests/unit"]
# What the Web Platform Tests' files hold, and our own beside them, is more than this.
AT_LEAST = 7_000


try:
    environment.find_python((3, 11), (3, 12))
    OLDEST = []
except SetUpError as error:
    # A clean machine need not have it: there it is told, and no more.
    OLDEST = [missing("Python 3.11", str(error), required=False)]


def passed(output):
    """How many tests pytest says that passed; none may have failed."""
    counts = {kind: int(count) for count, kind in re.findall(r"(\d+) (passed|failed|error)", output[-500:])}
    assert not counts.get("failed"), output[-3000:]
    assert not counts.get("error"), output[-3000:]
    return counts.get("passed", 0)


@pytest.mark.parametrize("version", [pytest.param((3, 11), marks=OLDEST, id="3.11")])
def test_the_oldest_python_with_the_oldest_idna(version):
    python = environment.make_venv(CACHE / "venv-oldest", SCRIPTS / "minimum-requirements.txt", version, (3, 12))
    environ = {**os.environ, "PYTHONNOUSERSITE": "1", "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1"}
    command = [str(python), "-m", "pytest", "--override-ini=filterwarnings=error", *CORE, "tests/properties"]
    result = subprocess.run(command, cwd=ROOT, env=environ, capture_output=True, text=True, check=False)
    assert result.returncode == 0, result.stdout[-3000:] + result.stderr[-3000:]
    assert passed(result.stdout) > AT_LEAST
    assert "3 xfailed" in result.stdout, "the three rows of Unicode 17 that idna 3.11 does not know"


def test_without_the_fast_path():
    command = [sys.executable, "-m", "pytest", "--without-fast-path", *CORE, "tests/properties"]
    result = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert result.returncode == 0, result.stdout[-3000:] + result.stderr[-3000:]
    assert passed(result.stdout) > AT_LEAST


def test_python_3_14_in_pyodide():
    build_wheel.build()
    folders = [
        environment.npm_packages() / "pyodide",
        ROOT,
        fetch_wpt.locate().parent.parent,
        sysconfig.get_path("purelib"),
    ]
    script = ROOT / "tests" / "pyodide" / "run_pytest.mjs"
    command = [environment.node(), script, *folders, *CORE, "--deselect", "tests/unit/test_growth.py"]
    result = subprocess.run([str(part) for part in command], capture_output=True, text=True, check=False)
    assert result.returncode == 0, result.stdout[-3000:] + result.stderr[-3000:]
    assert "Python 3.14" in result.stdout
    assert passed(result.stdout) > AT_LEAST
