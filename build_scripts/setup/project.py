"""The project's folders, and what every script needs: to say something, to run a command, to give up."""

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
"""Whose `package.json` names what tests alone take from npm."""

SECONDS = 1_800
"""No step of the set-up takes this long, even on a slow network: what does has stopped."""
SECONDS_TO_ANSWER = 60
"""No program takes this long to tell its version."""

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


def run(command: list[str], cwd: Path = ROOT, env: dict[str, str] | None = None, seconds: float = SECONDS) -> str:
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


def numbers_in(path: Path) -> list[int]:
    """The numbers in a path, to sort versions by: 3.9 comes before 3.13."""
    return [int(number) for number in re.findall(r"\d+", str(path))]
