"""Say how much of web/ the tests ran in Node, and fail below the floor.

    python3 build_scripts/js_coverage.py FOLDER

FOLDER is where Node wrote its coverage, as `build_scripts/test.py` has it do. c8, which the tests' npm packages have,
makes the table.
"""

from __future__ import annotations

import argparse
import json
import os
import re
import subprocess
import sys
import tempfile
from pathlib import Path

from setup import npm, project, venv
from setup.ending import ends
from setup.project import ROOT, SetUpError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

VARIABLE = "NODE_V8_COVERAGE_OF_TESTS"
"""The environment variable that names the folder."""

SOURCES = ("web/py_url.js", "web/lib/*.js")
FLOOR = {
    "lines": 100,
    "functions": 100,
    # V8 counts a branch of no length behind a constructor that always returns.
    "branches": 99,
}
_QUERY = re.compile(r"[?#].*", re.DOTALL)
_SECONDS = 120


def measured() -> dict[str, str]:
    """The variables with which Node writes its coverage, for a process whose coverage counts; none outside a whole run.

    Node would do so for every process that inherits ``NODE_V8_COVERAGE``: npm's and Playwright's too.
    """
    folder = os.environ.get(VARIABLE)
    return {"NODE_V8_COVERAGE": folder} if folder else {}


def _scripts_of_ours(dump: Path, root: Path) -> Iterator[dict[str, object]]:
    """What Node says of the scripts that count; a module that was imported by several addresses comes several times."""
    prefix = f"{root.resolve().as_uri()}/web/"
    for script in json.loads(dump.read_text("utf-8"))["result"]:
        if script["url"].startswith(prefix):
            yield {**script, "url": _QUERY.sub("", script["url"])}


def report(folder: Path, *, root: Path = ROOT, floor: dict[str, int] = FLOOR, install: bool = True) -> tuple[bool, str]:
    """Return whether the coverage in *folder* reaches *floor*, which is in percent, and c8's table.

    *root* is what the paths in `SOURCES` are relative to. Raises SetUpError if there is nothing to report, or no c8.
    """
    scripts = [script for dump in sorted(folder.glob("coverage-*.json")) for script in _scripts_of_ours(dump, root)]
    if not scripts:
        raise SetUpError(f"{folder} holds no coverage of this project's JavaScript")
    packages = npm.packages(project.TEST_PACKAGES, install=install)
    with tempfile.TemporaryDirectory() as temporary:
        dumps = Path(temporary, "dumps")
        dumps.mkdir()
        # One to a file: c8 merges files, and these are small, without the thousands of functions of Pyodide.
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
        raise SetUpError(f"c8 made no table:\n{result.stderr.strip()[-2000:]}")
    return result.returncode == 0, (result.stdout + result.stderr).strip()


@ends("js_coverage.py")
def main(argv: Sequence[str] | None = None) -> int:
    """Print the table. Gives 0, 1 below the floor, or 2 if there is nothing to report."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=Path, metavar="FOLDER")
    parser.add_argument("--no-install", action="store_true", help="set nothing up; fail if something is missing")
    arguments = parser.parse_args(argv)
    install = not arguments.no_install
    venv.enter(install=install)
    enough, table = report(arguments.folder.resolve(), install=install)
    print(table)
    return 0 if enough else 1


if __name__ == "__main__":
    sys.exit(main())
