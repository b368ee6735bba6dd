"""Functions of SQL for DuckDB, which run on Arrow vectors.

``register(connection)`` makes them: ``url_parse(u)`` and ``try_url_parse(u)`` give a struct, ``url_host(u)`` and others
one field. https://duckdb.org/docs/stable/clients/python/function
"""

from __future__ import annotations

from functools import partial

from py_url import columns
from py_url.columns.arrow import pa
from py_url.columns.compute import ONE_COLUMN, WITH_SUFFIXES
from py_url.columns.fields import type_of
from py_url.columns.parsing import field, parse
from py_url.columns.records import DEFAULT
from py_url.standard.infra.extras import how_to_install

try:
    import duckdb
except ModuleNotFoundError:
    raise ModuleNotFoundError(
        f"these functions need the package duckdb: {how_to_install('duckdb', 'duckdb')}", name="duckdb"
    ) from None

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

_SQL = {pa.uint16(): "USMALLINT", pa.string(): "VARCHAR"}


def register(connection: duckdb.DuckDBPyConnection) -> tuple[str, ...]:
    """Make the functions in *connection* and return their names. Those that it has made before are made again; its
    cursors have them too.

    ``url_parse`` raises an error for a row that does not parse; all others give NULL. ``url_is_valid`` says whether a
    row parses. Raises TypeError if *connection* is not a connection of DuckDB, and ValueError if the database has a
    function of that name that is not from this connection.
    """
    if not isinstance(connection, duckdb.DuckDBPyConnection):
        raise TypeError(f"the connection must be a duckdb.DuckDBPyConnection, not {type(connection).__name__}")
    one = [(f"url_{name}", partial(field, name=name), _sql(name)) for name in (*ONE_COLUMN, *WITH_SUFFIXES)]
    struct = f"STRUCT({', '.join(f'{name} {_sql(name)}' for name in DEFAULT)})"
    functions: list[tuple[str, Callable[[pa.Array], pa.Array], str]] = [
        ("url_parse", partial(parse, errors="raise"), struct),
        ("try_url_parse", parse, struct),
        ("url_is_valid", columns.is_valid, "BOOLEAN"),
        *one,
    ]
    for name, function, output in functions:
        _make(connection, name, function, output)
    return tuple(name for name, _, _ in functions)


def _sql(name: str) -> str:
    return _SQL[type_of(name, pa.string())]


def _make(
    connection: duckdb.DuckDBPyConnection, name: str, function: Callable[[pa.Array], pa.Array], output: str
) -> None:
    try:
        connection.remove_function(name)
    except duckdb.InvalidInputException:
        pass  # it is not there yet

    def run(strings: object) -> object:  # DuckDB evaluates the annotations
        return function(strings)

    try:
        connection.create_function(  # type: ignore[call-overload]  # the stubs have only enumerations, no names
            name,
            run,
            [duckdb.sqltype("VARCHAR")],
            duckdb.sqltype(output),
            type="arrow",
            null_handling="special",
        )
    except duckdb.CatalogException:
        raise ValueError(
            f"the database has a function {name} that this connection did not make; register the functions once, as "
            f"all cursors and connections of a database share them, or drop that function"
        ) from None
