"""build_scripts/crosscheck/run.py: how it handles what the page posts."""

from queue import Queue

import pytest
from crosscheck import run as crosscheck_run
from setup.project import SetUpError

RESULT = {"id": 0, "agree": True, "ours": "yes", "native": "yes"}


def collect(*news, expected=2):
    queue = Queue()
    for name, body in news:
        queue.put((name, body if name in ("stopped", "broken") else {"run": "a", "body": body}))
    return crosscheck_run._collect(queue, expected, wait=lambda _: pytest.fail("there was more to read"))


def test_all_results():
    outcome = collect(("started", {"python": "3.14"}), ("results", [RESULT]), ("results", [RESULT]), ("finished", {}))
    assert outcome == {"engine": {"python": "3.14"}, "results": [RESULT, RESULT]}


@pytest.mark.parametrize(
    ("news", "text"),
    [
        ([("started", {}), ("results", [RESULT]), ("finished", {})], "the page compared 1 of 2 inputs"),
        ([("failed", {"message": "no such file"})], "the page failed: no such file"),
        ([("started", {}), ("broken", "it crashed")], "the page failed: it crashed"),
        ([("results", [RESULT]), ("stopped", "SIGTERM"), ("finished", {})], "stopped by SIGTERM"),
    ],
)
def test_what_ends_the_check(news, text):
    with pytest.raises(SetUpError, match=text):
        collect(*news)


def test_a_second_page_changes_nothing():
    queue = Queue()
    for run, name, body in [
        ("b", "results", [RESULT]),
        ("a", "started", {"python": "3.14"}),
        ("b", "started", {"python": "2"}),
        ("a", "results", [RESULT]),
        ("b", "results", [RESULT]),
        ("b", "failed", {"message": "x"}),
        ("a", "finished", {}),
    ]:
        queue.put((name, {"run": run, "body": body}))
    outcome = crosscheck_run._collect(queue, 1, wait=lambda _: pytest.fail("there was more to read"))
    assert outcome == {"engine": {"python": "3.14"}, "results": [RESULT]}


@pytest.mark.parametrize(
    ("user_agent", "name"),
    [
        ("Mozilla/5.0 (X11; Linux x86_64; rv:153.0) Gecko/20100101 Firefox/153.0", "Firefox 153.0"),
        (
            "Mozilla/5.0 (X11) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/156.0.0.0 Safari/537.36",
            "Chromium 156.0.0.0",
        ),
        ("Mozilla/5.0 (X11) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/156.0 Safari/537.36 Edg/156.1", "Edge 156.1"),
        (
            "Mozilla/5.0 (iPhone) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/26.1 Mobile/1 Safari/604.1",
            "Safari 26.1",
        ),
        ("", "a browser without a name"),
    ],
)
def test_names_of_browsers(user_agent, name):
    assert crosscheck_run.name_of(user_agent) == name


def test_a_page_that_says_nothing(monkeypatch):
    monkeypatch.setattr(crosscheck_run, "_SECONDS_WITHOUT_NEWS", 0.05)
    with pytest.raises(SetUpError, match="the page said nothing for"):
        crosscheck_run._collect(Queue(), 1, wait=lambda _: None)
