"""``py-url get`` and ``py-url edit`` for the lines of a stream: ordinary ones together, the others one at a time.

What is there is read at once, so a slow writer gets its answers as it writes, and a fast one gets many with one call.
"""

from __future__ import annotations

import re
import sys
from codecs import getincrementaldecoder
from functools import partial

from py_url.api.many import parse_many
from py_url.programs.changes import Refused
from py_url.programs.runner import Input, Outcome, in_processes
from py_url.standard.infra.validation import InvalidURL

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator
    from typing import TextIO

    from py_url.programs.options import Options
    from py_url.programs.runner import Runner

_SIZE = 1 << 16
_LONE_SURROGATE = re.compile("[\ud800-\udfff]")


def outcomes(runner: Runner, stream: TextIO, jobs: int) -> Iterator[Outcome]:
    """Yield what to print about the lines of *stream*, in their order; an outcome may be that of several lines.

    With more than one job, that many processes work on them.
    """
    batches = _batches(stream, runner.options.end)
    if jobs > 1:
        yield from in_processes(partial(_answer, runner), batches, jobs)
        return
    for lines, first in batches:
        yield from _answer(runner, lines, first)
        sys.stdout.flush()


def _batches(stream: TextIO, end: str) -> Iterator[tuple[list[str], int]]:
    number = 1
    unfinished: list[str] = []
    for text in _texts(stream):
        first, *lines = text.split(end)
        unfinished.append(first)
        if lines:
            lines = ["".join(unfinished), *lines]
            unfinished = [lines.pop()]
            yield _without_carriage_returns(lines, end), number
            number += len(lines)
    if last := "".join(unfinished):
        yield _without_carriage_returns([last], end), number


def _without_carriage_returns(lines: list[str], end: str) -> list[str]:
    return [line.rstrip("\r") for line in lines] if end == "\n" else lines


def _texts(stream: TextIO) -> Iterator[str]:
    """Yield the text of *stream* as it comes, without a byte order mark at the start."""
    buffer = getattr(stream, "buffer", None)
    if buffer is None:  # a stream of text alone, such as StringIO
        texts: Iterable[str] = iter(partial(stream.read, _SIZE), "")
    else:
        decoder = getincrementaldecoder(stream.encoding)("surrogateescape")
        read: Callable[[], bytes] = partial(buffer.read1, _SIZE)
        texts = (decoder.decode(read_now, final=not read_now) for read_now in _to_the_end(read))
    is_first = True
    for text in texts:
        yield text.removeprefix("\ufeff") if is_first else text
        is_first = is_first and not text


def _to_the_end(read: Callable[[], bytes]) -> Iterator[bytes]:
    while read_now := read():
        yield read_now
    yield b""


def _answer(runner: Runner, lines: list[str], first: int) -> list[Outcome]:
    """Answer lines, of which the first has this number; a process of its own may call this."""
    options = runner.options
    if options.json or options.guess_scheme or options.encoding != "utf-8":
        return [runner(Input(line, number)) for number, line in enumerate(lines, first)]
    render = options.template or _changed_by(options)
    found: list[Outcome] = []
    texts: list[str] = []
    for place, href in enumerate(parse_many(lines, options.base_as_given)):
        line = lines[place]
        if href is not None and (line.isascii() or not _LONE_SURROGATE.search(line)):
            try:
                texts.append(render(href))
            except (InvalidURL, Refused):  # the other way says why
                pass
            else:
                continue
        _add_texts(found, texts, options.end)
        texts = []
        found.append(runner(Input(line, first + place)))
    _add_texts(found, texts, options.end)
    return found


def _changed_by(options: Options) -> Callable[[str], str]:
    changes = options.changes
    assert changes is not None, "there is at least one"
    return lambda href: options.end.join(changes(href))


def _add_texts(found: list[Outcome], texts: list[str], end: str) -> None:
    """Add the texts of lines that pass as one outcome."""
    if texts:
        found.append(Outcome(end.join(texts), None, True, False))
