"""``build_scripts/identifiers.py``, with small files in the form of Unicode's."""

import identifiers

STATUS = """\
# Version: 99.0.0
0061..0063    ; Allowed    # 1.1   [3] LATIN SMALL LETTER A..LATIN SMALL LETTER C
0065          ; Allowed    # 1.1       LATIN SMALL LETTER E
0301          ; Allowed    # 1.1       COMBINING ACUTE ACCENT
064B          ; Allowed    # 1.1       ARABIC FATHATAN
3006          ; Allowed    # 1.1       IDEOGRAPHIC CLOSING MARK
4E00          ; Allowed    # 1.1       CJK UNIFIED IDEOGRAPH-4E00
0430          ; Restricted # 1.1       CYRILLIC SMALL LETTER A
"""
SCRIPTS = "\n".join(
    [
        "0061..007A    ; Latin # L&  [26] LATIN SMALL LETTER A..LATIN SMALL LETTER Z",
        *("0301 ; Inherited # Mn", "064B ; Inherited # Mn", "3006 ; Common # Lo", "4E00 ; Han # Lo", "0430 ; Cyrillic"),
    ]
)
EXTENSIONS = "0301 ; Cyrl Grek Latn # Mn\n064B ; Arab Syrc # Mn\n3006 ; Hani # Lo\n"
WRITTEN = """\
UNICODE_VERSION = "99.0.0"
ALLOWED = {
    "ARABIC": (
        "064B"
    ),
    "COMMON": (
        "0301"
    ),
    "HAN": (
        "3005-3007 3400-4DBF 4E00-9FFF 20000-3FFFD"
    ),
    "LATIN": (
        "0061-0063 0065"
    ),
}
"""


def test_the_table_is_written_between_two_comments(tmp_path, monkeypatch):
    for name, text in (("IdentifierStatus", STATUS), ("Scripts", SCRIPTS), ("ScriptExtensions", EXTENSIONS)):
        (tmp_path / f"{name}.txt").write_text(text, encoding="utf-8")
    before, _, rest = identifiers.MODULE.read_text("utf-8").partition("UNICODE_VERSION")
    after = rest[rest.index("\n#") + 1 :]
    module = tmp_path / "identifiers.py"
    module.write_text(f"{before}old = 1\n{after}", encoding="utf-8")
    monkeypatch.setattr(identifiers, "MODULE", module)
    identifiers.main(str(tmp_path))
    assert module.read_text("utf-8") == before + WRITTEN + after
