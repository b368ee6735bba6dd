"""build_scripts/research numbers: the page with a release's numbers."""

import re
import shutil

import build_wheel
import pytest
from research import release_numbers
from setup import project, venv
from setup.project import ROOT, SetUpError

from tests.support.needs import needs


@pytest.fixture
def numbers(tmp_path, monkeypatch):
    """`release_numbers` with one round and packages that were built before, and the file that it writes."""
    monkeypatch.setattr(release_numbers, "_ROUNDS", 1)
    monkeypatch.setattr(release_numbers, "_BUILD", "")
    monkeypatch.setattr(release_numbers, "_CORPORA", ("real",))
    monkeypatch.setattr(build_wheel, "build_all", lambda: None)
    monkeypatch.setattr(venv, "enter", lambda *_: None)
    monkeypatch.setattr(release_numbers, "NUMBERS", ROOT / ".cache" / tmp_path.name / "numbers.md")
    yield release_numbers.NUMBERS
    shutil.rmtree(release_numbers.NUMBERS.parent, ignore_errors=True)


@needs("wheel")
def test_the_numbers_of_the_first_release(numbers):
    build_wheel.build_pure_wheel()
    assert release_numbers.main([]) == 0
    text = numbers.read_text("utf-8")
    size = re.search(r"\| `wheel/py_url_whatwg-py3-none-any.whl` \| ([\d.]+) \|", text)
    assert 100 < float(size[1]) < 1_000
    assert re.search(r"\| parse and href of a URL, real, µs \| [\d.]+ \|\n", text)
    assert re.search(r"\| Chromium [\d.]+ \| \d+ \|\n", text)


@needs("wheel")
def test_the_numbers_of_a_release(numbers):
    try:
        project.run(["git", "rev-parse", "HEAD"])
    except SetUpError:
        pytest.skip("this folder is not a clone")
    assert release_numbers.main(["--since", "HEAD"]) == 0
    text = numbers.read_text("utf-8")
    assert "This version next to HEAD." in text
    assert re.search(r"real, µs \| [\d.]+ \| [\d.]+ \| [\d.]+ \|\n", text)
    assert re.search(
        r"\| Chromium [\d.]+ \| \d+ \| [+-]\d+ \(Chromium [\d.]+; kinds of difference: \d+ new, \d+ gone\)", text
    )
    assert "last" not in project.run(["git", "worktree", "list"])


def test_numbers_since_a_commit_that_is_not_there(numbers, monkeypatch, capsys):
    """It is refused before anything is set up."""
    monkeypatch.setattr(venv, "enter", lambda *_: pytest.fail("something was set up"))
    assert release_numbers.main(["--since", "v9.9.9"]) == 2
    assert "there is no commit 'v9.9.9' in this repository" in capsys.readouterr().err
