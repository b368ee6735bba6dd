"""Prepare Python's memory for a snapshot. `make_snapshot.mjs` runs this in Pyodide.

No object of JavaScript may be left that Pyodide cannot restore.
"""

import gc
import os
import sys

import py_url
import py_url.programs.bridge

# Decode the tables that a domain beyond ASCII and an error need, so that the first of them takes no longer than others.
py_url.URL("https://fa\u00df.example/")
py_url.validate("//")

# Pyodide puts this first when it starts, and does so again when it has been restored.
sys.path.remove("")
# The importers remember which files there are. Invalidating all of them later would take longer than all else, because
# the standard library's reads its archive again.
sys.path_importer_cache.clear()
# Only this build used it.
del os.environ["PYTHONHASHSEED"]
gc.collect()
