"""§3.1, §3.5 and §3.6, the IPv4 part: the ends in a number checker, the IPv4 parser, number parser and serializer.

Takes an ASCII string and returns an `IPv4Address`, or raises a Failure whose span is in that string.
https://url.spec.whatwg.org/#concept-ipv4
"""

from __future__ import annotations

from py_url.standard.infra.code_points import ASCII_HEX_DIGITS
from py_url.standard.infra.late import Late
from py_url.standard.infra.validation import Failure

TYPE_CHECKING = False
if TYPE_CHECKING:
    import ipaddress

    from py_url.standard.infra.validation import Report
else:
    ipaddress = Late("ipaddress")

# A number with more digits than _MAX_DIGITS has for its radix is too large for an address.
_TOO_LARGE = 2**32
_MAX_DIGITS = {8: 11, 10: 10, 16: 8}


class IPv4Address(int):
    """§3.1 An *IPv4 address*: a 32-bit unsigned integer, *value*.

    https://url.spec.whatwg.org/#concept-ipv4

    Raises:
        ValueError: For a number that needs more than 32 bits.
        TypeError: For a value that is not an int.

    >>> str(IPv4Address(0x7F000001))
    '127.0.0.1'
    """

    __module__ = "py_url.standard"  # that users import it from: pickles name it

    __slots__ = ()

    def __new__(cls, value: int) -> IPv4Address:
        """Return the address."""
        if not isinstance(value, int) or isinstance(value, bool):
            raise TypeError(f"an IPv4 address must be an int, not {type(value).__name__}")
        if not 0 <= value < 2**32:
            raise ValueError("an IPv4 address must be a number from 0 to 2**32 - 1")
        return int.__new__(cls, value)

    def to_ipaddress(self) -> ipaddress.IPv4Address:
        """Return the address as one of Python's module `ipaddress`.

        >>> IPv4Address(1).to_ipaddress()
        IPv4Address('0.0.0.1')
        """
        import ipaddress

        return ipaddress.IPv4Address(int(self))

    def __str__(self) -> str:
        return serialize_ipv4(self)

    def __repr__(self) -> str:
        return f"{type(self).__name__}({int(self):#010x})"

    def __reduce_ex__(self, protocol: int, /) -> str | tuple[object, ...]:  # type: ignore[override]  # an int is enough
        # Protocols 0 and 1 would not call `__new__`, which checks the value.
        return super().__reduce_ex__(max(protocol, 2))


def ends_in_a_number(input: str) -> bool:
    """§3.5 *ends in a number checker*, for an ASCII string.

    https://url.spec.whatwg.org/#ends-in-a-number-checker
    """
    last = input.removesuffix(".").rpartition(".")[2]
    # Every number starts with a digit, even a hexadecimal one.
    return last[:1].isdigit() and (last.isdigit() or parse_ipv4_number(last) is not None)


def parse_ipv4(input: str, report: Report | None = None) -> IPv4Address:
    """§3.5 *IPv4 parser*. Raises Failure. Calls *report* with each validation error that is not a failure.

    https://url.spec.whatwg.org/#concept-ipv4-parser
    """
    # Without a report, it does not matter what follows the fifth dot: there are too many parts in any case.
    parts = input.split(".", 5 if report is None else -1)
    if parts[-1] == "" and len(parts) > 1:
        parts.pop()
        if report is not None:
            report("IPv4-empty-part", len(input) - 1, len(input), None)
    if len(parts) < 4 and report is not None:
        report("IPv4-too-few-parts", 0, len(".".join(parts)), _written_out(input))
    if len(parts) > 4:
        raise Failure("IPv4-too-many-parts", len(".".join(parts[:4])), len(input))
    numbers = []
    for index, part in enumerate(parts):
        number = parse_ipv4_number(part)
        if number is None:
            octal = "a leading zero makes this octal, which has no 8 or 9; remove the zeros" if part.isdigit() else None
            raise Failure("IPv4-non-numeric-part", *_span(parts, index), octal)
        if report is not None and _is_non_decimal(part):
            message = f"this part is read as {number}; write '{number}'" if number <= 255 else None
            report("IPv4-non-decimal-part", *_span(parts, index), message)
        numbers.append(number)
    *first, last = numbers
    value = last
    for index, number in enumerate(first):
        if number > 255:
            raise Failure("IPv4-out-of-range-part", *_span(parts, index))
        value += number << 8 * (3 - index)
    largest = 256 ** (4 - len(first)) - 1
    if last > largest:
        message = f"this part may be at most {largest}; check which host is meant"
        raise Failure("IPv4-out-of-range-part", *_span(parts, len(first)), message)
    address = IPv4Address(value)
    if last > 255 and report is not None:
        bytes_of_last = str(address).split(".")[len(first) :]
        which = ("", "", "the last two of the four parts", "the last three of the four parts", "all four parts")
        message = f"this number stands for {which[len(bytes_of_last)]}; write {'.'.join(bytes_of_last)!r}"
        report("IPv4-out-of-range-part", *_span(parts, len(first)), message)
    return address


def _span(parts: list[str], index: int) -> tuple[int, int]:
    """Return the span in the input of the part with that index."""
    start = sum(map(len, parts[:index])) + index
    return start, start + len(parts[index])


def parse_ipv4_number(input: str) -> int | None:
    """§3.5 *IPv4 number parser* for an ASCII string. Returns None for failure, and no flag for non-decimal numbers.

    A number with too many digits for an address is returned as 2**32, so that it needs no big-integer arithmetic.

    https://url.spec.whatwg.org/#ipv4-number-parser
    """
    if input.isdigit():
        if input[0] != "0" or len(input) == 1:
            return int(input) if len(input) <= _MAX_DIGITS[10] else _TOO_LARGE
        radix, digits = 8, input
        if "8" in input or "9" in input:
            return None
    elif input[:2] in ("0x", "0X"):
        radix, digits = 16, input[2:]
        if digits and not ASCII_HEX_DIGITS.fullmatch(digits):
            return None
    else:
        return None
    digits = digits.lstrip("0")
    return _TOO_LARGE if len(digits) > _MAX_DIGITS[radix] else int(digits or "0", radix)


def _is_non_decimal(part: str) -> bool:
    """Return the flag of the IPv4 number parser: whether the number is hexadecimal or octal."""
    return len(part) >= 2 and part[0] == "0"


def _written_out(input: str) -> str | None:
    """Return a message with all four parts of an address that has fewer, or None if *input* is not an address."""
    try:
        return f"an IPv4 address must have four parts; write {str(parse_ipv4(input))!r}"
    except Failure:
        return None


def serialize_ipv4(address: int) -> str:
    """§3.6 *IPv4 serializer*: four decimal numbers.

    https://url.spec.whatwg.org/#concept-ipv4-serializer
    """
    return f"{address >> 24}.{address >> 16 & 255}.{address >> 8 & 255}.{address & 255}"
