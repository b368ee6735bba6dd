"""For bench.py: measure the JavaScript classes against the native ones and their peers, and Python in Pyodide.

Everything runs in a browser and in Node, on the same URLs and classes of input, in rounds in which all take turns. The
peers are whatwg-url from npm and, in the same Pyodide, py_url itself and pywhatwgurl: through a PyProxy for each URL,
and from Python.
"""

from __future__ import annotations

import json
import os
import tempfile
from pathlib import Path
from queue import Empty, Queue

import build_wheel
from building import serving
from setup import browsers, npm, once, project, venv
from setup.project import CACHE, SetUpError

import py_url
from py_url.fast.reasons import reason_of
from research.bench import report, start
from tests.benchmarks import corpora

TYPE_CHECKING = False
if TYPE_CHECKING:
    import argparse
    from collections.abc import Sequence
    from typing import Any

_HERE = Path(__file__).parent
_PEERS = CACHE / "bench"
_WHEELS = ("idna", "pywhatwgurl")
_SECONDS = 600
# Each needs a new browser.
_STARTS = 5
# The corpora have few strings that do not parse. What else the engine does would count for too much beside them.
_REPEATED = 20
# An isolated page has a finer clock, and SharedArrayBuffer, which whatwg-url needs.
_ISOLATED = {"Cross-Origin-Opener-Policy": "same-origin", "Cross-Origin-Embedder-Policy": "require-corp"}


def _peers() -> Path:
    """A folder with ``whatwg-url.js``, a module, ``pywhatwgurl.whl``, and ``idna.whl``, which pywhatwgurl needs."""
    packages = npm.packages(project.TEST_PACKAGES)

    def make() -> None:
        bun = next((file for file in sorted(packages.glob("@oven/bun-*/bin/bun*")) if os.access(file, os.X_OK)), None)
        if bun is None:
            raise SetUpError("bun, which bundles whatwg-url, has no program for this system")
        entry = packages / "whatwg-url" / "index.js"
        module = _PEERS / "whatwg-url.js"
        project.run([str(bun), "build", "--target=browser", "--format=esm", f"--outfile={module}", str(entry)])
        venv.download_wheels(_WHEELS, _PEERS)
        for name in _WHEELS:
            next(_PEERS.glob(f"{name}-*.whl")).rename(_PEERS / f"{name}.whl")

    once.make_once(_PEERS, f"{packages} {venv.list_of('bench').read_text('utf-8')}", make)
    return _PEERS


def classes_of_input(folder: Path) -> dict[str, list[tuple[str] | tuple[str, str]]]:
    """The classes of input: strings, each with its base URL if it has one, from the corpora in *folder*."""

    def parsed(name: str) -> list[str]:
        return [string for string in corpora.read(name, folder) if py_url.URL.can_parse(string)]

    canonical = [string for string in parsed("real") if py_url.URL(string).href == string]
    after_scheme = [string.partition("//")[2] for string in canonical]
    others = [f"{start}{rest}" for rest in after_scheme for start in ("custom://", "file:///", "data:text/plain,")]
    messy = corpora.read("messy", folder)
    references = [tuple(line.split("\t")) for line in corpora.read("relative", folder)]
    base = corpora.read("bases", folder)[0]
    failing = [string for string in messy if not py_url.URL.can_parse(string)]
    usual = [string for string in failing if reason_of(string, has_base=False)]
    unusual = [string for string in failing if string not in usual]
    return {
        "canonical": [(string,) for string in canonical],
        "canonical, of another scheme": [(string,) for string in others if py_url.URL(string).href == string],
        "spelled in another way": [(string,) for string in messy if py_url.URL.can_parse(string)],
        "beyond ASCII": [(string,) for string in parsed("international")],
        "with a long query": [(string,) for string in parsed("queries")],
        "relative": [(reference, base) for reference, _ in references if py_url.URL.can_parse(reference, base)],
        # The names begin as that in web.js. Others are parsed a second time.
        "does not parse, for a usual reason": [(string,) for string in usual * _REPEATED],
        "does not parse, for another reason": [(string,) for string in unusual * _REPEATED],
    }


def in_browser(engine: str, inputs: dict[str, Any], rounds: int) -> tuple[str, dict[str, Any]]:
    """Measure in a browser. Returns its name and the times. Raises SetUpError."""
    said: Queue[dict[str, Any]] = Queue()
    folders = {"/bench/": [_HERE, _peers()], **serving.folders()}
    gets = {"/bench/strings.json": lambda: {**inputs, "rounds": rounds}}
    with serving.Server(folders, gets, {"/bench/times": said.put}, headers=_ISOLATED) as server:
        address = f"{server.origin}/bench/page.html"
        with browsers.opened(engine, address, lambda text: said.put({"error": text})) as page:
            for _ in range(_SECONDS * 20):
                page.wait(50)
                try:
                    answer = said.get_nowait()
                except Empty:
                    continue
                if "error" in answer:
                    raise SetUpError(f"the page failed: {answer['error']}")
                return page.version, answer
    raise SetUpError(f"the page sent nothing for {_SECONDS} seconds")


def in_node(inputs: dict[str, Any], rounds: int) -> tuple[str, dict[str, Any]]:
    """Measure in Node. Returns its name and the times. Raises SetUpError."""
    node = npm.node()
    peers = _peers()
    with tempfile.TemporaryDirectory() as name:
        file = Path(name, "strings.json")
        file.write_text(json.dumps(inputs), "utf-8")
        command = [node, str(_HERE / "in_node.mjs"), str(npm.packages() / "pyodide")]
        command += [str(build_wheel.PYODIDE), str(file), str(peers), str(rounds)]
        answer: dict[str, Any] = json.loads(project.run(command).splitlines()[-1])
    version = project.run([node, "--version"]).strip()
    return f"Node {version.removeprefix('v')}", answer


def table(answer: dict[str, Any], names: Sequence[str]) -> str:
    """Return a table of times by operation and by *names*, with the ratio to the native time."""
    times = answer["times"]
    rows = []
    for operation, by_name in times.items():
        # If there is no native equivalent, compare with the native constructor.
        native = by_name["native"] if "native" in by_name else times["`new URL(s).href`"]["native"]
        cells = []
        for name in names:
            value = by_name.get(name)
            ratio = "" if name == "native" or value is None else f", {report.times_as_long(value / native)}"
            cells.append("" if value is None else report.nanoseconds(value) + ratio)
        if any(cells):
            rows.append([operation, *cells])
    return report.table(["", *names], rows)


def classes(where: str, answer: dict[str, Any]) -> str:
    """Return a table of the classes of input: py-url's time and its ratios, and those of `parseAll` to the loop."""
    rows = []
    for name, by_column in answer["classes"].items():
        ours, each = by_column["py-url"], by_column.get("`parseAll`, each")
        ratios = [report.times_as_long(ours / by_column[peer]) for peer in ("native", "whatwg-url")]
        of_loop = [report.nanoseconds(each), report.times_as_long(each / ours)] if each is not None else ["", ""]
        rows.append([name, report.nanoseconds(ours), *ratios, *of_loop])
    head = [where, "py-url", "to native", "to whatwg-url", "`parseAll`, each", "to py-url's loop"]
    return report.table(head, rows)


def tables(where: str, answer: dict[str, Any]) -> str:
    """Return the two tables of web/docs/evidence/javascript.md, and the first with everything."""
    names = list(dict.fromkeys(name for by_name in answer["times"].values() for name in by_name))
    fewer = [name for name in names if not name.startswith("pywhatwgurl")]
    parts = [f"{where}, {answer['count']:,} URLs", table(answer, fewer), classes(where, answer), table(answer, names)]
    return "\n\n".join(parts)


def measure(arguments: argparse.Namespace) -> tuple[str, dict[str, Any]]:
    """Measure everything. Returns the text to print and all measurements. Raises SetUpError."""
    build_wheel.build()
    inputs = {"strings": corpora.read("real"), "classes": classes_of_input(corpora.FOLDER)}
    answers = [in_browser(arguments.browser, inputs, arguments.rounds), in_node(inputs, arguments.rounds)]
    first_answers, seconds = start.measure([arguments.browser], min(arguments.rounds, _STARTS))
    text = "\n\n".join([*(tables(where, answer) for where, answer in answers), first_answers])
    return text, dict(answers) | {"first answers": seconds}
