"""§3.3 IDNA: what is wrong with a domain that the domain parser rejected.

Takes the domain and returns the first place that is wrong, with a message. The parser itself only accepts or rejects;
this module is imported when someone asks for the reason. https://url.spec.whatwg.org/#validation-error-domain-to-ascii
"""

from __future__ import annotations

from py_url.standard.hosts import punycode, uts46
from py_url.standard.hosts.miscellaneous import FORBIDDEN_DOMAIN_CODE_POINT
from py_url.standard.hosts.unicode_data import category
from py_url.standard.infra.error_table import named

TYPE_CHECKING = False
if TYPE_CHECKING:
    import re

_NO_DOMAIN = "; check which host is meant"
_NOT_VALID = "; browsers accept it, and any other spelling is another host"


def domain_error(domain: str, *, be_strict: bool) -> tuple[int, int, str]:
    """Return (start, end, message) for *domain*, a scalar value string that the domain parser rejects."""
    if not domain:
        return 0, 0, "the domain is empty; write one"
    if domain.isascii() and not be_strict:
        forbidden = FORBIDDEN_DOMAIN_CODE_POINT.search(domain)
        assert forbidden is not None, "the only possible reason"
        return *forbidden.span(), f"a domain may not contain {named(forbidden[0])}{_NO_DOMAIN}"
    start = 0
    for label in uts46.DOT.split(domain):
        wrong = label_error(label, be_strict=be_strict)
        if wrong is not None:
            in_start, in_end, message = wrong
            if label == "" and start == len(domain):
                return start - 1, start, f"a valid domain may not end with '.'{_NOT_VALID}"
            return start + in_start, start + in_end, message
        start += len(label) + 1
    if be_strict and len(uts46.to_ascii(domain) or "") > uts46.MAX_DOMAIN:
        return 0, len(domain), f"a valid domain may have at most {uts46.MAX_DOMAIN} characters in ASCII{_NOT_VALID}"
    labels = uts46.process(domain)
    if labels is None:
        return 0, len(domain), f"the Bidi Rule (RFC 5893) forbids this mix of text directions{_NO_DOMAIN}"
    return 0, len(domain), "this domain has only invisible characters, which are ignored; write a domain"


def label_error(label: str, *, be_strict: bool) -> tuple[int, int, str] | None:
    """Like `domain_error`, for one label. Returns None if nothing is wrong with the label by itself."""
    if not label:
        return (0, 0, f"a label is empty{_NOT_VALID}") if be_strict else None
    everything = 0, len(label)
    check = _NOT_VALID if be_strict else _NO_DOMAIN
    forbidden = uts46.NOT_STD3 if be_strict else FORBIDDEN_DOMAIN_CODE_POINT
    mapped = uts46.map_label(label)
    if mapped is None or forbidden.search(mapped):
        # Each character is looked at once, however often it occurs.
        errors = {char: _code_point_error(char, forbidden, be_strict=be_strict) for char in dict.fromkeys(label)}
        for char, wrong in errors.items():
            if wrong is not None:
                index = label.index(char)
                return index, index + 1, wrong
    if mapped is None or (len(mapped) > punycode.MAX_LABEL and not mapped.isascii()):
        return *everything, f"a label may have at most {punycode.MAX_LABEL} characters{check}"
    if be_strict and not mapped:
        return *everything, f"a label has only invisible characters, which are ignored{check}"
    if mapped.startswith("xn--"):
        decoded = uts46.from_punycode(mapped)
        if decoded is None:
            remedy = _NOT_VALID if be_strict else "; write the label in Unicode"
            return *everything, f"'xn--' must be followed by the Punycode of a valid label{remedy}"
        mapped = decoded
    if mapped and category(mapped[0])[0] == "M":
        start, end = (0, 1) if label[0] == mapped[0] else everything
        return start, end, f"a label may not start with {named(mapped[0])}, a combining mark{check}"
    if be_strict and (mapped[:1] == "-" or mapped[-1:] == "-"):
        return *everything, f"a valid label may not start or end with '-'{check}"
    if be_strict and mapped[2:4] == "--":
        return *everything, f"the third and fourth characters of a valid label may not both be '-'{check}"
    if not uts46.is_valid_label(mapped):
        return *everything, f"an invisible joiner (U+200C or U+200D) is not allowed between these letters{check}"
    if not mapped.isascii() and punycode.encode(mapped) is None:
        return *everything, f"a label may have at most {punycode.MAX_PUNYCODE} characters in Punycode{check}"
    if be_strict and len(_in_ascii(mapped)) > uts46.MAX_LABEL:
        return *everything, f"a valid label may have at most {uts46.MAX_LABEL} characters in ASCII{check}"
    return None


def _code_point_error(char: str, forbidden: re.Pattern[str], *, be_strict: bool) -> str | None:
    mapped = uts46.map_label(char)
    if mapped is None:
        return f"a domain may not contain {named(char)}{_NO_DOMAIN}"
    # One code point can be mapped to several: U+2100 is mapped to a/c, which has a forbidden "/".
    found = forbidden.search(mapped)
    if found is None:
        return None
    only = "a valid domain may contain only letters, digits and hyphens, not"
    rule = only if be_strict else "a domain may not contain"
    mapping = f", which {named(char)} is mapped to" if found[0] != char else ""
    return f"{rule} {named(found[0])}{mapping}{_NOT_VALID if be_strict else _NO_DOMAIN}"


def _in_ascii(label: str) -> str:
    return label if label.isascii() else f"xn--{punycode.encode(label)}"
