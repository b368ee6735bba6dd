"""FrozenURL: a URL that is a key, and is accepted wherever a URL is."""

import copy
import dataclasses
import functools
import pickle
import sys
from concurrent.futures import ProcessPoolExecutor

import pytest

import py_url
from py_url import URL, FrozenURL, InvalidURL, URLSearchParams
from py_url.api.frozen import FrozenURLSearchParams
from py_url.specs import html, websocket
from py_url.standard.urls.components import MEMBERS, SETTABLE
from tests.conftest import peer

HREF = "https://u:p@h.example:8080/a/b?q=1&r=%20#f"


def test_it_has_the_getters_of_a_url():
    frozen, url = FrozenURL("../b?q=1#f", base="https://EXAMPLE.com/a/"), URL("https://example.com/b?q=1#f")
    assert {name: getattr(frozen, name) for name in MEMBERS} == {name: getattr(url, name) for name in MEMBERS}
    assert (str(frozen), frozen.to_json(), f"{frozen:.5}") == (url.href, url.href, "https")
    assert repr(FrozenURL("https://u:s3cr3t@h/")) == "FrozenURL('https://***@h/')"
    assert FrozenURL.search.__doc__ == URL.search.__doc__
    with pytest.raises(InvalidURL):
        FrozenURL("//x")
    with pytest.raises(TypeError, match="int"):
        FrozenURL(1)


@pytest.mark.parametrize("name", SETTABLE)
def test_no_member_can_be_set(name):
    frozen = FrozenURL(HREF)
    with pytest.raises(AttributeError, match=rf"'{name}' of a FrozenURL cannot be set; write url.replace\({name}="):
        setattr(frozen, name, "x")
    assert frozen.href == HREF


def test_nothing_else_can_be_set():
    frozen = FrozenURL(HREF)
    for name in ("origin", "search_params", "nonsense", "parent"):
        with pytest.raises(AttributeError):
            setattr(frozen, name, "x")
    for call in (
        lambda: frozen.__init__("https://other/"),
        lambda: frozen.__setstate__(FrozenURL("https://other/").__getstate__()),
    ):
        with pytest.raises(TypeError, match="cannot be called again"):
            call()
    assert frozen.href == HREF


def test_freezing_and_thawing():
    url = URL(HREF)
    frozen = url.freeze()
    assert type(frozen) is FrozenURL
    assert frozen.freeze() is frozen
    url.hash = ""
    assert frozen.href == HREF
    thawed = frozen.thaw()
    assert type(thawed) is URL
    thawed.search_params.append("x", "y")
    assert (thawed.search, frozen.search) == ("?q=1&r=+&x=y", "?q=1&r=%20")


def test_a_url_that_only_a_setter_can_make_is_frozen_as_it_is():
    url = URL("http://localhost/C|/a")
    url.protocol = "file"
    assert (url.freeze().href, url.freeze().thaw()) == (url.href, url)
    assert pickle.loads(pickle.dumps(url.freeze())) == url


def test_the_query_object_cannot_change_it():
    frozen = FrozenURL("https://h/?a=1&b=2")
    params = frozen.search_params
    assert type(params) is FrozenURLSearchParams
    assert frozen.search_params is params
    before = hash(frozen)
    for call in (
        lambda: params.append("c", "3"),
        lambda: params.delete("a"),
        lambda: params.set("a", "3"),
        params.sort,
        lambda: params.__init__("x=y"),
        lambda: params.__setstate__({"pairs": [("x", "y")]}),
    ):
        with pytest.raises(
            TypeError,
            match=r"a FrozenURLSearchParams cannot be changed by .*; change the copy URLSearchParams\(params\)",
        ):
            call()
    assert (list(params), frozen.href, hash(frozen)) == ([("a", "1"), ("b", "2")], "https://h/?a=1&b=2", before)
    changed = URLSearchParams(params)
    changed.append("c", "3")
    assert (str(changed), str(params), params.get("a")) == ("a=1&b=2&c=3", "a=1&b=2", "1")
    assert params == URLSearchParams("a=1&b=2")
    assert {params: 1}[FrozenURLSearchParams({"a": 1, "b": 2})] == 1
    assert not FrozenURLSearchParams()


def test_it_is_a_key():
    a, b = FrozenURL("https://h"), FrozenURL("HTTPS://H:443/")
    assert (a == b, hash(a) == hash(b), {a, b, FrozenURL("https://x")}) == (True, True, {b, FrozenURL("https://x/")})
    assert {a: 1}[b] == 1
    assert a == URL("https://h/")
    assert URL("https://h/") == a
    assert a != "https://h/"
    assert a != FrozenURL("https://h/#")
    with pytest.raises(TypeError, match="unhashable"):
        hash(a.thaw())


def test_it_is_ordered_by_its_href():
    hrefs = ["https://b/", "http://a/", "https://a/b", "https://a/a", "a:"]
    assert [url.href for url in sorted(map(FrozenURL, hrefs))] == sorted(hrefs)
    a, b = FrozenURL("https://a/"), FrozenURL("https://b/")
    assert (a < b, a <= b, a > b, a >= b, a <= a, a >= a) == (True, True, False, False, True, True)  # noqa: PLR0124
    for other in ("https://b/", URL("https://b/"), 1):
        for compare in ("__lt__", "__le__", "__gt__", "__ge__"):
            assert getattr(a, compare)(other) is NotImplemented
    with pytest.raises(TypeError, match="not supported"):
        _ = a < "https://b/"


def test_parsing_and_replacing_make_frozen_urls():
    frozen = FrozenURL(HREF)
    assert type(FrozenURL.parse("x", frozen)) is FrozenURL
    assert FrozenURL.parse("//x") is None
    assert type(FrozenURL.from_record(frozen.to_record())) is FrozenURL
    changed = frozen.replace(port=443, hash="")
    assert (type(changed), changed.href) == (FrozenURL, "https://u:p@h.example/a/b?q=1&r=%20")
    assert frozen.href == HREF
    if sys.version_info >= (3, 13):
        assert copy.replace(frozen, hash="x").hash == "#x"


class Noted(FrozenURL):
    """A subclass with an attribute of its own."""

    def __init__(self, url, base=None):
        super().__init__(url, base)
        self.note = ["a note"]


def test_subclasses_stay_subclasses():
    url = Noted("https://h/a")
    for other in (url.replace(hash="x"), url / "b", url.parent, url.with_query(a=1), copy.deepcopy(url)):
        assert type(other) is Noted
        assert other.note == ["a note"]
    assert url.freeze() is url
    assert type(url.thaw()) is URL
    assert url.href == "https://h/a"
    with pytest.raises(AttributeError, match="of a Noted cannot be set"):
        url.hash = "x"


class reify:  # noqa: N801 - as in Pyramid
    """A cached property that other libraries write like this: it has no ``__set__``."""

    def __init__(self, function):
        self.function = function

    def __set_name__(self, owner, name):
        self.name = name

    def __get__(self, url, kind):
        return self if url is None else vars(url).setdefault(self.name, self.function(url))


class StoringProperty(property):
    """A cached property as in Werkzeug: a property that stores its value in the object."""

    def __get__(self, url, kind=None):
        return self if url is None else vars(url).setdefault("first", super().__get__(url, kind))


class Caching:
    """Cached properties, and attributes that only look like them."""

    @functools.cached_property
    def site(self):
        return self.hostname

    @reify
    def scheme_name(self):
        return self.protocol[:-1]

    first = StoringProperty(lambda url: url.segments[0])

    @property
    def kept(self):
        return vars(self)["kept"]

    def named(self):
        """Only the default of the attribute."""

    @classmethod
    def made(cls):
        """The same."""


class Cached(Caching, FrozenURL):
    """A FrozenURL with cached properties."""


class CachedURL(Caching, URL):
    """A URL with cached properties."""


@pytest.mark.parametrize("kind", [Cached, CachedURL])
def test_a_changed_copy_starts_without_what_was_cached(kind):
    url = kind("https://h.example/a?b")
    assert (url.site, url.scheme_name, url.first) == ("h.example", "https", "a")
    same = copy.copy(url)
    assert vars(same) == vars(url)
    changed = url.replace(hostname="evil.example", protocol="http", pathname="/c")
    assert (changed.site, changed.scheme_name, changed.first) == ("evil.example", "http", "c")
    assert (url.site, url.scheme_name, url.first) == ("h.example", "https", "a")


def test_no_edit_copies_what_was_cached():
    url = Cached("https://h.example/a?b")
    assert (url.site, url.scheme_name, url.first) == ("h.example", "https", "a")
    kept = dict.fromkeys(("note", "named", "kept", "made"), "set")
    vars(url).update(kept)
    edits = (
        url.replace(hash="x"),
        url / "b",
        url.joinpath("b", "c"),
        url.parent,
        url.with_query(a=1),
        url.update_query(a=1),
        url.without_query("b"),
    )
    for edited in edits:
        assert type(edited) is Cached
        assert vars(edited) == kept


def test_matching():
    match FrozenURL("http://localhost:8000/x"):
        case URL(hostname="localhost", port=port):
            assert port == "8000"
        case _:
            pytest.fail("the pattern did not match")


def test_it_is_accepted_wherever_a_url_is():
    frozen = FrozenURL("https://a.example/b/c?d=1")
    url = frozen.thaw()
    for call in (
        URL,
        lambda base: URL("x", base).href,
        lambda base: URL.can_parse("x", base),
        url.equals,
        py_url.validate,
        lambda base: py_url.is_valid_url_string("x", base),
        lambda given: py_url.is_same_origin(given, url),
        lambda base: py_url.make_relative("https://a.example/b/x", base),
        lambda given: str(py_url.display(given)),
        lambda given: URLSearchParams(given.search_params),
        lambda given: html.Document(given).parse_url("x"),
        lambda given: html.Hyperlink(html.Document(given), "x").href,
        lambda given: websocket.constructor_url(given).href,
        lambda given: py_url.specs.schemes.well_known(given, "x"),
        lambda given: py_url.editions.parse("x", given, edition="2021-03"),
    ):
        assert call(frozen) == call(url)
    assert py_url.specs.files.to_file_path(FrozenURL("file:///a%20b"), windows=False) == "/a b"


def test_sites():
    peer("publicsuffixlist")
    assert py_url.is_same_site(FrozenURL("https://a.h.example/"), FrozenURL("https://b.h.example/"))


def hrefs_and_hashes(urls):
    return [(url.href, hash(url) == hash(FrozenURL(url.href))) for url in urls]


@dataclasses.dataclass(frozen=True, order=True)
class Page:
    """A page of a site."""

    url: FrozenURL
    title: str = ""


def test_in_dataclasses_and_caches():
    a, b = Page(FrozenURL("https://h")), Page(FrozenURL("https://h/"))
    assert (a == b, hash(a) == hash(b), min(Page(FrozenURL("https://i")), a) is a) == (True, True, True)
    assert pickle.loads(pickle.dumps(a)) == copy.deepcopy(a) == a
    assert dataclasses.replace(a, title="x").url is a.url
    asked = []

    @functools.lru_cache
    def host(url):
        asked.append(url)
        return url.host

    assert (host(a.url), host(b.url), len(asked)) == ("h", "h", 1)


@pytest.mark.skipif(sys.platform == "emscripten", reason="Pyodide has no processes")
def test_in_processes():
    urls = [FrozenURL(f"https://h{number}/") for number in range(3)]
    with ProcessPoolExecutor(1) as executor:
        assert executor.submit(hrefs_and_hashes, urls).result(timeout=120) == [(url.href, True) for url in urls]


def test_in_pandas():
    pandas = peer("pandas")
    urls = [FrozenURL(url) for url in ("https://b", "https://a/", "https://B/", "https://a/x")]
    frame = pandas.DataFrame({"url": urls, "clicks": [1, 2, 3, 4]})
    clicks = frame.groupby("url")["clicks"].sum()
    assert {url.href: number for url, number in clicks.items()} == {"https://a/": 2, "https://a/x": 4, "https://b/": 4}
    assert clicks[FrozenURL("https://b")] == 4
    assert [url.href for url in frame.sort_values("url")["url"]] == sorted(url.href for url in urls)
    assert frame["url"].nunique() == 3
