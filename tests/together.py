"""A pytest plugin that runs the rows of a parametrized test as one test.

With thousands of small rows, pytest takes longer to collect, start and report a row than to run it. Runs of the same
tests on other Pythons load this plugin: there it is enough to know that every row passes. A row that fails is named,
and the other rows of its test still run.
"""

import inspect
import itertools

import pytest

_SHOWN = 5  # failures of one test
_Marked = type(pytest.param())
_passed = pytest.StashKey[int]()


def pytest_configure(config):
    config.stash[_passed] = 0


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

    def together():
        _run(obj, tables, collector.config)

    return [pytest.Function.from_parent(collector, name=name, callobj=together)]


def _table_of(mark):
    """Return the names and the rows of a ``parametrize``, or None if pytest must expand it."""
    if mark.name != "parametrize" or {*mark.kwargs} - {"ids"} or len(mark.args) != 2:
        return None
    names, rows = mark.args
    columns = [name.strip() for name in names.split(",")] if isinstance(names, str) else names
    if any(isinstance(row, _Marked) and row.marks for row in rows):
        return None
    return columns, [row.values if isinstance(row, _Marked) else row if len(columns) > 1 else (row,) for row in rows]


def _run(function, tables, config):
    columns = [column for columns, _ in tables for column in columns]
    failures = []
    for combination in itertools.product(*(rows for _, rows in tables)):
        row = dict(zip(columns, itertools.chain(*combination), strict=True))
        try:
            function(**row)
            config.stash[_passed] += 1
        except pytest.skip.Exception:
            pass
        except (Exception, pytest.fail.Exception) as error:
            error.add_note(f"in the row {row!r:.1000}")
            failures.append(error)
    if failures:
        raise BaseExceptionGroup(f"{len(failures):,} rows failed", failures[:_SHOWN])


def pytest_terminal_summary(terminalreporter, config):
    terminalreporter.write_line(f"rows that passed together: {config.stash[_passed]}")
