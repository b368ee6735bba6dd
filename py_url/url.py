"""§6.1 URL class.

In: a string, perhaps relative to a base URL. Out: an object that is its serialization, from which every component is
read on demand and through whose setters the parser runs again.
"""

from __future__ import annotations

from py_url.fast import paths as fast_path
from py_url.fast import setters as fast_setters
from py_url.search_params import URLSearchParams
from py_url.standard.infra.code_points import scalar_value_string
from py_url.standard.infra.validation import Failure, InvalidURL, StateOverrideFailure
from py_url.standard.urlencoded import parse_urlencoded
from py_url.standard.urls import components
from py_url.standard.urls.parser import parse_or_raise, parse_with_override, record_of
from py_url.standard.urls.record import (
    URLRecord,
    cannot_have_a_username_password_port,
    equals,
    has_opaque_path,
    serialize,
    set_password,
    set_username,
)
from py_url.standard.urls.state import State

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Self, TypedDict, Unpack

    from py_url.standard.infra.validation import ValidationError

    class Members(TypedDict, total=False):
        """The settable members of a URL."""

        href: str
        protocol: str
        username: str
        password: str
        host: str
        hostname: str
        port: str
        pathname: str
        search: str
        hash: str


_SETTABLE = (
    *("href", "protocol", "username", "password", "host"),
    *("hostname", "port", "pathname", "search", "hash"),
)


class URL:
    """§6.1 *URL*: ``URL("../b?q=1#f", base="https://EXAMPLE.com/a/").href == "https://example.com/b?q=1#f"``.

    *url* and *base* are each a str or a URL. Raises InvalidURL where either does not parse, and TypeError for
    another type.

    ``str(url)`` is ``url.href``. Two are equal when their serializations are. A URL can be changed, so it cannot be
    hashed: ``url.href`` is the key to use. It can be copied, pickled, and matched (``case URL(hostname="localhost")``).
    """

    __slots__ = ("__weakref__", "_components", "_href", "_search_params")
    __match_args__ = ("href",)

    _href: str
    _components: tuple[str, str, str, str, str, str] | None
    _search_params: URLSearchParams | None

    def __init__(self, url: str | URL, base: str | URL | None = None) -> None:
        if base is None and type(url) is str and (match := fast_path.match_canonical(url)) is not None:
            self._href = url if match.lastindex is None else f"{url}/"
        else:
            self._href = _uncanonical_href_of(url, base)
        self._components = None
        # Made on first use: until then it would only repeat what the query says.
        self._search_params = None

    @classmethod
    def _of_href(cls, href: str) -> Self:
        """The URL object that has that href, unparsed: after ``protocol = "file"`` it may not parse to itself."""
        self = cls.__new__(cls)
        self._href = href
        self._components = None
        self._search_params = None
        return self

    def with_(self, **members: Unpack[Members]) -> Self:
        """A changed copy: ``url.with_(pathname="/x", search="")``. Each member is set on it, in the order given, and
        leaves it as it is where the setter does.

        Raises TypeError for what is no settable member or no str, InvalidURL for an href that does not parse.
        """
        changed = self._of_href(self._href)
        for name, value in members.items():
            if name not in _SETTABLE:
                raise TypeError(f"with_() takes {', '.join(_SETTABLE)}, not {name}")
            setattr(changed, name, value)
        return changed

    @classmethod
    def parse(cls, url: str | URL, base: str | URL | None = None) -> Self | None:
        """§6.1 The static *parse*: a URL, or None where the constructor would raise InvalidURL."""
        try:
            return cls._of_href(href_of(url, base))
        except InvalidURL:
            return None

    @classmethod
    def can_parse(cls, url: str | URL, base: str | URL | None = None) -> bool:
        """§6.1 The static *canParse*: whether the constructor would not raise InvalidURL."""
        try:
            href_of(url, base)
        except InvalidURL:
            return False
        return True

    @property
    def href(self) -> str:
        """The serialized URL. Setting it parses anew, and raises InvalidURL (changing nothing) where that fails."""
        return self._href

    @href.setter
    def href(self, value: str) -> None:
        self._set_href(href_of(scalar_value_string(value), None))
        if self._search_params is not None:
            self._search_params._list[:] = parse_urlencoded(self.search[1:])

    def equals(self, other: str | URL | URLRecord, *, exclude_fragments: bool = False) -> bool:
        """§4.6 Whether this *equals* another URL, with *exclude_fragments* whatever the fragments are.

        *other* is a URL, or a str that is parsed. Raises InvalidURL where that fails, TypeError for another type.
        """
        return equals(self.to_record(), record_of(other), exclude_fragments)

    def to_json(self) -> str:
        """§6.1 *toJSON*: the serialized URL."""
        return self._href

    @property
    def origin(self) -> str:
        """The serialized origin: scheme, host and port, or ``null`` where it is opaque."""
        protocol, _, host, _, _, _ = self._components or self._split()
        if protocol[:-1] in fast_path.DEFAULT_PORTS:  # those whose origin is a tuple
            return f"{protocol}//{host}"
        from py_url.standard.urls.origin import origin

        return str(origin(self.to_record()))

    @property
    def protocol(self) -> str:
        """The scheme and ``:``. Setting it changes nothing between special schemes and others, nor to ``file`` with
        credentials or a port, nor from ``file`` with an empty host.
        """
        return (self._components or self._split())[0]

    @protocol.setter
    def protocol(self, value: str) -> None:
        value = scalar_value_string(value)
        if not self._is_set(fast_setters.set_protocol(self._href, value)):
            self._override(value + ":", State.SCHEME_START, self.to_record())

    @property
    def username(self) -> str:
        """The percent-encoded username, or ``""``. Setting it changes nothing without a host or in a file URL."""
        return (self._components or self._split())[1].partition(":")[0]

    @username.setter
    def username(self, value: str) -> None:
        value = scalar_value_string(value)
        if not self._is_set(fast_setters.set_username(self._href, value)):
            self._set_userinfo(set_username, value)

    @property
    def password(self) -> str:
        """The percent-encoded password, or ``""``. Setting it changes nothing without a host or in a file URL."""
        return (self._components or self._split())[1].partition(":")[2]

    @password.setter
    def password(self, value: str) -> None:
        value = scalar_value_string(value)
        if not self._is_set(fast_setters.set_password(self._href, value)):
            self._set_userinfo(set_password, value)

    @property
    def host(self) -> str:
        """The host and, where it is not the scheme's default, ``:`` and the port. Setting it without a port keeps the
        port; it changes nothing where the path is opaque or the value does not parse.
        """
        return (self._components or self._split())[2]

    @host.setter
    def host(self, value: str) -> None:
        value = scalar_value_string(value)
        if not self._is_set(fast_setters.set_host(self._href, value)):
            self._set_host(value, State.HOST)

    @property
    def hostname(self) -> str:
        """The host without the port. Setting it changes nothing where `host` would not, or where it holds a port."""
        return components.hostname_and_port((self._components or self._split())[2])[0]

    @hostname.setter
    def hostname(self, value: str) -> None:
        value = scalar_value_string(value)
        if not self._is_set(fast_setters.set_hostname(self._href, value)):
            self._set_host(value, State.HOSTNAME)

    @property
    def port(self) -> str:
        """The port's decimal digits, or ``""`` for the scheme's default. Setting ``""`` removes it; a value that does
        not begin with the digits of a port changes nothing.
        """
        return components.hostname_and_port((self._components or self._split())[2])[1]

    @port.setter
    def port(self, value: str) -> None:
        value = scalar_value_string(value)
        if self._is_set(fast_setters.set_port(self._href, value)):
            return
        record = self.to_record()
        if cannot_have_a_username_password_port(record):
            return
        if value == "":
            record.port = None
            self._set_href(serialize(record))
        else:
            self._override(value, State.PORT, record)

    @property
    def pathname(self) -> str:
        """The path. Setting it changes nothing where the path is opaque."""
        return (self._components or self._split())[3]

    @pathname.setter
    def pathname(self, value: str) -> None:
        value = scalar_value_string(value)
        if self._is_set(fast_setters.set_pathname(self._href, value)):
            return
        record = self.to_record()
        if not has_opaque_path(record):
            record.path = []
            self._override(value, State.PATH_START, record)

    @property
    def search(self) -> str:
        """``?`` and the query, or ``""`` where that is empty or missing. Setting ``""`` removes it."""
        return (self._components or self._split())[4]

    @search.setter
    def search(self, value: str) -> None:
        self._set_href(fast_setters.set_search(self._href, scalar_value_string(value)))
        if self._search_params is not None:
            self._search_params._list[:] = parse_urlencoded(self.search[1:])

    @property
    def search_params(self) -> URLSearchParams:
        """The query object: always the same one, live in both directions."""
        if self._search_params is None:
            pairs = parse_urlencoded(self.search[1:])
            self._search_params = URLSearchParams._of_url(pairs, self._set_query)
        return self._search_params

    @property
    def hash(self) -> str:
        """``#`` and the fragment, or ``""`` where that is empty or missing. Setting ``""`` removes it."""
        return (self._components or self._split())[5]

    @hash.setter
    def hash(self, value: str) -> None:
        self._href = fast_setters.set_hash(self._href, scalar_value_string(value))
        self._components = None

    def _split(self) -> tuple[str, str, str, str, str, str]:
        self._components = split = components.split(self._href)
        return split

    def to_record(self) -> URLRecord:
        """A new record of what this URL is, for the standard's algorithms; changing it does not change this object."""
        return components.to_record(components.match(self._href))

    @classmethod
    def from_record(cls, record: URLRecord) -> Self:
        """The URL object of a record: what its serialization says."""
        return cls._of_href(serialize(record))

    def _set_href(self, href: str) -> None:
        self._href = href
        self._components = None

    def _is_set(self, href: str | None) -> bool:
        """Set the href if a fast setter completed it; whether it did."""
        if href is not None:
            self._set_href(href)
        return href is not None

    def _set_query(self, query: str) -> None:
        """§6.2 *update*, the part that concerns the URL object."""
        self._set_href(fast_setters.set_search(self._href, query))

    def _set_userinfo(self, set_one: Callable[[URLRecord, str], None], value: str) -> None:
        record = self.to_record()
        if not cannot_have_a_username_password_port(record):
            set_one(record, value)
            self._set_href(serialize(record))

    def _set_host(self, value: str, state_override: State) -> None:
        record = self.to_record()
        if not has_opaque_path(record):
            self._override(value, state_override, record)

    def _override(self, value: str, state_override: State, record: URLRecord) -> None:
        """Basic URL parse *value* with a state override. What it changed before a failure stays changed, as in the
        standard: ``host = "example.com:65536"`` sets the host.
        """
        try:
            parse_with_override(value, record, state_override)
        except (Failure, StateOverrideFailure):
            pass
        self._set_href(serialize(record))

    def __str__(self) -> str:
        return self._href

    def __repr__(self) -> str:
        from py_url.standard.infra.showing import hide_passwords

        return f"{type(self).__name__}({hide_passwords(self._href)!r})"

    def __eq__(self, other: object) -> bool:
        return self._href == other._href if isinstance(other, URL) else NotImplemented

    __hash__ = None  # type: ignore[assignment]  # mutable, so unhashable, which object's type denies

    def __reduce__(self) -> tuple[Callable[[str], URL], tuple[str]]:
        return type(self)._of_href, (self._href,)


def href_of(url: str | URL, base: str | URL | None) -> str:
    """§6.1 *API URL parser*, and the serialization of what it gives; a URL object stands for its href. Raises
    InvalidURL, and TypeError for another type.
    """
    if base is None and type(url) is str and (match := fast_path.match_canonical(url)) is not None:
        return url if match.lastindex is None else f"{url}/"
    return _uncanonical_href_of(url, base)


def _uncanonical_href_of(url: str | URL, base: str | URL | None) -> str:
    if type(url) is not str:
        url = _string_of(url, "URL")
    if base is None:
        href = fast_path.complete(url)
        return serialize(parse_or_raise(url, None, "URL")) if href is None else href
    if type(base) is not str:
        base = _string_of(base, "base URL")
    href = fast_path.resolve(url, base)
    if href is None:
        return serialize(parse_or_raise(url, parse_or_raise(base, None, "base URL"), "URL"))
    return href


def _string_of(url: str | URL, what: str) -> str:
    if isinstance(url, URL):
        return url._href
    if not isinstance(url, str):
        raise TypeError(f"a {what} is a str or a URL, not {type(url).__name__}")
    return url if type(url) is str else str.__str__(url)


def validate(input: str | URL, base: str | URL | URLRecord | None = None) -> list[ValidationError]:
    """§4.4 The validation errors of *input*, parsed relative to *base* where one is given, in the order in which the
    parser reports them. There are none for a valid URL string; where it does not parse, the last is fatal.

    Raises InvalidURL where *base* does not parse, and TypeError for an argument of another type.
    """
    from py_url.standard.urls.reporting import validation_errors

    return validation_errors(_string_of(input, "URL"), None if base is None else record_of(base, "base URL"))
