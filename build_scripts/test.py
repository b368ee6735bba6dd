"""Run all tests, having set up what they need.

    python3 build_scripts/test.py [pytest arguments]

Where a browser or the Web Platform Tests cannot be had, that is said, and the tests that need it are skipped; with
``CI`` set in the environment they fail.
"""

from __future__ import annotations

import os
import subprocess
import sys
from functools import partial

import browsers
import build_wheel
import environment
import fetch_wpt
from environment import ROOT, SetUpError, say

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator


def _set_ups() -> Iterator[Callable[[], object]]:
    yield fetch_wpt.locate
    yield fetch_wpt.scripts
    yield from (partial(browsers.find, engine) for engine in browsers.ENGINES)
    yield partial(environment.npm_packages, environment.TEST_PACKAGES)
    yield build_wheel.build


def main() -> int:
    """Set up and run pytest with the command line's arguments. Gives its exit status, or 2 where setting up failed."""
    try:
        environment.enter()
    except SetUpError as error:
        say(f"test.py: {error}")
        return 2
    for set_up in _set_ups():
        try:
            set_up()
        except SetUpError as error:
            say(f"test.py: {error}")
    # pytest's plugins may be many on a user's path; the tests are to see those of the environment alone.
    return subprocess.run(
        [sys.executable, "-m", "pytest", *sys.argv[1:]],
        cwd=ROOT,
        env={**os.environ, "PYTHONNOUSERSITE": "1"},
        check=False,
    ).returncode


if __name__ == "__main__":
    sys.exit(main())
