"""Rounds of generated cases: py_url against itself and against other engines."""

from __future__ import annotations

import time

from fuzzing import answers, exhaustive, internal, kinds, rows
from fuzzing.generation import Generator
from fuzzing.shrinking import shrink

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from crosscheck.summary import Case

    from fuzzing.answers import Answer
    from fuzzing.engines import Engine
    from fuzzing.generation import Rows
    from fuzzing.state import State

    Found = Callable[[dict[str, object]], None]
    Saved = Callable[[State], None]

ITSELF = "py-url"
"""What findings that need no other engine are filed under."""
ROUND = 2_000
"""How many cases a round has. The cases of a round depend on the seed and on the round's number alone."""
_FINDINGS = 50
"""So many findings of an engine are shrunk and printed; the others are only counted."""
_ALL_WAYS_EVERY = 10
"""Validation errors take long, so only one case in so many is asked for them, and by the other ways to parse."""
_SECONDS_TO_SAVE = 10


def attack(
    state: State,
    engines: Sequence[Engine],
    test_rows: Rows,
    *,
    until: float,
    found: Found,
    saved: Saved,
) -> None:
    """Run rounds until ``time.monotonic()`` is *until*, and at least one.

    Continues after the last round in *state*, and adds to it. *found* is called with each new finding, *saved* every
    few seconds and at the end, also after Ctrl-C.
    """
    began = last = time.monotonic()
    before = state.seconds
    try:
        while True:
            cases = Generator(f"{state.what} {state.done}", test_rows).cases(ROUND)
            # Only what is complete is counted, so an interrupted round runs again.
            run_round(state, cases, engines, found)
            state.done += 1
            now = time.monotonic()
            state.seconds = before + now - began
            if now >= until:
                break
            if now - last >= _SECONDS_TO_SAVE:
                saved(state)
                last = now
    finally:
        saved(state)


def run_round(state: State, cases: list[Case], engines: Sequence[Engine], found: Found) -> None:
    """Check the cases, ask all engines, and file the differences in *state*."""
    _check_itself(state, cases, found)
    state.count(ITSELF, answers.count(cases))
    ours = [answers.answer_of(case) for case in cases] if engines else []
    for engine in engines:
        asked, expected = (cases, ours) if engine.has_query_objects else _without_query_objects(cases, ours)
        theirs = engine.ask(asked)
        different = [
            (case, one, other)
            for case, one, other in zip(asked, expected, theirs, strict=True)
            if answers.differing(one, other)
        ]
        for case, one, other in _single_steps(different, engine):
            _file(state, engine, case, one, other, found)
        state.count(engine.name, answers.count(asked))


def _check_itself(state: State, cases: list[Case], found: Found) -> None:
    for number, case in enumerate(cases):
        wrong = internal.check(case, in_all_ways=number % _ALL_WAYS_EVERY == 0)
        if wrong is not None:
            small = shrink(
                case, lambda others: [internal.check(other, in_all_ways=True) is not None for other in others]
            )
            why = internal.check(small, in_all_ways=True) or wrong
            _add(state, ITSELF, small, f"py_url disagrees with itself: {why}", found)


def _without_query_objects(cases: list[Case], ours: list[Answer]) -> tuple[list[Case], list[Answer]]:
    """The cases, with each setter in a case of steps as a case of its own; and py_url's answers to them."""
    asked = []
    for case, answer in zip(cases, ours, strict=True):
        asked += answers.single_steps(case, answer) if case["kind"] == "steps" else [case]
    return asked, [answers.answer_of(case) for case in asked]


def _single_steps(different: list[tuple[Case, Answer, Answer]], engine: Engine) -> list[tuple[Case, Answer, Answer]]:
    """The differences, with only the step that differs of a case of steps, if that step alone differs too."""
    short = [answers.before_difference(*difference) for difference in different]
    asked = [case for case in short if case is not None]
    again = iter(engine.ask(asked)) if asked else iter(())
    result = []
    for difference, case in zip(different, short, strict=True):
        if case is not None:
            one, other = answers.answer_of(case), next(again)
            if answers.differing(one, other):
                result.append((case, one, other))
                continue
        result.append(difference)
    return result


def _file(state: State, engine: Engine, case: Case, ours: Answer, theirs: Answer, found: Found) -> None:
    """File one difference: under a known kind, or shrunk as a finding."""
    kind = kinds.kind_of(case, ours, theirs, engine.name)
    if kind is not None:
        state.count_kind(engine.name, kind)
        return
    if sum(finding["engine"] == engine.name for finding in state.findings) >= _FINDINGS:
        state.unshrunk[engine.name] += 1
        return

    def still_new(others: list[Case]) -> list[bool]:
        mine = [answers.answer_of(other) for other in others]
        given = engine.ask(others)
        return [
            bool(answers.differing(one, two)) and kinds.kind_of(other, one, two, engine.name) is None
            for other, one, two in zip(others, mine, given, strict=True)
        ]

    small = shrink(case, still_new)
    one, [two] = answers.answer_of(small), engine.ask([small])
    _add(state, engine.name, small, _sentence(engine, one, two), found)


def _sentence(engine: Engine, ours: Answer, theirs: Answer) -> str:
    """What the engine gives instead of py_url's answer."""
    if "error" in theirs:
        return f"{engine.version} throws {theirs['error']}"
    names = answers.differing(ours, theirs)
    if names == ["failure"]:
        return f"{engine.version} gives {'a failure' if 'failure' in theirs else ascii(theirs['href'])}"
    return f"{engine.version} gives {', '.join(f'{name} {theirs[name]!a}' for name in names)}"


def _add(state: State, engine: str, case: Case, sentence: str, found: Found) -> None:
    """Add a finding, unless the same small case is known already."""
    if any(finding["case"] == case and finding["engine"] == engine for finding in state.findings):
        state.unshrunk[engine] += 1
        return
    finding = {"engine": engine, "sentence": sentence, "case": case, "row": rows.row_of(case, sentence)}
    state.findings.append(finding)
    found(finding)


def run_exhaustive(
    state: State, length: int, shard: tuple[int, int], *, until: float, found: Found, saved: Saved
) -> bool:
    """Try all short strings of a shard, or as many as there is time for. Returns whether the shard is complete.

    *shard* is a pair: (2, 5) is the second of five. Continues after the last block in *state*. The other arguments are
    those of `attack`.
    """
    began = last = time.monotonic()
    before = state.seconds
    mine = (block for number, block in enumerate(exhaustive.blocks(length)) if number % shard[1] == shard[0] - 1)
    try:
        for number, block in enumerate(mine):
            if number < state.done:
                continue
            if time.monotonic() >= until:
                return False
            outcome = exhaustive.run(block)
            state.count(ITSELF, {"strings": outcome.inputs, "compared": outcome.completed})
            for case, sentence in outcome.wrong:
                if len(state.findings) < _FINDINGS:
                    _add(state, ITSELF, case, sentence, found)
                else:
                    state.unshrunk[ITSELF] += 1
            state.done += 1
            now = time.monotonic()
            state.seconds = before + now - began
            if now - last >= _SECONDS_TO_SAVE:
                saved(state)
                last = now
        return True
    finally:
        saved(state)
