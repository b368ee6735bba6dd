"""build_scripts/research branches, without measuring anything."""

import json
import subprocess
from pathlib import Path

import pytest
from research import branches
from setup.project import ROOT

FILE = {"missing_branches": [[3, 5], [8, -1]]}


def measured(monkeypatch, *, taken, all_branches=100, status=0):
    """Stand for pytest and coverage.py. Returns the list of the commands that are run."""
    commands = []

    def run(command, **_):
        commands.append(command)
        if "json" in command:
            totals = {"covered_branches": taken, "num_branches": all_branches}
            report = {"totals": totals, "files": {"b.py": {"missing_branches": []}, "a.py": FILE}}
            Path(command[-1]).write_text(json.dumps(report), "utf-8")
            return subprocess.CompletedProcess(command, 0)
        return subprocess.CompletedProcess(command, status)

    monkeypatch.setattr(branches.venv, "enter", lambda: None)
    monkeypatch.setattr(subprocess, "run", run)
    return commands


@pytest.mark.parametrize(("taken", "status"), [(100, 0), (98, 0), (97, 1)])
def test_too_few_branches_fail(monkeypatch, capsys, taken, status):
    measured(monkeypatch, taken=taken)
    assert branches.main([]) == status
    assert capsys.readouterr().out == (
        f"a.py: 3 -> 5, 8 -> -1\n{taken} of 100 branches of py_url: {taken}.00 % (at least 98 %)\n"
    )


def test_nothing_measured(monkeypatch, capsys):
    measured(monkeypatch, taken=0, all_branches=0)
    assert branches.main([]) == 2
    assert "no branch was measured" in capsys.readouterr().err


def test_a_test_that_fails(monkeypatch, capsys):
    measured(monkeypatch, taken=100, status=1)
    assert branches.main([]) == 1
    assert "a test failed" in capsys.readouterr().err


def test_paths_are_those_of_the_current_folder(monkeypatch):
    monkeypatch.chdir(ROOT / "tests" / "unit")
    commands = measured(monkeypatch, taken=100)
    branches.main(["test_url.py::test_x", "-k", "a"])
    assert commands[0][-3:] == [f"{ROOT / 'tests' / 'unit' / 'test_url.py'}::test_x", "-k", "a"]


def test_tests_that_take_too_long(monkeypatch, capsys):
    def run(command, **options):
        raise subprocess.TimeoutExpired(command, options["timeout"])

    measured(monkeypatch, taken=100)
    monkeypatch.setattr(subprocess, "run", run)
    assert branches.main([]) == 2
    assert (
        capsys.readouterr().err == "research branches: the tests did not end after 7,200 seconds; name some of them\n"
    )
