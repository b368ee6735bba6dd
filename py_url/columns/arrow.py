"""PyArrow, and what a column must be: strings, one URL in each row."""

from __future__ import annotations

from py_url.api.url import URL
from py_url.standard.infra.code_points import scalar_value_string
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
    from collections.abc import Callable, Iterable, Iterator, Mapping
    from typing import TypeVar

    from py_url.standard.infra.validation import InvalidURL

    _Rows = TypeVar("_Rows", pa.Array, pa.RecordBatch)

__all__ = (
    "FailedRow",
    "cut",
    "cut_at_last",
    "expect_strings",
    "made_one",
    "map_batches",
    "mapped",
    "of_objects",
    "pa",
    "pc",
    "replace_where",
)

# Work is done on this many rows at a time, and on no more than this many bytes unless one row has more, so that what is
# made on the way never takes much memory.
_BATCH = 20_000
_BYTES = 2_097_152


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
        for chunk in column.chunks or [pa.nulls(0, column.type)]:
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
    except pa.ArrowInvalid as error:
        if "UTF8" not in str(error):
            raise ValueError(f"{what}, of type {kind}, is damaged: {error}") from None
        raise _not_utf_8(array, what, first, kind) from None
    hint = ""
    if pa.types.is_nested(kind):
        hint = "; flatten it first, for example with pyarrow.compute.list_flatten or struct_field"
    elif isinstance(kind, pa.BaseExtensionType):
        hint = "; use its storage"
    raise TypeError(f"{what} must hold strings, not {kind}{hint}")


def of_objects(values: Iterable[object], what: str) -> pa.Array:
    """Return a column of strings for Python objects: a str, the href of a URL, or null for None. A lone surrogate
    becomes U+FFFD.

    *what* names the column. Raises TypeError, which names the row, for any other object.
    """
    strings: list[str | None] = []
    for row, value in enumerate(values):
        if value is not None and not isinstance(value, str | URL):
            raise TypeError(f"{what} must hold str or URL, not {type(value).__name__} in row {row}")
        strings.append(value.href if isinstance(value, URL) else value and scalar_value_string(value))
    return pa.array(strings, pa.large_string())


def _not_utf_8(array: pa.Array, what: str, first: int, kind: pa.DataType) -> ValueError:
    """Return the error for a column that is not UTF-8. It names the row."""
    values = (scalar.as_py() for scalar in array.cast(pa.large_binary()))
    row, error = next((row, error) for row, value in enumerate(values, first) if (error := _error_in(value)))
    return ValueError(
        f"{what}, of type {kind}, is not UTF-8 in row {row}, byte {error.start}: {error.reason}; decode it first, or "
        f"take only rows that are UTF-8"
    )


def _error_in(value: bytes | None) -> UnicodeDecodeError | None:
    try:
        str(value or b"", "utf-8")
    except UnicodeDecodeError as error:
        return error
    return None


def batches_of(array: _Rows) -> Iterator[_Rows]:
    """Yield an Array or a RecordBatch in pieces; an empty one as a whole."""
    start = 0
    while start < (len(array) or 1):
        batch = array[start : start + _BATCH]
        while batch.nbytes > _BYTES and len(batch) > 1:
            batch = batch[: len(batch) // 2]
        yield batch
        start += len(batch) or 1


def map_batches(
    array: _Rows, kinds: Mapping[str, pa.DataType], of_batch: Callable[[_Rows], Mapping[str, pa.Array]]
) -> dict[str, pa.Array]:
    """Return columns of these types: what *of_batch* makes of the pieces of an Array or a RecordBatch, joined. Raises
    ValueError if one is too large for its type.
    """
    joining = {name: Joining(kind) for name, kind in kinds.items()}
    first = 0
    for batch in batches_of(array):
        try:
            found = of_batch(batch)
        except FailedRow as failed:
            raise FailedRow(first + failed.row, failed.error) from None
        for name, one in joining.items():
            one.add(found[name])
        first += len(batch)
    return {name: one.array() for name, one in joining.items()}


def made_one(array: _Rows, kind: pa.DataType, of_batch: Callable[[_Rows], pa.Array]) -> pa.Array:
    """Return one column: do what `made` does."""
    return map_batches(array, {"": kind}, lambda batch: {"": of_batch(batch)})[""]


class Joining:
    """An Array that pieces are added to.

    Strings are copied at once: to keep all pieces until they can be joined would take twice the memory. They go into a
    bytearray, which the system can make longer where it is; Arrow's own buffers are copied for that.
    https://arrow.apache.org/docs/format/Columnar.html#variable-size-binary-layout
    """

    def __init__(self, kind: pa.DataType) -> None:
        self._kind = kind
        self._is_of_strings = pa.types.is_string(kind) or pa.types.is_large_string(kind)
        self._pieces: list[pa.Array] = []
        self._rows = 0
        self._integers, self._most = (pa.int32(), 2**31 - 1) if pa.types.is_string(kind) else (pa.int64(), 2**63 - 1)
        self._data, self._offsets = bytearray(), bytearray(self._integers.bit_width // 8)

    def add(self, piece: pa.Array) -> None:
        """Add an Array. Raises ValueError if there are more bytes than the type can hold."""
        piece = piece.cast(self._kind)
        if not self._is_of_strings:
            self._pieces.append(piece)
            return
        _, offsets, data = piece.buffers()
        if not len(piece):
            return
        offsets = pa.Array.from_buffers(self._integers, len(piece) + 1, [None, offsets], offset=piece.offset)
        start, end = offsets[0].as_py(), offsets[-1].as_py()
        if len(self._data) + end - start > self._most:
            raise ValueError(
                f"the result is too large for a column of type {self._kind}, which holds 2 GiB; cast the column to "
                f"large_string, or pass it as a ChunkedArray"
            )
        moved = pc.add(offsets[1:], pa.scalar(len(self._data) - start, self._integers))
        self._offsets += memoryview(moved.buffers()[1])[: moved.nbytes]
        if end > start:
            self._data += memoryview(data)[start:end]
        self._rows += len(piece)
        self._pieces.append(pc.is_valid(piece))

    def array(self) -> pa.Array:
        """Return what was added, once."""
        whole = pa.concat_arrays(self._pieces or [pa.nulls(0, pa.bool_() if self._is_of_strings else self._kind)])
        if not self._is_of_strings:
            return whole
        _, valid = whole.buffers()
        return pa.Array.from_buffers(
            self._kind, self._rows, [valid, pa.py_buffer(self._offsets), pa.py_buffer(self._data)]
        )


def replace_where(array: pa.Array, mask: pa.Array, values: pa.Array) -> pa.Array:
    """Return *array* with *values*, in order, in the rows where *mask* is true; null where *mask* is null."""
    # The kernel reserves the memory of the whole Array that this one may be a slice of.
    array = pa.concat_arrays([array, array[:0]])
    return pc.replace_with_mask(array, mask, values.cast(array.type))


def cut(strings: pa.Array, delimiter: str) -> tuple[pa.Array, pa.Array, pa.Array]:
    """Return what is before the first *delimiter* in each string, which strings have it, and what follows it in those.
    No string may be null.
    """
    lists = pc.split_pattern(strings, delimiter, max_splits=1)
    has = pc.equal(pc.list_value_length(lists), 2)
    return pc.list_element(lists, 0), has, _last(lists, has)


def cut_at_last(strings: pa.Array, delimiter: str) -> tuple[pa.Array, pa.Array, pa.Array]:
    """Return what is before the last *delimiter* in each string, which strings have it, and what follows it: in those
    without it, the string. No string may be null.
    """
    lists = pc.split_pattern(strings, delimiter, max_splits=1, reverse=True)
    return pc.list_element(lists, 0), pc.equal(pc.list_value_length(lists), 2), _last(lists)


def _last(lists: pa.ListArray, chosen: pa.Array | None = None) -> pa.Array:
    """Return the last element of each list, or of those that are chosen. No list may be empty."""
    places = pc.subtract(lists.offsets[1:], 1)
    return lists.values.take(places if chosen is None else places.filter(chosen))
