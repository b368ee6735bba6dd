"""Where the rows of a JSON file begin."""

from __future__ import annotations

import json

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator


def lines_of_rows(text: str) -> list[int]:
    """Return the lines on which the rows of a JSON file begin: the items of its list, or of the lists of its object."""
    starts = list(_starts(text))
    lines, line, before = [], 1, 0
    for start in starts:
        line += text.count("\n", before, start)
        before = start
        lines.append(line)
    return lines


def _starts(text: str) -> Iterator[int]:
    """Where the rows begin. The text is valid JSON."""
    decoder = json.JSONDecoder()

    def after(place: int, separators: str = "") -> int:
        """The next place that has neither white space nor one of these."""
        while text[place] in " \t\r\n" or text[place] in separators:
            place += 1
        return place

    place = after(0)
    is_object = text[place] == "{"
    if is_object:
        place = after(place + 1)
    while text[place] != "}":
        if is_object:
            _, place = decoder.raw_decode(text, place)
            place = after(place, ":")
        if text[place] == "[":
            place = after(place + 1)
            while text[place] != "]":
                yield place
                _, place = decoder.raw_decode(text, place)
                place = after(place, ",")
            place += 1
        else:
            _, place = decoder.raw_decode(text, place)
        if not is_object:
            return
        place = after(place, ",")
