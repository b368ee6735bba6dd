"""The functions that the JavaScript classes in `web/lib` call. They take strings and return strings or booleans,
because a proxy for a Python object would be slow.

A URL is returned as a *packed URL*: its offsets, ``|``, its origin, a newline and its href. The offsets are twelve
decimal numbers, at which JavaScript slices the href (see `components.offsets`). The origin is empty if it consists of
the protocol, ``//`` and the host, so that JavaScript can build it. For a string that does not parse, the result is
``!`` and the error message.

A list of pairs is a single string: its names and values in turn, separated by a lone surrogate, which a scalar value
string cannot contain.
"""

from __future__ import annotations

from py_url.search_params import URLSearchParams
from py_url.standard.infra.code_points import scalar_value_string
from py_url.standard.infra.validation import InvalidURL
from py_url.standard.urlencoded import parse_urlencoded, serialize_list
from py_url.standard.urls import components
from py_url.standard.urls.origin import origin as origin_of
from py_url.standard.urls.special_schemes import TUPLE_ORIGIN_SCHEMES
from py_url.url import URL, href_after, href_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

SEPARATOR = "\ud800"


def parse_url(url: str, base: str | None = None) -> str:
    """Parse *url* relative to *base*, if there is one, and return the packed URL, or ``!`` and the error message."""
    try:
        return _pack(href_of(url, base))
    except InvalidURL as error:
        return f"!{error.on_one_line()}"


def parse_url_or_empty(url: str, base: str | None = None) -> str:
    """Parse *url* relative to *base*, if there is one, and return the packed URL, or "" without saying why."""
    try:
        return _pack(href_of(url, base))
    except InvalidURL:
        return ""


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
    return _pack(href_after(href, member, scalar_value_string(value)))


def update(href: str, pairs: str) -> str:
    """Replace the query of the URL *href* with *pairs*, and return the packed URL."""
    return _pack(href_after(href, "search", serialize_list(_split_pairs(pairs))))


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
    offsets = components.offsets(href)
    # With these schemes the origin is the protocol, "//" and the host.
    is_tuple = href[: offsets[0] - 1] in TUPLE_ORIGIN_SCHEMES
    origin = "" if is_tuple else str(origin_of(components.to_record(href)))
    a, b, c, d, e, f, g, h, i, j, k, end = offsets
    return f"{a} {b} {c} {d} {e} {f} {g} {h} {i} {j} {k} {end}|{origin}\n{href}"


def _split_pairs(pairs: str) -> list[tuple[str, str]]:
    if not pairs:
        return []
    strings = iter(pairs.split(SEPARATOR))
    return list(zip(strings, strings, strict=True))


def _join_pairs(pairs: Iterable[tuple[str, str]]) -> str:
    return SEPARATOR.join([string for pair in pairs for string in pair])
