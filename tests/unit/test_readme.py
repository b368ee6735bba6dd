"""README.md: its Python examples do what they say."""

import doctest
import re
from pathlib import Path

from py_url.standard.infra.error_table import VALIDATION_ERRORS, link

README = Path(__file__).parent.parent.parent / "README.md"


def test_python_examples():
    results = doctest.testfile(str(README), module_relative=False, optionflags=doctest.NORMALIZE_WHITESPACE)
    assert results.attempted > 15
    assert results.failed == 0


def test_every_validation_error_has_its_line():
    rows = re.findall(r"^\| \[`([^`]*)`\]\(([^)]*)\) \| (.*) \|$", README.read_text("utf-8"), re.MULTILINE)
    assert [(name, address, text.replace("&#124;", "|")) for name, address, text in rows] == [
        (name, link(name), text) for name, text in VALIDATION_ERRORS.items()
    ]


def test_console_example(capsys):
    from py_url.programs.command_line import main

    (command, output) = re.search(r"```console\n\$ py-url (.*)\n((?:.*\n)*?)```", README.read_text("utf-8")).groups()
    assert main(command.replace("'", "").split()) == 1
    assert capsys.readouterr().out == output
