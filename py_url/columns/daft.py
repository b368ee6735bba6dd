"""Expressions of Daft for columns of URLs: ``host(daft.col("u"))`` and others.

Each is a batch function, which gets Arrow arrays. Daft may run it in other processes, which need this package too.
https://docs.daft.ai/en/stable/custom-code/func/
"""

from __future__ import annotations

from functools import partial

from py_url import columns
from py_url.api.many import href_of_base
from py_url.columns.arrow import expect_strings, of_objects, pa
from py_url.columns.fields import type_of
from py_url.columns.parsing import ON_ERRORS, expect_fields, field as field_of, names_in_struct, parse_batch
from py_url.columns.records import DEFAULT
from py_url.standard.infra.arguments import expect_one_of, expect_str
from py_url.standard.infra.extras import how_to_install

try:
    import daft
except ModuleNotFoundError:
    raise ModuleNotFoundError(
        f"these expressions need the package daft: {how_to_install('daft', 'daft')}", name="daft"
    ) from None

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable
    from typing import Literal

    from py_url.api.url import URL

__all__ = ["field", "host", "href", "is_valid", "parse", "query_get", "query_get_all", "registrable_domain"]


def parse(
    column: daft.Expression | str,
    *,
    base: str | URL | None = None,
    fields: Iterable[str] = DEFAULT,
    errors: Literal["null", "raise", "column"] = "null",
) -> daft.Expression:
    """Return a struct of *fields*; see `columns.parse`. The errors of a row come when Daft works."""
    names = expect_fields(fields)
    on_errors = expect_one_of(errors, ON_ERRORS, "errors")
    run = partial(parse_batch, base=href_of_base(base), fields=names, errors=on_errors)
    kinds = {name: type_of(name, pa.string()) for name in names_in_struct(names, on_errors)}
    return _mapped(run, column, pa.struct(kinds))


def field(column: daft.Expression | str, name: str, *, base: str | URL | None = None) -> daft.Expression:
    """Return one field of `columns.parse`."""
    (name,) = expect_fields([name])
    return _mapped(partial(_field, name=name, base=href_of_base(base)), column, type_of(name, pa.string()))


def href(column: daft.Expression | str) -> daft.Expression:
    """Return the serialization."""
    return field(column, "href")


def host(column: daft.Expression | str) -> daft.Expression:
    """Return the host, without the port."""
    return field(column, "host")


def registrable_domain(column: daft.Expression | str) -> daft.Expression:
    """Return the registrable domain, which needs the extra ``psl``."""
    return field(column, "registrable_domain")


def is_valid(column: daft.Expression | str) -> daft.Expression:
    """Return whether the value parses."""
    return _mapped(_is_valid, column, pa.bool_())


def query_get(column: daft.Expression | str, name: str) -> daft.Expression:
    """Return the first value of a parameter of the query; see `columns.query_get`."""
    return _mapped(partial(_query_get, name=expect_str(name, "the parameter's name")), column, pa.string())


def query_get_all(column: daft.Expression | str, name: str) -> daft.Expression:
    """Return all values of a parameter of the query, as a list; see `columns.query_get_all`."""
    run = partial(_query_get_all, name=expect_str(name, "the parameter's name"))
    return _mapped(run, column, pa.list_(pa.string()))


def _mapped(
    run: Callable[[pa.Array, str], pa.Array], column: daft.Expression | str, output: pa.DataType
) -> daft.Expression:
    if not isinstance(column, daft.Expression):
        column = daft.col(expect_str(column, "the column, unless it is a daft.Expression,"))
    what = f"the column {column.name()!r}"

    def batch(series: daft.Series) -> pa.Array:
        is_of_objects = series.datatype().is_python()
        return run(of_objects(series.to_pylist(), what) if is_of_objects else series.to_arrow(), what)

    return daft.func.batch(return_dtype=daft.DataType.from_arrow_type(output))(batch)(column)


def _field(strings: pa.Array, what: str, *, name: str, base: str | None) -> pa.Array:
    expect_strings(strings, what)
    return field_of(strings, name, base=base)


def _is_valid(strings: pa.Array, what: str) -> pa.Array:
    expect_strings(strings, what)
    return columns.is_valid(strings)


def _query_get(strings: pa.Array, what: str, *, name: str) -> pa.Array:
    expect_strings(strings, what)
    return columns.query_get(strings, name)


def _query_get_all(strings: pa.Array, what: str, *, name: str) -> pa.Array:
    expect_strings(strings, what)
    return columns.query_get_all(strings, name)
