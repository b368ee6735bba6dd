"""WebSocket URLs: components, the constructor's steps, and conversion to HTTP and back."""

import pickle

import pytest

from py_url import URL, InvalidURL
from py_url.specs import rfc3986, websocket
from py_url.specs.grammar import InvalidSyntax
from py_url.specs.websocket import (
    Components,
    constructor_url,
    effective_url,
    may_open,
    parse_components,
    parse_uri,
    request_url,
    websocket_url,
    why_blocked,
)
from py_url.standard import OpaqueHost, OpaqueOrigin, URLRecord, basic_parse, origin


@pytest.mark.parametrize(
    ("url", "components"),
    [
        ("ws://example.com", ("example.com", 80, "/", False)),
        ("wss://example.com", ("example.com", 443, "/", True)),
        ("WSS://EXAMPLE.com:80/a/../b?c", ("example.com", 80, "/b?c", True)),
        ("ws://é/é?é", ("xn--9ca", 80, "/%C3%A9?%C3%A9", False)),
        ("ws://[::0:1]:443/", ("[::1]", 443, "/", False)),
        ("ws://127.1:0", ("127.0.0.1", 0, "/", False)),
        ("ws://0/", ("0.0.0.0", 80, "/", False)),
        ("ws://u:p@h//x", ("h", 80, "//x", False)),
    ],
)
def test_components(url, components):
    for form in (url, URL(url), basic_parse(url)):
        assert parse_components(form) == components
        if "@" not in url and (url.isascii() or form is not url):
            assert parse_components(form, procedure="RFC 6455") == components
    if "@" not in url:
        assert parse_components(url, procedure="RFC 6455", iri=True) == components


def test_the_two_procedures_differ_in_an_empty_query():
    assert parse_components("ws://h/a?") == Components("h", 80, "/a?", False)
    assert parse_components("ws://h/a?", procedure="RFC 6455") == Components("h", 80, "/a", False)
    with pytest.raises(ValueError, match="RFC 6455"):
        parse_components("ws://h/", procedure="RFC 9999")


@pytest.mark.parametrize(
    ("url", "why"),
    [
        ("/relative", "missing-scheme"),
        ("//h/a", "missing-scheme"),
        ("ws://", "host-missing"),
        ("http://h/", "'http'"),
        ("foo://h/", "'foo'"),
        ("ws://h/#f", "fragment"),
        ("ws://h/#", "not even an empty one"),
    ],
)
def test_what_has_no_components(url, why):
    with pytest.raises(ValueError, match=why):
        parse_components(url)


def test_the_host_header():
    for url, header in {
        "ws://h/": "h",
        "ws://h:443/": "h:443",
        "wss://h:443/": "h",
        "wss://h:80/": "h:80",
        "ws://[::1]:8080/": "[::1]:8080",
    }.items():
        assert parse_components(url).host_header == header


@pytest.mark.parametrize(
    ("url", "href"),
    [
        *(("http://a/b?c", "ws://a/b?c"), ("https://a", "wss://a/"), ("HTTPS://a:443/x", "wss://a/x")),
        *(("https://a:80/x", "wss://a:80/x"), ("/rel", "ws://h:1/rel"), ("?q", "ws://h:1/d/p?q")),
        *(("//x/p", "ws://x/p"), ("", "ws://h:1/d/p"), ("ws:a/b", "ws://a/b"), ("http:a", "ws://h:1/d/a")),
        *(("ws://a/\ud800?\udc00", "ws://a/%EF%BF%BD?%EF%BF%BD"), ("ws://u:p@a/?", "ws://u:p@a/?")),
    ],
)
def test_the_constructor(url, href):
    assert constructor_url(url, "http://h:1/d/p").href == href
    assert constructor_url(url, URL("http://h:1/d/p"), "chat").href == href


@pytest.mark.parametrize(
    "url",
    ["ws://a#", "http://a#f", "#", "foo://a", "mailto:a", "file:///a", "ftp://a/", "ws:", "ws://a b/", "ws://a:65536/"],
)
def test_what_the_constructor_throws_for(url):
    with pytest.raises(ValueError, match="WebSocket URL"):
        constructor_url(url, "http://h/")


def test_a_relative_url_needs_a_base():
    with pytest.raises(InvalidURL, match="invalid WebSocket URL"):
        constructor_url("/a")
    with pytest.raises(InvalidURL, match="invalid base URL"):
        constructor_url("/a", "x")


def test_subprotocols():
    assert constructor_url("ws://h/", protocols=["a", "A", "v1.b-c"]).href == "ws://h/"
    for wrong in (["a", "a"], ["a b"], [""], "", "é", ["a,b"]):
        with pytest.raises(ValueError, match="subprotocol"):
            constructor_url("ws://h/", protocols=wrong)
    with pytest.raises(TypeError, match="a subprotocol must be a str, not int"):
        constructor_url("ws://h/", protocols=[1])
    with pytest.raises(TypeError, match="not NoneType"):
        constructor_url("ws://h/", protocols=None)


def test_records_that_no_parser_gives():
    handmade = URLRecord()
    opaque = basic_parse("foo:bar")
    without_host = basic_parse("foo:///a")
    opaque_with_host = basic_parse("foo:bar")
    opaque_with_host.host = OpaqueHost("h")
    for record in (handmade, opaque, without_host, opaque_with_host):
        for scheme in ("ws", "http"):
            record.scheme = scheme
            for call in (parse_components, request_url, websocket_url):
                with pytest.raises(ValueError, match=r"a host and a path of segments|scheme"):
                    call(record)
    without_path = basic_parse("ws://h/")
    without_path.path = []
    assert parse_components(without_path).resource_name == "/"
    with_default_port = basic_parse("ws://h/")
    with_default_port.port = 80
    assert request_url(with_default_port).href == "http://h/"


def test_to_http_and_back():
    for url, request in {
        "ws://h/a?b": "http://h/a?b",
        "wss://h:443/": "https://h/",
        "ws://h:443/": "http://h:443/",
        "wss://u:p@h:80/": "https://u:p@h:80/",
    }.items():
        assert request_url(url).href == request
        assert websocket_url(request) == URL(url)
    for call in (request_url, websocket_url):
        for wrong in ("ftp://h/", "ws://h/#", "http://h/#"):
            with pytest.raises(ValueError, match=r"fragment|scheme"):
                call(wrong)


def test_what_is_given_is_not_changed():
    for url, call in (("ws://h/", request_url), ("http://h/", websocket_url), ("ws://h/", parse_components)):
        record = basic_parse(url)
        call(record)
        assert record == basic_parse(url)


def test_origins():
    assert URL("ws://h:80/a").origin == "ws://h"
    assert URL("wss://h:80/a").origin == "wss://h:80"
    assert request_url("wss://h:80/a").origin == "https://h:80"


@pytest.mark.parametrize("wrong", [None, 1, b"ws://h/", ["ws://h/"]])
@pytest.mark.parametrize("call", [parse_components, constructor_url, request_url, websocket.websocket_url])
def test_wrong_types_raise_type_error_and_are_named(call, wrong):
    with pytest.raises(TypeError, match=type(wrong).__name__):
        call(wrong)


# WebSocket URLs, by RFC 6455 and each later text: the RFC's grammar, the URL that is fetched, and who may open it.

RFC = "RFC 6455"


# RFC 6455 §3: the grammar


@pytest.mark.parametrize(
    ("uri", "host", "port", "path", "query"),
    [
        ("ws://example.com/chat", "example.com", None, "/chat", None),
        ("wss://example.com", "example.com", None, "", None),
        ("WSS://EXAMPLE.com:443/a/../b?c#".rstrip("#"), "EXAMPLE.com", "443", "/a/../b", "c"),
        ("ws://[::1]:9000/?", "[::1]", "9000", "/", ""),
        ("ws://[v1.x]", "[v1.x]", None, "", None),
        ("ws://192.0.2.1:?/:@?", "192.0.2.1", "", "", "/:@?"),
        ("ws://%E4%BE%8B.jp//%82%A0", "%E4%BE%8B.jp", None, "//%82%A0", None),
        ("ws://h/%23", "h", None, "/%23", None),
    ],
)
def test_the_grammar(uri, host, port, path, query):
    reference = parse_uri(uri)
    assert (reference.host, reference.port, reference.path, reference.query) == (host, port, path, query)
    assert (reference.userinfo, reference.fragment) == (None, None)
    assert str(reference) == uri
    assert reference == rfc3986.parse(uri, "absolute-URI")


@pytest.mark.parametrize(
    ("uri", "production", "offset", "expected"),
    [
        # What the RFC's check refuses and the URL Standard's parser takes
        ("ws:example.com/", "ws-URI", 3, "'//'"),
        ("wss:/example.com/", "wss-URI", 4, "'//'"),
        ("ws:\\\\example.com/", "ws-URI", 3, "'//'"),
        ("ws:////h/", "host", 5, "a host"),
        ("ws:///h", "host", 5, "a host"),
        ("ws://:80/", "host", 5, "a host"),
        ("ws://u:p@h/", "ws-URI", 8, "no userinfo"),
        ("ws://@h/", "ws-URI", 5, "no userinfo"),
        ("ws://h\\a", "host", 6, "in the host"),
        ("ws://h/é", "path-abempty", 7, "in the path"),
        ("ws://é/", "host", 5, "in the host"),
        ("ws://h/?é", "query", 8, "in the query"),
        ("ws://h?é", "query", 7, "in the query"),
        ("ws://h/a b", "path-abempty", 8, "in the path"),
        ("ws://h/[", "path-abempty", 7, "in the path"),
        ("ws://h/%zz", "path-abempty", 8, "two hexadecimal digits"),
        ("ws://h/?%", "query", 9, "two hexadecimal digits"),
        (" ws://h/", "ws-URI", 0, "'ws:' or 'wss:'"),
        ("ws://h/\n", "path-abempty", 7, "in the path"),
        # [29]: a fragment, even an empty one; a port that is no number
        ("ws://h/#", "ws-URI", 7, "no fragment"),
        ("wss://h/a#b@c", "wss-URI", 9, "no fragment"),
        ("ws://h:abc/", "port", 7, "a digit in the port"),
        ("ws://h:80:80/", "port", 9, "a digit in the port"),
        ("ws://[::1]:x/", "port", 11, "a digit in the port"),
        ("ws://[::1/", "host", 9, "']'"),
        ("ws://[::1]x", "host", 10, "':' or the end"),
        ("ws://[fe80::1%25en1]/", "host", 13, "']'"),
        # other schemes, and none
        ("http://h/", "ws-URI", 0, "'ws:' or 'wss:'"),
        ("//h/", "ws-URI", 0, "'ws:' or 'wss:'"),
        ("", "ws-URI", 0, "'ws:' or 'wss:'"),
    ],
)
def test_a_refusal_names_the_production_and_the_position(uri, production, offset, expected):
    for call in (parse_uri, lambda uri: parse_components(uri, procedure=RFC)):
        with pytest.raises(InvalidSyntax) as caught:
            call(uri)
        assert (caught.value.rule, caught.value.offset) == (production, offset)
        assert expected in caught.value.expected
        assert caught.value.input == uri
        assert str(pickle.loads(pickle.dumps(caught.value))) == str(caught.value)


@pytest.mark.parametrize(
    "uri",
    ["ws:example.com/", "ws:////h/", "ws://u:p@h/", "ws://h\\a", "ws://h/é", "ws://h/a b", "ws://h/["],
)
def test_what_the_later_texts_take(uri):
    """As they ask the URL Standard's parser."""
    assert parse_components(uri).port == 80
    # Parsed, a URL has no such characters any more; a userinfo stays.
    if "@" in uri:
        with pytest.raises(InvalidSyntax, match="no userinfo"):
            parse_components(URL(uri), procedure=RFC)
    elif "[" not in uri:
        assert parse_components(basic_parse(uri), procedure=RFC) == parse_components(uri)


def test_an_iri_is_mapped_first_if_asked():
    """RFC 3987 §3.1; [15], [18] and [23] of the notes."""
    for form in ("ws://例え.jp/パス?é", "ws://xn--r8jz45g.jp/%E3%83%91%E3%82%B9?%C3%A9"):
        assert parse_components(form, procedure=RFC, iri=True) == parse_components(form)
        assert parse_uri(form, iri=True).host == "xn--r8jz45g.jp"
    with pytest.raises(InvalidSyntax, match="host"):
        parse_components("ws://例え.jp/", procedure=RFC)
    with pytest.raises(InvalidSyntax, match="IRI"):
        parse_uri("ws://h/a b", iri=True)
    # Without the procedure, nothing is mapped: the parser takes non-ASCII characters anyway.
    assert parse_components("ws://h/é", iri=True) == parse_components("ws://h/é")


def test_the_resource_name():
    """[11]: the path, or "/"; then the query, if it is not empty."""
    for uri, name in {"ws://h": "/", "ws://h/chat?x=1": "/chat?x=1", "ws://h/a?": "/a", "ws://h?a": "/?a"}.items():
        assert parse_components(uri, procedure=RFC).resource_name == name
    assert parse_components("ws://h/a?").resource_name == "/a?"


def test_default_ports_and_the_secure_flag():
    """[9] and [10]"""
    for uri, port, secure in (("ws://h", 80, False), ("wss://h", 443, True), ("WSS://h:/", 443, True)):
        components = parse_components(uri, procedure=RFC)
        assert (components.port, components.secure) == (port, secure)
    with pytest.raises(InvalidURL, match="port-out-of-range"):
        parse_components("ws://h:65536/", procedure=RFC)


def test_a_password_is_not_shown():
    with pytest.raises(InvalidSyntax) as caught:
        parse_uri("ws://user:s3cret@h/")
    assert "s3cret" not in str(caught.value) + repr(caught.value)


# [32] and [33]: Fetch replaces ws by http, so HSTS, Mixed Content and Upgrade-Insecure-Requests apply


@pytest.mark.parametrize(
    ("url", "hsts", "effective"),
    [
        ("ws://h.example/a?b", {"h.example": False}, "wss://h.example/a?b"),
        ("ws://h.example/", {"H.Example.": False}, "wss://h.example/"),
        ("ws://a.h.example/", {"h.example": True}, "wss://a.h.example/"),
        ("ws://a.b.h.example:8080/", {"h.example": True}, "wss://a.b.h.example:8080/"),
        ("ws://h.example:443/", {"h.example": True}, "wss://h.example/"),
        ("ws://h.example./", {"h.example": True}, "wss://h.example./"),
        ("ws://xn--r8jz45g.jp/", {"例え.jp": False}, "wss://xn--r8jz45g.jp/"),
        ("wss://h.example/", {}, "wss://h.example/"),
        # RFC 6797 §8.2: a superdomain counts only if it includes its subdomains
        ("ws://a.h.example/", {"h.example": False, "x": True}, "ws://a.h.example/"),
        ("ws://evilh.example/", {"h.example": True}, "ws://evilh.example/"),
        ("ws://h.example/", {"a.h.example": True}, "ws://h.example/"),
        # no addresses, and no localhost
        ("ws://127.0.0.1/", {"127.0.0.1": True}, "ws://127.0.0.1/"),
        ("ws://localhost/", {"localhost": True}, "ws://localhost/"),
        ("ws://a.localhost./", {"localhost": True}, "ws://a.localhost./"),
        ("ws://h.example/", {}, "ws://h.example/"),
    ],
)
def test_known_hsts_hosts(url, hsts, effective):
    for form in (url, URL(url), basic_parse(url)):
        assert effective_url(form, hsts=hsts).href == effective
        assert effective_url(form).href == URL(url).href


@pytest.mark.parametrize(
    ("url", "effective"),
    [
        ("ws://h.example/", "wss://h.example/"),
        ("ws://h.example:81/", "wss://h.example:81/"),
        ("ws://203.0.113.1/", "wss://203.0.113.1/"),
        ("ws://localhost/", "ws://localhost/"),
        ("ws://127.0.0.1:9/", "ws://127.0.0.1:9/"),
        ("ws://[::1]/", "ws://[::1]/"),
        ("wss://h.example/", "wss://h.example/"),
    ],
)
def test_upgrading_insecure_requests(url, effective):
    assert effective_url(url, upgrade_insecure_requests=True).href == effective


def test_what_cannot_be_upgraded():
    for wrong in ("http://h/", "ws://h/#a"):
        with pytest.raises(ValueError, match=r"scheme|fragment"):
            effective_url(wrong)
    with pytest.raises(InvalidURL):
        effective_url("ws://h/", hsts={"é x": True})
    for options in ({"hsts": ["h"]}, {"hsts": "h"}):
        with pytest.raises(TypeError, match=r"list|str"):
            effective_url("ws://h/", **options)


@pytest.mark.parametrize(
    ("url", "page", "options", "why"),
    [
        ("wss://h.example/", "https://a.example", {}, None),
        ("ws://h.example/", "http://a.example", {}, None),
        ("ws://h.example/", "https://a.example", {}, "mixed content"),
        ("ws://h.example/", "https://a.example/page?x", {}, "mixed content"),
        ("ws://h.example/", URL("https://a.example/page?x"), {}, "mixed content"),
        ("ws://h.example/", basic_parse("http://a.example/"), {}, None),
        ("ws://h.example/", "null", {"ancestors": [URL("https://a.example")]}, "mixed content"),
        # a page on localhost is trustworthy, and so is a WebSocket there
        ("ws://h.example/", "http://localhost:8000", {}, "mixed content"),
        ("ws://localhost:8080/", "https://a.example", {}, None),
        ("ws://127.0.0.1/", "https://a.example", {}, None),
        # an opaque origin is not, unless a page around it is
        ("ws://h.example/", "null", {}, None),
        ("ws://h.example/", OpaqueOrigin(), {}, None),
        ("ws://h.example/", "data:text/html,x", {}, None),
        ("ws://h.example/", "null", {"ancestors": ["http://b.example", "https://a.example"]}, "mixed content"),
        ("ws://h.example/", "http://b.example", {"ancestors": (origin(basic_parse("https://a")),)}, "mixed content"),
        ("ws://h.example/", "http://b.example", {"ancestors": ["http://a.example"]}, None),
        ("ws://h.example/", "https://a.example", {"upgrade_insecure_requests": True}, None),
        # Fetch §2.9 Port blocking
        ("ws://h.example:0/", "http://a.example", {}, "bad port"),
        ("ws://h.example:6000/", "http://a.example", {}, "bad port"),
        ("wss://h.example:22/", "https://a.example", {}, "bad port"),
        ("wss://h.example:80/", "https://a.example", {}, None),
    ],
)
def test_who_may_open_a_websocket(url, page, options, why):
    once = {name: iter(value) for name, value in options.items() if name == "ancestors"}
    assert why_blocked(url, page, **options | once) == why
    for form in (url, URL(url)):
        assert why_blocked(form, page, **options) == why
        assert may_open(form, page, **options) is (why is None)


def test_hsts_does_not_help_mixed_content():
    """Main fetch blocks mixed content in step 7, before it applies HSTS: so there is no such option."""
    with pytest.raises(TypeError):
        why_blocked("ws://h/", "https://a", hsts={"h": True})
    for wrong in (None, 1, b"https://a"):
        with pytest.raises(TypeError):
            why_blocked("ws://h/", wrong)
    # A page that cannot have an origin is refused even if the port is bad.
    with pytest.raises(TypeError):
        why_blocked("ws://h:22/", 5)
    for ancestors in ("https://a", [None], None):
        with pytest.raises(TypeError):
            why_blocked("ws://h/", "http://a", ancestors=ancestors)
    with pytest.raises(InvalidURL):
        may_open("ws://h/", "a.example")
    assert 80 not in websocket.BAD_PORTS
    assert 443 not in websocket.BAD_PORTS


def test_an_error_says_which_argument_is_wrong():
    with pytest.raises(InvalidURL, match=r"^invalid origin of a page: missing-scheme"):
        may_open("ws://h/", "example.org")
    with pytest.raises(TypeError, match=r"^the origin of a page must be a str"):
        may_open("ws://h/", 1)
    with pytest.raises(TypeError, match=r"^the WebSocket URL must be a str"):
        may_open(1, "https://h/")
