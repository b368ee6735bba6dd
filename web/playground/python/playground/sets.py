"""The percent-encode sets as a grid, and what each makes of a text."""

from __future__ import annotations

from py_url import standard
from py_url.standard import PercentEncodeSet, utf8_percent_encode

TYPE_CHECKING = False
if TYPE_CHECKING:
    from playground import Json

SETS = (*("C0_CONTROL", "FRAGMENT", "QUERY", "SPECIAL_QUERY", "PATH", "USERINFO", "COMPONENT", "FORM_URLENCODED"),)
_TEXT_ENCODED = 2_000


def grid(text: str = "") -> Json:
    """Return the ``sets``, each with its name, link, the ASCII code points that it has from U+0020 on, and *text*
    percent-encoded with it; and whether *text* was cut.
    """
    return {"sets": [_row(name, text[:_TEXT_ENCODED]) for name in SETS], "cut": len(text) > _TEXT_ENCODED}


def _row(name: str, text: str) -> Json:
    of_name: PercentEncodeSet = getattr(standard, f"{name}_PERCENT_ENCODE_SET")
    return {
        "name": of_name.name.removesuffix(" percent-encode set"),
        "link": f"https://url.spec.whatwg.org/#{of_name.name.replace('/', '-').replace(' ', '-').lower()}",
        "members": [chr(code) for code in range(0x20, 0x7F) if chr(code) in of_name],
        "encoded": utf8_percent_encode(text, of_name),
    }
