"""README.md: its Python examples do what they say."""

import doctest
from pathlib import Path

README = Path(__file__).parent.parent.parent / "README.md"


def test_python_examples():
    results = doctest.testfile(str(README), module_relative=False, optionflags=doctest.NORMALIZE_WHITESPACE)
    assert results.attempted > 15
    assert results.failed == 0
