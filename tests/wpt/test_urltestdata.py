"""``urltestdata.json``, ``urltestdata-javascript-only.json``, and our own rows in their format."""

from collections import Counter

import pytest

from py_url import URL, InvalidURL
from py_url.standard import basic_parse, origin, serialize
from tests.wpt.data import own, rows

FILES = ("urltestdata.json", "urltestdata-javascript-only.json", *own("parse"))
MEMBERS = (
    *("href", "origin", "protocol", "username", "password", "host", "hostname", "port"),
    *("pathname", "search", "hash"),
)
# Base URLs with a path that is not opaque, one for each scheme that those rows name or leave out; and one with an
# opaque path.
NON_OPAQUE = ("http://example.com/a/b", "https://example.com/a/b")
OPAQUE = "sc:sd"


@pytest.mark.parametrize("row", rows(*FILES))
def test_url(row):
    if row.get("failure"):
        with pytest.raises(InvalidURL) as caught:
            URL(row["input"], row["base"])
        assert caught.value.errors[-1].fatal
        assert URL.parse(row["input"], row["base"]) is None
        assert not URL.can_parse(row["input"], row["base"])
        return
    url = URL(row["input"], row["base"])
    assert {name: getattr(url, name) for name in MEMBERS if name in row} == {
        name: row[name] for name in MEMBERS if name in row
    }
    if "searchParams" in row:
        assert str(url.search_params) == row["searchParams"]
    parsed = URL.parse(row["input"], row["base"])
    assert parsed == url
    assert parsed is not URL.parse(row["input"], row["base"])
    assert URL.can_parse(row["input"], row["base"])


@pytest.mark.parametrize("row", rows("urltestdata.json", only=lambda row: row.get("failure") and row["base"] is None))
def test_what_parses_relative_to_what(row):
    """A row that fails without a base URL names in "relativeTo" the bases with which it parses; without that member,
    none.
    """
    relative_to = row.get("relativeTo")
    assert any(URL.can_parse(row["input"], base) for base in NON_OPAQUE) == (relative_to is not None)
    assert URL.can_parse(row["input"], OPAQUE) == (relative_to == "any-base")


def test_a_serialized_url_says_all_of_its_record():
    """It parses to itself, and splits into the record that it was serialized from, member by member."""
    found = [parameter.values[0] for parameter in rows(*FILES)]
    for row in found:
        if row is None or row.get("failure"):
            continue
        assert URL(row["href"]).href == row["href"]
        assert serialize(basic_parse(row["href"])) == row["href"]
        parsed = basic_parse(row["input"], None if row["base"] is None else basic_parse(row["base"]))
        split = URL(row["href"]).to_record()
        for member in ("scheme", "username", "password", "host", "port", "path", "query", "fragment"):
            assert getattr(split, member) == getattr(parsed, member), (member, row)
        assert type(split.host) is type(parsed.host), row
        assert str(origin(parsed)) == URL(row["href"]).origin, row


def test_own_rows_are_complete():
    """Each row has all members, and no row is repeated."""
    own_rows = [parameter.values[0] for parameter in rows(*own("parse"))]
    for row in own_rows:
        given = row.keys() - {"input", "base", "comment"}
        if row.get("failure"):
            assert given == {"failure"}, row
        else:
            # The standard leaves the origin of a file URL to implementations.
            assert given - {"origin", "searchParams"} == {*MEMBERS} - {"origin"}, row
            assert "origin" in row or "file:" in row["href"].lower(), row
    assert len(own_rows) > 2_500
    twice = [key for key, count in Counter((row["input"], row["base"]) for row in own_rows).items() if count > 1]
    assert twice == []
