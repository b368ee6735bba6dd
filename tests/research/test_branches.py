"""build_scripts/research branches, without measuring anything."""

import subprocess

import pytest
from research import branches
from setup.project import ROOT


@pytest.fixture
def measured(monkeypatch):
    """Stand for pytest and coverage.py. Returns the statuses to end with, and the commands that are run."""
    statuses, commands = {"run": 0, "report": 0}, []

    def run(command, *, timeout, **_):
        commands.append(command)
        if statuses[command[3]] is None:
            raise subprocess.TimeoutExpired(command, timeout)
        return subprocess.CompletedProcess(command, statuses[command[3]])

    monkeypatch.setattr(branches.venv, "enter", lambda: None)
    monkeypatch.setattr(subprocess, "run", run)
    return statuses, commands


@pytest.mark.parametrize(
    ("tests", "report", "status", "says"),
    [
        (0, 0, 0, ""),
        (0, 2, 1, ""),
        (0, 1, 2, "coverage.py could not report the branches"),
        (1, 0, 1, "a test failed"),
        (None, 0, 2, "research branches: the tests did not end after 7,200 seconds; name some of them\n"),
    ],
)
def test_the_status(measured, capsys, tests, report, status, says):
    measured[0].update(run=tests, report=report)
    assert branches.main([]) == status
    assert says in capsys.readouterr().err


def test_paths_are_those_of_the_current_folder(monkeypatch, measured):
    monkeypatch.chdir(ROOT / "tests" / "unit")
    branches.main(["test_url.py::test_x", "-k", "a"])
    assert measured[1][0][-3:] == [f"{ROOT / 'tests' / 'unit' / 'test_url.py'}::test_x", "-k", "a"]
