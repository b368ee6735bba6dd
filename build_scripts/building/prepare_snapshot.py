"""Prepare Python's memory for a snapshot. `make_snapshot.mjs` runs this in Pyodide.

No object of JavaScript may be left that Pyodide cannot restore.
"""

import gc
import os
import sys

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

# Pyodide puts this first when it starts, and does so again when it has been restored.
sys.path.remove("")
# The importers remember which files there are. Invalidating all of them later would take longer than all else, because
# the standard library's reads its archive again.
sys.path_importer_cache.clear()
# Only this build used it.
del os.environ["PYTHONHASHSEED"]
gc.collect()
