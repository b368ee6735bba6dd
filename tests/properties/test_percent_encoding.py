"""§1.3 Percent-encoded bytes, checked against the standard library's `urllib.parse`."""

from urllib.parse import quote, quote_plus, unquote_to_bytes

import pytest

from tests.conftest import peer

hypothesis = peer("hypothesis")

from hypothesis import (  # noqa: E402 - must follow the check that it is installed
    example,
    given,
    strategies as st,
)

from py_url.standard import (  # noqa: E402 - as above
    C0_CONTROL_PERCENT_ENCODE_SET,
    COMPONENT_PERCENT_ENCODE_SET,
    FORM_URLENCODED_PERCENT_ENCODE_SET,
    FRAGMENT_PERCENT_ENCODE_SET,
    PATH_PERCENT_ENCODE_SET,
    QUERY_PERCENT_ENCODE_SET,
    SPECIAL_QUERY_PERCENT_ENCODE_SET,
    USERINFO_PERCENT_ENCODE_SET,
    percent_decode,
    percent_encode,
    utf8_percent_encode,
)
from tests.properties.reached import reached, reaches  # noqa: E402 - as above
from tests.properties.strategies import evenly, joined, scalar_strings  # noqa: E402 - as above
from tests.support.hypothesis_profile import many  # noqa: E402 - as above

SETS = [
    C0_CONTROL_PERCENT_ENCODE_SET,
    COMPONENT_PERCENT_ENCODE_SET,
    FRAGMENT_PERCENT_ENCODE_SET,
    PATH_PERCENT_ENCODE_SET,
    QUERY_PERCENT_ENCODE_SET,
    SPECIAL_QUERY_PERCENT_ENCODE_SET,
    USERINFO_PERCENT_ENCODE_SET,
    FORM_URLENCODED_PERCENT_ENCODE_SET,
]
PIECES = [*"az09-._~!$&'()*+,;=:@/?[]|^`{}\\\"<># %\x00\x1f\x7f\x80éß€日\uffff\U0001f600", "%41", "abc", "   "]
# Short and long strings are encoded by different code; long ones piece by piece.
texts = evenly(
    joined(PIECES, most=20),
    st.builds(str.__mul__, joined(PIECES, least=1, most=9), st.integers(2, 40)),
    scalar_strings,
)


def by_urllib(string, percent_encode_set):
    safe = "".join(char for char in map(chr, range(0x80)) if char not in percent_encode_set)
    if percent_encode_set.space_as_plus:
        return quote_plus(string, safe=safe).replace("~", "%7E")
    return quote(string, safe=safe)


@reaches(short=0.2, long=0.03, as_it_is=0.05)
@many
@given(texts, st.sampled_from(SETS))
@example("~" * 33 + " ", FORM_URLENCODED_PERCENT_ENCODE_SET)
@example("é" * 33 + " ~", FORM_URLENCODED_PERCENT_ENCODE_SET)
@example("é" * 32, PATH_PERCENT_ENCODE_SET)
@example("é" * 33, PATH_PERCENT_ENCODE_SET)
def test_percent_encoding_is_that_of_urllib(string, percent_encode_set):
    encoded = utf8_percent_encode(string, percent_encode_set)
    reached("as_it_is" if encoded == string else "short" if len(string) <= 32 else "long")
    assert encoded == by_urllib(string, percent_encode_set)


@pytest.mark.parametrize("percent_encode_set", SETS, ids=str)
def test_very_long_strings_are_encoded_whole(percent_encode_set):
    for piece in ("a", "é", "~ ", "日%"):
        for length in (65_535, 65_536, 65_537, 131_073):
            string = (piece * length)[:length]
            assert utf8_percent_encode(string, percent_encode_set) == by_urllib(string, percent_encode_set)


@reaches(decoded=0.1, lone_percent_sign=0.1)
@many
@given(evenly(joined([*"%%4aFz", "%41", "%e9", "%C3%A9", "%%41", "é"], most=9), joined(PIECES), scalar_strings))
@example("%")
@example("%4")
@example("%%41%4%41")
@example("%41" * 1001)
def test_percent_decoding_is_that_of_urllib(string):
    expected = unquote_to_bytes(string)
    if expected != string.encode():
        reached("decoded")
    if b"%" in expected:
        reached("lone_percent_sign")
    assert percent_decode(string) == expected
    assert percent_decode(string.encode()) == expected


def test_every_byte():
    for byte in range(0x100):
        assert percent_encode(byte) == f"%{byte:02X}"
        assert percent_decode(percent_encode(byte)) == bytes([byte])
        assert percent_decode(percent_encode(byte).lower()) == bytes([byte])
