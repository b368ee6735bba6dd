"""build_scripts/crosscheck.py: what it makes of what the page posts."""

from queue import Queue

import crosscheck
import pytest
from environment import SetUpError

RESULT = {"id": 0, "agree": True, "ours": "yes", "native": "yes"}


def collect(*news, expected=2):
    queue = Queue()
    for item in news:
        queue.put(item)
    return crosscheck._collect(queue, expected, wait=lambda _: pytest.fail("there was more to read"))


def test_all_results():
    outcome = collect(("started", {"python": "3.14"}), ("results", [RESULT]), ("results", [RESULT]), ("finished", {}))
    assert outcome == {"engine": {"python": "3.14"}, "results": [RESULT, RESULT]}


@pytest.mark.parametrize(
    ("news", "text"),
    [
        ([("results", [RESULT]), ("finished", {})], "the page compared 1 of 2 inputs"),
        ([("failed", {"message": "no such file"})], "the page failed: no such file"),
        ([("results", [RESULT]), ("stopped", "SIGTERM"), ("finished", {})], "stopped by SIGTERM"),
    ],
)
def test_what_ends_the_check(news, text):
    with pytest.raises(SetUpError, match=text):
        collect(*news)


def test_a_page_that_says_nothing(monkeypatch):
    monkeypatch.setattr(crosscheck, "_SECONDS_WITHOUT_NEWS", 0.05)
    with pytest.raises(SetUpError, match="the page said nothing for"):
        crosscheck._collect(Queue(), 1, wait=lambda _: None)
