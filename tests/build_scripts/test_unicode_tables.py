"""build_scripts/upstream.py unicode and idna, without the network and the data."""

import io
import urllib.error

import pytest
import upstream
from building import unicode_tables
from fetching import idna_tests
from setup import venv

from py_url.standard.hosts.identifiers import ALLOWED


@pytest.fixture
def table(monkeypatch, tmp_path):
    """A table in a folder of its own; the data would give the text "new"."""
    file = tmp_path / "unicode_table.py"
    monkeypatch.setattr(unicode_tables, "TABLE", file)
    monkeypatch.setattr(unicode_tables, "ROOT", tmp_path)
    monkeypatch.setattr(unicode_tables, "table", lambda: "new")
    monkeypatch.setattr(venv, "enter", lambda *_: None)
    return file


def test_writing_and_checking(table, capsys):
    assert upstream.main(["unicode", "--check"]) == 1
    assert not table.exists()
    assert upstream.main(["unicode"]) == 0
    assert table.read_text("utf-8") == "new"
    assert upstream.main(["unicode", "--check"]) == upstream.main(["unicode"]) == 0
    table.write_text("old", "utf-8")
    assert upstream.main(["unicode", "--check"]) == 1
    assert table.read_text("utf-8") == "old"
    assert capsys.readouterr().err.splitlines() == [
        "unicode_table.py is out of date; run build_scripts/upstream.py unicode",
        "unicode_table.py: written",
        "unicode_table.py is up to date",
        "unicode_table.py: unchanged",
        "unicode_table.py is out of date; run build_scripts/upstream.py unicode",
    ]


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
    "ARABIC": ("064B"),
    "COMMON": ("0301"),
    "HAN": ("3005-3007 3400-4DBF 4E00-9FFF 20000-3FFFD"),
    "LATIN": ("0061-0063 0065"),
}
"""


def identifier_files(folder, **texts):
    """Write small files in the form of Unicode's to *folder*, and return it."""
    for name, text in texts.items():
        (folder / f"{name}.txt").write_text(text, encoding="utf-8")
    return str(folder)


def test_the_table_of_identifiers_is_written_between_two_comments(tmp_path, monkeypatch, capsys):
    folder = identifier_files(tmp_path, IdentifierStatus=STATUS, Scripts=SCRIPTS, ScriptExtensions=EXTENSIONS)
    before, _, rest = unicode_tables.IDENTIFIERS.read_text("utf-8").partition("UNICODE_VERSION")
    after = rest[rest.index("\n#") + 1 :]
    module = tmp_path / "identifiers.py"
    module.write_text(f"{before}old = 1\n{after}", encoding="utf-8")
    monkeypatch.setattr(unicode_tables, "IDENTIFIERS", module)
    monkeypatch.setattr(unicode_tables, "ROOT", tmp_path)
    monkeypatch.setattr(venv, "enter", lambda *_: None)
    assert upstream.main(["unicode", "--check", "--identifiers", folder]) == 1
    assert upstream.main(["unicode", "--identifiers", folder]) == 0
    assert module.read_text("utf-8") == before + WRITTEN + after
    assert upstream.main(["unicode", "--check", "--identifiers", folder]) == 0
    assert capsys.readouterr().err.splitlines()[1:] == ["identifiers.py: written", "identifiers.py is up to date"]


def test_the_table_of_identifiers_has_the_form_that_ruff_gives_it(tmp_path, monkeypatch):
    ranges = [(part.replace("-", ".."), script) for script, parts in ALLOWED.items() for part in parts.split()]
    folder = identifier_files(
        tmp_path,
        IdentifierStatus="\n".join(["# Version: 17.0.0", *(f"{part} ; Allowed" for part, _ in ranges)]),
        Scripts="\n".join(f"{part} ; {script.title()}" for part, script in ranges),
        ScriptExtensions="",
    )
    monkeypatch.setattr(venv, "enter", lambda *_: None)
    assert upstream.main(["unicode", "--check", "--identifiers", folder]) == 0


@pytest.fixture
def answers(monkeypatch, tmp_path):
    """What unicode.org answers, by address; nothing else is on the machine."""
    answers = {}

    def urlopen(address, timeout):
        assert timeout < 600
        if address not in answers:
            raise urllib.error.URLError("no network")
        return io.BytesIO(answers[address])

    monkeypatch.setattr(idna_tests.urllib.request, "urlopen", urlopen)
    monkeypatch.setattr(idna_tests, "_FETCHED", tmp_path / "fetched")
    monkeypatch.setattr(idna_tests.project, "shared", lambda name: tmp_path / "shared" / name)
    return answers


def test_what_cannot_be_fetched_is_said(answers, capsys):
    first, *_ = idna_tests.ADDRESSES.values()
    answers[first] = b"# Version: 1.0.0\n"
    assert upstream.main(["idna"]) == 1
    said = capsys.readouterr().err
    assert f"{first} is not the file of Unicode 16.0.0\n" in said
    assert said.count("could not be fetched: no network\n") == len(idna_tests.ADDRESSES) - 1


def test_what_is_there_is_not_fetched(answers, tmp_path):
    for version, address in idna_tests.ADDRESSES.items():
        assert idna_tests.find(version) is None
        answers[address] = f"# Version: {version}\n".encode()
    assert upstream.main(["idna"]) == 0
    answers.clear()
    assert upstream.main(["idna"]) == 0
    shared = tmp_path / "shared" / "unicode" / "IdnaTestV2-16.0.0.txt"
    shared.parent.mkdir(parents=True)
    shared.write_text("", "utf-8")
    assert idna_tests.find("16.0.0") == shared
