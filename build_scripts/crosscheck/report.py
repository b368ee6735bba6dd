"""Report what the cross-check found: as a summary, as a table for the terminal, and as one self-contained HTML page.

The page shows hostile text. It contains the summary as JSON, and a script turns that into text nodes. The page's
Content Security Policy allows only this script, by its hash, so nothing in an input can run, load or be sent.
"""

from __future__ import annotations

import base64
import hashlib
import json
from collections import Counter
from pathlib import Path

from setup.project import ROOT

from crosscheck import explanations
from crosscheck.inputs import YOUR_LIST
from py_url.standard.infra.showing import hide_secrets, secret_spans, userinfo_span, without

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from crosscheck.inputs import Case

# The possible verdicts on an input, in the order of the table's columns.
VERDICTS = (
    "agree",
    "native differs from WPT",
    "py_url differs from WPT",
    "both differ from WPT",
    "WPT silent",
)
_OURS_WRONG = ("py_url differs from WPT", "both differ from WPT")
_HEADINGS = [
    "",
    "inputs",
    "agree",
    "native\ndiffers\nfrom WPT",
    "py_url\ndiffers\nfrom WPT",
    "both\ndiffer",
    "WPT\nsilent",
]
_SIGNS = {"yes": "+", "no": "-", "silent": "."}
_UNSTABLE = "py_url gives different answers in different engines"
_OUR_FAULT = "py_url does not do what the tests expect: a bug in py_url or in the test"
_SHOWN = 2_000
_STYLES = (ROOT / "web" / "look" / "look.css", ROOT / "web" / "crosscheck" / "crosscheck.css")
_HERE = Path(__file__).parent


def verdict(result: dict[str, Any]) -> str:
    """Return which of `VERDICTS` applies to a result. The Web Platform Tests decide who is right if the answers differ.

    Two answers that agree still get the verdict "both differ from WPT" if the tests expect something else.
    """
    ours_wrong, native_wrong = result["ours"] == "no", result["native"] == "no"
    if ours_wrong and native_wrong:
        return "both differ from WPT"
    if ours_wrong:
        return "py_url differs from WPT"
    if result["agree"]:
        return "agree"
    return "native differs from WPT" if native_wrong else "WPT silent"


def summarize(cases: list[Case], outcomes: list[dict[str, Any]], tests: str | None = None) -> dict[str, Any]:
    """Return everything that the table and the report show.

    - ``tests``: a description of the Web Platform Tests that were used, or None;
    - ``py_url``: the versions of py_url and of what it runs in;
    - ``engines``: the ``name`` of each, and in ``totals`` and ``by_source`` how many inputs have each verdict;
    - ``differences``: each has its ``case``, py_url's answer ``ours``, and in ``engines`` the answer, verdict and
      explanation of each engine that differs;
    - ``standings``: for the inputs with differences, each combination of right and wrong answers and how many inputs
      have it.
    """
    names = [str(outcome["engine"]["browser"]) for outcome in outcomes]
    engines = [
        {"name": name, **_tally(cases, outcome["results"])} for name, outcome in zip(names, outcomes, strict=True)
    ]
    differences = []
    standings: Counter[tuple[str, ...]] = Counter()
    unstable = 0
    for case, *results in zip(cases, *(outcome["results"] for outcome in outcomes), strict=True):
        same_everywhere = len({result["digest"] for result in results}) == 1
        unstable += not same_everywhere
        if same_everywhere and all(verdict(result) == "agree" for result in results):
            continue
        answers = {name: result for name, result in zip(names, results, strict=True) if verdict(result) != "agree"}
        difference = {"case": case, "ours": next((result["answers"]["ours"] for result in answers.values()), {})}
        difference["engines"] = {name: _told(case, result, same_everywhere) for name, result in answers.items()}
        differences.append(_without_secrets(difference) if case["source"] == YOUR_LIST else difference)
        standings[results[0]["ours"], *(result["native"] for result in results)] += 1
    described = {key: value for key, value in outcomes[0]["engine"].items() if key != "browser"}
    wrong = sum(engine["totals"][name] for engine in engines for name in VERDICTS if name in _OURS_WRONG)
    return {
        "tests": tests,
        "py_url": described,
        "engines": engines,
        "inputs": len(cases),
        "anything_expected": any(case["expected"] is not None for case in cases),
        "py_url_is_right": wrong == unstable == 0,
        "unstable": unstable,
        "differences": differences,
        "standings": [{"ways": list(ways), "inputs": count} for ways, count in standings.most_common()],
    }


def _without_secrets(difference: dict[str, Any]) -> dict[str, Any]:
    """Return a difference without the usernames and passwords in its input and in the answers: reports are shared."""
    case, ours = difference["case"], difference["ours"]
    given = case["input"]
    shown = hide_secrets(without(given, secret_spans(given, userinfo_span(given))))
    engines = {
        name: {**told, "native": _answer_without_secrets(told["native"])}
        for name, told in difference["engines"].items()
    }
    return {"case": {**case, "input": shown}, "ours": _answer_without_secrets(ours), "engines": engines}


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
    """How many inputs have each verdict, in total and by source."""
    by_source: dict[str, dict[str, int]] = {}
    for case, result in zip(cases, results, strict=True):
        counts = by_source.setdefault(case["source"], dict.fromkeys(("inputs", *VERDICTS), 0))
        counts["inputs"] += 1
        counts[verdict(result)] += 1
    names = ("inputs", *VERDICTS)
    totals = {name: sum(counts[name] for counts in by_source.values()) for name in names}
    return {"totals": totals, "by_source": by_source}


def _told(case: Case, result: dict[str, Any], same_everywhere: bool) -> dict[str, Any]:
    """The verdict, the answer and the explanation for one engine."""
    found = verdict(result)
    answers = result["answers"]
    explanation = _UNSTABLE
    if same_everywhere:
        # The rules explain what browsers do: they do not apply if py_url is wrong.
        explanation = _OUR_FAULT if found in _OURS_WRONG else explanations.explain({"case": case, **answers})
    return {"verdict": found, "native": answers["native"], "explanation": explanation}


def table(summary: dict[str, Any]) -> str:
    """Return the summary for a terminal: a table of verdicts by source, or by engine if there are several, and the
    explanations of the differences.
    """
    py_url, engines = summary["py_url"], summary["engines"]
    several = len(engines) > 1
    if several:
        rows = [(engine["name"], engine["totals"]) for engine in engines]
    else:
        rows = [*engines[0]["by_source"].items(), ("all", engines[0]["totals"])]
        rows = rows[:1] if len(rows) == 2 else rows
    lines = [
        f"py_url {py_url['version']} in Pyodide {py_url['pyodide']} (Python {py_url['python']}, "
        f"Unicode {py_url['unicode']}) against {', '.join(engine['name'] for engine in engines)}",
        *([f"tests: {summary['tests']}"] if summary["tests"] else []),
        "",
    ]
    names = ("inputs", *VERDICTS)
    lines += _columns([_HEADINGS, *([name, *(f"{counts[column]:,}" for column in names)] for name, counts in rows)])
    if several and summary["anything_expected"]:
        lines += ["", "inputs for which the engine itself differs from the Web Platform Tests:"]
        sources = engines[0]["by_source"]
        failures = [
            [source, *(f"{_failures(engine['by_source'][source]):,}" for engine in engines)] for source in sources
        ]
        failures.append(["all", *(f"{_failures(engine['totals']):,}" for engine in engines)])
        lines += _columns([["", *(engine["name"].replace(" ", "\n", 1) for engine in engines)], *failures])
        lines += [
            "",
            "inputs with differences, by who does what the tests expect (+ yes, - no, . the tests expect nothing):",
        ]
        ways = [[*map(_SIGNS.__getitem__, row["ways"]), f"{row['inputs']:,}"] for row in summary["standings"]]
        lines += _columns([["py_url", *(engine["name"].replace(" ", "\n", 1) for engine in engines), "inputs"], *ways])
    explanations = Counter(
        told["explanation"] for difference in summary["differences"] for told in difference["engines"].values()
    )
    if explanations:
        lines += ["", "what differs and why:"]
        lines += [f"{count:>6,}  {text}" for text, count in explanations.most_common()]
    verdict_line = "py_url does what the tests expect on every input"
    if not summary["py_url_is_right"]:
        verdict_line = "py_url does not do what the tests expect: see the report"
        if summary["unstable"]:
            verdict_line = f"py_url gives different answers in different engines for {summary['unstable']:,} inputs"
    elif not summary["anything_expected"]:
        agreed = summary["inputs"] - len(summary["differences"])
        verdict_line = f"{agreed:,} of {summary['inputs']:,} URLs mean the same to {'all' if several else 'both'}"
    return "\n".join([*lines, "", verdict_line])


def _failures(counts: dict[str, int]) -> int:
    return counts["native differs from WPT"] + counts["both differ from WPT"]


def _columns(rows: list[list[str]]) -> list[str]:
    """Lay out rows of cells. Headings, in the first row, may have several lines. Numbers are aligned to the right."""
    headings = [cell.split("\n") for cell in rows[0]]
    height = max(map(len, headings))
    head = [[([""] * (height - len(cell)) + cell)[line] for cell in headings] for line in range(height)]
    body = head + rows[1:]
    widths = [max(len(row[column]) for row in body) for column in range(len(rows[0]))]
    return ["  ".join([row[0].ljust(widths[0]), *map(str.rjust, row[1:], widths[1:])]).rstrip() for row in body]


def _cut(value: object) -> object:
    """Shorten every string in *value* to a length that a page can show."""
    if isinstance(value, str) and len(value) > _SHOWN:
        return f"{value[:_SHOWN]} ... and {len(value) - _SHOWN:,} more code points"
    if isinstance(value, dict):
        return {key: _cut(inner) for key, inner in value.items()}
    return value


def page_in(folder: Path) -> Path:
    """Return the path of the page in a report's folder."""
    return folder / "index.html"


def write(folder: Path, summary: dict[str, Any]) -> Path:
    """Write the report to ``index.html`` in *folder* and return its path. Raises OSError."""
    folder.mkdir(parents=True, exist_ok=True)
    style = "\n".join(file.read_text("utf-8") for file in _STYLES)
    script = (_HERE / "report.js").read_text("utf-8")
    # The JSON output has very long texts in full; on the page they would only be in the way.
    summary = {**summary, "differences": [_cut(difference) for difference in summary["differences"]]}
    # In ASCII JSON with every "<" escaped, no input can close the script element around the data.
    data = json.dumps(summary).replace("<", "\\u003c")
    page = (_HERE / "report.html").read_text("utf-8")
    for name, text in (("STYLE", style), ("SCRIPT", script), ("DATA", data)):
        digest = base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()
        page = page.replace(f"@{name}_HASH@", f"sha256-{digest}").replace(f"@{name}@", text)
    file = page_in(folder)
    file.write_text(page, "utf-8")
    return file.resolve()
