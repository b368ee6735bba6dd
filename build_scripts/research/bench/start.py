"""For bench.py: measure the time to the first answer from Python, with a snapshot and without.

Each browser is started anew for each measurement, so that it has nothing in a cache. The page is then visited a second
time. The two ways take turns, so that other load on the machine affects them alike.
"""

from __future__ import annotations

import json
import statistics
from pathlib import Path
from queue import Empty, Queue

import build_wheel
import serve
from setup import browsers, npm, project
from setup.project import SetUpError

from research.bench import report

TYPE_CHECKING = False
if TYPE_CHECKING:
    import argparse
    from collections.abc import Mapping, Sequence
    from typing import Any

_HERE = Path(__file__).parent
_SECONDS = 300
_WAYS = ("plain", "snapshot")
_FIRST, _SECOND, _ONLY = "first visit", "second visit", "each start"
# As many static hosts say it.
_CACHED = {"Cache-Control": "max-age=600"}


def in_browser(engine: str, rounds: int, ways: Sequence[str] = _WAYS) -> tuple[str, dict[str, dict[str, list[float]]]]:
    """Measure in a browser. Returns its name, and the milliseconds by visit and by way. Raises SetUpError."""
    times: dict[str, dict[str, list[float]]] = {visit: {way: [] for way in ways} for visit in (_FIRST, _SECOND)}
    version = engine
    for _ in range(rounds):
        for way in ways:
            version, said = visits(engine, serve.folders(), way)
            for visit, answer in zip((_FIRST, _SECOND), said, strict=True):
                times[visit][way].append(answer["milliseconds"])
    return version, times


def visits(
    engine: str,
    folders: Mapping[str, list[Path]],
    way: str,
    *,
    network: tuple[float, int] | None = None,
    gzipped: tuple[str, ...] = (),
) -> tuple[str, list[dict[str, Any]]]:
    """Return a browser's name, and what a page in it says at its first visit and at its second: `milliseconds`, and the
    `bytes` by path.

    *folders* and *gzipped* are those of `serve.Server`, and *network* is that of `browsers.opened`. Raises SetUpError
    if the page fails, or if Pyodide was not started in that way.
    """
    said: Queue[dict[str, Any]] = Queue()
    answers: list[dict[str, Any]] = []
    lengths: dict[str, int] = {}

    def sent(path: str, length: int) -> None:
        lengths[path] = lengths.get(path, 0) + length

    def posted(answer: dict[str, Any]) -> None:
        said.put(answer | {"bytes": {**lengths}})
        lengths.clear()

    paths = {"/bench/": [_HERE], **folders}
    with serve.Server(paths, posts={"/bench/said": posted}, headers=_CACHED, gzipped=gzipped, sent=sent) as server:
        address = f"{server.origin}/bench/start.html?{way}"
        with browsers.opened(engine, address, lambda text: posted({"error": text}), network=network) as page:
            for _ in range(_SECONDS * 100):
                page.wait(10)
                try:
                    answers.append(said.get_nowait())
                except Empty:
                    continue
                if "error" in answers[-1]:
                    raise SetUpError(f"the page failed: {answers[-1]['error']}")
                _checked(answers[-1], way)
                if len(answers) == len((_FIRST, _SECOND)):
                    return page.version, answers
    raise SetUpError(f"the page did not answer twice in {_SECONDS} seconds")


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
            times[way].append(_checked(answer, way))
    version = project.run([node, "--version"]).strip()
    return f"Node {version.removeprefix('v')}", {_ONLY: times}


def _checked(answer: dict[str, Any], way: str) -> float:
    """The milliseconds of an answer. Raises SetUpError if Pyodide was not started in that way."""
    if answer["fromSnapshot"] != (way == "snapshot"):
        raise SetUpError(f"Pyodide was not started in this way: {way}")
    milliseconds: float = answer["milliseconds"]
    return milliseconds


def table(answers: dict[str, dict[str, dict[str, list[float]]]]) -> str:
    """Return a table of the median times to the first answer."""
    rows = []
    for where, visits in answers.items():
        for visit, times in visits.items():
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
