"""Find the Web Platform Tests' URL tests at the pinned commit, or fetch them from upstream.

    python3 build_scripts/fetch_wpt.py

They are looked for in ``$PY_URL_WPT`` (a checkout of the Web Platform Tests), in ``../shared/wpt``, and in the
git-ignored cache, which is filled from upstream where it is empty. They are never committed.

The tests that are JavaScript need not be those of the pin: where these cannot be had, those that Debian's source
package of Node.js carries, of 2024, are taken.
"""

from __future__ import annotations

import http.client
import lzma
import os
import shutil
import subprocess
import sys
import tarfile
import urllib.error
import urllib.request
from pathlib import Path, PurePosixPath

import environment
from environment import CACHE, ROOT, SetUpError, say

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
"""The tests that are JavaScript, each by the names that its file has, or had."""

OF_2024 = "the Web Platform Tests of 2024 that Debian's source package of Node.js carries"
"""What `scripts` calls those that it takes where there are no others."""

_COMMON = ("subset-tests.js", "subset-tests-by-key.js")
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
    _keep({_RESOURCES / name: _content_of(_RESOURCES / name) for name in FILES})


def _content_of(path: Path) -> bytes:
    """A file's content, from upstream. Raises SetUpError."""
    address = f"{_UPSTREAM}/{WEB_PLATFORM_TESTS}/{path.as_posix()}"
    try:
        with urllib.request.urlopen(address, timeout=_SECONDS) as response:
            content: bytes = response.read()
    except (OSError, http.client.HTTPException) as error:
        raise SetUpError(
            f"the Web Platform Tests' {path.name} is not here and cannot be fetched ({error}); "
            "name a checkout of them in PY_URL_WPT"
        ) from error
    return content


def _keep(contents: dict[Path, bytes]) -> None:
    """Put files in the cache, once all of them are there."""
    for path, content in contents.items():
        file = _CACHED / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_bytes(content)


def scripts() -> tuple[dict[str, Path], str]:
    """The tests that are JavaScript, and of the pin if these can be had.

    Gives their files by what they are served as (``url/url-setters.any.js``, ``common/subset-tests.js``), and a
    sentence that says which they are and what is missing. Raises SetUpError where there are none.
    """
    named = os.environ.get("PY_URL_WPT")
    found: dict[str, Path] = {}
    for folder in [Path(named)] if named else [ROOT.parent / "shared" / "wpt", _CACHED]:
        found = found or _scripts_in(folder)
    if not found and not named:
        _fetch_scripts()
        found = _scripts_in(_CACHED)
    which = f"the Web Platform Tests at {WEB_PLATFORM_TESTS[:9]}" if not named else f"the Web Platform Tests in {named}"
    if not found:
        folder = CACHE / "wpt-of-debian"
        environment.make_once(folder, "nodejs", lambda: _unpack_debians(folder))
        found = _scripts_in(folder)
        which = OF_2024
    missing = [names[0] for names in SCRIPTS if not any(f"url/{name}" in found for name in names)]
    return found, f"{which}; {'missing: ' + ', '.join(missing) if missing else 'all files are there'}"


def _scripts_in(folder: Path) -> dict[str, Path]:
    found = {}
    for names in SCRIPTS:
        name = next((name for name in names if (folder / "url" / name).is_file()), None)
        if name is not None:
            found[f"url/{name}"] = folder / "url" / name
    if found:
        found |= {f"common/{name}": file for name in _COMMON if (file := folder / "common" / name).is_file()}
    return found


def _fetch_scripts() -> None:
    """Fetch what there is upstream; nothing where upstream is out of reach."""
    contents = {}
    common = [(f"common/{name}",) for name in _COMMON]
    for names in [*common, *(tuple(f"url/{name}" for name in names) for names in SCRIPTS)]:
        for name in names:
            try:
                contents[Path(name)] = _content_of(Path(name))
            except SetUpError as error:
                if not isinstance(error.__cause__, urllib.error.HTTPError):
                    return
            else:
                break
    _keep(contents)


def _unpack_debians(folder: Path) -> None:
    """Fill *folder* from the source package, which Debian's package manager brings without being root."""
    if shutil.which("apt-get") is None:
        raise SetUpError("the Web Platform Tests' JavaScript cannot be had: name a checkout of them in PY_URL_WPT")
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
        environment.run([*apt, "update"])
        # What else is in the package (a signature, a patch) may be missing; the archive is all that is needed.
        download = [*apt, "source", "--tar-only", "--download-only", "nodejs"]
        subprocess.run(download, cwd=folder, capture_output=True, check=False)
        archives = [file for file in folder.glob("nodejs_*.orig.tar.*") if file.suffix != ".asc"]
        if not archives:
            raise SetUpError(
                "Debian's source package of Node.js cannot be had: name a checkout of the tests in PY_URL_WPT"
            )
        _unpack(max(archives), folder)
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
        raise SetUpError("Debian's source package of Node.js holds none of the tests: name a checkout in PY_URL_WPT")


def main() -> int:
    """Print where the data is, and which tests in JavaScript are there. Gives the exit status."""
    try:
        print(locate())
        print(scripts()[1])
    except SetUpError as error:
        say(f"fetch_wpt.py: {error}")
        return 2
    return 0


if __name__ == "__main__":
    sys.exit(main())
