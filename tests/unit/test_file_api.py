"""The blob URL store, and the URL parser that uses it."""

import copy
import pickle
import re
from types import SimpleNamespace

import pytest

from py_url import URL, is_same_origin
from py_url.specs.file_api import BlobURLStore, OriginEnvironment, obtain_blob_object
from py_url.specs.html import Environment
from py_url.standard import Domain, OpaqueOrigin, TupleOrigin, basic_parse, origin, serialize

A = "https://a.example"


@pytest.fixture
def store():
    return BlobURLStore()


def test_a_url_for_an_object(store):
    thing = object()
    url = store.create_object_url(thing, A)
    uuid = "[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}"
    assert re.fullmatch(f"blob:https://a\\.example/{uuid}", url)
    assert store.resolve(url).object is thing
    assert store.resolve(f"{url}#f").object is thing
    assert store.resolve(f"{url}?q") is None
    assert url in store
    assert list(store) == [url]
    assert store.create_object_url(thing, A) != url
    assert len(store) == 2


@pytest.mark.parametrize(
    ("given", "serialized"),
    [
        *((A, A), ("https://a.example:444/x?y", f"{A}:444"), ("http://[::1]/", "http://[::1]"), ("null", "null")),
        *(("data:,", "null"), ("file:///x", "null"), (TupleOrigin("http", Domain("h"), 1), "http://h:1")),
        *(
            (OpaqueOrigin(), "null"),
            (Environment("http://h/x"), "http://h"),
            (OriginEnvironment(OpaqueOrigin()), "null"),
        ),
    ],
)
def test_where_the_url_is_made(store, given, serialized):
    url = store.create_object_url("x", given)
    assert url.startswith(f"blob:{serialized}/")
    assert str(origin(store.parse(url))) == serialized
    # Without a store, the origin comes from the path.
    assert str(origin(basic_parse(url))) == serialized


def test_the_url_parser_and_the_basic_one(store):
    url = store.create_object_url("x", A)
    assert basic_parse(url).blob_url_entry is None
    assert store.parse(url).blob_url_entry is store.resolve(url)
    assert store.parse("#f", store.parse(url)).blob_url_entry is store.resolve(url)
    assert store.parse("https://h/").blob_url_entry is None
    assert store.parse("blob:https://a.example/other").blob_url_entry is None
    assert serialize(store.parse(f"BLOB:{url[5:]}")) == url


def test_an_entry_outlives_its_revocation(store):
    url = store.create_object_url("x", A)
    record = store.parse(url)
    store.revoke_object_url(url)
    assert url not in store
    assert store.resolve(url) is None
    assert store.parse(url).blob_url_entry is None
    assert obtain_blob_object(record) == "x"
    assert obtain_blob_object(record, A) == "x"


def test_an_opaque_origin_is_kept(store):
    """While the entry exists, the origin is the environment's own; from the path alone it is a new opaque origin."""
    opaque = OpaqueOrigin()
    url = store.create_object_url("x", opaque)
    assert origin(store.parse(url)) is opaque
    assert is_same_origin(store.parse(url), store.parse(url))
    assert not is_same_origin(basic_parse(url), store.parse(url))


def test_partitions(store):
    site = OriginEnvironment(TupleOrigin("https", Domain("a.example"), None), ("a.example", "top.example"))
    url = store.create_object_url("x", site)
    record = store.parse(url)
    for other in (A, "https://b.example", "null", OriginEnvironment(site.origin, ("a.example", "else.example"))):
        with pytest.raises(PermissionError, match="another storage partition"):
            obtain_blob_object(record, other)
        store.revoke_object_url(url, other)
        assert url in store
    # A navigation has access.
    assert obtain_blob_object(record) == "x"
    assert obtain_blob_object(record, OriginEnvironment(OpaqueOrigin(), site.storage_key)) == "x"
    store.revoke_object_url(url, site)
    assert url not in store


def test_what_cannot_be_revoked_is_left_in_silence(store):
    url = store.create_object_url("x", A)
    for other in (f"{url}#f", f"{url}?q", "https://a.example/", "blob:x", "", "::", url.upper()):
        store.revoke_object_url(other)
    assert url in store
    store.revoke_object_url(f"  BLOB{url[4:]}\n")
    assert len(store) == 0
    store.revoke_object_url(URL(store.create_object_url("x", URL(A))))
    assert len(store) == 0


def test_unloading(store):
    first, second = Environment(A), Environment(A)
    urls = [store.create_object_url("x", environment) for environment in (first, second, first)]
    for wrong in (A, origin(basic_parse(A)), None, Environment):
        with pytest.raises(TypeError):
            store.remove_all(wrong)
    store.remove_all(first)
    assert list(store) == [urls[1]]


def test_invalid_environments(store):
    for wrong in (
        Environment,
        SimpleNamespace(storage_key=1),
        SimpleNamespace(storage_key=1, origin="https://x"),
        object(),
    ):
        with pytest.raises(TypeError, match=r"expected|origin"):
            store.create_object_url("x", wrong)
    assert len(store) == 0
    assert [] not in store


def test_the_encoding_of_what_is_parsed(store):
    assert serialize(store.parse("http://h/?é", encoding="utf-16le")) == "http://h/?%C3%A9"
    with pytest.raises(LookupError):
        store.parse("http://h/?é", encoding="klingon")


def test_an_object_is_not_shown(store):
    url = store.create_object_url("a secret", A)
    assert "secret" not in repr(store) + repr(store.resolve(url)) + repr(store.parse(url))
    assert "secret" not in repr(OriginEnvironment(OpaqueOrigin(), "a secret"))


def test_an_origin_cannot_be_changed(store):
    environment = Environment(A)
    url = store.create_object_url("x", environment)
    for thing, name in ((origin(store.parse(url)), "host"), (environment, "origin"), (store.resolve(url), "object")):
        with pytest.raises(AttributeError):
            setattr(thing, name, "evil")
        with pytest.raises(AttributeError):
            delattr(thing, name)
    a = TupleOrigin("https", Domain("a.example"), None)
    assert environment.origin == a == TupleOrigin("https", Domain("a.example"), 443)
    opaque = OpaqueOrigin()
    assert copy.copy(opaque) is copy.deepcopy(opaque) is opaque
    assert str(TupleOrigin("foo", None, 1)) == "foo://:1"
    for wrong in ((1, None, None), ("http", "h", "80"), ("http", "h", True)):
        with pytest.raises(TypeError, match=r"int|str|bool"):
            TupleOrigin(*wrong)
    assert copy.copy(a) == copy.deepcopy(a) == pickle.loads(pickle.dumps(a)) == a


def test_copies_of_a_record(store):
    record = store.parse(store.create_object_url("x", "null"))
    assert is_same_origin(copy.deepcopy(record), record)
    path = basic_parse("http://h/a")
    copy.copy(path).path.append("b")
    assert serialize(path) == "http://h/a"


def test_what_is_in_no_store_has_no_object(store):
    with pytest.raises(LookupError, match="not in a blob URL store"):
        obtain_blob_object(basic_parse("blob:x"))


def test_wrong_arguments(store):
    with pytest.raises(ValueError, match="'https'"):
        store.resolve("https://h/")
    for wrong in (None, 1, b"x"):
        for call in (
            lambda: store.create_object_url("x", wrong),  # noqa: B023 - called in the same iteration
            lambda: store.revoke_object_url(wrong),  # noqa: B023 - as above
            lambda: store.resolve(wrong),  # noqa: B023 - as above
            lambda: store.parse(wrong),  # noqa: B023 - as above
            lambda: obtain_blob_object(wrong),  # noqa: B023 - as above
            lambda: OriginEnvironment(wrong),  # noqa: B023 - as above
        ):
            with pytest.raises(TypeError, match=type(wrong).__name__):
                call()
