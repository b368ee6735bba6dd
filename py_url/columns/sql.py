"""The functions that engines with SQL get: their names, what they do with Arrow arrays, and their types."""

from __future__ import annotations

from functools import partial

from py_url.columns.arrow import FailedRow, mapped, pa
from py_url.columns.checks import is_valid
from py_url.columns.compute import ONE_COLUMN, STRUCT, WITH_SUFFIXES
from py_url.columns.fields import type_of
from py_url.columns.parsing import field, first_of, parse_named, resolve, url_key
from py_url.columns.records import DEFAULT

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Literal


class Function:
    """A function of SQL: call it with as many Arrow arrays of strings as it has arguments.

    It can be pickled, because engines send functions to other processes.
    """

    def __init__(self, name: str, run: Callable[..., pa.Array], output: pa.DataType, arguments: int = 1) -> None:
        self.name = name
        self.run = run
        self.output = output
        self.arguments = arguments

    def __call__(self, *arrays: pa.Array) -> pa.Array:
        """Return the result, which has the type ``output``. Raises TypeError if an array does not hold strings."""
        try:
            result = self.run(*arrays)
        except TypeError as error:
            raise TypeError(f"{self.name}: {error}") from None
        return result if result.type == self.output else result.cast(self.output)


def _parse(urls: pa.Array, *, errors: Literal["null", "raise"]) -> pa.Array:
    try:
        return parse_named(urls, "the column", base=None, fields=DEFAULT, errors=errors)
    except FailedRow as failed:
        # The number of the row is that in a batch, which nobody has seen.
        raise failed.error from None


def _query_get(urls: pa.Array, names: pa.Array) -> pa.Array:
    queries = field(urls, "query").to_pylist()
    wanted = mapped(names, _as_it_is, "the column of names").to_pylist()
    rows = zip(queries, wanted, strict=True)
    return pa.array([None if None in row else first_of(*row) for row in rows], pa.string())


def _as_it_is(strings: pa.Array) -> pa.Array:
    return strings


FUNCTIONS = (
    Function("url_parse", partial(_parse, errors="raise"), STRUCT),
    Function("try_url_parse", partial(_parse, errors="null"), STRUCT),
    Function("url_is_valid", is_valid, pa.bool_()),
    *(
        Function(f"url_{name}", partial(field, name=name), type_of(name, pa.string()))
        for name in (*ONE_COLUMN, *WITH_SUFFIXES, "canonical", "surt")
    ),
    Function("url_key", url_key, pa.string()),
    Function("url_query_get", _query_get, pa.string(), 2),
    Function("url_resolve", resolve, pa.string(), 2),
)
"""All of them. ``url_parse`` raises InvalidURL for a row that does not parse; the others give null."""
