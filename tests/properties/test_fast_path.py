"""The fast path agrees with the parser on strings made of pieces that matter to it."""

import string

from tests.conftest import peer

hypothesis = peer("hypothesis")

from hypothesis import (  # noqa: E402 - must follow the check that it is installed
    example,
    given,
    strategies as st,
)

from tests.properties.reached import reached, reaches  # noqa: E402 - as above
from tests.properties.strategies import concatenated, evenly, joined, mutated, parsing_urls, references  # noqa: E402 - as above
from tests.support.hypothesis_profile import many  # noqa: E402 - as above
from tests.unit.test_fast_path import BASES, MARKS, REFERENCES, assert_right  # noqa: E402 - as above

STARTS = ["http://h", "https://h/", "http://h/?", "http://", "wss:/", "FTP:"]

texts = joined(st.sampled_from([*MARKS, "a", "h", "2e"]) | st.text(string.printable, max_size=3), most=12)
# Most of MARKS end the fast path; it accepts many strings made of these.
easy_texts = joined(["a", "b/", "/", ".", "..", "/../", "%2e", "?", "#", ":80", "-", "é", "~", "'", "@"], most=8)


@reaches(taken=0.2, refused=0.1)
@many
@given(
    evenly(concatenated(st.sampled_from(STARTS), evenly(texts, easy_texts)), parsing_urls, mutated(parsing_urls, MARKS))
)
@example("http://h/..?../#../")
@example("http://1.2.3.4.5/")
@example("http://[1::2:3:4:5:6:7:8]/")
def test_strings_of_what_matters(text):
    reached("taken" if assert_right(text) else "refused")


@reaches(taken=0.2, refused=0.1)
@many
@given(
    evenly(concatenated(st.sampled_from(REFERENCES), evenly(texts, easy_texts)), references),
    evenly(concatenated(st.sampled_from(BASES), evenly(texts, easy_texts)), parsing_urls, st.just("http://h/a/b?q")),
)
@example("..", "http://h/a/b/")
@example("//[1::2:3:4:5:6:7:8]", "http://h/")
def test_references_of_what_matters(reference, base):
    reached("taken" if assert_right(reference, base) else "refused")
