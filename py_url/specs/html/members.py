"""What hyperlinks and Location have in common: members like those of `py_url.URL`, over a URL that may be missing.

They are the getters of HTML §4.6.3 and §7.2.4, and the part of the setters that is the same in both. See
https://html.spec.whatwg.org/multipage/links.html#htmlhyperlinkelementutils and
https://html.spec.whatwg.org/multipage/nav-history-apis.html#the-location-interface.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import overload

from py_url.standard.infra.copying import Slotted
from py_url.standard.urls import components
from py_url.standard.urls.origin import origin as origin_of
from py_url.standard.urls.parser import parse_with_override
from py_url.standard.urls.record import cannot_have_a_username_password_port, has_opaque_path, serialize
from py_url.standard.urls.setters import SETTERS
from py_url.standard.urls.state import State

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Self

    from py_url.standard.urls.components import Components
    from py_url.standard.urls.record import URLRecord

_GETTERS: dict[str, Callable[[Components], str]] = {
    "protocol": lambda parts: parts[0],
    "username": lambda parts: parts[1].partition(":")[0],
    "password": lambda parts: parts[1].partition(":")[2],
    "host": lambda parts: parts[2],
    "hostname": lambda parts: components.hostname_and_port(parts[2])[0],
    "port": lambda parts: components.hostname_and_port(parts[2])[1],
    "pathname": lambda parts: parts[3],
    "search": lambda parts: parts[4],
    "hash": lambda parts: parts[5],
}
_IGNORED_BY = {
    **dict.fromkeys(("username", "password", "port"), cannot_have_a_username_password_port),
    **dict.fromkeys(("host", "hostname", "pathname"), has_opaque_path),
}


class Member:
    """A member that is a part of the URL. Without a URL it is ``":"`` if it is ``protocol``, and otherwise ``""``."""

    def __set_name__(self, owner: type[HasURLMembers], name: str) -> None:
        self._name = name

    @overload
    def __get__(self, instance: None, owner: type[HasURLMembers]) -> Self: ...
    @overload
    def __get__(self, instance: HasURLMembers, owner: type[HasURLMembers]) -> str: ...
    def __get__(self, instance: HasURLMembers | None, owner: type[HasURLMembers]) -> str | Self:
        if instance is None:
            return self
        url = instance._current()
        if url is None:
            return ":" if self._name == "protocol" else ""
        return _GETTERS[self._name](components.split(serialize(url)))

    def __set__(self, instance: HasURLMembers, value: str) -> None:
        instance._set(self._name, value)


class HasURLMembers(Slotted, ABC):
    """A hyperlink or a Location."""

    __slots__ = ()

    protocol = Member()
    host = Member()
    hostname = Member()
    port = Member()
    pathname = Member()
    search = Member()
    hash = Member()

    @abstractmethod
    def _current(self) -> URLRecord | None:
        """The URL that the getters take apart."""

    @abstractmethod
    def _set(self, member: str, value: str) -> None:
        """Run the steps of a setter."""

    @property
    @abstractmethod
    def href(self) -> str:
        """The serialized URL."""

    @property
    def origin(self) -> str:
        """The serialized origin of the URL: scheme, host and port, or ``null``. Without a URL, it is ``""``."""
        url = self._current()
        return "" if url is None else str(origin_of(url))

    def __str__(self) -> str:
        return self.href

    def __repr__(self) -> str:
        from py_url.standard.infra.showing import hide_secrets

        return f"{type(self).__name__}({hide_secrets(self.href)!r})"


def set_member(url: URLRecord, member: str, value: str, encoding: str) -> bool:
    """Change *url* as the setter of this *member* does, with a query in *encoding*, the name of an output encoding.

    Return False if the setter ignores such a URL, so that it does not reach its last step, in which it uses the changed
    URL. *value* is a scalar value string.
    """
    if member in _IGNORED_BY and _IGNORED_BY[member](url):
        return False
    if member == "search" and value:
        # Unlike the setter of `URL`, this one knows a document.
        url.query = ""
        parse_with_override(value.removeprefix("?"), url, State.QUERY, encoding=encoding)
    else:
        SETTERS[member](url, value)
    return True
