"""The functions of a column as scalar functions of `pyarrow.compute`, for Acero and datasets."""

from __future__ import annotations

from functools import partial

from py_url.columns.arrow import pa, pc
from py_url.columns.fields import type_of
from py_url.columns.parsing import field, parse
from py_url.columns.records import COMMON_CRAWL, DEFAULT, OF_URLS

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

ONE_FIELD = {
    **{name: name for name in COMMON_CRAWL if name.startswith("url_")},
    **{f"url_{name}": name for name in OF_URLS if name not in COMMON_CRAWL},
}
"""The functions that give one field: its name, by theirs. Those of Common Crawl's fields have the field's own name,
apart from ``url``, which is ``url_href``.
"""
STRUCT = pa.struct({name: type_of(name, pa.string()) for name in DEFAULT})
"""What ``url_parse`` returns."""


def register() -> tuple[str, ...]:
    """Register functions of strings with `pyarrow.compute`, and return their names.

    ``url_parse`` gives a struct, and ``url_host``, ``url_canonical_crawl`` and so on give one field. Functions that
    exist already stay. ``pc.call_function`` and ``pc.Expression._call`` use them, and so do Acero and datasets.

    >>> names = register()
    >>> pc.call_function("url_host", [pa.array(["https://EXAMPLE.com"])]).to_pylist()
    ['example.com']
    """
    for name, of_one in ONE_FIELD.items():
        _register(name, partial(field, name=of_one), type_of(of_one, pa.string()))
    _register("url_parse", parse, STRUCT)
    return ("url_parse", *ONE_FIELD)


def _register(name: str, function: Callable[[pa.Array], pa.Array], output: pa.DataType) -> None:
    if name in pc.list_functions():
        return

    def run(_: object, strings: pa.Array) -> pa.Array:
        return function(strings)

    summary = f"{name.removeprefix('url_')} of a URL, as browsers see it; null if it does not parse"
    pc.register_scalar_function(run, name, {"summary": summary, "description": summary}, {"url": pa.string()}, output)
