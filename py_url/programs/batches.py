"""What a run of ``py-url column`` has done: a folder next to the output, with a file for each batch.

A batch takes its name only when it is whole, and so does the output. A run that was killed leaves its batches to the
next one, if that has the same input and the same options. One run at a time has the folder: it holds a lock, which the
system frees when the run ends, however it ends. What it writes begins in a folder of its own, which the next run
removes first: so the processes of a run that was killed, which may live a little longer, can finish nothing.
"""

from __future__ import annotations

import errno
import hashlib
import json
import os
import re
import shutil
import stat
from contextlib import contextmanager, suppress
from importlib import import_module
from pathlib import Path
from tempfile import mkdtemp
from typing import NamedTuple

from py_url.programs.table_files import CannotWork, Stopped

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import BinaryIO

_STATE, _LOCK, _DRAFTS, _DONE = "state.json", "lock", "drafts-", ".done"
_OWN = re.compile(rf"{re.escape(_STATE)}|{_LOCK}|{_DRAFTS}\w+|[0-9]{{8,}}(?:{re.escape(_DONE)})?")
# How many pieces of a file its digest is of, and how many bytes each has. A file that is not larger is read as a whole.
_PIECES = 64
_PIECE = 1 << 16
# How often a run may find that another one has just removed the folder.
_TRIES = 100


class Batches(NamedTuple):
    """The folder of a run, and the one in it for what is not whole yet. A process of its own may use them."""

    folder: Path
    drafts: Path

    def part(self, number: int) -> Path:
        """Return the file with the rows of a batch."""
        return self.folder / f"{number:08}"

    def report(self, number: int) -> str | None:
        """Return the report of a batch, or None if the batch is not done."""
        if not self.part(number).exists():
            return None
        try:
            return self.part(number).with_suffix(_DONE).read_text("utf-8")
        except FileNotFoundError:
            return None

    def done(self) -> int:
        """Return how many batches are done."""
        return len([*self.folder.glob(f"*{_DONE}")])

    @contextmanager
    def adding(self, number: int) -> Iterator[Path]:
        """Yield where to write the rows of a batch, which then take their name."""
        with self._whole(self.part(number)) as draft:
            yield draft

    def finish(self, number: int, report: str) -> None:
        """Keep the report of a batch: the batch is done."""
        self.write(self.part(number).with_suffix(_DONE), report)

    def write(self, file: Path, text: str) -> None:
        """Write a file that is there as a whole or not at all."""
        with self._whole(file) as draft:
            draft.write_text(text, "utf-8")

    @contextmanager
    def _whole(self, file: Path) -> Iterator[Path]:
        draft = self.drafts / file.name
        with naming(file):
            yield draft
            take_name(draft, file)


def take_name(draft: Path, file: Path) -> None:
    """Give a file that is written its name, and if there is such a file, its owner and its permissions."""
    with draft.open("rb+") as opened:
        os.fsync(opened.fileno())
    with suppress(FileNotFoundError):
        known = file.stat()
        with suppress(OSError, AttributeError):  # only root can give a file away; Windows has no owners
            os.chown(draft, known.st_uid, known.st_gid)
        draft.chmod(stat.S_IMODE(known.st_mode))
    draft.replace(file)
    # After a power cut, the name is there if its folder is written too.
    if hasattr(os, "O_DIRECTORY"):  # Windows opens no folders
        folder = os.open(file.parent, os.O_DIRECTORY)
        try:
            with suppress(OSError):  # some file systems cannot
                os.fsync(folder)
        finally:
            os.close(folder)


@contextmanager
def naming(file: Path) -> Iterator[None]:
    """Add the name of the file to an error that lacks it, such as that of a full disk. Raises Stopped."""
    try:
        yield
    except OSError as error:
        if error.filename is not None:
            raise
        raise Stopped(f"{file}: {error.strerror or error}") from error


def identity_of(source: Path) -> dict[str, object]:
    """Return what tells a file from another one, and from itself after a change.

    A device and an inode are not part of it, because a copy that keeps the time, or a restart of the system, changes
    them.
    """
    digest = hashlib.sha256()
    with source.open("rb") as file:
        facts = os.fstat(file.fileno())
        last = max(facts.st_size - _PIECE, 0)
        for start in sorted({last * number // (_PIECES - 1) for number in range(_PIECES)}):
            file.seek(start)
            digest.update(file.read(_PIECE))
    return {"size": facts.st_size, "modified": facts.st_mtime_ns, "digest": digest.hexdigest()}


@contextmanager
def batches_for(output: Path, state: dict[str, object], *, restart: bool) -> Iterator[Batches]:
    """Yield what is done for an output, and keep it if the run is stopped. *state* is the input and the options.

    Raises CannotWork if another run has the folder, or if what is done is of another state.
    """
    folder = output.with_name(f"{output.name}.parts")
    _expect_no_others(folder)
    lock = _locked(folder, output)
    is_useless = False
    try:
        batches = Batches(folder, folder / Path(mkdtemp(prefix=_DRAFTS, dir=folder)).name)
        _begin(batches, state, restart=restart)
        try:
            yield batches
        except Stopped:
            raise
        except CannotWork:  # the input or the options have to change, and then nothing of this can be used
            is_useless = True
            raise
        else:
            is_useless = True
    finally:
        _end(folder, lock, is_useless=is_useless)


def _expect_no_others(folder: Path) -> None:
    """Raise CannotWork if the folder may be somebody's own, because its files are removed at the end."""
    if folder.is_symlink() or (folder.exists() and not folder.is_dir()):
        raise CannotWork(f"{folder} is in the way; move it away or write to another file")
    # Another run may be removing it.
    with suppress(FileNotFoundError):
        for found in folder.iterdir():
            if not _OWN.fullmatch(found.name):
                raise CannotWork(f"{found} is not a file of an earlier run; move it away or write to another file")


def _locked(folder: Path, output: Path) -> BinaryIO:
    """Make the folder, and lock it until the file that is returned is closed. Raises CannotWork."""
    for _ in range(_TRIES):
        folder.mkdir(0o700, exist_ok=True)
        try:
            file = (folder / _LOCK).open("ab")
        except FileNotFoundError:
            continue  # another run has just removed the folder
        if not _lock(file):
            file.close()
            break
        with suppress(FileNotFoundError):
            if os.path.samestat(os.fstat(file.fileno()), (folder / _LOCK).stat()):
                return file
        file.close()  # another run has just removed it
    raise CannotWork(f"another run is writing {output}; wait until it has ended, or write to another file")


def _lock(file: BinaryIO) -> bool:
    """Lock a file, and return whether no other process has locked it. Where there are no locks, as in Pyodide, none
    has.
    """
    try:
        try:
            fcntl = import_module("fcntl")
        except ModuleNotFoundError:
            msvcrt = import_module("msvcrt")  # Windows
            msvcrt.locking(file.fileno(), msvcrt.LK_NBLCK, 1)
        else:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except ModuleNotFoundError:
        return True
    except OSError as error:
        return error.errno not in (errno.EACCES, errno.EAGAIN)
    return True


def _begin(batches: Batches, state: dict[str, object], *, restart: bool) -> None:
    """Find out whether what is done is of this state, and remove it if it has to be done again. Raises CannotWork."""
    for drafts in batches.folder.glob(f"{_DRAFTS}*"):
        if drafts != batches.drafts:
            # A process that is still writing there does not find it any more.
            shutil.rmtree(drafts.rename(batches.drafts / drafts.name))
    file = batches.folder / _STATE
    if restart or not batches.done():
        _remove(batches.folder)
        batches.write(file, json.dumps(state))
        return
    try:
        is_same = json.loads(file.read_text("utf-8")) == state
    except (OSError, ValueError):
        is_same = False
    if not is_same:
        message = "is of a run with another input or other options; use --restart to remove it"
        raise CannotWork(f"{batches.folder} {message}")


def _remove(folder: Path) -> None:
    """Remove what is done: the reports first, so that each that is left has its rows."""
    for file in sorted(folder.iterdir(), key=lambda file: file.suffix != _DONE):
        if _OWN.fullmatch(file.name) and file.name != _LOCK and file.is_file():
            file.unlink()


def _end(folder: Path, lock: BinaryIO, *, is_useless: bool) -> None:
    """Free the lock, and remove the folder if no run can use it."""
    with lock, suppress(FileNotFoundError):  # somebody has removed the folder
        for drafts in folder.glob(f"{_DRAFTS}*"):
            shutil.rmtree(drafts)
        if not is_useless and any(folder.glob(f"*{_DONE}")):
            return
        _remove(folder)
        try:
            (folder / _LOCK).unlink()
        except PermissionError:  # Windows removes no file that is open
            lock.close()
            with suppress(OSError):
                (folder / _LOCK).unlink()
    # Another run may have begun.
    with suppress(OSError):
        folder.rmdir()
