"""Completion for shells and the man page, which the wheel has."""

import re
import shutil
import subprocess

import pytest
from building import shell_files

from py_url.programs.arguments import whole_parser


@pytest.fixture(scope="module")
def files():
    return shell_files.shell_files()


def options():
    """Return the long options of each command."""
    _, commands = whole_parser()
    return {
        name: {option for action in command._actions for option in action.option_strings if option[:2] == "--"}
        for name, command in commands.choices.items()
    }


def test_they_name_every_command_and_option(files, monkeypatch):
    assert {*files} == {*shell_files.COMPLETIONS.values(), shell_files.MAN_PAGE}
    for place, text in files.items():
        plain = text.replace("\\-", "-")
        for command, named in options().items():
            assert re.search(rf"\b{command}\b", plain), (place, command)
            for option in named - {"--help"}:
                # fish has the name of an option without its dashes.
                assert option in plain or f"-l {option[2:]}" in plain, (place, option)


def test_they_depend_on_nothing_else(files, monkeypatch):
    monkeypatch.setenv("COLUMNS", "40")
    assert shell_files.shell_files() == files
    assert all(str(shell_files.__file__) not in text for text in files.values())


def test_bash_completes(files, tmp_path):
    if shutil.which("bash") is None:
        pytest.skip("bash is not installed")
    (tmp_path / "py-url").write_text(files[shell_files.COMPLETIONS["bash"]], "utf-8")
    script = """
source ./py-url
function_of() { complete -p py-url | sed 's/.*-F \\([^ ]*\\) .*/\\1/'; }
completed() { COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); COMPREPLY=(); $(function_of); echo "${COMPREPLY[@]}"; }
completed py-url ed
completed py-url edit --se
"""
    done = subprocess.run(["bash", "-c", script], cwd=tmp_path, capture_output=True, text=True, check=True, timeout=60)
    assert done.stdout == "edit\n--set\n"
