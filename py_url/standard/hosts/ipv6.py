"""§3.1, §3.5 and §3.6, the IPv6 part: the IPv6 parser and serializer.

Takes the string between the brackets and returns an `IPv6Address`, or raises a Failure whose span is in that string.
https://url.spec.whatwg.org/#concept-ipv6
"""

from __future__ import annotations

import re
from collections.abc import Iterable

from py_url.standard.infra.code_points import ASCII_DIGITS
from py_url.standard.infra.late import Late
from py_url.standard.infra.validation import Failure

TYPE_CHECKING = False
if TYPE_CHECKING:
    import ipaddress
    from collections.abc import Sequence

    from py_url.standard.infra.validation import Report
else:
    ipaddress = Late("ipaddress")

_PIECE = re.compile("[0-9A-Fa-f]{0,4}")
_PIECES = re.compile("(?:[0-9A-Fa-f]{1,4}(?::[0-9A-Fa-f]{1,4}){0,7})?")
_ZERO_PIECES = re.compile("00+")


class IPv6Address(tuple[int, ...]):
    """§3.1 An *IPv6 address*: its eight 16-bit *pieces*.

    ``int(address)`` is the 128-bit unsigned integer, without brackets in ``str(address)``. ``ipaddress.ip_address``
    mistakes a small integer, such as that of ``::1``, for an IPv4 address: use `to_ipaddress`.

    https://url.spec.whatwg.org/#concept-ipv6

    Raises:
        ValueError: Unless there are eight integers from 0 to 0xFFFF.
        TypeError: If *pieces* is not an iterable of int.

    >>> str(IPv6Address([0, 0, 0, 0, 0, 0, 0, 1]))
    '::1'
    """

    __module__ = "py_url.standard"  # that users import it from: pickles name it

    __slots__ = ()

    def __new__(cls, pieces: Iterable[int]) -> IPv6Address:
        """Return the address."""
        if isinstance(pieces, type) or not hasattr(pieces, "__iter__"):
            raise TypeError(f"an IPv6 address must be an iterable of eight ints, not {type(pieces).__name__}")
        self = super().__new__(cls, pieces)
        if {*map(type, self)} != {int}:
            for piece in self:
                if not isinstance(piece, int) or isinstance(piece, bool):
                    raise TypeError(f"a piece of an IPv6 address must be an int, not {type(piece).__name__}")
        if len(self) != 8 or min(self) < 0 or max(self) > 0xFFFF:
            raise ValueError("an IPv6 address must have eight pieces, each from 0 to 0xFFFF")
        return self

    def to_ipaddress(self) -> ipaddress.IPv6Address:
        """Return the address as one of Python's module `ipaddress`.

        >>> IPv6Address([0] * 8).to_ipaddress()
        IPv6Address('::')
        """
        import ipaddress

        return ipaddress.IPv6Address(int(self))

    def __str__(self) -> str:
        return serialize_ipv6(self)

    def __int__(self) -> int:
        value = 0
        for piece in self:
            value = value << 16 | piece
        return value

    def __repr__(self) -> str:
        return f"{type(self).__name__}(({', '.join(map(hex, self))}))"

    def __reduce_ex__(self, protocol: int, /) -> str | tuple[object, ...]:  # type: ignore[override]  # an int is enough
        # Protocols 0 and 1 would not call `__new__`, which checks the value.
        return super().__reduce_ex__(max(protocol, 2))


def parse_ipv6(input: str, report: Report | None = None) -> IPv6Address:
    """§3.5 *IPv6 parser*. Raises Failure. Calls *report* with each validation error that is not a failure.

    https://url.spec.whatwg.org/#concept-ipv6-parser
    """
    if report is None and (ordinary := _parse_ordinary(input)) is not None:
        return ordinary
    pieces: list[int] = []
    compress = None
    pointer, length = 0, len(input)
    if input.startswith(":"):
        if not input.startswith("::"):
            raise Failure("IPv6-invalid-compression", 0, 1)
        pointer = 2
        compress = 0
    while pointer < length:
        # "::" stands for at least one piece, so it counts as one.
        piece_index = len(pieces) + (compress is not None)
        if piece_index == 8:
            raise Failure("IPv6-too-many-pieces", pointer - (input[pointer - 2 : pointer] != "::"), length)
        if input[pointer] == ":":
            if compress is not None:
                raise Failure("IPv6-multiple-compression", pointer - 1, pointer + 1)
            pointer += 1
            compress = len(pieces)
            continue
        match = _PIECE.match(input, pointer)
        assert match is not None, "the pattern matches the empty string"
        end = match.end()
        if input.startswith(".", end):
            if end == pointer:
                raise Failure("IPv4-in-IPv6-invalid-code-point", end, end + 1)
            if piece_index > 6:
                raise Failure("IPv4-in-IPv6-too-many-pieces", pointer, length)
            pieces += _parse_ipv4_in_ipv6(input, pointer)
            break
        if end < length:
            if input[end] != ":":
                raise Failure("IPv6-invalid-code-point", end, end + 1)
            if end + 1 == length:
                message = "an IPv6 address may not end with a single ':'; write '::' if it stands for zeros"
                raise Failure("IPv6-invalid-code-point", end, length, message)
        if report is not None and end > pointer + 1 and input[pointer] == "0":
            report("IPv6-piece-leading-zero", pointer, end, None)
        pieces.append(int(match[0], 16))
        pointer = end + 1
    if compress is not None:
        pieces[compress:compress] = [0] * (8 - len(pieces))
    elif len(pieces) != 8:
        raise Failure("IPv6-too-few-pieces", 0, length)
    return IPv6Address(pieces)


def _parse_ordinary(input: str) -> IPv6Address | None:
    """Parse pieces with at most one "::" as a whole, which is faster. Returns None for any other input."""
    before, compress, after = input.partition("::")
    if _PIECES.fullmatch(before) is None or _PIECES.fullmatch(after) is None:
        return None
    pieces = [int(piece, 16) for piece in before.split(":")] if before else []
    pieces_after = [int(piece, 16) for piece in after.split(":")] if after else []
    missing = 8 - len(pieces) - len(pieces_after)
    if missing < 1 if compress else missing != 0:
        return None
    return IPv6Address([*pieces, *[0] * missing, *pieces_after])


def _parse_ipv4_in_ipv6(input: str, pointer: int) -> list[int]:
    """Parse the IPv4 address from *pointer* to the end of the input, and return it as two pieces."""
    numbers: list[int] = []
    while pointer < len(input):
        if numbers:
            if input[pointer] != "." or len(numbers) == 4:
                raise Failure("IPv4-in-IPv6-invalid-code-point", pointer, pointer + 1)
            pointer += 1
        digits = ASCII_DIGITS.match(input, pointer)
        if digits is None:
            raise Failure("IPv4-in-IPv6-invalid-code-point", pointer, min(pointer + 1, len(input)))
        if digits[0][0] == "0" and len(digits[0]) > 1:
            raise Failure("IPv4-in-IPv6-invalid-code-point", pointer, digits.end())
        if len(digits[0]) > 3 or int(digits[0]) > 255:
            raise Failure("IPv4-in-IPv6-out-of-range-part", pointer, digits.end())
        numbers.append(int(digits[0]))
        pointer = digits.end()
    if len(numbers) != 4:
        raise Failure("IPv4-in-IPv6-too-few-parts", len(input), len(input))
    return [numbers[0] << 8 | numbers[1], numbers[2] << 8 | numbers[3]]


def serialize_ipv6(address: Sequence[int]) -> str:
    """§3.6 *IPv6 serializer*: no brackets, and ``::`` for the first longest run of two or more zero pieces.

    https://url.spec.whatwg.org/#concept-ipv6-serializer
    """
    pieces = [f"{piece:x}" for piece in address]
    index, size = find_compressed_piece_index(address)
    if index is None:
        return ":".join(pieces)
    return f"{':'.join(pieces[:index])}::{':'.join(pieces[index + size :])}"


def find_compressed_piece_index(address: Sequence[int]) -> tuple[int | None, int]:
    """§3.6 *find the IPv6 address compressed piece index*. Returns the index, or None, and the number of zero pieces.

    https://url.spec.whatwg.org/#find-the-ipv6-address-compressed-piece-index
    """
    marks = "".join(["1" if piece else "0" for piece in address])
    longest = max(_ZERO_PIECES.findall(marks), key=len, default=None)
    return (None, 0) if longest is None else (marks.index(longest), len(longest))
