"""Summarize what the cross-check found.

The page that checks its own browser runs this module in Pyodide, so it imports nothing but py_url and the standard
library.
"""

from __future__ import annotations

import hashlib
import json
import re
from collections import Counter

import explanations

from crosscheck import effects, pattern_rules, patterns
from py_url.standard import pins
from py_url.standard.infra.showing import hide_secrets, secret_spans, userinfo_span, without

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable
    from types import ModuleType
    from typing import Any

    # A JSON object that `crosscheck.inputs` describes.
    Case = dict[str, Any]

KIND = "py_url cross-check"
FORMAT = 1
"""The version of the format of a summary. Raise it if a reader of the old format would misread the new one."""

# The possible verdicts on an input, in the order of the table's columns.
VERDICTS = (
    "agree",
    "native differs from WPT",
    "py_url differs from WPT",
    "both differ from WPT",
    "WPT silent",
    "not in the engine",
)
_NO_DIFFERENCE = ("agree", "not in the engine")
_OURS_WRONG = ("py_url differs from WPT", "both differ from WPT")
# The source of cases that are no tests. Their URLs may contain real passwords.
YOUR_LIST = "your list"
# What is said of each engine, and not of py_url.
_OF_ENGINE = ("channel", "parser")
UNSTABLE = "py_url gives different answers in different engines"
OUR_FAULT = "py_url does not do what the tests expect: a bug in py_url or in the test"
# What counts as a bug of py_url: a difference that nobody can explain is one until somebody does.
_OWN_RULES = {UNSTABLE: "unstable", OUR_FAULT: "our-fault", explanations.UNEXPLAINED: "unexplained"}

# Patterns for user agent strings. The first match counts, because a browser's string also names other browsers.
_USER_AGENTS = (
    ("Firefox", r"Firefox/([\d.]+)"),
    ("Firefox for iOS", r"FxiOS/([\d.]+)"),
    ("Chrome for iOS", r"CriOS/([\d.]+)"),
    ("Edge", r"Edg/([\d.]+)"),
    ("Chromium", r"Chrom(?:e|ium)/([\d.]+)"),
    ("Safari", r"Version/([\d.]+).* Safari/"),
)


def browser_of(user_agent: str) -> str:
    """Return the name and version of the browser with this user agent string."""
    for name, pattern in _USER_AGENTS:
        match = re.search(pattern, user_agent)
        if match:
            return f"{name} {match[1]}"
    return "an unknown browser"


def digest(value: object) -> str:
    """Return a short hash of a JSON value: ten hex digits, so that 17,000 inputs share one once in 7,000 such sets."""
    return hashlib.sha256(json.dumps(value, sort_keys=True).encode()).hexdigest()[:10]


def ids_of(cases: Iterable[Case]) -> list[str]:
    """Return a name for each case that is the same in every run, whatever else is tested.

    It is a hash of what is done and not of what is expected. If a case occurs again, for example in another file, a
    number is added.
    """
    seen: Counter[str] = Counter()
    ids = []
    for case in cases:
        shown = _without_secrets(case)
        name = digest([shown.get(key) for key in ("kind", "input", "base", "href", "member", "value")])
        seen[name] += 1
        ids.append(name if seen[name] == 1 else f"{name}-{seen[name]}")
    return ids


def verdict(result: dict[str, Any]) -> str:
    """Return which of `VERDICTS` applies to a result. The Web Platform Tests decide who is right if the answers differ.

    Two answers that agree still get the verdict "both differ from WPT" if the tests expect something else.
    """
    ours_wrong, native_wrong = result["ours"] == "no", result["native"] == "no"
    if ours_wrong and native_wrong:
        return "both differ from WPT"
    if ours_wrong:
        return "py_url differs from WPT"
    if result["native"] == "absent":
        return "not in the engine"
    if result["agree"]:
        return "agree"
    return "native differs from WPT" if native_wrong else "WPT silent"


def summarize(
    cases: list[Case],
    outcomes: list[dict[str, Any]],
    *,
    date: str,
    tests: str | None = None,
    commit: str | None = None,
    ran_on: dict[str, str] | None = None,
) -> dict[str, Any]:
    """Return everything that the table and the report show.

    *date* is when the check ran, *tests* describes the Web Platform Tests that were used, and *commit* is theirs if
    they are those of the pinned commit. *ran_on* has the ``system`` and the ``machine`` that the engines ran on, if
    they are known.

    - ``kind`` and ``format`` say what this is;
    - ``date``, ``tests``, ``wpt_commit``, ``ran_on``: as given; ``ran_on`` is missing if it is not known;
    - ``py_url``: the versions of py_url and of what it runs in; ``standard``: the commits of the URL Standard that it
      follows;
    - ``engines``: the ``name`` of each, in ``totals``, ``by_source`` and ``by_kind`` how many inputs have each verdict,
      and the ``kinds`` of its differences, as `effects.kinds_of` returns them; ``parser`` if it is a program;
    - ``inputs``: how many there are, ``patterns``: how many of them are of URLPattern; ``tested``: their ids;
    - ``py_url_is_right``: whether it does what the tests expect on every input; ``unexplained``: how many differences
      no rule explains, by engine;
    - ``differences``: each has its ``id``, its ``case``, py_url's answer ``ours``, and in ``engines`` the answer,
      verdict and explanation of each engine that differs. Those that are explained come first;
    - ``explanations``: for each text, its ``rule`` and ``section``, as `explanations.rules` returns them;
    - ``standings``: for the inputs with differences, each combination of right and wrong answers and how many inputs
      have it.
    """
    names = [str(outcome["engine"]["browser"]) for outcome in outcomes]
    ids = ids_of(cases)
    differences, standings, unstable = _compared(ids, cases, outcomes)
    known = (
        {text: {"rule": rule, "section": None} for text, rule in _OWN_RULES.items()}
        | explanations.rules()
        | pattern_rules.rules()
    )
    if any("parser" in outcome["engine"] for outcome in outcomes):
        known |= _parser_rules().rules()
    engines = [
        {
            "name": name,
            **{key: value for key, value in outcome["engine"].items() if key in _OF_ENGINE},
            **_tally(cases, outcome["results"]),
            "kinds": effects.kinds_of(name, differences, known),
        }
        for name, outcome in zip(names, outcomes, strict=True)
    ]
    used = Counter(told["explanation"] for row in differences for told in row["engines"].values())
    described = {
        key: value for key, value in outcomes[0]["engine"].items() if key not in ("browser", "userAgent", *_OF_ENGINE)
    }
    wrong = sum(engine["totals"][name] for engine in engines for name in VERDICTS if name in _OURS_WRONG)
    # The sort is stable, so the order of the inputs is kept.
    differences.sort(key=lambda row: any(told["explanation"] in _OWN_RULES for told in row["engines"].values()))
    return {
        "kind": KIND,
        "format": FORMAT,
        "date": date,
        "tests": tests,
        "wpt_commit": commit,
        "py_url": described,
        "standard": {
            "commit": pins.URL_STANDARD,
            "date": pins.URL_STANDARD_DATE,
            "later": [*pins.LATER_CHANGES],
        },
        **({} if ran_on is None else {"ran_on": ran_on}),
        "engines": engines,
        "inputs": len(cases),
        "patterns": sum(case["kind"] in patterns.KINDS for case in cases),
        "anything_expected": any(case["expected"] is not None for case in cases),
        "py_url_is_right": wrong == unstable == 0,
        "unexplained": {name: _unexplained(name, differences) for name in names},
        "unstable": unstable,
        "differences": differences,
        "explanations": {text: known[text] for text, _ in used.most_common()},
        "standings": [{"ways": list(ways), "inputs": count} for ways, count in standings.most_common()],
        "tested": " ".join(ids),
    }


def _parser_rules() -> ModuleType:
    """The rules for programs, which the page does not have."""
    from crosscheck import parser_rules

    return parser_rules


def _compared(
    ids: list[str], cases: list[Case], outcomes: list[dict[str, Any]]
) -> tuple[list[dict[str, Any]], Counter[tuple[str, ...]], int]:
    """Return the differences, the standings, and how many inputs py_url did not answer alike everywhere."""
    engines = [outcome["engine"] for outcome in outcomes]
    of_engines = [outcome["results"] for outcome in outcomes]
    differences = []
    standings: Counter[tuple[str, ...]] = Counter()
    unstable = 0
    for id, case, *results in zip(ids, cases, *of_engines, strict=True):
        same_everywhere = len({result["digest"] for result in results}) == 1
        unstable += not same_everywhere
        answers = {
            str(engine["browser"]): (engine, result)
            for engine, result in zip(engines, results, strict=True)
            if verdict(result) not in _NO_DIFFERENCE
        }
        if same_everywhere and not answers:
            continue
        ours: dict[str, Any] = next(
            (result.get("whole", result["answers"]["ours"]) for _, result in answers.values()), {}
        )
        told = {name: _told(case, engine, result, same_everywhere) for name, (engine, result) in answers.items()}
        difference = {"id": id, "case": case, "ours": ours, "engines": told}
        differences.append(_shown(difference) if case["source"] == YOUR_LIST else difference)
        standings[results[0]["ours"], *(result["native"] for result in results)] += 1
    return differences, standings, unstable


def _unexplained(engine: str, differences: list[dict[str, Any]]) -> int:
    """How many differences of an engine no rule explains."""
    texts = (row["engines"][engine]["explanation"] for row in differences if engine in row["engines"])
    return sum(text == explanations.UNEXPLAINED for text in texts)


def explain(difference: dict[str, Any]) -> str:
    """Return the text of the rule that explains a difference, or `explanations.UNEXPLAINED`."""
    if difference["case"]["kind"] in patterns.KINDS:
        return pattern_rules.explain(difference) or explanations.UNEXPLAINED
    return explanations.explain(difference)


def _explained(case: Case, engine: dict[str, Any], result: dict[str, Any]) -> str:
    difference = {"case": case, **result["answers"]}
    if "parser" not in engine:
        return explain(difference)
    text: str = _parser_rules().explain(difference, result["whole"], standard=engine["parser"]["standard"])
    return text


def is_all_right(summary: dict[str, Any]) -> bool:
    """Whether py_url does what the tests expect, and every difference is explained."""
    return bool(summary["py_url_is_right"]) and not any(summary["unexplained"].values())


def _without_secrets(case: Case) -> Case:
    """A case of a list of one's own without the usernames and passwords in its input: reports are shared."""
    if case["source"] != YOUR_LIST:
        return case
    given = case["input"]
    return {**case, "input": hide_secrets(without(given, secret_spans(given, userinfo_span(given))))}


def _shown(difference: dict[str, Any]) -> dict[str, Any]:
    """A difference without the usernames and passwords in its input and in the answers."""
    engines = {
        name: {**told, "native": _answer_without_secrets(told["native"])}
        for name, told in difference["engines"].items()
    }
    case, ours = _without_secrets(difference["case"]), _answer_without_secrets(difference["ours"])
    return {**difference, "case": case, "ours": ours, "engines": engines}


def _answer_without_secrets(answer: dict[str, Any]) -> dict[str, Any]:
    return {
        name: value
        if not isinstance(value, str)
        else "***"
        if value and name in ("username", "password")
        else hide_secrets(value)
        for name, value in answer.items()
    }


def _tally(cases: list[Case], results: list[dict[str, Any]]) -> dict[str, Any]:
    """How many inputs have each verdict, in total, by source, and by the kind of the cases."""
    names = ("inputs", *VERDICTS)
    by_source: dict[str, dict[str, int]] = {}
    by_kind: dict[str, dict[str, int]] = {}
    for case, result in zip(cases, results, strict=True):
        for counts in (
            by_source.setdefault(case["source"], dict.fromkeys(names, 0)),
            by_kind.setdefault(case["kind"], dict.fromkeys(names, 0)),
        ):
            counts["inputs"] += 1
            counts[verdict(result)] += 1
    totals = {name: sum(counts[name] for counts in by_source.values()) for name in names}
    return {"totals": totals, "by_source": by_source, "by_kind": by_kind}


def _told(case: Case, engine: dict[str, Any], result: dict[str, Any], same_everywhere: bool) -> dict[str, Any]:
    """The verdict, the answer and the explanation for one engine."""
    found = verdict(result)
    answers = result["answers"]
    explanation = UNSTABLE
    if same_everywhere:
        # The rules explain what browsers do: they do not apply if py_url is wrong.
        explanation = OUR_FAULT if found in _OURS_WRONG else _explained(case, engine, result)
    return {"verdict": found, "native": answers["native"], "explanation": explanation}
