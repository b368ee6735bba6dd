"""The URL of a ``Location`` header, by Fetch §2.2.6 Responses.

See https://fetch.spec.whatwg.org/#concept-response-location-url.
"""

from __future__ import annotations

import re
from typing import Literal

from py_url.specs.html.header_lists import HeaderList, values_of
from py_url.standard.infra.arguments import expect_one_of
from py_url.standard.infra.code_points import replaced
from py_url.standard.infra.percent_encoding import percent_encode_octets
from py_url.standard.urls.parser import HasRecord, parse_or_raise, record_of
from py_url.standard.urls.record import URLRecord

REDIRECT_STATUSES = frozenset({301, 302, 303, 307, 308})
"""Fetch's *redirect statuses*."""

_NON_ASCII = re.compile("[\x80-\xff]+")


def location_url(
    headers: HeaderList,
    request_url: str | URLRecord | HasRecord,
    *,
    status: int = 302,
    non_ascii: Literal["isomorphic decode", "percent-encode"] = "percent-encode",
) -> URLRecord | None:
    """Return the *location URL* of a response, to which it redirects; None if it does not redirect.

    *headers* are pairs of a name and a value, or a mapping, of bytes or of str decoded as Latin-1. A response redirects
    if it has a ``Location`` header and its *status* is 301, 302, 303, 307 or 308. The header's value is relative to
    *request_url*. If it has no fragment, the result inherits that of *request_url*, so a fragment outlives any number
    of redirects. Fetch follows only http and https URLs, 20 times.

    *non_ascii* says what becomes of bytes that are not ASCII. Browsers percent-encode them: the UTF-8 of "é" becomes
    ``%C3%A9``. By the letter of the standard, ``"isomorphic decode"``, it becomes ``%C3%83%C2%A9``.

    https://fetch.spec.whatwg.org/#concept-response-location-url

    Raises:
        InvalidURL: If the value or *request_url* does not parse.
        TypeError: If an argument has another type.
        ValueError: For several ``Location`` headers, for a str that is not Latin-1, and for another *non_ascii*.

    >>> location_url({"Location": "/b"}, "https://h/a#c").path
    ['b']
    """
    expect_one_of(non_ascii, ("isomorphic decode", "percent-encode"), "non_ascii")
    base = record_of(request_url, "request URL")
    if not isinstance(status, int):
        raise TypeError(f"the status must be an int, not {type(status).__name__}")
    values = values_of("location", headers)
    if status not in REDIRECT_STATUSES or not values:
        return None
    if len(values) > 1:
        raise ValueError(f"a response must have one Location header, not {len(values)}")
    (value,) = values
    if non_ascii == "percent-encode":
        value = replaced(_NON_ASCII, lambda run: percent_encode_octets(run[0].encode("latin-1")), value)
    url = parse_or_raise(value, base, "Location")
    if url.fragment is None:
        url.fragment = base.fragment
    return url
