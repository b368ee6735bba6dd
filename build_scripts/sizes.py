"""Write the table of .github/CONTRIBUTING.md with what each command sets up.

    python3 build_scripts/sizes.py

Sets everything in the table up in a temporary folder, and measures it: the disk that it takes, and what is downloaded
for it. That takes several minutes and 3 GB of disk for a while.
"""

import setup  # isort: skip # noqa: F401 - first, because it checks which version of Python this is

import argparse
import sys
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from pathlib import Path
from unittest import mock

from setup import npm, project, venv
from setup.ending import ends
from setup.project import BUNDLERS, PUBLISHING, REQUIREMENTS, ROOT, SCRIPTS, TEST_PACKAGES, SetUpError, say

DOCUMENT = ROOT / ".github" / "CONTRIBUTING.md"
HEAD = "| command | dependency group | in `.cache` | download |\n|---|---|---|---|\n"

_PYODIDE = (SCRIPTS,)
COMMANDS: dict[str, tuple[tuple[str, ...], tuple[Path, ...]]] = {
    "test.py tests/unit/test_hosts.py": (("test",), ()),
    "test.py --quick": (("test-workers",), ()),
    "test.py tests/properties": (("test-peers",), ()),
    "test.py tests/unit/test_guard_transports.py": (("test-fits",), ()),
    "test.py tests/unit/test_columns.py": (("test-columns",), ()),
    "test.py tests/browser": (("test-browsers",), (SCRIPTS, TEST_PACKAGES, BUNDLERS)),
    "test.py": (
        ("dev", venv.OLDEST, "unicode", "release"),
        (SCRIPTS, TEST_PACKAGES, BUNDLERS, PUBLISHING),
    ),
    "attack_guard.py": (("test-fits",), ()),
    "bench.py": (("crosscheck", "bench"), ()),
    "branches.py": (("dev",), ()),
    "build_wheel.py": (("build",), _PYODIDE),
    "contribute.py": (("build",), ()),
    "crosscheck.py": (("crosscheck",), _PYODIDE),
    "engines.py": (("build", "engines"), ()),
    "fuzz.py": (("dev",), _PYODIDE),
    "fuzz_guided.py": (("fuzz",), ()),
    "lock.py": (("build", "lock"), ()),
    "mutate.py": (("dev", "mutation"), ()),
    "release.py": (("build", "release"), _PYODIDE),
    "serve.py": (("build",), _PYODIDE),
    "site.py": (("dev",), _PYODIDE),
    "sizes.py": (("build",), ()),
    "suites.py": (("build",), _PYODIDE),
    "unicode_tables.py": (("build", "unicode", venv.OLDEST), ()),
    "upstream.py": (("build",), ()),
}
"""For each command, the dependency groups of its environments and the folders of the npm packages that it sets up. The
first group is the one that it enters, and a command of its own environments only has no other.
"""


@contextmanager
def _elsewhere(folder: Path) -> Iterator[None]:
    """Inside the ``with``, what is set up goes to *folder*."""
    places = {"setup.venv.CACHE": folder, "setup.venv.VENV": folder / "venv", "setup.npm.CACHE": folder}
    with ExitStack() as stack:
        for name, place in places.items():
            stack.enter_context(mock.patch(name, place))
        yield


def _bytes_in(folder: Path) -> int:
    return sum(file.lstat().st_size for file in folder.rglob("*") if file.is_file() and not file.is_symlink())


def _of_group(group: str) -> tuple[int, int]:
    """The bytes that the environment of a group takes, and those that are downloaded for it. Raises SetUpError."""
    with tempfile.TemporaryDirectory() as temporary, _elsewhere(Path(temporary)):
        if group == venv.OLDEST:
            python = venv.oldest_python()
        else:
            python = venv.make_venv(venv.folder_of(group), REQUIREMENTS / f"{group}.txt", (3, 12))
        size = _bytes_in(Path(temporary))
        wheels = Path(temporary, "downloaded")
        command = [str(python), "-m", "pip", "--disable-pip-version-check", "--no-input", "download", "--quiet"]
        command += ["--no-cache-dir", "--no-deps", "--require-hashes", "-r", str(REQUIREMENTS / f"{group}.txt")]
        project.run([*command, "-d", str(wheels)])
        return size, _bytes_in(wheels)


def _of_npm(wanted: Path) -> tuple[int, int]:
    """The same for npm's packages. What npm downloads stays in its cache. Raises SetUpError."""
    with tempfile.TemporaryDirectory() as temporary, _elsewhere(Path(temporary)):
        npm.packages(wanted)
        return _bytes_in(Path(temporary)), _bytes_in(Path(temporary, "npm-cache", "_cacache", "content-v2"))


def table() -> str:
    """Set everything up in temporary folders, and return the table. Raises SetUpError."""
    groups, folders = (dict.fromkeys(part for both in COMMANDS.values() for part in both[number]) for number in (0, 1))
    measured: dict[object, tuple[int, int]] = {}
    for group in groups:
        say(f"measuring {group} ...")
        measured[group] = _of_group(str(group))
    for folder in folders:
        say(f"measuring npm's packages of {Path(str(folder)).name} ...")
        measured[folder] = _of_npm(Path(str(folder)))
    return HEAD + "".join(_row(command, measured) for command in COMMANDS)


def _row(command: str, measured: dict[object, tuple[int, int]]) -> str:
    groups, folders = COMMANDS[command]
    size, download = (sum(measured[part][number] for part in (*groups, *folders)) for number in (0, 1))
    return f"| `{command}` | {', '.join(groups)} | {size / 1e6:,.0f} MB | {download / 1e6:,.0f} MB |\n"


def written(text: str, table: str) -> str:
    """Return the document's text with another table. Raises SetUpError if it has none."""
    before, head, rest = text.partition(HEAD)
    if not head:
        raise SetUpError(f"{DOCUMENT} has no table with the head of this one")
    after = rest.split("\n")
    while after and after[0].startswith("|"):
        del after[0]
    return before + table + "\n".join(after)


@ends("sizes.py")
def main(argv: Sequence[str] | None = None) -> int:
    """Measure, and write the table. Returns the exit status."""
    argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter).parse_args(argv)
    venv.enter("build")
    DOCUMENT.write_text(written(DOCUMENT.read_text("utf-8"), table()), "utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
