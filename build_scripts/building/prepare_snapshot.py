"""Prepare Python's memory for a snapshot. `make_snapshot.mjs` runs this in Pyodide.

No object of JavaScript may be left that Pyodide cannot restore. This prints the paths of the modules of py_url that are
in the memory: a page that starts without the snapshot needs the same ones.
"""

import ast
import gc
import importlib
import linecache
import os
import sys
import traceback
import types
import zipimport

# Python looks for new files only where the time of a folder has changed, and here the clock stands still.
sys.path_importer_cache.clear()

import py_url  # noqa: E402 - see above
import py_url.programs.bridge  # noqa: E402

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from importlib.machinery import ModuleSpec
    from typing import Any

# Load what is loaded on first use: the tables that a domain beyond ASCII and an error need, and what a URL needs that
# is not canonical, is relative, is changed, or whose query is read. So the first of them takes no longer than others.
url = py_url.URL("//u x@fa\u00df.example/x y?a=%20#b c", "https://h/")
url.search_params.sort()
url.search = f"{url.search}&d e"
py_url.URL("OTHER:a b?c d").host = "f"
py_url.programs.bridge.parse_url("https://u:p@a b/")
py_url.programs.bridge.parse_url("x")
py_url.validate("//")
py_url.URL.parse("//\ud800")
# Read only after that.
py_url.unicode_version  # noqa: B018 - an attribute that imports a module
# Pyodide describes an exception that nobody catches in this way.
for cause in (ModuleNotFoundError("x", name="x"), RecursionError(), py_url.InvalidURL, KeyboardInterrupt()):
    try:
        if cause is py_url.InvalidURL:
            py_url.URL("//")
        raise cause
    except BaseException as error:
        traceback.format_exception(error)


class Absent:
    """The last finder until `python()` has loaded the rest of Python; web/lib/python.js then removes it."""

    fetch = None
    """What web/lib/interpreter.js puts here: it loads the rest of Python, and returns whether it could."""

    @staticmethod
    def lacks(name: str) -> bool:
        """Whether a module that is not in the memory may be in the rest of Python."""
        top = name.partition(".")[0]
        return name not in sys.modules and (top in sys.stdlib_module_names or top in sys.modules)

    @staticmethod
    def imports(code: str) -> bool:
        """Whether a program imports something from the rest of Python."""
        try:
            nodes = [*ast.walk(ast.parse(code))]
        except (SyntaxError, ValueError):
            return False
        names = [alias.name for node in nodes if isinstance(node, ast.Import) for alias in node.names]
        names += [node.module for node in nodes if isinstance(node, ast.ImportFrom) and node.module]
        return any(map(Absent.lacks, names))

    @staticmethod
    def find_spec(
        name: str, path: "Sequence[str] | None" = None, target: types.ModuleType | None = None
    ) -> "ModuleSpec | None":
        """Raise an error that says how to load a missing module, unless it can be loaded now."""
        how = "the page has loaded only what URL needs; the rest comes with `await loaded.python()`"
        if Absent.fetch is not None:
            if not Absent.lacks(name):
                return None
            if Absent.fetch():
                return next(filter(None, (finder.find_spec(name, path, target) for finder in sys.meta_path)), None)
            how = "the rest of Python could not be loaded"
        raise ModuleNotFoundError(f"No module named {name!r}: {how}", name=name)


# What Pyodide and asyncio import for functions that a page may never call. It takes room in the memory.
LATER = (
    *("_bz2", "_lzma", "_opcode_metadata", "_ssl", "_zstd", "asyncio.sslproto", "asyncio.staggered", "asyncio.trsock"),
    *("bz2", "compression", "compression._common", "compression._common._streams", "compression.zstd"),
    *("compression.zstd._zstdfile", "dis", "locale", "lzma", "opcode", "selectors", "socket", "ssl"),
    *("subprocess", "tempfile", "zipfile", "zipfile._path", "zipfile._path.glob"),
)


class Later:
    """Stands in a module for what it imported from one of `LATER`, until that is used."""

    def __init__(self, *place: str) -> None:
        self._place = place

    def _import(self) -> "Any":  # noqa: ANN401 - it stands for anything
        """Import what this stands for, and put it in its place."""
        holder, name, module, attribute = self._place
        found = importlib.import_module(module)
        found = getattr(found, attribute) if attribute else found
        if vars(sys.modules[holder]).get(name) is self:
            setattr(sys.modules[holder], name, found)
        return found

    def __getattr__(self, name: str) -> object:
        return getattr(self._import(), name)

    def __call__(self, *values: object, **named: object) -> object:
        return self._import()(*values, **named)

    def __contains__(self, item: object) -> bool:
        return item in self._import()

    def __getitem__(self, item: object) -> object:
        return self._import()[item]


def _leave_out() -> None:
    """Take the modules of `LATER` out of the memory."""
    found = {}
    for module in LATER:
        found[id(sys.modules[module])] = module, ""
        for name, value in vars(sys.modules[module]).items():
            if getattr(value, "__module__", None) == module:
                found[id(value)] = module, name
    for holder, place in sys.modules.items():
        for name, value in [*vars(place).items()] if holder not in LATER and hasattr(place, "__file__") else ():
            if id(value) in found:
                setattr(place, name, Later(holder, name, *found[id(value)]))
    for module in LATER:
        del sys.modules[module]
    # PyScript imports html, which needs a table of all entities only for unescaping.
    sys.modules["html.entities"] = entities = types.ModuleType("html.entities")
    vars(entities)["html5"] = Later("html", "_html5", "html.entities", "html5")
    importlib.import_module("html")
    del sys.modules["html.entities"]
    gc.collect()
    functions = [each for each in gc.get_objects() if type(each) is types.FunctionType]
    if left := {f"{each.__module__}.{each.__qualname__}" for each in functions if each.__module__ in LATER}:
        raise RuntimeError(f"something else needs {left}")


# A page's own modules may have made classes of what is in these.
if globals()["alone"]:
    _leave_out()
sys.meta_path.append(Absent)
here = next(path for path in sys.path if path.endswith("site-packages")) + "/"
for name, module in sorted(sys.modules.items()):
    if name.partition(".")[0] == "py_url":
        for file in (module.__spec__.origin, module.__spec__.cached) if module.__spec__ else ():
            print(str(file).removeprefix(here))
# Pyodide puts this first when it starts, and does so again when it has been restored.
sys.path.remove("")
# The importers remember which files there are, and which lines. A page has none of the files.
sys.path_importer_cache.clear()
vars(zipimport)["_zip_directory_cache"].clear()
linecache.clearcache()
# Only this build used it.
del os.environ["PYTHONHASHSEED"]
gc.collect()
