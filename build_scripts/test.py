"""Run the tests, having set up what they need.

    python3 build_scripts/test.py                          all tests
    python3 build_scripts/test.py tests/unit/test_url.py   some of them: these and other arguments are pytest's

Only what the chosen tests need is set up: a browser, for example, only if one of them opens it. If something is not
available, a message says so and the tests that need it are skipped; if ``CI`` is set in the environment, they fail.
"""

from __future__ import annotations

import argparse
import os
import shutil
import subprocess
import sys

import environment
import js_coverage
from environment import CACHE, ROOT, SCRIPTS, SetUpError, say

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

_NODE_COVERAGE = CACHE / "coverage" / "node"


def _arguments(argv: Sequence[str] | None) -> tuple[argparse.Namespace, list[str]]:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter, allow_abbrev=False
    )
    parser.add_argument("--no-install", action="store_true", help="set nothing up; skip what needs something missing")
    parser.add_argument(
        "--record-counts",
        action="store_true",
        help="run no tests; record how many each file has, after some were added or removed",
    )
    return parser.parse_known_args(argv)


def main(argv: Sequence[str] | None = None) -> int:
    """Set up and run pytest with the command line's arguments. Gives its exit status, or 2 if setting up failed."""
    arguments, for_pytest = _arguments(argv)
    try:
        environment.enter(install=not arguments.no_install)
        if arguments.record_counts:
            return _run(["-m", "tests.counts"], PYTHONPATH=str(SCRIPTS))
        set_up = [] if arguments.no_install else ["--set-up"]
        if for_pytest:
            return _run(["-m", "pytest", *set_up, *for_pytest])
        return _run_all(set_up)
    except SetUpError as error:
        say(f"test.py: {error}")
    except KeyboardInterrupt:
        say("test.py: interrupted")
    return 2


def _run_all(set_up: list[str]) -> int:
    """All tests, and how much of the package they run. Gives the exit status."""
    shutil.rmtree(_NODE_COVERAGE, ignore_errors=True)
    status = _run(["-m", "coverage", "run", "-m", "pytest", *set_up], **{js_coverage.VARIABLE: str(_NODE_COVERAGE)})
    if status == 0:
        say("how much of py_url ran:")
        status = _run(["-m", "coverage", "report"])
        say("how much of web ran in Node:")
        no_install = [] if set_up else ["--no-install"]
        in_node = _run([str(SCRIPTS / "js_coverage.py"), str(_NODE_COVERAGE), *no_install])
        # Status 2: nothing was measured, because the tests in Node were skipped. In CI they would have failed.
        status = status or (0 if in_node == 2 and not os.environ.get("CI") else in_node)
    return status


def _run(arguments: list[str], **variables: str) -> int:
    # The user's own packages stay out of it: pytest would load the plugins among them.
    environ = {**os.environ, **variables, "PYTHONNOUSERSITE": "1"}
    return subprocess.run([sys.executable, *arguments], cwd=ROOT, env=environ, check=False).returncode


if __name__ == "__main__":
    sys.exit(main())
