"""§3.3 IDNA: the domain parser, Unicode ToASCII (UTS #46) and domain to Unicode.

In: a scalar value string, percent-decoded. Out: a `Domain`, or None for failure. The tables and the bidi and joiner
rules are the `idna` package's, imported when the first domain that is not ASCII arrives.
"""

from __future__ import annotations

import re

from py_url.hosts.miscellaneous import FORBIDDEN_DOMAIN_CODE_POINT
from py_url.hosts.representation import Domain

# What UseSTD3ASCIIRules adds: of ASCII, only letters, digits and hyphens (and the dots between labels).
_NOT_STD3 = re.compile("[\x00-,/:-@\\[-`{-\x7f]")
# ICU's limits on one label, which browsers share. Punycode's encoder takes time that grows with the square.
_MAX_LABEL = 1_000
_MAX_PUNYCODE = 2_000


def parse_domain(domain: str, be_strict: bool = False) -> Domain | None:
    """§3.3 *domain parser*: ``parse_domain("Faß.example") == "xn--fa-hia.example"``; None is failure.

    Where *be_strict* is false an ASCII domain is only lowercased, whatever its ``xn--`` labels hold.
    """
    if be_strict:
        result = unicode_to_ascii(domain, be_strict=True)
        return Domain(result) if result else None
    result = domain.lower() if domain.isascii() else unicode_to_ascii(domain)
    if not result or FORBIDDEN_DOMAIN_CODE_POINT.search(result):
        return None
    return Domain(result)


def unicode_to_ascii(domain: str, be_strict: bool = False) -> str | None:
    """§3.3 *domain parser ToASCII*: UTS #46 §4.2 ToASCII; None where it records an error.

    *be_strict* sets CheckHyphens, UseSTD3ASCIIRules and VerifyDnsLength; CheckBidi and CheckJoiners are always set,
    Transitional_Processing and IgnoreInvalidPunycode never.
    """
    labels = _process(domain, be_strict=be_strict)
    if labels is None:
        return None
    ascii_labels = [_to_punycode(label) for label in labels]
    if None in ascii_labels:
        return None
    result = ".".join(map(str, ascii_labels))
    if be_strict and not _has_dns_length(result):
        return None
    return result


def domain_to_unicode(domain: str) -> str:
    """§3.3 *domain to Unicode*: ``domain_to_unicode("xn--fa-hia.example") == "faß.example"``.

    A domain in which Unicode ToUnicode records an error is returned as it is.
    """
    if "xn--" not in domain:
        return domain
    labels = _process(domain)
    return domain if labels is None else ".".join(labels)


def _process(domain: str, be_strict: bool = False) -> list[str] | None:
    """UTS #46 §4 Processing: the domain's labels in Unicode, or None where an error was recorded."""
    import idna

    try:
        mapped = idna.uts46_remap(domain, std3_rules=False)
    except idna.IDNAError:
        return None
    labels = []
    for label in mapped.split("."):
        decoded = _from_punycode(label) if label.startswith("xn--") else label
        if decoded is None or not _is_valid_label(decoded) or (be_strict and not _is_strict_label(decoded)):
            return None
        labels.append(decoded)
    return labels if _satisfies_bidi_rule(labels) else None


def _from_punycode(label: str) -> str | None:
    """What an ``xn--`` label encodes; None where that is nothing, ASCII only, or not as mapping leaves it."""
    encoded = label[4:]
    if len(encoded) > _MAX_PUNYCODE or not encoded.isascii():
        return None
    try:
        decoded = encoded.encode().decode("punycode")
    except (UnicodeError, ValueError, OverflowError):
        return None
    return decoded if not decoded.isascii() and _is_mapped(decoded) else None


def _to_punycode(label: str) -> str | None:
    """The ASCII form of a valid label; None where it is longer than browsers take."""
    if label.isascii():
        return label
    if len(label) > _MAX_LABEL:
        return None
    encoded = label.encode("punycode").decode("ascii")
    return None if len(encoded) > _MAX_PUNYCODE else "xn--" + encoded


def _is_mapped(label: str) -> bool:
    """Whether a label is what mapping and normalizing leave as it is: every code point valid, and in NFC."""
    import idna

    try:
        return "." not in label and idna.uts46_remap(label, std3_rules=False) == label
    except idna.IDNAError:
        return False


def _is_valid_label(label: str) -> bool:
    """UTS #46 §4.1 Validity Criteria, beyond mapping: no initial combining mark, joiners in context."""
    if label.isascii():
        return True
    import idna

    try:
        idna.check_initial_combiner(label)
        return all(idna.valid_contextj(label, index) for index, char in enumerate(label) if char in "\u200c\u200d")
    except ValueError:
        return False


def _is_strict_label(label: str) -> bool:
    """CheckHyphens and UseSTD3ASCIIRules."""
    return (
        label[2:4] != "--" and not label.startswith("-") and not label.endswith("-") and _NOT_STD3.search(label) is None
    )


def _satisfies_bidi_rule(labels: list[str]) -> bool:
    """RFC 5893 §2 for each label, where any of them holds a right-to-left character."""
    import unicodedata

    import idna

    if all(map(str.isascii, labels)):
        return True
    if not any(unicodedata.bidirectional(char) in ("R", "AL", "AN") for char in "".join(labels)):
        return True
    try:
        return all(idna.check_bidi(label, check_ltr=True) for label in labels if label)
    except idna.IDNAError:
        return False


def _has_dns_length(domain: str) -> bool:
    """VerifyDnsLength: 1 to 253 characters, and each label, the root label not excepted, 1 to 63."""
    return len(domain) <= 253 and all(1 <= len(label) <= 63 for label in domain.split("."))
