"""The parser, step by step: the panel's timeline."""

from __future__ import annotations

from itertools import islice

from playground.answers import base_of, error_of
from py_url.explain import steps

TYPE_CHECKING = False
if TYPE_CHECKING:
    from playground import Json
    from py_url.explain import Step

STEPS_SHOWN = 500
"""A path has as many steps as segments. The page shows at most this many."""
ERRORS_SHOWN = 20
_TEXT_SHOWN = 400


def timeline(url: str, base: str = "", encoding: str = "UTF-8") -> Json:
    """Return the ``steps`` of the parser, at most `STEPS_SHOWN`, and whether there are ``more``.

    Raises InvalidURL if *base* does not parse.
    """
    listed = list(islice(steps(url, base_of(base), encoding=encoding), STEPS_SHOWN + 1))
    return {"steps": [_step(step) for step in listed[:STEPS_SHOWN]], "more": len(listed) > STEPS_SHOWN}


def _step(step: Step) -> Json:
    return {
        "name": step.name,
        "start": step.start,
        "end": step.end,
        "pointer": step.pointer,
        "read": _short(step.code_points),
        "buffer": _short(step.buffer),
        "effects": [
            [effect.member, effect.action, [*effect.value] if isinstance(effect.value, tuple) else effect.value]
            for effect in step.effects
        ],
        "errors": [error_of(error) for error in (*step.errors[:ERRORS_SHOWN], *step.errors[ERRORS_SHOWN:][-1:])],
        "next": None if step.next is None else step.next.value,
        "failure": step.is_failure,
        "said": step.said,
        "link": step.link,
    }


def _short(text: str) -> str:
    return text if len(text) <= _TEXT_SHOWN else f"{text[:_TEXT_SHOWN]}…"
