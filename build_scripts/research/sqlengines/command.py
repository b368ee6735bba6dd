"""Judge the URL functions of data engines by the Web Platform Tests: how right is your SQL's?

    python3 build_scripts/research engines                 DuckDB, Polars, Daft, DataFusion, chdb, pandas, and py_url
    python3 build_scripts/research engines --with-spark    Spark too: 456 MB more, and Java

Prints a table, and writes report/engines.md and report/engines.json.
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
from research.sqlengines.asking import ENGINES
from research.sqlengines.judging import judge, table

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any

_SPARK = ("Spark",)
_HERE = tuple(name for name in ENGINES if name not in _SPARK)
# No engine reports to its makers that it was used.
_QUIET = {"DO_NOT_TRACK": "true"}


def rows_of(content: list[Any] | dict[str, Any]) -> list[dict[str, Any]]:
    """Return the rows that need no base URL, and whose input can cross to an engine: it has no lone surrogate."""
    rows = [row for row in content if isinstance(row, dict) and row.get("base") is None]
    return [row for row in rows if row["input"].isascii() or not any("\ud800" <= c <= "\udfff" for c in row["input"])]


def _ask(strings: list[str], python: Path, names: Sequence[str]) -> dict[str, Any]:
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder, "strings.json")
        file.write_text(json.dumps(strings), "utf-8")
        output = project.run(
            [str(python), "-m", "research.sqlengines.asking", str(file), *names],
            env=variables(**_QUIET),
        )
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
    python = venv.python("engines")
    spark = engines.spark() if arguments.with_spark else None
    say("asking the engines ...")
    strings = [row["input"] for row in rows]
    answer = _ask(strings, python, _HERE)
    if spark:
        of_spark = _ask(strings, spark, _SPARK)
        answer = {key: {**answer[key], **of_spark[key]} for key in answer}
    else:
        answer["missing"]["Spark"] = "--with-spark was not given"
    judged = {
        name: {**engine, "judged": judge(rows, engine.pop("answers"))} for name, engine in answer["engines"].items()
    }
    text = report(judged, answer["missing"], f"{len(rows)} inputs without a base URL: {found.which}")
    folder = ROOT / "report"
    folder.mkdir(exist_ok=True)
    (folder / "engines.md").write_text(text, "utf-8")
    (folder / "engines.json").write_text(
        json.dumps({"engines": judged, "missing": answer["missing"]}, indent=1), "utf-8"
    )
    print(text)
    return 0


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
