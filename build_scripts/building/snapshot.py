"""Make the memory snapshot from which Pyodide starts with py_url in it."""

from __future__ import annotations

import json
import tempfile
import zipfile
from pathlib import Path

from setup import npm, project
from setup.project import SCRIPTS, SetUpError

FILES = "*.bin"
"""The pattern of a snapshot's name."""

_PROGRAM, _PREPARE = SCRIPTS / "building" / "make_snapshot.mjs", SCRIPTS / "building" / "prepare_snapshot.py"
SOURCES = (_PROGRAM, _PREPARE, Path(__file__))
"""The sources of a snapshot, except for the wheel and Pyodide."""


def make(folder: Path, wheel: Path, pyodide: Path, version: str) -> Path:
    """Write a snapshot with a compiled *wheel* of py_url to *folder* and return its path. Raises SetUpError.

    *pyodide* is a folder with Pyodide, and *version* that of py_url.
    """
    with tempfile.TemporaryDirectory() as files:
        with zipfile.ZipFile(wheel) as archive:
            archive.extractall(files)
        command = [npm.node(), _PROGRAM, pyodide, files, _PREPARE, folder, f"py_url-{version}"]
        project.run([str(part) for part in command])
    made = list(folder.glob(FILES))
    if len(made) != 1:
        raise SetUpError(f"{folder} has {len(made)} snapshots instead of one; delete the folder and run again")
    return made[0]


def name_in(lock_file: Path, snapshot: Path) -> None:
    """Name a *snapshot* in Pyodide's lock file, where `load` of web/py_url.js looks for it.

    A lock file has a table for what tools want to add to it.
    """
    lock = json.loads(lock_file.read_text("utf-8"))
    lock.setdefault("tool", {})["py-url"] = {"snapshot": snapshot.name}
    lock_file.write_text(json.dumps(lock), "utf-8")
