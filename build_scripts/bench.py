"""Measure the JavaScript classes, beside the native ones and their peers.

    python3 build_scripts/bench.py --web [--input FILE] [--rounds 15] [--browser chromium|firefox|webkit]

In a browser and in Node, over the URLs of FILE (one a line; by default ``../shared/corpora/a_real.txt``), that many
rounds, in which all take turns; what is printed is the median, in nanoseconds, and how many times as long as the native
class that is. The peers are whatwg-url from npm, and, in the same Pyodide but through a PyProxy for each URL, py_url
itself and pywhatwgurl.
"""

from __future__ import annotations

import argparse
import json
import os
import signal
import sys
import tempfile
from pathlib import Path
from queue import Empty, Queue

import browsers
import build_wheel
import environment
import serve
from environment import CACHE, ROOT, SetUpError, say

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any

_CORPUS = ROOT.parent / "shared" / "corpora" / "a_real.txt"
_HERE = ROOT / "tests" / "benchmarks"
_PEERS = CACHE / "bench"
_REQUIREMENTS = environment.SCRIPTS / "bench-requirements.txt"
_SECONDS = 600
# A page that is isolated has a finer clock, and SharedArrayBuffer, without which whatwg-url does not load.
_ISOLATED = {"Cross-Origin-Opener-Policy": "same-origin", "Cross-Origin-Embedder-Policy": "require-corp"}


def _peers() -> Path:
    """A folder with ``whatwg-url.js``, a module, and ``pywhatwgurl.whl``."""
    packages = environment.npm_packages(environment.TEST_PACKAGES)

    def make() -> None:
        bun = next((file for file in sorted(packages.glob("@oven/bun-*/bin/bun*")) if os.access(file, os.X_OK)), None)
        if bun is None:
            raise SetUpError("bun, which makes one module of whatwg-url, has no program for this machine")
        entry = packages / "whatwg-url" / "index.js"
        module = _PEERS / "whatwg-url.js"
        environment.run([str(bun), "build", "--target=browser", "--format=esm", f"--outfile={module}", str(entry)])
        environment.download_wheels(_REQUIREMENTS, _PEERS)
        next(_PEERS.glob("pywhatwgurl-*.whl")).rename(_PEERS / "pywhatwgurl.whl")

    environment.make_once(_PEERS, f"{packages} {_REQUIREMENTS.read_text()}", make)
    return _PEERS


def in_browser(engine: str, strings: list[str], rounds: int) -> tuple[str, dict[str, Any]]:
    """The browser's name, and the times there. Raises SetUpError."""
    said: Queue[dict[str, Any]] = Queue()
    folders = {"/bench/": [_HERE, _peers()], **serve.folders()}
    gets = {"/bench/strings.json": lambda: {"strings": strings, "rounds": rounds}}
    with serve.Server(folders, gets, {"/bench/times": said.put}, headers=_ISOLATED) as server:
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
    raise SetUpError(f"the page said nothing for {_SECONDS} seconds")


def in_node(strings: list[str], rounds: int) -> tuple[str, dict[str, Any]]:
    """Node's name, and the times there. Raises SetUpError."""
    node = environment.node()
    peers = _peers()
    with tempfile.TemporaryDirectory() as name:
        file = Path(name, "strings.json")
        file.write_text(json.dumps(strings), "utf-8")
        command = [node, str(_HERE / "in_node.mjs"), str(environment.npm_packages() / "pyodide"), str(build_wheel.DIST)]
        command += [str(file), str(peers / "whatwg-url.js"), str(peers / "pywhatwgurl.whl"), str(rounds)]
        answer: dict[str, Any] = json.loads(environment.run(command).splitlines()[-1])
    version = environment.run([node, "--version"]).strip()
    return f"Node {version.removeprefix('v')}", answer


def table(where: str, answer: dict[str, Any]) -> str:
    """The times as lines: a row for each operation, a column for each class, with how many times the native time."""
    times = answer["times"]
    names = list(times["construct, href"])
    width = max(map(len, names)) + 2
    lines = [f"{where}, {answer['count']:,} URLs, ns (times native)"]
    lines.append(" " * 20 + "".join(name.rjust(width) for name in names))
    for operation, by_name in times.items():
        cells = []
        # There is no native parseAll: it stands beside the constructor.
        native = by_name.get("native", times["construct, href"]["native"])
        for name in names:
            value = by_name.get(name)
            cells.append(("" if value is None else f"{value:,.0f} ({value / native:.1f})").rjust(width))
        lines.append(f"{operation:<20}{''.join(cells)}".rstrip())
    return "\n".join(lines)


def main(argv: Sequence[str] | None = None) -> int:
    """Measure and print. Gives the exit status."""
    parser = argparse.ArgumentParser(description="Measure the JavaScript classes.")
    parser.add_argument("--web", action="store_true", required=True, help="in a browser and in Node")
    parser.add_argument("--input", metavar="FILE", type=Path, default=_CORPUS, help="the URLs, one a line")
    parser.add_argument("--rounds", type=int, default=15)
    parser.add_argument("--browser", choices=list(browsers.ENGINES), default="chromium")
    parser.add_argument("--json", metavar="FILE", type=Path, help="write the times here too")
    arguments = parser.parse_args(argv)
    # So that a terminated run ends what it started on its way out.
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(2))
    try:
        environment.enter()
        build_wheel.build()
        try:
            strings = arguments.input.read_text("utf-8").split("\n")
        except (OSError, UnicodeDecodeError) as error:
            raise SetUpError(f"{arguments.input} cannot be read: {error}") from None
        strings = [line for line in strings if line]
        answers = [in_browser(arguments.browser, strings, arguments.rounds), in_node(strings, arguments.rounds)]
    except (SetUpError, KeyboardInterrupt) as error:
        say(f"bench.py: {error or 'interrupted'}")
        return 2
    print("\n\n".join(table(where, answer) for where, answer in answers))
    if arguments.json:
        arguments.json.write_text(json.dumps(dict(answers), indent=1) + "\n", "utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
