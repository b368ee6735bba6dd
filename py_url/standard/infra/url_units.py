"""§4.3 URL writing: patterns that find what is not a URL code point or a URL unit, in hosts too.

These patterns take longer to compile than the parser's. They are in a module of their own because only validation
needs them. https://url.spec.whatwg.org/#url-code-points and https://url.spec.whatwg.org/#url-units
"""

from __future__ import annotations

import re

# U+00A0 to U+10FFFD, except surrogates and noncharacters.
_BEYOND_ASCII = "\\u00a0-\\ud7ff\\ue000-\\ufdcf\\ufdf0-\\ufffd" + "".join(
    f"\\U{plane:04x}0000-\\U{plane:04x}fffd" for plane in range(1, 17)
)
_URL_CODE_POINTS = f"!$&-;=?-Z_a-z~{_BEYOND_ASCII}"

NOT_URL_CODE_POINT = re.compile(f"[^{_URL_CODE_POINTS}%]")
"""A code point that is neither a *URL code point* nor ``%``."""

LONE_PERCENT_SIGN = re.compile("%(?![0-9A-Fa-f]{2})")
"""A ``%`` that is not followed by two hex digits."""

NOT_URL_UNIT = re.compile(f"{NOT_URL_CODE_POINT.pattern}|{LONE_PERCENT_SIGN.pattern}")
"""A code point that is not part of a *URL unit*."""

LONE_SURROGATE = re.compile("[\ud800-\udfff]")
"""A lone surrogate, in a string whose surrogate pairs are joined."""
