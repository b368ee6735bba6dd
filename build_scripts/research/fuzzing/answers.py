"""py_url's answers to cases, and how two answers differ."""

from __future__ import annotations

from crosscheck.inputs import MEMBERS

from py_url import URL, InvalidURL
from research.fuzzing import patterns

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from crosscheck.summary import Case

    Answer = dict[str, Any]

FAILURE: Answer = {"failure": True}


def answer_of(case: Case) -> Answer:
    """Return py_url's answer to a case."""
    if case["kind"] == "pattern":
        return patterns.answer_of(case)
    url = URL.parse(case["href"]) if case["kind"] == "set" else URL.parse(case["input"], case["base"])
    if url is None:
        return FAILURE
    if case["kind"] == "parse":
        return members_of(url)
    # A query object that exists has to follow the setters.
    params = url.search_params
    if case["kind"] == "set":
        set_member(url, case["member"], case["value"])
        return members_of(url)
    trace = []
    for name, *arguments in case["steps"]:
        if name in MEMBERS:
            set_member(url, name, *arguments)
        else:
            getattr(params, name)(*arguments)
        trace.append(url.href)
    return {**members_of(url), "trace": trace}


def members_of(url: URL) -> Answer:
    """Return the members of a URL object by their names."""
    return {**{name: getattr(url, name) for name in MEMBERS[:-1]}, "searchParams": str(url.search_params)}


def set_member(url: URL, member: str, value: str) -> None:
    """Set a member. An href that does not parse changes nothing, as in the other engines."""
    try:
        setattr(url, member, value)
    except InvalidURL:
        pass


def differing(ours: Answer, theirs: Answer) -> list[str]:
    """Return the members in which two answers differ. An engine may not have all of them."""
    if "failure" in ours or "failure" in theirs or "error" in theirs:
        same = {name: value for name, value in theirs.items() if name != "urls"}
        return [] if ours == same else ["failure"]
    return [name for name, value in theirs.items() if name != "urls" and ours.get(name) != value]


def simpler(case: Case, ours: Answer, theirs: Answer) -> list[Case]:
    """Return cases that are a part of a case whose two answers differ; the difference may already be in one of them.

    They are the base URL, the URL to change or the new href, parsed alone; the same setter, of an href that is
    serialized; and the first step that gives another href, or else the last step. `patterns.parts` has those of a
    pattern.
    """
    if case["kind"] == "pattern":
        return []
    if case["kind"] == "parse":
        return [] if case["base"] is None else [_parse_case(case["base"])]
    if case["kind"] == "set":
        url = URL.parse(case["href"])
        changed = [] if url is None or url.href == case["href"] else [{**case, "href": url.href}]
        parsed = [_parse_case(case["value"])] if case["member"] == "href" else []
        return [_parse_case(case["href"]), *parsed, *changed]
    step = _first_step(case, ours, theirs)
    return [_parse_case(case["input"], case["base"]), *([] if step is None else [step])]


def _parse_case(input: str, base: str | None = None) -> Case:
    return {"kind": "parse", "input": input, "base": base}


def _first_step(case: Case, ours: Answer, theirs: Answer) -> Case | None:
    """The first step that gives another href, or else the last one, as a case of its own."""
    pairs = [*zip(ours.get("trace", ()), theirs.get("trace", ()), strict=False)]
    if not pairs:
        return None
    number = next((number for number, (one, other) in enumerate(pairs) if one != other), len(pairs) - 1)
    name, *arguments = case["steps"][number]
    href = ours["trace"][number - 1] if number else URL(case["input"], case["base"]).href
    if name in MEMBERS:
        return {"kind": "set", "href": href, "member": name, "value": arguments[0]}
    return {"kind": "steps", "input": href, "base": None, "steps": [case["steps"][number]]}


def single_steps(case: Case, ours: Answer) -> list[Case]:
    """Return a case for each setter of a case of steps: what an engine can be asked that has no query objects."""
    if "trace" not in ours:
        return []
    before = [URL(case["input"], case["base"]).href, *ours["trace"]]
    return [
        {"kind": "set", "href": before[number], "member": step[0], "value": step[1]}
        for number, step in enumerate(case["steps"])
        if step[0] in MEMBERS
    ]
