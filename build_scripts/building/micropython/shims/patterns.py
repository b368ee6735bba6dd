"""`re`, as py_url uses it, on JavaScript's regular expressions: linear in the string, and with one crossing for all
matches of a string.
"""

from __future__ import annotations

from py_url._micropython import javascript
from py_url._micropython.library import lru_cache

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from typing import Any

IGNORECASE, DOTALL, VERBOSE, ASCII = 2, 16, 64, 256
_MATCH, _FULLMATCH, _SEARCH = 0, 1, 2
_SPECIAL = "()[]{}?*+-|^$\\.&~# \t\n\r\v\f"

# JavaScript keeps the last string, so that a string crosses once for all searches in it.
_last: Any = None


class Match:
    """A match. Its places are read when something asks for them."""

    def __init__(self, pattern: Pattern, string: Any, start: int, found: Any, texts: list[Any] | None = None) -> None:
        self.re, self.string, self._start, self._found, self._texts = pattern, string, start, found, texts

    def _spans(self) -> list[int]:
        if isinstance(self._found, str):
            self._found = list(map(int, self._found.split(",")))
        elif isinstance(self._found, int):
            self._found = [self._start, self._found]
        return self._found

    def _number(self, group: Any) -> int:
        return self.re.groupindex[group] if isinstance(group, str) else group

    def __getitem__(self, group: Any) -> Any:
        number = self._number(group)
        if not 0 <= number <= self.re.groups:
            raise IndexError("no such group")
        if self._texts is not None and number < len(self._texts):
            return self._texts[number]
        spans = self._spans()
        start = spans[2 * number]
        return None if start < 0 else self.string[start : spans[2 * number + 1]]

    def groups(self) -> tuple[Any, ...]:
        return tuple([self[number] for number in range(1, self.re.groups + 1)])

    def start(self, group: Any = 0) -> int:
        return self._spans()[2 * self._number(group)]

    def end(self, group: Any = 0) -> int:
        return self._spans()[2 * self._number(group) + 1]

    def span(self, group: Any = 0) -> tuple[int, int]:
        return self.start(group), self.end(group)

    @property
    def lastindex(self) -> int | None:
        """The number of the group that ended last: of the last one that matched, the outermost that it is in."""
        for number in range(self.re.groups, 0, -1):
            if self._spans()[2 * number] >= 0:
                return self.re._outermost[number - 1]
        return None


class Pattern:
    """A compiled pattern. That of bytes searches the characters with the numbers of the bytes."""

    def __init__(self, pattern: Any, flags: int = 0) -> None:
        self.pattern, self.flags = pattern, flags
        self._is_bytes = isinstance(pattern, bytes)
        source = pattern.decode() if self._is_bytes else pattern
        given = [bool(flags & flag) for flag in (VERBOSE, IGNORECASE, DOTALL, ASCII)]
        self._number = javascript.checked(javascript.compile_pattern(javascript.departing(source), *given))
        outermost, _, names = javascript.describe(self._number).partition(";")
        self._outermost = list(map(int, outermost.split(","))) if outermost else []
        self.groups = len(self._outermost)
        self.groupindex: dict[str, int] = {}
        for name in names.split(",") if names else ():
            name, _, number = name.partition("=")
            self.groupindex[name] = int(number)

    def _crossing(self, string: Any) -> str | None:
        """What crosses for *string*: None if JavaScript has it."""
        global _last
        if string is _last:
            return None
        if isinstance(string, str) is self._is_bytes:
            raise TypeError(
                "cannot use a string pattern on a bytes-like object"
                if not self._is_bytes
                else "cannot use a bytes pattern on a string-like object"
            )
        _last = None
        crossing = "b" + string.hex() if self._is_bytes else javascript.departing(javascript.apart(string))
        _last = string
        return crossing

    def _match(self, kind: int, string: Any, start: int, end: int | None) -> Match | None:
        # JavaScript reads a number in 32 bits.
        end = -1 if end is None or end > 0x3FFFFFFF else max(end, 0)
        found = javascript.match(self._number, kind, max(start, 0), end, self._crossing(string))
        return None if found is None else Match(self, string, max(start, 0), javascript.checked(found))

    def match(self, string: Any, pos: int = 0, endpos: int | None = None) -> Match | None:
        return self._match(_MATCH, string, pos, endpos)

    def fullmatch(self, string: Any, pos: int = 0, endpos: int | None = None) -> Match | None:
        return self._match(_FULLMATCH, string, pos, endpos)

    def search(self, string: Any, pos: int = 0, endpos: int | None = None) -> Match | None:
        return self._match(_SEARCH, string, pos, endpos)

    def finditer(self, string: Any, pos: int = 0, endpos: int | None = None) -> Iterator[Match]:
        end = -1 if endpos is None or endpos > 0x3FFFFFFF else max(endpos, 0)
        found = javascript.unpacked(javascript.spans(self._number, max(pos, 0), end, self._crossing(string)))
        for place, spans in enumerate(found[0].split(";") if found[0] else ()):
            yield Match(self, string, 0, spans, None if self._is_bytes else [found[place + 1]])

    def _pieces(self, string: Any) -> list[Any]:
        """What is before each match, the match and its groups; at the end the rest."""
        if not self._is_bytes:
            return javascript.unpacked(javascript.pieces(self._number, self._crossing(string)))
        pieces, place = [], 0
        for match in self.finditer(string):
            pieces += [string[place : match.start()], match[0]]
            pieces += match.groups()
            place = match.end()
        pieces.append(string[place:])
        return pieces

    def findall(self, string: Any) -> list[Any]:
        pieces, width = self._pieces(string), self.groups + 2
        empty = string[:0]
        found = [[text or empty for text in pieces[i + 1 : i + width]] for i in range(0, len(pieces) - 1, width)]
        if self.groups < 2:
            return [texts[-1] for texts in found]
        return [tuple(texts[1:]) for texts in found]

    def split(self, string: Any) -> list[Any]:
        pieces, width = self._pieces(string), self.groups + 2
        if width == 2:
            return pieces[::2]
        return [piece for place, piece in enumerate(pieces) if place % width != 1]

    def sub(self, repl: Callable[[Match], Any] | str, string: Any) -> Any:
        if not callable(repl) and "\\" in repl:
            raise NotImplementedError("a backslash")
        pieces, width = self._pieces(string), self.groups + 2
        for place in range(1, len(pieces) - 1, width):
            texts = pieces[place : place + width - 1]
            pieces[place] = repl(Match(self, string, 0, None, texts)) if callable(repl) else repl
            for group in range(place + 1, place + width - 1):
                pieces[group] = string[:0]
        return string[:0].join(pieces)


def compile(pattern: Any, flags: int = 0) -> Pattern:
    return pattern if isinstance(pattern, Pattern) else Pattern(pattern, flags)


# As in `re`, the last patterns that are given as strings are kept.
_remembered = lru_cache(Pattern)


def match(pattern: str, string: Any) -> Match | None:
    return _remembered(pattern).match(string)


def search(pattern: str, string: Any) -> Match | None:
    return _remembered(pattern).search(string)


def findall(pattern: str, string: Any) -> list[Any]:
    return _remembered(pattern).findall(string)


def escape(pattern: str) -> str:
    return "".join(["\\" + char if char in _SPECIAL else char for char in pattern])
