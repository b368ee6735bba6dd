"""The history of the cross-check: what each version of each engine did, in ``web/crosscheck/history/``.

A record is a file with one engine. ``crosscheck.py --record`` writes it; a later run of the same engine and version
with the same Web Platform Tests replaces it. The files are committed, so the history of the repository has every
change, and the site shows them. They hold hashes of inputs and no inputs, which are mostly those of the Web Platform
Tests.
"""

from __future__ import annotations

import json
import platform
import re
from pathlib import Path

from setup.project import ROOT, SetUpError

from crosscheck import adapters, comparison, effects

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

FOLDER = ROOT / "web" / "crosscheck" / "history"
PARSERS = "parsers"
"""The folder in it that has the newest run of each adapter."""
PARSER = "py_url cross-check, parser"


def load(file: str) -> tuple[comparison.Result, dict[str, Any]]:
    """Return the result in a JSON file, and the JSON itself. Raises SetUpError if it cannot be read or is none."""
    try:
        data = Path(file).read_bytes()
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
    if any("parser" in engine for engine in whole["engines"]):
        return _keep_parsers(whole, summary, folder)
    files = []
    for engine in whole["engines"]:
        name = re.sub("[^a-z0-9.]+", "-", engine["name"].lower())
        file = folder / f"{name}-{str(summary['wpt_commit'])[:9]}.json"
        file.write_text(_written({**whole, "engines": [engine]}, 4) + "\n", "utf-8")
        files.append(file)
    return files


def _keep_parsers(whole: dict[str, Any], summary: dict[str, Any], folder: Path) -> list[Path]:
    """Write a record for each parser. It has no ids, because a parser of other rules differs on thousands of inputs.

    Raises SetUpError if one of them is no adapter's: others could not repeat it.
    """
    browsers = newest(("Chromium", "Firefox", "WebKitGTK"), folder)
    differ_there = {id for result in browsers.values() for found in result.engines.values() for id in found}
    (folder / PARSERS).mkdir(exist_ok=True)
    files = []
    for engine in whole["engines"]:
        adapter = comparison.name_of(engine["name"])
        if adapter not in adapters.ADAPTERS:
            raise SetUpError(f"only the runs of adapters are recorded, and {engine['name']} has none")
        kinds = engine["kinds"]
        if not engine["parser"]["standard"]:
            # Where browsers differ from the standard, another answer says little.
            rows = [
                row
                for row in summary["differences"]
                if row["case"]["kind"] == "parse" and row["id"] not in differ_there
            ]
            found = effects.kinds_of(engine["name"], rows, summary["explanations"])
            kinds = [comparison.with_smallest(kind, engine["name"], summary) for kind in found]
        made = {
            "kind": PARSER,
            **comparison.about_run(whole),
            "inputs_digest": whole["inputs_digest"],
            "name": engine["name"],
            "parser": {"adapter": adapter, "rules": adapters.ADAPTERS[adapter].rules, **engine["parser"]},
            **{key: engine[key] for key in ("totals", "by_kind")},
            "browsers": [*browsers],
            "kinds": kinds,
        }
        file = folder / PARSERS / f"{adapter}.json"
        file.write_text(_written(made, 2) + "\n", "utf-8")
        files.append(file)
    return files


def _written(value: object, depth: int, indent: str = "") -> str:
    """Return JSON with a line for each row, so that a new run is a small change. A row is *depth* levels down."""
    if not depth or not value or not isinstance(value, list | dict):
        return json.dumps(value)
    inner = indent + " "
    if isinstance(value, list):
        rows, (start, end) = [_written(item, depth - 1, inner) for item in value], "[]"
    else:
        rows = [f"{json.dumps(key)}: {_written(item, depth - 1, inner)}" for key, item in value.items()]
        start, end = "{}"
    return f"{start}\n{inner}" + f",\n{inner}".join(rows) + f"\n{indent}{end}"


def this_system() -> dict[str, str]:
    """Return the ``system`` with its version, and the ``machine``, that engines run on here."""
    try:
        system = platform.freedesktop_os_release()["PRETTY_NAME"]
    except (OSError, KeyError):
        version = platform.mac_ver()[0] or platform.release()
        system = f"{'macOS' if platform.mac_ver()[0] else platform.system()} {version}"
    return {"system": system, "machine": platform.machine()}


def newest(families: tuple[str, ...], folder: Path = FOLDER) -> dict[str, comparison.Result]:
    """Return the record of the newest version of each of these engines, by the engine's name."""
    found = {}
    for family in families:
        of_family = [record for record in records(folder) if comparison.name_of(record["engines"][0]["name"]) == family]
        if of_family:
            record = max(of_family, key=version_of)
            found[record["engines"][0]["name"]] = comparison.of(record)
    return found


def version_of(record: dict[str, Any]) -> list[int]:
    """The numbers in the version of a record's engine, for sorting."""
    return numbers_of(record["engines"][0]["name"])


def numbers_of(engine: str) -> list[int]:
    """The numbers in the version at the end of an engine's name; that of Firefox ESR ends with letters."""
    return [int(number) for number in re.findall(r"\d+", engine.rpartition(" ")[2])]


def files(folder: Path = FOLDER) -> list[Path]:
    """Return the files of all records."""
    return sorted(folder.glob("*.json"))


def records(folder: Path = FOLDER) -> list[dict[str, Any]]:
    """Return all records of engines, the newest first, each with the name of its ``file``."""
    found = [{**load(str(file))[1], "file": file.name} for file in files(folder)]
    return sorted(found, key=lambda record: (record["date"], record["file"]), reverse=True)


def parsers(folder: Path = FOLDER) -> list[dict[str, Any]]:
    """Return the records of the parsers, by name."""
    return [json.loads(file.read_text("utf-8")) for file in sorted((folder / PARSERS).glob("*.json"))]


def runs(folder: Path = FOLDER) -> list[dict[str, Any]]:
    """Return what the pages list of each record, the newest first: its ``file``, ``date``, ``engine``, ``tests``,
    ``inputs`` and ``totals``.
    """
    return [
        {
            **{key: record[key] for key in ("file", "date", "tests", "inputs")},
            "engine": record["engines"][0]["name"],
            "totals": record["engines"][0]["totals"],
        }
        for record in records(folder)
    ]
