"""§4.4 URL parsing: the names of the basic URL parser's states, for a state override."""

from __future__ import annotations

from enum import Enum


class State(Enum):
    """The states of the basic URL parser; the value is the standard's name."""

    __module__ = "py_url.standard"  # that users import it from: pickles name it

    SCHEME_START = "scheme start state"
    SCHEME = "scheme state"
    NO_SCHEME = "no scheme state"
    SPECIAL_RELATIVE_OR_AUTHORITY = "special relative or authority state"
    PATH_OR_AUTHORITY = "path or authority state"
    RELATIVE = "relative state"
    RELATIVE_SLASH = "relative slash state"
    SPECIAL_AUTHORITY_SLASHES = "special authority slashes state"
    SPECIAL_AUTHORITY_IGNORE_SLASHES = "special authority ignore slashes state"
    AUTHORITY = "authority state"
    HOST = "host state"
    HOSTNAME = "hostname state"
    PORT = "port state"
    FILE = "file state"
    FILE_SLASH = "file slash state"
    FILE_HOST = "file host state"
    PATH_START = "path start state"
    PATH = "path state"
    OPAQUE_PATH = "opaque path state"
    QUERY = "query state"
    FRAGMENT = "fragment state"
