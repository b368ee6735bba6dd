"""What is wrong with a domain that the domain parser rejects: the place, and the message."""

import pytest

from py_url.standard import domain_to_unicode
from py_url.standard.hosts import punycode, uts46
from py_url.standard.hosts.domain_errors import domain_error, label_error

NOT_VALID = "; browsers accept it, and any other spelling is another host"
NO_DOMAIN = "; check which host is meant"
JOINER = "an invisible joiner (U+200C or U+200D) is not allowed between these letters" + NO_DOMAIN
HYPHEN = "a valid label may not start or end with '-'" + NOT_VALID
HYPHENS = "the third and fourth characters of a valid label may not both be '-'" + NOT_VALID
MARK = "a label may not start with U+0301 (\u0301), a combining mark" + NO_DOMAIN
BIDI = "the Bidi Rule (RFC 5893) forbids this mix of text directions" + NO_DOMAIN
INVISIBLE = "this domain has only invisible characters, which are ignored; write a domain"
TOO_LONG = "a valid label may have at most 63 characters in ASCII" + NOT_VALID
EMPTY = "a label is empty" + NOT_VALID
LAST = "a valid domain may not end with '.'" + NOT_VALID
IN_PUNYCODE = "'xn--' must be followed by the Punycode of a valid label; write the label in Unicode"
SLASH = "U+002F (/), which U+2100 (\u2100) is mapped to"

ALWAYS = [
    ("", 0, 0, "the domain is empty; write one"),
    ("a b", 1, 2, "a domain may not contain U+0020 SPACE" + NO_DOMAIN),
    ("é%", 1, 2, "a domain may not contain U+0025 (%)" + NO_DOMAIN),
    ("é\u2100", 1, 2, f"a domain may not contain {SLASH}{NO_DOMAIN}"),
    ("aé.\ufffe", 3, 4, "a domain may not contain U+FFFE" + NO_DOMAIN),
    ("é" * 1_001, 0, 1_001, "a label may have at most 1000 characters" + NO_DOMAIN),
    ("\u00ad", 0, 1, INVISIBLE),
    ("\u00ad.\u00ad", 0, 3, INVISIBLE),
    ("é.xn--a", 2, 7, IN_PUNYCODE),
    ("é.xn--é", 2, 7, IN_PUNYCODE),
    ("\u0301a", 0, 1, MARK),
    ("b.\u0301a", 2, 3, MARK),
    # What is before the mark is ignored, so the place is the label.
    ("b.\u00ad\u0301a", 2, 5, MARK),
    ("a\u200cb", 0, 3, JOINER),
    ("é.a\u200db", 2, 5, JOINER),
    ("א1a", 0, 3, BIDI),
    ("aא", 0, 2, BIDI),
    ("\u0661a", 0, 2, BIDI),
]
STRICT = [
    ("", 0, 0, "the domain is empty; write one"),
    ("é..a", 2, 2, EMPTY),
    ("a..é", 2, 2, EMPTY),
    (".é", 0, 0, EMPTY),
    ("é.a.", 3, 4, LAST),
    ("a.", 1, 2, LAST),
    ("é_", 1, 2, "a valid domain may contain only letters, digits and hyphens, not U+005F (_)" + NOT_VALID),
    ("é\u2100", 1, 2, f"a valid domain may contain only letters, digits and hyphens, not {SLASH}{NOT_VALID}"),
    ("a.\u00ad.é", 2, 3, "a label has only invisible characters, which are ignored" + NOT_VALID),
    ("\uff0da.é", 0, 2, HYPHEN),
    ("é.a-", 2, 4, HYPHEN),
    ("é.ab-", 2, 5, HYPHEN),
    ("éa--b", 0, 5, HYPHENS),
    ("ab--é", 0, 5, HYPHENS),
    ("é" * 64, 0, 64, TOO_LONG),
    ("a" * 64, 0, 64, TOO_LONG),
    ("é." + "a." * 125 + "bcdefgh", 0, 259, "a valid domain may have at most 253 characters in ASCII" + NOT_VALID),
]


@pytest.mark.parametrize(
    ("domain", "start", "end", "message", "be_strict"),
    [(*row, False) for row in ALWAYS] + [(*row, True) for row in STRICT],
    ids=lambda value: ascii(value[:20])[1:-1] if isinstance(value, str) else None,
)
def test_the_place_and_the_message(domain, start, end, message, be_strict):
    assert domain_error(domain, be_strict=be_strict) == (start, end, message)


@pytest.mark.parametrize("label", ["a", "é", "é" * 57, "xn--9ca", "a-b", "\u0628\u200c\u0628"])
def test_nothing_is_wrong(label):
    assert label_error(label, be_strict=False) is None
    assert label_error(label, be_strict=True) is None


def test_only_a_strict_label_may_not_be_empty():
    assert label_error("", be_strict=False) is None
    assert label_error("", be_strict=True) == (0, 0, EMPTY)


@pytest.mark.parametrize("char", ["a", "é"])
def test_the_longest_strict_label_and_domain(char):
    label = char * (63 if char == "a" else 57)
    assert uts46.to_ascii(label, be_strict=True) is not None
    assert uts46.to_ascii(label + char, be_strict=True) is None
    longest = f"{label}.{'a' * 63}.{'b' * 63}.{'c' * 61}"
    assert len(uts46.to_ascii(longest, be_strict=True)) == 253
    assert uts46.to_ascii(f"{longest}c", be_strict=True) is None


def test_the_longest_label_in_unicode():
    label = "é" * punycode.MAX_LABEL
    assert uts46.process(label) == [label]
    assert domain_to_unicode(f"a.{label}") == f"a.{label}"
    assert uts46.process(f"{label}é") is None
