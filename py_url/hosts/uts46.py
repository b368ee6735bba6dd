"""§3.3 IDNA, the part that is Unicode's: ToASCII and ToUnicode of UTS #46, with the options the standard sets.

In: a domain. Out: its labels, or None where an error was recorded. The tables and the bidi and joiner rules are the
`idna` package's; this module is imported when the first domain that is not ASCII arrives.
"""

from __future__ import annotations

import re
from unicodedata import bidirectional, combining, normalize

import idna

from py_url.hosts import punycode

# The code points that mapping turns into the dot between labels. It turns no other into anything that has a dot.
DOT = re.compile("[.\u3002\uff0e\uff61]")
# What UseSTD3ASCIIRules adds: of ASCII, only letters, digits and hyphens.
NOT_STD3 = re.compile("[\x00-,./:-@\\[-`{-\x7f]")
# `idna` refuses longer strings since its version 3.17.
_MAX_IDNA = 1_024
# Normalizing composes at most so many code points to one.
_MAX_COMPOSED = 4
_VIRAMA = 9


def to_ascii(domain: str, be_strict: bool = False) -> str | None:
    """UTS #46 §4.2 ToASCII: the domain's ASCII form, or None where an error was recorded.

    *be_strict* sets CheckHyphens, UseSTD3ASCIIRules and VerifyDnsLength; CheckBidi and CheckJoiners are always set,
    Transitional_Processing and IgnoreInvalidPunycode never.
    """
    labels = process(domain, be_strict=be_strict)
    if labels is None:
        return None
    ascii_labels = []
    for label in labels:
        if label.isascii():
            ascii_labels.append(label)
            continue
        encoded = punycode.encode(label)
        if encoded is None:
            return None
        ascii_labels.append("xn--" + encoded)
    result = ".".join(ascii_labels)
    return result if not be_strict or _has_dns_length(result) else None


def process(domain: str, be_strict: bool = False) -> list[str] | None:
    """UTS #46 §4 Processing: the domain's labels in Unicode, or None where an error was recorded."""
    labels = []
    for label in DOT.split(domain):
        mapped = map_label(label)
        if mapped is not None and mapped.startswith("xn--"):
            mapped = from_punycode(mapped)
        if mapped is None or not is_valid_label(mapped) or (be_strict and not _is_strict_label(mapped)):
            return None
        labels.append(mapped)
    return labels if _satisfies_bidi_rule(labels) else None


def map_label(label: str) -> str | None:
    """UTS #46 §4 steps 1 and 2, Map and Normalize; None where a code point is disallowed or the label too long."""
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
    # Normalizing can take time that grows with the square, so not before what is too long in any case is out.
    if len(mapped) > _MAX_COMPOSED * punycode.MAX_LABEL and not mapped.isascii():
        return None
    return normalize("NFC", mapped)


def from_punycode(label: str) -> str | None:
    """What an ``xn--`` label encodes; None where that is nothing, ASCII only, not as mapping leaves it, or another."""
    decoded = punycode.decode(label[4:])
    if decoded is None or decoded.isascii() or decoded.startswith("xn--") or DOT.search(decoded):
        return None
    return decoded if map_label(decoded) == decoded else None


def is_valid_label(label: str) -> bool:
    """UTS #46 §4.1 Validity Criteria, beyond mapping: no initial combining mark, joiners in context."""
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
    # `valid_contextj` asks for the name of the code point before the joiner, and raises where there is none. A grave
    # accent, which is transparent to joining, takes that question without changing the answer.
    return bool(idna.valid_contextj(f"{label[:index]}\u0300{label[index:]}", index + 1))


def _is_strict_label(label: str) -> bool:
    """CheckHyphens and UseSTD3ASCIIRules."""
    return (
        label[2:4] != "--" and not label.startswith("-") and not label.endswith("-") and NOT_STD3.search(label) is None
    )


def _satisfies_bidi_rule(labels: list[str]) -> bool:
    """RFC 5893 §2 for each label, where any of them holds a right-to-left character."""
    if not any(bidirectional(char) in ("R", "AL", "AN") for label in labels if not label.isascii() for char in label):
        return True
    try:
        # Of ASCII the ends decide: what the rule forbids between them, a domain may not hold at all.
        return all(
            idna.check_bidi(label[0] + label[-1] if label.isascii() else label, check_ltr=True)
            for label in labels
            if label
        )
    except idna.IDNAError:
        return False


def _has_dns_length(domain: str) -> bool:
    """VerifyDnsLength: 1 to 253 characters, and each label, the root label not excepted, 1 to 63."""
    return len(domain) <= 253 and all(1 <= len(label) <= 63 for label in domain.split("."))
