"""Build py-url: in ``dist/``, the wheel, the sdist and the npm package; and for Pyodide the compiled wheels and a
``pyodide-lock.json``.

    python3 build_scripts/build_wheel.py

A page that serves ``dist/`` loads py-url with ``loadPyodide({lockFileURL: "dist/pyodide-lock.json", packageBaseUrl:
"dist/"})`` and ``loadPackage("py-url")``.
"""

from __future__ import annotations

import hashlib
import shutil
import subprocess
import sys
import sysconfig
import tempfile
from pathlib import Path

import build_npm
import environment
from environment import ROOT, SetUpError, say

DIST = ROOT / "dist"
LOCK = "pyodide-lock.json"

_PYODIDE = str(Path(sys.executable).with_name("pyodide"))
_SECONDS_FOR_PYODIDE_BUILD = 300
_SOURCES = ("py_url", "web", "tests", "build_scripts", "pyproject.toml", "README.md", "LICENSE", ".python-version")


def build(dist: Path = DIST, *, install: bool = True) -> Path:
    """Build everything in *dist*, unless what is there was built of the same sources; gives the wheel's path.

    Raises SetUpError where a part of the build fails.
    """

    def make() -> None:
        wheel = _build_wheel_and_sdist(dist)
        needed = environment.pyodide_wheels(install=install)
        build_for_pyodide(dist, [wheel, *needed], install=install)
        idna = next(file for file in needed if file.name.startswith("idna-"))
        build_npm.pack(dist, {"py_url.whl": wheel, "idna.whl": idna})

    environment.make_once(dist, _digest_of_sources(), make)
    return _the_wheel(dist)


def _the_wheel(dist: Path) -> Path:
    wheels = list(dist.glob("py_url-*-py3-none-any.whl"))
    if len(wheels) != 1:
        raise SetUpError(f"one wheel was expected in {dist}, not {len(wheels)}")
    return wheels[0]


def _build_wheel_and_sdist(dist: Path) -> Path:
    python_build = [sys.executable, "-m", "build", "--no-isolation", "--outdir", str(dist)]
    environment.run([*python_build, "--sdist", str(ROOT)])
    if not _pyodide_build(dist):
        environment.run([*python_build, "--wheel", str(ROOT)])
    return _the_wheel(dist)


def _pyodide_build(dist: Path) -> bool:
    """Build the wheel by ``pyodide build``, which first asks the network for a cross-build environment; whether it
    answered. What ``python -m build`` makes otherwise is the same, byte for byte.
    """
    command = [_PYODIDE, "build", str(ROOT), "--no-isolation", "--outdir", str(dist)]
    try:
        subprocess.run(command, capture_output=True, check=True, cwd=ROOT, timeout=_SECONDS_FOR_PYODIDE_BUILD)
    except (OSError, subprocess.CalledProcessError, subprocess.TimeoutExpired):
        return False
    return len(list(dist.glob("py_url-*-py3-none-any.whl"))) == 1


def build_for_pyodide(dist: Path, wheels: list[Path], *, install: bool = True) -> None:
    """Make, in *dist*, the lock file that knows *wheels*, and their compiled forms, which it names."""
    pyodide_folder = environment.npm_packages(install=install) / "pyodide"
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        copies = [shutil.copy(wheel, folder) for wheel in wheels]
        lockfile = [_PYODIDE, "lockfile", "add-wheels", *map(str, copies)]
        environment.run([*lockfile, "--input", str(pyodide_folder / LOCK), "--output", str(folder / LOCK)])
        site_packages = sysconfig.get_path("purelib")
        script = environment.SCRIPTS / "compile_wheels.mjs"
        environment.run([environment.node(), str(script), str(pyodide_folder), site_packages, str(folder)])
        for made in folder.iterdir():
            shutil.copyfile(made, dist / made.name)


def _digest_of_sources() -> str:
    digest = hashlib.sha256()
    for name in _SOURCES:
        path = ROOT / name
        for file in sorted(path.rglob("*")) if path.is_dir() else [path]:
            if file.is_file() and "__pycache__" not in file.parts:
                digest.update(f"{file.relative_to(ROOT)}\0".encode())
                digest.update(hashlib.sha256(file.read_bytes()).digest())
    return digest.hexdigest()


def main() -> int:
    """Build, and say what was built. Gives the exit status."""
    try:
        environment.enter()
        wheel = build()
    except SetUpError as error:
        say(f"build_wheel.py: {error}")
        return 2
    for file in sorted(DIST.glob("[!.]*")):
        print(f"{file.stat().st_size / 1000:8.1f} kB  {file.name}")
    print(f"the wheel is {wheel}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
