"""Pack the npm package: ``web/`` without its pages, and the wheel that it loads into Pyodide.

`build_wheel` builds the wheel first and then calls `pack`.
"""

from __future__ import annotations

import shutil
import tempfile
from pathlib import Path

from setup import npm
from setup.project import ROOT

_WEB = ROOT / "web"
_CONTENT = (
    *(_WEB / name for name in ("package.json", "py_url.js", "py_url.d.ts", "README.md", "lib")),
    ROOT / "LICENSE",
)
SOURCES = (*_CONTENT, Path(__file__))
"""The sources of the package, except for the wheel."""


def pack(folder: Path, wheel: Path) -> None:
    """Write the tarball, with *wheel* in it, to *folder*. Raises SetUpError."""
    with tempfile.TemporaryDirectory() as name:
        package = Path(name)
        for path in _CONTENT:
            if path.is_dir():
                shutil.copytree(path, package / path.name)
            else:
                shutil.copy(path, package)
        (package / "wheels").mkdir()
        shutil.copy(wheel, package / "wheels" / "py_url.whl")
        # Otherwise npm would ask its registry for a newer npm.
        options = ["--ignore-scripts", "--no-update-notifier"]
        npm.run("pack", *options, "--pack-destination", str(folder), cwd=package)
