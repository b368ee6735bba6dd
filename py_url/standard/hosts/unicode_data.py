"""§3.3 IDNA, Unicode's data: what UTS #46 and its rules ask about a character, and normalization.

The answers come from tables of one version of Unicode, so they do not depend on the Python that runs. The interpreter's
`unicodedata` is asked only what Unicode guarantees never to change: how the characters that the oldest supported Python
knows are normalized and folded. A character is a str of one code point.

This module is imported when a domain first needs it. https://www.unicode.org/reports/tr46/ and
https://www.unicode.org/policies/stability_policy.html
"""

from __future__ import annotations

import re
from bisect import bisect_right
from functools import cache
from itertools import accumulate
from unicodedata import normalize

from py_url.standard.hosts.unicode_table import DECOMPOSITIONS, KINDS, MAPPINGS, RUNS

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import TypeVar

    _T = TypeVar("_T")

# This many characters are remembered, more than most languages use.
_REMEMBERED = 1_024


class Properties:
    """The properties of a character.

    - ``status``: of UTS #46: ``"valid"``, ``"mapped"``, ``"ignored"`` or ``"disallowed"``. What only transitional
      processing maps is valid.
    - ``category``: the General_Category, such as ``"Lu"``; ``"Cn"`` if the code point is not assigned.
    - ``bidi``: the Bidi_Class, such as ``"AL"``; ``""`` if the code point is not assigned.
    - ``joining``: the Joining_Type if it is D, L, R or T, otherwise ``""``.
    - ``combining_class``: the Canonical_Combining_Class, an int.
    - ``is_recent``: whether the oldest supported Python does not know the character.
    """

    __slots__ = ("bidi", "category", "combining_class", "is_recent", "joining", "status")

    def __init__(self, kind: str) -> None:
        self.status, self.category, self.bidi, self.joining, number, age = kind.split(",")
        self.combining_class = int(number)
        self.is_recent = age == "recent"


_LINES = [*RUNS]
_of_kind = cache(lambda name: Properties(KINDS[name]))


@cache
def _runs_from(line: int) -> tuple[list[int], list[Properties]]:
    """The first code points of the runs with the same properties, and these."""
    runs = re.findall("([^0-9A-Za-z]?[A-Zg-z])([0-9a-f]*)", RUNS[line])
    starts = accumulate([line, *(int(length or "1", 16) for _, length in runs)])
    return [*starts], [_of_kind(name) for name, _ in runs]


class _Remembered(dict[str, "_T"]):
    """Maps a character to what a function returns for it, and remembers that. A dict answers in half the time of an
    lru_cache.
    """

    cache_clear = dict.clear  # the name that functools uses

    def __init__(self, find: Callable[[str], _T]) -> None:
        self._find = find

    def __missing__(self, char: str) -> _T:
        if len(self) >= _REMEMBERED:
            self.clear()
        answer = self[char] = self._find(char)
        return answer


def _properties_of(char: str) -> Properties:
    starts, properties = _runs_from(_LINES[bisect_right(_LINES, ord(char)) - 1])
    return properties[bisect_right(starts, ord(char)) - 1]


remembered_properties = _Remembered(_properties_of)
properties = remembered_properties.__getitem__
"""Return the properties of a character."""


def category(char: str) -> str:
    """Return the General_Category of *char*."""
    return properties(char).category


def bidirectional(char: str) -> str:
    """Return the Bidi_Class of *char*."""
    return properties(char).bidi


def _mapping_of(char: str) -> str | None:
    status = properties(char).status
    if status == "valid":
        return char
    if status == "mapped":
        mapping = MAPPINGS.get(char)
        return normalize("NFKC", normalize("NFKC", char).casefold()) if mapping is None else mapping
    return "" if status == "ignored" else None


remembered_mappings = _Remembered(_mapping_of)
mapped = remembered_mappings.__getitem__
"""UTS #46 §4 step 1: return what a character is mapped to, or None if it is disallowed. A valid one stays as it is."""


_COMPOSED = {pair: char for char, pair in DECOMPOSITIONS.items()}


def nfc(string: str) -> str:
    """Return the Normalization Form C of *string*. https://www.unicode.org/reports/tr15/."""
    normalized = normalize("NFC", string)
    if True not in [properties(char).is_recent for char in normalized]:
        return normalized
    # An older interpreter reorders and composes less than it should, but nothing that it should not.
    return _compose(_decompose(normalized))


def _decompose(string: str) -> list[tuple[int, str]]:
    """Return the characters of the Normalization Form D, each after its Canonical_Combining_Class."""
    output: list[tuple[int, str]] = []
    marks: list[tuple[int, str]] = []  # those after the last starter
    rest = list(reversed(string))
    while rest:
        char = rest.pop()
        parts = DECOMPOSITIONS.get(char) or normalize("NFD", char)
        if parts != char:
            rest.extend(reversed(parts))
            continue
        combining_class = properties(char).combining_class
        if combining_class == 0:
            output += sorted(marks, key=lambda mark: mark[0])
            marks = []
            output.append((0, char))
        else:
            marks.append((combining_class, char))
    return output + sorted(marks, key=lambda mark: mark[0])


def _compose(decomposed: list[tuple[int, str]]) -> str:
    """The Canonical Composition Algorithm (The Unicode Standard, D117)."""
    output: list[str] = []
    # The place of the last starter, and the class of the last character after it; -1 if there is none.
    starter = before = -1
    for combining_class, char in decomposed:
        if starter >= 0 and before < combining_class:
            composed = _primary_composite(output[starter] + char)
            if composed is not None:
                output[starter] = composed
                continue
        starter, before = (len(output), -1) if combining_class == 0 else (starter, combining_class)
        output.append(char)
    return "".join(output)


def _primary_composite(pair: str) -> str | None:
    composed = _COMPOSED.get(pair) or normalize("NFC", pair)
    return composed if len(composed) == 1 else None
