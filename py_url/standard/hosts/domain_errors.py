"""§3.3 IDNA: what is wrong with a domain that the domain parser refused.

In: the domain. Out: the first place at fault, and a sentence. The parser itself asks only whether; this module is
imported when someone asks why.
"""

from __future__ import annotations

from unicodedata import category

from py_url.standard.hosts import punycode, uts46
from py_url.standard.hosts.miscellaneous import FORBIDDEN_DOMAIN_CODE_POINT
from py_url.standard.infra.error_table import named

TYPE_CHECKING = False
if TYPE_CHECKING:
    import re

_MAX_LABEL, _MAX_DOMAIN = 63, 253


def domain_error(domain: str, *, be_strict: bool) -> tuple[int, int, str]:
    """(start, end, message) of what the domain parser met in *domain*, a scalar value string, with *be_strict*."""
    if not domain:
        return 0, 0, "a domain is not empty; write one"
    if domain.isascii() and not be_strict:
        forbidden = FORBIDDEN_DOMAIN_CODE_POINT.search(domain)
        assert forbidden is not None, "the one reason to refuse it"
        return *forbidden.span(), f"a domain may not hold {named(forbidden[0])}; leave it out"
    start = 0
    for label in uts46.DOT.split(domain):
        wrong = _label_error(label, be_strict=be_strict)
        if wrong is not None:
            in_start, in_end, message = wrong
            if label == "" and start == len(domain):
                return start - 1, start, "a valid domain does not end with '.'; leave it out"
            return start + in_start, start + in_end, message
        start += len(label) + 1
    if be_strict and len(uts46.to_ascii(domain) or "") > _MAX_DOMAIN:
        return 0, len(domain), f"a valid domain has at most {_MAX_DOMAIN} characters in ASCII; write fewer"
    labels = uts46.process(domain)
    if labels is None:
        return 0, len(domain), "letters of both directions are mixed as the Bidi Rule (RFC 5893) forbids; keep to one"
    return 0, len(domain), "nothing is left of this domain when it is mapped; write one"


def _label_error(label: str, *, be_strict: bool) -> tuple[int, int, str] | None:
    """As `domain_error`, for one label; None where nothing is wrong with it alone."""
    if not label:
        return (0, 0, "a label is empty; leave out the '.'") if be_strict else None
    everything = 0, len(label)
    forbidden = uts46.NOT_STD3 if be_strict else FORBIDDEN_DOMAIN_CODE_POINT
    mapped = uts46.map_label(label)
    if mapped is None or forbidden.search(mapped):
        for index, char in enumerate(label):
            wrong = _code_point_error(char, forbidden, be_strict=be_strict)
            if wrong is not None:
                return index, index + 1, wrong
    if mapped is None or (len(mapped) > punycode.MAX_LABEL and not mapped.isascii()):
        return *everything, f"a label has at most {punycode.MAX_LABEL} code points; write fewer"
    if mapped.startswith("xn--"):
        decoded = uts46.from_punycode(mapped)
        if decoded is None:
            return *everything, "'xn--' begins what is not the Punycode of a valid label; write the label in Unicode"
        mapped = decoded
    if category(mapped[:1] or "a")[0] == "M":
        start, end = (0, 1) if label[0] == mapped[0] else everything
        return start, end, f"a label may not begin with a combining mark, {named(mapped[0])}; leave it out"
    if be_strict and (mapped[:1] == "-" or mapped[-1:] == "-"):
        return *everything, "a valid label neither begins nor ends with '-'; leave it out"
    if be_strict and mapped[2:4] == "--":
        return *everything, "a valid label has no '--' in its third and fourth place; leave one out"
    if not uts46.is_valid_label(mapped):
        return *everything, "a joiner stands where the letters around it do not allow it; leave it out"
    if be_strict and len(_in_ascii(mapped)) > _MAX_LABEL:
        return *everything, f"a valid label has at most {_MAX_LABEL} characters in ASCII; write fewer"
    return None


def _code_point_error(char: str, forbidden: re.Pattern[str], *, be_strict: bool) -> str | None:
    mapped = uts46.map_label(char)
    if mapped is None:
        return f"{named(char)} may not stand in a domain; leave it out"
    # Of what it is mapped to, the first that is forbidden: U+2100 is mapped to a/c.
    found = forbidden.search(mapped)
    if found is None:
        return None
    holds = "a valid domain has only letters, digits and hyphens, not" if be_strict else "a domain may not hold"
    stands_for = f", for which {named(char)} stands" if found[0] != char else ""
    return f"{holds} {named(found[0])}{stands_for}; leave it out"


def _in_ascii(label: str) -> str:
    """The label, or the ``xn--`` form of it; it is too long where that would be."""
    return label if label.isascii() else "xn--" + (punycode.encode(label) or "a" * _MAX_LABEL)
