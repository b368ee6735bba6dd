"""Write the table of .github/CONTRIBUTING.md with what each command sets up.

    python3 build_scripts/research sizes

Downloads the packages of each environment and measures them: the files themselves, and what they take unpacked. uv
counts for each command that needs it. Bytecode, which Python adds when it imports something, does not count. That takes
a few minutes, and .cache/sizes.
"""

import sys
import tarfile
import tempfile
import zipfile
from collections.abc import Mapping, Sequence
from pathlib import Path
from unittest import mock

from setup import npm, project, venv
from setup.ending import ends
from setup.project import CACHE, PUBLISHING, ROOT, SCRIPTS, TEST_PACKAGES, SetUpError, say

from research import parser_of

DOCUMENT = ROOT / ".github" / "CONTRIBUTING.md"
HEAD = "| command | dependency group | in `.cache` | download |\n|---|---|---|---|\n"

_PYODIDE = (SCRIPTS,)
COMMANDS: dict[str, tuple[str, tuple[Path | str, ...]]] = {
    "test.py tests/unit/test_hosts.py": ("test", ()),
    "test.py --quick": ("test", ()),
    "test.py tests/properties": ("test-fits", ()),
    "test.py tests/unit/test_columns.py": ("test-columns", ()),
    "test.py tests/browser": ("test-browsers", (SCRIPTS, TEST_PACKAGES)),
    "test.py": ("dev", (SCRIPTS, TEST_PACKAGES, PUBLISHING)),
    "bench.py": ("crosscheck", ()),
    "build_wheel.py": ("build", _PYODIDE),
    "crosscheck.py": ("crosscheck", _PYODIDE),
    "fuzz.py": ("dev", _PYODIDE),
    "lock.py": ("build", ()),
    "release.py": ("build", _PYODIDE),
    "serve.py": ("build", _PYODIDE),
    "site.py": ("build", (*_PYODIDE, "docs")),
    "upstream.py": ("build", ()),
}
"""For each command, the dependency group of the environment that it enters, or of its only one, and what else it always
sets up: the folders of npm packages, and the groups of further environments.
"""


def _bytes_in(folder: Path) -> int:
    files = (file for file in folder.rglob("*") if "__pycache__" not in file.parts and not file.is_symlink())
    return sum(file.lstat().st_size for file in files if file.is_file())


def _unpacked(file: Path) -> int:
    """The bytes that a wheel or a source distribution takes when it is unpacked."""
    if file.suffix == ".whl":
        with zipfile.ZipFile(file) as wheel:
            return sum(entry.file_size for entry in wheel.infolist())
    with tarfile.open(file) as archive:
        return sum(member.size for member in archive)


def _of_nothing() -> int:
    """The bytes that an environment without packages takes. Raises SetUpError."""
    with tempfile.TemporaryDirectory() as temporary:
        project.run([sys.executable, "-m", "venv", temporary])
        return _bytes_in(Path(temporary))


def _of_group(group: str, wheels: Path) -> tuple[int, int]:
    """The bytes that the packages of a group take, and those that are downloaded for them. Raises SetUpError.

    *wheels* keeps what is downloaded, because the groups have packages in common, and a run may be interrupted.
    """
    from packaging.utils import canonicalize_name

    pins = {(canonicalize_name(name), version) for name, version in venv.download(venv.asked_for(group), wheels)}
    files = [file for file in wheels.iterdir() if _pin_of(file.name) in pins]
    return sum(map(_unpacked, files)), sum(file.stat().st_size for file in files)


def _pin_of(file: str) -> tuple[str, str]:
    """The name and the version of a wheel or a source distribution."""
    from packaging.utils import parse_sdist_filename, parse_wheel_filename

    name, version = parse_wheel_filename(file)[:2] if file.endswith(".whl") else parse_sdist_filename(file)
    return name, str(version)


def _of_npm(wanted: Path) -> tuple[int, int]:
    """The same for npm's packages. What npm downloads is kept until it is counted. Raises SetUpError."""
    with (
        tempfile.TemporaryDirectory() as temporary,
        mock.patch("setup.npm.CACHE", Path(temporary)),
        mock.patch("setup.npm.shutil.rmtree"),
    ):
        downloads = npm.packages(wanted).with_name(npm.DOWNLOADS)
        return _bytes_in(Path(temporary)) - _bytes_in(downloads), _bytes_in(downloads / "_cacache" / "content-v2")


def table() -> str:
    """Download everything, and return the table. Raises SetUpError."""
    measured: dict[str | Path, tuple[int, int]] = {}
    nothing = _of_nothing()
    for part in dict.fromkeys([venv.UV, *(part for group, further in COMMANDS.values() for part in (group, *further))]):
        if isinstance(part, Path):
            say(f"measuring npm's packages of {part.name} ...")
            measured[part] = _of_npm(part)
        else:
            say(f"measuring {part} ...")
            size, download = _of_group(part, CACHE / "sizes")
            measured[part] = (nothing + size if part in venv.WITH_PIP else size, download)
    return HEAD + "".join(_row(command, measured) for command in COMMANDS)


def _row(command: str, measured: Mapping[str | Path, tuple[int, int]]) -> str:
    group, further = COMMANDS[command]
    parts: list[str | Path] = [group, *further]
    groups = ", ".join(part for part in parts if isinstance(part, str))
    if group not in venv.WITH_PIP:
        parts.append(venv.UV)
    size, download = (sum(measured[part][number] for part in parts) / 1e6 for number in (0, 1))
    return f"| `{command}` | {groups} | {size:,.0f} MB | {download:,.0f} MB |\n"


def written(text: str, table: str) -> str:
    """Return the document's text with another table. Raises SetUpError if it has none."""
    before, head, rest = text.partition(HEAD)
    if not head:
        raise SetUpError(f"{DOCUMENT} has no table with the head of this one")
    after = rest.split("\n")
    while after and after[0].startswith("|"):
        del after[0]
    return before + table + "\n".join(after)


@ends("research sizes")
def main(argv: Sequence[str] | None = None) -> int:
    """Measure, and write the table. Returns the exit status."""
    parser_of("research sizes", __doc__).parse_args(argv)
    venv.enter("build")
    found = table()
    DOCUMENT.write_text(written(DOCUMENT.read_text("utf-8"), found), "utf-8")
    return 0
