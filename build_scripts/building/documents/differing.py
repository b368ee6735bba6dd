"""Say which browsers differ from the standard, member by member, from the records in ``web/crosscheck/history``."""

from __future__ import annotations

import json
import re
from collections import Counter, defaultdict
from functools import cache
from typing import Any, NamedTuple

from crosscheck import inputs, past, summary

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from crosscheck.summary import Case
    from fetch_wpt import Tests

_MEMBERS = ("protocol", "username", "password", "host", "hostname", "port", "pathname", "search", "hash", "href")
# What else an explanation says, where the input is not that of a setter.
_ABOUT = {"origin": re.compile(r"\borigin\b"), "search_params": re.compile(r"\bsearchParams\b")}
_LONGEST = 60


class _Difference(NamedTuple):
    explanation: str
    engine: str
    case: Case


def notes(wpt: Tests) -> Mapping[str, list[str]]:
    """Return what to add to the sections of `URL` and its members, by their whole names."""
    cases = inputs.gather(wpt)
    known = dict(zip(summary.ids_of(cases), cases, strict=True))
    set_cases = Counter(str(case["member"]) for case in cases if case["kind"] == "set")
    records = [json.loads(file.read_text("utf-8")) for file in past.files()]
    engines = sorted({str(engine["name"]) for record in records for engine in record["engines"]})
    found = [*_differences(records, known)]
    dates = sorted(str(record["date"])[:10] for record in records)
    source = f"From the cross-check's records of {dates[0]} to {dates[-1]}: {', '.join(engines)}."
    by_member: dict[str, list[_Difference]] = defaultdict(list)
    for one in found:
        if one.case["kind"] == "set":
            by_member[str(one.case["member"])].append(one)
        for member, about in _ABOUT.items():
            if about.search(one.explanation):
                by_member[member].append(one)
    parsed = [one for one in found if one.case["kind"] == "parse"]
    result = {"py_url.URL": [*_table("Which browsers differ when they parse", parsed), source, ""]}
    for member in _MEMBERS:
        if set_cases[member]:
            said = f"{set_cases[member]:,} inputs of the cross-check set it."
            mine = by_member[member]
            lines = _table("Which browsers differ", mine) if mine else ["No engine differs on them.", ""]
            result[f"py_url.URL.{member}"] = [said, "", *lines]
    for member in _ABOUT:
        if by_member[member]:
            result[f"py_url.URL.{member}"] = _table("Which browsers differ", by_member[member])
    return result


def _differences(records: list[Any], known: Mapping[str, Case]) -> Iterator[_Difference]:
    for record in records:
        for engine in record["engines"]:
            for explanation, verdicts in engine["differences"].items():
                for answers in verdicts.values():
                    for answer in answers.split():
                        case = known.get(answer.partition(":")[0])
                        if case is not None:
                            yield _Difference(explanation, engine["name"], case)


def _table(title: str, differences: list[_Difference]) -> list[str]:
    """Return a table: how engines differ, which do and on how many inputs, and the shortest input."""
    rows: dict[str, Counter[str]] = defaultdict(Counter)
    examples: dict[str, Case] = {}
    for one in differences:
        rows[one.explanation][_short(one.engine)] += 1
        examples[one.explanation] = min(examples.get(one.explanation, one.case), one.case, key=_size)
    lines = [
        f".. list-table:: {title}",
        "   :header-rows: 1",
        "",
        "   * - how",
        "     - engine: inputs",
        "     - for example",
    ]
    for explanation, engines in sorted(rows.items(), key=lambda row: (-sum(row[1].values()), row[0])):
        lines += [
            f"   * - {_plain(explanation)}",
            f"     - {', '.join(f'{engine}: {count}' for engine, count in sorted(engines.items()))}",
            f"     - {_example(examples[explanation])}",
        ]
    return [*lines, ""]


@cache
def _short(engine: str) -> str:
    name, _, version = engine.partition(" ")
    major, minor, *_ = [*version.split("."), ""]
    # WebKitGTK's major version has been 2 for a decade.
    return f"{name} {major}.{minor}" if name == "WebKitGTK" else f"{name} {major}"


def _size(case: Case) -> tuple[int, str]:
    text = _written(case)
    return len(text), text


def _written(case: Case) -> str:
    if case["kind"] == "set":
        return f"{case['href']} {case['value']}"
    return f"{case['input']} {case['base'] or ''}"


def _example(case: Case) -> str:
    if case["kind"] == "set":
        return f"{_literal(case['href'])}, set to {_literal(case['value'])}"
    base = f", base {_literal(case['base'])}" if case["base"] else ""
    return f"{_literal(case['input'])}{base}"


def _literal(text: str) -> str:
    shown = "".join(letter if letter.isprintable() and letter != "`" else f"\\u{{{ord(letter):X}}}" for letter in text)
    if len(shown) > _LONGEST:
        shown = f"{shown[:_LONGEST]}…"
    return f"``{shown.replace(' ', chr(0x2423))}``" if shown.strip() else "an empty string"


def _plain(text: str) -> str:
    text = text.replace("the native ", "the browser's ").replace("\\", "\\\\").replace("|", "\\|").replace("*", "\\*")
    return re.sub(r"\b(\w+://)", r"``\1``", text[0].upper() + text[1:])
