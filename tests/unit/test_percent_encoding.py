"""§1.3 Percent-encoded bytes."""

import re
from urllib.parse import unquote_to_bytes

import pytest

import py_url
from py_url.standard import (
    C0_CONTROL_PERCENT_ENCODE_SET,
    COMPONENT_PERCENT_ENCODE_SET,
    FORM_URLENCODED_PERCENT_ENCODE_SET,
    FRAGMENT_PERCENT_ENCODE_SET,
    PATH_PERCENT_ENCODE_SET,
    QUERY_PERCENT_ENCODE_SET,
    SPECIAL_QUERY_PERCENT_ENCODE_SET,
    USERINFO_PERCENT_ENCODE_SET,
    PercentEncodeSet,
    percent_decode,
    percent_encode,
    percent_encode_after_encoding,
    utf8_percent_encode,
)
from py_url.standard.infra import code_points, percent_encoding
from tests.conftest import peer

# The printable ASCII characters and space in each set, from the standard.
PRINTABLE_MEMBERS = {
    C0_CONTROL_PERCENT_ENCODE_SET: "",
    FRAGMENT_PERCENT_ENCODE_SET: ' "<>`',
    QUERY_PERCENT_ENCODE_SET: ' "#<>',
    SPECIAL_QUERY_PERCENT_ENCODE_SET: " \"#<>'",
    PATH_PERCENT_ENCODE_SET: ' "#<>?^`{}',
    USERINFO_PERCENT_ENCODE_SET: ' "#<>?^`{}/:;=@[\\]|',
    COMPONENT_PERCENT_ENCODE_SET: ' "#<>?^`{}/:;=@[\\]|$%&+,',
    FORM_URLENCODED_PERCENT_ENCODE_SET: " \"#<>?^`{}/:;=@[\\]|$%&+,!'()~",
}


@pytest.mark.parametrize(("percent_encode_set", "printable"), PRINTABLE_MEMBERS.items(), ids=str)
def test_members(percent_encode_set, printable):
    members = {chr(c) for c in range(0x80) if chr(c) in percent_encode_set}
    differing = members ^ {*map(chr, range(0x20)), "\x7f", *printable}
    assert differing == set(), f"if the standard has changed, so does the line of {percent_encode_set} in this file"
    assert all(chr(c) in percent_encode_set for c in (0x80, 0xFF, 0x100, 0x10FFFF))


@pytest.mark.parametrize("percent_encode_set", PRINTABLE_MEMBERS, ids=str)
def test_encoding_is_by_membership(percent_encode_set):
    for code_point in map(chr, [*range(0x250), 0x203D, 0xFFFD, 0x1F4A9, 0x10FFFF]):
        expected = code_point
        if code_point == " " and percent_encode_set is FORM_URLENCODED_PERCENT_ENCODE_SET:
            expected = "+"
        elif code_point in percent_encode_set:
            expected = "".join(map(percent_encode, code_point.encode()))
        assert utf8_percent_encode(code_point, percent_encode_set) == expected
        assert utf8_percent_encode(f"a{code_point}{code_point}z", percent_encode_set) == f"a{expected * 2}z"


def test_the_form_set_is_all_but_what_its_note_says():
    kept = {chr(c) for c in range(0x80) if chr(c) not in FORM_URLENCODED_PERCENT_ENCODE_SET}
    assert kept == set("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789*-._")


def test_the_standards_examples():
    assert percent_encode(0x23) == "%23"
    assert percent_encode(0x7F) == "%7F"
    assert percent_decode(b"%25%s%1G") == b"%%s%1G"
    assert percent_decode("‽%25%2E") == b"\xe2\x80\xbd%."
    assert utf8_percent_encode("≡", USERINFO_PERCENT_ENCODE_SET) == "%E2%89%A1"
    assert utf8_percent_encode("Say what‽", USERINFO_PERCENT_ENCODE_SET) == "Say%20what%E2%80%BD"


@pytest.mark.parametrize(
    ("encoded", "decoded"),
    [
        (b"", b""),
        (b"%", b"%"),
        (b"%4", b"%4"),
        (b"%zz", b"%zz"),
        (b"a%", b"a%"),
        (b"%41%", b"A%"),
        (b"%41%4", b"A%4"),
        (b"%4g%g4", b"%4g%g4"),
        (b"%%41", b"%A"),
        (b"%4%41", b"%4A"),
        (b"%41%42c%zz%43", b"ABc%zzC"),
        (b"%2541", b"%41"),
        (b"%fF%00", b"\xff\x00"),
        (bytes(range(256)), bytes(range(256))),
    ],
)
def test_percent_decode(encoded, decoded):
    assert percent_decode(encoded) == decoded
    if encoded.isascii():
        assert percent_decode(encoded.decode()) == decoded


def test_lone_surrogates_are_replaced():
    assert percent_decode("\ud800") == "\ufffd".encode()
    assert utf8_percent_encode("\udfff", QUERY_PERCENT_ENCODE_SET) == "%EF%BF%BD"
    assert utf8_percent_encode("\ud83d\ude00", QUERY_PERCENT_ENCODE_SET) == "%F0%9F%98%80"


def test_wrong_types():
    with pytest.raises(ValueError, match="256"):
        percent_encode(256)
    with pytest.raises(TypeError, match="NoneType"):
        percent_decode(None)
    with pytest.raises(TypeError, match="a byte must be an int, not str"):
        percent_encode("a")
    for wrong in (None, "a", {"a"}):
        with pytest.raises(TypeError, match=f"expected a PercentEncodeSet, not {type(wrong).__name__}"):
            utf8_percent_encode("a", wrong)


@pytest.mark.parametrize("space_as_plus", [False, True])
def test_a_set_of_all_code_points(space_as_plus):
    everything = PercentEncodeSet("all", map(chr, range(0x80)), space_as_plus=space_as_plus)
    space = "+" if space_as_plus else "%20"
    assert everything.encode("") == ""
    assert everything.encode("a b") == f"%61{space}%62"
    assert everything.encode("a b\n" * 30) == f"%61{space}%62%0A" * 30


def test_every_set_is_public():
    assert {getattr(py_url.standard, name) for name in py_url.standard.__all__ if name.endswith("_SET")} == set(
        PRINTABLE_MEMBERS
    )


@pytest.mark.parametrize("times", [1, 20, 70_000])
def test_sets_of_ones_own_with_space_as_plus(times):
    for members in (" ", "+", "%", ""):
        percent_encode_set = PercentEncodeSet("own", members, space_as_plus=True)
        expected = "".join("+" if c == " " else f"%{ord(c):02X}" if c in members else c for c in "%20 +a")
        assert percent_encode_set.encode("%20 +a" * times) == expected * times
        assert percent_encode_set.encode("a b") == "a+b"


@pytest.mark.parametrize("unit", ["%41", "a%C3%A9", "%C3%A9", "%4", "%%4", "x%e2%80%ae", "%%41", "%x%41"])
@pytest.mark.parametrize("before", range(5))
def test_a_long_string_is_decoded_in_pieces_without_a_seam(unit, before):
    """No piece may end inside a percent-encoded byte or inside a sequence of UTF-8."""
    for length in (percent_encoding._PIECE, percent_encoding.LONG):
        for more in (0, 3):
            string = "x" * before + (unit * length)[: length + more]
            decoded = unquote_to_bytes(string)
            assert percent_decode(string) == percent_decode(string.encode()) == decoded
            pieces = re.finditer(percent_encoding.PERCENT_ENCODED_UTF_8, string)
            text = code_points.replaced(
                re.compile(percent_encoding.PERCENT_ENCODED_UTF_8),
                lambda run: unquote_to_bytes(run[0]).decode("utf-8", "replace"),
                string,
            )
            assert max((len(piece[0]) for piece in pieces), default=0) <= 3_009
            assert text == decoded.decode("utf-8", "replace")


def test_what_is_replaced_in_a_long_string_is_what_a_substitution_replaces():
    string = "aab" * 30_000 + "a"
    pattern = re.compile("a+")
    assert code_points.replaced(pattern, lambda run: str(len(run[0])), string) == "2b" * 30_000 + "1"
    assert code_points.replaced(pattern, lambda _: "", "b" * 99_999) == "b" * 99_999


@pytest.mark.parametrize("method", ["encode", "encode_members"])
def test_what_a_set_cannot_encode(method):
    encode = getattr(PercentEncodeSet("own", "%"), method)
    for value in (1, None, ["a"]):
        with pytest.raises(TypeError, match=f"^expected a str, not {type(value).__name__}$"):
            encode(value)
    # A long string and a short one: they are encoded in different ways.
    for string in ("\ud800", "%a" * 50 + "\ud800"):
        with pytest.raises(ValueError, match=r"^UTF-8 cannot encode a surrogate; remove it") as caught:
            encode(string)
        assert type(caught.value) is ValueError


def test_what_is_no_byte():
    for number in (-1, 256):
        with pytest.raises(ValueError, match=f"a byte must be from 0 to 255, not {number}"):
            percent_encode(number)


def test_a_space_stays_if_it_is_in_no_set():
    own = PercentEncodeSet("own", "%", space_as_plus=True)
    assert percent_encode_after_encoding("UTF-8", "a %", own) == "a+%25"
    assert percent_encode_after_encoding("UTF-8", "a %", own, space_as_plus=False) == "a %25"


def test_runs_of_three_code_points_are_remembered():
    percent_encoding.encoded_runs.cache_clear()
    assert percent_encoding.encoded_runs["\u00e9" * 3] == "%C3%A9" * 3
    assert percent_encoding.encoded_runs["\u00e9" * 4] == "%C3%A9" * 4
    assert [*percent_encoding.encoded_runs] == ["\u00e9" * 3]


# §1.3 *percent-encode after encoding*, for every encoding and set: the standard's table of examples in the texts of
# 2020 to 2025 and in today's.

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
