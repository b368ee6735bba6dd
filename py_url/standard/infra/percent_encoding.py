"""§1.3 Percent-encoded bytes: the percent-encode sets, percent-encode and percent-decode.

Encoding takes a scalar value string and returns an ASCII string; decoding takes bytes or a string and returns bytes.
Both work on runs of code points, in time linear in the length of the input.
https://url.spec.whatwg.org/#percent-encoded-bytes
"""

from __future__ import annotations

import re
from binascii import unhexlify
from itertools import islice

from py_url.standard.infra.code_points import scalar_value_string
from py_url.standard.infra.encodings import get_an_output_encoding

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

# A pattern that starts with a literal or a set is found faster than one that starts with a repetition. The number of
# repetitions is limited because each repetition of a group takes memory.
PERCENT_ENCODED_BYTES = re.compile("%[0-9A-Fa-f]{2}(?:%[0-9A-Fa-f]{2}){0,999}")
_PERCENT_ENCODED_BYTES = re.compile(PERCENT_ENCODED_BYTES.pattern.encode())
# The same for what is decoded as UTF-8: no match ends inside a sequence, because continuation bytes may follow.
PERCENT_ENCODED_UTF_8 = "(?:%[0-9A-Fa-f]{2}){1,1000}(?:%[89ABab][0-9A-Fa-f]){0,3}"

# Strings up to this length are encoded byte by byte, which is faster.
_SHORT = 32
# Longer strings are encoded in chunks of this length, because encoding takes many times the memory of the string.
_LONG = 65_536
# Longer ones are decoded in pieces of this length, for the same reason.
_PIECE = 16_384
# So many short strings take little memory.
_BATCH = 1_000
# The number of short runs that are cached.
_REMEMBERED = 4_096


class PercentEncodeSet:
    """A *percent-encode set*: some ASCII code points, and every code point above U+007E (~).

    ``"/" in PATH_PERCENT_ENCODE_SET`` tests membership, and ``name`` is the standard's name for the set.
    ``encode(string)`` is *UTF-8 percent-encode* for a string that is known to be a scalar value string.

    https://url.spec.whatwg.org/#percent-encode-set
    """

    __slots__ = ("_ascii", "_run", "_string_for", "is_encoded", "name", "space_as_plus")

    # Returns a match if the string has no member of the set, so that `encode` returns it unchanged; otherwise None.
    is_encoded: Callable[[str], re.Match[str] | None]
    _run: re.Pattern[str]
    # For each byte, the string that it is encoded as.
    _string_for: list[str]

    def __init__(self, name: str, ascii_members: Iterable[str], *, space_as_plus: bool = False) -> None:
        self.name = name
        self.space_as_plus = space_as_plus
        self._ascii = frozenset(ascii_members)

    def __getattr__(self, name: str) -> object:
        # Most programs use only a few of the sets, so each builds its tables when they are first used.
        if name not in ("_run", "_string_for", "is_encoded"):
            raise AttributeError(f"'PercentEncodeSet' object has no attribute {name!r}")
        space = " " if self.space_as_plus else ""
        others = [chr(c) for c in range(0x7F) if chr(c) not in self and chr(c) != space]
        string_for = {ord(char): char for char in others} | ({0x20: "+"} if space else {})
        self._run = self.run_besides(space)
        self._string_for = [string_for.get(byte, f"%{byte:02X}") for byte in range(0x100)]
        self.is_encoded = re.compile(f"[{''.join(map(re.escape, others))}]*+" if others else "").fullmatch
        return getattr(self, name)

    def run_besides(self, besides: str) -> re.Pattern[str]:
        """Return a pattern that matches, as a group, a run of members other than the ASCII characters *besides*."""
        others = "".join(re.escape(chr(c)) for c in range(0x7F) if chr(c) not in self or chr(c) in besides)
        return re.compile(f"([^{others}][^{others}]*+)" if others else r"([\s\S]++)")

    def extended(self, name: str, more: str, *, space_as_plus: bool = False) -> PercentEncodeSet:
        """Return a new set with this set's members and those in *more*."""
        return PercentEncodeSet(name, self._ascii.union(more), space_as_plus=space_as_plus)

    def __contains__(self, code_point: str) -> bool:
        return code_point > "~" or code_point in self._ascii

    def __repr__(self) -> str:
        return f"<{self.name}>"

    def encode(self, string: str) -> str:
        """Return the UTF-8 percent-encoding of *string*, which must be a scalar value string."""
        return self.encode_members(string) if self.is_encoded(string) is None else string

    def encode_members(self, string: str) -> str:
        """Like `encode`, but faster if *string* is known to contain a member."""
        if len(string) <= _SHORT:
            string_for = self._string_for
            return "".join([string_for[byte] for byte in string.encode()])
        if len(string) > _LONG:
            return "".join([self.encode(string[start : start + _LONG]) for start in range(0, len(string), _LONG)])
        encoded = replace_runs(self._run, encoded_runs, string)
        return encoded.replace(" ", "+") if self.space_as_plus else encoded


class _EncodedRuns(dict[str, str]):
    """Maps a run of code points to its percent-encoding. Caches short runs, which recur often."""

    cache_clear = dict.clear  # the name that functools uses

    def __missing__(self, run: str) -> str:
        encoded = percent_encode_octets(run.encode())
        if len(run) <= 3 and len(self) < _REMEMBERED:
            self[run] = encoded
        return encoded


encoded_runs = _EncodedRuns()


def replace_runs(run: re.Pattern[str], replacements: dict[str, str], string: str) -> str:
    """Return *string* with each match of *run*, a pattern of one group, replaced by its entry in *replacements*."""
    parts = run.split(string)
    parts[1::2] = map(replacements.__getitem__, parts[1::2])
    return "".join(parts)


def replaced(pattern: re.Pattern[str], replacement: Callable[[re.Match[str]], str], string: str) -> str:
    """Return ``pattern.sub(replacement, string)``, which takes many times the memory of a long string otherwise."""
    if len(string) <= _LONG:
        return pattern.sub(replacement, string)

    def pieces() -> Iterator[str]:
        place = 0
        for match in pattern.finditer(string):
            yield string[place : match.start()]
            yield replacement(match)
            place = match.end()
        yield string[place:]

    return joined(pieces())


def joined(pieces: Iterable[str]) -> str:
    """Return ``"".join(pieces)``, which otherwise keeps every piece until the last one is there."""
    rest, batches = iter(pieces), []
    while batch := list(islice(rest, _BATCH)):
        batches.append("".join(batch))
    return "".join(batches)


def percent_encode_octets(octets: bytes) -> str:
    """Percent-encode every byte of *octets*, which must not be empty."""
    return "%" + octets.hex("%").upper()


# https://url.spec.whatwg.org/#c0-control-percent-encode-set and the definitions after it.
C0_CONTROL_PERCENT_ENCODE_SET = PercentEncodeSet(
    "C0 control percent-encode set", [chr(c) for c in (*range(0x20), 0x7F)]
)
FRAGMENT_PERCENT_ENCODE_SET = C0_CONTROL_PERCENT_ENCODE_SET.extended("fragment percent-encode set", ' "<>`')
QUERY_PERCENT_ENCODE_SET = C0_CONTROL_PERCENT_ENCODE_SET.extended("query percent-encode set", ' "#<>')
SPECIAL_QUERY_PERCENT_ENCODE_SET = QUERY_PERCENT_ENCODE_SET.extended("special-query percent-encode set", "'")
PATH_PERCENT_ENCODE_SET = QUERY_PERCENT_ENCODE_SET.extended("path percent-encode set", "?^`{}")
USERINFO_PERCENT_ENCODE_SET = PATH_PERCENT_ENCODE_SET.extended("userinfo percent-encode set", "/:;=@[\\]|")
COMPONENT_PERCENT_ENCODE_SET = USERINFO_PERCENT_ENCODE_SET.extended("component percent-encode set", "$%&+,")
FORM_URLENCODED_PERCENT_ENCODE_SET = COMPONENT_PERCENT_ENCODE_SET.extended(
    "application/x-www-form-urlencoded percent-encode set", "!'()~", space_as_plus=True
)


def percent_encode(byte: int) -> str:
    """§1.3 *percent-encode* a byte: ``percent_encode(0x23) == "%23"``.

    Raises TypeError if *byte* is not an int, and ValueError if it is not from 0 to 255.

    https://url.spec.whatwg.org/#percent-encode
    """
    if not isinstance(byte, int):
        raise TypeError(f"a byte must be an int, not {type(byte).__name__}")
    if not 0 <= byte <= 0xFF:
        raise ValueError(f"a byte must be from 0 to 255, not {byte}")
    return f"%{byte:02X}"


def percent_decode(input: bytes | str) -> bytes:
    """§1.3 *percent-decode* a byte sequence, or a string, which is first encoded as UTF-8.

    A ``%`` that is not followed by two hex digits stays. Raises TypeError if *input* is neither bytes nor str.

    https://url.spec.whatwg.org/#percent-decode and https://url.spec.whatwg.org/#string-percent-decode
    """
    if isinstance(input, str):
        input = scalar_value_string(input).encode()
    elif not isinstance(input, bytes):
        raise TypeError(f"percent_decode takes bytes or a str, not {type(input).__name__}")
    if b"%" not in input:
        return input
    if len(input) <= _PIECE:
        return _PERCENT_ENCODED_BYTES.sub(_decode_run, input)
    # A substitution collects pieces, which take many times the memory of the string.
    output, start = bytearray(), 0
    while start < len(input):
        end = _outside_percent_encoded_byte(input, start + _PIECE)
        output += _PERCENT_ENCODED_BYTES.sub(_decode_run, input[start:end])
        start = end
    return bytes(output)


def _outside_percent_encoded_byte(input: bytes, place: int) -> int:
    """Return *place*, or the end of the percent-encoded byte that it is in."""
    percent_sign = input.rfind(b"%", place - 2, place)
    return place if percent_sign < 0 else percent_sign + 3


def _decode_run(run: re.Match[bytes]) -> bytes:
    return unhexlify(run[0].replace(b"%", b""))


class DecodedRuns(dict[str, str]):
    """Maps a run of percent-encoded bytes to its text in UTF-8, to which it applies *table* with `str.translate`.

    Invalid bytes become U+FFFD. Caches runs of one code point, which recur often.
    """

    cache_clear = dict.clear  # the name that functools uses

    def __init__(self, table: dict[int, str]) -> None:
        self._table = table

    def __missing__(self, run: str) -> str:
        decoded = unhexlify(run.replace("%", "")).decode("utf-8", "replace").translate(self._table)
        if len(run) <= 12 and len(self) < _REMEMBERED:
            self[run] = decoded
        return decoded


def utf8_percent_encode(input: str, percent_encode_set: PercentEncodeSet) -> str:
    """§1.3 *UTF-8 percent-encode* a string, or a single scalar value, using a percent-encode set.

    https://url.spec.whatwg.org/#string-utf-8-percent-encode
    """
    return _set(percent_encode_set).encode(scalar_value_string(input))


def _set(percent_encode_set: PercentEncodeSet) -> PercentEncodeSet:
    if not isinstance(percent_encode_set, PercentEncodeSet):
        raise TypeError(f"expected a PercentEncodeSet, not {type(percent_encode_set).__name__}")
    return percent_encode_set


def percent_encode_after_encoding(encoding: str, input: str, percent_encode_set: PercentEncodeSet) -> str:
    """§1.3 *percent-encode after encoding*: like `utf8_percent_encode`, in the encoding with the label *encoding*.

    A code point that the encoding lacks becomes ``%26%23...%3B``: an HTML character reference, percent-encoded. Raises
    the errors of `get_an_output_encoding`. A legacy encoding works only with the special-query and the
    application/x-www-form-urlencoded percent-encode sets, for which the standard defines it. With any other set, raises
    ValueError.

    https://url.spec.whatwg.org/#string-percent-encode-after-encoding
    """
    name = get_an_output_encoding(encoding)
    string = scalar_value_string(input)
    if name == "UTF-8":
        return _set(percent_encode_set).encode(string)
    if _set(percent_encode_set).name not in (
        SPECIAL_QUERY_PERCENT_ENCODE_SET.name,
        FORM_URLENCODED_PERCENT_ENCODE_SET.name,
    ):
        raise ValueError(f"the {percent_encode_set.name} works only with UTF-8, not with {name}")
    if name == "ISO-2022-JP":
        from py_url.standard.infra.legacy_encoders import iso_2022_jp

        return "".join(_encode_bytes_or_error(piece, percent_encode_set) for piece in iso_2022_jp(string))
    return string.translate(_Encoded(name, percent_encode_set))


class _Encoded(dict[int, str]):
    """A table for `str.translate` that encodes each code point, when it first occurs, in a stateless encoding."""

    def __init__(self, encoding: str, percent_encode_set: PercentEncodeSet) -> None:
        from py_url.standard.infra.legacy_encoders import encoder_of

        self._encoder = encoder_of(encoding)
        self._set = percent_encode_set

    def __missing__(self, code_point: int) -> str:
        encoded = bytes([code_point]) if code_point < 0x80 else self._encoder(chr(code_point))
        value = _encode_bytes_or_error(code_point if encoded is None else encoded, self._set)
        self[code_point] = value
        return value


def _encode_bytes_or_error(piece: bytes | int, percent_encode_set: PercentEncodeSet) -> str:
    """Percent-encode the bytes that an encoder returns, or write a character reference for a code point it lacks."""
    if isinstance(piece, int):
        return f"%26%23{piece}%3B"
    if percent_encode_set.space_as_plus and piece == b" ":
        return "+"
    return "".join(percent_encode(byte) if chr(byte) in percent_encode_set else chr(byte) for byte in piece)
