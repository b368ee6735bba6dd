"""Make the files of our own that stand beside Pyodide's and are shorter, and name them in Pyodide's lock file.

- The WebAssembly and the standard library, which a host may send as they are.
- *core*: the modules of py_url that `URL`, `URLSearchParams`, errors and the bridge need, without docstrings and
  sources.
- *whole*: all that the compiled wheel has.
- *playground*: the modules of py_url that the playground's first answer needs besides those, as bare as *core*. A
  playground's visitor waits for that answer, and not for the standard library and the whole.
- What decodes them: `fzstd` from npm.

``web/lib/starting.js`` says how they are used, and ``web/bin/beside_pyodide.js`` makes them beside the Pyodide of
somebody who has the npm package.
"""

from __future__ import annotations

import hashlib
import json
import os
import sys
from pathlib import Path

from setup import project
from setup.project import ROOT

from building import packing

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

DECODER = "fzstd.mjs"
FILES = "*.zst"
"""The pattern of the names of the compressed files."""
_PLAYGROUND = ROOT / "web" / "playground" / "python"
SOURCES = (
    Path(packing.__file__),
    Path(__file__),
    *(_PLAYGROUND / "playground" / f"{name}.py" for name in ("__init__", "answers", "pieces")),
)
# A URL with errors, one that can be fixed, one that fails, and one beyond ASCII.
_ANSWER = """
import json, sys
import playground
for url in ("https://user@EXAMPLE.com:443/a/./b/../\u00fc?q=1 2#f", "http://a b/", "//h", "http://\u00fc.example/"):
    told = json.loads(playground.answer("look", json.dumps([url])))
    assert "error" not in told, told
print(*(name for name in sys.modules if name.partition(".")[0] == "py_url"))
"""


def make(
    folder: Path, pyodide: Path, wheel: Path, modules: Path, core: Sequence[str], also: Sequence[Path] = ()
) -> dict[str, object]:
    """Write the files to *folder*. Returns what the lock file says about them.

    *pyodide* is a folder with Pyodide; npm has installed fzstd beside it. *wheel* is the compiled wheel. *modules* is
    a folder with the modules without docstrings, and *core* lists the ones that `URL` needs. *also* are the compiled
    wheels of other packages, which *whole* gets, too.
    """
    name = "-".join(wheel.name.split("-", 2)[:2])
    contents = {
        "core": (f"{name}-core.zst", packing.pack_files({path: (modules / path).read_bytes() for path in core})),
        "whole": (f"{name}-whole.zst", packing.pack_files(_all_of(wheel, *also))),
        "playground": (f"{name}-playground.zst", packing.pack_files(_of_playground(modules, core))),
        "pyodide.asm.wasm": ("pyodide.asm.wasm.zst", (pyodide / "pyodide.asm.wasm").read_bytes()),
        "python_stdlib.zip": ("python_stdlib.zip.zst", packing.stored(pyodide / "python_stdlib.zip")),
    }
    for file, content in contents.values():
        (folder / file).write_bytes(packing.compress(content))
    (folder / DECODER).write_text(decoder(pyodide.parent / "fzstd"), "utf-8")
    digests = {key: [file, hashlib.sha256(content).hexdigest()] for key, (file, content) in contents.items()}
    return {"decoder": DECODER, "files": digests}


def _all_of(*wheels: Path) -> dict[str, bytes]:
    return {path: content for wheel in wheels for path, content in packing.files_in(wheel).items()}


def _of_playground(modules: Path, core: Sequence[str]) -> dict[str, bytes]:
    """Return the files that the playground's first answer needs besides *core*. Raises SetUpError."""
    places = os.pathsep.join(map(str, (ROOT, _PLAYGROUND)))
    names = project.run([sys.executable, "-c", _ANSWER], env={**os.environ, "PYTHONPATH": places}).split()
    files = {}
    for module in names:
        place = modules / module.replace(".", "/")
        source = place / "__init__.py" if place.is_dir() else place.with_suffix(".py")
        for file in (source, *(source.parent / "__pycache__").glob(f"{source.stem}.*.pyc")):
            path = file.relative_to(modules).as_posix()
            if path not in core:
                files[path] = file.read_bytes()
    return files


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
