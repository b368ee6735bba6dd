"""§4.4 URL parsing, the parser's preprocessing in reverse: from places in the parsed string to places in the input.

The parser works on a scalar value string without tabs and newlines, and usually without leading and trailing spaces.
Takes the original input and a span of that string, and returns the span of the input.
https://url.spec.whatwg.org/#concept-basic-url-parser
"""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right

from py_url.standard.infra.code_points import C0_CONTROL_OR_SPACE

# The second half of each surrogate pair, which a scalar value string no longer has.
_SECOND_HALF = "(?<=[\ud800-\udbff])[\udc00-\udfff]"
_TAKEN_OUT = re.compile(f"[\t\n\r]|{_SECOND_HALF}")
_JOINED = re.compile(_SECOND_HALF)


class Places:
    """Maps places in the string that a parser works on to places in *input*.

    *trimmed* says that the parser removed C0 controls and spaces from both ends; *tabs* says that it kept tabs and
    newlines.
    """

    __slots__ = ("_input", "_kept_before", "_last", "_offset", "_removed")

    def __init__(self, input: str, *, trimmed: bool, tabs: bool = False) -> None:
        self._input = input
        self._offset = len(input) - len(input.lstrip(C0_CONTROL_OR_SPACE)) if trimmed else 0
        self._last = len(input.rstrip(C0_CONTROL_OR_SPACE)) if trimmed else len(input)
        self._removed = [match.start() for match in (_JOINED if tabs else _TAKEN_OUT).finditer(input, self._offset)]
        # How many code points the parser kept before each one that it removed.
        self._kept_before = [place - self._offset - index for index, place in enumerate(self._removed)]

    def __call__(self, start: int, end: int) -> tuple[int, int]:
        """Return the places in the input of *start* and *end*."""
        first = self._offset + start + bisect_right(self._kept_before, start)
        before = bisect_left(self._kept_before, end)
        last = self._offset + end + before
        if self._removed[before : before + 1] == [last] and self._input[last] > "\r":
            last += 1  # include the second half of a surrogate pair
        return min(first, self._last), min(max(first, last), self._last)
