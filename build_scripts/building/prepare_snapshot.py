"""Prepare Python's memory for a snapshot. `make_snapshot.mjs` runs this in Pyodide.

No object of JavaScript may be left that Pyodide cannot restore. This prints the paths of the modules of py_url that are
in the memory: a page that starts without the snapshot needs the same ones.
"""

import gc
import linecache
import os
import sys
import traceback
import zipimport

# Python looks for new files only where the time of a folder has changed, and here the clock stands still.
sys.path_importer_cache.clear()

import py_url  # noqa: E402 - see above
import py_url.programs.bridge  # noqa: E402

# Load what is loaded on first use: the tables that a domain beyond ASCII and an error need, and what a URL needs that
# is not canonical, is relative, is changed, or whose query is read. So the first of them takes no longer than others.
url = py_url.URL("//u x@fa\u00df.example/x y?a=%20#b c", "https://h/")
url.search_params.sort()
url.search = f"{url.search}&d e"
py_url.URL("OTHER:a b?c d").host = "f"
py_url.programs.bridge.parse_url("https://u:p@a b/")
py_url.validate("//")
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

    @staticmethod
    def find_spec(name: str, path: object = None, target: object = None) -> None:
        """Raise an error that says how to load a missing module."""
        how = "the page has loaded only what URL needs; the rest comes with `await loaded.python()`"
        raise ModuleNotFoundError(f"No module named {name!r}: {how}", name=name)


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
