"""WebSocket URLs: RFC 6455 §3, and the URL part of the WebSockets Standard.

In: a URL of the scheme ws or wss; to the constructor steps also one of http or https, and a relative one. Out: what the
connection and its handshake are made of; or the URL that a `WebSocket` object has.
"""

from __future__ import annotations

import re
from typing import NamedTuple

from py_url.grammar import TCHARS, expect_one_of, expect_str
from py_url.standard.hosts.host import serialize_host
from py_url.standard.urls.parser import parse_or_raise, record_of
from py_url.standard.urls.record import clone, serialize, serialize_path
from py_url.standard.urls.special_schemes import default_port
from py_url.url import URL

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Literal

    from py_url.standard.urls.parser import HasRecord
    from py_url.standard.urls.record import URLRecord

_SECURE = {"ws": False, "wss": True}
_TO_HTTP = {"ws": "http", "wss": "https"}
_FROM_HTTP = {"http": "ws", "https": "wss"}
# What RFC 6455 §4.1 wants a subprotocol to be.
_TOKEN = re.compile(TCHARS)


class Components(NamedTuple):
    """A WebSocket URL's components: the host, serialized; the port; the resource name; and the secure flag."""

    host: str
    port: int
    resource_name: str
    secure: bool

    @property
    def host_header(self) -> str:
        """RFC 6455 §4.1 The value of the handshake's ``Host``: the host, and the port where it is not the default."""
        port = default_port("wss" if self.secure else "ws")
        return self.host if self.port == port else f"{self.host}:{self.port}"


def parse_components(
    url: str | URLRecord | HasRecord, *, procedure: Literal["HTML", "RFC 6455"] = "HTML"
) -> Components:
    """*Parse a WebSocket URL's components*: ``parse_components("ws://h/a?") == ("h", 80, "/a?", False)``.

    The two procedures differ in an empty query, which ``RFC 6455`` (§3: "if the query component is non-empty") leaves
    out of the resource name, and the later one of ``HTML`` does not. The WebSockets Standard, whose text is from HTML,
    leaves it out again; browsers send it.

    Raises InvalidURL for a string that does not parse, relative ones among them; ValueError for a scheme other than ws
    and wss, for a fragment, an empty one too, and for another procedure; TypeError for another type.
    """
    expect_one_of(procedure, ("HTML", "RFC 6455"), "a procedure")
    record = record_of(url, "WebSocket URL")
    _refuse_what_is_no_websocket_url(record)
    port = default_port(record.scheme) if record.port is None else record.port
    assert record.host is not None, "what has none is refused"
    assert port is not None, "ws and wss have default ports"
    resource_name = serialize_path(record) or "/"
    if record.query or (record.query is not None and procedure == "HTML"):
        resource_name += f"?{record.query}"
    return Components(serialize_host(record.host), port, resource_name, _SECURE[record.scheme])


def constructor_url(
    url: str | URL, base: str | URLRecord | HasRecord | None = None, protocols: str | Sequence[str] = ()
) -> URL:
    """The constructor steps of `WebSocket`, as far as they concern the URL: what ``new WebSocket(url).url`` is.

    *base* is the API base URL. http becomes ws, and https wss. The query is UTF-8, whatever a document's encoding is.

    Where the constructor throws a "SyntaxError" this raises InvalidURL, for a *url* that does not parse, or ValueError,
    for another scheme, for a fragment, and for *protocols* of which one is no token or is there twice. Raises TypeError
    for an argument of another type, and InvalidURL for a base URL that does not parse.
    """
    base_record = None if base is None else record_of(base, "base URL")
    string = url.href if isinstance(url, URL) else expect_str(url, "a WebSocket URL")
    record = parse_or_raise(string, base_record, "WebSocket URL")
    record.scheme = _FROM_HTTP.get(record.scheme, record.scheme)
    _refuse_what_is_no_websocket_url(record)
    _check_protocols(protocols)
    return URL.from_record(record)


def _refuse_what_is_no_websocket_url(record: URLRecord) -> None:
    if record.scheme not in _SECURE:
        raise ValueError(f"a WebSocket URL has the scheme ws or wss, not {record.scheme!r:.50}")
    if record.host in (None, "") or isinstance(record.path, str):
        raise ValueError("a WebSocket URL has a host and a path of segments, which this record lacks")
    if record.fragment is not None:
        raise ValueError("a WebSocket URL has no fragment, not even an empty one; write '#' as '%23'")


def _check_protocols(protocols: str | Sequence[str]) -> None:
    seen = set()
    if not isinstance(protocols, str | list | tuple):
        raise TypeError(f"protocols is a str or a list of them, not {type(protocols).__name__}")
    for protocol in [protocols] if isinstance(protocols, str) else protocols:
        if not _TOKEN.fullmatch(expect_str(protocol, "a subprotocol")):
            raise ValueError(f"the subprotocol {protocol!r:.50} is no token of RFC 9110")
        if protocol in seen:
            raise ValueError(f"the subprotocol {protocol!r:.50} is there twice")
        seen.add(protocol)


def request_url(url: str | URLRecord | HasRecord) -> URL:
    """*Establish a WebSocket connection*, step 1: the http or https URL that is fetched for a ws or wss URL.

    It is why HSTS, Mixed Content and Upgrade-Insecure-Requests apply. Its origin is the origin of the resource there;
    that of the ws or wss URL itself, by the URL Standard §4.7, has the scheme ws or wss.

    Raises InvalidURL for a string that does not parse, ValueError for another scheme and for a fragment, TypeError for
    another type.
    """
    record = clone(record_of(url, "WebSocket URL"))
    _refuse_what_is_no_websocket_url(record)
    record.scheme = _TO_HTTP[record.scheme]
    return URL(serialize(record))


def websocket_url(url: str | URLRecord | HasRecord) -> URL:
    """The ws or wss URL of an http or https URL, as after HSTS or an upgrade: the inverse of `request_url`.

    Raises InvalidURL for a string that does not parse, ValueError for another scheme and for a fragment, TypeError for
    another type.
    """
    record = clone(record_of(url))
    if record.scheme not in _FROM_HTTP:
        raise ValueError(f"an http or https URL is expected, not one of the scheme {record.scheme!r:.50}")
    record.scheme = _FROM_HTTP[record.scheme]
    _refuse_what_is_no_websocket_url(record)
    return URL(serialize(record))
