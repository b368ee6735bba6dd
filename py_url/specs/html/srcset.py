"""The candidates of ``srcset`` and ``imagesrcset``, by HTML §4.8.4.3 Images.

See https://html.spec.whatwg.org/multipage/images.html#parsing-a-srcset-attribute.
"""

from __future__ import annotations

import re
from typing import NamedTuple

from py_url.specs.html.microsyntaxes import floating_point_number, non_negative_integer
from py_url.standard.infra.arguments import expect_str
from py_url.standard.infra.code_points import ASCII_WHITESPACE
from py_url.standard.infra.showing import shown_parts

_SPACES = re.compile(f"[{ASCII_WHITESPACE}]*+")
_SPACES_AND_COMMAS = re.compile(f"[{ASCII_WHITESPACE},]*+")
_URL = re.compile(f"[^{ASCII_WHITESPACE}]++")
# White space and commas between parentheses separate nothing, even if there is no closing one.
_DESCRIPTOR = re.compile(rf"(?:[^{ASCII_WHITESPACE},(]++|\([^)]*+\)?)++")
_DIGITS = re.compile("[0-9]++")


class ImageCandidate(NamedTuple):
    """An *image source* of a ``srcset``: a URL, as it is written (*url*), and its descriptor.

    *width* is that of the image in pixels, as in ``200w``. *density* is the number of its pixels per CSS pixel, as in
    ``2x``. At most one of them is not None; without either, the density is 1. The repr hides what may be a password in
    the URL.
    """

    url: str
    width: int | None = None
    density: float | None = None

    def __repr__(self) -> str:
        return f"ImageCandidate({shown_parts(self._asdict())})"


def parse_srcset(input: str) -> list[ImageCandidate]:
    """Parse *input* as HTML's *parse a srcset attribute* does, and return its candidates in order.

    As in browsers, a candidate whose descriptors are wrong is left out. The URLs are as written, and need not parse:
    `Document.encoding_parse_url` finds out. A width of more than 2,147,483,647 counts as that.

    Raises:
        TypeError: If *input* is not a str.

    >>> [(one.url, one.density) for one in parse_srcset("a.png, b.png 2x")]
    [('a.png', None), ('b.png', 2.0)]
    """
    input = expect_str(input, "the srcset")
    candidates = []
    position = 0
    while (position := _end(_SPACES_AND_COMMAS, input, position)) < len(input):
        end = _end(_URL, input, position)
        url = input[position:end]
        position = end
        descriptors: list[str] = []
        if url[-1] == ",":
            url = url.rstrip(",")
        else:
            position = _collect_descriptors(input, position, descriptors)
        candidate = _candidate(url, descriptors)
        if candidate is not None:
            candidates.append(candidate)
    return candidates


def _end(pattern: re.Pattern[str], input: str, position: int) -> int:
    match = pattern.match(input, position)
    return match.end() if match else position


def _collect_descriptors(input: str, position: int, descriptors: list[str]) -> int:
    """Append the descriptors at *position* to *descriptors*, and return where they end."""
    while match := _DESCRIPTOR.match(input, position := _end(_SPACES, input, position)):
        descriptors.append(match[0])
        position = match.end()
    # Only a comma or the end stops a descriptor.
    return position + 1


def _candidate(url: str, descriptors: list[str]) -> ImageCandidate | None:
    """Return the candidate, or None if its descriptors are wrong (*descriptor parser*)."""
    width: int | None = None
    density: float | None = None
    height: int | None = None  # "future-compat-h", which means nothing yet
    for descriptor in descriptors:
        number, unit = descriptor[:-1], descriptor[-1]
        if unit == "w" and width is density is None and _DIGITS.fullmatch(number):
            width = non_negative_integer(number)
        elif unit == "x" and width is density is height is None:
            density = floating_point_number(number)
            if density is None or density < 0:
                return None
        elif unit == "h" and height is density is None and _DIGITS.fullmatch(number):
            height = non_negative_integer(number)
        else:
            return None
    if width == 0 or height == 0 or (height is not None and width is None):
        return None
    return ImageCandidate(url, width, density)
