"""Compare two results of the cross-check: an old and a new run, or two browsers.

A result is read from JSON: what ``crosscheck.py --json`` writes, or a record of the history, which is shorter. The JSON
may come from anyone, so a terminal gets no control characters of it, and the page shows it as text.

The page that compares results runs this module in Pyodide, so it imports nothing but py_url and the standard library.
"""

from __future__ import annotations

import json
import re
from collections import Counter
from dataclasses import dataclass
from pathlib import PurePath
from typing import NamedTuple

from crosscheck import patterns, summary

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Any


RECORD = "py_url cross-check, record"
_SHOWN = 10
_OF_CASE = ("kind", "file", "line", "input", "base", "href", "member", "value")
_SHOWN_OF_CASE = ("source", "kind", "input", "base", "href", "member", "value")
_LONGEST = 1_000
# What a summary must have, so that the report can be made of it.
_OF_REPORT = {"py_url", "anything_expected", "py_url_is_right", "unstable", "unexplained", "standings", "explanations"}


class Found(NamedTuple):
    """What differed for one input in one engine."""

    verdict: str
    explanation: str
    answer: str
    """A hash of the engine's answer."""


class ResultError(Exception):
    """The JSON is not a result of the cross-check. The text is one sentence for the user."""


@dataclass(frozen=True)
class Result:
    """A result, reduced to what a comparison needs."""

    name: str
    date: str
    tests: str | None
    inputs: int
    inputs_digest: str
    """A hash of all ids: equal if two runs had the same inputs."""
    tested: frozenset[str] | None
    """The ids of all inputs; None in a record, which has only their hash."""
    engines: dict[str, dict[str, Found]]
    """By the engine's name and the input's id: what differed."""
    totals: dict[str, dict[str, int]]
    cases: dict[str, dict[str, Any]]
    """The inputs with differences, by id; empty in a record."""


def of(content: dict[str, Any], name: str = "this run") -> Result:
    """Return the result that a summary of `summary.summarize`, or a record, has. Raises ResultError."""
    if content.get("kind") not in (summary.KIND, RECORD):
        raise ResultError(f"{name} is not a result of the cross-check: its 'kind' is not {summary.KIND!r}")
    if content.get("format") != summary.FORMAT:
        raise ResultError(
            f"{name} has format {content.get('format')!r}, and this cross-check reads format {summary.FORMAT}; make "
            "both results with the same version"
        )
    try:
        return _read(content, name)
    except (ArithmeticError, AttributeError, LookupError, TypeError, ValueError) as error:
        raise ResultError(f"{name} is a damaged result of the cross-check: {ascii(error)[:_LONGEST]}") from None


def read(data: bytes, name: str) -> Result:
    """Return the result that *data* has, the content of the file *name*. Raises ResultError."""
    return of(loads(data, name), name)


def loads(data: bytes, name: str) -> dict[str, Any]:
    """Return the JSON object in *data*. Raises ResultError, but checks nothing inside of it."""
    try:
        content = json.loads(data.decode("utf-8-sig"))
    except UnicodeDecodeError as error:
        raise ResultError(f"{name} is not valid UTF-8 at byte {error.start}") from None
    except json.JSONDecodeError as error:
        where = f"line {error.lineno}, column {error.colno}"
        raise ResultError(f"{name} is not JSON: {error.msg} at {where}; it may be incomplete") from None
    except (RecursionError, ValueError):
        raise ResultError(f"{name} is not JSON that a cross-check has written") from None
    if not isinstance(content, dict):
        raise ResultError(f"{name} is not a result of the cross-check: it is not a JSON object")
    return content


def _read(content: dict[str, Any], name: str) -> Result:
    """Return the result. Raises some exception of Python's if a member is missing or of another type."""
    engines = {str(engine["name"]): engine for engine in content["engines"]}
    tested: frozenset[str] | None = None
    cases: dict[str, dict[str, Any]] = {}
    if content["kind"] == RECORD:
        digest = str(content["inputs_digest"])
        found = {name: dict(_recorded(engine)) for name, engine in engines.items()}
    else:
        if missing := _OF_REPORT - content.keys():
            raise KeyError(*sorted(missing))
        ids = content["tested"]
        digest, tested = summary.digest(ids), frozenset(ids.split(" ") if ids else ())
        found = {name: {} for name in engines}
        for row in content["differences"]:
            cases[str(row["id"])] = {key: row["case"][key] for key in _SHOWN_OF_CASE if key in row["case"]}
            for engine, told in row["engines"].items():
                answer = summary.digest(told["native"])
                found[engine][str(row["id"])] = Found(str(told["verdict"]), str(told["explanation"]), answer)
    return Result(
        name=name,
        date=str(content["date"]),
        tests=content["tests"] and str(content["tests"]),
        inputs=int(content["inputs"]),
        inputs_digest=digest,
        tested=tested,
        engines=found,
        # Records from before 2026-11-24 do not have the last verdict.
        totals={
            name: {key: int(engine["totals"].get(key, 0)) for key in ("inputs", *summary.VERDICTS)}
            for name, engine in engines.items()
        },
        cases=cases,
    )


def _recorded(engine: dict[str, Any]) -> Iterator[tuple[str, Found]]:
    for explanation, by_verdict in engine["differences"].items():
        for verdict, items in by_verdict.items():
            for item in items.split():
                id, answer = item.split(":")
                yield id, Found(verdict, explanation, answer)


def record(found: dict[str, Any]) -> dict[str, Any]:
    """Return what the history keeps of a summary: which inputs differed and why, with a hash of each answer.

    The inputs and the answers themselves are left out, except for the smallest of each kind of difference: most are of
    the Web Platform Tests, and they would take a hundred times the space.
    """
    result = of(found)
    engines = []
    for engine in found["engines"]:
        rows: dict[str, dict[str, list[str]]] = {}
        for id, (verdict, explanation, answer) in result.engines[engine["name"]].items():
            rows.setdefault(explanation, {}).setdefault(verdict, []).append(f"{id}:{answer}")
        differences = {
            text: {verdict: " ".join(sorted(items)) for verdict, items in sorted(by_verdict.items())}
            for text, by_verdict in sorted(rows.items())
        }
        kinds = [with_smallest(kind, engine["name"], found) for kind in engine["kinds"]]
        engines.append({**engine, "differences": differences, "kinds": kinds})
    return {"kind": RECORD, **about_run(found), "inputs_digest": result.inputs_digest, "engines": engines}


def about_run(found: dict[str, Any]) -> dict[str, Any]:
    """Return what a record of any kind keeps of a run as a whole."""
    kept = {key: found[key] for key in ("format", "date", "tests", "wpt_commit", "py_url", "inputs")}
    # What results from before 2026-11-26 do not have.
    return kept | {key: found[key] for key in ("standard", "ran_on") if key in found}


def with_smallest(kind: dict[str, Any], engine: str, found: dict[str, Any]) -> dict[str, Any]:
    """Return a kind of difference with its section, and its smallest input with what differs in the two answers."""
    row = next(row for row in found["differences"] if row["id"] == kind["smallest"])
    ours, native = row["ours"], row["engines"][engine]["native"]
    # A parser that gives another answer than a failure may not have all members.
    names = native if not {"failure", "error"} & {*ours, *native} else ("failure", "error", "href", "hostname")
    case = {name: row["case"][name] for name in _OF_CASE if name in row["case"]}
    return {
        **kind,
        "section": found["explanations"][kind["explanation"]]["section"],
        "smallest": {
            "id": row["id"],
            "case": cut(case),
            "ours": cut({name: ours[name] for name in names if name in ours and ours[name] != native.get(name)}),
            "native": cut({name: native[name] for name in names if name in native and native[name] != ours.get(name)}),
        },
    }


def cut(value: Any, longest: int = _LONGEST) -> Any:  # noqa: ANN401 - JSON
    """Return a JSON value in which every string has a length that a record or a page can show."""
    if isinstance(value, dict):
        return {key: cut(inner, longest) for key, inner in value.items()}
    if not isinstance(value, str) or len(value) <= longest:
        return value
    return f"{value[:longest]}... and {len(value) - longest:,} more code points"


def name_of(engine: str) -> str:
    """Return an engine's name without its version, which a parser of the user's own does not have."""
    return re.sub(r" \d[^ ]*$", "", engine)


def _pairs(old: Result, new: Result) -> list[tuple[str, str]]:
    """The engines to compare: those whose names differ only in the version. If each result has a single engine, the
    pair is those two, so that two browsers can be compared.
    """
    if len(old.engines) == len(new.engines) == 1:
        return list(zip(old.engines, new.engines, strict=True))
    return [(before, after) for after in new.engines for before in old.engines if name_of(before) == name_of(after)]


def compare(old: Result, new: Result) -> dict[str, Any]:
    """Return what changed from the old to the new result, as JSON.

    - ``old``, ``new``: their names, without folders, which a published report should not show; their dates, tests and
      engines;
    - ``same_inputs``: whether both had the same inputs;
    - ``engines``: for each ``engine`` that both have (``before`` is its name in the old result), under ``new`` the ids
      of what differs only now, under ``changed`` of what differs in another way now, under ``gone`` of what does not
      differ any more. ``not_tested_before`` and ``not_tested_now`` have what differs and was an input in one of the
      runs only, as far as that is known. ``same`` is a number, ``totals`` has those of both runs, and ``was`` what was
      found before for the ids that are not new;
    - ``is_same``: whether nothing changed.

    Raises ResultError if no engine is in both.
    """
    pairs = _pairs(old, new)
    if not pairs:
        names = " and ".join(f"{result.name} ({', '.join(result.engines)})" for result in (old, new))
        raise ResultError(f"{names} have no engine in common, and more than one each, so nothing can be compared")
    engines = [_compared(old, new, before, after) for before, after in pairs]
    lists = ("new", "changed", "gone", "not_tested_before", "not_tested_now")
    return {
        "old": {"name": PurePath(old.name).name, "date": old.date, "tests": old.tests, "engines": [*old.engines]},
        "new": {"name": PurePath(new.name).name, "date": new.date, "tests": new.tests, "engines": [*new.engines]},
        "same_inputs": old.inputs_digest == new.inputs_digest,
        "engines": engines,
        "is_same": not any(engine[name] for engine in engines for name in lists),
    }


def _compared(old: Result, new: Result, before: str, after: str) -> dict[str, Any]:
    was, now = old.engines[before], new.engines[after]
    same_inputs = old.inputs_digest == new.inputs_digest

    def untested(id: str, result: Result) -> bool:
        return not same_inputs and result.tested is not None and id not in result.tested

    added = [id for id in now if id not in was]
    removed = [id for id in was if id not in now]
    changed = [id for id in now if id in was and (now[id].verdict, now[id].answer) != (was[id].verdict, was[id].answer)]
    dropped = [id for id in removed if untested(id, new)]
    gone = [id for id in removed if not untested(id, new)]
    told = {
        id: {"verdict": was[id].verdict, "explanation": was[id].explanation, "case": old.cases.get(id)}
        for id in (*gone, *changed, *dropped)
    }
    return {
        "engine": after,
        "before": before,
        "was": told,
        "totals": [old.totals[before], new.totals[after]],
        "new": [id for id in added if not untested(id, old)],
        "changed": changed,
        "gone": gone,
        "not_tested_before": [id for id in added if untested(id, old)],
        "not_tested_now": dropped,
        "same": len(now) - len(added) - len(changed),
    }


def table(compared: dict[str, Any], old: Result, new: Result) -> str:
    """Return a comparison for a terminal: how many differences are new, changed and gone, why, and examples."""
    lines = [f"compared with {old.name}: {', '.join(old.engines)} on {old.date[:10]}; tests: {old.tests or 'none'}"]
    if not compared["same_inputs"]:
        lines.append(
            "the two runs had different inputs; what one of them did not test is counted apart if that is known"
        )
    lines.append("")
    headings = ["", "new", "changed", "gone", "same", "not tested before", "not tested now"]
    rows = [headings]
    for engine in compared["engines"]:
        name = engine["engine"] if engine["engine"] == engine["before"] else f"{engine['before']} -> {engine['engine']}"
        counts = [
            str(engine["same"]) if key == "same" else str(len(engine[key.replace(" ", "_")])) for key in headings[1:]
        ]
        rows.append([name, *counts])
    lines += columns(rows)
    for engine in compared["engines"]:
        for kind in ("new", "changed", "gone"):
            ids = engine[kind]
            if not ids:
                continue
            known = old.engines[engine["before"]] if kind == "gone" else new.engines[engine["engine"]]
            lines += ["", f"{kind} in {engine['engine']}:"]
            for text, count in Counter(known[id].explanation for id in ids).most_common():
                lines.append(f"{count:>6,}  {text}")
            cases = {**old.cases, **new.cases}
            shown = [cases[id] for id in ids if id in cases][:_SHOWN]
            lines += [f"          {asked(case)}" for case in shown]
    lines += ["", "nothing changed" if compared["is_same"] else "the results are not the same"]
    text = "\n".join(lines)
    return "".join(char if char.isprintable() or char == "\n" else "\N{REPLACEMENT CHARACTER}" for char in text)


def asked(case: dict[str, Any]) -> str:
    """Return what a case does, on one short line without control characters."""
    if case["kind"] in ("params", *patterns.KINDS):
        return f"{case['kind']} {_literal(case['input'])}"
    if case["kind"] == "set":
        parts = [_literal(case["href"]), f"{case['member']} = {_literal(case['value'])}"]
    else:
        parts = [_literal(case["input"])] + ([] if case["base"] is None else [f"base {_literal(case['base'])}"])
    return ", ".join(parts)


def _literal(text: str) -> str:
    return json.dumps(text if len(text) <= 80 else f"{text[:80]}...")


def columns(rows: list[list[str]]) -> list[str]:
    """Lay out rows of cells. Headings, in the first row, may have several lines. Numbers are aligned to the right."""
    headings = [cell.split("\n") for cell in rows[0]]
    height = max(map(len, headings))
    head = [[([""] * (height - len(cell)) + cell)[line] for cell in headings] for line in range(height)]
    body = head + rows[1:]
    widths = [max(len(row[column]) for row in body) for column in range(len(rows[0]))]
    return ["  ".join([row[0].ljust(widths[0]), *map(str.rjust, row[1:], widths[1:])]).rstrip() for row in body]
