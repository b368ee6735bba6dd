"""HTML §2.4 URLs and §4.2.3 The base element: URLs relative to a document, or to an environment settings object.

In: a string as it stands in a page or a script. Out: the *resulting URL record* or the *resulting URL string*; failure
as InvalidURL or None, as the caller chooses.
"""

from __future__ import annotations

from typing import Literal, TypeAlias, overload

from py_url.blob import BlobURLStore, OriginEnvironment
from py_url.grammar import expect_one_of, expect_str
from py_url.standard.infra.encodings import get_an_output_encoding
from py_url.standard.infra.validation import InvalidURL
from py_url.standard.urls.origin import origin as origin_of
from py_url.standard.urls.parser import basic_parse, record_of
from py_url.standard.urls.record import clone, serialize

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Hashable

    from py_url.standard.urls.html_origin import OpaqueOrigin, TupleOrigin
    from py_url.standard.urls.parser import HasRecord
    from py_url.standard.urls.record import URLRecord

OnFailure: TypeAlias = Literal["raise", "none"]


class Environment:
    """An *environment settings object*, as far as parsing a URL asks for one.

    *base_url* is its API base URL, *encoding* a label of the encoding of its window's document (UTF-8 in a worker),
    *origin* and *storage_key* are those of its blob URLs: None for the origin of *base_url*, and for a key that is the
    origin. With *blob_urls*, what is parsed gets its blob URL entry from that store.

    Raises InvalidURL for a base URL that does not parse, TypeError for an argument of another type, and as
    `py_url.get_an_output_encoding` for an encoding.
    """

    def __init__(
        self,
        base_url: str | URLRecord | HasRecord,
        encoding: str = "utf-8",
        *,
        origin: TupleOrigin | OpaqueOrigin | None = None,
        storage_key: Hashable = None,
        blob_urls: BlobURLStore | None = None,
    ) -> None:
        self._base_url = _record(base_url, "base URL", blob_urls)
        self._encoding = get_an_output_encoding(encoding)
        self._blob_urls = blob_urls
        self._blob_environment = OriginEnvironment(origin_of(self._base_url) if origin is None else origin, storage_key)

    @property
    def base_url(self) -> URLRecord:
        """The URL that relative ones refer to: a record of its own, whose changes change nothing here."""
        return clone(self._base_url)

    @property
    def encoding(self) -> str:
        """The name of the encoding in which `encoding_parse_url` encodes queries: that of its document, for output."""
        return self._encoding

    @property
    def origin(self) -> TupleOrigin | OpaqueOrigin:
        """The environment's origin."""
        return self._blob_environment.origin

    @property
    def storage_key(self) -> Hashable:
        """What keeps the environment's storage apart from that of others."""
        return self._blob_environment.storage_key

    @property
    def blob_urls(self) -> BlobURLStore | None:
        """The blob URL store that is asked, or None."""
        return self._blob_urls

    @overload
    def parse_url(self, url: str, *, on_failure: Literal["raise"] = "raise") -> URLRecord: ...
    @overload
    def parse_url(self, url: str, *, on_failure: Literal["none"]) -> URLRecord | None: ...
    @overload
    def parse_url(self, url: str, *, on_failure: OnFailure) -> URLRecord | None: ...
    def parse_url(self, url: str, *, on_failure: OnFailure = "raise") -> URLRecord | None:
        """HTML §2.4.2 *parse a URL*: the resulting URL record; the query is UTF-8.

        A failure is InvalidURL, or with ``on_failure="none"`` None. Raises TypeError for what is no str.
        """
        return self._parse(url, "UTF-8", on_failure)

    @overload
    def encoding_parse_url(self, url: str, *, on_failure: Literal["raise"] = "raise") -> URLRecord: ...
    @overload
    def encoding_parse_url(self, url: str, *, on_failure: Literal["none"]) -> URLRecord | None: ...
    @overload
    def encoding_parse_url(self, url: str, *, on_failure: OnFailure) -> URLRecord | None: ...
    def encoding_parse_url(self, url: str, *, on_failure: OnFailure = "raise") -> URLRecord | None:
        """HTML §2.4.2 *encoding-parse a URL*: as `parse_url`, with the query in the document's encoding, as the
        attributes of HTML's elements have it.
        """
        return self._parse(url, self._encoding, on_failure)

    @overload
    def encoding_parse_and_serialize_url(self, url: str, *, on_failure: Literal["raise"] = "raise") -> str: ...
    @overload
    def encoding_parse_and_serialize_url(self, url: str, *, on_failure: Literal["none"]) -> str | None: ...
    @overload
    def encoding_parse_and_serialize_url(self, url: str, *, on_failure: OnFailure) -> str | None: ...
    def encoding_parse_and_serialize_url(self, url: str, *, on_failure: OnFailure = "raise") -> str | None:
        """HTML §2.4.2 *encoding-parse-and-serialize a URL*: the resulting URL string, else as `encoding_parse_url`."""
        record = self._parse(url, self._encoding, on_failure)
        return None if record is None else serialize(record)

    def _parse(self, url: str, encoding: str, on_failure: OnFailure) -> URLRecord | None:
        expect_one_of(on_failure, ("raise", "none"), "on_failure")
        parse = basic_parse if self._blob_urls is None else self._blob_urls.parse
        try:
            return parse(expect_str(url, "a URL"), self._base_url, encoding=encoding)
        except InvalidURL:
            if on_failure == "raise":
                raise
            return None

    def __repr__(self) -> str:
        return f"{type(self).__name__}({self._base_url!r}, {self._encoding!r})"


class Document(Environment):
    """A document: an environment whose base URL is its *document base URL*.

    *url* is the document's URL. *base_href* is the ``href`` of its first ``base`` element that has one; None where none
    has. *creator* is the document or environment that made it, which an iframe's ``srcdoc`` needs, and an
    ``about:blank`` may have: from it they have their *about base URL*, as it was then, and their origin, storage key
    and blob URL store. A document of another URL has nothing from its creator.

    The other arguments, which go before the creator's, and the exceptions are those of `Environment`; but where
    *origin* is None it is that of *url*. Raises ValueError for an ``about:srcdoc`` without a creator.
    """

    def __init__(  # noqa: PLR0913 - those of an environment, and two of its own
        self,
        url: str | URLRecord | HasRecord,
        base_href: str | None = None,
        encoding: str = "utf-8",
        *,
        creator: Environment | None = None,
        origin: TupleOrigin | OpaqueOrigin | None = None,
        storage_key: Hashable = None,
        blob_urls: BlobURLStore | None = None,
    ) -> None:
        if not isinstance(creator, Environment | None):
            raise TypeError(f"a creator is a Document or an Environment, not {type(creator).__name__}")
        self._url = _record(url, "URL", blob_urls)
        fallback = self._url
        if matches_about_blank(self._url) or matches_about_srcdoc(self._url):
            if creator is None and matches_about_srcdoc(self._url):
                raise ValueError("an about:srcdoc document has a creator, of which it has its base URL")
            fallback = fallback_base_url(self._url, None if creator is None else creator.base_url)
            if creator is not None:
                storage_key = creator.storage_key if origin is None and storage_key is None else storage_key
                origin = creator.origin if origin is None else origin
                blob_urls = creator.blob_urls if blob_urls is None else blob_urls
        base_url = fallback if base_href is None else frozen_base_url(base_href, fallback, encoding)
        origin = origin_of(self._url) if origin is None else origin
        super().__init__(base_url, encoding, origin=origin, storage_key=storage_key, blob_urls=blob_urls)

    @property
    def url(self) -> URLRecord:
        """The document's URL: a record of its own, whose changes change nothing here."""
        return clone(self._url)


def _record(url: str | URLRecord | HasRecord, what: str, blob_urls: BlobURLStore | None) -> URLRecord:
    """A record of its own of *url*, which the URL parser parses, as against the basic one, where there is a store."""
    if not isinstance(blob_urls, BlobURLStore | None):
        raise TypeError(f"blob_urls is a BlobURLStore, not {type(blob_urls).__name__}")
    record = clone(record_of(url, what))
    if record.scheme == "blob" and blob_urls is not None and record.blob_url_entry is None:
        record.blob_url_entry = blob_urls.resolve(record)
    return record


def matches_about_blank(url: str | URLRecord | HasRecord) -> bool:
    """HTML §2.4.1 Whether *url* *matches about:blank*, whatever its query and fragment.

    Raises InvalidURL for a str that does not parse, TypeError for another type.
    """
    return _matches_about(record_of(url), "blank")


def matches_about_srcdoc(url: str | URLRecord | HasRecord) -> bool:
    """HTML §2.4.1 Whether *url* *matches about:srcdoc*, whatever its fragment; a query it may not have.

    Raises InvalidURL for a str that does not parse, TypeError for another type.
    """
    record = record_of(url)
    return _matches_about(record, "srcdoc") and record.query is None


def _matches_about(url: URLRecord, path: str) -> bool:
    return (url.scheme, url.path, url.username, url.password, url.host) == ("about", path, "", "", None)


def fallback_base_url(
    url: str | URLRecord | HasRecord, about_base_url: str | URLRecord | HasRecord | None = None
) -> URLRecord:
    """HTML §2.4.3 The *fallback base URL* of a document with that URL, and with that about base URL, if it has one.

    An ``about:srcdoc`` and an ``about:blank`` have the base URL of the page that made them; every other document has
    its own URL. Raises InvalidURL for what does not parse, TypeError for another type, and ValueError for an
    ``about:srcdoc`` without an about base URL.
    """
    record = record_of(url)
    about = None if about_base_url is None else record_of(about_base_url, "about base URL")
    if matches_about_srcdoc(record):
        if about is None:
            raise ValueError("an about:srcdoc document has an about base URL, that of the page which made it")
        return clone(about)
    return clone(about if about is not None and matches_about_blank(record) else record)


def frozen_base_url(href: str, fallback: str | URLRecord | HasRecord, encoding: str = "utf-8") -> URLRecord:
    """HTML §4.2.3 *set the frozen base URL*: what a ``base`` element with that *href* makes the document base URL.

    It is *fallback*, the fallback base URL, where *href* does not parse relative to that, or is a ``data:`` or
    ``javascript:`` URL. Content Security Policy, which may forbid others, is the caller's. Raises TypeError for an
    argument of another type, InvalidURL for a *fallback* that does not parse, and as `py_url.get_an_output_encoding`.
    """
    fallback = record_of(fallback, "fallback base URL")
    try:
        record = basic_parse(expect_str(href, "an href"), fallback, encoding=encoding)
    except InvalidURL:
        return clone(fallback)
    return clone(fallback) if record.scheme in ("data", "javascript") else record
