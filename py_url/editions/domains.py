"""§3.3 IDNA in an older edition: domain to ASCII and domain to Unicode, with beStrict and with their errors.

Takes a scalar value string and an edition. Calls *report* with each validation error, whose span is in the domain.
https://url.spec.whatwg.org/#idna
"""

from __future__ import annotations

import re

from py_url.editions.changes import (
    ASCII_DOMAINS_LOWERCASED,
    CHECKED_HYPHENS,
    DOMAIN_TO_UNICODE_BE_STRICT,
    DOMAIN_TO_UNICODE_OF_DOMAINS,
    ERRORS_LIKE_THE_GRAMMAR,
    FORBIDDEN_DOMAIN_CODE_POINTS,
    FORBIDDEN_IN_DOMAIN_TO_ASCII,
    FORBIDDEN_VERTICAL_LINE,
)
from py_url.standard.hosts import domain as today, punycode, uts46
from py_url.standard.hosts.domain_errors import domain_error
from py_url.standard.hosts.miscellaneous import FORBIDDEN_DOMAIN_CODE_POINT
from py_url.standard.hosts.unicode_data import nfc
from py_url.standard.infra.error_table import named
from py_url.standard.infra.validation import Failure

TYPE_CHECKING = False
if TYPE_CHECKING:
    from py_url.editions.changes import Edition
    from py_url.standard.infra.validation import Report

# The forbidden host code points of 2020-11, which were those of domains too.
_FORBIDDEN_IN_2020 = re.compile("[\\x00\t\n\r #%/:<>?@\\[\\\\\\]^]")
_FORBIDDEN_IN_2021 = re.compile(f"{_FORBIDDEN_IN_2020.pattern}|\\|")
# The C0 controls that RFC 5893 does not allow inside a left-to-right label. Today no domain has C0 controls.
_NOT_LEFT_TO_RIGHT = re.compile("[\t\n\v\f\r\x1c-\x1f]")
_BAD_PUNYCODE = "'xn--' must be followed by the Punycode of a valid label; write the label in Unicode"
_NOT_IN_UNICODE = "this label cannot be shown in Unicode; write a label that IDNA allows"
_MIXED_DIRECTIONS = "the Bidi Rule (RFC 5893) forbids this mix of text directions; use one direction only"


def domain_to_ascii(edition: Edition, domain: str, be_strict: bool, report: Report | None) -> str:
    """*domain to ASCII*, without the check for forbidden domain code points. Raises Failure.

    Today's name is *domain parser*.
    """
    result = _unicode_to_ascii(edition, domain, be_strict)
    if result is None and domain.isascii() and not be_strict and edition.has(ASCII_DOMAINS_LOWERCASED):
        if report is not None:
            report("domain-to-ASCII", *_ascii_domain_error(domain))
        result = domain.lower()
    if result:
        return result
    if domain and domain.isascii() and not be_strict:
        raise Failure("domain-to-ASCII", *_ascii_domain_error(domain))
    raise Failure("domain-to-ASCII", *domain_error(domain, be_strict=be_strict))


def domain_to_ascii_checked(edition: Edition, domain: str, be_strict: bool, report: Report) -> str:
    """*domain to ASCII*, in the extent that it has in *edition*. Raises Failure."""
    if not edition.has(ERRORS_LIKE_THE_GRAMMAR):
        result = domain_to_ascii(edition, domain, be_strict, report)
        if not be_strict and edition.has(FORBIDDEN_IN_DOMAIN_TO_ASCII):
            check_code_points(edition, domain, result)
        return result
    strict, parsed = today.parse_domain(domain, be_strict=True), today.parse_domain(domain, be_strict=be_strict)
    if parsed is None:
        raise Failure("domain-to-ASCII", *domain_error(domain, be_strict=be_strict))
    if strict is None:
        report("domain-to-ASCII", *domain_error(domain, be_strict=True))
    return str(parsed)


def check_code_points(edition: Edition, domain: str, ascii_domain: str) -> None:
    """Raise Failure if *ascii_domain*, which *domain* became, has a code point that a domain may not contain."""
    if edition.has(FORBIDDEN_DOMAIN_CODE_POINTS):
        forbidden = FORBIDDEN_DOMAIN_CODE_POINT.search(ascii_domain)
    elif edition.has(FORBIDDEN_VERTICAL_LINE):
        forbidden = _FORBIDDEN_IN_2021.search(ascii_domain)
    else:
        forbidden = _FORBIDDEN_IN_2020.search(ascii_domain)
    if forbidden is None:
        return
    start = domain.find(forbidden[0])
    if start < 0:  # a mapping made it
        raise Failure("domain-invalid-code-point", *domain_error(domain, be_strict=False))
    message = f"a domain may not contain {named(forbidden[0])}; check which host is meant"
    raise Failure("domain-invalid-code-point", start, start + 1, message)


def _unicode_to_ascii(edition: Edition, domain: str, be_strict: bool) -> str | None:
    """*Unicode ToASCII* with the options that the edition sets. Returns None if it records an error."""
    if be_strict and edition.has(CHECKED_HYPHENS):
        return uts46.to_ascii(domain, be_strict=True)
    result = uts46.to_ascii(domain)
    if result is None:
        return None
    if be_strict:
        # CheckHyphens was false: "-a.example" is a valid domain.
        has_length = len(result) <= uts46.MAX_DOMAIN
        labels = uts46.process(domain) or []
        is_strict = has_length and all(
            1 <= len(label) <= uts46.MAX_LABEL and uts46.NOT_STD3.search(label) is None for label in result.split(".")
        )
        return result if is_strict and not any(map(uts46.NOT_STD3.search, labels)) else None
    # The Bidi Rule refuses the label "1" next to one with right-to-left characters, and nowhere else.
    if _NOT_LEFT_TO_RIGHT.search(result) and uts46.process(f"{domain}.1") is None:
        return None
    return result


def _ascii_domain_error(domain: str) -> tuple[int, int, str]:
    """Return (start, end, message) for an ASCII domain for which *Unicode ToASCII* records an error."""
    start = 0
    for label in domain.split("."):
        if uts46.to_ascii(label) is None:
            return start, start + len(label), _BAD_PUNYCODE
        start += len(label) + 1
    return 0, len(domain), _MIXED_DIRECTIONS


def domain_to_unicode(edition: Edition, domain: str, be_strict: bool, report: Report) -> str:
    """*domain to Unicode*. Raises ValueError for *be_strict* if the edition does not have that argument."""
    if be_strict and (not edition.has(DOMAIN_TO_UNICODE_BE_STRICT) or edition.has(DOMAIN_TO_UNICODE_OF_DOMAINS)):
        raise ValueError(
            f"in the edition {edition.name}, domain to Unicode has no beStrict; "
            f"it has one from {DOMAIN_TO_UNICODE_BE_STRICT.date} to {DOMAIN_TO_UNICODE_OF_DOMAINS.date}"
        )
    if edition.has(ASCII_DOMAINS_LOWERCASED):
        return today.domain_to_unicode(domain)
    labels, start, all_right = [], 0, True
    for label in uts46.DOT.split(domain):
        in_unicode, is_right = _label_to_unicode(label)
        if be_strict:
            is_right = is_right and _is_strict(edition, in_unicode)
        if not is_right:
            all_right = False
            report("domain-to-Unicode", start, start + len(label), _NOT_IN_UNICODE)
        labels.append(in_unicode)
        start += len(label) + 1
    if all_right and uts46.process(domain) is None:
        report("domain-to-Unicode", 0, len(domain), _MIXED_DIRECTIONS)
    return ".".join(labels)


def _label_to_unicode(label: str) -> tuple[str, bool]:
    """Return what *Unicode ToUnicode* makes of a label, and whether it records no error."""
    mapped = uts46.map_label(label)
    if mapped is None:
        mapped = "".join(map(_mapped_or_kept, label))
        # Normalizing a long label could take quadratic time.
        return (nfc(mapped) if len(mapped) <= punycode.MAX_LABEL else mapped), False
    if not mapped.startswith("xn--"):
        return mapped, uts46.is_valid_label(mapped)
    decoded = uts46.from_punycode(mapped)
    if decoded is not None:
        return decoded, uts46.is_valid_label(decoded)
    decoded = punycode.decode(mapped[4:])
    return (mapped if decoded is None else decoded), False


def _mapped_or_kept(char: str) -> str:
    """Return what a code point is mapped to, or the code point itself if it is disallowed."""
    mapped = uts46.map_label(char)
    return char if mapped is None else mapped


def _is_strict(edition: Edition, label: str) -> bool:
    """UseSTD3ASCIIRules, and CheckHyphens since that is *beStrict* too."""
    if uts46.NOT_STD3.search(label):
        return False
    hyphens = label[:1] == "-" or label[-1:] == "-" or label[2:4] == "--"
    return not hyphens or not edition.has(CHECKED_HYPHENS)
