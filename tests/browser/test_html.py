"""Around the parser in HTML, compared with the browser: hyperlinks, Location, meta refresh, srcset, ping, javascript:
URLs, and the headers Location and Link.

Where the browser differs from the standards, the test says how. Browsers no longer know xml:base.
"""

import contextlib
import itertools
import random
import re
import socketserver
import threading
from collections import Counter
from math import sqrt

import pytest

from py_url import URL, InvalidURL
from py_url.environment import (
    Document,
    Hyperlink,
    Location,
    extract_links,
    javascript_source,
    location_url,
    parse_refresh,
    parse_srcset,
    ping_urls,
)
from py_url.standard import serialize

MEMBERS = ["href", "origin", "protocol", "username", "password", "host"]
MEMBERS += ["hostname", "port", "pathname", "search", "hash"]
SETTABLE = [name for name in MEMBERS if name != "origin"]
# URLs that the browser parses as the standard does. Chromium leaves C| as it is, and writes the queries of ws URLs in the
# encoding of the document.
ATTRIBUTES = [
    *(None, "", "x", "?é", "#é", "//u:p@h:81/a?b#c", "http:x", "HTTP://EXAMPLE.com:80/../a", "https://h", "ftp://h/"),
    *("http://[", "http://h:99999/", "mailto:a?b", "MAILTO:a", "data:,x#", "javascript:x", "foo:/.//a", "foo://h:1/a"),
    *("file:///C:/a", "file://h/a", "FILE:///", "ws://h/?e", "blob:https://h/x", "about:blank", " \tx\n", "foo:a b", "//"),
]
VALUES = [
    *("", "x", "?", "#", "/", "é", "http", "https:", "ftp", "file", "foo", "mailto:", "1", "a b", "h:82", "[::1]:8", "[", "81"),
    *("99999", "8x", "?é#", "#é?", "/a/../b?c", "..", "\\a", "@", "a:b@c", ":", "\t8\n0", "0x7f.1", "%zz", "'\"<>`", "//h/"),
    *("http://h/", "\ud800", "ü.example", "x" * 3),
]


def opened(page, site, encoding, base=""):
    """Open an empty page in this encoding, and return its address."""
    address = f"{site}/tests/browser/html-{encoding}.html?p#q"
    page.route(
        address.partition("#")[0],
        lambda route: route.fulfill(
            body=f"<!doctype html><link rel=icon href='data:,'>{base}", content_type=f"text/html; charset={encoding}"
        ),
    )
    page.goto(address)
    return address


HYPERLINKS = """([cases, members]) => cases.map(([tag, attribute, member, value]) => {
  const element = document.createElement(tag);
  if (attribute !== null) element.setAttribute("href", attribute);
  const before = members.map((name) => element[name]);
  const url = URL.parse(element.href);
  if (url !== null && member !== "href") url[member] = value;
  element[member] = value;
  return [before, element.getAttribute("href"), members.map((name) => element[name]), url && url.href];
})"""


def explanation(case, ours, theirs, native, encoding):
    """Return why the browser differs in a *case*, or None if nothing explains it.

    *native* is what the same setter makes of the browser's own `URL`.
    """
    _, attribute, member, value = case
    if ours[2] == theirs[2] and {ours[1], theirs[1]} == {attribute, native}:
        # The standard leaves the attribute alone if the setter ignores such a URL, and otherwise writes it. Chromium
        # writes it for a username or password that is ignored, and leaves it alone for a value that changes nothing.
        return "when the attribute is written"
    if theirs[1] != native:
        return None
    url = URL.parse(ours[0][0])
    if url is not None and url.replace(**{member: value}).href != native:
        # See tests/data/differences.json.
        return "as in the browser's URL"
    return "a query in UTF-8" if member == "search" and encoding != "utf-8" else None


@pytest.mark.parametrize("encoding", ["utf-8", "windows-1252"])
@pytest.mark.parametrize("base_href", [None, "https://h.example/d/e?f", "mailto:x"])
def test_hyperlinks(page, site, encoding, base_href):
    choose = random.Random(46)
    base = "" if base_href is None else f'<base href="{base_href}">'
    address = opened(page, site, encoding, base)
    document = Document(address, base_href, encoding)
    cases = [
        [choose.choice(["a", "area"]), *case]
        for case in choose.sample([*itertools.product(ATTRIBUTES, SETTABLE, VALUES)], k=2_500)
    ]
    kinds = Counter()
    for case, (*theirs, native) in zip(cases, page.evaluate(HYPERLINKS, [cases, MEMBERS]), strict=True):
        _, attribute, member, value = case
        link = Hyperlink(document, attribute)
        before = members_of(link)
        setattr(link, member, value)
        ours = [before, link.attribute, members_of(link)]
        assert theirs[0] == before, case
        kind = "the same" if ours == theirs else explanation(case, ours, theirs, native, encoding)
        assert kind is not None, (case, ours, theirs)
        kinds[kind] += 1
    assert kinds["the same"] > 2_250, kinds


def members_of(link):
    # The browser's origin of a file URL is not opaque.
    return [
        "file://" if name == "origin" and link.protocol == "file:" else getattr(link, name) for name in MEMBERS
    ]
