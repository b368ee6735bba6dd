"""§1.1: how an error shows people its input: without a password, and with a line that points at the place.

In: an input and a span of it. Out: text that is safe to print: what cannot be seen is escaped, what may be a password
is ``***``, and of a long input there is what surrounds the place.
"""

from __future__ import annotations

import re

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from py_url.standard.infra.validation import ValidationError

# Where the userinfo of an input can begin, tabs and newlines included, and where an authority ends.
_BEFORE_USERINFO = re.compile(r"[\x00-\x20]*(?:[A-Za-z][A-Za-z0-9+.\-\t\n\r]*:)?[/\\\t\n\r]*")
_AFTER_AUTHORITY = re.compile("[/?#]")
# Those of other widths are no "@" to a parser, but may have been typed for one.
_AT_SIGNS = "@\uff20\ufe6b"
# A password in a serialized URL: its own, or that of a URL within its path or query.
_PASSWORD = re.compile("(//[^/?#@:]*:)[^/?#]+(?=@)")
_UNDELIMITED = re.compile("[^/?#&]+")
_ENCODED_AT_SIGN = re.compile("%(?:25)*40")
_COLON = re.compile(":|%(?:25)*3[Aa]")
_HIDDEN = "***"
_SHOWN = 120
# How much of a long input is shown before and behind the place.
_BEFORE, _BEHIND = 40, 40


def userinfo_span(input: str) -> tuple[int, int]:
    """Where the userinfo of *input* would be; (0, 0) for nowhere.

    The input may not have parsed, so where its userinfo ends is a guess: at the last ``@`` of the authority; or where a
    ``:`` stands anywhere before the last of all, at that, as behind the ``:`` a password can be in which nothing was
    percent-encoded. That may hide more than userinfo, but never less.
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
    """Where the userinfo of an input is that parsed with those validation errors; (0, 0) for nowhere."""
    spans = [(error.start, error.end - 1) for error in errors if error.name == "invalid-credentials"]
    return (spans[0][0], spans[-1][1]) if spans else (0, 0)


def secret_spans(input: str, userinfo: tuple[int, int]) -> list[tuple[int, int]]:
    """What is not to be shown of *input*: its *userinfo*, and the passwords of URLs that it holds."""
    spans = [userinfo, *((match.end(1), match.end()) for match in _PASSWORD.finditer(input))]
    return spans if "40" not in input else [*spans, *_encoded_password_spans(input)]


def _encoded_password_spans(input: str) -> Iterator[tuple[int, int]]:
    """Where passwords may be of URLs that *input* holds percent-encoded, once or more than once: between the first
    ``:`` and the last ``%40`` of what no delimiter separates.
    """
    for run in _UNDELIMITED.finditer(input):
        at_signs = list(_ENCODED_AT_SIGN.finditer(input, *run.span()))
        colon = _COLON.search(input, run.start(), at_signs[-1].start()) if at_signs else None
        if colon:
            yield colon.end(), at_signs[-1].start()


def without(input: str, hidden: Iterable[tuple[int, int]]) -> str:
    """*input* with ``***`` in place of each of those spans."""
    output, place = "", 0
    for start, end in _merged(hidden):
        output += input[place:start] + _HIDDEN
        place = end
    return output + input[place:]


def _merged(spans: Iterable[tuple[int, int]]) -> list[tuple[int, int]]:
    """The spans in order, those that overlap as one, without those that are empty."""
    merged: list[tuple[int, int]] = []
    for start, end in sorted(spans):
        if merged and start <= merged[-1][1]:
            merged[-1] = merged[-1][0], max(end, merged[-1][1])
        elif start < end:
            merged.append((start, end))
    return merged


def hide_passwords(serialized: str) -> str:
    """A serialized URL with ``***`` for its password, and for that of any URL that it holds behind ``//``."""
    return _PASSWORD.sub(rf"\1{_HIDDEN}", serialized)


def quoted(input: str) -> str:
    """*input* in quotes, cut where it is long, without its password."""
    text = without(input, secret_spans(input, userinfo_span(input)))
    if len(text) <= _SHOWN:
        return repr(text)
    return f"{text[:_SHOWN]!r}... ({len(input):,} code points)"


def pointed_at(input: str, start: int, end: int, hidden: Iterable[tuple[int, int]]) -> tuple[str, str]:
    """Two lines: *input*, or what surrounds the place, and under it carets that point at ``input[start:end]``, or where
    that is empty at what follows it. Each of the spans *hidden* is ``***``.
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


def pointing_lines(input: str, start: int, end: int) -> str:
    """The two lines of `pointed_at` for the end of an exception's text, with what may be a password hidden."""
    line, carets = pointed_at(input, start, end, secret_spans(input, userinfo_span(input)))
    return f"\n    {line}\n    {carets}"


def _cells(input: str, first: int, last: int, hidden: Iterable[tuple[int, int]]) -> Iterator[tuple[str, int, int]]:
    """What stands for ``input[first:last]``: texts, each with the span that it stands for."""
    if first > 0:
        yield "…", -1, -1
    index = first
    for start, end in [*_merged(hidden), (last, last)]:
        while index < min(start, last):
            yield visible(input[index]), index, index + 1
            index += 1
        if index < min(end, last):
            yield _HIDDEN, start, end
            index = end
    yield "…" if last < len(input) else " ", last, last + 1


def visible(text: str) -> str:
    """*text* with an escape for each character that a terminal would not show, or would obey."""
    return "".join(char if char.isprintable() else repr(char)[1:-1] for char in text)


def _width(text: str) -> int:
    """How many columns a terminal gives to *text*."""
    if text.isascii():
        return len(text)
    from unicodedata import category, east_asian_width

    return sum(0 if category(char) in ("Mn", "Me") else 2 if east_asian_width(char) in "WF" else 1 for char in text)
