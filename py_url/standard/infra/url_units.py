"""§4.3 URL writing: URL code points and URL units, of which hosts are made too.

In: a string to search. Out: where it holds what is none of them. Only who asks for validation errors, or whether a
string is valid, needs these patterns, which take longer to compile than the parser's.
"""

from __future__ import annotations

import re

# U+00A0 to U+10FFFD without surrogates and noncharacters.
_BEYOND_ASCII = "\\u00a0-\\ud7ff\\ue000-\\ufdcf\\ufdf0-\\ufffd" + "".join(
    f"\\U{plane:04x}0000-\\U{plane:04x}fffd" for plane in range(1, 17)
)
_URL_CODE_POINTS = f"!$&-;=?-Z_a-z~{_BEYOND_ASCII}"

NOT_URL_CODE_POINT = re.compile(f"[^{_URL_CODE_POINTS}%]")
"""What is neither a *URL code point* nor ``%``."""

LONE_PERCENT_SIGN = re.compile("%(?![0-9A-Fa-f]{2})")
"""A ``%`` that two hex digits do not follow."""

NOT_URL_UNIT = re.compile(f"{NOT_URL_CODE_POINT.pattern}|{LONE_PERCENT_SIGN.pattern}")
"""What is part of no *URL unit*."""
