"""build_scripts/unicode_tables.py and fetch_idna_tests.py, without the network and the data."""

import io
import urllib.error

import fetch_idna_tests
import pytest
import unicode_tables
from setup import venv


@pytest.fixture
def table(monkeypatch, tmp_path):
    """A table in a folder of its own; the data would give the text "new"."""
    file = tmp_path / "unicode_table.py"
    monkeypatch.setattr(unicode_tables, "TABLE", file)
    monkeypatch.setattr(unicode_tables, "ROOT", tmp_path)
    monkeypatch.setattr(unicode_tables, "table", lambda: "new")
    monkeypatch.setattr(venv, "enter", lambda: None)
    return file


def test_writing_and_checking(table, capsys):
    assert unicode_tables.main(["--check"]) == 1
    assert not table.exists()
    assert unicode_tables.main([]) == 0
    assert table.read_text("utf-8") == "new"
    assert unicode_tables.main(["--check"]) == unicode_tables.main([]) == 0
    table.write_text("old", "utf-8")
    assert unicode_tables.main(["--check"]) == 1
    assert table.read_text("utf-8") == "old"
    assert capsys.readouterr().err.splitlines() == [
        "unicode_table.py is out of date; run build_scripts/unicode_tables.py",
        "unicode_table.py: written",
        "unicode_table.py is up to date",
        "unicode_table.py: unchanged",
        "unicode_table.py is out of date; run build_scripts/unicode_tables.py",
    ]


@pytest.fixture
def answers(monkeypatch, tmp_path):
    """What unicode.org answers, by address; nothing else is on the machine."""
    answers = {}

    def urlopen(address, timeout):
        assert timeout < 600
        if address not in answers:
            raise urllib.error.URLError("no network")
        return io.BytesIO(answers[address])

    monkeypatch.setattr(fetch_idna_tests.urllib.request, "urlopen", urlopen)
    monkeypatch.setattr(fetch_idna_tests, "_FETCHED", tmp_path / "fetched")
    monkeypatch.setattr(fetch_idna_tests.project, "shared", lambda name: tmp_path / "shared" / name)
    return answers


def test_what_cannot_be_fetched_is_said(answers, capsys):
    first, *_ = fetch_idna_tests.ADDRESSES.values()
    answers[first] = b"# Version: 1.0.0\n"
    assert fetch_idna_tests.main([]) == 1
    said = capsys.readouterr().err
    assert f"{first} is not the file of Unicode 16.0.0\n" in said
    assert said.count("could not be fetched: no network\n") == len(fetch_idna_tests.ADDRESSES) - 1


def test_what_is_there_is_not_fetched(answers, tmp_path):
    for version, address in fetch_idna_tests.ADDRESSES.items():
        assert fetch_idna_tests.find(version) is None
        answers[address] = f"# Version: {version}\n".encode()
    assert fetch_idna_tests.main([]) == 0
    answers.clear()
    assert fetch_idna_tests.main([]) == 0
    shared = tmp_path / "shared" / "unicode" / "IdnaTestV2-16.0.0.txt"
    shared.parent.mkdir(parents=True)
    shared.write_text("", "utf-8")
    assert fetch_idna_tests.find("16.0.0") == shared
