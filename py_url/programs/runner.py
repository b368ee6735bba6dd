"""Runs a command of the command line on its inputs, one at a time or in several processes.

Takes inputs with their line numbers, and yields for each an `Outcome`: what to print, and whether it passes.
"""

from __future__ import annotations

import errno
import os
import sys
from itertools import groupby, islice

from py_url.programs.answers import Answer, Style, input_without_secrets, refusal
from py_url.programs.commands import COMMANDS
from py_url.standard.infra.code_points import scalar_value_string
from py_url.standard.infra.validation import InvalidURL

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator
    from concurrent.futures import Future
    from typing import TypeVar

    from py_url.programs.options import Options

    T = TypeVar("T")

# The lines that a process gets at a time, and how many times as many wait for it.
_CHUNK = 1_000
_WAITING = 2
# How many bytes a message lists.
_MOST_BYTES = 3


class Input:
    """One input, and the number of its line in standard input or a file, or None if it is an argument."""

    __slots__ = ("line", "text")

    def __init__(self, text: str, line: int | None) -> None:
        self.text = text
        self.line = line


class Outcome:
    """What to print about one input, as text and as complaint, or None; whether it passes, and whether there is no
    answer.
    """

    __slots__ = ("complaint", "failed", "passes", "text")

    def __init__(self, text: str | None, complaint: str | None, passes: bool, failed: bool) -> None:
        self.text = text
        self.complaint = complaint
        self.passes = passes
        self.failed = failed


class Runner:
    """A command with its options. Calling it with an `Input` returns the `Outcome`."""

    __slots__ = ("command", "encoding", "options", "style")

    def __init__(self, command: str, options: Options, style: Style, encoding: str) -> None:
        self.command = command
        self.options = options
        self.style = style
        self.encoding = encoding  # that of the inputs

    def __call__(self, given: Input) -> Outcome:
        """Answer one input."""
        options = self.options
        input, warning = self._decoded(given.text)
        try:
            answer = COMMANDS[self.command](input, options, self.style)
        except InvalidURL as error:
            answer = refusal(error, options)
        complaints = [] if warning is None else [warning]
        text = None
        if options.json:
            if not answer.refused or options.errors != "skip":
                text = self._json(input, answer)
        elif answer.refused:
            complaints.append(answer.text())
            # One line for each input, so that the output can be joined with it.
            text = "" if options.errors == "empty" and self.prints_one_line else None
        else:
            text = answer.text()
            if not text and not self.prints_one_line:
                text = None
        place = "" if given.line is None else f"line {given.line}: "
        complaint = "\n".join(f"py-url: {place}{complaint}" for complaint in complaints) or None
        return Outcome(text, complaint, answer.passes, answer.refused or answer.data["failure"] is True)

    @property
    def prints_one_line(self) -> bool:
        """Whether the command prints one line about an input."""
        return self.command in ("resolve", "display", "get", "edit") or self.options.fix

    def _json(self, input: str, answer: Answer) -> str:
        shown = scalar_value_string(input)
        if not self.options.show_secrets:
            parses = answer.data["failure"] is False
            shown = input_without_secrets(shown, self.command, self.options, parses=parses)
        from json import dumps

        return dumps({"input": shown, **answer.data})

    def _decoded(self, given: str) -> tuple[str, str | None]:
        """Return the text of an input, and a warning if some of its bytes are not text.

        These are surrogates in *given*. `check` reports them as errors; for the other commands, they are U+FFFD.
        """
        if given.isascii():
            return given, None
        wrong = [(place, char) for place, char in enumerate(given) if "\udc80" <= char <= "\udcff"]
        if not wrong:
            return scalar_value_string(given), None
        listed = ", ".join(f"0x{ord(char) - 0xDC00:02X} at {place}" for place, char in wrong[:_MOST_BYTES])
        more = f" and {len(wrong) - _MOST_BYTES:,} more" if len(wrong) > _MOST_BYTES else ""
        warning = f"not {self.encoding.upper()}: byte {listed}{more}; read as U+FFFD"
        if self.command == "check" and not self.options.fix:
            return given, warning
        try:
            return given.encode(self.encoding, "surrogateescape").decode(self.encoding, "replace"), warning
        except UnicodeEncodeError:  # other surrogates, which no byte stands for
            return scalar_value_string(given), warning


def outcomes(runner: Runner, inputs: Iterable[Input], jobs: int) -> Iterator[Outcome]:
    """Yield the outcome of each input, in their order. With more than one job, that many processes work on them, and an
    outcome may be that of several lines.
    """
    if jobs == 1:
        return map(runner, inputs)
    from functools import partial

    return in_processes(partial(answer_all, runner), _chunks(inputs), jobs)


def _chunks(inputs: Iterable[Input]) -> Iterator[tuple[list[str], int | None]]:
    rest = iter(inputs)
    while chunk := list(islice(rest, _CHUNK)):
        yield [one.text for one in chunk], chunk[0].line


def answer_all(runner: Runner, texts: list[str], line: int | None) -> list[Outcome]:
    """Answer several inputs, of which the first has this number; a process of its own calls this.

    Answers to lines that need nothing but to be printed are one outcome, which takes less time to send.
    """
    if line is None:
        return [runner(Input(text, None)) for text in texts]
    answered = [runner(Input(text, number)) for number, text in enumerate(texts, line)]
    together: list[Outcome] = []
    for is_text, group in groupby(answered, _is_text):
        if is_text:
            together.append(Outcome("\n".join(one.text or "" for one in group), None, True, False))
        else:
            together.extend(group)
    return together


def _is_text(outcome: Outcome) -> bool:
    return outcome.passes and not outcome.failed and outcome.complaint is None and outcome.text is not None


def leave_interrupts() -> None:
    """Let the process that prints handle Ctrl-C, and end this one when that one is killed."""
    import signal
    from threading import Thread

    signal.signal(signal.SIGINT, signal.SIG_IGN)
    # A pool's processes have both ends of its pipes, so they would wait for work for ever.
    Thread(target=_end_with_parent, daemon=True).start()


def _end_with_parent() -> None:
    from multiprocessing import parent_process

    parent = parent_process()
    if parent is not None:
        parent.join()
        os._exit(1)


def in_processes(
    answer: Callable[[list[str], T], list[Outcome]], chunks: Iterable[tuple[list[str], T]], jobs: int
) -> Iterator[Outcome]:
    """Yield the outcomes of some texts at a time, in their order. *answer* takes them and the number of the first."""
    from collections import deque
    from concurrent.futures import ProcessPoolExecutor
    from concurrent.futures.process import BrokenProcessPool
    from multiprocessing import get_context

    rest = iter(chunks)
    pending: deque[Future[list[Outcome]]] = deque()
    # A new process, rather than a copy of this one, is the same on every system.
    executor = ProcessPoolExecutor(jobs, get_context("spawn"), leave_interrupts)
    try:
        while True:
            while len(pending) < jobs * _WAITING and (chunk := next(rest, None)):
                pending.append(executor.submit(answer, *chunk))
            if not pending:
                return
            yield from pending.popleft().result()
    except BrokenProcessPool:
        message = "a process was killed, perhaps for lack of memory; use fewer --jobs"
        raise ChildProcessError(errno.ECHILD, message) from None
    finally:
        executor.shutdown(cancel_futures=True)


# Windows cannot wait for more processes at once. Elsewhere, more of them than this would only fill the memory.
_MOST_JOBS = 61 if sys.platform == "win32" else 256


def why_not_jobs(jobs: int) -> str | None:
    """Return why ``--jobs`` cannot be this number, or None if it can."""
    why = why_not(jobs, _MOST_JOBS)
    # Pyodide.
    if why is None and jobs > 1 and sys.platform in ("emscripten", "wasi"):
        return "this Python cannot start processes"
    return why


def why_not(number: int, most: int | None = None) -> str | None:
    """Return why an option cannot be this number, or None if it can."""
    if number < 1:
        return f"{number} is too small; the least is 1"
    if most is not None and number > most:
        return f"{number} is too large; the most is {most:,}"
    return None
