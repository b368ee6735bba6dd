"""The number of tests in each file, so that none is lost unnoticed.

    python3 build_scripts/test.py --record-counts

rewrites ``tests/data/counts.json``; `tests.style.test_collection` compares it with a new count.
"""

import json
import re
import subprocess
import sys
from collections import Counter
from pathlib import Path

import fetch_wpt

TESTS = Path(__file__).parents[1]
ROOT = TESTS.parent
RECORD = TESTS / "data" / "counts.json"
SECONDS = 300


def files():
    """Return the test files, named as pytest names them."""
    return {file.relative_to(ROOT).as_posix() for file in TESTS.rglob("test_*.py")}


def collected():
    """Return the number of tests in each file that pytest collects in a whole run. Collecting starts no process and
    opens no connection.
    """
    command = [sys.executable, "-m", "pytest", "-p", "tests.support.nothing_starts", "--collect-only"]
    result = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False, timeout=SECONDS)
    if result.returncode != 0:
        raise RuntimeError(result.stdout[-3000:] + result.stderr[-3000:])
    return dict(sorted(Counter(re.findall(r"^(tests/[^:\n]+\.py)::", result.stdout, re.MULTILINE)).items()))


def of_the_pin(counts):
    """Return *counts* without files that depend on the edition of the Web Platform Tests, unless the edition is the
    pin.
    """
    is_pin = fetch_wpt.find(fetch=False, required=False).edition == "pin"
    return counts if is_pin else {file: count for file, count in counts.items() if not file.startswith("tests/wpt/")}


def main():
    if fetch_wpt.find().edition != "pin":
        raise SystemExit("the counts are those of the pinned Web Platform Tests, which are not here")
    RECORD.write_text(json.dumps(collected(), indent=1) + "\n", "utf-8")


if __name__ == "__main__":
    main()
