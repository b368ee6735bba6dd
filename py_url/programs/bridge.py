"""The functions that `web/py_url.js` calls. They take strings and return strings or booleans, because a proxy for a
Python object would be slow.

A URL is returned as a *packed URL*: its offsets, ``|``, its origin, a newline and its href. The offsets are twelve
decimal numbers, at which JavaScript slices the href (see `_pack`). The origin is empty if it consists of the protocol,
``//`` and the host, so that JavaScript can build it. For a string that does not parse, the result is ``!`` and the
error message.

A list of pairs is a single string: its names and values in turn, separated by a lone surrogate, which a scalar value
string cannot contain.
"""

from __future__ import annotations

import re

from py_url.search_params import URLSearchParams
from py_url.standard.infra.validation import InvalidURL
from py_url.standard.urlencoded import parse_urlencoded, serialize_list
from py_url.standard.urls import components
from py_url.standard.urls.origin import TUPLE_ORIGIN_SCHEMES
from py_url.url import URL, href_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

SEPARATOR = "\ud800"


# A URL with a special scheme other than file, without credentials, whose host is not an IPv6 address.
_PLAIN = re.compile(r"(?:https?|wss?|ftp)(:)//([^/:@\[]++)(?::([0-9]++)|)(/[^?#]*+)(\?[^#]*+|)").match


def parse(url: str, base: str | None = None) -> str:
    """Parse *url* relative to *base*, if there is one, and return the packed URL, or ``!`` and the error message."""
    try:
        return _pack(href_of(url, base))
    except InvalidURL as error:
        return f"!{error.on_one_line()}"


def can_parse(url: str, base: str | None = None) -> bool:
    """Whether *url* parses, relative to *base* if there is one."""
    return URL.can_parse(url, base)


def parse_all(urls: str, base: str | None = None) -> str:
    """Parse each of the joined strings *urls* relative to *base*; return the joined hrefs, with ``!`` and the error
    message in place of those that do not parse.
    """
    return SEPARATOR.join([_href_or_error(url, base) for url in urls.split(SEPARATOR)])


def _href_or_error(url: str, base: str | None) -> str:
    try:
        return href_of(url, base)
    except InvalidURL as error:
        return f"!{error.on_one_line()}"


def set_member(href: str, member: str, value: str) -> str:
    """Set *member*, which is not ``"href"``, of the URL *href* to *value*, and return the packed URL."""
    url = URL._of_href(href)
    setattr(url, member, value)
    return _pack(url.href)


def update(href: str, pairs: str) -> str:
    """Replace the query of the URL *href* with *pairs*, and return the packed URL."""
    url = URL._of_href(href)
    url._set_query(serialize_list(_split_pairs(pairs)))
    return _pack(url.href)


def parse_pairs(string: str) -> str:
    """Parse an ``application/x-www-form-urlencoded`` string and return its pairs."""
    return _join_pairs(parse_urlencoded(string))


def serialize_pairs(pairs: str) -> str:
    """Serialize *pairs* to an ``application/x-www-form-urlencoded`` string."""
    return serialize_list(_split_pairs(pairs))


def sort_pairs(pairs: str) -> str:
    """Return the pairs sorted by name."""
    params = URLSearchParams(_split_pairs(pairs))
    params.sort()
    return _join_pairs(params)


def _pack(href: str) -> str:
    if plain := _PLAIN(href):
        _, (_, scheme), (name, name_end), (port, port_end), (path, path_end), (_, query_end) = plain.regs
        if port < 0:
            port = port_end = name_end
        return (
            f"{scheme} {scheme} {scheme} {scheme} {scheme} {name} {name_end} {port} {port_end} "
            f"{path} {path_end} {query_end}|\n{href}"
        )
    match = components.match(href)
    scheme_end = match.end("scheme") + 1
    pathname, pathname_end = match.span("pathname")
    # A component that is null is an empty slice at the end of the component before it.
    username, username_end = match.span("username") if match["username"] is not None else (scheme_end, scheme_end)
    password, password_end = match.span("password") if match["password"] is not None else (scheme_end, scheme_end)
    hostname, hostname_end = match.span("hostname") if match["hostname"] is not None else (scheme_end, scheme_end)
    port, host_end = match.span("port") if match["port"] is not None else (hostname_end, hostname_end)
    search_end = match.end("query") if match["query"] is not None else pathname_end
    origin = "" if match["scheme"] in TUPLE_ORIGIN_SCHEMES else URL._of_href(href).origin
    return (
        f"{scheme_end} {username} {username_end} {password} {password_end} {hostname} {hostname_end} {port} {host_end} "
        f"{pathname} {pathname_end} {search_end}|{origin}\n{href}"
    )


def _split_pairs(pairs: str) -> list[tuple[str, str]]:
    if not pairs:
        return []
    strings = iter(pairs.split(SEPARATOR))
    return list(zip(strings, strings, strict=True))


def _join_pairs(pairs: Iterable[tuple[str, str]]) -> str:
    return SEPARATOR.join([string for pair in pairs for string in pair])
