"""§4.7 Origin: the origin of a URL.

https://url.spec.whatwg.org/#origin
"""

from __future__ import annotations

from py_url.standard.infra.validation import Failure
from py_url.standard.urls.html_origin import OpaqueOrigin, TupleOrigin
from py_url.standard.urls.parser import run_parser
from py_url.standard.urls.record import URLRecord, expect_record, serialize_path
from py_url.standard.urls.special_schemes import TUPLE_ORIGIN_SCHEMES


def origin(url: URLRecord) -> TupleOrigin | OpaqueOrigin:
    """§4.7 Return the *origin* of *url*.

    The origin of a file URL is opaque, as the standard advises. The origin of a blob URL is that of the environment
    that made it, if the record has a blob URL entry. Otherwise it is that of the URL in its path, if that is an http,
    https or file URL.

    Raises:
        TypeError: If *url* is not a URLRecord, or one of its members has another type than `URLRecord` says.

    >>> from py_url.standard import basic_parse
    >>> str(origin(basic_parse("https://a.example:444/x")))
    'https://a.example:444'
    """
    expect_record(url)
    if url.scheme in TUPLE_ORIGIN_SCHEMES:
        return TupleOrigin(url.scheme, url.host, url.port)
    if url.scheme == "blob":
        if url.blob_url_entry is not None:
            return url.blob_url_entry.environment.origin
        try:
            path_url = run_parser(serialize_path(url))
        except Failure:
            return OpaqueOrigin()
        if path_url.scheme in ("http", "https", "file"):
            return origin(path_url)
    return OpaqueOrigin()
