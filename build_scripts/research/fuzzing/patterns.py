"""Cases of URL patterns: py_url's answers, what must hold without another engine, and rows for ``tests/data``."""

from __future__ import annotations

import json
import re

from crosscheck import pattern_rules, patterns
from crosscheck.pattern_rules import strings_in

from py_url.pattern import PatternList
from py_url.pattern.canonicalization import COMPONENTS

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from crosscheck.own_answers import Answer
    from crosscheck.summary import Case

    from py_url.pattern import URLPattern

_BEFORE_GROUP = re.compile(r"(?:[\t\n\r\xad]|\\\?|\{[/?#@][^}:*(]*\})[}?*+]*\{*[:*(]")
_DELIMITER = re.compile("[/?#]")


def answer_of(case: Case) -> Answer:
    """Return py_url's answer to a case."""
    pattern = patterns.construct(case["pattern"])
    if pattern is None:
        return patterns.FAILURE
    members = patterns.members_of(pattern)
    return {**members, "each": [patterns.match(pattern, inputs) for inputs in case["inputs"]]}


def ends_page(case: Case, engine: str) -> bool:
    """Whether a case could end an engine's page. Chromium 156 ends at a group behind a fixed text without an encoding:
    a tab, a newline, a soft hyphen, the ``?`` of a search, or what follows a hostname.
    """
    if case["kind"] != "pattern" or engine != "chromium":
        return False
    hostnames = [given.get("hostname", "") for given in case["pattern"] if isinstance(given, dict)]
    return any(map(_BEFORE_GROUP.search, strings_in(case["pattern"]))) or any(map(_DELIMITER.search, hostnames))


def parts(case: Case, ours: Answer, theirs: Answer) -> list[tuple[Case, Answer, Answer]]:
    """Return the pattern alone, if the answers to it differ, and each input for which they do, with the answers."""
    if "error" in theirs:
        return [(case, ours, theirs)]
    alone = {**case, "inputs": []}
    one, other = ({name: value for name, value in answer.items() if name != "each"} for answer in (ours, theirs))
    found = [] if one == {name: value for name, value in other.items() if name != "urls"} else [(alone, one, other)]
    each = zip(case["inputs"], ours.get("each", ()), theirs.get("each", ()), strict=False)
    return found + [
        ({**case, "inputs": [given]}, {**one, "each": [mine]}, {**other, "each": [native]})
        for given, mine, native in each
        if mine != native
    ]


def flat(answer: Answer) -> Answer:
    """Return the answer as the cross-check has it: with that to the first input among its members."""
    rest = {name: value for name, value in answer.items() if name != "each"}
    return {**rest, **next(iter(answer.get("each", ())), {})}


def kind_of(case: Case, ours: Answer, theirs: Answer) -> str | None:
    """Return an explanation of a difference, or None if there is none."""
    asked = {"kind": "pattern", "input": json.dumps([case["pattern"], case["inputs"][0] if case["inputs"] else None])}
    native = flat(theirs)
    urls = native.pop("urls", {})
    return pattern_rules.explain({"case": asked, "ours": flat(ours), "native": native, "urls": urls})


def check(case: Case) -> str | None:
    """Return a sentence on the first thing that does not hold for a case, or None."""
    pattern = patterns.construct(case["pattern"])
    if pattern is None:
        return None
    listed = PatternList([pattern], regexp_groups=True)
    for inputs in case["inputs"]:
        answer = patterns.match(pattern, inputs)
        if len(inputs) == 1 and isinstance(inputs[0], str) and answer["matches"] != "error":
            found = listed.first(inputs[0]) is not None
            if found != answer["matches"]:
                return f"a list of the pattern {'finds' if found else 'does not find'} {inputs[0]!a}"
        for name in COMPONENTS if answer["matches"] is True else ():
            wrong = _check_program(pattern, name, answer)
            if wrong is not None:
                return wrong
    return None


def _check_program(pattern: URLPattern, name: str, answer: Answer) -> str | None:
    """Check that the two ways to match give the same groups."""
    matcher = pattern._components[COMPONENTS.index(name)].matcher
    if matcher is None or matcher._program is None:
        return None
    input = answer[f"{name}_input"]
    groups, match = matcher._program.run(input), matcher._match(input)
    by_re = None if match is None else match.groups()
    return None if groups == by_re else f"the {name} {input!a} gives {groups!a} step by step, and {by_re!a} with re"


def row_of(case: Case) -> dict[str, Any]:
    """Return the row of a case in the format of ``urlpatterntestdata.json``."""
    row: dict[str, Any] = {"pattern": case["pattern"]}
    answer = answer_of(case)
    if "failure" in answer:
        return {**row, "expected_obj": "error"}
    members = {name: answer[name] for name in COMPONENTS}
    if not case["inputs"]:
        return {**row, "expected_obj": members}
    found = answer["each"][0]
    matched: Any = None if found["matches"] is False else "error"
    if found["matches"] is True:
        parts = {
            name: {"input": found[f"{name}_input"], "groups": dict(json.loads(found[f"{name}_groups"]))}
            for name in COMPONENTS
        }
        usual: dict[str, Any] = {"input": "", "groups": {"0": ""}}
        matched = {name: part for name, part in parts.items() if part != usual}
    return {**row, "inputs": case["inputs"][0], "expected_obj": members, "expected_match": matched}


def shown(case: Case) -> str:
    """A case in a few words."""
    inputs = f".exec({json.dumps(case['inputs'][0])[1:-1]})" if case["inputs"] else ""
    return f"new URLPattern({json.dumps(case['pattern'])[1:-1]}){inputs}"
