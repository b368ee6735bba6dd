"""Make the module that starts Pyodide from the snapshot in programs that import a ``pyodide.mjs``, such as PyScript.

It is one file, because it stands among Pyodide's own: ``web/lib/interpreter.js`` with the modules that it imports, each
in a function of its own.
"""

from __future__ import annotations

import re
from pathlib import Path

from setup.project import ROOT

from building import comments

FILE = "py_url_pyodide.mjs"
_LIB = ROOT / "web" / "lib"
_ENTRY = "interpreter"
_IMPORT = re.compile(r'^import (\{[^}]*\}) from "\./(\w+)\.js";\n', re.MULTILINE)
_LATE_IMPORT = re.compile(r'\bimport\("\./(\w+)\.js"\)')
_EXPORT = re.compile(r"^export (?=(?:async )?(?:function|const) (\w+))", re.MULTILINE)

_HEAD = """\
/**
 * Pyodide that starts from a snapshot with py_url in it, with the interface of the pyodide.mjs beside this file.
 * Made from web/lib.
 */
// In a worker, Firefox checks static imports against the policy's worker-src, which may not have this server.
const { loadPyodide: plain, version } = await import("./pyodide.mjs");
export { version };

"""
_TAIL = "export const loadPyodide = of_interpreter.makeLoadPyodide(plain, import.meta.url);\n"


def make() -> str:
    """Return the module. Raises ValueError if a module has an import or export of another form than ours have."""
    made: dict[str, str] = {}
    _add(_ENTRY, made)
    return _HEAD + "".join(made.values()) + _TAIL


def sources() -> list[Path]:
    """Return the files that the module is made of, and this one."""
    made: dict[str, str] = {}
    _add(_ENTRY, made)
    return [*(_LIB / f"{name}.js" for name in made), Path(comments.__file__), Path(__file__)]


def _add(name: str, made: dict[str, str]) -> None:
    """Add a module to *made*, after those that it needs first."""
    text = re.sub(r"\n{2,}", "\n", comments.without_comments((_LIB / f"{name}.js").read_text("utf-8")))
    for _, needed in _IMPORT.findall(text):
        if needed not in made:
            _add(needed, made)
    late = [needed for needed in _LATE_IMPORT.findall(text) if needed not in made]
    exported = _EXPORT.findall(text)
    text = _IMPORT.sub(r"const \1 = of_\2;\n", text)
    text = _LATE_IMPORT.sub(r"of_\1", _EXPORT.sub("", text))
    # The code of Python in them has imports, too.
    if wrong := re.search(r"""^import .*["'{*].*|^export\b.*|import\.meta.*""", text, re.MULTILINE):
        raise ValueError(f"{name}.js has {wrong[0]}")
    made[name] = f"const of_{name} = (() => {{\n{text}return {{ {', '.join(exported)} }};\n}})();\n\n"
    for needed in late:
        if needed not in made:
            _add(needed, made)
