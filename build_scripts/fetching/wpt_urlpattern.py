"""Find or fetch the URLPattern tests of the Web Platform Tests; ``upstream.py wpt`` does.

The tests are never committed. They are looked for where `wpt_url` looks for those of URL: in $PY_URL_WPT, in
../shared/wpt, and in the git-ignored cache, which is filled from upstream at the pinned commit. JSON files are
identified by their SHA-256 hashes, which ``tests/data/wpt/urlpattern_digests.json`` has. No package registry has the
tests in JavaScript, and ../shared/wpt has only the data.
"""

import hashlib
import json
from pathlib import Path
from typing import Any

from setup import project
from setup.project import SetUpError

from fetching import wpt_url

DIGESTS: dict[str, dict[str, Any]] = json.loads((wpt_url.FACTS / "urlpattern_digests.json").read_text("utf-8"))
"""The names of the JSON files, with the hash and the number of rows of each."""
SCRIPTS = (
    *(f"urlpattern{name}.any.js" for name in ("", "-constructor", "-hasregexpgroups")),
    *(f"urlpattern-{name}.tentative.any.js" for name in ("compare", "generate")),
)
"""The tests in JavaScript. Upstream has some of them again, as ``.https.any.js``, for pages with ``https``."""
_FOLDER = Path("urlpattern")
_RESOURCES = _FOLDER / "resources"
_SHARED_SCRIPTS = ("urlpatterntests.js", "urlpattern-hasregexpgroups-tests.js", "urlpattern-compare-tests.tentative.js")


def find(*, fetch: bool = True) -> dict[str, Path]:
    """Return the JSON files by name. If *fetch* is false, only this machine is searched.

    Raises SetUpError if a file is missing, or is not that of the pinned commit.
    """
    folder = wpt_url.folder_with([_RESOURCES / name for name in DIGESTS], fetch=fetch)
    files = {name: folder / _RESOURCES / name for name in DIGESTS}
    for name, file in files.items():
        content = _read(folder, _RESOURCES / name)
        if hashlib.sha256(content).hexdigest() != DIGESTS[name]["sha256"]:
            raise SetUpError(f"{file} is not that of the pinned commit {wpt_url.WEB_PLATFORM_TESTS[:9]}")
    return files


def find_scripts(*, fetch: bool = True) -> dict[str, Path]:
    """Return the tests in JavaScript, and what they load, by their paths in a checkout. Their hashes are not known.

    They are looked for where `find` looks, and in the cache too if ../shared/wpt has only the data. If *fetch* is
    false, only this machine is searched. Raises SetUpError if a file is missing.
    """
    paths = [*(_FOLDER / name for name in SCRIPTS), *(_RESOURCES / name for name in _SHARED_SCRIPTS)]
    folder = wpt_url.folder_with(paths, fetch=fetch)
    for path in paths:
        _read(folder, path)
    return {path.as_posix(): folder / path for path in paths}


def _read(folder: Path, path: Path) -> bytes:
    try:
        return (folder / path).read_bytes()
    except OSError as error:
        raise SetUpError(f"{folder} has no {path.as_posix()}: {project.reason(error)}") from None
