"""Many strings: those that are canonical, without a call of Python for each."""

from __future__ import annotations

from py_url.fast.canonical import match_canonical


def hrefs_of_canonical(strings: list[str]) -> list[str | None]:
    """The serialization of each string that is canonical, and None for every other. If an item is not a plain str, all
    are None.
    """
    if {*map(type, strings)} != {str}:
        return [None] * len(strings)
    # A pattern for runs of canonical URLs, in a text that joins the strings, was tried: it takes longer.
    return [
        None if (match := match_canonical(string)) is None else string if match.lastindex is None else f"{string}/"
        for string in strings
    ]
