"""``Series.url`` and ``Index.url`` for pandas 2.2 and later: importing this module registers the accessors.

``series.url.host`` is a Series, ``series.url.parse()`` a DataFrame. A Series that Arrow backs gives Series that Arrow
backs; any other has NaN where there is nothing, and ``<NA>`` in a column of booleans, which can be used as a mask. What
is a Series for a Series is an Index for an Index. https://pandas.pydata.org/docs/development/extending.html
"""

from __future__ import annotations

from py_url import columns
from py_url.api.url import URL
from py_url.columns.arrow import of_objects, pa
from py_url.columns.parsing import field
from py_url.columns.records import DEFAULT
from py_url.standard.infra.extras import how_to_install

try:
    import pandas as pd  # type: ignore[import-untyped]  # pandas has no types
except ModuleNotFoundError:
    raise ModuleNotFoundError(
        f"the accessor needs the package pandas: {how_to_install('pandas', 'pandas')}", name="pandas"
    ) from None
from abc import ABC, abstractmethod
from collections.abc import Iterable
from typing import Generic, Literal, TypeVar

from py_url.guard import Policy

__all__ = ["URLs"]


_Column = TypeVar("_Column")
_STRINGS = (pa.string(), pa.large_string())


class Parts(ABC, Generic[_Column]):
    """What the accessors of pandas and Dask have in common: the fields that most programs want, as properties."""

    @abstractmethod
    def field(self, name: str, *, base: str | URL | None = None) -> _Column:
        """Return one field of `columns.parse`."""

    @property
    def href(self) -> _Column:
        """The serialization."""
        return self.field("href")

    @property
    def scheme(self) -> _Column:
        """The scheme, without ":"."""
        return self.field("scheme")

    @property
    def host(self) -> _Column:
        """The host, without the port."""
        return self.field("host")

    @property
    def port(self) -> _Column:
        """The port, unless it is the scheme's default."""
        return self.field("port")

    @property
    def path(self) -> _Column:
        """The path."""
        return self.field("path")

    @property
    def query(self) -> _Column:
        """The query, without "?"."""
        return self.field("query")

    @property
    def fragment(self) -> _Column:
        """The fragment, without "#"."""
        return self.field("fragment")

    @property
    def origin(self) -> _Column:
        """The origin."""
        return self.field("origin")

    @property
    def registrable_domain(self) -> _Column:
        """The registrable domain, which needs the extra ``psl``."""
        return self.field("registrable_domain")


class URLs(Parts[pd.Series]):
    """The accessor ``Series.url`` or ``Index.url``.

    Raises:
        TypeError: For a value other than a str, a URL or a missing one.
    """

    def __init__(self, series: pd.Series | pd.Index) -> None:
        if isinstance(series, pd.MultiIndex):  # as for pandas' own accessors, which it does not have
            raise AttributeError("a MultiIndex has no .url; take a level of it, index.get_level_values(name).url")
        self._is_index = isinstance(series, pd.Index)
        # With its type: pandas would infer another from the values.
        self._series = pd.Series(series, series, series.dtype, series.name) if self._is_index else series

    def parse(
        self,
        *,
        base: str | URL | None = None,
        fields: Iterable[str] = DEFAULT,
        errors: Literal["null", "raise", "column"] = "null",
    ) -> pd.DataFrame:
        """Return a DataFrame with a column for each of *fields*; *base* and *errors* are those of `columns.parse`.

        >>> pd.Series(["https://h/a"]).url.parse(fields=["host", "path"]).to_dict("records")
        [{'host': 'h', 'path': '/a'}]
        """
        return self._frame(columns.parse(self._strings(), base=base, fields=fields, errors=errors))

    @property
    def is_valid(self) -> pd.Series:
        """Whether the value parses."""
        return self._like(columns.is_valid(self._strings()))

    def field(self, name: str, *, base: str | URL | None = None) -> pd.Series:
        """Return the field *name* of `columns.parse`, relative to *base*.

        >>> pd.Series(["https://h/a"]).url.field("path").tolist()
        ['/a']
        """
        return self._like(field(self._strings(), name, base=base))

    def query_get(self, name: str) -> pd.Series:
        """Return the first value of the parameter *name* of the query; see `columns.query_get`.

        >>> pd.Series(["https://h/?q=a+b"]).url.query_get("q").tolist()
        ['a b']
        """
        return self._like(columns.query_get(self._strings(), name))

    def query_get_all(self, name: str) -> pd.Series:
        """Return all values of the parameter *name* of the query, as lists; see `columns.query_get_all`.

        >>> [*pd.Series(["https://h/?q=a&q=b"]).url.query_get_all("q")[0]]
        ['a', 'b']
        """
        return self._like(columns.query_get_all(self._strings(), name))

    def resolve(self, bases: pd.Series) -> pd.Series:
        """Return each value relative to the one with the same label in *bases*; see `columns.resolve`.

        The two are aligned as ``Series.str.cat(bases, join="left")`` aligns them. A value without a base gives null.

        >>> pd.Series(["b"]).url.resolve(pd.Series(["https://h/a"])).tolist()
        ['https://h/b']
        """
        if not isinstance(bases, pd.Series):
            raise TypeError(f"the bases must be a Series, not {type(bases).__name__}")
        series = self._series
        if not series.index.equals(bases.index):
            series, bases = series.align(bases, join="left")
        aligned = URLs(series)
        return self._given(aligned._column(columns.resolve(aligned._strings(), URLs(bases)._strings())))

    def guard(self, policy: Policy | None = None) -> pd.DataFrame:
        """Return the verdicts of `columns.guard` by *policy*: a DataFrame with ``allowed``, ``url`` and ``reasons``.

        >>> pd.Series(["http://127.1/"]).url.guard().allowed.tolist()
        [False]
        """
        return self._frame(columns.guard(self._strings(), policy))

    def _strings(self) -> pa.Array:
        series = self._series
        if isinstance(series.dtype, pd.ArrowDtype):
            return series.array.__arrow_array__()
        try:
            array = pa.array(series, from_pandas=True)
            if pa.types.is_dictionary(array.type) and array.null_count == len(array):
                return pa.nulls(len(array), pa.large_string())  # without values, the categories have any type
            if pa.types.is_null(array.type) or array.type in _STRINGS or pa.types.is_dictionary(array.type):
                return array
        except (pa.ArrowInvalid, pa.ArrowTypeError, pa.ArrowNotImplementedError, UnicodeEncodeError):
            pass  # values of several types, or a lone surrogate
        kind = "Index" if self._is_index else "Series"
        what = f"the {kind}" if series.name is None else f"the {kind} {series.name!r}"
        values = (value if isinstance(value, str | URL) or pd.isna(value) is not True else None for value in series)
        return of_objects(values, f"{what}, of {series.dtype},")

    def _frame(self, struct: pa.StructArray | pa.ChunkedArray) -> pd.DataFrame:
        parts = zip(struct.type, struct.flatten(), strict=True)
        return pd.DataFrame({field.name: self._column(part) for field, part in parts}, index=self._series.index)

    def _like(self, column: pa.Array) -> pd.Series:
        return self._given(self._column(column))

    def _given(self, found: pd.Series) -> pd.Series:
        return pd.Index(found, dtype=found.dtype, name=found.name) if self._is_index else found

    def _column(self, column: pa.Array) -> pd.Series:
        series = self._series
        name, index = series.name, series.index
        if isinstance(series.dtype, pd.ArrowDtype):
            return pd.Series(pd.arrays.ArrowExtensionArray(pa.chunked_array(column)), index, name=name)
        if pa.types.is_large_string(column.type) or pa.types.is_string(column.type):
            values = pd.Series(column.to_pylist(), index, dtype=object, name=name)
            kind = series.dtype
            if isinstance(kind, pd.CategoricalDtype):  # it can hold its categories only
                kind = kind.categories.dtype if pd.api.types.is_string_dtype(kind.categories) else object
            return values.where(values.notna(), float("nan")).astype(kind)
        if pa.types.is_boolean(column.type):
            # An object Series with NaN is no mask.
            return pd.Series(column.to_pylist(), index, dtype="boolean", name=name)
        if pa.types.is_list(column.type):
            lists = pd.Series(column.to_pylist(), index, dtype=object, name=name)
            return lists.where(lists.notna(), float("nan"))
        return pd.Series(column.to_pandas().array, index, name=name)


pd.api.extensions.register_series_accessor("url")(URLs)
pd.api.extensions.register_index_accessor("url")(URLs)
