"""What the other scripts run in, made on first use and kept in the git-ignored ``.cache``: a virtual environment, the
npm packages, and the wheels that Pyodide needs.

Python 3.11 may start a script too; `enter` continues it in the environment, made with Python 3.12 or later. Nothing is
written outside the project's folder, except by the system's package manager, which is announced first.
"""

from __future__ import annotations

import hashlib
import os
import re
import shutil
import subprocess
import sys
import time
from contextlib import contextmanager
from pathlib import Path

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

if sys.version_info < (3, 11):  # noqa: UP036 - to say so, where the scripts would fail with a traceback
    print("Python 3.12 or later is needed", file=sys.stderr)
    sys.exit(2)

ROOT = Path(__file__).resolve().parent.parent
SCRIPTS = ROOT / "build_scripts"
CACHE = ROOT / ".cache"
VENV = CACHE / "venv"
TEST_PACKAGES = ROOT / "tests" / "javascript"
"""Whose `package.json` names what tests alone take from npm."""

_FULL, _MINIMAL = "requirements.txt", "minimal-requirements.txt"
_MIN_PYTHON = (3, 12)
_MIN_NODE = 20
_IN_VENV = "Scripts/python.exe" if os.name == "nt" else "bin/python"
# No step of the set-up takes this long, even on a slow network: what does has stopped.
_SECONDS = 1_800
_SECONDS_TO_ANSWER = 60
_STAMP = ".made-of"

# The scripts use the package that they are beside.
if str(ROOT) not in sys.path:
    sys.path.insert(0, str(ROOT))


class SetUpError(Exception):
    """Something that is needed is missing and cannot be had; the text is one sentence for the user."""


def say(text: str) -> None:
    """Tell the user, on standard error, what is being done."""
    print(text, file=sys.stderr, flush=True)


def beside(name: str) -> Path:
    """The path of *name* in the folder ``shared`` beside this one, which is optional: test data that is kept apart."""
    return ROOT.parent / "shared" / name


def enter(*, install: bool = True, minimal: bool = False) -> None:
    """Continue the running script in the project's environment, which is made or updated first.

    If *minimal*, a smaller environment will do: it holds what the cross-check needs in one browser. If *install* is
    false, nothing is made. Raises SetUpError if the environment is not there and cannot be made.
    """
    # For all that is started from here: caches go into the project's own.
    os.environ["XDG_CACHE_HOME"] = str(CACHE / "xdg")
    # What the user names, the user names from here; the tests run in the project's folder.
    for name, value in os.environ.items():
        if name.startswith("PY_URL_") and os.path.exists(value):  # noqa: PTH110 - as it stands, also if it is empty
            os.environ[name] = os.path.abspath(value)  # noqa: PTH100 - a link stays a link
    small = minimal and not _is_made(VENV, _venv_is_made_of(VENV, SCRIPTS / _FULL))
    folder, requirements = (CACHE / "venv-minimal", _MINIMAL) if small else (VENV, _FULL)
    python = make_venv(folder, SCRIPTS / requirements, _MIN_PYTHON, install=install)
    if Path(sys.prefix).resolve() != folder.resolve():
        command = [str(python), *sys.argv]
        if os.name == "nt":
            sys.exit(subprocess.run(command, check=False).returncode)
        os.execv(command[0], command)


def find_python(at_least: tuple[int, int], below: tuple[int, int] = (4, 0)) -> str:
    """The path of a Python of a version from *at_least* on and before *below*. Raises SetUpError."""
    names = [f"python3.{minor}" for minor in (13, 14, 12, 11)] + ["python3", "python"]
    pyenv = Path(os.environ.get("PYENV_ROOT", Path.home() / ".pyenv")).glob("versions/3.*/bin/python")
    # In a virtual environment, the Python that it was made with: the environment itself may be about to go.
    own = getattr(sys, "_base_executable", sys.executable)
    for candidate in [own, *map(shutil.which, names), *map(str, sorted(pyenv, key=numbers_in, reverse=True))]:
        if candidate and at_least <= _version_of(candidate) < below:
            return candidate
    wanted = ".".join(map(str, at_least)) + (" or later" if below > (3, 99) else "")
    raise SetUpError(f"Python {wanted} is needed and none was found; see https://www.python.org/downloads/")


def numbers_in(path: Path) -> list[int]:
    """The numbers in a path, to sort versions by: 3.9 comes before 3.13."""
    return [int(number) for number in re.findall(r"\d+", str(path))]


def _version_of(python: str) -> tuple[int, int]:
    """A Python's version; (0, 0) for what does not run, as a version manager's shim may not."""
    code = "import sys; print(sys.version_info[0], sys.version_info[1])"
    try:
        result = subprocess.run(
            [python, "-c", code], capture_output=True, text=True, check=False, timeout=_SECONDS_TO_ANSWER
        )
        major, minor = map(int, result.stdout.split())
    except (OSError, ValueError, subprocess.TimeoutExpired):
        return 0, 0
    return major, minor


def make_venv(
    folder: Path,
    requirements: Path,
    at_least: tuple[int, int],
    below: tuple[int, int] = (4, 0),
    *,
    install: bool = True,
) -> Path:
    """A virtual environment in *folder*, of a Python in that range and the hashed *requirements*, made unless it is
    there; gives the path of its Python. Raises SetUpError.
    """
    python = folder / _IN_VENV
    make_once(
        folder,
        _venv_is_made_of(folder, requirements),
        lambda: _make_venv(folder, find_python(at_least, below), requirements),
        install=install,
        needs=python,
    )
    return python


def _venv_is_made_of(folder: Path, requirements: Path) -> str:
    # Its programs name its place, and it leans on the Python that it was made with: both have to be there still.
    return f"{digest(requirements)} {folder}"


def oldest_python(*, install: bool = True) -> Path:
    """The oldest Python that is supported, in a virtual environment with the oldest idna. Raises SetUpError."""
    oldest, next_one = (3, 11), (3, 12)
    try:
        find_python(oldest, next_one)
    except SetUpError as error:
        if not install:
            raise
        apt_install("python3.11-venv", otherwise=str(error))
    folder = CACHE / "venv-oldest"
    return make_venv(folder, SCRIPTS / "minimum-requirements.txt", oldest, next_one, install=install)


def make_once(
    folder: Path, made_of: str, make: Callable[[], object], *, install: bool = True, needs: Path | None = None
) -> None:
    """Empty *folder* and have *make* fill it, unless it did so before out of the same *made_of* and *needs* is there.

    Another process that would make the same folder waits meanwhile. If *install* is false, nothing is made. Raises
    SetUpError.
    """
    name = str(folder.relative_to(ROOT) if folder.is_relative_to(ROOT) else folder)
    with _alone(name):
        if _is_made(folder, made_of) and (needs is None or needs.is_file()):
            return
        if not install:
            raise SetUpError(f"{name} is not set up or not up to date; run again without --no-install")
        say(f"setting up {name} ...")
        shutil.rmtree(folder, ignore_errors=True)
        folder.mkdir(parents=True)
        make()
        (folder / _STAMP).write_text(made_of)


def _is_made(folder: Path, made_of: str) -> bool:
    stamp = folder / _STAMP
    return stamp.is_file() and stamp.read_text() == made_of


def _make_venv(folder: Path, python: str, requirements: Path) -> None:
    try:
        run([python, "-m", "venv", str(folder)])
    except SetUpError:
        # Debian and its kin keep the module apart.
        apt_install("python3-venv", otherwise=f"{python} cannot make a virtual environment; install its venv module")
        run([python, "-m", "venv", "--clear", str(folder)])
    pip = [str(folder / _IN_VENV), "-m", "pip", "--disable-pip-version-check", "--no-input"]
    run([*pip, "install", "--quiet", "--require-hashes", "-r", str(requirements)], env=_plain_pip())


def _plain_pip() -> dict[str, str]:
    """The process's environment without what would make pip install elsewhere, or keep a cache in the home folder."""
    elsewhere = ("PIP_USER", "PIP_TARGET", "PIP_PREFIX", "PIP_ROOT", "PIP_CACHE_DIR", "PYTHONPATH", "PYTHONHOME")
    return {name: value for name, value in os.environ.items() if name not in elsewhere} | {"PIP_NO_CACHE_DIR": "1"}


@contextmanager
def _alone(name: str) -> Iterator[None]:
    """Meanwhile no other process that asks for *name* goes on: two at once would undo each other's work. Raises
    SetUpError if another keeps it for too long.
    """
    locks = CACHE / "locks"
    locks.mkdir(parents=True, exist_ok=True)
    with (locks / hashlib.sha256(name.encode()).hexdigest()[:16]).open("w") as lock:
        if sys.platform != "win32":
            import fcntl

            waited = 0.0
            while True:
                try:
                    fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
                    break
                except BlockingIOError:
                    if waited == 0:
                        say(f"waiting for another process that is setting up {name} ...")
                    if waited > _SECONDS:
                        raise SetUpError(f"another process has been setting up {name} for too long; end it") from None
                    time.sleep(0.1)
                    waited += 0.1
        yield


def node() -> str:
    """The path of Node.js. Raises SetUpError where there is none, or one too old."""
    path = shutil.which("node")
    try:
        command = [path or "", "--version"]
        text = subprocess.run(command, capture_output=True, text=True, check=False, timeout=_SECONDS_TO_ANSWER).stdout
    except (OSError, subprocess.TimeoutExpired):
        text = ""
    version = re.match(r"v(\d+)\.", text)
    if path is None or version is None or int(version[1]) < _MIN_NODE:
        raise SetUpError(f"Node.js {_MIN_NODE} or later is needed, with npm; see https://nodejs.org/")
    return path


def npm_packages(wanted: Path = SCRIPTS, *, install: bool = True) -> Path:
    """The folder of the npm packages that `package.json` in *wanted* names, installed unless they are there.

    In the minimal environment those are left out that only development needs.
    """
    files = [wanted / "package.json", wanted / "package-lock.json"]
    made_of = digest(*files)
    folder = CACHE / f"npm-{wanted.name}"
    options: list[str] = []
    if Path(sys.prefix).name == "venv-minimal" and not _is_made(folder, made_of):
        folder, options = CACHE / f"npm-{wanted.name}-minimal", ["--omit=dev"]

    def make() -> None:
        for file in files:
            shutil.copy(file, folder)
        npm("ci", "--ignore-scripts", "--no-audit", "--no-fund", *options, cwd=folder)

    make_once(folder, made_of, make, install=install)
    return folder / "node_modules"


def npm(*arguments: str, cwd: Path) -> None:
    """Run npm, with a cache of the project's own. Raises SetUpError."""
    node()
    program = shutil.which("npm")
    if program is None:
        raise SetUpError("npm is needed beside Node.js and was not found")
    run([program, *arguments], cwd=cwd, env={**os.environ, "npm_config_cache": str(CACHE / "npm-cache")})


def download_wheels(requirements: Path, folder: Path, *options: str) -> None:
    """Have pip put the wheels that hashed *requirements* name, and no others, in *folder*. Raises SetUpError."""
    pip = [sys.executable, "-m", "pip", "--disable-pip-version-check", "--no-input", "download", "--quiet", *options]
    hashed = ["--no-deps", "--only-binary=:all:", "--require-hashes", "-r", str(requirements), "-d", str(folder)]
    run([*pip, *hashed], env=_plain_pip())


def pyodide_wheels(*, install: bool = True) -> list[Path]:
    """The wheels, from PyPI, of what Pyodide needs beside py-url: idna, and micropip to install by."""
    requirements = SCRIPTS / "pyodide-requirements.txt"
    folder = CACHE / "wheels"
    # For Pyodide's Python, not for the one that runs this.
    make_once(
        folder,
        digest(requirements),
        lambda: download_wheels(requirements, folder, "--python-version=3.14"),
        install=install,
    )
    return sorted(folder.glob("*.whl"))


def apt_install(*packages: str, otherwise: str) -> None:
    """Install packages of Debian, having said what and how much. Raises SetUpError with the sentence *otherwise* if
    the system's package manager is not Debian's or may not be used.
    """
    if shutil.which("apt-get") is None or not hasattr(os, "geteuid") or os.geteuid() != 0:
        raise SetUpError(otherwise)
    apt = ["apt-get", "-o", "DPkg::Lock::Timeout=60"]
    install = [*apt, "install", "--no-install-recommends", *packages]
    plain = {**os.environ, "DEBIAN_FRONTEND": "noninteractive", "LC_ALL": "C"}
    run([*apt, "update"], env=plain)
    # It says how much it would do, and ends with an error because it may not.
    asked = subprocess.run(
        [*install, "--assume-no"], env=plain, capture_output=True, text=True, check=False, timeout=_SECONDS_TO_ANSWER
    )
    sizes = re.findall(r"^(?:Need to get|After this operation).*$", asked.stdout, re.MULTILINE)
    say(f"installing system packages with apt-get: {', '.join(packages)}. {' '.join(sizes)}".rstrip())
    run([*install, "--yes"], env=plain)


def run(command: list[str], cwd: Path = ROOT, env: dict[str, str] | None = None, seconds: float = _SECONDS) -> str:
    """Run *command* quietly and give its standard output. Raises SetUpError on failure, with what it said last, and if
    it takes longer than *seconds*.
    """
    try:
        result = subprocess.run(command, cwd=cwd, env=env, capture_output=True, text=True, check=False, timeout=seconds)
    except OSError as error:
        raise SetUpError(f"{command[0]} could not be run: {error}") from None
    except subprocess.TimeoutExpired:
        raise SetUpError(f"this took longer than {seconds:.0f} seconds: {' '.join(command)}") from None
    if result.returncode != 0:
        said = (result.stderr.strip() or result.stdout.strip())[-2000:]
        raise SetUpError(f"this failed with status {result.returncode}: {' '.join(command)}\n{said}")
    return result.stdout


def digest(*files: Path) -> str:
    """A digest of what is in *files*."""
    return hashlib.sha256(b"\0".join(file.read_bytes() for file in files)).hexdigest()
