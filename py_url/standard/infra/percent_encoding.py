"""§1.3 Percent-encoded bytes: the percent-encode sets, percent-encode and percent-decode.

Encoding takes a scalar value string and returns an ASCII string; decoding takes bytes or a string and returns bytes.
Both work on runs of code points, in time linear in the length of the input.
https://url.spec.whatwg.org/#percent-encoded-bytes
"""

from __future__ import annotations

import re
from collections.abc import Iterable

from py_url.standard.infra.code_points import LONG, plain_str, replaced, scalar_value_string

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

# A pattern that starts with a literal or a set is found faster than one that starts with a repetition. The number of
# repetitions is limited because each repetition of a group takes memory.
PERCENT_ENCODED_BYTES = re.compile("%[0-9A-Fa-f]{2}(?:%[0-9A-Fa-f]{2}){0,999}")
_PERCENT_ENCODED_BYTES = re.compile(PERCENT_ENCODED_BYTES.pattern.encode())
# The same for what is decoded as UTF-8: no match ends inside a sequence, because continuation bytes may follow.
PERCENT_ENCODED_UTF_8 = "(?:%[0-9A-Fa-f]{2}){1,1000}(?:%[89ABab][0-9A-Fa-f]){0,3}"

_NO_SPACES = re.compile("[^ ]+")
# Strings up to this length are encoded byte by byte, which is faster.
_SHORT = 32
# Longer strings are decoded in pieces of this length, because decoding takes many times the memory of the string.
_PIECE = 16_384
# The number of short runs that are cached.
_REMEMBERED = 4_096


class PercentEncodeSet:
    """A *percent-encode set*: some ASCII code points, and every code point above U+007E (~).

    *ascii_members* are the ASCII code points, as an iterable of str. If *space_as_plus* is true, a space is written as
    ``+``. *name* is the standard's name for the set. A set cannot be changed. Two are equal if they have the same
    members and write a space in the same way, whatever their names.

    https://url.spec.whatwg.org/#percent-encode-set

    Raises:
        TypeError: If an argument has another type.

    >>> "/" in PATH_PERCENT_ENCODE_SET, "ß" in PATH_PERCENT_ENCODE_SET
    (False, True)
    """

    __module__ = "py_url.standard"  # that users import it from: pickles name it

    __slots__ = ("_ascii", "_printable", "_run", "_string_for", "is_encoded", "name", "space_as_plus")

    name: str
    space_as_plus: bool

    if TYPE_CHECKING:
        # Returns a match if the string has no member of the set, so that `encode` returns it unchanged; otherwise None.
        is_encoded: Callable[[str], re.Match[str] | None]
        _run: re.Pattern[str]
        # For each byte, the string that it is encoded as.
        _string_for: list[str]
        # The printable members in ASCII, each with the string that it is encoded as, to be replaced one after the
        # other. What encoding makes is not encoded again: "%" is the first, the space is the last, and if a hex digit
        # is a member, the list is empty.
        _printable: list[tuple[str, str]]
        _ascii: frozenset[str]

    def __init__(self, name: str, ascii_members: Iterable[str], *, space_as_plus: bool = False) -> None:
        if not isinstance(name, str):
            raise TypeError(f"the name of a percent-encode set must be a str, not {type(name).__name__}")
        self._keep(name=plain_str(name), space_as_plus=bool(space_as_plus), _ascii=_characters(ascii_members))

    def _keep(self, **values: object) -> None:
        for name, value in values.items():
            object.__setattr__(self, name, value)

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError("a percent-encode set cannot be changed")

    def __delattr__(self, name: str) -> None:
        raise AttributeError("a percent-encode set cannot be changed")

    def __getattr__(self, name: str) -> object:
        # Most programs use only a few of the sets, so each builds its tables when they are first used.
        if name not in ("_printable", "_run", "_string_for", "is_encoded"):
            raise AttributeError(f"{type(self).__name__!r} object has no attribute {name!r}")
        space = " " if self.space_as_plus else ""
        others = [chr(c) for c in range(0x7F) if chr(c) not in self and chr(c) != space]
        string_for = {ord(char): char for char in others} | ({0x20: "+"} if space else {})
        strings = [string_for.get(byte, f"%{byte:02X}") for byte in range(0x100)]
        printable = ["%", *map(chr, range(0x7E, 0x20, -1)), " "]
        self._keep(
            _run=self.run_besides(space),
            _string_for=strings,
            _printable=[]
            if self._ascii.intersection("0123456789ABCDEF")
            else [(char, strings[ord(char)]) for char in dict.fromkeys(printable) if strings[ord(char)] != char],
            is_encoded=re.compile(f"[{''.join(map(re.escape, others))}]*+" if others else "").fullmatch,
        )
        return getattr(self, name)

    def run_besides(self, besides: Iterable[str]) -> re.Pattern[str]:
        """Return a pattern that matches, as a group, a run of members other than the ASCII characters *besides*.

        Raises:
            TypeError: If they are not an iterable of str.

        >>> PATH_PERCENT_ENCODE_SET.run_besides(" ").search("a ?b")[1]
        '?'
        """
        besides = _characters(besides)
        others = "".join(re.escape(chr(c)) for c in range(0x7F) if chr(c) not in self or chr(c) in besides)
        return re.compile(f"([^{others}][^{others}]*+)" if others else r"([\s\S]++)")

    def extended(self, name: str, more: Iterable[str], *, space_as_plus: bool = False) -> PercentEncodeSet:
        """Return a new set with this set's members and those in *more*, which has *name* and *space_as_plus*.

        Raises:
            TypeError: If *name* is not a str, or *more* not an iterable of them.

        >>> PATH_PERCENT_ENCODE_SET.extended("mine", "~").encode("a~b c")
        'a%7Eb%20c'
        """
        return PercentEncodeSet(name, self._ascii | _characters(more), space_as_plus=space_as_plus)

    def __contains__(self, code_point: object) -> bool:
        return isinstance(code_point, str) and (code_point > "~" or code_point in self._ascii)

    def __repr__(self) -> str:
        return f"<{self.name}>"

    def _key(self) -> tuple[frozenset[str], bool]:
        return self._ascii, self.space_as_plus

    def __eq__(self, other: object) -> bool:
        return self._key() == other._key() if isinstance(other, PercentEncodeSet) else NotImplemented

    def __hash__(self) -> int:
        return hash(self._key())

    def __getstate__(self) -> dict[str, object]:
        from py_url.standard.infra.copying import state_of

        own = {"name": self.name, "ascii_members": "".join(sorted(self._ascii)), "space_as_plus": self.space_as_plus}
        return state_of(self, PercentEncodeSet, own)

    def __setstate__(self, state: object) -> None:
        from py_url.standard.infra.copying import restore

        restore(self, PercentEncodeSet, state, ("name", "ascii_members", "space_as_plus"), PercentEncodeSet._restore)

    def _restore(self, name: str, ascii_members: str, space_as_plus: bool) -> None:
        PercentEncodeSet.__init__(self, name, ascii_members, space_as_plus=space_as_plus)

    def encode(self, string: str) -> str:
        """Return the UTF-8 percent-encoding of *string*, which must be a scalar value string.

        Raises:
            TypeError: If *string* is not a str.
            ValueError: For a surrogate.

        >>> PATH_PERCENT_ENCODE_SET.encode("a b")
        'a%20b'
        """
        try:
            return self.encode_members(string) if self.is_encoded(string) is None else string
        except TypeError:
            raise _not_a_str(string) from None

    def encode_members(self, string: str) -> str:
        """Return what `encode` returns, but faster if *string* is known to contain a member.

        Raises the same errors.

        >>> PATH_PERCENT_ENCODE_SET.encode_members("a b")
        'a%20b'
        """
        try:
            if len(string) <= _SHORT:
                string_for = self._string_for
                return "".join([string_for[byte] for byte in string.encode()])
            if len(string) > LONG:
                return "".join([self.encode(string[start : start + LONG]) for start in range(0, len(string), LONG)])
            if self._printable and string.isascii() and string.isprintable():
                # Faster than a pattern: most members are in no string, or in it many times.
                for member, encoded in self._printable:
                    if member in string:
                        string = string.replace(member, encoded)
                return string
            encoded = replace_runs(self._run, encoded_runs, string)
        except (AttributeError, TypeError):
            raise _not_a_str(string) from None
        except UnicodeEncodeError:
            # Its arguments would show the string.
            raise ValueError(
                "UTF-8 cannot encode a surrogate; remove it, or use utf8_percent_encode, which replaces it"
            ) from None
        return encoded.replace(" ", "+") if self.space_as_plus else encoded


def _characters(characters: Iterable[str]) -> frozenset[str]:
    if isinstance(characters, bytes) or not isinstance(characters, Iterable):
        raise TypeError(f"the characters must be an iterable of str, not {type(characters).__name__}")
    characters = [*characters]
    for character in characters:
        if not isinstance(character, str):
            raise _not_a_str(character)
    return frozenset(characters)


def _not_a_str(value: object) -> TypeError:
    return TypeError(f"expected a str, not {type(value).__name__}")


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
    """§1.3 *percent-encode* a byte.

    https://url.spec.whatwg.org/#percent-encode

    Raises:
        TypeError: If *byte* is not an int.
        ValueError: If it is not from 0 to 255.

    >>> percent_encode(0x23)
    '%23'
    """
    if not isinstance(byte, int) or isinstance(byte, bool):
        raise TypeError(f"a byte must be an int, not {type(byte).__name__}")
    if not 0 <= byte <= 0xFF:
        raise ValueError(f"a byte must be from 0 to 255, not {byte}")
    return f"%{byte:02X}"


def percent_decode(input: bytes | str) -> bytes:
    """§1.3 *percent-decode* a byte sequence, or a string, which is first encoded as UTF-8.

    A ``%`` that is not followed by two hex digits stays.

    https://url.spec.whatwg.org/#percent-decode and https://url.spec.whatwg.org/#string-percent-decode

    Raises:
        TypeError: If *input* is neither bytes nor str.

    >>> percent_decode("a%20b%")
    b'a b%'
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
    is_inside = percent_sign >= 0 and _PERCENT_ENCODED_BYTES.match(input, percent_sign) is not None
    # A "%" that stands for itself may be right before a percent-encoded byte, which then starts at *place* or after it.
    return percent_sign + 3 if is_inside else place


def _decode_run(run: re.Match[bytes]) -> bytes:
    return bytes.fromhex(run[0].decode().replace("%", ""))


class DecodedRuns(dict[str, str]):
    """Maps a run of percent-encoded bytes to its text in UTF-8, to which it applies *table* with `str.translate`.

    Invalid bytes become U+FFFD. Caches runs of one code point, which recur often.
    """

    cache_clear = dict.clear  # the name that functools uses

    def __init__(self, table: dict[int, str]) -> None:
        self._table = table

    def __missing__(self, run: str) -> str:
        decoded = bytes.fromhex(run.replace("%", "")).decode("utf-8", "replace").translate(self._table)
        if len(run) <= 12 and len(self) < _REMEMBERED:
            self[run] = decoded
        return decoded


def utf8_percent_encode(input: str, percent_encode_set: PercentEncodeSet) -> str:
    """§1.3 *UTF-8 percent-encode* a string: encode the members of *percent_encode_set* in *input*.

    https://url.spec.whatwg.org/#string-utf-8-percent-encode

    Raises:
        TypeError: If an argument has another type.

    >>> utf8_percent_encode("a ß", PATH_PERCENT_ENCODE_SET)
    'a%20%C3%9F'
    """
    return _set(percent_encode_set).encode(scalar_value_string(input))


def _set(percent_encode_set: PercentEncodeSet) -> PercentEncodeSet:
    if not isinstance(percent_encode_set, PercentEncodeSet):
        raise TypeError(f"expected a PercentEncodeSet, not {type(percent_encode_set).__name__}")
    return percent_encode_set


def percent_encode_after_encoding(
    encoding: str, input: str, percent_encode_set: PercentEncodeSet, space_as_plus: bool | None = None
) -> str:
    """§1.3 *percent-encode after encoding*: encode *input* in the encoding with the label *encoding*.

    The members of *percent_encode_set* are percent-encoded. A code point that the encoding lacks becomes
    ``%26%23...%3B``: an HTML character reference, percent-encoded. If *space_as_plus* is true, a space becomes ``+``;
    None means what the set says. So do the texts of the standard before 2026-03-31, for every encoding and set.
    Since then, the standard asserts that a legacy encoding comes only with the special-query or the
    application/x-www-form-urlencoded percent-encode set.

    https://url.spec.whatwg.org/#string-percent-encode-after-encoding

    Raises the errors of `get_an_output_encoding`, and TypeError if an argument has another type.

    >>> percent_encode_after_encoding("utf-8", "a b", QUERY_PERCENT_ENCODE_SET)
    'a%20b'
    """
    from py_url.standard.infra.encodings import get_an_output_encoding

    name = get_an_output_encoding(encoding)
    string = scalar_value_string(input)
    plus = _set(percent_encode_set).space_as_plus if space_as_plus is None else bool(space_as_plus)
    if name == "UTF-8":
        if plus == percent_encode_set.space_as_plus:
            return percent_encode_set.encode(string)
        space = "+" if plus else "%20" if " " in percent_encode_set else " "
        return replaced(_NO_SPACES, lambda run: percent_encode_set.encode(run[0]), string).replace(" ", space)
    if name == "ISO-2022-JP":
        from py_url.standard.infra.legacy_encoders import iso_2022_jp

        return "".join(_encode_bytes_or_error(piece, percent_encode_set, plus) for piece in iso_2022_jp(string))
    return string.translate(_Encoded(name, percent_encode_set, plus))


class _Encoded(dict[int, str]):
    """A table for `str.translate` that encodes each code point, when it first occurs, in a stateless encoding."""

    def __init__(self, encoding: str, percent_encode_set: PercentEncodeSet, space_as_plus: bool) -> None:
        from py_url.standard.infra.legacy_encoders import encoder_of

        self._encoder = encoder_of(encoding)
        self._set = percent_encode_set
        self._space_as_plus = space_as_plus

    def __missing__(self, code_point: int) -> str:
        encoded = bytes([code_point]) if code_point < 0x80 else self._encoder(chr(code_point))
        value = _encode_bytes_or_error(code_point if encoded is None else encoded, self._set, self._space_as_plus)
        self[code_point] = value
        return value


def _encode_bytes_or_error(piece: bytes | int, percent_encode_set: PercentEncodeSet, space_as_plus: bool) -> str:
    """Percent-encode the bytes that an encoder returns, or write a character reference for a code point it lacks."""
    if isinstance(piece, int):
        return f"%26%23{piece}%3B"
    if space_as_plus and piece == b" ":
        return "+"
    return "".join(percent_encode(byte) if chr(byte) in percent_encode_set else chr(byte) for byte in piece)
