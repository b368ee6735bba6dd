"""§4.1 to §4.7: the basic URL parser and the other algorithms, used as other specifications use them."""

from types import SimpleNamespace

import pytest

from py_url import URL, InvalidURL
from py_url.standard import (
    Domain,
    IPv4Address,
    OpaqueHost,
    OpaqueOrigin,
    State,
    TupleOrigin,
    URLRecord,
    basic_parse,
    cannot_have_a_username_password_port,
    default_port,
    equals,
    has_opaque_path,
    includes_credentials,
    is_special,
    origin,
    serialize,
    serialize_path,
    set_password,
    set_username,
    shorten,
)
from py_url.standard.urls.special_schemes import SPECIAL_SCHEMES


def test_the_standards_table_of_components():
    url = basic_parse("https://localhost:8000/search?q=text#hello")
    assert (url.scheme, url.host, url.port, url.path) == ("https", Domain("localhost"), 8000, ["search"])
    assert (url.query, url.fragment, url.username, url.password, url.blob_url_entry) == (
        "q=text",
        "hello",
        "",
        "",
        None,
    )
    url = basic_parse("https://example.com/")
    assert (url.host, url.port, url.path, url.query, url.fragment) == ("example.com", None, [""], None, None)
    url = basic_parse("urn:isbn:9780307476463")
    assert (url.scheme, url.host, url.path) == ("urn", None, "isbn:9780307476463")
    url = basic_parse("file:///ada/Analytical%20Engine/README.md")
    assert (url.host, url.path) == ("", ["ada", "Analytical%20Engine", "README.md"])


def test_kinds_of_host():
    assert isinstance(basic_parse("foo://h").host, OpaqueHost)
    assert isinstance(basic_parse("http://h").host, Domain)
    assert basic_parse("http://127.1").host == IPv4Address(0x7F000001)


def test_base_is_not_changed_by_what_is_parsed_relative_to_it():
    base = basic_parse("http://u:p@h:1/a/b?q#f")
    url = basic_parse("../../c", base)
    url.path.append("d")
    assert serialize(base) == "http://u:p@h:1/a/b?q#f"
    assert serialize(url) == "http://u:p@h:1/c/d"
    assert serialize(basic_parse("", base)) == "http://u:p@h:1/a/b?q"


def test_state_override_modifies_the_record_and_returns_it():
    url = basic_parse("http://h/a?b#c")
    assert basic_parse("x:8080", url=url, state_override=State.HOST) is url
    assert serialize(url) == "http://x:8080/a?b#c"
    url.path = []
    basic_parse("/d/../e", None, url, State.PATH_START)
    assert serialize(url) == "http://x:8080/e?b#c"


def test_a_failing_state_override_keeps_what_changed_before():
    url = basic_parse("http://h/")
    with pytest.raises(InvalidURL) as caught:
        basic_parse("x:99999", url=url, state_override=State.HOST)
    assert caught.value.errors[0].name == "port-out-of-range"
    assert serialize(url) == "http://x/"


def test_a_state_override_strips_nothing():
    with pytest.raises(InvalidURL) as caught:
        basic_parse(" [ ", url=basic_parse("http://h/"), state_override=State.HOST)
    assert [(error.start, error.end) for error in caught.value.errors] == [(0, 3)]


def test_an_error_says_what_did_not_parse():
    with pytest.raises(InvalidURL) as caught:
        basic_parse("http://a b")
    assert caught.value.what == "URL"


@pytest.mark.parametrize("function", [serialize, serialize_path])
def test_what_is_no_record(function):
    with pytest.raises(TypeError, match=r"^the URL must be a URLRecord here, not str$"):
        function("http://h/")
    with pytest.raises(TypeError, match=r"^the URL must be a URLRecord here, not URL; write to_record\(\) after it$"):
        function(URL("http://h/"))
    record = basic_parse("http://h/")
    record.path = [1]
    with pytest.raises(TypeError, match=r"^each segment of a URLRecord's path must be a str, not int$"):
        function(record)


def test_failures_that_only_a_state_override_can_meet():
    url = basic_parse("http://h/")
    for input, state in [("1", State.SCHEME_START), ("a b", State.SCHEME), ("h:1", State.HOSTNAME), ("x", State.PORT)]:
        with pytest.raises(InvalidURL) as caught:
            basic_parse(input, url=url, state_override=state)
        assert caught.value.errors == ()
    assert serialize(url) == "http://h/"


@pytest.mark.parametrize("state", State)
@pytest.mark.parametrize("href", ["http://u:p@h:1/p?q#f", "file:///C:/x", "foo:x", "foo://h", "foo:/x"])
def test_any_state_override_on_anything_ends_or_is_a_failure(state, href):
    for input in ("", "x", "/", "//h:1/x", "?q", "#f", ":", "@", "\\", "..", "[::1", "C|", "8080", "é \ud800"):
        try:
            assert isinstance(basic_parse(input, basic_parse("http://b/"), basic_parse(href), state), URLRecord)
            basic_parse(input, None, basic_parse(href), state)
        except InvalidURL as error:
            assert error.input == input


@pytest.mark.parametrize(
    ("input", "base", "href", "state"),
    [
        ("xx", None, "http://h/p", State.OPAQUE_PATH),
        ("x", "mailto:a", "http://h/", State.RELATIVE),
        ("x", None, "http://h/", State.RELATIVE),
        ("x", "mailto:a", "http://h/", State.RELATIVE_SLASH),
        ("x", None, "foo:x", State.PATH),
    ],
)
def test_states_that_the_standard_never_enters_so_are_failures(input, base, href, state):
    with pytest.raises(InvalidURL):
        basic_parse(input, base and basic_parse(base), basic_parse(href), state)


def test_the_file_states_take_both_slashes_whatever_the_scheme_was():
    assert serialize(basic_parse("\\\\me", None, basic_parse("sc://x/"), State.FILE)) == "file://me/"
    assert serialize(basic_parse("\\\\me", None, basic_parse("sc://x/"), State.FILE_SLASH)) == "sc:///"


@pytest.mark.parametrize(
    ("href", "scheme", "changed"),
    [
        ("http://h/", "file", "file://h/"),
        # Credentials alone or a port alone prevent the change to file.
        ("http://u@h/", "file", "http://u@h/"),
        ("http://:p@h/", "file", "http://:p@h/"),
        ("http://h:8080/", "file", "http://h:8080/"),
        ("http://u:p@h:8080/", "file", "http://u:p@h:8080/"),
        # Only a file URL with an empty host keeps its scheme.
        ("file:///x", "http", "file:///x"),
        ("file://h/x", "http", "http://h/x"),
        ("foo:///x", "bar", "bar:///x"),
        # Special schemes change only to special ones.
        ("foo://h/", "file", "foo://h/"),
        ("http://h/", "foo", "http://h/"),
        # The new default port is removed.
        ("http://h:443/", "wss", "wss://h/"),
        ("http://h:21/", "wss", "wss://h:21/"),
    ],
)
def test_replacing_the_scheme(href, scheme, changed):
    url = basic_parse(href)
    basic_parse(f"{scheme}:", url=url, state_override=State.SCHEME_START)
    assert serialize(url) == changed


@pytest.mark.parametrize(
    ("input", "href"),
    [
        ("foo:a ?q", "foo:a%20?q"),
        ("foo:a #f", "foo:a%20#f"),
        ("foo:a ?", "foo:a%20?"),
        ("foo:a  ?q", "foo:a %20?q"),
        ("foo: #f", "foo:%20#f"),
        ("foo:a b?q", "foo:a b?q"),
        ("foo:a b", "foo:a b"),
    ],
)
def test_a_space_before_the_query_or_fragment_of_an_opaque_path(input, href):
    assert serialize(basic_parse(input)) == href


def test_a_space_at_the_end_of_the_input_of_the_opaque_path_state():
    url = basic_parse("foo:x")
    basic_parse("a ", url=url, state_override=State.OPAQUE_PATH)
    assert url.path == "xa "


def test_wrong_arguments():
    url = basic_parse("http://h/")
    with pytest.raises(TypeError, match="bytes"):
        basic_parse(b"http://h/")
    with pytest.raises(TypeError, match="str"):
        basic_parse("x", "http://h/")
    with pytest.raises(TypeError, match="together"):
        basic_parse("x", url=url)
    with pytest.raises(TypeError, match="str"):
        basic_parse("x", None, "no", State.HOST)
    with pytest.raises(TypeError, match="State, not str"):
        basic_parse("x", None, url, "path")
    with pytest.raises(TypeError, match="NoneType"):
        basic_parse("x", encoding=None)
    for function in (serialize, origin, lambda wrong: equals(url, wrong)):
        with pytest.raises(TypeError, match="str"):
            function("http://h/")
    with pytest.raises(TypeError, match="together"):
        basic_parse("x", state_override=State.HOST)
    with pytest.raises(LookupError, match="koi8-x"):
        basic_parse("http://h/", encoding="koi8-x")


def test_operations_on_a_record():
    url = basic_parse("foo://h")
    assert not is_special(url)
    assert not includes_credentials(url)
    set_username(url, "ü:@")
    set_password(url, "a\ud800")
    assert (url.username, url.password) == ("%C3%BC%3A%40", "a%EF%BF%BD")
    assert includes_credentials(url)
    assert serialize(url) == "foo://%C3%BC%3A%40:a%EF%BF%BD@h"
    assert serialize_path(url) == ""
    assert [cannot_have_a_username_password_port(basic_parse(s)) for s in ("foo:x", "foo:///", "file://h/")] == [
        True
    ] * 3
    assert not cannot_have_a_username_password_port(url)
    assert {scheme: default_port(scheme) for scheme in SPECIAL_SCHEMES} == SPECIAL_SCHEMES
    assert default_port("foo") is None


def test_shorten():
    url = basic_parse("file:///C:/a")
    shorten(url)
    shorten(url)
    assert url.path == ["C:"]
    url = basic_parse("http://h/C:")
    shorten(url)
    shorten(url)
    assert url.path == []
    opaque = basic_parse("foo:x")
    assert has_opaque_path(opaque)
    with pytest.raises(TypeError, match="opaque"):
        shorten(opaque)


def test_serializing():
    url = basic_parse("web+demo:/.//not-a-host/?q#f")
    assert url.path == ["", "not-a-host", ""]
    assert serialize(url) == "web+demo:/.//not-a-host/?q#f"
    assert serialize(url, exclude_fragment=True) == "web+demo:/.//not-a-host/?q"


def test_equivalence():
    a, b = basic_parse("http://h/x#1"), basic_parse("HTTP://h:80/y/../x#2")
    assert not equals(a, b)
    assert equals(a, b, exclude_fragments=True)
    assert a != b
    assert a == basic_parse("http://h/x#1")
    assert a != "http://h/x#1"
    with pytest.raises(TypeError):
        hash(a)


def test_a_records_repr_hides_its_password():
    assert "secret" not in repr(basic_parse("http://u:secret@h/"))
    assert "username='***', password='***'" in repr(basic_parse("http://u:secret@h/"))


def test_origins():
    tuple_origin = origin(basic_parse("https://example.org:444/x"))
    assert isinstance(tuple_origin, TupleOrigin)
    assert (tuple_origin.scheme, tuple_origin.host, tuple_origin.port, tuple_origin.domain) == (
        "https",
        "example.org",
        444,
        None,
    )
    assert str(tuple_origin) == "https://example.org:444"
    assert tuple_origin == origin(basic_parse("https://u:p@example.org:444/y?z"))
    assert len({tuple_origin, origin(basic_parse("https://example.org:444/"))}) == 1
    blob = origin(basic_parse("blob:https://whatwg.org/d0360e2f-caee-469f-9a2f-87d5b0456f6f"))
    assert blob == origin(basic_parse("https://whatwg.org/"))
    opaque = origin(basic_parse("data:,"))
    assert isinstance(opaque, OpaqueOrigin)
    assert str(opaque) == "null"
    assert opaque == opaque  # noqa: PLR0124 - an opaque origin is same origin with itself
    assert opaque != origin(basic_parse("data:,"))
    assert repr(opaque) == "OpaqueOrigin()"
    assert repr(tuple_origin) == "TupleOrigin('https', Domain('example.org'), 444)"


@pytest.mark.parametrize(
    "url", ["http://h//USER:PW@x/", "web:/.//USER:PW@x", "http://h/a//USER:PW@x/", "http://h/?//USER@x"]
)
def test_a_repr_hides_userinfo_in_paths(url):
    assert "USER" not in repr(basic_parse(url))


def test_the_origin_of_a_blob_url_with_an_entry_is_that_of_its_environment():
    record = basic_parse("blob:https://h/x")
    environment = SimpleNamespace(origin=TupleOrigin("https", Domain("other.example"), None))
    record.blob_url_entry = SimpleNamespace(environment=environment)
    assert origin(record) is environment.origin
