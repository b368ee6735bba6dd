"""URL patterns in the cross-check and in fuzz.py: the cases, the answers, the rules, and verdicts."""

import json

import fetch_wpt_urlpattern
import pytest
from crosscheck import comparison, pattern_inputs, pattern_quirks, pattern_rules, patterns, report, summary
from research.fuzzing import (
    answers,
    attack,
    command,
    engines,
    generation,
    internal,
    kinds,
    pattern_generation,
    patterns as fuzzed,
    polyfill,
    rows,
)
from setup.project import ROOT, SetUpError

from tests.support.needs import needs

DIFFERENCES = json.loads((ROOT / "tests" / "data" / "pattern_differences.json").read_text("utf-8"))
TEXTS = {rule["rule"]: text for text, rule in pattern_rules.rules().items()}


def case(pattern, *inputs):
    return {"kind": "pattern", "pattern": pattern, "inputs": [*inputs]}


# The rules.


@pytest.mark.parametrize("difference", DIFFERENCES, ids=lambda difference: difference["explanation"])
def test_explanation(difference):
    assert summary.explain(difference) == difference["explanation"]


def test_every_rule_has_its_difference():
    assert {*pattern_rules.rules()} == {row["explanation"] for row in DIFFERENCES}


def test_an_engine_gave_each_answer():
    """Those of today's engines are recorded in full; Chromium 138's are from the history."""
    engines_of = {row["engine"] for row in DIFFERENCES}
    assert {name.split()[0] for name in engines_of} == {"Chromium", "Firefox", "WebKitGTK", "Node", "none"}
    for row in DIFFERENCES:
        ours = json.loads(patterns.answer("pattern", row["case"]["input"]))
        assert {name: ours.get(name) for name in row["ours"]} == row["ours"]
        assert (row["engine"] == "none") == str(row["native"].get("error", "")).startswith("not compared")


def test_what_no_rule_explains():
    answer = {"pathname": "/a", "matches": True, "pathname_input": "/a"}
    asked = {"kind": "pattern", "input": '[[{"pathname":"/a"}],[{"pathname":"/a"}]]'}
    for native in ({**answer, "pathname": "/b"}, {**answer, "matches": False}, {"failure": True}, {"error": "x"}):
        assert pattern_rules.explain({"case": asked, "ours": answer, "native": native}) is None


# The cases.


def test_py_url_does_what_is_expected_in_every_case():
    for test in pattern_inputs.gather():
        answer, expected = json.loads(patterns.answer(test["kind"], test["input"])), test["expected"]
        assert {name: answer.get(name) for name in expected} == expected, test["input"]


@needs("wpt urlpattern")
def test_all_rows_are_cases():
    sources = [test["source"] for test in pattern_inputs.gather()]
    counts = {name: sources.count(name) for name in fetch_wpt_urlpattern.DIGESTS}
    assert counts == {name: facts["rows"] for name, facts in fetch_wpt_urlpattern.DIGESTS.items()}


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


# The fuzzer.


def test_the_same_seed_gives_the_same_patterns():
    tests = pattern_generation.tests([])
    first, second, other = (
        pattern_generation.PatternGenerator(seed, generation.Rows([], []), tests).cases(300) for seed in "aab"
    )
    assert first == second != other
    ours = [answers.answer_of(each) for each in first]
    assert 0.2 < sum("failure" in answer for answer in ours) / len(ours) < 0.8
    assert sum(each["matches"] is True for answer in ours for each in answer.get("each", ())) / len(ours) > 0.05
    assert [internal.check(each) for each in first] == [None] * len(first)
    assert answers.count(first)["patterns"] == 300


def test_a_fault_of_a_list_is_found(monkeypatch):
    asked = case([{"pathname": "/a"}], ["https://h/a"])
    assert internal.check(asked) is None
    monkeypatch.setattr("py_url.pattern.PatternList.first", lambda *_: None)
    assert internal.check(asked) == "a list of the pattern does not find 'https://h/a'"


def test_a_fault_of_the_steps_is_found(monkeypatch):
    asked = case([{"pathname": "*a*"}], [{"pathname": "/a"}])
    assert internal.check(asked) is None
    monkeypatch.setattr("py_url.pattern.matching.Program.run", lambda *_: None)
    assert "step by step" in internal.check(asked)


class Engine:
    """An engine that matches nothing that has an "x", and refuses a "y"."""

    name, version, has_query_objects = "node", "Node 99", True

    def ask(self, cases):
        return [self.answer(each) for each in cases]

    def answer(self, asked):
        if "parse" in asked["kind"] or "y" not in json.dumps(asked["pattern"]):
            answer = answers.answer_of(asked)
            each = [
                {"matches": False} if "x" in json.dumps(given) else found
                for given, found in zip(asked.get("inputs", ()), answer.get("each", ()), strict=False)
            ]
            return {**answer, "each": each} if "each" in answer else answer
        return {"failure": True}


def test_findings_are_made_small():
    state, found = attack.State("x"), []
    cases = [
        case([{"pathname": "/:abc", "hash": "*"}], [{"pathname": "/abcx"}]),
        case(["https://h/by"], ["https://h/"]),
    ]
    attack.run_round(state, cases, [Engine()], found.append)
    one, other = found
    assert one["case"] == case([{}], [{"pathname": "x"}])
    assert one["sentence"].startswith("Node 99 gives matches False")
    assert json.loads(one["row"])["expected_match"] == {"pathname": {"input": "x", "groups": {"0": "x"}}}
    assert "y" in json.dumps(other["case"]["pattern"])
    assert other["sentence"] == "Node 99 gives a failure"
    assert "new URLPattern({}).exec({" in command.summary(state, {}, 1)


def test_rows():
    assert json.loads(rows.row_of(case([{"port": "x"}]), "c")) == {
        "comment": "c",
        "pattern": [{"port": "x"}],
        "expected_obj": "error",
    }
    assert "inputs" not in fuzzed.row_of(case([{}]))
    assert fuzzed.row_of(case([{"hash": "a"}], ["foo:"]))["expected_match"] is None
    assert fuzzed.row_of(case([{}], [{}, "foo:"]))["expected_match"] == "error"


def test_known_kinds_of_differences():
    asked = case([{"pathname": "(\\p{L})"}])
    ours = answers.answer_of(asked)
    assert kinds.kind_of(asked, ours, {"pathname": "(\\p{L})", "each": []}, "node") == TEXTS["not-in-re"]
    ended = {"error": "the process ended with status -6"}
    assert kinds.kind_of(asked, ours, ended, "node") == TEXTS["process-ends"]


@pytest.mark.parametrize(
    ("pattern", "ends"),
    [({"search": "\t:a"}, True), ({"search": "\\?:a"}, True), ({"search": "a:a"}, False), ({"search": "\t"}, False)],
)
def test_what_ends_chromiums_page_is_left_out(pattern, ends):
    assert pattern_quirks.ends_chromium([pattern]) is ends


def test_a_quirk_explains_an_answer_only_if_it_gives_it():
    asked = {"kind": "pattern", "input": '[[{"pathname":"|"}],[{"pathname":"|"}]]'}
    names = pattern_quirks.CHROMIUM
    answer = pattern_quirks.answer([{"pathname": "|"}], [{"pathname": "|"}], names, {})
    assert (answer["pathname"], answer["pathname_input"]) == ("%7C", "%7C")
    assert pattern_quirks.explain({"case": asked, "native": answer}) == TEXTS["bar-in-path"]
    for wrong in ({"pathname_input": "|"}, {"matches": False}, {"hash": "x"}):
        assert pattern_quirks.explain({"case": asked, "native": {**answer, **wrong}}) is None
    # Nothing stays replaced.
    assert answers.answer_of(case([{"pathname": "|"}], [{"pathname": "|"}]))["pathname"] == "|"


def test_the_urls_of_an_engine_explain_what_follows_from_them():
    asked = {"kind": "pattern", "input": '[["https://h/:a"],["/|","https://h"]]'}
    members = {
        "protocol": "https:",
        "username": "",
        "password": "",
        "hostname": "h",
        "port": "",
        "search": "",
        "hash": "",
    }
    urls = {'["/|", "https://h"]': {**members, "href": "https://h/%7C", "pathname": "/%7C"}}
    answer = pattern_quirks.answer(["https://h/:a"], ["/|", "https://h"], (), urls)
    assert answer["pathname_groups"] == '[["a","%7C"]]'
    assert pattern_quirks.explain({"case": asked, "native": answer, "urls": urls}) == TEXTS["other-url"]
    assert pattern_quirks.explain({"case": asked, "native": {**answer, "hostname_input": "x"}, "urls": urls}) is None
    refused = pattern_quirks.answer(["/a", "https://h"], ["/|", "https://h"], (), {'["https://h"]': None})
    assert refused == patterns.FAILURE


POLYFILL = {
    "polyfill-flag-u": case([{"pathname": "/([|])"}]),
    "polyfill-old-v8": case([{"pathname": "/((?i:a))"}]),
    "polyfill-backslash-at-end": case([{"pathname": "a\\"}]),
    "polyfill-asterisk-in-group": case([{"pathname": "/(*)"}]),
    "polyfill-name-beyond-bmp": case([{"pathname": "/:\U0001d4b3"}]),
    "polyfill-protocol": case([{"protocol": "1a"}]),
    "polyfill-example-com": case([{"hostname": "1.2.3.4.5"}]),
    "polyfill-hostname-checked": case([{"hostname": "a/b"}]),
    "polyfill-ipv6-hostname": case([{}], [{"hostname": "[::0]"}]),
    "polyfill-port": case([{"port": "08"}]),
    "polyfill-pathname-of-url": case([{}], [{"pathname": "//a/b"}]),
    "polyfill-opaque-pathname": case([{"protocol": "data", "pathname": "/a/../b"}]),
    "polyfill-pathname": case([{"pathname": "/^"}]),
    "polyfill-search": case([{"search": "\\?\\?a"}]),
    "polyfill-hash": case([{"hash": "\\#a"}]),
    "polyfill-opaque-base": case([{"pathname": "x", "baseURL": "data:text/plain"}]),
    "polyfill-parsed-again": case([{}], ["foo://A/"]),
}
# A newer Node.js gives what the standards say.
BY_VERSION = {"polyfill-old-v8", "polyfill-pathname"}


@needs("npm test packages")
def test_each_difference_of_the_polyfill_is_computed():
    assert [*POLYFILL] == [*polyfill.QUIRKS]
    with engines.opened("urlpattern-polyfill") as engine:
        for name, asked in POLYFILL.items():
            differences = attack._differences([asked], engine)
            assert differences or name in BY_VERSION
            for difference in differences:
                sentence = polyfill.QUIRKS[name].sentence
                assert kinds.kind_of(*difference[1:], engine.name) == sentence
                wrong = {**difference.theirs, "hash": "x"}
                assert kinds.kind_of(difference.case, difference.ours, wrong, engine.name) is None
        generator = pattern_generation.PatternGenerator(
            "polyfill", generation.Rows([], []), pattern_generation.tests([])
        )
        found = attack._differences(generator.cases(300), engine)
    assert len(found) > 20
    assert [difference for difference in found if kinds.kind_of(*difference[1:], engine.name) is None] == []


def test_each_input_of_a_pattern_is_a_difference_of_its_own():
    asked = case([{"pathname": "/:a"}], ["https://h/a"], ["https://h/b"], ["https://h/c"])
    ours = answers.answer_of(asked)
    no = {"matches": False}
    assert [part[0]["inputs"] for part in fuzzed.parts(asked, ours, {**ours, "each": [no, ours["each"][1], no]})] == [
        [["https://h/a"]],
        [["https://h/c"]],
    ]
    assert [part[0]["inputs"] for part in fuzzed.parts(asked, ours, {"failure": True, "urls": {}})] == [[]]
    assert fuzzed.parts(asked, ours, {"error": "x"}) == [(asked, ours, {"error": "x"})]


def test_a_node_that_has_no_class_and_one_that_ends(monkeypatch, tmp_path):
    script = tmp_path / "in_node.mjs"
    monkeypatch.setattr(engines, "_HERE", tmp_path)
    start = "import { createInterface } from 'node:readline'; console.log('\"v1\"');"
    answering = "for await (const line of createInterface({ input: process.stdin }))"
    script.write_text(f"{start} {answering} console.log('[{{\"missing\": true}}]');", "utf-8")
    with engines.opened("node") as node, pytest.raises(SetUpError, match="has no URLPattern; Node"):
        node.ask([case([])])
    # It ends at a pattern with "bad", which is found among others.
    good = "console.log(JSON.stringify(JSON.parse(line).map(() => null)))"
    script.write_text(f"{start} {answering} {{ if (line.includes('bad')) process.exit(3); {good}; }}", "utf-8")
    with engines.opened("node") as node:
        given = node.ask([case(["a"]), case(["bad"]), case(["b"])])
    assert given == [{"failure": True}, {"error": "the process ended with status 3"}, {"failure": True}]


def test_engines_without_patterns_are_refused(capsys):
    with pytest.raises(SystemExit):
        command._arguments(["--patterns", "--against", "ada-url"])
    assert "ada-url has no URLPattern" in capsys.readouterr().err
    assert command._arguments(["--patterns"]).against == []
