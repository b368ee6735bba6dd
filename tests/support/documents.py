"""Sections of the documents, and the examples in them."""

import doctest
import re
import traceback
from pathlib import Path
from unittest import mock

ROOT = Path(__file__).parents[2]
FLAGS = doctest.NORMALIZE_WHITESPACE | doctest.ELLIPSIS
DOCUMENTS = [
    *(ROOT / name for name in ("README.md", "py_url/README.md", "web/README.md", "tests/README.md")),
    *sorted((ROOT / "web" / "docs").rglob("*.md")),
    *sorted((ROOT / ".github").glob("*.md")),
]
ELSEWHERE = {"web/docs/howto/columns.md": ("Spark", "Ray Data", "Daft", "Dask")}
"""The sections whose examples need an engine that the project's environment does not have. tests/engines runs them."""


def name_of(file):
    """Return the name of a document, from the project's folder."""
    return file.relative_to(ROOT).as_posix()


def without_sections(text, headings):
    """Return the text of a document without some sections."""
    parts = re.split(r"^(?=## )", text, flags=re.MULTILINE)
    return "".join(part for part in parts if part.partition("\n")[0].removeprefix("## ") not in headings)


def section(text, heading):
    """Return the text of a section."""
    return text.partition(f"\n## {heading}\n")[2].partition("\n## ")[0]


def run(text, name, **known):
    """Run the examples in a part of a document, and return how many there are. None may fail."""
    example = doctest.DocTestParser().get_doctest(text, known, name, name, 0)
    said = []
    formatted = traceback.format_exception_only
    # Early Pythons compare the last line of an exception alone, which is that of its note.
    with mock.patch("traceback.format_exception_only", lambda *error: ["".join(formatted(*error))]):
        results = doctest.DocTestRunner(optionflags=FLAGS).run(example, out=said.append)
    assert results.failed == 0, "".join(said)
    return results.attempted


def run_examples(name, heading, **known):
    """Run the examples of a section of a document; there must be some."""
    assert heading in ELSEWHERE[name]
    assert run(section((ROOT / name).read_text("utf-8"), heading), f"{name}: {heading}", **known)
