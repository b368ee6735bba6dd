"""ruff and mypy have nothing to say."""

import importlib.util
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent.parent
TOOLS = {
    "ruff check": ["ruff", "check", "--no-cache", "."],
    "ruff format": ["ruff", "format", "--no-cache", "--check", "."],
    "mypy": ["mypy"],
    # As in a program that has installed the package.
    "mypy of a program": ["mypy", "--no-incremental", "tests/typing/uses.py"],
}


@pytest.mark.parametrize("tool", TOOLS.values(), ids=list(TOOLS))
def test_style(tool):
    if importlib.util.find_spec(tool[0]) is None:
        pytest.skip(f"{tool[0]} belongs to the development environment, not to this one")
    result = subprocess.run([sys.executable, "-m", *tool], cwd=ROOT, capture_output=True, text=True, check=False)
    assert result.returncode == 0, result.stdout + result.stderr
