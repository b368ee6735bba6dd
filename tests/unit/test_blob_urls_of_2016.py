"""Blob URLs in the URL parser of 2016, which gave a URL a structured clone of its object."""

import threading

import pytest

from py_url.specs.file_api import BlobURLStore, obtain_blob_object
from py_url.specs.html import Document, Environment
from py_url.standard import basic_parse, origin

A = "https://a.example"


class Blob:
    def __init__(self, parts):
        self.parts = parts


@pytest.fixture
def store():
    return BlobURLStore("2016")


def test_a_url_holds_a_clone_of_its_object(store):
    blob = Blob(["a"])
    url = store.create_object_url(blob, A)
    first, second = store.parse(url), store.parse(url)
    blob.parts.append("b")
    third = store.parse(url)
    assert [obtain_blob_object(record).parts for record in (first, second, third)] == [["a"], ["a"], ["a", "b"]]
    assert len({id(obtain_blob_object(record)) for record in (first, second, third)} | {id(blob)}) == 4
    assert store.resolve(url).object is blob
    assert str(origin(first)) == A
    assert first.blob_url_entry.environment is store.resolve(url).environment


def test_today_it_holds_the_object_itself():
    store, blob = BlobURLStore(), Blob(["a"])
    record = store.parse(store.create_object_url(blob, A))
    blob.parts.append("b")
    assert obtain_blob_object(record) is blob
    assert (store.edition, BlobURLStore("2016").edition) == ("current", "2016")


def test_a_clone_outlives_its_url(store):
    url = store.create_object_url(["a"], A)
    record = store.parse(url)
    store.revoke_object_url(url, A)
    assert obtain_blob_object(record, A) == ["a"]
    assert store.parse(url).blob_url_entry is None
    with pytest.raises(PermissionError):
        obtain_blob_object(record, "https://b.example")


@pytest.mark.parametrize("after", ["", "?q", "#f", "?q#f", "?"])
def test_the_key_is_the_path(store, after):
    url = store.create_object_url(["a"], A)
    assert obtain_blob_object(store.parse(url + after)) == ["a"]
    assert store.parse(url + "x" + after).blob_url_entry is None
    today = BlobURLStore()
    url = today.create_object_url(["a"], A)
    assert (today.parse(url + after).blob_url_entry is None) is ("?" in after)


def test_only_the_url_itself_is_revoked(store):
    url = store.create_object_url(["a"], A)
    for other in (url + "?q", url + "#f", url + "x", "https://a.example/", "blob:/x", "x"):
        store.revoke_object_url(other)
        assert url in store
    store.revoke_object_url(url)
    assert url not in store


def test_a_url_without_an_object(store):
    for url in ("blob:x", "blob:/x/y", "blob:", "https://a.example/"):
        assert store.parse(url).blob_url_entry is None


def test_a_document_has_a_clone_too(store):
    blob = Blob(["a"])
    url = store.create_object_url(blob, A)
    page = Document(url, blob_urls=store)
    assert page.url.blob_url_entry.object is not blob
    assert page.url.blob_url_entry.object.parts == ["a"]
    assert Environment(url, blob_urls=BlobURLStore()).blob_urls.edition == "current"


def test_what_cannot_change_is_not_copied(store):
    whole = b"x" * 1000
    assert obtain_blob_object(store.parse(store.create_object_url(whole, A))) is whole


class Refuses:
    def __deepcopy__(self, memo):
        raise RuntimeError


@pytest.mark.parametrize("thing", [threading.Lock(), Refuses()])
def test_what_cannot_be_cloned(store, thing):
    url = store.create_object_url(thing, A)
    with pytest.raises(TypeError, match=f"a {type(thing).__name__}, cannot be cloned"):
        store.parse(url)
    assert store.resolve(url).object is thing
    store.revoke_object_url(url)
    assert len(store) == 0


def test_wrong_arguments(store):
    with pytest.raises(ValueError, match="'2017'"):
        BlobURLStore("2017")
    with pytest.raises(TypeError, match="int"):
        BlobURLStore(2016)
    with pytest.raises(TypeError, match="str"):
        store.entry_for("blob:x")
    with pytest.raises(ValueError, match="'https'"):
        store.entry_for(basic_parse("https://h/"))
