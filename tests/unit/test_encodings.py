"""§1.3 percent-encode after encoding, with the Encoding Standard's labels and encoders."""

import copy
import hashlib
import pickle
import sys

import pytest
import webencodings.labels as webencodings

from py_url import standard
from py_url.standard import (
    FORM_URLENCODED_PERCENT_ENCODE_SET,
    QUERY_PERCENT_ENCODE_SET,
    SPECIAL_QUERY_PERCENT_ENCODE_SET,
    USERINFO_PERCENT_ENCODE_SET,
    PercentEncodeSet,
    State,
    basic_parse,
    percent_encode_after_encoding,
    serialize,
)
from py_url.standard.infra.encodings import get_an_output_encoding
from py_url.standard.infra.legacy_encoders import encoder_of, iso_2022_jp


@pytest.mark.parametrize("label", ["utf-8", "UTF8", " unicode-1-1-utf-8\n", "utf-16le", "replacement"])
def test_encodings_that_write_utf_8(label):
    assert percent_encode_after_encoding(label, "é", QUERY_PERCENT_ENCODE_SET) == "%C3%A9"


@pytest.mark.parametrize(
    ("label", "name"),
    [
        ("latin1", "windows-1252"),
        ("\tSJIS ", "Shift_JIS"),
        ("koi8-ru", "KOI8-U"),
        ("x-x-big5", "Big5"),
        ("chinese", "GBK"),
        ("gb18030", "gb18030"),
        ("mac", "macintosh"),
        ("x-mac-ukrainian", "x-mac-cyrillic"),
        ("logical", "ISO-8859-8-I"),
        ("866", "IBM866"),
        ("x-user-defined", "x-user-defined"),
    ],
)
def test_names_of_encodings(label, name):
    assert get_an_output_encoding(label) == name


@pytest.mark.parametrize("label", ["nonsense", "", "utf-7", "\u212aoi8-r", "\ud800", "latin1\x00", "\xa0latin1"])
def test_invalid_labels(label):
    with pytest.raises(LookupError, match="is not a label of the Encoding Standard"):
        percent_encode_after_encoding(label, "é", SPECIAL_QUERY_PERCENT_ENCODE_SET)


# The standard's own example, and for each encoding a code point that CPython's codec encodes differently.
@pytest.mark.parametrize(
    ("encoding", "input", "output"),
    [
        ("Shift_JIS", "\u2021", "%81%F6"),
        ("Shift_JIS", "1+1 \u2261 2%20\u203d", "1+1%20%81%DF%202%20%26%238253%3B"),
        ("Shift_JIS", "\u00a5\u7e8a\u2170\uffe4\ue000\x80\uff76", "\\%FA\\%FA@%FAU%26%2357344%3B%80%B6"),
        ("EUC-JP", "\u00a5\u203e\u3042\uff76\u4e02\x80", "\\~%A4%A2%8E%B6%26%2319970%3B%26%23128%3B"),
        ("ISO-2022-JP", "\u00a5", "%1B(J\\%1B(B"),
        ("windows-1252", "\x81\u20ac\u0100", "%81%80%26%23256%3B"),
        ("windows-1255", "\u05ba\x9f", "%CA%9F"),
        ("KOI8-U", "\u045e\u040e\u255d\u256c", "%AE%BE%26%239565%3B%26%239580%3B"),
        ("x-user-defined", "\uf780\uf7ff\x80", "%80%FF%26%23128%3B"),
        ("gb18030", "\ue5e5\u1e3f\ufe12\U0001f4a9", "%26%2358853%3B%A8%BC%A6%DA%949%DA3"),
        ("GBK", "\u20ac\u1e3f\U0001f4a9", "%80%A8%BC%26%23128169%3B"),
        ("Big5", "\u00ca\u0304\u20ac\u4edd\U00020021", "%26%23202%3B%26%23772%3B%A3%E1%C6%DF%26%23131105%3B"),
        ("EUC-KR", "\uac02\ud7a3", "%81A%C6R"),
        ("UTF-16LE", "\xe9", "%C3%A9"),
        ("windows-1252", "\ud800\ud83d\ude00", "%26%2365533%3B%26%23128512%3B"),
    ],
)
def test_legacy_encodings(encoding, input, output):
    assert percent_encode_after_encoding(encoding, input, SPECIAL_QUERY_PERCENT_ENCODE_SET) == output
    assert basic_parse(f"https://h/\xe9?{input}#\xe9", encoding=encoding).query == output


@pytest.mark.parametrize(
    ("scheme", "query"),
    [
        *((scheme, "%E9%27") for scheme in ("http", "https", "ftp", "file")),
        *((scheme, "%C3%A9%27") for scheme in ("ws", "wss")),
        ("foo", "%C3%A9'"),
    ],
)
def test_which_schemes_use_a_legacy_encoding(scheme, query):
    assert basic_parse(f"{scheme}://h/?\xe9'", encoding="windows-1252").query == query


@pytest.mark.parametrize(
    ("encoding", "input", "output"),
    [
        ("windows-1252", " ", "+"),
        ("windows-1252", "a  \xe9 +%20", "a++%E9+%2B%2520"),
        ("windows-1252", "\u3042 ", "%26%2312354%3B+"),
        ("ISO-2022-JP", "\u3042 b", "%1B%24B%24%22%1B%28B+b"),
        ("gb18030", "\u3042 b", "%A4%A2+b"),
    ],
)
def test_a_space_in_a_legacy_encoding(encoding, input, output):
    assert percent_encode_after_encoding(encoding, input, FORM_URLENCODED_PERCENT_ENCODE_SET) == output
    assert percent_encode_after_encoding(encoding, "a b", SPECIAL_QUERY_PERCENT_ENCODE_SET) == "a%20b"


@pytest.mark.parametrize(
    ("input", "output"),
    [
        ("\u3042", "%1B$B$%22%1B(B"),
        ("a\u3042b", "a%1B$B$%22%1B(Bb"),
        ("\u3042\U0001f600\u3044", "%1B$B$%22%1B(B%26%23128512%3B%1B$B$$%1B(B"),
        ("\xe9\u3042", "%26%23233%3B%1B$B$%22%1B(B"),
        ("\xa5a", "%1B(J\\a%1B(B"),
        ("\xa5\\", "%1B(J\\%1B(B\\"),
        ("\xa5~", "%1B(J\\%1B(B~"),
        ("\xa5\xe9", "%1B(J\\%26%23233%3B%1B(B"),
        ("\xa5\U0001f600\xa5", "%1B(J\\%26%23128512%3B\\%1B(B"),
        ("\u3042\xa5\u3042", "%1B$B$%22%1B(J\\%1B$B$%22%1B(B"),
        ("\u3042\x1b\u3044", "%1B$B$%22%1B(B%26%2365533%3B%1B$B$$%1B(B"),
        ("\xa5\x0e\xa5", "%1B(J\\%26%2365533%3B\\%1B(B"),
        ("\uff76\uff9e", "%1B$B%+!+%1B(B"),
        ("\u2212", "%1B$B!]%1B(B"),
    ],
)
def test_the_states_of_iso_2022_jp(input, output):
    assert percent_encode_after_encoding("iso-2022-jp", input, SPECIAL_QUERY_PERCENT_ENCODE_SET) == output


def test_a_copy_of_a_set_is_that_set():
    for other in (
        copy.deepcopy(SPECIAL_QUERY_PERCENT_ENCODE_SET),
        pickle.loads(pickle.dumps(SPECIAL_QUERY_PERCENT_ENCODE_SET)),
    ):
        assert other == SPECIAL_QUERY_PERCENT_ENCODE_SET
        assert percent_encode_after_encoding("latin1", "\xe9", other) == "%E9"


def test_the_standards_example_of_a_form():
    encoded = percent_encode_after_encoding("Shift_JIS", "1+1 ≡ 2%20‽", FORM_URLENCODED_PERCENT_ENCODE_SET)
    assert encoded == "1%2B1+%81%DF+2%2520%26%238253%3B"


def test_legacy_encodings_are_for_queries_of_special_urls():
    assert serialize(basic_parse("http://\xe9/\xe9?\xe9#\xe9", encoding="latin1")) == "http://xn--9ca/%C3%A9?%E9#%C3%A9"
    assert basic_parse("?\xe9", basic_parse("file:///"), encoding="latin1").query == "%E9"
    for other in ("ws://h/?\xe9", "wss://h/?\xe9", "foo://h/?\xe9", "foo:?\xe9"):
        assert basic_parse(other, encoding="latin1").query == "%C3%A9"
    url = basic_parse("http://h/")
    basic_parse("\xe9", url=url, state_override=State.QUERY, encoding="latin1")
    assert url.query == "%E9"


@pytest.mark.parametrize(
    ("encoding", "input", "space_as_plus", "output"),
    [
        ("Shift_JIS", " ", False, "%20"),
        ("Shift_JIS", "\u2261", False, "%81%DF"),
        ("Shift_JIS", "\u203d", False, "%26%238253%3B"),
        ("Shift_JIS", "1+1 \u2261 2%20\u203d", True, "1+1+%81%DF+2%20%26%238253%3B"),
        ("UTF-8", "\u2261", False, "%E2%89%A1"),
        ("UTF-8", "\u203d", False, "%E2%80%BD"),
        ("UTF-8", "Say what\u203d", False, "Say%20what%E2%80%BD"),
        ("UTF-8", "1+1 \u2261 2%20\u203d", True, "1+1+%E2%89%A1+2%20%E2%80%BD"),
    ],
)
def test_the_standards_examples_with_the_userinfo_set(encoding, input, space_as_plus, output):
    assert percent_encode_after_encoding(encoding, input, USERINFO_PERCENT_ENCODE_SET, space_as_plus) == output


def test_the_standards_example_of_iso_2022_jp():
    """The older texts give ``%1B(J\\%1B(B`` for the userinfo percent-encode set, which has ``\\`` in it."""
    assert percent_encode_after_encoding("ISO-2022-JP", "\xa5", SPECIAL_QUERY_PERCENT_ENCODE_SET) == "%1B(J\\%1B(B"
    assert percent_encode_after_encoding("ISO-2022-JP", "\xa5", USERINFO_PERCENT_ENCODE_SET) == "%1B(J%5C%1B(B"


SETS = [value for name, value in vars(standard.infra.percent_encoding).items() if name.endswith("_PERCENT_ENCODE_SET")]
LABELS = sorted({*webencodings.LABELS.values()} | {"utf-8", "gb18030", "replacement", "x-user-defined"})
EVERYTHING = "".join(map(chr, range(0x180))) + "\u2261\u203d\u3042\uff76\u4e02\uac02\U0001f4a9\ue5e5"


def by_the_text(encoding, input, percent_encode_set, space_as_plus):
    """The algorithm of 2024, step by step, for what `percent_encode_after_encoding` does with translation tables."""
    name = get_an_output_encoding(encoding)
    if name == "ISO-2022-JP":
        pieces = [*iso_2022_jp(input)]
    elif name == "UTF-8":
        pieces = [input.encode()]
    else:
        encode = encoder_of(name)
        pieces = [bytes([ord(char)]) if char < "\x80" else encode(char) or ord(char) for char in input]
    output = ""
    for piece in pieces:
        if isinstance(piece, int):
            output += f"%26%23{piece}%3B"
            continue
        for byte in piece:
            isomorph = chr(byte)
            if space_as_plus and byte == 0x20:
                output += "+"
            elif isomorph in percent_encode_set:
                output += f"%{byte:02X}"
            else:
                output += isomorph
    return output


@pytest.mark.parametrize("label", LABELS)
def test_every_encoding_works_with_every_set(label):
    for percent_encode_set in (*SETS, PercentEncodeSet("own", "a+ "), PercentEncodeSet("none", "")):
        for space_as_plus in (True, False):
            arguments = label, EVERYTHING, percent_encode_set, space_as_plus
            assert percent_encode_after_encoding(*arguments) == by_the_text(*arguments), percent_encode_set
        own = percent_encode_set.space_as_plus
        expected = by_the_text(label, EVERYTHING, percent_encode_set, own)
        assert percent_encode_after_encoding(label, EVERYTHING, percent_encode_set) == expected


# SHA-256 of what each encoder makes of every code point of the Basic Multilingual Plane and of some beyond it.
# tests/browser/test_encodings.py compares the same answers with a browser's.
DIGESTS = {
    "Big5": "8b502c737936d0cd",
    "EUC-JP": "929422ee334ae2b3",
    "EUC-KR": "dee92bb26c8ea131",
    "GBK": "73d4c5c689e7215c",
    "Shift_JIS": "21d332c13a1044d1",
    "gb18030": "704196c6c7da2b24",
}


CODE_POINTS = [*range(0x80, 0xD800), *range(0xE000, 0x10000), *range(0x20000, 0x20400)]


@pytest.mark.parametrize("name", DIGESTS)
def test_every_code_point(name):
    encode = encoder_of(name)
    octets = b",".join(encode(chr(code_point)) or b"" for code_point in CODE_POINTS)
    assert hashlib.sha256(octets).hexdigest()[:16] == DIGESTS[name]


FULLWIDTH_KATAKANA = (
    "。「」、・ヲァィゥェォャュョッーアイウエオカキクケコサシスセソ"
    "タチツテトナニヌネノハヒフヘホマミムメモヤユヨラリルレロワン゛゜"
)


def test_iso_2022_jp_has_the_same_index_as_euc_jp():
    """It writes a code point in the same two bytes without their high bits, between escape sequences. Only Roman and
    halfwidth katakana differ.
    """
    euc_jp = encoder_of("EUC-JP")
    for code_point in CODE_POINTS:
        char = chr(code_point)
        if char not in "\xa5\u203e" and not "\uff61" <= char <= "\uff9f":
            encoded = euc_jp(char)
            expected = [b"\x1b$B", bytes(byte - 0x80 for byte in encoded), b"\x1b(B"] if encoded else [code_point]
            assert [*iso_2022_jp(char)] == expected


def test_iso_2022_jp_has_no_halfwidth_katakana():
    halfwidth = "".join(map(chr, range(0xFF61, 0xFFA0)))
    assert [*iso_2022_jp(halfwidth)] == [*iso_2022_jp(FULLWIDTH_KATAKANA)]


def test_a_set_is_what_is_in_it_and_not_its_name():
    """It was once recognized by its name."""
    renamed = SPECIAL_QUERY_PERCENT_ENCODE_SET.extended("another name", "")
    assert renamed == SPECIAL_QUERY_PERCENT_ENCODE_SET
    assert hash(renamed) == hash(SPECIAL_QUERY_PERCENT_ENCODE_SET)
    assert percent_encode_after_encoding("latin1", "\xe9'~", renamed) == "%E9%27~"
    impostor = PercentEncodeSet(SPECIAL_QUERY_PERCENT_ENCODE_SET.name, "~")
    assert impostor != SPECIAL_QUERY_PERCENT_ENCODE_SET
    assert impostor != "~"
    assert percent_encode_after_encoding("latin1", "\xe9'~", impostor) == "%E9'%7E"


def test_a_missing_extra_is_named(monkeypatch):
    monkeypatch.setitem(sys.modules, "webencodings.labels", None)
    monkeypatch.setattr(sys, "platform", "linux")
    # Without the package, nothing knows that only the first is a label.
    for label in ("koi8-r", "nope"):
        with pytest.raises(ModuleNotFoundError) as caught:
            basic_parse("http://h/", encoding=label)
        assert caught.value.name == "webencodings"
        assert str(caught.value) == (
            f"{label!r} is not a label of UTF-8 or UTF-16, and other encodings need the package webencodings: "
            "pip install 'py-url-whatwg[encodings]' (until PyPI has it, in a clone: pip install '.[encodings]')"
        )
    monkeypatch.setattr(sys, "platform", "emscripten")
    with pytest.raises(ModuleNotFoundError, match=r"await micropip.install\('webencodings'\), or in"):
        basic_parse("http://h/", encoding="koi8-r")
    assert basic_parse("http://h/", encoding="utf-16")
