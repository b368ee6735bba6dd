"""§4.2 The special schemes and their default ports, and which numbers a port may have.

https://url.spec.whatwg.org/#special-scheme
"""

from __future__ import annotations

SPECIAL_SCHEMES: dict[str, int | None] = {"ftp": 21, "file": None, "http": 80, "https": 443, "ws": 80, "wss": 443}
"""Each special scheme with its default port. A file URL has no port."""

TUPLE_ORIGIN_SCHEMES = frozenset(SPECIAL_SCHEMES) - {"file"}
"""§4.7 The schemes whose URLs have a tuple origin made of their own parts."""

MAX_PORT = 2**16 - 1


def default_port(scheme: str) -> int | None:
    """§4.2 Return the *default port* of *scheme*, or None if it has none.

    Raises:
        TypeError: If *scheme* is not a str.

    >>> default_port("https"), default_port("file")
    (443, None)
    """
    if not isinstance(scheme, str):
        raise TypeError(f"a scheme must be a str, not {type(scheme).__name__}")
    return SPECIAL_SCHEMES.get(scheme)


def port_number(digits: str) -> int | None:
    """§4.4, port state: the number that ASCII *digits* stand for, or None if it is greater than 65,535.

    No digits at all stand for 0.
    """
    digits = digits.lstrip("0")
    # Most of the digits of a long number need not be read.
    if len(digits) > 5:
        return None
    port = int(digits or "0")
    return port if port <= MAX_PORT else None
