"""How a script ends: with its own exit status, or with one sentence and status 2."""

from __future__ import annotations

import functools
import os
import signal
import sys
import threading
import traceback
from contextlib import contextmanager

from setup.project import SetUpError, say

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path
    from typing import ParamSpec

    P = ParamSpec("P")

FAILED = 2
"""The exit status of a script that could not do its work; 1 is an answer."""


def ends(script: str) -> Callable[[Callable[P, int]], Callable[P, int]]:
    """A decorator for the ``main`` of the *script* of that name.

    If something is missing, a file cannot be read or written, or the user interrupts, the script says so in one
    sentence and its status is 2. It is 2 for any other exception too, after a traceback, and when the process is
    terminated.
    """

    def decorate(main: Callable[P, int]) -> Callable[P, int]:
        @functools.wraps(main)
        def run(*arguments: P.args, **options: P.kwargs) -> int:
            try:
                with _terminated_as_asked_to():
                    status = main(*arguments, **options)
                    with printing():
                        return status
            except SetUpError as error:
                reason = str(error)
            except KeyboardInterrupt:
                reason = "interrupted"
            except OSError as error:
                reason = _reason(error)
            except Exception:
                traceback.print_exc()
                return FAILED
            say(f"{script}: {reason}")
            return FAILED

        return run

    return decorate


@contextmanager
def _terminated_as_asked_to() -> Iterator[None]:
    """Meanwhile a signal to end lets the script end what it started."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return

    def leave(*_: object) -> None:
        sys.exit(FAILED)

    names = ("SIGTERM", "SIGHUP")
    before = [(number, signal.signal(number, leave)) for name in names if (number := getattr(signal, name, None))]
    try:
        yield
    finally:
        for number, handler in before:
            signal.signal(number, handler)


def _reason(error: OSError) -> str:
    if error.filename is not None:
        return f"{error.filename}: {error.strerror}"
    return str(error.strerror or error)


@contextmanager
def printing() -> Iterator[None]:
    """Raises SetUpError, at the end, if what was printed meanwhile cannot be written."""
    try:
        yield
        sys.stdout.flush()
    except OSError as error:
        # Python would try again at the end, and give another status.
        sys.stdout = open(os.devnull, "w")  # noqa: PTH123, SIM115 - it stays open to the end
        raise SetUpError(f"standard output cannot be written: {error.strerror}") from None


def expect_writable(file: Path) -> None:
    """Raises SetUpError if *file* cannot be written: for what is written only after a long time."""
    # A device or a pipe is not opened twice.
    if file.exists() and not file.is_file() and not file.is_dir():
        return
    is_new = not file.exists()
    try:
        with file.open("ab"):
            pass
        if is_new:
            file.unlink()
    except OSError as error:
        raise SetUpError(f"{file} cannot be written: {error.strerror}") from None
