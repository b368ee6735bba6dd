"""The pairs of other libraries' mappings, and JavaScript's objects in Pyodide.

`tests/browser/test_pyscript.py` does the same with real objects of a page.
"""

import collections
import email.message
import email.policy
import http.cookies
import inspect
import os
import types
import unittest.mock
from collections.abc import Mapping
from wsgiref.headers import Headers

import pytest

from py_url import URL, FrozenURL, InvalidURL, URLSearchParams, fix, validate
from py_url.specs.schemes import mailto, tel, xmpp
from py_url.standard import serialize_urlencoded
from tests.conftest import peer

PAIRS = [("a", "1"), ("b", "3"), ("a", "2")]
GROUPED = [("a", "1"), ("a", "2"), ("b", "3")]


def django_query():
    settings = peer("django.conf").settings
    if not settings.configured:
        settings.configure()
    return peer("django.http").QueryDict("a=1&b=3&a=2")


def added_to(headers):
    for name, value in PAIRS:
        headers.add_header(name, value)
    return headers


def of_urllib3():
    headers = peer("urllib3").HTTPHeaderDict()
    for name, value in PAIRS:
        headers.add(name, value)
    return headers


class Unsorted(dict):
    """boltons' OrderedMultiDict, as far as it matters: `items` leaves values out, unless it is asked for all."""

    def getlist(self, name):
        return [value for key, value in PAIRS if key == name]

    def items(self, multi=False):
        return PAIRS if multi else dict(PAIRS).items()


REAL = {
    "multidict.MultiDict": (lambda: peer("multidict").MultiDict(PAIRS), PAIRS),
    "multidict.MultiDictProxy": (lambda: peer("multidict").MultiDictProxy(peer("multidict").MultiDict(PAIRS)), PAIRS),
    "multidict.CIMultiDict": (lambda: peer("multidict").CIMultiDict([*PAIRS, ("A", "4")]), [*PAIRS, ("A", "4")]),
    "yarl.URL.query": (lambda: peer("yarl").URL("http://h/?a=1&b=3&a=2").query, PAIRS),
    "starlette QueryParams": (lambda: peer("starlette.datastructures").QueryParams("a=1&b=3&a=2"), PAIRS),
    "starlette FormData": (lambda: peer("starlette.datastructures").FormData(PAIRS), PAIRS),
    "django QueryDict": (django_query, GROUPED),
    "httpx.QueryParams": (lambda: peer("httpx").QueryParams("a=1&b=3&a=2"), GROUPED),
    "httpx2.QueryParams": (lambda: peer("httpx2").QueryParams("a=1&b=3&a=2"), GROUPED),
    "werkzeug.MultiDict": (lambda: peer("werkzeug.datastructures").MultiDict(PAIRS), GROUPED),
    "werkzeug.CombinedMultiDict": (
        lambda: peer("werkzeug.datastructures").CombinedMultiDict([peer("werkzeug.datastructures").MultiDict(PAIRS)]),
        GROUPED,
    ),
    "werkzeug.Headers": (lambda: peer("werkzeug.datastructures").Headers(PAIRS), PAIRS),
    "omdict": (lambda: peer("orderedmultidict").omdict(PAIRS), PAIRS),
    "furl.args": (lambda: peer("furl").furl("http://h/?a=1&b=3&a=2").args, PAIRS),
    "urllib3.HTTPHeaderDict": (of_urllib3, GROUPED),
    "pandas.Series": (lambda: peer("pandas").Series(["1", "3", "2"], index=["a", "b", "a"]), PAIRS),
    "email.message.Message": (lambda: added_to(email.message.Message()), PAIRS),
    "email.message.EmailMessage": (lambda: added_to(email.message.EmailMessage(email.policy.default)), PAIRS),
    "wsgiref.headers.Headers": (lambda: Headers(PAIRS.copy()), PAIRS),
    "items(multi=True)": (Unsorted, PAIRS),
}


@pytest.mark.parametrize("name", REAL)
def test_no_value_of_another_library_s_mapping_is_lost(name):
    make, pairs = REAL[name]
    assert list(URLSearchParams(make())) == pairs
    query = serialize_urlencoded(pairs)
    assert serialize_urlencoded(make()) == query
    assert URL("http://h/?x").with_query(make()).search == f"?{query}"
    assert list(URL("http://h/?x").update_query(make()).search_params) == [("x", ""), *pairs]


@pytest.mark.parametrize(
    "mapping",
    [
        collections.UserDict(a="1", b="2"),
        collections.ChainMap({"a": "1"}, {"a": "x", "b": "2"}),
        collections.defaultdict(str, a="1", b="2"),
        collections.OrderedDict(a="1", b="2"),
        types.MappingProxyType({"a": "1", "b": "2"}),
    ],
    ids=lambda mapping: type(mapping).__name__,
)
def test_other_mappings(mapping):
    assert sorted(URLSearchParams(mapping)) == [("a", "1"), ("b", "2")]


def test_an_error_of_a_mapping_is_not_hidden():
    class Broken(Unsorted):
        def items(self, multi=False):
            raise TypeError("of the mapping itself")
            yield

    with pytest.raises(TypeError, match="of the mapping itself"):
        URLSearchParams(Broken())


def test_a_method_in_c_that_does_not_say_what_it_takes():
    class InC(dict):
        items, getlist = dict, list

    assert list(URLSearchParams(InC())) == []


def test_counter_and_environment():
    assert list(URLSearchParams(collections.Counter("aab"))) == [("a", "2"), ("b", "1")]
    assert dict(list(URLSearchParams(os.environ))) == {
        name.encode("utf-8", "replace").decode(): value for name, value in os.environ.items()
    }


def test_a_cookie_is_no_value():
    cookies = http.cookies.SimpleCookie("a=1; b=2")
    with pytest.raises(TypeError, match=r"the value of 'a' must be a str or an int, not http\.cookies\.Morsel"):
        URLSearchParams(cookies)


def test_names_that_repeat_in_a_mapping_without_a_method_for_several_values():
    class Repeating(Mapping):
        __getitem__, __iter__ = None, None

        def __init__(self, length):
            self.length = length

        def __len__(self):
            return self.length

        def items(self):
            return iter(PAIRS)

    assert list(URLSearchParams(Repeating(3))) == PAIRS
    assert list(URLSearchParams(Repeating(2))) == [("a", "2"), ("b", "3")]
    with pytest.raises(TypeError, match=r"Repeating can hold a name more than once.*a list of \(name, value\) pairs"):
        URLSearchParams(Repeating(4))


@pytest.mark.parametrize("method", ["getlist", "get_all", "getall", "get_list", "getAll"])
def test_a_mapping_that_may_keep_values_to_itself_is_refused(method):
    class Unknown(dict):
        pass

    setattr(Unknown, method, lambda self, name: ["1", "2"])
    with pytest.raises(TypeError, match=r"Unknown can hold a name more than once"):
        URLSearchParams(Unknown(a="2"))
    # Neither is a name that differs in case another value of this one.
    with pytest.raises(TypeError, match=r"Unknown can hold a name more than once"):
        URLSearchParams(Unknown(a="2", A="x"))


@pytest.mark.parametrize("values", [["1", "2"], ("1",), {"1"}, {"x": "1"}, range(2)])
def test_a_mapping_of_lists_says_what_to_write(values):
    for init in ({"a": values}, [("a", values)]):
        with pytest.raises(TypeError, match=r"the value of 'a' .*\[\('a', value\) for value in values\]"):
            URLSearchParams(init)
    with pytest.raises(TypeError, match=r"the value of 'a' .*\[\('a', value\) for value in values\]"):
        URL("http://h").with_query(a=values)


def test_schemes_take_all_pairs_too():
    class Several(dict):
        def multi_items(self):
            return [("ext", "1"), ("ext", "2")]

    several = Several(ext="2")
    with pytest.raises(ValueError, match="given twice"):
        mailto.build("a@b.example", fields=several)
    with pytest.raises(ValueError, match="ext"):
        tel.build("+1201", several)
    assert str(xmpp.build("a@b.example", "message", several)) == "xmpp:a@b.example?message;ext=1;ext=2"


class Proxy:
    """What Pyodide makes of an object of JavaScript, as far as it matters."""

    def __init__(self, class_name=None, **attributes):
        vars(self).update(attributes)
        if class_name is not None:
            self.constructor = types.SimpleNamespace(name=class_name)

    def object_entries(self):
        return [[name, value] for name, value in vars(self).items() if name != "constructor"]


class IterableProxy(Proxy):
    def __iter__(self):
        return iter([["a", "1"], ["a", 2]])


class MapProxy(Proxy, Mapping):
    """A URLSearchParams of JavaScript: its `items` repeat the first value."""

    def entries(self):
        return iter([["a", "1"], ["a", "2"]])

    def __iter__(self):
        return iter(["a", "a"])

    def __len__(self):
        return 2

    def __getitem__(self, name):
        return "1"


for kind in (Proxy, IterableProxy, MapProxy):
    kind.__module__, kind.__name__, kind.__qualname__ = "pyodide.ffi", "JsProxy", "JsProxy"


def test_pairs_of_javascript():
    assert list(URLSearchParams(Proxy("Object", a="1", b=2))) == [("a", "1"), ("b", "2")]
    assert list(URLSearchParams(Proxy(a="1"))) == [("a", "1")]
    assert str(URLSearchParams(IterableProxy("FormData"))) == "a=1&a=2"
    assert str(URLSearchParams(MapProxy("URLSearchParams"))) == "a=1&a=2"
    with pytest.raises(TypeError, match=r"names and values of a JavaScript Date .* pass an object"):
        URLSearchParams(Proxy("Date"))
    with pytest.raises(TypeError, match="the value of 'a' must be a str or an int, not a JavaScript File"):
        URLSearchParams([("a", Proxy("File"))])


def test_null_of_javascript():
    null = type("JsNull", (), {"__module__": "pyodide.ffi"})()
    for call in (URL, fix, URLSearchParams, lambda null: URLSearchParams({"a": null})):
        with pytest.raises(TypeError, match=r"not pyodide\.ffi\.JsNull"):
            call(null)


def test_urls_of_javascript():
    url = Proxy("URL", href="https://example.com/a")
    assert URL(url) == FrozenURL(url) == URL.parse(url) == URL("https://example.com/a")
    assert URL("b", base=url).href == "https://example.com/b"
    assert URL.can_parse(url)
    assert validate(url) == []
    assert fix(url).string == "https://example.com/a"
    assert fix("b", url).string == "b"
    with pytest.raises(InvalidURL):
        URL(Proxy("HTMLAnchorElement", href=""))


@pytest.mark.parametrize("value", [Proxy("Date"), Proxy("SVGAElement", href=Proxy("SVGAnimatedString"))])
def test_an_object_of_javascript_without_an_href_is_named(value):
    for call in (URL, fix, lambda value: URL("x", value), lambda value: fix("x", value)):
        with pytest.raises(TypeError, match=f"must be a str.*not a JavaScript {value.constructor.name}$"):
            call(value)


@pytest.mark.parametrize(
    ("other", "standard"),
    [
        ("scheme", "protocol"),
        ("netloc", "host"),
        ("path", "pathname"),
        ("query", "search"),
        ("fragment", "hash"),
        ("searchParams", "search_params"),
    ],
)
def test_nothing_sees_members_with_the_names_of_other_libraries(other, standard):
    """`hasattr` denies them, and so does what looks without getting: protocols that are checked, and mocks.

    A mock asks for everything, also for what Pydantic's own package makes.
    """

    for url in (URL("http://h/"), URL("http://h/").freeze()):
        with pytest.raises(AttributeError, match=other):
            getattr(url, other)
        with pytest.raises(AttributeError, match=other):
            setattr(url, other, "x")
        for mock in (unittest.mock.Mock(spec=type(url)), unittest.mock.create_autospec(url)):
            assert (hasattr(mock, other), hasattr(mock, standard)) == (False, True)
        for thing in (url, type(url)):
            assert not hasattr(thing, other)
            assert other not in dir(thing)
            assert inspect.getattr_static(thing, other, None) is None
            assert standard in dir(thing)
