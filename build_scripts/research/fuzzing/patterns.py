"""Cases of URL patterns: py_url's answers, what must hold without another engine, and rows for ``tests/data``."""

from __future__ import annotations

import json

from crosscheck import pattern_quirks, pattern_rules, patterns

from py_url.pattern import PatternList, URLPattern, matching
from py_url.pattern.canonicalization import COMPONENTS
from research.fuzzing import polyfill

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Any

    from crosscheck.summary import Case

    from research.fuzzing.answers import Answer


_LONG = 14
"""As many characters can be divided in a thousand ways or more."""
_EVERYTHING = URLPattern()


def answer_of(case: Case) -> Answer:
    """Return py_url's answer to a case."""
    pattern = patterns.construct(case["pattern"])
    if pattern is None:
        return patterns.FAILURE
    members = patterns.members_of(pattern)
    return {**members, "each": [patterns.match(pattern, inputs) for inputs in case["inputs"]]}


def to_ask(case: Case, engine: str) -> Case | None:
    """Return what an engine can be asked of a case: not what ends it, or takes it minutes. None if nothing is left."""
    if case["kind"] != "pattern":
        return case
    if engine == "chromium" and pattern_quirks.ends_chromium(case["pattern"]):
        return None
    if engine != "urlpattern-polyfill" or not case["inputs"]:
        return case
    # Its regular expressions are JavaScript's, which nothing stops.
    pattern = patterns.construct(case["pattern"])
    if pattern is None:
        return {**case, "inputs": []}
    slow = [
        place
        for place, component in enumerate(pattern._components)
        if (component.matcher or component.compiled())._choices >= matching._ENDLESS
    ]
    if not slow:
        return case
    return {**case, "inputs": [given for given in case["inputs"] if not _is_long(given, slow)]}


def _is_long(given: list[Any], places: list[int]) -> bool:
    """Whether one of these components of an input is long."""
    try:
        found = _EVERYTHING.exec(*given or ({},))
    except TypeError:
        return False
    return found is not None and any(len(getattr(found, COMPONENTS[place]).input) > _LONG for place in places)


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


def kind_of(case: Case, ours: Answer, theirs: Answer, engine: str) -> str | None:
    """Return an explanation of a difference, or None if there is none.

    Those of Chromium and of the polyfill are computed; the cross-check's rules explain those of other engines.
    """
    asked = {"kind": "pattern", "input": json.dumps([case["pattern"], case["inputs"][0] if case["inputs"] else None])}
    native = flat(theirs)
    urls = native.pop("urls", {})
    difference = {"case": asked, "ours": flat(ours), "native": native, "urls": urls}
    if engine == "urlpattern-polyfill":
        return polyfill.explain(difference)
    if engine == "chromium":
        model = pattern_quirks.CHROMIUM
        models = model, (*model, "gives-up")
        return pattern_quirks.explain(difference, models) or pattern_rules.explain_by_re(difference, model)
    return pattern_rules.explain(difference)


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


def smaller(case: Case, texts: Any) -> Iterator[Case]:  # noqa: ANN401 - a function
    """Smaller cases: without an argument or a component, or with a shorter or simpler string.

    *texts* returns what a string can be replaced with.
    """
    for arguments in _smaller_arguments(case["pattern"], texts):
        yield {**case, "pattern": arguments}
    for number, given in enumerate(case["inputs"]):
        for arguments in _smaller_arguments(given, texts):
            yield {**case, "inputs": [*case["inputs"][:number], arguments, *case["inputs"][number + 1 :]]}


def _smaller_arguments(arguments: list[Any], texts: Any) -> Iterator[list[Any]]:  # noqa: ANN401 - a function
    if len(arguments) > 1:
        yield arguments[:-1]
    for place, argument in enumerate(arguments):
        others: list[Any] = []
        if isinstance(argument, str):
            others = list(texts(argument))
        elif isinstance(argument, dict):
            for name, value in argument.items():
                others.append({other: text for other, text in argument.items() if other != name})
                others += [{**argument, name: text} for text in (texts(value) if isinstance(value, str) else ())]
        yield from ([*arguments[:place], other, *arguments[place + 1 :]] for other in others)


def strings_in(value: Any) -> Iterator[str]:  # noqa: ANN401 - JSON
    """All strings in a JSON value."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, list):
        for each in value:
            yield from strings_in(each)
    elif isinstance(value, dict):
        for name, each in value.items():
            yield from (name, *strings_in(each))


def shown(case: Case) -> str:
    """A case in a few words."""
    inputs = f".exec({json.dumps(case['inputs'][0])[1:-1]})" if case["inputs"] else ""
    return f"new URLPattern({json.dumps(case['pattern'])[1:-1]}){inputs}"
