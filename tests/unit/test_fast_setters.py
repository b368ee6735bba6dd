"""A fast setter gives the result of the standard's setter, or none."""

import random

import pytest

from py_url import fast
from py_url.standard import SETTERS, serialize
from py_url.standard.urls import components
from tests.unit.test_fast_path import MARKS

MEMBERS = ["protocol", "username", "password", "host", "hostname", "port", "pathname", "search", "hash"]
HREFS = [
    "http://h/",
    "https://u:p@example.org:8080/a/b?q#f",
    "http://:p@h/?#",
    "ws://u@[1:2::]:81/x",
    "ftp://1.2.3.4/#?",
    "wss://[::1]/a//b",
    "http://h:443/",
    "file:///C:/a?b#c",
    "file://h/a",
    "foo://u:p@h:80/a?b#c",
    "foo://H",
    "foo:/a",
    "web+demo:/.//a",
    "data:a b%20?c#d",
    "mailto:a@h",
]
VALUES = {
    "protocol": ["https", "HTTP:", "ws", "wss:x", "ftp:", "file", "foo", "", ":", "ht\ttp", "https//"],
    "username": ["", "u", "a:b@c", "é", "\t", "%"],
    "password": ["", "p", "a:b@c", "é", "\t", "%"],
    "host": [
        "",
        "H.example",
        "h:81",
        "h:80",
        "h:443",
        "h:",
        "h:x",
        "h:99999",
        "h/x",
        "1",
        "[::2]:5",
        "a b",
        "é",
        "h\t",
    ],
    "hostname": ["", "H.example", "h:81", "h:", ":", "h/x", "1", "[::2]", "a b", "é", "h\t", "xn--a"],
    "port": ["", "81", "80", "443", "0", "00081", "8a", "a", "65535", "65536", "999999", "٣", "8\t1", " 8", "-1"],
    "pathname": ["", "a", "/a", "//a", "\\a", "a/../b", "..", "%2e", "a?b#c", "é ", "\ta", "a\\..\\b", "."],
    "search": ["", "?", "q", "?q", "??", "a'b", "a b#c", "é", "\tq", "?\n"],
    "hash": ["", "#", "f", "#f", "##", "a`b", "a b", "é", "\tf"],
}


def said_by_the_standard(href, member, value):
    record = components.to_record(href)
    SETTERS[member](record, value)
    return serialize(record)


def assert_right(href, member, value):
    """Assert that the fast setter agrees with the standard's; return whether it gave a result."""
    said = fast.href_after(href, member, value)
    if said is not None:
        assert said == said_by_the_standard(href, member, value)
    return said is not None


def test_there_is_a_setter_of_each_member():
    assert [*SETTERS] == [*fast.SETTERS] == MEMBERS


@pytest.mark.parametrize(
    ("member", "value", "href"),
    [
        ("protocol", "https", "https://u:p@h:8080/a?b#c"),
        ("username", "v", "http://v:p@h:8080/a?b#c"),
        ("password", "q", "http://u:q@h:8080/a?b#c"),
        ("host", "i", "http://u:p@i:8080/a?b#c"),
        ("host", "i:81", "http://u:p@i:81/a?b#c"),
        ("hostname", "i", "http://u:p@i:8080/a?b#c"),
        ("host", "é", "http://u:p@xn--9ca:8080/a?b#c"),
        ("hostname", "1.2", "http://u:p@1.0.0.2:8080/a?b#c"),
        ("port", "81", "http://u:p@h:81/a?b#c"),
        ("pathname", "d/../e", "http://u:p@h:8080/e?b#c"),
        ("search", "d", "http://u:p@h:8080/a?d#c"),
        ("hash", "d", "http://u:p@h:8080/a?b#d"),
    ],
)
def test_ordinary_values_need_no_state_machine(member, value, href):
    assert fast.href_after("http://u:p@h:8080/a?b#c", member, value) == href


@pytest.mark.parametrize("member", MEMBERS)
def test_values(member):
    taken = [assert_right(href, member, value) for href in HREFS for value in VALUES[member]]
    assert sum(taken) > 10


@pytest.mark.parametrize("member", ["search", "hash"])
def test_these_complete_all(member):
    assert all(assert_right(href, member, value) for href in HREFS for value in VALUES[member])


def test_what_is_left_to_the_parser():
    refused = [("file:///a", "port", "8"), ("foo://h/", "host", "g"), ("http://h/", "protocol", "file")]
    refused += [("http://h/", "host", "a b"), ("http://h/", "hostname", "h:8"), ("http://h/", "port", "8x")]
    assert not any(assert_right(*arguments) for arguments in refused)


def test_mutations():
    mutate = random.Random(8)
    taken = []
    for _ in range(4000):
        member = mutate.choice(MEMBERS)
        value = mutate.choice(VALUES[member])
        start = mutate.randrange(len(value) + 1)
        # Setters receive a scalar value string.
        changed = (value[:start] + mutate.choice(MARKS) + value[start:]).replace("\ud800", "\ufffd")
        taken.append(assert_right(mutate.choice(HREFS), member, changed))
    assert sum(taken) > len(taken) / 4


def test_the_door_gives_what_the_setter_gives():
    assert fast.href_after("http://h/", "port", "8") == "http://h:8/"
    assert fast.href_after("http://h/", "hash", "") == "http://h/"
