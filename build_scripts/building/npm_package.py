"""Pack the npm package: ``web/`` without its pages, and the wheels that it loads into Pyodide.

`build_wheel` builds the wheels first and then calls `pack`.
"""

from __future__ import annotations

import shutil
import tempfile
from pathlib import Path

from setup import npm
from setup.project import ROOT

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping

_WEB = ROOT / "web"
_CONTENT = (
    *(_WEB / name for name in ("package.json", "py_url.js", "py_url.d.ts", "README.md", "lib")),
    ROOT / "LICENSE",
)
SOURCES = (*_CONTENT, Path(__file__))
"""The sources of the package, except for the wheels."""


def pack(folder: Path, wheels: Mapping[str, Path]) -> None:
    """Write the tarball to *folder*. The keys of *wheels* are the wheels' names in the package. Raises SetUpError."""
    with tempfile.TemporaryDirectory() as name:
        package = Path(name)
        for path in _CONTENT:
            if path.is_dir():
                shutil.copytree(path, package / path.name)
            else:
                shutil.copy(path, package)
        (package / "wheels").mkdir()
        for wheel, file in wheels.items():
            shutil.copy(file, package / "wheels" / wheel)
        # Otherwise npm would ask its registry for a newer npm.
        options = ["--ignore-scripts", "--no-update-notifier"]
        npm.run("pack", *options, "--pack-destination", str(folder), cwd=package)
