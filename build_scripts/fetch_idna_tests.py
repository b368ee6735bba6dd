"""Fetch Unicode's own tests of UTS #46, ``IdnaTestV2.txt``, of several versions of Unicode.

    python3 build_scripts/fetch_idna_tests.py

Looks for each in ``../shared/unicode``, then in ``.cache/unicode``, and otherwise fetches it from unicode.org. Tests
use those that are there; those of one version are also among the Web Platform Tests, in another form. The exit
status is 1 if one is missing.
"""

import setup  # isort: skip # noqa: F401 - first, because it checks which version of Python this is

import argparse
import sys
import urllib.error
import urllib.request
from collections.abc import Sequence
from pathlib import Path

from setup import project
from setup.ending import ends
from setup.project import CACHE, say

ADDRESSES = {
    "16.0.0": "https://www.unicode.org/Public/idna/16.0.0/IdnaTestV2.txt",
    "17.0.0": "https://www.unicode.org/Public/17.0.0/idna/IdnaTestV2.txt",
    "18.0.0": "https://www.unicode.org/Public/18.0.0/idna/IdnaTestV2.txt",
}
_FETCHED = CACHE / "unicode"
_SECONDS = 60


def find(version: str) -> Path | None:
    """Return the file of a version of Unicode, or None if it is not on this machine."""
    name = f"IdnaTestV2-{version}.txt"
    files = (folder / name for folder in (project.shared("unicode"), _FETCHED))
    return next((file for file in files if file.is_file()), None)


def fetch(version: str) -> str | None:
    """Fetch the file of a version of Unicode. Returns None, or why that failed."""
    try:
        with urllib.request.urlopen(ADDRESSES[version], timeout=_SECONDS) as response:
            content = response.read()
    except (urllib.error.URLError, TimeoutError) as error:
        return f"{ADDRESSES[version]} could not be fetched: {getattr(error, 'reason', error)}"
    if f"# Version: {version}\n".encode() not in content:
        return f"{ADDRESSES[version]} is not the file of Unicode {version}"
    _FETCHED.mkdir(parents=True, exist_ok=True)
    (_FETCHED / f"IdnaTestV2-{version}.txt").write_bytes(content)
    return None


@ends("fetch_idna_tests.py")
def main(argv: Sequence[str] | None = None) -> int:
    """Fetch what is missing. Returns the exit status."""
    argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter).parse_args(argv)
    problems = [fetch(version) for version in ADDRESSES if find(version) is None]
    for problem in filter(None, problems):
        say(problem)
    return 1 if any(problems) else 0


if __name__ == "__main__":
    sys.exit(main())
