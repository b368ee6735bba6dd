"""Measure columns of URLs, and the loops over other packages that people write instead; print JSON.

    python -m research.bench.columns ROUNDS

A column has each URL of a corpus ten times, with another number at its end, so that hosts are repeated and rows are
not. Everything runs on one core. Memory is the peak of what is resident in a new process while `columns.parse` runs,
less what was resident before; the column is not part of it, and the result is.
"""

from __future__ import annotations

import importlib
import json
import sys
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context

import duckdb
import polars as pl

from py_url import URL, columns, parse_many
from py_url.columns import duckdb as for_duckdb
from py_url.columns.arrow import pa
from research.bench import memory, speed
from tests.benchmarks import corpora

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from typing import Any

    Given = tuple[list[str], Any]

# These packages have no types.
ada_url, can_ada, pd, upa_url = map(importlib.import_module, ("ada_url", "can_ada", "pandas", "upa_url"))

_CORPORA = ("real", "messy", "international", "queries")
_COPIES = 10
_ROWS_FOR_MEMORY = 1_000_000
_PARSERS: dict[str, Callable[[str], Any]] = {
    "py-url, a loop over URL": URL,
    "can-ada, a loop": can_ada.parse,
    "ada-url, a loop": ada_url.URL,
    "upa-url, a loop": upa_url.URL,
}


def _accepted(line: str) -> bool:
    """Whether all packages accept the line and agree on it."""
    try:
        return len({str(parse(line).href) for parse in _PARSERS.values()}) == 1
    except Exception:  # packages raise different exceptions for strings that they reject
        return False


def column_of(lines: Sequence[str]) -> list[str]:
    """Return the rows of a column: these lines ten times, with a number at the end of those that have a path."""
    kept = [line for line in lines if _accepted(line)]
    rows = kept + [f"{line}{n}" if line.count("/") > 2 else line for n in range(1, _COPIES) for line in kept]
    return [row for row in rows if _accepted(row)]


def _hrefs(parse: Callable[[str], Any]) -> Callable[[Given], object]:
    return lambda given: pa.array([parse(string).href for string in given[0]])


def _seven(parse: Callable[[str], Any]) -> Callable[[Given], object]:
    def read(given: Given) -> object:
        urls = map(parse, given[0])
        return [(u.href, u.protocol, u.hostname, u.port, u.pathname, u.search, u.hash) for u in urls]

    return read


def _engines(rows: list[str]) -> dict[str, Callable[[Given], object]]:
    """The host of each row, in each engine."""
    for name in ("pandas", "polars"):
        getattr(columns, name)
    of_arrow = pd.Series(rows, dtype=pd.ArrowDtype(pa.string()))
    objects = pd.Series(rows, dtype=object)
    frame = pl.DataFrame({"u": rows}).lazy().select(pl.col("u").url.host())  # type: ignore[attr-defined]  # the namespace is registered
    connection = duckdb.connect(config={"threads": 1})
    for_duckdb.register(connection)
    connection.register("t", pa.table({"u": rows}))
    return {
        "PyArrow": lambda given: columns.host(given[1]),
        "Polars": lambda _: frame.collect(),
        "DuckDB": lambda _: connection.execute("SELECT url_host(u) FROM t").fetchall(),
        "pandas, Arrow": lambda _: of_arrow.url.host,
        "pandas, object": lambda _: objects.url.host,
        "py-url, a loop over URL": lambda given: pa.array([URL(string).hostname for string in given[0]]),
        "can-ada, a loop": lambda given: pa.array([can_ada.parse(string).hostname for string in given[0]]),
    }


def _measured(runs: dict[str, Callable[[Given], object]], rows: list[str], rounds: int) -> dict[str, float]:
    """Return nanoseconds for a row."""
    given = (rows, pa.array(rows))
    whole: dict[str, speed.Run] = {name: (lambda _: given, run) for name, run in runs.items()}
    return {name: one["median"] for name, one in speed.measure(whole, rows, rounds, clear=False).items()}


def _memory(rows: list[str]) -> dict[str, float]:
    """Return what parsing a long column takes at its peak, in bytes, and the bytes of the column and of the result."""
    pa.set_cpu_count(1)
    array = pa.array(rows)
    # Load what the first use loads, such as patterns, before measuring.
    columns.parse(array[: len(rows) // _COPIES])
    array = pa.concat_arrays([array] * (_ROWS_FOR_MEMORY // len(array)))
    memory.forget_most()
    before = memory.now()
    found = columns.parse(array)
    return {"rows": len(array), "column": array.nbytes, "result": found.nbytes, "peak": memory.most() - before}


def _memory_alone(rows: list[str]) -> dict[str, float]:
    """Return what `_memory` does, from a new process: here, earlier work may have left free memory."""
    with ProcessPoolExecutor(1, get_context("spawn")) as executor:
        return executor.submit(_memory, rows).result()


def main() -> None:
    """Measure and print."""
    rounds = int(sys.argv[1])
    pa.set_cpu_count(1)
    answer: dict[str, Any] = {"rows": {}}
    for name in _CORPORA:
        rows = column_of(corpora.read(name))
        hrefs = {"columns.href": lambda given: columns.href(given[1]), "parse_many": lambda given: parse_many(given[0])}
        parsed = {"columns.parse": lambda given: columns.parse(given[1])}
        answer["rows"][name] = {
            "count": len(rows),
            "href": _measured(hrefs | {peer: _hrefs(parse) for peer, parse in _PARSERS.items()}, rows, rounds),
            "seven": _measured(parsed | {peer: _seven(parse) for peer, parse in _PARSERS.items()}, rows, rounds),
            "memory": _memory_alone(rows),
        }
        if name == _CORPORA[0]:
            answer["engines"] = _measured(_engines(rows), rows, rounds)
    print(json.dumps(answer))


if __name__ == "__main__":
    main()
