"""IDNA step by step: each label's forms, the rule that it breaks, and what is known of each code point."""

import unicodedata

import pytest

from py_url.explain import CodePoint, code_points, domain_steps
from py_url.standard.hosts.domain import ascii_domain_of, domain_to_unicode, parse_domain

# Domains, each with the rules that its labels break, the required ones first.
DOMAINS = {
    "Faß.EXAMPLE": [],
    "xn--fa-hia.example": [],
    "bücher.example.": [],
    "a。b．c｡ü": [],
    "אב.example": [],
    "\u00ad.ü": ["1 to 63 characters in ASCII"],
    "xn--a.example": ["Punycode of a label that no mapping changes"],
    "xn--a.ü": ["Punycode of a label that no mapping changes"],
    "a\u200db.example": ["invisible joiners only in context"],
    "क्\u200dष.example": [],
    "אa.example": ["the Bidi Rule"],
    "\u0301a.example": ["no combining mark at the start"],
    "a_b.ü-": ["no ASCII but letters, digits and hyphens", "no hyphen at an end, nor third and fourth"],
    "ab--c.ü": ["no hyphen at an end, nor third and fourth"],
    "a<b.example": ["no forbidden domain code point", "no ASCII but letters, digits and hyphens"],
    "℀.example": ["no forbidden domain code point", "no ASCII but letters, digits and hyphens"],
    "\ue000.example": ["no disallowed code point"],
    "ü" * 50 + ".example": [],
    "ü" * 70 + ".example": ["1 to 63 characters in ASCII"],
    "ü" * 1_001 + ".example": ["at most 1,000 code points"],
    "𝒳.1.2.3": [],
}


@pytest.mark.parametrize("domain", DOMAINS)
def test_what_a_label_breaks(domain):
    steps = domain_steps(domain)
    broken = [criterion.rule for label in steps.labels for criterion in label.criteria if not criterion.holds]
    # The root label is empty.
    assert [rule for rule in broken if not domain.endswith(".") or rule != "1 to 63 characters in ASCII"] == (
        DOMAINS[domain]
    )
    required = [criterion.holds for label in steps.labels for criterion in label.criteria if criterion.is_required]
    assert (steps.ascii is not None) == (all(required) or not steps.is_processed) or "<" in domain
    if steps.is_processed and steps.ascii is not None:
        assert steps.ascii == ".".join(label.ascii for label in steps.labels)
        assert steps.unicode == ".".join(label.unicode for label in steps.labels)


@pytest.mark.parametrize("domain", [*DOMAINS, "", "."])
def test_the_result_is_the_parsers(domain):
    steps = domain_steps(domain)
    assert steps.ascii == ascii_domain_of(domain)
    assert (steps.problem is None) == (steps.ascii is not None)
    assert (steps.problem is None and steps.advice is None) == (parse_domain(domain, be_strict=True) is not None)
    assert steps.unicode == (None if steps.ascii is None else domain_to_unicode(steps.ascii))
    assert [domain[label.start : label.start + len(label.input)] for label in steps.labels] == [
        label.input for label in steps.labels
    ]
    assert len(steps.labels) == len([char for char in domain if char in ".。．｡"]) + 1


def test_an_example():
    steps = domain_steps("Fu\u0308ß。XN--fa-hia")
    first, second = steps.labels
    assert first[:1] + first[2:7] == (0, "fu\u0308ß", "füß", None, "füß", "xn--f-qfa0g")
    assert second[:2] == (5, "XN--fa-hia")
    assert second[2:7] == ("xn--fa-hia", "xn--fa-hia", "faß", "faß", "xn--fa-hia")
    assert steps[3:] == ("xn--f-qfa0g.xn--fa-hia", "füß.faß", None, None)
    assert [point.status for point in first.code_points] == ["mapped", "valid", "valid", "valid"]


def test_why_a_label_fails():
    steps = domain_steps("ok.\u0301a.א1a")
    assert [label.problem is None for label in steps.labels] == [True, False, True]
    assert steps.labels[1].problem.startswith("a label may not start with U+0301")
    assert steps.problem == steps.labels[1].problem
    assert steps.labels[1].ascii is None
    bidi = domain_steps("א1a")
    assert bidi.problem.startswith("the Bidi Rule")
    assert domain_steps("a_b").labels[0].advice.startswith("a valid domain may contain only letters")


def test_an_ascii_domain_is_only_lowercased():
    steps = domain_steps("XN--A.example")
    assert (steps.is_processed, steps.ascii, steps.unicode, steps.problem) == (
        *(False, "xn--a.example", "xn--a.example"),
        None,
    )
    assert steps.labels[0].problem is None
    assert steps.labels[0].advice.startswith("'xn--' must be followed by")


def test_code_points():
    assert code_points("Ü") == [
        CodePoint("Ü", "LATIN CAPITAL LETTER U WITH DIAERESIS", "mapped", "ü", "Lu", "LATIN"),
    ]
    names = [point.name for point in code_points("\t\ue000\ud800\u0378\u3042")]
    assert names == [
        *("<control-0009>", "<private-use-E000>", "<surrogate-D800>", "<reserved-0378>"),
        "HIRAGANA LETTER A",
    ]
    assert [point.status for point in code_points("a\u00ad\ue000")] == ["valid", "ignored", "disallowed"]
    assert [point.mapping for point in code_points("a\u00ad\ue000ǅ")] == ["a", "", None, "dž"]


def test_a_name_that_this_python_does_not_know(monkeypatch):
    monkeypatch.setattr(unicodedata, "name", lambda char, default: default)
    assert code_points("a")[0].name == "<unknown-0061>"


def test_long_labels_are_refused_before_they_are_normalized():
    steps = domain_steps("a" + "\u0315\u0300" * 50_000)
    assert steps.ascii is None
    assert steps.labels[0].mapped is not None
    assert steps.labels[0].normalized is None


def test_a_long_domain_takes_little_time():
    steps = domain_steps("ü" * 100_000 + ".example" * 20_000)
    assert len(steps.labels) == 20_001
    assert steps.problem == "a label may have at most 1000 characters; check which host is meant"
