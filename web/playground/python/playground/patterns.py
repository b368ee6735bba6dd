"""URL patterns: whether one matches the URL, what its groups are, and where a faulty one is wrong."""

from __future__ import annotations

import re

from playground.answers import base_of
from py_url import URL, InvalidURL
from py_url.pattern import InvalidPattern, URLPattern
from py_url.pattern.canonicalization import COMPONENTS
from py_url.pattern.parts import PartType
from py_url.pattern.url_pattern import values_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from playground import Json
    from py_url.pattern.components import Component

    Answer = dict[str, Any]

SHOWN = 2_000
"""The page shows at most this many characters of a text, and colours the groups only in shorter ones. SHOWN in
web/playground/panels/patterns.js is the same.
"""
_MOST_MODIFIED = 2
"""How many texts with a modifier a pattern may have to be coloured. There are many ways to find the places of more."""


def matched(pattern: str, base: str, ignore_case: bool, url: str, url_base: str, native: Answer) -> Json:
    """Say what ``URLPattern(pattern, base, ignore_case=ignore_case)`` makes of *url*, relative to *url_base*.

    An empty base stands for none. *native* is what this browser's own class says: ``{"missing": True}`` if it has none,
    ``{"failure": "why"}``, or the ``patterns`` of the components by name and, if the pattern matches, the ``results``,
    each an ``input`` and ``groups``; otherwise ``results`` is None. The result has these keys:

    - ``wrong``: the error, with the ``input`` that it is about, or None;
    - ``matches``, and ``parses``: whether the URL does;
    - ``components``: an object for each, with its ``name``, ``pattern`` and ``input``, whether it ``matches``,
      ``pieces``, ``groups``, and what is ``native``, or None if the browser says nothing about it. If the pattern is
      wrong, all but the last is None or empty, and if the browser has nothing either, there are none;
    - ``native``: the keys ``missing``, ``failure`` and ``matches``;
    - ``differs``: whether this browser gives another answer, and in each component whether it does there.

    Raises InvalidURL if *url_base* does not parse, and ValueError if the URL is so long that it cannot be matched in
    time.
    """
    wrong, components, parses = None, [], False
    try:
        made = URLPattern(pattern, base or None, ignore_case=ignore_case)
    except (InvalidPattern, InvalidURL) as error:
        wrong = _error(error)
    else:
        parsed = URL.parse(url, base_of(url_base))
        parses = parsed is not None
        components = _components(made, parsed)
    matches = parses and all(component["matches"] for component in components)
    ours = components or [_NOTHING] * len(COMPONENTS)
    rows = [_row(name, each, native, matches) for name, each in zip(COMPONENTS, ours, strict=True)]
    return {
        "wrong": wrong,
        "matches": matches,
        "parses": parses,
        "components": rows if wrong is None or "patterns" in native else [],
        **_natively(native, fails=wrong is not None, matches=matches),
    }


def _error(error: InvalidPattern | InvalidURL) -> Answer:
    """An error as an object. As in the text of the exception, there is no password."""
    if isinstance(error, InvalidURL):
        return {"message": error.on_one_line(), "component": "base URL", "input": None, "start": 0, "end": 0}
    hidden = error.component in ("username", "password")
    return {
        "message": error.message,
        "component": error.component,
        "input": None if hidden else error.input,
        "start": error.start,
        "end": error.end,
    }


def _components(pattern: URLPattern, url: URL | None) -> list[Answer]:
    """What each component of a pattern makes of a URL; of none, if the URL does not parse."""
    values = [None] * len(COMPONENTS) if url is None else values_of(url.href)
    return [_component(*each, pattern.max_length) for each in zip(pattern._components, values, strict=True)]


def _component(component: Component, input: str | None, max_length: int) -> Answer:
    found = None if input is None else component.exec(input, max_length)
    groups = [] if found is None else [[*pair] for pair in zip(component.group_name_list, found, strict=False)]
    return {
        "pattern": component.pattern_string,
        "input": input,
        "matches": found is not None,
        "pieces": None if input is None or found is None else _pieces(component, input, found),
        "groups": [*groups],
    }


def _pieces(component: Component, input: str, groups: tuple[str | None, ...]) -> list[Json] | None:
    """The text in pieces, each a list of its text and of the name of its group, or None; None if it is not coloured.

    What the groups have matched is known, so they are literal texts of the expression that finds their places.
    """
    modified = [part for part in component.part_list if part.type is PartType.FIXED_TEXT and part.modifier.value]
    if len(input) > SHOWN or len(modified) > _MOST_MODIFIED:
        return None
    texts, names, expression = iter(groups), [], ""
    for part in component.part_list:
        if part.type is PartType.FIXED_TEXT:
            expression += f"(?:{re.escape(part.value)}){part.modifier.value}"
        elif (text := next(texts)) is not None:
            names.append(part.name)
            expression += f"{re.escape(part.prefix)}({re.escape(text)}){re.escape(part.suffix)}"
    match = re.fullmatch(expression, input, re.IGNORECASE if component.options.ignore_case else 0)
    # A custom group can have named groups of its own. The standard then takes one group for another.
    return None if match is None else _divided(input, names, match)


def _divided(input: str, names: list[str], match: re.Match[str]) -> list[Json]:
    pieces: list[tuple[str, str | None]] = []
    last = 0
    for number, name in enumerate(names, 1):
        start, end = match.span(number)
        pieces += [(input[last:start], None), (input[start:end], name)]
        last = end
    pieces.append((input[last:], None))
    return [[text, name] for text, name in pieces if text]


def _row(name: str, ours: Answer, native: Answer, matches: bool) -> Answer:
    """A component with what this browser says about it."""
    theirs = _native_component(name, native)
    differs = bool(theirs) and theirs["pattern"] != ours["pattern"]
    if matches and theirs and theirs["input"] is not None:
        differs = differs or (theirs["input"], dict(theirs["groups"])) != (ours["input"], dict(ours["groups"]))
    return {"name": name, **ours, "native": theirs or None, "differs": differs}


_NOTHING: Answer = {"pattern": None, "input": None, "matches": False, "pieces": None, "groups": []}


def _native_component(name: str, native: Answer) -> Answer:
    """What this browser says about a component; nothing if it has no pattern."""
    if "patterns" not in native:
        return {}
    result = native["results"][name] if native["results"] else {"input": None, "groups": {}}
    groups = [[*pair] for pair in result["groups"].items()]
    return {"pattern": native["patterns"][name], "input": result["input"], "groups": groups}


def _natively(native: Answer, *, fails: bool, matches: bool) -> Answer:
    missing, failure = "missing" in native, native.get("failure")
    theirs = native.get("results") is not None
    return {
        "native": {"missing": missing, "failure": failure, "matches": theirs},
        "differs": not missing and (fails, matches) != (failure is not None, theirs),
    }
