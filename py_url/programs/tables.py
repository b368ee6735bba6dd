"""Tables in files for ``py-url column``: CSV, JSON lines and Parquet, read and written some rows at a time.

`pieces` reads a table, and is all that is done in one process: it finds where rows end, and leaves the rest to `ROWS`,
which take a column out of a piece and put columns into it. `Output` makes one file of the pieces.
"""

from __future__ import annotations

import csv
import json
import os
import shutil
from functools import cache
from importlib import import_module
from io import StringIO
from itertools import chain, islice
from typing import NamedTuple

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence
    from pathlib import Path
    from types import TracebackType
    from typing import Any, Self, TextIO

FORMATS = {".csv": "csv", ".jsonl": "jsonl", ".ndjson": "jsonl", ".parquet": "parquet"}
OUTPUT = "output"
"""The name of the file in the folder for the pieces that becomes the output."""

# How many names of JSON lines a message lists.
_MOST_NAMES = 20
_LARGEST_FIELD = 2**31 - 1
# No integer of a row is needed, and Python refuses to read one of more than some thousand digits.
_JSON = json.JSONDecoder(parse_int=lambda _: 0)


class CannotWork(ValueError):
    """The file cannot be read, or the options do not go with it. The text is a sentence for people."""


class NoRow(NamedTuple):
    """What stands for the value of a line that has no row."""

    line: str


class Piece(NamedTuple):
    """Some rows as they are read, for one of `ROWS`, and which part of the file is read, from 0 to 1."""

    content: Any
    share: float


@cache
def pyarrow() -> Any:  # noqa: ANN401 - PyArrow has no types
    """Return PyArrow, which Parquet needs. Raises CannotWork if it is missing."""
    try:
        module = import_module("pyarrow")
        import_module("pyarrow.parquet")
    except ModuleNotFoundError:
        raise CannotWork("Parquet needs the package pyarrow: pip install pyarrow") from None
    return module


def names_of(source: Path, format: str) -> list[str]:
    """Return the names of the columns of a CSV or Parquet file. Raises CannotWork."""
    if format == "parquet":
        return list(_parquet_file(source).schema_arrow.names)
    with _text(source) as file:
        return _header_of(file, source)


def _header_of(file: TextIO, source: Path) -> list[str]:
    csv.field_size_limit(_LARGEST_FIELD)
    header = next(csv.reader(file), None)
    if header is None:
        raise CannotWork(f"{source.name} is empty; its first line must have the names of the columns")
    return header


def expect_strings(source: Path, column: str) -> None:
    """Raise CannotWork if a column of a Parquet file does not hold strings."""
    from py_url import columns

    kind = _parquet_file(source).schema_arrow.field(column).type
    try:
        columns.href(pyarrow().nulls(0, kind))
    except TypeError as error:
        raise CannotWork(f"--column: {str(error).replace('the column', f'the column {column!r}', 1)}") from None


def expect_in_a_row(source: Path, column: str) -> None:
    """Raise CannotWork if there are rows of JSON lines, each of which has its own names, and none has *column*."""
    names: dict[str, None] = {}
    with _text(source) as file:
        for line in file:
            row = _object_in(line)
            if row is not None and column in row:
                return
            if len(names) < _MOST_NAMES:
                names.update(dict.fromkeys(row or ()))
    if names:
        raise CannotWork(f"--column: no row has {column!r}; the rows have {', '.join([*names][:_MOST_NAMES])}")


def _object_in(line: str) -> dict[str, Any] | None:
    """Return the row that a line has, or None if it has no JSON object."""
    try:
        row = _JSON.decode(line)
    except (ValueError, RecursionError):  # the latter for what is nested too deeply
        return None
    return row if isinstance(row, dict) else None


def _parquet_file(source: Path) -> Any:  # noqa: ANN401 - PyArrow has no types
    arrow = pyarrow()
    source.open("rb").close()  # so that a file which cannot be opened gets the same message in every format
    try:
        return arrow.parquet.ParquetFile(source)
    except (arrow.ArrowException, OSError) as error:
        raise CannotWork(f"{source.name} cannot be read as Parquet: {_in_one_line(error)}") from None


def _in_one_line(error: Exception) -> str:
    return " ".join(str(error).split())


def _text(file: Path) -> TextIO:
    # A byte that is not text comes out as it went in.
    return file.open(encoding="utf-8-sig", errors="surrogateescape", newline="")


def pieces(source: Path, format: str, size: int) -> Iterator[Piece]:
    """Yield the rows of a table, *size* at a time. Raises CannotWork."""
    if format == "parquet":
        yield from _tables_in(source, size)
        return
    total = source.stat().st_size
    with _text(source) as file:
        header = _header_of(file, source) if format == "csv" else None
        while lines := list(islice(file, size)):
            text = "".join(_whole_rows(lines, file, size) if format == "csv" else lines)
            share = file.buffer.tell() / max(total, 1)
            yield Piece(text if header is None else (header, text), share)


def _whole_rows(lines: list[str], rest: Iterable[str], size: int) -> list[str]:
    """Return the lines of *size* rows, of which these are the first. A cell in quotes may have more than one line."""
    if not any('"' in line for line in lines):
        return lines
    taken: list[str] = []

    def take() -> Iterator[str]:
        for line in chain(lines, rest):
            taken.append(line)
            yield line

    for _ in islice(csv.reader(take()), size):
        pass
    return taken


def _lines_of(text: str) -> TextIO:
    # As a file is read; `str.splitlines` knows more ends of lines.
    return StringIO(text, newline="")


def _tables_in(source: Path, size: int) -> Iterator[Piece]:
    arrow, file, batches, rows = pyarrow(), _parquet_file(source), 0, 0
    try:
        for batch in file.iter_batches(size):
            batches, rows = batches + 1, rows + len(batch)
            yield Piece(arrow.Table.from_batches([batch]), rows / max(file.metadata.num_rows, 1))
    except (arrow.ArrowException, OSError) as error:
        raise CannotWork(f"{source.name} cannot be read after batch {batches:,}: {_in_one_line(error)}") from None
    if not batches:
        yield Piece(file.schema_arrow.empty_table(), 1)


class CSVRows:
    """Rows of CSV. *first* is how many rows are before them."""

    def __init__(self, content: tuple[list[str], str], column: str, first: int) -> None:
        self._header, text = content
        csv.field_size_limit(_LARGEST_FIELD)
        self._rows = list(csv.reader(_lines_of(text)))
        columns = len(self._header)
        for number, row in enumerate(self._rows, first + 1):
            if len(row) != columns:
                if any(row[columns:]):
                    # What is added would come under the wrong names.
                    raise CannotWork(
                        f"row {number:,} has {len(row)} cells, and the header has {columns}; put a cell that has a "
                        f"comma in quotes"
                    )
                row[columns:] = [""] * (columns - len(row))
        place = self._header.index(column)
        # An empty cell is a missing value, and so is one that a short row does not have.
        self.values: list[object] = [row[place] or None for row in self._rows]

    def write(self, part: Path, _: Sequence[str], columns: Sequence[Sequence[object]]) -> None:
        """Write the rows with more columns."""
        write_text(part, _csv([*row, *added] for row, *added in zip(self._rows, *columns, strict=True)))


def _csv(rows: Iterable[Sequence[object]]) -> str:
    written = _Written()
    csv.writer(written).writerows(rows)
    return "".join(written)


class _Written(list[str]):
    r"""The lines of CSV. Before Python 3.13, its writer quotes a cell with "\r" only if lines end in "\r\n"."""

    def write(self, line: str) -> None:
        """Add a line of the writer."""
        self.append(f"{line[:-2]}\n")


class Lines:
    """Rows of JSON lines. *first* is how many rows are before them."""

    def __init__(self, text: str, column: str, first: int) -> None:
        self._first = first
        self._lines = [*_lines_of(text)]
        self._rows = [_object_in(line) for line in self._lines]
        self.values: list[object] = [
            NoRow(line.rstrip("\r\n")) if row is None else row.get(column)
            for row, line in zip(self._rows, self._lines, strict=True)
        ]

    def write(self, part: Path, names: Sequence[str], columns: Sequence[Sequence[object]]) -> None:
        """Write the rows with more columns."""
        written = []
        for number, (row, line, *values) in enumerate(
            zip(self._rows, self._lines, *columns, strict=True), self._first + 1
        ):
            if row is None:
                written.append(line if line.endswith("\n") else f"{line}\n")
                continue
            for name in names:
                if name in row:
                    raise CannotWork(f"row {number:,} has {name!r} already; use --prefix")
            added = json.dumps(dict(zip(names, values, strict=True)))
            # What the row has stays as it is written.
            written.append(f"{line.rstrip()[:-1].rstrip()}{', ' if row else ''}{added[1:]}\n")
        write_text(part, "".join(written))


class Table:
    """Rows of an Arrow table."""

    def __init__(self, table: Any, column: str, _: int) -> None:  # noqa: ANN401 - PyArrow has no types
        self._table = table
        self.values: Any = table.column(column)

    def write(self, part: Path, names: Sequence[str], columns: Sequence[Any]) -> None:
        """Write the rows with more columns, in Arrow's own format: it takes little time."""
        arrow, table = pyarrow(), self._table
        for name, column in zip(names, columns, strict=True):
            table = table.append_column(name, column)
        temporary = part.with_suffix(".tmp")
        with arrow.OSFile(str(temporary), "wb") as file, arrow.ipc.new_file(file, table.schema) as writer:
            writer.write_table(table)
        temporary.replace(part)


ROWS: dict[str, type[CSVRows | Lines | Table]] = {"csv": CSVRows, "jsonl": Lines, "parquet": Table}
"""What takes a column out of a piece, as ``values``, and writes the piece with more columns."""


class Output:
    """The file that the pieces become, in their order, in the same folder as they. `finish` gives it its name."""

    def __init__(self, parts: Path, format: str, header: Sequence[str]) -> None:
        self._file = parts / OUTPUT
        self._writer: Any = None
        self._opened = None if format == "parquet" else self._file.open("wb")
        if self._opened is not None and format == "csv":
            self._opened.write(_csv([header]).encode("utf-8", "surrogateescape"))

    def add(self, part: Path) -> None:
        """Append what one of `ROWS` has written."""
        if self._opened is not None:
            with part.open("rb") as file:
                shutil.copyfileobj(file, self._opened)
            return
        arrow = pyarrow()
        with arrow.memory_map(str(part)) as file, arrow.ipc.open_file(file) as reader:
            if self._writer is None:
                self._writer = arrow.parquet.ParquetWriter(self._file, reader.schema)
            self._writer.write_table(reader.read_all())

    def finish(self, output: Path) -> None:
        """Make it *output*."""
        self._close()
        self._file.replace(output)

    def _close(self) -> None:
        for file in (self._opened, self._writer):
            if file is not None:
                file.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self._close()


def write_text(file: Path, text: str) -> None:
    """Write a file that is there as a whole or not at all."""
    temporary = file.with_name(f"{file.name}.tmp")
    with temporary.open("w", encoding="utf-8", errors="surrogateescape", newline="") as opened:
        opened.write(text)
        opened.flush()
        os.fsync(opened.fileno())
    temporary.replace(file)
