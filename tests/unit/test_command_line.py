"""``python -m py_url``."""

import io
import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from py_url import __version__
from py_url.__main__ import main
from py_url.commands import COMMANDS

NO_PROCESSES = pytest.mark.skipif(sys.platform == "emscripten", reason="Pyodide has no processes")


def rows(capsys):
    return [json.loads(line) for line in capsys.readouterr().out.splitlines()]


def test_parse(capsys):
    assert main(["parse", "HTTP://h:8080/a/../b", "foo:x"]) == 0
    out = capsys.readouterr().out
    assert "href     http://h:8080/b\n" in out
    assert "port     8080\n" in out
    assert "pathname x\n" in out


def test_parse_json_relative(capsys):
    assert main(["parse", "--json", "--base", "http://h/a/", "b?c"]) == 0
    (row,) = rows(capsys)
    assert (row["input"], row["href"], row["search"]) == ("b?c", "http://h/a/b?c", "?c")


def test_a_url_that_does_not_parse(capsys):
    assert main(["parse", "http://h/", "http://h:x/"]) == 1
    captured = capsys.readouterr()
    assert "href     http://h/" in captured.out
    assert captured.err == (
        "py-url: invalid URL: port-invalid at 9: a port is made of the digits 0 to 9\n    http://h:x/\n             ^\n"
    )
    assert main(["parse", "--json", "http://u@h:x/"]) == 1
    (row,) = rows(capsys)
    assert row["failure"] is True
    assert [error["name"] for error in row["errors"]] == ["invalid-credentials", "port-invalid"]
    assert row["errors"][1] == {
        "name": "port-invalid",
        "start": 11,
        "end": 12,
        "fatal": True,
        "message": "a port is made of the digits 0 to 9",
        "link": "https://url.spec.whatwg.org/#port-invalid",
    }


def test_check(capsys):
    assert main(["check", "https://h/"]) == 0
    assert capsys.readouterr().out == "https://h/: valid\n"
    assert main(["check", "https://u:pw@h\\x", "http://h:x/", "//h"]) == 1
    captured = capsys.readouterr()
    assert captured.err == ""
    assert "pw" not in captured.out
    lines = captured.out.splitlines()
    assert lines[:4] == [
        "https://***@h\\x: not valid, 2 validation errors",
        "  invalid-credentials at 8: a username or password has no place in a valid URL; leave it out",
        "    https://***@h\\x",
        "            ^^^^",
    ]
    assert "http://h:x/: failure, a validation error" in lines
    assert main(["check", "--base", "https://b/", "//h"]) == 0


def test_check_json(capsys):
    assert main(["check", "--json", "https://h/", "https://h/|", "http://h:x/"]) == 1
    valid, not_valid, failure = rows(capsys)
    assert (valid["valid"], valid["failure"], valid["errors"]) == (True, False, [])
    assert (not_valid["valid"], not_valid["failure"]) == (False, False)
    assert not_valid["errors"][0]["name"] == "invalid-URL-unit"
    assert (failure["valid"], failure["failure"]) == (False, True)


def test_resolve(capsys):
    assert main(["resolve", "--base", "http://h/a/b", "../c?é", "--encoding", "latin1"]) == 0
    assert capsys.readouterr().out == "http://h/c?%E9\n"
    assert main(["resolve", "--json", "http://h/a/b"]) == 0
    assert rows(capsys) == [{"input": "http://h/a/b", "href": "http://h/a/b"}]


def test_params(capsys):
    assert main(["params", "http://h/?a=1&b=%09c%1B+d&a=", "?x=y&z", "http://h/"]) == 0
    assert capsys.readouterr().out == "a\t1\nb\t\\tc\\x1b d\na\t\nx\ty\nz\t\n"
    assert main(["params", "--json", "?a=1&a=%C3%A9", "http://h/"]) == 0
    assert [row["params"] for row in rows(capsys)] == [[["a", "1"], ["a", "é"]], []]
    assert main(["params", "--base", "http://h/?b=1", "?c=2", "#f"]) == 0
    assert capsys.readouterr().out == "c\t2\nb\t1\n"


def test_host(capsys):
    assert main(["host", "--json", "www.Faß.co.uk", "0x7f.1", "[0::1]", "a b"]) == 1
    domain, ipv4, ipv6, failure = rows(capsys)
    assert domain == {
        "input": "www.Faß.co.uk",
        "kind": "domain",
        "host": "www.xn--fa-hia.co.uk",
        "unicode": "www.faß.co.uk",
        "public_suffix": "co.uk",
        "registrable_domain": "xn--fa-hia.co.uk",
    }
    assert (ipv4["kind"], ipv4["host"]) == ("IPv4 address", "127.0.0.1")
    assert (ipv6["kind"], ipv6["host"]) == ("IPv6 address", "[::1]")
    assert failure["errors"][0]["name"] == "domain-to-ASCII"
    assert main(["host", "--opaque", "A", ""]) == 0
    assert capsys.readouterr().out == "kind opaque host\nhost A\n\nkind empty host\nhost\n\n"
    assert main(["host", "com"]) == 0
    assert "registrable_domain\n" in capsys.readouterr().out


def test_host_without_the_list(capsys, monkeypatch):
    from py_url.hosts import public_suffix

    monkeypatch.setitem(sys.modules, "publicsuffixlist", None)
    public_suffix._list.cache_clear()
    assert main(["host", "--json", "example.com"]) == 0
    assert "public_suffix" not in rows(capsys)[0]


def test_explain(capsys):
    assert main(["explain", "http://h/"]) == 0
    assert main(["explain", "http://evil.com\\@google.com/"]) == 1
    assert "refuses it" in capsys.readouterr().out
    assert main(["explain", "--json", "http://0x7f.1/"]) == 1
    (row,) = rows(capsys)
    assert row["differences"] == ["host"]
    assert row["readings"]["whatwg"]["host"] == "127.0.0.1"


def test_display(capsys):
    assert main(["display", "https://u:p@xn--fa-hia.example/%C3%BC", "http://аррӏе.com/"]) == 0
    assert capsys.readouterr().out == "https://faß.example/ü\nhttp://аррӏе.com/\n"
    assert main(["display", "--guard", "--max-length", "25", "http://аррӏе.com/a/b/c"]) == 0
    assert capsys.readouterr().out == "xn--80ak6aa92e.com/a/b/c\n"
    assert main(["display", "--json", "http://www.example.com:8080/"]) == 0
    assert rows(capsys) == [
        {
            "input": "http://www.example.com:8080/",
            "display": "http://www.example.com:8080/",
            "before": "http://www.",
            "domain": "example.com",
            "after": ":8080/",
            "elided": False,
        }
    ]


def test_standard_input(capsys, monkeypatch):
    monkeypatch.setattr(sys, "stdin", io.StringIO("http://a/\r\nhttp://b/\n"))
    assert main(["parse", "--json"]) == 0
    assert [row["hostname"] for row in rows(capsys)] == ["a", "b"]


@pytest.mark.parametrize(
    "arguments",
    [
        [],
        ["nonsense"],
        ["parse", "--base", "x", "y"],
        ["parse", "--nonsense"],
        ["parse", "--encoding", "nonsense", "x"],
        ["check", "--encoding", "utf-8", "x"],
        ["explain", "--base", "http://h/", "x"],
        ["display", "--max-length", "0", "x"],
        ["display", "--max-length", "x", "x"],
    ],
)
def test_bad_use(arguments, capsys):
    with pytest.raises(SystemExit) as caught:
        main(arguments)
    assert caught.value.code == 2
    assert "usage: py-url" in capsys.readouterr().err


def test_a_missing_extra_is_named(capsys, monkeypatch):
    monkeypatch.setitem(sys.modules, "webencodings.labels", None)
    with pytest.raises(SystemExit):
        main(["parse", "--encoding", "koi8-r", "x"])
    assert "pip install 'py-url[encodings]'" in capsys.readouterr().err


def test_version_and_help(capsys):
    for option, code in (("--version", 0), ("--help", 0)):
        with pytest.raises(SystemExit) as caught:
            main([option])
        assert caught.value.code == code
    out = capsys.readouterr().out
    assert f"py-url {__version__}\n" in out
    assert all(f"    {command} " in out for command in COMMANDS)


class Terminal(io.StringIO):
    def isatty(self):
        return True


@pytest.mark.parametrize(
    ("environment", "colours"),
    [({}, True), ({"NO_COLOR": "1"}, False), ({"NO_COLOR": ""}, True), ({"TERM": "dumb"}, False)],
)
def test_colours_are_for_terminals(monkeypatch, environment, colours):
    for name in ("NO_COLOR", "TERM"):
        monkeypatch.delenv(name, raising=False)
    for name, value in environment.items():
        monkeypatch.setenv(name, value)
    monkeypatch.setattr(sys, "stdout", Terminal())
    assert main(["check", "http://u@h:x/"]) == 1
    assert ("\x1b[" in sys.stdout.getvalue()) == colours
    monkeypatch.setattr(sys, "stdout", io.StringIO())
    main(["check", "http://u@h:x/"])
    assert "\x1b" not in sys.stdout.getvalue()


def run(*arguments, input=b"", **options):
    command = [sys.executable, "-m", "py_url", *arguments]
    return subprocess.run(command, input=input, capture_output=True, check=False, **options)


@NO_PROCESSES
def test_a_reader_that_goes_away_is_no_error():
    command = [sys.executable, "-m", "py_url", "parse", "--json"]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        process.stdout.close()
        _, error = process.communicate(b"http://h/\n" * 20_000)
    assert error == b""


@NO_PROCESSES
def test_bytes_that_are_no_text_are_no_error():
    result = run("resolve", input=b"http://h/\xff\xc3\n")
    assert (result.returncode, result.stdout, result.stderr) == (0, b"http://h/%EF%BF%BD%EF%BF%BD\n", b"")
    result = run("parse", "--json", b"http://h/?\xff")
    assert json.loads(result.stdout)["search"] == "?%EF%BF%BD"
    # Nor is an output that cannot write a character.
    result = run("display", "http://h/é", env={**os.environ, "PYTHONIOENCODING": "ascii"})
    assert (result.returncode, result.stdout, result.stderr) == (0, b"http://h/\\xe9\n", b"")


@pytest.mark.skipif(not Path("/proc/self/status").exists(), reason="Linux tells a process how much memory it has had")
@NO_PROCESSES
def test_memory_does_not_grow_with_the_lines():
    measured = """
import re, sys
from pathlib import Path
from py_url.__main__ import main
main(["parse", "--json"])
print(re.search(r"VmHWM:\\s*([0-9]+) kB", Path("/proc/self/status").read_text())[1], file=sys.stderr)
"""
    peaks = []
    for count in (2_000, 60_000):
        lines = b"".join(b"http://host%d.example/path/%d?query=%d#f\n" % (i, i, i) for i in range(count))
        result = subprocess.run([sys.executable, "-c", measured], input=lines, capture_output=True, check=True)
        assert result.stdout.count(b"\n") == count
        peaks.append(int(result.stderr))
    # The lines alone are 3 MB, what is printed of them 24.
    assert peaks[1] < peaks[0] + 1_000
