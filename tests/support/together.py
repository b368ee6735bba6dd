"""A pytest plugin that runs the rows of a parametrized test as one test.

With thousands of small rows, pytest takes longer to collect, start and report a row than to run it. Full runs of
``build_scripts/test.py`` load this plugin, and so do the runs on other Pythons. A row that fails is named, and the
other rows of its test still run. Tests that use fixtures, and tables with marked rows, stay as they are. Without the
plugin, each row is a test with a name, so you can run one by itself.
"""

import inspect
import itertools
import math
from collections.abc import Collection

import pytest

_SHOWN = 5  # failures of one test
_Marked = type(pytest.param())
_PASSED, _SKIPPED = "rows that passed", "rows that were skipped"
_passed = []


@pytest.hookimpl(tryfirst=True)
def pytest_pycollect_makeitem(collector, name, obj):
    marks = getattr(obj, "pytestmark", [])
    if not marks or not inspect.isfunction(obj) or not collector.istestfunction(obj, name):
        return None
    tables = [_table_of(mark) for mark in marks]
    arguments = {*inspect.signature(obj).parameters}
    if None in tables or {column for columns, _ in tables for column in columns} != arguments:
        # It uses fixtures, or some of its rows have marks.
        return None

    def together(record_property):
        _run(obj, tables, record_property)

    item = pytest.Function.from_parent(collector, name=name, callobj=together)
    item.rows = math.prod(len(rows) for _, rows in tables)
    return [item]


def _table_of(mark):
    """Return the names and the rows of a ``parametrize``, or None if pytest must expand it."""
    if mark.name != "parametrize" or {*mark.kwargs} - {"ids"} or len(mark.args) != 2:
        return None
    names, rows = mark.args
    columns = [name.strip() for name in names.split(",")] if isinstance(names, str) else list(names)
    # An iterator would be used up here. What is wrong with an empty table, pytest says.
    if not isinstance(rows, Collection) or not rows or any(isinstance(row, _Marked) and row.marks for row in rows):
        return None
    is_bare = isinstance(names, str) and len(columns) == 1
    return columns, [row.values if isinstance(row, _Marked) else (row,) if is_bare else row for row in rows]


def _run(function, tables, record_property):
    columns = [column for columns, _ in tables for column in columns]
    passed = 0
    skipped = []
    failures = []
    for combination in itertools.product(*(rows for _, rows in tables)):
        row = dict(zip(columns, itertools.chain(*combination), strict=True))
        try:
            function(**row)
            passed += 1
        except pytest.skip.Exception as skip:
            skipped.append(str(skip))
        except (Exception, pytest.fail.Exception) as error:
            error.add_note(f"in the row {row!r:.1000}")
            failures.append(error)
    record_property(_PASSED, passed)
    record_property(_SKIPPED, len(skipped))
    if failures:
        raise BaseExceptionGroup(f"{len(failures):,} rows failed", failures[:_SHOWN])
    if skipped:
        pytest.skip(f"{len(skipped):,} rows: {', '.join(dict.fromkeys(skipped))}")


def rows_that_passed(report):
    """Return how many rows of a table passed in a test; 0 if it ran only one."""
    return dict(report.user_properties).get(_PASSED, 0) if report.when == "call" else 0


def rows_that_were_skipped(report):
    """Return how many rows of a table were skipped in a test; 0 if it ran only one."""
    return dict(report.user_properties).get(_SKIPPED, 0) if report.when == "call" else 0


def pytest_runtest_logreport(report):
    _passed.append(rows_that_passed(report))


def pytest_terminal_summary(terminalreporter):
    terminalreporter.write_line(f"rows that passed together: {sum(_passed)}")
