"""Many strings at once."""

import pytest

import py_url
from py_url import URL, FrozenURL, InvalidURL, parse_many

STRINGS = [
    *("https://a.example/x?q#f", "http://b", "HTTP://C:80/../x", "nope", "http://u:p@h:8080/?", "foo://bar/baz", ""),
    *("https://a.example/%", "https://a.example/a\nb", "http://b\n", "\nhttp://c", "http://d.0x", "http://[::1]:99"),
    *("https://\xfc.example/\xfc", "https://h/\ud800", "//h/x", "../x", "?q", "ws://h:8080", "https://h/\U0001f600"),
]


def hrefs(strings, base=None):
    return [None if (url := URL.parse(string, base)) is None else url.href for string in strings]


@pytest.mark.parametrize("base", [None, "https://h.example/a/b", "foo:bar", URL("file:///C:/x")])
def test_each_string_is_parsed(base):
    assert parse_many(STRINGS, base) == hrefs(STRINGS, base)
    for string in STRINGS:
        assert parse_many([string], base) == hrefs([string], base)


def test_runs_of_any_length():
    for before in (0, 1, 2, 499, 500, 501, 999, 1_000, 1_001):
        for other in ("http://bare", "nope", "HTTP://x/", "https://a/b\nc", "https://\xfc/"):
            strings = [*(f"https://h/{i}" for i in range(before)), other, "https://h/z", other]
            assert parse_many(strings) == hrefs(strings)


def test_any_iterable():
    assert parse_many([]) == []
    assert parse_many(iter(["http://h"])) == parse_many({"http://h": 1}) == parse_many(("http://h",)) == ["http://h/"]


def test_strings_of_a_subclass_become_plain():
    class Own(str):
        __slots__ = ()

        def __str__(self):
            return "nonsense"

    found = parse_many([Own("http://h/"), Own("http://h/")])
    assert found == ["http://h/"] * 2
    assert {type(href) for href in found} == {str}


def test_a_url_stands_for_its_href():
    url = URL("http://h/")
    url.search_params.append("a", "b")
    given = ["HTTP://x", url, "nope", FrozenURL("HTTP://y"), "?q"]
    assert parse_many(given, "http://b/c") == [
        "http://x/",
        "http://h/?a=b",
        "http://b/nope",
        "http://y/",
        "http://b/c?q",
    ]


def test_errors():
    with pytest.raises(InvalidURL, match="base URL") as caught:
        parse_many([], "nope")
    assert caught.value.errors
    for wrong in ("http://h/", b"x", None, 5, str):
        with pytest.raises(TypeError, match=type(wrong).__name__):
            parse_many(wrong)
    for item in (None, 5, b"http://h/"):
        with pytest.raises(TypeError, match=f"each of strings must be a str or a URL, not {type(item).__name__}"):
            parse_many(["http://h/", item])
    with pytest.raises(TypeError, match="base must be a str or a URL, not int"):
        parse_many([], 5)


def test_it_is_in_the_package():
    assert "parse_many" in py_url.__all__
