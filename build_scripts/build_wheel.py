"""Build all of py-url's packages, each in its own folder in ``dist/``.

    python3 build_scripts/build_wheel.py
    python3 build_scripts/build_wheel.py --snapshot-with my_app-1.0-py3-none-any.whl

- ``dist/wheel/`` and ``dist/sdist/``: the files for PyPI
- ``dist/npm/``: the npm package
- ``dist/pyodide/``: the files that a page serves in addition to Pyodide's own: compiled wheels of py-url and micropip,
  a snapshot of Pyodide's memory with py-url in it, shorter forms of Pyodide's own files and of py-url, a
  ``pyodide-lock.json`` that names them, and ``py_url_pyodide.mjs``, which starts PyScript's Pyodide from the snapshot
- ``dist/micropython/``: py_url for MicroPython, the small Python of PyScript's ``<script type="mpy">``, as one archive

With ``--snapshot-with``, ``dist/pyodide-with/`` has the same files as ``dist/pyodide/`` for a page that also uses other
pure packages: their modules are in the snapshot, and the lock file names compiled forms of their wheels.

`site.py` and `serve.py` also make ``dist/playground-wheels/``: compiled wheels of what the playground loads.

The compiled wheels must never be uploaded to PyPI: on Python 3.14, pip would prefer one to the pure wheel.

A page that serves ``dist/pyodide/`` loads py-url with ``loadPyodide({lockFileURL: "dist/pyodide/pyodide-lock.json",
packageBaseUrl: "dist/pyodide/"})`` and ``loadPackage("py-url-whatwg")``.
"""

import setup  # isort: skip # noqa: F401 - first, because it checks which version of Python this is

import argparse
import hashlib
import json
import os
import shutil
import sys
import tempfile
import zipfile
from collections.abc import Sequence
from copy import copy
from pathlib import Path, PurePosixPath
from unittest.mock import patch

from building import compiled_wheel, interpreter, npm_package, packing, pyodide_files, repository, snapshot
from building.micropython import edition, transformation
from setup import npm, once, project, venv
from setup.ending import ends
from setup.project import ROOT, SCRIPTS, SetUpError, say

DIST = ROOT / "dist"
WHEEL = DIST / "wheel"
SDIST = DIST / "sdist"
PYODIDE = DIST / "pyodide"
WITH = DIST / "pyodide-with"
NPM = DIST / "npm"
PLAYGROUND = DIST / "playground-wheels"
MICROPYTHON = DIST / "micropython"
LOCK = "pyodide-lock.json"

# 2020-02-02 is Hatchling's own choice, so "python -m build" makes the same sdist, and a wheel with the same files.
_DATE = "1580601600"

_COMPILER = tuple(SCRIPTS / "building" / name for name in ("compile_wheels.mjs", "compiled_wheel.py"))
_HOOKS = tuple(SCRIPTS / "building" / name for name in ("metadata_hook.py", "repository.py"))
_DESCRIPTION = tuple(ROOT / name for name in ("pyproject.toml", "README.md", "LICENSE"))


def build(*, install: bool = True) -> Path:
    """Build the wheel, its compiled form for Pyodide, and the snapshot; return the wheel's path.

    Like everything here, they are built again only if their sources have changed. If *install* is false, nothing is
    made. Raises SetUpError if a part of the build fails.
    """
    wheel = build_pure_wheel(install=install)
    _build_for_pyodide_once(PYODIDE, (), install=install)
    return wheel


def build_with(also: Sequence[Path], *, install: bool = True) -> Path:
    """Build once more what `build` puts into `PYODIDE`, with the modules of these pure wheels in the snapshot, too.

    Returns the folder. Raises SetUpError if a wheel is not pure, if it needs a package that is not among them, or if
    its modules cannot be imported.
    """
    for wheel in also:
        if not wheel.is_file():
            raise SetUpError(f"there is no wheel {wheel}")
        if compiled_wheel.PURE.fullmatch(wheel.name) is None:
            raise SetUpError(f"{wheel.name} is not the name of a pure wheel, which ends with -py3-none-any.whl")
    _build_for_pyodide_once(WITH, also, install=install)
    return WITH


def _build_for_pyodide_once(folder: Path, also: Sequence[Path], *, install: bool) -> None:
    wheels = [build_pure_wheel(install=install), *venv.pyodide_wheels(install=install)]
    pyodide = npm.packages(install=install) / "pyodide"
    of_pyodide = (pyodide / "package.json", pyodide / LOCK, pyodide.parent / "fzstd" / "package.json")
    made_of = _digest(
        *wheels, *also, *_COMPILER, *snapshot.SOURCES, *pyodide_files.SOURCES, *interpreter.sources(), *of_pyodide
    )
    once.make_once(folder, made_of, lambda: build_for_pyodide(folder, wheels, pyodide, also), install=install)


def build_playground_wheels(*, install: bool = True) -> Path:
    """Build the compiled forms of the wheels that the playground loads, with a list of them; return their folder.

    Pyodide takes longer to compile these packages than to do all else that the playground asks of them.
    """
    wheels = venv.playground_wheels(install=install)
    pyodide = npm.packages(install=install) / "pyodide"

    def make() -> None:
        with tempfile.TemporaryDirectory() as compiled:
            _compile(pyodide, wheels[0].parent, Path(compiled))
            _copy_files(Path(compiled), PLAYGROUND)
        names = {
            wheel.name.partition("-")[0]: {"file": wheel.name, "bytes": wheel.stat().st_size}
            for wheel in sorted(PLAYGROUND.glob("*.whl"))
        }
        (PLAYGROUND / "list.json").write_text(json.dumps(names, indent=1) + "\n", "utf-8")

    made_of = _digest(*wheels, *_COMPILER, pyodide / "package.json")
    once.make_once(PLAYGROUND, made_of, make, install=install)
    return PLAYGROUND


def build_all(*, install: bool = True) -> None:
    """Build what `build` does, the sdist, the npm package and the archive for MicroPython. Raises SetUpError."""
    try:
        address = repository.address(ROOT)
    except ValueError as error:
        raise SetUpError(str(error)) from None
    if not address:
        say("pyproject.toml names no repository in [tool.py-url], so the packages have no links to one")
    build(install=install)
    build_sdist(install=install)
    build_npm_package(install=install)


def build_for_micropython(*, install: bool = True) -> Path:
    """Build the archive for MicroPython and return its path. Raises SetUpError."""

    def make() -> None:
        try:
            edition.pack(MICROPYTHON)
        except transformation.Refused as error:
            raise SetUpError(str(error)) from None

    once.make_once(MICROPYTHON, _digest(*edition.SOURCES), make, install=install)
    return _only_file(MICROPYTHON, edition.ARCHIVE)


def build_pure_wheel(*, install: bool = True) -> Path:
    """Build the wheel for PyPI and return its path. Raises SetUpError."""
    made_of = _digest(ROOT / "py_url", *_HOOKS, *_DESCRIPTION)

    def make() -> None:
        _python_build("wheel", WHEEL)
        recompress(_only_file(WHEEL, "*.whl"))

    once.make_once(WHEEL, made_of, make, install=install)
    return _only_file(WHEEL, "*.whl")


def build_sdist(*, install: bool = True) -> Path:
    """Build the source distribution and return its path. Raises SetUpError."""
    import tomllib

    settings = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
    included = settings["tool"]["hatch"]["build"]["targets"]["sdist"]["include"]
    made_of = _digest(*_DESCRIPTION, *(ROOT / path.removeprefix("/") for path in included))
    once.make_once(SDIST, made_of, lambda: _python_build("sdist", SDIST), install=install)
    return _only_file(SDIST, "*.tar.gz")


def build_npm_package(*, install: bool = True) -> Path:
    """Build the npm package and return its path. Raises SetUpError."""
    made = (build(install=install), PYODIDE, build_for_micropython(install=install))
    once.make_once(NPM, _digest(*npm_package.SOURCES, *made), lambda: npm_package.pack(NPM, *made), install=install)
    return _only_file(NPM, "*.tgz")


def snapshot_file() -> Path:
    """Return the path of the snapshot, after `build`. Raises SetUpError if it is missing."""
    return _only_file(PYODIDE, snapshot.FILES)


def build_for_pyodide(folder: Path, wheels: Sequence[Path], pyodide: Path, also: Sequence[Path] = ()) -> None:
    """Put the compiled forms of *wheels*, a snapshot with the first, and a lock file with their names in *folder*.

    The lock file is the one of *pyodide*, a folder with Pyodide, with the wheels added. The wheels *also* are
    added, too, and are in the snapshot. Raises SetUpError.
    """
    wheels = [*wheels, *also]
    with tempfile.TemporaryDirectory() as name:
        pure, compiled = Path(name, "pure"), Path(name, "compiled")
        pure.mkdir()
        compiled.mkdir()
        copies = [shutil.copy(wheel, pure) for wheel in wheels]
        # The entries are made from the pure wheels, because this command rejects compiled ones.
        lock_file = compiled / LOCK
        program = str(Path(sys.executable).with_name("pyodide"))
        options = ["--input", str(pyodide / LOCK), "--output", str(lock_file)]
        if also:
            # It would name a package only if Pyodide's lock file has none of that name either.
            options.append("--ignore-missing-dependencies")
        project.run([program, "lockfile", "add-wheels", *map(str, copies), *options])
        _check_dependencies(lock_file, also, wheels)
        bare = Path(name, "bare")
        bare.mkdir()
        _compile(pyodide, pure, compiled, bare, wheels[0].name)
        _name_compiled(lock_file, wheels)
        distribution, version, _ = wheels[0].name.split("-", 2)
        of_pyodide = json.loads((pyodide / "package.json").read_text("utf-8"))["version"]
        others = [_only_file(compiled, f"{_distribution(wheel.name)}-*.whl") for wheel in also]
        for other in others:
            with zipfile.ZipFile(other) as archive:
                archive.extractall(bare)
        modules = [name for other in others for name in _modules_in(other)]
        memory, core = snapshot.make(compiled, bare, pyodide, f"py_url-{version}-pyodide-{of_pyodide}", modules)
        made = pyodide_files.make(compiled, pyodide, _only_file(compiled, f"{distribution}-*.whl"), bare, core, others)
        if also:
            made["packages"] = _packages_of(lock_file, others)
        pyodide_files.name_in(lock_file, {"version": of_pyodide, "snapshot": memory.name, **made})
        (compiled / interpreter.FILE).write_text(interpreter.make(), "utf-8")
        _copy_files(compiled, folder)
    packing.forget()


def _modules_in(wheel: Path) -> list[str]:
    """The names of the modules and packages of a wheel that are in no other package, or only in namespace packages."""
    with zipfile.ZipFile(wheel) as archive:
        files = [PurePosixPath(path) for path in archive.namelist() if path.endswith(".py")]
    packages = {file.parent for file in files if file.name == "__init__.py"}
    found = set()
    for file in files:
        # From the outermost folder to the file.
        places = [*reversed(file.parents[:-1]), file.with_suffix("")]
        place = next(place for place in places if place in packages or place is places[-1])
        # A folder without an `__init__.py` is a namespace package, unless its name is none, as that of the metadata.
        if all(part.isidentifier() for part in place.parts) and not place.name.startswith("__"):
            found.add(".".join(place.parts))
    return sorted(found)


def _distribution(wheel: str) -> str:
    """The distribution and its version in the name of a pure wheel."""
    found = compiled_wheel.PURE.fullmatch(wheel)
    assert found is not None, "its name has been checked, or is ours"
    return found[1]


def _check_dependencies(lock_file: Path, also: Sequence[Path], wheels: Sequence[Path]) -> None:
    """Raise SetUpError if one of the wheels *also* needs a package of which none of *wheels* is.

    *lock_file* names all of them. Its tool has read what they need, with the markers and the extras.
    """
    packages = json.loads(lock_file.read_text("utf-8"))["packages"]
    given = _packages_of(lock_file, wheels)
    for name in _packages_of(lock_file, also):
        missing = sorted({*packages[name]["depends"]}.difference(given))
        if missing:
            wheel = packages[name]["file_name"]
            raise SetUpError(f"{wheel} needs {', '.join(missing)}: name the wheel of each package that it needs, too")


def _packages_of(lock_file: Path, wheels: Sequence[Path]) -> list[str]:
    """The names under which a lock file has these wheels."""
    files = {wheel.name for wheel in wheels}
    packages = json.loads(lock_file.read_text("utf-8"))["packages"]
    return [name for name, package in packages.items() if package["file_name"] in files]


def _compile(pyodide: Path, wheels: Path, folder: Path, *bare: Path | str) -> None:
    """Write the compiled forms of the pure wheels in *wheels* to *folder*.

    *bare* is a folder and the name of a wheel, whose modules are also written there, without docstrings.
    """
    script, module = _COMPILER
    project.run([npm.node(), *map(str, (script, pyodide, module.parent, wheels, folder, *bare))])


def _copy_files(source: Path, folder: Path) -> None:
    """Copy files without their modes: Pyodide makes files that everybody may write."""
    for file in source.iterdir():
        shutil.copyfile(file, folder / file.name)


def _name_compiled(lock_file: Path, wheels: Sequence[Path]) -> None:
    """Replace the pure *wheels* in the lock file with the compiled wheels next to it."""
    lock = json.loads(lock_file.read_text("utf-8"))
    pure = {wheel.name for wheel in wheels}
    for package in lock["packages"].values():
        if package["file_name"] in pure:
            compiled = _only_file(lock_file.parent, f"{_distribution(package['file_name'])}-*.whl")
            package["file_name"] = compiled.name
            package["sha256"] = hashlib.sha256(compiled.read_bytes()).hexdigest()
    lock_file.write_text(json.dumps(lock), "utf-8")


def _python_build(kind: str, folder: Path) -> None:
    command = [sys.executable, "-m", "build", "--no-isolation", f"--{kind}", "--outdir", str(folder), str(ROOT)]
    project.run(command, env={**os.environ, "SOURCE_DATE_EPOCH": _DATE})


class _Zopfli:
    """Compresses in the format of `zlib.compressobj`, but smaller, and all at the end."""

    def __init__(self) -> None:
        self._data = bytearray()

    def compress(self, data: bytes) -> bytes:
        self._data += data
        return b""

    def flush(self) -> bytes:
        from zopfli import zlib  # type: ignore[import-untyped]  # it has no types

        compressed = packing.kept(bytes(self._data), zlib.compress, "zopfli", "zlib")
        return compressed[2:-4]  # without what zlib adds to the format of a Zip file


def recompress(wheel: Path) -> None:
    """Make a wheel smaller. Its files, their order, dates and modes stay."""
    draft = wheel.with_name(f"{wheel.name}.draft")
    # The module has no public way to choose a compressor.
    deflating = patch.object(zipfile, "_get_compressor", lambda kind, _: _Zopfli() if kind else None)
    with zipfile.ZipFile(wheel) as source, zipfile.ZipFile(draft, "w") as output, deflating:
        for info in source.infolist():
            output.writestr(copy(info), source.read(info))
    draft.replace(wheel)


def _only_file(folder: Path, pattern: str) -> Path:
    files = list(folder.glob(pattern))
    if len(files) != 1:
        raise SetUpError(f"{folder} has {len(files)} files {pattern} instead of one; delete the folder and run again")
    return files[0]


def _digest(*paths: Path) -> str:
    """A hash of the names and contents of files, and of all files in folders."""
    digest = hashlib.sha256()
    for path in paths:
        for file in sorted(path.rglob("*")) if path.is_dir() else [path]:
            if file.is_file() and "__pycache__" not in file.parts:
                digest.update(f"{file.relative_to(path.parent).as_posix()}\0".encode())
                digest.update(hashlib.sha256(file.read_bytes()).digest())
    return digest.hexdigest()


@ends("build_wheel.py")
def main() -> int:
    """Build everything and list the files. Returns the exit status."""
    parser = argparse.ArgumentParser(description="Build the packages for PyPI, npm, Pyodide and MicroPython.")
    parser.add_argument(
        "--snapshot-with", nargs="+", type=Path, default=[], metavar="WHEEL", help="pure wheels for dist/pyodide-with"
    )
    also = parser.parse_args().snapshot_with
    venv.enter("build")
    build_all()
    folders = [WHEEL, SDIST, NPM, PYODIDE, MICROPYTHON]
    if also:
        folders.append(build_with(also))
    for file in sorted(file for made in folders for file in made.glob("[!.]*")):
        print(f"{file.stat().st_size / 1000:8.1f} kB  {file.relative_to(ROOT).as_posix()}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
