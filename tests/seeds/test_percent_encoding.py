"""§1.3 *percent-encode after encoding*, for every encoding and set: the standard's table of examples in the texts of
2020 to 2025 and in today's.
"""

import pytest

from py_url.standard import (
    FORM_URLENCODED_PERCENT_ENCODE_SET,
    SPECIAL_QUERY_PERCENT_ENCODE_SET,
    USERINFO_PERCENT_ENCODE_SET,
    PercentEncodeSet,
    percent_decode,
    percent_encode,
    percent_encode_after_encoding,
    utf8_percent_encode,
)
from tests.conftest import peer

peer("webencodings")


def test_the_examples_of_bytes():
    assert [percent_encode(byte) for byte in (0x23, 0x7F)] == ["%23", "%7F"]
    assert percent_decode(b"%25%s%1G") == b"%%s%1G"
    assert percent_decode("‽%25%2E") == b"\xe2\x80\xbd\x25\x2e"


def test_the_examples_of_utf_8():
    for input, output in (("≡", "%E2%89%A1"), ("‽", "%E2%80%BD"), ("Say what‽", "Say%20what%E2%80%BD")):
        assert utf8_percent_encode(input, USERINFO_PERCENT_ENCODE_SET) == output


@pytest.mark.parametrize("percent_encode_set", [USERINFO_PERCENT_ENCODE_SET, SPECIAL_QUERY_PERCENT_ENCODE_SET])
@pytest.mark.parametrize(("input", "output"), [(" ", "%20"), ("≡", "%81%DF"), ("‽", "%26%238253%3B")])
def test_the_examples_of_shift_jis(percent_encode_set, input, output):
    """The older texts have the userinfo set here, and today's has the special-query set."""
    assert percent_encode_after_encoding("Shift_JIS", input, percent_encode_set) == output


def test_the_examples_of_a_space_as_plus():
    input = "1+1 ≡ 2%20‽"
    older = percent_encode_after_encoding("Shift_JIS", input, USERINFO_PERCENT_ENCODE_SET, True)
    assert older == "1+1+%81%DF+2%20%26%238253%3B"
    today = percent_encode_after_encoding("Shift_JIS", input, FORM_URLENCODED_PERCENT_ENCODE_SET)
    assert today == "1%2B1+%81%DF+2%2520%26%238253%3B"
    assert percent_encode_after_encoding("Shift_JIS", input, FORM_URLENCODED_PERCENT_ENCODE_SET, True) == today


def test_the_example_of_iso_2022_jp():
    """The older texts give the first result for the userinfo set. But U+005C (\\) is in that set, so their own steps
    give the second. Today's text has the special-query set, for which the first is right.
    """
    assert percent_encode_after_encoding("ISO-2022-JP", "¥", SPECIAL_QUERY_PERCENT_ENCODE_SET) == r"%1B(J\%1B(B"
    assert percent_encode_after_encoding("ISO-2022-JP", "¥", USERINFO_PERCENT_ENCODE_SET) == "%1B(J%5C%1B(B"


@pytest.mark.parametrize("encoding", ["UTF-8", "windows-1252", "ISO-2022-JP", "gb18030"])
def test_a_set_of_ones_own(encoding):
    """A set need not have the name of one of the standard's, and a space need not be in it."""
    own = PercentEncodeSet("a set", ["a", "%"])
    assert percent_encode_after_encoding(encoding, "a b%", own) == "%61 b%25"
    assert percent_encode_after_encoding(encoding, "a b%", own, space_as_plus=True) == "%61+b%25"
    form = FORM_URLENCODED_PERCENT_ENCODE_SET
    assert percent_encode_after_encoding(encoding, "a b%", form, space_as_plus=False) == "a%20b%25"
