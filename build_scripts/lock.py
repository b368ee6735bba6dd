"""Write the lock files: the versions and hashes of everything that the build scripts and tests install.

    python3 build_scripts/lock.py              update the files; versions change only if the requirements did
    python3 build_scripts/lock.py --upgrade    use the newest allowed versions
    python3 build_scripts/lock.py --check      only report files that are out of date; needs no network

build_scripts/requirements/packages.txt has the packages of the dependency groups of pyproject.toml; a group that needs
other versions has a list of its own. uv resolves them. One list serves all platforms and Pythons: a package that only
some of them need has a marker, and the hashes cover every file of a release, including the wheels for macOS and
Windows. Therefore only one index is used, pip's index-url. Sources in extra-index-url and find-links may have only some
files of a release, and the hashes of the others would be lost.

npm install --package-lock-only makes the package-lock.json for each package.json. It runs in a folder
without node_modules, because otherwise npm leaves out packages for other platforms.
omit-lockfile-registry-resolved keeps the registry's address out of the file.
"""

import setup  # isort: skip # noqa: F401 - first, because it checks which version of Python this is

import argparse
import hashlib
import json
import re
import shutil
import sys
import tempfile
from collections.abc import Iterator, Sequence
from pathlib import Path

from crosscheck import adapters
from setup import npm, venv
from setup.ending import ends
from setup.project import BUNDLERS, PUBLISHING, REQUIREMENTS, ROOT, RUNNERS, SCRIPTS, SUITES, TEST_PACKAGES, say

PACKAGES = "packages.txt"
"""The list of the packages of all groups but those in `APART`."""

APART = ("test", "lock", "unicode", "bench-guard", "engines", "distributed")
"""The groups with a list of their own. pip installs the first two, and needs the whole list of an environment. Each of
the others needs older versions of what many groups have.
"""

LISTS = (PACKAGES, *(f"{group}.txt" for group in APART))

NPM_FOLDERS = (SCRIPTS, TEST_PACKAGES, BUNDLERS, RUNNERS, PUBLISHING, SUITES, *adapters.npm_folders())
"""The folders with a ``package.json``."""

_NOT_THE_OLDEST = "python_version >= '3.12'"
_PIN = re.compile(r"^([A-Za-z0-9._-]+)==([^\s;]+)(.*(?:\n +--hash=sha256:[0-9a-f]{64}(?: \\)?)*)", re.MULTILINE)


def specifiers(name: str) -> list[str]:
    """Return the requirements of a list, those that the oldest Python does not get with a marker."""
    group = name.removesuffix(".txt")
    groups = [group] if group in APART else [each for each in venv.dependency_groups() if each not in APART]
    asked = frozenset[str]().union(*map(venv.asked_for, groups))
    return sorted(each if each in venv.asked_for(venv.OLDEST) else f"{each} ; {_NOT_THE_OLDEST}" for each in asked)


def header(name: str) -> str:
    """Return the first lines of a list."""
    asked = hashlib.sha256("\n".join(specifiers(name)).encode()).hexdigest()
    return (
        "# Dependency groups of pyproject.toml, for all platforms.\n"
        "# Made by: python3 build_scripts/lock.py\n"
        f"# Asked for: {asked}\n"
    )


def problems(folder: Path = REQUIREMENTS) -> Iterator[str]:
    """Yield the problems of the requirements files in *folder* that can be found without a network."""
    for name in LISTS:
        file = folder / name
        text = file.read_text("utf-8") if file.is_file() else ""
        if not text.startswith(header(name)):
            yield f"{name} is out of date: a dependency group has changed"
        yield from (f"{name} has no hash of {pin[1]}" for pin in _PIN.finditer(text) if "--hash" not in pin[3])
        # Other lines could name an index or a path.
        others = [line for line in _PIN.sub("", text).split("\n") if line and not line.startswith("#")]
        yield from (f"{name} has an unexpected line: {line}" for line in others)


def npm_problems(folder: Path) -> Iterator[str]:
    """Yield the problems of the ``package-lock.json`` in *folder* that can be found without a network."""
    wanted = json.loads((folder / "package.json").read_text("utf-8"))
    packages = json.loads((folder / "package-lock.json").read_text("utf-8"))["packages"]
    name = f"{folder.relative_to(ROOT).as_posix()}/package-lock.json" if folder.is_relative_to(ROOT) else str(folder)
    for field in ("name", "version", "dependencies", "devDependencies"):
        if packages[""].get(field) != wanted.get(field):
            yield f"{name} and package.json differ in {field}"
    for package, entry in packages.items():
        if package and not entry.get("link") and not entry.get("inBundle") and "integrity" not in entry:
            yield f"{name} has no hash of {package}"
        if "resolved" in entry:
            yield f"{name} contains the download address of {package}"


def compile_requirements(name: str, folder: Path = REQUIREMENTS, *, upgrade: bool = False) -> str:
    """Resolve a list again and return its text. Raises SetUpError."""
    with tempfile.TemporaryDirectory() as temporary:
        asked, output = Path(temporary, "requirements.in"), Path(temporary, name)
        asked.write_text("\n".join(specifiers(name)) + "\n", "utf-8")
        if (folder / name).is_file() and not upgrade:
            # uv keeps the versions in an existing output file.
            shutil.copy(folder / name, output)
        options = ["--universal", "--python-version=3.11", "--generate-hashes", "--no-header", "--no-annotate"]
        if {*specifiers(name)} < {*specifiers(PACKAGES)}:
            options.append(f"--constraint={folder / PACKAGES}")
        venv.uv("pip", "compile", *options, f"--output-file={output}", str(asked))
        return header(name) + output.read_text("utf-8")


def compile_npm(folder: Path, *, upgrade: bool = False) -> str:
    """Resolve ``package.json`` in *folder* again and return the text of ``package-lock.json``. Raises SetUpError."""
    with tempfile.TemporaryDirectory() as temporary:
        for name in ("package.json", "package-lock.json"):
            if (folder / name).is_file() and not (upgrade and name == "package-lock.json"):
                shutil.copy(folder / name, temporary)
        options = ["--package-lock-only", "--omit-lockfile-registry-resolved", "--ignore-scripts"]
        npm.run("install", *options, "--no-audit", "--no-fund", cwd=Path(temporary))
        return Path(temporary, "package-lock.json").read_text("utf-8")


def _write(file: Path, text: str) -> None:
    changed = not file.is_file() or file.read_text("utf-8") != text
    if changed:
        file.write_text(text, "utf-8")
    say(f"{file.relative_to(ROOT).as_posix()}: {'written' if changed else 'unchanged'}")


@ends("lock.py")
def main(argv: Sequence[str] | None = None) -> int:
    """Write or check the lock files. Returns the exit status."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    what = parser.add_mutually_exclusive_group()
    what.add_argument("--upgrade", action="store_true", help="use the newest allowed versions")
    what.add_argument("--check", action="store_true", help="only report files that are out of date")
    arguments = parser.parse_args(argv)
    # Other groups may ask for what the lists do not have yet.
    venv.enter(venv.UV)
    if not arguments.check:
        for name in LISTS:
            _write(REQUIREMENTS / name, compile_requirements(name, upgrade=arguments.upgrade))
        for folder in NPM_FOLDERS:
            _write(folder / "package-lock.json", compile_npm(folder, upgrade=arguments.upgrade))
    found = [*problems(), *(problem for folder in NPM_FOLDERS for problem in npm_problems(folder))]
    for problem in found:
        say(f"{problem}; run python3 build_scripts/lock.py" if arguments.check else problem)
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
