"""The URL of an ``a`` or ``area`` element and its members, by HTML §4.6.3 API for a and area elements.

See https://html.spec.whatwg.org/multipage/links.html#api-for-a-and-area-elements.
"""

from __future__ import annotations

from py_url.specs.html.documents import Environment, expect_environment
from py_url.specs.html.members import HasURLMembers, Member, set_member
from py_url.standard.infra.arguments import expect_str
from py_url.standard.infra.code_points import scalar_value_string
from py_url.standard.infra.copying import restore, state_of
from py_url.standard.urls.record import URLRecord, clone, expect_record, has_opaque_path, serialize


class Hyperlink(HasURLMembers):
    """The ``HTMLHyperlinkElementUtils`` of an element in *document*.

    *href* is the ``href`` content attribute, or None if there is none. If the attribute is missing or does not parse,
    the URL is *null*: ``protocol`` is then ``":"``, the other members are ``""``, and the setters do nothing, except
    that of ``href``, which sets the attribute.

    The members are those of `py_url.URL`, and each is a str. A setter that changes the URL writes all of it to the
    attribute. Queries are in the encoding of the document.

    The state of a copy or a pickle is a dict of ``document``, ``attribute``, ``url`` and the attributes that a subclass
    has added. Unpickling raises ValueError for another one.

    https://html.spec.whatwg.org/multipage/links.html#htmlhyperlinkelementutils

    Raises:
        TypeError: If an argument has another type.

    >>> from py_url.specs.html import Document
    >>> Hyperlink(Document("https://h/a/b"), "../c?d").pathname
    '/c'
    """

    __slots__ = ("_attribute", "_document", "_url")

    _attribute: str | None
    _document: Environment
    _url: URLRecord | None

    def __init__(self, document: Environment, href: str | None = None) -> None:
        self.document = document
        self.attribute = href

    @property
    def document(self) -> Environment:
        """The element's node document.

        If another base URL applies to the document, assign a new `Document`: the members follow it.
        """
        return self._document

    @document.setter
    def document(self, document: Environment) -> None:
        expect_environment(document, Environment)
        self._document = document

    @property
    def attribute(self) -> str | None:
        """The ``href`` content attribute, or None.

        Assigning it parses it, if it can be parsed (*set the url*).
        """
        return self._attribute

    @attribute.setter
    def attribute(self, href: str | None) -> None:
        self._attribute = None if href is None else expect_str(href, "the href")
        self._set_the_url()

    def _set_the_url(self) -> None:
        href = self._attribute
        self._url = None if href is None else self._document.encoding_parse_url(href, on_failure="none")

    def _current(self) -> URLRecord | None:
        """*Reinitialize url*, and return it. A blob URL stays what it was when it was parsed, with its object."""
        if self._url is None or self._url.scheme != "blob" or not has_opaque_path(self._url):
            self._set_the_url()
        return self._url

    def _set(self, member: str, value: str) -> None:
        value = scalar_value_string(value)
        url = self.url
        if url is not None and set_member(url, member, value, self._document.encoding):
            # *update href*
            self.attribute = serialize(url)

    @property
    def url(self) -> URLRecord | None:
        """The URL, or None. It is a copy; changing it does not change the hyperlink."""
        url = self._current()
        return None if url is None else clone(url)

    @property
    def href(self) -> str:
        """The serialized URL.

        Without a URL, it is the attribute, or ``""`` without an attribute. Setting it sets the attribute.
        """
        url = self._current()
        return scalar_value_string(self._attribute or "") if url is None else serialize(url)

    @href.setter
    def href(self, value: str) -> None:
        self.attribute = scalar_value_string(value)

    username = Member()
    password = Member()

    def __getstate__(self) -> dict[str, object]:
        state = {"document": self._document, "attribute": self._attribute, "url": self.url}
        return state_of(self, Hyperlink, state)

    def __setstate__(self, state: object) -> None:
        restore(self, Hyperlink, state, ("document", "attribute", "url"), Hyperlink._restore)

    def _restore(self, document: Environment, attribute: str | None, url: URLRecord | None) -> None:
        Hyperlink.__init__(self, document, attribute)
        # Parsing the attribute again would give a blob URL another object.
        self._url = None if url is None else clone(expect_record(url))
