"""For bench.py: measure what a page downloads before the first answer, and how long that takes on slower networks.

The ways to start take turns, and so does a build of another commit, so that other load on the machine affects them
alike. Each visit has a new browser. Chromium slows its network down itself, by its DevTools protocol.
"""

from __future__ import annotations

import shutil
import statistics
import sys

from setup import browsers, once, project
from setup.project import CACHE, ROOT, say

from research.bench import report
from tests.support.visits import USUAL, folders_of_this, visits

TYPE_CHECKING = False
if TYPE_CHECKING:
    import argparse
    from pathlib import Path
    from typing import Any

BEFORE = "45bafa6"
"""The commit that is measured beside this one: the last one before the files were made smaller."""
WAYS = ("snapshot", "plain", "micropython")
NETWORKS: dict[str, tuple[float, int] | None] = {
    "no limit": None,
    "50 Mbit/s": (50, 20),
    "20 Mbit/s": (20, 30),
    "10 Mbit/s": (10, 40),
    "5 Mbit/s": (5, 60),
}
"""Megabits in a second, and milliseconds of latency."""

_BUILD = """
import sys
from pathlib import Path
from setup import project
project.CACHE = Path(sys.argv[1])
import build_wheel
build_wheel.build()
"""


def folders_of(commit: str) -> dict[str, list[Path]]:
    """Build another commit beside this one, and return the folders that a server needs. Raises SetUpError."""
    tree, cache = CACHE / "before" / commit, CACHE / "before" / f"{commit}-cache"

    def make() -> None:
        archive = tree / "tree.tar"
        project.run(["git", "-C", str(ROOT), "archive", f"--output={archive}", commit])
        shutil.unpack_archive(archive, tree, filter="data")
        archive.unlink()
        project.run([sys.executable, "-c", _BUILD, str(cache)], cwd=tree / "build_scripts")

    once.make_once(tree, commit, make)
    pyodide = cache / "npm-build_scripts" / "node_modules" / "pyodide"
    return {"/pyodide/": [tree / "dist" / "pyodide", pyodide], "/": [tree / "web"]}


def measure_as_asked(arguments: argparse.Namespace) -> tuple[str, dict[str, Any]]:
    """Measure this build and the one before in Chromium, and what all browsers download. Raises SetUpError."""
    builds = {arguments.network: folders_of(arguments.network), "now": folders_of_this()}
    # The one before has no MicroPython.
    ways = [(build, way) for way in WAYS for build in builds if way != "micropython" or build == "now"]
    times: dict[str, dict[str, list[float]]] = {}
    for network, limits in NETWORKS.items():
        say(f"measuring: {network} ...")
        for _ in range(arguments.rounds):
            for build, way in ways:
                _, (first, second) = visits("chromium", builds[build], way, network=limits, gzipped=USUAL)
                times.setdefault(network, {}).setdefault(f"{build}, {way}", []).append(first["milliseconds"])
                if limits is None:
                    row = times.setdefault("second visit", {})
                    row.setdefault(f"{build}, {way}", []).append(second["milliseconds"])
    sizes = {
        engine: {
            f"{build}, {way}": visits(engine, builds[build], way, gzipped=USUAL)[1][0]["bytes"] for build, way in ways
        }
        for engine in browsers.ENGINES
    }
    answer = {"milliseconds": times, "bytes": sizes}
    return table(answer), answer


def table(answer: dict[str, Any]) -> str:
    """Return a table of the seconds by network, and the megabytes by browser."""
    columns = [*next(iter(answer["milliseconds"].values()))]
    rows = [
        [network, *(f"{statistics.median(row[column]) / 1000:.2f} s" for column in columns)]
        for network, row in answer["milliseconds"].items()
    ]
    rows += [
        [f"{browsers.ENGINES[engine]} downloads", *(f"{sum(row[column].values()) / 1e6:.2f} MB" for column in columns)]
        for engine, row in answer["bytes"].items()
    ]
    return report.table(["the first answer", *columns], rows)
