"""§3.1, §3.5 and §3.6, the IPv4 part: the ends in a number checker, the IPv4 parser, number parser and serializer.

In: an ASCII string. Out: an `IPv4Address`, or a Failure whose span lies in that string.
"""

from __future__ import annotations

from py_url.infra.code_points import ASCII_DIGITS, ASCII_HEX_DIGITS
from py_url.infra.validation import Failure

TYPE_CHECKING = False
if TYPE_CHECKING:
    from py_url.infra.validation import Report

# Every number that has more digits than this one in its radix is too large for an address.
_TOO_LARGE = 2**32
_MAX_DIGITS = {8: 11, 10: 10, 16: 8}


class IPv4Address(int):
    """§3.1 An *IPv4 address*: a 32-bit unsigned integer; ``str(address)`` is its serialization.

    Raises ValueError for a number beyond 32 bits.
    """

    __slots__ = ()

    def __new__(cls, value: int) -> IPv4Address:
        """The address of that value."""
        if not 0 <= value < 2**32:
            raise ValueError("an IPv4 address is a number from 0 to 2**32 - 1")
        return super().__new__(cls, value)

    def __str__(self) -> str:
        return serialize_ipv4(self)

    def __repr__(self) -> str:
        return f"IPv4Address({int(self):#010x})"


def ends_in_a_number(input: str) -> bool:
    """§3.5 *ends in a number checker*."""
    parts = input.rsplit(".", 2)
    last = parts[-2] if parts[-1] == "" and len(parts) > 1 else parts[-1]
    return ASCII_DIGITS.fullmatch(last) is not None or parse_ipv4_number(last) is not None


def parse_ipv4(input: str, report: Report | None = None) -> IPv4Address:
    """§3.5 *IPv4 parser*; raises Failure. *report* is told of the validation errors that are not failures."""
    parts = input.split(".")
    if parts[-1] == "" and len(parts) > 1:
        parts.pop()
        if report is not None:
            report("IPv4-empty-part", len(input) - 1, len(input), None)
    if len(parts) < 4 and report is not None:
        report("IPv4-too-few-parts", 0, len(".".join(parts)), _written_out(input))
    if len(parts) > 4:
        raise Failure("IPv4-too-many-parts", len(".".join(parts[:4])), len(input))
    numbers, spans = [], []
    start = 0
    for part in parts:
        spans.append((start, start + len(part)))
        number = parse_ipv4_number(part)
        if number is None:
            octal = (
                "this is read as octal, which has no 8 or 9; leave out the leading zeros" if part.isdigit() else None
            )
            raise Failure("IPv4-non-numeric-part", *spans[-1], octal)
        if report is not None and _is_non_decimal(part):
            message = f"this part is read as {number}; write that" if number < _TOO_LARGE else None
            report("IPv4-non-decimal-part", *spans[-1], message)
        numbers.append(number)
        start += len(part) + 1
    *first, last = numbers
    for number, span in zip(first, spans, strict=False):
        if number > 255:
            raise Failure("IPv4-out-of-range-part", *span)
    if last >= 256 ** (5 - len(numbers)):
        largest = 256 ** (5 - len(numbers)) - 1
        raise Failure("IPv4-out-of-range-part", *spans[-1], f"this part is at most {largest}; write one that is")
    address = IPv4Address(last + sum(number * 256 ** (3 - index) for index, number in enumerate(first)))
    if last > 255 and report is not None:
        bytes_of_last = str(address).split(".")[len(first) :]
        report(
            "IPv4-out-of-range-part",
            *spans[-1],
            f"this part stands for {len(bytes_of_last)} of the four; write {'.'.join(bytes_of_last)!r}",
        )
    return address


def parse_ipv4_number(input: str) -> int | None:
    """§3.5 *IPv4 number parser*, without its flag for non-decimal numbers; None is failure.

    A number too large for any address comes back as 2**32, so that a long one costs no big-integer arithmetic.
    """
    radix, digits = 10, input
    if input[:2] in ("0x", "0X"):
        radix, digits = 16, input[2:]
        if digits and not ASCII_HEX_DIGITS.fullmatch(digits):
            return None
    elif not ASCII_DIGITS.fullmatch(input):
        return None
    elif len(input) >= 2 and input[0] == "0":
        radix = 8
        if "8" in input or "9" in input:
            return None
    digits = digits.lstrip("0")
    return _TOO_LARGE if len(digits) > _MAX_DIGITS[radix] else int(digits or "0", radix)


def _is_non_decimal(part: str) -> bool:
    """The IPv4 number parser's flag: whether the number is hexadecimal or octal."""
    return len(part) >= 2 and part[0] == "0"


def _written_out(input: str) -> str | None:
    """What to write in place of an address of fewer than four parts, where it is one."""
    try:
        return f"an IPv4 address has four parts; write {str(parse_ipv4(input))!r}"
    except Failure:
        return None


def serialize_ipv4(address: int) -> str:
    """§3.6 *IPv4 serializer*: four decimal numbers."""
    return f"{address >> 24}.{address >> 16 & 255}.{address >> 8 & 255}.{address & 255}"
