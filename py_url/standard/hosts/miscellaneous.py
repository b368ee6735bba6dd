"""§3.2 Host miscellaneous: the code points that a host or a domain may not contain.

https://url.spec.whatwg.org/#forbidden-host-code-point and https://url.spec.whatwg.org/#forbidden-domain-code-point
"""

from __future__ import annotations

import re

_FORBIDDEN_HOST = "\\x00\t\n\r #/:<>?@\\[\\\\\\]^|"

FORBIDDEN_HOST_CODE_POINT = re.compile(f"[{_FORBIDDEN_HOST}]")

# A forbidden host code point, a C0 control, "%", or U+007F DELETE.
_FORBIDDEN_DOMAIN = f"{_FORBIDDEN_HOST}\\x00-\\x1F%\\x7F"
FORBIDDEN_DOMAIN_CODE_POINT = re.compile(f"[{_FORBIDDEN_DOMAIN}]")
HAS_NO_FORBIDDEN_DOMAIN_CODE_POINT = re.compile(f"[^{_FORBIDDEN_DOMAIN}]*+").fullmatch
