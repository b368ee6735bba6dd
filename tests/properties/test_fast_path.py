"""The fast path says what the parser says, of strings made of what matters to it."""

import string

from hypothesis import given
from hypothesis import strategies as st

from tests.unit.test_fast_path import BASES, MARKS, REFERENCES, assert_right

TEXTS = st.lists(st.sampled_from([*MARKS, "a", "h", "2e"]) | st.text(string.printable, max_size=3), max_size=12).map(
    "".join
)


@given(TEXTS)
def test_strings_of_what_matters(rest):
    for start in ("http://h", "https://h/", "http://h/?", "http://", "wss:/", "FTP:"):
        assert_right(start + rest)


@given(st.sampled_from(REFERENCES), TEXTS, st.sampled_from(BASES), TEXTS)
def test_references_of_what_matters(reference, rest, base, rest_of_base):
    assert_right(reference + rest, base + rest_of_base)
