"""Rows of ``tests/data`` on which engines disagree and of whose kind the Web Platform Tests have none.

The engines are those of the newest versions in the history of the cross-check, and the kind of a difference is its
explanation there. Its rows are left out if a row of the Web Platform Tests
shows the same kind of difference in any engine. Of the rest, the smallest for each kind and set of engines are taken.
"""

from __future__ import annotations

import json
from collections import defaultdict
from typing import Any

from crosscheck import inputs, past, summary

from research.contributing import lines

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from fetching.wpt_url import Tests

    Kinds = dict[tuple[str, tuple[str, ...]], list[dict[str, Any]]]

_FOR_EACH = 5
_ENGINES = ("Chromium", "Firefox", "Node", "WebKitGTK")
MOST = 300
_WRONG = "native differs from WPT"
_OWN = "tests/data/"
_NAMES = {"parse": "disagreements_urltestdata.json", "set": "disagreements_setters_tests.json"}


def texts(wpt: Tests) -> dict[str, str]:
    """Return the contents of the two files by their names."""
    engines = {name: result.engines[name] for name, result in past.newest(_ENGINES).items()}
    kinds = _kinds(inputs.gather(wpt), engines)
    rows = {
        kind: {key: [case for case in cases if case["kind"] == kind][:_FOR_EACH] for key, cases in kinds.items()}
        for kind in _NAMES
    }
    assert sum(len(cases) for by_key in rows.values() for cases in by_key.values()) <= MOST
    about = (
        f"Rows on which engines disagree and of whose kind the Web Platform Tests have none. Engines: "
        f"{', '.join(sorted(engines))}. The expected values are the standard's."
    )
    return {
        _NAMES["parse"]: lines([about, *_parse_rows(rows["parse"])]),
        _NAMES["set"]: _setters(about, rows["set"]),
    }


def _kinds(cases: list[Any], engines: dict[str, Any]) -> Kinds:
    """The rows by kind and by the engines that differ, the smallest first."""
    tested = dict(zip(summary.ids_of(cases), cases, strict=True))
    differing: dict[str, dict[str, set[str]]] = defaultdict(lambda: defaultdict(set))
    known = set()
    for name, found in engines.items():
        for id, difference in found.items():
            case = tested.get(id)
            if case is None or difference.verdict != _WRONG:
                continue
            if case["source"].startswith(_OWN):
                differing[difference.explanation][id].add(name)
            else:
                known.add(difference.explanation)
    kinds: Kinds = defaultdict(list)
    for explanation in sorted(differing.keys() - known):
        for id, names in differing[explanation].items():
            kinds[explanation, tuple(sorted(names))].append(tested[id])
    for rows in kinds.values():
        rows.sort(key=_size)
    return kinds


def _size(case: dict[str, Any]) -> tuple[int, list[str]]:
    given = [str(case.get(key)) for key in ("input", "base", "href", "member", "value")]
    return sum(map(len, given)), given


def _comment(explanation: str, engines: tuple[str, ...]) -> str:
    return explanation.replace("the native", "an engine's", 1) + ": " + ", ".join(engines)


def _parse_rows(rows: Kinds) -> Iterator[object]:
    for (explanation, engines), cases in rows.items():
        if cases:
            yield _comment(explanation, engines)
        for case in cases:
            yield {"input": case["input"], "base": case["base"], **case["expected"]}


def _setters(about: str, rows: Kinds) -> str:
    by_member: dict[str, list[object]] = defaultdict(list)
    for (explanation, engines), cases in rows.items():
        for case in cases:
            expected = {name: value for name, value in case["expected"].items() if name != "searchParams"}
            row = {"comment": _comment(explanation, engines), "href": case["href"], "new_value": case["value"]}
            by_member[case["member"]].append({**row, "expected": expected})
    parts = [f'  "comment": {json.dumps(about)}']
    parts += [f"  {json.dumps(member)}: {lines(by_member[member]).strip()}" for member in sorted(by_member)]
    return "{\n" + ",\n".join(parts) + "\n}\n"
