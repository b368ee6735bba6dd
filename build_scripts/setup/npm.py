"""Node.js, npm, and the packages that npm installs."""

from __future__ import annotations

import os
import re
import shutil
from pathlib import Path

from setup import project
from setup.once import make_once
from setup.project import CACHE, SCRIPTS, SECONDS, SECONDS_TO_ANSWER, SetUpError

DOWNLOADS = ".downloads"
_MIN_NODE = 20


def node() -> str:
    """Return the path of Node.js. Raises SetUpError if it is missing, does not run or is too old."""
    needed = f"Node.js {_MIN_NODE} or later is needed, with npm"
    path = shutil.which("node")
    if path is None:
        raise SetUpError(f"{needed}, and was not found; see https://nodejs.org/")
    try:
        said = project.run([path, "--version"], seconds=SECONDS_TO_ANSWER).strip()
    except SetUpError as error:
        raise SetUpError(f"{needed}, and {path} does not run; see https://nodejs.org/: {error}") from None
    version = re.match(r"v(\d+)\.", said)
    if version is None or int(version[1]) < _MIN_NODE:
        raise SetUpError(f"{needed}, and {path} is {said[:60] or 'not Node.js'}; see https://nodejs.org/")
    return path


def packages(wanted: Path = SCRIPTS, *, install: bool = True) -> Path:
    """Return the folder of the npm packages that `package.json` in *wanted* names, and install them if necessary."""
    files = [wanted / "package.json", wanted / "package-lock.json"]
    made_of = project.digest(*files)
    folder = CACHE / f"npm-{wanted.name}"

    def make() -> None:
        for file in files:
            shutil.copy(file, folder)
        run("ci", f"--cache={folder / DOWNLOADS}", "--ignore-scripts", "--no-audit", "--no-fund", cwd=folder)
        # Nothing else asks for these packages, so npm's own copies of them would only take space.
        shutil.rmtree(folder / DOWNLOADS)

    make_once(folder, made_of, make, install=install)
    return folder / "node_modules"


def run(*arguments: str, cwd: Path, seconds: float = SECONDS) -> str:
    """Run npm with the project's own cache and return its standard output. Raises SetUpError."""
    node()
    program = shutil.which("npm")
    if program is None:
        raise SetUpError("Node.js was found but npm was not; install npm")
    variables = {**os.environ, "npm_config_cache": str(CACHE / "npm-cache")}
    return project.run([program, *arguments], cwd=cwd, env=variables, seconds=seconds)
