"""SQL functions for DuckDB, which run on Arrow vectors.

``register(connection)`` makes them: ``url_parse(u)`` and ``try_url_parse(u)`` give a struct, ``url_host(u)`` and others
one field. https://duckdb.org/docs/stable/clients/python/function
"""

from __future__ import annotations

from py_url.columns.arrow import pa
from py_url.columns.sql import FUNCTIONS
from py_url.standard.infra.extras import how_to_install

try:
    import duckdb
except ModuleNotFoundError:
    raise ModuleNotFoundError(
        f"these functions need the package duckdb: {how_to_install('duckdb', 'duckdb')}", name="duckdb"
    ) from None

TYPE_CHECKING = False
if TYPE_CHECKING:
    from py_url.columns.sql import Function

__all__ = ["register"]

_SQL = {pa.uint16(): "USMALLINT", pa.uint32(): "UINTEGER", pa.int32(): "INTEGER", pa.string(): "VARCHAR"}
_SQL |= {pa.bool_(): "BOOLEAN"}


def register(connection: duckdb.DuckDBPyConnection) -> tuple[str, ...]:
    """Make the functions in *connection* and return their names.

    Those that it has made before are made again; its cursors have them too. ``url_parse`` raises an error for a row
    that does not parse. ``url_is_valid`` says whether a row parses, and ``url_error`` why not; all others give NULL.

    Raises:
        TypeError: If *connection* is not a connection of DuckDB.
        ValueError: If the database has a function of that name that is not from this connection.

    >>> connection = duckdb.connect()
    >>> names = register(connection)
    >>> connection.sql("SELECT url_host('https://EXAMPLE.com')").fetchall()
    [('example.com',)]
    """
    if not isinstance(connection, duckdb.DuckDBPyConnection):
        raise TypeError(f"the connection must be a duckdb.DuckDBPyConnection, not {type(connection).__name__}")
    for function in FUNCTIONS:
        _make(connection, function)
    return tuple(function.name for function in FUNCTIONS)


def _sql(kind: pa.DataType) -> str:
    if pa.types.is_struct(kind):
        return f"STRUCT({', '.join(f'{part.name} {_sql(part.type)}' for part in kind)})"
    if pa.types.is_list(kind):
        return f"{_sql(kind.value_type)}[]"
    return _SQL[kind]


def _make(connection: duckdb.DuckDBPyConnection, function: Function) -> None:
    try:
        connection.remove_function(function.name)
    except duckdb.InvalidInputException:
        pass  # it is not there yet

    # DuckDB evaluates the annotations, and counts the parameters.
    def run_one(strings: object) -> object:
        return function(strings)

    def run_two(strings: object, others: object) -> object:
        return function(strings, others)

    try:
        connection.create_function(  # type: ignore[call-overload]  # the stubs have only enumerations, no names
            function.name,
            run_one if function.arguments == 1 else run_two,
            [duckdb.sqltype("VARCHAR")] * function.arguments,
            duckdb.sqltype(_sql(function.output)),
            type="arrow",
            null_handling="special",
        )
    except duckdb.CatalogException:
        raise ValueError(
            f"the database has a function {function.name} that this connection did not make; register the functions "
            f"once, as all cursors and connections of a database share them, or drop that function"
        ) from None
