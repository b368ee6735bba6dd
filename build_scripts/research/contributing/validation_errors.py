"""URLs with their validation errors, from ``tests/data/parse``: some for each error in each state of the parser.

A row has the members of the rows in whatwg-url's own test of validation: ``input``, ``base`` if there is one,
``validURLString``, ``parserValidationErrors`` (names, in the order of the parser) and ``parserFailure``. In addition,
``positions`` has the start and the end of each error.
"""

from __future__ import annotations

import json
from collections import defaultdict
from itertools import chain

from crosscheck import inputs

from py_url import URL, is_valid_url_string
from py_url.explain import steps
from research.contributing import lines

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Any

    # The name of a state and of an error, and whether the parser ended there.
    Key = tuple[str, str, bool]

_FOR_EACH = 3
# How a step of the parse is called that removes tabs, newlines and spaces at the ends.
_BEFORE = "preprocessing"
_ABOUT = (
    "Validation errors of the URL Standard and where they are. Each row: parse input against base, if there is one.",
    "parserValidationErrors has the names of the errors in the order in which the basic URL parser reports them.",
    "positions has the start and the end of each, as offsets in code points into input as it is, with the spaces, tabs "
    "and newlines that the parser removes. They are equal if something is missing.",
    "parserFailure says that the parser returns failure. validURLString says whether input is a valid URL string.",
)


def text() -> str:
    """Return the content of ``validation_errors.json``."""
    return lines(chain(_ABOUT, _rows()))


def _rows() -> Iterator[object]:
    by_key: dict[Key, list[dict[str, Any]]] = defaultdict(list)
    by_states: dict[tuple[str, ...], list[dict[str, Any]]] = defaultdict(list)
    for row, states, keys in _candidates():
        for key in keys:
            by_key[key].append(row)
        if not keys:
            by_states[states].append(row)
    yield "no validation error: a row for each way through the states"
    yield from sorted((min(rows, key=_size) for rows in by_states.values()), key=_size)
    written: set[str] = set()
    for (state, name, fatal), rows in sorted(by_key.items()):
        where = "before the first state" if state == _BEFORE else f"in the {state}"
        yield f"{name} {where}{', which is fatal' if fatal else ''}"
        for row in sorted(rows, key=_size)[:_FOR_EACH]:
            if (written_as := json.dumps(row)) not in written:
                written.add(written_as)
                yield row


def _size(row: dict[str, Any]) -> tuple[int, bool, int, str]:
    """The fewest errors first: then a row is about one."""
    return len(row["positions"]), "base" in row, len(row["input"]), json.dumps(row)


def _candidates() -> Iterator[tuple[dict[str, Any], tuple[str, ...], set[Key]]]:
    """Each distinct row, with the states of its parse, and which of them reports which error."""
    seen = set()
    for file in inputs.own_files("parse"):
        for given in json.loads(file.read_text("utf-8")):
            # The standard's parser takes scalar value strings: a lone surrogate never reaches it.
            if not isinstance(given, dict) or not _is_scalar(given["input"]):
                continue
            input, base = given["input"], given["base"]
            if (input, base) in seen or not (base is None or (_is_scalar(base) and URL.can_parse(base))):
                continue
            seen.add((input, base))
            taken = list(steps(input, base))
            found = [(step.name, error) for step in taken for error in step.errors]
            states = tuple(dict.fromkeys(step.name for step in taken))
            yield _row(input, base, found), states, {(state, error.name, error.fatal) for state, error in found}


def _row(input: str, base: str | None, found: list[Any]) -> dict[str, Any]:
    row: dict[str, Any] = {"input": input}
    if base is not None:
        row["base"] = base
    row["validURLString"] = is_valid_url_string(input, base)
    row["parserValidationErrors"] = [error.name for _, error in found]
    row["positions"] = [[error.start, error.end] for _, error in found]
    if found and found[-1][1].fatal:
        row["parserFailure"] = True
    return row


def _is_scalar(text: str) -> bool:
    return not any("\ud800" <= character <= "\udfff" for character in text)
