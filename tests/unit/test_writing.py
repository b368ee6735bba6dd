"""§3.4 and §4.3: each production of the grammar accepts what the standard says; and the standard's own table."""

import pytest

import py_url
from py_url import URL, FrozenURL, InvalidURL, explain, is_valid_url_string, validate
from py_url.standard import basic_parse

# §4 "A parse-serialize roundtrip": input, base, whether the input is valid.
TABLE = [
    ("https:example.org", None, False),
    ("https://////example.com///", None, False),
    ("https://example.com/././foo", None, True),
    ("hello:world", "https://example.com/", True),
    ("https:example.org", "https://example.com/", False),
    ("\\example\\..\\demo/.\\", "https://example.com/", False),
    ("example", "https://example.com/demo", True),
    ("file:///C|/demo", None, False),
    ("..", "file:///C:/demo", True),
    ("file://localhost/", None, True),
    ("file://loc%61lhost/", None, False),
    ("https://user:password@example.org/", None, False),
    ("https://example.org/foo bar", None, False),
    ("https://EXAMPLE.com/../x", None, True),
    ("https://ex ample.org/", None, False),
    ("example", None, False),
    ("https://example.com:demo", None, False),
    ("http://[www.example.com]/", None, False),
    ("https://example.org//", None, True),
    ("https://example.com/[]?[]#[]", None, False),
    ("https://example/%?%#%", None, False),
    ("https://example/%25?%25#%25", None, True),
]


@pytest.mark.parametrize(("input", "base", "valid"), TABLE)
def test_the_standards_table(input, base, valid):
    assert is_valid_url_string(input, base) is valid
    assert (validate(input, base) == []) is valid


# For each production: strings that match, and strings that do not.
PRODUCTIONS = {
    "is_valid_host_string": (
        ["a.b", "FA\xdf.example", "1.2.3.4", "[::1]"],
        ["", "[", "[]", "1.2.3", "a_b", "a b", "[::1"],
    ),
    "is_valid_domain": (
        ["example.org", "\u2615.example", "\ud83d\ude00.example", "a.b.1c"],
        ["", "example.org.", "a.1", "0x", "a..b", "\ud800"],
    ),
    "is_valid_domain_string": (["a"], ["1.2.3.4", "a" * 64]),
    "is_valid_ipv4_address_string": (
        ["0.0.0.0", "255.249.199.9"],
        ["1.2.3", "1.2.3.256", "01.2.3.4", "1.2.3.4.", "1.2.3.4.5", "0x1.2.3.4", "\uff11.2.3.4", "1.2.3.4\n"],
    ),
    "is_valid_ipv6_address_string": (
        [
            *("::", "::1", "1::", "1:2:3:4:5:6:7:8", "1:2:3::5:6:7:8", "1:2:3:4:5:6:1.2.3.4", "::1.2.3.4", "ABCD::f"),
            *("1:2:3:4:5:6:7::", "::2:3:4:5:6:7:8", "1::3:4:5:6:1.2.3.4"),
        ],
        [
            *("", ":", ":::", "1", "1:", ":1", "::1::", "01::", "1:2:3:4:5:6:7:8:9", "1:2:3:4::5:6:7:8", "1.2.3.4::"),
            *("1::3:4:5:6:7:1.2.3.4", "::1.2.3", "::12345", "::g", "fe80::1%25eth0", "1.2.3.4"),
        ],
    ),
    "is_valid_ipv6_pieces_and_ipv4_string": (["1.2.3.4", "1:2:1.2.3.4"], ["", "1", "1:", ":1.2.3.4", "01:1.2.3.4"]),
    "is_valid_ipv6_pieces_string": (["0", "1:2", ":".join("1" * 20)], ["", "1:", "::", "00"]),
    "is_valid_ipv6_piece_string": (["0", "f", "FFFF", "1000"], ["", "00", "01", "10000", "g"]),
    "is_valid_opaque_host_string": (
        ["a", "a%20b", "\xe9", "[::1]", "a.1"],
        ["", "a b", "a%2", "a:", "[", "a^", "[::01]"],
    ),
    "is_absolute_url_with_fragment_string": (["a:#", "http://h#f?"], ["#", "a:#|", "a:##"]),
    "is_absolute_url_string": (
        ["http://h", "HTTP://h:80/?a?b", "file://", "file:////", "foo:", "foo://", "foo:/a", "foo:///a", "foo://h:1?q"],
        ["http:", "http:/h", "http:///h", "file:", "file:/x", "a:#f", "", "1:", "foo:/a|", "foo://:1", "http://u@h"],
    ),
    "is_url_scheme_string": (["a", "A1+-."], ["", "1", "a_", "a:", "\xe9"]),
    "is_scheme_relative_special_url_string": (
        ["//h", "//h:/", "//[::1]:65535/a"],
        ["", "h", "//", "///", "//h:65536", "//h?"],
    ),
    "is_url_port_string": (["", "0", "65535", "00000080"], ["65536", "1a", "+1", "\u0661", " 1", "9" * 5000]),
    "is_scheme_relative_url_string": (["//", "//h", "//h:8/a", "///"], ["", "/", "//:8", "//h:x", "//h?"]),
    "is_opaque_host_and_port_string": (["", "h", "h:", "[::1]:1"], [":1", "[::1", "h:1:2", "a]b"]),
    "is_scheme_relative_file_url_string": (
        ["//", "//h", "//h/C:/", "///", "////"],
        ["", "/", "//h:1/", "//C:/", "//C|/"],
    ),
    "is_path_absolute_url_string": (["/", "/a/../%2e//", "//"], ["", "a", "/?", "/\\", "/a b", "/%"]),
    "is_path_absolute_non_authority_url_string": (["/", "/a//", "/.//"], ["//", "", "a"]),
    "is_path_relative_url_string": (["", "a:/b", "..", ".//"], ["/", "?", "|"]),
    "is_path_relative_scheme_less_url_string": (["", "./a:", "1:", "a/b:"], ["a:", "A.b+:x", "/"]),
    "is_opaque_path_url_string": (["", "a/b", "@:"], ["/", "a?", "a b", "a\\"]),
    "is_url_path_segment_string": (["", ".", "%2E.", "a;b=c", "..."], ["a/b", "?", "\\", "%2"]),
    "is_url_query_string": (
        ["", "/?:@!$&'()*+,;=-._~", "\u00a0\U0010fffd\ue000", "\ud83d\ude00"],
        ["#", "[", '"', "\x7f", "\x80", "\ufdd0", "\ude00\ud83d", "\ud83f\udfff"],
    ),
    "is_url_fragment_string": (["", "a?%C3%BC"], ["#", "`", "\U0001fffe", "\ud800"]),
}


@pytest.mark.parametrize("name", PRODUCTIONS)
def test_productions(name):
    is_one = getattr(py_url.standard, name)
    right, wrong = PRODUCTIONS[name]
    for string in (*right, *wrong):
        is_right = is_one(string) == (string in right)
        assert is_right, f"if the grammar has changed, {string!r} has to move in PRODUCTIONS[{name!r}] in this file"


def test_every_production_is_here():
    grammar = {
        name for name in py_url.standard.__all__ if name.startswith("is_") and name.endswith(("_string", "_domain"))
    }
    relative = {"is_valid_url_string", "is_relative_url_string", "is_relative_url_with_fragment_string"}
    assert grammar == set(PRODUCTIONS) | relative


@pytest.mark.parametrize(
    ("string", "bases"),
    [
        ("//h", ["http://b/", "file:///", "foo://b/"]),
        ("//h:80", ["http://b/", "foo://b/"]),
        ("//", ["file:///", "foo://b/"]),
        ("///x", ["file:///", "foo://b/"]),
        ("a?b", ["http://b/", "file:///", "foo://b/"]),
        ("", ["http://b/", "file:///", "foo://b/"]),
        ("#f", ["http://b/", "file:///", "foo://b/", "foo:b"]),
        ("a:b", []),
    ],
)
def test_what_is_relative_depends_on_the_base(string, bases):
    for base in ("http://b/", "file:///", "foo://b/", "foo:b"):
        assert py_url.standard.is_relative_url_with_fragment_string(string, base) == (base in bases)
        assert py_url.standard.is_relative_url_with_fragment_string(string, URL(base)) == (base in bases)
        if base != "foo:b" and "#" not in string:
            assert py_url.standard.is_relative_url_string(string, basic_parse(base)) == (base in bases)


def test_what_is_not_relative_is_valid_with_any_base():
    assert is_valid_url_string("a:b", "foo:b")
    assert not is_valid_url_string("#f")


def test_wrong_bases():
    with pytest.raises(InvalidURL, match="invalid base URL"):
        is_valid_url_string("a", "b")
    with pytest.raises(TypeError, match="base URL must be a str, a URL or a URLRecord, not int"):
        is_valid_url_string("a", 1)


@pytest.mark.parametrize("name", [*PRODUCTIONS, "is_valid_url_string"])
@pytest.mark.parametrize("wrong", [None, 1, b"http://h/", ["x"]])
def test_wrong_types(name, wrong):
    with pytest.raises(TypeError, match=f"expected a str, not {type(wrong).__name__}"):
        getattr(py_url.standard, name)(wrong)


@pytest.mark.parametrize("of_text", [is_valid_url_string, explain.read, explain.explain_differences])
@pytest.mark.parametrize("url", [URL("http://u:s3cr3t@h/"), FrozenURL("http://u:s3cr3t@h/")])
def test_a_url_is_not_a_text_as_it_was_written(of_text, url):
    with pytest.raises(
        TypeError, match=f"^expected a str, not {type(url).__name__}: a text as .* write url.href"
    ) as caught:
        of_text(url)
    assert "s3cr3t" not in str(caught.value)
