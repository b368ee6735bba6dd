"""trurl's own tests: which give the same output, and why the others do not."""

import json
from pathlib import Path

import pytest

from tests.support import trurl
from tests.support.needs import IN_CI

KNOWN = json.loads((Path(__file__).parents[1] / "data" / "trurl.json").read_text("utf-8"))
REASONS = ("RFC ", "curl", "left out on purpose: ")


def test_every_difference_has_a_reason():
    """trurl's tests are not committed, and cannot be fetched everywhere. Without them, the record alone is tested:
    test_get.py and test_edit.py have rows of their own. A run with ``CI`` set may skip nothing, so there it passes.
    """
    numbers = [number for numbers in KNOWN["differences"].values() for number in numbers]
    assert len(numbers) == len({*numbers}) == 213 - 114
    assert all(reason.startswith(REASONS) for reason in KNOWN["differences"])
    found = trurl.folder()
    cases, digest = ([], None) if found is None else trurl.cases(found)
    if digest != KNOWN["sha256"]:
        if not IN_CI:
            pytest.skip(f"trurl's tests of commit {KNOWN['commit'][:9]} are not here; set PY_URL_TRURL to their folder")
        return
    outcomes = [trurl.outcome(case, found) for case in cases]
    for reason, these in KNOWN["differences"].items():
        expected = {"different", reason.removeprefix("left out on purpose: ")}
        assert {number: outcomes[number] for number in these if outcomes[number] not in expected} == {}, reason
    assert [number for number, outcome in enumerate(outcomes) if outcome != "same"] == sorted(numbers)
    assert (len(cases), outcomes.count("same")) == (213, 114)


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
