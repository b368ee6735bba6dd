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
    from collections.abc import Callable, Iterable, Iterator

    from py_url.standard.infra.validation import InvalidURL

__all__ = ("FailedRow", "batches_of", "joined", "mapped", "pa", "pc", "scattered")

# Work is done on this many rows at a time, so that what is made on the way never takes much memory.
_BATCH = 32_768


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
    try:
        if pa.types.is_string(kind) or pa.types.is_large_string(kind):
            array.validate(full=True)  # Arrow takes any bytes for a string
            return array
        if pa.types.is_null(kind):
            return array.cast(pa.string())
        if kind == pa.string_view():
            array = array.cast(pa.large_string())
            array.validate(full=True)
            return array
        binary = pa.types.is_binary(kind) or pa.types.is_large_binary(kind) or pa.types.is_fixed_size_binary(kind)
        if binary or kind == pa.binary_view():
            return array.cast(pa.large_binary()).cast(pa.large_string())
    except pa.ArrowInvalid:
        raise _not_utf_8(array, what, first, kind) from None
    hint = ""
    if pa.types.is_nested(kind):
        hint = "; flatten it first, for example with pyarrow.compute.list_flatten or struct_field"
    elif isinstance(kind, pa.BaseExtensionType):
        hint = "; use its storage"
    raise TypeError(f"{what} must hold strings, not {kind}{hint}")


def _not_utf_8(array: pa.Array, what: str, first: int, kind: pa.DataType) -> ValueError:
    """Return the error for a column that is not UTF-8. It names the row."""
    for row, value in enumerate(array.cast(pa.large_binary())):
        try:
            str(value.as_py() or b"", "utf-8")
        except UnicodeDecodeError as error:
            return ValueError(
                f"{what}, of type {kind}, is not UTF-8 in row {first + row}, byte {error.start}: {error.reason}; "
                f"decode it first, or take only rows that are UTF-8"
            )
    return ValueError(f"{what}, of type {kind}, is damaged: Arrow cannot read it as UTF-8")


def batches_of(array: pa.Array) -> Iterator[pa.Array]:
    """Yield an Array in pieces; an empty one as a whole."""
    for start in range(0, len(array) or 1, _BATCH):
        yield array[start : start + _BATCH]


def joined(batches: Iterable[pa.Array], kind: pa.DataType) -> pa.Array:
    """Return what was made of the pieces as one Array. Raises ValueError if that is too large for its type."""
    arrays = [batch.cast(kind) for batch in batches]
    try:
        return arrays[0] if len(arrays) == 1 else pa.concat_arrays(arrays)
    except pa.ArrowInvalid:
        raise ValueError(
            f"the result is too large for a column of type {kind}, which holds 2 GiB; cast the column to "
            f"large_string, or pass it as a ChunkedArray"
        ) from None


def scattered(array: pa.Array, mask: pa.Array, values: pa.Array) -> pa.Array:
    """Return *array* with *values*, in order, in the rows where *mask* is true; null where *mask* is null."""
    return pc.replace_with_mask(array, mask, values.cast(array.type))
