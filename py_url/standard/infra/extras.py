"""How to install an optional package, for the parts of the standard that need one.

Takes the extra of this distribution and the package, and returns what to run. Inside Pyodide there is no pip.
https://pyodide.org/en/stable/usage/loading-packages.html
"""

from __future__ import annotations

import sys


def how_to_install(extra: str, package: str) -> str:
    """Return the command that installs *package*, which *extra* asks for, where this Python runs."""
    if sys.platform == "emscripten":
        return f'await micropip.install({package!r}), or in the config of PyScript "packages": ["{package}"]'
    return f"pip install 'py-url-whatwg[{extra}]'"
