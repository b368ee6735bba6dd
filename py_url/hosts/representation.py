"""§3.1 Host representation and §3.7 Host equivalence.

A host is a `Domain`, an `IPv4Address`, an `IPv6Address`, an `OpaqueHost`, or the empty host, which is ``""``.
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable


class Domain(str):
    """A *domain*: a non-empty ASCII string that identifies a realm within a network."""

    __slots__ = ()


class OpaqueHost(str):
    """An *opaque host*: a non-empty ASCII string, of a URL that is not special."""

    __slots__ = ()


class IPv4Address(int):
    """An *IPv4 address*: a 32-bit unsigned integer."""

    __slots__ = ()

    def __repr__(self) -> str:
        return f"IPv4Address({int(self):#010x})"


class IPv6Address(tuple[int, ...]):
    """An *IPv6 address*: its eight 16-bit *pieces*; ``int(address)`` is the 128-bit unsigned integer.

    Raises ValueError for anything but eight integers from 0 to 0xFFFF.
    """

    __slots__ = ()

    def __new__(cls, pieces: Iterable[int]) -> IPv6Address:
        """The address of those pieces."""
        self = super().__new__(cls, pieces)
        if len(self) != 8 or not all(0 <= piece <= 0xFFFF for piece in self):
            raise ValueError("an IPv6 address has eight pieces, each from 0 to 0xFFFF")
        return self

    def __int__(self) -> int:
        value = 0
        for piece in self:
            value = value << 16 | piece
        return value

    def __repr__(self) -> str:
        return f"IPv6Address(({', '.join(map(hex, self))}))"


# Only the empty host is a plain str.
Host = Domain | OpaqueHost | IPv4Address | IPv6Address | str


def host_equals(a: Host, b: Host) -> bool:
    """§3.7 Whether host *a* *equals* host *b*: the same kind of host with the same value."""
    return type(a) is type(b) and a == b
