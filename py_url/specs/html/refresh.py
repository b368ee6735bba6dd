"""The URL of ``<meta http-equiv="refresh">`` and of the header ``Refresh``, by HTML §4.2.5.3 Pragma directives.

See https://html.spec.whatwg.org/multipage/semantics.html#attr-meta-http-equiv-refresh.
"""

from __future__ import annotations

import re
from typing import NamedTuple

from py_url.specs.html.documents import Document, expect_environment
from py_url.specs.html.microsyntaxes import non_negative_integer
from py_url.standard.infra.arguments import expect_str
from py_url.standard.infra.code_points import ASCII_WHITESPACE
from py_url.standard.urls.record import URLRecord

_SPACES = f"[{ASCII_WHITESPACE}]*+"
# The fraction of the time is ignored, but a time may be nothing else.
_TIME = re.compile(rf"{_SPACES}(?:([0-9]++)|(?=\.))[0-9.]*+")
_SEPARATOR = re.compile(rf"(?=[;,{ASCII_WHITESPACE}]){_SPACES}[;,]?{_SPACES}")
_URL_EQUALS = re.compile(rf"[Uu][Rr][Ll]{_SPACES}={_SPACES}")


class Refresh(NamedTuple):
    """When a document is replaced, in whole seconds after it has loaded (*time*), and by which *url*."""

    time: int
    url: URLRecord


def parse_refresh(input: str, document: Document) -> Refresh | None:
    """Parse *input*, the ``content`` of a ``meta`` element or the value of a ``Refresh`` header.

    This does the *shared declarative refresh steps*. *document* is a `Document`. The URL is relative to its base URL,
    with the query in its encoding; without a URL, the result has that of the document. The result is None if browsers
    do nothing: if *input* does not begin with a time, or if the URL does not parse or is a ``javascript:`` URL. A time
    of more than 2,147,483,647 seconds counts as that. Of all refreshes of a document, browsers obey the first that is
    not None.

    https://html.spec.whatwg.org/multipage/semantics.html#shared-declarative-refresh-steps

    Raises:
        TypeError: If an argument has another type.

    >>> from py_url.specs.html import Document
    >>> parse_refresh("5; url=/b", Document("https://h/a")).time
    5
    """
    expect_environment(document, Document)
    input = expect_str(input, "the refresh")
    time = _TIME.match(input)
    if time is None:
        return None
    seconds = non_negative_integer(time[1] or "")
    if time.end() == len(input):
        return Refresh(seconds, document.url)
    separator = _SEPARATOR.match(input, time.end())
    if separator is None:
        return None
    if separator.end() == len(input):
        return Refresh(seconds, document.url)
    url = document.encoding_parse_url(_url_string(input[separator.end() :]), on_failure="none")
    return None if url is None or url.scheme == "javascript" else Refresh(seconds, url)


def _url_string(rest: str) -> str:
    """Return what comes after ``url=``, or everything if that is not there, without quotes."""
    if rest[0] in "Uu":
        equals = _URL_EQUALS.match(rest)
        if equals is None:
            # Quotes are looked for only at the start and after "url=".
            return rest
        rest = rest[equals.end() :]
    return rest[1:].partition(rest[0])[0] if rest[:1] in {"'", '"'} else rest
