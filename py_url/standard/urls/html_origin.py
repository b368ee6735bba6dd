"""HTML §7.1.1 Origins: the opaque origin and the tuple origin, which §4.7 gives to URLs.

https://html.spec.whatwg.org/multipage/browsers.html#origin
"""

from __future__ import annotations

from py_url.standard.hosts.host import serialize_host
from py_url.standard.hosts.representation import Host, kind_of
from py_url.standard.infra.code_points import plain_str
from py_url.standard.urls.special_schemes import MAX_PORT, default_port


class OpaqueOrigin:
    """HTML's *opaque origin*: it is same origin with itself alone, and serializes as ``null``.

    A copy is itself; one that was pickled is another.
    """

    __module__ = "py_url.standard"  # that users import it from: pickles name it

    __slots__ = ()

    def __copy__(self) -> OpaqueOrigin:
        return self

    def __deepcopy__(self, _: object) -> OpaqueOrigin:
        return self

    def __str__(self) -> str:
        return "null"

    def __repr__(self) -> str:
        return f"{type(self).__name__}()"


class TupleOrigin:
    """HTML's *tuple origin*: *scheme*, *host*, *port* (None for the scheme's default), and a domain.

    The domain is None for the origin of a URL. An origin cannot be changed. Two of them are equal when their members
    are; ``str(origin)`` is the origin's serialization.

    Raises:
        TypeError: For a scheme that is not a str, for a host that is not one and for a port that is not an int.
        ValueError: For a port that is out of range.

    >>> from py_url.standard import host_parse
    >>> str(TupleOrigin("https", host_parse("h"), 444))
    'https://h:444'
    """

    __module__ = "py_url.standard"  # that users import it from: pickles name it

    __slots__ = ("domain", "host", "port", "scheme")

    scheme: str
    host: Host | None
    port: int | None
    domain: None

    def __init__(self, scheme: str, host: Host | None, port: int | None) -> None:
        if not isinstance(scheme, str) or not (port is None or type(port) is int):
            raise TypeError(f"a str and an int are expected, not {type(scheme).__name__} and {type(port).__name__}")
        if host is not None:
            kind_of(host, "the host of an origin")
        if port is not None and not 0 <= port <= MAX_PORT:
            raise ValueError(f"a port must be from 0 to {MAX_PORT}, not {port}")
        port = None if port == default_port(scheme) else port
        scheme = plain_str(scheme)
        for name, value in (("scheme", scheme), ("host", host), ("port", port), ("domain", None)):
            object.__setattr__(self, name, value)

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError("an origin cannot be changed")

    def __delattr__(self, name: str) -> None:
        raise AttributeError("an origin cannot be changed")

    def _key(self) -> tuple[str, Host | None, int | None]:
        return self.scheme, self.host, self.port

    def __eq__(self, other: object) -> bool:
        return self._key() == other._key() if isinstance(other, TupleOrigin) else NotImplemented

    def __hash__(self) -> int:
        return hash(self._key())

    def __getstate__(self) -> dict[str, object]:
        from py_url.standard.infra.copying import state_of

        return state_of(self, TupleOrigin, {"scheme": self.scheme, "host": self.host, "port": self.port})

    def __setstate__(self, state: object) -> None:
        from py_url.standard.infra.copying import restore

        restore(self, TupleOrigin, state, ("scheme", "host", "port"))

    def __str__(self) -> str:
        host = serialize_host("" if self.host is None else self.host)
        return f"{self.scheme}://{host}" + ("" if self.port is None else f":{self.port}")

    def __repr__(self) -> str:
        return f"{type(self).__name__}({self.scheme!r}, {self.host!r}, {self.port!r})"
