"""Infra §4.5 to §4.7: the kinds of string and code point that the URL Standard borrows from the Infra Standard.

In: any Python str. Out: scalar value strings, and the few trimmed or tested forms the parsers need.
"""

from __future__ import annotations

import re

C0_CONTROL_OR_SPACE = "".join(map(chr, range(0x21)))

_ASCII_UPPER_ALPHAS = re.compile("[A-Z]+")
ASCII_DIGITS = re.compile("[0-9]+")
ASCII_HEX_DIGITS = re.compile("[0-9A-Fa-f]+")


def scalar_value_string(string: str) -> str:
    """Infra's *convert a string into a scalar value string*, for a str as Python can hold it.

    A surrogate pair kept as two code points becomes the code point it stands for, as it would in JavaScript;
    a lone surrogate becomes U+FFFD. Every other string is returned as it is, but one of a subclass as a plain str.
    Raises TypeError for what is no str.
    """
    if type(string) is not str:
        if not isinstance(string, str):
            raise TypeError(f"a str is expected here, not {type(string).__name__}")
        string = str.__str__(string)  # a subclass may say something else of itself
    if string.isascii():
        return string
    try:
        string.encode()
    except UnicodeEncodeError:
        # Encoding to UTF-16 joins the pairs; decoding again leaves only lone surrogates to replace.
        return string.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "replace")
    return string


def without_tabs_and_newlines(string: str) -> str:
    """*string* without Infra's *ASCII tabs or newlines*."""
    if "\t" in string or "\n" in string or "\r" in string:
        return string.replace("\t", "").replace("\n", "").replace("\r", "")
    return string


def ascii_lowercase(string: str) -> str:
    """Infra's *ASCII lowercase*: other letters stay, the Kelvin sign for one, whose lower case is "k"."""
    return string.lower() if string.isascii() else _ASCII_UPPER_ALPHAS.sub(lambda run: run[0].lower(), string)


def utf_16_code_units(string: str) -> bytes:
    """A sort key for a string: comparing two compares by UTF-16 code unit (*code unit less than*)."""
    return string.encode("utf-16-be", "surrogatepass")
