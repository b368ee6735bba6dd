"""Find or fetch the URL tests of the Web Platform Tests; ``upstream.py wpt`` does.

The tests are never committed. They come from the first of these:

1. $PY_URL_WPT, a checkout of the Web Platform Tests;
2. ../shared/wpt, next to this project's folder;
3. the git-ignored cache, filled from upstream at the pinned commit;
4. the tests in JavaScript alone, in Debian's source package of Node.js: those of 2024.

If none is available, only the project's own data is used. JSON files are identified by their SHA-256 hashes:
tests/data/wpt has those of the pinned commit. The hashes of other files are not recorded.
"""

import functools
import hashlib
import http
import http.client
import json
import lzma
import os
import shutil
import subprocess
import tarfile
import time
import urllib.error
import urllib.request
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path, PurePosixPath
from typing import Any

from setup import once, project
from setup.project import CACHE, ROOT, SetUpError, say

Content = list[Any] | dict[str, Any]

FACTS = ROOT / "tests" / "data" / "wpt"
_DIGESTS: dict[str, Any] = json.loads((FACTS / "digests.json").read_text("utf-8"))
WEB_PLATFORM_TESTS: str = _DIGESTS["commit"]
"""The pinned commit of https://github.com/web-platform-tests/wpt."""
SCRIPTS = (
    *(("IdnaTestV2.any.js", "IdnaTestV2.window.js"), ("IdnaTestV2-removed.any.js", "IdnaTestV2-removed.window.js")),
    *(("idlharness.any.js", "interfaces.any.js"), ("toascii.any.js", "toascii.window.js")),
    *(
        (f"{name}.any.js",)
        for name in ("historical", "url-constructor", "url-origin", "url-searchparams", "url-setters")
    ),
    *((f"url-{name}.any.js",) for name in ("setters-stripping", "statics-canparse", "statics-parse", "tojson")),
    ("urlencoded-parser.any.js",),
    *((f"urlsearchparams-{name}.any.js",) for name in ("append", "constructor", "delete", "foreach", "get", "getall")),
    *((f"urlsearchparams-{name}.any.js",) for name in ("has", "set", "size", "sort", "stringifier")),
)
"""The tests in JavaScript: for each, the names that its file has or had."""
NOT_OF_2024 = ("IdnaTestV2-removed.any.js", "url-statics-parse.any.js")
"""The `SCRIPTS` that did not exist in 2024. ``tests/data`` has the project's own rows for what they test."""
_MORE = {
    "url": "url-constructor-base-failure.any.js url-constructor-base.window.js "
    "urlsearchparams-constructor-formdata.any.js",
    "fetch/data-urls/resources": "base64.json data-urls.json",
    "mimesniff/mime-types/resources": "mime-types.json generated-mime-types.json",
    "html/semantics/document-metadata/the-meta-element/pragma-directives/attr-meta-http-equiv-refresh": "parsing.html",
    "html/semantics/embedded-content/the-img-element/srcset": "parse-a-srcset-attribute.html",
    "html/infrastructure/urls/resolving-urls/query-encoding": "attributes.sub.html lone-surrogates.sub.html "
    "resources/resolve-url.js",
}
MORE = tuple(f"{folder}/{name}" for folder, names in _MORE.items() for name in names.split())
"""Files that tests do without if they are missing. Debian has none of them, and their hashes are not recorded."""

# Without these, a checkout is none.
_NEEDED = ("urltestdata.json", "setters_tests.json", "toascii.json")
_COMMON = ("subset-tests.js", "subset-tests-by-key.js")
_RESOURCES = Path("url", "resources")
_UPSTREAM = "https://raw.githubusercontent.com/web-platform-tests/wpt"
CACHED = CACHE / "wpt" / WEB_PLATFORM_TESTS
_OF_2024 = CACHE / "wpt-of-2024"
_SECONDS = 20
_TRIES = 3
_SECONDS_BETWEEN_TRIES = 5.0


@dataclass(frozen=True)
class Tests:
    """The Web Platform Tests that were found, with their JSON files."""

    edition: str
    """ "pin" for the pinned commit, "other" or "none"."""
    which: str
    """A description for people."""
    files: dict[str, Path] = field(default_factory=dict)
    """The usable JSON files, by name."""

    def load(self, name: str) -> Content:
        """Return the content of a JSON file."""
        content: Content = json.loads(self.files[name].read_text("utf-8"))
        return content


def names() -> tuple[str, ...]:
    """Return the names of the JSON files."""
    return tuple(_DIGESTS["files"])


def find(*, fetch: bool = True, required: bool | None = None) -> Tests:
    """Find the Web Platform Tests' JSON files, from the first source that has them.

    If *fetch* is false, only this machine is searched. If *required* (the default when ``CI`` is set in the
    environment), only the pinned commit's files are accepted. Raises SetUpError if they are missing, and if
    ``PY_URL_WPT`` names a folder without the files.
    """
    found = _find(fetch=fetch)
    if required is None:
        required = bool(os.environ.get("CI"))
    if required and found.edition != "pin":
        raise SetUpError(
            f"the Web Platform Tests at {WEB_PLATFORM_TESTS[:9]} are required, but this machine has {found.which}; "
            "set PY_URL_WPT to a checkout of that commit"
        )
    return found


def _find(*, fetch: bool) -> Tests:
    named = os.environ.get("PY_URL_WPT")
    if named:
        return _tests_in(Path(named), f"PY_URL_WPT is set to {named!r}, which")
    shared = project.shared("wpt")
    if (shared / _RESOURCES).is_dir():
        return _tests_in(shared, f"{shared}")
    if fetch and not _has(CACHED):
        _try(_fetch_data)
    if _has(CACHED):
        return _tests_in(CACHED, f"{CACHED}")
    return Tests("none", "none: only the project's own data")


def _has(folder: Path) -> bool:
    """Whether a cache is complete. A cache that was interrupted while it was filled is filled again."""
    return all((folder / _RESOURCES / name).is_file() for name in names())


def _tests_in(folder: Path, who: str) -> Tests:
    """The tests in a checkout. Raises SetUpError if files are missing; *who* starts the message."""
    files = {name: folder / _RESOURCES / name for name in names() if (folder / _RESOURCES / name).is_file()}
    missing = [name for name in _NEEDED if name not in files]
    if missing:
        raise SetUpError(f"{who} does not contain {_RESOURCES.as_posix()}/{', '.join(missing)}")
    digests = {name: hashlib.sha256(file.read_bytes()).hexdigest() for name, file in files.items()}
    others = [name for name, facts in _DIGESTS["files"].items() if digests.get(name) != facts["sha256"]]
    if not others:
        return Tests("pin", f"the Web Platform Tests at {WEB_PLATFORM_TESTS[:9]} ({_DIGESTS['date']})", files)
    which = f"the Web Platform Tests in {folder}, which are not those of the pinned commit {WEB_PLATFORM_TESTS[:9]}"
    return Tests("other", f"{which} (different or missing: {', '.join(others)})", files)


@functools.cache
def _try(fetch: Callable[[], None]) -> None:
    """Call *fetch*, once in a process. If it fails, print a message and continue without the files."""
    try:
        fetch()
    except SetUpError as error:
        say(f"not fetched: {error}")


def _fetch_data() -> None:
    say(f"fetching the Web Platform Tests' data at {WEB_PLATFORM_TESTS[:9]} ...")
    contents = {}
    for name, facts in _DIGESTS["files"].items():
        content = _content_of(_RESOURCES / name)
        if content is None or hashlib.sha256(content).hexdigest() != facts["sha256"]:
            raise SetUpError(f"upstream's {name} at {WEB_PLATFORM_TESTS[:9]} does not have the pinned SHA-256 hash")
        contents[_RESOURCES / name] = content
    _keep(contents)


def _fetch_scripts() -> None:
    say(f"fetching the Web Platform Tests' JavaScript at {WEB_PLATFORM_TESTS[:9]} ...")
    contents = {}
    common = [(f"common/{name}",) for name in _COMMON]
    for choice in [*common, *(tuple(f"url/{name}" for name in names) for names in SCRIPTS)]:
        answers = ((Path(name), _content_of(Path(name))) for name in choice)
        path, content = next((answer for answer in answers if answer[1] is not None), (None, None))
        if path is None or content is None:
            raise SetUpError(f"upstream has no {' or '.join(choice)} at {WEB_PLATFORM_TESTS[:9]}")
        contents[path] = content
    _keep(contents)


def fetch_to_cache(paths: Sequence[Path]) -> None:
    """Fetch the files that `CACHED` lacks, at the pinned commit. Raises SetUpError if upstream has not all of them."""
    contents = {path: _content_of(path) for path in paths if not (CACHED / path).is_file()}
    _keep({path: content for path, content in contents.items() if content is not None})
    if None in contents.values():
        absent = ", ".join(path.as_posix() for path, content in contents.items() if content is None)
        raise SetUpError(f"upstream has no {absent} at {WEB_PLATFORM_TESTS[:9]}")


def folder_with(paths: Sequence[Path], *, fetch: bool) -> Path:
    """Return the first folder that has these files: a checkout, ../shared/wpt or the cache, which is filled if *fetch*.

    It may not have all of them. Raises SetUpError if they cannot be fetched.
    """
    named, shared = os.environ.get("PY_URL_WPT"), project.shared("wpt")
    if named or (shared / paths[0]).is_file():
        return Path(named) if named else shared
    if fetch:
        fetch_to_cache(paths)
    return CACHED


def _fetch_more() -> None:
    fetch_to_cache([Path(path) for path in MORE])


def find_more(*, fetch: bool = True) -> dict[str, Path]:
    """Return the files of `MORE` that are there, by their paths in a checkout."""
    named = os.environ.get("PY_URL_WPT")
    folders = [Path(named)] if named else [CACHED, project.shared("wpt")]
    if fetch and not named:
        _try(_fetch_more)
    return {path: folder / path for folder in folders for path in MORE if (folder / path).is_file()}


def _content_of(path: Path) -> bytes | None:
    """The content of an upstream file, or None if there is no such file. Raises SetUpError if it cannot be fetched."""
    address = f"{_UPSTREAM}/{WEB_PLATFORM_TESTS}/{path.as_posix()}"
    for tries_left in reversed(range(_TRIES)):
        try:
            with urllib.request.urlopen(address, timeout=_SECONDS) as response:
                content: bytes = response.read()
                return content
        except urllib.error.HTTPError as error:
            error.close()
            if error.code == http.HTTPStatus.NOT_FOUND:
                return None
            why: Exception = error
            # The server answered and may do better later: too many requests, or a server error.
            if tries_left:
                time.sleep(_SECONDS_BETWEEN_TRIES)
        except (OSError, http.client.HTTPException) as error:
            why = error
            break
    raise SetUpError(
        f"the Web Platform Tests' {path.name} could not be fetched ({why}); set PY_URL_WPT to a checkout of the tests"
    ) from why


def _keep(contents: dict[Path, bytes]) -> None:
    """Write files to the cache. Each file is written completely or not at all."""
    for path, content in contents.items():
        file = CACHED / path
        file.parent.mkdir(parents=True, exist_ok=True)
        part = file.with_name(f"{file.name}.{os.getpid()}")
        part.write_bytes(content)
        part.replace(file)


@dataclass(frozen=True)
class Scripts:
    """The tests in JavaScript."""

    edition: str
    """ "pin", "2024" or "other"."""
    which: str
    """A description for people, including what is missing."""
    files: dict[str, Path]
    """The files by the paths that they are served at: ``url/url-setters.any.js``, ``common/subset-tests.js``."""

    def expected(self) -> list[str]:
        """Return the names of the files that this edition should have. Raises SetUpError if one is missing."""
        present = []
        for choice in SCRIPTS:
            if self.edition == "2024" and choice[0] in NOT_OF_2024:
                continue
            name = next((name for name in choice if f"url/{name}" in self.files), None)
            if name is None:
                raise SetUpError(f"{choice[0]} is missing from {self.which}")
            present.append(name)
        return present


def find_scripts(*, fetch: bool = True) -> Scripts:
    """Find the tests in JavaScript: those of the pinned commit, or else those of 2024. Raises SetUpError."""
    named = os.environ.get("PY_URL_WPT")
    for folder in [Path(named)] if named else [project.shared("wpt")]:
        found = _scripts_in(folder)
        if found:
            # Their hashes are not known.
            return Scripts("other", f"the Web Platform Tests in {folder}, of an edition that is not verified", found)
    if fetch and not _has_all_scripts(CACHED):
        _try(_fetch_scripts)
    if _has_all_scripts(CACHED):
        found = _scripts_in(CACHED)
        return Scripts("pin", f"the Web Platform Tests at {WEB_PLATFORM_TESTS[:9]}", found)
    if fetch:
        _try(_make_2024)
    found = _scripts_in(_OF_2024)
    if not found:
        raise SetUpError("the Web Platform Tests' JavaScript was not found; set PY_URL_WPT to a checkout of the tests")
    which = "the Web Platform Tests of 2024, from Debian's source package of Node.js, without"
    return Scripts("2024", f"{which} {', '.join(NOT_OF_2024)}", found)


def _has_all_scripts(folder: Path) -> bool:
    return all(any((folder / "url" / name).is_file() for name in choice) for choice in SCRIPTS)


def _scripts_in(folder: Path) -> dict[str, Path]:
    there = ([name for name in choice if (folder / "url" / name).is_file()] for choice in SCRIPTS)
    found = {f"url/{names[0]}": folder / "url" / names[0] for names in there if names}
    if found:
        common = {f"common/{name}": folder / "common" / name for name in _COMMON}
        found.update({name: file for name, file in common.items() if file.is_file()})
    return found


def _make_2024() -> None:
    once.make_once(_OF_2024, "nodejs", lambda: _unpack_debians(_OF_2024))


def _unpack_debians(folder: Path) -> None:
    """Fill *folder* from Debian's source package of Node.js. Downloading it with apt-get does not need root."""
    if shutil.which("apt-get") is None:
        raise SetUpError("the Web Platform Tests of 2024 come from Debian's packages, and this is not Debian")
    sources = folder / "sources"
    for name in ("lists/partial", "archives/partial", "sources"):
        (folder / name).mkdir(parents=True)
    for file in [Path("/etc/apt/sources.list"), *Path("/etc/apt/sources.list.d").glob("debian*")]:
        if file.is_file():
            lines = file.read_text("utf-8").splitlines()
            lines = [line.replace("deb ", "deb-src ", 1) if line.startswith("deb ") else line for line in lines]
            lines = ["Types: deb-src" if line.startswith("Types:") else line for line in lines]
            (sources / file.name).write_text("\n".join(lines) + "\n", "utf-8")
    options = {"Dir::Etc::sourcelist": "/dev/null", "Dir::Etc::sourceparts": str(sources)}
    options |= {"Dir::State::lists": str(folder / "lists"), "Dir::Cache::archives": str(folder / "archives")}
    options |= {"Dir::Cache::pkgcache": "", "Dir::Cache::srcpkgcache": "", "APT::Sandbox::User": ""}
    apt = ["apt-get", "--quiet", *(f"-o{name}={value}" for name, value in options.items())]
    try:
        project.run([*apt, "update"])
        # Only the archive is needed; other files of the source package, such as a signature or a patch, may be missing.
        download = [*apt, "source", "--tar-only", "--download-only", "nodejs"]
        subprocess.run(download, cwd=folder, capture_output=True, check=False, timeout=600)
        archives = [file for file in folder.glob("nodejs_*.orig.tar.*") if file.suffix != ".asc"]
        if not archives:
            raise SetUpError("Debian's source package of Node.js could not be downloaded")
        _unpack(max(archives, key=project.numbers_in), folder)
    except subprocess.TimeoutExpired:
        raise SetUpError("downloading Debian's source package of Node.js took too long") from None
    finally:
        for file in folder.glob("nodejs_*"):
            file.unlink(missing_ok=True)
        for name in ("lists", "archives", "sources"):
            shutil.rmtree(folder / name, ignore_errors=True)


def _unpack(archive: Path, folder: Path) -> None:
    try:
        with tarfile.open(archive) as tar:
            for member in tar:
                parts = PurePosixPath(member.name).parts[1:]
                wanted = parts[:3] == ("test", "fixtures", "wpt") and parts[3:4] in (("url",), ("common",))
                content = tar.extractfile(member) if wanted and parts[-1].endswith((".js", ".json")) else None
                if content is not None:
                    file = folder.joinpath(*parts[3:])
                    file.parent.mkdir(parents=True, exist_ok=True)
                    file.write_bytes(content.read())
    except (OSError, EOFError, tarfile.TarError, lzma.LZMAError) as error:
        raise SetUpError(f"Debian's source package of Node.js cannot be read: {error}") from None
    if not _scripts_in(folder):
        raise SetUpError("Debian's source package of Node.js contains none of the tests")
