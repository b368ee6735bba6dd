"""Patterns for Arrow's kernels, which run RE2: https://github.com/google/re2/wiki/Syntax.

`CANONICAL` is what `py_url.fast.canonical` has for `re`: URLs that are their own serialization. RE2 takes time linear
in the length of a string whatever the pattern, so nothing here is possessive, and it looks neither ahead nor behind, so
a segment is spelled out.
"""

from __future__ import annotations

import re

from py_url.standard.infra.percent_encoding import (
    FRAGMENT_PERCENT_ENCODE_SET,
    PATH_PERCENT_ENCODE_SET,
    SPECIAL_QUERY_PERCENT_ENCODE_SET,
    PercentEncodeSet,
)
from py_url.standard.urls.components import (
    DEFAULT_PORTS,
    ENDS_OF_DOMAIN,
    PORT_LENGTH,
    any_of,
    class_of,
    printable_outside,
)


def _class_outside(percent_encode_set: PercentEncodeSet, *, without: str = "") -> str:
    """The class of printable ASCII characters that are in neither *percent_encode_set* nor *without*."""
    return class_of(printable_outside(percent_encode_set, without=without))


_SCHEME = f"(?:{any_of(DEFAULT_PORTS)})"
_DOMAIN = f"[a-z0-9._-]*(?:{'|'.join(ENDS_OF_DOMAIN)})"
_PORT = f"(?::[1-9][0-9]{{{PORT_LENGTH - 1}}})?"
# No segment begins with "." or "%2e".
_NOT_FIRST = ".%"
_CHAR = _class_outside(PATH_PERCENT_ENCODE_SET, without="/\\")
_FIRST = _class_outside(PATH_PERCENT_ENCODE_SET, without=f"/\\{_NOT_FIRST}")
_AFTER_PERCENT = _class_outside(PATH_PERCENT_ENCODE_SET, without="/\\2")
_AFTER_PERCENT_2 = _class_outside(PATH_PERCENT_ENCODE_SET, without="/\\eE")
_SEGMENT = f"(?:(?:{_FIRST}|%{_AFTER_PERCENT}|%2{_AFTER_PERCENT_2}){_CHAR}*|%2?)?"
_FRAGMENT = f"#{_class_outside(FRAGMENT_PERCENT_ENCODE_SET)}*"
_QUERY = rf"\?{_class_outside(SPECIAL_QUERY_PERCENT_ENCODE_SET)}*"

CANONICAL = f"^{_SCHEME}://{_DOMAIN}{_PORT}(?:/{_SEGMENT})+(?:{_QUERY})?(?:{_FRAGMENT})?$"
"""A URL that is its own serialization."""

# Not with "(?i)", which takes U+017F for an "s".
_ANY_SCHEME = re.sub("[a-z]", lambda letter: f"[{letter[0].upper()}{letter[0]}]", _SCHEME)


def _begins_with_host(slashes: str) -> str:
    return rf"^{_ANY_SCHEME}:/{slashes}[^/]+"


BEGINS_WITH_HOST = _begins_with_host("*")
"""Matches the beginning of a special URL up to its host, except for file URLs. Every "\\" must be a "/" by now."""

BEGINS_WITH_HOST_AND_BASE = _begins_with_host("{2,}")
"""The same if there is a base URL, to which "http:x" and "http:/x" may be relative."""

# The parser removes these first.
REMOVED = "[\t\n\r]"

DOT_SEGMENT = rf"^{REMOVED}*(?:(?:\.|%{REMOVED}*2{REMOVED}*[Ee]){REMOVED}*){{1,2}}$"

# The parts of the serialization of a special URL that is no file URL and has no credentials.
# Each may have the names of others in it, in angle brackets.
_PARTS = {
    "origin": "<scheme>://<authority>",
    "scheme": _SCHEME,
    "authority": "<host>(?::[0-9]+)?",
    "host": r"(?:[^/:@\[]*|\[[^/\]]*\])",
    "path": "/.*",
}

HOST_AND_PORT = "^(?P<host>.*):(?P<port>[0-9]+)$"
"""Takes apart an authority that has a port."""


def outside(percent_encode_set: PercentEncodeSet) -> str:
    """Return a pattern of a member of a percent-encode set."""
    return f"[^{_class_outside(percent_encode_set)[1:]}"


def parts(*names: str) -> str:
    """Return a pattern that takes some parts out of the serialization of a URL without a query and a fragment: scheme,
    host or authority, path, origin.
    """
    pattern = "(?s)^<origin><path>$"
    for name, part in _PARTS.items():
        pattern = pattern.replace(f"<{name}>", f"(?P<{name}\0{part})" if name in names else part)
    return pattern.replace("\0", ">")
