"""What JavaScript does for py_url: web/lib/micropython_help.js, and how strings cross to it and back."""

from __future__ import annotations

import js

try:
    # A page that allows no code in strings names the module.
    import py_url_javascript as _help
except ImportError:
    from py_url._micropython.source import SOURCE

    _help = js.Function.new(SOURCE)()

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

_ESCAPE, _BETWEEN, _MISSING = "\x01\x02\x03"


def departing(string: str) -> str:
    """Return *string* as it crosses: MicroPython would end it at a NUL, and JavaScript would misread surrogates."""
    # First the one that begins an escape.
    special = [char for char in (_ESCAPE, "\0") if char in string]
    if len(string) != len(data := string.encode()):
        special += surrogates(string, data)
    if not special:
        return "=" + string
    for char in special:
        string = string.replace(char, "%s%04x" % (_ESCAPE, ord(char)))
    return "~" + string


def surrogates(string: str, data: bytes) -> list[str]:
    """The lone surrogates in *string*, each once. *data* is the string in UTF-8, and would be invalid with one."""
    found = set()
    place = data.find(b"\xed")
    while place >= 0:
        if data[place + 1] >= 0xA0:
            found.add(chr(0xD000 | (data[place + 1] & 0x3F) << 6 | data[place + 2] & 0x3F))
        place = data.find(b"\xed", place + 3)
    return list(found)


def apart(string: str) -> str:
    """Return *string* with other surrogates where JavaScript would join two lone ones. No pattern tells them apart."""
    if len(string) == len(data := string.encode()) or not any(
        ["\ud800" <= each < "\udc00" for each in surrogates(string, data)]
    ):
        return string
    chars = list(string)
    for place in range(1, len(chars)):
        if "\ud800" <= chars[place - 1] < "\udc00" <= chars[place] <= "\udfff":
            chars[place] = "\ud800"
    return "".join(chars)


def arrived(crossed: str) -> str:
    """Return the string that has arrived from JavaScript."""
    if crossed[0] == "=":
        return crossed[1:]
    first, *rest = crossed[1:].split(_ESCAPE)
    return first + "".join([chr(int(part[:4], 16)) + part[4:] for part in rest])


def unpacked(crossed: str) -> list[str | None]:
    """Return the list of strings that has arrived."""
    strings: list[str | None] = checked(crossed)[1:].split(_BETWEEN)
    if _MISSING in crossed:
        strings = [None if string == _MISSING else string for string in strings]
    return strings if crossed[0] == "=" else [string and arrived("~" + string) for string in strings]


def checked(answer: Any) -> Any:
    """Return an answer of JavaScript, or raise the error that it stands for. An exception of JavaScript's would leave
    MicroPython in disorder.
    """
    if isinstance(answer, str) and answer[:1] == "!":
        raise (MemoryError if answer.startswith("!the text") else ValueError)(answer[1:])
    return answer


def is_proxy(value: Any) -> bool:
    """Whether it is an object of JavaScript."""
    return type(value).__name__ == "JsProxy"


def is_iterable(proxy: Any) -> bool:
    return js.Reflect.has(proxy, js.Symbol.iterator)


def object_entries(proxy: Any) -> list[Any]:
    return list(js.Object.entries(proxy))


def by_javascript(name: str, string: str, *more: str) -> str:
    """Call a function that takes a string, and perhaps what crosses as it is, and returns one."""
    return arrived(checked(getattr(_help, name)(departing(string), *more)))


compile_pattern, describe, match, spans, pieces = _help.compile, _help.describe, _help.match, _help.spans, _help.pieces
is_printable, is_mark, is_wide = _help.isPrintable, _help.isMark, _help.isWide


def decoded(data: bytes) -> str:
    """Decode UTF-8, with U+FFFD for what is none."""
    return arrived(checked(_help.decode(data.hex())))


def code_units(string: str, order: str) -> bytes:
    """Encode as UTF-16. JavaScript joins pairs of surrogates."""
    return bytes.fromhex(checked(_help.codeUnits(departing(string), order == "le")))


def of_code_units(data: bytes, errors: str) -> str:
    """Decode UTF-16, with the low byte of each code unit first."""
    return arrived(checked(_help.ofCodeUnits(data.hex(), errors == "replace")))
