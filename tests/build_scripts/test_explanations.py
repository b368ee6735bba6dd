"""build_scripts/crosscheck_explanations.py: each rule on a difference that an engine showed."""

import json
from pathlib import Path

import crosscheck_explanations
import pytest

DIFFERENCES = json.loads((Path(__file__).parent.parent / "data" / "differences.json").read_text("utf-8"))


@pytest.mark.parametrize("difference", DIFFERENCES, ids=lambda difference: difference["explanation"])
def test_explanation(difference):
    assert crosscheck_explanations.explain(difference) == difference["explanation"]


def test_every_rule_has_its_difference():
    assert {text for _, text in crosscheck_explanations._RULES} == {row["explanation"] for row in DIFFERENCES}


FILE = {"href": "file://host/dir/C|", "host": "host", "pathname": "/dir/C|", "origin": "null"}


@pytest.mark.parametrize(
    ("case", "ours", "native", "says"),
    [
        # The path is the same: what differs is the host alone.
        (
            {"input": "C|", "base": "file://host/dir/file"},
            FILE,
            {**FILE, "href": "file:///dir/C|", "host": ""},
            "drops the host",
        ),
        # Refused for its Georgian capital letter.
        (
            {"input": "http://\u10a0<\u0338/"},
            {"host": "xn--x", "href": "http://xn--x/"},
            {"failure": True},
            "newest tables",
        ),
        # The same href: neither has a "/." that the other has not.
        ({"input": "a:/"}, {"href": "a:/", "searchParams": ""}, {"href": "a:/", "searchParams": "x="}, "not explained"),
        # The protocol stays; the host is lost.
        (
            {"href": "file://hi/path", "member": "protocol", "value": "s"},
            {"href": "file://hi/path", "host": "hi"},
            {"href": "file:///path", "host": ""},
            "drops the host",
        ),
    ],
)
def test_rules_say_no_more_than_they_see(case, ours, native, says):
    case = {"kind": "set" if "member" in case else "parse", "base": None, **case}
    assert says in crosscheck_explanations.explain({"case": case, "ours": ours, "native": native})


def test_what_no_rule_knows_is_said_to_be_unexplained():
    case = {"kind": "parse", "input": "http://h/", "base": None}
    answers = {"ours": {"href": "http://h/"}, "native": {"href": "http://other/"}}
    assert crosscheck_explanations.explain({"case": case, **answers}) == crosscheck_explanations.UNEXPLAINED
