"""§4.5 URL serializing, undone: where each component lies in a serialized URL.

An href is what the URL serializer wrote, never any other string. `split` takes it apart into six strings::

    https://user:pass@example.org:8080/path?query#fragment
    |----|  |-------| |--------------||---||----||-------|
    protocol    |           host        |  search   hash
           credentials               pathname

The getters of the API return them; `web/lib/recognizing.js` finds the same in JavaScript. A URL without a host has
neither "//" nor credentials. If its path begins with "//", there is "/." before the path, which is not part of it. A
lone "?" or "#" is in the href, but in none of the six strings.

A special URL that is its own serialization needs no parser. `fast.canonical` recognizes it with `re`, `fast.automaton`
for JavaScript, `columns.patterns` with RE2, and the guard those on which all parsers agree. What it consists of stands
here alone, and is derived from the standard's tables: the special schemes and the percent-encode sets.
"""

from __future__ import annotations

import re
from functools import cache

from py_url.standard.urls.special_schemes import SPECIAL_SCHEMES

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable
    from typing import TypeAlias

    from py_url.standard.hosts.representation import Host
    from py_url.standard.infra.percent_encoding import PercentEncodeSet
    from py_url.standard.urls.record import URLRecord

    Components: TypeAlias = tuple[str, str, str, str, str, str]

MEMBERS = (
    *("href", "origin", "protocol", "username", "password", "host"),
    *("hostname", "port", "pathname", "search", "hash"),
)
"""The members of a URL object that are strings, in the order of the standard."""

SETTABLE = tuple(name for name in MEMBERS if name != "origin")
"""The members that can be set."""

DEFAULT_PORTS = {
    scheme: "" if port is None else str(port) for scheme, port in SPECIAL_SCHEMES.items() if scheme != "file"
}
"""The special schemes except ``file``, with the digits of their default ports."""


def any_of(schemes: Iterable[str]) -> str:
    """The pattern of one of these schemes, as `re` and RE2 take it: ``https?|wss?|ftp``."""
    schemes = [*schemes]
    secure = {f"{scheme}s" for scheme in schemes}.intersection(schemes)
    # These come first, because most URLs have one of them.
    pairs = [f"{re.escape(scheme)}s?" for scheme in schemes if f"{scheme}s" in secure]
    return "|".join(pairs + [re.escape(name) for name in schemes if name not in secure and f"{name}s" not in secure])


PORT_LENGTH = max({1, 2, 3, 4} - {len(port) for port in DEFAULT_PORTS.values()})
"""How many digits the port of a recognized URL has: as many as no default port has, because an href lacks that. With
five digits it could be too large.
"""

ENDS_OF_DOMAIN = (
    *("[g-wyz_-]", "[g-wyz_-][a-z0-9]", r"\.[a-f][a-z0-9]"),
    *("[g-wyz_-][a-z0-9]{2}", "[g-wyz_-][a-z0-9]{3}", r"[g-wyz_-]\."),
)
"""Patterns of how a lower-case domain may end that does not end in a number.

A number consists of the characters "0" to "9", "a" to "f" and "x", and begins with a digit. So it is enough that one of
the last four characters is another one, or that the last label has two characters and begins with a letter. A "." may
follow.
"""


def printable_outside(*percent_encode_sets: PercentEncodeSet, also: str = "", without: str = "") -> str:
    """The printable ASCII characters that are in none of the sets, or in *also*, and that are not in *without*."""
    printable = map(chr, range(0x21, 0x7F))
    return "".join(
        [c for c in printable if c not in without and (c in also or not any(c in one for one in percent_encode_sets))]
    )


def class_of(characters: str) -> str:
    """The class of these printable ASCII characters, as `re` and RE2 take it."""
    kept = "".join([char if char in characters else " " for char in map(chr, range(0x21, 0x7F))])
    # As ranges, which `re` compiles in less time than single characters.
    runs = filter(None, kept.split(" "))
    ranges = [f"{re.escape(run[0])}-{re.escape(run[-1])}" if len(run) > 1 else re.escape(run) for run in runs]
    return f"[{''.join(ranges)}]"


_SPECIAL_PROTOCOLS = frozenset(f"{scheme}:" for scheme in SPECIAL_SCHEMES)


def split(href: str) -> Components:
    """The protocol, credentials, host, pathname, search and hash of *href*. Each but the credentials, which are
    ``user:pass``, is what the API's getter returns.
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


def _split_other(href: str) -> Components:
    """As `split`, for a URL that is not special."""
    scheme, username, password, hostname, port, pathname, query, fragment = _match(href).groups()
    credentials = f"{username}:{password}" if password else username
    host = hostname if port is None else f"{hostname}:{port}"
    search, hash = query and f"?{query}", fragment and f"#{fragment}"
    return f"{scheme}:", credentials or "", host or "", pathname, search or "", hash or ""


def hostname_and_port(host: str) -> tuple[str, str]:
    """The two parts of a host as the API's host getter returns it. The port is "" if there is none."""
    # The last ":" is the port's, unless it is in an IPv6 address.
    hostname, _, port = host.rpartition(":")
    return (hostname, port) if hostname and not port.endswith("]") else (host, "")


@cache
def _pattern() -> re.Pattern[str]:
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


def _match(href: str) -> re.Match[str]:
    match = _pattern().fullmatch(href)
    assert match is not None, "every serialized URL has this form"
    return match


def to_record(href: str) -> URLRecord:
    """The record that serializes to *href*."""
    # A program that only reads strings needs neither records nor hosts.
    from py_url.standard.urls.record import URLRecord

    scheme, username, password, hostname, port, pathname, query, fragment = _match(href).groups()
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


def host_of(href: str) -> Host | None:
    """The host of the record that serializes to *href*. A record takes many times longer."""
    parts = href.split("/", 3)
    if parts[0] in _SPECIAL_PROTOCOLS:
        return _host(hostname_and_port(parts[2].rpartition("@")[2])[0], True)
    hostname = _match(href)["hostname"]
    return None if hostname is None else _host(hostname, False)


def _host(serialized: str, special: bool) -> Host:
    from py_url.standard.hosts.ipv4 import ends_in_a_number, parse_ipv4
    from py_url.standard.hosts.ipv6 import parse_ipv6
    from py_url.standard.hosts.representation import Domain, OpaqueHost

    if serialized[:1] == "[":
        return parse_ipv6(serialized[1:-1])
    if serialized == "":
        return ""
    if not special:
        return OpaqueHost(serialized)
    return parse_ipv4(serialized) if ends_in_a_number(serialized) else Domain(serialized)
