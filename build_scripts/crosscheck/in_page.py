"""What the page that checks its own browser asks Python: JSON in, JSON out. It runs in Pyodide, in a worker."""

from __future__ import annotations

import json
from datetime import UTC, datetime

from crosscheck import comparison, summary


def summarize(cases: str, results: str, engine: str, about: str) -> str:
    """Return the summary of a check. *results* may be fewer than the *cases*: then the user stopped it.

    *engine* is what the page posts as "started" when the command runs it, and *about* has ``tests`` and ``commit``.
    """
    all_cases, found, described, told = (json.loads(text) for text in (cases, results, engine, about))
    described["browser"] = summary.browser_of(described.pop("userAgent", ""))
    outcome = {"engine": described, "results": found}
    date = datetime.now(UTC).isoformat(timespec="seconds")
    tested = all_cases[: len(found)]
    made = summary.summarize(tested, [outcome], date=date, tests=told.get("tests"), commit=told.get("commit"))
    return json.dumps(made if len(found) == len(all_cases) else {**made, "stopped_of": len(all_cases)})


def compare(old: str, old_name: str, new: str, new_name: str) -> str:
    """Return ``comparison`` and, unless the new result is only a record, ``summary`` for two results.

    The result is ``{"error": text}`` if one of them is no result, or if they have no engine in common.
    """
    try:
        contents = [
            comparison.loads(text.encode("utf-8", "replace"), name) for text, name in ((old, old_name), (new, new_name))
        ]
        before, after = (
            comparison.of(content, name) for content, name in zip(contents, (old_name, new_name), strict=True)
        )
        made = {"comparison": comparison.compare(before, after)}
    except comparison.ResultError as error:
        return json.dumps({"error": str(error)})
    return json.dumps({**made, "summary": contents[1]} if contents[1]["kind"] == summary.KIND else made)
