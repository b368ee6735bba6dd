"""build_scripts/research suites, in temporary folders; no test uses the network, or another project's tests."""

import json
import subprocess

import build_wheel
import pytest
from research.suites import command as suites
from setup import npm, venv
from setup.project import ROOT, SetUpError

from tests.support.needs import needs

TESTS = """
import test from "node:test";
import assert from "node:assert";
test("the class", () => assert.ok(new URL("http://h/")));
test("a group", async (t) => {
  await t.test("the name", () => assert.equal(URL.name, "URL"));
});
test("the name", { skip: "not today" }, () => {});
test("no network", () => assert.fail());
"""


def git(folder, *arguments):
    options = ["-c", "user.name=a", "-c", "user.email=a@example.com", "-c", "commit.gpgsign=false"]
    command = ["git", "-C", str(folder), *options, *arguments]
    return subprocess.run(command, capture_output=True, text=True, check=True, timeout=60).stdout.strip()


@pytest.fixture
def stored(tmp_path, monkeypatch):
    """A stored repository with a suite of two tests that pass in Node, the second of them not with our class."""
    folder = tmp_path / "stored"
    repository = folder / "owner+small" / "repo"
    repository.mkdir(parents=True)
    (repository / "package.json").write_text('{"type": "module"}', "utf-8")
    (repository / "tests.js").write_text(TESTS, "utf-8")
    git(repository, "init", "--quiet")
    git(repository, "add", ".")
    git(repository, "commit", "--quiet", "--message=tests")
    preload = tmp_path / "preload.mjs"
    preload.write_text("globalThis.URL = class Other { constructor(url) { this.href = url; } };", "utf-8")
    monkeypatch.setattr(suites, "_PRELOAD", preload)
    monkeypatch.setenv(suites.VARIABLE, str(folder))
    return repository


@pytest.fixture
def small(stored):
    return suites.Suite("owner/small", git(stored, "rev-parse", "HEAD"), "node", 2, ("tests.js",))


@pytest.fixture
def run(tmp_path, monkeypatch):
    """Call the command on the given suites."""
    monkeypatch.setattr(venv, "enter", lambda *_, **__: None)
    monkeypatch.setattr(build_wheel, "build", lambda **_: None)
    monkeypatch.setattr(suites, "_MIN_NODE", 20)
    monkeypatch.setattr(npm, "packages", lambda *_, **__: tmp_path / "npm" / "node_modules")

    def main(*given, names=()):
        monkeypatch.setattr(suites, "read_suites", lambda: list(given))
        return suites.main([*names])

    return main


def changed(suite, **changes):
    return suites.Suite(**{**vars(suite), **changes})


@needs("node")
def test_a_difference_without_a_reason_fails(small, run, capsys):
    assert run(small) == 1
    first, second, *_ = capsys.readouterr().out.splitlines()
    assert first == "small: 2 tests pass with Node's classes, and 1 of them not with ours"
    assert second.startswith("  'a group > the name' fails with ours: ")


@needs("node")
def test_a_difference_with_a_reason_is_fine(small, run, capsys):
    other = changed(small, name="owner/other")
    assert run(changed(small, differs={"a group > the name": "another name"}), other, names=["small"]) == 0
    assert capsys.readouterr().out.count("\n") == 1


@needs("node")
def test_equal_classes_are_fine_and_reasons_for_nothing_are_not(small, run, capsys, monkeypatch, tmp_path):
    same = tmp_path / "same.mjs"
    same.write_text("", "utf-8")
    monkeypatch.setattr(suites, "_PRELOAD", same)
    assert run(small) == 0
    reasons = {"the class": "it differed", "no network": "fails in Node too", "gone": "it was renamed"}
    capsys.readouterr()
    assert run(changed(small, differs=reasons)) == 1
    assert capsys.readouterr().out.splitlines()[1:] == [
        "  'the class' has a reason but does not differ",
        "  'gone' has a reason but does not differ",
    ]


@needs("node")
def test_a_suite_that_runs_too_few_tests_fails(small, run, capsys):
    assert run(changed(small, tests=3, differs={"a group > the name": "another name"})) == 1
    assert "  2 tests pass with Node's classes, and not 3:\n" in capsys.readouterr().out
    assert run(changed(small, arguments=("missing.js",))) == 1
    assert "Could not find" in capsys.readouterr().out


def test_a_test_that_fails_by_chance_runs_again(small, monkeypatch):
    answers = iter([{"a": "", "b": "", "c": ""}, {"a": "late", "b": "", "c": "no"}, {"a": "", "b": "late", "c": "no"}])
    monkeypatch.setattr(suites, "run_suite", lambda *_, **__: suites.Run(next(answers), ""))
    _, found = suites.compare(small, ROOT, ROOT, {})
    assert found == ["'c' fails with ours: no"]


@needs("node")
def test_what_is_missing_is_one_sentence(small, stored, run, capsys, monkeypatch):
    assert run(changed(small, name="owner/none")) == 2
    expected = f"{suites.VARIABLE} is {str(stored.parent.parent)!r}, and that folder has no owner+none"
    assert expected in capsys.readouterr().err.splitlines()[-1]
    assert run(small, names=["large"]) == 2
    assert capsys.readouterr().err == "research suites: there is no suite 'large', but small\n"
    assert run(changed(small, commit="0" * 40)) == 2
    assert f"{stored} does not have all of the commit 0000" in capsys.readouterr().err
    monkeypatch.setattr(suites, "_MIN_NODE", 1_000)
    assert run(small) == 2
    assert capsys.readouterr().err.startswith("research suites: some suites need Node.js 1000 or later, and ")
    monkeypatch.setattr(suites, "_SECONDS", 0)
    with pytest.raises(SetUpError, match="the tests of small took longer than 0 seconds"):
        suites.run_suite(small, stored, stored)


def test_without_stored_sources_the_commit_is_fetched(small, monkeypatch, tmp_path):
    commands = []
    monkeypatch.delenv(suites.VARIABLE)
    monkeypatch.setattr(suites.project, "run", commands.append)
    assert suites._repository(small, tmp_path / "new") == tmp_path / "new"
    assert commands[1][-4:] == ["--quiet", "--depth=1", "https://github.com/owner/small", small.commit]

    def offline(command):
        if "fetch" in command:
            raise SetUpError("no network\nat all")

    monkeypatch.setattr(suites.project, "run", offline)
    with pytest.raises(SetUpError, match=r"^\w+ of https://github.com/owner/small could not be fetched; connect .*$"):
        suites._repository(small, tmp_path / "new")


def test_a_checkout_is_a_source_too(small, stored, tmp_path):
    stored.rename(stored.parent.parent / "owner+checkout")
    files = suites.source(changed(small, name="owner/checkout"), tmp_path / "sources")
    assert (files / "tests.js").read_text("utf-8") == TESTS


def test_reports_of_mocha_and_vitest(tmp_path):
    file = str(tmp_path / "test" / "a.js")
    mocha = [
        {"file": file, "fullTitle": "passes", "duration": 1, "err": {}},
        {"file": file, "fullTitle": "is skipped", "err": {}},
        {"file": file, "fullTitle": "fails", "duration": 1, "err": {"message": "no"}},
    ]
    expected = [("test/a.js > passes", ""), ("test/a.js > fails", json.dumps({"message": "no"}))]
    assert list(suites._of_json({"tests": mocha}, tmp_path)) == expected
    vitest = [
        {"fullName": "passes", "status": "passed", "failureMessages": []},
        {"fullName": "is skipped", "status": "pending", "failureMessages": []},
        {"fullName": "fails", "status": "failed", "failureMessages": ["no", "never"]},
    ]
    expected = [("test/a.js > passes", ""), ("test/a.js > fails", "no\nnever")]
    assert list(suites._of_json({"testResults": [{"name": file, "assertionResults": vitest}]}, tmp_path)) == expected
    assert list(suites._of_json({}, tmp_path)) == []


def test_the_data_file(tmp_path):
    found = suites.read_suites()
    assert len({suite.name for suite in found}) == len(found) > 5
    assert all(len(suite.commit) == 40 and suite.runner in suites._RUNNERS and suite.tests > 0 for suite in found)
    assert all(reason for suite in found for reason in suite.differs.values())
    file = tmp_path / "suites.toml"
    file.write_text('[[suite]]\nname = "a/b"\n', "utf-8")
    with pytest.raises(SetUpError, match=r"suites\.toml has a wrong entry: .*'commit'"):
        suites.read_suites(file)


def test_the_table_in_the_documentation():
    text = (ROOT / "web" / "docs" / "evidence" / "javascript.md").read_text("utf-8")
    for suite in suites.read_suites():
        assert (
            f"| {suite.package} | {suite.tests:,} | {len(suite.differs)} | {next(iter(suite.differs.values()), '')}"
            in text
        )
