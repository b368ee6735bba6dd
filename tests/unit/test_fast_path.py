"""The fast path says what the parser says, or nothing."""

import json

import fetch_wpt
import pytest
from environment import ROOT, SetUpError

from py_url import basic_parse, serialize
from py_url.urls import components, fast_path

NAMES = ("hostname", "port", "pathname")
ORDINARY = [
    "http://h/",
    "http://h",
    "https://h:8080",
    "https://example.org/a/b.html?q=1&r=%20#f",
    "https://a-b.c_d.example:8080//x;y=z/%41?",
    "http://a..b/",
    "http://xn--a/#",
    "http://h/a.b/c..",
    "https://h/:@!$&'()*+,;=[]|~?/?[]\\^`{}|#/?#[]\\'{}|",
]
OTHERS = [
    "HTTP://h/",
    "http://H/",
    "http://h?q",
    "http://h#f",
    "http:/h/",
    "http:///h/",
    "ftp://h/",
    "http://1/",
    "http://a.1/",
    "http://a.0x1/",
    "http://a.1./",
    "http://a./",
    "http://h:80/",
    "http://h:08080/",
    "http://h:70000/",
    "http://u@h/",
    "http://h/./",
    "http://h/..",
    "http://h/%2e/",
    "http://h/%2E%2e",
    "http://h/.%2e",
    "http://h/.x",
    "http://h/a\\b",
    "http://h/^",
    "http://h/`",
    "http://h/{}",
    "http://h/ ",
    " http://h/",
    "http://h/\n",
    "http://h/a\tb",
    "http://h/é",
    "http://é/",
    "http://h/?'",
    "http://h/? ",
    "http://h/?<",
    "http://h/#`",
    "http://h/# ",
    "http://[::1]/",
    "http://h%41/",
    "",
]


def assert_true(text):
    """What the fast path says of a string is what the parser says; whether it says anything."""
    match = fast_path.match(text)
    if match is None:
        return False
    # It raises InvalidURL where the parser does not take what was taken.
    if match[4] is None:
        assert match.end() == len(text)
        assert serialize(basic_parse(text)) == f"{text}/"
        return True
    assert serialize(basic_parse(text)) == text
    parts = components.split(text)
    assert match[1] == parts["scheme"] + ":"
    assert [match.span(place) for place in (2, 3, 4)] == [parts.span(name) for name in NAMES]
    start, end = match.span(5)
    query = parts.span("query")
    assert (start + 1, end) == query if start >= 0 else query == (-1, -1)
    return True


@pytest.mark.parametrize("text", ORDINARY)
def test_ordinary_urls_are_taken(text):
    assert assert_true(text)


@pytest.mark.parametrize("text", OTHERS)
def test_others_are_refused(text):
    assert not assert_true(text)


@pytest.mark.parametrize("place", ["host", "path", "query", "fragment"])
def test_every_code_point_up_to_255_in_every_place(place):
    templates = {"host": "http://a{}b/", "path": "http://h/{}", "query": "http://h/?{}", "fragment": "http://h/#{}"}
    taken = [assert_true(templates[place].format(chr(number))) for number in range(256)]
    assert 30 < sum(taken) < 96


def test_urls_of_the_web_platform_tests():
    try:
        rows = json.loads((fetch_wpt.locate() / "urltestdata.json").read_text("utf-8"))
    except SetUpError as error:
        pytest.skip(str(error))
    inputs = [row["input"] for row in rows if isinstance(row, dict)]
    inputs += [row["href"] for row in rows if isinstance(row, dict) and "href" in row]
    taken = [assert_true(text) for text in inputs]
    assert sum(map(bool, taken)) > 100


def test_real_urls():
    file = ROOT.parent / "shared" / "corpora" / "a_real.txt"
    if not file.is_file():
        pytest.skip("the corpus is not here")
    urls = file.read_text("utf-8").split("\n")
    taken = [assert_true(text) for text in urls if text]
    assert sum(map(bool, taken)) > len(taken) * 0.9
