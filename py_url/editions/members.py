"""§6.1 The setters of the URL class and §4.7 the origin, in an older edition.

https://url.spec.whatwg.org/#urlutils-members and https://url.spec.whatwg.org/#origin
"""

from __future__ import annotations

import re

from py_url.editions.changes import BLOB_ORIGIN, ENCODED_LAST_SPACE, STRIPPED_OPAQUE_PATHS
from py_url.editions.machine import parse_with_override, run_parser
from py_url.standard.infra.validation import Failure, StateOverrideFailure
from py_url.standard.urls.html_origin import OpaqueOrigin
from py_url.standard.urls.origin import origin as origin_today
from py_url.standard.urls.record import has_opaque_path, serialize_path
from py_url.standard.urls.setters import SETTERS
from py_url.standard.urls.state import State

TYPE_CHECKING = False
if TYPE_CHECKING:
    from py_url.editions.changes import Edition
    from py_url.standard.urls.html_origin import TupleOrigin
    from py_url.standard.urls.record import URLRecord

_BLOBS = re.compile(r"\A(?: *blob:)++", re.IGNORECASE | re.ASCII)
# The setters that run the parser in a state that was different.
_STATES = {"host": State.HOST, "hostname": State.HOSTNAME, "pathname": State.PATH_START}


def set_member(edition: Edition, url: URLRecord, member: str, value: str) -> None:
    """Run the setter of *member* on the record *url*, which it modifies. *value* is a scalar value string."""
    if member not in _STATES:
        SETTERS[member](url, value)
        if member in ("search", "hash") and value == "":
            _potentially_strip_trailing_spaces(edition, url)
    elif not has_opaque_path(url):
        if member == "pathname":
            url.path = []
        try:
            parse_with_override(edition, value, url, _STATES[member])
        except (Failure, StateOverrideFailure):
            pass


def _potentially_strip_trailing_spaces(edition: Edition, url: URLRecord) -> None:
    """*potentially strip trailing spaces from an opaque path*, which the API had for two years."""
    had_it = edition.has(STRIPPED_OPAQUE_PATHS) and not edition.has(ENCODED_LAST_SPACE)
    if had_it and isinstance(url.path, str) and url.query is None and url.fragment is None:
        url.path = url.path.rstrip(" ")


def origin(edition: Edition, url: URLRecord) -> TupleOrigin | OpaqueOrigin:
    """The *origin* of the record *url*."""
    if url.scheme != "blob" or url.blob_url_entry is not None:
        return origin_today(url)
    path = serialize_path(url)
    if not edition.has(BLOB_ORIGIN):
        # The URL in the path could be a blob URL again, to any depth.
        path = _BLOBS.sub("", path)
    try:
        path_url = run_parser(edition, path)
    except Failure:
        return OpaqueOrigin()
    if edition.has(BLOB_ORIGIN) and path_url.scheme not in ("http", "https"):
        return OpaqueOrigin()
    return origin_today(path_url)
