"""§4.7 Origin, as Secure Contexts judges it: whether an origin is potentially trustworthy.

Takes a URL (str, `URL` or `URLRecord`) or an origin and returns whether it is, without a browser's configuration, which
may make more origins trustworthy. https://www.w3.org/TR/secure-contexts/
"""

from __future__ import annotations

from py_url.standard.hosts.ipv4 import IPv4Address
from py_url.standard.hosts.ipv6 import IPv6Address
from py_url.standard.hosts.representation import Domain
from py_url.standard.infra.validation import Failure
from py_url.standard.urls.html_origin import OpaqueOrigin, TupleOrigin
from py_url.standard.urls.origin import origin
from py_url.standard.urls.parser import HasRecord, record_of, run_parser
from py_url.standard.urls.record import URLRecord, serialize_path

TYPE_CHECKING = False
if TYPE_CHECKING:
    from py_url.standard.hosts.representation import Host


def is_potentially_trustworthy(url: str | URLRecord | HasRecord | TupleOrigin | OpaqueOrigin) -> bool:
    """Secure Contexts §3.1 and §3.2: return whether *url*, a URL or an origin, is *potentially trustworthy*.

    These are: https and wss; an origin of any scheme on a loopback address (127.0.0.0/8, ::1), on ``localhost`` or on
    its subdomains, and so ftp, http and ws URLs there, while a URL that is not special has no such origin; file URLs;
    ``data:`` URLs; ``about:blank`` and ``about:srcdoc``. A blob URL is trustworthy if the URL in its path is.

    https://www.w3.org/TR/secure-contexts/#is-origin-trustworthy and
    https://www.w3.org/TR/secure-contexts/#is-url-trustworthy

    Raises:
        InvalidURL: For a str that does not parse.
        TypeError: For any other type.

    >>> is_potentially_trustworthy("http://localhost/")
    True
    """
    if isinstance(url, OpaqueOrigin):
        return False
    if isinstance(url, TupleOrigin):
        return url.scheme in ("https", "wss", "file") or _is_loopback(url.host)
    record = record_of(url)
    if record.scheme == "about" and record.path in ("blank", "srcdoc"):
        return True
    if record.scheme == "blob":
        try:
            record = run_parser(serialize_path(record))
        except Failure:
            return False
        if record.scheme not in ("http", "https", "file"):
            return False
    # The origin of a file URL is opaque here, so it cannot be used.
    return record.scheme in ("data", "file") or is_potentially_trustworthy(origin(record))


def _is_loopback(host: Host | None) -> bool:
    if isinstance(host, IPv4Address):
        return host >> 24 == 127
    if isinstance(host, IPv6Address):
        return int(host) == 1
    return isinstance(host, Domain) and f".{host}".removesuffix(".").endswith(".localhost")
