"""URL patterns, the second class of the cross-check: py_url's answers to their cases.

``web/crosscheck/patterns.js`` has the same answers of JavaScript's class, in the same form. The page runs this module
in Pyodide, so it imports nothing but py_url and the standard library.
"""

from __future__ import annotations

import json

from py_url.pattern import InvalidPattern, URLPattern
from py_url.pattern.canonicalization import COMPONENTS

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    Answer = dict[str, Any]

KINDS = ("pattern", "compare", "generate")
"""The kinds of the cases. Their ``input`` is the JSON of a list:

- ``pattern``: the arguments of the constructor, and those of ``exec``, or null to construct only;
- ``compare``: the arguments of ``compareComponent``, with what the two patterns are made of;
- ``generate``: what the pattern is made of, and the arguments of ``generate``.
"""
FAILURE = {"failure": True}


def answer(kind: str, input: str) -> str:
    """Return the answer to a case as JSON."""
    given = json.loads(input)
    if kind == "compare":
        return json.dumps(_compared(*given))
    return json.dumps(_generated(*given) if kind == "generate" else _answer(*given))


def _answer(arguments: list[Any], inputs: list[Any] | None) -> Answer:
    pattern = construct(arguments)
    if pattern is None:
        return FAILURE
    return {**members_of(pattern), **({} if inputs is None else match(pattern, inputs))}


def _compared(component: str, left: Any, right: Any) -> Answer:  # noqa: ANN401 - JSON
    return {"result": URLPattern.compare_component(component, URLPattern(left), URLPattern(right))}


def _generated(pattern: Any, component: str, groups: dict[str, str]) -> Answer:  # noqa: ANN401 - JSON
    try:
        return {"result": URLPattern(pattern).generate(component, groups)}
    except ValueError:
        return FAILURE


def construct(arguments: list[Any]) -> URLPattern | None:
    """Return the pattern that JavaScript's constructor makes of these arguments, or None if it is refused."""
    try:
        return constructed(arguments)
    except (TypeError, ValueError):
        return None


def is_beyond_re(arguments: list[Any]) -> bool:
    """Whether a pattern is refused only because of a regular expression that Python's `re` cannot express."""
    try:
        constructed(arguments)
    except InvalidPattern as error:
        return error.message.startswith("Python's regular expressions do not have") or "deep" in error.message
    except (TypeError, ValueError):
        pass
    return False


def constructed(arguments: list[Any]) -> URLPattern:
    """Return the pattern that JavaScript's constructor makes of these arguments. Raises TypeError and ValueError."""
    given, ignore_case = _without_options(arguments)
    return URLPattern(*given, ignore_case=ignore_case)


def _without_options(arguments: list[Any]) -> tuple[list[Any], bool]:
    given, ignore_case = list(arguments), False
    if len(given) > 1 and isinstance(given[-1], dict):
        ignore_case = bool(given.pop().get("ignoreCase"))
    if given and isinstance(given[0], dict):
        # JavaScript leaves out what it does not look for.
        given[0] = {name: value for name, value in given[0].items() if name in (*COMPONENTS, "baseURL")}
    return given, ignore_case


def members_of(pattern: URLPattern) -> Answer:
    """Return the members of a pattern by their names in JavaScript."""
    return {**{name: getattr(pattern, name) for name in COMPONENTS}, "hasRegExpGroups": pattern.has_regexp_groups}


def match(pattern: URLPattern, inputs: list[Any]) -> Answer:
    """Return what ``exec`` gives: whether it matches, and of each component the input and the groups."""
    try:
        result = pattern.exec(*inputs)
    except (TypeError, ValueError):
        return {"matches": "error"}
    answer: Answer = {"matches": result is not None}
    for name in COMPONENTS if result is not None else ():
        found = getattr(result, name)
        answer[f"{name}_input"] = found.input
        answer[f"{name}_groups"] = groups_as_json(found.groups)
    return answer


def groups_as_json(groups: dict[str, str | None]) -> str:
    """Return the groups of a component in an order of their own: that of a JavaScript object's members depends on their
    names.
    """
    in_order = sorted(groups.items(), key=lambda item: item[0].encode("utf-16-be"))
    return json.dumps(in_order, ensure_ascii=False, separators=(",", ":"))
