"""For bench.py: what Lighthouse says of pages of the built site, in Chromium.

Its performance is that of a phone on a slow network, which Lighthouse computes from what it sees on this machine. So
other load on the machine counts, and no test holds the scores.
"""

from __future__ import annotations

import json
import os
import statistics

from setup import browsers, npm, project

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from typing import Any

RUNS = 5
PAGES = ("playground/", "")
"""The pages that are asked about: the playground, and the front page."""
CATEGORIES = ("performance", "accessibility", "best-practices", "seo")
_SECONDS = 300


def run(origin: str) -> dict[str, Any]:
    """Ask Lighthouse about a page at *origin*. Returns its report. Raises SetUpError."""
    packages = npm.packages(project.BENCH)
    program = browsers.find("chromium")
    flags = ["--headless=new", *browsers.chromium_arguments()]
    command = [npm.node(), str(packages / "lighthouse" / "cli" / "index.js"), origin, "--quiet", "--output=json"]
    command += [f"--only-categories={','.join(CATEGORIES)}", f"--chrome-flags={' '.join(map(_quoted, flags))}"]
    # Without an answer, the program would ask whether it may report its own errors.
    command += ["--no-enable-error-reporting"]
    with browsers.home_of_its_own() as variables:
        environ = {**os.environ, **variables, "CHROME_PATH": program, "CI": "1"}
        report: dict[str, Any] = json.loads(project.run(command, env=environ, seconds=_SECONDS))
    return report


def _quoted(flag: str) -> str:
    return f'"{flag}"' if " " in flag else flag


def taken(report: Mapping[str, Any]) -> dict[str, Any]:
    """Return what is kept of a report: the ``scores`` of 100, and what is not perfect, by category."""
    audits = report["audits"]
    lost: dict[str, list[str]] = {}
    scores: dict[str, int] = {}
    for name in CATEGORIES:
        category = report["categories"][name]
        scores[name] = round(category["score"] * 100)
        weighed = [one["id"] for one in category["auditRefs"] if one["weight"] > 0]
        lost[name] = [
            f"{one} {audits[one].get('displayValue', '')}".strip()
            for one in weighed
            if audits[one]["score"] is not None and audits[one]["score"] < 1
        ]
    return {"scores": scores, "lost": lost}


def in_words(rounds: Mapping[str, Sequence[Mapping[str, Any]]]) -> str:
    """Return a table of the medians of each page, and what was not perfect in the last round."""
    lines = [f"| of 100 | {' | '.join(CATEGORIES)} |", f"|---|{'---:|' * len(CATEGORIES)}"]
    lost = []
    for page, kept in rounds.items():
        title = page or "the front page"
        scores = {name: [one["scores"][name] for one in kept] for name in CATEGORIES}
        medians = [
            f"{statistics.median(scores[name]):.0f} ({min(scores[name])} to {max(scores[name])})" for name in scores
        ]
        lines.append(f"| {title} | {' | '.join(medians)} |")
        lost += [f"  {title}: {name}: {audit}" for name, all_of in kept[-1]["lost"].items() for audit in all_of]
    return "\n".join([*lines, *(["not perfect in the last round:", *lost] if lost else [])])
