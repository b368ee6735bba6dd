"""Report the branch coverage of py_url, and fail if it is too low.

    python3 build_scripts/research branches                              tests/unit, wpt and properties
    python3 build_scripts/research branches tests/unit/test_fixing.py    some tests; pytest gets all other arguments

Before Python 3.14, measuring branches makes the tests slower, so this is a command of its own. The exit status is 0 if
enough branches are taken, 1 if not or if a test fails, and 2 if they could not be measured.
"""

import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from setup import venv
from setup.ending import ends
from setup.project import CACHE, ROOT, SetUpError, from_here, say

from research import parser_of

FLOOR = 98.0
"""The part of the branches that tests must take, in percent."""
# From Python 3.14 on, sys.monitoring can measure branches, which costs almost nothing.
_CORE = "sysmon" if sys.version_info >= (3, 14) else "ctrace"
_TESTS = ("tests/unit", "tests/wpt", "tests/properties")
_SECONDS = 2 * 3_600


def part_of(report: dict[str, Any]) -> tuple[int, int]:
    """Return how many branches were taken, and how many there are, in coverage.py's report in JSON."""
    totals = report["totals"]
    return totals["covered_branches"], totals["num_branches"]


def missing(report: dict[str, Any]) -> list[str]:
    """Return a line for each file with branches that were not taken. A negative number means the end of a function."""
    return [
        f"{name}: {', '.join(f'{start} -> {end}' for start, end in file['missing_branches'])}"
        for name, file in sorted(report["files"].items())
        if file["missing_branches"]
    ]


def judge(data: Path) -> int:
    """Print the branch coverage in a data file of coverage.py. Returns 1 if it is below the floor."""
    with tempfile.TemporaryDirectory(dir=CACHE) as folder:
        output = Path(folder, "report.json")
        command = [sys.executable, "-m", "coverage", "json", "--quiet", "--fail-under=0", "-o", str(output)]
        environ = {**os.environ, "COVERAGE_FILE": str(data)}
        if subprocess.run(command, cwd=ROOT, env=environ, check=False, timeout=_SECONDS).returncode != 0:
            raise SetUpError("coverage.py could not report the branches; see above")
        report = json.loads(output.read_text("utf-8"))
    taken, all_branches = part_of(report)
    if all_branches == 0:
        raise SetUpError("no branch was measured")
    for line in missing(report):
        print(line)
    percent = 100 * taken / all_branches
    print(f"{taken:,} of {all_branches:,} branches of py_url: {percent:.2f} % (at least {FLOOR:g} %)", flush=True)
    return 0 if percent >= FLOOR else 1


@ends("research branches")
def main(argv: Sequence[str] | None = None) -> int:
    """Run the tests that the command line names, and report the branches.

    Returns 1 if a test fails, or if too few branches are taken.
    """
    parser = parser_of("research branches", __doc__, usage="research branches [-h] [pytest arguments ...]")
    _, for_pytest = parser.parse_known_args(argv)
    venv.enter()
    CACHE.mkdir(exist_ok=True)
    with tempfile.TemporaryDirectory(dir=CACHE, prefix="branches-") as folder:
        data = Path(folder, "python")
        # test_growth.py measures times.
        arguments = [*map(from_here, for_pytest)] or [*_TESTS, "--deselect", "tests/unit/test_growth.py"]
        command = [sys.executable, "-m", "coverage", "run", "--branch", "-m", "pytest", "--set-up", *arguments]
        environ = {**os.environ, "COVERAGE_FILE": str(data), "COVERAGE_CORE": _CORE}
        try:
            status = subprocess.run(command, cwd=ROOT, env=environ, check=False, timeout=_SECONDS).returncode
        except subprocess.TimeoutExpired:
            raise SetUpError(f"the tests did not end after {_SECONDS:,} seconds; name some of them") from None
        if status != 0:
            say("a test failed, or none ran, so the branches are not reported")
            return 1
        return judge(data)
