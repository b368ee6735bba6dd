"""Report the coverage of web/ by the tests in Node, and fail if it is too low.

    python3 build_scripts/js_coverage.py FOLDER

FOLDER contains the coverage that Node wrote during `build_scripts/test.py`. c8, one of the tests' npm packages, makes
the table.
"""

import setup  # isort: skip # noqa: F401 - first, because it checks which version of Python this is

import argparse
import json
import os
import re
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Sequence
from pathlib import Path

from setup import npm, project, venv
from setup.ending import ends
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


def _scripts_of_ours(dump: Path, root: Path) -> Iterator[dict[str, object]]:
    """Node's data for the scripts that count. A module that was imported by several addresses appears several times."""
    prefix = f"{root.resolve().as_uri()}/web/"
    for script in json.loads(dump.read_text("utf-8"))["result"]:
        if script["url"].startswith(prefix):
            yield {**script, "url": _QUERY.sub("", script["url"])}


def report(folder: Path, *, root: Path = ROOT, floor: dict[str, int] = FLOOR, install: bool = True) -> tuple[bool, str]:
    """Return whether the coverage in *folder* reaches *floor*, in percent, and c8's table.

    The paths in `SOURCES` are relative to *root*. Raises SetUpError if there is nothing to report or c8 is missing.
    """
    scripts = [script for dump in sorted(folder.glob("coverage-*.json")) for script in _scripts_of_ours(dump, root)]
    if not scripts:
        raise SetUpError(f"{folder} contains no coverage of this project's JavaScript")
    packages = npm.packages(project.TEST_PACKAGES, install=install)
    with tempfile.TemporaryDirectory() as temporary:
        dumps = Path(temporary, "dumps")
        dumps.mkdir()
        # One file for each script: c8 merges them, and they are small without Pyodide's thousands of functions.
        for number, script in enumerate(scripts):
            (dumps / f"coverage-{number}.json").write_text(json.dumps({"result": [script]}), "utf-8")
        command = [npm.node(), str(packages / "c8" / "bin" / "c8.js"), "report", "--all", "--reporter=text"]
        command += [f"--include={source}" for source in SOURCES]
        command += ["--check-coverage", "--statements=0", *(f"--{what}={least}" for what, least in floor.items())]
        command += [f"--temp-directory={dumps}", f"--reports-dir={temporary}"]
        result = subprocess.run(
            command, cwd=root, capture_output=True, text=True, encoding="utf-8", check=False, timeout=_SECONDS
        )
    if "% Lines" not in result.stdout:
        raise SetUpError(f"c8 failed:\n{result.stderr.strip()[-2000:]}")
    return result.returncode == 0, (result.stdout + result.stderr).strip()


@ends("js_coverage.py")
def main(argv: Sequence[str] | None = None) -> int:
    """Print the table. Returns 0, 1 if the coverage is too low, or 2 if there is nothing to report."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=Path, metavar="FOLDER", help="folder with Node's coverage files")
    parser.add_argument("--no-install", action="store_true", help="install nothing; fail if something is missing")
    arguments = parser.parse_args(argv)
    install = not arguments.no_install
    venv.enter(install=install)
    enough, table = report(arguments.folder.resolve(), install=install)
    print(table)
    return 0 if enough else 1


if __name__ == "__main__":
    sys.exit(main())
