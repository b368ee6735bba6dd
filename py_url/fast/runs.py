"""Canonical URLs among many strings, found in runs instead of one by one."""

from __future__ import annotations

from py_url.fast.canonical import match_canonical


def hrefs_of_canonical(strings: list[str]) -> list[str | None]:
    """The serialization of each string that is canonical, and None for every other, also for what is no str."""
    hrefs: list[str | None] = []
    for string in strings:
        match = match_canonical(string) if type(string) is str else None
        hrefs.append(None if match is None else string if match.lastindex is None else f"{string}/")
    return hrefs
