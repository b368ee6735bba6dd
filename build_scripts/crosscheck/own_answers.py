"""py_url's own answers, without Pyodide: what a program's answers are compared with.

``web/crosscheck/compare.js`` gives the same answers in JavaScript, with the classes of a page.
"""

from __future__ import annotations

import json

from py_url import URL, InvalidURL, URLSearchParams
from py_url.standard.urls.components import MEMBERS

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable
    from typing import Any

    from crosscheck.summary import Case

    Answer = dict[str, Any]

FAILURE: Answer = {"failure": True}
NAMES = (*MEMBERS, "searchParams", "pairs")
"""All members of an answer."""


def answer(case: Case) -> Answer:
    """Return py_url's answer to a case."""
    if case["kind"] == "params":
        return {"searchParams": str(URLSearchParams([(name, value) for name, value in json.loads(case["input"])]))}
    try:
        if case["kind"] == "set":
            url = URL(case["href"])
            # Read this before setting, to detect a query object that is not updated.
            url.search_params.has("")
            setattr(url, case["member"], case["value"])
        else:
            url = URL(case["input"], case["base"])
    except InvalidURL:
        return FAILURE
    members = {name: getattr(url, name) for name in MEMBERS}
    return {**members, "searchParams": str(url.search_params), "pairs": written(url.search_params)}


def written(pairs: Iterable[Iterable[str]]) -> str:
    """Return pairs as an answer has them: JSON, as JavaScript writes it."""
    return json.dumps([[*pair] for pair in pairs], ensure_ascii=False, separators=(",", ":"))


def as_expected(given: Answer, expected: Answer | None) -> str:
    """Whether an answer is what the tests expect: "yes", "no", or "silent" if they expect none of its members."""
    if "error" in given:
        return "no"
    if expected is None:
        return "silent"
    if "failure" in expected or "failure" in given:
        return "yes" if "failure" in expected and "failure" in given else "no"
    # A parser may not have every member.
    shared = [given[name] == value for name, value in expected.items() if name in given]
    return "silent" if not shared else "yes" if all(shared) else "no"
