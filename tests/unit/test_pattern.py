"""URLPattern: what the rows of the Web Platform Tests do not reach, errors for people, and lists of patterns."""

import pickle
from types import MappingProxyType

import pytest

from py_url import URL, FrozenURL, InvalidURL
from py_url.pattern import (
    InvalidPattern,
    PatternList,
    URLPattern,
    URLPatternComponentResult,
    URLPatternResult,
    components,
)
from py_url.pattern.canonicalization import COMPONENTS
from py_url.pattern.identifiers import is_id_continue, is_id_start

BOOKS = URLPattern("https://example.com/books/:id")


def test_the_first_example():
    pattern = URLPattern("https://example.com/:category/*")
    assert {name: pattern[name] for name in COMPONENTS} == {
        "protocol": "https",
        "username": "*",
        "password": "*",
        "hostname": "example.com",
        "port": "",
        "pathname": "/:category/*",
        "search": "*",
        "hash": "*",
    }
    assert pattern.test("https://example.com/products/")
    assert not pattern.test("https://example.com/")
    assert not pattern.test("https://example.com:8443/blog/x")
    result = pattern.exec("https://example.com/blog/a?q")
    assert result.pathname.groups == {"category": "blog", "0": "a"}
    assert result.inputs == ("https://example.com/blog/a?q",)


@pytest.mark.parametrize("url", [URL("https://example.com/books/7"), FrozenURL("https://example.com/books/7")])
def test_urls_can_be_matched(url):
    assert BOOKS.test(url)
    assert BOOKS.exec(url).inputs == ("https://example.com/books/7",)
    assert BOOKS.exec("7", URL("https://example.com/books/")).inputs == ("7", "https://example.com/books/")
    assert BOOKS.exec("7", base="https://example.com/books/").pathname.groups == {"id": "7"}
    assert URLPattern("/a", URL("https://h/")).hostname == "h"
    assert URLPattern(pathname="/a", base=URL("https://h/")).hostname == "h"


def test_what_does_not_parse_matches_nothing():
    everything = URLPattern()
    assert everything.test({})
    assert everything.test({"hostname": "h"})
    assert not everything.test("https://h:x/")
    assert not everything.test("/a", "https://h:x/")
    assert not everything.test({"hostname": "a b"})
    assert not everything.test({"port": "x"})
    assert not everything.test({"baseURL": "x"})


def test_components_by_name():
    assert URLPattern(hostname="*.example.com", pathname="/a") == URLPattern(
        {"hostname": "*.example.com", "pathname": "/a"}
    )
    assert URLPattern(MappingProxyType({"search": "?a"})).search == "a"
    assert URLPattern(protocol="data", pathname=" a").pathname == " a"
    assert URLPattern(username=":a", password="b").exec("https://x:b@h/").username.groups == {"a": "x"}


@pytest.mark.parametrize(
    ("arguments", "keywords", "message"),
    [
        (({}, "https://h/"), {}, "a base URL is given with a string; in a dict, it is 'baseURL'"),
        (("https://h/",), {"pathname": "/a"}, "give a pattern or components by name, not both; pathname is given too"),
        (({"path": "/"},), {}, "a URL pattern has no component 'path'; it has protocol, "),
        (({"pathname": 5},), {}, "the pathname must be a str, not int"),
        ((5,), {}, "a pattern must be a str or a dict of components, not int"),
        (("/a", 5), {}, "a base URL must be a str or a URL, not int"),
        ((), {"max_length": "5"}, "max_length must be an int, not str"),
    ],
)
def test_wrong_arguments(arguments, keywords, message):
    with pytest.raises(TypeError, match=message):
        URLPattern(*arguments, **keywords)


def test_wrong_inputs():
    for method in (BOOKS.test, BOOKS.exec):
        with pytest.raises(TypeError, match="a base URL is given with a string"):
            method({}, "https://h/")
        with pytest.raises(TypeError, match="expected a dict of components, not int"):
            method(5)
    with pytest.raises(InvalidURL):
        URLPattern("/a", "h")
    with pytest.raises(InvalidURL):
        URLPattern(pathname="/a", base="h")


@pytest.mark.parametrize(
    ("arguments", "component", "place", "message"),
    [
        (("/a",), "", (0, 0), "a pattern without a protocol is relative; give a base URL"),
        (({"pathname": "/a\\"},), "pathname", (2, 3), "nothing follows the backslash; write two backslashes"),
        (({"pathname": "/:"},), "pathname", (1, 2), "no name follows the colon; write '\\:' for a literal colon"),
        (({"pathname": "/(é)"},), "pathname", (2, 3), "a custom group is ASCII; write \\u{e9} for this character"),
        (({"pathname": "/(?a)"},), "pathname", (2, 3), "a custom group cannot begin with '?'"),
        (({"pathname": "/(a\\é)"},), "pathname", (3, 4), "a backslash in a custom group escapes one ASCII"),
        (({"pathname": "/(a\\"},), "pathname", (3, 4), "a backslash in a custom group escapes one ASCII"),
        (({"pathname": "/((a))"},), "pathname", (2, 3), "a custom group cannot contain a capturing group"),
        (({"pathname": "/(a(?:b)"},), "pathname", (1, 2), "this group is not closed; write '\\(' for a literal"),
        (({"pathname": "/()"},), "pathname", (1, 2), "this group is empty; write '\\(' for a literal"),
        (({"pathname": "/{a{b}}"},), "pathname", (3, 4), "expected '}' here: braces hold a text, a group and a text"),
        (({"pathname": "/{a"},), "pathname", (3, 3), "expected '}' here"),
        (({"pathname": "/a}"},), "pathname", (2, 3), "this '}' closes nothing; write '\\}' for a literal one"),
        (({"pathname": "/a?"},), "pathname", (2, 3), "this '?' follows no group; write '\\?' for a literal one"),
        (({"pathname": "/:a/:a"},), "pathname", (4, 6), "two groups have the name 'a'; rename one"),
        (({"hostname": "x.a b"},), "hostname", (0, 5), "no URL has this text there (domain-to-ASCII)"),
        (({"hostname": "{a b:c}"},), "hostname", (1, 4), "no URL has this text there"),
        (({"hostname": "[g]"},), "hostname", (0, 3), "no URL has this text there"),
        (({"port": "x"},), "port", (0, 1), "no URL has this text there"),
    ],
)
def test_errors_say_what_to_write(arguments, component, place, message):
    with pytest.raises(InvalidPattern) as caught:
        URLPattern(*arguments)
    assert caught.value.message.startswith(message)
    assert (caught.value.component, caught.value.start, caught.value.end) == (component, *place)
    assert str(caught.value).startswith("invalid pattern")


def test_a_wrong_protocol_in_a_string():
    with pytest.raises(InvalidPattern, match="invalid pattern of a protocol: no URL has this text there"):
        URLPattern("1a://h/")


def test_the_text_of_an_error():
    with pytest.raises(InvalidPattern) as caught:
        URLPattern("https://h/books/:id?/:id")
    assert str(caught.value) == (
        "invalid pattern of a pathname: two groups have the name 'id'; rename one\n"
        "    /books/:id?/:id\n"
        "                ^^^"
    )
    text = "invalid pattern of a pathname: two groups have the name 'id'; rename one /books/:id?/:id ^^^"
    assert repr(caught.value) == f"InvalidPattern({text!r})"


def test_no_password_is_shown():
    with pytest.raises(InvalidPattern) as caught:
        URLPattern(password="s3cret{")
    assert "s3cret" not in str(caught.value)
    assert "s3cret" not in repr(URLPattern("https://me\\:s3cret@h/"))
    assert repr(URLPattern("https://me\\:s3cret@h/", ignore_case=True)) == (
        "URLPattern(protocol='https', username='***', password='***', hostname='h', port='', pathname='/', "
        "ignore_case=True)"
    )
    with pytest.raises(InvalidPattern) as caught:
        URLPattern("//me:s3cret@h/")
    assert "s3cret" not in str(caught.value)


def test_the_types_of_an_error_are_checked():
    with pytest.raises(TypeError, match="an InvalidPattern has three str and two int, not str, str, str, str, int"):
        InvalidPattern("a", "b", "c")


def test_custom_groups_can_be_refused():
    assert URLPattern(pathname="/(a)").has_regexp_groups
    assert not URLPattern(pathname="/:a/(.*)/([^\\/]+?)").has_regexp_groups
    with pytest.raises(InvalidPattern, match="a custom group is not allowed here"):
        URLPattern(pathname="/(a)", regexp_groups=False)
    with pytest.raises(InvalidPattern, match="a custom group is not allowed here"):
        PatternList([URLPattern(pathname="/(a)")])
    assert (
        PatternList([URLPattern(pathname="/(a)"), "https://h/(b)"], regexp_groups=True).first("https://h/b").index == 1
    )


def test_equality():
    assert URLPattern(pathname="/a") == URLPattern({"pathname": "/a"})
    assert URLPattern(pathname="/a") != URLPattern(pathname="/a", ignore_case=True)
    assert len({URLPattern(pathname="/a"), URLPattern(pathname="{/a}")}) == 1
    with pytest.raises(AttributeError, match="cannot be changed"):
        BOOKS.__init__("https://h/")
    with pytest.raises(AttributeError):
        BOOKS.pathname = "/"


def test_ignore_case():
    pattern = URLPattern("https://h/Ab/:x\\?Q#F", ignore_case=True)
    assert pattern.test("https://H/aB/c?q#f")
    assert not URLPattern("https://h/Ab").test("https://h/ab")
    assert URLPattern(username="A", ignore_case=True).test("https://A@h/")
    assert not URLPattern(username="A", ignore_case=True).test("https://a@h/")


def test_results():
    result = BOOKS.exec("https://example.com/books/7")
    assert result == BOOKS.exec("https://example.com/books/7")
    assert result.pathname == URLPatternComponentResult("/books/7", {"id": "7"})
    assert dict(result.port) == {"input": "", "groups": {}}
    # They are USVStrings, as in JavaScript.
    assert URLPattern("https://h/*").exec("/\ud800", "https://h").inputs == ("/\ufffd", "https://h")
    assert URLPattern(pathname="*").exec({"pathname": "\ud800"}).inputs == ({"pathname": "\ufffd"},)
    assert URLPatternResult(**dict(result)) == result
    assert pickle.loads(pickle.dumps(BOOKS.exec("https://example.com/books/7"))) == result
    with pytest.raises(AttributeError, match="has no attribute 'path'"):
        _ = result.path
    with pytest.raises(AttributeError, match="has no attribute 'pathname'"):
        _ = URLPatternResult.__new__(URLPatternResult).pathname
    for unhashable in (result, result.pathname):
        with pytest.raises(TypeError, match="unhashable"):
            hash(unhashable)


def test_named_groups_in_a_custom_group_take_numbers():
    """As the standard says: the values go to the names in the order of the groups."""
    result = URLPattern(pathname="/:a(x(?<inner>y))/:b").exec("https://h/xy/z")
    assert result.pathname.groups == {"a": "xy", "b": "y"}


@pytest.mark.parametrize(
    ("pattern", "search"),
    [
        (":a\t", ":a"),
        ("\t:a", ":a"),
        (":a{\t}:b", ":a:b"),
        (":a\tb", "{:a}b"),
        (":a{\t}(b)", ":a(b)"),
        ("x{\t}*", "x{}*"),
    ],
)
def test_a_fixed_text_that_is_empty_when_it_is_encoded(pattern, search):
    """Node.js 26 gives the same. Chromium 156 ends the page at some of these."""
    assert URLPattern(search=pattern).search == search


def test_names_of_components():
    for call in (lambda name: BOOKS.generate(name, {}), lambda name: URLPattern.compare_component(name, BOOKS, BOOKS)):
        with pytest.raises(ValueError, match="a URL pattern has no component 'path'; it has protocol, username, "):
            call("path")
        with pytest.raises(TypeError, match="a component's name must be a str, not int"):
            call(5)
    with pytest.raises(TypeError, match="expected a URLPattern, not str"):
        URLPattern.compare_component("port", BOOKS, "https://h/")


@pytest.mark.parametrize(
    ("pattern", "groups", "message"),
    [
        ("/:a?", {"a": "b"}, "a part with the modifier '?' has no one string"),
        ("/*", {"0": "b"}, "the group '0' is a wildcard or a regular expression, which has no one string"),
        ("/:a", {}, "the groups have no value for 'a'"),
        ("/:a", {"a": "b/c"}, "the group 'a' does not match this value"),
        ("/:a", {"a": ""}, "the group 'a' does not match this value"),
    ],
)
def test_generate_refuses(pattern, groups, message):
    with pytest.raises(ValueError, match=message.replace("?", r"\?")):
        URLPattern(pathname=pattern).generate("pathname", groups)


def test_generate():
    assert URLPattern(pathname="/:a{x:b.}c").generate("pathname", {"a": "é", "b": "1"}) == "/%C3%A9x1.c"
    with pytest.raises(ValueError, match="a value is not one that a hostname of a URL can have"):
        URLPattern(hostname=":a.example").generate("hostname", {"a": "b c"})
    with pytest.raises(TypeError, match="expected a dict of groups, not list"):
        BOOKS.generate("pathname", ["id"])


def test_names_of_groups_have_one_version_of_unicode():
    assert URLPattern(pathname="/:é").exec("https://h/x").pathname.groups == {"é": "x"}
    assert URLPattern(pathname="/:a\u200d").pathname == "/:a\u200d"
    assert is_id_start("\u2118")
    assert is_id_start("\u16ee")  # a letter number
    assert not is_id_start("\u2e2f")
    assert not is_id_start("\u0301")
    assert is_id_continue("\u0301")
    assert is_id_continue("\u1369")
    assert is_id_start("\U00033479")  # of Unicode 17
    assert not is_id_continue("\u2013")
    with pytest.raises(InvalidPattern):
        URLPattern(pathname="/:\u0301")


def test_long_patterns_are_not_remembered():
    before = components._compiled.cache_info().currsize
    text = f"/{'a' * 300}"
    assert URLPattern(pathname=text).test(f"https://h{text}")
    assert components._compiled.cache_info().currsize <= before + 1


PATTERNS = PatternList(
    [
        *("https://example.com/", "https://example.com/books/:id", "https://example.com/books/:id?/*"),
        *("https://*.example.com/books", "https://{:sub.}?example.com/x", "https://*/:any"),
        {"pathname": "/Books/:id"},
        URLPattern(hostname=":first.example.org", pathname="/:first/:second?"),
        *("data\\:text/*", "https://a-:b.example.com/y{z}?", "https://h/a/b/c/d/e/f/g/h/i/j/:k"),
        {"hostname": "{x.example.net}?", "pathname": "{/q}?r", "port": "*"},
    ],
)


@pytest.mark.parametrize(
    ("url", "found"),
    [
        ("https://example.com/", [0]),
        ("https://example.com/books/7", [1, 2]),
        ("https://example.com/books/7/8", [2]),
        ("https://www.example.com/books", [3, 5]),
        ("https://a.b.example.com/books", [3, 5]),
        ("https://example.com/x", [4, 5]),
        ("https://a.example.com/x", [4, 5]),
        ("http://h/Books/7", [6]),
        ("http://h/books/7", []),
        ("http://a.example.org/b", [7]),
        ("http://a.example.org/b/c", [7]),
        ("data:text/html,a", [8]),
        ("https://a-x.example.com/yz", [5, 9]),
        ("https://h/a/b/c/d/e/f/g/h/i/j/k", [10]),
        ("http://x.example.net:8/q", []),
        ("http://x.example.net:8/qr", [11]),
        ("http://x.example.net:8/q/r", []),
        ("https://h:x/", []),
        ("mailto:a@b", []),
    ],
)
def test_pattern_lists(url, found):
    matches = PATTERNS.all(url)
    assert [match.index for match in matches] == found
    assert PATTERNS.first(URL.parse(url) or url) == (matches[0] if matches else None)
    # The index leaves out nothing.
    assert found == [index for index, pattern in enumerate(PATTERNS.patterns) if pattern.test(url)]


def test_a_list_finds_what_follows_a_group_that_is_left_out():
    """The last segment of the fixed text continues there."""
    listed = PatternList(["https://*//*?a", "https://h/a/:b*c", "https://h/a/:b?/d"])
    assert [listed.first(f"https://h{path}").index for path in ("/a", "/ac", "/a/b/d", "/a/d")] == [0, 1, 2, 2]
    assert listed.first("https://h/b") is None


def test_values_of_a_match():
    match = PATTERNS.first("http://a.example.org/b")
    assert match.pattern is PATTERNS.patterns[7]
    assert match.values == {"first": "b", "second": None}
    assert dict(match) == {"index": 7, "pattern": match.pattern, "values": match.values}
    assert PATTERNS.first("https://example.com/").values == {}


def test_lists_of_patterns():
    relative = PatternList(["/a", {"pathname": "/b"}], URL("https://h/"), ignore_case=True)
    assert [pattern.hostname for pattern in relative.patterns] == ["h", "*"]
    assert relative.first("https://h/A").index == 0
    assert len(relative) == 2
    assert repr(relative) == "<PatternList of 2 patterns>"
    assert PatternList([]).first("https://h/") is None
    for wrong in ("https://h/", {"pathname": "/"}, 5):
        with pytest.raises(TypeError, match="expected an iterable of patterns, not "):
            PatternList(wrong)
    with pytest.raises(TypeError):
        PATTERNS.first(5)


def test_a_state_of_a_list_is_checked():
    with pytest.raises(ValueError, match="the patterns of a PatternList must be URLPatterns, not str"):
        PatternList([]).__setstate__({"patterns": ("https://h/",)})


def test_a_look_up_tries_few_of_many_patterns(monkeypatch):
    """Counted, which no other load on the machine changes."""
    tried = []
    monkeypatch.setattr(URLPattern, "_matches", lambda self, values, found: tried.append(self.pathname) or True)
    for size in (100, 1_000):
        patterns = PatternList([f"https://h{number % 7}.example/s{number}/:id" for number in range(size)])
        assert patterns.first("https://h1.example/s8/x").index == 8
    assert tried == ["/s8/:id", "/s8/:id"]


@pytest.mark.parametrize(
    ("arguments", "component", "place"),
    [
        (({"pathname": "/:id([b-a])"},), "pathname", (6, 7)),
        (({"pathname": "/é*/b{x(a{2,1})y}+"},), "pathname", (9, 10)),
        (("https://h/x/:a(\\d+)/(\\p{L})?x",), "pathname", (12, 13)),
        (("(\\2)://h/",), "protocol", (1, 2)),
        (({"search": "(.)(a|[)"},), "search", (7, 8)),
        (({"pathname": "/((?<n>a))+"},), "pathname", (0, 11)),  # the regular expression has it twice
    ],
)
def test_the_place_of_an_error_in_a_custom_group(arguments, component, place):
    with pytest.raises(InvalidPattern) as caught:
        URLPattern(*arguments)
    error = caught.value
    assert (error.component, error.input[error.start :][:1]) == (component, error.input[place[0] :][:1])
    assert (error.start, error.end) == place


@pytest.mark.parametrize(
    ("hostname", "place"),
    [
        ("a b:c", (0, 3)),
        (" :c", (0, 1)),
        ("{a b}:c", (1, 4)),
        ("\\ b:c", (0, 2)),
        ("x{ }?:c", (2, 3)),
        ("*{ }", (2, 3)),
    ],
)
def test_the_place_of_a_text_that_no_url_has(hostname, place):
    with pytest.raises(InvalidPattern, match="no URL has this text there") as caught:
        URLPattern(hostname=hostname)
    assert (caught.value.start, caught.value.end) == place


def test_a_long_pattern_without_custom_groups_takes_linear_time():
    pattern = URLPattern(search="*a" * 100 + "b")
    assert not pattern.test({"search": "a" * 150 + "c"})
    assert pattern.test({"search": "a" * 150 + "b"})
    with pytest.raises(ValueError, match="too many for a pattern of this length"):
        URLPattern(search="*a" * 1_000).test({"search": "a" * 8_000})
