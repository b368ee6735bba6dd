"""§6.1 URL class: the API.

A `URL` object keeps its serialization, the href. Getters take the href apart on first use. Parsing and setting try the
fast path first, then the standard's algorithms. `FrozenURL`, which cannot be changed, is in `py_url.api.frozen`.
"""

from __future__ import annotations

import os
from _thread import RLock
from collections.abc import Iterator

from py_url import fast
from py_url.api.search_params import URLSearchParams
from py_url.fast.canonical import match_canonical
from py_url.standard.infra.code_points import plain_str, scalar_value_string
from py_url.standard.infra.integers import count_of
from py_url.standard.infra.late import Late
from py_url.standard.infra.validation import Failure, InvalidURL, ValidationError
from py_url.standard.urlencoded import Pairs, parse_urlencoded, serialize_list
from py_url.standard.urls import components
from py_url.standard.urls.parser import invalid_url, record_of, run_parser
from py_url.standard.urls.record import WINDOWS_DRIVE_LETTER, URLRecord, equals, has_opaque_path, serialize
from py_url.standard.urls.special_schemes import SPECIAL_SCHEMES, TUPLE_ORIGIN_SCHEMES

TYPE_CHECKING = False
if TYPE_CHECKING:
    import typing

    from py_url.api import frozen, replacing
    from py_url.standard.urls.components import Components

    class _Changeable(typing.Protocol):
        """A URL that is not frozen."""

        _frozen: typing.Literal[False]

        def _set(self, member: str, value: object) -> None: ...

else:
    # Only annotations name these, and programs that evaluate them import the modules then. (But `freeze` needs the
    # subclass, whose module imports this one.)
    typing, frozen, replacing = Late("typing"), Late("py_url.api.frozen"), Late("py_url.api.replacing")
    _Changeable = object

# Threads that ask for a query object at the same time get the same one, and only one of them serializes it. A thread
# can come here again before it is done: in a signal handler, or in a `__del__` that the garbage collector calls.
_query_lock = RLock()
if hasattr(os, "register_at_fork"):
    # A process that is forked gets the lock as it is, but not the thread that would release it.
    os.register_at_fork(after_in_child=_query_lock._at_fork_reinit)  # type: ignore[attr-defined]  # typeshed lacks it
_NOT_NORMALIZED = ("scheme", "username", "password", "host", "port", "query", "fragment")


class URL:
    """§6.1 *URL*: a URL as a browser parses it.

    *url* and *base* are each a str or a URL.

    ``str(url)`` is ``url.href``. URLs are equal when their serializations are. A URL can be changed, so it cannot be
    hashed: use ``url.freeze()`` as a key. It can be matched (``case URL(hostname="localhost")``), copied and pickled.

    The state of a copy or a pickle is a dict of ``href``, of `given` if it is another string, and of the attributes
    that a subclass has added. Unpickling any other state raises ValueError; it is InvalidURL if no URL has the href.

    `parse` and `from_record` call the class, so they run the ``__init__`` of a subclass. `replace` and copies do not.
    ``/``, `joinpath`, `with_name`, `with_query`, `update_query`, `extend_query`, `without_query` and `parent` each
    return a new `FrozenURL`. Calling ``__init__`` again makes the object another URL, with another query object.

    Raises:
        InvalidURL: If either does not parse.
        TypeError: For another type.

    >>> url = URL("../b?q=1#f", base="https://EXAMPLE.com/a/")
    >>> url.href, url.search
    ('https://example.com/b?q=1#f', '?q=1')
    >>> url.port = 8080
    >>> url
    URL('https://example.com:8080/b?q=1#f')
    """

    __module__ = "py_url"  # that users import it from: pickles name it

    __slots__ = ("__weakref__", "_components", "_given", "_href", "_search_params")
    __match_args__ = ("href",)

    if TYPE_CHECKING:
        _href: str
        _components: Components | None
        _given: str  # only fields of Pydantic and copies set it
        _search_params: URLSearchParams | None
        _frozen: typing.Literal[False]  # what the setters take, for type checkers

    def __init__(self, url: str | URL, base: str | URL | None = None) -> None:
        # `href_of`, inlined: nine in ten URLs are canonical, and the two calls would add a sixth to their time.
        if base is None and type(url) is str and (match := match_canonical(url)) is not None:
            self._href = url if match.lastindex is None else f"{url}/"
        else:
            # `href_or_fails`, inlined for references.
            if type(url) is not str:
                url = _string_of(url, "URL")
            if base is not None and type(base) is not str:
                base = _string_of(base, "base URL")
            href = fast.href_of(url, base)
            self._href = (_href_by_standard(url, base) if href is None else href) or _fail(url, base)
        self._components = None
        # Made on first use: until then it would only repeat what the query says.
        self._search_params = None

    def replace(self, *not_named: typing.Never, **members: typing.Unpack[replacing.Members]) -> typing.Self:
        """Return a changed copy.

        *members* are set together, so their order does not matter; with *href*, the others change that URL. Python
        3.13's ``copy.replace`` does the same. The copy is that of ``copy.copy``, with the attributes of a subclass, but
        without what a ``cached_property`` has stored.

        Raises:
            InvalidURL: For a value that the setter would ignore, wholly or in part, such as ``host="b c"`` and
                ``port="80x"``; for members that no URL has together, such as ``host="b:1"`` and ``port=2``; and for an
                href that does not parse. The error names the member.
            TypeError: For *not_named* values, for a name that is not a settable member, and for a value that is not a
                str (a port may be an int).

        >>> URL("https://h/a?q").replace(pathname="/x", search="")
        URL('https://h/x')
        """
        href = self._current_href()
        if not_named:
            raise TypeError("replace() takes members by name: write url.replace(hash='x'), or str(url).replace(...)")
        for name, value in members.items():
            if len(members) > 1 or name not in components.SETTABLE:
                from py_url.api.replacing import replaced_together

                href = replaced_together(href, members, _replaced)
                break
            href = _replaced(href, name, value)
        return self._with_href(href)

    def _with_href(self, href: str) -> typing.Self:
        kind = type(self)
        if kind is URL or kind.__module__ == "py_url":
            # The same as a copy, in a fraction of the time: no subclass of a program, which may have a state to copy.
            changed = kind.__new__(kind)
        else:
            from py_url.standard.infra.copying import copy_to_change

            changed = copy_to_change(self)
        changed._href, changed._components, changed._search_params = href, None, None
        return changed

    __replace__ = replace

    @classmethod
    def parse(cls, url: str | URL, base: str | URL | None = None) -> typing.Self | None:
        """§6.1 The static *parse*: return a URL, or None if *url* or *base* does not parse.

        >>> URL.parse("b", "https://h/a")
        URL('https://h/b')
        """
        if cls is not URL:
            # Its `__init__` may do more.
            try:
                return cls(url, base)
            except InvalidURL:
                return None
        # As in the constructor.
        if base is None and type(url) is str and (match := match_canonical(url)) is not None:
            href = url if match.lastindex is None else f"{url}/"
        elif (href := href_or_fails(url, base)) == fast.FAILS:
            return None
        parsed = cls.__new__(cls)
        parsed._href, parsed._components, parsed._search_params = href, None, None
        return parsed

    @classmethod
    def can_parse(cls, url: str | URL, base: str | URL | None = None) -> bool:
        """§6.1 The static *canParse*: return whether *url* parses, relative to *base* if there is one.

        >>> URL.can_parse("b"), URL.can_parse("b", "https://h/a")
        (False, True)
        """
        if base is None and type(url) is str and match_canonical(url) is not None:
            return True
        return href_or_fails(url, base) != fast.FAILS

    @property
    def href(self) -> str:
        """The serialized URL.

        Setting it parses the value; if that fails, it raises InvalidURL and changes nothing.
        """
        # `_current_href`, inlined.
        params = self._search_params
        return self._href if params is None or params._change is params._change_of_url else self._updated(params)

    @href.setter
    def href(self: _Changeable, value: str) -> None:
        self._set("href", value)

    def equals(self, other: str | URL | URLRecord, *, exclude_fragments: bool = False) -> bool:
        """§4.6 Return whether this *equals* another URL, apart from their fragments if *exclude_fragments* is true.

        *other* is a URL, a URLRecord, or a str, which is parsed.

        Raises:
            InvalidURL: If it does not parse.
            TypeError: For another type.

        >>> URL("https://h/#a").equals("HTTPS://h", exclude_fragments=True)
        True
        """
        return equals(self.to_record(), record_of(other), exclude_fragments)

    def to_json(self) -> str:
        """§6.1 *toJSON*: return the serialized URL.

        >>> URL("https://h").to_json()
        'https://h/'
        """
        return self._current_href()

    @property
    def origin(self) -> str:
        """The serialized origin: scheme, host and port, or ``null`` for an opaque origin."""
        protocol, _, host, _, _, _ = self._components or self._split()
        if protocol[:-1] in TUPLE_ORIGIN_SCHEMES:
            return f"{protocol}//{host}"
        from py_url.standard.urls.origin import origin

        return str(origin(self.to_record()))

    @property
    def protocol(self) -> str:
        """The scheme and ``:``.

        Setting it changes nothing between special schemes and others, nor to ``file`` with credentials or a port, nor
        from ``file`` with an empty host, nor if the value does not start with a scheme.

        Setting it to ``file`` changes the scheme alone, so the URL may not parse to itself: the parser would remove the
        host ``localhost``, and write the drive letter ``C|`` as ``C:``.
        """
        return (self._components or self._split())[0]

    @protocol.setter
    def protocol(self: _Changeable, value: str) -> None:
        self._set("protocol", value)

    @property
    def username(self) -> str:
        """The percent-encoded username, or ``""``.

        Setting it changes nothing in a file URL, nor if the host is missing or empty.
        """
        return (self._components or self._split())[1].partition(":")[0]

    @username.setter
    def username(self: _Changeable, value: str) -> None:
        self._set("username", value)

    @property
    def password(self) -> str:
        """The percent-encoded password, or ``""``.

        Setting it changes nothing in a file URL, nor if the host is missing or empty.
        """
        return (self._components or self._split())[1].partition(":")[2]

    @password.setter
    def password(self: _Changeable, value: str) -> None:
        self._set("password", value)

    @property
    def host(self) -> str:
        """The host and, unless the port is the scheme's default, ``:`` and the port.

        Setting it without a port keeps the port. So does a port that is not valid: ``b:65536`` sets the host alone. It
        changes nothing if the path is opaque or the value has no valid host.
        """
        return (self._components or self._split())[2]

    @host.setter
    def host(self: _Changeable, value: str) -> None:
        self._set("host", value)

    @property
    def hostname(self) -> str:
        """The host without the port. A value that `host` would ignore, or that has a port, changes nothing."""
        return components.hostname_and_port((self._components or self._split())[2])[0]

    @hostname.setter
    def hostname(self: _Changeable, value: str) -> None:
        self._set("hostname", value)

    @property
    def port(self) -> str:
        """The port's decimal digits, or ``""`` for the scheme's default.

        Setting ``""`` removes it; a value that does not begin with the digits of a port changes nothing. Nor does any
        value in a file URL, or if the host is missing or empty. The value may be an int.
        """
        return components.hostname_and_port((self._components or self._split())[2])[1]

    @port.setter
    def port(self: _Changeable, value: str | int) -> None:
        self._set("port", value)

    @property
    def pathname(self) -> str:
        """The path. Setting it changes nothing if the path is opaque."""
        return (self._components or self._split())[3]

    @pathname.setter
    def pathname(self: _Changeable, value: str) -> None:
        self._set("pathname", value)

    @property
    def search(self) -> str:
        """``?`` and the query, or ``""`` if the query is empty or missing. Setting ``""`` removes it."""
        return (self._components or self._split())[4]

    @search.setter
    def search(self: _Changeable, value: str) -> None:
        self._set("search", value)

    @property
    def search_params(self) -> URLSearchParams:
        """The query object: always the same one, live in both directions."""
        if self._search_params is None:
            with _query_lock:
                if self._search_params is None:
                    params = URLSearchParams._of_url(parse_urlencoded(self.search[1:]), self)
                    if self._search_params is None:
                        self._search_params = params
        return self._search_params

    @property
    def hash(self) -> str:
        """``#`` and the fragment, or ``""`` if the fragment is empty or missing. Setting ``""`` removes it."""
        return (self._components or self._split())[5]

    @hash.setter
    def hash(self: _Changeable, value: str) -> None:
        self._set("hash", value)

    def freeze(self) -> frozen.FrozenURL:
        """Return a `FrozenURL` that is equal to this URL: it can be a key.

        >>> URL("https://h").freeze()
        FrozenURL('https://h/')
        """
        return frozen.frozen(self._current_href())

    # Editing, in `py_url.api.editing`. These names are those of yarl, with the standard's percent-encoding.

    @property
    def segments(self) -> tuple[str, ...]:
        """The segments of the path as they stand in `pathname`, percent-encoded. An opaque path has none.

        >>> URL("https://h/a%2Fb/c").segments
        ('a%2Fb', 'c')
        """
        from py_url.api.editing import segments

        return segments(self._current_href())

    @property
    def decoded_segments(self) -> tuple[str, ...]:
        """The `segments`, percent-decoded.

        Raises:
            InvalidURL: If the bytes of one are not UTF-8.

        >>> URL("https://h/a%2Fb/c").decoded_segments
        ('a/b', 'c')
        """
        from py_url.api.editing import decoded

        return tuple([decoded(segment, "path segment") for segment in self.segments])

    @property
    def decoded_username(self) -> str:
        """The `username`, percent-decoded: for the ``auth`` of HTTP clients.

        Raises:
            InvalidURL: If its bytes are not UTF-8.
        """
        from py_url.api.editing import decoded

        return decoded(self.username, "username")

    @property
    def decoded_password(self) -> str:
        """The `password`, percent-decoded.

        Raises:
            InvalidURL: If its bytes are not UTF-8.
        """
        from py_url.api.editing import decoded

        return decoded(self.password, "password")

    @property
    def port_or_default(self) -> int | None:
        """The `port` as an int, or the default port of the scheme, or None if it has none."""
        return int(self.port) if self.port else SPECIAL_SCHEMES.get(self.protocol[:-1])

    @property
    def name(self) -> str:
        """The last of the `segments`, or ``""`` if there is none: of ``https://h/a%20b?c`` it is ``a%20b``."""
        from py_url.api.editing import name

        return name(self._current_href())

    @property
    def suffix(self) -> str:
        """The last "." of the `name` and what follows, or ``""``: of ``https://h/a.tar.gz`` it is ``.gz``."""
        from py_url.api.editing import suffix

        return suffix(self._current_href())

    @property
    def parent(self) -> frozen.FrozenURL:
        """The URL without the last segment, the query and the fragment.

        The root is its own parent, and so is the drive of a file URL.

        Raises:
            InvalidURL: If the path is opaque.

        >>> URL("https://h/a/b?c").parent
        FrozenURL('https://h/a')
        """
        from py_url.api.editing import parent

        return self._edited(parent(self._current_href()))

    def __truediv__(self, segment: str) -> frozen.FrozenURL:
        """The URL with one more segment, and without its query and fragment: `joinpath` with one argument."""
        return self.joinpath(segment) if isinstance(segment, str) else NotImplemented

    def joinpath(self, *segments: str) -> frozen.FrozenURL:
        """Return the URL with more segments at the end of its path, and without its query and fragment.

        Each of *segments* becomes one segment: "/", "?" and "#" in it are percent-encoded, and so is a backslash if the
        URL is special. A percent-encoded byte stays as it is: write "%25" for a "%" in a name. So nothing in a segment
        leads out of its folder; ``""`` adds a "/" at the end.

        Raises:
            InvalidURL: For ``.`` and ``..``, percent-encoded or not, which cannot be the name of anything, and if the
                path is opaque.
            TypeError: For another type.

        >>> URL("https://h/a").joinpath("b/c", "d")
        FrozenURL('https://h/a/b%2Fc/d')
        """
        from py_url.api.editing import with_segments

        return self._edited(with_segments(self._current_href(), segments))

    def with_name(self, name: str) -> frozen.FrozenURL:
        """Return the URL with another last segment, and with its query and fragment.

        The *name* is a segment of `joinpath`.

        Raises the errors of `joinpath`.

        >>> URL("https://h/a/b?c").with_name("d")
        FrozenURL('https://h/a/d?c')
        """
        from py_url.api.editing import with_name

        return self._edited(with_name(self._current_href(), name))

    def with_query(self, query: str | Pairs | None = None, /, **params: str | int) -> frozen.FrozenURL:
        """Return the URL with another query.

        *query* is a string, as for `search`, or what `URLSearchParams` accepts; None removes the query. *params* are
        more parameters.

        Raises:
            TypeError: For another type.

        >>> URL("https://h").with_query({"q": "a b"}, page=2)
        FrozenURL('https://h/?q=a+b&page=2')
        """
        from py_url.api.editing import with_query

        return self._edited(with_query(self._current_href(), query, params))

    def update_query(self, query: str | Pairs | None = None, /, **params: str | int) -> frozen.FrozenURL:
        """Return the URL with some parameters changed.

        The parameters of *query* and *params*, which are those of `with_query`, replace those of the same names; new
        ones follow at the end. The others stay as they are, byte for byte. Raises the same errors.

        >>> URL("https://h/?a=1&b=%7e").update_query(a=2)
        FrozenURL('https://h/?a=2&b=%7e')
        """
        from py_url.api.editing import update_query

        return self._edited(update_query(self._current_href(), query, params))

    def extend_query(self, query: str | Pairs | None = None, /, **params: str | int) -> frozen.FrozenURL:
        """Return the URL with more parameters after its own, which stay as they are in `search`, byte for byte.

        So a signature over them stays valid. *query* and *params* are those of `with_query`, which raises the same
        errors.

        >>> URL("https://h/?a=%7e").extend_query(a=2)
        FrozenURL('https://h/?a=%7e&a=2')
        """
        from py_url.api.editing import extend_query

        return self._edited(extend_query(self._current_href(), query, params))

    def without_query(self, *names: str) -> frozen.FrozenURL:
        r"""Return the URL without the parameters of these *names*.

        In a name, ``*`` stands for any characters, ``\*`` for a ``*``, and ``\\`` for a backslash. The other parameters
        stay as they are, byte for byte. `with_query` removes all.

        Raises:
            TypeError: For another type, and if there is no name.

        >>> URL("https://h/?utm_id=1&a=2").without_query("utm_*", "gclid")
        FrozenURL('https://h/?a=2')
        """
        from py_url.api.editing import without_query

        return self._edited(without_query(self._current_href(), names))

    def _edited(self, href: str) -> frozen.FrozenURL:
        return self.freeze()._with_href(href_of(href, None))

    def _split(self) -> Components:
        href = self._href if self._search_params is None else self._current_href()
        self._components = split = components.split(href)
        # Another thread may have changed the URL in the meantime. These components would be wrong from then on.
        if self._href is not href or (self._search_params is not None and self._current_href() is not href):
            self._components = None
        return split

    def to_record(self) -> URLRecord:
        """Return a new record of this URL, for the standard's algorithms; changing it does not change this object.

        >>> URL("https://h/a").to_record().path
        ['a']
        """
        return components.to_record(self._current_href())

    @classmethod
    def from_record(cls, record: URLRecord) -> typing.Self:
        """Return the URL object of *record*.

        A path that the parser would have written otherwise is normalized: an empty one, for example, or one with dot
        segments. So is the host ``localhost`` of a file URL, which only a setter can make: it becomes empty.

        Raises:
            InvalidURL: For any other record that no URL parses to, such as one whose host has a "/" in it.

        >>> URL.from_record(URL("https://h").to_record())
        URL('https://h/')
        """
        serialized = serialize(record)
        href = href_of(serialized, None)
        parsed = components.to_record(href)
        if parsed.scheme == "file" and parsed.host == "" and record.host == "localhost":
            parsed.host = record.host
        if has_opaque_path(parsed) != has_opaque_path(record) or any(
            getattr(parsed, name) != getattr(record, name) for name in _NOT_NORMALIZED
        ):
            raise InvalidURL(serialized, what="URL record")
        return cls(href)

    def _set(self, member: str, value: object) -> None:
        value = scalar_value_string(value if type(value) is str else _text_of(member, value))
        before = self._href if self._search_params is None else self._current_href()
        if member == "href":
            self._href = href_of(value, None)
        else:
            # `href_after`, inlined: a setter takes little longer than the call.
            href = fast.href_after(before, member, value)
            self._href = _href_after_by_standard(before, member, value) if href is None else href
        self._components = None
        if self._search_params is not None and member in ("href", "search"):
            self._search_params._assign(parse_urlencoded(self.search[1:]))

    def _current_href(self) -> str:
        """The href. If the query object has changed since the last time, its pairs are serialized first."""
        params = self._search_params
        return self._href if params is None or params._change is params._change_of_url else self._updated(params)

    def _updated(self, params: URLSearchParams) -> str:
        """§6.2 *update*, the part that concerns the URL object, for all changes that it does not have yet."""
        with _query_lock:
            # Another call of `__init__` in the meantime detaches the query object.
            while self._search_params is params and (change := params._change) is not params._change_of_url:
                before = self._href
                href = href_after(before, "search", serialize_list(params))
                # If a signal handler or another thread has set a member in the meantime, it stays.
                if self._href is before:
                    self._href = href
                    self._components = None
                    params._change_of_url = change
        return self._href

    def __str__(self) -> str:
        return self._href if self._search_params is None else self._current_href()

    def __format__(self, spec: str) -> str:
        return format(self._current_href(), spec)

    def __len__(self) -> int:
        """The length of the href. Other libraries' checks of a length read it."""
        return len(self._current_href())

    def __repr__(self) -> str:
        from py_url.standard.infra.showing import hide_secrets

        return f"{type(self).__name__}({hide_secrets(self._current_href())!r})"

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, URL):
            return NotImplemented
        if self._search_params is None and other._search_params is None:
            return self._href == other._href
        return self._current_href() == other._current_href()

    __hash__ = None  # type: ignore[assignment]  # mutable, so unhashable, which object's type denies

    @classmethod
    def __get_pydantic_core_schema__(cls, source: object, handler: object) -> object:
        from py_url.standard.infra.pydantic_schemas import schema_of_url
        from py_url.standard.urls.writing import is_valid_url_string

        return schema_of_url(cls, URL, InvalidURL, is_valid_url_string)

    @property
    def __pydantic_serializer__(self) -> object:
        # Pydantic reads it from an object in a field of another type, such as Any.
        from py_url.standard.infra.pydantic_schemas import serializer_of

        return serializer_of(URL)

    @property
    def given(self) -> str:
        """The string from which Pydantic parsed this URL, if it is a valid URL string; otherwise the href.

        Copies and pickles keep it, edits do not.
        """
        href = self._current_href()
        given = getattr(self, "_given", href)
        # A setter may have changed the URL since.
        return given if given == href or href_of(given, None) == href else href

    def __getstate__(self) -> dict[str, object]:
        from py_url.standard.infra.copying import state_of

        href, given = self._current_href(), self.given
        return state_of(self, URL, {"href": href} if given == href else {"href": href, "given": given})

    def __setstate__(self, state: object) -> None:
        from py_url.standard.infra.copying import restore

        names = ("href", "given") if isinstance(state, dict) and "given" in state else ("href",)
        restore(self, URL, state, names, URL._restore)

    def _restore(self, href: str, given: str | None = None) -> None:
        href = scalar_value_string(href)
        if href_of(href, None) != _as_parsed(href):
            raise InvalidURL(href, what="href")
        if given is not None:
            from py_url.standard.urls.writing import is_valid_url_string

            given = plain_str(given)
            if str(URL.parse(given)) != href or not is_valid_url_string(given):
                raise ValueError("the original string must be a valid URL string that parses to the href")
            self._given = given
        self._href = href
        self._components = None
        self._search_params = None


# Tools that compare or show objects by their slots, such as DeepDiff, see what a URL is, and not what it has cached.
URL.__slots__ = ("href",)  # type: ignore[assignment]  # Python has made the slots


def href_of(url: str | URL, base: str | URL | None) -> str:
    """§6.1 *API URL parser*, serialized. Raises InvalidURL, and TypeError for another type."""
    if base is None and type(url) is str and (href := fast.href_of_canonical(url)) is not None:
        return href
    return href_or_fails(url, base) or _fail(url, base)


def _fail(url: str | URL, base: str | URL | None) -> typing.NoReturn:
    # What the program is handling just now is not the cause.
    raise failure(_string_of(url, "URL"), None if base is None else _string_of(base, "base URL")) from None


def href_or_fails(url: str | URL, base: str | URL | None) -> str:
    """§6.1 *API URL parser*, serialized, or `fast.FAILS`. Raises TypeError for another type."""
    if type(url) is not str:
        url = _string_of(url, "URL")
    if base is not None and type(base) is not str:
        base = _string_of(base, "base URL")
    href = fast.href_of(url, base)
    return _href_by_standard(url, base) if href is None else href


def _href_by_standard(url: str, base: str | None) -> str:
    try:
        return serialize(run_parser(url, None if base is None else run_parser(base)))
    except Failure:
        return fast.FAILS


def failure(url: str, base: str | None) -> InvalidURL:
    """The error for a *url* or a *base* that does not parse."""
    if base is not None and href_or_fails(base, None) == fast.FAILS:
        return invalid_url(base, None, "base URL")
    return invalid_url(url, base, "URL")


def href_after(href: str, member: str, value: str) -> str:
    """§6.1 The href after ``url.member = value`` on a URL object with that *href*.

    *member* is any settable member except ``"href"``, and *value* a scalar value string.
    """
    after = fast.href_after(href, member, value)
    return _href_after_by_standard(href, member, value) if after is None else after


def _href_after_by_standard(href: str, member: str, value: str) -> str:
    from py_url.standard.urls.setters import UNCHECKED_SETTERS

    record = components.to_record(href)
    UNCHECKED_SETTERS[member](record, value)
    return serialize(record)


def _replaced(href: str, member: str, value: object) -> str:
    """The href after ``url.member = value``, if the setter takes all of it; otherwise InvalidURL."""
    text = scalar_value_string(value if type(value) is str else _text_of(member, value))
    if member == "href":
        return href_of(text, None)
    after = fast.href_after(href, member, text)
    # The fast path completes only values that it has understood, but it removes tabs and newlines, and what follows a
    # scheme.
    if after is None or member == "protocol" or not text.isprintable():
        from py_url.api.replacing import expect_taken

        if after is None:
            after = _href_after_by_standard(href, member, text)
        expect_taken(href, member, text, after)
    return after


def _text_of(member: str, value: object) -> str:
    """The str that sets *member* to a value of another type. Raises TypeError."""
    if type(value) is int and member == "port":
        return int.__repr__(value)
    from py_url.api.replacing import text_of_member

    return text_of_member(member, value)


def _as_parsed(href: str) -> str:
    """What the parser makes of an href. If only the protocol setter could make it, that is another href: a file URL can
    then have the host ``localhost``, and a drive letter with ``|``.
    """
    if not href.startswith("file:"):
        return href
    if href.startswith("file://localhost/"):
        href = f"file:///{href.removeprefix('file://localhost/')}"
    # The first segment of the path, whatever the host.
    start = href.find("/", len("file://")) + 1
    if WINDOWS_DRIVE_LETTER.fullmatch(href, start, start + 2) and href[start + 2 : start + 3] in ("", "/", "?", "#"):
        href = f"{href[: start + 1]}:{href[start + 2 :]}"
    return href


def _string_of(url: str | URL, what: str) -> str:
    if isinstance(url, URL):
        return url._current_href()
    if not isinstance(url, str):
        from py_url.standard.infra.foreign import href_of_proxy, not_a_url

        if (href := href_of_proxy(url)) is None:
            raise not_a_url(url, what)
        return href
    return plain_str(url)


def validate(
    input: str | URL, base: str | URL | URLRecord | None = None, *, limit: int | None = None
) -> list[ValidationError]:
    """§4.4 Return the validation errors of *input*, in the order in which the parser reports them.

    *input* is parsed relative to *base* if there is one. A valid URL string has no errors. If the input does not parse,
    the last one is fatal.

    A long input can have as many errors as code points, and each takes about 200 bytes. With *limit*, the list has at
    most that many: the first ones, and the fatal one if the input does not parse.

    Raises:
        InvalidURL: If *base* does not parse.
        TypeError: For an argument of another type.
        ValueError: If *limit* is less than 1.

    >>> [error.name for error in validate("https:/h/a b")]
    ['special-scheme-missing-following-solidus', 'special-scheme-missing-following-solidus', 'invalid-URL-unit']
    """
    from py_url.standard.urls.reporting import validation_errors

    if limit is not None:
        limit = count_of(limit, "limit")
    return validation_errors(_string_of(input, "URL"), None if base is None else record_of(base, "base URL"), limit)


def iter_validation_errors(input: str | URL, base: str | URL | URLRecord | None = None) -> Iterator[ValidationError]:
    """§4.4 Yield the errors that `validate` returns, one at a time: none is kept, however many there are.

    The call parses *input* relative to *base*, and raises the same errors as `validate`.

    >>> next(iter_validation_errors("https://h/a b")).name
    'invalid-URL-unit'
    """
    from py_url.standard.urls.reporting import iter_validation_errors

    return iter_validation_errors(_string_of(input, "URL"), None if base is None else record_of(base, "base URL"))
