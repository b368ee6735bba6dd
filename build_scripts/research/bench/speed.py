"""Measure the speed of packages and print JSON.

    python -m research.bench.speed ROUNDS [FILE]

In every round, each package gets a turn of about 20 ms, so that other load on the machine affects all of them alike.
The result is the median of the rounds. Before each pass over the strings, everything with a ``cache_clear`` in the
package is cleared, unless caching itself is measured. The answers of the packages are compared before they are timed.
"""

from __future__ import annotations

import gc
import json
import re
import statistics
import sys
import time
from pathlib import Path

from research.bench import peers
from research.bench.peers import STANDARD, US
from tests.benchmarks import corpora

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence
    from typing import Any

    Run = Callable[[Any], object] | tuple[Callable[[Any], Any], Callable[[Any], object]]
    Row = dict[str, Any]

_TURN = 0.02


def measure(
    runs: Mapping[str, Run], items: Sequence[Any], rounds: int, *, clear: bool = True, per_item: float = 1.0
) -> dict[str, Any]:
    """Return the median and quartiles for each peer, in nanoseconds per item, or per one of *per_item* parts of it.

    *runs* has a function of the items for each peer, or a pair: a function that makes new items, and that function.
    """
    times: dict[str, list[float]] = {}
    clears = {peer: peers.clear_caches(peer) for peer in runs} if clear else {}
    for round_number in range(rounds + 1):
        for peer, run in runs.items():
            make, act = run if isinstance(run, tuple) else (None, run)
            spent, passes = 0.0, 0
            while spent < _TURN:
                given = items if make is None else make(items)
                if peer in clears:
                    clears[peer]()
                gc.collect(0)
                started = time.perf_counter()
                act(given)
                spent += time.perf_counter() - started
                passes += 1
            if round_number:  # the first round is a warm-up
                times.setdefault(peer, []).append(spent / passes / len(items) / per_item * 1e9)
    return {
        peer: {"median": statistics.median(values), "quartiles": statistics.quantiles(values, n=4)[::2]}
        for peer, values in times.items()
    }


def agreed(expressions: Mapping[str, str], items: Sequence[Any]) -> tuple[list[Any], dict[str, int], dict[str, int]]:
    """Return the items that every package accepts and on which the packages of the standard agree; and two counts.

    The first counts, by package, the items that py-url accepts but that are left out because of that package. The
    second counts, by package, the kept items for which its answer differs from py-url's.
    """
    answers = {peer: peers.answer(peer, expression) for peer, expression in expressions.items()}
    kept, left_out, others = [], dict.fromkeys(answers, 0), dict.fromkeys(answers, 0)
    for item in items:
        ours = answers[US](item)
        if ours is None:
            continue
        said = {peer: take(item) for peer, take in answers.items()}
        wrong = [peer for peer, value in said.items() if value is None or (peer in STANDARD and value != ours)]
        for peer in wrong:
            left_out[peer] += 1
        if not wrong:
            kept.append(item)
            for peer, value in said.items():
                others[peer] += value != ours
    return kept, _counted(left_out), _counted(others)


def _counted(counts: dict[str, int]) -> dict[str, int]:
    return {peer: count for peer, count in counts.items() if count}


def _row(
    expressions: Mapping[str, str],
    items: Sequence[Any],
    rounds: int,
    *,
    names: str = "s",
    clear: bool = True,
    per_item: float = 1.0,
) -> Row:
    kept, left_out, others = agreed(expressions, items)
    if not kept:
        raise SystemExit("the packages do not agree on any string, so there is nothing to measure")
    runs = {peer: peers.loop(peer, expression, names) for peer, expression in expressions.items()}
    times = measure(runs, kept, rounds, clear=clear, per_item=per_item)
    return {"items": len(kept), "left_out": left_out, "others": others, "times": times}


def _only(expressions: Mapping[str, str], *names: str) -> dict[str, str]:
    return {peer: expressions[peer] for peer in expressions if peer in (names or STANDARD)}


def of_file(file: Path, rounds: int) -> dict[str, Row]:
    """Return the rows for a file of URLs."""
    urls = corpora.lines(file)
    return {
        f"parse, {file.name}": _row(_only(peers.HREF), urls, rounds),
        f"parse and four getters, {file.name}": _row(_only(peers.GETTERS), urls, rounds),
    }


def of_corpora(rounds: int) -> dict[str, Row]:
    """Return all rows."""
    real, messy, idn, query, relative = (
        corpora.read(name) for name in ("real", "messy", "international", "queries", "relative")
    )
    # url-py is wrong about many unusual strings; leaving all of them out would leave too few.
    without_url_py = _only(peers.HREF, US, "can-ada", "ada-url", "upa-url", "pywhatwgurl")
    hosts = {match[0]: line for line in idn if (match := re.match(r"\w+://[^/?#]*", line))}
    queries = [line.partition("?")[2] for line in query]
    pairs = sum(map(len, map(peers.answer(US, peers.PAIRS[US]), queries))) / len(queries)
    references = [tuple(line.split("\t")) for line in relative]
    rows = {
        "parse, real": _row(peers.HREF, real, rounds),
        "parse and four getters, real": _row(peers.GETTERS, real, rounds),
        "parse, messy": _row(without_url_py, messy, rounds),
        "parse, IDN, each host once": _row(without_url_py, list(hosts.values()), rounds),
        "parse, IDN, hosts remembered": _row(without_url_py, idn, rounds, clear=False),
        "query to pairs, a pair": _row(peers.PAIRS, queries, rounds, per_item=pairs),
        "query to pairs and back, a pair": _row(peers.ROUND_TRIP, queries, rounds, per_item=pairs),
        "resolve": _row(peers.RESOLVE, references, rounds, names="s, b"),
        "can it be parsed, no": _row(peers.CAN_PARSE, _failing(messy), rounds),
        "an error, raised": _raised(_failing(messy), rounds),
        "append to 1,000 pairs, a pair": _appended(1_000, rounds),
        "append to 16,000 pairs, a pair": _appended(16_000, rounds, without="upa-url"),
    }
    kept, left_out, others = agreed(_only(peers.HREF, *peers.SETTING), real[:600])
    for member, value in peers.SETTERS.items():
        runs = {
            peer: (
                peers.function(peer, f"def function(items):\n    return [{peers.OBJECT[peer]} for s in items]"),
                peers.loop(peer, f"u.{member} = {value!r}; u.href", "u"),
            )
            for peer in peers.SETTING
        }
        _check_setter(member, value, kept)
        times = measure(runs, kept, rounds)
        rows[f"set {member}, read href"] = {"items": len(kept), "left_out": left_out, "others": others, "times": times}
    return rows


def _failing(urls: Sequence[str]) -> list[str]:
    """Return the strings that do not parse, each once."""
    can_parse = peers.answer(US, peers.CAN_PARSE[US])
    return [url for url in dict.fromkeys(urls) if not can_parse(url)]


def _raised(failing: Sequence[str], rounds: int) -> Row:
    """Return the row for strings that do not parse, with the exception that each package raises."""
    source = "def function(items):\n    for s in items:\n        try:\n            {}\n"
    source += "        except Exception:\n            pass"
    runs = {peer: peers.function(peer, source.format(peers.OBJECT[peer])) for peer in peers.CAN_PARSE}
    times = measure(runs, failing, rounds)
    return {"items": len(failing), "left_out": {}, "others": {}, "times": times}


def _appended(number: int, rounds: int, *, without: str = "") -> Row:
    """Return the row for as many appended pairs, and one string at the end."""
    runs = {}
    for peer, (new, query_object, read) in peers.QUERY_OBJECT.items():
        if peer != without:  # it takes a second for each pass
            source = f"def function(items):\n    return [{new} for _ in items]"
            append = f"def function(items):\n    for o in items:\n        p = {query_object}\n"
            append += f"        for _ in range({number}):\n            p.append('name', 'value')\n        {read}"
            runs[peer] = peers.function(peer, source), peers.function(peer, append)
    times = measure(runs, [""], rounds, per_item=number)
    return {"items": 1, "left_out": {}, "others": {}, "times": times}


def _check_setter(member: str, value: str, items: Sequence[str]) -> None:
    source = "def function(s):\n    u = {}\n    u.{} = {!r}\n    return u.href"
    ours = peers.function(US, source.format(peers.OBJECT[US], member, value))
    for peer in peers.SETTING:
        theirs = peers.function(peer, source.format(peers.OBJECT[peer], member, value))
        for item in items:
            if ours(item) != theirs(item):
                raise SystemExit(f"after setting {member} of {item}, {peer} has another href than {US}")


def main() -> None:
    """Measure and print."""
    rounds, *files = sys.argv[1:]
    gc.disable()
    rows = of_file(Path(files[0]), int(rounds)) if files else of_corpora(int(rounds))
    print(json.dumps({"python": sys.version.split()[0], "rows": rows}))


if __name__ == "__main__":
    main()
