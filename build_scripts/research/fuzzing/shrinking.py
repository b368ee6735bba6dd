"""Make a case as small as it can be while something still holds for it, such as that two engines differ."""

from __future__ import annotations

import json

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from typing import Any

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
    """How large a case is: its characters as JSON, and how many of them are not simple."""
    text = json.dumps({**case, "kind": ""}, ensure_ascii=False)
    return len(text), sum(char not in _SIMPLE for char in text)


def _candidates(case: Case) -> Iterator[Case]:
    """Smaller cases: without the base, a step or a component, or with a shorter or simpler string."""
    for name, value in case.items():
        if name == "base" and value is not None:
            yield {**case, name: None}
        if name == "steps":
            # The first item of a step is what is called.
            others = (
                [*value[:number], *step, *value[number + 1 :]]
                for number, (first, *arguments) in enumerate(value)
                for step in ([], *([[first, *each]] for each in _smaller_items(arguments)))
            )
            yield from ({**case, name: steps} for steps in others if steps)
        elif name not in ("kind", "member"):
            yield from ({**case, name: other} for other in _smaller(value))


def _smaller(value: Any) -> Iterator[Any]:  # noqa: ANN401 - JSON
    """Smaller values: of a list, without its last item; of an object, without a member."""
    if isinstance(value, str):
        yield from _smaller_text(value)
    elif isinstance(value, dict):
        for name in value:
            yield {other: text for other, text in value.items() if other != name}
            yield from ({**value, name: other} for other in _smaller(value[name]))
    elif isinstance(value, list):
        if len(value) > 1:
            yield value[:-1]
        yield from _smaller_items(value)


def _smaller_items(items: list[Any]) -> Iterator[list[Any]]:
    for number, item in enumerate(items):
        yield from ([*items[:number], other, *items[number + 1 :]] for other in _smaller(item))


def _smaller_text(text: str) -> Iterator[str]:
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
