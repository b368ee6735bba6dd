"""Make the four answers of the playground before anybody asks: for the site's own examples, and as HTML for authors.

`made` is what the frame ``embed.html`` has instead of Python, and `as_html` what ``site.py --answers`` prints.
"""

from __future__ import annotations

import functools
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

    from playground.pieces import Piece

_PYTHON = ROOT / "web" / "playground" / "python"
_EXAMPLES = ROOT / "web" / "playground" / "examples.js"
_STATE = ROOT / "web" / "playground" / "state.js"
# What pages show in the frame: its address is that of a link to the playground.
_FRAME = re.compile(r'embed\.html(#[^"\s)]+)')
_CARDS = ROOT / "web" / "playground" / "cards.js"
_ASKED = """
const [examples, state, ...fragments] = process.argv.slice(1);
const { EXAMPLES } = await import(examples);
const { fromFragment } = await import(state);
const asked = [...EXAMPLES.filter(({ encoding }) => encoding === undefined), ...fragments.map(fromFragment)];
console.log(JSON.stringify(asked.map(({ url, base = "" }) => [url, base])));
"""
_SHOWN = """
const { ANSWERS, SIGNS } = await import(process.argv[1]);
console.log(JSON.stringify([Object.fromEntries(ANSWERS.map(({ id, title }) => [id, title])), SIGNS]));
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


@functools.cache
def titles_and_signs() -> tuple[dict[str, str], dict[str, str]]:
    """Return what the page shows: the title of each answer by its name, in order, and the sign of each tone.

    Raises SetUpError if Node.js is missing.
    """
    titles, signs = json.loads(_from_node(_SHOWN, _CARDS.as_uri()))
    return titles, signs


def _from_node(program: str, *arguments: str) -> str:
    """What a module for Node prints."""
    return project.run([npm.node(), "--input-type=module", "--eval", program, "--", *arguments])


def _first() -> ModuleType:
    """The module of the playground that has the answers."""
    if str(_PYTHON) not in sys.path:
        sys.path.append(str(_PYTHON))
    from playground import first

    return first


def as_html(url: str, base: str = "") -> str:
    """Return the four answers as a part of a page, without scripts and styles.

    Raises InvalidURL if *base* is none, and SetUpError if Node.js is missing.
    """
    titles, signs = titles_and_signs()
    told: dict[str, Any] = _first().all_of(url, base)
    answer = told["answer"]
    href = f"{_code(answer['href'])}. " if "href" in answer else ""
    answers = "\n".join(
        f"    <dt>{title}</dt>\n    <dd>{_as_html(told[name], signs, href if name == 'first' else '')}</dd>"
        for name, title in titles.items()
    )
    relative = f" relative to {_code(base)}" if base else ""
    return (
        f'<section class="py-url" lang="en">\n  <p>{_code(url)}{relative}</p>\n  <dl>\n{answers}\n  </dl>\n</section>\n'
    )


def _as_html(said: dict[str, Any], signs: dict[str, str], before: str) -> str:
    sign = signs[str(said["tone"])]
    sentence, reason = (_pieces(said[name]) for name in ("sentence", "reason"))
    word = html.escape(str(said["word"]))
    colon = "" if word[-1] in ".,:" or not sentence else ":"
    text = " ".join(part for part in (f"<strong>{word}{colon}</strong>", sentence, reason) if part)
    return f'<span aria-hidden="true">{sign}</span> {before}{text}'


def _code(text: str) -> str:
    """A text of the input as code. What cannot be seen is named, because it could change how the page is read."""
    seen = "".join(char if char.isprintable() else f"[U+{ord(char):04X}]" for char in text)
    # Letters that are written from right to left would move the parts of the URL around them.
    return f'<code dir="ltr">{html.escape(seen)}</code>'


def _pieces(pieces: list[Piece]) -> str:
    def one(piece: Piece) -> str:
        if isinstance(piece, str):
            return html.escape(piece)
        # The page around has no documents to link to.
        return html.escape(str(piece[1])) if piece[0] == "measured" else _code(str(piece[1]))

    return "".join(map(one, pieces)).strip()
