"""§4.4 for ordinary URLs, in one pattern: it completes or it refuses.

In: a string. Out: where its components lie, if it is an absolute http or https URL that is its own serialization, or
would be with "/" for a path, where it ends with its host; None for any other string, which may yet parse. The parser
says the same, and alone says it of the rest.
"""

from __future__ import annotations

import re

# What each part leaves to the parser: in the host, what is not lower-case or may be an IPv4 address (a last label that
# begins with a digit); in the port, what might be a default one; in the path, what may be a dot segment; anywhere, what
# its percent-encode set holds.
# (CPython 3.11 has a fault in possessive groups, so that only classes are possessive here.)
_ORDINARY = re.compile(
    r"""
    (https?:) //
    ( (?: [a-z0-9_-]*+ \. )* [a-z][a-z0-9_-]*+ )
    (?: : ([1-9][0-9]{3}) )?
    (?: (?! [^?\#]*? / (?: \. | %2[Ee] ) )
        ( / [!$-;=@-\[\]_a-z|~]*+ )
        ( \? [!$-&(-;=?-~]*+ )?
        (?: \# [!\#-;=?-_a-~]*+ )?
    )?
    """,
    re.VERBOSE,
)

match = _ORDINARY.fullmatch
"""The match of an ordinary URL: protocol, hostname, port, pathname (None where it ends with its host) and search."""
