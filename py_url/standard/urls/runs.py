"""§4.4 URL parsing: the runs of code points that the states consume at once.

Each pattern matches, perhaps nothing, from the pointer to the next code point that matters.
"""

from __future__ import annotations

import re
import sys

ASCII_ALPHA = re.compile("[A-Za-z]")
SCHEME = re.compile("[A-Za-z0-9+.-]*")
SLASHES = re.compile(r"[/\\]*")
SPECIAL_AUTHORITY = re.compile(r"[^/\\?#]*")
AUTHORITY = re.compile(r"[^/?#]*")
PATH = re.compile("[^?#]*")
# Up to a ":" that is not inside brackets. "[" opens them and "]" closes them; they do not nest.
HOST_BEFORE_PORT = re.compile(r"(?:[^\[:]+|\[[^\]]*\]?)*+")
# Whether a percent-encoded path holds a single-dot or double-dot segment.
DOT_SEGMENT = re.compile(r"(?:\A|/)(?:\.|%2[Ee]){1,2}(?:/|\Z)")


def end_of(run: re.Pattern[str], input: str, start: int, end: int = sys.maxsize) -> int:
    """The end of the run of code points that begins at *start*."""
    match = run.match(input, start, end)
    return start if match is None else match.end()
