"""§3.3 IDNA, Unicode's part: ToASCII and ToUnicode of UTS #46, with the options that the standard sets.

Takes a domain and returns its labels or their ASCII form, or None if an error was recorded. The tables and the rules
for bidirectional text and joiners come from the `idna` package. This module is imported when a domain first needs it:
one that is not ASCII or has "xn--", or any domain that is validated.
https://url.spec.whatwg.org/#idna and https://www.unicode.org/reports/tr46/
"""

from __future__ import annotations

import re
from functools import lru_cache
from unicodedata import bidirectional, combining, normalize

import idna

from py_url.standard.hosts import punycode

# The code points that are mapped to the dot between labels. No other code point is mapped to anything with a dot.
DOT = re.compile("[.\u3002\uff0e\uff61]")
# VerifyDnsLength: the longest label and the longest domain, in ASCII.
MAX_LABEL, MAX_DOMAIN = 63, 253
# The ASCII code points that UseSTD3ASCIIRules forbids: all except letters, digits and hyphens.
NOT_STD3 = re.compile("[\x00-,./:-@\\[-`{-\x7f]")
# Since version 3.17, `idna` rejects longer strings.
_MAX_IDNA = 1_024
# Normalization composes at most this many code points into one.
_MAX_COMPOSED = 4
_VIRAMA = 9
_RIGHT_TO_LEFT = frozenset({"R", "AL", "AN"})
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
    ascii_labels = [label.ascii for label in labels if label.ascii is not None]
    if len(ascii_labels) < len(labels):
        return None
    result = ".".join(ascii_labels)
    return result if not be_strict or _has_dns_length(result) else None


def process(domain: str) -> list[str] | None:
    """UTS #46 §4 Processing: the domain's labels in Unicode, or None if an error was recorded."""
    labels = _processed_labels(domain, be_strict=False)
    return None if labels is None else [label.unicode for label in labels]


def _processed_labels(domain: str, be_strict: bool) -> list[_Label] | None:
    labels = []
    for label in DOT.split(domain):
        processed = _remembered_label(label) if len(label) <= _MAX_REMEMBERED else _process_label(label)
        if processed is None or (be_strict and not _is_strict_label(processed.unicode)):
            return None
        labels.append(processed)
    if any(label.is_right_to_left for label in labels) and not all(label.satisfies_bidi_rule() for label in labels):
        return None
    return labels


class _Label:
    """A processed label: in Unicode, in ASCII (None if it is too long), and with what the Bidi Rule needs to know."""

    __slots__ = ("_satisfies_bidi_rule", "ascii", "is_right_to_left", "unicode")

    def __init__(self, label: str) -> None:
        self.unicode = label
        self.ascii: str | None = label
        self.is_right_to_left = False
        self._satisfies_bidi_rule: bool | None = None
        if not label.isascii():
            encoded = punycode.encode(label)
            self.ascii = None if encoded is None else f"xn--{encoded}"
            self.is_right_to_left = not _RIGHT_TO_LEFT.isdisjoint(map(bidirectional, label))

    def satisfies_bidi_rule(self) -> bool:
        """Return whether the label satisfies RFC 5893 §2, as all labels must if one has right-to-left characters."""
        if self._satisfies_bidi_rule is None:
            # For ASCII the ends are enough: a domain may not contain what the rule forbids between them.
            label = self.unicode[:1] + self.unicode[-1:] if self.unicode.isascii() else self.unicode
            try:
                self._satisfies_bidi_rule = not label or idna.check_bidi(label, check_ltr=True)
            except idna.IDNAError:
                self._satisfies_bidi_rule = False
        return self._satisfies_bidi_rule


def _process_label(label: str) -> _Label | None:
    """Apply the steps of UTS #46 §4 that depend neither on other labels nor on strictness. None is an error."""
    mapped = map_label(label)
    if mapped is not None and mapped.startswith("xn--"):
        mapped = from_punycode(mapped)
    return _Label(mapped) if mapped is not None and is_valid_label(mapped) else None


_remembered_label = lru_cache(_LABELS_REMEMBERED)(_process_label)


def map_label(label: str) -> str | None:
    """UTS #46 §4 steps 1 and 2, Map and Normalize. Returns None for a disallowed code point or a label too long."""
    if label.isascii():
        return label.lower()
    try:
        chunks = [
            idna.uts46_remap(label[start : start + _MAX_IDNA], std3_rules=False)
            for start in range(0, len(label), _MAX_IDNA)
        ]
    except idna.IDNAError:
        return None
    if len(chunks) == 1:
        return chunks[0]
    mapped = "".join(chunks)
    # Normalization can take quadratic time, so labels that are too long in any case are rejected first.
    if len(mapped) > _MAX_COMPOSED * punycode.MAX_LABEL and not mapped.isascii():
        return None
    return normalize("NFC", mapped)


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
    try:
        idna.check_initial_combiner(label)
    except idna.IDNAError:
        return False
    return all(_joiner_in_context(label, index) for index, char in enumerate(label) if char in "\u200c\u200d")


def _joiner_in_context(label: str, index: int) -> bool:
    """RFC 5892 A.1 and A.2, for the ZERO WIDTH NON-JOINER or JOINER at *index*."""
    if index and combining(label[index - 1]) == _VIRAMA:
        return True
    if label[index] == "\u200d":
        return False
    # `valid_contextj` looks up the name of the code point before the joiner and raises an error if it has none. A grave
    # accent has a name, and it does not change the result, because it is transparent to joining.
    return bool(idna.valid_contextj(f"{label[:index]}\u0300{label[index:]}", index + 1))


def _is_strict_label(label: str) -> bool:
    """CheckHyphens and UseSTD3ASCIIRules."""
    return (
        label[2:4] != "--" and not label.startswith("-") and not label.endswith("-") and NOT_STD3.search(label) is None
    )


def _has_dns_length(domain: str) -> bool:
    """VerifyDnsLength, which forbids the empty root label too."""
    return len(domain) <= MAX_DOMAIN and all(1 <= len(label) <= MAX_LABEL for label in domain.split("."))
