"""Run other JavaScript packages' own tests with Node's classes and with ours, and compare.

    python3 build_scripts/research suites [NAME ...]

Each suite in build_scripts/research/suites/suites.toml runs twice: with Node's own ``URL`` and ``URLSearchParams``,
and with py_url's after ``install()``. A test that passes only with Node's classes needs a reason in that file. NAME is
a package, such as ``ufo``; without one, all suites run, one after the other.

git fetches each suite's pinned commit from GitHub. If the environment variable PY_URL_SUITES names a folder, the
repositories in it are used instead: OWNER+NAME, or OWNER+NAME/repo.

The exit status is 0 if every difference has a reason, 1 if one has none or a suite runs fewer tests than it should,
and 2 if the set-up failed.
"""

import json
import os
import re
import subprocess
import tarfile
import tempfile
import tomllib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import takewhile
from operator import itemgetter
from pathlib import Path
from typing import Any

import build_wheel
from setup import npm, once, project, venv
from setup.ending import ends
from setup.project import SUITES, SetUpError, say

from research import parser_of

VARIABLE = "PY_URL_SUITES"

_PRELOAD = SUITES / "preload.mjs"
_LOADED_FROM = "PY_URL_SUITES_LOAD"
_MIN_NODE = 22
_SECONDS = 1_800
_REPORT = "REPORT"
# The share of the tests that have to pass with Node's classes. Some need the network, or fail if the machine is busy.
_ENOUGH = 0.9
# For each runner: its program in node_modules, and its options. It writes to REPORT, or to standard output.
_RUNNERS = {
    "ava": ("ava/entrypoints/cli.mjs", "--tap", "--concurrency=1"),
    "mocha": ("mocha/bin/mocha.js", "--exit", "--reporter=json", f"--reporter-option=output={_REPORT}"),
    "node": ("--test", "--test-concurrency=1", "--test-reporter=tap"),
    "qunit": ("qunit/bin/qunit.js", "--reporter=tap"),
    "vitest": ("vitest/vitest.mjs", "run", "--maxWorkers=1", "--reporter=json", f"--outputFile={_REPORT}"),
}
_OF_USER = re.compile(r"_proxy$|^(no|force)_color$", re.IGNORECASE)
_TAP = re.compile(r"( *)(not ok|ok) \d+(?: - )?(.*?)(?: # (?i:(skip|todo)\b).*)?$")
_TAP_PARENT = re.compile(r"( *)# Subtest: (.*)")


@dataclass(frozen=True)
class Suite:
    """A package's own tests."""

    name: str
    """The owner and the name of the repository, with a slash."""
    commit: str
    runner: str
    tests: int
    """How many tests pass with Node's classes: a suite that runs nothing shows no difference either."""
    arguments: tuple[str, ...] = ()
    """In them, ``{suites}`` is the folder of the data file."""
    node_options: tuple[str, ...] = ()
    folder: str = "."
    """Where to run, relative to the repository."""
    differs: dict[str, str] = field(default_factory=dict)
    """For each test that passes only with Node's classes, why."""

    @property
    def package(self) -> str:
        return self.name.partition("/")[2]


@dataclass(frozen=True)
class Run:
    """What the tests of a suite said: for each test, nothing if it passed, otherwise the failure."""

    tests: dict[str, str]
    output: str
    """The end of what the runner printed."""

    @property
    def passed(self) -> set[str]:
        return {name for name, failure in self.tests.items() if not failure}


def read_suites(file: Path = SUITES / "suites.toml") -> list[Suite]:
    """Return the suites in *file*. Raises SetUpError if a key is missing or unknown."""
    try:
        return [_suite(entry) for entry in tomllib.loads(file.read_text("utf-8"))["suite"]]
    except TypeError as error:
        raise SetUpError(f"{file.name} has a wrong entry: {error}") from None


def _suite(entry: dict[str, Any]) -> Suite:
    values: dict[str, Any] = {key: tuple(value) if isinstance(value, list) else value for key, value in entry.items()}
    return Suite(**values)


def source(suite: Suite, folder: Path, *, install: bool = True) -> Path:
    """Return the folder with the files of the suite's commit, inside *folder*. Raises SetUpError."""
    files = folder / suite.package

    def make() -> None:
        with tempfile.TemporaryDirectory() as temporary:
            repository = _repository(suite, Path(temporary, "repository"))
            archive = Path(temporary, "files.tar")
            try:
                project.run(["git", "-C", str(repository), "archive", f"--output={archive}", suite.commit])
            except SetUpError:
                raise SetUpError(f"{repository} does not have all of the commit {suite.commit}") from None
            with tarfile.open(archive) as tar:
                tar.extractall(files, filter="data")

    once.make_once(files, suite.commit, make, install=install)
    return files


def _repository(suite: Suite, temporary: Path) -> Path:
    """A git repository with the suite's commit: a stored one, or a new one in *temporary*."""
    stored = os.environ.get(VARIABLE)
    if not stored:
        project.run(["git", "init", "--quiet", "--bare", str(temporary)])
        url = f"https://github.com/{suite.name}"
        try:
            project.run(["git", "-C", str(temporary), "fetch", "--quiet", "--depth=1", url, suite.commit])
        except SetUpError:
            what_to_do = f"connect this machine to the network, or set {VARIABLE} to a folder with the repositories"
            raise SetUpError(f"{suite.commit} of {url} could not be fetched; {what_to_do}") from None
        return temporary
    folder = Path(stored, suite.name.replace("/", "+")).resolve()
    for repository in (folder / "repo", folder):
        if repository.is_dir():
            return repository
    raise SetUpError(f"{VARIABLE} is {stored!r}, and that folder has no {folder.name}")


def run_suite(suite: Suite, files: Path, packages: Path, *, ours: dict[str, str] | None = None) -> Run:
    """Run the tests in *files*, with Node's classes, or if *ours* is given, with those that it says how to load.

    Raises SetUpError if the runner cannot be started or takes too long.
    """
    program, *options = _RUNNERS[suite.runner]
    with tempfile.TemporaryDirectory() as temporary:
        report = Path(temporary, "report.json")
        command = [npm.node(), program if program.startswith("-") else str(packages / program)]
        command += [option.replace(_REPORT, str(report)) for option in options]
        # The tests' own servers are on this machine, and some tests look at these variables.
        variables = {name: value for name, value in os.environ.items() if not _OF_USER.search(name)}
        imports = list(suite.node_options)
        if ours is not None:
            variables[_LOADED_FROM] = json.dumps(ours)
            imports.insert(0, f"--import={_PRELOAD.as_uri()}")
        variables["NODE_OPTIONS"] = " ".join(imports)
        try:
            result = subprocess.run(
                [*command, *(argument.replace("{suites}", str(SUITES)) for argument in suite.arguments)],
                cwd=files / suite.folder,
                env=variables,
                stdin=subprocess.DEVNULL,
                capture_output=True,
                encoding="utf-8",
                errors="replace",
                check=False,
                timeout=_SECONDS,
            )
        except subprocess.TimeoutExpired:
            raise SetUpError(f"the tests of {suite.package} took longer than {_SECONDS} seconds") from None
        if _REPORT in " ".join(options):
            text = report.read_text("utf-8", "replace") if report.is_file() else "{}"
            found = _of_json(json.loads(text), files)
        else:
            found = _of_tap(result.stdout)
    tests: dict[str, str] = {}
    for name, failure in found:
        # Tests with the same name get numbers, in their order.
        unique, number = name, 1
        while unique in tests:
            number += 1
            unique = f"{name} ({number})"
        tests[unique] = failure
    return Run(tests, (result.stdout + result.stderr).strip()[-1500:])


def _of_json(report: dict[str, Any], files: Path) -> Iterator[tuple[str, str]]:
    """The tests in a report of mocha or vitest, with their failures."""

    def named(file: object, title: object) -> str:
        path = Path(str(file)).resolve()
        inside = path.relative_to(files.resolve()) if path.is_relative_to(files.resolve()) else path
        return f"{inside.as_posix()} > {title}"

    for test in report.get("tests", []):
        error = test["err"]
        # A test that was skipped has neither an error nor a duration.
        if error or "duration" in test:
            yield named(test.get("file"), test["fullTitle"]), json.dumps(error) if error else ""
    for file in sorted(report.get("testResults", []), key=itemgetter("name")):
        for result in file["assertionResults"]:
            if result["status"] in {"passed", "failed"}:
                failure = "\n".join(result["failureMessages"]) or "it fails"
                yield named(file["name"], result["fullName"]), "" if result["status"] == "passed" else failure


def _of_tap(text: str) -> Iterator[tuple[str, str]]:
    """The tests in the output of a runner that writes TAP, with their failures. A group of tests is no test."""
    parents: dict[int, str] = {}
    lines = text.splitlines()
    depth_before = 0
    for number, line in enumerate(lines):
        parent, found = _TAP_PARENT.fullmatch(line), _TAP.fullmatch(line)
        if parent:
            parents[len(parent[1])] = parent[2]
        elif found:
            depth = len(found[1])
            is_group, depth_before = depth < depth_before, depth
            if is_group or found[4]:
                continue
            names = [parents[place] for place in sorted(parents) if place < depth]
            details = takewhile(lambda line: line.strip() != "...", lines[number + 1 : number + 15])
            failure = "\n".join(details) or "it fails"
            yield " > ".join([*names, found[3]]), "" if found[2] == "ok" else failure


def differences(suite: Suite, native: Run, installed: Run) -> list[str]:
    """Return what is wrong: differences without a reason, reasons without a difference, and too few tests."""
    found = []
    if len(native.passed) < _ENOUGH * suite.tests:
        found.append(f"{len(native.passed)} tests pass with Node's classes, and not {suite.tests}:\n{native.output}")
    found += [
        f"{name!r} fails with ours: {installed.tests.get(name, 'it does not run')}"
        for name in sorted(native.passed - installed.passed - {*suite.differs})
    ]
    # Where a test does not even pass with Node's classes, its reason can still be right elsewhere.
    same = native.passed & installed.passed | {*suite.differs} - {*native.tests}
    return [*found, *(f"{name!r} has a reason but does not differ" for name in suite.differs if name in same)]


def compare(suite: Suite, files: Path, packages: Path, ours: dict[str, str]) -> tuple[str, list[str]]:
    """Run a suite twice. Returns a line about it, and what is wrong. Raises SetUpError as `run_suite` does."""
    native, installed = run_suite(suite, files, packages), run_suite(suite, files, packages, ours=ours)
    if native.passed - installed.passed - {*suite.differs}:
        # A test that fails by chance does not fail twice.
        again = run_suite(suite, files, packages, ours=ours)
        installed = Run(again.tests | dict.fromkeys(installed.passed, ""), again.output)
    differ = len(native.passed - installed.passed)
    line = f"{suite.package}: {len(native.passed)} tests pass with Node's classes, and {differ} of them not with ours"
    return line, differences(suite, native, installed)


@ends("research suites")
def main(argv: Sequence[str] | None = None) -> int:
    """Run the suites and print what is wrong. Returns the exit status."""
    parser = parser_of("research suites", __doc__)
    parser.add_argument("names", nargs="*", metavar="NAME", help="a package whose tests to run; the default is all")
    parser.add_argument("--no-install", action="store_true", help="install nothing; fail if something is missing")
    arguments = parser.parse_args(argv)
    install = not arguments.no_install
    venv.enter("build", install=install)
    suites = read_suites()
    unknown = {*arguments.names} - {suite.package for suite in suites}
    if unknown:
        raise SetUpError(f"there is no suite {min(unknown)!r}, but {', '.join(suite.package for suite in suites)}")
    if int(project.run([npm.node(), "-p", "parseInt(process.versions.node)"])) < _MIN_NODE:
        raise SetUpError(f"some suites need Node.js {_MIN_NODE} or later, and {npm.node()} is older")
    build_wheel.build(install=install)
    dist = build_wheel.PYODIDE
    ours = {
        "indexURL": str(npm.packages(install=install) / "pyodide"),
        "lockFileURL": str(dist / build_wheel.LOCK),
        "packageBaseUrl": f"{dist}/",
    }
    packages = npm.packages(SUITES, install=install)
    wrong = 0
    for suite in suites:
        if not arguments.names or suite.package in arguments.names:
            # Next to node_modules, where the tests find the packages.
            files = source(suite, packages.parent / "sources", install=install)
            say(f"running the tests of {suite.package} ...")
            line, found = compare(suite, files, packages, ours)
            print("\n".join([line, *(f"  {text}" for text in found)]), flush=True)
            wrong += len(found)
    return 1 if wrong else 0
