"""Find the Web Platform Tests' URL data at the pinned commit, or fetch it from upstream.

    python3 build_scripts/fetch_wpt.py

It is looked for in ``$PY_URL_WPT`` (a checkout of the Web Platform Tests), in ``../shared/wpt``, and in the git-ignored
cache, which is filled from upstream where it is empty. It is never committed.
"""

from __future__ import annotations

import os
import sys
import urllib.error
import urllib.request
from pathlib import Path

from environment import CACHE, ROOT, SetUpError, say

if str(ROOT) not in sys.path:
    sys.path.insert(0, str(ROOT))

from py_url.pins import WEB_PLATFORM_TESTS

FILES = (
    "urltestdata.json",
    "urltestdata-javascript-only.json",
    "setters_tests.json",
    "toascii.json",
    "IdnaTestV2.json",
    "IdnaTestV2-removed.json",
    "percent-encoding.json",
)
_RESOURCES = Path("url", "resources")
_UPSTREAM = "https://raw.githubusercontent.com/web-platform-tests/wpt"
_CACHED = CACHE / "wpt" / WEB_PLATFORM_TESTS
_SECONDS = 30


def locate(*, fetch: bool = True) -> Path:
    """The folder of the JSON files. Raises SetUpError where it is not here and, if *fetch*, cannot be fetched."""
    named = os.environ.get("PY_URL_WPT")
    if named:
        if not _is_whole(Path(named) / _RESOURCES):
            raise SetUpError(f"PY_URL_WPT names {named!r}, which does not hold {_RESOURCES} with {', '.join(FILES)}")
        return Path(named) / _RESOURCES
    for folder in (ROOT.parent / "shared" / "wpt" / _RESOURCES, _CACHED / _RESOURCES):
        if _is_whole(folder):
            return folder
    if fetch:
        _fetch()
        return _CACHED / _RESOURCES
    raise SetUpError("the Web Platform Tests' data is not here; name a checkout of them in PY_URL_WPT")


def _is_whole(folder: Path) -> bool:
    return all((folder / name).is_file() for name in FILES)


def _fetch() -> None:
    say(f"fetching the Web Platform Tests' data at {WEB_PLATFORM_TESTS[:9]} ...")
    folder = _CACHED / _RESOURCES
    folder.mkdir(parents=True, exist_ok=True)
    for name in FILES:
        address = f"{_UPSTREAM}/{WEB_PLATFORM_TESTS}/{_RESOURCES.as_posix()}/{name}"
        try:
            with urllib.request.urlopen(address, timeout=_SECONDS) as response:
                (folder / name).write_bytes(response.read())
        except (OSError, urllib.error.URLError) as error:
            raise SetUpError(
                f"the Web Platform Tests' data is not here and cannot be fetched ({error}); "
                "name a checkout of them in PY_URL_WPT"
            ) from None


def main() -> int:
    """Print where the data is. Gives the exit status."""
    try:
        print(locate())
    except SetUpError as error:
        say(f"fetch_wpt.py: {error}")
        return 2
    return 0


if __name__ == "__main__":
    sys.exit(main())
