"""URLs relative to a document or an environment settings object."""

from importlib.util import find_spec

import pytest

from py_url import URL, InvalidURL
from py_url.specs.file_api import BlobURLStore
from py_url.specs.html import (
    Document,
    Environment,
    fallback_base_url,
    frozen_base_url,
    matches_about_blank,
    matches_about_srcdoc,
)
from py_url.standard import OpaqueOrigin, basic_parse, origin, serialize

NEEDS_ENCODINGS = pytest.mark.skipif(
    find_spec("webencodings") is None, reason="webencodings is installed only in the development environment"
)
PAGE = "http://h/d/p?pq#pf"


@NEEDS_ENCODINGS
def test_the_three_algorithms():
    environment = Environment(PAGE, "windows-1252")
    assert serialize(environment.parse_url("x?é")) == "http://h/d/x?%C3%A9"
    assert serialize(environment.encoding_parse_url("x?é")) == "http://h/d/x?%E9"
    assert environment.encoding_parse_and_serialize_url("é?é#é") == "http://h/d/%C3%A9?%E9#%C3%A9"
    assert environment.encoding == "windows-1252"
    assert Environment(PAGE, "utf-16le").encoding == "UTF-8"


def test_failure_is_raised_or_none():
    environment = Environment(PAGE)
    for method in (
        environment.parse_url,
        environment.encoding_parse_url,
        environment.encoding_parse_and_serialize_url,
    ):
        with pytest.raises(InvalidURL):
            method("http://[")
        assert method("http://[", on_failure="none") is None
        assert method("x", on_failure="none") is not None
        with pytest.raises(ValueError, match="raise, none"):
            method("x", on_failure="ignore")
        with pytest.raises(TypeError, match="int"):
            method(1)


def test_a_blob_urls_entry():
    store = BlobURLStore()
    environment = Environment(PAGE, blob_urls=store)
    url = store.create_object_url("x", environment)
    assert url.startswith("blob:http://h/")
    assert environment.parse_url(url).blob_url_entry is store.resolve(url)
    assert environment.encoding_parse_url(url).blob_url_entry is store.resolve(url)
    assert Environment(PAGE).parse_url(url).blob_url_entry is None


def test_an_environment_cannot_be_changed_through_what_it_gives():
    base = basic_parse(PAGE)
    environment = Document(base)
    base.host = environment.base_url.host = environment.url.host = "other"
    assert serialize(environment.base_url) == serialize(environment.url) == PAGE


@pytest.mark.parametrize(
    ("href", "base"),
    [
        *((None, PAGE), ("", "http://h/d/p?pq"), ("../b/x", "http://h/b/x"), ("https://x/d", "https://x/d")),
        *(("?q", "http://h/d/p?q"), ("//x/p", "http://x/p"), ("#f", "http://h/d/p?pq#f"), ("mailto:a", "mailto:a")),
        # The fallback base URL.
        *(("data:,x", PAGE), ("javascript:x", PAGE), ("http://[", PAGE), ("https://h:99999/", PAGE)),
        *(("about:blank", "about:blank"), ("blob:x", "blob:x"), ("ws://h/", "ws://h/")),
    ],
)
def test_the_base_element(href, base):
    assert serialize(Document(PAGE, href).base_url) == base


def test_relative_to_an_opaque_base():
    document = Document(PAGE, "mailto:a")
    assert document.encoding_parse_and_serialize_url("#z") == "mailto:a#z"
    assert document.encoding_parse_and_serialize_url("z", on_failure="none") is None


@pytest.mark.parametrize(
    ("url", "fallback"),
    [
        *(("about:srcdoc", PAGE), ("about:srcdoc#x", PAGE), ("about:blank", PAGE), ("about:blank#x", PAGE)),
        *(("about:blank?q#x", PAGE), ("http://x/", "http://x/"), ("about:srcdoc?q", "about:srcdoc?q")),
        *(("about:BLANK", "about:BLANK"), ("about:foo", "about:foo")),
    ],
)
def test_the_fallback_base_url(url, fallback):
    assert serialize(fallback_base_url(url, PAGE)) == fallback
    assert serialize(Document(url, creator=Document(PAGE)).base_url) == fallback
    assert serialize(Document(url, "https://x/y", creator=Environment(PAGE)).base_url) == "https://x/y"


def test_what_matches_about_blank_and_about_srcdoc():
    for url in ("about:blank", URL("about:blank?q#f"), basic_parse("about:blank")):
        assert matches_about_blank(url)
        assert not matches_about_srcdoc(url)
    assert matches_about_srcdoc("about:srcdoc#f")
    assert not matches_about_srcdoc("about:srcdoc?q")
    for name, value in (("username", "u"), ("password", "p"), ("host", ""), ("scheme", "blank"), ("path", ["blank"])):
        record = basic_parse("about:blank")
        setattr(record, name, value)
        assert not matches_about_blank(record)


def test_an_about_srcdoc_has_another_base_url():
    with pytest.raises(ValueError, match="needs an about base URL"):
        fallback_base_url("about:srcdoc#x")


def test_what_is_given_is_not_shared():
    base = basic_parse(PAGE)
    for url in (base, "about:blank", "about:srcdoc"):
        fallback_base_url(url, base).path.append("x")
    frozen_base_url("http://[", base).path.append("x")
    assert serialize(base) == PAGE


def test_without_a_creator():
    assert serialize(Document("about:blank#x").base_url) == "about:blank#x"
    with pytest.raises(ValueError, match="about:srcdoc"):
        Document("about:srcdoc")


def test_origins():
    assert str(Document(PAGE, "https://x/").origin) == "http://h"
    assert str(Document("about:blank").origin) == "null"
    opaque = OpaqueOrigin()
    assert Document(PAGE, origin=opaque).origin is opaque
    assert Document(PAGE, origin=opaque).storage_key is opaque
    assert Document(PAGE).storage_key == origin(basic_parse(PAGE))
    assert Document(PAGE, storage_key="k").storage_key == "k"


@NEEDS_ENCODINGS
def test_the_encoding_of_a_base_elements_query():
    assert serialize(Document(PAGE, "/w/?é", "windows-1252").base_url) == "http://h/w/?%E9"
    assert serialize(frozen_base_url("?é", basic_parse("http://h/"), "shift_jis")) == "http://h/?%26%23233%3B"


def test_wrong_arguments():
    for call in (Environment, Document, fallback_base_url):
        with pytest.raises(InvalidURL):
            call("x")
        with pytest.raises(TypeError, match="int"):
            call(1)
    with pytest.raises(TypeError, match="the href must be a str, not int"):
        Document(PAGE, 1)
    with pytest.raises(LookupError, match="label"):
        Environment(PAGE, "klingon")


def test_a_password_is_not_shown():
    assert "secret" not in repr(Document("http://u:secret@h/"))


def test_what_a_document_has_from_its_creator():
    """The base URL comes from the creator's base URL, the origin from the creator's own URL."""
    store = BlobURLStore()
    page = Document("https://page.example/", "https://cdn.example/x/", storage_key="key", blob_urls=store)
    frame = Document("about:srcdoc", creator=page)
    assert serialize(frame.base_url) == "https://cdn.example/x/"
    assert str(frame.origin) == "https://page.example"
    assert (frame.storage_key, frame.blob_urls) == ("key", store)
    assert store.create_object_url("x", frame).startswith("blob:https://page.example/")
    opaque = OpaqueOrigin()
    assert Document("about:srcdoc", creator=page, storage_key="other").storage_key == "other"
    another = BlobURLStore()
    assert Document("about:srcdoc", creator=page, blob_urls=another).blob_urls is another
    sandboxed = Document("about:srcdoc", creator=page, origin=opaque)
    assert sandboxed.origin is sandboxed.storage_key is opaque
    other = Document("https://other.example/", creator=page)
    assert (str(other.origin), other.blob_urls) == ("https://other.example", None)
    assert serialize(other.base_url) == "https://other.example/"


def test_a_document_of_a_blob_url_has_the_origin_of_what_made_it():
    store = BlobURLStore()
    opaque = OpaqueOrigin()
    url = store.create_object_url("x", opaque)
    assert Document(url, blob_urls=store).origin is opaque
    assert Environment(url, blob_urls=store).origin is opaque
    assert Document(url).origin is not opaque
    # A URL that was already parsed keeps its entry, whatever another store contains.
    assert Document(store.parse(url), blob_urls=BlobURLStore()).origin is opaque


def test_invalid_environments():
    for call in (
        lambda: Environment(PAGE, blob_urls=5),
        lambda: Environment(PAGE, origin="https://x"),
        lambda: Environment(PAGE, storage_key=[1]),
        lambda: Document(PAGE, creator=PAGE),
    ):
        with pytest.raises(TypeError, match=r"int|str|list"):
            call()
    with pytest.raises(AttributeError):
        Environment(PAGE).origin = None
