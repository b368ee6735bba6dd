"""Around the parser in HTML: hyperlinks, Location, xml:base, meta refresh, srcset, ping, javascript: URLs, and the
headers Location and Link.

The sections are HTML §4.2.4.4, §4.2.5.3, §4.6.3, §4.6.6, §4.8.4.3, §7.2.4 and §7.4.2.3, Fetch §2.2, RFC 8288 and XML
Base. The examples are theirs where they have some.
"""

import copy
from importlib.util import find_spec

import pytest

from py_url import InvalidURL
from py_url.specs.file_api import BlobURLStore
from py_url.specs.html import (
    Document,
    Environment,
    Hyperlink,
    ImageCandidate,
    Location,
    element_base_url,
    extract_links,
    javascript_source,
    location_url,
    parse_link_value,
    parse_refresh,
    parse_srcset,
    ping_urls,
)
from py_url.specs.html.header_lists import split_on_commas, values_of
from py_url.standard import basic_parse, serialize

NEEDS_ENCODINGS = pytest.mark.skipif(
    find_spec("webencodings") is None, reason="webencodings is installed only in the development environment"
)
PAGE = Document("https://example.org/d/p?pq#pf")
GETTERS = ("protocol", "username", "password", "host", "hostname", "port", "pathname", "search", "hash")


def members(holder, names=GETTERS):
    return {name: getattr(holder, name) for name in names if getattr(holder, name) != ""}


# HTML §4.6.3 API for a and area elements


@pytest.mark.parametrize(
    ("attribute", "href"), [(None, ""), ("http://[", "http://["), ("http://[\ud800", "http://[\ufffd")]
)
def test_a_hyperlink_without_a_url(attribute, href):
    link = Hyperlink(Document("mailto:x"), attribute)
    assert link.url is None
    assert members(link) == {"protocol": ":"}
    assert link.origin == ""
    assert link.href == str(link) == href
    before = link.attribute
    for name in GETTERS:
        setattr(link, name, "x")
        assert (link.url, link.attribute) == (None, before)
    link.href = "https://h/"
    assert (link.attribute, link.host) == ("https://h/", "h")


def test_the_members_of_a_hyperlink():
    link = Hyperlink(PAGE, "HTTPS://u:p@EXAMPLE.com:8080/a/../b?q#f")
    assert link.attribute == "HTTPS://u:p@EXAMPLE.com:8080/a/../b?q#f"
    assert link.href == "https://u:p@example.com:8080/b?q#f"
    assert link.origin == "https://example.com:8080"
    assert members(link) == {
        "protocol": "https:",
        "username": "u",
        "password": "p",
        "host": "example.com:8080",
        "hostname": "example.com",
        "port": "8080",
        "pathname": "/b",
        "search": "?q",
        "hash": "#f",
    }
    assert "u:p" not in repr(link)
    # As an attribute of the class, a member is itself.
    assert type(link).hash.__class__ is type(Location.hash)
    link.url.host = "other"
    assert link.hostname == "example.com"


@pytest.mark.parametrize(
    ("attribute", "member", "value", "after"),
    [
        *(("b", "protocol", "http::x", "http://example.org/d/b"), ("b", "protocol", "foo", "https://example.org/d/b")),
        *(("b", "username", "é", "https://%C3%A9@example.org/d/b"), ("b", "password", "", "https://example.org/d/b")),
        *(("b", "host", "x:81", "https://x:81/d/b"), ("b", "hostname", "x:81", "https://example.org/d/b")),
        *(("b", "port", "81x", "https://example.org:81/d/b"), ("//h:81/", "port", "", "https://h/")),
        *(
            ("b", "pathname", "?", "https://example.org/%3F"),
            ("b", "search", "?é#", "https://example.org/d/b?%C3%A9%23"),
        ),
        *(("b?q", "search", "", "https://example.org/d/b"), ("b", "hash", "#x", "https://example.org/d/b#x")),
        *(("b#f", "hash", "", "https://example.org/d/b"), ("?", "hash", "x", "https://example.org/d/p?#x")),
        # The setter does nothing, so it leaves the attribute alone.
        *(("MAILTO:a", "host", "x", "MAILTO:a"), ("MAILTO:a", "hostname", "x", "MAILTO:a")),
        *(("MAILTO:a", "pathname", "x", "MAILTO:a"), ("FILE:///a", "port", "1", "FILE:///a")),
        *(("FILE:///a", "username", "u", "FILE:///a"), ("FILE:///a", "password", "p", "FILE:///a")),
        # The value changes nothing, but the attribute becomes the URL.
        *(("MAILTO:a", "protocol", "1", "mailto:a"), ("FILE:///a", "host", "x:1", "file:///a")),
    ],
)
def test_the_setters_of_a_hyperlink(attribute, member, value, after):
    link = Hyperlink(PAGE, attribute)
    setattr(link, member, value)
    assert link.attribute == after
    assert link.href == after.replace("MAILTO", "mailto").replace("FILE", "file")


def test_what_a_setter_of_a_hyperlink_makes_is_parsed_again():
    """Unlike with `URL`, a file URL does not keep the host localhost."""
    link = Hyperlink(PAGE, "http://localhost/")
    link.protocol = "file"
    assert (link.attribute, link.href) == ("file://localhost/", "file:///")


def test_a_hyperlink_follows_the_base_url_of_its_document():
    link = Hyperlink(Document("https://a.example/"), "x")
    link.document = Document("https://a.example/", "/b/")
    assert link.href == "https://a.example/b/x"
    assert link.document.url == basic_parse("https://a.example/")
    link.document = Document("mailto:x")
    assert (link.href, link.protocol) == ("x", ":")
    with pytest.raises(TypeError, match="the document must be a Document or an Environment, not str"):
        link.document = "https://a.example/"
    link.attribute = None
    assert (link.href, link.url) == ("", None)
    with pytest.raises(TypeError, match="the href must be a str, not int"):
        link.attribute = 1
    with pytest.raises(TypeError, match="int"):
        link.href = 1


def test_a_hyperlink_keeps_the_object_of_its_blob_url():
    """*Reinitialize url* does not parse a blob URL again, so it outlives its removal from the store."""
    store = BlobURLStore()
    document = Document("https://a.example/", blob_urls=store)
    address = store.create_object_url("x", document)
    link = Hyperlink(document, address)
    store.revoke_object_url(address)
    assert link.url.blob_url_entry.object == "x"
    twin = copy.copy(link)
    twin.hash = "f"
    assert (twin.href, link.href) == (f"{address}#f", address)
    link.hash = "f"
    assert link.href == f"{address}#f"
    assert link.url.blob_url_entry is None


@NEEDS_ENCODINGS
def test_the_encoding_of_a_hyperlinks_query():
    link = Hyperlink(Document("https://a.example/", encoding="windows-1252"), "?é#é")
    assert link.href == "https://a.example/?%E9#%C3%A9"
    link.search = "?ü\ud800"
    assert link.href == "https://a.example/?%FC%26%2365533%3B#%C3%A9"


# HTML §7.2.4 The Location interface


def navigated(member, value, url="https://example.org:81/d/p?q#f", **arguments):
    location = Location(Document(url, **arguments))
    setattr(location, member, value)
    assert location.href == url
    return None if location.navigation is None else serialize(location.navigation)


@pytest.mark.parametrize(
    ("member", "value", "after"),
    [
        *(
            ("protocol", "http", "http://example.org:81/d/p?q#f"),
            ("protocol", "https::::", "https://example.org:81/d/p?q#f"),
        ),
        *(("protocol", "ftp", None), ("protocol", "mailto", "https://example.org:81/d/p?q#f")),
        *(("host", "x", "https://x:81/d/p?q#f"), ("hostname", "x:1", "https://example.org:81/d/p?q#f")),
        *(("port", "", "https://example.org/d/p?q#f"), ("pathname", "a b", "https://example.org:81/a%20b?q#f")),
        *(("search", "", "https://example.org:81/d/p#f"), ("search", "x#", "https://example.org:81/d/p?x%23#f")),
        *(("hash", "#f", None), ("hash", "f", None), ("hash", "", "https://example.org:81/d/p?q#")),
        *(("hash", "##", "https://example.org:81/d/p?q##"), ("href", "x", "https://example.org:81/d/x")),
        ("href", "javascript:1", "javascript:1"),
    ],
)
def test_where_location_navigates(member, value, after):
    assert navigated(member, value) == after


def test_what_location_ignores():
    for member in ("host", "hostname", "port", "pathname"):
        assert navigated(member, "1", "mailto:a") is None
    assert navigated("hash", "", "https://h/") is None
    assert navigated("hash", "", "https://h/#") is None
    assert navigated("hash", "x", "mailto:a") == "mailto:a#x"


def test_location_without_a_document():
    location = Location(None)
    assert location.href == str(location) == "about:blank"
    assert (location.protocol, location.pathname, location.origin) == ("about:", "blank", "null")
    for member in ("href", "protocol", "host", "hostname", "port", "pathname", "search", "hash"):
        setattr(location, member, "x")
        assert location.navigation is None


def test_a_location_that_does_not_parse():
    location = Location(PAGE)
    location.hash = "x"
    for member, value in (("href", "http://["), ("protocol", "1"), ("protocol", "é")):
        with pytest.raises(InvalidURL):
            setattr(location, member, value)
        assert location.navigation is None
    with pytest.raises(TypeError, match="str"):
        Location("https://h/")
    with pytest.raises(TypeError, match="the document must be a Document, not Environment"):
        Location(Environment("https://h/"))
    with pytest.raises(TypeError, match="int"):
        location.search = 1
    with pytest.raises(TypeError, match="the entry settings object must be a Document or an Environment, not str"):
        location.assign("x", "https://h/")


def test_location_assign():
    location = Location(PAGE)
    location.assign("x", Environment("https://other.example/"))
    assert serialize(location.navigation) == "https://other.example/x"
    location.assign("x")
    assert serialize(location.navigation) == "https://example.org/d/x"
    assert location.url == PAGE.url
    assert "secret" not in repr(Location(Document("https://u:secret@h/")))


@NEEDS_ENCODINGS
def test_the_encoding_of_locations_query():
    assert navigated("search", "é", "https://h/", encoding="windows-1252") == "https://h/?%E9"
    assert navigated("href", "?é", "https://h/", encoding="windows-1252") == "https://h/?%E9"


# HTML of 2009, "Resolving URLs"; XML Base


def test_the_example_of_xml_base():
    """The second example in XML Base §3: a document, and a list with a base URL of its own in it."""
    document = Document("https://example.com/doc.xml")
    today = element_base_url(document, ["http://example.org/today/"])
    hot_picks = element_base_url(document, ["http://example.org/today/", "/hotpicks/"])
    assert Environment(today).encoding_parse_and_serialize_url("new.xml") == "http://example.org/today/new.xml"
    assert (
        Environment(hot_picks).encoding_parse_and_serialize_url("pick1.xml") == "http://example.org/hotpicks/pick1.xml"
    )


def test_an_elements_base_url():
    document = Document("https://example.org/a/", "/b/")
    assert serialize(element_base_url(document, [])) == "https://example.org/b/"
    assert serialize(element_base_url(document, ["c/", "", "../d/", "http://["])) == "https://example.org/b/d/"
    assert serialize(element_base_url(document, iter(["http://[", "é"]))) == "https://example.org/b/%C3%A9"
    assert document.base_url == basic_parse("https://example.org/b/")
    with pytest.raises(TypeError, match="one str"):
        element_base_url(document, "c/")
    with pytest.raises(TypeError, match="xml:base must be a str, not int"):
        element_base_url(document, [1])
    with pytest.raises(TypeError, match="the document must be"):
        element_base_url("https://example.org/", [])


# HTML §4.2.5.3 Pragma directives: Refresh


@pytest.mark.parametrize(
    ("content", "time", "url"),
    [
        # A page that reloads every five minutes, and a page of a slide show.
        *(
            ("300", 300, "https://example.org/d/p?pq#pf"),
            ("20; URL=page4.html", 20, "https://example.org/d/page4.html"),
        ),
        # Nothing is stripped from a URL without quotes (whatwg/html#823).
        *(("0; url='x'y", 0, "https://example.org/d/x"), ("0; url=x'y", 0, "https://example.org/d/x'y")),
        *(("0; url=\"x' ", 0, "https://example.org/d/x'"), ("0; url=x  ", 0, "https://example.org/d/x")),
        *(
            ("1,x", 1, "https://example.org/d/x"),
            ("1 x", 1, "https://example.org/d/x"),
            ("1;;x", 1, "https://example.org/d/;x"),
        ),
        *((" 1.9.9 ; x", 1, "https://example.org/d/x"), (".5; x", 0, "https://example.org/d/x")),
        *(("1;", 1, "https://example.org/d/p?pq#pf"), ("1 ", 1, "https://example.org/d/p?pq#pf")),
        *(("1;'x'y", 1, "https://example.org/d/x"), ("1; uRl \t=\n 'x", 1, "https://example.org/d/x")),
        *(("1; url x", 1, "https://example.org/d/url%20x"), ("1; urn", 1, "https://example.org/d/urn")),
        *(("1; u'x'", 1, "https://example.org/d/u'x'"), ("1; url", 1, "https://example.org/d/url")),
        *(("1; url=", 1, "https://example.org/d/p?pq"), ("1; url=''", 1, "https://example.org/d/p?pq")),
        *(("1; ''", 1, "https://example.org/d/p?pq"), ("9" * 5000, 2**31 - 1, "https://example.org/d/p?pq#pf")),
        *(
            ("000000000002147483646", 2**31 - 2, "https://example.org/d/p?pq#pf"),
            ("1; ur\u017f=x", 1, "https://example.org/d/ur%C5%BF=x"),
        ),
    ],
)
def test_refresh(content, time, url):
    refresh = parse_refresh(content, PAGE)
    assert (refresh.time, serialize(refresh.url)) == (time, url)


@pytest.mark.parametrize(
    "content",
    ["", " ", "x", "-1", "+1", "; x", "1x", "1:x", "1\xa0x", "\xa01", "\u0661", "1; http://[", "1; javascript:x"],
)
def test_what_is_no_refresh(content):
    assert parse_refresh(content, PAGE) is None


def test_a_refresh_relative_to_a_document():
    assert serialize(parse_refresh("0; x", Document("https://a.example/", "/b/")).url) == "https://a.example/b/x"
    for wrong in ((1, PAGE), ("1", Environment("https://a.example/"))):
        with pytest.raises(TypeError, match=r"int|Environment"):
            parse_refresh(*wrong)


# HTML §4.8.4.3.10 Parsing a srcset attribute


@pytest.mark.parametrize(
    ("srcset", "candidates"),
    [
        (
            "pear-mobile.jpeg 720w, pear-tablet.jpeg 1280w",
            [("pear-mobile.jpeg", 720, None), ("pear-tablet.jpeg", 1280, None)],
        ),
        ("a.png, b.png 1.5x , c.png 2x", [("a.png", None, None), ("b.png", None, 1.5), ("c.png", None, 2.0)]),
        # A comma is part of a URL, unless the URL ends with it.
        ("data:,a 1x, b,c", [("data:,a", None, 1.0), ("b,c", None, None)]),
        ("a, b,,\tc,", [("a", None, None), ("b", None, None), ("c", None, None)]),
        (" ,, a  ,b ", [("a", None, None), ("b", None, None)]),
        ("a 1x,b 2x", [("a", None, 1.0), ("b", None, 2.0)]),
        *(("", []), (" ,", []), ("a\x0b", [("a\x0b", None, None)]), ("a\xa01x", [("a\xa01x", None, None)])),
        # The height means nothing yet, but it needs a width.
        *(("a 1h 2w", [("a", 2, None)]), ("a 2w 1h", [("a", 2, None)]), ("a 1h", []), ("a 1h 1x", []), ("a 1x 1h", [])),
        *(("a 0h 2w", []), ("a 1h 1h 2w", []), ("a 0w", []), ("a 1w 1w", []), ("a 1w 1x", []), ("a 1x 1w", [])),
        *(("a 1x 1x", []), ("a -1x", []), ("a -0x", [("a", None, 0.0)]), ("a 0x", [("a", None, 0.0)])),
        *(("a +1x", []), ("a 1e1x", [("a", None, 10.0)]), ("a 1.E1x", []), ("a .5e-1x", [("a", None, 0.05)])),
        *(("a 1.x", []), ("a 1_0x", []), ("a infx", []), ("a nanx", []), ("a 1e999x", []), ("a x", []), ("a w", [])),
        *(("a +1w", []), ("a 1.0w", []), ("a \u0661w", []), ("a 1X", []), ("a 1W", []), ("a 007w", [("a", 7, None)])),
        *((f"a {'9' * 5000}w", [("a", 2**31 - 1, None)]), ("a 1e-999x", [("a", None, 0.0)])),
        # White space and commas between parentheses do not end a descriptor.
        *(("a f(1, 2) , b", [("b", None, None)]), ("a (1, 2", []), ("a f() 1x, b", [("b", None, None)])),
        *(
            ("a x(y)z(1,2)x, b", [("b", None, None)]),
            ("a ((), b", [("b", None, None)]),
            ("a ), b", [("b", None, None)]),
        ),
    ],
)
def test_srcset(srcset, candidates):
    assert parse_srcset(srcset) == [ImageCandidate(*candidate) for candidate in candidates]


def test_a_density_is_never_minus_zero():
    assert str(parse_srcset("a -0x")[0].density) == "0.0"


def test_a_srcset_is_a_str():
    with pytest.raises(TypeError, match="the srcset must be a str, not int"):
        parse_srcset(1)


# HTML §4.6.6 Hyperlink auditing


def test_ping():
    document = Document("https://example.org/a", "/b/")
    ping = " x\thttps://track.example/?a\n\x0c\rhttp://[ ftp://h/ ws://h/ data:,x HTTP:y //h/\xa0"
    assert list(map(serialize, ping_urls(ping, document))) == [
        "https://example.org/b/x",
        "https://track.example/?a",
        "http://y/",
        "https://h/%C2%A0",
    ]
    assert ping_urls(" \t", document) == []
    for wrong in ((1, document), ("x", "https://example.org/")):
        with pytest.raises(TypeError, match=r"int|str"):
            ping_urls(*wrong)


# HTML §7.4.2.3.2 The javascript: URL special case


@pytest.mark.parametrize(
    ("url", "source"),
    [
        *(("javascript:'%61'", "'a'"), ("javascript:a?b#c%20d", "a?b#c d"), ("JavaScript:%C3%A9é", "éé")),
        *(("javascript:", ""), ("javascript://%0Aalert(1)", "//\nalert(1)"), ("javascript:%EF%BB%BFx", "\ufeffx")),
        *(("javascript:%FF%zz", "\ufffd%zz"), ("java\nscript:a\tb%09c", "ab\tc"), ("javascript://h/%2F", "//h//")),
    ],
)
def test_javascript_source(url, source):
    assert javascript_source(url) == javascript_source(basic_parse(url)) == source


def test_what_is_no_javascript_url():
    with pytest.raises(ValueError, match="the scheme 'javascript', not 'data'"):
        javascript_source("data:,x")
    with pytest.raises(InvalidURL):
        javascript_source("x")
    with pytest.raises(TypeError, match="int"):
        javascript_source(1)


# Fetch §2.2.6 Responses: location URL


def test_the_examples_of_the_location_header():
    """RFC 9110 §10.2.2: a reference with a fragment, and one that inherits the fragment."""
    for location, request, url in (
        (b"/People.html#tim", "http://www.example.org/~tim", "http://www.example.org/People.html#tim"),
        (
            "http://www.example.net/index.html",
            "http://www.example.org/index.html#larry",
            "http://www.example.net/index.html#larry",
        ),
        (" \tx\r\n", "http://www.example.org/a#", "http://www.example.org/x#"),
    ):
        assert serialize(location_url([(b"LOCATION", location)], request)) == url


def test_headers_may_be_a_mapping():
    assert serialize(location_url({"location": "x", "Server": "y"}, "https://h/")) == "https://h/x"
    assert serialize(location_url({b"Location": b"x"}, "https://h/")) == "https://h/x"


def test_a_fragment_outlives_redirects():
    url = basic_parse("https://example.org/1#f")
    for location in ("2", "/3", "https://example.com/4"):
        url = location_url([("content-type", "x"), ("location", location)], url, status=307)
    assert serialize(url) == "https://example.com/4#f"
    assert serialize(location_url([("location", "5#")], url)) == "https://example.com/5#"


@pytest.mark.parametrize("status", [200, 201, 300, 304, 305, 306, 309, 404])
def test_what_does_not_redirect(status):
    headers = [("Location", "/x")]
    assert location_url(headers, "https://h/", status=status) is None
    assert location_url([("Content-Location", "/x")], "https://h/") is None


def test_location_headers_that_are_not_ascii():
    def result(value, **arguments):
        return serialize(location_url([("Location", value)], "https://h/", **arguments))

    assert result("/é?é#é".encode()) == result("/é?é#é".encode().decode("latin-1")) == "https://h/%C3%A9?%C3%A9#%C3%A9"
    assert result("/é?é#é".encode("latin-1")) == result("/é?é#é") == "https://h/%E9?%E9#%E9"
    assert result("/ブログ/".encode()) == "https://h/%E3%83%96%E3%83%AD%E3%82%B0/"
    assert result("//ブログ.example/".encode()) == "https://xn--qckyd1c.example/"
    letter = {"non_ascii": "isomorphic decode"}
    assert result("/é?é".encode(), **letter) == "https://h/%C3%83%C2%A9?%C3%83%C2%A9"
    assert result("/é?é".encode("latin-1"), **letter) == result("/é?é", **letter) == "https://h/%C3%A9?%C3%A9"
    with pytest.raises(InvalidURL):
        result("//ブログ.example/".encode(), **letter)


def test_wrong_location_headers():
    for headers in ([("Location", "a"), ("location", "b")], [("Location", "\u0100")], [("\u0130ocation", "x")]):
        with pytest.raises(ValueError, match=r"one Location header, not 2|above U\+00FF"):
            location_url(headers, "https://h/")
    with pytest.raises(InvalidURL, match="Location"):
        location_url([("Location", "http://[")], "https://h/")
    with pytest.raises(InvalidURL, match="request URL"):
        location_url([], "h")
    with pytest.raises(TypeError, match="the value of 'location' must be bytes or a str, not int"):
        location_url([("Location", 1)], "https://h/")
    with pytest.raises(TypeError, match="the name of a header must be bytes or a str, not int"):
        location_url([(1, "x")], "https://h/")
    with pytest.raises(TypeError, match="the status must be an int, not str"):
        location_url([], "https://h/", status="302")
    for header in ("ab", ("a",), 1):
        with pytest.raises(TypeError, match="a header must be a pair of a name and a value, not"):
            location_url([header], "https://h/")
    with pytest.raises(ValueError, match="isomorphic decode, percent-encode"):
        location_url([], "https://h/", non_ascii="utf-8")


# Fetch §2.2.2 Headers: get, decode, and split


@pytest.mark.parametrize(
    ("headers", "values"),
    [
        *((["nosniff,"], ["nosniff", ""]), (["nosniff", ""], ["nosniff", ""]), ([""], [""])),
        *((['text/html;", x/x'], ['text/html;", x/x']), (['text/html;"', "x/x"], ['text/html;", x/x'])),
        *((['x/x;test="hi",y/y'], ['x/x;test="hi"', "y/y"]), (['x/x;test="hi"', "y/y"], ['x/x;test="hi"', "y/y"])),
        *((["x / x,,,1"], ["x / x", "", "", "1"]), (["x / x", ",", "1"], ["x / x", "", "", "1"])),
        *((['"1,2", 3'], ['"1,2"', "3"]), (['"1,2"', "3"], ['"1,2"', "3"])),
        *((['"\\",",a'], ['"\\","', "a"]), (['"\\'], ['"\\']), (['a"b,"c,d"e'], ['a"b,"c', 'd"e'])),
    ],
)
def test_splitting_a_header(headers, values):
    combined = ", ".join(values_of("a", [("A", header) for header in headers] + [("B", "sniff")]))
    assert split_on_commas(combined) == values


def test_white_space_around_a_header():
    assert values_of("a", [("A", " \tx y\r\n"), ("B", "z"), (b"a", b"\xa0")]) == ["x y", "\xa0"]


# RFC 8288


def links(value, url="http://example.com/a/b"):
    return [
        (link.target, link.relation_type, link.context, dict(link.attributes)) for link in parse_link_value(value, url)
    ]


HERE = "http://example.com/a/b"


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        (
            '<http://example.com/TheBook/chapter2>; rel="previous"; title="previous chapter"',
            [("http://example.com/TheBook/chapter2", "previous", HERE, {"title": "previous chapter"})],
        ),
        ('</>; rel="http://example.net/foo"', [("http://example.com/", "http://example.net/foo", HERE, {})]),
        ('</terms>; rel="copyright"; anchor="#foo"', [("http://example.com/terms", "copyright", f"{HERE}#foo", {})]),
        (
            "</TheBook/chapter2>; rel=\"previous\"; title*=UTF-8'de'letztes%20Kapitel, "
            "</TheBook/chapter4>; rel=\"next\"; title*=UTF-8'de'n%c3%a4chstes%20Kapitel",
            [
                ("http://example.com/TheBook/chapter2", "previous", HERE, {"title": "letztes Kapitel"}),
                ("http://example.com/TheBook/chapter4", "next", HERE, {"title": "nächstes Kapitel"}),
            ],
        ),
        (
            '<http://example.org/>; rel="start http://example.net/relation/other"',
            [
                ("http://example.org/", "start", HERE, {}),
                ("http://example.org/", "http://example.net/relation/other", HERE, {}),
            ],
        ),
        (
            '<https://example.org/>; rel="start", <https://example.org/index>; rel="index"',
            [("https://example.org/", "start", HERE, {}), ("https://example.org/index", "index", HERE, {})],
        ),
    ],
)
def test_the_examples_of_rfc_8288(value, expected):
    assert links(value) == links(value.encode()) == expected


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        *(("", []), ("x", []), ("<x", []), ("<x>", []), ("<x> rel=a", []), ("<x>; rel", []), ("<x>;rel=", [])),
        *(("<,>;rel=a", [("http://example.com/a/,", "a", HERE, {})]), ("<>;rel=a", [(HERE, "a", HERE, {})])),
        *((" ,\t<x>  ;\trel  =  A  ;", [("http://example.com/a/x", "a", HERE, {})]), (";<x>;rel=a", [])),
        *(
            ("<x>;rel=a;REL=b;;=;a=1;a=2", [("http://example.com/a/x", "a", HERE, {"a": "2"})]),
            ("<http://[>;rel=a", []),
        ),
        ("<x>;rel=a;b=c d\t ;e", [("http://example.com/a/x", "a", HERE, {"b": "c d", "e": ""})]),
        # The first mistake ends the parsing.
        *(
            ('<x>;rel="a"b,<y>;rel=c', [("http://example.com/a/x", "a", HERE, {})]),
            ("<x>;rel=a,y,<z>;rel=b", [("http://example.com/a/x", "a", HERE, {})]),
        ),
        ("<x>;rel=a b,<x>;rel", [("http://example.com/a/x", "a", HERE, {}), ("http://example.com/a/x", "b", HERE, {})]),
        ('<x>;rel=a;b="\\"\\c,\\', [("http://example.com/a/x", "a", HERE, {"b": '"c,'})]),
        # What the RFC lets count once, and what may not have an asterisk.
        (
            "<x>;rel=a;title=1;title=2;type=3;type=4",
            [("http://example.com/a/x", "a", HERE, {"title": "1", "type": "3"})],
        ),
        ("<x>;rel=a;title=1;title*=UTF-8''2;title=3", [("http://example.com/a/x", "a", HERE, {"title": "2"})]),
        ("<x>;rel=a;title=1;title*=UTF-8''%FF;y*=x", [("http://example.com/a/x", "a", HERE, {"title": "1"})]),
        ("<x>;rel=a;rel*=UTF-8''b;media=1;media*=UTF-8''2", [("http://example.com/a/x", "a", HERE, {"media": "1"})]),
        *(
            ("<x>;rel=a;anchor=http://[", []),
            ("<x>;rel=a;anchor=http://[,<y>;rel=b", [("http://example.com/a/y", "b", HERE, {})]),
        ),
    ],
)
def test_link_values(value, expected):
    assert links(value) == expected


def test_extracting_links():
    """HTML §4.2.4.4 and the example of §4.2.4.5."""
    headers = [
        ("Link", "</image.png>; rel=preload; as=image"),
        (b"link", b'oops, <y>;rel=a; title="b, c"'),
        ("x", "<z>;rel=a"),
    ]
    found = extract_links(headers, "https://h/")
    assert [(link.target, link.relation_type) for link in found] == [
        ("https://h/image.png", "preload"),
        ("https://h/y", "a"),
    ]
    assert found[0].get("as") == "image"
    assert found[0].get("media") is None
    assert found[1].get("title") == "b, c"
    # HTML splits at a comma that belongs to a target. The RFC alone does not.
    value = "<a,b>;rel=c, <d>;rel=e"
    assert [link.relation_type for link in extract_links([("Link", value)], "https://h/")] == ["e"]
    assert [link.relation_type for link in parse_link_value(value, "https://h/")] == ["c", "e"]
    assert extract_links([], "https://h/") == []


def test_wrong_link_headers():
    with pytest.raises(TypeError, match="the value of Link must be bytes or a str, not int"):
        parse_link_value(1, "https://h/")
    with pytest.raises(ValueError, match="decode the bytes of headers as Latin-1"):
        parse_link_value("<\u0100>", "https://h/")
    with pytest.raises(InvalidURL):
        extract_links([], "h")


def test_a_repr_shows_no_password():
    (link,) = parse_link_value(
        '<https://u:s3cr3t@h/>; rel=next; anchor="//v:s3cr3t@g"; title="//w:s3cr3t@x"', "http://h/"
    )
    assert repr(link) == (
        "Link(target='https://***@h/', relation_type='next', context='http://***@g/', "
        "attributes=(('title', '//***@x'),))"
    )
    candidates = parse_srcset("https:u:s3cr3t@h/a 2x, logo@2x.png, https://h/logo@2x.png 3x")
    assert repr(candidates) == (
        "[ImageCandidate(url='https:***@h/a', width=None, density=2.0), "
        "ImageCandidate(url='logo@2x.png', width=None, density=None), "
        "ImageCandidate(url='https://h/logo@2x.png', width=None, density=3.0)]"
    )
