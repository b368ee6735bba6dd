"""trurl's own tests: which give the same output, and why the others do not."""

import json
from pathlib import Path

import pytest

from tests import trurl

KNOWN = json.loads((Path(__file__).parents[1] / "data" / "trurl.json").read_text("utf-8"))
REASONS = ("RFC ", "curl", "left out on purpose: ")


def test_every_difference_has_a_reason():
    """The tests are not committed, and cannot be fetched everywhere, so this is skipped even with ``CI`` set:
    test_get.py and test_edit.py have rows of their own.
    """
    found = trurl.folder()
    if found is None:
        pytest.skip("trurl's tests are not here; set PY_URL_TRURL to a folder with its tests.json and testfiles")
    cases, digest = trurl.cases(found)
    if digest != KNOWN["sha256"]:
        pytest.skip(f"the tests.json in {found} is not that of trurl's commit {KNOWN['commit']}")
    outcomes = [trurl.outcome(case, found) for case in cases]
    differences = {}
    for reason, numbers in KNOWN["differences"].items():
        for number in numbers:
            is_left_out = outcomes[number] == reason.removeprefix("left out on purpose: ")
            assert is_left_out or outcomes[number] == "different", (number, outcomes[number])
            differences[number] = reason
    assert {number for number, outcome in enumerate(outcomes) if outcome != "same"} == {*differences}
    assert (len(cases), outcomes.count("same")) == (213, 114)


def test_the_record_of_reasons():
    numbers = [number for numbers in KNOWN["differences"].values() for number in numbers]
    assert len(numbers) == len({*numbers}) == 213 - 114
    assert all(reason.startswith(REASONS) for reason in KNOWN["differences"])


@pytest.mark.parametrize(
    ("arguments", "expected"),
    [
        (["https://h/a?q", "-a", "path=b", "--append=query=c=d"], "https://h/a/b?q&c=d\n"),
        (["--url", "https://h/%20", "-g", "[path] [:path]"], "/  /%20\n"),
        (["https://h/", "--iterate", "scheme=http ftp", "-sport=81"], "http://h:81/\nftp://h:81/\n"),
        (["--url=https://h/a/b", "--redirect", "../c"], "https://h/c\n"),
        (["https://h/?b&a", "--sort-query", "--json"], [{"url": "https://h/?a=&b=", "parts": None, "params": None}]),
        (["https://h/", "--unknown"], ""),
    ],
)
def test_the_translation(arguments, expected):
    """What is translated of trurl's options, without trurl's tests."""
    out, _ = trurl.answer(arguments, Path())
    if not isinstance(out, str):
        out = [{**one, "parts": None, "params": None} for one in out]
    assert out == expected
