"""``py-url column``: adds the parts of URLs, as columns, to a table in a file: CSV, JSON lines or Parquet.

The table is read and written in batches, so memory does not grow with it. Each batch becomes a file of its own in a
folder next to the output, and takes its name only when it is whole; at the end they become the output, which then takes
its name. So a run that was killed can continue: what was reported as done is done.
"""

from __future__ import annotations

import csv
import json
import os
import re
import shutil
import sys
import time
from collections import Counter, deque
from functools import cache
from importlib import import_module
from itertools import islice
from pathlib import Path
from typing import NamedTuple

from py_url.programs.runner import can_start_processes, leave_interrupts
from py_url.standard.infra.showing import secret_spans, userinfo_span, visible, without
from py_url.standard.infra.validation import InvalidURL
from py_url.url import URL

TYPE_CHECKING = False
if TYPE_CHECKING:
    import argparse
    from collections.abc import Callable, Iterable, Iterator
    from concurrent.futures import Future
    from typing import Any, TextIO

    from py_url.canonical import ProfileName

    Row = list[Any]

FORMATS = {".csv": "csv", ".jsonl": "jsonl", ".ndjson": "jsonl", ".parquet": "parquet"}
# How many reasons the report lists, and how many characters of an example.
_MOST_REASONS = 10
_MOST_CHARACTERS = 80
# How many names of JSON lines a message lists.
_MOST_NAMES = 20
# How many times as many batches as processes wait.
_WAITING = 2
_LARGEST_FIELD = 2**31 - 1
# The files in the folder for the batches.
_OWN_FILE = re.compile(r"(?:state\.json|[0-9]{8,}(?:\.done)?)(?:\.tmp)?")
# No integer of a row is needed, and Python refuses to read one of more than some thousand digits.
_JSON = json.JSONDecoder(parse_int=lambda _: 0)


class CannotWork(ValueError):
    """The file cannot be read, or the options do not go with it. The text is a sentence for people."""


def _registrable_domain(url: URL) -> str | None:
    from py_url.standard.urls.sites import registrable_domain

    domain = registrable_domain(url)
    return None if domain is None else str(domain)


def _canonical(profile: ProfileName) -> Callable[[URL], str]:
    def canonical(url: URL) -> str:
        from py_url.canonical import canonicalize

        return canonicalize(url, profile)

    return canonical


def _surt(url: URL) -> str:
    from py_url.canonical import surt

    return surt(url)


def _key(url: URL) -> str:
    from py_url.canonical import url_key

    return url_key(url)


#: What can be added: the name of a column, and the value for a URL. None is a missing value.
FIELDS: dict[str, Callable[[URL], str | int | None]] = {
    "href": lambda url: url.href,
    "scheme": lambda url: url.protocol[:-1],
    "host": lambda url: url.hostname or None,
    "port": lambda url: int(url.port) if url.port else None,
    "path": lambda url: url.pathname,
    "query": lambda url: url.search[1:] or None,
    "fragment": lambda url: url.hash[1:] or None,
    "origin": lambda url: url.origin,
    "registrable_domain": _registrable_domain,
    "surt": _surt,
    "url_key": _key,
    "canonical_browser": _canonical("browser"),
    "canonical_rfc3986": _canonical("rfc3986"),
    "canonical_crawl": _canonical("crawl"),
    "canonical_dedup": _canonical("dedup"),
    "canonical": _canonical("crawl"),
}


class Job(NamedTuple):
    """What to do with each row: the format, the place or name of the column, what to add, and under which names."""

    format: str
    column: str
    fields: tuple[str, ...]
    names: tuple[str, ...]


class Report(NamedTuple):
    """How many rows there are, how many failed, and for each reason how many, the number of a row, and its string."""

    rows: int
    failed: int
    reasons: dict[str, tuple[int, int, str]]


def add_arguments(command: argparse.ArgumentParser) -> None:
    """Add the options of ``py-url column``."""
    command.add_argument("input", metavar="FILE", help="a table: .csv with a header, .jsonl, or .parquet")
    command.add_argument("--column", required=True, metavar="NAME", help="the column with the URLs")
    known = ", ".join(FIELDS)
    command.add_argument("--add", required=True, metavar="FIELDS", help=f"what to add, with commas between: {known}")
    command.add_argument("-o", "--output", required=True, metavar="OUT", help="the file to write, of the same format")
    command.add_argument("--prefix", default="", help="put this before the names of the added columns")
    command.add_argument("--jobs", type=int, default=1, metavar="N", help="use N processes")
    command.add_argument("--batch", type=int, default=20_000, metavar="ROWS", help="rows in a batch; 20,000 by default")
    command.add_argument("--restart", action="store_true", help="forget what an earlier run has done")


def run(arguments: argparse.Namespace) -> int:
    """Do what the options say, and return the exit status. Raises CannotWork and OSError."""
    source, output = Path(arguments.input), Path(arguments.output)
    job = _job(arguments, source, output)
    parts = output.with_name(f"{output.name}.parts")
    done = _prepare(parts, _state(source, job, arguments.batch), restart=arguments.restart)
    if done:
        _say(f"continuing after {done:,} batches that are done")
    started = time.monotonic()
    rows = failed = count = 0
    for report in _reports(source, parts, job, arguments):
        rows, failed, count = rows + report.rows, failed + report.failed, count + 1
        _show_progress(rows, failed, time.monotonic() - started)
    _end_progress()
    _join(output, parts, count, job, _header(source, job))
    total = _total(parts, count)
    shutil.rmtree(parts)
    _say(_text_of(total))
    return 0


def _job(arguments: argparse.Namespace, source: Path, output: Path) -> Job:
    format = FORMATS.get(source.suffix.lower())
    if format is None:
        raise CannotWork(f"{source.name} has no known suffix; its name must end in {', '.join(FORMATS)}")
    if not output.parent.is_dir():
        raise CannotWork(f"--output: there is no folder {output.parent}; make it first")
    if output.is_dir():
        raise CannotWork(f"--output: {output} is a folder; write the name of a file")
    if FORMATS.get(output.suffix.lower()) != format:
        raise CannotWork(f"the output must have the format of the input, so its name must end in {source.suffix}")
    if output.exists() and output.samefile(source):
        raise CannotWork("the output is the input; write to another file")
    if not arguments.prefix.isascii() and re.search("[\ud800-\udfff]", arguments.prefix):
        raise CannotWork(f"--prefix: {arguments.prefix!r} is no text in the encoding of the shell")
    for name, value in (("--jobs", arguments.jobs), ("--batch", arguments.batch)):
        if value < 1:
            raise CannotWork(f"{name}: {value} is too small; the least is 1")
    if arguments.jobs > 1 and not can_start_processes():
        raise CannotWork("--jobs: this Python cannot start processes")
    fields = tuple(dict.fromkeys(field.strip() for field in arguments.add.split(",")))
    for field in fields:
        if field not in FIELDS:
            raise CannotWork(f"--add: {field!r} is none of {', '.join(FIELDS)}")
    if "registrable_domain" in fields:
        _registrable_domain(URL("https://example.com/"))  # the list is an extra, which may be missing
    names = tuple(arguments.prefix + field for field in fields)
    if format == "jsonl":
        _expect_in_a_row(source, arguments.column)
    else:
        present = _columns_of(source, format)
        if arguments.column not in present:
            raise CannotWork(f"--column: {arguments.column!r} is none of {', '.join(present)}")
        if present.count(arguments.column) > 1:
            raise CannotWork(f"--column: there is more than one column {arguments.column!r}; rename the others")
        for name in names:
            if name in present:
                raise CannotWork(f"there is a column {name!r} already; use --prefix")
    return Job(format, arguments.column, fields, names)


def _expect_in_a_row(source: Path, column: str) -> None:
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


def _columns_of(source: Path, format: str) -> list[str]:
    """Return the names of the columns of a CSV or Parquet file."""
    if format == "parquet":
        return list(_parquet_file(source).schema_arrow.names)
    csv.field_size_limit(_LARGEST_FIELD)
    with _text(source) as file:
        header = next(csv.reader(file), None)
    if header is None:
        raise CannotWork(f"{source.name} is empty; its first line must have the names of the columns")
    return header


@cache
def _pyarrow() -> Any:  # noqa: ANN401 - PyArrow has no types
    try:
        pyarrow = import_module("pyarrow")
        import_module("pyarrow.parquet")
    except ModuleNotFoundError:
        raise CannotWork("Parquet needs the package pyarrow: pip install pyarrow") from None
    return pyarrow


def _parquet_file(source: Path) -> Any:  # noqa: ANN401 - as above
    pyarrow = _pyarrow()
    source.open("rb").close()  # so that a file which cannot be opened gets the same message in every format
    try:
        return pyarrow.parquet.ParquetFile(source)
    except (pyarrow.ArrowException, OSError) as error:
        raise CannotWork(f"{source.name} cannot be read as Parquet: {_in_one_line(error)}") from None


def _in_one_line(error: Exception) -> str:
    return " ".join(str(error).split())


def _text(file: Path) -> TextIO:
    # A byte that is not text comes out as it went in.
    return file.open(encoding="utf-8-sig", errors="surrogateescape", newline="")


def _state(source: Path, job: Job, batch: int) -> dict[str, object]:
    facts = source.stat()
    return {"size": facts.st_size, "modified": facts.st_mtime_ns, "batch": batch, "job": [*map(str, job)]}


def _prepare(parts: Path, state: dict[str, object], *, restart: bool) -> int:
    """Make the folder for the batches, and return how many are done."""
    file = parts / "state.json"
    # The folder is removed at the end, so it must not be somebody's own.
    if parts.is_symlink() or (parts.exists() and not parts.is_dir()):
        raise CannotWork(f"{parts} is in the way; move it away or write to another file")
    if parts.exists():
        for found in parts.iterdir():
            if not _OWN_FILE.fullmatch(found.name):
                raise CannotWork(f"{found} is no file of an earlier run; move it away or write to another file")
    # A run that was killed at once has only made the folder.
    if not restart and (file.exists() or any(parts.glob("*.done"))):
        try:
            same = json.loads(file.read_text("utf-8")) == state
        except (OSError, ValueError):
            same = False
        if not same:
            raise CannotWork(f"{parts} is of a run with another input or other options; use --restart to remove it")
        return len([*parts.glob("*.done")])
    if parts.exists():
        shutil.rmtree(parts)
    parts.mkdir()
    _write(file, json.dumps(state))
    return 0


def _write(file: Path, text: str) -> None:
    """Write a file that is there as a whole or not at all."""
    temporary = file.with_name(f"{file.name}.tmp")
    with temporary.open("w", encoding="utf-8", errors="surrogateescape", newline="") as opened:
        opened.write(text)
        opened.flush()
        os.fsync(opened.fileno())
    temporary.replace(file)


def _part(parts: Path, number: int) -> Path:
    return parts / f"{number:08}"


def _reports(source: Path, parts: Path, job: Job, arguments: argparse.Namespace) -> Iterator[Report]:
    """Yield the report of each batch in order, and work on those that are not done."""
    batches = enumerate(_batches(source, job, arguments.batch))
    if arguments.jobs == 1:
        for number, batch in batches:
            yield _work(_part(parts, number), number * arguments.batch, batch, job)
        return
    from concurrent.futures import ProcessPoolExecutor
    from concurrent.futures.process import BrokenProcessPool
    from multiprocessing import get_context

    pending: deque[Future[Report]] = deque()
    executor = ProcessPoolExecutor(arguments.jobs, get_context("spawn"), leave_interrupts)
    try:
        while True:
            for number, batch in islice(batches, arguments.jobs * _WAITING - len(pending)):
                pending.append(executor.submit(_work, _part(parts, number), number * arguments.batch, batch, job))
            if not pending:
                return
            yield pending.popleft().result()
    except BrokenProcessPool:
        raise CannotWork(
            "a process was killed, perhaps for lack of memory; start the command again to go on, and if that does not "
            "help, use fewer --jobs or a smaller --batch"
        ) from None
    finally:
        executor.shutdown(cancel_futures=True)


def _batches(source: Path, job: Job, size: int) -> Iterator[Any]:
    """Yield the rows, *size* at a time: lists for CSV, lines for JSON lines, tables for Parquet."""
    if job.format == "parquet":
        pyarrow, file, batches = _pyarrow(), _parquet_file(source), 0
        try:
            for batch in file.iter_batches(size):
                batches += 1
                yield pyarrow.Table.from_batches([batch])
        except (pyarrow.ArrowException, OSError) as error:
            raise CannotWork(f"{source.name} cannot be read after batch {batches:,}: {_in_one_line(error)}") from None
        if not batches:
            yield file.schema_arrow.empty_table()
        return
    csv.field_size_limit(_LARGEST_FIELD)
    with _text(source) as file:
        rows: Iterator[Any] = csv.reader(file) if job.format == "csv" else iter(file)
        header = next(rows) if job.format == "csv" else None
        while batch := list(islice(rows, size)):
            yield [header, *batch] if job.format == "csv" else batch


def _work(part: Path, first: int, batch: Any, job: Job) -> Report:  # noqa: ANN401 - see `_batches`
    """Work on a batch, unless it is done, and return its report. A process of its own may call this."""
    done = part.with_suffix(".done")
    if not done.exists():
        if job.format == "csv":
            report = _work_on_csv(part, first, batch, job)
        elif job.format == "jsonl":
            report = _work_on_lines(part, first, batch, job)
        else:
            report = _work_on_table(part, first, batch, job)
        _write(done, json.dumps(report))
    return _report_in(done)


def _report_in(done: Path) -> Report:
    rows, failed, reasons = json.loads(done.read_text("utf-8"))
    return Report(rows, failed, {reason: (count, row, shown) for reason, (count, row, shown) in reasons.items()})


class _Counting:
    """Computes the added values of one string after another, and counts what failed."""

    def __init__(self, first: int, fields: Iterable[str]) -> None:
        self._functions = [FIELDS[field] for field in fields]
        self._nothing: Row = [None] * len(self._functions)
        self._first = first
        self._rows = 0
        self._counts: Counter[str] = Counter()
        self._examples: dict[str, tuple[int, str]] = {}

    @property
    def next_row(self) -> int:
        """The number of the row that comes next, from 1."""
        return self._first + self._rows + 1

    def values(self, string: object) -> Row:
        self._rows += 1
        if string is None:
            return self._nothing
        if not isinstance(string, str):
            return self._failed("not a string", type(string).__name__)
        try:
            url = URL(string)
        except InvalidURL as error:
            return self._failed(error.errors[-1].name, string)
        return [function(url) for function in self._functions]

    def _failed(self, reason: str, string: str) -> Row:
        self._counts[reason] += 1
        if reason not in self._examples:
            shown = visible(without(string, secret_spans(string, userinfo_span(string))))
            cut = shown if len(shown) <= _MOST_CHARACTERS else f"{shown[:_MOST_CHARACTERS]}…"
            self._examples[reason] = (self._first + self._rows, cut)
        return self._nothing

    def no_row(self, reason: str, text: str) -> None:
        """Count a row that cannot be read."""
        self._rows += 1
        self._failed(reason, text)

    def report(self) -> Report:
        reasons = {reason: (count, *self._examples[reason]) for reason, count in self._counts.items()}
        return Report(self._rows, sum(self._counts.values()), reasons)


def _work_on_csv(part: Path, first: int, rows: list[list[str]], job: Job) -> Report:
    from io import StringIO

    header, *rest = rows
    place = header.index(job.column)
    counting, text = _Counting(first, job.fields), StringIO(newline="")
    writer = csv.writer(text, lineterminator="\n")
    for row in rest:
        if any(row[len(header) :]):
            # What is added would come under the wrong names.
            raise CannotWork(
                f"row {counting.next_row:,} has {len(row)} cells, and the header has {len(header)}; put a cell that "
                f"has a comma in quotes"
            )
        del row[len(header) :]
        # An empty cell is a missing value, and so is one that a short row does not have.
        string = row[place] if place < len(row) else ""
        missing = [""] * (len(header) - len(row))
        writer.writerow([*row, *missing, *counting.values(string or None)])
    _write(part, text.getvalue())
    return counting.report()


def _work_on_lines(part: Path, first: int, lines: list[str], job: Job) -> Report:
    counting, written = _Counting(first, job.fields), []
    for line in lines:
        row = _object_in(line)
        if row is not None:
            for name in job.names:
                if name in row:
                    raise CannotWork(f"row {counting.next_row:,} has {name!r} already; use --prefix")
            added = json.dumps(dict(zip(job.names, counting.values(row.get(job.column)), strict=True)))
            # What the row has stays as it is written.
            written.append(f"{line.rstrip()[:-1].rstrip()}{', ' if row else ''}{added[1:]}\n")
        else:
            counting.no_row("not a JSON object", line.rstrip("\r\n"))
            written.append(line if line.endswith("\n") else f"{line}\n")
    _write(part, "".join(written))
    return counting.report()


def _work_on_table(part: Path, first: int, table: Any, job: Job) -> Report:  # noqa: ANN401 - PyArrow has no types
    pyarrow = _pyarrow()
    counting = _Counting(first, job.fields)
    rows = [counting.values(_value(scalar)) for scalar in table.column(job.column)]
    for place, (field, name) in enumerate(zip(job.fields, job.names, strict=True)):
        kind = pyarrow.uint16() if field == "port" else pyarrow.string()
        table = table.append_column(name, pyarrow.array([row[place] for row in rows], kind))
    temporary = part.with_suffix(".tmp")
    pyarrow.parquet.write_table(table, temporary)
    temporary.replace(part)
    return counting.report()


def _value(scalar: Any) -> object:  # noqa: ANN401 - as above
    try:
        value: object = scalar.as_py()
    except UnicodeDecodeError:  # Arrow does not check its strings
        return b""
    return value


def _header(source: Path, job: Job) -> bytes:
    from io import StringIO

    if job.format != "csv":
        return b""
    text = StringIO(newline="")
    csv.writer(text, lineterminator="\n").writerow([*_columns_of(source, "csv"), *job.names])
    return text.getvalue().encode("utf-8", "surrogateescape")


def _join(output: Path, parts: Path, count: int, job: Job, header: bytes) -> None:
    """Make the output of the batches. It gets its name when it is whole."""
    temporary = output.with_name(f"{output.name}.tmp")
    files = [_part(parts, number) for number in range(count)]
    if job.format == "parquet":
        pyarrow = _pyarrow()
        with pyarrow.parquet.ParquetWriter(temporary, pyarrow.parquet.read_schema(files[0])) as writer:
            for file in files:
                writer.write_table(pyarrow.parquet.read_table(file, memory_map=True))
    else:
        with temporary.open("wb") as opened:
            opened.write(header)
            for file in files:
                with file.open("rb") as part:
                    shutil.copyfileobj(part, opened)
    temporary.replace(output)


def _total(parts: Path, count: int) -> Report:
    """Return the reports of all batches as one."""
    rows = failed = 0
    reasons: dict[str, tuple[int, int, str]] = {}
    for number in range(count):
        report = _report_in(_part(parts, number).with_suffix(".done"))
        rows, failed = rows + report.rows, failed + report.failed
        for reason, (times, row, shown) in report.reasons.items():
            before = reasons.get(reason, (0, row, shown))
            reasons[reason] = (before[0] + times, *before[1:])
    return Report(rows, failed, reasons)


def _text_of(report: Report) -> str:
    share = f" ({report.failed / report.rows:.2%})" if report.failed else ""
    lines = [f"{report.rows:,} row{'' if report.rows == 1 else 's'}, of which {report.failed:,} failed{share}"]
    most = sorted(report.reasons.items(), key=lambda item: -item[1][0])
    for reason, (count, row, shown) in most[:_MOST_REASONS]:
        lines.append(f"  {count:,} × {reason}, first in row {row:,}: {shown}")
    if len(most) > _MOST_REASONS:
        lines.append(f"  and {len(most) - _MOST_REASONS} more reasons")
    return "\n".join(lines)


def _say(text: str) -> None:
    if sys.stderr is not None:
        print(f"py-url: {text}", file=sys.stderr)  # noqa: T201 - a command prints


def _show_progress(rows: int, failed: int, seconds: float) -> None:
    if sys.stderr is not None and sys.stderr.isatty():
        text = f"\r{rows:,} rows, {failed:,} failed, {rows / max(seconds, 1e-3):,.0f} rows/s\x1b[K"
        print(text, end="", file=sys.stderr, flush=True)  # noqa: T201 - as above


def _end_progress() -> None:
    if sys.stderr is not None and sys.stderr.isatty():
        print(file=sys.stderr)  # noqa: T201 - as above
