"""URLs relative to a document or another environment settings object, by HTML §2.4 URLs and §4.2.3 The base element.

The methods take a string from a page or a script and return the *resulting URL record* or the *resulting URL string*.
For a string that does not parse, they raise InvalidURL or return None, as the caller chooses. See
https://html.spec.whatwg.org/multipage/urls-and-fetching.html.
"""

from __future__ import annotations

from collections.abc import Hashable
from typing import Literal, TypeAlias, overload

from py_url.specs.file_api import BlobURLStore, OriginEnvironment
from py_url.standard.infra.arguments import expect_one_of, expect_str
from py_url.standard.infra.encodings import get_an_output_encoding
from py_url.standard.infra.validation import InvalidURL
from py_url.standard.urls.html_origin import OpaqueOrigin, TupleOrigin
from py_url.standard.urls.origin import origin as origin_of
from py_url.standard.urls.parser import HasRecord, basic_parse, record_of
from py_url.standard.urls.record import URLRecord, clone, serialize

OnFailure: TypeAlias = Literal["raise", "none"]


class Environment:
    """The part of an *environment settings object* that parsing URLs needs.

    *base_url* is its API base URL, and *encoding* a label of the encoding of its window's document (UTF-8 in a worker).
    *origin* and *storage_key* belong to the blob URLs that it makes; None means the origin of *base_url*, and for
    a key that is the origin. *blob_urls* is a store from which parsed blob URLs get their entries, or None.

    For *encoding*, it raises the errors of `py_url.standard.get_an_output_encoding`.

    Raises:
        InvalidURL: If *base_url* does not parse.
        TypeError: If an argument has another type.
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
        """The URL that relative URLs refer to. It is a copy; changing it does not change the environment."""
        return clone(self._base_url)

    @property
    def encoding(self) -> str:
        """The name of the output encoding in which `encoding_parse_url` encodes queries."""
        return self._encoding

    @property
    def origin(self) -> TupleOrigin | OpaqueOrigin:
        """The origin of the environment."""
        return self._blob_environment.origin

    @property
    def storage_key(self) -> Hashable:
        """The key that separates the storage of this environment from that of others."""
        return self._blob_environment.storage_key

    @property
    def blob_urls(self) -> BlobURLStore | None:
        """The blob URL store, or None."""
        return self._blob_urls

    @overload
    def parse_url(self, url: str, *, on_failure: Literal["raise"] = "raise") -> URLRecord: ...
    @overload
    def parse_url(self, url: str, *, on_failure: Literal["none"]) -> URLRecord | None: ...
    @overload
    def parse_url(self, url: str, *, on_failure: OnFailure) -> URLRecord | None: ...
    def parse_url(self, url: str, *, on_failure: OnFailure = "raise") -> URLRecord | None:
        """Parse *url* relative to the base URL, with the query in UTF-8 (HTML §2.4.2 *parse a URL*).

        Raises:
            InvalidURL: If *url* does not parse; with *on_failure* ``"none"``, the result is then None.
            TypeError: If *url* is not a str.

        >>> Environment("https://h/a").parse_url("?ü").query
        '%C3%BC'
        """
        return self._parse(url, "UTF-8", on_failure)

    @overload
    def encoding_parse_url(self, url: str, *, on_failure: Literal["raise"] = "raise") -> URLRecord: ...
    @overload
    def encoding_parse_url(self, url: str, *, on_failure: Literal["none"]) -> URLRecord | None: ...
    @overload
    def encoding_parse_url(self, url: str, *, on_failure: OnFailure) -> URLRecord | None: ...
    def encoding_parse_url(self, url: str, *, on_failure: OnFailure = "raise") -> URLRecord | None:
        """Parse *url* with the query in the document's encoding (HTML §2.4.2 *encoding-parse a URL*).

        HTML's elements do this with their attributes. *on_failure* is that of `parse_url`, which raises the same
        errors.

        >>> Environment("https://h/a", "latin1").encoding_parse_url("?ü").query
        '%FC'
        """
        return self._parse(url, self._encoding, on_failure)

    @overload
    def encoding_parse_and_serialize_url(self, url: str, *, on_failure: Literal["raise"] = "raise") -> str: ...
    @overload
    def encoding_parse_and_serialize_url(self, url: str, *, on_failure: Literal["none"]) -> str | None: ...
    @overload
    def encoding_parse_and_serialize_url(self, url: str, *, on_failure: OnFailure) -> str | None: ...
    def encoding_parse_and_serialize_url(self, url: str, *, on_failure: OnFailure = "raise") -> str | None:
        """Parse *url* as `encoding_parse_url` does, and return a str.

        This is HTML §2.4.2 *encoding-parse-and-serialize a URL*. *on_failure* is that of `parse_url`, which raises the
        same errors.

        >>> Environment("https://h/a").encoding_parse_and_serialize_url("b")
        'https://h/b'
        """
        record = self._parse(url, self._encoding, on_failure)
        return None if record is None else serialize(record)

    def _parse(self, url: str, encoding: str, on_failure: OnFailure) -> URLRecord | None:
        expect_one_of(on_failure, ("raise", "none"), "on_failure")
        parse = basic_parse if self._blob_urls is None else self._blob_urls.parse
        try:
            return parse(expect_str(url, "the URL"), self._base_url, encoding=encoding)
        except InvalidURL:
            if on_failure == "raise":
                raise
            return None

    def __repr__(self) -> str:
        return f"{type(self).__name__}({self._base_url!r}, {self._encoding!r})"


class Document(Environment):
    """A document: an environment whose base URL is its *document base URL*.

    *url* is the document's URL. *base_href* is the ``href`` of its first ``base`` element that has one, or None.

    *creator* is the document or environment that created an ``about:srcdoc`` document, which needs one, or an
    ``about:blank`` document. Such a document inherits from it the *about base URL*, as it was then, and the origin, the
    storage key and the blob URL store unless they are arguments. Other documents inherit nothing from the creator.

    The other arguments and errors are those of `Environment`, except that *origin* is by default the origin of *url*.
    Also raises ValueError for an ``about:srcdoc`` document without a creator.

    >>> Document("https://h/a", "/b/").parse_url("c").path
    ['b', 'c']
    """

    def __init__(  # noqa: PLR0913 - the arguments of an environment, and two more
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
        if creator is not None:
            expect_environment(creator, Environment, "creator")
        self._url = _record(url, "URL", blob_urls)
        fallback = self._url
        if matches_about_blank(self._url) or matches_about_srcdoc(self._url):
            if creator is None and matches_about_srcdoc(self._url):
                raise ValueError("an about:srcdoc document needs a creator, whose base URL it inherits")
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
        """The document's URL. It is a copy; changing it does not change the document."""
        return clone(self._url)


def expect_environment(document: object, kind: type[Environment], what: str = "document") -> None:
    """Raise TypeError, in which *what* names *document*, if that is not a `Document`, or not an `Environment`, as
    *kind* asks.
    """
    if not isinstance(document, kind):
        raise TypeError(f"the {what} must be {_KINDS[kind]}, not {type(document).__name__}")


_KINDS = {Document: "a Document", Environment: "a Document or an Environment"}


def _record(url: str | URLRecord | HasRecord, what: str, blob_urls: BlobURLStore | None) -> URLRecord:
    """Return a copy of the record of *url*, with its blob URL entry if there is a store."""
    if not isinstance(blob_urls, BlobURLStore | None):
        raise TypeError(f"blob_urls must be a BlobURLStore or None, not {type(blob_urls).__name__}")
    record = clone(record_of(url, what))
    if record.scheme == "blob" and blob_urls is not None and record.blob_url_entry is None:
        record.blob_url_entry = blob_urls.entry_for(record)
    return record


def matches_about_blank(url: str | URLRecord | HasRecord) -> bool:
    """Return whether *url* *matches about:blank*, whatever its query and fragment (HTML §2.4.1).

    Raises:
        InvalidURL: For a str that does not parse.
        TypeError: If *url* has another type.

    >>> matches_about_blank("about:blank?a#b")
    True
    """
    return _matches_about(record_of(url), "blank")


def matches_about_srcdoc(url: str | URLRecord | HasRecord) -> bool:
    """Return whether *url* *matches about:srcdoc*, whatever its fragment; it must not have a query (HTML §2.4.1).

    Raises:
        InvalidURL: For a str that does not parse.
        TypeError: If *url* has another type.

    >>> matches_about_srcdoc("about:srcdoc?a")
    False
    """
    record = record_of(url)
    return _matches_about(record, "srcdoc") and record.query is None


def _matches_about(url: URLRecord, path: str) -> bool:
    return (url.scheme, url.path, url.username, url.password, url.host) == ("about", path, "", "", None)


def fallback_base_url(
    url: str | URLRecord | HasRecord, about_base_url: str | URLRecord | HasRecord | None = None
) -> URLRecord:
    """Return the *fallback base URL* of a document at *url* with this *about_base_url*, if any (HTML §2.4.3).

    For ``about:srcdoc`` and ``about:blank``, it is the base URL of the page that made the document; for other
    documents, it is their URL.

    Raises:
        InvalidURL: For a str that does not parse.
        TypeError: If an argument has another type.
        ValueError: For ``about:srcdoc`` without an about base URL.

    >>> from py_url import URL
    >>> URL.from_record(fallback_base_url("about:blank", "https://h"))
    URL('https://h/')
    """
    record = record_of(url)
    about = None if about_base_url is None else record_of(about_base_url, "about base URL")
    if matches_about_srcdoc(record):
        if about is None:
            raise ValueError("an about:srcdoc document needs an about base URL: the base URL of the page that made it")
        return clone(about)
    return clone(about if about is not None and matches_about_blank(record) else record)


def frozen_base_url(href: str, fallback: str | URLRecord | HasRecord, encoding: str = "utf-8") -> URLRecord:
    """Return the base URL that a ``base`` element with this *href* sets (HTML §4.2.3 *set the frozen base URL*).

    It is *fallback*, the fallback base URL, if *href* does not parse relative to it or is a ``data:`` or
    ``javascript:`` URL. The caller must apply Content Security Policy, which may forbid other URLs.

    For *encoding*, it raises the errors of `py_url.standard.get_an_output_encoding`.

    Raises:
        TypeError: If an argument has another type.
        InvalidURL: If *fallback* does not parse.

    >>> from py_url import URL
    >>> URL.from_record(frozen_base_url("/b/", "https://h/a"))
    URL('https://h/b/')
    """
    fallback = record_of(fallback, "fallback base URL")
    try:
        record = basic_parse(expect_str(href, "the href"), fallback, encoding=encoding)
    except InvalidURL:
        return clone(fallback)
    return clone(fallback) if record.scheme in ("data", "javascript") else record
