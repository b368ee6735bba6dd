"""Pack the npm package: ``web/`` without its pages, with the wheels that it loads into Pyodide.

`build_wheel` calls it: the wheels are to be there first.
"""

from __future__ import annotations

import json
import shutil
import tempfile
from pathlib import Path

import environment
from environment import ROOT

_WEB = ROOT / "web"


def pack(dist: Path, wheels: dict[str, Path]) -> Path:
    """Put the tarball in *dist* and give its path. *wheels* go into it by these names. Raises SetUpError."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        for own in ("package.json", "py_url.js", "py_url.d.ts", "README.md"):
            shutil.copy(_WEB / own, folder)
        shutil.copy(ROOT / "LICENSE", folder)
        shutil.copytree(_WEB / "lib", folder / "lib")
        (folder / "wheels").mkdir()
        for wheel, file in wheels.items():
            shutil.copy(file, folder / "wheels" / wheel)
        environment.npm("pack", "--json", "--ignore-scripts", "--pack-destination", str(dist), cwd=folder)
    package = json.loads((_WEB / "package.json").read_text("utf-8"))
    return dist / f"{package['name']}-{package['version']}.tgz"
