"""The functions that the JavaScript classes in `web/lib` call. They take strings and return strings or booleans,
because a proxy for a Python object would be slow.

A URL is returned as a *packed URL*, which is as short as it can be, because each character that crosses takes time. It
is ``True`` if the href is the string that was parsed, otherwise the href. But if the origin does not consist of the
protocol, ``//`` and the host, it is ``|``, the origin, a newline and the href. For a string that does not parse, the
result is ``!`` and the reason.

A URL that is its own serialization does not cross at all: JavaScript recognizes it by `automaton`. Pyodide takes long
to convert a string. So JavaScript writes those that have room to `buffer` as UTF-8, and only their length crosses. The
functions for this are in `in_buffer`, by the names of those that take a string.

A list of pairs is a single string: its names and values in turn, separated by a lone surrogate, which a scalar value
string cannot contain.
"""

from __future__ import annotations

from py_url.api.search_params import URLSearchParams
from py_url.api.url import failure, href_after, href_or_fails
from py_url.fast import automaton as _automaton
from py_url.fast.reasons import reason_of
from py_url.standard.urlencoded import parse_urlencoded, serialize_list
from py_url.standard.urls import components
from py_url.standard.urls.origin import origin as origin_of
from py_url.standard.urls.special_schemes import TUPLE_ORIGIN_SCHEMES

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

SEPARATOR = "\ud800"
SETTABLE = components.SETTABLE[1:]
"""The members that `change` sets, by their digits."""
buffer = bytearray(65_536)
"""Where JavaScript writes strings."""
automaton = _automaton.table()
replacements = _automaton.replacements()
"""What JavaScript parses many URLs by."""
_INVALID = "invalid URL "
_MEMBER_OF = {str(digit): member for digit, member in enumerate(SETTABLE)}


def parse_url(url: str, base: str | None = None) -> str | bool:
    """Parse *url* relative to *base*, if there is one, and return the packed URL, or ``!`` and the reason, which
    JavaScript puts after "Invalid URL".
    """
    if href := href_or_fails(url, base):
        return _pack(href, url)
    reason = _reason(url, base)
    return f"!{failure(url, base).on_one_line().removeprefix(_INVALID) if reason is None else reason}"


def parse_url_or_empty(url: str, base: str | None = None) -> str | bool:
    """Parse *url* relative to *base*, if there is one, and return the packed URL, or "" without saying why."""
    href = href_or_fails(url, base)
    return _pack(href, url) if href else ""


def can_parse(url: str, base: str | None = None) -> bool:
    """Whether *url* parses relative to *base*, if there is one."""
    return href_or_fails(url, base) != ""


def parse_all(urls: str, base: str | None = None) -> str:
    """Parse each of the joined strings *urls* relative to *base*; return the hrefs on lines, with ``!`` and the error
    message in place of those that do not parse.
    """
    return _lines(urls.split(SEPARATOR), base)


def _lines(urls: list[str], base: str | None) -> str:
    return "\n".join([_href_or_error(url, base) for url in urls])


def _href_or_error(url: str, base: str | None) -> str:
    if href := href_or_fails(url, base):
        return href
    reason = _reason(url, base)
    return f"!{failure(url, base).on_one_line()}" if reason is None else f"!{_INVALID}{reason}"


def _reason(url: str, base: str | None) -> str | None:
    """Why *url* does not parse, or None if it has to be parsed again for that."""
    return reason_of(url, has_base=base is not None) if base is None or href_or_fails(base, None) else None


def change(href: str, changes: str, pairs: str | None = None) -> str | bool:
    """Set members of the URL *href* in turn, and then its query to *pairs* if they are given. Return the packed URL.

    *changes* are joined strings: for each the digit of a member, which is its place in `SETTABLE`, and the new value.
    """
    if changes:
        for each in changes.split(SEPARATOR):
            href = href_after(href, _MEMBER_OF[each[0]], each[1:])
    if pairs is not None:
        href = href_after(href, "search", serialize_list(_split_pairs(pairs)))
    return _pack(href, None)


def _change_one(each: str, href: str | None) -> str | bool:
    assert href is not None
    return _pack(href_after(href, _MEMBER_OF[each[0]], each[1:]), None)


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


def _pack(href: str, given: str | None) -> str | bool:
    # With these schemes the origin is the protocol, "//" and the host.
    if href[: href.index(":")] in TUPLE_ORIGIN_SCHEMES:
        return href == given or href
    return f"|{origin_of(components.to_record(href))}\n{href}"


def _split_pairs(pairs: str) -> list[tuple[str, str]]:
    if not pairs:
        return []
    strings = iter(pairs.split(SEPARATOR))
    return list(zip(strings, strings, strict=True))


def _join_pairs(pairs: Iterable[tuple[str, str]]) -> str:
    return SEPARATOR.join([string for pair in pairs for string in pair])


def _in_buffer(function: Callable[[str, str | None], str | bool]) -> Callable[[int, bool], str | bool]:
    """*function*, for arguments in the buffer: the first in a number of bytes. If there is a second, it comes first,
    with a newline after it.
    """

    def call(length: int, has_second: bool) -> str | bool:
        string = buffer[:length].decode()
        if not has_second:
            return function(string, None)
        second, _, first = string.partition("\n")
        return function(first, second)

    return call


# Of a list, the strings are separated by a character that few strings contain, because a surrogate has no bytes.
in_buffer: dict[str, Callable[[int, bool], str | bool]] = {
    "parse_url": _in_buffer(parse_url),
    "parse_url_or_empty": _in_buffer(parse_url_or_empty),
    "can_parse": _in_buffer(can_parse),
    "parse_all": _in_buffer(lambda urls, base: _lines(urls.split("\0"), base)),
    "parse_pairs": lambda length, _: _join_pairs(parse_urlencoded(buffer[:length].decode())),
    "change": _in_buffer(_change_one),
}
