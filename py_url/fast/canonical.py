"""URLs that are their own serialization, or lack no more than the "/" of an empty path.

A pattern recognizes them. Each of its parts stands for a state of the parser, and matches only what that state leaves
as it is. The character classes come from the standard's percent-encode sets. This module compiles only the pattern that
every URL needs.
"""

from __future__ import annotations

import re

from py_url.standard.infra.percent_encoding import (
    FRAGMENT_PERCENT_ENCODE_SET,
    PATH_PERCENT_ENCODE_SET,
    SPECIAL_QUERY_PERCENT_ENCODE_SET,
)

TYPE_CHECKING = False
if TYPE_CHECKING:
    from py_url.standard.infra.percent_encoding import PercentEncodeSet


def run_outside(*percent_encode_sets: PercentEncodeSet, also: str = "", without: str = "") -> str:
    """The pattern of a run of printable ASCII that is in none of the *percent_encode_sets*, or in *also*, and that is
    not in *without*.
    """
    encoded = {chr(c) for c in range(0x21, 0x7F) if any(chr(c) in each for each in percent_encode_sets)} - {*also}
    kept = "".join([" " if chr(c) in encoded or chr(c) in without else chr(c) for c in range(0x21, 0x7F)])
    # As ranges, which `re` compiles in less time than single characters.
    ranges = [f"{re.escape(run[0])}-{re.escape(run[-1])}" if len(run) > 1 else re.escape(run) for run in kept.split()]
    return f"[{''.join(ranges)}]*+"


FAILS = ""
"""The answer for a string that does not parse. No href is empty."""

# The special authority slashes and host states: a lower-case domain that does not end in a number. A number consists of
# the characters "0" to "9", "a" to "f" and "x", and begins with a digit. So it is enough that one of the last four
# characters is another one, or that the last label has two characters and begins with a letter. A "." may follow.
_SCHEME = r"(?: https? | wss? | ftp ) ://"
# (If the first alternative matches, the others cannot, so there is no backtracking.)
DOMAIN = r"""
    [a-z0-9._-]*+
    (?: (?<= [g-wyz_-] )
      | (?<! [g-wyz_-] )
        (?: (?<= [g-wyz_-] [a-z0-9] ) | (?<= \. [a-f] [a-z0-9] ) | (?<= [g-wyz_-] [a-z0-9]{2} )
          | (?<= [g-wyz_-] [a-z0-9]{3} ) | (?<= [g-wyz_-] \. ) ) )
"""
# The port state: no default port has four digits. ("(?: x | )" is faster than "(?: x )?".)
_PORT = r"(?: : [1-9] [0-9]{3} | )"
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
    return re.compile("".join(parts), re.VERBOSE)


match_canonical = pattern(_SCHEME, DOMAIN, _PORT, "(?: /", PATH, QUERY_AND_FRAGMENT, "| () )").fullmatch
"""A match if the string is canonical. Its ``lastindex`` is 1 if only the "/" of an empty path is missing, else None."""


def href_of_canonical(url: str) -> str | None:
    """The serialization of *url* if it is canonical, otherwise None."""
    match = match_canonical(url)  # `py_url.URL` has these two lines inlined
    return None if match is None else url if match.lastindex is None else f"{url}/"
