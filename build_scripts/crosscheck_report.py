"""What the cross-check found, as a summary, as a table for the terminal, and as one self-contained HTML page.

The page shows hostile text. It holds the summary as JSON that the page's own script, named by its hash in the page's
Content Security Policy, turns into text nodes: nothing in an input can run, load or be sent.
"""

from __future__ import annotations

import base64
import hashlib
import json
from collections import Counter

import crosscheck_explanations
from environment import ROOT

TYPE_CHECKING = False
if TYPE_CHECKING:
    from pathlib import Path
    from typing import Any

    from crosscheck_inputs import Case

# What can be found of an input, in the order of the table's columns.
VERDICTS = (
    "agree",
    "browser differs from WPT",
    "py_url differs from WPT",
    "both differ from WPT",
    "WPT silent",
)
_OUR_FAULT = "py_url does not do what the tests expect: a fault of its own, or of the test"
_SHOWN = 2_000
_PAGE = ROOT / "web" / "crosscheck"
_SCRIPTS = ROOT / "build_scripts"


def verdict(result: dict[str, Any]) -> str:
    """Which of `VERDICTS` a result is: who is right, by the Web Platform Tests, where the answers differ.

    Answers that agree are not in order where both differ from what is expected.
    """
    ours_wrong, native_wrong = result["ours"] == "no", result["native"] == "no"
    if ours_wrong and native_wrong:
        return "both differ from WPT"
    if ours_wrong:
        return "py_url differs from WPT"
    if result["agree"]:
        return "agree"
    return "browser differs from WPT" if native_wrong else "WPT silent"


def summarize(cases: list[Case], outcome: dict[str, Any]) -> dict[str, Any]:
    """Everything the table and the report say: the engine, totals by source, and the cases that are not in order."""
    by_source: dict[str, dict[str, int]] = {}
    differences = []
    for case, result in zip(cases, outcome["results"], strict=True):
        found = verdict(result)
        counts = by_source.setdefault(case["source"], dict.fromkeys(("inputs", *VERDICTS), 0))
        counts["inputs"] += 1
        counts[found] += 1
        if found != "agree":
            difference = {"case": case, "verdict": found, **result["answers"]}
            # The rules speak of what browsers do: where py_url is wrong they have nothing to say.
            known = found in ("browser differs from WPT", "WPT silent")
            difference["explanation"] = crosscheck_explanations.explain(difference) if known else _OUR_FAULT
            differences.append(difference)
    names = ("inputs", *VERDICTS)
    totals = {name: sum(counts[name] for counts in by_source.values()) for name in names}
    return {
        "engine": outcome["engine"],
        "totals": totals,
        "by_source": by_source,
        "anything_expected": any(case["expected"] is not None for case in cases),
        "py_url_is_right": totals["py_url differs from WPT"] == totals["both differ from WPT"] == 0,
        "differences": differences,
    }


def table(summary: dict[str, Any]) -> str:
    """The summary for a terminal: a line for each source, a column for each verdict, and what explains differences."""
    engine = summary["engine"]
    names = ("inputs", *VERDICTS)
    headings = (
        "inputs",
        "agree",
        "browser\ndiffers\nfrom WPT",
        "py_url\ndiffers\nfrom WPT",
        "both\ndiffer",
        "WPT\nsilent",
    )
    rows = [(source, *(f"{counts[name]:,}" for name in names)) for source, counts in summary["by_source"].items()]
    if len(rows) > 1:
        rows.append(("all", *(f"{summary['totals'][name]:,}" for name in names)))
    first = max(len(row[0]) for row in rows)
    widths = [max(10, *(len(row[column]) for row in rows)) for column in range(1, len(names) + 1)]
    lines = [
        f"py_url {engine['version']} in Pyodide {engine['pyodide']} (Python {engine['python']}, idna {engine['idna']} "
        f"of Unicode {engine['unicode']}) against {engine['browser']}",
        "",
    ]
    for line in range(3):
        cells = [[*heading.split("\n")[::-1], "", ""][2 - line] for heading in headings]
        lines.append(" " * first + "".join(f"  {cell:>{width}}" for cell, width in zip(cells, widths, strict=True)))
    for row in rows:
        cells = [f"  {cell:>{width}}" for cell, width in zip(row[1:], widths, strict=True)]
        lines.append(f"{row[0]:<{first}}{''.join(cells)}")
    explanations = Counter(difference["explanation"] for difference in summary["differences"])
    if explanations:
        lines += ["", "what differs, and why:"]
        lines += [f"{count:>6,}  {text}" for text, count in explanations.most_common()]
    totals = summary["totals"]
    verdict = "py_url differs from the Web Platform Tests nowhere"
    if not summary["py_url_is_right"]:
        verdict = "py_url differs from the Web Platform Tests: see the report"
    elif not summary["anything_expected"]:
        verdict = f"{totals['agree']:,} of {totals['inputs']:,} URLs mean the same to both"
    return "\n".join([*lines, "", verdict])


def _cut(value: object) -> object:
    """*value* with every string in it cut to a length that a page can show."""
    if isinstance(value, str) and len(value) > _SHOWN:
        return f"{value[:_SHOWN]} ... and {len(value) - _SHOWN:,} code points more"
    if isinstance(value, dict):
        return {key: _cut(inner) for key, inner in value.items()}
    return value


def write(folder: Path, summary: dict[str, Any]) -> Path:
    """Write the report to ``index.html`` in *folder*; gives its path. Raises OSError."""
    folder.mkdir(parents=True, exist_ok=True)
    style = (_PAGE / "crosscheck.css").read_text("utf-8")
    script = (_SCRIPTS / "crosscheck_report.js").read_text("utf-8")
    # Who wants the whole of a very long text has it in the JSON output: here it would only be in the way.
    summary = {**summary, "differences": [_cut(difference) for difference in summary["differences"]]}
    # As JSON in ASCII, in which "<" cannot stand for itself, no input can end the element that holds it.
    data = json.dumps(summary).replace("<", "\\u003c")
    page = (_SCRIPTS / "crosscheck_report.html").read_text("utf-8")
    for name, text in (("STYLE", style), ("SCRIPT", script), ("DATA", data)):
        digest = base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()
        page = page.replace(f"@{name}_HASH@", f"sha256-{digest}").replace(f"@{name}@", text)
    file = folder / "index.html"
    file.write_text(page, "utf-8")
    return file.resolve()
