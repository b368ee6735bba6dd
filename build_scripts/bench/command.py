"""Measure py-url beside its peers.

What each option measures:

    python3 build_scripts/bench.py                  parsing, queries, references, setters in CPython
    python3 build_scripts/bench.py --corpus FILE    parsing the URLs of FILE, one a line, in CPython
    python3 build_scripts/bench.py --web            the JavaScript classes in a browser and in Node, Python in Pyodide
    python3 build_scripts/bench.py --growth         how time grows with length, up to 10,000,000 characters; memory
    python3 build_scripts/bench.py --memory         what 100,000 objects take
    python3 build_scripts/bench.py --import         what importing takes
    python3 build_scripts/bench.py --hosts          which host each package sees in inputs of the Web Platform Tests

The URLs are those in ``tests/data/corpora``, and those that ``tests/benchmarks/corpora.py`` makes from them.
``--corpora FOLDER`` takes the ``real.txt`` and ``bases.txt`` of another folder.

What is printed is Markdown; the README's tables and times are from it. ``--json FILE`` writes all that was measured,
``--chart FILE`` draws it (SVG), and ``--rounds N`` says in how many rounds all take turns, if there are rounds. The
packages are installed in an environment of their own.
"""

from __future__ import annotations

import argparse
import json
import os
import re
import shutil
import tempfile
from pathlib import Path

import fetch_wpt
from crosscheck import inputs
from setup import browsers, project, venv
from setup.ending import ends, expect_writable
from setup.project import CACHE, ROOT, SCRIPTS, say

from bench import report, web
from tests.benchmarks import corpora

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any

_IMPORT = """
import sys, time
sys.path.insert(0, sys.argv[1])
started = time.perf_counter()
import {}
print(time.perf_counter() - started)
"""

# ASCII, because a pattern that ignores case otherwise takes U+017F for an "s".
_SCHEME_WITH_HOST = re.compile("(https?|wss?|ftp):", re.IGNORECASE | re.ASCII)


def _python() -> Path:
    """The Python of the packages' environment. Raises SetUpError."""
    return venv.make_venv(CACHE / "venv-bench", SCRIPTS / "bench-requirements.txt", (3, 12))


def _run(module: str, *arguments: str) -> dict[str, Any]:
    """What a module of this package prints, in the packages' environment. Raises SetUpError."""
    command = [str(_python()), "-m", f"bench.{module}", *arguments]
    output = project.run(command, env=_variables())
    answer: dict[str, Any] = json.loads(output.splitlines()[-1])
    return answer


def _variables() -> dict[str, str]:
    # Without the working copy's own path a package of the same name could be taken for it.
    path = os.pathsep.join([str(ROOT), str(SCRIPTS)])
    return {**os.environ, "PYTHONPATH": path, "PYTHONHASHSEED": "0"}


def _modules() -> dict[str, str]:
    """What the module of each package is called. Raises SetUpError."""
    program = "import json; from bench import peers as p; print(json.dumps({n: p.module(n) for n in p.IMPORTS}))"
    modules: dict[str, str] = json.loads(project.run([str(_python()), "-c", program], env=_variables()))
    return modules


def _folder(text: str) -> Path:
    """The folder that ``--corpora`` names. Raises ArgumentTypeError if a file is missing there or cannot be read."""
    for name in corpora.GATHERED:
        try:
            corpora.read(name, Path(text))
        except (OSError, UnicodeDecodeError) as error:
            raise argparse.ArgumentTypeError(f"{name}.txt cannot be read there: {error}") from None
    return Path(text).resolve()


def _file(text: str) -> Path:
    """The file that ``--corpus`` names. Raises ArgumentTypeError if it cannot be read."""
    try:
        corpora.lines(Path(text))
    except (OSError, UnicodeDecodeError) as error:
        raise argparse.ArgumentTypeError(f"it cannot be read: {error}") from None
    return Path(text).resolve()


def _speed(arguments: argparse.Namespace) -> tuple[str, dict[str, Any]]:
    say("measuring; this takes some minutes ...")
    answer = _run("speed", str(arguments.rounds), str(arguments.corpus or arguments.corpora))
    summary = "" if arguments.corpus else f"{report.summary(answer)}\n\n"
    return summary + report.speed(answer), answer


def _growth(_: argparse.Namespace) -> tuple[str, dict[str, Any]]:
    shapes = json.loads(
        project.run(
            [str(_python()), "-c", "import json; from tests.shapes import SHAPES; print(json.dumps([*SHAPES]))"]
        )
    )
    answer = {}
    for number, shape in enumerate(shapes, 1):
        say(f"{number} of {len(shapes)}: {shape}")
        answer[shape] = _run("growth", shape)
    return report.growth(answer), answer


def _memory(arguments: argparse.Namespace) -> tuple[str, dict[str, Any]]:
    answer = {peer: _run("memory", peer, str(arguments.corpora)) for peer in _modules()}
    return report.memory(answer), answer


def _import(arguments: argparse.Namespace) -> tuple[str, dict[str, Any]]:
    """In processes of their own, in turn. Of py_url a copy is imported that is compiled, as an installed one is."""
    times: dict[str, list[float]] = {}
    modules = _modules()
    with tempfile.TemporaryDirectory() as folder:
        shutil.copytree(ROOT / "py_url", Path(folder, "py_url"), ignore=shutil.ignore_patterns("__pycache__"))
        project.run([str(_python()), "-m", "compileall", "-q", folder])
        for _ in range(arguments.rounds):
            for peer, module in modules.items():
                taken = project.run([str(_python()), "-I", "-c", _IMPORT.format(module), folder])
                times.setdefault(peer, []).append(float(taken))
    return report.imports(times), times


def _hosts(_: argparse.Namespace) -> tuple[str, dict[str, Any]]:
    """Of the inputs that begin with an http(s), ws(s) or ftp scheme, and need no base URL: who sees another host?"""
    found = fetch_wpt.find()
    if "urltestdata.json" in found.files:
        source, rows = found.which, list(found.load("urltestdata.json"))
    else:
        say(f"bench.py: {found.which}; the answer is of the project's own rows")
        source = "the project's own rows"
        rows = [row for file in inputs.own_files("parse") for row in json.loads(file.read_text("utf-8"))]
    pairs = [
        [row["input"], None if row.get("failure") else row["hostname"]]
        for row in rows
        if isinstance(row, dict) and row.get("base") is None and _SCHEME_WITH_HOST.match(row["input"])
    ]
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder, "rows.json")
        file.write_text(json.dumps(pairs), "utf-8")
        answer = _run("hosts", str(file)) | {"source": source}
    return report.hosts(answer), answer


@ends("bench.py")
def main(argv: Sequence[str] | None = None) -> int:
    """Measure and print. Gives the exit status."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    what = parser.add_mutually_exclusive_group()
    what.add_argument("--corpus", metavar="FILE", type=_file, help="a file of URLs, one a line")
    what.add_argument("--web", dest="measure", action="store_const", const=web.measure, help="in a browser and in Node")
    what.add_argument("--growth", dest="measure", action="store_const", const=_growth, help="time by length")
    what.add_argument("--memory", dest="measure", action="store_const", const=_memory, help="of 100,000 objects")
    what.add_argument("--import", dest="measure", action="store_const", const=_import, help="what importing takes")
    what.add_argument("--hosts", dest="measure", action="store_const", const=_hosts, help="who sees another host")
    parser.add_argument("--corpora", metavar="FOLDER", type=_folder, help="another folder of corpora")
    parser.add_argument("--rounds", type=int, default=15)
    parser.add_argument("--browser", choices=list(browsers.ENGINES), default="chromium", help="for --web")
    parser.add_argument("--json", metavar="FILE", type=Path)
    parser.add_argument("--chart", metavar="FILE", type=Path, help="an SVG of what was measured in CPython")
    parser.set_defaults(measure=_speed)
    arguments = parser.parse_args(argv)
    if arguments.rounds < 2:
        parser.error("--rounds takes 2 or more")
    if arguments.chart and arguments.measure is not _speed:
        parser.error("--chart is for what is measured in CPython")
    if arguments.corpora and (arguments.corpus or arguments.measure in (_growth, _hosts, _import)):
        parser.error("--corpora is for what is measured in CPython, for --web and for --memory")
    arguments.corpora = arguments.corpora or corpora.FOLDER
    for file in filter(None, (arguments.json, arguments.chart)):
        expect_writable(file)
    venv.enter()
    text, answer = arguments.measure(arguments)
    print(text)
    if arguments.json:
        arguments.json.write_text(json.dumps(answer, indent=1) + "\n", "utf-8")
    if arguments.chart:
        arguments.chart.write_text(report.chart(answer), "utf-8")
    return 0
