"""§4.3 URL writing: patterns that find what is not a URL code point or a URL unit, in hosts too.

These patterns take longer to compile than the parser's. They are in a module of their own because only validation
needs them. https://url.spec.whatwg.org/#url-code-points and https://url.spec.whatwg.org/#url-units
"""

from __future__ import annotations

import re

# What is none of them: of ASCII and U+0080 to U+009F, surrogates, and noncharacters.
_OTHERS = '\\x00- "#<>\\[-^`{-}\\x7f-\\x9f\\ud800-\\udfff\\ufdd0-\\ufdef\\ufffe\\uffff' + "".join(
    f"\\U{plane:04x}fffe\\U{plane:04x}ffff" for plane in range(1, 17)
)
# Nearly every character of a URL is in this small class. So the patterns begin with it, and look back for the rest:
# compiling and matching one large class takes longer.
_MAY_BE_ANOTHER = "[^!$&-;=?-Z_a-z~\\xa0-\\xff]"
_IS_ANOTHER = f"(?<=[{_OTHERS}])"

NOT_URL_CODE_POINT = re.compile(f"{_MAY_BE_ANOTHER}{_IS_ANOTHER}")
"""A code point that is neither a *URL code point* nor ``%``."""

LONE_PERCENT_SIGN = re.compile("%(?![0-9A-Fa-f]{2})")
"""A ``%`` that is not followed by two hex digits."""

NOT_URL_UNIT = re.compile(f"{_MAY_BE_ANOTHER}(?:{_IS_ANOTHER}|(?<=%)(?![0-9A-Fa-f]{{2}}))")
"""A code point that is not part of a *URL unit*."""

LONE_SURROGATE = re.compile("[\ud800-\udfff]")
"""A lone surrogate, in a string whose surrogate pairs are joined."""
