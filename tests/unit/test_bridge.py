"""The strings that pass between JavaScript and Python."""

import pytest

from py_url import URL
from py_url.programs import bridge

NAMES = ("protocol", "username", "password", "host", "hostname", "port", "pathname", "search", "hash")


def unpack(packed):
    """Unpack a packed URL as web/py_url.js does."""
    offsets, _, rest = packed.partition("|")
    origin, _, href = rest.partition("\n")
    at = [*map(int, offsets.split(" ")), None]
    spans = [(None, 0), (1, 2), (3, 4), (5, 8), (5, 6), (7, 8), (9, 10), (10, 11), (11, None)]
    members = {
        name: href[0 if start is None else at[start] : None if end is None else at[end]]
        for name, (start, end) in zip(NAMES, spans, strict=True)
    }
    members["search"] = members["search"] if len(members["search"]) > 1 else ""
    members["hash"] = members["hash"] if len(members["hash"]) > 1 else ""
    return {**members, "href": href, "origin": origin or f"{members['protocol']}//{members['host']}"}


@pytest.mark.parametrize(
    "href",
    [
        "http://h/",
        "http://h/a?q=1#f",
        "https://h:8080/?#",
        "https://u:p@h:8080/a/b?q#f",
        "https://u@h/?#",
        "http://:p@[::1]:1/",
        "file:///C:/x?y",
        "file://h/x",
        "foo://",
        "foo://h",
        "foo://h:1?q",
        "foo:/.//x?#f",
        "foo:x",
        "mailto:a@b?c=d",
        "blob:https://h:444/x",
        "blob:x",
        "ws://h:81/x?",
    ],
)
def test_packed_url(href):
    url = URL(href)
    expected = {name: getattr(url, name) for name in (*NAMES, "href", "origin")}
    assert unpack(bridge.parse_url(href)) == expected
    assert unpack(bridge.parse_url(href, "http://b/")) == expected


def test_failure_crosses_as_text():
    assert bridge.parse_url("http://h:x/").startswith("!invalid URL 'http://h:x/': port-invalid")
    assert bridge.parse_url("x", "y").startswith("!invalid base URL 'y'")
    assert bridge.parse_url_or_empty("http://h:x/") == bridge.parse_url_or_empty("x", "y") == ""
    assert bridge.parse_url_or_empty("x", "http://h/") == bridge.parse_url("http://h/x")


def test_a_url_that_ends_with_its_host():
    assert unpack(bridge.parse_url("http://h:8080")) == unpack(bridge.parse_url("http://h:8080/"))
    assert bridge.parse_all(f"http://h{bridge.SEPARATOR}http://h/") == f"http://h/{bridge.SEPARATOR}http://h/"


def test_many_at_once():
    joined = bridge.SEPARATOR.join(["http://H/", "", "x", "//y:z"])
    hrefs = bridge.parse_all(joined, "http://b/").split(bridge.SEPARATOR)
    assert hrefs[:3] == ["http://h/", "http://b/", "http://b/x"]
    assert hrefs[3].startswith("!invalid URL '//y:z'")
    assert bridge.parse_all("").startswith("!invalid URL ''")


def test_setting_members():
    assert unpack(bridge.set_member("http://h/", "port", "81"))["href"] == "http://h:81/"
    assert unpack(bridge.set_member("http://h/", "port", "x"))["href"] == "http://h/"


PAIRS = [("a", "1"), ("", ""), ("\U0001f4a9", "\uffff"), ("a", "\x00\n")]


def test_pairs():
    packed = bridge.SEPARATOR.join(string for pair in PAIRS for string in pair)
    query = bridge.serialize_pairs(packed)
    assert bridge.parse_pairs(query) == packed
    assert bridge.sort_pairs(packed).split(bridge.SEPARATOR)[0] == ""
    assert unpack(bridge.update("http://h/?x#f", packed))["href"] == f"http://h/?{query}#f"


def test_no_pairs_and_a_pair_of_nothing():
    assert bridge.parse_pairs("") == bridge.serialize_pairs("") == bridge.sort_pairs("") == ""
    assert bridge.parse_pairs("=") == bridge.SEPARATOR
    assert bridge.serialize_pairs(bridge.SEPARATOR) == "="
    assert unpack(bridge.update("http://h/?x", ""))["href"] == "http://h/"


def test_can_parse():
    assert bridge.can_parse("http://h") is True
    assert bridge.can_parse("h") is False
    assert bridge.can_parse("h", "http://h") is True
    assert bridge.can_parse("http://h", "h") is False
