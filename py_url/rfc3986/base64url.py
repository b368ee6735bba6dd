"""RFC 4648 §5: base 64 with an alphabet that is safe in URLs and file names, without padding.

In: bytes. Out: a string of unreserved characters; and back.
"""

from __future__ import annotations

import re
from base64 import urlsafe_b64decode, urlsafe_b64encode

from py_url.grammar import InvalidSyntax, expect_str

_ALPHABET = re.compile("[A-Za-z0-9_-]*")


def base64url_encode(data: bytes) -> str:
    """§5, §3.2 ``base64url_encode(b"??>") == "Pz8-"``. Raises TypeError for what is not bytes."""
    if not isinstance(data, bytes | bytearray | memoryview):
        raise TypeError(f"base64url_encode takes bytes, not {type(data).__name__}")
    return urlsafe_b64encode(bytes(data)).rstrip(b"=").decode("ascii")


def base64url_decode(string: str) -> bytes:
    """§5 The bytes of which *string* is the only encoding.

    Raises TypeError for what is no str, and InvalidSyntax for padding, for characters beyond the alphabet, line breaks
    among them (§3.3), for a length that no bytes have, and for bits at the end that are not zero (§3.5).
    """
    end = len(_ALPHABET.match(expect_str(string, "base64url")).group())  # type: ignore[union-attr]  # it matches always
    if end < len(string):
        raise InvalidSyntax(string, "base64url", end, "a letter, a digit, '-' or '_' is expected, without padding")
    if len(string) % 4 == 1:
        raise InvalidSyntax(string, "base64url", end, "one more character is expected, as one alone is no byte")
    data = urlsafe_b64decode(string + "=" * (-len(string) % 4))
    if not base64url_encode(data).endswith(string[-1:]):
        raise InvalidSyntax(string, "base64url", end - 1, "a character is expected whose last bits are zero")
    return data
