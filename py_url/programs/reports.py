"""What ``py-url column`` says: how far it is, and at the end how many rows failed, and why."""

from __future__ import annotations

import json
import sys
from collections import Counter
from typing import NamedTuple

from py_url.standard.infra.showing import visible, without_secrets

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

    # What failed: the number of the row among those of its batch, from 0; the reason; and the string.
    Failed = tuple[int, str, str]

# How many reasons the report lists, and how many characters of an example.
_MOST_REASONS = 10
_MOST_CHARACTERS = 80
# The width of the progress bar.
_BAR = 24


class Report(NamedTuple):
    """How many rows there are, how many failed, and for each reason how many, the number of a row, and its string."""

    rows: int
    failed: int
    reasons: dict[str, tuple[int, int, str]]


def report_of(rows: int, failed: Iterable[Failed], first: int) -> Report:
    """Return the report of a batch that *first* rows are before."""
    counts: Counter[str] = Counter()
    examples: dict[str, tuple[int, str]] = {}
    for row, reason, string in failed:
        counts[reason] += 1
        if reason not in examples:
            shown = visible(without_secrets(string))
            cut = shown if len(shown) <= _MOST_CHARACTERS else f"{shown[:_MOST_CHARACTERS]}…"
            examples[reason] = (first + row + 1, cut)
    return Report(rows, counts.total(), {reason: (count, *examples[reason]) for reason, count in counts.items()})


def report_in(done: str) -> Report:
    """Return a report that was kept as JSON."""
    rows, failed, reasons = json.loads(done)
    return Report(rows, failed, {reason: (count, row, shown) for reason, (count, row, shown) in reasons.items()})


def sum_of(total: Report, report: Report) -> Report:
    """Return the reports of batches as one."""
    reasons = dict(total.reasons)
    for reason, (times, row, shown) in report.reasons.items():
        before = reasons.get(reason, (0, row, shown))
        reasons[reason] = (before[0] + times, *before[1:])
    return Report(total.rows + report.rows, total.failed + report.failed, reasons)


def text_of(report: Report) -> str:
    """Return a report as text for people."""
    share = f" ({report.failed / report.rows:.2%})" if report.failed else ""
    lines = [f"{report.rows:,} row{'' if report.rows == 1 else 's'}, of which {report.failed:,} failed{share}"]
    most = sorted(report.reasons.items(), key=lambda item: -item[1][0])
    for reason, (count, row, shown) in most[:_MOST_REASONS]:
        lines.append(f"  {count:,} × {reason}, first in row {row:,}: {shown}")
    if len(most) > _MOST_REASONS:
        lines.append(f"  and {len(most) - _MOST_REASONS} more reasons")
    return "\n".join(lines)


def say(text: str) -> None:
    """Print a message, unless standard error is closed."""
    if sys.stderr is not None:
        print(f"py-url: {text}", file=sys.stderr)  # noqa: T201 - a command prints


def show_progress(total: Report, share: float, seconds: float) -> None:
    """Show on a terminal which part of the file is read, and what is reported so far."""
    if sys.stderr is not None and sys.stderr.isatty():
        full = int(share * _BAR)
        speed = total.rows / max(seconds, 1e-3)
        text = f"\r[{'#' * full}{' ' * (_BAR - full)}] {share:4.0%} {total.rows:,} rows, {total.failed:,} failed, "
        print(f"{text}{speed:,.0f} rows/s\x1b[K", end="", file=sys.stderr, flush=True)  # noqa: T201 - a command prints


def end_progress() -> None:
    """Leave the line with the progress."""
    if sys.stderr is not None and sys.stderr.isatty():
        print(file=sys.stderr)  # noqa: T201 - a command prints
