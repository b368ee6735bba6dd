"""§6.1 URL class, beyond the Web Platform Tests' data: its behaviour as a Python class."""

import copy
import gc
import pickle

import pytest

from py_url import URL, InvalidURL, URLSearchParams
from py_url.standard import Domain, OpaqueHost, URLRecord, basic_parse, serialize_urlencoded
from py_url.standard.urls import components
from py_url.url import _SETTABLE

MEMBERS = ("href", "protocol", "username", "password", "host", "hostname", "port", "pathname", "search", "hash")


def test_members():
    url = URL("../b?q=1#f", base="https://u:p@EXAMPLE.com:8080/a/c")
    assert {name: getattr(url, name) for name in (*MEMBERS, "origin")} == {
        "href": "https://u:p@example.com:8080/b?q=1#f",
        "origin": "https://example.com:8080",
        "protocol": "https:",
        "username": "u",
        "password": "p",
        "host": "example.com:8080",
        "hostname": "example.com",
        "port": "8080",
        "pathname": "/b",
        "search": "?q=1",
        "hash": "#f",
    }
    assert str(url) == url.href == url.to_json()


def test_a_url_can_be_given_for_a_string():
    base = URL("http://h/a/b")
    assert URL("c", base).href == "http://h/a/c"
    assert URL(base).href == base.href
    assert URL(base) is not base
    assert URL(base, "foo:x").href == base.href
    with pytest.raises(InvalidURL):
        URL(base, "not a base")


@pytest.mark.parametrize("wrong", [None, b"http://h/", 1, ["http://h/"], object()])
def test_wrong_types_raise_type_error_and_are_named(wrong):
    name = type(wrong).__name__
    with pytest.raises(TypeError, match=name):
        URL(wrong)
    with pytest.raises(TypeError, match=name):
        URL.parse(wrong)
    with pytest.raises(TypeError, match=name):
        URL.can_parse(wrong)
    if wrong is not None:
        with pytest.raises(TypeError, match=name):
            URL("x", wrong)
    url = URL("http://u:p@h:1/p?q#f")
    for member in MEMBERS:
        with pytest.raises(TypeError, match=name):
            setattr(url, member, wrong)
    assert url.href == "http://u:p@h:1/p?q#f"


def test_origin_and_search_params_cannot_be_set():
    url = URL("http://h/")
    with pytest.raises(AttributeError):
        url.origin = "http://x"
    with pytest.raises(AttributeError):
        url.search_params = URLSearchParams()
    with pytest.raises(AttributeError):
        url.nonsense = 1


def test_setting_href():
    url = URL("http://h/?a=1")
    params = url.search_params
    with pytest.raises(InvalidURL):
        url.href = "//x"
    assert (url.href, list(params)) == ("http://h/?a=1", [("a", "1")])
    url.href = "foo:x?b=2"
    assert (url.href, url.search_params is params, list(params)) == ("foo:x?b=2", True, [("b", "2")])
    url.href = "foo:y"
    assert list(params) == []


def test_repr_hides_the_password_of_a_url_that_is_percent_encoded():
    for encoded in ("https%3A%2F%2Fx%3As3cr3t%40y", "https%253A%252F%252Fx%253As3cr3t%2540y", "x:s3cr3t%40y"):
        for url in (f"https://h/?u={encoded}&v", f"https://h/{encoded}/", f"https://h/#{encoded}", f"foo:{encoded}"):
            assert "s3cr3t" not in repr(URL(url))
            assert "s3cr3t" not in repr(URL(url).to_record())
            assert "***" in repr(URL(url))
    assert repr(URL("https://h/?mail=x%40y&a:b")) == "URL('https://h/?mail=x%40y&a:b')"


def test_repr_hides_the_userinfo():
    for userinfo in ("user:secret", "secret", ":secret", "user:a:secret"):
        assert repr(URL(f"https://{userinfo}@h/p")) == "URL('https://***@h/p')"
    assert "secret" not in repr(URL("blob:https://user:secret@h/p"))
    assert "secret" not in repr(URL("http://h/?next=http://user:secret@h/"))
    assert "secret" not in repr(URL("blob:https://user:a:secret@h/p"))
    assert "secret" not in repr(URL("http://h/?next=http://user:se@secret@h/"))
    assert repr(URL("mailto:user@h")) == "URL('mailto:user@h')"
    assert repr(URL("https://h/@user:x@y")) == "URL('https://h/@user:x@y')"


def test_equality_is_of_serializations():
    assert URL("http://h") == URL("HTTP://h:80/")
    assert URL("http://h") != URL("http://h/#")
    assert URL("http://h/") != "http://h/"
    with pytest.raises(TypeError, match="unhashable"):
        hash(URL("http://h"))


def test_copying_and_pickling():
    url = URL("http://u:p@h/?a=1")
    url.search_params.append("b", "2")
    for other in (copy.copy(url), copy.deepcopy(url), *(pickle.loads(pickle.dumps(url, p)) for p in range(6))):
        assert other == url
        other.search_params.append("c", "3")
        assert url.search == "?a=1&b=2"
        assert other.search == "?a=1&b=2&c=3"


def test_a_url_whose_href_does_not_parse_to_itself():
    """The protocol setter can make such a URL, because it changes only the scheme.

    Copies are equal to the original; if the URL is passed as an argument, its href is parsed, as in JavaScript.
    """
    url = URL("http://localhost/C|/a")
    url.protocol = "file"
    assert url.href == "file://localhost/C|/a"
    for other in (copy.copy(url), copy.deepcopy(url), pickle.loads(pickle.dumps(url))):
        assert other == url
    assert URL(url).href == "file:///C:/a"
    assert URL("x", url).href == "file:///C:/x"


def test_records():
    url = URL("http://u:p@h:1/a?b#c")
    record = url.to_record()
    record.path.append("d")
    assert url.href == "http://u:p@h:1/a?b#c"
    assert URL.from_record(record).href == "http://u:p@h:1/a/d?b#c"


def test_matching():
    match URL("http://localhost:8000/x"):
        case URL(hostname="localhost", port=port):
            assert port == "8000"
        case _:
            pytest.fail("the pattern did not match")
    match URL("http://h"):
        case URL("http://h/"):
            pass
        case _:
            pytest.fail("the pattern did not match")


def test_subclasses():
    class Mine(URL):
        pass

    assert type(Mine.parse("http://h/")) is Mine
    assert Mine.parse("x") is None
    assert repr(Mine("http://h/")) == "Mine('http://h/')"
    assert Mine("http://h/") == URL("http://h/")


def test_search_params_is_the_same_object_and_lives_on():
    params = URL("http://h/?a=1").search_params
    gc.collect()
    params.append("b", "2")
    assert str(params) == "a=1&b=2"
    url = URL("http://h/?a=b ~")
    assert url.search_params is url.search_params
    url.search_params.sort()
    assert url.href == "http://h/?a=b+%7E"


def test_search_params_are_live_both_ways():
    url = URL("http://h/?a=1#f")
    params = url.search_params
    params.append("b", "ü &")
    assert url.href == "http://h/?a=1&b=%C3%BC+%26#f"
    url.search = "?c=3"
    assert list(params) == [("c", "3")]
    params.delete("c")
    assert url.href == "http://h/#f"
    url.search = ""
    assert list(params) == []
    params.set("d", "4")
    assert url.search == "?d=4"
    url.host = "x:1"
    assert list(params) == [("d", "4")]
    assert url.href == "http://x:1/?d=4#f"


@pytest.mark.parametrize("asked_before", [True, False])
def test_setting_search_parses_the_pairs_from_the_new_query(asked_before):
    """The pairs do not come from the value: the parser removes its tabs and newlines, and percent-encodes ``#``."""
    url = URL("http://h/?x")
    if asked_before:
        assert url.search_params.size == 1
    url.search = "?a\tb=c\nd#"
    assert url.href == "http://h/?ab=cd%23"
    assert list(url.search_params) == [("ab", "cd#")]
    url.search = "\t"
    assert url.href == "http://h/?"
    assert list(url.search_params) == []
    url.search = "?\t?a"
    assert url.href == "http://h/??a"
    assert list(url.search_params) == [("?a", "")]


def test_updating_a_url_with_an_opaque_path():
    url = URL("data:space    ?q#f")
    url.search_params.delete("q")
    assert url.href == "data:space   %20#f"
    url.hash = ""
    assert url.href == "data:space   %20"


def test_lone_surrogates():
    url = URL("http://h/\ud800?\udc00#\ud83d\ude00")
    assert url.href == "http://h/%EF%BF%BD?%EF%BF%BD#%F0%9F%98%80"
    for member in ("username", "password", "pathname", "search", "hash"):
        setattr(url, member, "\ud800")
        assert "%EF%BF%BD" in getattr(url, member)
    url.search_params.append("\ud800", "\udfff")
    assert url.search_params.get("\ufffd") is not None
    url.hostname = "\ud800"
    assert url.hostname == "h"


def test_equality_with_and_without_fragments():
    url = URL("https://h/a#b")
    assert url.equals("HTTPS://h:443/a#b")
    assert not url.equals(URL("https://h/a"))
    assert url.equals("https://h/a#c", exclude_fragments=True)
    assert not url.equals(basic_parse("https://h/b#b"), exclude_fragments=True)
    with pytest.raises(InvalidURL):
        url.equals("x")
    with pytest.raises(TypeError, match="int"):
        url.equals(1)


@pytest.mark.parametrize(
    ("href", "member", "value", "after"),
    [
        ("http://h:99/", "host", "b:65536", "http://b:99/"),
        ("http://h:99/", "host", "b:x", "http://b:99/"),
        ("http://h:99/", "host", "b", "http://b:99/"),
        ("http://h:99/", "host", "b:8", "http://b:8/"),
        ("http://h:99/", "host", "a b", None),
        ("file:///a", "host", "b:8", None),
        ("mailto:x", "host", "b", None),
        ("http://h/", "hostname", "b:65536", None),
        ("http://h/", "hostname", "b:", None),
        ("http://h/", "port", "8x", "http://h:8/"),
        ("http://h/", "port", "x8", None),
        ("http://h/", "port", "65536", None),
        ("file://h/", "port", "8", None),
        ("foo:///", "port", "8", None),
        ("foo:/", "username", "u", None),
        ("foo:///", "password", "u", None),
        ("file://h/", "username", "u", None),
        ("http://h/", "protocol", "foo", None),
        ("foo://h/", "protocol", "http", None),
        ("http://u@h/", "protocol", "file", None),
        ("http://h:1/", "protocol", "file", None),
        ("file:///", "protocol", "http", None),
        ("http://h/", "protocol", "1", None),
        ("http://localhost/C|/a", "protocol", "file", "file://localhost/C|/a"),
    ],
)
def test_what_the_docstrings_of_the_setters_say(href, member, value, after):
    url = URL(href)
    setattr(url, member, value)
    assert url.href == (after or href)


def test_what_with_takes_is_what_can_be_set():
    settable = {name for name, member in vars(URL).items() if isinstance(member, property) and member.fset is not None}
    assert set(_SETTABLE) == settable


class Loud(str):
    """A str that shows itself as another one, as members of an Enum may."""

    __slots__ = ()

    def __str__(self):
        return "LOUD"

    def __format__(self, spec):
        return "LOUD"

    def __repr__(self):
        return "LOUD"


@pytest.mark.parametrize(
    "member", ["protocol", "username", "host", "hostname", "pathname", "search", "hash", "password"]
)
def test_a_subclass_of_str_is_what_it_holds(member):
    expected = URL("http://h/")
    setattr(expected, member, "a")
    url = URL("http://h/")
    setattr(url, member, Loud("a"))
    assert url.href == expected.href
    assert type(url.href) is str


def test_a_subclass_of_str_as_a_url_and_in_a_query():
    for url in (URL(Loud("http://h/a")), URL(Loud("a"), Loud("http://h/")), URL.parse(Loud("http://h/a"))):
        assert url.href == "http://h/a"
        assert type(url.href) is str
    url.href = Loud("http://h/b")
    assert type(url.href) is str
    url.search_params.append(Loud("c"), Loud("d"))
    assert url.href == "http://h/b?c=d"
    assert serialize_urlencoded([(Loud("a b"), Loud("c"))]) == "a+b=c"


def record(scheme, host, path, **more):
    record = URLRecord()
    record.scheme, record.host, record.path = scheme, host, path
    for name, value in more.items():
        setattr(record, name, value)
    return record


@pytest.mark.parametrize(
    ("given", "href"),
    [
        (record("https", Domain("example.com"), []), "https://example.com/"),
        (record("https", Domain("example.com"), ["a", "..", "b c"]), "https://example.com/b%20c"),
        (record("foo", OpaqueHost("h"), []), "foo://h"),
        (record("file", Domain("localhost"), ["a"]), "file:///a"),
        (record("foo", None, "a "), "foo:a"),
    ],
)
def test_a_record_that_the_parser_would_not_make_is_normalized(given, href):
    url = URL.from_record(given)
    assert url.href == href
    assert URL.from_record(url.to_record()).href == href
    url.pathname = "/q"
    assert (url.host, url.href) == (URL(href).host, URL(url.href).href)


@pytest.mark.parametrize(
    "given",
    [
        record("https", None, ["a"]),
        record("https", Domain("a/b"), ["c"]),
        record("foo", OpaqueHost("h@other"), [""]),
        record("https", Domain("h"), ["a?b"]),
        record("https", Domain("h"), [""], query="a#b"),
        record("https", Domain("h"), [""], username="a:b"),
        record("1", Domain("h"), [""]),
        record("HTTPS", Domain("h"), [""]),
        record("https", Domain("h"), [""], port=443),
        record("https", Domain("h"), [""], port=70_000),
        record("file", Domain("localhost"), ".evil.com/share"),
        record("file", OpaqueHost("localhost"), "443"),
        record("http", Domain("a"), ":80"),
        record("foo", None, "/a"),
    ],
)
def test_a_record_of_no_url_is_refused(given):
    with pytest.raises(InvalidURL):
        URL.from_record(given)


def test_the_components_are_those_of_the_href_whatever_other_threads_do(monkeypatch):
    """Imitate another thread that sets the host while this one works on the old href."""
    url = URL("http://a/")
    split = components.split

    def interrupted(href):
        monkeypatch.setattr(components, "split", split)
        url.hostname = "b"
        return split(href)

    monkeypatch.setattr(components, "split", interrupted)
    assert url.hostname == "a"
    assert (url.hostname, url.href) == ("b", "http://b/")


def test_a_query_object_is_the_same_for_all_threads(monkeypatch):
    """As if another thread asked for it while this one makes it."""
    url = URL("http://h/?a=b")
    others = []

    class Lock:
        """What another thread does before this one gets the lock."""

        def __enter__(self):
            monkeypatch.undo()
            others.append(url.search_params)

        def __exit__(self, *_):
            pass

    monkeypatch.setattr("py_url.url._one_at_a_time", Lock())
    assert url.search_params is others[0]
