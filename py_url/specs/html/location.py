"""The members of ``location``, by HTML §7.2.4 The Location interface.

See https://html.spec.whatwg.org/multipage/nav-history-apis.html#the-location-interface.
"""

from __future__ import annotations

from py_url.specs.html.documents import Document, Environment, expect_environment
from py_url.specs.html.members import HasURLMembers, set_member
from py_url.standard.infra.code_points import scalar_value_string
from py_url.standard.infra.copying import restore, state_of
from py_url.standard.urls.parser import basic_parse, parse_with_override
from py_url.standard.urls.record import URLRecord, clone, expect_record, serialize
from py_url.standard.urls.state import State


class Location(HasURLMembers):
    """A ``Location`` object.

    *document* is its relevant `Document`. If that is None, because the window was closed, the URL is ``about:blank``
    and the setters do nothing.

    The members are those of `py_url.URL` except ``username`` and ``password``, and each is a str. Assigning one starts
    a navigation in a browser. Here it sets `navigation` to the URL to which a browser would go, and changes nothing
    else. Queries are in the encoding of the document. Only a script of the same origin may use most members; the caller
    must see to it.

    The state of a copy or a pickle is a dict of ``document``, ``navigation`` and the attributes that a subclass has
    added. Unpickling raises ValueError for another one.

    Raises:
        TypeError: If an argument has another type.

    >>> from py_url.specs.html import Document
    >>> Location(Document("https://h/a")).pathname
    '/a'
    """

    __slots__ = ("_document", "_navigation", "_url")

    def __init__(self, document: Document | None) -> None:
        if document is not None:
            expect_environment(document, Document)
        self._document = document
        self._url = basic_parse("about:blank") if document is None else document.url
        self._navigation: URLRecord | None = None

    @property
    def url(self) -> URLRecord:
        """The URL of the document. It is a copy; changing it does not change the location."""
        return clone(self._url)

    @property
    def navigation(self) -> URLRecord | None:
        """The URL to which the last assignment, or the last call of `assign`, navigates; None if it does nothing."""
        return self._navigation

    def _current(self) -> URLRecord:
        return self._url

    def assign(self, url: str, entry: Environment | None = None) -> None:
        """Navigate to *url*, which is parsed relative to *entry*.

        That is the environment of the script that calls this; None means the document. ``location.replace(url)``
        goes to the same URL.

        Raises:
            InvalidURL: If *url* does not parse, for which a browser throws a "SyntaxError".
            TypeError: If an argument has another type.

        >>> from py_url.specs.html import Document
        >>> location = Location(Document("https://h/a"))
        >>> location.assign("b")
        >>> location.navigation.path
        ['b']
        """
        if entry is not None:
            expect_environment(entry, Environment, "entry settings object")
        url = scalar_value_string(url)
        self._navigation = None
        if self._document is not None:
            self._navigation = (entry or self._document).encoding_parse_url(url)

    @property
    def href(self) -> str:
        """The serialized URL of the document. Setting it is the same as `assign`."""
        return serialize(self._url)

    @href.setter
    def href(self, value: str) -> None:
        self.assign(value)

    def _set(self, member: str, value: str) -> None:
        value = scalar_value_string(value)
        self._navigation = None
        if self._document is None:
            return
        url = clone(self._url)
        if member == "protocol":
            # Unlike other setters of this member, this one fails.
            basic_parse(f"{value}:", None, url, State.SCHEME_START)
            navigates = url.scheme in ("http", "https")
        elif member == "hash":
            # Unlike other setters of this member, this one keeps an empty fragment.
            url.fragment = ""
            parse_with_override(value.removeprefix("#"), url, State.FRAGMENT)
            navigates = url.fragment != (self._url.fragment or "")
        else:
            navigates = set_member(url, member, value, self._document.encoding)
        if navigates:
            self._navigation = url

    def __getstate__(self) -> dict[str, object]:
        return state_of(self, Location, {"document": self._document, "navigation": self._navigation})

    def __setstate__(self, state: object) -> None:
        restore(self, Location, state, ("document", "navigation"), Location._restore)

    def _restore(self, document: Document | None, navigation: URLRecord | None) -> None:
        Location.__init__(self, document)
        self._navigation = None if navigation is None else clone(expect_record(navigation))
