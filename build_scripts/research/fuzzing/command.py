"""Attack py_url with generated inputs, and compare it with other engines.

    python3 build_scripts/fuzz.py [--minutes N] [--seed S] [--against whatwg-url,ada-url,upa-url,chromium,firefox,...]
    python3 build_scripts/fuzz.py --exhaustive [--length L] [--shard I/N]

Every case is first checked without another engine: the fast path gives what the state machine gives, a URL's href
parses to itself, the setters of a URL object do what the setters on records do, and can_parse, parse and validate
agree. Then the engines answer it. A difference of no known kind is made as small as possible, and printed as a row for
tests/data.

With --exhaustive, the fast path is compared with the state machine on all strings of up to L code points, one or more
of each class that it tells apart.

A run with a seed can be interrupted: the same command continues it. The exit status is 0 if nothing is new, 1 if
something is, and 2 if the run could not start or was interrupted.
"""

from __future__ import annotations

import argparse
import re
import secrets
import shlex
import time
from collections import Counter

import fetch_wpt
from setup import venv
from setup.ending import ends, printing
from setup.project import SetUpError, say

from research.fuzzing import attack, engines, exhaustive, generation, state as states

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from crosscheck.summary import Case

    from research.fuzzing.state import State

_LONGEST = 6
_MOST_MINUTES = 60 * 24 * 365


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


def _minutes(text: str) -> float:
    try:
        minutes = float(text)
    except ValueError:
        raise argparse.ArgumentTypeError(f"{text!r} is not a number") from None
    if not 0 < minutes <= _MOST_MINUTES:
        raise argparse.ArgumentTypeError(f"{text!r} is not a number of minutes above 0")
    return minutes


def _seed(text: str) -> str:
    try:
        text.encode()
    except UnicodeEncodeError:
        raise argparse.ArgumentTypeError(f"{text!a} is not UTF-8") from None
    return text


def _shard(text: str) -> tuple[int, int]:
    match = re.fullmatch("([0-9]{1,9})/([0-9]{1,9})", text)
    if match is None or not 1 <= int(match[1]) <= int(match[2]):
        raise argparse.ArgumentTypeError(f"{text!r} is not a shard; write I/N, for example 1/100 for the first of 100")
    return int(match[1]), int(match[2])


def _length(text: str) -> int:
    if not re.fullmatch("[0-9]", text) or not 0 <= int(text) <= _LONGEST:
        raise argparse.ArgumentTypeError(f"{text!r} is not a length from 0 to {_LONGEST}")
    return int(text)


def _arguments(argv: Sequence[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        prog="fuzz.py", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument(
        "--minutes",
        metavar="N",
        type=_minutes,
        default=None,
        help="how long to run (default: 2; with --exhaustive, to the end)",
    )
    parser.add_argument(
        "--seed", metavar="S", type=_seed, help="repeat or continue the run with this seed (default: a new one)"
    )
    parser.add_argument(
        "--against",
        metavar="ENGINES",
        type=_names,
        default=None,
        help=f"engines to compare with, separated by commas: {', '.join(engines.NAMES)}, or none "
        f"(default: {','.join(engines.IN_PROCESS)}, which need no other process)",
    )
    parser.add_argument("--exhaustive", action="store_true", help="try all short strings instead of generated ones")
    parser.add_argument(
        "--length", metavar="L", type=_length, default=None, help="with --exhaustive, the longest string (default: 4)"
    )
    parser.add_argument(
        "--shard",
        metavar="I/N",
        type=_shard,
        default=None,
        help="with --exhaustive, only part I of N (default: 1/1)",
    )
    parser.add_argument("--restart", action="store_true", help="begin again instead of continuing an interrupted run")
    parser.add_argument("--no-install", action="store_true", help="install nothing; fail if something is missing")
    arguments = parser.parse_args(argv)
    if arguments.exhaustive and (arguments.seed is not None or arguments.against is not None):
        parser.error(
            "--exhaustive cannot be combined with --seed or --against: it tries all strings, and asks no engine"
        )
    if not arguments.exhaustive and (arguments.length is not None or arguments.shard is not None):
        parser.error("--length and --shard work only with --exhaustive")
    return arguments


@ends("fuzz.py")
def main(argv: Sequence[str] | None = None) -> int:
    """Run the attack. Returns the exit status."""
    arguments = _arguments(argv)
    venv.enter(install=not arguments.no_install)
    return _exhaustive(arguments) if arguments.exhaustive else _generated(arguments)


def _generated(arguments: argparse.Namespace) -> int:
    install = not arguments.no_install
    names = [*engines.IN_PROCESS] if arguments.against is None else arguments.against
    seed = secrets.token_hex(4) if arguments.seed is None else arguments.seed
    # The rows that are changed a little are part of what a run repeats.
    try:
        wpt = fetch_wpt.find(fetch=install)
        test_rows = generation.rows(wpt)
    except SetUpError as error:
        say(f"the Web Platform Tests are missing, so only the rows of tests/data are changed a little: {error}")
        test_rows = generation.rows(None)
    what = f"seed {seed} against {','.join(names) or 'none'}, {len(test_rows.parses)}, {len(test_rows.sets)}"
    state = _state(what, restart=arguments.restart)
    say(f"seed {seed}; stop with Ctrl-C; to continue, run the same command with --seed {shlex.quote(seed)}")
    with engines.all_opened(names, install=install) as opened:
        until = time.monotonic() + 60 * (arguments.minutes or 2)
        try:
            attack.attack(state, opened, test_rows, until=until, found=print_finding, saved=states.save)
        finally:
            with printing():
                print(summary(state, {engine.name: engine.version for engine in opened}))
    return 1 if state.findings else 0


def _exhaustive(arguments: argparse.Namespace) -> int:
    length = 4 if arguments.length is None else arguments.length
    shard, shards = part = arguments.shard or (1, 1)
    state = _state(f"exhaustive {length} {shard}/{shards} {exhaustive.CLASSES!a}", restart=arguments.restart)
    until = time.monotonic() + 60 * (arguments.minutes or _MOST_MINUTES)
    is_complete = False
    try:
        is_complete = attack.run_exhaustive(state, length, part, until=until, found=print_finding, saved=states.save)
    finally:
        done = "complete" if is_complete else "not complete"
        if not is_complete and not attack.is_full(state, attack.ITSELF):
            done += "; the same command continues"
        with printing():
            print(f"{summary(state, {})}\nall strings of up to {length} code points, shard {shard} of {shards}: {done}")
    return 1 if state.findings else 0


def _state(what: str, *, restart: bool) -> State:
    state = states.State(what) if restart else states.load(what)
    if state.done:
        say(f"continuing after {_done(state)}")
        for finding in state.findings:
            print_finding(finding)
    return state


def _done(state: State) -> str:
    unit = "block" if state.what.startswith("exhaustive ") else "round"
    return f"{state.done:,} {unit}{'' if state.done == 1 else 's'}"


def print_finding(finding: dict[str, object]) -> None:
    """Print a new finding: what it is, and its row for ``tests/data``."""
    with printing():
        print(f"new: {finding['sentence']}\n  {finding['row']}", flush=True)


def summary(state: State, versions: dict[str, str]) -> str:
    """Return a text with the inputs of each engine, its differences of each known kind, and those that are new."""
    lines = [f"{_done(state)} in {state.seconds:,.0f} seconds"]
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
            lines.append(
                "  the run stopped here, because there are many: look at these first, then run again with --restart"
            )
    return "\n".join(lines)


def _case(case: Case) -> str:
    """A case in a few words."""
    if case["kind"] == "set":
        return f"{case['href']!a}, {case['member']} = {case['value']!a}"
    base = "" if case["base"] is None else f" relative to {case['base']!a}"
    steps = f", {case['steps']!a}" if case["kind"] == "steps" else ""
    return f"{case['input']!a}{base}{steps}"
