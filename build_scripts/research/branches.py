"""Report the branch coverage of py_url, and fail if it is too low.

    python3 build_scripts/research branches                              tests/unit, wpt and properties
    python3 build_scripts/research branches tests/unit/test_fixing.py    some tests; pytest gets all other arguments

Before Python 3.14, measuring branches makes the tests slower, so this is a command of its own. coverage.py prints the
lines and branches that no test takes, and counts both for the percentage. The exit status is 0 if it is high enough, 1
if not or if a test fails, and 2 if nothing could be measured.
"""

import os
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path

from setup import venv
from setup.ending import ends
from setup.project import CACHE, ROOT, SetUpError, from_here, say

from research import parser_of

FLOOR = 99
"""The part of the lines and branches that tests must take, in percent."""
# From Python 3.14 on, sys.monitoring can measure branches, which costs almost nothing.
_CORE = "sysmon" if sys.version_info >= (3, 14) else "ctrace"
_TESTS = ("tests/unit", "tests/wpt", "tests/properties")
_SECONDS = 2 * 3_600
_TOO_LOW = 2
"""The status of coverage.py if the percentage is below ``--fail-under``."""


@ends("research branches")
def main(argv: Sequence[str] | None = None) -> int:
    """Run the tests that the command line names, and report the branches.

    Returns 1 if a test fails, or if too few branches are taken.
    """
    parser = parser_of("research branches", __doc__, usage="research branches [-h] [pytest arguments ...]")
    _, for_pytest = parser.parse_known_args(argv)
    venv.enter()
    CACHE.mkdir(exist_ok=True)
    coverage = [sys.executable, "-m", "coverage"]
    # test_growth.py measures times.
    tests = [*map(from_here, for_pytest)] or [*_TESTS, "--deselect", "tests/unit/test_growth.py"]
    with tempfile.TemporaryDirectory(dir=CACHE, prefix="branches-") as folder:
        environ = {**os.environ, "COVERAGE_FILE": str(Path(folder, "python")), "COVERAGE_CORE": _CORE}

        def status_of(*command: str) -> int:
            return subprocess.run(
                [*coverage, *command], cwd=ROOT, env=environ, check=False, timeout=_SECONDS
            ).returncode

        try:
            if status_of("run", "--branch", "-m", "pytest", "--set-up", *tests) != 0:
                say("a test failed, or none ran, so the branches are not reported")
                return 1
        except subprocess.TimeoutExpired:
            raise SetUpError(f"the tests did not end after {_SECONDS:,} seconds; name some of them") from None
        status = status_of("report", "--show-missing", "--skip-covered", f"--fail-under={FLOOR}")
    if status not in (0, _TOO_LOW):
        raise SetUpError("coverage.py could not report the branches; see above")
    return min(status, 1)
