"""Patterns in build_scripts/fuzz.py: the cases, what must hold without another engine, and what becomes of findings."""

import json

import pytest
from crosscheck import pattern_rules
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
    rows,
)
from setup.project import SetUpError

TEXTS = {rule["rule"]: text for text, rule in pattern_rules.rules().items()}


def case(pattern, *inputs):
    return {"kind": "pattern", "pattern": pattern, "inputs": [*inputs]}


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
    [
        ({"search": "\t:a"}, True),
        ({"search": "\\?:a"}, True),
        ({"hostname": "/a:b"}, True),
        ({"search": "a:a"}, False),
        ({"search": "\t"}, False),
    ],
)
def test_what_ends_chromiums_page_is_left_out(pattern, ends):
    assert fuzzed.ends_page(case([pattern]), "chromium") is ends
    assert not fuzzed.ends_page(case([pattern]), "firefox")


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
