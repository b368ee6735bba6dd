"""§4.8.3 Internationalization and special characters, the domain's part: which labels are safe to show in Unicode.

Takes a label in Unicode and returns whether it is safe. The rules are those that Chromium publishes, by number, apart
from the one that compares a domain with a list of well-known sites. web/docs/explanation/what-may-be-shown.md
has the table, with what is stricter here. https://url.spec.whatwg.org/#url-rendering-i18n

The rules, the sets of letters and the top-level domains that go with them are from Chromium (docs/idn.md, and
components/url_formatter/spoof_checks/idn_spoof_checker.cc), Copyright The Chromium Authors, under a BSD-style license
(https://source.chromium.org/chromium/chromium/src/+/main:LICENSE).
"""

from __future__ import annotations

import re
from itertools import groupby
from unicodedata import decimal, normalize

from py_url.standard.hosts.identifiers import script_of
from py_url.standard.hosts.unicode_data import category


def letters(code_points: str) -> frozenset[str]:
    """Return the characters of code points and ranges in hexadecimal: ``letters("2F 3A-3B") == {"/", ":", ";"}``."""
    ranges = [[int(end, 16) for end in part.split("-")] for part in code_points.split()]
    return frozenset(chr(code_point) for ends in ranges for code_point in range(ends[0], ends[-1] + 1))


# Letters that look like ".", "/", ":", "!" or "|", and marks that are drawn over or around another character.
LETTERS_LIKE_DELIMITERS = letters("01C0-01C3 02D0 3033 4E36 4E3F")
LAID_OVER = letters("0334-0338 20D0-20FF")
# All code points that make a label unsafe although Unicode allows them in identifiers: the above, and those of rule 4.
_NOT_SHOWN = (
    LETTERS_LIKE_DELIMITERS
    | LAID_OVER
    | letters(
        "0138 01CD-01DC 02BB 02BC 02EC 058A 1C80-1C8F 1E00-1E9B 1F00-1FFF 2010 2019 2027 30A0 A640-A69F A720-A7FF"
    )
)
# Marks that are drawn over, under or beside a letter. Those that a label still has after NFC belong to no letter.
_DIACRITICS = letters("0300-036F")
# Katakana next to ASCII, where it looks like a slash or another sign.
_SIGN_BESIDE_ASCII = re.compile("[\0-\x7f][\u30ce\u30f3\u30bd\u30be\u30fc]|[\u30ce\u30f3\u30bd\u30be\u30fc][\0-\x7f]")
# UTS #39 §5.4: at most four nonspacing marks in a row, all different.
MOST_MARKS = 4
# Scripts that may be mixed in one label, the first of them only with its letters in ASCII.
_TOGETHER = (
    frozenset({"LATIN", "HAN", "HIRAGANA", "KATAKANA"}),
    frozenset({"LATIN", "HAN", "HANGUL"}),
)

# Rule 12, which the next patterns are from. The classes have the characters that the script uses, not only its own.
_KATAKANA = "\u30a1-\u30ff\u31f0-\u31ff"
_HIRAGANA = "\u3041-\u309f\u30fc"
_HAN = "\u3005-\u3007\u3400-\u4dbf\u4e00-\u9fff\U00020000-\U0003fffd"
_JAPANESE = _KATAKANA + _HIRAGANA + _HAN
# Ideographs that look like Latin letters or like punctuation.
_LIKE_SIGNS = "\u3007\u4e00\u4e01\u4e03\u4e05\u4e28\u4e5b\u5341\u5de5\u8ba0"
# Kana that look like kana of the other script, or like a sign.
_KANA_EXCEPTIONS = letters("3078-307A 30D8-30DA 30FB-30FE")
_DANGEROUS = re.compile(
    # Like a slash, if no Japanese is beside it.
    f"[^{_JAPANESE}][\u30ce\u30f3\u30bd\u30be\u4e36\u4e40\u4e41\u4e3f][^{_JAPANESE}]"
    # Iteration marks of Katakana that follow no Katakana, and a prolonged sound mark that follows no kana.
    f"|(?<![{_KATAKANA}])[\u30fd\u30fe]|(?<![{_KATAKANA}{_HIRAGANA}])\u30fc"
    # Letters that look the same in Katakana and Hiragana, in the midst of the other one.
    f"|\\A[{_KATAKANA}]+[\u3078-\u307a][{_KATAKANA}]+\\Z|\\A[{_HIRAGANA}]+[\u30d8-\u30da][{_HIRAGANA}]+\\Z"
    f"|[^{_JAPANESE}][{_LIKE_SIGNS}]|[{_LIKE_SIGNS}][^{_JAPANESE}]"
)

# For each script, the letters and digits that look Latin.
_LOOKS_LATIN = {
    "CYRILLIC": letters(
        "0430 0433 0435 043A 043E 043F 0440 0441 0442 0443 0445 044A 044B 044C 044E 0455 0456 0458 0461 0475 04BB 04BD"
        " 04CF 0501 050D 0517 051B 051D"
    ),
    "GREEK": letters("03B1 03B7 03B9 03BA 03BD 03BF 03C1 03C4 03C5 03C9"),
    "ARMENIAN": letters("0559 0561 0563 0566 0567 056C 0570 0575 0578 057D 0582 0585"),
    "ETHIOPIC": letters("1200 1220 1230 1235 1260 1270 1290 12A8 12D0 12D5 12D8 1320 1350 AB05"),
    "GEORGIAN": letters("10D8 10DD 10E7 10EB 10EE 10FD 10FF"),
    "HEBREW": letters("05D3 05D5 05D7 05D9 05DF 05E1 05F0 05F2 05F3 FB26"),
    "THAI": letters("0E17 0E19 0E1A 0E1B 0E1E 0E1F 0E21 0E23 0E25 0E2B 0E40 0E41 0E50 0E14"),
    "MYANMAR": letters("1001 1002 1004 1011 1015 101D 1040 1042 1054 105C 1090 1091 1095 1096 1097"),
    "BENGALI": letters("09E6 09ED"),
    "DEVANAGARI": letters("093D 0966 0971"),
    "GUJARATI": letters("0A9F 0AA1 0AE6 0AE7"),
    "GURMUKHI": letters("0A66 0A67"),
    "KANNADA": letters("0CBD 0CE6 0CE7"),
    "MALAYALAM": letters("0D1F 0D20 0D27 0D28 0D31 0D66"),
    "ORIYA": letters("0B20 0B66 0B6E"),
    "TAMIL": letters("0B9F 0BAA 0BE6"),
    "TELUGU": letters("0C66 0C67"),
}
# Top-level domains under which labels of only such letters are expected. Those written in the script itself also count.
_TOP_LEVELS = {
    "CYRILLIC": frozenset({"bg", "by", "kz", "pyc", "ru", "su", "ua", "uz"}),
    "GREEK": frozenset({"gr"}),
    "ARMENIAN": frozenset({"am"}),
    "ETHIOPIC": frozenset({"er", "et"}),
    "GEORGIAN": frozenset({"ge"}),
    "HEBREW": frozenset({"il"}),
    "THAI": frozenset({"th"}),
    "MYANMAR": frozenset({"mm"}),
}
# Latin letters that look like other letters, and the top-level domains of the languages that use them.
_LANGUAGES_OF = {
    "\u00f0": frozenset({"is", "fo"}),
    "\u00fe": frozenset({"is", "fo"}),
    "\u0131": frozenset({"az", "tr"}),
    "\u0259": frozenset({"az"}),
}
_LOOKS_LIKE_A_DIGIT = frozenset("0123456789") | letters(
    "03B8 0437 0499 04E1 0573 0577 0909 0968 0993 09E8 09EA 0A24 0A5C 0A68 0A69 0A6A 0A6B 0AE8 0AE9 0AED 0B68 0B6B 0C68"
    " 0C69 0CE9 0CED 1012 10D5 10D9 10DE 3110 4E29"
)


def is_safe_label(label: str) -> bool:
    """Return whether *label*, a result of ToUnicode, is safe to show in Unicode.

    A safe label contains only letters, digits and marks that are allowed in identifiers (rules 3 and 4), and none that
    looks like a delimiter of a URL. No mark is hidden behind another (rule 7).
    """
    if label.isascii():
        return True
    if not _NOT_SHOWN.isdisjoint(label) or _SIGN_BESIDE_ASCII.search(label):
        return False
    if not all(_is_letter_digit_or_mark(char) for char in label):
        return False
    for are_marks, run in groupby(normalize("NFD", label), lambda char: category(char) == "Mn"):
        marks = [*run]
        if are_marks and (len(marks) > MOST_MARKS or len(set(marks)) < len(marks)):
            return False
    return True


def _is_letter_digit_or_mark(char: str) -> bool:
    kind = category(char)
    return script_of(char) is not None and (char == "-" or kind[0] in "LM" or kind == "Nd")


def looks_like_itself(label: str, top_level: str) -> bool:
    """Return whether *label*, a safe one under that top-level label, could not be mistaken for another label.

    The label must be in one script, or in scripts that Chinese, Japanese or Korean mix with ASCII (rule 5). It may not

    - mix the digits of two scripts (rule 6);
    - contain a Latin letter that looks like another one, unless the top-level domain is of a language that uses it;
    - consist only of letters that look Latin (a *whole-script confusable*), unless the top-level domain fits (rule 10);
    - look like a number (rule 11);
    - contain a diacritic that belongs to no letter of Unicode, such as a dot above an "i" (more than rule 12), or a
      letter or sign where it looks like another one (rule 12).
    """
    if label.isascii():
        return True
    by_script: dict[str, set[str]] = {}
    for char in label:
        by_script.setdefault(script_of(char) or "", set()).add(char)
    by_script.pop("COMMON", None)
    scripts = frozenset(by_script)
    is_mixed = len(scripts) > 1
    if is_mixed and not any(scripts <= together for together in _TOGETHER):
        return False
    if is_mixed and not all(map(str.isascii, by_script.get("LATIN", ()))):
        return False
    if not _DIACRITICS.isdisjoint(label) or _LOOKS_LIKE_A_DIGIT.issuperset(label):
        return False
    if any(top_level not in _LANGUAGES_OF.get(char, (top_level,)) for char in label):
        return False
    if len({ord(char) - decimal(char, 0) for char in label if category(char) == "Nd"}) > 1:
        return False
    if (is_mixed and "LATIN" in scripts) or not _KANA_EXCEPTIONS.isdisjoint(label):
        return _DANGEROUS.search(label) is None
    return not any(
        _LOOKS_LATIN.get(script, frozenset()).issuperset(chars) and not _is_expected(script, top_level)
        for script, chars in by_script.items()
    )


def _is_expected(script: str, top_level: str) -> bool:
    """Return whether words of that script are expected under the top-level label, even if they look Latin."""
    return top_level in _TOP_LEVELS.get(script, ()) or any(script_of(char) == script for char in top_level)
