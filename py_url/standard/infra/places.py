"""§4.4 steps 1 and 3, read backwards: where in the string that was given lies what the parser found.

In: the input as given, and a span of what the parser made of it: a scalar value string, without its tabs and newlines,
perhaps without the spaces at its ends. Out: the span of the input.
"""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right

from py_url.standard.infra.code_points import C0_CONTROL_OR_SPACE

# What a scalar value string has no longer of a string: the second half of each surrogate pair.
_SECOND_HALF = "(?<=[\ud800-\udbff])[\udc00-\udfff]"
_TAKEN_OUT = re.compile(f"[\t\n\r]|{_SECOND_HALF}")
_JOINED = re.compile(_SECOND_HALF)


class Places:
    """The places of *input* that correspond to those of what a parser made of it.

    The parser took off the C0 controls and spaces at both its ends where *trimmed*, and took out its tabs and newlines,
    unless *tabs* says that it left them in.
    """

    __slots__ = ("_input", "_kept_before", "_last", "_offset", "_removed")

    def __init__(self, input: str, *, trimmed: bool, tabs: bool = False) -> None:
        self._input = input
        self._offset = len(input) - len(input.lstrip(C0_CONTROL_OR_SPACE)) if trimmed else 0
        self._last = len(input.rstrip(C0_CONTROL_OR_SPACE)) if trimmed else len(input)
        self._removed = [match.start() for match in (_JOINED if tabs else _TAKEN_OUT).finditer(input, self._offset)]
        # How many code points the parser kept before each of those that it took out.
        self._kept_before = [place - self._offset - index for index, place in enumerate(self._removed)]

    def __call__(self, start: int, end: int) -> tuple[int, int]:
        """Where *start* and *end* lie in the input."""
        first = self._offset + start + bisect_right(self._kept_before, start)
        before = bisect_left(self._kept_before, end)
        last = self._offset + end + before
        if self._removed[before : before + 1] == [last] and self._input[last] > "\r":
            last += 1  # a second half belongs to the code point before it
        return min(first, self._last), min(max(first, last), self._last)
