"""The functions of a column as scalar functions of `pyarrow.compute`, for Acero and datasets."""

from __future__ import annotations

from functools import partial

from py_url.columns.arrow import pa, pc
from py_url.columns.fields import type_of
from py_url.columns.parsing import field, parse
from py_url.columns.records import DEFAULT

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

ONE_COLUMN = ("href", "scheme", "host", "port", "path", "query", "fragment", "origin", "host_type")
"""The fields that the engines have a function of their own for, apart from those that need the Public Suffix List."""
WITH_SUFFIXES = ("registrable_domain", "public_suffix")
STRUCT = pa.struct({name: type_of(name, pa.string()) for name in DEFAULT})
"""What ``url_parse`` returns."""


def register() -> tuple[str, ...]:
    """Register functions of strings with `pyarrow.compute`: ``url_parse``, which gives a struct, and ``url_host``,
    ``url_href`` and others, which give one field. Returns their names. Those that are registered already stay.

    ``pc.call_function("url_host", [array])`` and ``pc.Expression._call`` use them, and so do Acero and datasets.
    """
    for name in (*ONE_COLUMN, *WITH_SUFFIXES):
        _register(f"url_{name}", partial(field, name=name), type_of(name, pa.string()))
    _register("url_parse", parse, STRUCT)
    return ("url_parse", *(f"url_{name}" for name in (*ONE_COLUMN, *WITH_SUFFIXES)))


def _register(name: str, function: Callable[[pa.Array], pa.Array], output: pa.DataType) -> None:
    if name in pc.list_functions():
        return

    def run(_: object, strings: pa.Array) -> pa.Array:
        return function(strings)

    summary = f"{name.removeprefix('url_')} of a URL, as browsers see it; null if it does not parse"
    pc.register_scalar_function(run, name, {"summary": summary, "description": summary}, {"url": pa.string()}, output)
