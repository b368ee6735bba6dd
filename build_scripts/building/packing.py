"""Compress what a page downloads with Zstandard, which no browser and no host has to know.

`pack` makes the files that web/lib/unpacking.js reads.
"""

from __future__ import annotations

import hashlib
import io
import json
import os
import time
import zipfile
from contextlib import suppress
from importlib import metadata

from setup.project import CACHE

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from pathlib import Path

_LEVEL = 19
"""The highest level whose decoder needs no more memory than the content itself."""
_ALIGNMENT = 16
"""Where the content begins is a multiple of this, because Pyodide reads a snapshot as 32-bit numbers."""
_DATE = (1980, 1, 1, 0, 0, 0)
_KEPT = CACHE / "compressed"
_DAYS = 30
_CHECKED = hashlib.sha256().digest_size


def compress(content: bytes) -> bytes:
    """Compress *content* as one frame, which begins with the size of the content."""
    import zstandard

    make = zstandard.ZstdCompressor(level=_LEVEL, write_content_size=True).compress
    return kept(content, make, "zstandard", _LEVEL)


def kept(content: bytes, make: Callable[[bytes], bytes], package: str, setting: object = "") -> bytes:
    """Return what *make* of a *package* makes of *content*, or made of it in an earlier build.

    Compressing takes most of a build, and most files are the same in the next one.
    """
    made_by = f"{package} {metadata.version(package)} {setting}\0".encode()
    file = _KEPT / hashlib.sha256(made_by + content).hexdigest()
    if file.is_file():
        digest, made = (found := file.read_bytes())[:_CHECKED], found[_CHECKED:]
        if hashlib.sha256(made).digest() == digest:
            with suppress(OSError):
                os.utime(file)
            return made
    made = make(content)
    _KEPT.mkdir(parents=True, exist_ok=True)
    # Another build may write it at the same time.
    draft = file.with_suffix(f".{os.getpid()}")
    draft.write_bytes(hashlib.sha256(made).digest() + made)
    draft.replace(file)
    return made


def forget() -> None:
    """Delete what `kept` has and no build of the last weeks needed."""
    for file in _KEPT.glob("*"):
        # Another build may give its draft the file's name, or forget the file, at the same time.
        with suppress(FileNotFoundError):
            if file.stat().st_mtime < time.time() - _DAYS * 86_400:
                file.unlink()


def pack(header: Mapping[str, object], content: bytes) -> bytes:
    """Return a header and a content in one: the length of the header in four bytes, the header in JSON, the content."""
    text = json.dumps(header, separators=(",", ":")).encode()
    text = text.ljust(-(-(4 + len(text)) // _ALIGNMENT) * _ALIGNMENT - 4)
    return len(text).to_bytes(4, "little") + text + content


def pack_files(files: Mapping[str, bytes]) -> bytes:
    """Return files in one, by their paths below Python's site-packages."""
    paths = sorted(files)
    return pack({"files": [[path, len(files[path])] for path in paths]}, b"".join(map(files.__getitem__, paths)))


def stored(archive: Path) -> bytes:
    """Return a zip archive with the same files, which are not compressed in it.

    As a whole, they are compressed better than one by one.
    """
    made = io.BytesIO()
    with zipfile.ZipFile(archive) as old, zipfile.ZipFile(made, "w") as new:
        for name in sorted(old.namelist()):
            new.writestr(zipfile.ZipInfo(name, _DATE), old.read(name))
    return made.getvalue()


def files_in(archive: Path) -> dict[str, bytes]:
    """Return the files in a zip archive, by their names."""
    with zipfile.ZipFile(archive) as opened:
        return {name: opened.read(name) for name in opened.namelist() if not name.endswith("/")}
