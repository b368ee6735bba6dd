"""The functions that the JavaScript classes in `web/lib` call. They take strings and return strings or booleans,
because a proxy for a Python object would be slow.

A URL is returned as a *packed URL*, which is as short as it can be, because each character that crosses takes time. It
is ``True`` if the href is the string that was parsed, otherwise the href. But if the origin does not consist of the
protocol, ``//`` and the host, it is ``|``, the origin, a newline and the href. For a string that does not parse, the
result is ``!`` and the reason.

Most URLs do not cross at all: JavaScript parses them by `automaton`. Pyodide takes long to convert a string. So
JavaScript writes those that have room to `buffer` as UTF-8, and only their length crosses. The functions for this are
in `in_buffer`, by the names of those that take a string.

A list of pairs is a single string: its names and values in turn, separated by a lone surrogate, which a scalar value
string cannot contain.
"""

from __future__ import annotations

from py_url.api.url import failure, href_after, href_or_fails
from py_url.fast import automaton as _automaton
from py_url.fast.reasons import reason_of, reason_of_authority
from py_url.standard.infra.percent_encoding import FORM_URLENCODED_PERCENT_ENCODE_SET
from py_url.standard.urlencoded import parse_urlencoded
from py_url.standard.urls import components
from py_url.standard.urls.origin import origin as origin_of
from py_url.standard.urls.special_schemes import TUPLE_ORIGIN_SCHEMES

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

SEPARATOR = "\ud800"
SETTABLE = components.SETTABLE[1:]
"""The members that `change` sets, by their digits."""
buffer = bytearray(65_536)
"""Where JavaScript writes strings."""
automaton = _automaton.table()
replacements = _automaton.replacements()
"""What JavaScript parses many URLs by."""
in_form = " ".join([FORM_URLENCODED_PERCENT_ENCODE_SET.encode_members(chr(unit)) for unit in range(128)])
"""What JavaScript serializes pairs by."""
_INVALID = "invalid URL "
_MEMBER_OF = {str(digit): member for digit, member in enumerate(SETTABLE)}


def parse_url(url: str, base: str | None = None) -> str | bool:
    """Parse *url* relative to *base*, if there is one, and return the packed URL, or ``!`` and the reason, which
    JavaScript puts after "Invalid URL".
    """
    if href := href_or_fails(url, base):
        return _pack(href, url)
    return f"!{_message(url, base).removeprefix(_INVALID)}"


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
    return href_or_fails(url, base) or f"!{_message(url, base)}"


def _message(url: str, base: str | None) -> str:
    """Why *url* or *base* does not parse: `InvalidURL.on_one_line`."""
    reason = None
    if base is None or href_or_fails(base, None):
        reason = reason_of(url, has_base=base is not None) or reason_of_authority(url)
    return reason or failure(url, base).on_one_line()


def change(href: str, changes: str) -> str | bool:
    """Set members of the URL *href* in turn. Return the packed URL.

    *changes* are joined strings: for each the digit of a member, which is its place in `SETTABLE`, and the new value.
    """
    for each in changes.split(SEPARATOR):
        href = href_after(href, _MEMBER_OF[each[0]], each[1:])
    return _pack(href, None)


def parse_pairs(string: str) -> str:
    """Parse an ``application/x-www-form-urlencoded`` string and return its pairs."""
    return SEPARATOR.join([string for pair in parse_urlencoded(string) for string in pair])


def _pack(href: str, given: str | None) -> str | bool:
    # With these schemes the origin is the protocol, "//" and the host.
    if href[: href.index(":")] in TUPLE_ORIGIN_SCHEMES:
        return href == given or href
    return f"|{origin_of(components.to_record(href))}\n{href}"


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
    "parse_pairs": lambda length, _: parse_pairs(buffer[:length].decode()),
    "change": _in_buffer(lambda each, href: change(href or "", each)),
}
