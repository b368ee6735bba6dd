"""explanations.py of the playground: each rule, on a difference seen in an engine."""

import json
from pathlib import Path

import explanations
import pytest

DIFFERENCES = json.loads((Path(__file__).parent.parent / "data" / "differences.json").read_text("utf-8"))


@pytest.mark.parametrize("difference", DIFFERENCES, ids=lambda difference: difference["explanation"])
def test_explanation(difference):
    assert explanations.explain(difference) == difference["explanation"]


def test_every_rule_has_its_difference():
    assert {*explanations.rules()} == {row["explanation"] for row in DIFFERENCES}


def test_every_rule_has_its_text():
    assert [rule["rule"] for rule in explanations.rules().values()] == [*explanations.RULES]


FILE = {"href": "file://host/dir/C|", "host": "host", "pathname": "/dir/C|", "origin": "null"}


@pytest.mark.parametrize(
    ("case", "ours", "native", "says"),
    [
        # The paths are the same; only the hosts differ.
        (
            {"input": "C|", "base": "file://host/dir/file"},
            FILE,
            {**FILE, "href": "file:///dir/C|", "host": ""},
            "drops the host",
        ),
        # Refused because of its Georgian capital letter.
        (
            {"input": "http://\u10a0<\u0338/"},
            {"host": "xn--x", "href": "http://xn--x/"},
            {"failure": True},
            "newest tables",
        ),
        # The hrefs are the same: neither has a "/." that the other lacks.
        ({"input": "a:/"}, {"href": "a:/", "searchParams": ""}, {"href": "a:/", "searchParams": "x="}, "not explained"),
        # The protocol stays, but the host is lost.
        (
            {"href": "file://hi/path", "member": "protocol", "value": "s"},
            {"href": "file://hi/path", "host": "hi"},
            {"href": "file:///path", "host": ""},
            "drops the host",
        ),
        # Not a drive letter, although it looks a little like one.
        (
            {"input": "file:///w|m"},
            {"href": "file:///w|m", "host": "", "pathname": "/w|m"},
            {"href": "file:///w%7Cm", "host": "", "pathname": "/w%7Cm"},
            "percent-encodes |",
        ),
        # Only digits.
        (
            {"href": "http://h/", "member": "port", "value": "81"},
            {"href": "http://h:81/", "port": "81"},
            {"href": "http://h/", "port": ""},
            "not explained",
        ),
        # No right-to-left letter.
        (
            {"input": "http://\u00e4.b/"},
            {"failure": True},
            {"host": "xn--4ca.b", "hostname": "xn--4ca.b", "href": "http://xn--4ca.b/"},
            "not explained",
        ),
        # The same, percent-encoded: the rules look at the decoded text.
        (
            {"input": "http://1%D7%90/"},
            {"failure": True},
            {"host": "xn--1-0hc", "hostname": "xn--1-0hc", "href": "http://xn--1-0hc/"},
            "bidi rule",
        ),
        # Neither engine refuses it.
        (
            {"input": "http://\u05d0/"},
            {"host": "xn--4db", "hostname": "xn--4db", "href": "http://xn--4db/"},
            {"host": "xn--4dbc", "hostname": "xn--4dbc", "href": "http://xn--4dbc/"},
            "not explained",
        ),
        # Without a query it contains no space.
        ({"input": "data:x"}, {"href": "data:x", "search": ""}, {"href": "data:y", "search": ""}, "not explained"),
        # Both start with the base.
        ({"input": "#z", "base": "foo://h?q"}, {"href": "foo://h?q#z"}, {"href": "foo://h?q#Z"}, "not explained"),
        # Nothing precedes U+0000.
        ({"input": "\0http://h/"}, {"href": "http://h/"}, {"href": "http://g/"}, "not explained"),
    ],
)
def test_rules_say_no_more_than_they_see(case, ours, native, says):
    case = {"kind": "set" if "member" in case else "parse", "base": None, **case}
    assert says in explanations.explain({"case": case, "ours": ours, "native": native})


def test_a_difference_without_a_rule_is_unexplained():
    case = {"kind": "parse", "input": "http://h/", "base": None}
    answers = {"ours": {"href": "http://h/"}, "native": {"href": "http://other/"}}
    assert explanations.explain({"case": case, **answers}) == explanations.UNEXPLAINED
