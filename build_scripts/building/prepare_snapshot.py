"""Prepare Python's memory for a snapshot. `make_snapshot.mjs` runs this in Pyodide.

No object of JavaScript may be left that Pyodide cannot restore.
"""

import gc
import os
import sys

import py_url
import py_url.programs.bridge

# Load what is loaded on first use: the tables that a domain beyond ASCII and an error need, and what a URL needs that is
# not canonical, is relative, or is changed. So the first of them takes no longer than others.
py_url.URL("x y", "https://fa\u00df.example/").search = "a b"
py_url.URL("OTHER:a?b").hash = "c"
py_url.validate("//")

# Pyodide puts this first when it starts, and does so again when it has been restored.
sys.path.remove("")
# The importers remember which files there are. Invalidating all of them later would take longer than all else, because
# the standard library's reads its archive again.
sys.path_importer_cache.clear()
# Only this build used it.
del os.environ["PYTHONHASHSEED"]
gc.collect()
