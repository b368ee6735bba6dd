"""§4.8.3 Internationalization and special characters: what of a URL is shown in characters.

That is a host in Unicode instead of Punycode, and text instead of percent-encoded bytes, where the result is safe to
show and parses to the same URL. https://url.spec.whatwg.org/#url-rendering-i18n
"""

from __future__ import annotations

import re

from py_url.standard.hosts.domain import domain_to_unicode, parse_domain
from py_url.standard.hosts.host import serialize_host
from py_url.standard.hosts.representation import Domain
from py_url.standard.hosts.spoofing import (
    LAID_OVER,
    LETTERS_LIKE_DELIMITERS,
    MOST_MARKS,
    is_safe_label,
    letters,
    looks_like_itself,
)
from py_url.standard.hosts.unicode_data import category
from py_url.standard.infra.code_points import replaced
from py_url.standard.infra.percent_encoding import (
    C0_CONTROL_PERCENT_ENCODE_SET,
    FRAGMENT_PERCENT_ENCODE_SET,
    PATH_PERCENT_ENCODE_SET,
    QUERY_PERCENT_ENCODE_SET,
    PercentEncodeSet,
    percent_decode,
    percent_encode_octets,
)
from py_url.standard.urls.record import URLRecord, has_opaque_path, serialize_path

TYPE_CHECKING = False
if TYPE_CHECKING:
    from py_url.standard.hosts.representation import Host

# Only uppercase, as the parser writes them: lowercase digits would not be restored when the decoded text is parsed. The
# number of repetitions is limited because each takes memory; no match ends inside a sequence of UTF-8.
_PERCENT_ENCODED_BYTES = re.compile("(?:%[0-9A-F]{2}){1,1000}(?:%[89AB][0-9A-F]){0,3}")
# ASCII that the parser encodes again and that does not look like the end of a URL, as spaces, quotes and brackets do.
_SHOWN_ASCII = "^`{}"
# Invisible code points that Unicode classifies as letters, marks or symbols: fillers, blanks, variation selectors etc.
INVISIBLE = letters(
    "034F 115F 1160 17B4 17B5 180B-180F 2800 3164 FE00-FE0F FFA0 FFFC FFFD 13441 13442 16FE4 1D159 E0100-E01EF"
)
# Code points that look like a delimiter of a URL, an ellipsis or the sign of a secure connection, and marks that are
# drawn over or around another character.
CONFUSABLE = (
    LETTERS_LIKE_DELIMITERS
    | LAID_OVER
    | letters(
        "00B7 0241 0294 02F8 037E 0589 05C3 0609 060A 066A 06D4 0701-0704 097D 0EAF 13AE 1400 16EC 1735 1803 1809 "
        "2024-2027 2041 2044 2052 205A 2215 2216 2223 2236 22EF 2571 2572 27CB 27CD 29F5 29F6 29F8 29F9 2A74 2AFD "
        "2CC6 2CFB 2CFE 2D51 2E40 2F02 2F03 3002 30A0 31D3 31D4 A4F8-A4FF A60E A6EB A778 A789 FE12 FE13 FE19 FE30 "
        "FE52 FE55 FE56 FE5F FE60 FE68 FE6A FE6B FF01 FF03 FF05 FF06 FF0E FF0F FF1A FF1B FF1D FF1F FF20 FF3C FF5C "
        "FF61 10A50 1D16D 1D20F 1D23A 1D23B 1F50F-1F513 1F6E1"
    )
)


def shown_host(host: Host, *, spoof_check: bool) -> str:
    """Return the host, in Unicode if that is safe to show and parses to the same host."""
    if not isinstance(host, Domain):
        return serialize_host(host)
    in_ascii = host.split(".")
    in_unicode = domain_to_unicode(host)
    top_level = in_unicode.removesuffix(".").rpartition(".")[2]
    shown = [
        label if is_safe_label(label) and (not spoof_check or looks_like_itself(label, top_level)) else ascii_label
        for label, ascii_label in zip(in_unicode.split("."), in_ascii, strict=True)
    ]
    text = ".".join(shown)
    return text if parse_domain(text) == host else str(host)


def shown_after_authority(record: URLRecord) -> str:
    """Return what is shown after the host and port, or after a scheme without host: path, query and fragment."""
    path = serialize_path(record)
    if record.host is None and path.startswith("//"):
        path = f"/.{path}"
    text = _shown(path, C0_CONTROL_PERCENT_ENCODE_SET if has_opaque_path(record) else PATH_PERCENT_ENCODE_SET)
    if record.query is not None:
        text += "?" + _shown(record.query, QUERY_PERCENT_ENCODE_SET)
    if record.fragment is not None:
        text += "#" + _shown(record.fragment, FRAGMENT_PERCENT_ENCODE_SET)
    return text


def _shown(component: str, percent_encode_set: PercentEncodeSet) -> str:
    """Return *component* with percent-encoded bytes decoded if that is safe and parses to the same URL.

    They must be UTF-8, safe to show, and in *percent_encode_set*, so that the parser encodes them again.
    """
    # How each character is shown, except for marks, which depend on what is before them.
    known: dict[str, str] = {}
    end, before, marks = -1, "", 0

    def decoded(run: re.Match[str]) -> str:
        nonlocal end, before, marks
        if run.start() != end:
            before, marks = component[run.start() - 1 : run.start()], 0
        end = run.end()
        output = []
        for char in percent_decode(run[0]).decode("utf-8", "surrogateescape"):
            shown = known.get(char)
            if shown is not None:
                marks = 0
            else:
                is_mark = category(char)[0] == "M"
                marks = marks + 1 if is_mark else 0
                is_shown = char in percent_encode_set and _is_safe(char, before) and marks <= MOST_MARKS
                shown = char if is_shown else percent_encode_octets(char.encode("utf-8", "surrogateescape"))
                if not is_mark:
                    known[char] = shown
            before = shown[0]
            output.append(shown)
        return "".join(output)

    return replaced(_PERCENT_ENCODED_BYTES, decoded, component)


def _is_safe(char: str, before: str) -> bool:
    """Return whether *char*, after the character *before*, is safe to show: visible, and not confusable."""
    if char < "\x80":
        return char in _SHOWN_ASCII
    kind = category(char)
    # Controls, formatting (such as that of bidirectional text), private use, surrogates, unassigned; separators.
    if kind[0] in "CZ" or char in INVISIBLE or char in CONFUSABLE:
        return False
    # A mark after a delimiter would change how the delimiter looks.
    return kind[0] != "M" or (before != "" and category(before)[0] in "LMN")
