"""The plugin that runs the rows of a table as one test: what fails is named, and what cannot be shared stays apart."""

import json
import re
import subprocess
import sys

import pytest
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

@pytest.mark.parametrize(("row",), [(1,), (2,)])
def test_a_list_of_one_name(row):
    assert row in (1, 2)
"""
NO_TABLES = (
    """
import pytest

@pytest.mark.parametrize("row", (row for row in [1, 2]))
def test_an_iterator(row):
    pass
""",
    """
import pytest

@pytest.mark.parametrize("row", [])
def test_an_empty_table(row):
    pass
""",
)


def run(tests, folder):
    file = folder / "test_rows.py"
    file.write_text(tests, "utf-8")
    command = [sys.executable, "-m", "pytest", "-rs", "-p", "tests.support.together", "--rootdir", folder, file]
    command += ["-c", ROOT / "pyproject.toml"]
    return subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False, timeout=120)


@pytest.mark.parametrize("tests", NO_TABLES, ids=["iterator", "empty"])
def test_what_is_no_table_is_refused(tests, tmp_path):
    result = run(tests, tmp_path)
    assert result.returncode == pytest.ExitCode.INTERRUPTED, result.stdout
    assert "1 error in " in result.stdout


def test_rows_run_together(tmp_path):
    result = run(TESTS, tmp_path)
    output = result.stdout
    assert result.returncode == 1, output + result.stderr
    assert "2 rows failed (2 sub-exceptions)" in output
    assert re.findall(r"in the row (.*)", output) == ["{'row': 1}", "{'row': 3}", "{'row': 'a'}", "{'row': 'b'}"]
    assert "rows that passed together: 6\n" in output
    # What passed: both rows with a fixture, one row beside a marked one, a table, and the test without rows.
    assert re.search(r"2 failed, 5 passed, 2 skipped in ", output), output
    assert "2 rows: not now" in output


def test_each_row_counts_in_a_tally():
    """As it does when tests are collected: whether it passed, was skipped or deselected."""
    file = "tests/unit/test_html.py"
    pytest_of = [sys.executable, "-m", "pytest", file]
    settings = {"cwd": ROOT, "capture_output": True, "text": True, "timeout": 600}
    rows = subprocess.run([*pytest_of, "--collect-only"], check=True, **settings).stdout
    deselected = [f"--deselect={file}::{name}" for name in ("test_the_base_element", "test_invalid_environments")]
    options = ["-p", "tests.support.together", "--tally", *deselected]
    result = subprocess.run([*pytest_of, *options], check=True, **settings)
    tally = json.loads(re.findall(r"^tally: (.*)$", result.stdout, re.MULTILINE)[0])["files"][file]
    assert tally["deselected"] == rows.count(f"{file}::test_the_base_element") + 1 > 2
    assert sum(tally.values()) == rows.count(f"{file}::")
