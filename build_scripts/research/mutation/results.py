"""What became of each mutant, one JSON object per line, and the list of those that no test can kill."""

from __future__ import annotations

import json
from collections import Counter
from contextlib import suppress

from setup.project import CACHE, ROOT

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable
    from pathlib import Path
    from typing import Any

TODO, UNTIL = "PY_URL_MUTANTS", "PY_URL_MUTANTS_UNTIL"
"""The environment variables that tell the other process which mutants to try, and when to stop."""
RESULTS = CACHE / "mutation" / "results.jsonl"
EXPLAINED = ROOT / "tests" / "data" / "mutants.json"

Key = tuple[str, str, str, int]


def key_of(mutant: dict[str, Any]) -> Key:
    """Return what identifies a mutant, even after other lines of its file have changed."""
    return mutant["file"], mutant["was"], mutant["becomes"], mutant.get("number", 1)


def read(file: Path) -> list[dict[str, Any]]:
    """Return the mutants in a file; none if there is no such file."""
    if not file.is_file():
        return []
    found = []
    for line in file.read_text("utf-8").splitlines():
        # A run that was killed may leave part of a line, which the next result then continues.
        with suppress(ValueError):
            found.append(json.loads(line))
    return found


def add(mutant: dict[str, Any], file: Path = RESULTS) -> None:
    """Keep a result."""
    file.parent.mkdir(parents=True, exist_ok=True)
    with file.open("a", encoding="utf-8") as output:
        output.write(json.dumps(mutant) + "\n")


def known(file: Path = RESULTS) -> dict[Key, dict[str, Any]]:
    """Return the last result of each mutant."""
    return {key_of(result): result for result in read(file)}


def explained(file: Path = EXPLAINED) -> dict[Key, str]:
    """Return the reasons why no test can kill a mutant, for those that are listed."""
    reasons = {}
    for entry in json.loads(file.read_text("utf-8")):
        for number in entry.get("numbers", [1]):
            reasons[entry["file"], entry["was"], entry["becomes"], number] = entry["reason"]
    return reasons


def table(mutants: Iterable[dict[str, Any]], found: dict[Key, dict[str, Any]], reasons: dict[Key, str]) -> str:
    """Return the table of the report, in Markdown: a row for each module, and the sum."""
    rows: dict[str, Counter[str]] = {}
    for mutant in mutants:
        key = key_of(mutant)
        outcome = found[key]["outcome"] if key in found else "not tried"
        # If the tool failed, nobody knows whether a test would notice the change.
        what = "explained" if outcome != "killed" and key in reasons else outcome
        what = "not tried" if what == "failed" else what
        for name in (mutant["file"], "all"):
            rows.setdefault(name, Counter())[what] += 1
    lines = ["| module | mutants | tried | killed | explained | survived | score |", "|---|--:|--:|--:|--:|--:|--:|"]
    for name, counts in sorted(rows.items(), key=lambda row: (row[0] == "all", row[0])):
        tried = counts.total() - counts["not tried"]
        can_be_killed = tried - counts["explained"]
        score = f"{100 * counts['killed'] / can_be_killed:.1f} %" if can_be_killed else ""
        cells = [counts.total(), tried, counts["killed"], counts["explained"], counts["survived"]]
        shown = name if name == "all" else f"`{name.removeprefix('py_url/')}`"
        lines.append(f"| {shown} | {' | '.join(f'{cell:,}' for cell in cells)} | {score} |")
    return "\n".join(lines)
