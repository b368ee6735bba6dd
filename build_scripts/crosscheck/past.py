"""The history of the cross-check: what each version of each engine did, in ``web/crosscheck/history/``.

A record is a file with one engine. ``crosscheck.py --record`` writes it; a later run of the same engine and version
with the same Web Platform Tests replaces it. The files are committed, so the history of the repository has every
change, and the site shows them. They hold hashes of inputs and no inputs, which are mostly those of the Web Platform
Tests.
"""

from __future__ import annotations

import json
import re
from pathlib import Path

from setup.project import ROOT, SetUpError

from crosscheck import comparison

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

FOLDER = ROOT / "web" / "crosscheck" / "history"


def load(file: str) -> tuple[comparison.Result, dict[str, Any]]:
    """Return the result in a JSON file, and the JSON itself. Raises SetUpError if it cannot be read or is none."""
    try:
        with Path(file).open("rb") as opened:
            # A device may never end.
            data = opened.read(comparison.LARGEST + 1)
    except OSError as error:
        raise SetUpError(f"{file} cannot be read: {error.strerror}") from None
    try:
        content = comparison.loads(data, file)
        return comparison.of(content, file), content
    except comparison.ResultError as error:
        raise SetUpError(str(error)) from None


def keep(summary: dict[str, Any], folder: Path = FOLDER) -> list[Path]:
    """Write a record for each engine of a summary, and return the files. Raises OSError."""
    folder.mkdir(parents=True, exist_ok=True)
    whole = comparison.record(summary)
    files = []
    for engine in whole["engines"]:
        name = re.sub("[^a-z0-9.]+", "-", engine["name"].lower())
        file = folder / f"{name}-{str(summary['wpt_commit'])[:9]}.json"
        file.write_text(json.dumps({**whole, "engines": [engine]}, indent=1) + "\n", "utf-8")
        files.append(file)
    return files


def files(folder: Path = FOLDER) -> list[Path]:
    """Return the files of all records, the newest first."""
    return sorted(folder.glob("*.json"), key=lambda file: (_loaded(file)["date"], file.name), reverse=True)


def runs(folder: Path = FOLDER) -> list[dict[str, Any]]:
    """Return what the pages list of each record, the newest first: its ``file``, ``date``, ``engine``, ``tests``,
    ``inputs`` and ``totals``.
    """
    listed = []
    for file in files(folder):
        content = _loaded(file)
        (engine,) = content["engines"]
        kept = {key: content[key] for key in ("date", "tests", "inputs")}
        listed.append({"file": file.name, **kept, "engine": engine["name"], "totals": engine["totals"]})
    return listed


def _loaded(file: Path) -> dict[str, Any]:
    content: dict[str, Any] = load(str(file))[1]
    return content
