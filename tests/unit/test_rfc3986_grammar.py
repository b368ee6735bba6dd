"""RFC 3986 and its ancestors as grammar: productions, character classes, resolution by generation, and the relatives of
both in XML, with the examples of their documents.
"""

import re
import string
from pathlib import Path

import pytest

from py_url.programs.command_line import main
from py_url.specs import rfc3986, schemes
from py_url.specs.rfc3986.xml import remove_dot_segments_of_a_relative_base

DOCUMENTATION = Path(__file__).parent.parent.parent / "web" / "docs" / "reference" / "other-modules.md"
ALL = ("RFC 1738", "RFC 1808", "RFC 2396", "RFC 2732", "RFC 3986", "RFC 3987", "RFC 6874")


# Productions


@pytest.mark.parametrize(
    ("generation", "production", "taken", "refused"),
    [
        # RFC 3986 §3 and §3.3: hier-part and the five kinds of path
        ("RFC 3986", "hier-part", ["//example.com:8042/over/there", "/a", "a:b", "", "///a"], ["?", "a b"]),
        ("RFC 3986", "path", ["", "/", "//", "a:b", "a/b"], ["?", "#"]),
        ("RFC 3986", "path-abempty", ["", "/", "//a/"], ["a", "?"]),
        ("RFC 3986", "path-absolute", ["/", "/a//b:c"], ["", "//", "a"]),
        ("RFC 3986", "path-noscheme", ["a/b:c", "@"], ["", "/a", "a:b"]),
        ("RFC 3986", "path-rootless", ["a/b", "a:b"], ["", "/a"]),
        ("RFC 3986", "path-empty", [""], ["a", "/"]),
        ("RFC 3986", "authority", ["example.com:8042", "u:p@[::1]:", ""], ["a/b", "a@b@c", "h:x"]),
        ("RFC 3986", "userinfo", ["u:p", ""], ["u@", "é"]),
        ("RFC 3986", "host", ["[v1.x]", "1.2.3.4", "a%20"], ["a:b", "[::1"]),
        ("RFC 3986", "reg-name", ["", "1.2.3.256", "%C3%A9"], [":", "%", "%c"]),
        ("RFC 3986", "IPv4address", ["192.0.2.16", "255.255.255.255"], ["1.2.3", "1.2.3.256", "01.2.3.4"]),
        ("RFC 3986", "IPv6address", ["::", "2001:db8::7", "1:2:3:4:5:6:7::"], ["1:2:3", "::1::", "[::]"]),
        ("RFC 3986", "dec-octet", ["0", "9", "10", "199", "249", "255"], ["00", "256", "300", ""]),
        ("RFC 3986", "scheme", ["http", "coap+tcp", "A-1."], ["", "1a", "a_"]),
        ("RFC 3986", "query", ["name=ferret", "/?:@", ""], ["#", "[", "^"]),
        ("RFC 3986", "fragment", ["nose", "?/"], ["#", " "]),
        ("RFC 3986", "segment-nz-nc", ["a@"], ["", "a:"]),
        ("RFC 3986", "pct-encoded", ["%aF"], ["%", "%g0", "a"]),
        ("RFC 3986", "sub-delims", ["!", "="], ["!!", "?", ""]),
        # RFC 6874 §2
        ("RFC 6874", "IPv6addrz", ["fe80::a%25en1"], ["fe80::a%en1", "fe80::a", "fe80::a%25"]),
        ("RFC 6874", "URI", ["http://[fe80::a%25en1]"], ["http://[fe80::a%en1]"]),
        ("RFC 3986", "URI", ["http://[fe80::a]"], ["http://[fe80::a%25en1]"]),
        # RFC 3987 §2.2
        ("RFC 3987", "ihier-part", ["//é/ü", "/é"], ["//é/\ufdd0"]),
        ("RFC 3987", "iquery", ["é\ue000", ""], ["\uffff", "#"]),
        ("RFC 3987", "ifragment", ["é"], ["\ue000"]),
        ("RFC 3987", "ucschar", ["\xa0", "\U000efffd"], ["a", "\x80", "\U0001ffff"]),
        # RFC 2396 §3 to §5: an authority is a server or a registry's name; a port needs a host
        ("RFC 2396", "URI-reference", ["", "#f", "http://a/b;c=1;d?q#f", "mailto:a@b"], ["http://[::1]/", "a:", "^"]),
        ("RFC 2396", "opaque_part", ["a@b", "?a"], ["/a", ""]),
        ("RFC 2396", "hier_part", ["/a", "//h", "//h/a?q"], ["a", "a/b"]),
        ("RFC 2396", "net_path", ["//h", "//$reg,name"], ["/h", "//[::1]"]),
        ("RFC 2396", "rel_path", ["a", "a;b/c:d", "./a:b"], ["a:b", "/a"]),
        ("RFC 2396", "hostname", ["a", "a.b-c.d1.", "3com.com"], ["a.1", "-a", "a-.b", "a_b"]),
        ("RFC 2396", "server", ["", "u:p@h:80", "h:"], ["u@", ":80"]),
        ("RFC 2396", "IPv4address", ["1234.5.6.7"], ["1.2.3"]),
        ("RFC 2396", "mark", list("-_.!~*'()"), ["a", "$"]),
        # RFC 2732 §2: addresses of IPv6
        (
            *("RFC 2732", "absoluteURI"),
            ["http://[FEDC:BA98:7654:3210:FEDC:BA98:7654:3210]:80/index.html", "http://[::FFFF:129.144.52.38]:80/a"],
            ["http://[1080::8:800:200C:417G]/", "http://[::1"],
        ),
        ("RFC 2732", "IPv4address", ["1.2.3.999"], ["1234.5.6.7"]),
        # RFC 1808 §2.2
        ("RFC 1808", "URL", ["http://a/b/c/d;p?q#f", "g;x=1/../y", "", "//g", "?y"], ["http://a/~b", "a#b#c"]),
        ("RFC 1808", "net_loc", ["h?q;p"], ["h/"]),
        ("RFC 1808", "rel_path", [";p/q", "?q", "a/b;p?q"], ["/a"]),
        # RFC 1738 §5
        (
            "RFC 1738",
            "httpurl",
            ["http://h.example/a;b?c", "HTTP://1.2.3.4:80"],
            ["http://h?", "http://h/a?b/c", "http:/"],
        ),
        ("RFC 1738", "ftpurl", ["ftp://u:p@h/%2Fetc/motd;type=a", "ftp://h"], ["ftp://h/a;type=x"]),
        ("RFC 1738", "gopherurl", ["gopher://h", "gopher://h/1x%09y%09z"], ["gopher://h/ "]),
        ("RFC 1738", "newsurl", ["news:*", "news:comp.infosystems", "news:1@h"], ["news:", "news:@"]),
        ("RFC 1738", "nntpurl", ["nntp://h/a.b/17"], ["nntp://h/a/b"]),
        ("RFC 1738", "prosperourl", ["prospero://host.dom//pros/name", "prospero://h/a;b=c;d=e"], ["prospero://h/a;b"]),
        ("RFC 1738", "waisurl", ["wais://h/db", "wais://h/db?q", "wais://h/db/t/p"], ["wais://h/db/t"]),
        ("RFC 1738", "telneturl", ["telnet://u:p@h:23/"], ["telnet://h/a"]),
        ("RFC 1738", "fileurl", ["file:///a", "file://vms.host.edu/disk$user/x", "file://localhost/"], ["file://h"]),
        ("RFC 1738", "mailtourl", ["mailto:a@b"], ["mailto:"]),
        ("RFC 1738", "url", ["news:*", "foo:bar", "prospero://h/a"], ["~", "foo:#"]),
        ("RFC 1738", "scheme", ["z39.50r"], ["HTTP", ""]),
    ],
)
def test_productions_by_name(generation, production, taken, refused):
    assert production in rfc3986.productions(generation)
    for text in taken:
        assert rfc3986.matches(text, production, generation=generation), text
    for text in refused:
        assert not rfc3986.matches(text, production, generation=generation), text


def test_without_a_generation_the_newest_counts():
    assert rfc3986.matches("//h/a", "hier-part")
    assert rfc3986.matches("//é/a", "ihier-part")
    assert not rfc3986.matches("//é/a", "hier-part")
    assert rfc3986.matches("[fe80::a%25en1]", "IP-literal", zone=True)
    assert not rfc3986.matches("[fe80::a%25en1]", "IP-literal")
    assert rfc3986.matches("[fe80::a%25en1]", "ihost", zone=True, generation="RFC 3987")


def test_where_a_production_fails():
    for text, production, offset in (
        ("//h/a b", "hier-part", 5),
        ("h:8o", "authority", 4),  # until its end, it may be a userinfo
        ("[::g]", "host", 3),
        ("%4", "pct-encoded", 2),
        ("a", "path-empty", 0),
        ("a", "segment", None),
    ):
        assert rfc3986.fails_at(text, production) == offset


def test_names_that_are_not_there():
    for call in (rfc3986.matches, rfc3986.fails_at):
        with pytest.raises(ValueError, match=r"the rule must be one of URI, hier-part, .*not 'hier_part'"):
            call("a", "hier_part")
        with pytest.raises(ValueError, match="the rule must be one of URL"):
            call("a", "URI", generation="RFC 1808")
        with pytest.raises(ValueError, match=r"the generation must be one of RFC 1738, .*not 'RFC 2616'"):
            call("a", "URI", generation="RFC 2616")
        for wrong in (None, 1):
            with pytest.raises(TypeError):
                call(wrong, "path")
            with pytest.raises(TypeError):
                call("a", wrong)
    with pytest.raises(ValueError, match="the generation must be one of"):
        rfc3986.productions("3986")


def test_the_time_does_not_depend_on_what_the_string_contains():
    # A backtracking matcher tries each "%09" as the end of a selector and of a search.
    assert rfc3986.fails_at("gopher://h/1" + "%09" * 10_000 + " ", "url", generation="RFC 1738") == 30_012
    assert rfc3986.matches("a-" * 10_000 + "a", "hostname", generation="RFC 2396")


# Character classes


def test_the_table_of_characters():
    """The notes' table: each class by generation."""
    of_2396, of_2732, of_3986 = rfc3986.GENERATIONS.values()
    for classes in (of_2396, of_2732, of_3986):
        assert classes["ALPHA"] == string.ascii_uppercase + string.ascii_lowercase
        assert classes["DIGIT"] == string.digits
    for classes in (of_2396, of_2732):
        assert set(classes["alphanum"]) == set(string.ascii_letters + string.digits)
        assert set(classes["unreserved"]) == set(classes["alphanum"] + classes["mark"])
    assert "alphanum" not in of_3986


@pytest.mark.parametrize("generation", rfc3986.GENERATIONS)
def test_the_data_are_those_of_the_grammar(generation):
    names = {name.lower(): name for name in rfc3986.productions(generation)}
    for name, characters in rfc3986.GENERATIONS[generation].items():
        rule = names[name.lower()]
        found = {char for char in map(chr, range(0x80)) if rfc3986.matches(char, rule, generation=generation)}
        assert found == set(characters), name


@pytest.mark.parametrize(
    ("character", "generation", "classes"),
    [
        ("~", "RFC 1738", ("national",)),
        ("~", "RFC 1808", ("national",)),
        ("~", "RFC 2396", ("mark", "unreserved")),
        ("~", "RFC 3986", ("unreserved",)),
        ("[", "RFC 1738", ("national",)),
        ("[", "RFC 2396", ("unwise",)),
        ("[", "RFC 2732", ("reserved",)),
        ("[", "RFC 3986", ("gen-delims", "reserved")),
        ("!", "RFC 2396", ("mark", "unreserved")),
        ("!", "RFC 3986", ("sub-delims", "reserved")),
        ("a", "RFC 3986", ("ALPHA", "unreserved")),
        ("7", "RFC 2396", ("digit", "alphanum", "unreserved")),
        ("A", "RFC 1738", ("hialpha", "alpha", "alphadigit", "unreserved")),
        ("^", "RFC 2396", ("unwise",)),
        ("^", "RFC 3986", ()),
        ("%", "RFC 2396", ("delims",)),
        ("%", "RFC 3986", ()),
        (" ", "RFC 2396", ("space",)),
        ("\x7f", "RFC 2396", ("control",)),
        ("é", "RFC 3986", ()),
        ("é", "RFC 3987", ("ucschar", "iunreserved")),
        ("\ue000", "RFC 3987", ("iprivate",)),
    ],
)
def test_classify(character, generation, classes):
    assert rfc3986.classify(character, generation) == classes


def test_what_classify_refuses():
    assert rfc3986.classify("~") == rfc3986.classify("~", "RFC 3986")
    for wrong in ("", "ab"):
        with pytest.raises(ValueError, match="one character"):
            rfc3986.classify(wrong)
    with pytest.raises(TypeError):
        rfc3986.classify(65)
    with pytest.raises(ValueError, match="the generation must be one of"):
        rfc3986.classify("a", "URL")


def test_which_characters_a_query_may_contain():
    table = rfc3986.query_characters()
    assert list(table) == [*ALL[:5], "URL Standard", "URL parser", "URL parser (special)"]
    assert table["RFC 3986"] == table["URL Standard"] == "".join(sorted(rfc3986.QUERY))
    assert set(table["RFC 2396"]) - set(table["RFC 1808"]) == {"~"}
    assert set(table["RFC 2732"]) - set(table["RFC 2396"]) == {"[", "]"}
    assert set(table["RFC 1808"]) - set(table["RFC 1738"]) == {"/", "?"}
    assert set(table["URL parser"]) - set(table["URL Standard"]) == set("%[\\]^`{|}")
    assert set(table["URL parser"]) - set(table["URL parser (special)"]) == {"'"}


def test_the_documentations_table_of_queries():
    text = DOCUMENTATION.read_text("utf-8")
    table = rfc3986.query_characters()
    header = re.search(r"^\| character \| (.*) \|$", text, re.MULTILINE)
    assert header[1].split(" | ") == list(table)
    rows = re.findall(r"^\| (.*?) \| ((?:yes|-)(?: \| (?:yes|-)){7}) \|$", text, re.MULTILINE)
    named = {
        "letters, digits": string.ascii_letters + string.digits,
        "controls, space": "".join(map(chr, range(0x21))) + "\x7f",
    }
    said = {}
    for cell, verdicts in rows:
        spans = cell.replace("backtick", "`").split()
        for char in named.get(cell, [span if span == "`" else span.strip("`")[-1] for span in spans]):
            assert char not in said
            said[char] = [verdict == "yes" for verdict in verdicts.split(" | ")]
    assert said == {char: [char in characters for characters in table.values()] for char in map(chr, range(0x80))}


# Resolution by generation

# RFC 1808 §5.1 and §5.2, on http://a/b/c/d;p?q#f.
BY_RFC_1808 = {
    "g:h": "g:h",
    "g": "http://a/b/c/g",
    "./g": "http://a/b/c/g",
    "g/": "http://a/b/c/g/",
    "/g": "http://a/g",
    "//g": "http://g",
    "?y": "http://a/b/c/d;p?y",
    "g?y": "http://a/b/c/g?y",
    "g?y/./x": "http://a/b/c/g?y/./x",
    "#s": "http://a/b/c/d;p?q#s",
    "g#s": "http://a/b/c/g#s",
    "g#s/./x": "http://a/b/c/g#s/./x",
    "g?y#s": "http://a/b/c/g?y#s",
    ";x": "http://a/b/c/d;x",
    "g;x": "http://a/b/c/g;x",
    "g;x?y#s": "http://a/b/c/g;x?y#s",
    ".": "http://a/b/c/",
    "./": "http://a/b/c/",
    "..": "http://a/b/",
    "../": "http://a/b/",
    "../g": "http://a/b/g",
    "../..": "http://a/",
    "../../": "http://a/",
    "../../g": "http://a/g",
    "": "http://a/b/c/d;p?q#f",
    "../../../g": "http://a/../g",
    "../../../../g": "http://a/../../g",
    "/./g": "http://a/./g",
    "/../g": "http://a/../g",
    "g.": "http://a/b/c/g.",
    ".g": "http://a/b/c/.g",
    "g..": "http://a/b/c/g..",
    "..g": "http://a/b/c/..g",
    "./../g": "http://a/b/g",
    "./g/.": "http://a/b/c/g/",
    "g/./h": "http://a/b/c/g/h",
    "g/../h": "http://a/b/c/h",
    "http:g": "http:g",
    "http:": "http:",
}
# RFC 2396 Appendix C, on the same base, where they differ. The current document is taken to be the base.
BY_RFC_2396 = {
    **BY_RFC_1808,
    "?y": "http://a/b/c/?y",
    ";x": "http://a/b/c/;x",
    "": "http://a/b/c/d;p?q",
    "#s": "http://a/b/c/d;p?q#s",
    "g;x=1/./y": "http://a/b/c/g;x=1/y",
    "g;x=1/../y": "http://a/b/c/y",
    "g?y/../x": "http://a/b/c/g?y/../x",
    "g#s/../x": "http://a/b/c/g#s/../x",
}


@pytest.mark.parametrize(
    ("generation", "reference", "target"),
    [
        *(("RFC 1808", *pair) for pair in BY_RFC_1808.items()),
        *(("RFC 2396", *pair) for pair in BY_RFC_2396.items()),
    ],
)
def test_the_examples_of_rfc_1808_and_2396(generation, reference, target):
    assert rfc3986.resolve(reference, "http://a/b/c/d;p?q#f", generation=generation) == target


@pytest.mark.parametrize(
    ("reference", "base", "of_1808", "of_2396", "of_3986"),
    [
        ("?", "http://foo.example/#bar", "http://foo.example/", "http://foo.example/?", "http://foo.example/?"),
        ("", "http://foo.example/#bar", "http://foo.example/#bar", "http://foo.example/", "http://foo.example/"),
        ("?y", "http://h/a/b", "http://h/a/b?y", "http://h/a/?y", "http://h/a/b?y"),
        ("?", "http://h/a/b?c", "http://h/a/b?c", "http://h/a/?", "http://h/a/b?"),
        ("../../x", "http://h/a/b", "http://h/../x", "http://h/../x", "http://h/x"),
        ("http://h/a/../b", "http://x/", *("http://h/a/../b",) * 2, "http://h/b"),
        ("//x/./a", "http://h/", "http://x/./a", "http://x/./a", "http://x/a"),
        ("g", "http://h", *("http://h/g",) * 3),
        ("?q", "http://h", "http://h?q", "http://h/?q", "http://h?q"),
        ("///x", "http://h/a", "http://h/x", "http:///x", "http:///x"),
        ("//h?q", "http://x/", "http://h?q", "http://h?q", "http://h?q"),
        ("..", "http://h/../..", "http://h/../..", "http://h/../..", "http://h/"),
        ("a#", "http://h/", "http://h/a", "http://h/a#", "http://h/a#"),
    ],
)  # fmt: skip
def test_three_generations_of_resolution(reference, base, of_1808, of_2396, of_3986):
    for generation, target in (("RFC 1808", of_1808), ("RFC 2396", of_2396), ("RFC 3986", of_3986)):
        assert rfc3986.resolve(reference, base, generation=generation) == target
        assert rfc3986.resolve(rfc3986.split(reference), rfc3986.split(base), generation=generation) == target
    assert rfc3986.resolve(reference, base) == of_3986


def test_options_of_older_resolution():
    for generation in ("RFC 1808", "RFC 2396"):
        assert rfc3986.resolve("http:g", "http://a/b/c", False, generation=generation) == "http://a/b/g"
        assert rfc3986.resolve("../x", "http://h/a/b", path_as_is=True, generation=generation) == "http://h/a/../x"
        with pytest.raises(ValueError, match="has no scheme"):
            rfc3986.resolve("x", "//h", generation=generation)
    with pytest.raises(ValueError, match="the generation must be one of RFC 1808, RFC 2396, RFC 3986, not 'RFC 1738'"):
        rfc3986.resolve("x", "http://h", generation="RFC 1738")


# Paths as they are: https://curl.se/docs/manpage.html#--path-as-is


def test_paths_as_they_are(capsys):
    assert rfc3986.resolve("http://h/a/../b/./c", None, path_as_is=True) == "http://h/a/../b/./c"
    assert rfc3986.resolve("http://h/a/../b", None) == "http://h/b"
    for generation in ("RFC 1808", "RFC 2396", "RFC 3986"):
        with pytest.raises(ValueError, match="it needs a base"):
            rfc3986.resolve("/a", None, path_as_is=True, generation=generation)
    for arguments, href in {
        ("http://h/a/../b",): "http://h/a/../b",
        ("HTTP://H:80/a/..",): "http://h/a/..",
        ("http://h/a/./",): "http://h/a/./",
        ("http:\\\\h\\a\\..\\é",): "http://h/a/../%C3%A9",
        ("http://h/%2e%2E/?q/../#f/..",): "http://h/%2e%2E/?q/../#f/..",
        ("foo:/..//x",): "foo:/..//x",
        ("file:///C|/../x",): "file:///C:/../x",
        ("file:///C:/..",): "file:///C:/..",
        ("mailto:a/../b",): "mailto:a/../b",
        ("--base", "http://h/a/b", "../../x"): "http://h/a/../../x",
        ("--base", "http://h/a/../b", "?q"): "http://h/b?q",
    }.items():
        assert main(["resolve", "--path-as-is", *arguments]) == 0
        assert capsys.readouterr().out == f"{href}\n"
    assert main(["resolve", "--path-as-is", "http://h x/", "--json"]) == 1
    assert '"domain-to-ASCII"' in capsys.readouterr().out
    assert main(["resolve", "http://h/a/../b"]) == 0
    assert capsys.readouterr().out == "http://h/b\n"


# XPath and XQuery Functions and Operators 3.1 §6.1, fn:resolve-uri


def test_fn_resolve_uri():
    assert rfc3986.resolve_uri(None, "http://h/") is None
    assert (
        rfc3986.resolve_uri("hello/goodbye.xml", "http://mycompany/default.xqy") == "http://mycompany/hello/goodbye.xml"
    )
    assert rfc3986.resolve_uri("http://a/b/../c", "http://h/") == "http://a/b/../c"
    assert rfc3986.resolve_uri("mailto:a/../b", "not a base") == "mailto:a/../b"
    assert rfc3986.resolve_uri("../é ü", "http://h/パス/x") == "http://h/é ü"
    assert rfc3986.resolve_uri("", "http://h/a?b") == "http://h/a?b"
    for base, why in {"//h/": "no scheme", "http://h/#f": "a fragment", "urn:a:b": "not hierarchical"}.items():
        with pytest.raises(ValueError, match=f"FORG0002: .*{why}"):
            rfc3986.resolve_uri("x", base)
    with pytest.raises(TypeError):
        rfc3986.resolve_uri(b"x", "http://h/")


# Canonical XML 1.1 §2.4, whose algorithm Canonical XML 2.0 takes, and its Appendix A


@pytest.mark.parametrize(
    ("base", "reference", "joined"),
    [
        ("abc/", "../", ""),
        ("../", "../", "../../"),
        ("..", "..", "../../"),
        ("a/b/", "../x", "a/x"),
        ("a/b", "x", "a/x"),
        ("a/..", "x", "x"),
        ("http://h/a/b", "../../../x", "http://h/x"),
        ("http://h", "x", "http://h/x"),
        ("http://h/a?q", "", "http://h/a?q"),
        ("a?q", "?r#f", "a?r"),
        ("a", "/b/./c", "/b/c"),
        ("a", "http://h/b/../c#f", "http://h/c"),
        ("http://h/", "//x/a/..", "http://x/"),
        ("..", "", "../"),
    ],
)
def test_joining_bases(base, reference, joined):
    assert rfc3986.join_uri_references(base, reference) == joined


@pytest.mark.parametrize(
    ("path", "without"),
    [
        ("no/.././/pseudo-netpath/seg/file.ext", "pseudo-netpath/seg/file.ext"),
        ("no/..//.///pseudo-netpath/seg/file.ext", "pseudo-netpath/seg/file.ext"),
        ("yes/no//..//.///pseudo-netpath/seg/file.ext", "yes/pseudo-netpath/seg/file.ext"),
        *(("no/../yes", "yes"), ("no/../yes/", "yes/"), ("no/../yes/no/..", "yes/"), ("../../no/../..", "../../../")),
        *(("no/../..", "../"), ("no/..", ""), ("no/../", ""), ("/a/b/c/./../../g", "/a/g")),
        *(("mid/content=5/../6", "mid/6"), ("../../..", "../../../"), ("no/../../", "../")),
        *(("..yes/..no/..no/..no/../../../..yes", "..yes/..yes"), ("../..", "../../"), ("../../../", "../../../")),
        *((".", ""), ("./", ""), ("./.", ""), ("//no/..", "/"), ("../../no/..", "../../"), ("yes/no/../", "yes/")),
        *(("yes/no/no/../..", "yes/"), ("yes/no/../yes/no/no/../..", "yes/yes/"), ("/no/../", "/")),
        *(("/yes/no/no/../..", "/yes/"), ("../../..no/../", "../../"), ("..yes/...no/..no/..no/../../..", "..yes/")),
        *(("/", "/"), ("/.", "/"), ("/./.", "/"), ("/../..", "/"), ("//..//..", "/"), ("/./.././..", "/")),
        *(("..", "../"), ("../", "../"), ("", "")),
    ],
)
def test_the_table_of_appendix_a(path, without):
    assert remove_dot_segments_of_a_relative_base(path) == without


# XML Base (Second Edition)


def test_xml_base():
    """§1's example: a document, and a list in it with a base of its own."""
    today = "http://example.org/today/"
    assert rfc3986.resolve("new.xml", rfc3986.base_uri([today])) == "http://example.org/today/new.xml"
    hotpicks = rfc3986.base_uri([today, "/hotpicks/"])
    assert hotpicks == "http://example.org/hotpicks/"
    assert rfc3986.resolve("pick1.xml", hotpicks) == "http://example.org/hotpicks/pick1.xml"


def test_xml_base_along_a_list_of_ancestors():
    assert rfc3986.base_uri([], "http://h/a.xml#f") == "http://h/a.xml"
    assert rfc3986.base_uri(["b/", "../c", ""], "http://h/a/x.xml?q") == "http://h/a/c"
    assert rfc3986.base_uri(["x", "http://h/", "y/"]) == "http://h/y/"
    assert rfc3986.base_uri(iter(["a b/é<>#[", "c"]), "http://h/") == "http://h/a%20b/c"
    assert rfc3986.base_uri(['d"{}|\\^`é\x7f%41?ü'], "http://h/") == (
        "http://h/d%22%7B%7D%7C%5C%5E%60%C3%A9%7F%41?%C3%BC"
    )
    assert rfc3986.base_uri(["a é"], "http://h/", escape=False) == "http://h/a é"
    for bases, document in (([], None), (["a"], None), (["a"], "//h"), ([], "x")):
        with pytest.raises(ValueError, match="no base is absolute"):
            rfc3986.base_uri(bases, document)
    with pytest.raises(ValueError, match="lone surrogate"):
        rfc3986.base_uri(["\ud800"], "http://h/")
    for wrong in ("a", [1]):
        with pytest.raises(TypeError):
            rfc3986.base_uri(wrong, "http://h/")


# RFC 2718 §2.5 with RFC 2717 §3.2, RFC 4395 §2.8, RFC 7595 §3.8


@pytest.mark.parametrize(
    ("name", "of_2718", "of_4395", "of_7595"),
    [
        ("example-scheme", "IETF tree", None, None),
        ("urx", "'ur'", None, None),
        ("url", "'ur'", None, "general"),
        ("Foo", None, "lower case", "lower case"),
        ("com.example.info", None, "com-example-mything", None),
        ("com-example-info", "IETF tree", None, None),
        ("1a", *("start with a letter",) * 3),
        ("http", *("already registered",) * 3),
        ("a..b", None, None, "reversed"),
        ("web+foo", None, None, None),
    ],
)
def test_guidelines_for_names(name, of_2718, of_4395, of_7595):
    for guidelines, why in (("RFC 2718", of_2718), ("RFC 4395", of_4395), ("RFC 7595", of_7595)):
        problems = schemes.scheme_name_problems(name, guidelines)
        assert len(problems) == (why is not None), problems
        assert all(why in problem for problem in problems)
    assert schemes.scheme_name_problems(name) == schemes.scheme_name_problems(name, "RFC 7595")


def test_other_guidelines():
    with pytest.raises(ValueError, match="the guidelines must be one of RFC 2718, RFC 4395, RFC 7595"):
        schemes.scheme_name_problems("a", "RFC 2717")
