"""The rows of ``urltestdata.json``, ``setters_tests.json`` and ``toascii.json`` by `Hyperlink`, used as upstream uses
them with the elements ``a`` and ``area``.

The rules are those of ``a-element.js``, ``a-element-origin.js``, ``url-setters-a-area.window.js`` and
``toascii-elements.window.js``. `Hyperlink` is the same for both elements, and for pages of HTML and of XHTML.
"""

import pytest

from py_url.specs.html import Document, Hyperlink
from tests.wpt.data import rows, setter_rows
from tests.wpt.test_urltestdata import MEMBERS

PAGE = "https://web-platform.test/url/a-element.html"
FILES = ("urltestdata.json", "urltestdata-javascript-only.json")


def in_a_page(row):
    """Whether a page can have the base URL of this row."""
    # HTML ignores <base href> with these schemes.
    ignored = row["base"] is not None and row["base"].startswith(("data:", "javascript:"))
    return row.get("relativeTo") != "any-base" and not ignored


@pytest.mark.parametrize("row", rows(*FILES, only=in_a_page))
def test_parsing(row):
    base = "about:blank" if row["base"] is None else row["base"]
    link = Hyperlink(Document(PAGE, base), row["input"])
    if row.get("failure"):
        assert (link.protocol, link.href) == (":", row["input"])
        return
    assert {name: getattr(link, name) for name in MEMBERS if name != "origin"} == {
        name: row[name] for name in MEMBERS if name != "origin"
    }
    if row["base"] and "origin" in row:
        assert link.origin == row["origin"]


@pytest.mark.parametrize(("member", "row"), setter_rows("setters_tests.json"))
def test_setter(member, row):
    link = Hyperlink(Document(PAGE), row["href"])
    setattr(link, member, row["new_value"])
    assert {name: getattr(link, name) for name in row["expected"]} == row["expected"]


@pytest.mark.parametrize("row", rows("toascii.json"))
def test_toascii(row):
    document = Document(PAGE)
    address = f"https://{row['input']}/x"
    if row["output"] is None:
        link = Hyperlink(document, address)
        assert (link.host, link.hostname, link.pathname, link.href) == ("", "", "", address)
    for member in ("host", "hostname"):
        link = Hyperlink(document, "https://x/x")
        setattr(link, member, row["input"])
        assert getattr(link, member) == ("x" if row["output"] is None else row["output"]), member
