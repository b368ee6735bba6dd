"""What pytest collects, without running it."""

import re
import subprocess
import sys
from collections import Counter

from setup.project import ROOT

SECONDS = 300


def collected(*paths):
    """Return the number of tests in each file that pytest collects from *paths*, by default as in a whole run.
    Collecting starts no process and opens no connection.
    """
    command = [sys.executable, "-m", "pytest", "-p", "tests.support.nothing_starts", "--collect-only", *paths]
    result = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False, timeout=SECONDS)
    if result.returncode != 0:
        raise RuntimeError(result.stdout[-3000:] + result.stderr[-3000:])
    return Counter(re.findall(r"^(tests/[^:\n]+\.py)::", result.stdout, re.MULTILINE))
