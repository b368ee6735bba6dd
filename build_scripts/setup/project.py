"""The project's folders, and what every script needs: messages, running commands, errors."""

from __future__ import annotations

import hashlib
import re
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
SCRIPTS = ROOT / "build_scripts"
CACHE = ROOT / ".cache"
TEST_PACKAGES = ROOT / "tests" / "javascript"
"""Its `package.json` names the npm packages that only tests need."""

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
    """Print a message for the user on standard error."""
    print(text, file=sys.stderr, flush=True)


def shared(name: str) -> Path:
    """Return the path of *name* in ``../shared``, an optional folder with test data that are not in the repository."""
    return ROOT.parent / "shared" / name


def run(command: list[str], cwd: Path = ROOT, env: dict[str, str] | None = None, seconds: float = SECONDS) -> str:
    """Run *command* quietly and return its standard output.

    Raises SetUpError with the end of the command's output if it fails, and if it takes longer than *seconds*.
    """
    try:
        result = subprocess.run(command, cwd=cwd, env=env, capture_output=True, text=True, check=False, timeout=seconds)
    except OSError as error:
        raise SetUpError(f"{command[0]} could not be run: {error}") from None
    except subprocess.TimeoutExpired:
        raise SetUpError(f"this command took longer than {seconds:.0f} seconds: {' '.join(command)}") from None
    if result.returncode != 0:
        said = (result.stderr.strip() or result.stdout.strip())[-2000:]
        raise SetUpError(f"this command failed with status {result.returncode}: {' '.join(command)}\n{said}")
    return result.stdout


def digest(*files: Path) -> str:
    """Return a hash of the contents of *files*."""
    return hashlib.sha256(b"\0".join(file.read_bytes() for file in files)).hexdigest()


def numbers_in(path: Path) -> list[int]:
    """Return the numbers in a path, for sorting by version: 3.9 comes before 3.13."""
    return [int(number) for number in re.findall(r"\d+", str(path))]
