"""Columns of URLs in datasets of Ray Data, which are Arrow tables in blocks.

Ray's workers need this package too. https://docs.ray.io/en/latest/data/transforming-data.html
"""

from __future__ import annotations

from py_url.columns import arrow_tables
from py_url.columns.records import DEFAULT
from py_url.standard.infra.extras import how_to_install

try:
    import ray.data
except ModuleNotFoundError:
    raise ModuleNotFoundError(f"this needs the package ray: {how_to_install('ray', 'ray[data]')}", name="ray") from None

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

    from py_url.api.url import URL
    from py_url.columns.arrow_tables import Errors

__all__ = ["with_fields"]


def with_fields(
    dataset: ray.data.Dataset,
    column: str,
    fields: Iterable[str] = DEFAULT,
    *,
    base: str | URL | None = None,
    errors: Errors = "null",
) -> ray.data.Dataset:
    """Return *dataset* with the *fields* of the URLs in *column* as further columns.

    *base* and *errors* are those of `columns.parse`. Ray works when the result is used. Then it raises a RayTaskError
    with the text of the error if the column does not hold strings, if there is no such column, if one has the name of a
    field, and with ``errors="raise"`` if a row does not parse.

    Raises:
        TypeError: If *dataset* is not a Dataset, and the errors of `columns.parse` for wrong arguments.

    >>> with_fields(ray.data.from_items([{"url": "https://h/a"}]), "url", ["host", "path"]).take()
    [{'url': 'https://h/a', 'host': 'h', 'path': '/a'}]
    """
    if not isinstance(dataset, ray.data.Dataset):
        raise TypeError(f"the dataset must be a ray.data.Dataset, not {type(dataset).__name__}")
    options = arrow_tables.options(column, fields, base, errors)
    return dataset.map_batches(arrow_tables.with_fields, fn_kwargs=options, batch_format="pyarrow", batch_size=None)
