"""Make a folder once, and again only if what it is made of has changed, or if it is damaged."""

from __future__ import annotations

import hashlib
import os
import shutil
import sys
import time
from contextlib import contextmanager

from setup.project import CACHE, ROOT, SetUpError, in_utf_8, say

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
        raise SetUpError(f"{name} is missing, damaged or out of date; run again without --no-install")
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
        listing = b"".join(b"%d %b\n" % (_size(folder, path), path) for path in _files_in(folder))
        (folder / _STAMP).write_bytes(b"%b\n%b" % (_digest(made_of, listing), listing))


def is_made(folder: Path, made_of: str) -> bool:
    """Whether *folder* was made completely from *made_of*, and each file that was made is there, with the same size."""
    listing = _listing(folder, made_of)
    try:
        return listing is not None and all(
            _size(folder, path) == int(size) for size, _, path in (line.partition(b" ") for line in listing)
        )
    except OSError:
        return False


def was_made(folder: Path, made_of: str) -> bool:
    """Whether *folder* was made completely from *made_of*, whatever has happened to it since."""
    return _listing(folder, made_of) is not None


def _listing(folder: Path, made_of: str) -> list[bytes] | None:
    try:
        digest, _, listing = (folder / _STAMP).read_bytes().partition(b"\n")
    except OSError:
        return None
    return listing.splitlines() if digest == _digest(made_of, listing) else None


def _digest(made_of: str, listing: bytes) -> bytes:
    """What a stamp begins with. It also covers the list, which could have been cut off when the disk was full, and its
    form.
    """
    return hashlib.sha256(b"sizes\n%b\n%b" % (in_utf_8(made_of), listing)).hexdigest().encode()


# In bytes, because a path has the same bytes in every locale. Not with pathlib, which would take several times as long
# for thousands of files.
def _files_in(folder: Path) -> Iterator[bytes]:
    """Yield the path of each file in *folder*. Bytecode is left out, because Python makes it at any time."""
    for place, folders, names in os.walk(os.fsencode(folder)):
        folders[:] = [name for name in folders if name != b"__pycache__"]
        yield from (os.path.relpath(os.path.join(place, name), os.fsencode(folder)) for name in names)  # noqa: PTH118 - as above


def _size(folder: Path, path: bytes) -> int:
    """The size of a file, or of the file that a link leads to: an environment's Python may become another version."""
    return os.stat(os.path.join(os.fsencode(folder), path)).st_size  # noqa: PTH116, PTH118 - as above


@contextmanager
def alone(name: str) -> Iterator[None]:
    """Hold a lock for *name*, because two processes at once would undo each other's work."""
    locks = CACHE / "locks"
    locks.mkdir(parents=True, exist_ok=True)
    with (locks / hashlib.sha256(in_utf_8(name)).hexdigest()[:16]).open("ab") as lock:
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
