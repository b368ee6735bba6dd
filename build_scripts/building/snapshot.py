"""Make the memory snapshot from which Pyodide starts with py_url in it."""

from __future__ import annotations

import hashlib
import tempfile
from pathlib import Path

from setup import npm, project
from setup.project import ROOT, SCRIPTS

from building import packing

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

FILES = "*.bin"
"""The pattern of a snapshot's name."""

_PROGRAM, _PREPARE = SCRIPTS / "building" / "make_snapshot.mjs", SCRIPTS / "building" / "prepare_snapshot.py"
SOURCES = (_PROGRAM, _PREPARE, ROOT / "web" / "lib" / "snapshot.js", Path(packing.__file__), Path(__file__))
"""The sources of a snapshot, except for the modules in it and Pyodide."""


def make(folder: Path, modules: Path, pyodide: Path, name: str, also: Sequence[str] = ()) -> tuple[Path, list[str]]:
    """Write a snapshot to *folder*. Returns its path, and which files of *modules* are in it. Raises SetUpError.

    *modules* is a folder with the compiled modules of py_url, *pyodide* one with Pyodide. The snapshot's name is *name*
    and the SHA-256 of the file. *also* are names of modules that are imported, too.
    """
    with tempfile.TemporaryDirectory() as place:
        memory = Path(place, "memory")
        command = [npm.node(), _PROGRAM, pyodide, modules, _PREPARE, memory, *also]
        # What a module prints when it is imported is no path of ours.
        files = [line for line in project.run([str(part) for part in command]).split() if line.startswith("py_url/")]
        wasm = hashlib.sha256((pyodide / "pyodide.asm.wasm").read_bytes()).hexdigest()
        content = packing.compress(packing.pack({"wasm": wasm}, memory.read_bytes()))
    made = folder / f"{name}-{hashlib.sha256(content).hexdigest()}.bin"
    made.write_bytes(content)
    return made, files
