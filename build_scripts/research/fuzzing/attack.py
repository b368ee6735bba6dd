"""Rounds of generated cases: py_url against itself and against other engines."""

from __future__ import annotations

import time
from collections import Counter
from typing import NamedTuple

from research.fuzzing import answers, internal, kinds, patterns, rows
from research.fuzzing.shrinking import shrink

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from typing import Any

    from crosscheck.summary import Case

    from research.fuzzing.answers import Answer
    from research.fuzzing.engines import Engine
    from research.fuzzing.generation import Generator

    Found = Callable[[dict[str, object]], None]
    # Makes the generator of a seed.
    Generators = Callable[[str], Generator]

ITSELF = "py-url"
"""What findings that need no other engine are filed under."""
ROUND = 2_000
"""How many cases a round has. The cases of a round depend on the seed and on the round's number alone."""
_FINDINGS = 50
"""The run stops using an engine after this many findings, so that somebody can look at them first."""
_INPUTS = {"parse": "parses", "set": "setter calls", "steps": "series of steps", "pattern": "patterns"}
_ALL_WAYS_EVERY = 10
"""Only one case in this many is checked in every way, because collecting validation errors is slow."""


class State:
    """What was done, and what was found."""

    def __init__(self, what: str) -> None:
        self.what = what
        """What the cases depend on, besides the number of the round."""
        self.done = 0
        """How many rounds are complete."""
        self.inputs: dict[str, Counter[str]] = {}
        """For each engine, how many parses, setter calls and other inputs it has answered."""
        self.kinds: dict[str, Counter[str]] = {}
        """For each engine, the known kinds of differences and how many there were."""
        self.findings: list[dict[str, Any]] = []
        """What is new: the engine, the sentence, the small case, its row, and how many differences became this case."""


def attack(state: State, engines: Sequence[Engine], generators: Generators, *, until: float, found: Found) -> None:
    """Run rounds until ``time.monotonic()`` is *until*, and at least one.

    *found* is called with each new finding. The run ends early if py_url itself, or every engine, has too many findings
    to go on before somebody looks at them.
    """
    while True:
        run_round(state, generators(f"{state.what} {state.done}").cases(ROUND), engines, found)
        if is_full(state, ITSELF):
            break
        state.done += 1
        if time.monotonic() >= until or (engines and all(is_full(state, engine.name) for engine in engines)):
            break


def is_full(state: State, engine: str) -> bool:
    """Whether an engine has too many findings for the run to go on with it."""
    return len([finding for finding in state.findings if finding["engine"] == engine]) >= _FINDINGS


def run_round(state: State, cases: list[Case], engines: Sequence[Engine], found: Found) -> None:
    """Check the cases, ask all engines, and file the differences in *state*."""
    _check_itself(state, cases, found)
    ours = [answers.answer_of(case) for case in cases] if engines else []
    for engine in engines:
        asked = cases if engine.has_query_objects else _without_query_objects(cases, ours)
        expected = ours if asked is cases else [answers.answer_of(case) for case in asked]
        _ask(state, engine, asked, expected, found)


def _ask(state: State, engine: Engine, cases: list[Case], ours: list[Answer], found: Found) -> None:
    if is_full(state, engine.name):
        return
    pairs = [(case, one) for case, one in zip(cases, ours, strict=True) if not patterns.ends_page(case, engine.name)]
    asked, expected = [case for case, _ in pairs], [one for _, one in pairs]
    for difference in _differences(asked, engine, expected):
        _file(state, engine, difference, found)
        if is_full(state, engine.name):
            return
    state.inputs.setdefault(engine.name, Counter()).update(_INPUTS[case["kind"]] for case in asked)


def _check_itself(state: State, cases: list[Case], found: Found) -> None:
    for number, case in enumerate(cases):
        wrong = internal.check(case, in_all_ways=number % _ALL_WAYS_EVERY == 0)
        if wrong is not None:
            small = shrink(
                case, lambda others: [internal.check(other, in_all_ways=True) is not None for other in others]
            )
            why = internal.check(small, in_all_ways=True) or wrong
            _add(state, ITSELF, small, f"py_url disagrees with itself: {why}", found)
            if is_full(state, ITSELF):
                return
    state.inputs.setdefault(ITSELF, Counter()).update(_INPUTS[case["kind"]] for case in cases)


def _without_query_objects(cases: list[Case], ours: list[Answer]) -> list[Case]:
    """The cases, with each setter in a case of steps as a case of its own."""
    asked = []
    for case, answer in zip(cases, ours, strict=True):
        asked += answers.single_steps(case, answer) if case["kind"] == "steps" else [case]
    return asked


class _Difference(NamedTuple):
    """What differs, in the simplest of the cases that belong to a case; *number* is the place of that case."""

    number: int
    case: Case
    ours: Answer
    theirs: Answer


def _differences(cases: list[Case], engine: Engine, ours: list[Answer] | None = None) -> list[_Difference]:
    """Ask an engine, and return how its answers differ from py_url's, *ours*."""
    expected = [answers.answer_of(case) for case in cases] if ours is None else ours
    differences = [
        _Difference(number, *part)
        for number, (case, one, other) in enumerate(zip(cases, expected, engine.ask(cases), strict=True))
        if answers.differing(one, other)
        for part in (patterns.parts(case, one, other) if case["kind"] == "pattern" else [(case, one, other)])
    ]
    # A step of a case may be a setter whose new href differs when it is parsed alone.
    for _ in range(2):
        _simplify(differences, engine)
    return differences


def _simplify(differences: list[_Difference], engine: Engine) -> None:
    """Replace each difference by that of a part of its case, if the answers to this part differ too."""
    parts = [(place, part) for place, difference in enumerate(differences) for part in answers.simpler(*difference[1:])]
    if not parts:
        return
    answered = engine.ask([part for _, part in parts])
    # The first part in which the answers differ counts, so the list is read from its end.
    for (place, part), other in reversed([*zip(parts, answered, strict=True)]):
        one = answers.answer_of(part)
        if answers.differing(one, other):
            differences[place] = _Difference(differences[place].number, part, one, other)


def _file(state: State, engine: Engine, difference: _Difference, found: Found) -> None:
    """File one difference: under a known kind, or shrunk as a finding."""
    kind = kinds.kind_of(*difference[1:], engine.name)
    if kind is not None:
        state.kinds.setdefault(engine.name, Counter())[kind] += 1
        return
    members = answers.differing(difference.ours, difference.theirs)

    def still_new(others: list[Case]) -> list[bool]:
        places = [place for place, other in enumerate(others) if not patterns.ends_page(other, engine.name)]
        # The same members must differ, or it could turn into another kind of difference and hide behind that.
        same = [
            one
            for one in _differences([others[place] for place in places], engine)
            if answers.differing(one.ours, one.theirs) == members
        ]
        new = {places[one.number] for one in same if kinds.kind_of(*one[1:], engine.name) is None}
        return [number in new for number in range(len(others))]

    small = shrink(difference.case, still_new)
    one, [two] = answers.answer_of(small), engine.ask([small])
    _add(state, engine.name, small, _sentence(engine, one, two), found)


def _sentence(engine: Engine, ours: Answer, theirs: Answer) -> str:
    """What the engine gives instead of py_url's answer."""
    if "each" in ours or "each" in theirs:
        ours, theirs = patterns.flat(ours), patterns.flat(theirs)
    if "error" in theirs:
        return f"{engine.version} throws {theirs['error']}"
    names = answers.differing(ours, theirs)
    if names == ["failure"]:
        return (
            f"{engine.version} gives {'a failure' if 'failure' in theirs else ascii(theirs.get('href', 'a pattern'))}"
        )
    return f"{engine.version} gives {', '.join(f'{name} {theirs[name]!a}' for name in names)}"


def _add(state: State, engine: str, case: Case, sentence: str, found: Found) -> None:
    """Add a finding, or count it if the same small case is known already."""
    for known in state.findings:
        if known["case"] == case and known["engine"] == engine:
            known["count"] += 1
            return
    finding: dict[str, object] = {
        "engine": engine,
        "sentence": sentence,
        "case": case,
        "row": rows.row_of(case, sentence),
        "count": 1,
    }
    state.findings.append(finding)
    found(finding)
