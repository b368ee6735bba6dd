"""Make virtual environments, including those that the scripts run in, and download the wheels for Pyodide.

A script names the dependency group of pyproject.toml that it needs: ``venv.enter("build")``. It can be started with
Python 3.11: `enter` continues it in an environment with Python 3.12 or later.
"""

from __future__ import annotations

import functools
import os
import re
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path

from setup.once import is_made, make_once
from setup.project import CACHE, REQUIREMENTS, ROOT, SECONDS, SECONDS_TO_ANSWER, SetUpError, digest, numbers_in, run
from setup.system import apt_install

VENV = CACHE / "venv"

WHOLE = "dev"
"""The group of all tests and scripts. Its environment, `VENV`, has what each of the others has."""
OLDEST = "minimum"
"""The group of the tests with the oldest supported Python, for which some packages have only older versions."""

_MIN_PYTHON = (3, 12)
_IN_VENV = "Scripts/python.exe" if os.name == "nt" else "bin/python"


def enter(*groups: str, install: bool = True) -> None:
    """Make or update an environment with these dependency groups, then continue the running script in it.

    Each group is one of pyproject.toml with a locked list in ``requirements``; without one it is `WHOLE`.
    `environment_for` says which environment that is. If *install* is false, nothing is made. Raises SetUpError if the
    environment is missing and cannot be made.
    """
    # The programs that are started from here keep their caches in the project's. They use UTF-8 in every locale, and so
    # does this one when it continues.
    os.environ["XDG_CACHE_HOME"] = str(CACHE / "xdg")
    os.environ["PYTHONUTF8"] = "1"
    # The user's paths are relative to the current folder, but the tests run in the project's folder.
    for name, value in os.environ.items():
        if name.startswith("PY_URL_") and os.path.exists(value):  # noqa: PTH110 - Path("") would be the current folder
            os.environ[name] = os.path.abspath(value)  # noqa: PTH100 - does not resolve links
    group = environment_for(*groups or (WHOLE,))
    folder = folder_of(group)
    python = make_venv(folder, REQUIREMENTS / f"{group}.txt", _MIN_PYTHON, install=install)
    if Path(sys.prefix).resolve() != folder.resolve():
        command = [str(python), *sys.argv]
        try:
            if os.name == "nt":
                sys.exit(subprocess.run(command, check=False).returncode)
            os.execv(command[0], command)
        except OSError as error:
            raise SetUpError(f"{python} could not be run: {error.strerror}; delete {folder} and run again") from None


def environment_for(*groups: str) -> str:
    """Return the group whose environment has all that *groups* ask for.

    It is the one that runs this, because tests call scripts; otherwise the smallest of those that are set up, so that
    nothing is downloaded twice. If none is, it is the smallest of all. Raises SetUpError if there is none.
    """
    wanted = frozenset[str]().union(*map(asked_for, groups))
    locked = {file.stem for file in REQUIREMENTS.glob("*.txt")} - {OLDEST}
    enough = [(len(asked), group) for group in locked if (asked := asked_for(group)) >= wanted]
    by_size = [group for _, group in sorted(enough)]
    if not by_size:
        raise SetUpError(f"no locked list has all of {' and '.join(groups)}; run python3 build_scripts/lock.py")
    running = [group for group in by_size if folder_of(group).resolve() == Path(sys.prefix).resolve()]
    return next(filter(_is_set_up, [*running, *by_size]), by_size[0])


def folder_of(group: str) -> Path:
    """Return the folder of a group's environment."""
    return VENV if group == WHOLE else CACHE / f"venv-{group}"


def _is_set_up(group: str) -> bool:
    folder = folder_of(group)
    return is_made(folder, _venv_is_made_of(folder, REQUIREMENTS / f"{group}.txt"), (_IN_VENV,))


def asked_for(group: str) -> frozenset[str]:
    """Return the requirements of a dependency group, including those of the groups in it."""
    found: set[str] = set()
    for entry in _groups()[group]:
        found |= {entry} if isinstance(entry, str) else asked_for(entry["include-group"])
    return frozenset(found)


@functools.cache
def _groups() -> dict[str, list[str | dict[str, str]]]:
    groups: dict[str, list[str | dict[str, str]]] = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))[
        "dependency-groups"
    ]
    return groups


def find_python(at_least: tuple[int, int], below: tuple[int, int] = (4, 0), *, lowest: bool = False) -> str:
    """Return the path of a Python with at least version *at_least* and below *below*. Raises SetUpError.

    If *lowest*, that is the one with the lowest patch level of all that are found.
    """
    names = [f"python3.{minor}" for minor in (13, 14, 12, 11)] + ["python3", "python"]
    pyenv = Path(os.environ.get("PYENV_ROOT", Path.home() / ".pyenv")).glob("versions/3.*/bin/python")
    # In a virtual environment, take the Python that it was made with: the environment itself may be deleted next.
    own = getattr(sys, "_base_executable", sys.executable)
    candidates = [own, *map(shutil.which, names), *map(str, sorted(pyenv, key=numbers_in, reverse=True))]
    found = ((version, path) for path in candidates if path and at_least <= (version := _version_of(path)) < below)
    if chosen := min(found, default=None) if lowest else next(found, None):
        return chosen[1]
    wanted = ".".join(map(str, at_least)) + (" or later" if below > (3, 99) else "")
    raise SetUpError(f"Python {wanted} is needed but was not found; see https://www.python.org/downloads/")


def _version_of(python: str) -> tuple[int, int, int]:
    """The version of a Python; zeros if it does not run, which happens with version managers' shims."""
    code = "import sys; print(*sys.version_info[:3])"
    try:
        result = subprocess.run(
            [python, "-c", code], capture_output=True, text=True, check=False, timeout=SECONDS_TO_ANSWER
        )
        major, minor, patch = map(int, result.stdout.split())
    except (OSError, ValueError, subprocess.TimeoutExpired):
        return 0, 0, 0
    return major, minor, patch


def make_venv(
    folder: Path,
    requirements: Path,
    at_least: tuple[int, int],
    below: tuple[int, int] = (4, 0),
    *,
    lowest: bool = False,
    install: bool = True,
) -> Path:
    """Make a virtual environment in *folder* unless it is up to date, and return the path of its Python.

    Its Python is the one that `find_python` finds; the packages are the hashed *requirements*. Raises SetUpError.
    """
    python = folder / _IN_VENV
    make_once(
        folder,
        _venv_is_made_of(folder, requirements),
        lambda: _make_venv(folder, find_python(at_least, below, lowest=lowest), requirements),
        install=install,
        needs=(_IN_VENV,),
    )
    return python


def _venv_is_made_of(folder: Path, requirements: Path) -> str:
    # Its programs contain its path, so an environment that was moved has to be made again.
    return f"{digest(requirements)} {folder}"


def oldest_python(group: str = OLDEST, *, install: bool = True) -> Path:
    """Return the oldest supported Python, in a virtual environment with a dependency group. Raises SetUpError.

    Of several, it is the one with the lowest patch level: the standard library has changed between them.
    """
    oldest, next_one = (3, 11), (3, 12)
    try:
        find_python(oldest, next_one)
    except SetUpError as error:
        if not install:
            raise
        apt_install("python3.11-venv", otherwise=str(error))
    folder = CACHE / ("venv-oldest" if group == OLDEST else f"venv-oldest-{group}")
    return make_venv(folder, REQUIREMENTS / f"{group}.txt", oldest, next_one, lowest=True, install=install)


def _make_venv(folder: Path, python: str, requirements: Path) -> None:
    has_modules = "from importlib.util import find_spec; print(all(map(find_spec, ('ensurepip', 'venv'))))"
    if run([python, "-c", has_modules], seconds=SECONDS_TO_ANSWER).strip() == "False":
        # Debian and related systems have these modules in a separate package.
        apt_install("python3-venv", otherwise=f"{python} cannot make a virtual environment; install its venv module")
    run([python, "-m", "venv", str(folder)])
    pip = [str(folder / _IN_VENV), "-m", "pip", "--disable-pip-version-check", "--no-input"]
    # Compiling everything would take half of the time. Python compiles what is imported, when it is.
    run([*pip, "install", "--quiet", "--no-compile", "--require-hashes", "-r", str(requirements)], env=_plain_pip())


def _plain_pip() -> dict[str, str]:
    """The environment variables, without those that make pip install elsewhere or keep a cache in the home folder."""
    elsewhere = ("PIP_USER", "PIP_TARGET", "PIP_PREFIX", "PIP_ROOT", "PIP_CACHE_DIR", "PYTHONPATH", "PYTHONHOME")
    return {name: value for name, value in os.environ.items() if name not in elsewhere} | {"PIP_NO_CACHE_DIR": "1"}


def pip(*arguments: str, seconds: float = SECONDS) -> str:
    """Run this environment's pip and return its standard output. Raises SetUpError."""
    command = [sys.executable, "-m", "pip", "--disable-pip-version-check", "--no-input", *arguments]
    return run(command, env=_plain_pip(), seconds=seconds)


def download_wheels(requirements: Path, folder: Path, *options: str) -> None:
    """Download exactly the wheels that the hashed *requirements* name to *folder*. Raises SetUpError."""
    hashed = ["--no-deps", "--only-binary=:all:", "--require-hashes", "-r", str(requirements), "-d", str(folder)]
    pip("download", "--quiet", *options, *hashed)


def pyodide_wheels(*, install: bool = True) -> list[Path]:
    """Return the wheels from PyPI that Pyodide gets in addition to py-url: micropip, for installing."""
    return _wheels(REQUIREMENTS / "pyodide.txt", CACHE / "wheels", install=install)


def playground_wheels(*, install: bool = True) -> list[Path]:
    """Return the wheels from PyPI that the playground loads: other parsers of URLs, and the packages of the extras."""
    return _wheels(REQUIREMENTS / "playground.txt", CACHE / "playground-wheels", install=install)


def _wheels(requirements: Path, folder: Path, *, install: bool) -> list[Path]:
    """Download the pure wheels that *requirements* name to *folder*, and return their paths."""
    # The wheels are for Pyodide's Python, not for the one that runs this script.
    options = ("--python-version=3.14", "--implementation=py", "--abi=none", "--platform=any")
    make_once(
        folder,
        digest(requirements),
        lambda: download_wheels(requirements, folder, *options),
        install=install,
        needs=[
            f"{name.replace('-', '_')}-{version}-*.whl"
            for name, version in re.findall(r"^([\w.-]+)==([^\s;]+)", requirements.read_text("utf-8"), re.MULTILINE)
        ],
    )
    return sorted(folder.glob("*.whl"))
