"""The attack on the guard: a few payloads, and what is said of the result."""

import pytest
from research.attacking import command


def answer(**reached):
    clients = {"urllib, no guard": [["http://10.0.0.1/", ["10.0.0.1"]]], "httpx": [], **reached}
    return {
        "clients": {name: {"requests": 4, "refused": 2, "reached": there} for name, there in clients.items()},
        "missing": ["httpx2"],
    }


def test_the_report():
    text, status = command.report(answer())
    assert status == 0
    assert [line.split()[-3:] for line in text.splitlines()[1:3]] == [["4", "2", "1"], ["4", "2", "0"]]
    assert "not installed: httpx2" in text
    text, status = command.report(answer(aiohttp=[["http://127.0.0.1../", ["127.0.0.1"]]]))
    assert status == 1
    assert "  'http://127.0.0.1../' reached 127.0.0.1" in text
    text, status = command.report(answer(**{"urllib, no guard": []}))
    assert status == 1
    assert "this proves nothing" in text


def test_without_a_namespace(monkeypatch, capfd):
    monkeypatch.setattr(command.shutil, "which", lambda program: None)
    assert command.main(["--first", "1"]) == 0
    assert "There is no network namespace here, so this part is skipped" in capfd.readouterr().err


def test_a_namespace_that_is_not_allowed(monkeypatch):
    monkeypatch.setattr(command.shutil, "which", lambda program: program)
    monkeypatch.setattr(command, "_NAMESPACE", ["false"])
    assert command.namespace() is None


def test_an_attack(capfd):
    if command.namespace() is None:
        pytest.skip("there is no network namespace here")
    assert command.main(["--first", "2"]) == 0
    lines = capfd.readouterr().out.splitlines()
    assert lines[0].split() == ["client", "requests", "refused", "reached", "inside"]
    assert {line.split()[-1] for line in lines[2:] if line.split()[-1].isdigit()} == {"0"}
    assert lines[1].startswith("urllib, no guard")
