"""What is public is what was reviewed: ``tests/data/api.txt`` has every name, signature and documented error."""

import ast
import difflib
import importlib
import json
import re

import pytest

from py_url import specs
from tests.conftest import peer
from tests.support import api

RECORDED = api.RECORD.read_text("utf-8")
# A line of a program, or of an example with Python's prompt.
IMPORT = r"^(?:>>> )?((?:from py_url[\w.]* import [\w, ]+|import py_url[\w.]*))$"


def test_nothing_public_changes_unnoticed():
    changes = [*difflib.unified_diff(RECORDED.splitlines(), api.listed().splitlines(), "recorded", "now", n=0)]
    assert changes == [], "if that is meant: python3 build_scripts/test.py --record-api"


def test_the_command_writes_what_is_derived(tmp_path, monkeypatch):
    for name in ("RECORD", "PLAYGROUND"):
        monkeypatch.setattr(api, name, tmp_path / name)
    (tmp_path / "panel.py").touch()
    api.main()
    assert api.RECORD.read_text("utf-8") == api.listed()
    assert json.loads(api.PLAYGROUND.read_text("utf-8")) == ["panel.py"]


@pytest.mark.parametrize("module", sorted({*api.modules()} - {*api.IN_ENVIRONMENTS_OF_THEIR_OWN}))
def test_what_is_listed_can_be_imported(module):
    if module.startswith("py_url.columns"):
        peer("pyarrow")
        peer(module.rpartition(".")[2].replace("columns", "pyarrow"))
    imported = importlib.import_module(module)
    assert [name for name in api.names_of(module) if not hasattr(imported, name)] == []


@pytest.mark.parametrize("module", api.modules())
def test_every_public_module_says_what_import_star_gives(module):
    """Without ``__all__``, ``from py_url.specs.websocket import *`` also gives ``re`` and ``find``."""
    assert api.has_all(module)
    names = api.names_of(module)
    assert [name for name in names if name.startswith("_") and name != "__version__"] == []
    assert len({*names}) == len(names)


@pytest.mark.parametrize(
    "file", sorted((api.ROOT / "py_url" / "specs" / "schemes").glob("*.py")), ids=lambda file: file.stem
)
def test_every_module_beside_those_of_schemes_says_so_too(file):
    assert api.has_all(f"py_url.specs.schemes.{file.stem}".removesuffix(".__init__"))


def test_other_specifications_are_loaded_on_first_use():
    assert {"websocket", "rfc3986"} < {*dir(specs)}
    assert all(specs.__getattr__(name).__name__ == f"py_url.specs.{name}" for name in ("websocket", "rfc3986"))
    with pytest.raises(AttributeError, match=r"module 'py_url\.specs' has no attribute 'soap'"):
        specs.soap  # noqa: B018 - the attribute is read


def test_what_the_documentation_imports_is_listed():
    documents = [api.ROOT / "README.md", *(api.ROOT / "web" / "docs").rglob("*.md")]
    modules = {*api.modules()}
    lines = [
        line for document in documents for line in re.findall(IMPORT, document.read_text("utf-8"), flags=re.MULTILINE)
    ]
    assert len(lines) > 50
    for line in lines:
        [statement] = ast.parse(line).body
        for alias in statement.names:
            if isinstance(statement, ast.Import):
                assert alias.name in modules, line
            else:
                assert statement.module in modules, line
                names = {*api.names_of(statement.module)}
                assert alias.name in names or f"{statement.module}.{alias.name}" in modules, line


# Exceptions that never leave the package, and that of a second call of an immutable object's `__init__`.
INSIDE = {"Failure", "FailedRow", "StateOverrideFailure", "AttributeError"}
# Programs end with a sentence instead.
DOCUMENTED = [
    ".".join(("py_url", *file.relative_to(api.ROOT / "py_url").with_suffix("").parts)).removesuffix(".__init__")
    for file in sorted((api.ROOT / "py_url").rglob("*.py"))
    if "programs" not in file.parts
]


@pytest.mark.parametrize("module", DOCUMENTED)
def test_what_a_function_raises_is_in_its_docstring(module):
    found = [
        (name, [*filter(lambda one: one not in INSIDE, raised)]) for name, raised in api.undocumented_errors(module)
    ]
    assert [(name, raised) for name, raised in found if raised] == []


@pytest.mark.parametrize(
    ("docstring", "names"),
    [
        ("Raises ValueError.", ["ValueError"]),
        ("A URL. Raises InvalidURL if it\ndoes not parse, and TypeError otherwise.", ["InvalidURL", "TypeError"]),
        ("Raises InvalidURL if it does not parse; TypeError otherwise.", ["InvalidURL", "TypeError"]),
        ("Returns a ValueError. It would not raise InvalidURL.", []),
        ("The call raises the errors of `URL`: InvalidURL.", ["InvalidURL"]),
        (None, []),
    ],
)
def test_documented_errors(docstring, names):
    assert api.errors("py_url.api.url", docstring) == names


def test_every_kind_of_name_is_found():
    lines = RECORDED.splitlines()
    for line in (
        "py_url.guard.transports",
        "  unicode_version: a value",
        "  data: module py_url.specs.schemes.data",
        "    classmethod can_parse(url: str | URL, base: str | URL | None=None) -> bool",
        "    port = str | int",
        "    size: int",
        "    overload get(name: str) -> str | None",
    ):
        assert any(found.startswith(line) for found in lines), line
