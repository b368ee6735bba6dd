"""build_scripts/crosscheck_explanations.py: each rule on a difference that Chromium showed."""

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


def test_what_no_rule_knows_is_said_to_be_unexplained():
    case = {"kind": "parse", "input": "http://h/", "base": None}
    answers = {"ours": {"href": "http://h/"}, "native": {"href": "http://other/"}}
    assert crosscheck_explanations.explain({"case": case, **answers}) == crosscheck_explanations.UNEXPLAINED
