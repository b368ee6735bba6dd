"""Every test is collected, no test is lost, and no test waits forever."""

import ast
from collections import Counter

import pytest
from fetching import wpt_url
from setup import choosing
from setup.project import ROOT

from tests.support import collecting

# The least number of tests in each folder. A new test needs no change here; when a folder has grown, raise its floor.
FLOORS = {
    "benchmarks": 10,
    "browser": 420,
    "build_scripts": 1_700,
    "engines": 40,
    "javascript": 230,
    "playground": 220,
    "properties": 170,
    "pythons": 14,
    "research": 170,
    "style": 90,
    "unit": 12_000,
    "wpt": 23_000,
}


@pytest.fixture(scope="module")
def collected():
    return collecting.collected() + collecting.collected("tests/research")


def test_every_file_contributes(collected):
    assert {*choosing.test_files()} - {*collected} == set()


def below_their_floors(counts, floors):
    """Return a sentence for each folder that has fewer tests than its floor, or that has none."""
    folders = Counter()
    for file, count in counts.items():
        folders[file.split("/")[1]] += count
    for folder in sorted({*folders, *floors}):
        if folder not in floors:
            yield f"tests/{folder} has no floor: add it to FLOORS, with the {folders[folder]} tests that it has"
        elif folders[folder] < floors[folder]:
            yield (
                f"tests/{folder} has {folders[folder]} tests, and had at least {floors[folder]}: find those that are "
                "missing, or lower the floor if they went on purpose"
            )


def test_no_folder_loses_many_tests(collected):
    floors = dict(FLOORS)
    if wpt_url.find(fetch=False, required=False).edition != "pin":
        # Its rows are those of the Web Platform Tests.
        floors["wpt"] = 1
    assert list(below_their_floors(collected, floors)) == []


def test_a_folder_below_its_floor_is_named():
    counts = {"tests/unit/test_a.py": 2, "tests/unit/more/test_b.py": 1, "tests/new/test_c.py": 4}
    assert list(below_their_floors(counts, {"new": 4, "unit": 3})) == []
    new, old, unit = below_their_floors(counts, {"old": 1, "unit": 4})
    assert new.startswith("tests/new has no floor: add it to FLOORS, with the 4 tests")
    assert old.startswith("tests/old has 0 tests, and had at least 1:")
    assert unit.startswith("tests/unit has 3 tests, and had at least 4:")


def calls_without_timeout(text):
    """Return the lines of a program that could wait forever for a process or a thread."""
    for node in ast.walk(ast.parse(text)):
        if not isinstance(node, ast.Call):
            continue
        runs = ast.unparse(node.func) in ("subprocess.run", "subprocess.check_output")
        waits = isinstance(node.func, ast.Attribute) and node.func.attr in ("communicate", "join", "wait")
        keywords = {keyword.arg for keyword in node.keywords}
        if (runs or (waits and not node.args)) and not keywords & {"timeout", None}:
            yield node.lineno


# A user watches these: they end with the tests, or when the user presses Ctrl-C.
WATCHED = {"build_scripts/test.py": 1, "build_scripts/setup/venv.py": 1, "build_scripts/serve.py": 1}


def test_nothing_waits_forever():
    found = {}
    for folder in ("tests", "build_scripts"):
        for file in (ROOT / folder).rglob("*.py"):
            lines = list(calls_without_timeout(file.read_text("utf-8")))
            if lines:
                found[file.relative_to(ROOT).as_posix()] = lines
    assert {file: len(lines) for file, lines in found.items()} == WATCHED, (
        f"give each of these calls a timeout: {found}"
    )


def test_a_call_without_a_timeout_is_found():
    program = "subprocess.run(a)\nsubprocess.run(a, timeout=1)\nsubprocess.run(a, **options)\nrun(a)\n"
    program += "process.wait()\nprocess.wait(9)\nthread.join()\n','.join(names)\nprocess.communicate(timeout=9)\n"
    assert list(calls_without_timeout(program)) == [1, 5, 7]
