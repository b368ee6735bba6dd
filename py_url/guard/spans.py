"""Where the parts of a URL lie in the string that was given, and which kinds of addresses its host leads to."""

from __future__ import annotations

import re
from typing import NamedTuple

from py_url.api.url import URL
from py_url.guard.addresses import kinds_of_address
from py_url.guard.names import kinds_of_name
from py_url.standard.hosts.ipv4 import IPv4Address
from py_url.standard.hosts.ipv6 import IPv6Address
from py_url.standard.infra.code_points import scalar_value_string
from py_url.standard.infra.showing import userinfo_span, visible

TYPE_CHECKING = False
if TYPE_CHECKING:
    from py_url.standard.hosts.representation import Host

# As the parser reads a URL with a special scheme. It removes tabs and newlines, which may be anywhere. It is compiled
# on first use, as ordinary URLs do not need it; `re` caches it.
_PARTS = (
    r"[\x00-\x20]*(?P<scheme>[A-Za-z][A-Za-z0-9+.\t\n\r-]*)?:?[/\\\t\n\r]*"
    r"(?:(?P<userinfo>[^/\\?#]*)@)?(?P<host>\[[^/\\?#\]]*\]?|[^:/\\?#]*)(?::(?P<port>[^/\\?#]*))?"
)
_SHOWN = 100
_HEXADECIMAL = frozenset("0123456789ABCDEFabcdef")


class Spans(NamedTuple):
    """The spans of parts of a string. That of a part that is not there is the span of the host."""

    scheme: tuple[int, int]
    userinfo: tuple[int, int]
    host: tuple[int, int]
    port: tuple[int, int]
    shows_host: bool = True
    """Whether a message may name the host and the port: a parser may take them for a part of a password."""


def spans_in(string: str) -> Spans:
    """Return the places of an absolute URL's parts in *string*, as the URL Standard reads it."""
    match = re.match(_PARTS, string)
    assert match is not None, "the pattern matches the empty string"
    host = match.span("host")
    spans = {name: match.span(name) if match[name] else host for name in ("scheme", "userinfo", "port")}
    # Nothing before the last "@" that any parser may take for the end of a userinfo.
    return Spans(**spans, host=host, shows_host=host[0] >= userinfo_span(string)[1])


def shown(text: str) -> str:
    """Return a host or a scheme for a message: safe to print, and cut if it is long."""
    text = visible(text)
    return text if len(text) <= _SHOWN else f"{text[:_SHOWN]}…"


def expect_url(url: object) -> str:
    """Return a str or a URL as a plain str of scalar values; raise TypeError for anything else."""
    if isinstance(url, URL):
        return url.href
    if isinstance(url, str):
        return scalar_value_string(url)
    raise TypeError(f"the URL must be a str or a URL, not {type(url).__name__}")


def encoded_in(text: str, characters: str) -> tuple[int, int] | None:
    """Return where a character of a class is percent-encoded in *text*, once or several times, or None.

    Decoding can give the percent sign of another percent-encoded byte, as in "%250D", or one of its digits, as in
    "%%30D".
    """
    if "%" not in text:
        return None
    decoded: list[tuple[str, int]] = []  # each with its start in the text
    for index, char in enumerate(text):
        decoded.append((char, index))
        while len(decoded) > 2 and decoded[-3][0] == "%" and {decoded[-2][0], decoded[-1][0]} <= _HEXADECIMAL:
            start = decoded[-3][1]
            byte = chr(int(decoded[-2][0] + decoded[-1][0], 16))
            if re.match(characters, byte):
                return start, index + 1
            decoded[-3:] = [(byte, start)]
    return None


def kinds_of_host(host: Host, services: frozenset[str]) -> tuple[str, ...]:
    """Return the kinds of addresses that a host leads to, as far as they can be told without DNS; ``()`` if they
    cannot. *services* are the names of services whose names have an address in them.
    """
    if isinstance(host, IPv4Address | IPv6Address):
        return kinds_of_address(host)
    return kinds_of_name(str(host).rstrip("."), services)
