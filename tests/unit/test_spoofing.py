"""Which labels of a domain are safe to show in Unicode: Chromium's rules, by the document's numbers."""

import re
import sys
import unicodedata
from pathlib import Path

import pytest

from py_url import URL, display
from py_url.standard.hosts.identifiers import ALLOWED, UNICODE_VERSION, script_of
from py_url.standard.hosts.spoofing import is_safe_label, looks_like_itself

TABLE = Path(__file__).parents[2] / "web/docs/explanation/what-may-be-shown.md"

# Each rule with hosts that it hides, and hosts beside them that it does not.
RULES = {
    "2": (["xn--a.com", "xn--0ca24w.com"], ["ä.com"]),
    "3": (
        # Letters that Unicode does not allow in identifiers.
        ["ƅank.com", "ĕbay.com", "ɡoogle.com", "ꭺpple.com", "ʟinkedin.com", "☕.com", "ⲁ.com", "ꙅ.com", "ᎪᎫ.com"],
        ["bank.com", "ëbay.com", "ɛbay.com", "中文.com", "ელ.com", "ë-bay.com"],
    ),
    "4": (["ĸ.com", "aǎ.com", "aʼb.com", "ẁww.com", "ḡoogle.com", "ὀ.com", "ꜳ.com", "a‐b.com"], ["ạ.com", "ơ.com"]),
    "5": (
        [
            "раypal.com",
            "goοgle.com",
            "αв.com",
            "aא.com",
            "한ひ.com",
            "ひ한.com",
            "é中.com",
            "中ñ.jp",
            "ä한.kr",
            "ကa.com",
        ],
        ["abc中文.com", "abcひらカタ漢.com", "한국漢字abc.kr", "пример.com", "é.com"],
    ),
    "6": (["क१২.com", "क1२.com", "ب١۲.com"], ["क१२.com", "ب١٢.com", "ب12.com"]),
    "7": (
        [
            *("a\u0323\u0323.com", "ạ\u0323.com", "カ\u3099\u3099.com", "บ\u0e34\u0e34.com"),
            "ب\u064b\u064c\u064d\u064e\u064f.com",
        ],
        # Four marks on one letter, all different, and again on the next.
        ["บ\u0e34.com", "ب\u064b\u064c\u064d\u064eت\u064b\u064c\u064d\u064e.com"],
    ),
    "8": (["a·b.com", "·.com", "l·l.com", "a・b.com", "א״ב.com"], ["ll.cat"]),
    "10": (
        [
            *("аррӏе.com", "ѕсоре.com", "ωινν.com", "հոս.com", "ყოძხ.com", "דוחי.com", "ሀሠ.com", "ခဂ.com", "บพเ.com"),
            *("ทนร.com", "०.com", "০৭.com", "டப.com", "ടഠ.com", "ડટ.com"),
        ],
        [
            *("ор.ru", "ор.ru.", "ор.www.ru.", "ор.", "ор.рф", "ωινν.gr", "דוחי.il", "пример.com", "ελλάδα.com"),
            *("กขค.com", "հոս.am"),
        ],
    ),
    "11": (["з40.com", "२२.com", "ვპ.com", "ӡ4.com", "7丩.com", "θ8.com"], ["з40б.com", "丩中.com"]),
    "12 slash": (
        ["aノb.com", "a丿b.com", "aソb.com", "가丶a.com", "a乀b.com", "a乁b.com"],
        ["日ノ本.jp", "ノ.jp", "中乀.cn"],
    ),
    "12 iteration": (["aヽ.com", "ヽ.jp", "ひヾ.jp"], ["カヽ.jp", "カヾカ.jp"]),
    "12 other kana": (
        ["アヘア.jp", "アぺア.jp", "あヘあ.jp", "かベか.jp"][1:],
        ["アヘア.jp", "あへあ.jp", "ヘ.jp", "漢ヘ字.jp"],
    ),
    "12 prolonged": (["ーa.jp", "ー.jp", "中ー.jp"], ["サーバー.jp", "らーめん.jp"]),
    "12 ideographs": (
        [
            "a一b.com",
            "丨nstagram.com",
            "a丁.com",
            "七a.com",
            "ㄧa.com",
            "aㄒ.com",
            "工a.com",
            "〇a.com",
            "a讠.com",
            "十a.com",
        ],
        # The scripts of Japanese count as one, if no Latin letter is among them.
        ["一二.com", "中一.com", "十.com", "一2.com", "サの一2.jp", "abc中一.com"],
    ),
    "12 mark": (["中\u0301.com", "က\u0301.com", "ب\u0307.com"], ["中.com"]),
    "12 dotless": (["ı\u0301.com.tr", "ı\u0307.az"], ["ı.com.tr"]),
    "12 kana marks": (["か\u309a.com", "か\u309aの.com"], ["が.com"]),
    "12 dot above": (["i\u0307nstagram.com", "j\u0307.com", "googl\u0307e.com", "l\u0307.com"], ["ė.com", "ż.com"]),
    "Icelandic": (["þing.com", "ð.com", "að.com"], ["þing.is", "þing.fo", "að.is", "að.fo"]),
    "schwa": (["googlə.com", "ə.com"], ["gəl.az"]),
    "dotless i": (["ınstagram.com"], ["ınstagram.com.tr", "qı.az"]),
    "marks": (
        ["g\u0331oogle.com", "x\u0302.com", "р\u0301.ru", "b\u0326.com", "m\u0328.com", "a\u0334.com"],
        ["ģ.lv", "ą.pl", "й.ru"],
    ),
    "delimiters": (["aǃ.com", "a〳b.com", "a\u0338.com", "a\u20ddb.com", "中丶中.com"], ["a.com"]),
}


def shown(host):
    return display(f"http://{host}/", whole_host=True).domain


@pytest.mark.parametrize("rule", RULES)
def test_rules(rule):
    hidden, others = RULES[rule]
    for host in hidden:
        url = URL.parse(f"http://{host}/")
        assert url is None or shown(host) == url.hostname, host
        if url is not None:
            assert shown(host).isascii(), host
    assert any(URL.can_parse(f"http://{host}/") for host in hidden)
    for host in others:
        assert shown(host) == unicodedata.normalize("NFC", host.lower()), host


def test_the_table_has_every_rule_and_says_what_is_left_out():
    text = TABLE.read_text(encoding="utf-8")
    numbers = {int(number) for number in re.findall(r"^\| ([0-9]+) \|", text, re.MULTILINE)}
    assert numbers == set(range(1, 14))
    tested = {int(found[0]) for rule in RULES if (found := re.match("[0-9]+", rule))}
    # 1 is the mapping itself, 9 is part of 12 since ICU 58, and 13 needs the list of sites.
    assert set(range(1, 14)) - tested == {1, 9, 13}
    assert UNICODE_VERSION in text


def test_what_needs_a_list_of_sites_is_shown():
    for host in ("googlé.com", "ģoogle.com", "facebóok.com"):
        assert shown(host) == host


def test_scripts():
    scripts = [
        *(
            ("a", "LATIN"),
            ("é", "LATIN"),
            ("7", "COMMON"),
            ("-", "COMMON"),
            ("я", "CYRILLIC"),
            ("中", "HAN"),
            ("々", "HAN"),
        ),
        *(("가", "HANGUL"), ("ー", "COMMON"), ("\u0301", "COMMON"), ("\u064b", "ARABIC"), ("٣", "ARABIC"), ("ƅ", None)),
        *(("\0", None), ("\U0010ffff", None), ("\U00020000", "HAN"), ("&", None), ("\ud800", None)),
    ]
    for char, script in scripts:
        assert script_of(char) == script, char


def test_the_ranges_are_in_order_and_do_not_overlap():
    seen = {}
    for script, parts in ALLOWED.items():
        last = -1
        for part in parts.split():
            ends = [int(end, 16) for end in part.split("-")]
            assert last + 1 < ends[0] <= ends[-1] <= sys.maxunicode, part
            last = ends[-1]
            assert script_of(chr(ends[0])) == script_of(chr(last)) == script
            for code_point in range(ends[0], min(last, ends[0] + 2_000)):
                assert seen.setdefault(code_point, script) == script


def test_a_character_has_the_script_that_its_name_says():
    words = {"HAN": "CJK", "COMMON": ""}
    odd = []
    for script, parts in ALLOWED.items():
        for part in parts.split():
            name = unicodedata.name(chr(int(part.split("-")[0], 16)), "")
            if name and words.get(script, script) not in name:
                odd.append((script, name.split()[0]))
    assert set(odd) == {("HAN", "IDEOGRAPHIC"), ("TAMIL", "GRANTHA")}


def test_labels_in_ascii_are_as_they_are():
    assert is_safe_label("xn--a")
    assert looks_like_itself("xn--a", "com")


# For each script: the letters and digits that look Latin, another letter, and top-level domains where it is expected.
LOOKS_LATIN = {
    "CYRILLIC": ("агекопрстухъыьюѕіјѡѵһҽӏԁԍԗԛԝ", "й", "bg by kz pyc ru su ua uz рф"),
    "GREEK": ("αηικνορτυω", "λ", "gr ελ"),
    "ARMENIAN": ("ՙագզէլհյոսւօ", "բ", "am հայ"),
    "ETHIOPIC": ("ሀሠሰስበተነከዐዕዘጠፐꬅ", "ለ", "er et"),
    "GEORGIAN": ("იოყძხჽჿ", "ა", "ge გე"),
    "HEBREW": ("דוחיןסװײ׳ﬦ", "א", "il ישראל"),
    "THAI": ("ดทนบปพฟมรลหเแ๐", "ก", "th ไทย"),
    "MYANMAR": ("ခဂငထပဝ၀၂ၔၜ႐႑႕႖႗", "က", "mm"),
    "BENGALI": ("০৭", "ক", "বাংলা"),
    "DEVANAGARI": ("ऽ०ॱ", "क", "भारत"),
    "GUJARATI": ("ટડ૦૧", "ક", "ભારત"),
    "GURMUKHI": ("੦੧", "ਕ", "ਭਾਰਤ"),
    "KANNADA": ("ಽ೦೧", "ಕ", "ಭಾರತ"),
    "MALAYALAM": ("ടഠധനറ൦", "ക", "ഭാരതം"),
    "ORIYA": ("ଠ୦୮", "କ", "ଭାରତ"),
    "TAMIL": ("டப௦", "க", "இந்தியா"),
    "TELUGU": ("౦౧", "క", "భారత్"),
}
LOOK_LIKE_A_DIGIT = "θзҙӡճշउ२ও২৪ਤੜ੨੩੪੫૨૩૭୨୫౨౩೩೭ဒვკპㄐ丩"


def is_shown(label, top_level):
    return is_safe_label(label) and looks_like_itself(label, top_level)


@pytest.mark.parametrize("script", LOOKS_LATIN)
def test_letters_that_look_latin(script):
    letters, another, top_levels = LOOKS_LATIN[script]
    elsewhere = ["com", *(LOOKS_LATIN[other][2].split()[0] for other in LOOKS_LATIN.keys() - {script})]
    for letter in letters:
        assert not any(is_shown(letter, top_level) for top_level in elsewhere), letter
        # Unicode does not allow some of them in identifiers.
        if is_safe_label(letter):
            assert is_shown(letter + another, "com"), letter
            assert all(is_shown(letter, top_level) for top_level in top_levels.split()), letter


@pytest.mark.parametrize("letter", LOOK_LIKE_A_DIGIT)
def test_letters_that_look_like_a_digit(letter):
    assert not is_shown(letter, "example")
