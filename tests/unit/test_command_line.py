"""``python -m py_url``."""

import io
import json
import subprocess
import sys

import pytest

from py_url import __version__
from py_url.__main__ import main


def test_parse(capsys):
    assert main(["parse", "HTTP://h:8080/a/../b", "foo:x"]) == 0
    out = capsys.readouterr().out
    assert "href      http://h:8080/b\n" in out
    assert "port      8080\n" in out
    assert "pathname  x\n" in out


def test_parse_json_relative(capsys):
    assert main(["parse", "--json", "--base", "http://h/a/", "b?c"]) == 0
    row = json.loads(capsys.readouterr().out)
    assert (row["input"], row["href"], row["search"]) == ("b?c", "http://h/a/b?c", "?c")


def test_a_url_that_does_not_parse(capsys):
    assert main(["parse", "http://h/", "http://h:x/"]) == 1
    captured = capsys.readouterr()
    assert "href      http://h/" in captured.out
    assert captured.err.startswith("py-url: invalid URL: port-invalid at 9: a port is made of the digits 0 to 9\n")
    assert main(["parse", "--json", "http://h:x/"]) == 1
    assert json.loads(capsys.readouterr().out)["errors"][0]["name"] == "port-invalid"


def test_standard_input(capsys, monkeypatch):
    monkeypatch.setattr(sys, "stdin", io.StringIO("http://a/\r\nhttp://b/\n"))
    assert main(["parse", "--json"]) == 0
    assert [json.loads(line)["hostname"] for line in capsys.readouterr().out.splitlines()] == ["a", "b"]


@pytest.mark.parametrize("arguments", [[], ["nonsense"], ["parse", "--base", "x", "y"], ["parse", "--nonsense"]])
def test_bad_use(arguments, capsys):
    with pytest.raises(SystemExit) as caught:
        main(arguments)
    assert caught.value.code == 2
    assert "usage: py-url" in capsys.readouterr().err


def test_version(capsys):
    with pytest.raises(SystemExit) as caught:
        main(["--version"])
    assert caught.value.code == 0
    assert capsys.readouterr().out == f"py-url {__version__}\n"


@pytest.mark.skipif(sys.platform == "emscripten", reason="Pyodide has no processes")
def test_a_reader_that_goes_away_is_no_error():
    command = [sys.executable, "-m", "py_url", "parse", "--json"]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        process.stdout.close()
        _, error = process.communicate(b"http://h/\n" * 20_000)
    assert error == b""
