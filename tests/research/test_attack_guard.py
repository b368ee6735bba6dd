"""The attack on the guard: a few payloads, and what is said of the result."""

import re

from research.attacking import command
from research.attacking.attack import CLIENTS

SKIPPED = "There is no network namespace here, so this part is skipped"


def answer(late=0.25, **reached):
    clients = {"urllib, no guard": [["http://10.0.0.1/", ["10.0.0.1"]]], "httpx": [], **reached}
    return {
        "clients": {name: {"requests": 4, "refused": 2, "reached": there} for name, there in clients.items()},
        "missing": ["httpx2"],
        "late": {"httpx": dict.fromkeys(command.WAYS, late)},
    }


def test_the_report():
    text, status = command.report(answer())
    assert status == 0
    assert [line.split()[-3:] for line in text.splitlines()[1:3]] == [["4", "2", "1"], ["4", "2", "0"]]
    assert "not installed: httpx2" in text
    assert text.splitlines()[6].split() == ["httpx", *["0.25"] * len(command.WAYS)]
    assert command.report(answer(late=9.0))[1] == 1
    text, status = command.report(answer(aiohttp=[["http://127.0.0.1../", ["127.0.0.1"]]]))
    assert status == 1
    assert "  'http://127.0.0.1../' reached 127.0.0.1" in text
    text, status = command.report(answer(**{"urllib, no guard": []}))
    assert status == 1
    assert "this proves nothing" in text


def test_without_a_namespace(monkeypatch, capfd):
    monkeypatch.setattr(command.shutil, "which", lambda program: None)
    assert command.main(["--first", "1"]) == 0
    assert SKIPPED in capfd.readouterr().err
    # The scheduled run must not pass without an attack.
    assert command.main(["--first", "1", "--required"]) == 2
    assert SKIPPED not in (said := capfd.readouterr().err)
    assert "There is no network namespace here: on Linux, install unshare and ip" in said


def test_a_namespace_that_is_not_allowed(monkeypatch):
    monkeypatch.setattr(command.shutil, "which", lambda program: program)
    monkeypatch.setattr(command, "_NAMESPACE", ["false"])
    assert command.namespace() is None


def test_an_attack(capfd):
    is_possible = command.namespace() is not None
    assert command.main(["--first", "3"]) == 0
    said = capfd.readouterr()
    if not is_possible:
        assert SKIPPED in said.err
        return
    reached, late = said.out.split("\n\n")
    heading, *rows = [line.split() for line in reached.splitlines()]
    assert heading == ["client", "requests", "refused", "reached", "inside"]
    assert " ".join(rows[0][:-3]) == command.UNGUARDED
    assert int(rows[0][-1]) > 0
    guarded = [row for row in rows[1:] if row[0] != "not"]
    assert {row[-1] for row in guarded} == {"0"}
    assert all(int(row[-2]) > 0 for row in guarded)
    names = {" ".join(row[:-3]) for row in guarded} | {*re.findall("^not installed: (.*)$", late, re.MULTILINE)}
    assert names == {*CLIENTS} - {command.UNGUARDED}
