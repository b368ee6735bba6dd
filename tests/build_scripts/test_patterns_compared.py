"""URL patterns in the cross-check: the cases, the answers, the rules, and verdicts."""

import json

import pytest
from crosscheck import comparison, pattern_inputs, pattern_rules, patterns, report, summary
from fetching import wpt_urlpattern
from setup.project import ROOT, SetUpError

from tests.support.needs import needs

DIFFERENCES = json.loads((ROOT / "tests" / "data" / "pattern_differences.json").read_text("utf-8"))


# The rules.


@pytest.mark.parametrize("difference", DIFFERENCES, ids=lambda difference: difference["explanation"])
def test_explanation(difference):
    assert summary.explain(difference) == difference["explanation"]


def test_every_rule_has_its_difference():
    assert {*pattern_rules.rules()} == {row["explanation"] for row in DIFFERENCES}


def test_every_rule_has_its_text():
    assert {rule["rule"] for rule in pattern_rules.rules().values()} == {*pattern_rules.RULES, *pattern_rules.TEXTS}


def test_an_engine_gave_each_answer():
    """Those of today's engines are recorded in full; Chromium 138's are from the history."""
    engines_of = {row["engine"] for row in DIFFERENCES}
    assert {name.split()[0] for name in engines_of} == {"Chromium", "Firefox", "WebKitGTK", "Node", "none"}
    for row in DIFFERENCES:
        ours = json.loads(patterns.answer("pattern", row["case"]["input"]))
        assert {name: ours.get(name) for name in row["ours"]} == row["ours"]
        assert (row["engine"] == "none") == str(row["native"].get("error", "")).startswith("not compared")


@pytest.mark.parametrize("difference", DIFFERENCES, ids=lambda difference: difference["explanation"])
def test_an_answer_that_is_also_wrong_elsewhere_is_unexplained(difference):
    native = difference["native"]
    for name in ("username", "hash", "hash_input", "hash_groups"):
        if name in native and name in difference["ours"]:
            assert pattern_rules.explain({**difference, "native": {**native, name: '[["0","wrong"]]'}}) is None


@pytest.mark.parametrize("difference", DIFFERENCES, ids=lambda difference: difference["explanation"])
def test_a_fault_of_py_url_that_is_the_mistake_of_an_engine_is_unexplained(difference):
    swapped = {**difference, "ours": difference["native"], "native": difference["ours"]}
    assert pattern_rules.explain(swapped) is None


@pytest.mark.parametrize("difference", DIFFERENCES, ids=lambda difference: difference["explanation"])
def test_a_wrong_refusal_is_unexplained(difference):
    right = json.loads(patterns.answer("pattern", difference["case"]["input"]))
    faults = [] if "failure" in right else [patterns.FAILURE]
    if right.get("matches") is True:
        faults.append({name: value for name, value in right.items() if "_" not in name} | {"matches": False})
    for wrong in faults:
        assert pattern_rules.explain({**difference, "ours": wrong, "native": right}) is None


PLAIN = {"kind": "pattern", "input": '[[{"pathname":"/a"}],[{"pathname":"/a"}]]'}
PLAIN_ANSWER = json.loads(patterns.answer("pattern", PLAIN["input"]))
NOT_MATCHED = {name: value for name, value in PLAIN_ANSWER.items() if "_" not in name} | {"matches": False}


@pytest.mark.parametrize(
    "wrong",
    [
        {**PLAIN_ANSWER, "pathname": "/b"},
        {**PLAIN_ANSWER, "hasRegExpGroups": True},
        {**PLAIN_ANSWER, "port": ""},
        {**PLAIN_ANSWER, "pathname_groups": '[["0",""]]'},
        NOT_MATCHED,
        patterns.FAILURE,
        {"error": "x"},
    ],
    ids=str,
)
def test_a_fault_with_an_ordinary_pattern_is_unexplained(wrong):
    for ours, native in ((PLAIN_ANSWER, wrong), (wrong, PLAIN_ANSWER)):
        assert pattern_rules.explain({"case": PLAIN, "ours": ours, "native": native}) is None


# The cases.


def test_py_url_does_what_is_expected_in_every_case():
    for test in pattern_inputs.gather():
        answer, expected = json.loads(patterns.answer(test["kind"], test["input"])), test["expected"]
        assert {name: answer.get(name) for name in expected} == expected, test["input"]


@needs("wpt urlpattern")
def test_all_rows_are_cases():
    sources = [test["source"] for test in pattern_inputs.gather()]
    counts = {name: sources.count(name) for name in wpt_urlpattern.DIGESTS}
    assert counts == {name: facts["rows"] for name, facts in wpt_urlpattern.DIGESTS.items()}


def test_a_clone_alone_has_its_own_rows_and_says_so(monkeypatch, tmp_path, capsys):
    monkeypatch.setenv("PY_URL_WPT", str(tmp_path))
    assert {test["source"] for test in pattern_inputs.gather()} == {"tests/data/pattern"}
    assert "only the project's own rows of URLPattern are compared" in capsys.readouterr().err
    with pytest.raises(SetUpError, match="urlpatterntestdata"):
        pattern_inputs.gather(required=True)


# Verdicts.


def summary_of(*natives):
    """The summary of a check in which py_url is right, and the engine gives these answers."""
    test = {"source": "x", "base": None, "kind": "pattern", "input": '[["/a",{}],null]', "expected": {"pathname": "/a"}}
    result = {"agree": False, "digest": 1, "ours": "yes"}
    results = [
        {
            **result,
            "native": native,
            **({} if native == "absent" else {"answers": {"ours": {}, "native": {"matches": 1}}}),
        }
        for native in natives
    ]
    described = {"browser": "Node 20", "version": "1", "pyodide": "1", "python": "3", "unicode": "17"}
    return summary.summarize([test] * len(natives), [{"engine": described, "results": results}], date="2026-11-24")


def test_a_class_that_an_engine_does_not_have_is_no_agreement():
    made = summary_of("absent", "absent")
    totals = made["engines"][0]["totals"]
    assert (made["patterns"], totals["not in the engine"], totals["agree"]) == (2, 2, 0)
    assert made["differences"] == []
    assert summary.is_all_right(made)
    text = report.table(made)
    assert "2 of the inputs are of URLPattern; Node 20 does not have what 2 of them need" in text
    assert comparison.of(made).totals["Node 20"]["not in the engine"] == 2


def test_a_difference_of_patterns_that_no_rule_explains_counts():
    made = summary_of("no", "absent")
    assert made["unexplained"] == {"Node 20": 1}
    assert not summary.is_all_right(made)
    (difference,) = made["differences"]
    assert comparison.asked(difference["case"]) == 'pattern "[[\\"/a\\",{}],null]"'
