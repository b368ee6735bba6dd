"""What is public is what was reviewed: ``tests/data/api.txt`` has every name, signature and documented error."""

import ast
import difflib
import importlib

import pytest

from tests import api
from tests.conftest import peer

RECORDED = api.RECORD.read_text("utf-8")


def test_nothing_public_changes_unnoticed():
    changes = [*difflib.unified_diff(RECORDED.splitlines(), api.listed().splitlines(), "recorded", "now", n=0)]
    assert changes == [], "if that is meant: python3 build_scripts/test.py --record-api"


@pytest.mark.parametrize("module", sorted({*api.modules()} - {*api.IN_ENVIRONMENTS_OF_THEIR_OWN}))
def test_what_is_listed_can_be_imported(module):
    if module.startswith("py_url.columns"):
        peer("pyarrow")
        peer(module.rpartition(".")[2].replace("columns", "pyarrow"))
    imported = importlib.import_module(module)
    assert [name for name in api.names_of(module) if not hasattr(imported, name)] == []


def test_what_the_documentation_imports_is_listed():
    documents = [api.ROOT / "README.md", *(api.ROOT / "web" / "docs").glob("*.md")]
    modules = {*api.modules()}
    for document in documents:
        for line in document.read_text("utf-8").splitlines():
            if line.startswith("from py_url"):
                statement = ast.parse(line.partition(" import ")[0] + " import x").body[0]
                assert statement.module in modules, (document.name, line)


@pytest.mark.parametrize(
    ("docstring", "names"),
    [
        ("Raises ValueError.", ["ValueError"]),
        ("A URL. Raises InvalidURL if it\ndoes not parse, and TypeError otherwise.", ["InvalidURL", "TypeError"]),
        ("Returns a ValueError. It would not raise InvalidURL.", []),
        ("The call raises the errors of `URL`: InvalidURL.", ["InvalidURL"]),
        (None, []),
    ],
)
def test_documented_errors(docstring, names):
    assert api.errors("py_url.url", docstring) == names


def test_every_kind_of_name_is_found():
    lines = RECORDED.splitlines()
    for line in (
        "py_url.guard.transports",
        "  unicode_version: a value",
        "  data: module py_url.schemes.data",
        "    classmethod can_parse(url: str | URL, base: str | URL | None=None) -> bool",
        "    port = str | int",
        "    size: int",
        "    overload get(name: str) -> str | None",
    ):
        assert any(found.startswith(line) for found in lines), line
