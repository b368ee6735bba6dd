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
    """Return a struct of *fields* for *column*; *base* and *errors* are those of `columns.parse`.

    The errors of a row occur when Daft works.

    >>> frame = daft.from_pydict({"url": ["https://h/a"]})
    >>> frame.select(parse("url", fields=["host", "path"])).to_pydict()
    {'url': [{'host': 'h', 'path': '/a'}]}
    """
    names = expect_fields(fields)
    on_errors = expect_one_of(errors, ON_ERRORS, "errors")
    run = partial(parse_batch, base=href_of_base(base), fields=names, errors=on_errors)
    kinds = {name: type_of(name, pa.string()) for name in names_in_struct(names, on_errors)}
    return _mapped(run, column, pa.struct(kinds))


def field(column: daft.Expression | str, name: str, *, base: str | URL | None = None) -> daft.Expression:
    """Return the field *name* of `columns.parse` for *column*, relative to *base*.

    >>> frame = daft.from_pydict({"url": ["https://h/a"]})
    >>> frame.select(field("url", "path")).to_pydict()
    {'url': ['/a']}
    """
    (name,) = expect_fields([name])
    return _mapped(partial(_field, name=name, base=href_of_base(base)), column, type_of(name, pa.string()))


def href(column: daft.Expression | str) -> daft.Expression:
    """Return the serialization of *column*.

    >>> frame = daft.from_pydict({"url": ["HTTPS://h"]})
    >>> frame.select(href("url")).to_pydict()
    {'url': ['https://h/']}
    """
    return field(column, "href")


def host(column: daft.Expression | str) -> daft.Expression:
    """Return the host of *column*, without the port.

    >>> frame = daft.from_pydict({"url": ["https://h:444"]})
    >>> frame.select(host("url")).to_pydict()
    {'url': ['h']}
    """
    return field(column, "host")


def registrable_domain(column: daft.Expression | str) -> daft.Expression:
    """Return the registrable domain of *column*, which needs the extra ``psl``.

    >>> frame = daft.from_pydict({"url": ["https://www.example.co.uk"]})
    >>> frame.select(registrable_domain("url")).to_pydict()
    {'url': ['example.co.uk']}
    """
    return field(column, "registrable_domain")


def is_valid(column: daft.Expression | str) -> daft.Expression:
    """Return whether the value of *column* parses.

    >>> frame = daft.from_pydict({"url": ["https://h", "b c"]})
    >>> frame.select(is_valid("url")).to_pydict()
    {'url': [True, False]}
    """
    return _mapped(_is_valid, column, pa.bool_())


def query_get(column: daft.Expression | str, name: str) -> daft.Expression:
    """Return the first value of the parameter *name* of the query of *column*; see `columns.query_get`.

    >>> frame = daft.from_pydict({"url": ["https://h/?q=a+b"]})
    >>> frame.select(query_get("url", "q")).to_pydict()
    {'url': ['a b']}
    """
    return _mapped(partial(_query_get, name=expect_str(name, "the parameter's name")), column, pa.string())


def query_get_all(column: daft.Expression | str, name: str) -> daft.Expression:
    """Return all values of the parameter *name* of the query of *column*, as a list; see `columns.query_get_all`.

    >>> frame = daft.from_pydict({"url": ["https://h/?q=a&q=b"]})
    >>> frame.select(query_get_all("url", "q")).to_pydict()
    {'url': [['a', 'b']]}
    """
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
