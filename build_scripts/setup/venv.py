"""Make virtual environments, including those that the scripts run in, and download the wheels for Pyodide.

A script names the dependency group of pyproject.toml that it needs: ``venv.enter("build")``. It can be started with
Python 3.11: `enter` continues it in an environment with Python 3.12 or later.

uv makes the environments. Its cache is in ``.cache``, and the environments are links to it, so they share their files.
It installs what a group asks for, and what that needs, in the versions of `list_of` and with its hashes. pip makes two
of them: uv's own, and the one for the quick tests, because both together are smaller than uv.
"""

from __future__ import annotations

import ast
import functools
import os
import re
import shutil
import subprocess
import sys
import tempfile
import tomllib
from pathlib import Path

from setup.once import is_made, make_once
from setup.project import CACHE, REQUIREMENTS, ROOT, SECONDS, SECONDS_TO_ANSWER, SetUpError, digest, numbers_in, run
from setup.system import apt_install

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

VENV = CACHE / "venv"

WHOLE = "dev"
"""The group of all tests and scripts. Its environment, `VENV`, has what each of the others has."""
OLDEST = "minimum"
"""The group of the tests with the oldest supported Python, for which some packages have only older versions."""

ASKED = "asked-for.txt"
"""In an environment that uv made: what its group asks for, in the locked versions."""

UV = "lock"
"""The group that has uv."""
WITH_PIP = (UV, "test")
"""The groups that pip installs."""

# Of this package, which has no wheel, uv's cache would keep 2 GB: the download, its content and the wheel made of it.
_NOT_KEPT = {"spark": "pyspark"}
_IN_VENV = "Scripts/python.exe" if os.name == "nt" else "bin/python"
# pip's settings for the index, and uv's environment variables for the same settings.
_SETTINGS = {
    "index-url": "UV_DEFAULT_INDEX",
    "trusted-host": "UV_INSECURE_HOST",
    "timeout": "UV_HTTP_TIMEOUT",
    "default-timeout": "UV_HTTP_TIMEOUT",
    "proxy": "ALL_PROXY",
    "cert": "SSL_CERT_FILE",
    "client-cert": "SSL_CLIENT_CERT",
}


def enter(*groups: str, install: bool = True) -> None:
    """Make or update an environment with these dependency groups, then continue the running script in it.

    Each group is one of pyproject.toml; without one it is `WHOLE`. `environment_for` says which environment that is. If
    *install* is false, nothing is made. Raises SetUpError if the environment is missing and cannot be made.
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
    program = python(group, install=install)
    if Path(sys.prefix).resolve() != folder.resolve():
        command = [str(program), *sys.argv]
        try:
            if os.name == "nt":
                sys.exit(subprocess.run(command, check=False).returncode)
            os.execv(command[0], command)
        except OSError as error:
            raise SetUpError(f"{program} could not be run: {error.strerror}; delete {folder} and run again") from None


def environment_for(*groups: str) -> str:
    """Return the group whose environment has all that *groups* ask for.

    It is the one that runs this, because tests call scripts; otherwise the smallest of those that are set up, so that
    nothing is downloaded twice. If none is, it is the smallest of all. Raises SetUpError if there is none.
    """
    wanted = frozenset[str]().union(*map(asked_for, groups))
    # The environment of the oldest Python is no other's.
    enough = [
        (len(asked), group) for group in {*dependency_groups()} - {OLDEST} if (asked := asked_for(group)) >= wanted
    ]
    by_size = [group for _, group in sorted(enough)]
    if not by_size:
        raise SetUpError(f"no dependency group has all of {' and '.join(groups)}")
    running = [group for group in by_size if folder_of(group).resolve() == Path(sys.prefix).resolve()]
    return next(filter(_is_set_up, [*running, *by_size]), by_size[0])


def folder_of(group: str) -> Path:
    """Return the folder of a group's environment."""
    return VENV if group == WHOLE else CACHE / f"venv-{group}"


def _is_set_up(group: str) -> bool:
    folder = folder_of(group)
    return folder.exists() and is_made(folder, _made_of(folder, group))


def asked_for(group: str) -> frozenset[str]:
    """Return the requirements of a dependency group, including those of the groups in it."""
    found: set[str] = set()
    for entry in dependency_groups()[group]:
        found |= {entry} if isinstance(entry, str) else asked_for(entry["include-group"])
    return frozenset(found)


@functools.cache
def dependency_groups() -> dict[str, list[str | dict[str, str]]]:
    """Return the dependency groups of pyproject.toml."""
    settings = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
    found: dict[str, list[str | dict[str, str]]] = settings["dependency-groups"]
    return found


def list_of(group: str) -> Path:
    """Return the locked list of a group: its own if it has one, because other versions must not hold it back."""
    own = REQUIREMENTS / f"{group}.txt"
    return own if own.is_file() else REQUIREMENTS / "packages.txt"


def pins(asked: Iterable[str], locked: Path) -> str:
    """Return lines with these requirements, in the versions of a *locked* list. Raises SetUpError if it lacks one."""
    text = locked.read_text("utf-8")
    lines: dict[str, None] = {}
    for requirement in sorted(asked):
        name = re.match(r"([\w.-]+)(\[.*\])?", requirement) or [requirement]
        versions = re.findall(rf"^{re.escape(name[1])}(==[^\\\n]+)", text, re.MULTILINE)
        if not versions:
            raise SetUpError(f"{locked} does not have {requirement}; run python3 build_scripts/lock.py")
        lines.update(dict.fromkeys(f"{name[0]}{version.rstrip()}\n" for version in versions))
    return "".join(lines)


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


def python(group: str, *, below: tuple[int, int] = (4, 0), install: bool = True) -> Path:
    """Return the Python of the environment with a dependency group, which is made unless it is up to date.

    It has version 3.12 or later, and below *below*. Raises SetUpError.
    """
    return _made(folder_of(group), group, lambda: find_python((3, 12), below), install=install)


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
    return _made(folder, group, lambda: find_python(oldest, next_one, lowest=True), install=install)


def _made(folder: Path, group: str, find: Callable[[], str], *, install: bool) -> Path:
    made_of = _made_of(folder, group)
    fill = _fill_with_pip if group in WITH_PIP else _fill
    make_once(folder, made_of, lambda: fill(folder, find(), group), install=install)
    return folder / _IN_VENV


def _made_of(folder: Path, group: str) -> str:
    # Its programs contain its path, so an environment that was moved has to be made again.
    return f"{digest(list_of(group))} {sorted(asked_for(group))} {folder}"


def _fill(folder: Path, python: str, group: str) -> None:
    uv("venv", f"--python={python}", "--clear", str(folder))
    asked = folder / ASKED
    asked.write_text(pins(asked_for(group), list_of(group)), "utf-8")
    hashed = ["--require-hashes", f"--constraint={list_of(group)}", f"--requirements={asked}"]
    uv("pip", "install", f"--python={folder / _IN_VENV}", *hashed)
    if group in _NOT_KEPT:
        uv("cache", "clean", _NOT_KEPT[group])


def _fill_with_pip(folder: Path, python: str, group: str) -> None:
    has_modules = "from importlib.util import find_spec; print(all(map(find_spec, ('ensurepip', 'venv'))))"
    if run([python, "-c", has_modules], seconds=SECONDS_TO_ANSWER).strip() == "False":
        # Debian and related systems have these modules in a separate package.
        apt_install("python3-venv", otherwise=f"{python} cannot make a virtual environment; install its venv module")
    run([python, "-m", "venv", str(folder)])
    # Compiling everything would take half of the time. Python compiles what is imported, when it is.
    install = ["install", "--quiet", "--no-compile", "--require-hashes", "-r", str(list_of(group))]
    _pip(folder / _IN_VENV, *install)


def uv(*arguments: str) -> str:
    """Run uv with the index of pip's configuration and return its standard output. Raises SetUpError."""
    program = python(UV).with_name("uv.exe" if os.name == "nt" else "uv")
    variables = {"UV_CACHE_DIR": str(CACHE / "uv"), "UV_LINK_MODE": "hardlink", "UV_SYSTEM_CERTS": "1"}
    command = [str(program), "--quiet", "--no-config", "--no-python-downloads", *arguments]
    return run(command, env={**_plain(), **index_settings(), **variables})


def index_settings() -> dict[str, str]:
    """Return pip's configuration as environment variables for uv, which does not read it.

    Variables that are already set for uv take precedence. Raises SetUpError if pip fails.
    """
    found: dict[str, dict[str, str]] = {}
    for line in pip("config", "list").splitlines():
        # for example global.index-url='https://…'; the section ":env:" has pip's environment variables
        section, _, assignment = line.partition(".")
        key, _, value = assignment.partition("=")
        if key in _SETTINGS:
            found.setdefault(section, {})[_SETTINGS[key]] = " ".join(ast.literal_eval(value).split())
    settings = found.get("global", {}) | found.get("install", {}) | found.get(":env:", {})
    return settings | {name: os.environ[name] for name in settings if name in os.environ}


def pip(*arguments: str, seconds: float = SECONDS) -> str:
    """Run pip, which the environment of uv has, and return its standard output. Raises SetUpError."""
    return _pip(python(UV), *arguments, seconds=seconds)


def _pip(python: Path, *arguments: str, seconds: float = SECONDS) -> str:
    command = [str(python), "-m", "pip", "--disable-pip-version-check", "--no-input", *arguments]
    return run(command, env={**_plain(), "PIP_NO_CACHE_DIR": "1"}, seconds=seconds)


def _plain() -> dict[str, str]:
    """The environment variables, without those that make pip or uv install elsewhere or otherwise."""
    elsewhere = ("PIP_USER", "PIP_TARGET", "PIP_PREFIX", "PIP_ROOT", "PIP_CACHE_DIR", "PYTHONPATH", "PYTHONHOME")
    settings = _SETTINGS.values()
    return {
        name: value
        for name, value in os.environ.items()
        if name not in elsewhere and (name in settings or not name.startswith("UV_"))
    }


def locked(asked: Iterable[str], python: str = "3.12") -> str:
    """Return a list, with hashes, of these requirements and what they need in that version of Python on Linux.

    Raises SetUpError.
    """
    packages = REQUIREMENTS / "packages.txt"
    with tempfile.TemporaryDirectory() as temporary:
        file = Path(temporary, ASKED)
        file.write_text(pins(asked, packages), "utf-8")
        options = ["--no-header", "--no-annotate", f"--python-version={python}", "--python-platform=linux"]
        chosen = uv("pip", "compile", *options, f"--constraint={packages}", str(file)).splitlines()
    entries = re.findall(r"^(\S+)[^\\\n]*(\\(?:\n +--hash=\S+(?: \\)?)+)", packages.read_text("utf-8"), re.MULTILINE)
    return "".join(f"{pin} {hashes}\n" for pin, hashes in entries if pin in chosen)


def download(asked: Iterable[str], folder: Path, *options: str, python: str = "3.12") -> list[tuple[str, str]]:
    """Download these requirements and what they need to *folder*, exactly the files that are locked.

    Returns their names and versions. Raises SetUpError.
    """
    with tempfile.TemporaryDirectory() as temporary:
        file = Path(temporary, "locked.txt")
        file.write_text(locked(asked, python), "utf-8")
        pip("download", "--quiet", "--no-deps", *options, "--require-hashes", "-r", str(file), "-d", str(folder))
        return re.findall(r"^(\S+)==(\S+)", file.read_text("utf-8"), re.MULTILINE)


def download_wheels(asked: Iterable[str], folder: Path) -> None:
    """Download pure wheels for Pyodide's Python, not for the one that runs this. Raises SetUpError."""
    pure = ("--python-version=3.14", "--implementation=py", "--abi=none", "--platform=any")
    download(asked, folder, "--only-binary=:all:", *pure, python="3.14")


def pyodide_wheels(*, install: bool = True) -> list[Path]:
    """Return the wheels from PyPI that Pyodide gets in addition to py-url: micropip, for installing."""
    return _wheels("pyodide", CACHE / "wheels", install=install)


def playground_wheels(*, install: bool = True) -> list[Path]:
    """Return the wheels from PyPI that the playground loads: other parsers of URLs, and the packages of the extras."""
    return _wheels("playground", CACHE / "playground-wheels", install=install)


def _wheels(group: str, folder: Path, *, install: bool) -> list[Path]:
    made_of = _made_of(folder, group)
    make_once(folder, made_of, lambda: download_wheels(asked_for(group), folder), install=install)
    return sorted(folder.glob("*.whl"))
