"""§4.5, read backwards: where each component lies in a serialized URL.

In: an href, as the URL serializer wrote it (never any other string). Out: its parts, by one match::

    https://user:pass@example.org:8080/path?query#fragment
    ------  ---- ---- ----------- ---- ---- ------ --------
    protocol |    |   hostname    port |    search  hash
         username password         pathname

Beside a host the path begins with "/"; without one, "/." before a path that begins with "//" is not part of it.
"""

from __future__ import annotations

import re
from functools import cache

from py_url.standard.hosts.ipv4 import ends_in_a_number, parse_ipv4
from py_url.standard.hosts.ipv6 import parse_ipv6
from py_url.standard.hosts.representation import Domain, Host, OpaqueHost
from py_url.standard.urls.record import SPECIAL_SCHEMES, URLRecord

_SPECIAL_PROTOCOLS = frozenset(f"{scheme}:" for scheme in SPECIAL_SCHEMES)


@cache
def _href() -> re.Pattern[str]:
    """A serialized URL. A group that did not take part (None) is a null component; "" is an empty one."""
    return re.compile(
        r"""
        (?P<scheme> [^:]*+ ) :
        (?: //
            (?: (?P<username> [^:@/?\#]*+ ) (?: : (?P<password> [^@/?\#]*+ ) )? @ )?
            (?P<hostname> \[ [^\]]*+ \] | [^:/?\#]*+ )
            (?: : (?P<port> [0-9]++ ) )?
          | /\. (?= // )
        )?
        (?P<pathname> [^?\#]*+ )
        (?: \? (?P<query> [^\#]*+ ) )?
        (?: \# (?P<fragment> .*+ ) )?
        """,
        re.VERBOSE | re.DOTALL,
    )


def match(href: str) -> re.Match[str]:
    """The components of *href*, as the groups scheme, username, password, hostname, port, pathname, query, fragment."""
    match = _href().fullmatch(href)
    assert match is not None, "every serialized URL has this form"
    return match


def split(href: str) -> tuple[str, str, str, str, str, str]:
    """The protocol, credentials, host, pathname, search and hash of *href*, each "" where the API's getter gives that.

    The credentials are what stands before the "@", as ``user:pass``.
    """
    parts = href.split("/", 3)
    if parts[0] not in _SPECIAL_PROTOCOLS:
        return _split_other(href)
    # Two slashes, the authority, and a path that begins with a slash: a special URL has nothing else.
    protocol, _, host, path = parts
    credentials = search = hash = ""
    if "@" in host:
        credentials, _, host = host.partition("@")
    if "#" in path:
        path, _, hash = path.partition("#")
        if hash:
            hash = f"#{hash}"
    if "?" in path:
        path, _, search = path.partition("?")
        if search:
            search = f"?{search}"
    return protocol, credentials, host, f"/{path}", search, hash


def _split_other(href: str) -> tuple[str, str, str, str, str, str]:
    """As `split`, for a URL that is not special."""
    scheme, username, password, hostname, port, pathname, query, fragment = match(href).groups()
    credentials = f"{username}:{password}" if password else username
    host = hostname if port is None else f"{hostname}:{port}"
    search, hash = query and f"?{query}", fragment and f"#{fragment}"
    return f"{scheme}:", credentials or "", host or "", pathname, search or "", hash or ""


def hostname_and_port(host: str) -> tuple[str, str]:
    """The parts of a host as the API's host getter gives it; the port is "" where there is none."""
    # The last ":" is the port's, unless it is in an IPv6 address.
    hostname, _, port = host.rpartition(":")
    return (hostname, port) if hostname and not port.endswith("]") else (host, "")


def to_record(components: re.Match[str]) -> URLRecord:
    """The record whose serialization was matched, giving *components*."""
    scheme, username, password, hostname, port, pathname, query, fragment = components.groups()
    url = URLRecord()
    url.scheme = scheme
    url.username = username or ""
    url.password = password or ""
    url.host = None if hostname is None else _host(hostname, scheme in SPECIAL_SCHEMES)
    url.port = None if port is None else int(port)
    if pathname[:1] == "/":
        url.path = pathname[1:].split("/")
    elif hostname is None:
        url.path = pathname
    url.query = query
    url.fragment = fragment
    return url


def _host(serialized: str, special: bool) -> Host:
    """The host that serializes to *serialized*."""
    if serialized[:1] == "[":
        return parse_ipv6(serialized[1:-1])
    if serialized == "":
        return ""
    if not special:
        return OpaqueHost(serialized)
    return parse_ipv4(serialized) if ends_in_a_number(serialized) else Domain(serialized)
