"""Make a folder once, and again only if what it is made of has changed."""

from __future__ import annotations

import hashlib
import shutil
import sys
import time
from contextlib import contextmanager

from setup.project import CACHE, ROOT, SECONDS, SetUpError, say

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence
    from pathlib import Path

_STAMP = ".made-of"


def make_once(
    folder: Path, made_of: str, make: Callable[[], object], *, install: bool = True, needs: Sequence[str] = ()
) -> None:
    """Empty *folder* and call *make* to fill it, unless the folder is up to date.

    It is up to date if it was made from the same *made_of* and still has a file for each of the patterns *needs*. Other
    processes that want to make the same folder wait. If *install* is false, nothing is made. Raises SetUpError.
    """
    name = str(folder.relative_to(ROOT) if folder.is_relative_to(ROOT) else folder)
    with _alone(name):
        if is_made(folder, made_of, needs):
            return
        if not install:
            raise SetUpError(f"{name} is missing or out of date; run again without --no-install")
        say(f"setting up {name} ...")
        shutil.rmtree(folder, ignore_errors=True)
        folder.mkdir(parents=True)
        make()
        (folder / _STAMP).write_text(made_of, "utf-8")


def is_made(folder: Path, made_of: str, needs: Sequence[str] = ()) -> bool:
    """Whether *folder* was made completely from *made_of*, and has a file for each of the patterns *needs*."""
    stamp = folder / _STAMP
    try:
        if stamp.read_text("utf-8") != made_of:
            return False
    except (OSError, UnicodeDecodeError):
        return False
    # A broken link does not count as a file.
    return all(any(file.exists() for file in folder.glob(pattern)) for pattern in needs)


@contextmanager
def _alone(name: str) -> Iterator[None]:
    """Hold a lock for *name*, because two processes at once would undo each other's work. Raises SetUpError if another
    process holds it for too long.
    """
    locks = CACHE / "locks"
    locks.mkdir(parents=True, exist_ok=True)
    with (locks / hashlib.sha256(name.encode()).hexdigest()[:16]).open("w") as lock:
        if sys.platform != "win32":
            import fcntl

            waited = 0.0
            while True:
                try:
                    fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
                    break
                except BlockingIOError:
                    if waited == 0:
                        say(f"waiting for another process to set up {name} ...")
                    if waited > SECONDS:
                        raise SetUpError(f"another process has been setting up {name} for too long; stop it") from None
                    time.sleep(0.1)
                    waited += 0.1
        yield
