"""§3.3 IDNA, Unicode's part: ToASCII and ToUnicode of UTS #46, with the options that the standard sets.

Takes a domain and returns its labels or their ASCII form, or None if an error was recorded. What it knows of characters
comes from `unicode_data`. This module is imported when a domain first needs it: one that is not ASCII or has "xn--", or
any domain that is validated.
https://url.spec.whatwg.org/#idna and https://www.unicode.org/reports/tr46/
"""

from __future__ import annotations

import re
from functools import lru_cache

from py_url.standard.hosts import punycode
from py_url.standard.hosts.unicode_data import bidirectional, category, mapped, nfc, properties

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

# The code points that are mapped to the dot between labels. No other code point is mapped to anything with a dot.
DOT = re.compile("[.\u3002\uff0e\uff61]")
# VerifyDnsLength: the longest label and the longest domain, in ASCII.
MAX_LABEL, MAX_DOMAIN = 63, 253
# The ASCII code points that UseSTD3ASCIIRules forbids: all except letters, digits and hyphens.
NOT_STD3 = re.compile("[\x00-,./:-@\\[-`{-\x7f]")
# Normalization composes at most this many code points into one.
_MAX_COMPOSED = 4
# A label is mapped in pieces of this many code points.
_PIECE = 8_192
_VIRAMA = 9  # a Canonical_Combining_Class
# The Bidi Rule's sets of directions, RFC 5893 §2: of characters that make a domain a Bidi domain; that a right-to-left
# label and another label may have; and that may be the last, before nonspacing marks.
_RIGHT_TO_LEFT = frozenset({"R", "AL", "AN"})
_IN_ANY_LABEL = frozenset({"EN", "ES", "CS", "ET", "ON", "BN", "NSM"})
_IN_RTL_LABEL, _ENDS_RTL_LABEL = _IN_ANY_LABEL | _RIGHT_TO_LEFT, _RIGHT_TO_LEFT | {"EN"}
_IN_LTR_LABEL, _ENDS_LTR_LABEL = _IN_ANY_LABEL | {"L"}, frozenset({"L", "EN"})
# The cache holds this many labels, up to the length that DNS allows. Many domains share labels such as a top-level one.
_LABELS_REMEMBERED = 1_024
_MAX_REMEMBERED = MAX_LABEL


def to_ascii(domain: str, be_strict: bool = False) -> str | None:
    """UTS #46 §4.2 ToASCII: the domain's ASCII form, or None if an error was recorded.

    *be_strict* sets CheckHyphens, UseSTD3ASCIIRules and VerifyDnsLength. CheckBidi and CheckJoiners are always set;
    Transitional_Processing and IgnoreInvalidPunycode never are.
    """
    labels = _processed_labels(domain, be_strict)
    if labels is None:
        return None
    ascii_labels = [label.ascii for label in labels]
    if None in ascii_labels:
        return None
    result = ".".join(ascii_labels)  # type: ignore[arg-type]  # None is not in it
    return result if not be_strict or _has_dns_length(result) else None


def process(domain: str) -> list[str] | None:
    """UTS #46 §4 Processing: the domain's labels in Unicode, or None if an error was recorded."""
    labels = _processed_labels(domain, be_strict=False)
    return None if labels is None else [label.unicode for label in labels]


def _processed_labels(domain: str, be_strict: bool) -> list[ProcessedLabel] | None:
    labels, has_right_to_left = [], False
    # A file URL has no credentials, so what stands for a password may arrive here. It is not kept.
    longest = 0 if "@" in domain else _MAX_REMEMBERED
    for label in DOT.split(domain):
        processed = _remembered_label(label) if len(label) <= longest else process_label(label)
        if processed is None or (be_strict and not _is_strict_label(processed.unicode)):
            return None
        labels.append(processed)
        if processed.is_right_to_left:
            has_right_to_left = True
    if has_right_to_left and not all(label.satisfies_bidi_rule() for label in labels):
        return None
    return labels


class ProcessedLabel:
    """A processed label: in Unicode, in ASCII (None if it is too long), and with what the Bidi Rule needs to know."""

    __slots__ = ("_satisfies_bidi_rule", "ascii", "is_right_to_left", "unicode")

    def __init__(self, label: str, ascii: str | None = None) -> None:
        self.unicode = label
        self.ascii = ascii
        self.is_right_to_left = False
        self._satisfies_bidi_rule: bool | None = None
        if label.isascii():
            self.ascii = label
            return
        self.is_right_to_left = not _RIGHT_TO_LEFT.isdisjoint([properties(char).bidi for char in label])
        if ascii is None and (encoded := punycode.encode(label)) is not None:
            self.ascii = f"xn--{encoded}"

    def satisfies_bidi_rule(self) -> bool:
        """Return whether the label satisfies RFC 5893 §2, as all labels must if one has right-to-left characters."""
        if self._satisfies_bidi_rule is None:
            # For ASCII the ends are enough: a domain may not contain what the rule forbids between them.
            label = self.unicode[:1] + self.unicode[-1:] if self.unicode.isascii() else self.unicode
            self._satisfies_bidi_rule = not label or _satisfies_bidi_rule(label)
        return self._satisfies_bidi_rule


def process_label(label: str) -> ProcessedLabel | None:
    """Apply the steps of UTS #46 §4 that depend neither on other labels nor on strictness. None is an error."""
    mapped, ascii = map_label(label), None
    if mapped is not None and mapped.startswith("xn--"):
        mapped, ascii = from_punycode(mapped), mapped
    return ProcessedLabel(mapped, ascii) if mapped is not None and is_valid_label(mapped) else None


_remembered_label = lru_cache(_LABELS_REMEMBERED)(process_label)


def map_label(label: str) -> str | None:
    """UTS #46 §4 steps 1 and 2, Map and Normalize. Returns None for a disallowed code point or a label too long."""
    if label.isascii():
        return label.lower()
    result = ""
    for start in range(0, len(label), _PIECE):
        mappings = [*map(mapped, label[start : start + _PIECE])]
        if None in mappings:
            return None
        result += "".join(mappings)  # type: ignore[arg-type]  # None is not in it
        # Normalization can take quadratic time, so a label that is too long in any case is rejected first. What follows
        # cannot change that, so the rest of it is not mapped. A long label in ASCII is right.
        if len(result) > _MAX_COMPOSED * punycode.MAX_LABEL and not result.isascii():
            return None
    return nfc(result)


def from_punycode(label: str) -> str | None:
    """Decode an ``xn--`` label. Returns None if its Punycode is invalid.

    It is also invalid if the result is ASCII, starts with ``xn--``, has a dot or would be changed by mapping.
    """
    decoded = punycode.decode(label[4:])
    if decoded is None or decoded.isascii() or decoded.startswith("xn--") or DOT.search(decoded):
        return None
    return decoded if map_label(decoded) == decoded else None


def is_valid_label(label: str) -> bool:
    """UTS #46 §4.1 Validity Criteria, except mapping: no initial combining mark, and joiners only in context.

    A label that is too long for Punycode is not valid either.
    """
    if label.isascii():
        return True
    if len(label) > punycode.MAX_LABEL:
        return False
    if category(label[0])[0] == "M":
        return False
    return has_joiners_in_context(label)


def has_joiners_in_context(label: str) -> bool:
    """CheckJoiners: whether each ZERO WIDTH NON-JOINER and JOINER of *label* is where RFC 5892 allows it."""
    if "\u200c" not in label and "\u200d" not in label:
        return True
    return all(_joiner_in_context(label, index) for index, char in enumerate(label) if char in "\u200c\u200d")


def _satisfies_bidi_rule(label: str) -> bool:
    """RFC 5893 §2, for a label that is not empty."""
    directions = [bidirectional(char) for char in label]
    # Rule 1, then rules 2 and 5, and 3 and 6.
    if directions[0] in ("R", "AL"):
        allowed, ends = _IN_RTL_LABEL, _ENDS_RTL_LABEL
    elif directions[0] == "L":
        allowed, ends = _IN_LTR_LABEL, _ENDS_LTR_LABEL
    else:
        return False
    if not allowed.issuperset(directions):
        return False
    # A label has a letter at its start, so not all of it are marks.
    last = next(direction for direction in reversed(directions) if direction != "NSM")
    # Rule 4; a label that starts with a left-to-right letter has no "AN".
    return last in ends and not ("EN" in directions and "AN" in directions)


def _joiner_in_context(label: str, index: int) -> bool:
    """RFC 5892 A.1 and A.2, for the ZERO WIDTH NON-JOINER or JOINER at *index*."""
    if index and properties(label[index - 1]).combining_class == _VIRAMA:
        return True
    if label[index] == "\u200d":
        return False
    return _joining(reversed(label[:index])) in ("L", "D") and _joining(label[index + 1 :]) in ("R", "D")


def _joining(chars: Iterable[str]) -> str:
    """Return the Joining_Type of the first character that is not transparent, or "" if there is none."""
    return next((joining for char in chars if (joining := properties(char).joining) != "T"), "")


def _is_strict_label(label: str) -> bool:
    """CheckHyphens and UseSTD3ASCIIRules."""
    return (
        label[2:4] != "--" and not label.startswith("-") and not label.endswith("-") and NOT_STD3.search(label) is None
    )


def _has_dns_length(domain: str) -> bool:
    """VerifyDnsLength, which forbids the empty root label too."""
    return len(domain) <= MAX_DOMAIN and all(1 <= len(label) <= MAX_LABEL for label in domain.split("."))
