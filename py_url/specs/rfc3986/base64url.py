"""Base64url without padding: the base 64 encoding of RFC 4648 §5, whose alphabet is safe in URLs and file names.

Takes bytes and returns a string of unreserved characters, and back. See
https://www.rfc-editor.org/rfc/rfc4648#section-5.
"""

from __future__ import annotations

import re
from base64 import urlsafe_b64decode, urlsafe_b64encode

from py_url.specs.grammar import InvalidSyntax
from py_url.standard.infra.arguments import expect_str

_ALPHABET = re.compile("[A-Za-z0-9_-]*")


def base64url_encode(data: bytes) -> str:
    """Encode *data*, without padding (§3.2, §5).

    Raises:
        TypeError: If *data* is not bytes, a bytearray or a memoryview.

    >>> base64url_encode(b"??>")
    'Pz8-'
    """
    if not isinstance(data, bytes | bytearray | memoryview):
        raise TypeError(f"the data to encode must be bytes, not {type(data).__name__}")
    return urlsafe_b64encode(bytes(data)).rstrip(b"=").decode("ascii")


def base64url_decode(string: str) -> bytes:
    """Decode a string that `base64url_encode` could have made (§5).

    Raises:
        TypeError: If *string* is not a str.
        InvalidSyntax: For padding, for characters outside the alphabet such as line breaks (§3.3), for a length that no
            number of bytes has, and if the unused bits at the end are not zero (§3.5).

    >>> base64url_decode("Pz8-")
    b'??>'
    """
    string = expect_str(string, "the base64url string")
    end = len(_ALPHABET.match(string).group())  # type: ignore[union-attr]  # the pattern matches every string
    if end < len(string):
        raise InvalidSyntax(string, "base64url", end, "expected an ASCII letter, a digit, '-' or '_'; remove padding")
    if len(string) % 4 == 1:
        raise InvalidSyntax(string, "base64url", end, "expected one more character, as a byte takes at least two")
    data = urlsafe_b64decode(string + "=" * (-len(string) % 4))
    if not base64url_encode(data).endswith(string[-1:]):
        raise InvalidSyntax(string, "base64url", end - 1, "expected a character whose unused last bits are zero")
    return data
