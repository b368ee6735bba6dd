"""WebSocket URLs, by RFC 6455 §3 and the WebSockets Standard; and who may open them, by Fetch and Mixed Content.

See https://www.rfc-editor.org/rfc/rfc6455#section-3, https://websockets.spec.whatwg.org/,
https://fetch.spec.whatwg.org/#concept-main-fetch and https://w3c.github.io/webappsec-mixed-content/.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from typing import Literal, NamedTuple

from py_url.api.url import URL
from py_url.specs.grammar import TCHARS, InvalidSyntax, end_of_authority, find
from py_url.specs.rfc3986.reference import Reference
from py_url.standard.hosts.host import host_parse, serialize_host
from py_url.standard.hosts.representation import Domain
from py_url.standard.infra.arguments import expect_one_of, expect_str
from py_url.standard.infra.showing import quoted
from py_url.standard.urls.html_origin import OpaqueOrigin, TupleOrigin
from py_url.standard.urls.origin import origin as origin_of
from py_url.standard.urls.parser import HasRecord, parse_or_raise, record_of
from py_url.standard.urls.record import URLRecord, clone, serialize, serialize_path
from py_url.standard.urls.same_site import HasOrigin
from py_url.standard.urls.special_schemes import default_port
from py_url.standard.urls.trustworthy import is_potentially_trustworthy

__all__ = [
    "BAD_PORTS",
    "Components",
    "constructor_url",
    "effective_url",
    "may_open",
    "parse_components",
    "parse_uri",
    "request_url",
    "websocket_url",
    "why_blocked",
]

_SECURE = {"ws": False, "wss": True}
_TO_HTTP = {"ws": "http", "wss": "https"}
_FROM_HTTP = {"http": "ws", "https": "wss"}
# RFC 6455 §4.1 requires a subprotocol to be a token.
_TOKEN = re.compile(TCHARS)
_WS_OR_WSS = re.compile("(wss?):", re.IGNORECASE | re.ASCII)

#: The *bad ports* of Fetch, to which no http request may go: https://fetch.spec.whatwg.org/#bad-port.
BAD_PORTS = frozenset(
    {
        *(0, 1, 7, 9, 11, 13, 15, 17, 19, 20, 21, 22, 23, 25, 37, 42, 43, 53, 69, 77, 79, 87, 95, 101, 102, 103, 104),
        *(109, 110, 111, 113, 115, 117, 119, 123, 135, 137, 139, 143, 161, 179, 389, 427, 465, 512, 513, 514, 515, 526),
        *(530, 531, 532, 540, 548, 554, 556, 563, 587, 601, 636, 989, 990, 993, 995, 1719, 1720, 1723, 2049, 3659),
        *(4045, 4190, 5060, 5061, 6000, 6566, 6665, 6666, 6667, 6668, 6669, 6679, 6697, 10080),
    }
)


class Components(NamedTuple):
    """The components of a WebSocket URL: the serialized *host*, the *port*, the *resource_name* and the flag *secure*.

    The host is as in the URL: that of ``ws://[::1]/`` is ``[::1]``. A socket needs an IPv6 address without its
    brackets, ``host.strip("[]")``.
    """

    host: str
    port: int
    resource_name: str
    secure: bool

    @property
    def host_header(self) -> str:
        """The ``Host`` header of the handshake (RFC 6455 §4.1): the host, and the port if it is not the default."""
        port = default_port("wss" if self.secure else "ws")
        return self.host if self.port == port else f"{self.host}:{self.port}"


def parse_uri(string: str, *, iri: bool = False) -> Reference:
    """Parse a WebSocket URI strictly by the grammar of RFC 6455 §3, and return its parts as written.

    The grammar is that of ``ws-URI`` and ``wss-URI``, with the host, port, path and query of RFC 3986: there is a
    ``//``, no userinfo and no fragment, and every character is ASCII. A WebSocket also needs a host that is not empty,
    to connect to. If *iri* is true, *string* is an IRI, which is first mapped to a URI (RFC 3987 §3.1), its host by
    IDNA.

    With *iri*, also raises the errors of `py_url.specs.rfc3986.iri_to_uri`.

    Raises:
        TypeError: If *string* is not a str.
        InvalidSyntax: If it breaks the grammar; its ``rule`` is the production: ``ws-URI``, ``wss-URI``, ``host``,
            ``port``, ``path-abempty`` or ``query``.

    >>> parse_uri("ws://h/a").host
    'h'
    """
    from py_url.specs.rfc3986.iri import iri_to_uri
    from py_url.specs.rfc3986.reference import parse

    uri = expect_str(string, "the WebSocket URI")
    if iri:
        uri = iri_to_uri(uri, host="idna")
    match = _WS_OR_WSS.match(uri)
    if match is None:
        raise InvalidSyntax(uri, "ws-URI", 0, "expected 'ws:' or 'wss:'")
    rule, start = f"{match[1].lower()}-URI", match.end() + 2
    if not uri.startswith("//", match.end()):
        raise InvalidSyntax(uri, rule, match.end(), "expected '//'")
    if "#" in uri:
        raise InvalidSyntax(uri, rule, uri.index("#"), "expected no fragment; write '%23' for '#'")
    authority_end = end_of_authority(uri, start)
    at_sign = uri.rfind("@", start, authority_end)
    if at_sign >= 0:
        raise InvalidSyntax(uri, rule, at_sign, "expected no userinfo; remove it and the '@'")
    try:
        reference = parse(uri, "URI")
    except InvalidSyntax as error:
        production = _production_at(uri, error.offset, start, authority_end)
        raise InvalidSyntax(uri, production, error.offset, error.expected) from None
    if not reference.host:
        raise InvalidSyntax(uri, "host", start, "expected a host")
    return reference


def _production_at(uri: str, offset: int, start: int, authority_end: int) -> str:
    """Return the name of the production to which *offset* of a WebSocket URI belongs."""
    if offset <= authority_end:
        after_address = find(uri, "]", start, authority_end) if uri.startswith("[", start) else start
        return "port" if offset > find(uri, ":", after_address, authority_end) else "host"
    return "path-abempty" if offset <= find(uri, "?", authority_end, len(uri)) else "query"


def parse_components(
    url: str | URLRecord | HasRecord, *, procedure: Literal["HTML", "RFC 6455"] = "HTML", iri: bool = False
) -> Components:
    """Parse the components of a WebSocket URL.

    With *procedure* ``"RFC 6455"``, *url* must follow the grammar of that RFC, as `parse_uri` says; a URL that is not a
    str is serialized. If *iri* is true too, *url* may be an IRI, which is mapped to a URI first. An empty query is left
    out of the resource name (§3: "if the query component is non-empty"), as in the WebSockets Standard. With ``HTML``,
    an earlier text of that standard, it is kept, as browsers do. In both, the components are those that the URL
    Standard's parser gives.

    With ``RFC 6455``, raises the errors of `parse_uri`.

    Raises:
        InvalidURL: For a str that does not parse or is relative.
        TypeError: If *url* has another type.
        ValueError: For a scheme other than ws and wss, for a fragment, even an empty one, and for another procedure.

    >>> parse_components("ws://h/a?")
    Components(host='h', port=80, resource_name='/a?', secure=False)
    """
    expect_one_of(procedure, ("HTML", "RFC 6455"), "the procedure")
    if procedure == "RFC 6455":
        url = str(parse_uri(url if isinstance(url, str) else serialize(record_of(url, "WebSocket URL")), iri=iri))
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

    A browser throws a "SyntaxError" for all of these except a wrong type.

    Raises:
        InvalidURL: If *url* or *base* does not parse.
        TypeError: If an argument has another type.
        ValueError: For another scheme, for a fragment, and if one of *protocols* is not a token or occurs twice.

    >>> constructor_url("/chat", "https://h/a")
    URL('wss://h/chat')
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
            raise ValueError(f"the subprotocol {quoted(protocol)} must be made of letters, digits and !#$%&'*+-.^_`|~")
        if protocol in seen:
            raise ValueError(f"the subprotocol {quoted(protocol)} is given twice")
        seen.add(protocol)


def request_url(url: str | URLRecord | HasRecord) -> URL:
    """Return the http or https URL that is fetched to connect to *url*, a ws or wss URL.

    This is step 1 of *Establish a WebSocket connection*. Because of it, HSTS, Mixed Content and
    Upgrade-Insecure-Requests apply to WebSockets. Its origin is the origin of the resource, while the origin of the ws
    or wss URL itself has the scheme ws or wss (URL Standard §4.7).

    Raises:
        InvalidURL: For a str that does not parse.
        ValueError: For another scheme and for a fragment.
        TypeError: If *url* has another type.

    >>> request_url("wss://h/a")
    URL('https://h/a')
    """
    record = clone(record_of(url, "WebSocket URL"))
    _refuse_what_is_no_websocket_url(record)
    record.scheme = _TO_HTTP[record.scheme]
    return URL(serialize(record))


def websocket_url(url: str | URLRecord | HasRecord) -> URL:
    """Return the ws or wss URL of *url*, an http or https URL, as after an upgrade: the inverse of `request_url`.

    Raises:
        InvalidURL: For a str that does not parse.
        ValueError: For another scheme and for a fragment.
        TypeError: If *url* has another type.

    >>> websocket_url("https://h/a")
    URL('wss://h/a')
    """
    record = clone(record_of(url))
    if record.scheme not in _FROM_HTTP:
        raise ValueError(f"the URL must have the scheme http or https, not {record.scheme!r:.50}")
    record.scheme = _FROM_HTTP[record.scheme]
    _refuse_what_is_no_websocket_url(record)
    return URL(serialize(record))


def effective_url(
    url: str | URLRecord | HasRecord,
    *,
    hsts: Mapping[str, bool] | None = None,
    upgrade_insecure_requests: bool = False,
) -> URL:
    """Return the ws or wss URL to which a browser connects for *url* (Fetch §4.1 *main fetch*).

    A ws URL becomes a wss URL in two cases. If *upgrade_insecure_requests* is true, the page has the Content Security
    Policy directive of that name; it does not apply to URLs that are potentially trustworthy anyway, such as those of
    localhost. *hsts* maps the domains of known HSTS hosts to whether they include their subdomains (RFC 6797 §8.2); no
    list is built in. Port 80 becomes 443; any other stays.

    Raises:
        InvalidURL: For a str that does not parse, also in *hsts*.
        ValueError: For another scheme and for a fragment.
        TypeError: If an argument has another type.

    >>> effective_url("ws://a.h.example", hsts={"h.example": True})
    URL('wss://a.h.example/')
    """
    if not isinstance(hsts, Mapping | None):
        raise TypeError(f"hsts must be a mapping of domains to bools, not {type(hsts).__name__}")
    record = clone(record_of(url, "WebSocket URL"))
    request = request_url(record)
    upgrade = upgrade_insecure_requests and not is_potentially_trustworthy(request)
    if record.scheme == "ws" and (upgrade or _is_known_hsts_host(request, {} if hsts is None else hsts)):
        record.scheme = "wss"
    return URL(serialize(record))


def _is_known_hsts_host(request: URL, hsts: Mapping[str, bool]) -> bool:
    """Whether a URL's host is a domain in *hsts*, or a subdomain of one there that includes them."""
    host = request.to_record().host
    domain = str(host).removesuffix(".")
    if not isinstance(host, Domain) or f".{domain}".endswith(".localhost"):
        return False
    for name, with_subdomains in hsts.items():
        known = (name.lower() if name.isascii() else str(host_parse(name))).removesuffix(".")
        if domain == known or (with_subdomains and domain.endswith(f".{known}")):
            return True
    return False


def why_blocked(
    url: str | URLRecord | HasRecord,
    page: HasOrigin,
    *,
    ancestors: Iterable[HasOrigin] = (),
    upgrade_insecure_requests: bool = False,
) -> Literal["bad port", "mixed content"] | None:
    """Return why a browser blocks the WebSocket *url* that a page opens, or None if it does not (Fetch §4.1, step 7).

    *page* is the origin of the page, or a URL with that origin; *ancestors* are those of the pages that contain it in
    frames. The str ``"null"`` is an opaque origin. Insecure WebSockets are mixed content if one of these origins is
    potentially trustworthy. With *upgrade_insecure_requests*, the URL is first changed as `effective_url` says. HSTS is
    no help: Fetch applies it after this check.

    Raises:
        InvalidURL: For a str that does not parse.
        ValueError: For another scheme than ws and wss and for a fragment.
        TypeError: If an argument has another type.

    >>> why_blocked("ws://h.example", "https://h.example")
    'mixed content'
    """
    if isinstance(ancestors, str | bytes) or not isinstance(ancestors, Iterable):
        raise TypeError(f"ancestors must be an iterable of origins, not {type(ancestors).__name__}")
    origins = [_origin_of(one) for one in (page, *ancestors)]
    request = request_url(effective_url(url, upgrade_insecure_requests=upgrade_insecure_requests))
    if request.to_record().port in BAD_PORTS:
        return "bad port"
    is_mixed = any(map(is_potentially_trustworthy, origins)) and not is_potentially_trustworthy(request)
    return "mixed content" if is_mixed else None


def may_open(
    url: str | URLRecord | HasRecord,
    page: HasOrigin,
    *,
    ancestors: Iterable[HasOrigin] = (),
    upgrade_insecure_requests: bool = False,
) -> bool:
    """Return whether a browser lets a page open a WebSocket.

    *url*, *page*, *ancestors* and *upgrade_insecure_requests* are those of `why_blocked`, which raises the same errors.

    >>> may_open("ws://h.example", "https://h.example")
    False
    """
    return why_blocked(url, page, ancestors=ancestors, upgrade_insecure_requests=upgrade_insecure_requests) is None


def _origin_of(page: HasOrigin) -> TupleOrigin | OpaqueOrigin:
    if isinstance(page, TupleOrigin | OpaqueOrigin):
        return page
    return OpaqueOrigin() if page == "null" else origin_of(record_of(page, "origin of a page"))
