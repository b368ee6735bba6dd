"""Which tests try the mutants: the quick ones of `py_url.standard` and `py_url.fast`."""

from __future__ import annotations

import functools
import re
from pathlib import Path

from setup.project import ROOT

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

TESTS = ROOT / "tests"
_FOLDERS = ("unit", "seeds", "wpt")
# These measure times, start processes, read the text of the modules, or test other parts of the package.
_NOT = re.compile(
    r"test_(?:api|argument_types|canonical|clients|column|columns|command_line|engines|environment|files|growth|guard"
    r"|guard_\w+|import_maps|opc|package|pydantic|readme|rfc3986|schemes|user_input|file_api|editions|explain|compat_parsers"
    r"|html|websocket|urllib_parse)\.py"
)
# Tests of the whole parser, for modules that everything uses.
_WHOLE = ("tests/wpt/test_urltestdata.py", "tests/wpt/test_setters.py")


def files() -> list[str]:
    """Return the files of all tests that try mutants, named from the project's folder."""
    found = [file for folder in _FOLDERS for file in sorted((TESTS / folder).glob("test_*.py"))]
    return [file.relative_to(ROOT).as_posix() for file in found if not _NOT.fullmatch(file.name)]


def _files_named(text: str) -> Iterator[str]:
    """Yield the files that a cell of a table names; a name without a folder is in the folder of the name before it."""
    folder = ""
    for name in re.findall(r"`([\w/]+\.py)`", text):
        folder = name.rpartition("/")[0] or folder
        yield f"{folder}/{name.rpartition('/')[2]}"


@functools.cache
def _table() -> dict[str, list[str]]:
    """The table of tests/README.md."""
    text = (TESTS / "README.md").read_text("utf-8").partition("## Which file tests a module\n")[2]
    found: dict[str, list[str]] = {}
    for row in re.findall(r"^\| (`.*) \| (.*) \|$", text, re.MULTILINE):
        for module in _files_named(row[0]):
            found.setdefault(f"py_url/{module}", []).extend(f"tests/{test}" for test in _files_named(row[1]))
    return found


def named_for(file: str) -> list[str]:
    """Return the files of tests that belong to one module: its name says so, or tests/README.md."""
    name = f"test_{Path(file).stem}.py"
    return [test for test in files() if test.endswith(f"/{name}") or test in _table().get(file, ())]


def tests_of(file: str) -> list[str]:
    """Return the files of the tests for one module: those that are named for it, and those of the whole parser."""
    return list(dict.fromkeys([*named_for(file), *_WHOLE]))
