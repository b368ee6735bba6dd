"""What type checkers say of programs that use an engine, with the engine's own types."""

import subprocess
import sys

import pytest
from setup import engines
from setup.project import ROOT

from tests.needs import needs

SECONDS = 300


@pytest.mark.parametrize(
    ("program", "environment"),
    [
        pytest.param("spark_uses.py", engines.spark, marks=needs("spark")),
        pytest.param("distributed_uses.py", engines.distributed, marks=needs("distributed")),
    ],
    ids=["spark", "distributed"],
)
def test_mypy(program, environment):
    python = environment(install=False)
    options = ["--no-incremental", f"--python-executable={python}", f"tests/typing/{program}"]
    result = subprocess.run(
        [sys.executable, "-m", "mypy", *options], cwd=ROOT, capture_output=True, text=True, check=False, timeout=SECONDS
    )
    assert result.returncode == 0, result.stdout + result.stderr
