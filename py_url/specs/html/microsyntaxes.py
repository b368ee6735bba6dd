"""What attributes and headers are made of, by HTML §2.3 Common microsyntaxes and Infra §4.6: ASCII whitespace, numbers.

See https://html.spec.whatwg.org/multipage/common-microsyntaxes.html.
"""

from __future__ import annotations

import re

from py_url.standard.infra.code_points import ASCII_WHITESPACE

LARGEST_INTEGER = 2**31 - 1
"""A larger number counts as this one, as HTML §2.1.9 lets implementations limit what they accept."""

_FLOAT = re.compile(r"-?(?:[0-9]++(?:\.[0-9]++)?|\.[0-9]++)(?:[Ee][+-]?[0-9]++)?")


def split_on_ascii_whitespace(string: str) -> list[str]:
    """Infra's *split a string on ASCII whitespace*. Unlike str.split, it keeps other spaces, such as U+00A0."""
    return [token for token in re.split(f"[{ASCII_WHITESPACE}]+", string) if token]


def non_negative_integer(digits: str) -> int:
    """Return the number that ASCII *digits* stand for, or `LARGEST_INTEGER` if that is smaller (HTML §2.3.4.2)."""
    digits = digits.lstrip("0")
    # Python takes long for the digits of a long number, or refuses them.
    return min(int(digits or "0"), LARGEST_INTEGER) if len(digits) <= 10 else LARGEST_INTEGER


def floating_point_number(string: str) -> float | None:
    """Return the number that a *valid floating-point number* stands for; None for another string and for a number that
    a double cannot hold (HTML §2.3.4.3).
    """
    if _FLOAT.fullmatch(string) is None:
        return None
    number = float(string)
    # Of the numbers of a double, HTML leaves out the infinite ones and -0.
    return number + 0.0 if abs(number) != float("inf") else None
