"""Where the rows of a JSON file begin."""

from __future__ import annotations

import re

# A string, a bracket, the end of a line, or another value. The text is valid JSON.
_TOKEN = re.compile(r'"(?:\\.|[^"\\])*"|[\[\]{}\n]|[^\s\[\]{}",:]+')


def lines_of_rows(text: str) -> list[int]:
    """Return the lines on which the rows of a JSON file begin: the items of its list, or of the lists of its object."""
    of_rows = 2 if text.lstrip().startswith("{") else 1
    lines, line, depth = [], 1, 0
    for token in _TOKEN.findall(text):
        if token == "\n":
            line += 1
        elif token in "]}":
            depth -= 1
        else:
            lines += [line] if depth == of_rows else []
            depth += token in "[{"
    return lines
