"""Columns of URLs: Arrow arrays in, Arrow arrays out, with a browser's answer in each row.

``columns.parse(array)`` gives a struct of components, and functions such as ``columns.host(array)`` one of them. They
work on a `pyarrow.Array` or a `pyarrow.ChunkedArray` of strings, and return the same kind. A null stays null. What does
not parse becomes null too, unless *errors* says otherwise.

This needs PyArrow, the extra ``arrow``, which is loaded on first use. `columns.pandas`, `columns.polars`,
`columns.duckdb`, `columns.spark`, `columns.ray`, `columns.daft`, `columns.dask` and `columns.register` bring the same
functions to the engines.
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from py_url.columns.checks import guard as guard, is_valid as is_valid
    from py_url.columns.compute import register as register
    from py_url.columns.parsing import (
        canonical as canonical,
        host as host,
        href as href,
        parse as parse,
        query_get as query_get,
        query_get_all as query_get_all,
        registrable_domain as registrable_domain,
        resolve as resolve,
        surt as surt,
        url_key as url_key,
    )
    from py_url.columns.records import COMMON_CRAWL as COMMON_CRAWL, DEFAULT as DEFAULT, FIELDS as FIELDS

_NAMES_OF = {
    "checks": "guard is_valid",
    "compute": "register",
    "parsing": "canonical host href parse query_get query_get_all registrable_domain resolve surt url_key",
    "records": "COMMON_CRAWL DEFAULT FIELDS",
}
_MODULE_OF = {name: module for module, names in _NAMES_OF.items() for name in names.split()}

_ENGINES = ("daft", "dask", "duckdb", "pandas", "polars", "ray", "spark")

__all__ = tuple(_MODULE_OF)


# Hidden from type checkers, which would believe that any name is there.
if not TYPE_CHECKING:

    def __getattr__(name: str) -> object:
        from importlib import import_module

        if name in _ENGINES:
            return import_module(f"{__name__}.{name}")
        if name not in _MODULE_OF:
            raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
        value = getattr(import_module(f"{__name__}.{_MODULE_OF[name]}"), name)
        globals()[name] = value
        return value


def __dir__() -> list[str]:
    return sorted({*globals(), *_MODULE_OF, *_ENGINES})
