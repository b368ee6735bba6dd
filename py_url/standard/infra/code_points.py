"""Infra §4.6 and §4.7: the kinds of string and code point that the URL Standard borrows from the Infra Standard.

Takes any Python str and returns scalar value strings and the few other forms that the parsers need.
https://infra.spec.whatwg.org/#strings
"""

from __future__ import annotations

import re
from itertools import islice

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

C0_CONTROL_OR_SPACE = "".join(map(chr, range(0x21)))
ASCII_WHITESPACE = "\t\n\f\r "

_ASCII_UPPER_ALPHAS = re.compile("[A-Z]+")
ASCII_DIGITS = re.compile("[0-9]+")
ASCII_HEX_DIGITS = re.compile("[0-9A-Fa-f]+")
LONG = 65_536
"""Longer strings are handled in pieces of about this length, because what is collected for a whole one takes many times
its memory.
"""
# The number of pieces that are joined at a time.
_BATCH = 1_000


def scalar_value_string(string: str) -> str:
    """Infra's *convert a string into a scalar value string*, for any Python str.

    A surrogate pair stored as two code points becomes the code point that it encodes, as in JavaScript. A lone
    surrogate becomes U+FFFD. Any other string is returned unchanged, except that an instance of a subclass becomes a
    plain str. Raises TypeError if *string* is not a str.

    https://infra.spec.whatwg.org/#javascript-string-convert
    """
    if type(string) is not str:
        string = plain_str(string)
    if string.isascii():
        return string
    try:
        string.encode()
    except UnicodeEncodeError:
        # Encoding as UTF-16 joins the pairs, so decoding replaces only lone surrogates.
        return string.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "replace")
    return string


def plain_str(string: object) -> str:
    """Return *string* itself, or the plain str in an instance of a subclass, whose methods may do something else.

    Raises TypeError if *string* is not a str.
    """
    if type(string) is str:
        return string
    if not isinstance(string, str):
        hint = ""
        if hasattr(type(string), "href"):
            hint = ": a text as it was written; write url.href, or url.given where there is one"
        raise TypeError(f"expected a str, not {type(string).__name__}{hint}")
    return str.__str__(string)


def with_pairs_joined(string: str) -> str:
    """Return *string* with each surrogate pair joined, as `scalar_value_string` does, but with lone surrogates kept."""
    if string.isascii():
        return string
    return string.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "surrogatepass")


def without_tabs_and_newlines(string: str) -> str:
    """Return *string* without Infra's *ASCII tabs or newlines*.

    https://infra.spec.whatwg.org/#ascii-tab-or-newline
    """
    if "\t" in string or "\n" in string or "\r" in string:
        return string.replace("\t", "").replace("\n", "").replace("\r", "")
    return string


def ascii_lowercase(string: str) -> str:
    """Infra's *ASCII lowercase*. Leaves other letters alone, such as the Kelvin sign, which str.lower maps to "k".

    https://infra.spec.whatwg.org/#ascii-lowercase
    """
    return string.lower() if string.isascii() else replaced(_ASCII_UPPER_ALPHAS, lambda run: run[0].lower(), string)


def utf_16_code_units(string: str) -> bytes:
    """Return a sort key that orders strings by UTF-16 code unit, as Infra's *code unit less than* does.

    https://infra.spec.whatwg.org/#code-unit-less-than
    """
    return string.encode("utf-16-be", "surrogatepass")


def replaced(pattern: re.Pattern[str], replacement: Callable[[re.Match[str]], str], string: str) -> str:
    """Return ``pattern.sub(replacement, string)``, which takes many times the memory of a long string otherwise."""
    if len(string) <= LONG:
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
