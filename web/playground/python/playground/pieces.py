"""What an answer of the first screen is made of.

Each answer is an object for JSON, which the page, the frame and a page of an author's show alike:

- ``tone``: ``warn``, ``bad``, ``neutral`` or ``none`` (there is nothing to judge), which decides the colour and the
  sign. There is no praise: what is right in one respect can mislead in another;
- ``word``: the answer in one to five words, so that nobody has to see the colour, perhaps with what leads on to the
  sentence;
- ``sentence`` and ``reason``: lists of pieces. A piece is a text, or a list of its kind and its text. The kinds are
  ``host``, ``odd`` (a part of a host that is not what it seems), ``username``, ``code``, and ``measured`` (a link to
  what was measured).

The texts of the input are cut to `SHOWN` code points, so that each answer fits in its place.
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable
    from typing import Any, TypeAlias

    from playground import Json
    from playground.answers import Answer

    Said: TypeAlias = dict[str, Json]
    Piece: TypeAlias = "str | list[Json]"

SHOWN = 42
"""How many code points of a host or of another text of the input an answer shows."""


def said(tone: str, word: str, sentence: Iterable[Piece], reason: Iterable[Piece] = ()) -> Said:
    """Return an answer."""
    return {"tone": tone, "word": word, "sentence": [*sentence], "reason": [*reason]}


def host_piece(text: str) -> Piece:
    """Return a host as a piece. Its end says whose it is, so a long one is cut at its start."""
    return ["host", text if len(text) <= SHOWN else f"…{text[-SHOWN + 1 :]}"]


def odd_piece(text: str) -> Piece:
    """Return a part of a host that is not what it seems as a piece."""
    return ["odd", _cut(text)]


def username_piece(text: str) -> Piece:
    """Return a username as a piece."""
    return ["username", _cut(text)]


def code_piece(text: str) -> Piece:
    """Return another text of the input as a piece."""
    return ["code", _cut(text)]


def _cut(text: str) -> str:
    return text if len(text) <= SHOWN else f"{text[: SHOWN - 1]}…"


def in_a_row(names: list[str]) -> str:
    """Return names with commas between them and "and" before the last."""
    return names[0] if len(names) == 1 else f"{', '.join(names[:-1])} and {names[-1]}"


def browsers(told: Answer) -> Said:
    """Say what a browser makes of a URL; *told* is what `answers.look` knows about it."""
    errors: Any = told["errors"]
    if told["answer"] == {"failure": True}:
        fatal = next((error["message"] for error in reversed(errors) if error["fatal"]), told["why"])
        if told["base_fails"]:
            return said("bad", "The base is not a URL:", [f"{fatal}."])
        # What people type in an address bar is nothing bad.
        is_relative = any(error["name"] == "missing-scheme-non-relative-URL" for error in errors)
        return said("none" if is_relative else "bad", "Not a URL:", [f"{fatal}."])
    if not errors:
        # What is correctly written can still mislead, so this is no praise.
        return said("neutral", "A valid URL.", [])
    count = f"{len(errors)}{'+' if told['more'] else ''} error{'' if len(errors) == 1 else 's'}"
    return said("warn", "A URL,", [f"written with {count} that the URL Standard forgives."])
