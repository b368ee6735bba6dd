"""``py-url column``: adds the parts of URLs, as columns, to a table in a file: CSV, JSON lines or Parquet.

The table is read and written in batches, so memory does not grow with it. Each batch becomes a file of its own in a
folder next to the output, and takes its name only when it is whole. The output is made of them, and takes its name at
the end. So a run that was killed can continue: what was reported as done is done.
"""

from __future__ import annotations

import json
import re
import shutil
import sys
import time
from collections import Counter, deque
from contextlib import contextmanager
from functools import partial
from importlib.util import find_spec
from itertools import islice
from pathlib import Path
from typing import NamedTuple

from py_url.many import parse_many
from py_url.programs.runner import leave_interrupts, why_not, why_not_jobs
from py_url.programs.tables import (
    FORMATS,
    OUTPUT,
    ROWS,
    CannotWork,
    NoRow,
    Output,
    expect_in_a_row,
    expect_strings,
    names_of,
    pieces,
    pyarrow,
    write_text,
)
from py_url.standard.infra.code_points import scalar_value_string
from py_url.standard.infra.showing import secret_spans, userinfo_span, visible, without
from py_url.standard.urls.components import to_record
from py_url.standard.urls.parser import invalid_url

TYPE_CHECKING = False
if TYPE_CHECKING:
    import argparse
    from collections.abc import Iterable, Iterator, Sequence
    from concurrent.futures import Future
    from typing import Any

    # What failed: the number of the row among those of its batch, from 0; the reason; and the string.
    Failed = tuple[int, str, str]

# How many reasons the report lists, and how many characters of an example.
_MOST_REASONS = 10
_MOST_CHARACTERS = 80
# The width of the progress bar.
_BAR = 24
# The most rows in a batch, which is what Arrow can count in 32 bits.
_MOST_ROWS = (1 << 31) - 1
# How many times as many batches as processes wait.
_WAITING = 2
# For fewer rows in a batch, loading PyArrow takes longer than it saves.
_FEW = 1_000
# The files in the folder for the batches.
_OWN_FILE = re.compile(rf"(?:state\.json|{OUTPUT}|[0-9]{{8,}}(?:\.done)?)(?:\.tmp)?")


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
    fields = "fields to add, with commas between, such as host,canonical_crawl; an unknown name lists all of them"
    command.add_argument("--add", required=True, metavar="FIELDS", help=fields)
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
    total = Report(0, 0, {})
    with Output(parts, job.format, _header(source, job)) as joined:
        for number, (report, share) in enumerate(_reports(source, parts, job, arguments)):
            with _writing(output):
                joined.add(_part(parts, number))
            total = _sum(total, report)
            _show_progress(total, share, time.monotonic() - started)
        _end_progress()
        with _writing(output):
            joined.finish(output)
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
    for name, why in (("--jobs", why_not_jobs(arguments.jobs)), ("--batch", why_not(arguments.batch, _MOST_ROWS))):
        if why is not None:
            raise CannotWork(f"{name}: {why}")
    fields = tuple(dict.fromkeys(field.strip() for field in arguments.add.split(",")))
    from py_url.columns.records import OF_URLS

    for field in fields:
        if field not in OF_URLS:
            raise CannotWork(f"--add: {field!r} is none of {', '.join(OF_URLS)}")
    _in_python(["https://example.com/"], fields)  # the list of public suffixes is an extra, which may be missing
    names = tuple(arguments.prefix + field for field in fields)
    if format == "jsonl":
        expect_in_a_row(source, arguments.column)
    else:
        present = names_of(source, format)
        if arguments.column not in present:
            raise CannotWork(f"--column: {arguments.column!r} is none of {', '.join(present)}")
        if present.count(arguments.column) > 1:
            raise CannotWork(f"--column: there is more than one column {arguments.column!r}; rename the others")
        for name in names:
            if name in present:
                raise CannotWork(f"there is a column {name!r} already; use --prefix")
    if format == "parquet":
        expect_strings(source, arguments.column)
    return Job(format, arguments.column, fields, names)


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
    write_text(file, json.dumps(state))
    return 0


@contextmanager
def _writing(file: Path) -> Iterator[None]:
    """Add the name of the file to an error that lacks it, such as that of a full disk."""
    try:
        yield
    except OSError as error:
        if error.filename is not None:
            raise
        raise CannotWork(f"{file}: {error.strerror or error}") from error


def _part(parts: Path, number: int) -> Path:
    return parts / f"{number:08}"


def _reports(source: Path, parts: Path, job: Job, arguments: argparse.Namespace) -> Iterator[tuple[Report, float]]:
    """Yield the report of each batch in order, and work on those that are not done. With it comes which part of the
    file is read.
    """
    batches = enumerate(pieces(source, job.format, arguments.batch))
    if arguments.jobs == 1:
        for number, (batch, share) in batches:
            yield _work(_part(parts, number), number * arguments.batch, batch, job), share
        return
    from concurrent.futures import ProcessPoolExecutor
    from concurrent.futures.process import BrokenProcessPool
    from multiprocessing import get_context

    pending: deque[tuple[Future[Report], float]] = deque()
    executor = ProcessPoolExecutor(arguments.jobs, get_context("spawn"), _begin)
    try:
        while True:
            for number, (batch, share) in islice(batches, arguments.jobs * _WAITING - len(pending)):
                future = executor.submit(_work, _part(parts, number), number * arguments.batch, batch, job)
                pending.append((future, share))
            if not pending:
                return
            future, share = pending.popleft()
            yield future.result(), share
    except BrokenProcessPool:
        raise CannotWork(
            "a process was killed, perhaps for lack of memory; start the command again to go on, and if that does not "
            "help, use fewer --jobs or a smaller --batch"
        ) from None
    finally:
        executor.shutdown(cancel_futures=True)


def _begin() -> None:
    """Set up a worker process."""
    leave_interrupts()
    sys.meta_path.insert(0, _WithoutPandas)


class _WithoutPandas:
    """Hides pandas. PyArrow would load it, which takes longer than all else here, to ask whether a list is a Series."""

    @staticmethod
    def find_spec(name: str, _path: object = None, _target: object = None) -> None:
        if name == "pandas":
            raise ModuleNotFoundError("pandas is not used here", name=name)


def _work(part: Path, first: int, batch: Any, job: Job) -> Report:  # noqa: ANN401 - see `Piece.content`
    """Work on a batch, unless it is done, and return its report. A process of its own may call this."""
    done = part.with_suffix(".done")
    # A run that was killed while it removed the folder has perhaps removed only one of the two.
    if not (done.exists() and part.exists()):
        rows = ROWS[job.format](batch, job.column, first)
        add = _added_to_array if job.format == "parquet" else _added
        columns, failed = add(rows.values, job.fields)
        with _writing(part):
            rows.write(part, job.names, columns)
            write_text(done, json.dumps(_report(len(rows.values), failed, first)))
    return _report_in(done)


def _added(values: Sequence[object], fields: Sequence[str]) -> tuple[list[list[Any]], list[Failed]]:
    """Return the added columns, and what failed. A value that is missing is None."""
    strings = [value if isinstance(value, str) else None for value in values]
    hrefs, *columns = _computed(strings, ["href", *fields])
    failed: list[Failed] = []
    for row, (value, href) in enumerate(zip(values, hrefs, strict=True)):
        if href is None and value is not None:
            failed.append((row, *_why(value)))
    return columns, failed


def _why(value: object) -> tuple[str, str]:
    """Return the reason why there is no URL, and what to show."""
    if isinstance(value, NoRow):
        return "not a JSON object", value.line
    if not isinstance(value, str):
        return "not a string", type(value).__name__
    fatal = invalid_url(value, None, "URL").fatal_error
    assert fatal is not None, "whatever does not parse has an error"
    return fatal.name, value


def _computed(strings: list[str | None], fields: Sequence[str]) -> list[list[Any]]:
    """Return a column for each of *fields*."""
    if len(strings) < _FEW or find_spec("pyarrow") is None:
        return _in_python(strings, fields)
    arrow = pyarrow()
    try:
        array = arrow.array(strings, arrow.large_string())
    except UnicodeEncodeError:  # bytes that were not text
        array = arrow.array([string and scalar_value_string(string) for string in strings], arrow.large_string())
    return [column.to_pylist() for column in _in_arrow(array, fields)]


def _in_python(strings: Sequence[str | None], fields: Sequence[str]) -> list[list[Any]]:
    from py_url.columns.records import OF_HREFS, OF_RECORDS, SAME

    found = iter(parse_many([string for string in strings if string is not None]))
    hrefs = [None if string is None else next(found) for string in strings]
    records = [None if href is None else to_record(href) for href in hrefs]
    columns: list[list[Any]] = []
    for field in (SAME.get(field, field) for field in fields):
        if field == "href":
            columns.append(hrefs)
        elif (of_href := OF_HREFS.get(field)) is not None:
            columns.append([None if href is None else of_href(href) for href in hrefs])
        else:
            of_record = OF_RECORDS[field]
            columns.append([None if record is None else of_record(record) for record in records])
    return columns


def _in_arrow(array: Any, fields: Sequence[str]) -> list[Any]:  # noqa: ANN401 - PyArrow has no types
    from py_url import columns as of_columns
    from py_url.columns.arrow import made
    from py_url.columns.fields import columns_of, type_of

    hrefs = of_columns.href(array)
    kinds = {field: type_of(field, hrefs.type) for field in fields}
    columns = made(hrefs, kinds, partial(columns_of, fields=fields))
    return [columns[field] for field in fields]


def _added_to_array(values: Any, fields: Sequence[str]) -> tuple[list[Any], list[Failed]]:  # noqa: ANN401 - as above
    """Do what `_added` does, for a column of a table."""
    from py_url.columns.fields import type_of

    arrow = pyarrow()
    array = values.chunk(0) if values.num_chunks == 1 else values.combine_chunks()
    kinds = [type_of(field, arrow.string()) for field in fields]
    try:
        hrefs, *columns = _in_arrow(array, ["href", *fields])
    except ValueError:  # a row is not UTF-8
        found, failed = _added([_value(scalar) for scalar in array], fields)
        return [arrow.array(column, kind) for column, kind in zip(found, kinds, strict=True)], failed
    is_failure = arrow.compute.and_(arrow.compute.is_valid(array), arrow.compute.is_null(hrefs))
    rows = arrow.compute.indices_nonzero(is_failure).to_pylist()
    columns = [column.cast(kind) for column, kind in zip(columns, kinds, strict=True)]
    return columns, [(row, *_why(_value(array[row]))) for row in rows]


def _value(scalar: Any) -> object:  # noqa: ANN401 - as above
    try:
        value: object = scalar.as_py()
        return value.decode() if isinstance(value, bytes) else value
    except UnicodeDecodeError:
        return b""


def _report(rows: int, failed: Iterable[Failed], first: int) -> Report:
    """Return the report of a batch that *first* rows are before."""
    counts: Counter[str] = Counter()
    examples: dict[str, tuple[int, str]] = {}
    for row, reason, string in failed:
        counts[reason] += 1
        if reason not in examples:
            shown = visible(without(string, secret_spans(string, userinfo_span(string))))
            cut = shown if len(shown) <= _MOST_CHARACTERS else f"{shown[:_MOST_CHARACTERS]}…"
            examples[reason] = (first + row + 1, cut)
    return Report(rows, counts.total(), {reason: (count, *examples[reason]) for reason, count in counts.items()})


def _report_in(done: Path) -> Report:
    rows, failed, reasons = json.loads(done.read_text("utf-8"))
    return Report(rows, failed, {reason: (count, row, shown) for reason, (count, row, shown) in reasons.items()})


def _header(source: Path, job: Job) -> list[str]:
    return [*names_of(source, "csv"), *job.names] if job.format == "csv" else []


def _sum(total: Report, report: Report) -> Report:
    """Return the reports of batches as one."""
    reasons = dict(total.reasons)
    for reason, (times, row, shown) in report.reasons.items():
        before = reasons.get(reason, (0, row, shown))
        reasons[reason] = (before[0] + times, *before[1:])
    return Report(total.rows + report.rows, total.failed + report.failed, reasons)


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


def _show_progress(total: Report, share: float, seconds: float) -> None:
    if sys.stderr is not None and sys.stderr.isatty():
        full = int(share * _BAR)
        speed = total.rows / max(seconds, 1e-3)
        text = f"\r[{'#' * full}{' ' * (_BAR - full)}] {share:4.0%} {total.rows:,} rows, {total.failed:,} failed, "
        print(f"{text}{speed:,.0f} rows/s\x1b[K", end="", file=sys.stderr, flush=True)  # noqa: T201 - a command prints


def _end_progress() -> None:
    if sys.stderr is not None and sys.stderr.isatty():
        print(file=sys.stderr)  # noqa: T201 - a command prints
