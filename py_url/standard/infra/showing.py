"""§1.1 Writing, for people: how an error shows its input, without passwords and with carets under the place.

Takes an input and a span of it, and returns text that is safe to print: invisible characters are escaped, anything that
may be a password is replaced by ``***``, and a long input is cut to what surrounds the place.
https://url.spec.whatwg.org/#validation-error
"""

from __future__ import annotations

import re
from functools import lru_cache
from itertools import chain

from py_url.standard.infra.code_points import joined, replaced

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence


# What can precede the userinfo of an input, tabs and newlines included, and what ends an authority. Before "//",
# anything may be meant as a scheme.
_BEFORE_USERINFO = re.compile(r"[\x00-\x20]*(?:[A-Za-z][A-Za-z0-9+.\-\t\n\r]*:|[^/?#@:]*:(?=//))?[/\\\t\n\r]*")
_AFTER_AUTHORITY = re.compile("[/?#]")
# A parser does not treat the fullwidth and small forms as "@", but people may have typed them as such.
_AT_SIGNS = "@\uff20\ufe6b"
# In a serialized URL, its userinfo, or that of a URL in its path or query. A username alone may be a token.
_USERINFO = re.compile("(?<=//)[^/?#]+(?=@)")
# In any string: what precedes the ":" may be a host that another parser of URLs sees.
_PASSWORD = re.compile("(//[^/?#@:]*:)[^/?#]+(?=@)")
# An "&" may be in a password, unless it begins a parameter.
_DELIMITER = re.compile(r"(?<!\\)(?<![25][CFcf])//?|[?#]|&(?=[^&=/?#]*=)")
# Percent-encoded up to a hundred times.
_ENCODED_AT_SIGN = re.compile("%(?:25){0,99}40")
AT_SIGN = re.compile(f"[{_AT_SIGNS}]|{_ENCODED_AT_SIGN.pattern}")
_ENCODED_SIGN = re.compile("%(?:25){0,99}(?:3[Dd]|40)")
# Userinfo, and nothing else that may be a secret, if there are no such signs.
_ONLY_USERINFO = re.compile(r"([A-Za-z][A-Za-z0-9+.-]*:/{0,2})([^/?#@\\\t\n\r]*)(@[^@]*)")
_COLON = re.compile(":|%(?:25){0,99}3[Aa]")
_SLASH = r"(?:[/\\]|%(?:25){0,99}(?:2f|5c))"
# What begins an authority, apart from "//". The standard reads "\" as "/", and needs neither after these schemes.
_AUTHORITY = re.compile(
    rf"(?!//){_SLASH}{{2}}|(?<=[ps]:)[/\\](?![/\\])|\b(?:https?|wss?|ftp)(?:{_COLON.pattern}){_SLASH}{{0,9}}",
    re.IGNORECASE,
)
# With an encoded "@": `urllib.parse.quote` leaves "/" as it is.
_SLASHES = re.compile(r"(?<![\\/])//")
# Parameters whose value lets anyone in: that of xmpp URIs for a room (XEP-0045), and that of IMAP URLs (RFC 5092).
_SECRET_PARAMETERS = ("password", "urlauth")
_HIDDEN = "***"
_SHOWN = 120
# How much of a long input is shown before and after the place.
_BEFORE, _AFTER = 40, 40


def userinfo_span(input: str) -> tuple[int, int]:
    """Return the span in which the userinfo of *input* may be, or (0, 0) if there is none.

    The input may not parse, so the end is a guess. If a ``:`` precedes the last ``@`` of the whole input, a password
    with unencoded delimiters may be between them, so the userinfo ends at that ``@``. Otherwise it ends at the last
    ``@`` of the authority. The span may contain more than the userinfo, but never less.
    """
    if "@" not in input and (input.isascii() or _last_at_sign(input, 0, len(input)) < 0):
        return 0, 0
    before = _BEFORE_USERINFO.match(input)
    start = before.end() if before else 0
    end = _last_at_sign(input, start, len(input))
    if _COLON.search(input, start, end) is None and not input[:start].rstrip("\t\n\r").endswith(":"):
        authority_end = _AFTER_AUTHORITY.search(input, start)
        end = _last_at_sign(input, start, authority_end.start() if authority_end else len(input))
    return (start, end) if start < end else (0, 0)


def _last_at_sign(input: str, start: int, end: int) -> int:
    return max(input.rfind(at_sign, start, end) for at_sign in _AT_SIGNS)


def secret_spans(
    input: str, userinfo: tuple[int, int] = (0, 0), parameters: Sequence[str] = ()
) -> list[tuple[int, int]]:
    """Return the spans to hide: the *userinfo*, the passwords of URLs in *input*, and secret parameters."""
    spans = [userinfo, *_inner_userinfo_spans(input), *_parameter_spans(input, parameters)]
    return spans + [(match.end(1), match.end()) for match in _PASSWORD.finditer(input)]


def _parameter_spans(input: str, parameters: Sequence[str]) -> Iterator[tuple[int, int]]:
    """Yield the spans of the values of *parameters* in *input*, and of secret ones."""
    if "=" not in input and "%" not in input:
        return
    for names, end in ((_SECRET_PARAMETERS, ";&#"), (tuple(parameters), "&#")):
        for match in _pattern(names, end).finditer(input) if names else ():
            yield match.span(1)


@lru_cache(maxsize=64)
def _pattern(names: tuple[str, ...], end: str) -> re.Pattern[str]:
    """Return the pattern for the value of a parameter. It is compiled on first use, as few inputs have parameters."""
    any_of = "|".join("".join(map(_encoded_or_not, name)) for name in names)
    # The query of a URL in a value is percent-encoded, up to a hundred times.
    pattern = rf"(?:\A|[;?&#]|%(?:25){{0,99}}(?:3B|3F|26|23))(?:{any_of})(?:=|%(?:25){{0,99}}3D)([^{end}]+)"
    return re.compile(pattern, re.IGNORECASE | re.ASCII)


def _encoded_or_not(char: str) -> str:
    """Return a pattern for a character of the name of a parameter."""
    forms = [re.escape(char).replace(" ", " |[+]")]
    for one in (char.lower(), char.upper()):
        forms += ["".join(f"%(?:25){{0,99}}{byte:02X}" for byte in one.encode(errors="replace"))]
    return f"(?:{'|'.join(forms)})"


def _inner_userinfo_spans(input: str) -> Iterator[tuple[int, int]]:
    """Yield the spans of possible userinfo of URLs in *input* that are percent-encoded or have backslashes.

    Such a span ends at the last ``@`` of a run without delimiters. It begins where an authority does, or, if the ``@``
    is encoded, at the first ``:`` or ``//``.
    """
    start = 0
    if "@" not in input and "40" not in input:
        return
    for end in chain((delimiter.start() for delimiter in _DELIMITER.finditer(input)), [len(input)]):
        for before, at_sign in ((_AUTHORITY, AT_SIGN), (_COLON, _ENCODED_AT_SIGN), (_SLASHES, _ENCODED_AT_SIGN)):
            last = start
            for found in at_sign.finditer(input, start, end):
                last = found.start()
            begin = before.search(input, start, last)
            if begin:
                yield begin.end(), last
        start = end


def without(input: str, hidden: Iterable[tuple[int, int]]) -> str:
    """Return *input* with each of the spans *hidden* replaced by ``***``."""

    def pieces() -> Iterator[str]:
        place = 0
        for start, end in _merged(hidden):
            yield input[place:start] + _HIDDEN
            place = end
        yield input[place:]

    return joined(pieces())


def _merged(spans: Iterable[tuple[int, int]]) -> list[tuple[int, int]]:
    """Return the spans in order, with overlapping ones merged and empty ones removed."""
    merged: list[tuple[int, int]] = []
    for start, end in sorted(spans):
        if merged and start <= merged[-1][1]:
            merged[-1] = merged[-1][0], max(end, merged[-1][1])
        elif start < end:
            merged.append((start, end))
    return merged


def hide_secrets(serialized: str, parameters: Sequence[str] = ()) -> str:
    """Return a serialized URL, or a part of one, with ``***`` in place of userinfo, also of URLs in it, and of the
    values of *parameters* and of secret ones.
    """
    serialized = without(serialized, _parameter_spans(serialized, parameters))
    if "@" in serialized:
        serialized = replaced(_USERINFO, lambda _: _HIDDEN, serialized)
    return without(serialized, _inner_userinfo_spans(serialized))


def names_a_secret(name: str) -> bool:
    """Return whether the value of a parameter with this *name* is a secret: that of ``password`` is."""
    return any(end > len(name) for _, end in secret_spans(f"{name}=x"))


def shown_uri(name: str, compose: Callable[[], str]) -> str:
    """Return the repr of a value of the class *name*: the URI that *compose* returns, with its secrets hidden.

    A value may have parts that cannot be written, such as a lone surrogate; nothing of them is shown.
    """
    try:
        return f"{name}({hide_secrets(compose())!r})"
    except (AttributeError, TypeError, ValueError):
        return f"<{name} of parts that form no URI>"


def shown_parts(parts: Mapping[str, object]) -> str:
    """Return the parts of a value for its repr, as ``url='x', width=1``, with userinfo hidden, also that of URLs in
    them. A URL may be as someone wrote it.
    """
    return ", ".join(f"{name}={part!r}" for name, part in _shown(parts).items())


def _shown(parts: Mapping[str, object]) -> dict[str, object]:
    return {name: _HIDDEN if name in ("username", "password") else _shown_part(part) for name, part in parts.items()}


def _shown_part(part: object) -> object:
    if isinstance(part, dict):
        return _shown(part)
    if type(part) is tuple:
        return tuple(map(_shown_part, part))
    # Without a ":", what precedes an "@" is no password, as in "logo@2x.png".
    if isinstance(part, str) and re.search("[:%]|//", part):
        return without_secrets(part)
    return part


def without_secrets(input: str, parameters: Sequence[str] = ()) -> str:
    """Return *input*, which need not parse, with ``***`` in place of what may be a password, and of *parameters*."""
    if "=" not in input and input.isascii() and not ("%" in input and _ENCODED_SIGN.search(input)):
        # Without the time of a search. Of a subclass of str, only what it holds counts.
        if "@" not in input:
            return str.__str__(input)
        if only := _ONLY_USERINFO.fullmatch(input):
            return f"{only[1]}{_HIDDEN if only[2] else ''}{only[3]}"
    return without(input, secret_spans(input, userinfo_span(input), parameters))


def quoted(input: str) -> str:
    """Return *input* in quotes, without its password, and shortened if it is long."""
    return in_quotes(input)[0]


def in_quotes(input: str) -> tuple[str, str]:
    """Do the same, and return what follows a place: if something is hidden, that it is one in the whole *input*."""
    text = without_secrets(input)
    shown = repr(text) if len(text) <= _SHOWN else f"{text[:_SHOWN]!r}... ({len(input):,} code points)"
    return shown, "" if text == input else f" of {len(input):,} code points"


def pointed_at(input: str, start: int, end: int, hidden: Iterable[tuple[int, int]]) -> tuple[str, str]:
    """Return two lines: *input*, or the part around the place, and carets under ``input[start:end]``.

    If that span is empty, the caret is under what follows it. Each of the spans *hidden* is shown as ``***``.
    """
    length = len(input)
    end = max(end, start + 1)
    first, last = 0, length
    if length > _SHOWN:
        first, last = max(0, start - _BEFORE), min(length, min(end, start + _AFTER) + _AFTER)
    line, carets = "", ""
    for text, cell_start, cell_end in _cells(input, first, last, hidden):
        line += text
        if cell_start < end and cell_end > start:
            carets += "^" * max(1, _width(text))
        else:
            carets += " " * _width(text)
    return line.rstrip(" "), carets.rstrip(" ")


def pointing_lines(input: str, start: int, end: int) -> str:
    """Return the two lines of `pointed_at`, with possible passwords hidden, to append to an exception's text."""
    line, carets = pointed_at(input, start, end, secret_spans(input, userinfo_span(input)))
    return f"\n    {line}\n    {carets}"


def _cells(input: str, first: int, last: int, hidden: Iterable[tuple[int, int]]) -> Iterator[tuple[str, int, int]]:
    """Yield the texts that show ``input[first:last]``, each with the span that it shows."""
    if first > 0:
        yield "…", first, first
    index = first
    for start, end in [*_merged(hidden), (last, last)]:
        while index < min(start, last):
            yield visible(input[index]), index, index + 1
            index += 1
        if index < min(end, last):
            yield _HIDDEN, start, end
            index = end
    yield "…" if last < len(input) else "", last, last + 1


def visible(text: str) -> str:
    """Return *text* with an escape for each character that a terminal would not show, or would act on."""
    return text if text.isprintable() else text.translate(_Escapes())


class _Escapes(dict[int, str]):
    """A table for `str.translate` with an escape for each character that is not printable."""

    def __missing__(self, code_point: int) -> str:
        char = chr(code_point)
        self[code_point] = shown = char if char.isprintable() else repr(char)[1:-1]
        return shown


def _width(text: str) -> int:
    """Return how many columns *text*, which is in ASCII or one character, takes in a terminal."""
    if text.isascii():
        return len(text)
    from unicodedata import category, east_asian_width

    return 0 if category(text) in ("Mn", "Me") else 2 if east_asian_width(text) in "WF" else 1
