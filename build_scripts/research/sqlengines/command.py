"""Judge the URL functions of data engines by the Web Platform Tests: how right is your SQL's?

    python3 build_scripts/research engines                 DuckDB, Polars, Daft, DataFusion, chdb, pandas, and py_url
    python3 build_scripts/research engines --with-spark    Spark too: 456 MB more, and Java

Prints a table, and writes report/engines.md and report/engines.json.

A part *agrees* if the engine gives the tests' string, or, for an input that the standard refuses, nothing: None or an
empty string. Schemes and hosts are compared in lower case, hosts without the brackets of IPv6 addresses; an empty part
and none are the same.
"""

from __future__ import annotations

import json
import tempfile
from pathlib import Path

from fetching import wpt_url
from setup import engines, project, venv
from setup.ending import ends
from setup.project import ROOT, say

from research import parser_of, variables
from research.bench.hosts import plain
from research.sqlengines.asking import ENGINES, PARTS

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any

    Row = dict[str, Any]

_SPARK = ("Spark",)
_HERE = tuple(name for name in ENGINES if name not in _SPARK)


def rows_of(content: list[Any] | dict[str, Any]) -> list[Row]:
    """Return the rows that need no base URL, and whose input can cross to an engine: it has no lone surrogate."""
    rows = [row for row in content if isinstance(row, dict) and row.get("base") is None]
    return [row for row in rows if row["input"].isascii() or not any("\ud800" <= c <= "\udfff" for c in row["input"])]


def expected(row: Row) -> dict[str, str]:
    """Return the parts that a row of the tests expects; they are empty if its input must be refused."""
    if row.get("failure"):
        return dict.fromkeys(PARTS, "")
    return {"scheme": row["protocol"][:-1], "host": plain(row["hostname"]), "path": row["pathname"]}


def judge(rows: Sequence[Row], answers: dict[str, Sequence[str | None]]) -> dict[str, Any]:
    """Count how often each part of *answers* agrees, among the inputs that parse and among the others.

    A part that the engine has no function for is left out. `other_hosts` are the inputs with another host than a
    browser's, which is worse than none; `examples` has the first ten.
    """
    valid = [not row.get("failure") for row in rows]
    found: dict[str, Any] = {"valid": sum(valid), "invalid": len(rows) - sum(valid), "parts": {}}
    other = []
    for part, given in answers.items():
        agree = [0, 0]
        for row, is_valid, answer in zip(rows, valid, given, strict=True):
            text, right = (answer or "") if part == "path" else plain(answer), expected(row)[part]
            agree[is_valid] += text == right
            if part == "host" and is_valid and answer and text != right:
                other.append([row["input"], answer, right])
        found["parts"][part] = {"agree": agree[True], "refused": agree[False]}
    return {**found, "other_hosts": len(other), "examples": other[:10]}


def table(engines: dict[str, dict[str, Any]]) -> str:
    """Return the Markdown table of web/docs/evidence/sql-engines.md."""
    lines = ["| engine | functions | scheme | host | path | another host | refuses what browsers refuse |"]
    lines.append("|---|---|---:|---:|---:|---:|---:|")
    for name, engine in engines.items():
        judged = engine["judged"]
        cells = [f"{name} {engine['version']}".strip(), engine["functions"]]
        for part in PARTS:
            counts = judged["parts"].get(part)
            cells.append("none" if counts is None else f"{counts['agree'] / judged['valid']:.1%}")
        refused = max((counts["refused"] for counts in judged["parts"].values()), default=0)
        cells += [str(judged["other_hosts"]), f"{refused / max(judged['invalid'], 1):.1%}"]
        lines.append("| " + " | ".join(cells) + " |")
    return "\n".join(lines)


def report(engines: dict[str, dict[str, Any]], missing: dict[str, str], source: str) -> str:
    """Return the report as Markdown: the table, what is missing and why, and the hosts that engines get wrong."""
    lines = ["# How right is your SQL's URL function?", "", table(engines), "", f"Of {source}."]
    if missing:
        lines += ["", "Not asked:", "", *(f"- {name}: {why}" for name, why in missing.items())]
    for name, engine in engines.items():
        if engine["judged"]["examples"]:
            lines += ["", f"## {name}", ""]
            for string, given, right in engine["judged"]["examples"]:
                lines.append(f"- {string!r}: {given!r}, where browsers see {right!r}")
    return "\n".join(lines) + "\n"


def _ask(strings: list[str], python: Path, names: Sequence[str]) -> dict[str, Any]:
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder, "strings.json")
        file.write_text(json.dumps(strings), "utf-8")
        # No engine reports to its makers that it was used.
        environ = variables(DO_NOT_TRACK="true")
        output = project.run([str(python), "-m", "research.sqlengines.asking", str(file), *names], env=environ)
    answer: dict[str, Any] = json.loads(output.splitlines()[-1])
    return answer


@ends("research engines")
def main(argv: Sequence[str] | None = None) -> int:
    """Ask and judge the engines, print the table and write the report. Returns the exit status."""
    parser = parser_of("research engines", __doc__)
    parser.add_argument("--with-spark", action="store_true", help="ask Spark too: install PySpark (456 MB)")
    arguments = parser.parse_args(argv)
    venv.enter("build")
    found = wpt_url.find()
    rows = rows_of(found.load("urltestdata.json"))
    pythons = [(venv.python("engines"), _HERE), *([(engines.spark(), _SPARK)] if arguments.with_spark else [])]
    say("asking the engines ...")
    judged: dict[str, dict[str, Any]] = {}
    missing = {} if arguments.with_spark else {"Spark": "--with-spark was not given"}
    for python, names in pythons:
        answer = _ask([row["input"] for row in rows], python, names)
        judged |= {name: {**one, "judged": judge(rows, one.pop("answers"))} for name, one in answer["engines"].items()}
        missing = answer["missing"] | missing
    text = report(judged, missing, f"{len(rows)} inputs without a base URL: {found.which}")
    folder = ROOT / "report"
    folder.mkdir(exist_ok=True)
    (folder / "engines.md").write_text(text, "utf-8")
    (folder / "engines.json").write_text(json.dumps({"engines": judged, "missing": missing}, indent=1), "utf-8")
    print(text)
    return 0
