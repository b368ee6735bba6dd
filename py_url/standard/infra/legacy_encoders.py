"""Encoding §9 to §13: the encoders of the legacy encodings, built on Python's codecs and corrected where they differ.

Takes the name of an encoding and one code point, and returns bytes, or None if the encoding lacks the code point.
ISO-2022-JP is stateful, so its encoder takes a whole string and yields pieces.

The tables of corrections are complete: they were made by comparing CPython's codecs with the standard's encoders for
every code point. https://encoding.spec.whatwg.org/#legacy-single-byte-encodings
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    import codecs
    from collections.abc import Callable, Iterator

    Encoder = Callable[[str], bytes | None]


def encoder_of(encoding: str) -> Encoder:
    """Return the encoder of a legacy encoding other than ISO-2022-JP. It encodes one non-ASCII code point at a time."""
    if encoding in _MULTI_BYTE:
        return _MULTI_BYTE[encoding]
    from webencodings import lookup

    legacy = lookup(encoding)
    assert legacy is not None, "the encoding's name is one of its labels"
    return _single_byte(legacy.codec_info, _SINGLE_BYTE_CORRECTIONS.get(encoding, {}))


# §9 Legacy single-byte encodings

_SINGLE_BYTE_CORRECTIONS: dict[str, dict[str, bytes | None]] = {
    "KOI8-U": {"\u045e": b"\xae", "\u040e": b"\xbe", "\u255d": None, "\u256c": None},
    "windows-1255": {"\u05ba": b"\xca"},
}


def _single_byte(codec: codecs.CodecInfo, corrections: dict[str, bytes | None]) -> Encoder:
    def encode(char: str) -> bytes | None:
        if char in corrections:
            return corrections[char]
        try:
            return codec.encode(char)[0]
        except UnicodeError:
            # The standard's indexes map each byte that the codec leaves undefined to the C1 control of the same value.
            return char.encode("latin-1") if char <= "\x9f" and _is_undefined(codec, char) else None

    return encode


def _is_undefined(codec: codecs.CodecInfo, control: str) -> bool:
    try:
        codec.decode(control.encode("latin-1"))
    except UnicodeError:
        return True
    return False


def _by_codec(codec: str, char: str) -> bytes | None:
    try:
        return char.encode(codec)
    except UnicodeError:
        return None


# §10 Legacy multi-byte Chinese (simplified) encodings

_GB18030_2022 = {
    **dict(zip("\u1e3f\ue7c7", (b"\xa8\xbc", b"\x81\x35\xf4\x37"), strict=True)),
    **dict(zip("\u9fb4\u9fb5\u9fb6\u9fb7", (b"\xfe\x59", b"\xfe\x61", b"\xfe\x66", b"\xfe\x67"), strict=True)),
    **dict(zip("\u9fb8\u9fb9\u9fba\u9fbb", (b"\xfe\x6d", b"\xfe\x7e", b"\xfe\x90", b"\xfe\xa0"), strict=True)),
    **dict(zip("\ufe10\ufe11\ufe12\ufe13\ufe14", (b"\xa6" + bytes([b]) for b in b"\xd9\xdb\xda\xdc\xdd"), strict=True)),
    **dict(zip("\ufe15\ufe16\ufe17\ufe18\ufe19", (b"\xa6" + bytes([b]) for b in b"\xde\xdf\xec\xed\xf3"), strict=True)),
}


def _gb18030(char: str) -> bytes | None:
    if char == "\ue5e5":
        return None
    return _GB18030_2022.get(char) or _by_codec("gb18030", char)


def _gbk(char: str) -> bytes | None:
    if char == "\u20ac":
        return b"\x80"
    encoded = _gb18030(char)
    return None if encoded is None or len(encoded) == 4 else encoded


# §11 Legacy multi-byte Chinese (traditional) encodings

_BIG5 = {
    **dict.fromkeys("\u00a2\u00a3\u00a5\u2022\u203e\u223c\u2609\u2641\uff64"),
    **{chr(0x2400 + index): bytes([0xA3, 0xC0 + index]) for index in range(0x20)},
    "\u00af": b"\xa1\xc2",
    "\u2027": b"\xa1\x45",
    "\u20ac": b"\xa3\xe1",
    "\u2215": b"\xa2\x41",
    "\u2295": b"\xa1\xf2",
    "\u2299": b"\xa1\xf3",
    "\u2421": b"\xa3\xe0",
    "\u256d": b"\xa2\x7e",
    "\u256e": b"\xa2\xa1",
    "\u256f": b"\xa2\xa3",
    "\u2570": b"\xa2\xa2",
    "\u4edd": b"\xc6\xdf",
    "\u5605": b"\xfb\x48",
    "\u5ef4": b"\xc6\xcf",
    "\u5ed0": b"\xfb\xf9",
    "\u60a4": b"\xfc\x6c",
    "\u65e0": b"\xc6\xd3",
    "\u732a": b"\xfe\x52",
    "\u7676": b"\xc6\xd5",
    "\u96b6": b"\xc6\xd7",
    "\ufe51": b"\xa1\x4e",
    "\ufe68": b"\xa2\x42",
    "\uff0f": b"\xa1\xfe",
    "\uff3c": b"\xa2\x40",
    "\uff5e": b"\xa1\xe3",
    "\uffe0": b"\xa2\x46",
    "\uffe1": b"\xa2\x47",
    "\uffe5": b"\xa2\x44",
}


def _big5(char: str) -> bytes | None:
    if char in _BIG5:
        return _BIG5[char]
    encoded = _by_codec("big5hkscs", char)
    # The standard uses the Hong Kong part of the index only for decoding.
    return None if encoded is None or encoded[0] < 0xA1 else encoded


# §12 Legacy multi-byte Japanese encodings

_NOT_IN_JIS0208 = frozenset("\u00a2\u00a3\u00ac\u2016\u301c\uf8f0\uf8f1\uf8f2\uf8f3").union(
    map(chr, range(0xE000, 0xE758))
)
_FIRST_HALFWIDTH_KATAKANA, _LAST_HALFWIDTH_KATAKANA = "\uff61", "\uff9f"
_ROMAN = {"\u00a5": b"\\", "\u203e": b"~"}
# Controls that would change the state of an ISO-2022-JP decoder.
_SHIFTS = frozenset("\x0e\x0f\x1b")
_ESCAPES = {"ascii": b"\x1b(B", "roman": b"\x1b(J", "jis0208": b"\x1b$B"}


def _jis0208_pointer(char: str) -> int | None:
    """Return the *index pointer* in index jis0208 for a code point that is neither ASCII nor halfwidth katakana."""
    encoded = None if char in _NOT_IN_JIS0208 else _by_codec("cp932", char)
    if encoded is None or len(encoded) < 2:
        return None
    lead, trail = encoded
    return (lead - (0x81 if lead < 0xA0 else 0xC1)) * 188 + trail - (0x40 if trail < 0x7F else 0x41)


def _euc_jp(char: str) -> bytes | None:
    if char in _ROMAN:
        return _ROMAN[char]
    if _FIRST_HALFWIDTH_KATAKANA <= char <= _LAST_HALFWIDTH_KATAKANA:
        return bytes([0x8E, ord(char) - 0xFF61 + 0xA1])
    pointer = _jis0208_pointer(char)
    return None if pointer is None else bytes([pointer // 94 + 0xA1, pointer % 94 + 0xA1])


def _shift_jis(char: str) -> bytes | None:
    if char in _ROMAN:
        return _ROMAN[char]
    if char == "\x80" or _FIRST_HALFWIDTH_KATAKANA <= char <= _LAST_HALFWIDTH_KATAKANA:
        return _by_codec("cp932", char)
    pointer = _jis0208_pointer(char)
    if pointer is None:
        return None
    # *Index Shift_JIS pointer* skips the rows of the NEC selection, whose characters occur again later in the index.
    if 8272 <= pointer <= 8631:
        pointer += 2472
    elif 8634 <= pointer <= 8643:
        pointer += 2082
    elif 8645 <= pointer <= 8647:
        pointer += 2092
    lead, trail = divmod(pointer, 188)
    return bytes([lead + (0x81 if lead < 0x1F else 0xC1), trail + (0x40 if trail < 0x3F else 0x41)])


def iso_2022_jp(string: str) -> Iterator[bytes | int]:
    """§12.2.2 *ISO-2022-JP encoder*: yield the bytes of *string* in pieces, and an int for each code point it lacks.

    https://encoding.spec.whatwg.org/#iso-2022-jp-encoder
    """
    state = "ascii"
    for char in string:
        needed, piece = _iso_2022_jp_piece(char, state)
        if needed != state:
            state = needed
            yield _ESCAPES[state]
        yield piece
    if state != "ascii":
        yield _ESCAPES["ascii"]


def _iso_2022_jp_piece(char: str, state: str) -> tuple[str, bytes | int]:
    """Return the state that the encoder, now in *state*, needs to write *char*, and what it then writes."""
    if char in _ROMAN:
        return "roman", _ROMAN[char]
    if char in _SHIFTS:
        pointer, error = None, 0xFFFD
    elif char < "\x80":
        # Roman has all of ASCII except these two.
        return "roman" if state == "roman" and char not in "\\~" else "ascii", char.encode()
    else:
        pointer, error = _jis0208_pointer(_fullwidth(char)), ord(char)
    if pointer is not None:
        return "jis0208", bytes([pointer // 94 + 0x21, pointer % 94 + 0x21])
    return "ascii" if state == "jis0208" else state, error


def _fullwidth(char: str) -> str:
    """*Index ISO-2022-JP katakana*: replace a halfwidth katakana with its fullwidth form."""
    if not _FIRST_HALFWIDTH_KATAKANA <= char <= _LAST_HALFWIDTH_KATAKANA:
        return char
    from unicodedata import normalize

    return {"\uff9e": "\u309b", "\uff9f": "\u309c"}.get(char) or normalize("NFKC", char)


_MULTI_BYTE: dict[str, Encoder] = {
    "gb18030": _gb18030,
    "GBK": _gbk,
    "Big5": _big5,
    "EUC-JP": _euc_jp,
    "Shift_JIS": _shift_jis,
    # §13 Legacy multi-byte Korean encodings
    "EUC-KR": lambda char: _by_codec("cp949", char),
}
