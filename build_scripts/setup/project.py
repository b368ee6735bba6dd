"""The project's folders, and what every script needs: messages, running commands, errors."""

from __future__ import annotations

import hashlib
import os
import re
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
SCRIPTS = ROOT / "build_scripts"
CACHE = ROOT / ".cache"
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


def reason(error: OSError) -> str:
    """Return one sentence: which file, and what is wrong with it."""
    what = error.strerror or str(error)
    return f"{error.filename}: {what}" if isinstance(error.filename, str) else what


# What pip, npm and others print if something is wrong with this machine, and what to do about it.
_REMEDIES = {
    r"No space left on device|Disk quota exceeded|ENOSPC|EDQUOT": "free some space",
    r"Temporary failure in name resolution|Name or service not known|getaddrinfo failed|Network is unreachable"
    r"|Connection refused|ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ENETUNREACH|ETIMEDOUT": (
        "connect this machine to the network, or give pip or npm another index,"
    ),
}


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
        raise SetUpError(f"{command[0]} could not be run: {error.strerror}") from None
    except subprocess.TimeoutExpired:
        raise SetUpError(f"this command took longer than {seconds:.0f} seconds: {' '.join(command)}") from None
    if result.returncode != 0:
        said = result.stderr.strip() or result.stdout.strip()
        for pattern, remedy in _REMEDIES.items():
            if found := re.search(pattern, said):
                raise SetUpError(f"{command[0]} failed: {found[0]}; {remedy} and run again")
        raise SetUpError(f"this command failed with status {result.returncode}: {' '.join(command)}\n{said[-2000:]}")
    return result.stdout


def digest(*files: Path) -> str:
    """Return a hash of the contents of *files*."""
    return hashlib.sha256(b"\0".join(file.read_bytes() for file in files)).hexdigest()


def numbers_in(path: Path) -> list[int]:
    """Return the numbers in a path, for sorting by version: 3.9 comes before 3.13."""
    return [int(number) for number in re.findall(r"\d+", str(path))]
