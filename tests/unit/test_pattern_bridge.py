"""The strings that pass between JavaScript and Python for URLPattern."""

import pytest

from py_url.pattern import InvalidPattern, URLPattern
from py_url.pattern.canonicalization import COMPONENTS
from py_url.programs import pattern_bridge as bridge
from py_url.programs.bridge import SEPARATOR


def packed(pattern, flags=""):
    """The packed pattern that web/lib/url_pattern.js makes of what `create_from_init` returns."""
    return SEPARATOR.join([flags, *[pattern[name] for name in COMPONENTS]])


def init(**members):
    return SEPARATOR.join([f"{bridge.MEMBERS.index(name)}{value}" for name, value in members.items()])


def test_a_pattern_crosses_as_strings():
    created = bridge.create_from_string("https://h/:a/*", "")
    assert created == bridge.create_from_string("/:a/*", "", "https://h")
    assert created == bridge.create_from_init(init(protocol="https", hostname="h", port="443", pathname="/:a/*"), "")
    created = created.split(SEPARATOR)
    pattern = URLPattern("https://h/:a/*")
    assert created[:8] == [pattern[name] for name in COMPONENTS]
    assert created[8:16] == [component.regular_expression for component in pattern._components]
    assert created[16:] == ["", "0", "0", "", "", "a,0", "0", "0", "00000200"]
    assert bridge.create_from_init("", "").split(SEPARATOR)[:8] == ["*"] * 8
    assert bridge.create_from_init(init(pathname="/(a)", hash="(b)"), "i").endswith("00000101")


def test_custom_groups_are_left_to_javascript():
    pathname = "/(\\p{L})"
    with pytest.raises(InvalidPattern, match="invalid pattern of a pathname"):
        URLPattern(pathname=pathname)
    assert bridge.create_from_init(init(pathname=pathname), "").split(SEPARATOR)[13] == "^(?:\\/(\\p{L}))$"
    # A class that an old V8 reads in another way.
    assert bridge.create_from_init(init(hash="(\\[[^])"), "").split(SEPARATOR)[15] == "^(\\[[\\s\\S])$"


@pytest.mark.parametrize(
    ("create", "input"),
    [(bridge.create_from_string, "(\\p{L}+)://h/:a"), (bridge.create_from_init, init(protocol="(\\p{L}+)"))],
)
def test_javascript_finds_out_whether_the_protocol_is_special(create, input):
    assert create(input, "") == "?^(\\p{L}+)$"
    special, other = create(input, "+"), create(input, "-")
    assert special.split(SEPARATOR)[:8] == other.split(SEPARATOR)[:8]
    assert bridge.create_from_string("(\\p{L}+)://h?a", "+") != bridge.create_from_string("(\\p{L}+)://h?a", "-")


@pytest.mark.parametrize(
    ("input", "reason"),
    [
        ("/a", "!invalid pattern '/a': a pattern without a protocol is relative; "),
        ("https://h/(", "!invalid pattern of a pathname '/(', at 1: this group is not closed; "),
        ("https://secret(:x@h/", "!invalid pattern of a username: this group is not closed; "),
        ("(a:b", "!invalid pattern '(a:b': a pattern without a protocol is relative; "),
        ("(a(b)://h", "!invalid pattern of a protocol '(a(b)', at 2: a custom group cannot contain a capturing group"),
    ],
)
def test_reasons_say_where(input, reason):
    found = bridge.create_from_string(input, "")
    assert found.startswith(reason), found


def test_a_base_url_that_does_not_parse_is_a_reason():
    assert bridge.create_from_string("/a", "", "//h").startswith("!invalid URL '//h': missing-scheme-non-relative-URL")
    assert bridge.create_from_init(init(baseURL="x"), "").startswith("!invalid URL 'x': ")


def test_the_components_of_an_init():
    assert bridge.values_of_init(init(pathname="a b", port="080")).split(SEPARATOR)[4:6] == ["80", "a%20b"]
    assert bridge.values_of_init("") == SEPARATOR * 7
    assert bridge.values_of_init(init(baseURL="x")) == ""
    assert bridge.values_of_init(init(port="x")) == ""


def test_comparing():
    fixed, name, wildcard = (packed(URLPattern(pathname=pathname)) for pathname in ("/a", "/:a", "/*"))
    assert bridge.compare_component("5", fixed, wildcard) == "1"
    assert bridge.compare_component("5", wildcard, name) == "-1"
    assert bridge.compare_component("0", fixed, wildcard) == "0"


def test_generating():
    pattern = packed(URLPattern("https://h:8*/:a"), "i")
    assert bridge.generate("5", pattern, SEPARATOR.join(["a", "ü"])) == "=/%C3%BC"
    assert bridge.generate("0", pattern, "") == "=https"
    assert bridge.generate("5", pattern, "") == "!the groups have no value for 'a'"
    port = packed(URLPattern(port=":a"))
    assert bridge.generate("4", port, SEPARATOR.join("ax")) == "!a value is not one that a port of a URL can have"


def test_a_pattern_without_custom_groups_has_a_program_if_time_could_grow():
    """web/lib/matching.js runs it; these are the steps of `matching.Program`."""
    assert bridge.program("5", packed(URLPattern(pathname="/:a/:b"))) == ""
    pattern = packed(URLPattern(pathname="/a*a*"))
    longest, *steps = bridge.program("5", pattern).split(SEPARATOR)
    assert int(longest) == 1_000
    assert steps[:5] == ["2", "1/", "1a", "00", "45,7"]
    assert steps[5].startswith("1\x00\x01")
    assert steps[6:9] == ["44,4", "01", "1a"]
    assert steps[-2:] == ["03", "3"]
    assert int(bridge.program("5", packed(URLPattern(pathname="/a**/"))).partition(SEPARATOR)[0]) == 1
    ignoring = bridge.program("5", packed(URLPattern(pathname="/a*a*", ignore_case=True), "i"))
    assert ignoring.split(SEPARATOR)[3] == "1Aa"
