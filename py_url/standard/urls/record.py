"""§4.1 URL representation, §4.2 URL miscellaneous, §4.5 URL serializing and §4.6 URL equivalence.

The parser fills a `URLRecord`, the serializer reads it, and the functions here are the standard's operations on it.
"""

from __future__ import annotations

import re

from py_url.standard.hosts.host import serialize_host
from py_url.standard.hosts.representation import Host, kind_of
from py_url.standard.infra.code_points import scalar_value_string
from py_url.standard.infra.late import Late
from py_url.standard.infra.percent_encoding import USERINFO_PERCENT_ENCODE_SET
from py_url.standard.urls.special_schemes import SPECIAL_SCHEMES

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Hashable
    from typing import Any, Protocol

    from py_url.standard.urls.html_origin import OpaqueOrigin, TupleOrigin

    class BlobEnvironment(Protocol):
        """What a blob URL store asks of an environment settings object."""

        @property
        def origin(self) -> TupleOrigin | OpaqueOrigin:
            """The environment's origin."""
            ...

        @property
        def storage_key(self) -> Hashable:
            """The key that separates the environment's storage from that of others."""
            ...

    class BlobURLEntry(Protocol):
        """What a blob URL store, as `py_url.specs.file_api` has it, keeps for a URL."""

        @property
        def object(self) -> object:
            """The object that the URL stands for."""
            ...

        @property
        def environment(self) -> BlobEnvironment:
            """The environment in which the URL was made."""
            ...


else:

    class BlobEnvironment:
        """What annotations mean by the protocol at run time; `typing` would take too long to import."""


# §4.1 What a "." or ".." segment may look like, percent-encoded or not.
SINGLE_DOT_SEGMENTS = frozenset({".", "%2e", "%2E"})
DOUBLE_DOT_SEGMENTS = frozenset(first + second for first in SINGLE_DOT_SEGMENTS for second in SINGLE_DOT_SEGMENTS)

# §4.2 The three drive-letter forms.
WINDOWS_DRIVE_LETTER = re.compile("[A-Za-z][:|]")
NORMALIZED_WINDOWS_DRIVE_LETTER = re.compile("[A-Za-z]:")
STARTS_WITH_A_WINDOWS_DRIVE_LETTER = re.compile(r"[A-Za-z][:|](?:[/\\?#]|\Z)")


class URLRecord:
    """§4.1 A *URL*, also called a *URL record*.

    ``scheme``, ``username`` and ``password`` are ASCII strings, ``host`` is None or a host, ``port`` None or an integer
    from 0 to 65535, ``path`` a list of segments or (an *opaque path*) a string, ``query`` and ``fragment`` None or an
    ASCII string, and ``blob_url_entry`` None or what a blob URL store keeps; the basic URL parser leaves it None.

    Nothing is checked when a member is set. Functions of a record raise TypeError if one has another type.

    It can be copied and pickled. The state is a dict of the members and of the attributes that a subclass has added.
    Unpickling raises ValueError for another one.
    """

    __module__ = "py_url.standard"  # that users import it from: pickles name it

    __slots__ = (
        "__weakref__",
        "blob_url_entry",
        "fragment",
        "host",
        "password",
        "path",
        "port",
        "query",
        "scheme",
        "username",
    )

    @classmethod
    def __get_pydantic_core_schema__(cls, source: object, handler: object) -> object:
        # A function that takes one can be called through Pydantic. JSON has none, so its schema leaves it out.
        pydantic: Any = Late("pydantic_core")

        def leave_out(schema: object, handler: object) -> None:
            raise pydantic.PydanticOmit

        metadata = {"pydantic_js_functions": [leave_out]}
        return pydantic.core_schema.is_instance_schema(cls, metadata=metadata)

    def __init__(self) -> None:
        self.scheme = ""
        self.username = ""
        self.password = ""
        self.host: Host | None = None
        self.port: int | None = None
        self.path: list[str] | str = []
        self.query: str | None = None
        self.fragment: str | None = None
        self.blob_url_entry: BlobURLEntry | None = None

    def __eq__(self, other: object) -> bool:
        return equals(self, other) if isinstance(other, URLRecord) else NotImplemented

    # A record is mutable; its serialization is the key to use.
    __hash__ = None  # type: ignore[assignment]  # the declared way to say "unhashable", which object's type denies

    def __getstate__(self) -> dict[str, object]:
        from py_url.standard.infra.copying import state_of

        members = {name: getattr(self, name) for name in _MEMBERS}
        if isinstance(self.path, list):
            members["path"] = self.path.copy()  # so that a copy does not share it
        return state_of(self, URLRecord, members)

    def __setstate__(self, state: object) -> None:
        from py_url.standard.infra.copying import restore

        restore(self, URLRecord, state, _MEMBERS, URLRecord._restore)

    def _restore(self, *members: object) -> None:
        for name, member in zip(_MEMBERS, members, strict=True):
            setattr(self, name, member)
        expect_record(self)

    def __repr__(self) -> str:
        from py_url.standard.infra.showing import hide_secrets

        username, password = (part and "***" for part in (self.username, self.password))
        path = serialize_path(self)
        hidden = hide_secrets(path)
        query, fragment = (part and hide_secrets(part) for part in (self.query, self.fragment))
        return (
            f"{type(self).__name__}(scheme={self.scheme!r}, username={username!r}, password={password!r}, "
            f"host={self.host!r}, port={self.port!r}, path={self.path if hidden == path else hidden!r}, "
            f"query={query!r}, fragment={fragment!r})"
        )


_MEMBERS = tuple(name for name in URLRecord.__slots__ if name != "__weakref__")


def clone(url: URLRecord) -> URLRecord:
    """An independent copy of *url*: changing one record does not change the other."""
    other = URLRecord()
    for name in _MEMBERS:
        setattr(other, name, getattr(url, name))
    if not isinstance(url.path, str):
        other.path = url.path.copy()
    return other


def expect_record(url: object, what: str = "the URL") -> URLRecord:
    """Return *url* if it is a record and its members have the right types; otherwise raise TypeError.

    *what* names it in the message. The members' values are not looked at: `py_url.URL.from_record` does that.
    """
    if not isinstance(url, URLRecord):
        raise _no_record(url, what)
    path, port = url.path, url.port
    if not isinstance(path, str):
        if not isinstance(path, list):
            raise TypeError(f"the path of a URLRecord must be a list of str, or a str, not {type(path).__name__}")
        for segment in path:
            if not isinstance(segment, str):
                raise TypeError(f"each segment of a URLRecord's path must be a str, not {type(segment).__name__}")
    if port is not None and type(port) is not int:
        raise TypeError(f"the port of a URLRecord must be an int or None, not {type(port).__name__}")
    if url.host is not None:
        kind_of(url.host, "the host of a URLRecord")
    for name in ("scheme", "username", "password"):
        if not isinstance(value := getattr(url, name), str):
            raise TypeError(f"the {name} of a URLRecord must be a str, not {type(value).__name__}")
    for name in ("query", "fragment"):
        if (value := getattr(url, name)) is not None and not isinstance(value, str):
            raise TypeError(f"the {name} of a URLRecord must be a str or None, not {type(value).__name__}")
    return url


def _no_record(url: object, what: str = "the URL") -> TypeError:
    hint = "; write to_record() after it" if hasattr(type(url), "to_record") else ""
    return TypeError(f"{what} must be a URLRecord here, not {type(url).__name__}{hint}")


def is_special(url: URLRecord) -> bool:
    """§4.2 Return whether *url* *is special*: its scheme is one of ftp, file, http, https, ws and wss.

    Raises:
        TypeError: If *url* is not a URLRecord.

    >>> from py_url.standard import basic_parse
    >>> is_special(basic_parse("wss://h"))
    True
    """
    if not isinstance(url, URLRecord):
        raise _no_record(url)
    if not isinstance(url.scheme, str):
        expect_record(url)
    return url.scheme in SPECIAL_SCHEMES


def includes_credentials(url: URLRecord) -> bool:
    """§4.2 Return whether *url* *includes credentials*: a username or a password that is not empty.

    Raises:
        TypeError: If *url* is not a URLRecord.

    >>> from py_url.standard import basic_parse
    >>> includes_credentials(basic_parse("https://u:p@h/"))
    True
    """
    if not isinstance(url, URLRecord):
        raise _no_record(url)
    return url.username != "" or url.password != ""


def has_opaque_path(url: URLRecord) -> bool:
    """§4.2 Return whether *url* has an *opaque path*, as ``mailto:`` and ``data:`` URLs have.

    Raises:
        TypeError: If *url* is not a URLRecord.

    >>> from py_url.standard import basic_parse
    >>> has_opaque_path(basic_parse("data:,a"))
    True
    """
    if not isinstance(url, URLRecord):
        raise _no_record(url)
    return isinstance(url.path, str)


def cannot_have_a_username_password_port(url: URLRecord) -> bool:
    """§4.2 Return whether *url* *cannot have a username/password/port*: it has no host, an empty one, or is a file URL.

    Raises:
        TypeError: If *url* is not a URLRecord.

    >>> from py_url.standard import basic_parse
    >>> cannot_have_a_username_password_port(basic_parse("file:///a"))
    True
    """
    if not isinstance(url, URLRecord):
        raise _no_record(url)
    return url.host is None or url.host == "" or url.scheme == "file"


def shorten(url: URLRecord) -> None:
    """§4.2 *shorten a url's path*: remove its last segment, but never a file URL's lone drive letter.

    Raises:
        TypeError: If *url* is not a URLRecord or has an opaque path.

    >>> from py_url.standard import basic_parse
    >>> url = basic_parse("https://h/a/b")
    >>> shorten(url)
    >>> url.path
    ['a']
    """
    if not isinstance(url, URLRecord):
        raise _no_record(url)
    path = url.path
    if not isinstance(path, list):
        expect_record(url)
        raise TypeError("an opaque path cannot be shortened")
    if url.scheme == "file" and len(path) == 1 and NORMALIZED_WINDOWS_DRIVE_LETTER.fullmatch(path[0]):
        return
    if path:
        path.pop()


def set_username(url: URLRecord, username: str) -> None:
    """§4.4 *set the username*: percent-encode *username* and put it in *url*.

    Raises:
        TypeError: If *url* is not a URLRecord or *username* not a str.

    >>> from py_url.standard import basic_parse
    >>> url = basic_parse("https://h")
    >>> set_username(url, "a@b")
    >>> serialize(url)
    'https://a%40b@h/'
    """
    if not isinstance(url, URLRecord):
        raise _no_record(url)
    url.username = USERINFO_PERCENT_ENCODE_SET.encode(scalar_value_string(username))


def set_password(url: URLRecord, password: str) -> None:
    """§4.4 *set the password*: percent-encode *password* and put it in *url*.

    Raises:
        TypeError: If *url* is not a URLRecord or *password* not a str.

    >>> from py_url.standard import basic_parse
    >>> url = basic_parse("https://u@h")
    >>> set_password(url, "a:b")
    >>> serialize(url)
    'https://u:a%3Ab@h/'
    """
    if not isinstance(url, URLRecord):
        raise _no_record(url)
    url.password = USERINFO_PERCENT_ENCODE_SET.encode(scalar_value_string(password))


def serialize(url: URLRecord, exclude_fragment: bool = False) -> str:
    """§4.5 *URL serializer*: an ASCII string, without the fragment if *exclude_fragment* is true.

    Raises:
        TypeError: If *url* is not a URLRecord or one of its members has another type than `URLRecord` says.

    >>> from py_url.standard import basic_parse
    >>> serialize(basic_parse("https://h#a"), exclude_fragment=True)
    'https://h/'
    """
    try:
        return _serialize(url, exclude_fragment)
    except (TypeError, AttributeError):
        return _serialize(expect_record(url), exclude_fragment)  # which says what is wrong


def _serialize(url: URLRecord, exclude_fragment: bool) -> str:
    output = url.scheme + ":"
    if url.host is not None:
        output += "//"
        if includes_credentials(url):
            output += url.username
            if url.password != "":
                output += ":" + url.password
            output += "@"
        output += serialize_host(url.host)
        if url.port is not None:
            if type(url.port) is not int:
                expect_record(url)
            output += f":{url.port}"
    elif not isinstance(url.path, str) and len(url.path) > 1 and url.path[0] == "":
        # Without it the path would read as a host: web+demo:/.//not-a-host/
        output += "/."
    output += serialize_path(url)
    if url.query is not None:
        output += "?" + url.query
    if not exclude_fragment and url.fragment is not None:
        output += "#" + url.fragment
    return output


def serialize_path(url: URLRecord) -> str:
    """§4.5 *URL path serializer*: each segment with a ``/`` before it, or the opaque path as it is.

    Raises:
        TypeError: If *url* is not a URLRecord, or its path is neither a list of str nor a str.

    >>> from py_url.standard import basic_parse
    >>> serialize_path(basic_parse("https://h/a/b?c"))
    '/a/b'
    """
    if not isinstance(url, URLRecord):
        raise _no_record(url)
    path = url.path
    if isinstance(path, str):
        return path
    if not isinstance(path, list):
        expect_record(url)
    try:
        return "/" + "/".join(path) if path else ""
    except TypeError:
        return "/".join(expect_record(url).path)  # which says what is wrong


def equals(a: URLRecord, b: URLRecord, exclude_fragments: bool = False) -> bool:
    """§4.6 Return whether *a* *equals* *b*: they serialize alike, without fragments if *exclude_fragments*.

    Raises the errors of `serialize`.

    >>> from py_url.standard import basic_parse
    >>> equals(basic_parse("https://h"), basic_parse("https://h#a"), exclude_fragments=True)
    True
    """
    return serialize(a, exclude_fragments) == serialize(b, exclude_fragments)
