"""§4.8.3 Internationalization and special characters, the domain's part: which labels are safe to show in Unicode.

Takes a label in Unicode and returns whether it is safe. The rules, and the sets of letters that look Latin, are some of
those that Chromium uses. Its other rules need data that is not available here: Unicode's tables of identifiers and of
confusables, and the names of well-known sites. https://url.spec.whatwg.org/#url-rendering-i18n
"""

from __future__ import annotations

import re
from unicodedata import decimal, name

from py_url.standard.hosts.unicode_data import category, properties


def _words(words: str) -> frozenset[str]:
    return frozenset(words.split())


def letters(code_points: str) -> frozenset[str]:
    """Return the characters of code points and ranges in hexadecimal: ``letters("2F 3A-3B") == {"/", ":", ";"}``."""
    ranges = [[int(end, 16) for end in part.split("-")] for part in code_points.split()]
    return frozenset(chr(code_point) for ends in ranges for code_point in range(ends[0], ends[-1] + 1))


# Letters that look like ".", "/", ":", "!" or "|", and marks that are drawn over or around another character.
LETTERS_LIKE_DELIMITERS = letters("01C0-01C3 02D0 3033 4E36 4E3F")
LAID_OVER = letters("0334-0338 20D0-20FF")
# All code points that make a label unsafe: the above, and phonetic letters, which look like other letters.
_NOT_SHOWN = LETTERS_LIKE_DELIMITERS | LAID_OVER | letters("0138 0250-02FF 0903 1D00-1DBF 3035 A720-A7FF")
# Katakana next to ASCII, where it looks like a slash or another sign.
_SIGN_BESIDE_ASCII = re.compile("[\0-\x7f][\u30ce\u30f3\u30bd\u30be\u30fc]|[\u30ce\u30f3\u30bd\u30be\u30fc][\0-\x7f]")
# UTS #39 §5.4: at most four nonspacing marks in a row, all different.
MOST_MARKS = 4
# The scripts that UAX #31 recommends, by the first word of their characters' names.
_RECOMMENDED = _words(
    "ARABIC ARMENIAN BENGALI BOPOMOFO CJK CYRILLIC DEVANAGARI ETHIOPIC GEORGIAN GREEK GUJARATI GURMUKHI HANGUL HEBREW"
    " HIRAGANA KANNADA KATAKANA KHMER LAO LATIN MALAYALAM MYANMAR ORIYA SINHALA TAMIL TELUGU THAANA THAI TIBETAN COMMON"
)

# Scripts that may be mixed in one label. A script is named by the first word of its characters' names, except for
# those in _SCRIPT_OF_WORD.
_TOGETHER = (
    frozenset({"LATIN", "CJK", "HIRAGANA", "KATAKANA"}),
    frozenset({"LATIN", "CJK", "BOPOMOFO"}),
    frozenset({"LATIN", "CJK", "HANGUL"}),
)
_SCRIPT_OF_WORD = {"IDEOGRAPHIC": "CJK", "EXTENDED": "ARABIC"}
_COMMON = frozenset({"COMBINING", "DIGIT", "HYPHEN"})

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
    "THAI": letters("0E1A 0E1E 0E40 0E41 0E50"),
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

    A safe label contains only letters, digits and marks of scripts in common use, and none that looks like a delimiter
    of a URL.
    """
    if label.isascii():
        return True
    if not _NOT_SHOWN.isdisjoint(label) or _SIGN_BESIDE_ASCII.search(label):
        return False
    marks = ""
    for char in label:
        kind = category(char)
        if (char != "-" and kind[0] not in "LM" and kind != "Nd") or _script(char) not in _RECOMMENDED:
            return False
        marks = marks + char if kind == "Mn" else ""
        if char in marks[:-1] or len(marks) > MOST_MARKS:
            return False
    return True


def looks_like_itself(label: str, top_level: str) -> bool:
    """Return whether *label*, under that top-level label, could not be mistaken for a label in another script.

    The label must be in one script, or in scripts that Chinese, Japanese or Korean mix with Latin. It may not

    - consist only of letters that look Latin (a *whole-script confusable*), unless the top-level domain fits;
    - look like a number;
    - mix the digits of two scripts;
    - contain a Latin letter that looks like another one, unless the top-level domain is of a language that uses it.
    """
    if label.isascii():
        return True
    by_script: dict[str, str] = {}
    for char in label:
        by_script[_script(char)] = by_script.get(_script(char), "") + char
    by_script.pop("COMMON", None)
    scripts = frozenset(by_script)
    if len(scripts) > 1 and not any(scripts <= together for together in _TOGETHER):
        return False
    if _LOOKS_LIKE_A_DIGIT.issuperset(label):
        return False
    if any(top_level not in _LANGUAGES_OF.get(char, (top_level,)) for char in label):
        return False
    if len({ord(char) - decimal(char, 0) for char in label if category(char) == "Nd"}) > 1:
        return False
    if len(scripts) != 1:
        return True
    ((script, chars),) = by_script.items()
    if top_level in _TOP_LEVELS.get(script, ()) or any(_script(char) == script for char in top_level):
        return True
    return not _LOOKS_LATIN.get(script, frozenset()).issuperset(chars)


def _script(char: str) -> str:
    if category(char)[0] == "M" and char < "\u0370":
        return "COMMON"
    # An older interpreter does not have the names of recent characters, so they count as unnamed in all.
    word = name(char, "UNNAMED").split()[0].split("-")[0] if not properties(char).is_recent else "UNNAMED"
    return "COMMON" if word in _COMMON else _SCRIPT_OF_WORD.get(word, word)
