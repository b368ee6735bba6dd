"""Make a case as small as it can be while something still holds for it, such as that two engines differ."""

from __future__ import annotations

import json

from research.fuzzing import patterns

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from crosscheck.summary import Case

_ROUNDS = 60
_CANDIDATES = 400
# The simplest characters, the simplest first. A character is replaced only with a simpler one.
_SIMPLE = "a0/"


def shrink(case: Case, still_holds: Callable[[list[Case]], list[bool]]) -> Case:
    """Return the smallest case that was found.

    *still_holds* is asked for many candidates at once, because a question to a browser takes as long as a thousand
    answers. It is asked at most 60 times.
    """
    for _ in range(_ROUNDS):
        smaller = sorted(_candidates(case), key=_size)[:_CANDIDATES]
        found = next((other for other, holds in zip(smaller, still_holds(smaller), strict=True) if holds), None)
        if found is None:
            break
        case = found
    return case


def _size(case: Case) -> tuple[int, int]:
    """How large a case is: its characters and steps, and how many characters are not simple."""
    if case["kind"] == "pattern":
        text = json.dumps([case["pattern"], case["inputs"]], ensure_ascii=False)
        return len(text), sum(char not in _SIMPLE for char in text)
    texts = [*_texts(case).values(), *(text for step in case.get("steps", ()) for text in step)]
    length = sum(map(len, texts)) + 10 * len(case.get("steps", ())) + (case.get("base") is not None)
    return length, sum(char not in _SIMPLE for text in texts for char in text)


def _texts(case: Case) -> dict[str, str]:
    return {name: case[name] for name in ("input", "base", "href", "value") if isinstance(case.get(name), str)}


def _candidates(case: Case) -> Iterator[Case]:
    """Smaller cases: without the base or a step, or with a shorter or simpler string."""
    if case["kind"] == "pattern":
        yield from patterns.smaller(case, _smaller)
        return
    if case.get("base") is not None:
        yield {**case, "base": None}
    steps = case.get("steps", [])
    for number, step in enumerate(steps):
        if len(steps) > 1:
            yield {**case, "steps": steps[:number] + steps[number + 1 :]}
        for place in range(1, len(step)):
            for text in _smaller(step[place]):
                changed = [*step[:place], text, *step[place + 1 :]]
                yield {**case, "steps": [*steps[:number], changed, *steps[number + 1 :]]}
    for name, text in _texts(case).items():
        for other in _smaller(text):
            yield {**case, name: other}


def _smaller(text: str) -> Iterator[str]:
    """*text* without a part, large parts first, and *text* with a simpler character."""
    length = len(text)
    while length > 0:
        for start in range(0, len(text), length):
            yield text[:start] + text[start + length :]
        length //= 2
    for place, char in enumerate(text):
        for simple in _SIMPLE:
            if char == simple:
                break
            if char not in _SIMPLE:
                yield text[:place] + simple + text[place + 1 :]
