"""Check, describe and publish the packages.

    python3 build_scripts/release.py check      build everything, and say what is missing for a release
    python3 build_scripts/release.py describe   write what the packages are made with to dist/sbom, as CycloneDX
    python3 build_scripts/release.py pypi       sign dist/wheel and dist/sdist, and upload them to PyPI
    python3 build_scripts/release.py npm        upload dist/npm to npm, with its provenance

.github/workflows/publish.yml runs them, in this order. "pypi" and "npm" build nothing, and refuse to run
elsewhere: PyPI and npm trust the workflow, so there is no password. dist/pyodide is never uploaded: on CPython 3.14,
pip would prefer its wheels to the pure one.

The exit status of "check" is 1 if something is missing.
"""

import setup  # isort: skip # noqa: F401 - first, because it checks which version of Python this is

import argparse
import json
import os
import re
import sys
import tempfile
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path

import build_wheel
from building import repository
from setup import npm, project, publishing, venv
from setup.ending import ends
from setup.project import ROOT, SCRIPTS, SetUpError, say

SBOM = build_wheel.DIST / "sbom"
# npm's first version that a registry can trust without a password.
_MIN_NPM = [11, 5, 1]
# What the texts say before the first release, which must not be on a package index.
_BEFORE = {
    "README.md": "not on PyPI yet",
    "web/docs/start/install.md": "not on PyPI or npm yet",
    "web/docs/start/should-i-adopt.md": "not published yet",
    "web/docs/howto/javascript.md": "not on npm yet",
    "web/docs/project/changelog.md": "not yet published",
    "py_url/standard/infra/extras.py": "PUBLISHED = False",
}
_TAGGED = "tag"
# GitHub sets it for a job that may prove which workflow it is.
_TOKEN = "ACTIONS_ID_TOKEN_REQUEST_URL"


def version() -> str:
    """Return the version of the package, without importing it."""
    found = re.search(r'^__version__ = "([^"]+)"', (ROOT / "py_url" / "__init__.py").read_text("utf-8"), re.MULTILINE)
    if found is None:
        raise SetUpError("py_url/__init__.py has no line with __version__")
    return found[1]


def unready(root: Path = ROOT, variables: Mapping[str, str] = os.environ) -> Iterator[str]:
    """Yield what has to be changed before a release of the project in *root*.

    In a workflow of GitHub, *variables* say which repository and which tag it is for.
    """
    address, number = repository.address(root), version()
    if not address:
        yield "pyproject.toml names no repository; write its address to [tool.py-url]"
    if "GITHUB_REPOSITORY" in variables:
        here = f"{variables.get('GITHUB_SERVER_URL', 'https://github.com')}/{variables['GITHUB_REPOSITORY']}"
        if address and address != here:
            yield f"pyproject.toml names the repository {address}, but this is {here}"
        if variables.get("GITHUB_REF_TYPE") == _TAGGED and variables["GITHUB_REF_NAME"] != f"v{number}":
            yield f"the tag is {variables['GITHUB_REF_NAME']}, but the version is {number}; the tag has to be v{number}"
    for name, words in _BEFORE.items():
        if words in (root / name).read_text("utf-8"):
            yield f'{name} says "{words}"'
    changelog = (root / "web" / "docs" / "project" / "changelog.md").read_text("utf-8")
    if not re.search(rf"^## \[{re.escape(number)}\] - \d{{4}}-\d\d-\d\d$", changelog, re.MULTILINE):
        yield f'web/docs/project/changelog.md has no heading "## [{number}] - YYYY-MM-DD"'


def faults(wheel: Path, sdist: Path, tarball: Path) -> Iterator[str]:
    """Yield what the checkers of the package indexes say against the packages."""
    node = npm.node()
    with tempfile.TemporaryDirectory() as empty:
        for command in (
            [publishing.program("twine"), "check", "--strict", wheel, sdist],
            [node, publishing.npm_program("publint"), "--strict", tarball],
            [node, publishing.npm_program("attw"), "--profile", "esm-only", tarball],
        ):
            try:
                project.run([str(part) for part in command], cwd=Path(empty))
            except SetUpError as error:
                yield str(error)
        try:
            # An absolute path, because npm takes "a/b" for a repository.
            npm.run("publish", str(tarball), "--dry-run", "--ignore-scripts", "--no-update-notifier", cwd=Path(empty))
        except SetUpError as error:
            yield str(error)


# Of what the packages are made with: the dependency group, and the Python that it is for.
_BILLS = {"python": ("build", "3.12"), "pyodide": ("pyodide", "3.14"), "playground": ("playground", "3.14")}


def describe(folder: Path = SBOM, *, validate: bool = True) -> list[Path]:
    """Write a bill of materials for what a package or the site is made with. Raises SetUpError.

    The wheel and the sdist contain nothing that is not this project's. ``python`` is what builds them. ``npm`` and
    ``pyodide`` are in the snapshot and in ``dist/pyodide``; ``playground`` is in the site. If *validate*, those of
    Python are compared with CycloneDX's schema, which takes ten times as long.
    """
    folder.mkdir(parents=True, exist_ok=True)
    files = []
    for name, (group, python) in _BILLS.items():
        files.append(folder / f"{name}.cdx.json")
        command = [publishing.program("cyclonedx-py"), "requirements", "--output-reproducible", "--of", "JSON"]
        command += ["--validate" if validate else "--no-validate", "--output-file", files[-1]]
        with tempfile.TemporaryDirectory() as temporary:
            locked = Path(temporary, "locked.txt")
            locked.write_text(venv.locked(venv.asked_for(group), python), "utf-8")
            project.run([str(part) for part in [*command, locked]])
    with tempfile.TemporaryDirectory() as name:
        copy = Path(name, "build_scripts")
        copy.mkdir()
        for file in ("package.json", "package-lock.json"):
            content = json.loads((SCRIPTS / file).read_text("utf-8"))
            # npm describes no package without a version.
            content["version"] = content.get("packages", {"": {}})[""]["version"] = version()
            Path(copy, file).write_text(json.dumps(content), "utf-8")
        options = ["--sbom-format", "cyclonedx", "--package-lock-only", "--no-update-notifier"]
        bill = json.loads(npm.run("sbom", *options, cwd=copy))
    # Everything else is the same each time.
    del bill["serialNumber"], bill["metadata"]["timestamp"]
    files.append(folder / "npm.cdx.json")
    files[-1].write_text(json.dumps(bill, indent=2) + "\n", "utf-8")
    return files


def to_pypi() -> None:
    """Sign the wheel and the sdist in ``dist``, and upload both. Raises SetUpError."""
    files = [_only(build_wheel.WHEEL, "*.whl", "-py3-none-any.whl"), _only(build_wheel.SDIST, "*.tar.gz", ".tar.gz")]
    names = [str(file) for file in files]
    project.run([str(publishing.program("pypi-attestations")), "sign", *names])
    names += [f"{name}.publish.attestation" for name in names]
    project.run([str(publishing.program("twine")), "upload", "--non-interactive", "--attestations", *names])


def to_npm() -> None:
    """Upload the npm package in ``dist``. Raises SetUpError."""
    file = _only(build_wheel.NPM, "*.tgz", ".tgz")
    found = npm.run("--version", cwd=ROOT).strip()
    if project.numbers_in(Path(found)) < _MIN_NPM:
        raise SetUpError(f"npm is {found}; npm {'.'.join(map(str, _MIN_NPM))} or later is needed")
    npm.run(
        "publish", str(file), "--provenance", "--access=public", "--ignore-scripts", "--no-update-notifier", cwd=ROOT
    )


def _only(folder: Path, pattern: str, ending: str) -> Path:
    """The only file in *folder*, which has this version. Raises SetUpError if there are others."""
    files = [file for file in folder.glob("[!.]*") if not file.name.endswith(".publish.attestation")]
    if len(files) != 1 or not files[0].match(pattern) or not files[0].name.endswith(f"-{version()}{ending}"):
        names = ", ".join(sorted(file.name for file in files)) or "nothing"
        raise SetUpError(f"{folder} has to hold only *-{version()}{ending}, but holds {names}; nothing was uploaded")
    return files[0]


def _check() -> int:
    venv.enter("build")
    build_wheel.build_all()
    packages = (build_wheel.build_pure_wheel(), build_wheel.build_sdist(), build_wheel.build_npm_package())
    found = [*faults(*packages), *unready()]
    for problem in found:
        print(problem)
    return 1 if found else 0


def _describe() -> int:
    for file in describe():
        print(file.relative_to(ROOT).as_posix())
    return 0


def _upload(upload: Callable[[], None], variables: Mapping[str, str] = os.environ) -> int:
    # What is published cannot be taken back, and a login of this machine would be enough to do it by mistake.
    if variables.get("GITHUB_ACTIONS") != "true" or _TOKEN not in variables:
        raise SetUpError("only .github/workflows/publish.yml uploads packages; nothing was uploaded")
    upload()
    say("uploaded")
    return 0


@ends("release.py")
def main(argv: Sequence[str] | None = None) -> int:
    """Do one step of a release. Returns the exit status."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("step", choices=("check", "describe", "pypi", "npm"))
    arguments = parser.parse_args(argv)
    if arguments.step in _UPLOADS:
        return _upload(_UPLOADS[arguments.step])
    return _STEPS[arguments.step]()


_STEPS = {"check": _check, "describe": _describe}
_UPLOADS = {"pypi": to_pypi, "npm": to_npm}


if __name__ == "__main__":
    sys.exit(main())
