"""Report what the cross-check found: as a table for the terminal, as one self-contained HTML page, and as files for
programs.

The page shows hostile text. It contains the summary as JSON, and a script turns that into text nodes. The page's
Content Security Policy allows only this script, by its hash, so nothing in an input can run, load or be sent.
"""

from __future__ import annotations

import base64
import hashlib
import json
import re
from collections import Counter

from setup import npm, project
from setup.project import ROOT

from crosscheck.comparison import columns, cut, name_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable
    from pathlib import Path
    from typing import Any

_HEADINGS = {
    "inputs": "inputs",
    "agree": "agree",
    "native differs from WPT": "{}\ndiffers\nfrom WPT",
    "py_url differs from WPT": "py_url\ndiffers\nfrom WPT",
    "both differ from WPT": "both\ndiffer\nfrom WPT",
    "WPT silent": "they differ,\nWPT is\nsilent",
    "not in the engine": "{}\ndoes not\nhave it",
}
_HEADINGS_WITHOUT_TESTS = {
    **{name: _HEADINGS[name] for name in ("inputs", "agree")},
    "WPT silent": "they differ",
    "native differs from WPT": "{}\ngives no\nanswer",
    "not in the engine": _HEADINGS["not in the engine"],
}
_SHOWN = 2_000
_WEB = ROOT / "web"
_STYLES = ("look/look.css", "crosscheck/crosscheck.css")
# In this order: a script uses what precedes it.
_SCRIPTS = (
    "look/dom.js",
    "look/saving.js",
    "playground/escapes.js",
    "playground/encodings.js",
    "playground/state.js",
    "crosscheck/exports.js",
    "crosscheck/report.js",
    "crosscheck/report_page.js",
)
_IMPORT = re.compile(r"^import [^;]*;\n", re.MULTILINE)
_EXPORT = re.compile(r"^export (?=(?:async )?(?:function|const|class) )", re.MULTILINE)


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
        f"py_url {py_url['version']} in {_runtime(py_url)}Unicode {py_url['unicode']}) against "
        f"{', '.join(engine['name'] for engine in engines)}",
        *([f"tests: {summary['tests']}"] if summary["tests"] else []),
        "",
    ]
    named = "the engine" if several else name_of(engines[0]["name"])
    headings = _HEADINGS
    if not summary["anything_expected"]:
        used = {name for _, counts in rows for name in counts if counts[name]} | {"inputs", "agree", "WPT silent"}
        headings = {name: heading for name, heading in _HEADINGS_WITHOUT_TESTS.items() if name in used}
    lines += columns(
        [
            ["", *(heading.format(named) for heading in headings.values())],
            *([name, *(f"{counts[column]:,}" for column in headings)] for name, counts in rows),
        ]
    )
    counts_of = Counter(
        told["explanation"] for difference in summary["differences"] for told in difference["engines"].values()
    )
    if counts_of:
        lines += ["", "what differs and why:"]
        lines += [f"{count:>6,}  {text}" for text, count in counts_of.most_common()]
    verdict_line = "py_url does what the tests expect on every input"
    if not summary["py_url_is_right"]:
        verdict_line = "py_url does not do what the tests expect: see the report"
        if summary["unstable"]:
            verdict_line = f"py_url gives different answers in different engines for {summary['unstable']:,} inputs"
    elif not summary["anything_expected"]:
        absent = 0 if several else engines[0]["totals"]["not in the engine"]
        supported = summary["inputs"] - absent
        agreed = supported - len(summary["differences"])
        verdict_line = f"{agreed:,} of {supported:,} URLs mean the same to {'all' if several else 'both'}"
    if summary.get("patterns"):
        verdict_line += f"\n{summary['patterns']:,} of the inputs are of URLPattern{_absent(engines)}"
    unexplained = {name: count for name, count in summary["unexplained"].items() if count}
    if unexplained:
        which = ", ".join(f"{count:,} in {name}" for name, count in unexplained.items())
        verdict_line += f"\nnot explained, which counts as a bug of py_url: {which}"
    return "\n".join([*lines, "", verdict_line])


def _runtime(py_url: dict[str, Any]) -> str:
    """What py_url runs in. Against a program, that is no Pyodide."""
    python = f"Python {py_url['python']}"
    return f"{python} (" if py_url["pyodide"] is None else f"Pyodide {py_url['pyodide']} ({python}, "


def _absent(engines: list[dict[str, Any]]) -> str:
    """Which engines do not have all of URLPattern."""
    lacking = [(engine["name"], engine["totals"]["not in the engine"]) for engine in engines]
    return "".join(f"; {name} does not have what {count:,} of them need" for name, count in lacking if count)


FILES = ("results.json", "results.csv", "results.md")
"""The files that `write` makes next to the page."""


def page_in(folder: Path) -> Path:
    """Return the path of the page in a report's folder."""
    return folder / "index.html"


def to_json(summary: dict[str, Any]) -> str:
    """Return a summary as the JSON that ``--json`` writes and ``--compare`` reads."""
    return json.dumps(summary, indent=1) + "\n"


def write(
    folder: Path,
    summary: dict[str, Any],
    *,
    comparison: dict[str, Any] | None = None,
    history: Iterable[dict[str, Any]] = (),
) -> Path:
    """Write the report to ``index.html`` in *folder*, and `FILES` next to it. Returns the page's path.

    *comparison* is what `crosscheck.comparison.compare` returns, and *history* lists earlier runs. Raises OSError, and
    SetUpError if Node.js fails.
    """
    folder.mkdir(parents=True, exist_ok=True)
    results, *others = (folder / name for name in FILES)
    results.write_text(to_json(summary), "utf-8")
    script = _WEB / "crosscheck" / "export.mjs"
    project.run([npm.node(), str(script), str(results), *map(str, others)])
    style = "\n".join((_WEB / name).read_text("utf-8") for name in _STYLES)
    # The JSON output has very long texts in full; on the page they would only be in the way.
    summary = {**summary, "differences": [cut(difference, _SHOWN) for difference in summary["differences"]]}
    content = {"summary": summary, "comparison": comparison, "history": list(history), "files": FILES}
    # In ASCII JSON with every "<" escaped, no input can close the script element around the data.
    data = json.dumps({key: value for key, value in content.items() if value is not None}).replace("<", "\\u003c")
    page = (_WEB / "crosscheck" / "report.html").read_text("utf-8")
    for name, text in (("STYLE", style), ("SCRIPT", _script()), ("DATA", data)):
        digest = base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()
        page = page.replace(f"@{name}_HASH@", f"sha256-{digest}").replace(f"@{name}@", text)
    file = page_in(folder)
    file.write_text(page, "utf-8")
    return file.resolve()


def _script() -> str:
    """The page's modules as one script: a page that is opened as a file cannot import others.

    They share one scope then, so no two of them may declare the same name; the browser would refuse the script.
    """
    parts = [_EXPORT.sub("", _IMPORT.sub("", (_WEB / name).read_text("utf-8"))) for name in _SCRIPTS]
    return '"use strict";\n{\n' + "\n".join(parts) + "}\n"
