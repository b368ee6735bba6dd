"""Say which browsers differ from the standard, member by member, from the records in ``web/crosscheck/history``."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from functools import cache
from typing import Any, NamedTuple

from crosscheck import comparison, inputs, past, summary

from building.documents import docstrings

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from crosscheck.summary import Case
    from fetching.wpt_url import Tests

_MEMBERS = ("protocol", "username", "password", "host", "hostname", "port", "pathname", "search", "hash", "href")
# What else an explanation says, where the input is not that of a setter.
_ABOUT = {"origin": re.compile(r"\borigin\b"), "search_params": re.compile(r"\bsearchParams\b")}
# The same browsers differ as for another member.
_LIKE = {"parse": "can_parse", "to_json": "href", "__str__": "href"}
_SMALLEST = "Each row has the smallest input that shows a kind of difference after a parse."
_LONGEST = 60


class _Difference(NamedTuple):
    explanation: str
    engine: str
    case: Case


def notes(wpt: Tests) -> Mapping[str, list[str]]:
    """Return what to add to the sections of `URL`, `URLSearchParams` and their members, by their whole names."""
    cases = inputs.gather(wpt)
    known = dict(zip(summary.ids_of(cases), cases, strict=True))
    set_cases = Counter(str(case["member"]) for case in cases if case["kind"] == "set")
    records = _newest_of_each(past.records())
    engines = [record["engines"][0] for record in records]
    found = [*_differences(engines, known)]
    names = sorted(engine["name"] for engine in engines)
    source = f"From the cross-check's records of {records[0]['date'][:10]} to {records[-1]['date'][:10]}: "
    source += f"{', '.join(names)}."
    by_member: dict[str, list[_Difference]] = defaultdict(list)
    for one in found:
        if one.case["kind"] == "set" and not _ABOUT["origin"].search(one.explanation):
            by_member[str(one.case["member"])].append(one)
        for member, about in _ABOUT.items():
            if about.search(one.explanation):
                by_member[member].append(one)
    parsed = [one for one in found if one.case["kind"] == "parse"]
    result = {"py_url.URL": [*_table("Which browsers differ when they parse", parsed), source, ""]}
    newest = _newest(engines)
    for member in _MEMBERS:
        result[f"py_url.URL.{member}"] = _of_getter(newest, member)
        if set_cases[member]:
            said = f"{set_cases[member]:,} inputs of the cross-check set it."
            mine = by_member[member]
            title = "Which browsers differ when it is set, apart from the origin"
            lines = _table(title, mine) if mine else ["No engine differs on them, apart from the origin.", ""]
            result[f"py_url.URL.{member}"] += [said, "", *lines]
    for member in _ABOUT:
        if by_member[member]:
            result[f"py_url.URL.{member}"] = _table("Which browsers differ", by_member[member])
    result["py_url.URL.can_parse"] = _of_failures(newest)
    for member, other in _LIKE.items():
        result[f"py_url.URL.{member}"] = [
            f"The same browsers differ as for :py:obj:`{other} <py_url.URL.{other}>`.",
            "",
        ]
    result["py_url.URLSearchParams"] = [
        "The cross-check compares the pairs and the serialization of ``searchParams`` for every URL that it parses or "
        "changes. It calls no other member.",
        "",
        *_table("Which browsers differ", by_member["search_params"]),
    ]
    return result


def _newest_of_each(records: list[Any]) -> list[Any]:
    """Return the records by date, without those of an engine that a newer build of the same version replaces."""
    in_order = sorted(records, key=lambda record: str(record["date"]))
    kept = {_short(record["engines"][0]["name"]): record for record in in_order}
    return [record for record in in_order if record in kept.values()]


def _newest(engines: list[Any]) -> list[Any]:
    """Return the newest engine of each name, with its kinds of difference."""
    in_order = sorted(engines, key=lambda engine: past.numbers_of(engine["name"]))
    names = {comparison.name_of(engine["name"]): engine for engine in in_order if engine.get("kinds")}
    return [names[name] for name in sorted(names)]


def _parsed(engines: list[Any]) -> Iterator[tuple[str, str, Any]]:
    """Yield each kind that a parse shows: the engine, the explanation and the smallest input with both answers."""
    for engine in engines:
        for kind in engine["kinds"]:
            if kind["smallest"]["case"]["kind"] == "parse":
                yield _short(engine["name"]), kind["explanation"], kind["smallest"]


def _of_getter(engines: list[Any], member: str) -> list[str]:
    """Return a table of the kinds whose smallest input has another value of *member* in an engine."""
    rows = [
        (
            _plain(explanation),
            engine,
            _example(shown["case"]),
            _value(shown["native"], member),
            _value(shown["ours"], member),
        )
        for engine, explanation, shown in _parsed(engines)
        if not {"failure", "error"} & {*shown["native"], *shown["ours"]}
        and shown["native"].get(member) != shown["ours"].get(member)
    ]
    if not rows:
        return [
            "After a parse, every engine returns the standard's value for the smallest input of each known difference.",
            "",
        ]
    title = "Which browsers return another value"
    return [
        _SMALLEST,
        "",
        *docstrings.table(("how", "engine", "for example", "its value", "the standard's"), rows, title),
    ]


def _value(answer: Mapping[str, object], member: str) -> str:
    value = str(answer.get(member) or "")
    return _literal(value) if value else '``""``'


def _of_failures(engines: list[Any]) -> list[str]:
    """Return a table of the kinds whose smallest input parses in an engine or by the standard, and not in both."""
    rows = [
        (_plain(explanation), engine, _example(shown["case"]), "accepts" if "failure" in shown["ours"] else "rejects")
        for engine, explanation, shown in _parsed(engines)
        if ("failure" in shown["ours"]) != ("failure" in shown["native"])
    ]
    title = "Which browsers accept or reject other strings"
    return [_SMALLEST, "", *docstrings.table(("how", "engine", "for example", "the engine"), rows, title)]


def _differences(engines: list[Any], known: Mapping[str, Case]) -> Iterator[_Difference]:
    for engine in engines:
        for explanation, verdicts in engine["differences"].items():
            for answer in " ".join(verdicts.values()).split():
                if case := known.get(answer.partition(":")[0]):
                    yield _Difference(explanation, engine["name"], case)


def _table(title: str, differences: list[_Difference]) -> list[str]:
    """Return a table: how engines differ, which do and on how many inputs, and the shortest input."""
    rows: dict[str, Counter[str]] = defaultdict(Counter)
    examples: dict[str, Case] = {}
    for one in differences:
        rows[one.explanation][_short(one.engine)] += 1
        examples[one.explanation] = min(examples.get(one.explanation, one.case), one.case, key=_size)
    written = [
        (
            _plain(explanation),
            ", ".join(f"{engine}: {count}" for engine, count in sorted(engines.items())),
            _example(examples[explanation]),
        )
        for explanation, engines in sorted(rows.items(), key=lambda row: (-sum(row[1].values()), row[0]))
    ]
    return docstrings.table(("how", "engine: inputs", "for example"), written, title)


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
    text = (
        text.removeprefix("the native URL ")
        .replace("the native ", "the browser's ")
        .replace("\\", "\\\\")
        .replace("|", "\\|")
        .replace("*", "\\*")
    )
    return re.sub(r"\b(\w+://)", r"``\1``", text[0].upper() + text[1:])
