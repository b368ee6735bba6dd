"""Tables in files for ``py-url column``: CSV, JSON lines and Parquet, read and written some rows at a time.

`pieces` reads a table, and is all that is done in one process: it finds where rows end, and leaves the rest to `ROWS`,
which take a column out of a piece and put columns into it. `outputs` makes one file of the pieces.
"""

from __future__ import annotations

import csv
import gzip
import json
import re
from contextlib import suppress
from functools import cache
from importlib import import_module
from io import StringIO, TextIOWrapper
from itertools import chain, islice
from typing import NamedTuple

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence
    from pathlib import Path
    from typing import Any

FORMATS = {".csv": "csv", ".tsv": "tsv", ".jsonl": "jsonl", ".ndjson": "jsonl"}
FORMATS |= {".parquet": "parquet", **{f"{suffix}.gz": name for suffix, name in FORMATS.items()}}
# How many names of JSON lines a message lists.
_MOST_NAMES = 20
_LARGEST_FIELD = 2**31 - 1
# No integer of a row is needed, and Python refuses to read one of more than some thousand digits.
_JSON = json.JSONDecoder(parse_int=lambda _: 0)


class CannotWork(ValueError):
    """The file cannot be read, or the options do not go with it. The text is a sentence for people."""


class Stopped(CannotWork):
    """Something other than the file and the options ended the run, such as a full disk.

    The next run can continue it.
    """


class Format(NamedTuple):
    """csv, jsonl or parquet, with what is between cells, and the encoding."""

    name: str
    delimiter: str
    encoding: str


class NoRow(NamedTuple):
    """What stands for the value of a line that has no row."""

    line: str


class Text(NamedTuple):
    """Rows as text; the columns of CSV, which JSON lines do not have; what ends a line; and the delimiter."""

    rows: str
    header: list[str]
    newline: str
    delimiter: str


class Piece(NamedTuple):
    """Some rows, for one of `ROWS`; how many are before them; and which part of the file is read, from 0 to 1."""

    content: Any
    first: int
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


def names_of(source: Path, format: Format) -> list[str]:
    """Return the names of the columns of a CSV or Parquet file. Raises CannotWork."""
    if format.name == "parquet":
        return list(parquet_file(source).schema_arrow.names)
    with opened_text(source, format) as file:
        return header_of(file, source, format)[0]


def header_of(file: TextIOWrapper, source: Path, format: Format) -> tuple[list[str], list[str]]:
    """Return the header of a CSV file, and its lines, which may be more than one."""
    csv.field_size_limit(_LARGEST_FIELD)
    lines, _ = _whole_rows(islice(file, 1), file, 1, 0, format.delimiter)
    _expect_decoded(lines, 0, format)
    header = next(csv.reader(lines, delimiter=format.delimiter), None)
    if not header:
        problem = "is empty" if header is None else "begins with an empty line"
        raise CannotWork(f"{source.name} {problem}; its first line must have the names of the columns")
    return header, lines


def expect_strings(source: Path, column: str) -> None:
    """Raise CannotWork if a column of a Parquet file does not hold strings."""
    from py_url import columns

    kind = parquet_file(source).schema_arrow.field(column).type
    try:
        columns.href(pyarrow().nulls(0, kind))
    except TypeError as error:
        raise CannotWork(f"--column: {str(error).replace('the column', f'the column {column!r}', 1)}") from None


def expect_in_a_row(source: Path, column: str, format: Format) -> None:
    """Raise CannotWork if there are rows of JSON lines, each of which has its own names, and none has *column*."""
    names: dict[str, None] = {}
    with opened_text(source, format) as file:
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


def parquet_file(source: Path) -> Any:  # noqa: ANN401 - PyArrow has no types
    """Open a Parquet file. Raises CannotWork."""
    arrow = pyarrow()
    source.open("rb").close()  # so that a file which cannot be opened gets the same message in every format
    try:
        return arrow.parquet.ParquetFile(source)
    except (arrow.ArrowException, OSError) as error:
        raise CannotWork(f"{source.name} cannot be read as Parquet: {_in_one_line(error)}") from None


def _in_one_line(error: Exception) -> str:
    return " ".join(str(error).split())


def opened(file: Path, mode: str) -> Any:  # noqa: ANN401 - of bytes, whatever the mode
    """Open a file, which is compressed if its name says so."""
    return gzip.open(file, mode, 6) if file.suffix.lower() == ".gz" else file.open(mode)


def opened_text(file: Path, format: Format) -> TextIOWrapper:
    """Open a file of CSV or JSON lines. `_expect_decoded` finds a byte that is not text."""
    return TextIOWrapper(opened(file, "rb"), format.encoding, "surrogateescape", _NEWLINES[format.name])


def _expect_decoded(lines: Iterable[str], before: int, format: Format) -> None:
    for number, line in enumerate(lines, before + 1):
        if not line.isascii() and (wrong := re.search("[\udc00-\udcff]", line)):
            what = (
                f"line {number:,}: the byte 0x{ord(wrong[0]) - 0xDC00:X} is not {format.encoding.removesuffix('-sig')}"
            )
            raise CannotWork(f"{what}; write that of the file, such as --encoding windows-1252 or utf-16")


# In JSON, a carriage return is white space.
_NEWLINES = {"csv": "", "jsonl": "\n"}


def pieces(source: Path, format: Format, size: int) -> Iterator[Piece]:
    """Yield the rows of a table, *size* at a time. Raises CannotWork."""
    if format.name == "parquet":
        yield from _tables_in(source, size)
        return
    total = source.stat().st_size
    with opened_text(source, format) as file:
        header, before = header_of(file, source, format) if format.name == "csv" else ([], [])
        newline, lines_before, first = "", len(before), 0
        while lines := list(islice(file, size)):
            newline = newline or newline_of(before[-1] if before else lines[0])
            if format.name == "csv":
                lines, rows = _whole_rows(lines, file, size, lines_before, format.delimiter)
            else:
                rows = len(lines) - sum(map(is_empty, lines))
            _expect_decoded(lines, lines_before, format)
            buffer: Any = file.buffer
            share = getattr(buffer, "fileobj", buffer).tell() / max(total, 1)
            yield Piece(Text("".join(lines), header, newline, format.delimiter), first, share)
            lines_before, first = lines_before + len(lines), first + rows


def newline_of(line: str) -> str:
    """Return what ends a line: CR LF or LF."""
    return "\r\n" if line.endswith("\r\n") else "\n"


def is_empty(line: str) -> bool:
    """Return whether a line of JSON lines has nothing but white space."""
    return not line.strip(" \t\r\n")


def _whole_rows(
    lines: Iterable[str], rest: Iterable[str], size: int, before: int, delimiter: str
) -> tuple[list[str], int]:
    """Return the lines of *size* rows, and how many of these are no empty lines. The first lines are *lines*, and the
    number of those in the file before them is *before*. A cell in quotes may have more than one line.
    """
    lines = [*lines]
    if not any('"' in line for line in lines):
        return lines, len(lines) - sum(map(lines.count, ("\n", "\r\n", "\r")))
    taken: list[str] = []
    rows = ended = 0
    is_open = False

    def take() -> Iterator[str]:
        nonlocal is_open
        for line in chain(lines, rest):
            taken.append(line)
            yield line
        # The row that was begun needs another line.
        is_open = ended < len(taken)

    for row in islice(csv.reader(take(), delimiter=delimiter), size):
        if is_open:
            line = before + len(taken) + 1 - max(len([*_lines_of(row[-1], "csv")]), 1)
            raise CannotWork(f"line {line:,} has a quote that opens a cell, and no quote in the file ends it")
        rows, ended = rows + bool(row), len(taken)
    return taken, rows


def _lines_of(text: str, format: str) -> StringIO:
    # As a file is read; `str.splitlines` has more ends of lines.
    return StringIO(text, newline=_NEWLINES[format])


def _tables_in(source: Path, size: int) -> Iterator[Piece]:
    arrow, file, batches, rows = pyarrow(), parquet_file(source), 0, 0
    try:
        for batch in file.iter_batches(size):
            batches, rows = batches + 1, rows + len(batch)
            share = rows / max(file.metadata.num_rows, 1)
            yield Piece(arrow.Table.from_batches([batch]), rows - len(batch), share)
    except (arrow.ArrowException, OSError) as error:
        raise Stopped(f"{source.name} cannot be read after batch {batches:,}: {_in_one_line(error)}") from None
    if not batches:
        yield Piece(file.schema_arrow.empty_table(), 0, 1)


class CSVRows:
    """Rows of CSV, without empty lines. *first* is how many rows are before them."""

    def __init__(self, text: Text, column: str, first: int) -> None:
        self._text = text
        csv.field_size_limit(_LARGEST_FIELD)
        self._rows = [row for row in csv.reader(_lines_of(text.rows, "csv"), delimiter=text.delimiter) if row]
        columns = len(text.header)
        for number, row in enumerate(self._rows, first + 1):
            if len(row) != columns:
                if any(row[columns:]):
                    # What is added would come under the wrong names.
                    raise CannotWork(
                        f"row {number:,} has {len(row)} cells, and the header has {columns}; put a cell that has a "
                        f"{text.delimiter!r} in quotes"
                    )
                row[columns:] = [""] * (columns - len(row))
        place = text.header.index(column)
        # An empty cell is a missing value, and so is one that a short row does not have.
        self.values: list[object] = [row[place] or None for row in self._rows]

    def write(self, file: Path, _: Sequence[str], columns: Sequence[Sequence[object]]) -> None:
        """Write the rows with more columns."""
        rows = ([*row, *added] for row, *added in zip(self._rows, *columns, strict=True))
        file.write_bytes(csv_of(rows, self._text.newline, self._text.delimiter))


def csv_of(rows: Iterable[Sequence[object]], newline: str, delimiter: str) -> bytes:
    """Return rows as CSV, whose lines end in *newline*."""
    written = _Written(newline)
    csv.writer(written, delimiter=delimiter).writerows(rows)
    return "".join(written.lines).encode()


class _Written:
    r"""The lines of CSV. Before Python 3.13, its writer quotes a cell with "\r" only if lines end in "\r\n"."""

    def __init__(self, newline: str) -> None:
        self.lines: list[str] = []
        self._newline = newline

    def write(self, line: str) -> None:
        self.lines.append(f"{line[:-2]}{self._newline}")


class Lines:
    """Rows of JSON lines, without empty lines. *first* is how many rows are before them."""

    def __init__(self, text: Text, column: str, first: int) -> None:
        self._first, self._newline = first, text.newline
        self._lines = [line for line in _lines_of(text.rows, "jsonl") if not is_empty(line)]
        self._rows = [_object_in(line) for line in self._lines]
        self.values: list[object] = [
            NoRow(line.rstrip("\r\n")) if row is None else row.get(column)
            for row, line in zip(self._rows, self._lines, strict=True)
        ]

    def write(self, file: Path, names: Sequence[str], columns: Sequence[Sequence[object]]) -> None:
        """Write the rows with more columns."""
        written = []
        for number, (row, line, *values) in enumerate(
            zip(self._rows, self._lines, *columns, strict=True), self._first + 1
        ):
            # Only the last line of a file may lack its end.
            whole = line if line.endswith("\n") else f"{line}{self._newline}"
            if row is None:
                written.append(whole)
                continue
            for name in names:
                if name in row:
                    raise CannotWork(f"row {number:,} has {name!r} already; use --prefix")
            added = json.dumps(dict(zip(names, values, strict=True)))
            # What the row has stays as it is written, and what ends the line too.
            end = whole.rindex("}")
            written.append(f"{whole[:end].rstrip()}{', ' if row else ''}{added[1:]}{whole[end + 1 :]}")
        file.write_bytes("".join(written).encode())


class Table:
    """Rows of an Arrow table."""

    def __init__(self, table: Any, column: str, _: int) -> None:  # noqa: ANN401 - PyArrow has no types
        self._table = table
        values = table.column(column)
        with suppress(UnicodeDecodeError):  # a row is not UTF-8
            values = values.to_pylist()
        self.values = [*map(_text_of, values)]

    def write(self, file: Path, names: Sequence[str], columns: Sequence[Any]) -> None:
        """Write the rows with more columns, in Arrow's own format: it takes little time."""
        arrow, table = pyarrow(), self._table
        for name, column in zip(names, columns, strict=True):
            table = table.append_column(name, column)
        with arrow.OSFile(str(file), "wb") as opened, arrow.ipc.new_file(opened, table.schema) as writer:
            writer.write_table(table)


def _text_of(value: Any) -> object:  # noqa: ANN401 - as above
    try:
        value = value.as_py() if hasattr(value, "as_py") else value
        return value.decode() if isinstance(value, bytes) else value
    except UnicodeDecodeError:
        return b""


ROWS: dict[str, type[CSVRows | Lines | Table]] = {"csv": CSVRows, "jsonl": Lines, "parquet": Table}
"""What takes a column out of a piece, as ``values``, and writes the piece with more columns."""
