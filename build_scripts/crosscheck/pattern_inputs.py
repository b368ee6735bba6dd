"""Make the cross-check's cases of URL patterns, from the Web Platform Tests' files and from ``tests/data/pattern``.

`crosscheck.patterns` describes their kinds. ``expected`` has the members of an answer in the same form.
"""

from __future__ import annotations

import json

from fetching import wpt_urlpattern
from setup.project import ROOT, SetUpError, say

from crosscheck.lines import lines_of_rows
from py_url import URL
from py_url.pattern.canonicalization import COMPONENTS

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path
    from typing import Any

    from crosscheck.summary import Case

OWN = ROOT / "tests" / "data" / "pattern"
# A component is "*", and not that of the base URL, if one of these is given.
_EARLIER = {
    "hostname": ("protocol",),
    "port": ("protocol", "hostname"),
    "pathname": ("protocol", "hostname", "port"),
    "search": ("protocol", "hostname", "port", "pathname"),
    "hash": ("protocol", "hostname", "port", "pathname", "search"),
}


def gather(*, fetch: bool = False, required: bool = False) -> list[Case]:
    """Return all cases. Without the Web Platform Tests' files, those of the project's own rows, and say so.

    Raises SetUpError if they are missing and *required*.
    """
    cases: list[Case] = []
    try:
        files = wpt_urlpattern.find(fetch=fetch)
    except SetUpError as error:
        if required:
            raise
        say(f"only the project's own rows of URLPattern are compared: {error}")
        files = {}
    for name, file in files.items():
        cases += _cases_in(file, name, f"urlpattern/resources/{name}")
    for file in sorted(OWN.glob("*.json")):
        path = file.relative_to(ROOT)
        cases += _cases_in(file, path.parent.as_posix(), path.as_posix())
    return cases


def _cases_in(file: Path, source: str, path: str) -> Iterator[Case]:
    text = file.read_text("utf-8")
    for row, line in zip(json.loads(text), lines_of_rows(text), strict=True):
        if isinstance(row, dict):
            kind, given, expected = _case_of(row)
            asked = json.dumps(given, ensure_ascii=False, separators=(",", ":"))
            rest = {"input": asked, "base": None, "expected": expected}
            yield {"source": source, "kind": kind, **rest, "file": path, "line": line}


def _case_of(row: dict[str, Any]) -> tuple[str, list[Any], dict[str, Any]]:
    """The kind, the input and what is expected."""
    if "left" in row:
        return "compare", [row["component"], row["left"], row["right"]], {"result": row["expected"]}
    if "groups" in row:
        expected = {"failure": True} if row["expected"] is None else {"result": row["expected"]}
        return "generate", [row["pattern"], row["component"], row["groups"]], expected
    if row.get("expected_obj") == "error":
        return "pattern", [row["pattern"], None], {"failure": True}
    members = {name: expected_component(row, name) for name in COMPONENTS}
    if "expected_match" not in row:
        return "pattern", [row["pattern"], None], members
    return "pattern", [row["pattern"], row.get("inputs") or [{}]], {**members, **_matched(row)}


def _matched(row: dict[str, Any]) -> dict[str, Any]:
    matched = row["expected_match"]
    if matched is None or matched == "error":
        return {"matches": matched or False}
    answer: dict[str, Any] = {"matches": True}
    for name in COMPONENTS:
        empty = {} if name in row.get("exactly_empty_components", ()) else {"0": ""}
        found = matched.get(name, {"input": "", "groups": empty})
        groups = sorted(found["groups"].items(), key=lambda item: item[0].encode("utf-16-be"))
        answer[f"{name}_input"] = found["input"]
        answer[f"{name}_groups"] = json.dumps(groups, ensure_ascii=False, separators=(",", ":"))
    return answer


def expected_component(row: dict[str, Any], name: str) -> str:
    """The pattern string of a component, by the rules of upstream's ``urlpattern.any.js``."""
    expected: dict[str, str] = row.get("expected_obj", {})
    if name in expected:
        return expected[name]
    if name in row.get("exactly_empty_components", ()):
        return ""
    first = row["pattern"][0] if row["pattern"] else {}
    init: dict[str, str] = first if isinstance(first, dict) else {}
    if name in init:
        return init[name]
    base = init.get("baseURL", next((value for value in row["pattern"][1:] if isinstance(value, str)), None))
    if base is None or name in ("username", "password") or any(each in init for each in _EARLIER.get(name, ())):
        return "*"
    value: str = getattr(URL(base), name)
    return value.removesuffix(":") if name == "protocol" else value[1:] if name in ("search", "hash") else value
