"""WebSocket URLs: components, the constructor's steps, and conversion to HTTP and back."""

import pytest

from py_url import URL, InvalidURL
from py_url.specs import websocket
from py_url.specs.websocket import Components, constructor_url, parse_components, request_url, websocket_url
from py_url.standard import OpaqueHost, URLRecord, basic_parse


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
