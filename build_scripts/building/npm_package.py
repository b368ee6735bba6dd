"""Pack the npm package: ``web/`` without its pages, with the wheels that it loads into Pyodide.

`build_wheel` calls it, and builds the wheels first.
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
"""What decides, beside the wheels, what is in the package."""


def pack(folder: Path, wheels: Mapping[str, Path]) -> None:
    """Put the tarball in *folder*. *wheels* go into it by the names that they have there. Raises SetUpError."""
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
