"""build_scripts/research: how its commands are started, and what they say of themselves."""

import importlib
import subprocess
import sys

import pytest
from research import __main__ as laboratory
from setup.project import SCRIPTS

SECONDS = 60


def research(*arguments):
    command = [sys.executable, "-B", str(SCRIPTS / "research"), *arguments]
    return subprocess.run(command, capture_output=True, text=True, check=False, timeout=SECONDS)


def test_all_commands_are_listed():
    result = research()
    assert (result.returncode, result.stderr) == (0, "")
    listed = [line.split() for line in result.stdout.splitlines() if line.startswith("  ")]
    assert [name for name, *_ in listed] == [*laboratory.COMMANDS]
    assert [words for words in listed if len(words) < 5 or not words[-1].endswith((".", "?"))] == []
    assert research("--help").stdout == result.stdout


@pytest.mark.parametrize("name", laboratory.COMMANDS)
def test_help_sets_nothing_up(name):
    result = research(name, "--help")
    assert (result.returncode, result.stderr) == (0, "")
    assert result.stdout.startswith(f"usage: research {name} ")
    assert importlib.import_module(laboratory.COMMANDS[name]).main.__wrapped__.__name__ == "main"


@pytest.mark.parametrize(("name", "meant"), [("mutat", "did you mean mutate?"), ("x", "it is one of")])
def test_a_wrong_name(name, meant):
    result = research(name)
    assert (result.returncode, result.stdout) == (2, "")
    assert result.stderr.startswith(f"research: there is no command '{name}'; {meant}\n  attack_guard ")
    assert "Traceback" not in result.stderr


def test_an_older_python_gets_one_sentence():
    program = (
        "import runpy, sys\n"
        "sys.version_info = (3, 10, 0, 'final', 0)\n"
        "sys.modules['tomllib'] = None\n"
        "sys.path.insert(0, sys.argv[1])\n"
        "runpy.run_path(sys.argv[1], run_name='__main__')"
    )
    command = [sys.executable, "-B", "-c", program, str(SCRIPTS / "research")]
    result = subprocess.run(command, capture_output=True, text=True, check=False, timeout=SECONDS)
    assert (result.returncode, result.stdout) == (2, "")
    assert result.stderr.startswith("Python 3.12 or later is needed, and this is Python 3.10 ")
