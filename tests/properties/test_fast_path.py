"""The fast path agrees with the parser on strings made of pieces that matter to it, and on short strings.

The fast path decides by classes: whether a code point is a delimiter, a letter of a domain, a hexadecimal digit, in a
percent-encode set. `CLASSES` has a representative of each class, so a short string of representatives stands for all
strings of the same shape. ``PY_URL_SHORT_STRINGS=4`` tries all strings of up to four code points in every place.
"""

import os
import string
from itertools import islice, product

import pytest

from py_url import fast
from py_url.standard import serialize
from py_url.standard.infra import percent_encoding
from py_url.standard.infra.code_points import C0_CONTROL_OR_SPACE
from py_url.standard.infra.validation import Failure
from py_url.standard.urls.parser import run_parser
from py_url.standard.urls.record import clone
from py_url.standard.urls.setters import UNCHECKED_SETTERS
from tests.conftest import peer

hypothesis = peer("hypothesis")

from hypothesis import (  # noqa: E402 - must follow the check that it is installed
    example,
    given,
    strategies as st,
)

from tests.properties.reached import reached, reaches  # noqa: E402 - as above
from tests.properties.strategies import concatenated, evenly, joined, mutated, parsing_urls, references  # noqa: E402 - as above
from tests.support import recognizer  # noqa: E402 - as above
from tests.support.hypothesis_profile import many  # noqa: E402 - as above
from tests.unit.test_fast_path import BASES, BASES_OF_AUTOMATON, MARKS, REFERENCES, assert_reason, assert_right  # noqa: E402 - as above

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


failing_texts = concatenated(
    st.sampled_from(
        ["", "http://", "https://h:", "ws://[", "http://a.b.", "http://1.2.3.", "http://1.256.", "file://", "a://"]
    ),
    joined(st.sampled_from([*"aZ09_-.:/?# []<|~%@',\\", "256", "x1", "::", "a/b", "%20", "u:p@"]), most=5),
)


@reaches(known=0.1, other=0.1)
@many
@given(evenly(failing_texts, mutated(failing_texts, MARKS)))
@example("http://a..b:x")
@example("http://1.2.3.0256")
def test_reasons_of_what_matters(text):
    if fast.href_of(text) == fast.FAILS:
        reached("known" if assert_reason(text) else "other")


CLASSES = "/\\?#:@[].%|" + "2e0x" + "1agAZ-+!;" + " \t\x01\x7f" + "^`'\"" + "é。"
# Those of the parser; the others are for what is written.
SETS = [
    getattr(percent_encoding, f"{name}_PERCENT_ENCODE_SET")
    for name in ("C0_CONTROL", "FRAGMENT", "QUERY", "SPECIAL_QUERY", "PATH", "USERINFO")
]
HREF = "http://u:p@h:8080/a/b?q#f"
# A string is tried after a prefix, relative to a base URL, or as the value of a member of that URL.
PLACES = [
    *((prefix, None, None) for prefix in ("http://", "http://h", "http://h/", "https://h/?", "http://1", "http:", "")),
    *((prefix, None, None) for prefix in ("file://", "foo://", "ws://[", "http://h:")),
    *(("", base, None) for base in (HREF, "https://h/a/../b/.?q", "file:///C:/a")),
    *((prefix, HREF, None) for prefix in ("//", "../", "http:")),
    *(("", HREF, member) for member in fast.SETTERS),
]
LONGEST = int(os.environ.get("PY_URL_SHORT_STRINGS") or 3)
# Otherwise a part, in which every class comes last in turn.
EVERY = 1 if "PY_URL_SHORT_STRINGS" in os.environ else 19


def class_of(char):
    """Return what the fast path can tell about a code point."""
    # What IPv4 numbers, escapes of dots and default ports tell apart among the letters and digits.
    if char in "/\\?#:@[].%|2e0x" or not char.isascii():
        return char if char.isascii() else "beyond ASCII"
    kinds = (char in C0_CONTROL_OR_SPACE, char in "\t\n\r", char.isdigit(), char.islower(), char.isupper())
    return *(char in one for one in SETS), *kinds, char.lower() in "abcdef", char in "-_", char == "+"


def test_every_class_has_a_code_point():
    classes = {class_of(chr(code)) for code in range(0x80)} | {class_of("é")}
    assert {class_of(char) for char in CLASSES} == classes
    assert len({*CLASSES}) == len(CLASSES)


def parsed(text, base):
    try:
        return serialize(run_parser(text, base))
    except Failure:
        return fast.FAILS


@pytest.mark.parametrize(("prefix", "base", "member"), PLACES)
def test_short_strings(prefix, base, member):
    """What the fast path refuses, the parser answers anyway, so it is not compared."""
    record = None if base is None else run_parser(base)
    every = (chars for length in range(LONGEST + 1) for chars in product(CLASSES, repeat=length))
    compared = 0
    for chars in islice(every, 0, None, EVERY):
        text = prefix + "".join(chars)
        if member is None:
            quick = [fast.href_of(text, base), None if base is not None else fast.href_of_canonical(text)]
        else:
            quick = [fast.href_after(base, member, text)]
        if {*quick} == {None}:
            continue
        compared += 1
        if member is None:
            right = parsed(text, record)
        else:
            changed = clone(record)
            UNCHECKED_SETTERS[member](changed, text)
            right = serialize(changed)
        assert {*quick} <= {None, right}, text
    # It completes no scheme that is so short.
    assert compared or member == "protocol"


# What the table for JavaScript cuts, drops and inserts, and what it must not take for that.
cuts = joined(
    st.sampled_from(
        [*"/\\.?#a:;", "..", "/..", "/.", "\\..", "%2e", ".%2E", "%2", "/a/../", "?x", " ", "\t", "\r\n", "\x1f", "é"]
    ),
    most=10,
)
hosts = st.sampled_from(["h", "EXAMPLE.org", "a.b.", "1.2.3.4", "x.1", "é", "u@h", ""])
ports = joined([*":0:08413", ":80", ":443", ":21", ":0080", "\t"], most=3)
slashes = joined([*"//\\\t"], most=4)
schemes = st.sampled_from(["http:", "https:", "WS:", "wss:", "f\ntp:", "file:", "foo:", "blob:"])
tables_texts = evenly(
    concatenated(schemes, slashes, hosts, ports, cuts), concatenated(schemes, "//h", ports, "/", cuts)
)


@reaches(answered=0.2, refused=0.1)
@many
@given(evenly(tables_texts, concatenated(joined([*" \t\x00"], most=2), tables_texts, joined([*" \n\x1f"], most=2))))
@example("http:/\\h:0080/a/%2e./../b/.?x/..")
def test_what_the_table_for_javascript_changes(text):
    href = recognizer.href_of(text)
    if href is None:
        reached("refused")
    else:
        reached("answered")
        assert parsed(text, None) == href


@reaches(answered=0.2, refused=0.05)
@many
@given(evenly(tables_texts, cuts, concatenated("/", cuts)), st.sampled_from(BASES_OF_AUTOMATON))
@example("../../../a/..", "http://h/b/c")
@example("http:/x", "http://h/b/c")
def test_what_the_table_for_javascript_resolves(reference, base):
    href = recognizer.resolved(reference, base)
    if href is None:
        reached("refused")
    else:
        reached("answered")
        assert parsed(reference, run_parser(base)) == href


@reaches(answered=0.1, refused=0.1)
@many
@given(
    st.sampled_from(["http://h.example/a/b?q#f", "wss://u:p@h:8080/?q"]),
    st.sampled_from(["protocol", "hostname", "port", "pathname", "search", "hash"]),
    evenly(
        cuts,
        concatenated("/", cuts),
        concatenated(hosts, cuts),
        concatenated(schemes, slashes),
        ports.map(lambda port: port[1:]),
    ),
)
@example("http://h.example/a/b?q#f", "hostname", "/x")
def test_what_the_table_for_javascript_sets(href, member, value):
    changed = recognizer.with_value(href, member, value)
    if changed is None:
        reached("refused")
        return
    reached("answered")
    record = run_parser(href)
    UNCHECKED_SETTERS[member](record, value)
    assert serialize(record) == changed
