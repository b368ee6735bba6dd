"""WebSocket URLs, by RFC 6455 §3 and the WebSockets Standard.

See https://www.rfc-editor.org/rfc/rfc6455#section-3 and https://websockets.spec.whatwg.org/.
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
# RFC 6455 §4.1 requires a subprotocol to be a token.
_TOKEN = re.compile(TCHARS)


class Components(NamedTuple):
    """The components of a WebSocket URL: the serialized host, the port, the resource name and the secure flag.

    ``host`` is as in the URL: the host of ``ws://[::1]/`` is ``[::1]``. A socket takes an IPv6 address without its
    brackets, ``host.strip("[]")``.
    """

    host: str
    port: int
    resource_name: str
    secure: bool

    @property
    def host_header(self) -> str:
        """The value of the handshake's ``Host`` header: the host, and the port if it is not the default (RFC 6455
        §4.1).
        """
        port = default_port("wss" if self.secure else "ws")
        return self.host if self.port == port else f"{self.host}:{self.port}"


def parse_components(
    url: str | URLRecord | HasRecord, *, procedure: Literal["HTML", "RFC 6455"] = "HTML"
) -> Components:
    """Parse the components of a WebSocket URL: ``parse_components("ws://h/a?") == ("h", 80, "/a?", False)``.

    *procedure* matters only for an empty query. ``RFC 6455`` leaves it out of the resource name (§3: "if the query
    component is non-empty"), as the WebSockets Standard does. ``HTML``, an earlier text of that standard, keeps it, and
    so do browsers.

    Raises InvalidURL for a str that does not parse or is relative, and TypeError if *url* has another type. Raises
    ValueError for a scheme other than ws and wss, for a fragment, even an empty one, and for another procedure.
    """
    expect_one_of(procedure, ("HTML", "RFC 6455"), "the procedure")
    record = record_of(url, "WebSocket URL")
    _refuse_what_is_no_websocket_url(record)
    port = default_port(record.scheme) if record.port is None else record.port
    assert record.host is not None, "a WebSocket URL has a host"
    assert port is not None, "ws and wss have default ports"
    resource_name = serialize_path(record) or "/"
    if record.query or (record.query is not None and procedure == "HTML"):
        resource_name += f"?{record.query}"
    return Components(serialize_host(record.host), port, resource_name, _SECURE[record.scheme])


def constructor_url(
    url: str | URL, base: str | URLRecord | HasRecord | None = None, protocols: str | Sequence[str] = ()
) -> URL:
    """Return the URL that ``new WebSocket(url, protocols).url`` is in a browser.

    *base* is the API base URL. The scheme http becomes ws, and https becomes wss. The query is encoded as UTF-8,
    whatever the encoding of the document.

    Raises InvalidURL if *url* or *base* does not parse, and TypeError if an argument has another type. Raises
    ValueError for another scheme, for a fragment, and if one of *protocols* is not a token or is given twice. A browser
    throws a "SyntaxError" for all of these except a wrong type.
    """
    base_record = None if base is None else record_of(base, "base URL")
    string = url.href if isinstance(url, URL) else expect_str(url, "the WebSocket URL")
    record = parse_or_raise(string, base_record, "WebSocket URL")
    record.scheme = _FROM_HTTP.get(record.scheme, record.scheme)
    _refuse_what_is_no_websocket_url(record)
    _check_protocols(protocols)
    return URL.from_record(record)


def _refuse_what_is_no_websocket_url(record: URLRecord) -> None:
    if record.scheme not in _SECURE:
        raise ValueError(f"a WebSocket URL must have the scheme ws or wss, not {record.scheme!r:.50}")
    if record.host in (None, "") or isinstance(record.path, str):
        raise ValueError("a WebSocket URL must have a host and a path of segments")
    if record.fragment is not None:
        raise ValueError("a WebSocket URL must not have a fragment, not even an empty one; write '#' as '%23'")


def _check_protocols(protocols: str | Sequence[str]) -> None:
    seen = set()
    if not isinstance(protocols, str | list | tuple):
        raise TypeError(f"protocols must be a str or a list of them, not {type(protocols).__name__}")
    for protocol in [protocols] if isinstance(protocols, str) else protocols:
        if not _TOKEN.fullmatch(expect_str(protocol, "a subprotocol")):
            raise ValueError(f"the subprotocol {protocol!r:.50} must be made of letters, digits and !#$%&'*+-.^_`|~")
        if protocol in seen:
            raise ValueError(f"the subprotocol {protocol!r:.50} is given twice")
        seen.add(protocol)


def request_url(url: str | URLRecord | HasRecord) -> URL:
    """Return the http or https URL that is fetched to connect to a ws or wss URL (*Establish a WebSocket connection*,
    step 1).

    Because of it, HSTS, Mixed Content and Upgrade-Insecure-Requests apply to WebSockets. Its origin is the origin of
    the resource, while the origin of the ws or wss URL itself has the scheme ws or wss (URL Standard §4.7).

    Raises InvalidURL for a str that does not parse, ValueError for another scheme and for a fragment, and TypeError if
    *url* has another type.
    """
    record = clone(record_of(url, "WebSocket URL"))
    _refuse_what_is_no_websocket_url(record)
    record.scheme = _TO_HTTP[record.scheme]
    return URL(serialize(record))


def websocket_url(url: str | URLRecord | HasRecord) -> URL:
    """Return the ws or wss URL of an http or https URL, for example after an upgrade: the inverse of `request_url`.

    Raises InvalidURL for a str that does not parse, ValueError for another scheme and for a fragment, and TypeError if
    *url* has another type.
    """
    record = clone(record_of(url))
    if record.scheme not in _FROM_HTTP:
        raise ValueError(f"the URL must have the scheme http or https, not {record.scheme!r:.50}")
    record.scheme = _FROM_HTTP[record.scheme]
    _refuse_what_is_no_websocket_url(record)
    return URL(serialize(record))
