"""Make a script exit either with its own status, or with one sentence and status 2."""

from __future__ import annotations

import functools
import os
import signal
import sys
import threading
import traceback
from contextlib import contextmanager

from setup.project import SetUpError, reason, say

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path
    from typing import ParamSpec

    P = ParamSpec("P")

FAILED = 2
"""The exit status of a script that could not do its work. Status 1 is a result, such as a difference."""


def ends(script: str) -> Callable[[Callable[P, int]], Callable[P, int]]:
    """Return a decorator for the ``main`` function of the script named *script*.

    If something is missing, a file cannot be read or written, or the user interrupts, the script says so in one
    sentence and exits with status 2. After any other exception it prints a traceback and exits with status 2, which is
    also its status if the process is terminated.
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
                why = str(error)
            except KeyboardInterrupt:
                why = "interrupted"
            except OSError as error:
                why = reason(error)
            except Exception:
                traceback.print_exc()
                return FAILED
            say(f"{script}: {why}")
            return FAILED

        return run

    return decorate


@contextmanager
def _terminated_as_asked_to() -> Iterator[None]:
    """Inside the ``with``, a termination signal raises SystemExit, so that the script can clean up."""
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


@contextmanager
def printing() -> Iterator[None]:
    """Flush standard output at the end of the ``with``. Raises SetUpError if it cannot be written."""
    try:
        yield
        sys.stdout.flush()
    except OSError as error:
        # Otherwise Python would try again at exit, and the exit status would be another one.
        sys.stdout = open(os.devnull, "w")  # noqa: PTH123, SIM115 - stays open until the process exits
        raise SetUpError(f"standard output cannot be written: {error.strerror}") from None


def expect_writable(file: Path) -> None:
    """Raises SetUpError if *file* cannot be written. Call it before long work whose result goes into the file."""
    # Do not open a device or a pipe twice.
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
