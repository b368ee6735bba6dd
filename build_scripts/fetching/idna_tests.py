"""Find or fetch Unicode's own tests of UTS #46, ``IdnaTestV2.txt``, of several versions of Unicode.

`find` looks for each in ``../shared/unicode``, then in ``.cache/unicode``. Tests use those that are there; those of one
version are also among the Web Platform Tests, in another form.
"""

import urllib.error
import urllib.request
from pathlib import Path

from setup import project
from setup.project import CACHE

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


def fetch_missing() -> list[str]:
    """Fetch the files that are missing. Returns why some could not be fetched."""
    return [problem for version in ADDRESSES if find(version) is None and (problem := fetch(version))]
