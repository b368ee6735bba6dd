"""Measure py-url against its peers.

What each option measures:

    python3 build_scripts/bench.py                  parsing, queries, references and setters in CPython
    python3 build_scripts/bench.py --corpus FILE    parsing the URLs in FILE, one per line, in CPython
    python3 build_scripts/bench.py --columns        columns of URLs in data engines, and the loops of other packages
    python3 build_scripts/bench.py --web            the JavaScript classes in a browser and in Node, Python in Pyodide
    python3 build_scripts/bench.py --start          the time to the first answer in a browser and in Node; also in --web
    python3 build_scripts/bench.py --start --network    the same on slower networks, with the download, beside a commit
    python3 build_scripts/bench.py --memory         the memory of 100,000 objects
    python3 build_scripts/bench.py --hosts          the host that each package sees in inputs of the Web Platform Tests
    python3 build_scripts/bench.py --guard          what the guard and other checks let through; nothing is sent
    python3 build_scripts/bench.py --canonical      canonical forms: hosts that packages confuse, and the time
    python3 build_scripts/bench.py --patterns       URL patterns: making them, matching, lists of them, and routers

The URLs are those in tests/data/corpora, and those that tests/benchmarks/corpora.py makes from them.

The output is Markdown; the tables of web/docs come from it. --json FILE writes all measurements, and --chart FILE
draws them (SVG). The packages take turns in rounds, except with --canonical, where one follows the other; --rounds N
sets the number of rounds for measurements that have them. The packages are installed in a separate environment.
"""

from __future__ import annotations

import argparse
import json
import re
import tempfile
from itertools import islice
from pathlib import Path

from crosscheck import inputs
from fetching import wpt_url
from setup import browsers, project, venv
from setup.ending import ends, expect_writable
from setup.project import ROOT, say

from research import parser_of, variables
from research.bench import network, peers, report, start, web
from tests.benchmarks import corpora
from tests.support import guard_spellings, guard_targets

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any

# A part of the combined spellings, each with its own surroundings: all of them take some checks half an hour.
_EACH = 53

# Pairs of URLs with one form in some package, of which a browser sees different hosts.
CONFUSING = (
    *("http://faß.example/", "http://fass.example/", "http://www3288.com/", "http://www3289.com/", "http://com/"),
    *("http://127.0.0.1:6666\\@1.1.1.1/", "http://1.1.1.1/", "http://1.1.1.1/a", "http://example.com\\@evil.example/"),
    *("http://evil.example/", "http://a.example\\.b.example/", "http://b.example/", "http://βόλος.example/"),
    *("http://βόλοσ.example/", "http://www.example.com/", "https://example.com/", "http://1.2.3.4../"),
    "http://1.2.3.4/",
)
# ASCII, because otherwise a pattern that ignores case matches U+017F as an "s".
_SCHEME_WITH_HOST = re.compile("(https?|wss?|ftp):", re.IGNORECASE | re.ASCII)


def _run(module: str, *arguments: str, given: object = None, group: str = "bench") -> dict[str, Any]:
    """Run a module of this folder in the environment with the packages and return what it prints. Raises SetUpError.

    *given* is written to a file, whose name is the first argument then.
    """
    with tempfile.TemporaryDirectory() as folder:
        if given is not None:
            file = Path(folder, "given.json")
            file.write_text(json.dumps(given), "utf-8")
            arguments = (str(file), *arguments)
        command = [str(venv.python(group)), "-m", f"research.bench.{module}", *arguments]
        output = project.run(command, env=variables(PYTHONHASHSEED="0"))
    answer: dict[str, Any] = json.loads(output.splitlines()[-1])
    return answer


def _file(text: str) -> str:
    """The file that ``--corpus`` names. Raises ArgumentTypeError if it cannot be read."""
    try:
        corpora.lines(Path(text))
    except (OSError, UnicodeDecodeError) as error:
        raise argparse.ArgumentTypeError(f"it cannot be read: {error}") from None
    return str(Path(text).resolve())


def _speed(arguments: argparse.Namespace) -> tuple[str, dict[str, Any]]:
    say("measuring; this takes a few minutes ...")
    answer = _run("speed", str(arguments.rounds), *filter(None, [arguments.corpus]))
    summary = "" if arguments.corpus else f"{report.summary(answer)}\n\n"
    return summary + report.speed(answer), answer


def _columns(arguments: argparse.Namespace) -> tuple[str, dict[str, Any]]:
    say("measuring; this takes a few minutes ...")
    answer = _run("columns", str(arguments.rounds))
    return report.columns(answer), answer


def _memory(_: argparse.Namespace) -> tuple[str, dict[str, Any]]:
    answer = {peer: _run("memory", peer) for peer in peers.IMPORTS}
    return report.memory(answer), answer


def _web_rows() -> tuple[str, list[dict[str, Any]]]:
    """Where the http(s), ws(s) and ftp inputs come from that need no base URL, and their rows."""
    found = wpt_url.find()
    if "urltestdata.json" in found.files:
        source, rows = found.which, list(found.load("urltestdata.json"))
    else:
        say(f"bench.py: Web Platform Tests: {found.which}; measuring with the project's own rows instead")
        source = "the project's own rows"
        rows = [row for file in inputs.own_files("parse") for row in json.loads(file.read_text("utf-8"))]
    without_base = [row for row in rows if isinstance(row, dict) and row.get("base") is None]
    return source, [row for row in without_base if _SCHEME_WITH_HOST.match(row["input"])]


def _hosts(_: argparse.Namespace) -> tuple[str, dict[str, Any]]:
    source, rows = _web_rows()
    pairs = [[row["input"], None if row.get("failure") else row["hostname"]] for row in rows]
    answer = _run("hosts", given=pairs) | {"source": source}
    return report.hosts(answer), answer


def _guard(_: argparse.Namespace) -> tuple[str, dict[str, Any]]:
    """Compare the guard with other checks, on published bypasses and some of those that are combined from spellings."""
    data = ROOT / "tests" / "data" / "guard"
    published = [row["url"] for row in json.loads((data / "bypasses.json").read_text("utf-8"))["bypasses"]]
    given = {
        "hostile": published + [url for url, _ in islice(guard_spellings.spellings(), 0, None, _EACH)],
        "harmless": (data / "must_pass.txt").read_text("utf-8").splitlines(),
        "targets": [*guard_targets.targets()],
        "pages": guard_targets.HARMLESS,
    }
    answer = _run("guards", given=given, group="bench-guard")
    return report.guards(answer), answer


def _canonical(arguments: argparse.Namespace) -> tuple[str, dict[str, Any]]:
    """Compare canonical forms, for the same inputs and the real URLs; the time is that of the real URLs."""
    source, rows = _web_rows()
    real = corpora.read("real")
    given = {"judged": [*(row["input"] for row in rows), *real, *CONFUSING], "timed": real}
    answer = _run("canonical", str(arguments.rounds), given=given) | {"source": source}
    return report.canonical(answer), answer


def _patterns(arguments: argparse.Namespace) -> tuple[str, dict[str, Any]]:
    """Two packages install a module of the same name, so the second comes from an environment of its own."""
    say("measuring; this takes a few minutes ...")
    where = "import sysconfig; print(sysconfig.get_path('purelib'))"
    folder = project.run([str(venv.python("bench-patterns-py")), "-c", where]).strip()
    answer = _run("patterns", str(arguments.rounds), folder)
    return report.patterns(answer), answer


_MEASURES = {
    "web": web.measure,
    "start": start.measure_as_asked,
    "columns": _columns,
    "memory": _memory,
    "hosts": _hosts,
    "guard": _guard,
    "canonical": _canonical,
    "patterns": _patterns,
}
"""The options that say what is measured. The docstring of this module says what each is."""


@ends("bench.py")
def main(argv: Sequence[str] | None = None) -> int:
    """Measure and print. Returns the exit status."""
    parser = parser_of("bench.py", __doc__)
    what = parser.add_mutually_exclusive_group()
    what.add_argument("--corpus", metavar="FILE", type=_file, help="parse the URLs in FILE, one per line")
    for name, measure in _MEASURES.items():
        what.add_argument(f"--{name}", dest="measure", action="store_const", const=measure)
    parser.add_argument("--rounds", type=int, default=15, help="number of rounds (default: 15)")
    parser.add_argument(
        "--browser", choices=list(browsers.ENGINES), default="chromium", help="browser for --web and --start"
    )
    parser.add_argument(
        "--network",
        metavar="COMMIT",
        nargs="?",
        const=network.BEFORE,
        help=f"with --start: slower networks, and the download, beside another commit (default: {network.BEFORE})",
    )
    parser.add_argument("--json", metavar="FILE", type=Path, help="also write all measurements as JSON")
    parser.add_argument("--chart", metavar="FILE", type=Path, help="draw the measurements in CPython as SVG")
    parser.set_defaults(measure=_speed)
    arguments = parser.parse_args(argv)
    if arguments.rounds < 2:
        parser.error("--rounds must be 2 or more")
    if arguments.chart and arguments.measure is not _speed:
        parser.error(f"--chart works only without {', '.join(f'--{name}' for name in _MEASURES)}")
    if arguments.network:
        if arguments.measure is not start.measure_as_asked:
            parser.error("--network works only with --start")
        arguments.measure = network.measure_as_asked
    for file in filter(None, (arguments.json, arguments.chart)):
        expect_writable(file)
    venv.enter("crosscheck")
    text, answer = arguments.measure(arguments)
    print(text)
    if arguments.json:
        arguments.json.write_text(json.dumps(answer, indent=1) + "\n", "utf-8")
    if arguments.chart:
        arguments.chart.write_text(report.chart(answer), "utf-8")
    return 0
