"""ruff, mypy and pyright report nothing."""

import subprocess
import sys

import pytest
from setup import npm
from setup.project import ROOT, TEST_PACKAGES

from tests.support.needs import needs

SECONDS = 600
TOOLS = {
    "ruff check": ["ruff", "check", "--no-cache", "."],
    "ruff format": ["ruff", "format", "--no-cache", "--check", "."],
    "mypy": ["mypy"],
    # Check it as a program that has installed the package.
    "mypy of a program": ["mypy", "--no-incremental", "tests/typing/uses.py"],
}


@pytest.mark.parametrize("tool", TOOLS.values(), ids=list(TOOLS))
def test_style(tool):
    command = [sys.executable, "-m", *tool]
    result = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False, timeout=SECONDS)
    assert result.returncode == 0, result.stdout + result.stderr


@needs("npm test packages")
def test_pyright_of_a_program():
    """Editors show what Pyright says."""
    command = [npm.node(), npm.packages(TEST_PACKAGES) / "pyright" / "index.js", f"--pythonpath={sys.executable}"]
    command += ["--warnings", "tests/typing/uses.py"]
    result = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False, timeout=SECONDS)
    assert result.returncode == 0, result.stdout + result.stderr
    assert "0 errors, 0 warnings" in result.stdout, result.stdout
