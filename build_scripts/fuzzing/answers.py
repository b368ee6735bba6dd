"""py_url's answers to cases, and how two answers differ."""

from __future__ import annotations

from crosscheck.inputs import MEMBERS

from py_url import URL, InvalidURL

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from crosscheck.summary import Case

    Answer = dict[str, Any]

FAILURE: Answer = {"failure": True}


def answer_of(case: Case) -> Answer:
    """Return py_url's answer to a case."""
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
        return [] if ours == theirs else ["failure"]
    return [name for name, value in theirs.items() if ours.get(name) != value]


def before_difference(case: Case, ours: Answer, theirs: Answer) -> Case | None:
    """Return the single step of a case of steps in which two answers differ first, as a case of its own.

    The result is None if there is no such step: then the URL does not parse in one of the engines, or the answers
    differ only in members.
    """
    if "trace" not in ours or "trace" not in theirs:
        return None
    for number, (our_href, their_href) in enumerate(zip(ours["trace"], theirs["trace"], strict=True)):
        if our_href != their_href:
            name, *arguments = case["steps"][number]
            href = ours["trace"][number - 1] if number else URL(case["input"], case["base"]).href
            if name in MEMBERS:
                return {"kind": "set", "href": href, "member": name, "value": arguments[0]}
            return {"kind": "steps", "input": href, "base": None, "steps": [case["steps"][number]]}
    return None


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


def count(cases: list[Case]) -> dict[str, int]:
    """Return how many parses, setter calls and operations of query objects there are in *cases*.

    A case whose URL does not parse has no setter call.
    """
    counts = {"parses": 0, "setter calls": 0, "query operations": 0}
    for case in cases:
        if case["kind"] == "parse":
            counts["parses"] += 1
        elif URL.can_parse(case["href" if case["kind"] == "set" else "input"], case.get("base")):
            steps = case["steps"] if case["kind"] == "steps" else [[case["member"]]]
            setters = sum(step[0] in MEMBERS for step in steps)
            counts["setter calls"] += setters
            counts["query operations"] += len(steps) - setters
    return counts
