"""Compress what a page downloads with Zstandard, which no browser and no host has to know.

`pack` makes the files that web/lib/unpacking.js reads.
"""

from __future__ import annotations

import io
import json
import zipfile

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

_LEVEL = 19
"""The highest level whose decoder needs no more memory than the content itself."""
_ALIGNMENT = 16
"""Where the content begins is a multiple of this, because Pyodide reads a snapshot as 32-bit numbers."""
_DATE = (1980, 1, 1, 0, 0, 0)


def compress(content: bytes) -> bytes:
    """Compress *content* as one frame, which begins with the size of the content."""
    import zstandard

    return zstandard.ZstdCompressor(level=_LEVEL, write_content_size=True).compress(content)


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
