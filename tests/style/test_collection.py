"""Every test is collected, no test is lost, and no test waits forever."""

import ast
import json

import pytest
from setup.project import ROOT

from tests.support import counts


@pytest.fixture(scope="module")
def collected():
    return counts.collected()


def test_every_file_contributes(collected):
    assert counts.files() - {*collected} == set()


def test_no_test_is_lost(collected):
    recorded = counts.of_the_pin(json.loads(counts.RECORD.read_text("utf-8")))
    here = counts.of_the_pin(collected)
    changed = {file: (recorded.get(file, 0), here.get(file, 0)) for file in {**recorded, **here}}
    changed = {file: pair for file, pair in changed.items() if pair[0] != pair[1]}
    assert changed == {}, "(recorded, now); if that is meant: python3 build_scripts/test.py --record-counts"


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
    assert {file: len(lines) for file, lines in found.items()} == WATCHED, found


def test_a_call_without_a_timeout_is_found():
    program = "subprocess.run(a)\nsubprocess.run(a, timeout=1)\nsubprocess.run(a, **options)\nrun(a)\n"
    program += "process.wait()\nprocess.wait(9)\nthread.join()\n','.join(names)\nprocess.communicate(timeout=9)\n"
    assert list(calls_without_timeout(program)) == [1, 5, 7]
