"""Make the files of our own that stand beside Pyodide's and are shorter, and name them in Pyodide's lock file.

- The WebAssembly and the standard library, which a host may send as they are.
- *core*: the modules of py_url that `URL`, `URLSearchParams`, errors and the bridge need, without docstrings and
  sources.
- *whole*: all that the compiled wheel has.
- What decodes them: `fzstd` from npm.

``web/lib/starting.js`` says how they are used, and ``web/bin/beside_pyodide.js`` makes them beside the Pyodide of
somebody who has the npm package.
"""

from __future__ import annotations

import hashlib
import json
from pathlib import Path

from building import packing

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

DECODER = "fzstd.mjs"
FILES = "*.zst"
"""The pattern of the names of the compressed files."""
SOURCES = (Path(packing.__file__), Path(__file__))


def make(folder: Path, pyodide: Path, wheel: Path, modules: Path, core: Sequence[str]) -> dict[str, object]:
    """Write the files to *folder*. Returns what the lock file says about them.

    *pyodide* is a folder with Pyodide; npm has installed fzstd beside it. *wheel* is the compiled wheel. *modules* is
    a folder with the modules without docstrings, and *core* lists the ones that `URL` needs.
    """
    name = "-".join(wheel.name.split("-", 2)[:2])
    contents = {
        "core": (f"{name}-core.zst", packing.pack_files({path: (modules / path).read_bytes() for path in core})),
        "whole": (f"{name}-whole.zst", packing.pack_files(packing.files_in(wheel))),
        "pyodide.asm.wasm": ("pyodide.asm.wasm.zst", (pyodide / "pyodide.asm.wasm").read_bytes()),
        "python_stdlib.zip": ("python_stdlib.zip.zst", packing.stored(pyodide / "python_stdlib.zip")),
    }
    for file, content in contents.values():
        (folder / file).write_bytes(packing.compress(content))
    (folder / DECODER).write_text(decoder(pyodide.parent / "fzstd"), "utf-8")
    digests = {key: [file, hashlib.sha256(content).hexdigest()] for key, (file, content) in contents.items()}
    return {"decoder": DECODER, "files": digests}


def decoder(package: Path) -> str:
    """Return the module that decodes Zstandard, with its licence.

    fzstd's own functions decode a stream with a copy of the last megabytes for each block. So this exports the two that
    they are made of, with which web/lib/unpacking.js decodes a stream into the array that is wanted.
    """
    licence = (package / "LICENSE").read_text("utf-8").strip()
    source = (package / "esm" / "index.mjs").read_text("utf-8")
    return f"/*!\n{licence}\n*/\n{source}\nexport {{ rzfh as readHeader, rzb as readBlock }};\n"


def name_in(lock_file: Path, names: dict[str, object]) -> None:
    """Add *names* to Pyodide's lock file, where `load` of web/py_url.js looks for it.

    A lock file has a table for what tools want to add to it.
    """
    lock = json.loads(lock_file.read_text("utf-8"))
    lock.setdefault("tool", {})["py-url"] = names
    lock_file.write_text(json.dumps(lock), "utf-8")
