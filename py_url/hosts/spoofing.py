"""§4.8.3 Internationalization and special characters, the domain's part: which labels are safe to show in Unicode.

In: a label, or a domain, in Unicode. Out: whether it is. The rules, and the sets of letters that look Latin, follow
those by which Chromium decides; what it does beyond them, it does with data that is not at hand here (the names of
well-known sites, and Unicode's table of confusables).
"""

from __future__ import annotations

from unicodedata import category, decimal, name


def _letters(code_points: str) -> frozenset[str]:
    return frozenset(chr(int(code_point, 16)) for code_point in code_points.split())


# What a label may hold and yet reads as ".", "/", ":", "!" or "|", or is hardly seen beside them.
_LIKE_DELIMITERS = _letters("0138 01C0 01C3 02BB 02BC 02D0 02EC 0335 0337 0338 3033 3035 4E36 4E3F A731 A771")

# Scripts that may stand in one label. The first word of a character's name is its script's, but for these.
_TOGETHER = (
    frozenset({"LATIN", "CJK", "HIRAGANA", "KATAKANA"}),
    frozenset({"LATIN", "CJK", "BOPOMOFO"}),
    frozenset({"LATIN", "CJK", "HANGUL"}),
)
_SCRIPT_OF_WORD = {"IDEOGRAPHIC": "CJK", "EXTENDED": "ARABIC"}
_COMMON = frozenset({"COMBINING", "DIGIT", "HYPHEN"})

# Of each script the letters and digits that look Latin.
_LOOKS_LATIN = {
    "CYRILLIC": _letters(
        "0430 0433 0435 043A 043E 043F 0440 0441 0442 0443 0445 044A 044B 044C 044E 0455 0456 0458 0461 0475 04BB 04BD"
        " 04CF 0501 050D 0517 051B 051D"
    ),
    "GREEK": _letters("03B1 03B7 03B9 03BA 03BD 03BF 03C1 03C4 03C5 03C9"),
    "ARMENIAN": _letters("0559 0561 0563 0566 0567 056C 0570 0575 0578 057D 0582 0585"),
    "ETHIOPIC": _letters("1200 1220 1230 1235 1260 1270 1290 12A8 12D0 12D5 12D8 1320 1350 AB05"),
    "GEORGIAN": _letters("10D8 10DD 10E7 10EB 10EE 10FD 10FF"),
    "HEBREW": _letters("05D3 05D5 05D7 05D9 05DF 05E1 05F0 05F2 05F3 FB26"),
    "THAI": _letters("0E1A 0E1E 0E40 0E41 0E50"),
    "MYANMAR": _letters("1001 1002 1004 1011 1015 101D 1040 1042 1054 105C 1090 1091 1095 1096 1097"),
    "BENGALI": _letters("09E6 09ED"),
    "DEVANAGARI": _letters("093D 0966 0971"),
    "GUJARATI": _letters("0A9F 0AA1 0AE6 0AE7"),
    "GURMUKHI": _letters("0A66 0A67"),
    "KANNADA": _letters("0CBD 0CE6 0CE7"),
    "MALAYALAM": _letters("0D1F 0D20 0D27 0D28 0D31 0D66"),
    "ORIYA": _letters("0B20 0B66 0B6E"),
    "TAMIL": _letters("0B9F 0BAA 0BE6"),
    "TELUGU": _letters("0C66 0C67"),
}
# The top-level domains, beside those in the script itself, where words of such letters alone are no surprise.
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
_LOOKS_LIKE_A_DIGIT = frozenset("0123456789") | _letters(
    "03B8 0437 0499 04E1 0573 0577 0909 0968 0993 09E8 09EA 0A24 0A5C 0A68 0A69 0A6A 0A6B 0AE8 0AE9 0AED 0B68 0B6B 0C68"
    " 0C69 0CE9 0CED 1012 10D5 10D9 10DE 3110 4E29"
)


def is_safe_label(label: str) -> bool:
    """Whether nothing in *label*, as ToUnicode gives it, is invisible or reads as what delimits a URL's parts."""
    return all(
        char == "-" or ((category(char)[0] in "LM" or category(char) == "Nd") and char not in _LIKE_DELIMITERS)
        for char in label
    )


def looks_like_itself(domain: str) -> bool:
    """Whether no label of *domain*, in Unicode, could be taken for one in another script.

    A label passes that is of one script, or of those that Chinese, Japanese and Korean write together with Latin; but
    not one in which all letters look Latin (a *whole-script confusable*) under a top-level domain of another script,
    nor one that looks like a number, nor one that mixes the digits of two scripts.
    """
    labels = domain.removesuffix(".").split(".")
    return all(label.isascii() or _label_looks_like_itself(label, labels[-1]) for label in labels)


def _label_looks_like_itself(label: str, top_level: str) -> bool:
    by_script: dict[str, str] = {}
    for char in label:
        by_script[_script(char)] = by_script.get(_script(char), "") + char
    by_script.pop("COMMON", None)
    scripts = frozenset(by_script)
    if len(scripts) > 1 and not any(scripts <= together for together in _TOGETHER):
        return False
    if _LOOKS_LIKE_A_DIGIT.issuperset(label):
        return False
    if len({ord(char) - decimal(char) for char in label if category(char) == "Nd"}) > 1:
        return False
    if len(scripts) != 1:
        return True
    ((script, letters),) = by_script.items()
    if top_level in _TOP_LEVELS.get(script, ()) or any(_script(char) == script for char in top_level):
        return True
    return not _LOOKS_LATIN.get(script, frozenset()).issuperset(letters)


def _script(char: str) -> str:
    if category(char)[0] == "M" and char < "\u0370":
        return "COMMON"
    word = name(char, "UNNAMED").split()[0].split("-")[0]
    return "COMMON" if word in _COMMON else _SCRIPT_OF_WORD.get(word, word)
