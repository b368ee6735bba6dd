"""UTS #46 for labels longer than DNS allows."""

import pytest

from py_url import URL
from py_url.standard.hosts import domain_errors, punycode, uts46

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


@pytest.mark.parametrize("piece", [1, 2, 3])
def test_a_label_is_mapped_in_pieces(monkeypatch, piece):
    """A piece has nothing to do with the answer: marks are composed with what stands in the piece before."""
    labels = ["e\u0301\u00ad\u0327", "\u1100\u1161\u11a8", "\u00adA\u00ad\u00ad", "A\uff21\ufffe", "\ufb03\u2167"]
    whole = [uts46.map_label(label) for label in labels]
    assert whole == ["\u0229\u0301", "\uac01", "a", None, "ffiviii"]
    monkeypatch.setattr(uts46, "_PIECE", piece)
    assert [uts46.map_label(label) for label in labels] == whole


@pytest.mark.parametrize(
    ("label", "ascii"),
    [
        ("\u00ad" * 1_100 + "é", "xn--9ca"),
        ("\u00ad" * 20_000 + "a", "a"),
        ("a" + "\u00ad" * 1_100 + "é", "xn--a-bga"),
        ("a" + "\u00ad" * 20_000 + "é", "xn--a-bga"),
        ("é" + "\u00ad" * 20_000 + "\ufffe", None),
        ("\uff41" * 20_000, "a" * 20_000),
        ("a" * 20_000 + "\u00ad", "a" * 20_000),
        ("a" * 20_000 + "é", None),
        ("é" * 1_001, None),
        ("\u0301" * 20_000, None),
    ],
)
def test_long_labels(label, ascii):
    assert uts46.to_ascii(label) == ascii
    assert uts46.to_ascii(f"b.{label}") == (ascii and f"b.{ascii}")


def test_a_label_that_never_fits_is_mapped_only_at_its_beginning(monkeypatch):
    mapped = []
    monkeypatch.setattr(uts46, "mapped", lambda char: mapped.append(char) or char)
    assert uts46.map_label("\u1100" * 200_000) is None
    assert len(mapped) == uts46._PIECE


def test_each_character_of_a_long_label_is_looked_at_once(monkeypatch):
    looked_at = []
    find = domain_errors._code_point_error

    def look_at(char, forbidden, *, be_strict):
        looked_at.append(char)
        return find(char, forbidden, be_strict=be_strict)

    monkeypatch.setattr(domain_errors, "_code_point_error", look_at)
    start, end, message = domain_errors.domain_error("aé" * 50_000 + "\ufffe", be_strict=False)
    assert (start, end) == (100_000, 100_001)
    assert "U+FFFE" in message
    assert looked_at == ["a", "é", "\ufffe"]
