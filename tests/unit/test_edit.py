"""``py-url edit``: changes of URLs, in the order in which they stand."""

import io
import json
import pickle
import sys

import pytest

from py_url import URL
from py_url.programs.changes import Changes
from py_url.programs.command_line import main

BASE = "http://u:p@x.example:8080/p/q?utm_a=1&a=%7e&z=%7E&a=2#f"


@pytest.mark.parametrize(
    ("arguments", "url", "expected"),
    [
        (
            *(
                [
                    "--set",
                    "host=example.org",
                    "--set",
                    "port=",
                    "--append",
                    "path=a",
                    "--append",
                    "path=b",
                    "--set",
                    "query:a=1",
                ],
                BASE,
            ),
            "http://u:p@example.org/p/q/a/b?utm_a=1&a=1&z=%7E#f",
        ),
        (
            ["--append", "query:b=2", "--remove", "query:utm_*"],
            BASE,
            "http://u:p@x.example:8080/p/q?a=%7e&z=%7E&a=2&b=2#f",
        ),
        # Names of the API and words of the standard.
        (["--set", "search=?x", "--set", "hash=#y"], "http://h/", "http://h/?x#y"),
        (["--set", "query=?x", "--set", "fragment=#y"], "http://h/", "http://h/??x##y"),
        (
            ["--set", "query=", "--set", "fragment=", "--set", "username=", "--set", "password="],
            BASE,
            "http://x.example:8080/p/q",
        ),
        (["--set", "path=/a", "--set", "scheme=https"], "http://h/x", "https://h/a"),
        (["--set", "protocol=https:", "--set", "pathname=b"], "http://h/x", "https://h/b"),
        (["--set", "hostname=b"], "http://h:8/", "http://b:8/"),
        (["--set", "host=b:9"], "http://h:8/", "http://b:9/"),
        (["--set", "href=http://i/", "--set", "port=1"], "http://h:8/", "http://i:1/"),
        # One segment, whatever it has, and the query and the fragment stay.
        (["--append", "path=a/b?c#d"], "http://h/x/?q#f", "http://h/x/a%2Fb%3Fc%23d?q#f"),
        (["--append", "path="], "http://h/x?q", "http://h/x/?q"),
        # A name is encoded, as the name and the value of a parameter are.
        (["--append", "path=%61", "--append", "query:%62=%63"], "http://h", "http://h/%2561?%2562=%2563"),
        (["--append", "path=%2E", "--append", "path=50%41.txt"], "http://h/x", "http://h/x/%252E/50%2541.txt"),
        (["--set", "path=/%61", "--set", "query=%61", "--set", "query:b=%61"], "http://h", "http://h/%61?%61&b=%2561"),
        (["--append", "query=a=b&c d"], "http://h/?x=%7e", "http://h/?x=%7e&a=b&c%20d"),
        (["--append", "query=?x"], "http://h/", "http://h/??x"),
        (["--append", "query:a b=c&d"], "http://h/?x=%7e", "http://h/?x=%7e&a+b=c%26d"),
        (["--set", "query:a=b=c"], "http://h/?a&x=%7e", "http://h/?a=b%3Dc&x=%7e"),
        # Byte for byte, apart from what is changed.
        (["--remove", "query:b*"], "http://h/?%61=%7e&b=1&&c=+%20", "http://h/?%61=%7e&&c=+%20"),
        (["--remove", r"query:\*"], "http://h/?*=1&b=2", "http://h/?b=2"),
        (["--remove", "query:none"], "http://h/??%7e=", "http://h/??%7e="),
        (["--sort-query"], "http://h/?b=%7e&a=+", "http://h/?a=+&b=%7E"),
        (["--sort-query"], "http://h/?", "http://h/"),
        # In their order.
        (["--set", "port=1", "--set", "port=2"], "http://h/", "http://h:2/"),
        (["--append", "query:b=1", "--sort-query", "--append", "query:a=1"], "http://h/?c", "http://h/?b=1&c=&a=1"),
        (["--set", "scheme=file"], "http://h/a", "file://h/a"),
    ],
)
def test_changes(arguments, url, expected, capsys, monkeypatch):
    assert main(["edit", *arguments, url]) == 0
    assert capsys.readouterr() == (f"{expected}\n", "")
    monkeypatch.setattr(sys, "stdin", io.StringIO(f"{URL(url).href}\n{url}\n"))
    assert main(["edit", *arguments]) == 0
    assert capsys.readouterr() == (f"{expected}\n" * 2, "")
    assert URL(expected).href == expected


def test_each(capsys):
    assert main(["edit", "--each", "scheme=http https", "--each", "port=1 2", "--append", "path=a", "http://h"]) == 0
    assert capsys.readouterr().out == "http://h:1/a\nhttp://h:2/a\nhttps://h:1/a\nhttps://h:2/a\n"
    assert main(["edit", "-z", "--each", "query:a= 1  2 ", "http://h"]) == 0
    assert capsys.readouterr().out == "http://h/?a=1\0http://h/?a=2\0"
    assert main(["edit", "--each", "query:a=1\u00a02\n3\u3000\t\x1f", "http://h"]) == 0
    assert capsys.readouterr().out == "http://h/?a=1%C2%A02\nhttp://h/?a=3%E3%80%80\nhttp://h/?a=%1F\n"
    assert main(["edit", "--json", "--each", "port=1 2", "http://u:s3cr3t@h", "http://h:x"]) == 1
    changed, failed = map(json.loads, capsys.readouterr().out.splitlines())
    assert changed["hrefs"] == ["http://***@h:1/", "http://***@h:2/"]
    assert failed["failure"] is True


@pytest.mark.parametrize(
    ("arguments", "url", "complaint"),
    [
        (["--set", "port=80"], "file:///x", "--set port: invalid port '80': a file URL has none\n    file:///x"),
        (["--set", "host=b c"], "http://h", "--set host: invalid host: domain-to-ASCII at 1: a domain may not contain"),
        (["--set", "host=b/c"], "http://h", "--set host: invalid host: "),
        (["--set", "port=80x"], "http://h", "--set port: invalid port: port-invalid at 2"),
        (["--set", "scheme=mailto"], "http://h", "--set scheme: invalid protocol 'mailto': "),
        (["--set", "path=x"], "mailto:a", "--set path: invalid pathname 'x': the path of this URL is opaque"),
        (["--append", "path=a"], "mailto:a", "--append path: invalid URL 'mailto:a': its path is opaque"),
        (["--each", "port=1 x"], "http://h", "--each port: invalid port: port-invalid at 0"),
        (["--set", "href=x"], "http://h", "--set href: invalid URL: missing-scheme-non-relative-URL"),
        (["--set", "password=s3cr3t"], "file:///x", "--set password: invalid password '***': a file URL has none"),
        (["--set", "port=80x"], "http://u:s3cr3t@h", "\n    http://***@h/\n"),
    ],
)
def test_what_a_setter_would_ignore_is_an_error(arguments, url, complaint, capsys, monkeypatch):
    assert main(["edit", *arguments, url]) == 1
    captured = capsys.readouterr()
    assert captured.out == "\n"
    assert complaint in captured.err
    assert "s3cr3t" not in captured.err
    monkeypatch.setattr(sys, "stdin", io.StringIO(f"https://u@h/\n{url}\n"))
    main(["edit", *arguments, "--errors", "skip"])
    assert f"py-url: line 2: {complaint.partition(chr(10))[0]}" in capsys.readouterr().err
    assert main(["edit", "--json", *arguments, url]) == 1
    row = json.loads(capsys.readouterr().out)
    assert row["failure"] is True
    assert row["message"].startswith(f"{arguments[0]} {arguments[1].partition('=')[0]}: invalid ")


def test_an_input_that_does_not_parse(capsys):
    assert main(["edit", "--set", "hash=x", "example.com", "http://h"]) == 1
    captured = capsys.readouterr()
    assert captured.out == "\nhttp://h/#x\n"
    assert "use --guess-scheme" in captured.err
    assert main(["edit", "--guess-scheme", "--set", "hash=x", "example.com"]) == 0
    assert main(["edit", "--base", "http://h/", "--set", "hash=x", "a"]) == 0
    assert capsys.readouterr().out == "https://example.com/#x\nhttp://h/a#x\n"


@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [
        ([], "there is no change; write --set, --append, --remove, --sort-query or --each, or 'resolve'"),
        (["--set", "port"], "--set: there is no '=' in 'port'; write --set port=VALUE"),
        (["--each", "port"], "--each: there is no '=' in 'port'; write --each port='a b'"),
        (["--set", "query:a"], "--set: there is no '=' in 'query...'; write --set query:NAME=VALUE"),
        (["--set", "a:b"], "--set: there is no '=' in 'a...'; write --set NAME=VALUE"),
        (["--each", "port= "], "--each port: there are no values; write them with spaces between"),
        (["--set", "user=x"], "--set: 'user' is not a part of a URL; write 'username'; the names are href, protocol"),
        (["--set", "x=x"], "--set: 'x' is not a part of a URL; the names are href, protocol, username"),
        (["--set", "origin=x"], "--set: 'origin' cannot be set; the names are href"),
        (["--append", "path=.."], "--append path: '..' is a step in the path, not the name of a segment; write"),
        (["--set", "scheme=http:"], "--set scheme: 'http:' has a ':'; write the scheme without it"),
        (
            ["--append", "host=x"],
            "--append: nothing can be appended to 'host'; the names are path, query and query:NAME",
        ),
        (["--remove", "fragment"], "--remove: 'fragment' is not query:PATTERN; write --set fragment="),
        (["--remove", "utm_*"], "--remove: 'utm_*' is not query:PATTERN; write --remove 'query:utm_*'"),
        (["--set", "path=\udcff"], "--set: what is given for 'path' is not text in the encoding of the shell"),
        (["--remove", "query:\udcff"], "--remove: 'query:\\udcff' is not text in the encoding of the shell"),
        (["--set"], "argument --set: expected one argument"),
    ],
)
def test_bad_use(arguments, complaint, capsys):
    with pytest.raises(SystemExit) as ended:
        main(["edit", "http://h", *arguments])
    assert ended.value.code == 2
    assert f"py-url edit: error: {complaint}" in capsys.readouterr().err


@pytest.mark.parametrize(
    "arguments",
    [
        ["--set", "password:s3cr3t"],
        ["--set", "password s3cr3t"],
        ["--set", "password=s3cr3t\udcff"],
        ["--set", "https://u:s3cr3t@h/"],
        ["--set", "https://u:s3cr3t@h/?a=b"],
        ["--set", "scheme=https://u:s3cr3t@h/"],
        ["--each", "password:s3cr3t s4cr3t"],
        ["--each", "https://u:s3cr3t@h/?a="],
        ["--append", "https://u:s3cr3t@h/"],
        ["--append", "https://u:s3cr3t@h/?a=b"],
        ["--remove", "https://u:s3cr3t@h/"],
        ["--remove", "https://u:s3cr3t@h/\udcff"],
    ],
)
def test_usage_errors_show_no_password(arguments, capsys):
    with pytest.raises(SystemExit):
        main(["edit", *arguments])
    error = capsys.readouterr().err
    assert "cr3t" not in error
    assert f"py-url edit: error: {arguments[0]}" in error


def test_changes_can_go_to_another_process():
    changes = Changes([("--set", "port=1"), ("--sort-query", ""), ("--each", "hash=a b")])
    assert pickle.loads(pickle.dumps(changes))("http://h/") == ["http://h:1/#a", "http://h:1/#b"]
