"""A program that uses py_url in Ray, Daft and Dask, for mypy --strict to check with their own types; it is not run."""

from typing import assert_type

import daft as daft_itself
from ray.data import Dataset

from py_url.columns import daft, dask, ray


def main(dataset: Dataset, expression: daft_itself.Expression) -> None:
    assert_type(ray.with_fields(dataset, "u", ["host"], errors="column"), Dataset)
    ray.with_fields("u", "u")  # type: ignore[arg-type]
    assert_type(daft.host("u"), daft_itself.Expression)
    assert_type(daft.parse(expression, fields=["host"], errors="raise"), daft_itself.Expression)
    daft.query_get(expression, 1)  # type: ignore[arg-type]
    assert_type(dask.URLs, type[dask.URLs])
