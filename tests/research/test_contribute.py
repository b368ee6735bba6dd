"""build_scripts/research contribute: what other projects can take is what this project has today."""

import json
import os
import subprocess

import pytest
from fetching import wpt_url
from research.contributing import command as contribute, disagreements, past_texts, validation_errors
from setup import npm, project
from setup.project import ROOT

from py_url import URL, validate
from py_url.editions import CHANGES, OTHER_CHANGES
from py_url.standard.infra.error_table import VALIDATION_ERRORS
from tests.support.needs import needs

FOLDER = ROOT / "web" / "docs" / "upstream"
SECONDS = 120


def read(name):
    return json.loads((FOLDER / name).read_text("utf-8"))


def rows(content):
    return [row for row in content if isinstance(row, dict)]


def test_the_files_without_the_web_platform_tests_are_up_to_date():
    for name, text in {"validation_errors.json": validation_errors.text(), "editions.json": past_texts.text()}.items():
        assert (FOLDER / name).read_text("utf-8") == text, f"run build_scripts/research contribute: {name} has changed"


@needs("wpt")
def test_the_rows_on_which_engines_disagree_are_up_to_date():
    wpt = wpt_url.find(fetch=False)
    if wpt.edition != "pin":
        pytest.skip("needs the Web Platform Tests at the pinned commit")
    for name, text in disagreements.texts(wpt).items():
        assert (FOLDER / name).read_text("utf-8") == text, f"run build_scripts/research contribute: {name} has changed"


def test_each_validation_error_has_rows():
    found = rows(read("validation_errors.json"))
    assert {name for row in found for name in row["parserValidationErrors"]} == VALIDATION_ERRORS.keys()
    for row in found:
        errors = validate(row["input"], row.get("base"))
        assert [error.name for error in errors] == row["parserValidationErrors"]
        assert [[error.start, error.end] for error in errors] == row["positions"]
        assert URL.can_parse(row["input"], row.get("base")) is not row.get("parserFailure", False)


@needs("npm test packages")
def test_whatwg_url_agrees_about_each_row():
    module = npm.packages(project.TEST_PACKAGES) / "whatwg-url" / "index.js"
    runner = FOLDER / "validation_errors.test.mjs"
    result = subprocess.run(
        [npm.node(), "--test", "--test-reporter=tap", runner],
        env={**os.environ, "WHATWG_URL": str(module)},
        capture_output=True,
        text=True,
        encoding="utf-8",
        check=False,
        timeout=SECONDS,
    )
    assert result.returncode == 0, result.stdout + result.stderr
    assert f"# pass {len(rows(read('validation_errors.json')))}\n" in result.stdout


def test_the_rows_on_which_engines_disagree_follow_the_standard():
    parsed = rows(read("disagreements_urltestdata.json"))
    for row in parsed:
        url = URL.parse(row["input"], row["base"])
        assert (url is None) is row.get("failure", False)
        members = row.keys() - {"input", "base", "failure", "searchParams"}
        assert {member: getattr(url, member) for member in members} == {member: row[member] for member in members}
    set_ = {member: tests for member, tests in read("disagreements_setters_tests.json").items() if member != "comment"}
    for member, tests in set_.items():
        for row in tests:
            url = URL(row["href"])
            setattr(url, member, row["new_value"])
            assert {name: getattr(url, name) for name in row["expected"]} == row["expected"]
    number = len(parsed) + sum(map(len, set_.values()))
    assert 100 < number <= disagreements.MOST


def test_each_change_of_the_standard_is_there():
    content = read("editions.json")
    assert len(content["changes"]) == len(CHANGES)
    assert len(content["changes_of_other_operations"]) == len(OTHER_CHANGES)
    assert all(row["examples"] for row in content["changes"])


@needs("wpt")
def test_the_command_only_compares(monkeypatch, capsys):
    if wpt_url.find(fetch=False).edition != "pin":
        pytest.skip("needs the Web Platform Tests at the pinned commit")
    monkeypatch.setattr(contribute.venv, "enter", lambda *_: None)
    assert contribute.main(["--check"]) == 0
    folder = ROOT / ".cache" / "not-there"
    monkeypatch.setattr(contribute, "FOLDER", folder)
    assert contribute.main(["--check"]) == 1
    assert (
        ".cache/not-there/editions.json is out of date; run build_scripts/research contribute"
        in capsys.readouterr().out
    )
    assert not folder.exists()
