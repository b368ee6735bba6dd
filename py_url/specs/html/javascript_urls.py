"""The source of ``javascript:`` URLs, by HTML §7.4.2.3.2 The javascript: URL special case. It is never run.

See https://html.spec.whatwg.org/multipage/browsing-the-web.html#the-javascript:-url-special-case.
"""

from __future__ import annotations

from py_url.standard.infra.percent_encoding import percent_decode
from py_url.standard.urls.parser import HasRecord, record_of
from py_url.standard.urls.record import URLRecord, serialize


def javascript_source(url: str | URLRecord | HasRecord) -> str:
    """Return the script that a ``javascript:`` URL holds.

    It is everything after the scheme, percent-decoded and read as UTF-8, with U+FFFD for what is not. A query and a
    fragment are part of it.

    https://html.spec.whatwg.org/multipage/browsing-the-web.html#evaluate-a-javascript:-url

    Raises:
        InvalidURL: For a str that does not parse.
        ValueError: For another scheme.
        TypeError: If *url* has another type.

    >>> javascript_source("javascript:'%61'#b")
    "'a'#b"
    """
    record = record_of(url, "javascript: URL")
    if record.scheme != "javascript":
        raise ValueError(f"the URL must have the scheme 'javascript', not {record.scheme!r:.50}")
    return percent_decode(serialize(record).removeprefix("javascript:")).decode("utf-8", "replace")
