"""The plugin that runs the rows of a table as one test: what fails is named, and what cannot be shared stays apart."""

import re
import subprocess
import sys

from setup.project import ROOT

TESTS = """
import pytest

@pytest.mark.parametrize("row", [pytest.param(1, id="one"), 2, 3, 4])
def test_one_column(row):
    assert row % 2 == 0

@pytest.mark.parametrize(("a", "b"), [(1, 2), (3, 4)], ids=["x", "y"])
@pytest.mark.parametrize("c", {5: "", 6: ""})
def test_two_tables(a, b, c):
    if c == 6:
        pytest.skip("not now")
    assert a + b < 8, f"{a}, {b}, {c}"

@pytest.mark.parametrize("row", [1, 2])
def test_with_a_fixture(row, tmp_path):
    assert tmp_path.exists()

@pytest.mark.parametrize("row", [1, pytest.param(2, marks=pytest.mark.skip(reason="marked"))])
def test_with_a_mark(row):
    assert row == 1

@pytest.mark.parametrize("row", "ab")
def test_that_fails(row):
    pytest.fail("on purpose")

def test_without_rows():
    pass
"""


def test_rows_run_together(tmp_path):
    file = tmp_path / "test_rows.py"
    file.write_text(TESTS, "utf-8")
    command = [sys.executable, "-m", "pytest", "-p", "tests.together", "--rootdir", tmp_path, file]
    command += ["-c", ROOT / "pyproject.toml"]
    result = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False, timeout=120)
    output = result.stdout
    assert result.returncode == 1, output + result.stderr
    assert "2 rows failed (2 sub-exceptions)" in output
    assert re.findall(r"in the row (.*)", output) == ["{'row': 1}", "{'row': 3}", "{'row': 'a'}", "{'row': 'b'}"]
    assert "rows that passed together: 4\n" in output
    # What passed: the two tables, both rows with a fixture, one row beside a marked one, and the test without rows.
    assert re.search(r"2 failed, 5 passed, 1 skipped in ", output), output
