"""The file that ``py-url column`` writes: one of all pieces, in their order, whose rows are counted."""

from __future__ import annotations

from codecs import BOM_UTF8
from contextlib import suppress

from py_url.programs.table_files import (
    Format,
    csv_of,
    header_of,
    is_empty,
    newline_of,
    opened,
    opened_text,
    parquet_file,
    pyarrow,
)

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path
    from types import TracebackType
    from typing import Any, Self


class Output:
    """A file for the pieces. After `close`, ``rows`` is how many rows it has."""

    rows = 0
    _opened: Any = None

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        # Unless it is closed, it is of no use.
        with suppress(OSError):
            Output.close(self)

    def close(self) -> None:
        """Write what is not written yet."""
        if self._opened is not None:
            self._opened.close()


class TextOutput(Output):
    """A file of CSV or JSON lines. It has the byte order mark of the source, if there is one. Lines of CSV end in CR LF
    if the header does, and otherwise in LF.
    """

    def __init__(self, file: Path, source: Path, format: Format, names: Sequence[str]) -> None:
        self._format, self._is_quoted = format.name, False
        start = _start_of(source, format, names)
        self._opened = opened(file, "wb")
        self._opened.write(start)

    def add(self, part: Path) -> None:
        """Append the lines."""
        with part.open("rb") as file:
            while chunk := file.read(1 << 16):
                self.rows += self._rows_in(chunk)
                self._opened.write(chunk)

    def _rows_in(self, chunk: bytes) -> int:
        """Return how many rows end here. In CSV, a cell may have the end of a line between its quotes."""
        if self._format == "jsonl" or not (b'"' in chunk or self._is_quoted):
            return chunk.count(b"\n")
        between = chunk.split(b'"')
        rows = sum(text.count(b"\n") for text in between[self._is_quoted :: 2])
        self._is_quoted ^= len(between) % 2 == 0
        return rows


class ParquetOutput(Output):
    """A file of Parquet. Its columns are compressed as those of the source are, and what is added as *column* is."""

    def __init__(self, file: Path, source: Path, column: str, names: Sequence[str]) -> None:
        self._file = file
        self._codecs = _codecs_of(source, column, names)

    def add(self, part: Path) -> None:
        """Append the table."""
        arrow = pyarrow()
        with arrow.memory_map(str(part)) as file, arrow.ipc.open_file(file) as reader:
            if self._opened is None:
                self._opened = arrow.parquet.ParquetWriter(self._file, reader.schema, compression=self._codecs)
            self._opened.write_table(reader.read_all())

    def close(self) -> None:
        """Do it, and count the rows."""
        super().close()
        self.rows = parquet_file(self._file).metadata.num_rows


def output_for(
    file: Path, source: Path, format: Format, column: str, names: Sequence[str]
) -> TextOutput | ParquetOutput:
    """Return the output to *file* in the format of *source*, with columns that are called *names*."""
    if format.name == "parquet":
        return ParquetOutput(file, source, column, names)
    return TextOutput(file, source, format, names)


def _start_of(source: Path, format: Format, names: Sequence[str]) -> bytes:
    """Return what is before the rows: the byte order mark, if there is one, and the header of CSV."""
    with opened(source, "rb") as file:
        mark = BOM_UTF8 if file.read(len(BOM_UTF8)) == BOM_UTF8 else b""
    with opened_text(source, format) as text:
        if format.name == "jsonl":
            first = next((line for line in text if not is_empty(line)), "")
            # Without the empty lines, U+FEFF at the start of a row would be a byte order mark.
            return mark or (b"\n" if first.startswith("\ufeff") else b"")
        header, lines = header_of(text, source, format)
    return mark + csv_of([[*header, *names]], newline_of(lines[-1]), format.delimiter)


def _codecs_of(source: Path, column: str, names: Sequence[str]) -> dict[str, str]:
    """Return how each column of a Parquet file is compressed. What is added is compressed as *column* is."""
    metadata = parquet_file(source).metadata
    group = metadata.row_group(0) if metadata.num_row_groups else None
    chunks = [] if group is None else [group.column(place) for place in range(group.num_columns)]
    codecs = {chunk.path_in_schema: chunk.compression.replace("UNCOMPRESSED", "NONE") for chunk in chunks}
    return {**codecs, **dict.fromkeys(names, codecs.get(column, "SNAPPY"))}
