"""URLs that are their own serialization, or lack no more than the "/" of an empty path.

A pattern recognizes them. Each of its parts stands for a state of the parser, and matches only what that state leaves
as it is. Its schemes, ports and character classes come from the standard's tables. This module compiles only the
pattern that every URL needs.
"""

from __future__ import annotations

import re

from py_url.standard.infra.percent_encoding import (
    FRAGMENT_PERCENT_ENCODE_SET,
    PATH_PERCENT_ENCODE_SET,
    SPECIAL_QUERY_PERCENT_ENCODE_SET,
)
from py_url.standard.urls.components import (
    DEFAULT_PORTS,
    ENDS_OF_DOMAIN,
    PORT_LENGTH,
    any_of,
    class_of,
    printable_outside,
)

TYPE_CHECKING = False
if TYPE_CHECKING:
    from py_url.standard.infra.percent_encoding import PercentEncodeSet

FAILS = ""
"""The answer for a string that does not parse. No href is empty."""


def run_outside(*percent_encode_sets: PercentEncodeSet, also: str = "", without: str = "") -> str:
    """The pattern of a run of printable ASCII; see `printable_outside`."""
    return f"{class_of(printable_outside(*percent_encode_sets, also=also, without=without))}*+"


# The special authority slashes and host states: a lower-case domain that does not end in a number. (If the first
# alternative matches, the others cannot, so there is no backtracking.)
_SCHEME = f"(?: {any_of(DEFAULT_PORTS)} ) ://"
_OTHER_ENDS = " | ".join([f"(?<= {end} )" for end in ENDS_OF_DOMAIN[1:]])
DOMAIN = f"[a-z0-9._-]*+ (?: (?<= {ENDS_OF_DOMAIN[0]} ) | (?<! {ENDS_OF_DOMAIN[0]} ) (?: {_OTHER_ENDS} ) )"
# The port state. ("(?: x | )" is faster than "(?: x )?".)
_PORT = rf"(?: : [1-9] [0-9]{{{PORT_LENGTH - 1}}} | )"
# The path state: no segment begins with "." or "%2e". (On CPython 3.11, a possessive group here matches wrongly.)
_RUN = run_outside(PATH_PERCENT_ENCODE_SET, without="%.\\")
PATH = rf"{_RUN} (?: (?= [.%] ) (?: (?: (?<! / ) [.%] | (?<= / ) % (?! 2[Ee] ) ) {_RUN} ){{0,500}} | )"
# The query and fragment states.
_FRAGMENT = rf"\# {run_outside(FRAGMENT_PERCENT_ENCODE_SET)}"


def query_and_fragment(percent_encode_set: PercentEncodeSet) -> str:
    """The pattern of a query and a fragment, or of neither. The query has no member of *percent_encode_set*."""
    return rf"(?: \? {run_outside(percent_encode_set)} (?: {_FRAGMENT} | ) | {_FRAGMENT} | )"


QUERY_AND_FRAGMENT = query_and_fragment(SPECIAL_QUERY_PERCENT_ENCODE_SET)


def pattern(*parts: str) -> re.Pattern[str]:
    """Compile a pattern that is made of these parts."""
    # In any case, "s" is not U+017F, and "i" is not U+0130.
    return re.compile("".join(parts), re.VERBOSE | re.ASCII)


match_canonical = pattern(_SCHEME, DOMAIN, _PORT, "(?: /", PATH, QUERY_AND_FRAGMENT, "| () )").fullmatch
"""A match if the string is canonical. Its ``lastindex`` is 1 if only the "/" of an empty path is missing, else None."""


def href_of_canonical(url: str) -> str | None:
    """The serialization of *url* if it is canonical, otherwise None."""
    match = match_canonical(url)  # `py_url.URL` has these two lines inlined
    return None if match is None else url if match.lastindex is None else f"{url}/"
