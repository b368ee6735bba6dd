"""Make a folder once, and again only if what it is made of has changed."""

from __future__ import annotations

import hashlib
import os
import shutil
import sys
import time
from contextlib import contextmanager

from setup.project import CACHE, ROOT, SetUpError, say

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path
    from typing import IO

_STAMP = ".made-of"


def make_once(folder: Path, made_of: str, make: Callable[[], object], *, install: bool = True) -> None:
    """Empty *folder* and call *make* to fill it, unless the folder is up to date.

    It is up to date if `is_made` says so. Other processes that want to make the same folder wait. If *install* is
    false, nothing is made. Raises SetUpError.
    """
    # What is complete needs no lock, so a project that cannot be written works once it is set up.
    if is_made(folder, made_of):
        return
    name = str(folder.relative_to(ROOT) if folder.is_relative_to(ROOT) else folder)
    if not install:
        raise SetUpError(f"{name} is missing or out of date; run again without --no-install")
    with alone(name):
        if is_made(folder, made_of):
            return
        say(f"setting up {name} ...")
        if folder.is_symlink() or folder.is_file():
            folder.unlink()
        elif folder.exists():
            shutil.rmtree(folder)
        folder.mkdir(parents=True)
        make()
        # Last: a folder that was interrupted while it was filled has no stamp.
        (folder / _STAMP).write_text(_digest(made_of), "utf-8")


def is_made(folder: Path, made_of: str) -> bool:
    """Whether *folder* was made completely from *made_of*."""
    try:
        return (folder / _STAMP).read_text("utf-8") == _digest(made_of)
    except (OSError, ValueError):
        return False


def _digest(text: str) -> str:
    # The text may contain paths, which have the same bytes in every locale.
    return hashlib.sha256(os.fsencode(text)).hexdigest()


@contextmanager
def alone(name: str) -> Iterator[None]:
    """Hold a lock for *name*, because two processes at once would undo each other's work."""
    locks = CACHE / "locks"
    locks.mkdir(parents=True, exist_ok=True)
    with (locks / _digest(name)[:16]).open("ab") as lock:
        if not _has_locked(lock):
            say(f"waiting for another process to set up {name} ...")
            while not _has_locked(lock):
                time.sleep(0.1)
        # Closing the file ends the lock.
        yield


def _has_locked(file: IO[bytes]) -> bool:
    """Lock *file*, unless another process has locked it. Returns whether it is locked now."""
    try:
        if sys.platform == "win32":
            import msvcrt

            file.seek(0)
            msvcrt.locking(file.fileno(), msvcrt.LK_NBLCK, 1)
        else:
            import fcntl

            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except (BlockingIOError, PermissionError):  # PermissionError on Windows
        return False
    return True
