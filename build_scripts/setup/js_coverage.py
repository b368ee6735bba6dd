"""The coverage of web/ by the tests in Node. c8, one of the tests' npm packages, makes the table."""

import os
import re
import subprocess
from pathlib import Path

from setup import npm, project
from setup.project import ROOT, SetUpError

VARIABLE = "NODE_V8_COVERAGE_OF_TESTS"
"""The environment variable that names the folder."""

SOURCES = ("web/py_url.js", "web/lib/*.js")
FLOOR = {
    "lines": 100,
    "functions": 100,
    # V8 counts an empty branch after a constructor that always returns.
    "branches": 99,
}
_QUERY = re.compile(r"[?#].*", re.DOTALL)
_SECONDS = 120


def measured() -> dict[str, str]:
    """Return the environment variables that make Node write its coverage; none outside a full test run.

    Pass them only to processes whose coverage counts: npm and Playwright would inherit ``NODE_V8_COVERAGE`` too.
    """
    folder = os.environ.get(VARIABLE)
    return {"NODE_V8_COVERAGE": folder} if folder else {}


def report(folder: Path, *, root: Path = ROOT, floor: dict[str, int] = FLOOR, install: bool = True) -> tuple[bool, str]:
    """Return whether the coverage in *folder* reaches *floor*, in percent, and c8's table.

    The paths in `SOURCES` are relative to *root*. Raises SetUpError if there is nothing to report or c8 is missing.
    """
    if not any(f"{root.resolve().as_uri()}/web/" in dump.read_text("utf-8") for dump in folder.glob("coverage-*.json")):
        raise SetUpError(f"{folder} contains no coverage of this project's JavaScript")
    packages = npm.packages(project.TEST_PACKAGES, install=install)
    command = [npm.node(), str(packages / "c8" / "bin" / "c8.js"), "report", "--all", "--reporter=text"]
    command += [f"--include={source}" for source in SOURCES]
    command += ["--check-coverage", "--statements=0", *(f"--{what}={least}" for what, least in floor.items())]
    command.append(f"--temp-directory={folder}")
    result = subprocess.run(
        command, cwd=root, capture_output=True, text=True, encoding="utf-8", check=False, timeout=_SECONDS
    )
    if "% Lines" not in result.stdout:
        raise SetUpError(f"c8 failed:\n{result.stderr.strip()[-2000:]}")
    return result.returncode == 0, (result.stdout + result.stderr).strip()
