"""``Series.url`` for Dask: importing this module registers the accessor, which does in each partition what that of
pandas does.

Dask's workers need this package too. https://docs.dask.org/en/stable/dataframe-extend.html
"""

from __future__ import annotations

from py_url.api.many import href_of_base
from py_url.columns import pandas
from py_url.columns.parsing import ON_ERRORS, expect_fields
from py_url.columns.records import DEFAULT
from py_url.standard.infra.arguments import expect_one_of, expect_str
from py_url.standard.infra.extras import how_to_install

try:
    import dask.dataframe as dd
    from dask.dataframe.extensions import register_series_accessor
    from dask.dataframe.utils import meta_nonempty
except ModuleNotFoundError:
    raise ModuleNotFoundError(
        f"the accessor needs the package dask: {how_to_install('dask', 'dask[dataframe]')}", name="dask"
    ) from None

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable
    from typing import Literal

    import pandas as pd  # type: ignore[import-untyped]  # pandas has no types

    from py_url.api.url import URL

__all__ = ["URLs"]


class URLs(pandas.Parts[dd.Series]):
    """The accessor ``Series.url``.

    Raises:
        TypeError: If a value is neither a str nor a URL nor missing; at once, if the type of the Series says so.
    """

    def __init__(self, series: dd.Series) -> None:
        self._series = series

    def parse(
        self,
        *,
        base: str | URL | None = None,
        fields: Iterable[str] = DEFAULT,
        errors: Literal["null", "raise", "column"] = "null",
    ) -> dd.DataFrame:
        """Return a DataFrame with a column for each of *fields*; *base* and *errors* are those of `columns.parse`.

        >>> series = dd.from_dict({"url": ["https://h/a"]}, npartitions=1)["url"]
        >>> series.url.parse(fields=["path"]).compute().path.tolist()
        ['/a']
        """
        errors = expect_one_of(errors, ON_ERRORS, "errors")
        return self._mapped("parse", base=href_of_base(base), fields=expect_fields(fields), errors=errors)

    @property
    def is_valid(self) -> dd.Series:
        """Whether the value parses."""
        return self._mapped("is_valid")

    def field(self, name: str, *, base: str | URL | None = None) -> dd.Series:
        """Return the field *name* of `columns.parse`, relative to *base*.

        >>> series = dd.from_dict({"url": ["https://h/a"]}, npartitions=1)["url"]
        >>> series.url.field("path").compute().tolist()
        ['/a']
        """
        (name,) = expect_fields([name])
        return self._mapped("field", name=name, base=href_of_base(base))

    def query_get(self, name: str) -> dd.Series:
        """Return the first value of the parameter *name* of the query; see `columns.query_get`.

        >>> series = dd.from_dict({"url": ["https://h/?q=a+b"]}, npartitions=1)["url"]
        >>> series.url.query_get("q").compute().tolist()
        ['a b']
        """
        return self._mapped("query_get", name=expect_str(name, "the parameter's name"))

    def query_get_all(self, name: str) -> dd.Series:
        """Return all values of the parameter *name* of the query, as lists; see `columns.query_get_all`.

        >>> series = dd.from_dict({"url": ["https://h/?q=a&q=b"]}, npartitions=1)["url"]
        >>> [*series.url.query_get_all("q").compute()[0]]
        ['a', 'b']
        """
        return self._mapped("query_get_all", name=expect_str(name, "the parameter's name"))

    def _mapped(self, member: str, **options: object) -> dd.Series | dd.DataFrame:
        # Dask wants an empty result. It has a value that stands for the others, which need not be a URL.
        example = {**options, "errors": "null"} if options.get("errors") == "raise" else options
        values = meta_nonempty(self._series._meta)
        if values.dtype == object:  # the value is then an `object()`, whatever the Series holds
            values[:] = "a"
        meta = _of_partition(values, member, example)[:0]
        return self._series.map_partitions(_of_partition, member, options, meta=meta)


def _of_partition(series: pd.Series, member: str, options: dict[str, object]) -> pd.Series | pd.DataFrame:
    found = getattr(pandas.URLs(series), member)
    return found(**options) if callable(found) else found


register_series_accessor("url")(URLs)
