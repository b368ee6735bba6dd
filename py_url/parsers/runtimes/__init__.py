"""URL parsers of other runtimes that `py_url.explain` can compare: those of curl, Node, Go and Java.

Each reads a string in a process of its own, which is ended if it takes more than two seconds. It gets the string from
standard input, not from a shell, and uses only functions that parse: nothing is sent, and no name is resolved.

The program for each runtime lies next to this file. That for curl asks libcurl, because the command curl says what it
reads only since version 8.1. Each prints the line ``ready``, reads a line, prints a line, and ends. The fields of these
lines are separated by spaces, and all strings are in Base64:

- The question is the string, and perhaps the base URL.
- The answer is ``ok`` and the eight components, with ``-`` for one that is not there, or ``no``, the name of an error
  and its message.
"""

from __future__ import annotations

import os
import signal
import sys
from base64 import b64decode, b64encode
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path
from queue import Empty, SimpleQueue
from shutil import which
from subprocess import DEVNULL, PIPE, Popen
from threading import Thread
from time import monotonic

from py_url.parsers.usual import RUNTIMES, RejectedError, SlowError, components_of, port_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from py_url.parsers.usual import Components

SECONDS = 2
"""How long a parser may take."""

SECONDS_TO_START = 30
"""How long a runtime may take until it can read: Java and Go first compile their program."""

_SECONDS_TO_END = 30
# How many bytes of the first line are read.
_LONGEST_READY = 16

_FOLDER = Path(__file__).parent
_COMMANDS = {
    "node": ("node.cjs",),
    "node-legacy": ("node.cjs", "legacy"),
    "go": ("run", "read_url.go"),
    "java": ("-XX:TieredStopAtLevel=1", "ReadURL.java"),
}
# Variables that could make a runtime do something else, or Go compile for another system.
_NOT_PASSED_ON = (
    *("CLASSPATH", "JAVA_TOOL_OPTIONS", "JDK_JAVA_OPTIONS", "_JAVA_OPTIONS", "NODE_OPTIONS"),
    *("GOARCH", "GOFLAGS", "GOOS"),
)
# These keep Go from looking for anything.
_PASSED_ON = {"GO111MODULE": "off", "GOENV": "off", "GOPROXY": "off", "GOTOOLCHAIN": "local", "GOWORK": "off"}


def runtimes_here() -> tuple[str, ...]:
    """Return the names of the runtimes whose programs are on PATH."""
    return tuple(name for name in RUNTIMES if is_here(name))


def is_here(name: str) -> bool:
    """Return whether the program of a runtime is on PATH."""
    # A program that was made of Python and more does not run Python's files, as curl.py is one.
    frozen = name == "curl" and (getattr(sys, "frozen", False) or not sys.executable)
    return sys.platform not in ("emscripten", "wasi") and not frozen and _program(name) is not None


def _program(name: str) -> str | None:
    """Return the program of a runtime, or None. Whoever can write to the current folder could put one there, and
    Windows would find it before those on PATH.
    """
    found = which(RUNTIMES[name])
    return found if found is not None and Path(found).is_absolute() else None


@contextmanager
def asked(names: Iterable[str], string: str, base: str | None) -> Iterator[dict[str, Question]]:
    """Ask several runtimes about *string* at the same time. Their processes end with the context."""
    with ExitStack() as stack:
        questions = {}
        for name in names:
            questions[name] = Question(name, string, base)
            stack.callback(questions[name].end)
        yield questions


class Question:
    """A string that a runtime was asked about. Calling it returns the components, as parsers do.

    ``is_missing`` says that the runtime cannot read: its program is not on PATH, or it is too old.
    """

    __slots__ = ("_line", "_process", "_said", "_started", "_thread", "is_missing")

    def __init__(self, name: str, string: str, base: str | None) -> None:
        self.is_missing = not is_here(name)
        self._started = monotonic()
        self._line = b" ".join(b64encode(text.encode()) for text in (string, base) if text is not None) + b"\n"
        self._said: SimpleQueue[bytes] = SimpleQueue()
        self._process = None if self.is_missing else _started(name)
        if self._process is None:
            self.is_missing = True
        else:
            self._thread = Thread(target=self._talk, args=(self._process,), daemon=True)
            self._thread.start()

    def _talk(self, process: Popen[bytes]) -> None:
        """Talk to the process. Reading from a pipe has no time limit on every system, but reading from a queue has."""
        assert process.stdin is not None, "it is a pipe"
        assert process.stdout is not None, "it is a pipe"
        with process.stdout:
            ready = process.stdout.readline(_LONGEST_READY)
            self._said.put(ready)
            with suppress(OSError), process.stdin:  # if it has ended, the next line is empty
                if not _is_ready(ready):
                    return
                process.stdin.write(self._line)
            self._said.put(process.stdout.readline())

    def __call__(self, _string: str = "", _base: str | None = None) -> Components:
        """Return the components. Raises RejectedError, SlowError, and ImportError if the runtime is missing."""
        until = self._started + SECONDS_TO_START
        if not self.is_missing:
            ready = self._heard(until - monotonic(), f"did not start within {SECONDS_TO_START} seconds")
            self.is_missing = not _is_ready(ready)
        if self.is_missing:
            raise ImportError("the runtime is missing")
        line = self._heard(SECONDS, f"did not answer within {SECONDS} seconds")
        verdict, *fields = line.decode("ascii").rstrip("\n").split(" ")
        texts = [None if field == "-" else b64decode(field).decode("utf-8", "replace") for field in fields]
        if verdict == "no":
            raise RejectedError(*map(str, texts))
        if verdict != "ok":
            raise RejectedError("RuntimeError", "the program ended without an answer")
        scheme, username, password, host, port, *others = texts
        return components_of(scheme, username, password, host, port_of(port), *others)

    def _heard(self, seconds: float, otherwise: str) -> bytes:
        try:
            return self._said.get(timeout=max(0, seconds))
        except Empty:
            raise SlowError(otherwise) from None

    def end(self) -> None:
        """End the process, and all that it has started."""
        process = self._process
        if process is None:
            return
        end_all = getattr(os, "killpg", os.kill)  # Windows has no groups of processes
        with suppress(OSError):  # all may have ended
            end_all(process.pid, getattr(signal, "SIGKILL", signal.SIGTERM))
        process.wait(_SECONDS_TO_END)
        # A process that has left the group may still have the pipe. Only the thread can close it without waiting.
        self._thread.join(_SECONDS_TO_END)


def _is_ready(line: bytes) -> bool:
    """Return whether this is the first line of a runtime. Otherwise, it is another program of that name."""
    return line.rstrip() == b"ready"


def _started(name: str) -> Popen[bytes] | None:
    variables = {name: value for name, value in os.environ.items() if name not in _NOT_PASSED_ON}
    try:
        return Popen(  # noqa: S603 - a program of this package, and the string is no argument
            _command(name),
            stdin=PIPE,
            stdout=PIPE,
            stderr=DEVNULL,
            env={**variables, **_PASSED_ON},
            cwd=_FOLDER,  # Java takes classes from the current folder, even those of its own names
            start_new_session=True,  # so that what it starts can be ended with it
        )
    except OSError:
        return None


def _command(name: str) -> list[str]:
    if name == "curl":
        return [sys.executable, "-I", str(_FOLDER / "curl.py")]
    program = _program(name)
    assert program is not None, "it was on PATH before"
    return [program, *(str(_FOLDER / word) if "." in word else word for word in _COMMANDS[name])]
