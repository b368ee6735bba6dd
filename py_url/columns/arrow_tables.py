"""Arrow tables and record batches with a column of URLs: engines that work on whole tables send these functions to
their workers.
"""

from __future__ import annotations

from py_url.api.many import href_of_base
from py_url.columns.arrow import pa
from py_url.columns.fields import type_of
from py_url.columns.parsing import ON_ERRORS, expect_fields, names_in_struct, parse_batch
from py_url.columns.records import DEFAULT
from py_url.standard.infra.arguments import expect_one_of, expect_str

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence
    from typing import Literal, TypedDict, TypeVar

    from py_url.api.url import URL

    _Table = TypeVar("_Table", pa.Table, pa.RecordBatch)
    Errors = Literal["null", "raise", "column"]

    class Options(TypedDict):
        """The arguments of `with_fields`."""

        column: str
        fields: tuple[str, ...]
        base: str | None
        errors: Errors


def with_fields(
    table: _Table,
    column: str,
    *,
    fields: Iterable[str] = DEFAULT,
    base: str | None = None,
    errors: Errors = "null",
) -> _Table:
    """Return an Arrow table with the *fields* of the URLs in *column* as further columns; see `columns.parse`.

    Raises ValueError if the table has no such column, or has one with the name of a field.
    """
    fields = expect_fields(fields)
    names = new_names(table.schema.names, column, fields, errors)
    struct = parse_batch(table.column(column), f"the column {column!r}", base=base, fields=fields, errors=errors)
    parts: list[pa.Array] = struct.flatten()
    schema = table.schema
    for name, part in zip(names, parts, strict=True):
        schema = schema.append(pa.field(name, part.type))
    return type(table).from_arrays([*table.columns, *parts], schema=schema)


def batches_with_fields(batches: Iterable[pa.RecordBatch], options: Options) -> Iterator[pa.RecordBatch]:
    """Do this with each batch, for an engine without unsigned integers."""
    for batch in batches:
        found = with_fields(batch, **options)
        kinds = [one.with_type(signed(one.type)) for one in found.schema]
        yield found.cast(pa.schema(kinds, found.schema.metadata))


def options(column: object, fields: Iterable[str], base: str | URL | None, errors: object) -> Options:
    """Return the arguments of `with_fields` in a form for workers. Raises the errors of `columns.parse`, and TypeError
    if *column* is not a str.
    """
    return {
        "column": expect_str(column, "the name of the column"),
        "fields": expect_fields(fields),
        "base": href_of_base(base),
        "errors": expect_one_of(errors, ON_ERRORS, "errors"),
    }


def new_names(there: Sequence[str], column: str, fields: Iterable[str], errors: str) -> tuple[str, ...]:
    """Return the names of the columns that a table with the columns *there* gets. Raises ValueError as `with_fields`
    does.
    """
    if column not in there:
        raise ValueError(f"there is no column {column!r}; the columns are {', '.join(there)}")
    if there.count(column) > 1:
        raise ValueError(f"there is more than one column {column!r}; rename the others")
    names = names_in_struct(fields, errors)
    for name in names:
        if name in there:
            raise ValueError(f"there is a column {name!r} already; rename it, or leave {name} out of the fields")
    return names


def signed(kind: pa.DataType) -> pa.DataType:
    """Return the type for an engine without unsigned integers: the next larger one that is signed."""
    if pa.types.is_struct(kind):
        return pa.struct([one.with_type(signed(one.type)) for one in kind])
    return {pa.uint16(): pa.int32(), pa.uint32(): pa.int64()}.get(kind, kind)


def type_of_new(name: str) -> pa.DataType:
    """Return the type of a new column, for an engine without unsigned integers."""
    return signed(type_of(name, pa.string()))
