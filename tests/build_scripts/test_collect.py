"""build_scripts/crosscheck: the lists of URLs that it reads (inputs.py), and the posts that it collects (run.py)."""

import json
from io import BytesIO, TextIOWrapper
from queue import Queue

import pytest
from crosscheck import inputs, run as crosscheck_run, summary
from setup.project import SetUpError

from py_url import URL

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
        ([("started", {}), ("results", [RESULT]), ("finished", {})], "the page compared only 1 of 2 inputs"),
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
        ("", "an unknown browser"),
    ],
)
def test_names_of_browsers(user_agent, name):
    assert summary.browser_of(user_agent) == name


def test_a_page_that_says_nothing(monkeypatch):
    monkeypatch.setattr(crosscheck_run, "_SECONDS_WITHOUT_NEWS", 0.05)
    with pytest.raises(SetUpError, match="the page sent nothing for"):
        crosscheck_run._collect(Queue(), 1, wait=lambda _: None)


@pytest.mark.parametrize("name", ["urls.txt", "-"])
def test_a_list_is_a_file_or_standard_input(monkeypatch, tmp_path, name):
    content = b"http://h/\nhttp://i/\n"
    (tmp_path / "urls.txt").write_bytes(content)
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("sys.stdin", TextIOWrapper(BytesIO(content)))
    assert [case["input"] for case in inputs.from_list(name)] == ["http://h/", "http://i/"]


def test_a_report_on_ones_own_urls_has_no_passwords():
    secret = "https://t0ken:s3cr3t@h/?u=https%3A%2F%2Fx%3As3cr3t%40y"
    url = URL(secret)
    ours = {name: getattr(url, name) for name in ("href", "username", "password", "search", "port")}
    native = {**ours, "port": "1", "error": "x"}
    result = {"agree": False, "digest": 1, "ours": "silent", "native": "silent"}
    outcome = {
        "engine": {"browser": "chromium 1"},
        "results": [
            {**result, "answers": {"ours": ours, "native": native}},
            {**result, "answers": {"ours": {}, "native": {}}},
        ],
    }
    for source, has_secrets in ((summary.YOUR_LIST, False), ("urltestdata.json", True)):
        case = {"source": source, "kind": "parse", "input": secret, "base": None, "expected": None}
        cases = [case, {**case, "input": "https://h:x/"}]
        found = summary.summarize(cases, [outcome], date="2026-07-05T12:00:00+00:00")
        told = json.dumps(found)
        assert ("s3cr3t" in told, "t0ken" in told) == (has_secrets, has_secrets)
        assert found["differences"][1]["case"]["input"] == "https://h:x/"
        assert found["differences"][0]["engines"]["chromium 1"]["native"]["port"] == "1"
