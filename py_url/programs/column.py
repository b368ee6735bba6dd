"""``py-url column``: adds the parts of URLs, as columns, to a table in a file: CSV, JSON lines or Parquet.

The table is read and written in batches, so memory does not grow with it. Each batch becomes a file of its own, and the
output is made of them at the end. So a run that was killed can continue: what was reported as done is done.
"""

from __future__ import annotations

import codecs
import json
import os
import re
import stat
import sys
import time
from collections import deque
from contextlib import closing
from functools import partial
from importlib.util import find_spec
from itertools import islice
from pathlib import Path
from typing import NamedTuple

from py_url import __version__
from py_url.api.many import parse_many
from py_url.programs.batches import Batches, batches_for, identity_of, naming, take_name
from py_url.programs.outputs import output_for
from py_url.programs.reports import Report, end_progress, report_in, report_of, say, show_progress, sum_of, text_of
from py_url.programs.runner import leave_interrupts, why_not, why_not_jobs
from py_url.programs.table_files import (
    FORMATS,
    ROWS,
    CannotWork,
    Format,
    NoRow,
    Piece,
    Stopped,
    expect_in_a_row,
    expect_strings,
    names_of,
    pieces,
    pyarrow,
)
from py_url.standard.infra.code_points import scalar_value_string
from py_url.standard.urls.components import to_record
from py_url.standard.urls.parser import invalid_url

TYPE_CHECKING = False
if TYPE_CHECKING:
    import argparse
    from collections.abc import Generator, Sequence
    from concurrent.futures import Future
    from typing import Any

    from py_url.programs.reports import Failed

# The most rows in a batch, which is what Arrow can count in 32 bits.
_MOST_ROWS = (1 << 31) - 1
# How many times as many batches as processes wait.
_WAITING = 2
# For fewer rows in a batch, loading PyArrow takes longer than it saves.
_FEW = 1_000


class Job(NamedTuple):
    """What to do with each row: the format, the column, what to add, under which names, and how to read its value."""

    format: Format
    column: str
    fields: tuple[str, ...]
    names: tuple[str, ...] = ()
    base: str | None = None
    guess: bool = False


def add_arguments(command: argparse.ArgumentParser) -> None:
    """Add the options of ``py-url column``."""
    command.add_argument("input", metavar="FILE", help="a table: .csv or .tsv with a header, .jsonl, or .parquet")
    command.add_argument("--column", required=True, metavar="NAME", help="the column with the URLs")
    fields = "fields to add, with commas between, such as host,query:page; an unknown name lists all of them"
    command.add_argument("--add", required=True, metavar="FIELDS", help=fields)
    command.add_argument("-o", "--output", required=True, metavar="OUT", help="the file to write, of the same format")
    command.add_argument("--encoding", metavar="NAME", help="that of FILE; OUT is in UTF-8")
    command.add_argument("--delimiter", metavar="CHAR", help="what is between cells of CSV")
    relative = command.add_mutually_exclusive_group()
    relative.add_argument("--base", metavar="URL", help="the base URL for relative inputs")
    relative.add_argument("--guess-scheme", action="store_true", help="do as the address bar of a browser does")
    command.add_argument("--prefix", default="", help="put this before the names of the added columns")
    command.add_argument("--jobs", type=int, default=1, metavar="N", help="use N processes")
    command.add_argument("--batch", type=int, default=20_000, metavar="ROWS", help="rows in a batch; 20,000 by default")
    command.add_argument("--restart", action="store_true", help="forget what an earlier run has done")


def run(arguments: argparse.Namespace) -> int:
    """Do what the options say, and return the exit status. Raises CannotWork and OSError."""
    source, output = Path(arguments.input), _followed(Path(arguments.output))
    format = _format_of(arguments, source, output)
    identity = identity_of(source)
    job = _job(arguments, source, format)
    state = {"version": __version__, "input": identity, "batch": arguments.batch, "job": [*map(str, job)]}
    with batches_for(output, state, restart=arguments.restart) as batches:
        done = batches.done()
        if done:
            say(f"continuing after {done:,} {'batch that is' if done == 1 else 'batches that are'} done")
        try:
            draft, total = _joined(source, output, batches, job, arguments)
        except ValueError:
            _expect_unchanged(source, identity)  # the change may be the cause
            raise
        _expect_unchanged(source, identity)
        with naming(output):
            take_name(draft, output)
    say(text_of(total))
    return 0


def _expect_unchanged(source: Path, identity: dict[str, object]) -> None:
    if identity_of(source) != identity:
        raise CannotWork(f"{source} has changed while it was read; start again when nothing writes to it")


def _followed(output: Path) -> Path:
    """Return the file that a link leads to, which is what is written, rather than the link."""
    if not output.is_symlink():
        return output
    file = Path(os.path.realpath(output))
    if file.is_symlink():
        raise CannotWork(f"--output: {output} is a link that leads back to itself")
    return file


def _job(arguments: argparse.Namespace, source: Path, format: Format) -> Job:
    if not arguments.prefix.isascii() and re.search("[\ud800-\udfff]", arguments.prefix):
        raise CannotWork(f"--prefix: {arguments.prefix!r} is not text in the encoding of the shell")
    for name, why in (("--jobs", why_not_jobs(arguments.jobs)), ("--batch", why_not(arguments.batch, _MOST_ROWS))):
        if why is not None:
            raise CannotWork(f"{name}: {why}")
    fields = tuple(dict.fromkeys(field.strip() for field in arguments.add.split(",")))
    from py_url.columns.records import OF_URLS

    for field in fields:
        if field not in OF_URLS and not field.startswith("query:"):
            raise CannotWork(f"--add: {field!r} is none of {', '.join(OF_URLS)}, query:NAME")
    # The list of public suffixes is an extra, which may be missing, and the base URL may be none.
    _in_python(["https://example.com/"], fields, arguments.base)
    names = tuple(arguments.prefix + field for field in fields)
    if format.name == "jsonl":
        expect_in_a_row(source, arguments.column, format)
    else:
        present = names_of(source, format)
        if arguments.column not in present:
            hint = "; say with --delimiter what is between them" * bool({*";\t|,"} & {*present[0]})
            raise CannotWork(f"--column: {arguments.column!r} is none of {', '.join(present)}{hint}")
        if present.count(arguments.column) > 1:
            raise CannotWork(f"--column: there is more than one column {arguments.column!r}; rename the others")
        for name in names:
            if name in present:
                raise CannotWork(f"there is a column {name!r} already; use --prefix")
    if format.name == "parquet":
        expect_strings(source, arguments.column)
    return Job(format, arguments.column, fields, names, arguments.base, arguments.guess_scheme)


def _name_of(file: Path) -> str | None:
    return next((name for suffix, name in FORMATS.items() if file.name.lower().endswith(suffix)), None)


def _format_of(arguments: argparse.Namespace, source: Path, output: Path) -> Format:
    """Return the format of both files. Raises CannotWork if one of them cannot be used."""
    if not stat.S_ISREG(source.stat().st_mode):
        raise CannotWork(f"{source} is not a file; the table is read more than once, so write it to a file first")
    format = _name_of(source)
    if format is None:
        raise CannotWork(f"{source.name} has no known suffix; its name must end in {', '.join(FORMATS)}")
    if not output.parent.is_dir():
        raise CannotWork(f"--output: there is no folder {output.parent}; make it first")
    if output.exists() and not output.is_file():
        raise CannotWork(f"--output: {output} is not a file; write the name of a file")
    if _name_of(Path(arguments.output)) != format:
        endings = " or ".join(suffix for suffix, name in FORMATS.items() if name == format)
        raise CannotWork(f"the output must have the format of the input, so its name must end in {endings}")
    if output.exists() and output.samefile(source):
        raise CannotWork("the output is the input; write to another file")
    delimiter = (arguments.delimiter or ("\t" if format == "tsv" else ",")).replace("\\t", "\t")
    if len(delimiter) != 1 or delimiter in '"\r\n' or (arguments.delimiter and format[1:] != "sv"):
        raise CannotWork("--delimiter: write one character, such as ';', and for CSV alone")
    encoding = arguments.encoding or "utf-8"
    try:
        if format == "parquet" and arguments.encoding:
            raise LookupError("Parquet has its own")
        # A byte order mark is not a part of the first name.
        "".encode(encoding)  # raises LookupError if it is not an encoding of text
        encoding = "utf-8-sig" if codecs.lookup(encoding).name == "utf-8" else encoding
    except (LookupError, UnicodeError) as error:
        raise CannotWork(f"--encoding: {error}") from None
    return Format("csv" if format == "tsv" else format, delimiter, encoding)


def _joined(
    source: Path, output: Path, batches: Batches, job: Job, arguments: argparse.Namespace
) -> tuple[Path, Report]:
    """Write all batches, in their order, to a file that is to become the output. Return it, and the report of all."""
    draft, total = batches.drafts / output.name, Report(0, 0, {})
    started = time.monotonic()
    with (
        output_for(draft, source, job.format, job.column, job.names) as joined,
        closing(_reports(source, batches, job, arguments)) as reports,
    ):
        for number, (report, share) in enumerate(reports):
            with naming(output):
                joined.add(batches.part(number))
            total = sum_of(total, report)
            show_progress(total, share, time.monotonic() - started)
        end_progress()
        with naming(output):
            joined.close()
    if joined.rows != total.rows:
        raise CannotWork(
            f"{joined.rows:,} rows were written, and {total.rows:,} were read; something else has changed the files in "
            f"{batches.folder}, so start again"
        )
    return draft, total


def _reports(
    source: Path, batches: Batches, job: Job, arguments: argparse.Namespace
) -> Generator[tuple[Report, float], None, None]:
    """Yield the report of each batch in order, and work on those that are not done. With it comes which part of the
    file is read.
    """
    read = enumerate(pieces(source, job.format, arguments.batch))
    if arguments.jobs == 1:
        for number, piece in read:
            yield _work(batches, number, piece, job), piece.share
        return
    from concurrent.futures import ProcessPoolExecutor
    from concurrent.futures.process import BrokenProcessPool
    from multiprocessing import get_context

    pending: deque[tuple[Future[Report], float]] = deque()
    executor = ProcessPoolExecutor(arguments.jobs, get_context("spawn"), _begin)
    try:
        while True:
            for number, piece in islice(read, arguments.jobs * _WAITING - len(pending)):
                pending.append((executor.submit(_work, batches, number, piece, job), piece.share))
            if not pending:
                return
            future, share = pending.popleft()
            yield future.result(), share
    except BrokenProcessPool:
        raise Stopped(
            "a process was killed, perhaps for lack of memory; start the command again to go on, and if that does not "
            "help, use fewer --jobs or a smaller --batch"
        ) from None
    finally:
        executor.shutdown(cancel_futures=True)


def _begin() -> None:
    leave_interrupts()
    sys.meta_path.insert(0, _WithoutPandas)


class _WithoutPandas:
    """Hides pandas. PyArrow would load it to find out whether a list is a Series, and that takes longer than everything
    else here.
    """

    @staticmethod
    def find_spec(name: str, _path: object = None, _target: object = None) -> None:
        if name == "pandas":
            raise ModuleNotFoundError("pandas is not used here", name=name)


def _work(batches: Batches, number: int, piece: Piece, job: Job) -> Report:
    """Work on a batch, unless it is done, and return its report. A process of its own may call this."""
    done = batches.report(number)
    if done is None:
        rows = ROWS[job.format.name](piece.content, job.column, piece.first)
        columns, failed = _added(rows.values, job)
        if job.format.name == "parquet":
            from py_url.columns.fields import type_of

            kinds = (type_of(field, pyarrow().string()) for field in job.fields)
            columns = [*map(pyarrow().array, columns, kinds)]
        with batches.adding(number) as draft:
            rows.write(draft, job.names, columns)
        done = json.dumps(report_of(len(rows.values), failed, piece.first))
        batches.finish(number, done)
    return report_in(done)


def _added(values: Sequence[object], job: Job) -> tuple[list[list[Any]], list[Failed]]:
    """Return the added columns, and what failed. A value that is missing is None."""
    strings = [value if isinstance(value, str) else None for value in values]
    if job.guess:
        strings = [string and _guessed(string) for string in strings]
    hrefs, *columns = _computed(strings, ["href", *job.fields], job.base)
    failed: list[Failed] = []
    for row, (value, href) in enumerate(zip(values, hrefs, strict=True)):
        if href is None and value is not None:
            failed.append((row, *_why(value, job)))
    return columns, failed


def _guessed(string: str) -> str:
    """Return the URL, or an empty string."""
    from py_url.specs.schemes.user_input import from_user_input

    try:
        return str(from_user_input(string))
    except ValueError:
        return ""


def _why(value: object, job: Job) -> tuple[str, str]:
    if isinstance(value, NoRow):
        return "not a JSON object", value.line
    if not isinstance(value, str):
        return "not a string", type(value).__name__
    if job.guess:
        return "nothing was guessed", value
    fatal = invalid_url(value, job.base, "URL").fatal_error
    assert fatal is not None, "whatever does not parse has an error"
    return fatal.name, value


def _computed(strings: list[str | None], fields: Sequence[str], base: str | None) -> list[list[Any]]:
    if len(strings) < _FEW or find_spec("pyarrow") is None:
        return _in_python(strings, fields, base)
    arrow = pyarrow()
    try:
        array = arrow.array(strings, arrow.large_string())
    except UnicodeEncodeError:  # lone surrogates
        array = arrow.array([string and scalar_value_string(string) for string in strings], arrow.large_string())
    return [column.to_pylist() for column in _in_arrow(array, fields, base)]


def _in_python(strings: Sequence[str | None], fields: Sequence[str], base: str | None = None) -> list[list[Any]]:
    from py_url.columns.records import OF_HREFS, SAME, of_record

    found = iter(parse_many([string for string in strings if string is not None], base))
    hrefs = [None if string is None else next(found) for string in strings]
    records = [None if href is None else to_record(href) for href in hrefs]
    columns: list[list[Any]] = []
    for field in (SAME.get(field, field) for field in fields):
        if field == "href":
            columns.append(hrefs)
        elif (of_href := OF_HREFS.get(field)) is not None:
            columns.append([None if href is None else of_href(href) for href in hrefs])
        else:
            function = of_record(field)
            columns.append([None if record is None else function(record) for record in records])
    return columns


def _in_arrow(array: Any, fields: Sequence[str], base: str | None) -> list[Any]:  # noqa: ANN401 - PyArrow has no types
    from py_url import columns as of_columns
    from py_url.columns.arrow import map_batches
    from py_url.columns.fields import columns_of, type_of

    hrefs = of_columns.href(array, base=base)
    kinds = {field: type_of(field, hrefs.type) for field in fields}
    columns = map_batches(hrefs, kinds, partial(columns_of, fields=fields))
    return [columns[field] for field in fields]
