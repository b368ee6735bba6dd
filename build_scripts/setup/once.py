"""Make a folder once, and again only if what it is made of has changed, or if it is damaged."""

from __future__ import annotations

import hashlib
import os
import shutil
import stat
import sys
import time
from contextlib import contextmanager

from setup.project import CACHE, ROOT, SECONDS, SetUpError, in_utf_8, say

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence
    from pathlib import Path
    from typing import IO

_STAMP = ".made-of"
_SEPARATOR = os.fsencode(os.sep)


def make_once(
    folder: Path, made_of: str, make: Callable[[], object], *, install: bool = True, needs: Sequence[str] = ()
) -> None:
    """Empty *folder* and call *make* to fill it, unless the folder is up to date.

    It is up to date if `is_made` says so. Other processes that want to make the same folder wait. If *install* is
    false, nothing is made. Raises SetUpError.
    """
    # What is complete needs no lock, so a project that cannot be written works once it is set up.
    if is_made(folder, made_of, needs):
        return
    name = str(folder.relative_to(ROOT) if folder.is_relative_to(ROOT) else folder)
    if not install:
        raise SetUpError(f"{name} is missing, damaged or out of date; run again without --no-install")
    with alone(name):
        if is_made(folder, made_of, needs):
            return
        say(f"setting up {name} ...")
        _empty(folder)
        make()
        listing = b"".join(b"%b\n" % entry for entry in _entries_in(folder))
        (folder / _STAMP).write_bytes(b"%b\n%b" % (_digest(made_of, listing), listing))


def is_made(folder: Path, made_of: str, needs: Sequence[str] = ()) -> bool:
    """Whether *folder* was made completely from *made_of*, and no file that was made is missing or damaged.

    Of the files directly in the folder, the contents count. Deeper down there can be thousands of files, and only their
    sizes count. The folder must also have a file for each of the patterns *needs*.
    """
    inside = os.fsencode(folder)
    try:
        digest, _, listing = (folder / _STAMP).read_bytes().partition(b"\n")
        if digest != _digest(made_of, listing):
            return False
        if any(_entry(inside, entry.partition(b" ")[2]) != entry for entry in listing.splitlines()):
            return False
    except OSError:
        return False
    # A broken link does not count as a file.
    return all(any(file.exists() for file in folder.glob(pattern)) for pattern in needs)


def _digest(made_of: str, listing: bytes) -> bytes:
    """What a stamp begins with. It also covers the list, which could have been cut off when the disk was full."""
    return hashlib.sha256(b"%b\n%b" % (in_utf_8(made_of), listing)).hexdigest().encode()


def _entries_in(folder: Path) -> list[bytes]:
    """An entry for each file in *folder*. Bytecode is left out, because Python makes it at any time."""
    entries = []
    inside = os.fsencode(folder)
    for place, folders, names in os.walk(inside):
        folders[:] = [name for name in folders if name != b"__pycache__"]
        entries += [_entry(inside, os.path.relpath(os.path.join(place, name), inside)) for name in names]  # noqa: PTH118 - in bytes
    return sorted(entries)


def _entry(folder: bytes, path: bytes) -> bytes:
    """The entry of a file in the list: what can show that it has changed, a space, and its path.

    Raises OSError if the file is missing, or is a link to nothing.
    """
    # In bytes, because a path has the same bytes in every locale. Not with pathlib, which would take several times as
    # long for thousands of files.
    file = folder + _SEPARATOR + path
    status = os.lstat(file)
    if stat.S_ISLNK(status.st_mode):
        target = os.path.realpath(file, strict=True)
        # A virtual environment's Python may be updated to another version. A link inside the folder moves with it.
        is_inside = target.startswith(os.path.realpath(folder) + _SEPARATOR)
        shows = b"" if is_inside else target.replace(b" ", b"%20")
    elif _SEPARATOR in path:
        shows = b"%d" % status.st_size
    else:
        with open(file, "rb") as content:  # noqa: PTH123 - as above
            shows = hashlib.sha256(content.read()).hexdigest().encode()
    return b"%b %b" % (shows, path)


def _empty(folder: Path) -> None:
    """Make *folder* an empty folder, whatever it is now."""
    if folder.is_symlink() or folder.is_file():
        folder.unlink()
    elif folder.exists():
        shutil.rmtree(folder)
    folder.mkdir(parents=True)


@contextmanager
def alone(name: str) -> Iterator[None]:
    """Hold a lock for *name*, because two processes at once would undo each other's work. Raises SetUpError if another
    process holds it for too long.
    """
    locks = CACHE / "locks"
    locks.mkdir(parents=True, exist_ok=True)
    with (locks / hashlib.sha256(in_utf_8(name)).hexdigest()[:16]).open("ab") as lock:
        waited = 0.0
        while not _has_locked(lock):
            if waited == 0:
                say(f"waiting for another process to set up {name} ...")
            if waited > SECONDS:
                raise SetUpError(f"another process has been setting up {name} for too long; stop it")
            time.sleep(0.1)
            waited += 0.1
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
