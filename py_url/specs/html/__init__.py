"""URLs in documents and in other environments, by HTML, and in the headers that HTML and Fetch read.

``from py_url.specs import html`` gives everything that the modules of this package offer. See
https://html.spec.whatwg.org/multipage/urls-and-fetching.html.
"""

from py_url.specs.html.documents import (
    Document,
    Environment,
    fallback_base_url,
    frozen_base_url,
    matches_about_blank,
    matches_about_srcdoc,
)
from py_url.specs.html.hyperlinks import Hyperlink
from py_url.specs.html.javascript_urls import javascript_source
from py_url.specs.html.link_header import Link, extract_links, parse_link_value
from py_url.specs.html.location import Location
from py_url.specs.html.location_header import REDIRECT_STATUSES, location_url
from py_url.specs.html.ping import ping_urls
from py_url.specs.html.refresh import Refresh, parse_refresh
from py_url.specs.html.srcset import ImageCandidate, parse_srcset
from py_url.specs.html.xml_base import element_base_url

__all__ = [
    "REDIRECT_STATUSES",
    "Document",
    "Environment",
    "Hyperlink",
    "ImageCandidate",
    "Link",
    "Location",
    "Refresh",
    "element_base_url",
    "extract_links",
    "fallback_base_url",
    "frozen_base_url",
    "javascript_source",
    "location_url",
    "matches_about_blank",
    "matches_about_srcdoc",
    "parse_link_value",
    "parse_refresh",
    "parse_srcset",
    "ping_urls",
]
