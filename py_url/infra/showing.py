"""§1.1: how an error shows people its input: without a password, and with a line that points at the place.

In: an input and a span of it. Out: text that is safe to print: what cannot be seen is escaped, what may be a password
is ``***``, and of a long input there is what surrounds the place.
"""

from __future__ import annotations

import re

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from py_url.infra.validation import ValidationError

# Where the userinfo of an input can begin, tabs and newlines included, and where an authority ends.
_BEFORE_USERINFO = re.compile(r"[\x00-\x20]*(?:[A-Za-z][A-Za-z0-9+.\-\t\n\r]*:)?[/\\\t\n\r]*")
_AFTER_AUTHORITY = re.compile("[/?#]")
# Those of other widths are no "@" to a parser, but may have been typed for one.
_AT_SIGNS = "@\uff20\ufe6b"
# A password in a serialized URL: its own, or that of a URL within its path or query.
_PASSWORD = re.compile("(//[^/?#@:]*:)[^/?#]+(?=@)")
_HIDDEN = "***"
_SHOWN = 120
# How much of a long input is shown before and behind the place.
_BEFORE, _BEHIND = 40, 40


def userinfo_span(input: str) -> tuple[int, int]:
    """Where the userinfo of *input* would be.

    The input may not have parsed, so where its userinfo ends is a guess. It is everything from the first place a
    userinfo can begin to the last ``@`` of the authority; or to the last of all, where there is a ``:`` between, as a
    password can be that was not percent-encoded.
    """
    before = _BEFORE_USERINFO.match(input)
    start = before.end() if before else 0
    end = _last_at_sign(input, start, len(input))
    if end > 0 and input.find(":", start, end) < 0 and not input[:start].rstrip("\t\n\r").endswith(":"):
        authority_end = _AFTER_AUTHORITY.search(input, start)
        end = _last_at_sign(input, start, authority_end.start() if authority_end else len(input))
    return (start, end) if start < end else (0, 0)


def _last_at_sign(input: str, start: int, end: int) -> int:
    return max(input.rfind(at_sign, start, end) for at_sign in _AT_SIGNS)


def credentials_span(errors: list[ValidationError]) -> tuple[int, int]:
    """Where the userinfo of an input is that parsed with those validation errors."""
    spans = [(error.start, error.end - 1) for error in errors if error.name == "invalid-credentials"]
    return (spans[0][0], spans[-1][1]) if spans else (0, 0)


def without(input: str, hidden: tuple[int, int]) -> str:
    """*input* with ``***`` in place of that span."""
    start, end = hidden
    return f"{input[:start]}{_HIDDEN}{input[end:]}" if start < end else input


def hide_passwords(serialized: str) -> str:
    """A serialized URL with ``***`` for its password, and for that of any URL that it holds."""
    return _PASSWORD.sub(rf"\1{_HIDDEN}", serialized)


def quoted(input: str) -> str:
    """*input* in quotes, cut where it is long, without its password."""
    text = without(input, userinfo_span(input))
    if len(text) <= _SHOWN:
        return repr(text)
    return f"{text[:_SHOWN]!r}... ({len(input):,} code points)"


def pointed_at(input: str, start: int, end: int, hidden: tuple[int, int]) -> tuple[str, str]:
    """Two lines: *input*, or what surrounds the place, and under it carets that point at ``input[start:end]``, or where
    that is empty at what follows it. The span *hidden* is ``***``.
    """
    length = len(input)
    end = max(end, start + 1)
    first, last = 0, length
    if length > _SHOWN:
        first, last = max(0, start - _BEFORE), min(length, min(end, start + _BEHIND) + _BEHIND)
    line, carets = "", ""
    for text, cell_start, cell_end in _cells(input, first, last, hidden):
        line += text
        if cell_start < end and cell_end > start:
            carets += "^" * max(1, _width(text))
        else:
            carets += " " * _width(text)
    return line.rstrip(" "), carets.rstrip(" ")


def _cells(input: str, first: int, last: int, hidden: tuple[int, int]) -> Iterator[tuple[str, int, int]]:
    """What stands for ``input[first:last]``: texts, each with the span that it stands for."""
    hidden_start, hidden_end = hidden
    if first > 0:
        yield "…", -1, -1
    for index in range(first, last):
        if not hidden_start <= index < hidden_end:
            yield visible(input[index]), index, index + 1
        elif index == max(first, hidden_start):
            yield _HIDDEN, hidden_start, hidden_end
    yield "…" if last < len(input) else " ", last, last + 1


def visible(char: str) -> str:
    """*char* itself, or an escape for what a terminal would not show, or would obey."""
    return char if char.isprintable() else repr(char)[1:-1]


def _width(text: str) -> int:
    """How many columns a terminal gives to *text*."""
    if text.isascii():
        return len(text)
    from unicodedata import category, east_asian_width

    return sum(0 if category(char) in ("Mn", "Me") else 2 if east_asian_width(char) in "WF" else 1 for char in text)
