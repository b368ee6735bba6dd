"""§4.4 URL parsing, the parser's preprocessing in reverse: from places in the parsed string to places in the input.

The parser works on a scalar value string without tabs and newlines, and usually without leading and trailing spaces.
Takes the original input and a span of that string, and returns the span of the input.
https://url.spec.whatwg.org/#concept-basic-url-parser
"""

from __future__ import annotations

import re
from array import array
from bisect import bisect_left, bisect_right

from py_url.standard.infra.code_points import C0_CONTROL_OR_SPACE

# The second half of each surrogate pair, which a scalar value string no longer has.
_SECOND_HALF = "(?<=[\ud800-\udbff])[\udc00-\udfff]"
_TAKEN_OUT = re.compile(f"[\t\n\r]+|{_SECOND_HALF}")
_JOINED = re.compile(_SECOND_HALF)


class Positions:
    """Maps places in the string that a parser works on to places in *input*.

    *trimmed* says that the parser removed C0 controls and spaces from both ends; *tabs* says that it kept tabs and
    newlines.
    """

    __slots__ = ("_input", "_kept_before", "_last", "_offset", "_removed")

    def __init__(self, input: str, *, trimmed: bool, tabs: bool = False) -> None:
        self._input = input
        self._offset = len(input) - len(input.lstrip(C0_CONTROL_OR_SPACE)) if trimmed else 0
        self._last = len(input.rstrip(C0_CONTROL_OR_SPACE)) if trimmed else len(input)
        # For each run of code points that the parser removed, how many it kept before the run. And for each number of
        # runs, how many code points these have. (A list would take up to 40 times the memory of the string.)
        self._kept_before, self._removed = array("L"), array("L", [0])
        for match in (_JOINED if tabs else _TAKEN_OUT).finditer(input, self._offset):
            self._kept_before.append(match.start() - self._offset - self._removed[-1])
            self._removed.append(self._removed[-1] + match.end() - match.start())

    def __call__(self, start: int, end: int) -> tuple[int, int]:
        """Return the places in the input of *start* and *end*."""
        first = self._offset + start + self._removed[bisect_right(self._kept_before, start)]
        runs = bisect_left(self._kept_before, end)
        last = self._offset + end + self._removed[runs]
        if runs < len(self._kept_before) and self._kept_before[runs] == end and self._input[last] > "\r":
            last += 1  # include the second half of a surrogate pair
        return min(first, self._last), min(max(first, last), self._last)
