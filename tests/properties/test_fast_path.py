"""The fast path says what the parser says, of strings made of what matters to it."""

import string

from hypothesis import given
from hypothesis import strategies as st

from tests.unit.test_fast_path import assert_true

PIECES = [
    *"./:?#@%[]\\'\"<>^`{|}~ \t\n*é",
    "2e",
    "%2E",
    "..",
    "//",
    "1",
    "0x1",
    "xn--",
    "a",
    "Z",
    ":8080",
    ":80",
    "//h",
]


@given(st.lists(st.sampled_from(PIECES) | st.text(string.printable, max_size=3), max_size=12).map("".join))
def test_strings_of_what_matters(rest):
    for start in ("http://h", "https://h/", "http://h/?", "http://"):
        assert_true(start + rest)
