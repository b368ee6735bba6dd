"""How to install an optional package, for the parts of the standard that need one.

Takes the extra of this distribution and the package, and returns what to run. Inside Pyodide there is no pip.
https://pyodide.org/en/stable/usage/loading-packages.html
"""

from __future__ import annotations

import sys

PUBLISHED = False
"""Whether the package indexes have this project. Before its first release, only a clone does."""


def how_to_install(extra: str, package: str) -> str:
    """Return the command that installs *package*, which *extra* asks for, where this Python runs."""
    if sys.platform == "emscripten":
        return f'await micropip.install({package!r}), or in the config of PyScript "packages": ["{package}"]'
    command = f"pip install 'py-url-whatwg[{extra}]'"
    return command if PUBLISHED else f"{command} (until PyPI has it, in a clone: pip install '.[{extra}]')"
