"""PyArrow, and what a column must be: strings, one URL in each row."""

from __future__ import annotations

from py_url.standard.infra.extras import how_to_install

try:
    import pyarrow as pa  # type: ignore[import-untyped]  # PyArrow has no types
    import pyarrow.compute as pc  # type: ignore[import-untyped]  # as above
except ModuleNotFoundError:
    raise ModuleNotFoundError(
        f"columns of URLs need the package pyarrow: {how_to_install('arrow', 'pyarrow')}", name="pyarrow"
    ) from None

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from py_url.standard.infra.validation import InvalidURL

__all__ = ("BATCH", "FailedRow", "decoded", "expect_strings", "mapped", "pa", "pc", "rows_of", "scattered")

# What makes Python objects works on this many rows at a time, so that they never take much memory.
BATCH = 16_384


class FailedRow(Exception):
    """Raised inside this package for a row that does not parse: the number of the row, and the error."""

    def __init__(self, row: int, error: InvalidURL) -> None:
        self.row = row
        self.error = error


def mapped(column: object, of_array: Callable[[pa.Array], pa.Array], what: str = "the column") -> pa.Array:
    """Return what *of_array* makes of a column: of each chunk of a ChunkedArray, and of each distinct value of a
    dictionary. It is given an Array of string or large_string.

    *what* names the column. Raises TypeError if *column* is not a column of strings, and ValueError if a row is not
    UTF-8.
    """
    if isinstance(column, pa.ChunkedArray):
        chunks, first = [], 0
        for chunk in column.chunks or [pa.array([], column.type)]:
            try:
                chunks.append(_mapped_array(chunk, of_array, what, first))
            except FailedRow as failed:
                raise FailedRow(first + failed.row, failed.error) from None
            first += len(chunk)
        return pa.chunked_array(chunks, chunks[0].type)
    if not isinstance(column, pa.Array):
        kind = type(column)
        name = kind.__name__ if kind.__module__ == "builtins" else f"{kind.__module__}.{kind.__qualname__}"
        raise TypeError(f"{what} must be a pyarrow.Array or ChunkedArray of strings, not {name}; write pa.array(...)")
    return _mapped_array(column, of_array, what, 0)


def expect_strings(column: object, what: str) -> None:
    """Raise TypeError unless *column* holds strings. *what* names it."""
    mapped(column[:0] if isinstance(column, pa.Array | pa.ChunkedArray) else column, lambda strings: strings, what)


def _mapped_array(array: pa.Array, of_array: Callable[[pa.Array], pa.Array], what: str, first: int) -> pa.Array:
    if not pa.types.is_dictionary(array.type):
        return of_array(_strings(array, what, first))
    # A dictionary may have values that no row has.
    used = array.indices.dictionary_encode()
    values = array.dictionary.take(used.dictionary)
    try:
        return of_array(_strings(values, f"the dictionary of {what}", 0)).take(used.indices)
    except FailedRow as failed:
        raise FailedRow(pc.index(used.indices, failed.row).as_py(), failed.error) from None


def _strings(array: pa.Array, what: str, first: int) -> pa.Array:
    """Return *array* as string or large_string. *first* is the number of its first row in the column."""
    kind = array.type
    if pa.types.is_string(kind) or pa.types.is_large_string(kind):
        return array
    if pa.types.is_null(kind):
        return array.cast(pa.string())
    if kind == pa.string_view():
        return array.cast(pa.large_string())
    binary = pa.types.is_binary(kind) or pa.types.is_large_binary(kind) or pa.types.is_fixed_size_binary(kind)
    if binary or kind == pa.binary_view():
        for row, value in enumerate(array):
            text = value.as_py()
            if text is not None:
                decoded(text, what, first + row, kind)
        return array.cast(pa.large_binary()).cast(pa.large_string())
    hint = ""
    if pa.types.is_nested(kind):
        hint = "; flatten it first, for example with pyarrow.compute.list_flatten or struct_field"
    elif isinstance(kind, pa.BaseExtensionType):
        hint = "; use its storage"
    raise TypeError(f"{what} must hold strings, not {kind}{hint}")


def decoded(value: bytes, what: str, row: int, kind: pa.DataType) -> str:
    """Return the text of a row. Raises ValueError, which names the row, if it is not UTF-8."""
    try:
        return value.decode()
    except UnicodeDecodeError as error:
        raise ValueError(
            f"{what}, of type {kind}, is not UTF-8 in row {row}, byte {error.start}: {error.reason}; decode it first, "
            f"or take only rows that are UTF-8"
        ) from None


def rows_of(array: pa.Array, what: str) -> list[str | None]:
    """Return the rows of an Array of strings. Raises ValueError if one is not UTF-8, which Arrow does not check."""
    try:
        rows: list[str | None] = array.to_pylist()
    except UnicodeDecodeError:
        rows = [
            None if value is None else decoded(value, f"a part of {what}", row, array.type)
            for row, value in enumerate(array.cast(pa.large_binary()).to_pylist())
        ]
    return rows


def scattered(array: pa.Array, mask: pa.Array, values: pa.Array) -> pa.Array:
    """Return *array* with *values*, in order, in the rows where *mask* is true; null where *mask* is null."""
    return pc.replace_with_mask(array, mask, values.cast(array.type))
