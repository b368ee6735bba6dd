"""The base URL of an element with ``xml:base`` attributes around it, as in earlier texts of HTML.

Today every element of a document has the document base URL. See XML Base
(https://www.w3.org/TR/xmlbase/#resolution) and "Resolving URLs" in the HTML of January 2009
(https://github.com/whatwg/html/blob/27cbdd0c02873756c6d91bcca288fcc7c803107a/source).
"""

from __future__ import annotations

from collections.abc import Iterable

from py_url.specs.html.documents import Environment, expect_environment
from py_url.standard.infra.arguments import expect_strs
from py_url.standard.urls.record import URLRecord


def element_base_url(document: Environment, xml_bases: Iterable[str]) -> URLRecord:
    """Return the *base URI of the element* by XML Base.

    The base URL of *document* is that of the document entity. *xml_bases* are the ``xml:base`` attributes of the
    element's ancestors and of the element itself, the outermost first. Each is relative to the one before it. One that
    does not parse changes nothing, as with ``<base href>``. So ``Environment(element_base_url(document, bases),
    document.encoding)`` parses the URLs of the element's attributes.

    Raises:
        TypeError: If an argument has another type.

    >>> from py_url.specs.html import Environment
    >>> element_base_url(Environment("https://h/a"), ["/b/", "c/"]).path
    ['b', 'c', '']
    """
    expect_environment(document, Environment)
    base = document
    for xml_base in expect_strs(xml_bases, "the values of xml:base"):
        url = base.parse_url(xml_base, on_failure="none")
        base = base if url is None else Environment(url)
    return base.base_url
