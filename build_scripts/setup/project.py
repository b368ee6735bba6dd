"""The project's folders, and what every script needs: messages, running commands, errors."""

from __future__ import annotations

import errno
import hashlib
import os
import re
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
SCRIPTS = ROOT / "build_scripts"
CACHE = ROOT / ".cache"
MADE = (CACHE, ROOT / "dist", ROOT / "report")
"""The folders that hold only what the scripts make."""
TEST_PACKAGES = ROOT / "tests" / "javascript"
"""Its `package.json` names the npm packages that only tests need."""
BUNDLERS = ROOT / "tests" / "bundlers"
"""Its `package.json` names the bundlers with which the npm package is tested."""
RUNNERS = ROOT / "tests" / "runners"
"""Its `package.json` names the runners of tests that load py_url with a DOM."""
PUBLISHING = ROOT / "tests" / "publishing"
"""Its `package.json` names what checks the npm package before it is published."""
REQUIREMENTS = SCRIPTS / "requirements"
"""The locked lists of Python packages, one for each dependency group; `lock.py` writes them."""
SUITES = SCRIPTS / "research" / "suites"
"""Its `package.json` names what other packages' tests import, and what runs them."""

SECONDS = 1_800
"""The time limit for a step of the set-up, generous enough for a slow network."""
SECONDS_TO_ANSWER = 60
"""The time limit for a program that prints its version."""

# The scripts use the package of the same working copy.
if str(ROOT) not in sys.path:
    sys.path.insert(0, str(ROOT))


class SetUpError(Exception):
    """The set-up failed. The text is one sentence for the user."""


def say(text: str) -> None:
    """Print a message for the user on standard error, if it can be written."""
    try:
        print(text, file=sys.stderr, flush=True)
    except OSError:
        # Otherwise Python would try again at exit, and the exit status would be another one.
        sys.stderr = open(os.devnull, "w")  # noqa: PTH123, SIM115 - stays open until the process exits


def from_here(argument: str) -> str:
    """Make a path in pytest's arguments absolute, because pytest runs in the project's folder."""
    path, colons, rest = argument.partition("::")
    return f"{Path(path).resolve()}{colons}{rest}" if not path.startswith("-") and Path(path).exists() else argument


# The variables with which the tests run, so that they pass or fail alike on all machines. What Python, a terminal or a
# locale would take from others, a test sets itself.
_OF_TESTS = re.compile(
    # where the user's files and programs are
    r"PATH|HOME|USERPROFILE|APPDATA|LOCALAPPDATA|PROGRAMFILES|SYSTEMROOT|COMSPEC|PATHEXT|TMPDIR|TEMP|TMP|DISPLAY"
    r"|JAVA_HOME|PYENV_ROOT|PLAYWRIGHT_BROWSERS_PATH"
    # how pip, uv, npm and git reach the network
    r"|(HTTPS?|ALL|NO)_PROXY|(PIP|UV|NPM_CONFIG)_\w+|SSL_CERT_(FILE|DIR)|(REQUESTS|CURL)_CA_BUNDLE|GIT_SSL_CAINFO"
    r"|NODE_EXTRA_CA_CERTS|DEBIAN_FRONTEND"
    # what asks for something: continuous integration, the project, pytest, and `setup.venv.enter`
    r"|CI|PY_URL_\w+|PYTEST_\w+|PYTHONUTF8|XDG_CACHE_HOME",
    re.IGNORECASE,
)


def environment_of_tests() -> dict[str, str]:
    """Return the environment variables that the tests get: those on which a test may depend."""
    return {name: value for name, value in os.environ.items() if _OF_TESTS.fullmatch(name)}


def shared(name: str) -> Path:
    """Return the path of *name* in ``../shared``, an optional folder with test data that are not in the repository."""
    return ROOT.parent / "shared" / name


_FULL = (errno.ENOSPC, errno.EDQUOT)
_NOT_WRITABLE = (errno.EROFS, errno.EACCES, errno.EPERM)
_NOT_A_FOLDER = (errno.ENOTDIR, errno.EEXIST)
# What pip, npm and others print if something is wrong with this machine, and what to do about it.
_REASONS = (
    (
        re.compile(r"No space left on device|Disk quota exceeded|ENOSPC|EDQUOT|not enough space on the disk"),
        "free some space",
    ),
    (
        re.compile(
            r"Temporary failure in name resolution|Name or service not known|getaddrinfo failed|Network is unreachable"
            r"|Connection refused|ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ENETUNREACH|ETIMEDOUT"
        ),
        "connect this machine to the network, or give pip or npm another index,",
    ),
)


def reason(error: OSError) -> str:
    """Return one sentence: which file, what is wrong with it, and what to do about it if that is known."""
    what = error.strerror or str(error)
    if not isinstance(error.filename, str):
        return f"{what}{advice(error)}"
    file = Path(error.filename)
    if error.errno in _NOT_A_FOLDER and file.is_relative_to(ROOT):
        places = (place for place in (*reversed(file.parents), file) if place.is_symlink() or place.exists())
        obstacle = next((place for place in places if not place.is_dir()), None)
        if obstacle is not None:
            kind = "a link to nothing" if obstacle.is_symlink() else "not a folder"
            return f"{obstacle} is {kind}; delete it and run again"
    return f"{error.filename}: {what}{advice(error)}"


def advice(error: OSError) -> str:
    """Return what to do about an error, as the end of a sentence; an empty string if that is not known."""
    if error.errno in _FULL:
        return "; free some space and run again"
    if not isinstance(error.filename, str):
        return ""
    file = Path(error.filename)
    if error.errno in _NOT_WRITABLE and file.is_relative_to(ROOT):
        return f"; make {ROOT} and everything in it writable and run again"
    made = next((place for place in MADE if file.is_relative_to(place)), None)
    return f"; delete {made} and run again" if made else ""


def in_utf_8(text: str) -> bytes:
    """Return *text*, which may contain paths, in UTF-8.

    The result is the same in every locale, although Python represents a path differently in each.
    """
    return text.encode("utf-8", sys.getfilesystemencodeerrors())


def run(command: list[str], cwd: Path = ROOT, env: dict[str, str] | None = None, seconds: float = SECONDS) -> str:
    """Run *command* quietly and return its standard output, which is read as UTF-8.

    Raises SetUpError with the end of the command's output if it fails, and if it takes longer than *seconds*.
    """
    try:
        result = subprocess.run(
            command,
            cwd=cwd,
            env=env,
            capture_output=True,
            encoding="utf-8",
            errors="surrogateescape",
            check=False,
            timeout=seconds,
        )
    except OSError as error:
        raise SetUpError(f"{command[0]} could not be run: {error.strerror}{advice(error)}") from None
    except subprocess.TimeoutExpired:
        raise SetUpError(f"this command took longer than {seconds:.0f} seconds: {' '.join(command)}") from None
    if result.returncode != 0:
        said = result.stderr.strip() or result.stdout.strip()
        for pattern, what_to_do in _REASONS:
            if found := pattern.search(said):
                raise SetUpError(f"{command[0]} failed: {found[0]}; {what_to_do} and run again")
        raise SetUpError(f"this command failed with status {result.returncode}: {' '.join(command)}\n{said[-2000:]}")
    return result.stdout


def digest(*files: Path) -> str:
    """Return a hash of the contents of *files*."""
    return hashlib.sha256(b"\0".join(file.read_bytes() for file in files)).hexdigest()


def numbers_in(path: Path) -> list[int]:
    """Return the numbers in a path, for sorting by version: 3.9 comes before 3.13."""
    return [int(number) for number in re.findall(r"\d+", str(path))]
