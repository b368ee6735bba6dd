"""Attack py_url with generated inputs, and compare it with other engines.

    python3 build_scripts/fuzz.py [--minutes N] [--seed S] [--against whatwg-url,ada-url,upa-url,chromium,firefox,...]
    python3 build_scripts/fuzz.py --patterns [--minutes N] [--seed S] [--against chromium,node,...]

Every case is first checked without another engine: the fast path gives what the state machine gives, a URL's href
parses to itself, the setters of a URL object do what the setters on records do, and can_parse, parse and validate
agree. Then the engines answer it. A difference of no known kind is made as small as possible, and printed as a row for
tests/data.

With ``--patterns``, the cases are URL patterns with inputs, and the classes are ``URLPattern``.

The same seed gives the same cases. The exit status is 0 if nothing is new, 1 if something is, and 2 if the run could
not start or was interrupted.
"""

from __future__ import annotations

import argparse
import secrets
import shlex
import time
from collections import Counter

from fetching import wpt_url, wpt_urlpattern
from setup import venv
from setup.ending import ends, printing
from setup.project import SetUpError, say

from research import minutes, parser_of
from research.fuzzing import attack, engines, generation, pattern_generation, patterns

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from crosscheck.summary import Case

    from research.fuzzing.attack import Generators


def _names(text: str) -> list[str]:
    """The engines that ``--against`` names."""
    names = list(dict.fromkeys(name.strip() for name in text.split(",")))
    if names == ["none"]:
        return []
    for name in names:
        if name not in engines.NAMES:
            raise argparse.ArgumentTypeError(
                f"there is no engine {name!r}; write none, or some of {','.join(engines.NAMES)}"
            )
    return names


def _seed(text: str) -> str:
    try:
        text.encode()
    except UnicodeEncodeError:
        raise argparse.ArgumentTypeError(f"{text!a} is not UTF-8") from None
    return text


def _arguments(argv: Sequence[str] | None) -> argparse.Namespace:
    parser = parser_of("fuzz.py", __doc__)
    parser.add_argument("--minutes", metavar="N", type=minutes, default=2.0, help="how long to run (default: 2)")
    parser.add_argument("--seed", metavar="S", type=_seed, help="repeat the run with this seed (default: a new one)")
    parser.add_argument(
        "--against",
        metavar="ENGINES",
        type=_names,
        default=None,
        help=f"engines to compare with, separated by commas: {', '.join(engines.NAMES)}, or none "
        f"(default: {','.join(engines.IN_PROCESS)}, which need no other process)",
    )
    parser.add_argument("--patterns", action="store_true", help="compare URLPattern; the engines are browsers and node")
    parser.add_argument("--no-install", action="store_true", help="install nothing; fail if something is missing")
    arguments = parser.parse_args(argv)
    if arguments.against is None:
        arguments.against = [] if arguments.patterns else [*engines.IN_PROCESS]
    for name in arguments.against if arguments.patterns else ():
        if name not in engines.WITH_PATTERNS:
            parser.error(
                f"{name} has no URLPattern; with --patterns, the engines are {','.join(engines.WITH_PATTERNS)}"
            )
    return arguments


@ends("fuzz.py")
def main(argv: Sequence[str] | None = None) -> int:
    """Run the attack. Returns the exit status."""
    arguments = _arguments(argv)
    install = not arguments.no_install
    venv.enter(install=install)
    names = arguments.against
    seed = secrets.token_hex(4) if arguments.seed is None else arguments.seed
    generators, rows = _generators(patterns=arguments.patterns, install=install)
    state = attack.State(f"seed {seed} against {','.join(names) or 'none'}, {rows}")
    say(f"stop with Ctrl-C; to repeat this run, run the same command with --seed {shlex.quote(seed)}")
    started = time.monotonic()
    until = started + 60 * arguments.minutes
    with engines.all_opened(names, install=install) as opened:
        try:
            attack.attack(state, opened, generators, until=until, found=print_finding)
        finally:
            seconds = time.monotonic() - started
            with printing():
                print(summary(state, {engine.name: engine.version for engine in opened}, seconds))
    return 1 if state.findings else 0


def _generators(*, patterns: bool, install: bool) -> tuple[Generators, str]:
    """What makes the cases, and how many rows of tests it changes a little: they are part of what a run repeats."""
    files: list[Path] = []
    wpt = None
    try:
        wpt = wpt_url.find(fetch=install)
        if patterns:
            files = [wpt_urlpattern.find(fetch=install)["urlpatterntestdata.json"]]
    except SetUpError as error:
        say(f"the Web Platform Tests are missing, so only the rows of tests/data are changed a little: {error}")
    rows = generation.rows(wpt)
    if not patterns:
        return lambda seed: generation.Generator(seed, rows), f"{len(rows.parses)}, {len(rows.sets)}"
    tests = pattern_generation.tests(files)
    return lambda seed: pattern_generation.PatternGenerator(seed, rows, tests), f"{len(rows.parses)}, {len(tests)}"


def print_finding(finding: dict[str, object]) -> None:
    """Print a new finding: what it is, and its row for ``tests/data``."""
    with printing():
        print(f"new: {finding['sentence']}\n  {finding['row']}", flush=True)


def summary(state: attack.State, versions: dict[str, str], seconds: float) -> str:
    """Return a text with the inputs of each engine, its differences of each known kind, and those that are new."""
    lines = [f"{state.done:,} round{'' if state.done == 1 else 's'} in {seconds:,.0f} seconds"]
    for engine in dict.fromkeys([*state.inputs, *(finding["engine"] for finding in state.findings)]):
        inputs = ", ".join(f"{count:,} {what}" for what, count in state.inputs.get(engine, {}).items())
        known = state.kinds.get(engine, Counter())
        new = [finding for finding in state.findings if finding["engine"] == engine]
        lines.append(f"{versions.get(engine, engine)}: {inputs or 'no complete round'}")
        lines.append(
            f"  {sum(known.values()):,} differences of known kinds, {sum(finding['count'] for finding in new):,} new"
        )
        lines += [f"  {count:8,}  {kind}" for kind, count in sorted(known.items(), key=lambda item: -item[1])]
        lines += [f"  {finding['count']:8,}  new: {_case(finding['case'])}: {finding['sentence']}" for finding in new]
        if attack.is_full(state, engine):
            lines.append("  the run stopped here, because there are many: look at these first, then run again")
    return "\n".join(lines)


def _case(case: Case) -> str:
    """A case in a few words."""
    if case["kind"] == "pattern":
        return patterns.shown(case)
    if case["kind"] == "set":
        return f"{case['href']!a}, {case['member']} = {case['value']!a}"
    base = "" if case["base"] is None else f" relative to {case['base']!a}"
    steps = f", {case['steps']!a}" if case["kind"] == "steps" else ""
    return f"{case['input']!a}{base}{steps}"
