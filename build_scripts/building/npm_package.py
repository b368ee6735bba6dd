"""Pack the npm package: ``web/`` without its pages, the wheel that it loads into Pyodide, the snapshot that Pyodide can
start from, and what its command puts beside a Pyodide.

`build_wheel` builds the wheel and the snapshot first and then calls `pack`.
"""

from __future__ import annotations

import json
import shutil
import tempfile
from pathlib import Path

from setup import npm
from setup.project import ROOT

from building import comments, interpreter, pyodide_files, repository
from building.snapshot import FILES

_WEB = ROOT / "web"
_CONTENT = (
    *(_WEB / name for name in ("package.json", "py_url.js", "py_url.d.ts", "snapshot.d.ts", "README.md", "lib", "bin")),
    ROOT / "LICENSE",
)
SOURCES = (
    *_CONTENT,
    *(Path(file) for file in (__file__, comments.__file__, repository.__file__)),
    ROOT / "pyproject.toml",
)
"""The sources of the package, except for the wheel and the snapshot."""

# The fragment says what is lost if a bundler renames the file.
_SNAPSHOT = """\
/** The address of the snapshot, for the option `snapshot` of `load`. */
export const snapshot = `${{new URL("./snapshot/{name}", import.meta.url)}}#pyodide-{parts}`;
"""


def pack(folder: Path, wheel: Path, made: Path, archive: Path) -> None:
    """Write the tarball to *folder*, with *wheel*, *archive* for MicroPython and what pages need of what is in *made*.

    Raises SetUpError.
    """
    (snapshot,) = made.glob(FILES)
    with tempfile.TemporaryDirectory() as place:
        package = Path(place)
        for path in _CONTENT:
            if path.is_dir():
                shutil.copytree(path, package / path.name)
            else:
                shutil.copy(path, package)
        comments.take_out_comments(package.rglob("*.js"))
        for name in ("wheels", "snapshot", "micropython"):
            (package / name).mkdir()
        shutil.copy(archive, package / "micropython")
        shutil.copy(wheel, package / "wheels" / "py_url.whl")
        for part in ("core", "whole"):
            (file,) = made.glob(f"*-{part}.zst")
            shutil.copy(file, package / "wheels" / f"{part}.zst")
        shutil.copy(made / pyodide_files.DECODER, package / "lib")
        for file in (snapshot, made / interpreter.FILE):
            shutil.copy(file, package / "snapshot")
        _, _, parts = snapshot.stem.partition("-pyodide-")
        module = _SNAPSHOT.format(name=snapshot.name, parts=parts)
        (package / "snapshot.js").write_text(module, "utf-8")
        _name_repository(package / "package.json")
        # A clone has the modes that its owner's umask gave it.
        for path in package.rglob("*"):
            path.chmod(0o755 if path.is_dir() or path.parent.name == "bin" else 0o644)
        # Otherwise npm would ask its registry for a newer npm.
        options = ["--ignore-scripts", "--no-update-notifier"]
        npm.run("pack", *options, "--pack-destination", str(folder), cwd=package)


def _name_repository(file: Path) -> None:
    """Add to a package.json what it says about the repository."""
    fields = json.loads(file.read_text("utf-8")) | repository.npm_fields(repository.address(ROOT))
    file.write_text(json.dumps(fields, indent=2, ensure_ascii=False) + "\n", "utf-8")
