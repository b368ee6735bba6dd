"""Show what bench.py measured as Markdown tables and as a chart."""

from __future__ import annotations

import statistics
from html import escape

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable
    from typing import Any

_US = "py-url"
# What columns are compared with.
_LOOP = "upa-url, a loop"
# The languages of packages that are not, or not only, written in Python.
_WRITTEN_IN = {"can-ada": "C++", "ada-url": "C++", "upa-url": "C++", "url-py": "Rust", "yarl": "with C"}
# The rows that the chart draws, if they exist.
_DRAWN = ("parse, real", "parse, messy", "query to pairs, a pair", "resolve")
# The table of web/docs/evidence/speed.md: the name of a row there, and the row here. "set " is the median of all rows
# that start so.
_SHORT_ROWS = {
    "parse to href": "parse, real",
    "and read protocol, host, pathname, search": "parse and four getters, real",
    "parse messy URLs": "parse, messy",
    "parse URLs beyond ASCII, each host once": "parse, IDN, each host once",
    "the same, hosts met before": "parse, IDN, hosts remembered",
    "query to pairs, each pair": "query to pairs, a pair",
    "query to pairs and back to a string, each pair": "query to pairs and back, a pair",
    "resolve a reference": "resolve",
    "set a member, read the href (median of the ten)": "set ",
    "can it be parsed? No": "can it be parsed, no",
    "the same, with an exception": "an error, raised",
    "append 1,000 pairs to a query, each pair": "append to 1,000 pairs, a pair",
    "append 16,000 pairs, each pair": "append to 16,000 pairs, a pair",
}
_README_COLUMNS = ("py-url", "can-ada", "url-py", "ada-url", "upa-url", "pywhatwgurl", "urllib.parse")
# A bar more than this many times as long as py-url's is cut off.
_MOST = 10


def nanoseconds(value: float) -> str:
    """Format a time: ``618 ns``, ``26.1 µs``, ``1.2 ms``."""
    for unit, size in (("ms", 1e6), ("µs", 1e3)):
        if round(value) >= size:
            return f"{value / size:.1f} {unit}"
    return f"{value:.0f} ns"


def times_as_long(ratio: float) -> str:
    """Format a ratio: ``0.004 ×``, ``0.51 ×``, ``3.2 ×``, ``43 ×``."""
    return f"{ratio:.{3 if ratio < 0.01 else 2 if ratio < 1 else 1 if ratio < 10 else 0}f} ×"


def table(head: list[str], rows: list[list[str]]) -> str:
    """Return a Markdown table. The first column is text; the others are aligned to the right."""
    lines = ["| " + " | ".join(head) + " |", "|---|" + "---:|" * (len(head) - 1)]
    return "\n".join(lines + ["| " + " | ".join(row) + " |" for row in rows])


def columns(answer: dict[str, Any]) -> str:
    """Return the tables of ``--columns``, on one core: times, also relative to a loop over upa-url; rows a second; and
    memory.
    """
    rows = answer["rows"]
    texts = []
    for what, title in (("href", "The serialization"), ("seven", "Seven components")):
        peers = list(next(iter(rows.values()))[what])
        head = [f"{title}, time for a row", *(f"{name}, {row['count']:,} rows" for name, row in rows.items())]
        texts.append(table(head, [[peer, *(_beside_loop(row[what], peer) for row in rows.values())] for peer in peers]))
    engines = [
        [name, nanoseconds(time), f"{1e9 / time:,.0f}", f"{time / 3600:.2f} hours"]
        for name, time in answer["engines"].items()
    ]
    head = ["The host of real URLs", "time for a row", "rows a second", "a billion rows on one core"]
    texts.append(table(head, engines))
    memories = [
        [
            f"{one['rows']:,} rows, {name}",
            *(f"{one[what] / 1e6:,.0f} MB" for what in ("column", "result", "peak")),
            times_as_long(one["peak"] / one["column"]),
        ]
        for name, row in rows.items()
        for one in [row["memory"]]
    ]
    texts.append(table(["Memory of `columns.parse`", "the column", "the result", "peak", "peak by column"], memories))
    return "\n\n".join(texts)


def _beside_loop(times: dict[str, float], peer: str) -> str:
    return f"{nanoseconds(times[peer])}, {times_as_long(times[peer] / times[_LOOP])}"


def summary(answer: dict[str, Any]) -> str:
    """Return the table of web/docs/evidence/speed.md: fewer packages, and one row for all setters."""
    rows = []
    for title, start in _SHORT_ROWS.items():
        found = [row["times"] for what, row in answer["rows"].items() if what == start or start == what[: len("set ")]]
        medians = {
            peer: statistics.median(times[peer]["median"] for times in found)
            for peer in _README_COLUMNS
            if peer in found[0]
        }
        rows.append([title, *_beside_ours(medians, _README_COLUMNS)])
    names = [f"{peer}, {_WRITTEN_IN[peer]}" if peer in _WRITTEN_IN else peer for peer in _README_COLUMNS]
    return table(["", *names], rows)


def _beside_ours(medians: dict[str, float], names: Iterable[str]) -> list[str]:
    """A cell for each of *names*: its time and the ratio to py-url's time; empty if it was not measured."""
    cells = []
    for peer in names:
        if peer not in medians:
            cells.append("")
            continue
        ratio = "" if peer == _US else f", {times_as_long(medians[peer] / medians[_US])}"
        cells.append(nanoseconds(medians[peer]) + ratio)
    return cells


def speed(answer: dict[str, Any]) -> str:
    """Return a table of the median times by operation and package, with the ratio to py-url's time."""
    names = list(dict.fromkeys(peer for row in answer["rows"].values() for peer in row["times"]))
    rows, notes = [], []
    for what, row in answer["rows"].items():
        medians = {peer: time["median"] for peer, time in row["times"].items()}
        rows.append([what, *_beside_ours(medians, names)])
        if row["left_out"]:
            counts = ", ".join(f"{peer} {count}" for peer, count in row["left_out"].items())
            notes.append(f"{what}: {row['items']} strings; left out because of {counts}")
        if row["others"]:
            counts = ", ".join(f"{peer} {count}" for peer, count in row["others"].items())
            notes.append(f"{what}: of {row['items']} strings, different answers from {counts}")
    spread = max(
        (high - low) / time["median"]
        for row in answer["rows"].values()
        for time in row["times"].values()
        for low, high in [time["quartiles"]]
    )
    notes.append(f"Python {answer['python']}; the interquartile range of a time is at most {spread:.0%} of its median")
    return "\n".join([table(["", *names], rows), "", *(f"- {note}" for note in notes)])


def memory(answer: dict[str, Any]) -> str:
    """Return a table of the bytes for an object and its string, by package."""
    rows = [[peer, f"{row['all']:.0f}", f"{row['strings']:.0f}"] for peer, row in answer.items()]
    return table(["", "bytes for an object with its string", "of which the string"], rows)


def hosts(answer: dict[str, Any]) -> str:
    """Return a table by package: how often it sees another host, rejects a URL, or accepts an invalid input."""
    valid, invalid = answer["valid"], answer["invalid"]
    head = ["", "sees another host, or none", f"refuses, of {valid} URLs", f"gives a host, of {invalid} invalid inputs"]
    rows = []
    for parser, row in answer["parsers"].items():
        name = f"{parser} {row['version']}".rstrip()
        rows.append([name, *(str(row[what]) for what in ("other", "refused", "accepted"))])
    note = f"{valid + invalid} inputs of {answer['source']}; Python {answer['python']}"
    return f"{table(head, rows)}\n\n- {note}"


def guards(answer: dict[str, Any]) -> str:
    """Return two tables by check: hostile URLs that it lets through, harmless ones that it refuses, and its time."""
    parts = []
    for what, hostile, harmless in (("fetch", "hostile", "harmless"), ("redirect", "targets", "pages")):
        head = [f"may I {what}?" if what == "fetch" else "may I redirect there?"]
        head += [f"lets through, of {answer[hostile]:,}", f"refuses, of {answer[harmless]} harmless", "time"]
        rows = []
        for name, row in answer[what].items():
            if "missing" in row:
                rows.append([name, f"could not be loaded: {row['missing']}", "", ""])
                continue
            share = f"{row['passed']} ({row['passed'] / answer[hostile]:.1%})"
            named = f"{name} {row['version']}".rstrip()
            rows.append([named, share, str(row["refused"]), f"{row['seconds'] * 1_000_000:,.0f} µs"])
        parts.append(table(head, rows))
    return "\n\n".join([*parts, f"- Python {answer['python']}"])


def patterns(answer: dict[str, Any]) -> str:
    """Return a table of URL patterns by what is done with them: the median times, also relative to py-url's."""
    rows = {name: {peer: row[peer]["median"] for peer in row} for name, row in answer["rows"].items()}
    peers = list(dict.fromkeys(peer for row in rows.values() for peer in row))
    texts = table(["", *peers], [[name, *_beside_ours(row, peers)] for name, row in rows.items()])
    versions = "".join(f", {peer} {version}" for peer, version in answer["versions"].items())
    return f"{texts}\n\n- Python {answer['python']}{versions}"


_STYLE = """
text { font: 13px system-ui, sans-serif; fill: #1f2328 }
.what { font-weight: 600; font-size: 14px }
.in { fill: #59636e }
rect { fill: #afb8c1 } .us { fill: #0969da } .edge { fill: #fff }
text.ours { font-weight: 600 }
@media (prefers-color-scheme: dark) {
  text { fill: #e6edf3 } .in { fill: #9198a1 } rect { fill: #59636e } .us { fill: #4493f8 } .edge { fill: #0d1117 }
}
"""
_WIDTH, _LEFT, _RIGHT, _LINE = 760, 150, 110, 22


def chart(answer: dict[str, Any]) -> str:
    """Return a bar chart as SVG, for light and dark pages. Shorter bars are better."""
    drawn = {what: row for what, row in answer["rows"].items() if what in _DRAWN} or answer["rows"]
    parts, y = [], 8
    for what, row in drawn.items():
        times = sorted(((time["median"], peer) for peer, time in row["times"].items()))
        ours = row["times"][_US]["median"]
        most = min(times[-1][0], ours * _MOST)
        parts.append(f'<text class="what" x="0" y="{y + 16}">{escape(what)}</text>')
        y += 26
        for median, peer in times:
            parts += _bar(y, median, peer, most)
            y += _LINE
        y += 14
    label = "Times of py-url and other URL packages for Python; the table has the numbers"
    head = (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{_WIDTH}" height="{y}" viewBox="0 0 {_WIDTH} {y}" role="img"'
    )
    return "\n".join([f'{head} aria-label="{label}">', f"<style>{_STYLE}</style>", *parts, "</svg>"]) + "\n"


def _bar(y: int, median: float, peer: str, most: float) -> list[str]:
    room = _WIDTH - _LEFT - _RIGHT
    length = round(min(median / most, 1) * room, 1)
    is_ours = peer == _US
    language = f' <tspan class="in">{_WRITTEN_IN[peer]}</tspan>' if peer in _WRITTEN_IN else ""
    name_class, bar_class = (' class="ours"', ' class="us"') if is_ours else ("", "")
    parts = [
        f'<text{name_class} x="{_LEFT - 10}" y="{y + 14}" text-anchor="end">{escape(peer)}{language}</text>',
        f'<rect{bar_class} x="{_LEFT}" y="{y + 3}" width="{length}" height="{_LINE - 7}" rx="2"/>',
    ]
    if median > most:
        # A slanted gap shows that the bar was cut off.
        cut = _LEFT + length - 26
        parts.append(f'<path class="edge" d="M{cut} {y + 1}h5l-5 {_LINE - 3}h-5z"/>')
    parts.append(f'<text{name_class} x="{_LEFT + length + 8}" y="{y + 14}">{nanoseconds(median)}</text>')
    return parts


def canonical(answer: dict[str, Any]) -> str:
    """Return the table of web/docs/howto/keys-and-joins.md, and what the packages confuse."""
    rows, notes = [], []
    for name, form in answer["forms"].items():
        unstable = "a key" if form["unstable"] is None else str(form["unstable"])
        version = f" {form['version']}" if form["version"] else ""
        counts = [str(form["merged"]), str(form["folded"]), unstable, str(form["refused"])]
        rows.append([name + version, *counts, nanoseconds(form["nanoseconds"])])
        for merged in form["examples"]:
            strings = " and ".join(f"{string!r} ({host})" for host, string in merged)
            notes.append(f"- {name}: {strings}")
    head = ["form", "hosts merged", "www. folded", "not idempotent", "refused", "time for a URL"]
    where = f"{answer['urls']:,} URLs that parse: {answer['source']}, and real ones; Python {answer['python']}"
    return "\n".join([table(head, rows), "", where, "", *notes])
