"""ruff and mypy report nothing."""

import subprocess
import sys

import pytest
from setup.project import ROOT

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
