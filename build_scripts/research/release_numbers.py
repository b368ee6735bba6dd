"""Write the numbers of a release, next to those of the last one: sizes, speed, and how engines differ.

    python3 build_scripts/research numbers                   write them to dist/numbers.md
    python3 build_scripts/research numbers --since v0.1.0    next to those of a tag or commit, measured in turns

The earlier version is checked out from the repository, and built with the tools of this one, so that only the project's
own changes count.
"""

from __future__ import annotations

import json
import re
import statistics
import subprocess
import sys
import tempfile
from collections import Counter
from pathlib import Path
from typing import NamedTuple, TypeAlias

import build_wheel
from crosscheck import comparison, past
from setup import venv
from setup.ending import ends
from setup.project import CACHE, ROOT, SetUpError, run, say

from research import parser_of
from tests.benchmarks import corpora

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any

NUMBERS = build_wheel.DIST / "numbers.md"
_ROUNDS = 9
_CORPORA = ("real", "messy", "international", "queries")
_SECONDS = 1_800
_BUILT = ("wheel", "sdist", "npm", "pyodide")
_WRONG = "native differs from WPT"
# Hashes and versions in a name change with each build.
_CHANGING = re.compile(r"-\d+\.\d+\.\d+|-[\da-f]{64}")
_BUILD = """
import sys
from pathlib import Path
from setup import project
project.CACHE = Path(sys.argv[1])
import build_wheel
build_wheel.build_all()
"""
# Runs in the folder of one version; prints the microseconds for a URL and the milliseconds of the import, in processor
# time: another program on the machine changes it less.
_TIMED = """
import sys, time
start = time.process_time()
from py_url import URL
imported = time.process_time() - start
urls = open(sys.argv[1], encoding="utf-8").read().split("\\n")
parse, best = URL.parse, None
for _ in range(5):
    start = time.process_time()
    for url in urls:
        parsed = parse(url)
        if parsed is not None:
            parsed.href
    taken = time.process_time() - start
    best = taken if best is None else min(best, taken)
print(best / len(urls) * 1e6, imported * 1e3)
"""

# By family: the engine's name with its version, and how many inputs differ for each explanation.
Engines: TypeAlias = dict[str, tuple[str, Counter[str]]]


class Version(NamedTuple):
    """A version of the project in a folder."""

    name: str
    folder: Path


def page(since: str | None) -> str:
    """Return the page in Markdown. *since* is the tag or commit of the last release, or None for the first one.

    Raises SetUpError if there is no such commit, or if a part of either version cannot be built.
    """
    build_wheel.build_all()
    now = Version("this version", ROOT)
    if since is None:
        return _page(now, None, _engines(None), None)
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name, "last")
        run(["git", "worktree", "add", "--detach", str(folder), since])
        try:
            say(f"building {since} ...")
            run([sys.executable, "-c", _BUILD, str(CACHE)], cwd=folder / "build_scripts", seconds=_SECONDS)
            return _page(now, Version(since, folder), _engines(None), _engines(since))
        finally:
            run(["git", "worktree", "remove", "--force", str(folder)])


def _page(now: Version, last: Version | None, engines: Engines, engines_then: Engines | None) -> str:
    versions = [now] if last is None else [now, last]
    parts = [
        "# Numbers of a release",
        "This version" + (", the first one." if last is None else f" next to {last.name}."),
        "## Sizes",
        _table(["file", *(f"{version.name}, kB" for version in versions)], _sizes(versions)),
        "## Speed",
        f"CPython {sys.version.split()[0]}, processor time, medians of {_ROUNDS} rounds"
        + (" in turns" if last else "")
        + ". Only the ratio says something on another machine.",
        _table(["", *(version.name for version in versions), *(["ratio"] if last else [])], _speeds(versions)),
        "## How engines differ from the standard",
        "The number of inputs of the cross-check on which each engine differs.",
        _table(
            ["engine", "inputs that differ", *([f"since {last.name}"] if last else [])],
            _differing(engines, engines_then),
        ),
    ]
    return "\n\n".join(parts) + "\n"


def _table(headings: list[str], rows: list[list[str]]) -> str:
    lines = [headings, ["---"] + ["---:"] * (len(headings) - 1), *rows]
    return "\n".join(f"| {' | '.join(line)} |" for line in lines)


def _sizes(versions: list[Version]) -> list[list[str]]:
    sizes = []
    for version in versions:
        files = [file for file in (version.folder / "dist").glob("*/[!.]*") if file.parent.name in _BUILT]
        sizes.append({_CHANGING.sub("", f"{file.parent.name}/{file.name}"): file.stat().st_size for file in files})
    names = sorted({name for found in sizes for name in found})
    return [
        [f"`{name}`", *(f"{found[name] / 1_000:,.1f}" if name in found else "—" for found in sizes)] for name in names
    ]


def _speeds(versions: list[Version]) -> list[list[str]]:
    rows = []
    imports: list[list[float]] = [[] for _ in versions]
    for name in _CORPORA:
        times: list[list[float]] = [[] for _ in versions]
        with tempfile.TemporaryDirectory() as folder:
            file = Path(folder, "urls.txt")
            file.write_text("\n".join(corpora.read(name)), "utf-8")
            for _ in range(_ROUNDS):
                for number, version in enumerate(versions):
                    parsed, imported = _timed(version, file)
                    times[number].append(parsed)
                    imports[number].append(imported)
        rows.append([f"parse and href of a URL, {name}, µs", *_compared(times)])
    return [*rows, ["`import py_url`, ms", *_compared(imports)]]


def _timed(version: Version, file: Path) -> tuple[float, float]:
    # It imports the py_url of the folder in which it runs.
    command = [sys.executable, "-s", "-c", _TIMED, str(file)]
    output = subprocess.run(
        command, cwd=version.folder, capture_output=True, text=True, check=True, timeout=_SECONDS
    ).stdout
    parsed, imported = map(float, output.split())
    return parsed, imported


def _compared(times: list[list[float]]) -> list[str]:
    medians = [statistics.median(each) for each in times]
    ratio = [f"{medians[0] / medians[1]:.2f}"] if len(medians) > 1 else []
    return [*(f"{median:.2f}" for median in medians), *ratio]


def _engines(commit: str | None) -> Engines:
    """The newest record of each engine in the history, today or at a commit."""
    found: Engines = {}
    # The newest version counts, and its newest record.
    for content in sorted(_records(commit), key=lambda content: (past.version_of(content), str(content["date"]))):
        for name, differences in comparison.of(content).engines.items():
            kinds = Counter(
                difference.explanation for difference in differences.values() if difference.verdict == _WRONG
            )
            found[name.rsplit(" ", 1)[0]] = name, kinds
    return found


def _records(commit: str | None) -> list[dict[str, Any]]:
    if commit is None:
        return [json.loads(file.read_text("utf-8")) for file in past.files()]
    folder = past.FOLDER.relative_to(ROOT).as_posix()
    names = run(["git", "ls-tree", "-r", "--name-only", commit, "--", folder]).split()
    return [json.loads(run(["git", "show", f"{commit}:{name}"])) for name in names if f"/{past.PARSERS}/" not in name]


def _differing(engines: Engines, then: Engines | None) -> list[list[str]]:
    rows = []
    for family, (name, kinds) in sorted(engines.items()):
        row = [name, f"{kinds.total():,}"]
        if then is not None:
            row.append(_change(kinds, then.get(family)))
        rows.append(row)
    return rows


def _change(kinds: Counter[str], before: tuple[str, Counter[str]] | None) -> str:
    if before is None:
        return "not tested then"
    name, were = before
    difference = kinds.total() - were.total()
    new, gone = len(kinds.keys() - were.keys()), len(were.keys() - kinds.keys())
    return f"{difference:+,} ({name}; kinds of difference: {new} new, {gone} gone)"


@ends("research numbers")
def main(argv: Sequence[str] | None = None) -> int:
    """Write the page. Returns the exit status."""
    parser = parser_of("research numbers", __doc__)
    parser.add_argument("--since", metavar="TAG", help="compare with this tag or commit, interleaved")
    since = parser.parse_args(argv).since
    # Before the set-up and the build, which take minutes.
    if since is not None:
        try:
            run(["git", "rev-parse", "--verify", "--quiet", f"{since}^{{commit}}"])
        except SetUpError:
            raise SetUpError(
                f"there is no commit {since!r} in this repository; name the tag of the last release"
            ) from None
    venv.enter()
    text = page(since)
    NUMBERS.parent.mkdir(parents=True, exist_ok=True)
    NUMBERS.write_text(text, "utf-8")
    print(NUMBERS.relative_to(ROOT).as_posix())
    return 0
