"""UAX #31: which characters outside ASCII can be in the name of a group. ECMAScript's names have the same.

The answers are of `py_url.unicode_version`, so they do not depend on the Python that runs.
https://www.unicode.org/reports/tr31/#Default_Identifier_Syntax
"""

from __future__ import annotations

from py_url.standard.hosts.unicode_data import category

# The properties Other_ID_Start and Other_ID_Continue (with ECMAScript's two joiners), and the letter that is syntax.
_OTHER_ID_START = frozenset("\u1885\u1886\u2118\u212e\u309b\u309c")
_OTHER_ID_CONTINUE = frozenset("\xb7\u0387\u19da\u200c\u200d\u30fb\uff65").union(map(chr, range(0x1369, 0x1372)))
_PATTERN_SYNTAX = "\u2e2f"


def is_id_start(char: str) -> bool:
    """Whether a character outside ASCII has the property ID_Start."""
    of = category(char)
    return char in _OTHER_ID_START or ((of[0] == "L" or of == "Nl") and char != _PATTERN_SYNTAX)


def is_id_continue(char: str) -> bool:
    """Whether a character outside ASCII has the property ID_Continue, or is one of the two joiners."""
    return char in _OTHER_ID_CONTINUE or category(char) in ("Mn", "Mc", "Nd", "Pc") or is_id_start(char)
