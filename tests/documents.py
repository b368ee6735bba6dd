"""Sections of the documents, and the examples in them."""

import doctest
import re
from pathlib import Path

ROOT = Path(__file__).parent.parent
FLAGS = doctest.NORMALIZE_WHITESPACE | doctest.ELLIPSIS
ELSEWHERE = {"web/docs/columns.md": ("Spark", "Ray Data", "Daft", "Dask")}
"""The sections whose examples need an engine that the project's environment does not have. tests/engines runs them."""


def without_sections(text, headings):
    """Return the text of a document without some sections."""
    parts = re.split(r"^(?=## )", text, flags=re.MULTILINE)
    return "".join(part for part in parts if part.partition("\n")[0].removeprefix("## ") not in headings)


def section(text, heading):
    """Return the text of a section."""
    return text.partition(f"\n## {heading}\n")[2].partition("\n## ")[0]


def run_examples(name, heading, **known):
    """Run the examples of a section of a document; there must be some."""
    assert heading in ELSEWHERE[name]
    text = section((ROOT / name).read_text("utf-8"), heading)
    example = doctest.DocTestParser().get_doctest(text, known, heading, name, 0)
    said = []
    results = doctest.DocTestRunner(optionflags=FLAGS).run(example, out=said.append)
    assert results.attempted > 0
    assert results.failed == 0, "".join(said)
