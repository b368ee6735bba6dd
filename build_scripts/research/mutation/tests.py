"""Which tests try the mutants: the quick ones of `py_url.standard` and `py_url.fast`."""

from __future__ import annotations

import re

from setup import choosing
from setup.project import ROOT

_FOLDERS = ("unit", "wpt")
# These measure times, start processes, read the text of the modules, or test other parts of the package.
_NOT = re.compile(
    r"test_(?:api|argument_types|canonical|clients|column|columns|command_line|engines|environment|files|growth|guard"
    r"|guard_\w+|import_maps|opc|package|pydantic|readme|rfc3986|schemes|user_input|file_api|editions|explain|parsers"
    r"|html|websocket|urllib_parse)\.py"
)
# Tests of the whole parser, for modules that everything uses.
_WHOLE = ("tests/wpt/test_urltestdata.py", "tests/wpt/test_setters.py")


def files() -> list[str]:
    """Return the files of all tests that try mutants, named from the project's folder."""
    found = [file for folder in _FOLDERS for file in sorted((choosing.TESTS / folder).glob("test_*.py"))]
    return [file.relative_to(ROOT).as_posix() for file in found if not _NOT.fullmatch(file.name)]


def named_for(file: str) -> list[str]:
    """Return the files of tests that belong to one module and try its mutants."""
    own = choosing.tests_of(file)
    return [test for test in files() if test in own]


def tests_of(file: str) -> list[str]:
    """Return the files of the tests for one module: those that are named for it, and those of the whole parser."""
    return list(dict.fromkeys([*named_for(file), *_WHOLE]))
