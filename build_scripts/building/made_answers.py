"""Make the four answers of the playground before anybody asks: what the frame ``embed.html`` has instead of Python."""

from __future__ import annotations

import gzip
import html
import json
import re
import sys

from setup import npm, project
from setup.project import ROOT

from building import pyodide_files, snapshot

TYPE_CHECKING = False
if TYPE_CHECKING:
    from pathlib import Path
    from types import ModuleType
    from typing import Any

_PYTHON = ROOT / "web" / "playground" / "python"
_EXAMPLES = ROOT / "web" / "playground" / "examples.js"
_STATE = ROOT / "web" / "playground" / "state.js"
# What pages show in the frame: its address is that of a link to the playground.
_FRAME = re.compile(r'embed\.html(#[^"\s)]+)')
_ASKED = """
const [examples, state, ...fragments] = process.argv.slice(1);
const { EXAMPLES } = await import(examples);
const { fromFragment } = await import(state);
const asked = [...EXAMPLES.filter(({ encoding }) => encoding === undefined), ...fragments.map(fromFragment)];
console.log(JSON.stringify(asked.map(({ url, base = "" }) => [url, base])));
"""


def made(pages: Path = ROOT / "web", loaded: tuple[Path, ...] = ()) -> dict[str, Any]:
    """Return what the frame has ready: the ``answers`` by URL and base, for the examples and for each frame in the
    *pages*; and the ``bytes`` that Python takes on the way, which are those of the *loaded* files, compressed.
    """
    from_python = _first()
    return {
        "bytes": sum(len(gzip.compress(file.read_bytes(), 6)) for file in loaded),
        "answers": {
            json.dumps([url, base], ensure_ascii=False, separators=(",", ":")): from_python.all_of(url, base)
            for url, base in _asked(pages)
        },
    }


def loaded(*folders: Path) -> tuple[Path, ...]:
    """Return the files of Pyodide's *folders* that the frame's worker loads: with the snapshot, and then all of Python.

    Most have shorter forms, which `pyodide_files` makes.
    """
    own = ("pyodide.mjs", "pyodide.asm.mjs", "pyodide-lock.json")
    shorter = (
        *("pyodide.asm.wasm.zst", "python_stdlib.zip.zst", "*-playground.zst", "*-whole.zst"),
        pyodide_files.DECODER,
    )
    names = (*own, *shorter, snapshot.FILES)
    found = (next((file for folder in folders for file in folder.glob(name)), None) for name in names)
    return tuple(file for file in found if file is not None)


def _asked(pages: Path) -> list[tuple[str, str]]:
    """The URLs and bases of the examples, and of the frames in the pages."""
    files = sorted(file for file in pages.rglob("*") if file.suffix in (".html", ".md"))
    found = [html.unescape(fragment) for file in files for fragment in _FRAME.findall(file.read_text("utf-8"))]
    arguments = [_EXAMPLES.as_uri(), _STATE.as_uri(), *dict.fromkeys(found)]
    return [(url, base) for url, base in json.loads(_from_node(_ASKED, *arguments))]


def _from_node(program: str, *arguments: str) -> str:
    """What a module for Node prints."""
    return project.run([npm.node(), "--input-type=module", "--eval", program, "--", *arguments])


def _first() -> ModuleType:
    """The module of the playground that has the answers."""
    if str(_PYTHON) not in sys.path:
        sys.path.append(str(_PYTHON))
    from playground import first

    return first
