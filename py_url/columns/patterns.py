"""Patterns for Arrow's kernels, which run RE2: https://github.com/google/re2/wiki/Syntax.

They are what `py_url.fast.canonical` has for `re`: URLs that are their own serialization, or lack no more than the "/"
of an empty path. RE2 takes time linear in the length of a string whatever the pattern, so nothing here is possessive,
and it looks neither ahead nor behind, so a segment is spelled out.
"""

from __future__ import annotations

import re

from py_url.standard.infra.percent_encoding import (
    FRAGMENT_PERCENT_ENCODE_SET,
    PATH_PERCENT_ENCODE_SET,
    SPECIAL_QUERY_PERCENT_ENCODE_SET,
    PercentEncodeSet,
)


def _class_outside(percent_encode_set: PercentEncodeSet, *, without: str = "") -> str:
    """The class of printable ASCII that is in neither *percent_encode_set* nor *without*, and of ``and_also``."""
    chars = [chr(c) for c in range(0x21, 0x7F)]
    return f"[{''.join(re.escape(char) for char in chars if char not in percent_encode_set and char not in without)}]"


_SCHEME = "(?:https?|wss?|ftp)://"
# A lower-case domain that does not end in a number; `py_url.fast.canonical` says why this is enough.
_DOMAIN = (
    r"[a-z0-9._-]*(?:[g-wyz_-]|[g-wyz_-][a-z0-9]|\.[a-f][a-z0-9]|[g-wyz_-][a-z0-9]{2}|[g-wyz_-][a-z0-9]{3}|[g-wyz_-]\.)"
)
_PORT = "(?::[1-9][0-9]{3})?"
# No segment begins with "." or "%2e".
_NOT_FIRST = ".%"
_CHAR = _class_outside(PATH_PERCENT_ENCODE_SET, without="/\\")
_FIRST = _class_outside(PATH_PERCENT_ENCODE_SET, without=f"/\\{_NOT_FIRST}")
_AFTER_PERCENT = _class_outside(PATH_PERCENT_ENCODE_SET, without="/\\2")
_AFTER_PERCENT_2 = _class_outside(PATH_PERCENT_ENCODE_SET, without="/\\eE")
_SEGMENT = f"(?:(?:{_FIRST}|%{_AFTER_PERCENT}|%2{_AFTER_PERCENT_2}){_CHAR}*|%2?)?"
_FRAGMENT = f"#{_class_outside(FRAGMENT_PERCENT_ENCODE_SET)}*"
_QUERY = rf"\?{_class_outside(SPECIAL_QUERY_PERCENT_ENCODE_SET)}*"

CANONICAL = f"^{_SCHEME}{_DOMAIN}{_PORT}(?:/{_SEGMENT})+(?:{_QUERY})?(?:{_FRAGMENT})?$"
"""A URL that is its own serialization."""

BARE = f"^{_SCHEME}{_DOMAIN}{_PORT}$"
"""One that lacks only the "/" of its path."""

# The parts of the serialization of a special URL that is no file URL and has no credentials.
_PARTS = {
    "scheme": "[a-z]+",
    "://": "://",
    "host": r"(?:[^/:@\[]*|\[[^/\]]*\])",
    "port": "(?::[0-9]+)?",
    "path": "/[^?#]*",
    "query": r"(?:\?[^#]*)?",
    "fragment": "(?:#.*)?",
}
# The kernel is much slower with more groups than these.
GROUPS = 4


def parts(*names: str) -> str:
    """Return a pattern that takes these parts out of a serialization: the port, the query and the fragment with the
    delimiter before it, or "" if it is missing. The part ``origin`` has the scheme, the host and the port.
    """
    pattern = "".join(f"(?P<{name}>{part})" if name in names else part for name, part in _PARTS.items())
    pattern = pattern.replace("[a-z]+", "(?:https?|wss?|ftp)", 1)
    if "origin" in names:
        end = pattern.index("/[^?#]*")
        pattern = f"(?P<origin>{pattern[:end]}){pattern[end:]}"
    return f"(?s)^{pattern}$"
