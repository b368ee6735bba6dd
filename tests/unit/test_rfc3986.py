"""RFC 3986 and its relatives: the examples of the RFCs, and the errors for refused strings."""

import copy
import json
import pickle
import sys
from pathlib import Path

import pytest

from py_url.specs import rfc3986
from py_url.specs.grammar import InvalidSyntax
from py_url.specs.rfc3986 import parse

EXAMPLES_OF_5_4 = json.loads(
    (Path(__file__).parent.parent / "data" / "vectors" / "rfc3986-5.4.json").read_text("utf-8")
)
BASE = EXAMPLES_OF_5_4["base"]

EXAMPLES_OF_1_1_2 = {
    "ftp://ftp.is.co.za/rfc/rfc1808.txt": ("ftp", "ftp.is.co.za", "reg-name", "path-abempty"),
    "http://www.ietf.org/rfc/rfc2396.txt": ("http", "www.ietf.org", "reg-name", "path-abempty"),
    "ldap://[2001:db8::7]/c=GB?objectClass?one": ("ldap", "[2001:db8::7]", "IPv6address", "path-abempty"),
    "mailto:John.Doe@example.com": ("mailto", None, None, "path-rootless"),
    "news:comp.infosystems.www.servers.unix": ("news", None, None, "path-rootless"),
    "tel:+1-816-555-1212": ("tel", None, None, "path-rootless"),
    "telnet://192.0.2.16:80/": ("telnet", "192.0.2.16", "IPv4address", "path-abempty"),
    "urn:oasis:names:specification:docbook:dtd:xml:4.1.2": ("urn", None, None, "path-rootless"),
}


@pytest.mark.parametrize("string", EXAMPLES_OF_1_1_2)
def test_the_examples_of_1_1_2(string):
    reference = parse(string, "URI")
    assert (reference.scheme, reference.host, reference.host_kind, reference.path_kind) == EXAMPLES_OF_1_1_2[string]
    assert str(reference) == string
    assert reference.is_absolute
    assert reference.kind == "URI"
    assert not parse(f"{string}#").is_absolute
    assert not parse("/a").is_absolute
    assert parse("/a").kind == "relative-ref"


def test_undefined_differs_from_empty():
    assert parse("") == rfc3986.Reference(None, None, None, None, "", None, None)
    assert parse("//@:?#") == rfc3986.Reference(None, "", "", "", "", "", "")
    assert parse("//") == rfc3986.Reference(None, None, "", None, "", None, None)
    for string in ("", "//@:?#", "//", "a:", "a://", "a:/", "?", "#", "//@", "//:", "a:?#"):
        assert str(parse(string)) == string


@pytest.mark.parametrize(
    ("string", "kind"),
    [
        ("//h", "path-abempty"),
        ("//h/a", "path-abempty"),
        ("/", "path-absolute"),
        ("a:/b", "path-absolute"),
        ("b", "path-noscheme"),
        ("./a:b", "path-noscheme"),
        ("a:b", "path-rootless"),
        ("", "path-empty"),
        ("a:", "path-empty"),
        ("?q", "path-empty"),
    ],
)
def test_the_kinds_of_path(string, kind):
    assert parse(string).path_kind == kind


@pytest.mark.parametrize(
    ("host", "kind"),
    [
        ("1.2.3.4", "IPv4address"),
        ("1.2.3.256", "reg-name"),
        ("1.2.3.04", "reg-name"),
        ("", "reg-name"),
        ("%ff", "reg-name"),
        ("[::]", "IPv6address"),
        ("[1:2:3:4:5:6:7:8]", "IPv6address"),
        ("[1:2:3:4:5:6:1.2.3.4]", "IPv6address"),
        ("[::1:2:3:4:5:1.2.3.4]", "IPv6address"),
        ("[1:2:3:4:5:6:7::]", "IPv6address"),
        ("[v1F.a:b]", "IPvFuture"),
        ("[V0.~]", "IPvFuture"),
    ],
)
def test_the_kinds_of_host(host, kind):
    reference = parse(f"x://{host}:1/")
    assert (reference.host, reference.host_kind, reference.port, reference.zone) == (host, kind, "1", None)


def test_zone_identifiers_only_when_asked_for():
    string = "http://[fe80::a%25en1]/"
    with pytest.raises(InvalidSyntax) as caught:
        parse(string)
    assert caught.value.offset == string.index("%")
    reference = parse(string, zone=True)
    assert (reference.host, reference.host_kind, reference.zone) == ("[fe80::a%25en1]", "IPv6addrz", "en1")
    for wrong in ("[fe80::a%en1]", "[fe80::a%25]", "[fe80::a%25é]", "[%25en1]", "[v1.a%25en1]"):
        assert not rfc3986.matches(f"http://{wrong}/", "URI", zone=True), wrong
    for literal in ("[fe80::a%25en1", "[v1.a"):
        for length in range(1, len(literal) + 1):
            assert not rfc3986.matches(f"http://{literal[:length]}", "URI", zone=True)
        assert rfc3986.matches(f"http://{literal}]", "URI", zone=True)
    assert parse("http://[fe80::a]/", zone=True).zone is None


@pytest.mark.parametrize(
    ("string", "rules"),
    [
        ("http://h/#f", {"URI-reference", "URI", "IRI-reference", "IRI"}),
        ("http://h/", {"URI-reference", "URI", "absolute-URI", "IRI-reference", "IRI", "absolute-IRI"}),
        ("a/b#f", {"URI-reference", "relative-ref", "IRI-reference", "irelative-ref"}),
        ("http://h/é?\ue000", {"IRI-reference", "IRI", "absolute-IRI"}),
        ("é#é", {"IRI-reference", "irelative-ref"}),
        # iprivate is allowed only in queries; U+FFFF and U+FDD0 are allowed nowhere.
        *(("/\ue000", set()), ("#\ue000", set()), ("/\ufdd0", set()), ("?\uffff", set()), ("/\x80", set())),
        *((" ", set()), ("a b", set()), ("http://h/%", set()), ("http://h/%a", set()), ("1:", set()), (":", set())),
        *(("http://h:x/", set()), ("http://h:1:2/", set()), ("http://a@b@c/", set()), ("[", set()), ("/[", set())),
        *(
            ("x://[::1:2:3:4:5:6:1.2.3.4]", set()),
            ("x://[1:2:3:4:5:6::1.2.3.4]", set()),
            ("x://[1:2:3:4:5:6:7:8::]", set()),
        ),
        *(("x://[:]", set()), ("x://[::1.2]", set()), ("x://[::1.2.3.]", set()), ("x://[1:]", set())),
        *(("http://[::1", set()), ("http://[::1]a", set()), ("http://a[::1]", set()), ("x://[]", set())),
        *(("/\n", set()), ("http://h\n", set()), ("a:\n", set()), ("\ud800", set())),
    ],
)
def test_the_rules_by_name(string, rules):
    assert {rule for rule in rfc3986.RULES if rfc3986.matches(string, rule)} == rules


@pytest.mark.parametrize(
    ("string", "rule", "offset", "expected"),
    [
        ("http://h/%zz", "URI", 10, "two hexadecimal digits"),
        ("http://h/%az", "URI", 11, "two hexadecimal digits"),
        ("http://h/%", "URI", 10, "two hexadecimal digits"),
        ("http://h/a b", "URI", 10, "in the path"),
        ("http://h/a?b c", "URI", 12, "in the query"),
        ("http://h/a#b#", "URI", 12, "in the fragment"),
        ("http://h h/", "URI", 8, "in the host"),
        ("http://u u@h/", "URI", 8, "userinfo"),
        ("http://h:8o/", "URI", 10, "a digit in the port"),
        ("http://[::1", "URI", 11, "']'"),
        ("http://[::1]x", "URI", 12, "':' or the end"),
        ("http://[::1]@h", "URI", 12, "':' or the end"),
        ("http://[::g]", "URI", 10, "']'"),
        ("http://[v1.]", "URI", 11, "in the address"),
        ("http://[v1]", "URI", 10, "'.'"),
        ("http://[]", "URI", 8, "IPv6 address"),
        ("http://[0]", "URI", 9, "IPv6 address"),
        ("http://[1:2:3]", "URI", 13, "IPv6 address"),
        ("http://[::1.2.3]", "URI", 15, "IPv6 address"),
        # What is no decimal octet may be a piece.
        ("http://[::00.0.0.0]", "URI", 12, "IPv6 address"),
        ("http://[::ff.1]", "URI", 12, "IPv6 address"),
        ("http://[::256.1.1.1]", "URI", 13, "IPv6 address"),
        ("http://[::1.256.1.1]", "URI", 14, "IPv6 address"),
        ("http://[1:2:3:4:5:6:7:8:9]", "URI", 23, "']'"),
        ("http://[::1:2:3:4:5:6:7:8]", "URI", 23, "']'"),
        ("http://[é", "URI", 8, "IPv6 address"),
        ("a:b#c", "absolute-URI", 3, "no fragment"),
        ("a/b", "URI", 1, "':'"),
        ("1a:b", "URI", 0, "a scheme, which starts"),
        ("a", "URI", 1, "':' after the scheme"),
        ("1a:b", "URI-reference", 2, "no ':'"),
        ("a:b", "relative-ref", 1, "no ':'"),
        ("a b:c", "relative-ref", 1, "in the path"),
        ("é", "URI-reference", 0, "in the path"),
    ],
)
def test_where_the_grammar_fails_and_what_it_expects(string, rule, offset, expected):
    with pytest.raises(InvalidSyntax) as caught:
        parse(string, rule)
    error = caught.value
    assert (error.input, error.rule, error.offset) == (string, rule, offset)
    assert expected in error.expected
    first, line, carets = str(error).split("\n")
    assert first == f"invalid {rule} at {offset}: {error.expected}"
    if "@" not in string:
        assert line == f"    {string}"
        assert carets.index("^") == 4 + offset
    again = pickle.loads(pickle.dumps(error))
    assert (type(again), str(again), repr(again)) == (InvalidSyntax, str(error), repr(error))


def test_passwords_are_not_shown():
    assert "secret" not in repr(parse("http://u:secret@h/"))
    encoded = "u:secret%40h/ x", "u%3Asecret%40h x", "http%253A%252F%252Fu%253Asecret%2540h x", "u:se%2540cret%40h x"
    for string in encoded:
        for whole in (f"pack://http:,,{string}", f"https://p/?url=http://{string}", f"https://p/?a=b&url={string}"):
            assert "cret" not in repr(rfc3986.split(whole))
            with pytest.raises(InvalidSyntax) as caught:
                parse(whole)
            assert "cret" not in str(caught.value)
    assert "a%40b" in repr(rfc3986.split("https://h:80/a?email=a%40b"))
    for string in ("http://u:secret@h/", "http:/u:secret@h/", "u:secret@h", "http:\\\\u:secret@h/", "//u:se/cret@h"):
        assert "cret" not in repr(rfc3986.split(string))
    with pytest.raises(InvalidSyntax) as caught:
        parse("http://u:secret@h/ ")
    assert "secret" not in str(caught.value) + repr(caught.value)


def test_a_reference_is_immutable_and_can_be_copied():
    reference = parse("http://h/")
    with pytest.raises(AttributeError):
        reference.path = "/x"
    assert copy.copy(reference) == pickle.loads(pickle.dumps(reference)) == reference
    assert {reference: 1}[parse("http://h/")] == 1


def test_appendix_b():
    assert rfc3986.split("http://www.ics.uci.edu/pub/ietf/uri/#Related") == (
        *("http", "www.ics.uci.edu", "/pub/ietf/uri/"),
        *(None, "Related"),
    )
    assert rfc3986.split("1:\n//\x00?#\n") == ("1", None, "\n//\x00", "", "\n")
    for string in ("", ":", "::", "//", "?#", "a:b:c", "\n", "a\nb:c?d\ne#f\n", "//\n/\n"):
        assert str(rfc3986.split(string)) == string


# What each rung of the ladder ignores, and the name of the rung.
@pytest.mark.parametrize(
    ("a", "b", "rung"),
    [
        ("http://h/", "http://h/", "string"),
        ("HTTP://www.EXAMPLE.com/", "http://www.example.com/", "case"),
        ("http://h/%3a", "http://h/%3A", "case"),
        ("http://%c3%a9%2F/", "http://%C3%A9%2f/", "case"),
        ("http://U%3a@H/", "http://U%3A@h/", "case"),
        ("http://h/~user", "http://h/%7euser", "percent-encoding"),
        ("http://%41/", "http://a/", "percent-encoding"),
        ("http://a/b/c/%7Bfoo%7D", "http://a/./b/../b/%63/%7bfoo%7d", "path-segments"),
        ("example://a/b/c/%7Bfoo%7D", "eXAMPLE://a/./b/../b/%63/%7bfoo%7d", "path-segments"),
        ("/a/b", "/a/c/../b", "path-segments"),
        ("http://h/%2e%2e/a", "http://h/a", "path-segments"),
        ("http://example.com", "http://example.com/", "scheme"),
        ("http://example.com:/", "http://example.com/", "scheme"),
        ("http://example.com:80/", "http://example.com/", "scheme"),
        ("http://example.com:0080/", "http://example.com/", "scheme"),
        ("foo://example.com:/", "foo://example.com/", "scheme"),
        ("file://localhost/a", "file:///a", "scheme"),
        ("file://localhost:/a", "file:///a", "scheme"),
        ("ftp://h", "ftp://h/", "scheme"),
        ("foo://h", "foo://h/", "scheme"),
        ("http://h/a", "http://h/A", None),
        ("http://h/?", "http://h/", None),
        ("http://h/#", "http://h/", None),
        ("http://h/%2F", "http://h//", None),
        ("http://h:0/", "http://h/", None),
        ("http://h:443/", "http://h/", None),
        ("http://u@h/", "http://U@h/", None),
        ("a/../b", "b", None),
        ("mailto:a/../b", "mailto:/b", None),
        ("mailto:a/../b", "mailto:b", None),
        ("urn:a/./b", "urn:a/b", None),
        ("x:..", "x:", None),
        # Only the address has no case, not the zone behind it (RFC 6874 §2).
        ("http://[FE80::A%25En1]:80/", "http://[fe80::a%25En1]/", "scheme"),
        ("http://u@[FE80::A%25En%c3%a9]/", "http://u@[fe80::a%25En%C3%A9]/", "case"),
        ("http://[fe80::a%25En1]/", "http://[fe80::a%25en1]/", None),
        ("http://[V1.A]/", "http://[v1.a]/", "case"),
        ("//h", "//h/", None),
        ("foo:", "foo:/", None),
        # RFC 3987 §5.3.2.1: only ASCII letters have two cases in a host.
        ("http://É/", "http://é/", None),
    ],
)
def test_the_ladder(a, b, rung):
    assert rfc3986.equivalence(a, b) == rfc3986.equivalence(b, a) == rung
    equal = [rfc3986.equivalent(a, b, step) for step in rfc3986.RUNGS]
    assert equal == [rung is not None and step >= rfc3986.RUNGS.index(rung) for step in range(len(equal))]


def test_a_path_does_not_become_an_authority():
    assert rfc3986.normalize("a:/b/..//c") == "a:/.//c"
    assert rfc3986.resolve("..//c", "a:/b/d") == "a:/.//c"
    assert rfc3986.parse(rfc3986.normalize("a:/b/..//c")).host is None
    assert rfc3986.normalize("a:/.//c") == "a:/.//c"


@pytest.mark.parametrize(
    ("path", "without"),
    [
        # §5.2.4's two examples.
        *(("/a/b/c/./../../g", "/a/g"), ("mid/content=5/../6", "mid/6")),
        *(("", ""), ("/", "/"), (".", ""), ("..", ""), ("./", ""), ("../", ""), ("/.", "/"), ("/..", "/")),
        *(("../../a", "a"), (".././a", "a"), ("a/..", "/"), ("a/../b", "/b"), ("a/.", "a/"), ("...", "...")),
        *(("/a//..", "/a/"), ("/a//../b", "/a/b"), ("//..", "/"), ("/...", "/..."), ("/a/./", "/a/"), ("./..", "")),
        *(("../.", ""), ("/..a/.b", "/..a/.b"), ("a/./b/../c/", "a/c/"), ("/%2e%2e/a", "/%2e%2e/a")),
    ],
)
def test_remove_dot_segments(path, without):
    assert rfc3986.remove_dot_segments(path) == without == by_the_book(path)


def by_the_book(path):
    """§5.2.4, step by step."""
    output = ""
    while path:
        if path.startswith("../"):
            path = path[3:]
        elif path.startswith(("./", "/./")):
            path = path[2:]
        elif path == "/.":
            path = "/"
        elif path.startswith("/../"):
            path, output = path[3:], output[: max(output.rfind("/"), 0)]
        elif path == "/..":
            path, output = "/", output[: max(output.rfind("/"), 0)]
        elif path in (".", ".."):
            path = ""
        else:
            end = path.find("/", 1)
            end = len(path) if end < 0 else end
            output, path = output + path[:end], path[end:]
    return output


@pytest.mark.parametrize(("reference", "target"), EXAMPLES_OF_5_4["cases"])
def test_the_examples_of_5_4(reference, target):
    assert rfc3986.resolve(reference, BASE) == target
    assert rfc3986.resolve(rfc3986.relativize(target, BASE), BASE) == rfc3986.resolve(target, BASE)
    assert rfc3986.matches(reference, "URI-reference")


@pytest.mark.parametrize(
    ("reference", "base", "target"),
    [
        # In addition to those of §5.4.
        ("http:g", "http://a/b/c/d;p?q", "http:g"),
        ("http:", "http://a/b", "http:"),
        ("g", "http://a", "http://a/g"),
        ("g", "urn:a:b", "urn:g"),
        ("?", "http://a/b?q#f", "http://a/b?"),
        ("", "http://a/b?q#f", "http://a/b?q"),
        ("#", "http://a/b?q#f", "http://a/b?q#"),
        ("//", "http://a/b", "http://"),
        ("é?é#é", "http://é/ü/", "http://é/ü/é?é#é"),
        ("a b", "http://h/<>", "http://h/a b"),
    ],
)
def test_resolution(reference, base, target):
    assert rfc3986.resolve(reference, base) == target
    assert rfc3986.resolve(rfc3986.split(reference), rfc3986.split(base)) == target


def test_resolution_as_before_rfc_2396():
    assert rfc3986.resolve("http:g", "http://a/b/c/d;p?q", strict=False) == "http://a/b/c/g"
    assert rfc3986.resolve("http:?y", "http://a/b/c/d;p?q", strict=False) == "http://a/b/c/d;p?y"
    assert rfc3986.resolve("ftp:g", "http://a/b", strict=False) == "ftp:g"
    assert rfc3986.resolve("HTTP:g", "http://a/b", strict=False) == "http://a/g"


def test_dot_segments_stay_if_path_as_is_is_set():
    assert rfc3986.resolve("../../etc/./x", "http://h/a/b", path_as_is=True) == "http://h/a/../../etc/./x"
    assert rfc3986.resolve("http://h/../a", "http://h/", path_as_is=True) == "http://h/../a"


def test_what_a_question_mark_alone_refers_to():
    """For a "?" alone, RFC 1808 and RFC 3986 keep the base's path, but RFC 2396 dropped its last segment.

    Since RFC 2396 a base has no fragment. Before Python 3.14 `urllib.parse` treated an empty query as missing and kept
    the base's.
    """
    from urllib.parse import urljoin

    base = "http://a/b/c/d;p?q#f"
    assert rfc3986.resolve("?", base) == "http://a/b/c/d;p?"
    assert rfc3986.resolve("?y", base) == "http://a/b/c/d;p?y"
    assert urljoin(base, "?y") == "http://a/b/c/d;p?y"
    assert urljoin(base, "?") == ("http://a/b/c/d;p?" if sys.version_info >= (3, 14) else "http://a/b/c/d;p?q")


def test_a_base_has_a_scheme():
    with pytest.raises(ValueError, match="it has no scheme"):
        rfc3986.resolve("a", "//h/b")
    with pytest.raises(ValueError, match="the reference has no scheme, so it needs a base"):
        rfc3986.resolve("a", None)
    with pytest.raises(TypeError, match="the base must be a str, a Reference or a Split, not int"):
        rfc3986.resolve("a", 1)
    with pytest.raises(TypeError, match="the base must be a str, a Reference or a Split, not NoneType"):
        rfc3986.relativize("a:b", None)


@pytest.mark.parametrize(
    ("target", "base", "reference"),
    [
        ("http://a/b/c", "http://a/b/d", "c"),
        ("http://a/b/c", "http://a/b/c", ""),
        ("http://a/b/c?q", "http://a/b/c", "?q"),
        ("http://a/b/c", "http://a/b/c?q", "c"),
        ("http://a/b/c#f", "http://a/b/c#g", "#f"),
        ("http://a/b/", "http://a/b/c", "."),
        ("http://a/", "http://a/b/c", "/"),
        ("http://a/b/c", "http://x/", "//a/b/c"),
        ("http://a/b", "ftp://a/", "http://a/b"),
        ("http://a/x:y", "http://a/", "/x:y"),
        ("http://a", "http://a/b", "//a"),
        ("http://a/b/c", "http://a", "b/c"),
        ("http://longhost//b", "http://longhost", ".//b"),
        ("http://a/b/", "http://a/b/c/d", ".."),
        ("http://a/longer/", "http://a/longer/b/b/d", "../.."),
        ("x:a:b", "x:c", "./a:b"),
        ("x:/.//a", "x:/b/c", "/.//a"),
        ("http://a/b//c", "http://a/b/", ".//c"),
    ],
)
def test_relativize(target, base, reference):
    assert rfc3986.relativize(target, base) == reference
    assert rfc3986.resolve(reference, base) == rfc3986.resolve(target, base)


def test_the_three_generations():
    old, middle, new = rfc3986.GENERATIONS.values()
    assert list(rfc3986.GENERATIONS) == ["RFC 2396", "RFC 2732", "RFC 3986"]
    assert set(middle["reserved"]) - set(old["reserved"]) == set("[]")
    assert set(old["unwise"]) - set(middle["unwise"]) == set("[]")
    # RFC 3986 appendix D.2: these were unreserved and are now reserved.
    assert set(old["unreserved"]) - set(new["unreserved"]) == set("!*'()")
    assert set(new["reserved"]) - set(middle["reserved"]) == set("#!*'()")
    assert set(new["reserved"]) == set(new["gen-delims"]) | set(new["sub-delims"])
    for classes in (old, middle):
        kinds = ("unreserved", "reserved", "delims", "unwise", "control", "space")
        assert sorted("".join(classes[kind] for kind in kinds)) == sorted(map(chr, range(0x80)))


def test_percent_encoding_by_class():
    assert rfc3986.percent_encode("50% á/b") == "50%25%20%C3%A1%2Fb"
    assert rfc3986.percent_encode("50% á/b", rfc3986.PATH) == "50%25%20%C3%A1/b"
    assert rfc3986.percent_decode("%C3%A1%zz") == "á%zz".encode()
    assert rfc3986.decode_unreserved("%7E%2F%61%e9%30") == "~%2Fa%e90"
    assert rfc3986.percent_encode("\ud83d\udca9") == "%F0%9F%92%A9"
    with pytest.raises(ValueError, match="the lone surrogate at 1;"):
        rfc3986.percent_encode("a\ud800b\udc01c\udc02")
    # An incomplete escape never becomes a complete one.
    for stray in ("%4%31", "%%341", "%%34%31"):
        assert rfc3986.percent_decode(rfc3986.decode_unreserved(stray)) == rfc3986.percent_decode(stray)
        assert rfc3986.decode_unreserved(rfc3986.decode_unreserved(stray)) == rfc3986.decode_unreserved(stray)


@pytest.mark.parametrize(
    ("purpose", "escaped"),
    [
        ("query", "a%20b&c=d+e;f/?%23%25%C3%A9%0A'~*"),
        ("parameter", "a%20b%26c%3Dd%2Be%3Bf/?%23%25%C3%A9%0A'~*"),
        ("form", "a+b%26c%3Dd%2Be%3Bf%2F%3F%23%25%C3%A9%0A%27%7E*"),
        ("mailto", "a%20b%26c%3Dd+e%3Bf%2F%3F%23%25%C3%A9%0D%0A'~*"),
        ("component", "a%20b%26c%3Dd%2Be%3Bf%2F%3F%23%25%C3%A9%0A'~*"),
    ],
)
def test_what_a_query_value_escapes(purpose, escaped):
    value = "a b&c=d+e;f/?#%é\n'~*"
    assert rfc3986.escape_query_value(value, purpose) == escaped
    if purpose == "form":
        from py_url.standard import serialize_urlencoded

        assert serialize_urlencoded([("x", value)]) == f"x={escaped}"
    if purpose == "component":
        assert rfc3986.encode_uri_component(value) == escaped


def test_base64url():
    # The examples of RFC 4648 §10, and one for each of the two characters that only base64url has.
    pairs = {
        b"": "",
        b"f": "Zg",
        b"fo": "Zm8",
        b"foo": "Zm9v",
        b"foob": "Zm9vYg",
        b"fooba": "Zm9vYmE",
        b"\xfb\xff": "-_8",
    }
    for data, encoded in pairs.items():
        assert rfc3986.base64url_encode(data) == encoded
        assert rfc3986.base64url_decode(encoded) == data
    for wrong, offset in {"Zg==": 2, "Z": 1, "Zh": 1, "Zm9": 2, "Z+": 1, "Zg\n": 2, " Zg": 0, "Zmé": 2}.items():
        with pytest.raises(InvalidSyntax) as caught:
            rfc3986.base64url_decode(wrong)
        assert caught.value.offset == offset, wrong


def test_ecmascript():
    assert rfc3986.encode_uri("http://é/?a b#%[]") == "http://%C3%A9/?a%20b#%25%5B%5D"
    assert rfc3986.encode_uri_component("a/é\U0001f4a9") == "a%2F%C3%A9%F0%9F%92%A9"
    # To JavaScript, two surrogates are one code point.
    assert rfc3986.encode_uri("\ud83d\udca9") == "%F0%9F%92%A9"
    assert rfc3986.decode_uri("%23%2f%C3%A9%41") == "%23%2féA"
    assert rfc3986.decode_uri_component("%23%2f%C3%A9%41") == "#/éA"
    for purpose in ("query", "parameter", "form", "mailto", "component"):
        assert rfc3986.escape_query_value("\ud83d\udca9", purpose) == "%F0%9F%92%A9"
    for wrong, place in {"a\ud800": 1, "\udc00\ud800": 0, "\ud83d\udca9\ud800": 2}.items():
        for encode in (rfc3986.encode_uri, rfc3986.encode_uri_component):
            with pytest.raises(ValueError, match=f"the lone surrogate at {place};"):
                encode(wrong)
    for wrong in ("%", "%a", "%zz", "%ff", "%C3", "%C3%28", "%C0%80", "%ED%A0%80", "%F5%80%80%80", "é%"):
        for decode in (rfc3986.decode_uri, rfc3986.decode_uri_component):
            with pytest.raises(ValueError, match="at"):
                decode(wrong)


@pytest.mark.parametrize(
    ("iri", "uri"),
    [
        ("http://résumé.example.org", "http://r%C3%A9sum%C3%A9.example.org"),
        (
            "http://validator.w3.org/check?uri=http%3A%2F%2Frésumé.example.org",
            "http://validator.w3.org/check?uri=http%3A%2F%2Fr%C3%A9sum%C3%A9.example.org",
        ),
        ("http://www.example.org/red%09rosé#red", "http://www.example.org/red%09ros%C3%A9#red"),
        ("http://example.com/\U00010300\U00010301", "http://example.com/%F0%90%8C%80%F0%90%8C%81"),
        ("D\u00fcrst?\ue000", "D%C3%BCrst?%EE%80%80"),
    ],
)
def test_iris_become_uris(iri, uri):
    """RFC 3987 §3.1."""
    assert rfc3986.iri_to_uri(iri) == uri
    assert rfc3986.iri_to_uri(uri) == uri
    assert rfc3986.parse(uri)


def test_what_else_may_be_converted():
    assert (
        rfc3986.iri_to_uri("http://u@résumé.example.org:1/é", host="idna")
        == "http://u@xn--rsum-bpad.example.org:1/%C3%A9"
    )
    assert rfc3986.iri_to_uri('a b<>"{}|\\^`é', lenient=True) == "a%20b%3C%3E%22%7B%7D%7C%5C%5E%60%C3%A9"
    for unchanged in ("http://u@0x7f/", "http://[::1]:80/", "file:///x", "//:80"):
        assert rfc3986.iri_to_uri(unchanged, host="idna") == unchanged
        with_userinfo = unchanged.replace("//", "//ü@").replace("u@", "")
        assert rfc3986.iri_to_uri(with_userinfo, host="idna") == with_userinfo.replace("ü", "%C3%BC")
    for wrong, offset in {"a b": 1, "é\ufdd0": 1, "\ud800": 0, "é\n": 1}.items():
        with pytest.raises(InvalidSyntax) as caught:
            rfc3986.iri_to_uri(wrong)
        assert caught.value.offset == offset
    with pytest.raises(ValueError, match="idna"):
        rfc3986.iri_to_uri("x", host="punycode")


@pytest.mark.parametrize(
    ("uri", "iri"),
    [
        ("http://www.example.org/D%C3%BCrst", "http://www.example.org/Dürst"),
        ("http://www.example.org/D%FCrst", "http://www.example.org/D%FCrst"),
        ("http://xn--99zt52a.example.org/%e2%80%ae", "http://xn--99zt52a.example.org/%E2%80%AE"),
        ("http://www.example.org/r%E9sum%E9.html", "http://www.example.org/r%E9sum%E9.html"),
        ("%2f%25%20%61%C3%A9%C3", "%2F%25%20aé%C3"),
        ("?%C2%80%EF%BF%BF%F3%B0%80%80", "?%C2%80%EF%BF%BF\U000f0000"),
        ("/%EE%80%80?%EE%80%80#%EE%80%80", "/%EE%80%80?\ue000#%EE%80%80"),
        ("%4%31%%34%31", "%4%31%%341"),
        ("/%C2%80%EF%B7%90%F3%A0%80%81%ED%A0%80", "/%C2%80%EF%B7%90%F3%A0%80%81%ED%A0%80"),
        *(
            (f"http://good.com{octets}evil.com/{octets}?{octets}#{octets}",) * 2
            # / . @ and ? in other forms, spaces and separators, what is invisible, and an isolate
            for octets in ("%EF%BC%8F", "%E3%80%82", "%EF%BC%A0", "%EF%BC%9F", "%C2%A0", "%E2%80%A8", "%E2%80%8B")
        ),
        ("/%E2%81%A6%D8%9C", "/%E2%81%A6%D8%9C"),
    ],
)
def test_uris_become_iris(uri, iri):
    """RFC 3987 §3.2."""
    assert rfc3986.uri_to_iri(uri) == iri
    assert rfc3986.equivalent(rfc3986.iri_to_uri(iri), uri, "percent-encoding")


# The examples of RFC 3987 §4.4, with Hebrew letters for its capital letters, and the violations of §4.2 in each. The
# RFC calls the fourth legal, although its last segment has letters of both directions, which a component should not
# have.
HEBREW = str.maketrans({chr(65 + i): chr(0x5D0 + i) for i in range(26)})


@pytest.mark.parametrize(
    ("example", "wrong"),
    [
        ("http://ab.CDEFGH.ij/kl/mn/op.html", []),
        ("http://ab.CDE.FGH/ij/kl/mn/op.html", []),
        ("http://AB.CD.EF/GH/IJ/KL?MN=OP;QR=ST#UV", []),
        ("http://AB.CD.ef/gh/IJ/KL.html", ["KL.html"]),
        ("http://ab.cd.EF/GH/ij/kl.html", []),
        ("http://ab.CD.EF/GH/IJ/kl.html", []),
        ("http://ab.CDE123FGH.ij/kl/mn/op.html", []),
        ("http://ab.cd.ef/GH1/2IJ/KL.html", ["GH1", "2IJ", "KL.html"]),
        ("http://ab.cd.ef/GH%31/%32IJ/KL.html", ["GH%31", "%32IJ", "KL.html"]),
        ("http://ab.CDEFGH.123/kl/mn/op.html", []),
    ],
)
def test_what_is_wrong_with_bidirectional_iris(example, wrong):
    iri = example.translate(HEBREW)
    problems = rfc3986.iri_problems(iri)
    assert [iri[start:end] for start, end, _ in problems] == [text.translate(HEBREW) for text in wrong]


def test_the_components_of_an_iri():
    problems = rfc3986.iri_problems("http://\u05d0.b@h.\u05d0a:80/\u05d0b?a=\u05d0#b\u05d0")
    assert [(start, end) for start, end, _ in problems] == [(7, 10), (13, 15), (19, 21), (22, 25), (26, 28)]
    assert rfc3986.iri_problems("http://\u05d0@\u05d0.a/\u05d0/a?\u05d0#a") == []


def test_forbidden_formatting_characters():
    assert [(start, end) for start, end, _ in rfc3986.iri_problems("/a\u200eb\u202ec")] == [(2, 3), (4, 5)]
    assert rfc3986.iri_problems("http://h/a\u200b") == []


@pytest.mark.parametrize(
    "call",
    [
        *(rfc3986.parse, rfc3986.split, rfc3986.normalize, rfc3986.remove_dot_segments, rfc3986.percent_encode),
        *(rfc3986.decode_unreserved, rfc3986.escape_query_value, rfc3986.encode_uri, rfc3986.encode_uri_component),
        *(rfc3986.decode_uri, rfc3986.decode_uri_component, rfc3986.iri_to_uri, rfc3986.uri_to_iri),
        *(rfc3986.iri_problems, rfc3986.base64url_encode, rfc3986.base64url_decode, rfc3986.compose),
        lambda wrong: rfc3986.matches(wrong, "URI"),
        lambda wrong: rfc3986.parse("a", wrong),
        lambda wrong: rfc3986.equivalent("a", wrong),
        lambda wrong: rfc3986.equivalence(wrong, "a"),
        lambda wrong: rfc3986.resolve(wrong, "a:"),
        lambda wrong: rfc3986.relativize(wrong, "a:"),
    ],
)
@pytest.mark.parametrize("wrong", [None, 1, ["x"]])
def test_wrong_types_raise_type_error_and_are_named(call, wrong):
    with pytest.raises(TypeError, match=type(wrong).__name__):
        call(wrong)


def test_wrong_names_raise_value_error_and_are_told():
    for name in ("URL", "http://u:secret@h/"):
        for call in (
            lambda: rfc3986.parse("a", name),  # noqa: B023 - called in the same iteration
            lambda: rfc3986.normalize("a", name),  # noqa: B023 - as above
            lambda: rfc3986.escape_query_value("a", name),  # noqa: B023 - as above
            lambda: rfc3986.iri_to_uri("a", host=name),  # noqa: B023 - as above
        ):
            with pytest.raises(ValueError, match="must be one of") as caught:
                call()
            assert "secret" not in str(caught.value)


def test_a_reference_in_any_form():
    for form in ("HTTP://H", rfc3986.parse("HTTP://H"), rfc3986.split("HTTP://H")):
        assert rfc3986.normalize(form) == "http://h/"
        assert rfc3986.compose(rfc3986.split("HTTP://H")) == "HTTP://H"
        assert rfc3986.resolve("a", form) == "HTTP://H/a"
    # Parts that no split string has are composed first.
    assert rfc3986.relativize("", rfc3986.Split("a", None, "//x/../y", None, None)) == ""


def test_parts_that_make_no_reference():
    with pytest.raises(ValueError, match="start with '/'"):
        rfc3986.compose(rfc3986.Split("a", "b", "x", None, None))
    for wrong in (rfc3986.Split(None, None, None, None, None), rfc3986.Split(None, None, "a", 1, None)):
        with pytest.raises(TypeError, match=r"the (path|query) must be a str"):
            rfc3986.compose(wrong)
    assert rfc3986.compose(rfc3986.Split(None, None, "a:b", None, None)) == "./a:b"


WHOLE = rfc3986.parse("http://user@h.example:80/a?b#c")


@pytest.mark.parametrize(
    ("part", "value", "why"),
    [
        *(("host", f"h{char}evil", f"the host must not contain {char!r}") for char in "/?#@:[]"),
        *(("host", wrong, "the host must not contain") for wrong in ("[::1", "::1]")),
        *(("host", wrong, "the address must not contain") for wrong in ("[::1]@[::2]", "[/]")),
        *(("userinfo", f"u{char}evil", f"the userinfo must not contain {char!r}") for char in "/?#@[]"),
        *(("port", f"80{char}evil", f"the port must not contain {char!r}") for char in "/?#@:[]"),
        *(("scheme", f"http{char}evil", f"the scheme must not contain {char!r}") for char in ":/?#"),
        *(("path", f"/a{char}evil", f"the path must not contain {char!r}") for char in "?#"),
        *(("authority", f"h{char}evil", f"the authority must not contain {char!r}") for char in "/?#"),
        ("query", "b#evil", "the query must not contain '#', which would end it; '%23' does not"),
        ("scheme", "", "the scheme must not be empty"),
        ("path", "a", "start with '/'"),
        ("host", None, "a userinfo or a port needs a host"),
    ],
)
def test_no_component_contains_the_next(part, value, why):
    forms = [form for form in (WHOLE, WHOLE.split()) if part in form._fields]
    assert forms
    for form in forms:
        wrong = form._replace(**{part: value})
        for call in (
            rfc3986.compose,
            str,
            rfc3986.normalize,
            lambda wrong: rfc3986.resolve("x", wrong),
            lambda wrong: rfc3986.resolve(wrong, "http://h/"),
            lambda wrong: rfc3986.relativize(wrong, "http://h/"),
            lambda wrong: rfc3986.equivalent(wrong, "http://h/"),
        ):
            with pytest.raises(ValueError, match=r"must|needs") as caught:
                call(wrong)
            assert why in str(caught.value)
        assert repr(wrong).startswith(type(wrong).__name__)


def test_what_a_component_may_contain():
    for part, value in {
        "userinfo": "u:p",
        "host": "[::1]",
        "path": "/:@[]//",
        "query": "/?:@[]",
        "fragment": "#/?:@[]#",
        "port": "",
    }.items():
        reference = WHOLE._replace(**{part: value})
        assert rfc3986.split(rfc3986.compose(reference)) == reference.split()
    assert str(WHOLE._replace(userinfo=None, host=None, port=None)) == "http:/a?b#c"


def test_the_data_cannot_be_changed():
    with pytest.raises(TypeError):
        rfc3986.GENERATIONS["RFC 3986"]["pchar"] = ""


@pytest.mark.parametrize("char", "\u061c\u200e\u200f\u202a\u202e\u2066\u2069")
def test_formatting_characters_are_problems(char):
    problems = rfc3986.iri_problems(f"http://h/a{char}b")
    assert [(start, end) for start, end, message in problems if "formatting character" in message] == [(10, 11)]
