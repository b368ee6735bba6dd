"""Unicode's character data: the same answers in every Python, and the rules that use them."""

import json
import re
import unicodedata
from pathlib import Path

import pytest

from py_url import URL, display
from py_url.standard.hosts import unicode_data, uts46
from py_url.standard.hosts.unicode_data import mapped, nfc, properties
from tests.support import unicode_hosts

DIGESTS = Path(__file__).parents[1] / "data" / "unicode" / "hosts.json"


def test_the_same_hosts_give_the_same_answers_in_every_python():
    """It runs in all Pythons that the tests run in. To write the file: python tests/support/unicode_hosts.py > FILE."""
    assert unicode_hosts.digests() == json.loads(DIGESTS.read_text("utf-8"))


def test_the_hosts_have_every_recent_character():
    assert len(unicode_hosts.recent_characters()) == 15_104
    groups = unicode_hosts.hosts()
    assert groups["recent characters"] == unicode_hosts.recent_characters()
    assert sum(map(len, groups.values())) > 30_000
    # Each group has hosts that are rejected and hosts that are not, except where all must be. An ASCII domain that is
    # wrong parses, but stays in ASCII.
    for name, group in groups.items():
        answers = [unicode_hosts.answer(host) for host in group[::7]]
        outcomes = {
            answer is None or (host.startswith("xn--") and answer[1] == host)
            for host, answer in zip(group[::7], answers, strict=True)
        }
        assert outcomes == ({True} if re.search("initial|not assigned|marks in", name) else {True, False}), name


def test_recent_characters_are_those_that_the_oldest_python_does_not_know():
    for char, of in unicode_hosts.of_each():
        known = unicodedata.category(char) != "Cn"
        assert known or of.is_recent or of.category == "Cn", hex(ord(char))
        if unicodedata.unidata_version == "14.0.0":
            assert known == (of.category != "Cn" and not of.is_recent), hex(ord(char))


@pytest.mark.parametrize(
    ("char", "expected"),
    [
        ("\0", ("valid", "Cc", "BN", "", 0, False)),
        ("a", ("valid", "Ll", "L", "", 0, False)),
        ("A", ("mapped", "Lu", "L", "", 0, False)),
        ("\xad", ("ignored", "Cf", "BN", "T", 0, False)),
        ("\u0378", ("disallowed", "Cn", "", "", 0, False)),
        ("\u05d0", ("valid", "Lo", "R", "", 0, False)),
        ("\u0628", ("valid", "Lo", "AL", "D", 0, False)),
        ("\u094d", ("valid", "Mn", "NSM", "T", 9, False)),
        ("\xdf", ("valid", "Ll", "L", "", 0, False)),
        ("\ue000", ("disallowed", "Co", "L", "", 0, False)),
        ("\U00010efd", ("valid", "Mn", "NSM", "T", 220, True)),
        ("\U0010ffff", ("disallowed", "Cn", "", "", 0, False)),
    ],
)
def test_properties(char, expected):
    of = properties(char)
    assert (of.status, of.category, of.bidi, of.joining, of.combining_class, of.is_recent) == expected
    assert (unicode_data.category(char), unicode_data.bidirectional(char)) == (of.category, of.bidi)


@pytest.mark.parametrize(
    ("char", "mapping"),
    [
        *[("a", "a"), ("A", "a"), ("\xad", ""), ("\u0378", None), ("\u1e9e", "\xdf"), ("\ufb00", "ff")],
        *[("\u3002", "."), ("\u03c2", "\u03c2"), ("\u200d", "\u200d"), ("\ufdfa", mapped("\ufdfa"))],
        # Of Unicode 16 and 15, which Python 3.11 does not know.
        *[("\ua7cb", "\u0264"), ("\U00010d50", "\U00010d70"), ("\U0001e030", "\u0430")],
    ],
)
def test_mappings(char, mapping):
    assert mapped(char) == mapping
    assert uts46.map_label(char) == (None if mapping is None else nfc(mapping))


@pytest.mark.parametrize(
    ("string", "normalized"),
    [
        ("e\u0301", "\xe9"),
        ("a\u0302\u0323", "\u1ead"),
        # Unicode 16 has characters that are composed of several, here of two, three and four.
        ("\U000105d2\u0307", "\U000105c9"),
        ("\U00016d63\U00016d67\U00016d67", "\U00016d6a"),
        ("\U0001611e\U0001611e\U0001611f", "\U00016126"),
        ("x\U00016d67\U00016d67", "x\U00016d68"),
        # A mark between two parts keeps them from being composed if its class is not lower.
        ("\U000105d2\u0323\u0307", "\U000105c9\u0323"),
        ("\U000105d2\u0301\u0307", "\U000105d2\u0301\u0307"),
        # Marks are put in the order of their classes, 220 before 230, and stay in order if they have the same.
        ("a\u0301\U00010efd", "\xe1\U00010efd"),
        ("x\u0301\U00010efd", "x\U00010efd\u0301"),
        ("x\u0301\U00010efdy", "x\U00010efd\u0301y"),
        ("\u05d0\U0001e5ef\u05b0\U0001e5ee", "\u05d0\u05b0\U0001e5ef\U0001e5ee"),
        ("\U00010efd\u1100\u1161\u11a8", "\U00010efd\uac01"),
        ("\U00010efd", "\U00010efd"),
        ("", ""),
    ],
)
def test_normalization(string, normalized):
    assert nfc(string) == normalized
    assert nfc(normalized) == normalized


@pytest.mark.parametrize(
    ("remembered", "of_char"),
    [(unicode_data.remembered_properties, properties), (unicode_data.remembered_mappings, mapped)],
    ids=["properties", "mappings"],
)
def test_what_is_remembered_of_characters_has_a_bound(remembered, of_char):
    remembered.cache_clear()
    first = of_char("\u4e00")
    lengths = set()
    for number in range(3_000):
        of_char(chr(0x4E00 + number))
        lengths.add(len(remembered))
    assert (min(lengths), max(lengths)) == (1, 1_024)
    assert of_char("\u4e00") == first
    remembered.cache_clear()


def in_ascii(label):
    return f"xn--{label.encode('punycode').decode()}"


@pytest.mark.parametrize(
    ("host", "serialized"),
    [
        # A letter that is mapped to another, and an ideograph.
        ("\U0001e030", in_ascii("\u0430")),
        ("\U00031350", in_ascii("\U00031350")),
        # A right-to-left letter, for which a digit may not be alone in a label or come first.
        ("\U00010940", in_ascii("\U00010940")),
        ("0.\U00010940", None),
        ("0\U00010940", None),
        # A mark may not come first; after a letter it is put in order.
        ("\U00010efda", None),
        ("x\u0301\U00010efd", in_ascii("x\U00010efd\u0301")),
        # No version has the first yet. Unicode 18 has the second, but the tests of the standard's authors reject it.
        ("a\U000e0080", None),
        ("a\U0003e8ac", None),
    ],
)
def test_hosts_with_recent_characters(host, serialized):
    url = URL.parse(f"http://{host}/")
    assert (url and url.host) == serialized


def test_a_recent_character_is_shown_in_ascii():
    """An older Python does not know its name, and so not its script."""
    recent = "\u1c8a"  # CYRILLIC SMALL LETTER TJE, of Unicode 16
    assert (
        str(display(f"http://\u0440\u0443\u0441{recent}/", whole_host=True))
        == URL(f"http://\u0440\u0443\u0441{recent}/").href
    )
    assert str(display("http://h/%E1%B2%8A", whole_host=True)) == f"http://h/{recent}"
