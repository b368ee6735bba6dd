"""URLs that are their own serialization, or lack no more than the "/" of an empty path.

A pattern recognizes them. Each of its parts stands for a state of the parser, and matches only what that state leaves
as it is. The character classes come from the standard's percent-encode sets.
"""

from __future__ import annotations

import re
from functools import cache

from py_url.standard.infra.percent_encoding import (
    C0_CONTROL_PERCENT_ENCODE_SET,
    FRAGMENT_PERCENT_ENCODE_SET,
    PATH_PERCENT_ENCODE_SET,
    QUERY_PERCENT_ENCODE_SET,
    SPECIAL_QUERY_PERCENT_ENCODE_SET,
)

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from py_url.standard.infra.percent_encoding import PercentEncodeSet


def _run_outside(percent_encode_set: PercentEncodeSet, *, without: str = "") -> str:
    """The pattern of a run of printable ASCII that is in neither *percent_encode_set* nor *without*."""
    printable = [chr(c) for c in range(0x21, 0x7F)]
    kept = "".join([char if char not in percent_encode_set and char not in without else " " for char in printable])
    # As ranges, which `re` compiles in less time than single characters.
    ranges = [f"{re.escape(run[0])}-{re.escape(run[-1])}" if len(run) > 1 else re.escape(run) for run in kept.split()]
    return f"[{''.join(ranges)}]*+"


# The special authority slashes and host states: a lower-case domain that does not end in a number. A number consists of
# the characters "0" to "9", "a" to "f" and "x", and begins with a digit. So it is enough that one of the last four
# characters is another one, or that the last label has two characters and begins with a letter. A "." may follow.
_SCHEME = r"(?: https? | wss? | ftp ) ://"
# (If the first alternative matches, the others cannot, so there is no backtracking.)
_DOMAIN = r"""
    [a-z0-9._-]*+
    (?: (?<= [g-wyz_-] )
      | (?<! [g-wyz_-] )
        (?: (?<= [g-wyz_-] [a-z0-9] ) | (?<= \. [a-f] [a-z0-9] ) | (?<= [g-wyz_-] [a-z0-9]{2} )
          | (?<= [g-wyz_-] [a-z0-9]{3} ) | (?<= [g-wyz_-] \. ) ) )
"""
# The port state: no default port has four digits. ("(?: x | )" is faster than "(?: x )?".)
_PORT = r"(?: : [1-9] [0-9]{3} | )"
# The path state: no segment begins with "." or "%2e". (On CPython 3.11, a possessive group here matches wrongly.)
_RUN = _run_outside(PATH_PERCENT_ENCODE_SET, without="%.\\")
_PATH = rf"{_RUN} (?: (?= [.%] ) (?: (?: (?<! / ) [.%] | (?<= / ) % (?! 2[Ee] ) ) {_RUN} ){{0,500}} | )"
# The query and fragment states.
_FRAGMENT = rf"\# {_run_outside(FRAGMENT_PERCENT_ENCODE_SET)}"


def _query_and_fragment(percent_encode_set: PercentEncodeSet) -> str:
    return rf"(?: \? {_run_outside(percent_encode_set)} (?: {_FRAGMENT} | ) | {_FRAGMENT} | )"


_QUERY_AND_FRAGMENT = _query_and_fragment(SPECIAL_QUERY_PERCENT_ENCODE_SET)


def _pattern(*parts: str) -> re.Pattern[str]:
    return re.compile("".join(parts), re.VERBOSE)


_CANONICAL = "".join((_SCHEME, _DOMAIN, _PORT, "(?: /", _PATH, _QUERY_AND_FRAGMENT, "| () )"))

match_canonical = _pattern(_CANONICAL).fullmatch
"""A match if the string is canonical. Its ``lastindex`` is 1 if only the "/" of an empty path is missing, else None."""


def matcher_of_bytes() -> Callable[[bytearray, int, int], re.Match[bytes] | None]:
    """Return what `match_canonical` is, for a range of the bytes of a string in UTF-8. A canonical URL is ASCII."""
    return re.compile(_CANONICAL.encode(), re.VERBOSE).fullmatch


# The no scheme, relative and relative slash states: a path, absolute or not. A ":" in its first segment could end a
# scheme, so there is none.
is_canonical_reference = _pattern(r"(?! // | [^:/?\#]*+ : ) (?= [^.%?\#] )", _PATH, _QUERY_AND_FRAGMENT).fullmatch

# The same domain as above, in any case.
is_plain_domain = re.compile(
    _DOMAIN.replace("a-z", "A-Za-z").replace("g-wyz", "G-WYZg-wyz").replace("a-f", "A-Fa-f"), re.VERBOSE
).fullmatch


def href_of_canonical(url: str) -> str | None:
    """The serialization of *url* if it is canonical, otherwise None."""
    match = match_canonical(url)  # `py_url.URL` has these two lines inlined
    return None if match is None else url if match.lastindex is None else f"{url}/"


def is_canonical_other(url: str) -> bool:
    """Whether *url* is canonical and a file URL without a host, or not special."""
    return _other().fullmatch(url) is not None


@cache
def _other() -> re.Pattern[str]:
    # After "//", a URL that is not special has an opaque host, which keeps its case, and perhaps a port and a path.
    # Without "//" its path is opaque.
    return _pattern(
        rf"file:/// (?! [A-Za-z] \| ) {_PATH} {_QUERY_AND_FRAGMENT}",
        r"| (?! (?: https? | wss? | ftp | file ) : ) [a-z] [a-z0-9+.-]*+ :",
        rf"(?: // [A-Za-z0-9._-]++ (?: : [1-9] [0-9]{{0,3}} | ) (?: / {_PATH} | )",
        rf"| (?! / ) {_run_outside(C0_CONTROL_PERCENT_ENCODE_SET, without='#?')} )",
        _query_and_fragment(QUERY_PERCENT_ENCODE_SET),
    )
