"""``pl.col("u").url`` for Polars 1.2 and later: importing this module registers the namespace.

``pl.col("u").url.host()`` is an expression, ``pl.col("u").url.parse()`` a struct. Both work in lazy frames and in
streaming. A null stays null. https://docs.pola.rs/api/python/stable/reference/api.html
"""

from __future__ import annotations

from functools import partial

from py_url import columns
from py_url.api.many import href_of_base
from py_url.columns.arrow import of_objects, pa
from py_url.columns.fields import type_of
from py_url.columns.parsing import expect_fields, field, names_in_struct
from py_url.columns.records import DEFAULT
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

from py_url.api.url import URL
from py_url.guard import Policy

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import NoReturn


__all__ = ["URLs"]


class _Method(pl.Expr):
    """A method of the namespace. As an expression, which it may be taken for, it raises TypeError."""

    def __init__(self, method: Callable[..., pl.Expr]) -> None:
        self._method = method
        self.__doc__ = method.__doc__

    def __call__(self, *args: object, **options: object) -> pl.Expr:
        return self._method(*args, **options)

    def __repr__(self) -> str:
        return f"<the method url.{self._method.__name__}; call it>"

    __str__ = _repr_html_ = __repr__

    # Polars takes this from each expression that it uses, in operators and methods too.
    @property
    def _pyexpr(self) -> NoReturn:  # type: ignore[override]  # it is never an expression
        name = self._method.__name__
        raise TypeError(f"url.{name} is a method in Polars; write url.{name}(...) instead of url.{name}")


_VERDICT = pl.Struct({"allowed": pl.Boolean, "url": pl.String, "reasons": pl.List(pl.String)})


def _type_of(name: str) -> pl.DataType:
    arrow = type_of(name, pa.string())
    return {pa.uint16(): pl.UInt16(), pa.uint32(): pl.UInt32(), pa.int32(): pl.Int32()}.get(arrow, pl.String())


class URLs:
    """The namespace ``Expr.url``."""

    def __init__(self, expression: pl.Expr) -> None:
        self._expression = expression

    # Hidden from type checkers, for which a method is a method.
    if not TYPE_CHECKING:

        def __getattribute__(self, name: str) -> object:
            value = object.__getattribute__(self, name)
            return value if name.startswith("_") else _Method(value)

    def parse(
        self,
        *,
        base: str | URL | None = None,
        fields: Iterable[str] = DEFAULT,
        errors: Literal["null", "raise", "column"] = "null",
    ) -> pl.Expr:
        """Return a struct of *fields*; *base* and *errors* are those of `columns.parse`.

        With ``errors="raise"``, a value that does not parse raises ValueError, or in older versions Polars'
        ComputeError: Polars makes a new exception from the type and the text of each, so it cannot be InvalidURL.

        >>> pl.select(pl.lit("https://h/a").url.parse(fields=["host", "path"])).item()
        {'host': 'h', 'path': '/a'}
        """
        fields = expect_fields(fields)
        run = partial(columns.parse, base=href_of_base(base), fields=fields, errors=errors)
        return self._mapped(run, pl.Struct({name: _type_of(name) for name in names_in_struct(fields, errors)}))

    def href(self) -> pl.Expr:
        """Return the serialization.

        >>> pl.select(pl.lit("HTTPS://h").url.href()).item()
        'https://h/'
        """
        return self.field("href")

    def scheme(self) -> pl.Expr:
        """Return the scheme, without ":".

        >>> pl.select(pl.lit("HTTPS://h").url.scheme()).item()
        'https'
        """
        return self.field("scheme")

    def host(self) -> pl.Expr:
        """Return the host, without the port.

        >>> pl.select(pl.lit("https://h:444").url.host()).item()
        'h'
        """
        return self.field("host")

    def port(self) -> pl.Expr:
        """Return the port, unless it is the scheme's default.

        >>> pl.select(pl.lit("https://h:444").url.port()).item()
        444
        """
        return self.field("port")

    def path(self) -> pl.Expr:
        """Return the path.

        >>> pl.select(pl.lit("https://h/a?b").url.path()).item()
        '/a'
        """
        return self.field("path")

    def query(self) -> pl.Expr:
        """Return the query, without "?".

        >>> pl.select(pl.lit("https://h/a?b").url.query()).item()
        'b'
        """
        return self.field("query")

    def fragment(self) -> pl.Expr:
        """Return the fragment, without "#".

        >>> pl.select(pl.lit("https://h/#a").url.fragment()).item()
        'a'
        """
        return self.field("fragment")

    def origin(self) -> pl.Expr:
        """Return the origin.

        >>> pl.select(pl.lit("https://h:444/a").url.origin()).item()
        'https://h:444'
        """
        return self.field("origin")

    def registrable_domain(self) -> pl.Expr:
        """Return the registrable domain, which needs the extra ``psl``.

        >>> pl.select(pl.lit("https://www.example.co.uk").url.registrable_domain()).item()
        'example.co.uk'
        """
        return self.field("registrable_domain")

    def is_valid(self) -> pl.Expr:
        """Return whether the value parses.

        >>> pl.select(pl.lit("b c").url.is_valid()).item()
        False
        """
        return self._mapped(columns.is_valid, pl.Boolean())

    def field(self, name: str, *, base: str | URL | None = None) -> pl.Expr:
        """Return the field *name* of `columns.parse`, relative to *base*.

        >>> pl.select(pl.lit("https://0x7f.1").url.field("host_type")).item()
        'ipv4'
        """
        return self._mapped(partial(field, name=name, base=href_of_base(base)), _type_of(name))

    def query_get(self, name: str) -> pl.Expr:
        """Return the first value of the parameter *name* of the query; see `columns.query_get`.

        >>> pl.select(pl.lit("https://h/?q=a+b").url.query_get("q")).item()
        'a b'
        """
        return self._mapped(partial(columns.query_get, name=name), pl.String())

    def query_get_all(self, name: str) -> pl.Expr:
        """Return all values of the parameter *name* of the query, as a list; see `columns.query_get_all`.

        >>> pl.select(pl.lit("https://h/?q=a&q=b").url.query_get_all("q")).item().to_list()
        ['a', 'b']
        """
        return self._mapped(partial(columns.query_get_all, name=name), pl.List(pl.String()))

    def guard(self, policy: Policy | None = None) -> pl.Expr:
        """Return the verdicts of `columns.guard` by *policy*, as a struct.

        >>> pl.select(pl.lit("http://127.1/").url.guard()).item()
        {'allowed': False, 'url': None, 'reasons': ['loopback']}
        """
        return self._mapped(partial(columns.guard, policy=policy), _VERDICT)

    def _mapped(self, function: Callable[[pa.Array], pa.Array], output: pl.DataType) -> pl.Expr:
        def run(series: pl.Series) -> pl.Series:
            if series.dtype == pl.Object:
                array = of_objects(series.to_list(), f"the column {series.name!r}")
            elif series.dtype in (pl.String, pl.Categorical, pl.Enum, pl.Null, pl.Binary):
                array = series.to_arrow()
            else:
                raise TypeError(f"the column {series.name!r} must hold strings, not {series.dtype}")
            try:
                result = pl.Series(series.name, function(array))
            except InvalidURL as error:
                raise ValueError(str(error)) from None
            return result.cast(output)

        return self._expression.map_batches(run, return_dtype=output, is_elementwise=True)


pl.api.register_expr_namespace("url")(URLs)
