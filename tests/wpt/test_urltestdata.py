"""``urltestdata.json``, ``urltestdata-javascript-only.json``, and our own rows in their format."""

import pytest

from py_url import URL, InvalidURL, basic_parse, origin, serialize
from tests.wpt.data import own, rows

FILES = ("urltestdata.json", "urltestdata-javascript-only.json", *own("parse"))
MEMBERS = (
    *("href", "origin", "protocol", "username", "password", "host", "hostname", "port"),
    *("pathname", "search", "hash"),
)
# A base URL whose path is not opaque, for each scheme that those rows name or leave out, and one whose path is.
NON_OPAQUE = ("http://example.com/a/b", "https://example.com/a/b")
OPAQUE = "sc:sd"


def all_rows(only=lambda row: True):
    return rows(*FILES, only=only)


def successes():
    return all_rows(lambda row: not row.get("failure"))


@pytest.mark.parametrize("row", all_rows())
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
    assert URL.parse(row["input"], row["base"]) == url
    assert URL.can_parse(row["input"], row["base"])


@pytest.mark.parametrize("row", rows("urltestdata.json", only=lambda row: row.get("failure") and row["base"] is None))
def test_what_parses_relative_to_what(row):
    """A row that fails without a base URL says by "relativeTo" with which it parses: with none, if it has no such."""
    relative_to = row.get("relativeTo")
    assert any(URL.can_parse(row["input"], base) for base in NON_OPAQUE) == (relative_to is not None)
    assert URL.can_parse(row["input"], OPAQUE) == (relative_to == "any-base")


@pytest.mark.parametrize("row", successes())
def test_a_serialized_url_parses_to_itself(row):
    assert URL(row["href"]).href == row["href"]
    assert serialize(basic_parse(row["href"])) == row["href"]


@pytest.mark.parametrize("row", successes())
def test_components_of_the_href_are_those_of_the_record(row):
    """What an href is split into is the record that it was serialized from, member by member."""
    parsed = basic_parse(row["input"], None if row["base"] is None else basic_parse(row["base"]))
    split = URL(row["href"]).to_record()
    for member in ("scheme", "username", "password", "host", "port", "path", "query", "fragment"):
        assert getattr(split, member) == getattr(parsed, member), member
    assert type(split.host) is type(parsed.host)
    assert str(origin(parsed)) == URL(row["href"]).origin
