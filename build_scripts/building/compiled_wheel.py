"""Add bytecode to a wheel, so that importing it compiles nothing.

This must run in the Python that the bytecode is for: `compile_wheels.mjs` runs it in Pyodide.
"""

from __future__ import annotations

import base64
import csv
import hashlib
import io
import py_compile
import re
import stat
import sys
import zipfile
from pathlib import Path, PurePosixPath
from tempfile import TemporaryDirectory

PURE = re.compile(r"([^-]+-[^-]+)(?:-[0-9][^-]*)?-(?:py2\.)?py3-none-any\.whl")
"""The name of a pure wheel. The group is the distribution with its version."""

# Fixed for every file, so that builds are reproducible.
_DATE = (1980, 1, 1, 0, 0, 0)
_MODE = (stat.S_IFREG | 0o644) << 16
_UNIX = 3


def compile_wheel(wheel: Path, folder: Path) -> Path:
    """Write the compiled form of a pure *wheel* to *folder* and return its path.

    It contains each module as source and as bytecode. Python runs the bytecode without comparing it with the source,
    because both come from one archive. Tracebacks and `inspect` show the source. RECORD lists exactly the files in the
    wheel, and WHEEL has the tag of the file name.

    Raises ValueError if *wheel* is not pure, and py_compile.PyCompileError if a module does not compile.
    """
    name = PURE.fullmatch(wheel.name)
    if name is None:
        raise ValueError(f"{wheel.name} is not the name of a pure wheel")
    tag = f"cp{sys.version_info.major}{sys.version_info.minor}-none-any"
    information = f"{name[1]}.dist-info"
    record = f"{information}/RECORD"
    files = _with_bytecode(wheel)
    files[f"{information}/WHEEL"] = _tagged(files[f"{information}/WHEEL"], tag)
    files[record] = _record(files, record)
    compiled = folder / f"{name[1]}-{tag}.whl"
    with zipfile.ZipFile(compiled, "w") as archive:
        # The format recommends putting the .dist-info files at the end.
        for path in sorted(files, key=lambda path: (path.startswith(information), path == record, path)):
            entry = zipfile.ZipInfo(path, _DATE)
            entry.external_attr = _MODE
            entry.create_system = _UNIX
            archive.writestr(entry, files[path], zipfile.ZIP_DEFLATED, 9)
    return compiled


def compile_bare(wheel: Path, folder: Path) -> None:
    """Write the modules of *wheel* to *folder*: their bytecode without docstrings and assertions, and empty sources.

    Python takes the bytecode only if there is a source. Raises py_compile.PyCompileError if a module does not compile.
    """
    for path, content in _with_bytecode(wheel, optimize=2).items():
        if path.endswith((".py", ".pyc")):
            file = folder / path
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_bytes(b"" if path.endswith(".py") else content)


def _with_bytecode(wheel: Path, *, optimize: int = 0) -> dict[str, bytes]:
    """The files of a wheel and the bytecode of its modules, by path."""
    files = {}
    with TemporaryDirectory() as name, zipfile.ZipFile(wheel) as archive:
        source, bytecode = Path(name, "source.py"), Path(name, "bytecode.pyc")
        for path in sorted(archive.namelist()):
            if path.endswith(("/", ".pyc")):
                continue
            files[path] = archive.read(path)
            if path.endswith(".py"):
                source.write_bytes(files[path])
                py_compile.compile(
                    str(source),
                    str(bytecode),
                    # Python replaces this with the file's real path when it loads the bytecode.
                    dfile=path,
                    doraise=True,
                    optimize=optimize,
                    invalidation_mode=py_compile.PycInvalidationMode.UNCHECKED_HASH,
                )
                module = PurePosixPath(path)
                cached = module.parent / "__pycache__" / f"{module.stem}.{sys.implementation.cache_tag}.pyc"
                files[str(cached)] = bytecode.read_bytes()
    return files


def _tagged(wheel: bytes, tag: str) -> bytes:
    """The content of WHEEL with *tag* as its only tag."""
    lines = [line for line in wheel.decode().splitlines() if line and not line.startswith("Tag:")]
    return "".join(f"{line}\n" for line in [*lines, f"Tag: {tag}"]).encode()


def _record(files: dict[str, bytes], record: str) -> bytes:
    """The content of RECORD for these files. The path of RECORD itself is *record*."""
    text = io.StringIO()
    rows = csv.writer(text, lineterminator="\n")
    for path, content in sorted(files.items()):
        if path != record:
            digest = base64.urlsafe_b64encode(hashlib.sha256(content).digest()).decode().rstrip("=")
            rows.writerow([path, f"sha256={digest}", len(content)])
    rows.writerow([record, "", ""])
    return text.getvalue().encode()
