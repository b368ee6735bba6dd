"""``pl.col("u").url`` for Polars 1.2 and later: importing this module registers the namespace.

``pl.col("u").url.host()`` is an expression, ``pl.col("u").url.parse()`` a struct. Both work in lazy frames and in
streaming. A null stays null. https://docs.pola.rs/api/python/stable/reference/api.html
"""

from __future__ import annotations

from functools import partial

from py_url import columns
from py_url.columns.arrow import pa
from py_url.columns.fields import type_of
from py_url.columns.parsing import expect_fields, field, names_in_struct
from py_url.columns.records import DEFAULT
from py_url.many import href_of_base
from py_url.standard.infra.extras import how_to_install
from py_url.standard.infra.validation import InvalidURL

try:
    import polars as pl
except ModuleNotFoundError:
    raise ModuleNotFoundError(
        f"the namespace needs the package polars: {how_to_install('polars', 'polars')}", name="polars"
    ) from None
from collections.abc import Iterable
from typing import Literal

from py_url.guard import Policy
from py_url.url import URL

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable


_VERDICT = pl.Struct({"allowed": pl.Boolean, "url": pl.String, "reasons": pl.List(pl.String)})


def _type_of(name: str) -> pl.DataType:
    arrow = type_of(name, pa.string())
    return {pa.uint16(): pl.UInt16(), pa.uint32(): pl.UInt32(), pa.int32(): pl.Int32()}.get(arrow, pl.String())


class URLs:
    """The namespace ``Expr.url``."""

    def __init__(self, expression: pl.Expr) -> None:
        self._expression = expression

    def parse(
        self,
        *,
        base: str | URL | None = None,
        fields: Iterable[str] = DEFAULT,
        errors: Literal["null", "raise", "column"] = "null",
    ) -> pl.Expr:
        """Return a struct of *fields*; see `columns.parse`.

        With ``errors="raise"``, a value that does not parse raises ValueError, or in older versions Polars'
        ComputeError: Polars makes a new exception from the type and the text of each, so it cannot be InvalidURL.
        """
        fields = expect_fields(fields)
        run = partial(columns.parse, base=href_of_base(base), fields=fields, errors=errors)
        return self._mapped(run, pl.Struct({name: _type_of(name) for name in names_in_struct(fields, errors)}))

    def href(self) -> pl.Expr:
        """Return the serialization."""
        return self.field("href")

    def scheme(self) -> pl.Expr:
        """Return the scheme, without ":"."""
        return self.field("scheme")

    def host(self) -> pl.Expr:
        """Return the host, without the port."""
        return self.field("host")

    def port(self) -> pl.Expr:
        """Return the port, unless it is the scheme's default."""
        return self.field("port")

    def path(self) -> pl.Expr:
        """Return the path."""
        return self.field("path")

    def query(self) -> pl.Expr:
        """Return the query, without "?"."""
        return self.field("query")

    def fragment(self) -> pl.Expr:
        """Return the fragment, without "#"."""
        return self.field("fragment")

    def origin(self) -> pl.Expr:
        """Return the origin."""
        return self.field("origin")

    def registrable_domain(self) -> pl.Expr:
        """Return the registrable domain, which needs the extra ``psl``."""
        return self.field("registrable_domain")

    def is_valid(self) -> pl.Expr:
        """Return whether the value parses."""
        return self._mapped(columns.is_valid, pl.Boolean())

    def field(self, name: str, *, base: str | URL | None = None) -> pl.Expr:
        """Return one field of `columns.parse`."""
        return self._mapped(partial(field, name=name, base=href_of_base(base)), _type_of(name))

    def query_get(self, name: str) -> pl.Expr:
        """Return the first value of a parameter of the query; see `columns.query_get`."""
        return self._mapped(partial(columns.query_get, name=name), pl.String())

    def guard(self, policy: Policy | None = None) -> pl.Expr:
        """Return the verdicts of `columns.guard`, as a struct."""
        return self._mapped(partial(columns.guard, policy=policy), _VERDICT)

    def _mapped(self, function: Callable[[pa.Array], pa.Array], output: pl.DataType) -> pl.Expr:
        def run(series: pl.Series) -> pl.Series:
            if series.dtype not in (pl.String, pl.Categorical, pl.Enum, pl.Null, pl.Binary):
                raise TypeError(f"the column {series.name!r} must hold strings, not {series.dtype}")
            try:
                result = pl.Series(series.name, function(series.to_arrow()))
            except InvalidURL as error:
                raise ValueError(str(error)) from None
            return result.cast(output)

        return self._expression.map_batches(run, return_dtype=output, is_elementwise=True)


pl.api.register_expr_namespace("url")(URLs)
