"""Write the lock files: the versions and hashes of everything that the build scripts and tests install.

    python3 build_scripts/lock.py              update the files; versions change only if the requirements did
    python3 build_scripts/lock.py --upgrade    use the newest allowed versions
    python3 build_scripts/lock.py --check      only report files that are out of date; needs no network

build_scripts/requirements/*.txt are dependency groups of pyproject.toml, resolved by uv. One file serves all
platforms: a package that only some of them need has a marker, and the hashes cover every file of a release, including
the wheels for macOS and Windows. Therefore only one index is used, pip's index-url. Sources in extra-index-url
and find-links may have only some files of a release, and the hashes of the others would be lost.

npm install --package-lock-only makes the package-lock.json for each package.json. It runs in a folder
without node_modules, because otherwise npm leaves out packages for other platforms.
omit-lockfile-registry-resolved keeps the registry's address out of the file.
"""

import setup  # isort: skip # noqa: F401 - first, because it checks which version of Python this is

import argparse
import ast
import hashlib
import json
import os
import re
import shutil
import sys
import tempfile
from collections.abc import Iterator, Sequence
from pathlib import Path

from crosscheck import adapters
from setup import npm, project, venv
from setup.ending import ends
from setup.project import BENCH, BUNDLERS, CACHE, PUBLISHING, REQUIREMENTS, ROOT, SCRIPTS, SUITES, TEST_PACKAGES, say

GROUPS = {
    "dev.txt": ("dev", "3.12"),
    "build.txt": ("build", "3.12"),
    "crosscheck.txt": ("crosscheck", "3.12"),
    "test.txt": ("test", "3.11"),
    "test-workers.txt": ("test-workers", "3.12"),
    "test-peers.txt": ("test-peers", "3.12"),
    "test-fits.txt": ("test-fits", "3.12"),
    "test-columns.txt": ("test-columns", "3.12"),
    "test-browsers.txt": ("test-browsers", "3.12"),
    "minimum.txt": ("minimum", "3.11"),
    "pyodide.txt": ("pyodide", "3.14"),
    "playground.txt": ("playground", "3.14"),
    "bench.txt": ("bench", "3.12"),
    "bench-web.txt": ("bench-web", "3.14"),
    "bench-guard.txt": ("bench-guard", "3.12"),
    "bench-patterns.txt": ("bench-patterns", "3.12"),
    "bench-patterns-py.txt": ("bench-patterns-py", "3.12"),
    "canonical.txt": ("canonical", "3.12"),
    "engines.txt": ("engines", "3.12"),
    **{f"{group}.txt": (group, "3.12") for group in adapters.groups()},
    "mutation.txt": ("mutation", "3.12"),
    "fuzz.txt": ("fuzz", "3.12"),
    "spark.txt": ("spark", "3.12"),
    "distributed.txt": ("distributed", "3.12"),
    "unicode.txt": ("unicode", "3.12"),
    "docs.txt": ("docs", "3.12"),
    "lock.txt": ("lock", "3.12"),
    "release.txt": ("release", "3.12"),
}
"""For each file: the dependency group, and the oldest Python that it is for."""

NPM_FOLDERS = (SCRIPTS, TEST_PACKAGES, BUNDLERS, PUBLISHING, SUITES, BENCH, *adapters.npm_folders())
"""The folders with a ``package.json``."""

_UV = "uv.exe" if os.name == "nt" else "uv"
_DEV = f"{venv.WHOLE}.txt"
# pip's settings for the index, and uv's environment variables for the same settings.
_SETTINGS = {
    "index-url": "UV_DEFAULT_INDEX",
    "trusted-host": "UV_INSECURE_HOST",
    "timeout": "UV_HTTP_TIMEOUT",
    "default-timeout": "UV_HTTP_TIMEOUT",
    "proxy": "ALL_PROXY",
    "cert": "SSL_CERT_FILE",
    "client-cert": "SSL_CLIENT_CERT",
}
_PIN = re.compile(r"^([A-Za-z0-9._-]+)==([^\s;]+)(.*(?:\n +--hash=sha256:[0-9a-f]{64}(?: \\)?)*)", re.MULTILINE)


def specifiers(group: str) -> list[str]:
    """Return the requirements of a dependency group, including those of the groups in it."""
    import tomllib

    from packaging.dependency_groups import resolve_dependency_groups

    groups = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["dependency-groups"]
    return sorted({str(requirement) for requirement in resolve_dependency_groups(groups, group)})


def is_part_of_the_whole(group: str) -> bool:
    """Return whether the environment of all tests and scripts has what *group* asks for, in the same versions.

    The oldest Python needs older versions of some.
    """
    return group != venv.OLDEST and venv.asked_for(group) < venv.asked_for(venv.WHOLE)


def header(name: str) -> str:
    """Return the first lines of a requirements file."""
    group, python = GROUPS[name]
    asked = hashlib.sha256("\n".join([python, *specifiers(group)]).encode()).hexdigest()
    return (
        f'# The dependency group "{group}" of pyproject.toml, for Python {python} or later on all platforms.\n'
        "# Made by: python3 build_scripts/lock.py\n"
        f"# Asked for: {asked}\n"
    )


def problems(folder: Path = REQUIREMENTS) -> Iterator[str]:
    """Yield the problems of the requirements files in *folder* that can be found without a network."""
    from packaging.requirements import Requirement
    from packaging.utils import canonicalize_name

    for name, (group, _) in GROUPS.items():
        file = folder / name
        text = file.read_text("utf-8") if file.is_file() else ""
        if not text.startswith(header(name)):
            yield f'{name} is out of date: the dependency group "{group}" has changed'
        pins = [(canonicalize_name(package), version, hashes) for package, version, hashes in _PIN.findall(text)]
        for requirement in map(Requirement, specifiers(group)):
            wanted = canonicalize_name(requirement.name)
            versions = [version for package, version, _ in pins if package == wanted]
            if not versions or not all(requirement.specifier.contains(version) for version in versions):
                yield f"{name} does not satisfy {requirement}"
        yield from (f"{name} has no hash of {package}" for package, _, hashes in pins if "--hash" not in hashes)
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


def index_settings() -> dict[str, str]:
    """Return pip's configuration as environment variables for uv, which does not read it.

    Variables that are already set for uv take precedence. Raises SetUpError if pip fails.
    """
    listed = project.run([sys.executable, "-m", "pip", "--disable-pip-version-check", "config", "list"])
    found: dict[str, dict[str, str]] = {}
    for line in listed.splitlines():
        # for example global.index-url='https://…'; the section ":env:" has pip's environment variables
        section, _, assignment = line.partition(".")
        key, _, value = assignment.partition("=")
        if key in _SETTINGS:
            found.setdefault(section, {})[_SETTINGS[key]] = " ".join(ast.literal_eval(value).split())
    settings = found.get("global", {}) | found.get("install", {}) | found.get(":env:", {})
    return settings | {name: os.environ[name] for name in settings if name in os.environ}


def compile_requirements(name: str, folder: Path = REQUIREMENTS, *, upgrade: bool = False) -> str:
    """Resolve a dependency group again and return the text of its requirements file. Raises SetUpError."""
    group, python = GROUPS[name]
    uv = venv.make_venv(CACHE / "venv-lock", REQUIREMENTS / "lock.txt", (3, 12)).parent / _UV
    with tempfile.TemporaryDirectory() as temporary:
        asked, output = Path(temporary, "requirements.in"), Path(temporary, name)
        asked.write_text("\n".join(specifiers(group)) + "\n", "utf-8")
        if (folder / name).is_file() and not upgrade:
            # uv keeps the versions in an existing output file.
            shutil.copy(folder / name, output)
        command = [str(uv), "pip", "compile", "--quiet", "--universal", f"--python-version={python}"]
        command += [f"--python={sys.executable}", "--no-python-downloads", "--generate-hashes", "--no-header"]
        command += ["--no-annotate", f"--output-file={output}", str(asked)]
        if is_part_of_the_whole(group):
            command += [f"--constraint={folder / _DEV}"]
        project.run(command, env={**os.environ, **index_settings(), "UV_CACHE_DIR": str(CACHE / "uv")})
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
    venv.enter("build")
    if not arguments.check:
        for name in GROUPS:
            _write(REQUIREMENTS / name, compile_requirements(name, upgrade=arguments.upgrade))
        for folder in NPM_FOLDERS:
            _write(folder / "package-lock.json", compile_npm(folder, upgrade=arguments.upgrade))
    found = [*problems(), *(problem for folder in NPM_FOLDERS for problem in npm_problems(folder))]
    for problem in found:
        say(f"{problem}; run python3 build_scripts/lock.py" if arguments.check else problem)
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
