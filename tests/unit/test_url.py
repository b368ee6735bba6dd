"""§6.1 URL class, beyond the Web Platform Tests' data: its behaviour as a Python class."""

import copy
import gc
import itertools
import pickle
import subprocess
import sys
import typing
from pathlib import Path

import pytest

from py_url import URL, FrozenURL, InvalidURL, URLSearchParams
from py_url.standard import Domain, OpaqueHost, URLRecord, basic_parse, serialize_urlencoded
from py_url.standard.urlencoded import serialize_list
from py_url.standard.urls import components
from py_url.standard.urls.components import SETTABLE

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
        if (member, wrong) == ("port", 1):
            continue
        with pytest.raises(TypeError, match=name):
            setattr(url, member, wrong)
    assert url.href == "http://u:p@h:1/p?q#f"


def test_a_port_may_be_an_int():
    url = URL("http://h/")
    url.port = 8080
    assert url.href == "http://h:8080/"
    assert url.replace(port=443).href == "http://h:443/"
    assert url.replace(port=80).href == "http://h/"
    url.port = 65536  # ignored, as the standard says
    assert url.port == "8080"
    for wrong in (True, 80.0, None):
        with pytest.raises(TypeError, match=type(wrong).__name__):
            url.port = wrong
        with pytest.raises(TypeError, match=type(wrong).__name__):
            url.replace(port=wrong)


def test_formatting():
    url = URL("http://h/")
    assert f"{url} {url:>10} {url:.4} {url!s:<10}|" == "http://h/  http://h/ http http://h/ |"
    with pytest.raises(ValueError, match="format"):
        f"{url:d}"


@typing.runtime_checkable
class HasPath(typing.Protocol):
    """What a URL of another library has."""

    path: str


@typing.runtime_checkable
class HasPathname(typing.Protocol):
    """What a URL has."""

    pathname: str


def test_a_protocol_sees_the_members_that_there_are():
    for url in (URL("http://h/"), FrozenURL("http://h/")):
        assert not isinstance(url, HasPath)
        assert isinstance(url, HasPathname)


class WithPath(URL):
    """Has an attribute with the name that another library gives to a member."""

    def __init__(self, url, base=None):
        super().__init__(url, base)
        self.path = "mine"


class WithSlot(URL):
    __slots__ = ("path",)


def test_a_subclass_may_use_the_names_of_other_libraries():
    url = WithPath("http://h/")
    slotted = WithSlot("http://h/")
    slotted.path = "mine"
    for other in (url, slotted):
        for duplicate in (other, copy.copy(other), pickle.loads(pickle.dumps(other)), other.replace(hash="x")):
            assert duplicate.path == "mine"


class Href:
    """What has a method `geturl`, as the results of urllib.parse do."""

    def geturl(self):
        return "http://h/"


class OtherURL:
    """A URL of another library."""


@pytest.mark.parametrize(
    ("value", "says"),
    [
        (OtherURL(), "OtherURL; write str\\(url\\)$"),
        (Href(), "Href; write url.geturl\\(\\)$"),
        (Path("/a"), "Path; use py_url.specs.files.from_file_path$"),
        (basic_parse("http://h/"), "URLRecord; use URL.from_record$"),
        (b"http://h/", "not bytes; decode it first$"),
        (5, "a URL, not int$"),
    ],
)
def test_errors_about_other_types_say_what_to_write(value, says):
    for call in (URL, lambda value: URL("x", value)):
        with pytest.raises(TypeError, match=says) as caught:
            call(value)
        assert type(value).__module__ in str(caught.value) or type(value).__module__ == "builtins"


REFUSED = [
    ("https://a/x/", "host", "b c", "domain-to-ASCII at 1"),
    ("https://a/x/", "host", "b/c", "domain-to-ASCII at 1"),
    ("https://a/x/", "host", "b:65536", "port-out-of-range at 2-7"),
    ("https://a/x/", "host", "b:8x", "port-invalid at 3"),
    ("https://a:5/x/", "host", "b:", "the port after ':' is missing"),
    ("https://a/x/", "host", "", "host-missing at 0"),
    ("https://a/x/", "host", "[::1", "IPv6-unclosed"),
    ("https://a/x/", "host", "1.2.3.4.5", "IPv4-too-many-parts"),
    ("https://a/x/", "host", "b\nc", "U\\+000A LF at 1 would be left out; remove it$"),
    ("https://a/x/", "hostname", "b:80", "a hostname has no port"),
    ("https://a/x/", "hostname", "[::1]:80", "a hostname has no port"),
    ("mailto:a", "host", "b", "opaque"),
    ("mailto:a", "hostname", "b", "opaque"),
    ("file:///a", "host", "b:8", "a file URL has no port"),
    ("foo://u@a", "host", "", "cannot be empty"),
    ("foo:/", "host", ":80", "host-missing at 0"),
    ("foo://a/", "host", "b c", "host-invalid-code-point at 1"),
    ("https://a/x/", "port", "0x50", "port-invalid at 1"),
    ("https://a/x/", "port", "80x", "port-invalid at 2"),
    ("https://a/x/", "port", "x", "port-invalid at 0"),
    ("https://a/x/", "port", " 80", "port-invalid at 0"),
    ("https://a/x/", "port", "8\n0", "port-invalid at 1"),
    ("https://a/x/", "port", "-1", "port-invalid at 0"),
    ("https://a/x/", "port", "\u0661", "port-invalid at 0"),
    ("https://a/x/", "port", "65536", "port-out-of-range at 0-5"),
    ("file:///a", "port", "80", "a file URL has none"),
    ("foo:///a", "port", "80", "a URL without a host has none"),
    ("https://a/x/", "protocol", "nope:", "https is special and nope is not"),
    ("foo://a/", "protocol", "http", "foo is not special and http is"),
    ("https://a/x/", "protocol", "http://b", "a scheme is"),
    ("https://a/x/", "protocol", "1", "a scheme is"),
    ("https://a/x/", "protocol", "", "a scheme is"),
    ("https://a/x/", "protocol", "ht\ttp", "a scheme is"),
    ("https://a/x/", "protocol", "http:\n", "a scheme is"),
    ("https://u@a/", "protocol", "file", "remove them first"),
    ("file:///a", "protocol", "http", "has a host, and this one has none"),
    ("mailto:a", "pathname", "b", "opaque"),
    ("https://a/x/", "pathname", "/b\tc", "U\\+0009 TAB at 2 would be left out; remove it, or write '%09'"),
    ("https://a/x/", "search", "b\rc", "U\\+000D CR at 1 .* '%0D'"),
    ("https://a/x/", "hash", "b\nc", "U\\+000A LF at 1 .* '%0A'"),
    ("mailto:a", "username", "s3cr3t", "a URL without a host has none"),
    ("file:///a", "password", "s3cr3t", "a file URL has none"),
]


@pytest.mark.parametrize(("href", "member", "value", "says"), REFUSED)
def test_replace_refuses_what_a_setter_ignores_or_takes_in_part(href, member, value, says):
    for url in (URL(href), FrozenURL(href)):
        with pytest.raises(InvalidURL, match=f"invalid {member}\\b.*{says}") as caught:
            url.replace(**{member: value})
        error = caught.value
        assert error.what == member
        assert error.input == ("***" if "s3cr3t" in value else value)
        assert "s3cr3t" not in f"{error} {error!r} {error.errors}"
        assert error.reason or error.errors
        assert (url.href, pickle.loads(pickle.dumps(error)).__getstate__()) == (href, error.__getstate__())


@pytest.mark.parametrize(
    ("href", "member", "value", "after"),
    [
        ("https://a:8/x/", "host", "b", "https://b:8/x/"),
        ("https://a/x/", "host", "faß.de:8", "https://xn--fa-hia.de:8/x/"),
        ("https://a/x/", "host", "0x7f.1:443", "https://127.0.0.1/x/"),
        ("https://a:8/x/", "host", "[::0:1]:443", "https://[::1]/x/"),
        ("https://a/x/", "hostname", "[::0:1]", "https://[::1]/x/"),
        ("foo://a/", "hostname", "", "foo:///"),
        ("foo://a/", "host", "B%20", "foo://B%20/"),
        ("file://a/b", "host", "localhost", "file:///b"),
        ("file://a/b", "hostname", "", "file:///b"),
        ("https://a:8/", "port", "", "https://a/"),
        ("https://a:8/", "port", "0443", "https://a/"),
        ("file:///", "port", "", "file:///"),
        ("mailto:a", "password", "", "mailto:a"),
        ("https://a/", "password", "p\n:", "https://:p%0A%3A@a/"),
        ("https://a/x", "protocol", "HTTP", "http://a/x"),
        ("https://a/x", "protocol", "https:", "https://a/x"),
        ("foo://a/x", "protocol", "B+1", "b+1://a/x"),
        ("https://a/x", "pathname", "b c\\d?#%", "https://a/b%20c/d%3F%23%"),
        ("https://a/x", "pathname", "\u00e9\u2028", "https://a/%C3%A9%E2%80%A8"),
        ("https://a/x", "search", "", "https://a/x"),
        ("mailto:a", "search", "?b c#", "mailto:a?b%20c%23"),
        ("https://a/x", "hash", "##", "https://a/x##"),
        ("https://a/x", "href", "http://B", "http://b/"),
    ],
)
def test_replace_takes_what_a_setter_takes_as_a_whole(href, member, value, after):
    for url in (URL(href), FrozenURL(href)):
        assert url.replace(**{member: value}).href == after
    url = URL(href)
    setattr(url, member, value)
    assert url.href == after


@pytest.mark.parametrize(
    ("href", "members", "after"),
    [
        ("http://h:8080/", {"port": 80, "protocol": "https"}, "https://h:80/"),
        ("http://h:8080/", {"port": 443, "protocol": "https"}, "https://h/"),
        ("http://h/", {"host": "b:80", "protocol": "https"}, "https://b:80/"),
        ("http://u:p@h:81/", {"username": "", "password": "", "port": "", "protocol": "file"}, "file://h/"),
        (
            "http://u:p@h:81/x",
            {"protocol": "file", "host": "", "username": "", "password": "", "port": ""},
            "file:///x",
        ),
        ("http://h/", {"protocol": "file", "host": "localhost"}, "file:///"),
        ("file:///x", {"protocol": "http", "host": "h"}, "http://h/x"),
        ("file:///x", {"protocol": "http", "hostname": "localhost"}, "http://localhost/x"),
        ("file:///x", {"protocol": "https", "host": "h:80"}, "https://h:80/x"),
        ("file:///x", {"protocol": "https", "host": "h", "port": "80", "username": "u"}, "https://u@h:80/x"),
        ("file:///C:/x", {"protocol": "http", "host": "h", "pathname": "C|"}, "http://h/C|"),
        ("http://h/", {"protocol": "file", "pathname": "C|"}, "file://h/C:"),
        ("foo://u@h:8/", {"host": "", "username": "", "port": ""}, "foo:///"),
        ("https://a:8/", {"host": "b", "port": 9}, "https://b:9/"),
        ("https://a:8/", {"host": "b:9", "hostname": "B", "port": "09"}, "https://b:9/"),
        ("https://a/", {"href": "foo:x", "hash": "y", "search": "z"}, "foo:x?z#y"),
    ],
)
def test_replace_gives_the_url_that_has_all_members(href, members, after):
    for order in itertools.permutations(members.items()):
        assert URL(href).replace(**dict(order)).href == after
        assert FrozenURL(href).replace(**dict(order)).href == after


@pytest.mark.parametrize(
    ("href", "members", "says"),
    [
        ("http://h/", {"host": "b:1", "port": 2}, "invalid host 'b:1': a URL cannot have this and the given 'port'"),
        ("http://h/", {"host": "b:1", "port": ""}, "invalid port '': a URL cannot have this and the given 'host'"),
        ("http://h/", {"host": "b", "hostname": "c"}, "the given 'hostname'; leave one out"),
        ("http://h/", {"protocol": "https", "port": "99999"}, "invalid port: port-out-of-range"),
        ("http://h/", {"protocol": "file", "port": 80}, "invalid port '80': a file URL has none"),
        ("http://u@h/", {"protocol": "file", "port": ""}, "invalid protocol 'file': .* remove them first"),
        ("file:///", {"protocol": "http", "host": ""}, "invalid host: host-missing"),
        ("file:///", {"protocol": "http", "port": 8}, "invalid protocol 'http': .* this one has none"),
        ("http://h/", {"protocol": "foo", "host": "a b"}, "invalid protocol 'foo'"),
    ],
)
def test_replace_refuses_members_that_no_url_has_together(href, members, says):
    for order in itertools.permutations(members.items()):
        with pytest.raises(InvalidURL, match=says):
            URL(href).replace(**dict(order))


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
    assert set(SETTABLE) == settable


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

    monkeypatch.setattr("py_url.api.url._query_lock", Lock())
    assert url.search_params is others[0]


def test_a_query_object_is_the_same_for_what_interrupts(monkeypatch):
    """As if a signal handler asked for it while this thread makes it."""
    url = URL("http://h/?a=b")
    others = []

    def interrupted(query):
        monkeypatch.undo()
        others.append(url.search_params)
        return [("not", "used")]

    monkeypatch.setattr("py_url.api.url.parse_urlencoded", interrupted)
    assert url.search_params is others[0]
    assert list(others[0]) == [("a", "b")]


FORKED = """
import os, signal, threading, warnings
from py_url import URL
from py_url.api import url

warnings.simplefilter("ignore")  # of Python 3.12 and later, about forks of programs with threads
held, forked = threading.Event(), threading.Event()

def work():
    with url._query_lock:
        held.set()
        forked.wait()

thread = threading.Thread(target=work)
thread.start()
held.wait()
child = os.fork()
if child == 0:
    signal.alarm(20)
    address = URL("http://h/?a=1")
    address.search_params.append("b", "2")
    os._exit(address.href != "http://h/?a=1&b=2")
forked.set()
thread.join()
print(os.waitpid(child, 0)[1])
"""


@pytest.mark.skipif(sys.platform in ("emscripten", "win32"), reason="this system has no processes that fork")
def test_a_forked_process_does_not_wait_for_a_thread_that_it_lacks():
    done = subprocess.run([sys.executable, "-c", FORKED], capture_output=True, text=True, timeout=60, check=True)
    assert done.stdout == "0\n"


def test_changes_of_a_query_object_are_serialized_once(monkeypatch):
    serialized = []

    def serialize(pairs):
        serialized.append(len(pairs))
        return serialize_list(pairs)

    monkeypatch.setattr("py_url.api.url.serialize_list", serialize)
    url = URL("http://h/?a=0#f")
    for number in range(1_000):
        url.search_params.append("a", number)
    url.search_params.set("b", "")
    url.search_params.sort()
    assert serialized == []
    assert url.search.endswith("&a=999&b=")
    assert (url.hash, str(url), url.href) == ("#f", url.href, url.to_json())
    assert serialized == [1_002]
    url.search_params.delete("a")
    url.hash = "g"
    assert url.href == "http://h/?b=#g"
    assert serialized == [1_002, 1]


def test_a_url_that_becomes_another_leaves_the_changes_of_its_query_object():
    url = URL("http://h/?a=1")
    params = url.search_params
    params.append("b", "2")
    url.__init__("http://x/?c")
    params.append("d", "4")
    assert url.href == "http://x/?c"
    assert url.search_params is not params
    params = url.search_params
    params.append("e", "5")
    url.__setstate__({"href": "http://y/"})
    assert url.href == "http://y/"


def test_a_query_object_that_becomes_another_leaves_its_changes_to_the_url():
    url = URL("http://h/?a=1")
    params = url.search_params
    params.append("b", "2")
    params.__setstate__({"pairs": [("c", "3")]})
    params.append("d", "4")
    assert url.href == "http://h/?a=1&b=2"
    assert list(params) == [("c", "3"), ("d", "4")]


@pytest.mark.parametrize(
    ("meanwhile", "href"),
    [
        (lambda url: url.search_params.append("c", "3"), "http://h/?a=1&b=2&c=3#f"),
        (lambda url: setattr(url, "hash", "g"), "http://h/?a=1&b=2#g"),
        (lambda url: setattr(url, "href", "http://x/?y"), "http://x/?y"),
        (lambda url: url.__init__("http://x/?y"), "http://x/?y"),
        (lambda url: url.__setstate__({"href": "http://x/?y"}), "http://x/?y"),
        (lambda url: url.search_params.__setstate__({"pairs": [("a", "1"), ("b", "2")]}), "http://h/?a=1&b=2#f"),
    ],
)
def test_what_happens_while_a_query_object_is_serialized_is_kept(monkeypatch, meanwhile, href):
    """As if a signal handler, or a ``__del__`` that the garbage collector calls, changed the URL."""
    url = URL("http://h/?a=1#f")
    url.search_params.append("b", "2")

    def serialize(pairs):
        monkeypatch.undo()
        serialized = serialize_list(pairs)
        meanwhile(url)
        return serialized

    monkeypatch.setattr("py_url.api.url.serialize_list", serialize)
    assert url.href == href
    assert url.href == href
    assert list(url.search_params) == list(URLSearchParams(url.search))


def test_a_part_that_is_read_while_the_query_object_changes_is_read_again(monkeypatch):
    url = URL("http://h/?a=1")
    params = url.search_params
    url.hash = "f"

    def split(href):
        monkeypatch.undo()
        params.append("b", "2")
        return components.split(href)

    monkeypatch.setattr(components, "split", split)
    # The append was later.
    assert url.search == "?a=1"
    assert url.search == "?a=1&b=2"


def test_a_query_object_that_is_initialized_again_changes_its_url():
    url = URL("http://h/?a=1")
    url.search_params.__init__("?b=2")
    assert url.href == "http://h/?b=2"


def slots_of(value):
    """What DeepDiff compares of an object with slots."""
    names = {name for kind in type(value).__mro__ for name in getattr(kind, "__slots__", ())}
    return {name: getattr(value, name) for name in names - {"__weakref__"}}


@pytest.mark.parametrize("kind", [URL, FrozenURL])
def test_the_slots_show_what_a_url_is(kind):
    """Not what getters have cached."""
    url, same = kind("https://h/a?b=c"), kind("https://h/a?b=c")
    assert (url.pathname, url.search_params.size) == ("/a", 1)
    assert slots_of(url) == slots_of(same) == {"href": "https://h/a?b=c"}
    # A query object is a list.
    assert slots_of(url.search_params) == {}
    changed = kind("https://h/").thaw() if kind is FrozenURL else kind("https://h/")
    changed.search_params.append("a", "b")
    assert slots_of(changed) == {"href": "https://h/?a=b"}
    assert not hasattr(url, "__dict__")
