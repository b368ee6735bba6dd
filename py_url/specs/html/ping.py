"""The URLs of a hyperlink's ``ping`` attribute, by HTML §4.6.6 Hyperlink auditing.

See https://html.spec.whatwg.org/multipage/links.html#hyperlink-auditing.
"""

from __future__ import annotations

from py_url.specs.html.documents import Environment, expect_environment
from py_url.specs.html.microsyntaxes import split_on_ascii_whitespace
from py_url.standard.infra.arguments import expect_str
from py_url.standard.urls.record import URLRecord


def ping_urls(ping: str, document: Environment) -> list[URLRecord]:
    """Return the URLs to which browsers send a request when somebody follows a hyperlink with this *ping* attribute.

    The attribute is split on ASCII whitespace. What does not parse relative to *document*, and what has another scheme
    than http and https, is left out.

    Raises:
        TypeError: If an argument has another type.

    >>> from py_url.specs.html import Environment
    >>> [url.path for url in ping_urls("/b ftp://h/", Environment("https://h/a"))]
    [['b']]
    """
    expect_environment(document, Environment)
    tokens = split_on_ascii_whitespace(expect_str(ping, "the ping attribute"))
    urls = [document.encoding_parse_url(token, on_failure="none") for token in tokens]
    return [url for url in urls if url is not None and url.scheme in ("http", "https")]
