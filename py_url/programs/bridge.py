"""What `web/py_url.js` calls: strings in, strings (or a boolean) out, so that no proxy is made for a URL.

A URL crosses as a *packed URL*: its offsets, ``|``, its origin, a newline, its href. The offsets are twelve decimal
numbers, the places in the href at which JavaScript slices (see `_pack`); the origin is empty where it is the protocol,
``//`` and the host. What did not parse crosses as ``!`` and what is wrong with it.

A list of pairs crosses as its names and values in turn, joined by a lone surrogate, which no scalar value string holds.
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


def parse(url: str, base: str | None = None) -> str:
    """The packed URL that the string *url* parses to, relative to the string *base* where one is given."""
    try:
        return _pack(href_of(url, base))
    except InvalidURL as error:
        return f"!{error.on_one_line()}"


def can_parse(url: str, base: str | None = None) -> bool:
    """Whether the string *url* parses, relative to the string *base* where one is given."""
    return URL.can_parse(url, base)


def parse_all(urls: str, base: str | None = None) -> str:
    """What each of the joined strings *urls* parses to, relative to *base*: its href, or as `parse` what is wrong."""
    return SEPARATOR.join([_href_or_error(url, base) for url in urls.split(SEPARATOR)])


def _href_or_error(url: str, base: str | None) -> str:
    try:
        return href_of(url, base)
    except InvalidURL as error:
        return f"!{error.on_one_line()}"


def set_member(href: str, member: str, value: str) -> str:
    """The packed URL after *member*, which is not ``"href"``, of the URL object *href* was set to *value*."""
    return _pack(href_after(href, member, scalar_value_string(value)))


def update(href: str, pairs: str) -> str:
    """The packed URL after the pairs of *href*'s query object became *pairs*."""
    return _pack(href_after(href, "search", serialize_list(_split_pairs(pairs))))


def parse_pairs(string: str) -> str:
    """The pairs of an application/x-www-form-urlencoded string."""
    return _join_pairs(parse_urlencoded(string))


def serialize_pairs(pairs: str) -> str:
    """The application/x-www-form-urlencoded string of *pairs*."""
    return serialize_list(_split_pairs(pairs))


def sort_pairs(pairs: str) -> str:
    """The pairs, sorted by name."""
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
