"""UTS #46 for labels longer than DNS allows."""

import pytest

from py_url import URL
from py_url.standard.hosts import punycode, uts46

SOFT_HYPHEN = "\u00ad"  # which maps to nothing


@pytest.mark.parametrize("before", [0, 1, 1_022, 1_023, 1_024, 2_047, 10_000])
def test_a_label_is_composed_wherever_it_is_split(before):
    assert uts46.to_ascii(f"{SOFT_HYPHEN * before}e\u0301") == "xn--9ca"
    assert uts46.to_ascii(f"{SOFT_HYPHEN * before}\uff21") == "a"


def test_of_ascii_a_label_may_have_any_length():
    # Fullwidth letters map to ASCII, and the limit applies to the mapped label.
    for length in (1_000, 1_024, 1_025, 5_000):
        assert URL("http://" + "\uff21" * length + "/").host == "a" * length


@pytest.mark.parametrize("length", [1_001, 1_024, 1_025, 4_000, 4_001, 10_000])
def test_of_other_letters_it_has_the_limit_that_browsers_have(length):
    assert URL.can_parse("http://" + "\u00e9" * punycode.MAX_LABEL + ".com/")
    for host in ("\u00e9" * length, "\u00e9" * length + ".com", "a." + "\u00e9" * length):
        assert not URL.can_parse(f"http://{host}/")
        assert uts46.to_ascii(host) is None


def test_its_punycode_has_a_limit_too():
    # When letters are far apart, each takes several digits.
    letters = "".join(chr(0x20000 + i * 7_919 % 42_000) for i in range(punycode.MAX_LABEL))
    assert len(uts46.to_ascii(letters[:500])) > 1_000
    assert uts46.is_valid_label(letters)
    assert uts46.to_ascii(letters) is None
    assert not URL.can_parse(f"http://{letters}/")


@pytest.mark.parametrize(
    ("label", "mapped"),
    [
        ("\uff21" * 1_024, "a" * 1_024),
        ("\uff21" * 1_025, "a" * 1_025),
        ("\xe9" * 1_024, "\xe9" * 1_024),
        ("\xe9" * 1_025, "\xe9" * 1_025),
        # Normalization moves a mark before another one, and composes the three.
        ("a" * 1_022 + "o\u0302\u0323", "a" * 1_022 + "\u1ed9"),
        # A label that is too long even if four code points always compose into one is not normalized.
        ("\xe9" * 4_000, "\xe9" * 4_000),
        ("\xe9" * 4_001, None),
        # The limit applies after mapping, and only to non-ASCII labels.
        (SOFT_HYPHEN * 4_001 + "\xe9", "\xe9"),
        ("\uff21" * 5_000, "a" * 5_000),
        # A disallowed code point.
        ("\ufffd" + "\xe9" * 1_024, None),
        ("\xe9" * 1_024 + "\ufffd", None),
    ],
    ids=lambda value: f"{len(value)} code points" if value else "none",
)
def test_mapping_long_labels(label, mapped):
    assert uts46.map_label(label) == mapped
