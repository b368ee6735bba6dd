"""For bench.py: measure the time to the first answer from Python, with a snapshot and without.

Each browser is started anew for each measurement, so that it has nothing in a cache. The page is then visited a second
time. The two ways take turns, so that other load on the machine affects them alike.
"""

from __future__ import annotations

import json
import statistics
from pathlib import Path

import build_wheel
from building import serving
from setup import npm, project

from research.bench import report
from tests.support.visits import checked, visits

TYPE_CHECKING = False
if TYPE_CHECKING:
    import argparse
    from collections.abc import Sequence
    from typing import Any

_HERE = Path(__file__).parent
_SECONDS = 300
_WAYS = ("plain", "snapshot")
_FIRST, _SECOND, _ONLY = "first visit", "second visit", "each start"


def in_browser(engine: str, rounds: int, ways: Sequence[str] = _WAYS) -> tuple[str, dict[str, dict[str, list[float]]]]:
    """Measure in a browser. Returns its name, and the milliseconds by visit and by way. Raises SetUpError."""
    times: dict[str, dict[str, list[float]]] = {visit: {way: [] for way in ways} for visit in (_FIRST, _SECOND)}
    version = engine
    for _ in range(rounds):
        for way in ways:
            version, said = visits(engine, serving.folders(), way)
            for visit, answer in zip((_FIRST, _SECOND), said, strict=True):
                times[visit][way].append(answer["milliseconds"])
    return version, times


def in_node(rounds: int) -> tuple[str, dict[str, dict[str, list[float]]]]:
    """Measure in Node. Returns its name, and the milliseconds by way. Raises SetUpError."""
    node = npm.node()
    times: dict[str, list[float]] = {way: [] for way in _WAYS}
    for _ in range(rounds):
        for way in _WAYS:
            command = [
                node,
                str(_HERE / "start_in_node.mjs"),
                str(npm.packages() / "pyodide"),
                str(build_wheel.PYODIDE),
            ]
            answer = json.loads(project.run([*command, way], seconds=_SECONDS).splitlines()[-1])
            times[way].append(checked(answer, way))
    version = project.run([node, "--version"]).strip()
    return f"Node {version.removeprefix('v')}", {_ONLY: times}


def table(answers: dict[str, dict[str, dict[str, list[float]]]]) -> str:
    """Return a table of the median times to the first answer."""
    rows = []
    for where, by_visit in answers.items():
        for visit, times in by_visit.items():
            plain, snapshot = (statistics.median(times[way]) / 1000 for way in _WAYS)
            rows.append(
                [f"{where}, {visit}", f"{plain:.2f} s", f"{snapshot:.2f} s, {report.times_as_long(snapshot / plain)}"]
            )
    return report.table(["the first answer after", "plain", "with the snapshot"], rows)


def measure(engines: Sequence[str], rounds: int) -> tuple[str, dict[str, Any]]:
    """Measure in each of the *engines* and in Node. Returns the table and all times. Raises SetUpError."""
    build_wheel.build()
    answers = dict([*(in_browser(engine, rounds) for engine in engines), in_node(rounds)])
    return table(answers), answers


def measure_as_asked(arguments: argparse.Namespace) -> tuple[str, dict[str, Any]]:
    """Measure in the browser that the arguments name, and in Node. Raises SetUpError."""
    return measure([arguments.browser], arguments.rounds)
