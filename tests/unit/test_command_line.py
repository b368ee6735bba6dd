"""``python -m py_url``."""

import concurrent.futures.process
import errno
import io
import json
import multiprocessing
import os
import re
import runpy
import shlex
import signal
import subprocess
import sys
import threading
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path
from threading import Timer
from types import SimpleNamespace

import pytest

from py_url import __version__
from py_url.programs import runner
from py_url.programs.arguments import whole_parser
from py_url.programs.command_line import main
from py_url.programs.commands import COMMANDS
from py_url.programs.options import Options
from py_url.standard.infra.extras import how_to_install
from py_url.standard.pins import URL_STANDARD, URL_STANDARD_DATE, unicode_version
from tests.support.processes import INTERRUPTIBLE

# Time limit for each process, even on a busy machine.
SECONDS = 120
# What a command needs to do anything.
REQUIRED = {"get": ["-f", "{href}"], "edit": ["--append", "query:b=1"]}
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
        "py-url: invalid URL: port-invalid at 9: a port may contain only digits; write its number\n"
        "    http://h:x/\n"
        "             ^\n"
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
        "message": "a port may contain only digits; write its number",
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
        "  invalid-credentials at 8-13: a valid URL has no username or password; remove them, "
        "which makes it another URL",
        "    https://***@h\\x",
        "            ^^^^",
    ]
    assert "http://h:x/: failure, 1 validation error" in lines
    assert main(["check", "--base", "https://b/", "//h"]) == 0


def test_check_json(capsys):
    assert main(["check", "--json", "https://h/", "https://h/|", "http://h:x/"]) == 1
    valid, not_valid, failure = rows(capsys)
    assert (valid["valid"], valid["failure"], valid["errors"]) == (True, False, [])
    assert (not_valid["valid"], not_valid["failure"]) == (False, False)
    assert not_valid["errors"][0]["name"] == "invalid-URL-unit"
    assert (failure["valid"], failure["failure"]) == (False, True)


def test_check_and_fix(capsys):
    assert main(["check", "--fix", "https:/h/a b", "https://h/"]) == 0
    assert capsys.readouterr() == ("https://h/a%20b\nhttps://h/\n", "")
    assert main(["check", "--fix", "--base", "https://h/", "https:a:ü", "https://u:s3cr3t@h/", "https://[", "/?["]) == 1
    assert capsys.readouterr() == (
        "./a:ü\n\n\n\n",
        "py-url: no valid URL string means https://***@h/\n"
        "  invalid-credentials at 8-17: a valid URL has no username or password; remove them, "
        "which makes it another URL\n"
        "    https://***@h/\n"
        "            ^^^^\n"
        "py-url: invalid URL: IPv6-unclosed at 8: an IPv6 address must end with ']'; add the ']', "
        "and write nothing except a port after it\n"
        "    https://[\n"
        "            ^\n"
        "py-url: no valid URL string means /?[\n"
        "  invalid-URL-unit at 2: U+005B ([) may not appear in a URL; write '%5B', which makes it another URL\n"
        "    /?[\n"
        "      ^\n",
    )
    assert main(["check", "--fix", "--show-secrets", "https://u:s3cr3t@h/"]) == 1
    assert "means https://u:s3cr3t@h/\n" in capsys.readouterr().err


def test_check_and_fix_json(capsys):
    assert main(["check", "--fix", "--json", "https:h?password=s3cr3t "]) == 0
    (row,) = rows(capsys)
    assert row == {
        "input": "https:h?password=***",
        "failure": False,
        "fixed": "https://h?password=***",
        "changes": [
            {"start": 6, "end": 6, "old": "", "new": "//", "name": "special-scheme-missing-following-solidus"},
            {"start": 23, "end": 24, "old": " ", "new": "", "name": "invalid-URL-unit"},
        ],
    }
    assert main(["check", "--fix", "--json", "https://u:s3cr3t@h/%", "x ^"]) == 1
    unfixed, failed = rows(capsys)
    assert (unfixed["input"], unfixed["failure"], unfixed["fixed"]) == ("https://***@h/%", False, None)
    assert [error["name"] for error in unfixed["errors"]] == ["invalid-credentials"]
    assert failed["failure"] is True
    assert [error["name"] for error in failed["errors"]] == ["missing-scheme-non-relative-URL"]


def test_resolve(capsys):
    assert main(["resolve", "--base", "http://h/a/b", "../c?é", "--encoding", "latin1"]) == 0
    assert capsys.readouterr().out == "http://h/c?%E9\n"
    assert main(["resolve", "--json", "http://h/a/b"]) == 0
    assert rows(capsys) == [{"input": "http://h/a/b", "failure": False, "href": "http://h/a/b"}]


def test_params(capsys):
    assert main(["params", "http://h/?a=1&b=%09c%1B+d&a=", "?x=y&z", "http://h/"]) == 0
    assert capsys.readouterr().out == "a\t1\nb\t\\tc\\x1b d\na\t\nx\ty\nz\t\n"
    assert main(["params", "?a=%0A&b=%5Cn&c=C:%5C%5c"]) == 0
    assert capsys.readouterr().out == "a\t\\n\nb\t\\\\n\nc\tC:\\\\\\\\\n"
    assert main(["params", "--json", "?a=1&a=%C3%A9", "http://h/"]) == 0
    assert [row["params"] for row in rows(capsys)] == [[["a", "1"], ["a", "é"]], []]
    assert main(["params", "--base", "http://h/?b=1", "?c=2", "#f"]) == 0
    assert capsys.readouterr().out == "c\t2\nb\t1\n"


def test_host(capsys):
    assert main(["host", "--json", "www.Faß.co.uk", "0x7f.1", "[0::1]", "a b"]) == 1
    domain, ipv4, ipv6, failure = rows(capsys)
    assert domain == {
        "input": "www.Faß.co.uk",
        "failure": False,
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
    # Logs write it for a value that is missing. The parser takes it for a domain.
    assert main(["host", "-"]) == 1
    assert "a log has '-' where a host is missing" in capsys.readouterr().err
    assert main(["host", "com"]) == 0
    assert "registrable_domain\n" in capsys.readouterr().out


@pytest.mark.usefixtures("without_public_suffixes")
def test_host_without_the_list(capsys):
    assert main(["host", "--json", "example.com"]) == 0
    captured = capsys.readouterr()
    assert "public_suffix" not in json.loads(captured.out)
    assert captured.err.count(how_to_install("psl", "publicsuffixlist")) == 1
    assert main(["display", "http://www.example.com/"]) == 0
    assert how_to_install("psl", "publicsuffixlist") in capsys.readouterr().err


def test_explain(capsys):
    assert main(["explain", "http://h/"]) == 0
    assert main(["explain", "http://evil.com\\@google.com/"]) == 1
    assert "rejects it" in capsys.readouterr().out
    assert main(["explain", "--json", "http://0x7f.1/"]) == 1
    (row,) = rows(capsys)
    assert (row["failure"], row["differences"]) == (False, ["host"])
    assert row["readings"]["whatwg"]["host"] == "127.0.0.1"
    assert main(["explain", "--base", "https://h/a/b", "c"]) == 0
    assert "base URL: https://h/a/b" in capsys.readouterr().out
    assert main(["explain", "--base", "https://h/", "--json", "///evil.example/"]) == 1
    (row,) = rows(capsys)
    assert row["readings"]["whatwg"]["host"] == "evil.example"
    assert row["readings"]["urllib.parse"]["host"] == "h"
    assert main(["explain", "--base", "https://ghp_TOKEN:s3cr3t@h/", "--json", "c"]) == 0
    assert main(["explain", "--base", "https://ghp_TOKEN:s3cr3t@h/", "--editions", "c"]) == 0
    printed = capsys.readouterr().out
    assert "s3cr3t" not in printed
    assert "ghp_TOKEN" not in printed
    assert main(["explain", "--base", "https://u:s3cr3t@h/", "--json", "--show-secrets", "c"]) == 0
    (row,) = rows(capsys)
    assert row["readings"]["whatwg"]["password"] == "s3cr3t"


def test_the_parsers_of_explain(capsys):
    assert main(["explain", "--json", "--parsers", "urllib.parse, rfc3986", "http://evil.com\\@google.com/"]) == 1
    (row,) = rows(capsys)
    assert list(row["readings"]) == ["whatwg", "urllib.parse", "rfc3986"]
    assert main(["explain", "--json", "--parsers", "all", "http://h/"]) == 0
    (row,) = rows(capsys)
    assert list(row["readings"])[:3] == ["whatwg", "rfc3986", "urllib.parse"]
    for arguments, message in (
        (["--parsers", "lynx"], "--parsers: the parser must be one of whatwg, rfc3986, "),
        (["--parsers", "all", "--steps"], "--parsers does not go with --steps"),
        (["--with-runtimes", "--steps"], "--with-runtimes does not go with --steps"),
    ):
        with pytest.raises(SystemExit) as raised:
            main(["explain", *arguments, "x"])
        assert raised.value.code == 2
        assert message in capsys.readouterr().err


def test_explain_step_by_step(capsys):
    assert main(["explain", "--steps", "http://h/a", "http://"]) == 1
    lines = capsys.readouterr().out.splitlines()
    assert lines[0] == "http://h/a"
    assert "  host state h" in lines
    assert "    The host ends here. The host parser gives 'h'." in lines
    assert "    append path a" in lines
    assert [line for line in lines if line.startswith("    host-missing at 7: ")]
    assert main(["explain", "--steps", "--base", "http://h/a/b", "?ä", "--encoding", "latin1"]) == 0
    out = capsys.readouterr().out
    assert "    set path a/b\n" in out
    assert "    set query %E4\n" in out


def test_the_steps_of_explain_as_json(capsys):
    assert main(["explain", "--steps", "--json", "--limit", "2", "x:a", "http://[/"]) == 1
    row, failed = rows(capsys)
    assert (row["failure"], failed["failure"], row["left_out"]) == (False, True, 1)
    assert [step["state"] for step in row["steps"]] == ["scheme start state", "opaque path state"]
    assert row["steps"][1] == {
        "state": "opaque path state",
        "start": 2,
        "end": 3,
        "pointer": 2,
        "code_points": "a",
        "effects": [{"member": "path", "action": "set", "value": "a"}],
        "errors": [],
        "next": None,
        "said": "The path is opaque: it has no segments. The input ends here.",
        "link": "https://url.spec.whatwg.org/#cannot-be-a-base-url-path-state",
    }
    assert failed["steps"][-1]["errors"][0]["name"] == "IPv6-unclosed"


def test_the_steps_of_explain_hide_passwords(capsys):
    urls = ["https://u:s3cr3t@h/", "https://h/?password=s3cr3t", "https://u:s3cr3t@h:x/", "//h", "b"]
    main(["explain", "--steps", "--base", "https://u:s3cr3t@h/https://u:s3cr3t@h/", *urls])
    main(["explain", "--steps", "--json", "--base", "https://u:s3cr3t@h/", *urls])
    assert "s3cr3t" not in capsys.readouterr().out
    main(["explain", "--steps", "--show-secrets", "https://u:s3cr3t@h/"])
    assert "    set password s3cr3t\n" in capsys.readouterr().out


def test_a_long_path_shows_its_first_steps(capsys):
    assert main(["explain", "--steps", "http://h/" + "a/" * 300]) == 0
    assert "  (208 more steps left out)\n" in capsys.readouterr().out


@pytest.mark.parametrize("option", ["--encoding=latin1", "--limit=3"])
def test_some_options_of_explain_need_steps(option, capsys):
    with pytest.raises(SystemExit) as raised:
        main(["explain", option, "x"])
    assert raised.value.code == 2
    assert f"{option.partition('=')[0]} goes with --steps" in capsys.readouterr().err


def test_display(capsys):
    assert main(["display", "https://u:p@xn--fa-hia.example/%C3%BC", "http://аррӏе.com/"]) == 0
    assert capsys.readouterr().out == "https://faß.example/ü\nhttp://xn--80ak6aa92e.com/\n"
    assert main(["display", "--no-spoof-check", "http://аррӏе.com/"]) == 0
    assert capsys.readouterr().out == "http://аррӏе.com/\n"
    assert main(["display", "--max-length", "28", "http://аррӏе.com/a/b/c"]) == 0
    assert capsys.readouterr().out == "http://xn--80ak6aa92e.com/a…\n"
    assert main(["display", "--json", "http://www.example.com:8080/"]) == 0
    assert rows(capsys) == [
        {
            "input": "http://www.example.com:8080/",
            "failure": False,
            "display": "http://www.example.com:8080/",
            "before": "http://www.",
            "domain": "example.com",
            "after": ":8080/",
            "elided": False,
        }
    ]


SECRETS = {
    "parse": [
        "https://ghp_TOKEN:s3cr3t@h/?u=https%3A%2F%2Fx%3As3cr3t%40y",
        "https://ghp_TOKEN@h/https://x:s3cr3t@y",
        "xmpp:room@h?join;password=s3cr3t",
        "imap://h/x/;UID=1;URLAUTH=anonymous:internal:s3cr3t",
        "https://h/?password=s3cr3t#password=s3cr3t",
    ],
    "check": [
        "https://ghp_TOKEN:s3cr3t@h/?u=https%3A%2F%2Fx%3As3cr3t%40y",
        "https://ghp_TOKEN:s3cr3t@h:x/",
        "https://h:x/#password=s3cr3t",
    ],
    "resolve": [
        "https://ghp_TOKEN:s3cr3t@h/#//x:s3cr3t@y",
        "//ghp_TOKEN:s3cr3t@h/",
        "https://h/?password=s3cr3t",
    ],
    "params": [
        "https://ghp_TOKEN:s3cr3t@h/?u=https%3A%2F%2Fx%3As3cr3t%40y",
        "?u=https://ghp_TOKEN:s3cr3t@y",
        "?a&p%61ssword=s3cr3t",
        "xmpp:room@h?join;password=s3cr3t",
    ],
    "host": ["ghp_TOKEN:s3cr3t@h", "//x:s3cr3t@h"],
    "explain": [
        "https://ghp_TOKEN:s3cr3t@h/?u=https%3A%2F%2Fx%3As3cr3t%40y",
        "https://h/?u=https%3A%2F%2Fx%3As3cr3t%40y",
        "https://ghp_TOKEN@h/",
        "https://ghp_TOKEN@h:x/",
        "x:s3cr3t%40y",
        "https://h/?password=s3cr3t|",
        "xmpp:room@h?join;password=s3cr3t",
    ],
    "guard": [
        "https://ghp_TOKEN:s3cr3t@h.example/",
        "https://h.example/?password=s3cr3t",
        "https://ghp_TOKEN:s3cr3t@10.0.0.1:x/",
    ],
    "get": ["https://ghp_TOKEN:s3cr3t@h/", "https://h/?password=s3cr3t", "https://ghp_TOKEN:s3cr3t@h:x/"],
    "edit": ["https://ghp_TOKEN:s3cr3t@h/", "https://h/?password=s3cr3t", "https://ghp_TOKEN:s3cr3t@h:x/"],
    "display": [
        "https://ghp_TOKEN:s3cr3t@h/https://ghp_TOKEN:s3cr3t@y",
        "https://h/?u=https%3A%2F%2Fx%3As3cr3t%40y",
        "https://h/?password=s3cr3t",
    ],
}


@pytest.mark.parametrize("command", COMMANDS)
def test_json_and_text_show_no_secret_unless_asked(command, capsys):
    base = ["--base", "https://b/"] if command not in ("host", "guard") else []
    base += REQUIRED.get(command, [])
    for secret in SECRETS[command]:
        main([command, "--json", *base, secret])
        printed = capsys.readouterr().out
        assert "s3cr3t" not in printed
        assert "ghp_TOKEN" not in printed
        assert "***" in json.loads(printed)["input"]
        main([command, "--json", "--show-secrets", *base, secret])
        printed = capsys.readouterr().out
        assert json.loads(printed)["input"] == secret
        assert "s3cr3t" in printed or "ghp_TOKEN" in printed
        main([command, *base, secret])
        printed = capsys.readouterr()
        if command not in ("resolve", "get", "edit"):  # their text is the URL itself
            assert "s3cr3t" not in printed.out
            assert "ghp_TOKEN" not in printed.out
        assert "s3cr3t" not in printed.err


def test_the_text_about_a_failure_needs_only_the_fatal_error(capsys, monkeypatch):
    monkeypatch.setattr("py_url.InvalidURL.errors", property(lambda _: pytest.fail("all errors are found")))
    assert main(["parse", "http:" + "/" * 9]) == 1
    assert "host-missing" in capsys.readouterr().err


def test_secrets_are_shown_if_asked(capsys):
    assert main(["parse", "--show-secrets", "https://u:p@h/"]) == 0
    assert "password p\n" in capsys.readouterr().out
    assert main(["parse", "--json", "https://u:p@h/"]) == 0
    (row,) = rows(capsys)
    assert (row["href"], row["username"], row["password"]) == ("https://***@h/", "***", "***")
    assert main(["parse", "--json", "--show-secrets", "https://u:p@h/"]) == 0
    (row,) = rows(capsys)
    assert (row["href"], row["username"], row["password"]) == ("https://u:p@h/", "u", "p")
    assert main(["check", "--show-secrets", "https://u:p@h/"]) == 1
    assert "https://u:p@h/: not valid" in capsys.readouterr().out
    main(["explain", "--json", "--show-secrets", "https://u:p@h/"])
    (row,) = rows(capsys)
    assert row["readings"]["whatwg"]["password"] == "p"


def test_an_option_before_the_command(capsys):
    for arguments, end in (["--json", "parse", "x:"], "--json; put options after the command"), (["parse", "-z"], "-z"):
        with pytest.raises(SystemExit):
            main(arguments)
        assert capsys.readouterr().err.endswith(f"unrecognized arguments: {end}\n")


def test_explain_shows_an_empty_input(capsys):
    assert main(["explain", ""]) == 1
    assert capsys.readouterr().out.startswith("''\n")


def test_check_lists_as_many_errors_as_asked(capsys):
    assert main(["check", "--json", "http://h/" + "|" * 999 + "%"]) == 1
    (row,) = rows(capsys)
    assert (len(row["errors"]), row["left_out"]) == (1_000, 0)
    assert main(["check", "--json", "--limit", "3", "http://h/" + "|" * 999 + "%", "https://h/"]) == 1
    row, valid = rows(capsys)
    assert ([error["start"] for error in row["errors"]], row["left_out"]) == ([9, 10, 1_008], 997)
    assert (valid["errors"], valid["left_out"]) == ([], 0)
    assert main(["check", "--limit", "2", "http://h/" + "|" * 999 + "%"]) == 1
    lines = capsys.readouterr().out.splitlines()
    assert sum(line.startswith("  invalid-URL-unit") for line in lines) == 2
    assert "  (998 more validation errors left out)" in lines
    assert main(["check", "--limit", "1", "--json", "http://u@h/a b"]) == 1
    assert [error["name"] for error in rows(capsys)[0]["errors"]] == ["invalid-URL-unit"]


def test_guard(capsys, tmp_path):
    assert main(["guard", "https://example.com/é"]) == 0
    assert capsys.readouterr().out == "https://example.com/%C3%A9: allowed\n"
    assert main(["guard", "http://127.0.0.1:6666\\@1.1.1.1", ""]) == 1
    lines = capsys.readouterr().out.splitlines()
    # Another parser could take the port for a password.
    assert lines[0] == "http://127.0.0.1:***@1.1.1.1: refused"
    assert lines[1] == "  port: the port is not allowed; the policy allows 443, 80"
    assert [line.split(":")[0] for line in lines[2:5]] == ["  loopback", "  parsers-differ", "''"]
    assert main(["guard", "--json", "HTTPS://example.com", "http://localhost/"]) == 1
    allowed, refused = rows(capsys)
    assert (allowed["allowed"], allowed["url"], allowed["reasons"]) == (True, "https://example.com/", [])
    assert (refused["allowed"], refused["url"], refused["reasons"][0]["name"]) == (False, None, "loopback")
    assert "addresses" not in refused
    policy = tmp_path / "policy.json"
    policy.write_text('{"ports": [8080], "credentials": true, "addresses": ["loopback"]}')
    assert main(["guard", "--policy", str(policy), "http://u:p@localhost:8080/"]) == 0
    assert capsys.readouterr().out == "http://***@localhost:8080/: allowed\n"
    assert main(["guard", "--policy", str(policy), "--show-secrets", "--resolve", "http://u:p@127.1:8080/"]) == 0
    assert capsys.readouterr().out == "http://u:p@127.0.0.1:8080/: allowed at 127.0.0.1\n"
    assert main(["guard", "--policy", str(policy), "--resolve", "--json", "http://u:p@127.1:8080/", "x"]) == 1
    secret, refused = rows(capsys)
    assert (secret["addresses"], refused["addresses"]) == (["127.0.0.1"], [])
    assert (secret["url"], secret["url_without_secrets"]) == (None, "http://***@127.0.0.1:8080/")
    assert "url_without_secrets" not in refused
    assert main(["guard", "--policy", str(policy), "--json", "--show-secrets", "http://u:p@127.1:8080/"]) == 0
    assert [row["url"] for row in rows(capsys)] == ["http://u:p@127.0.0.1:8080/"]
    for text, complaint in (
        ('{"port": [443]}', "policy.json: Policy.__init__() got an unexpected keyword argument 'port'"),
        ('{"ports": 443}', "policy.json: ports must be a list or another iterable of int, not int"),
        ("[]", "policy.json: the file must have a JSON object with the fields of a policy"),
        ("{", "policy.json: Expecting property name"),
        ('{"ports":' + "[" * 100_000, "policy.json: the JSON has too many levels"),
    ):
        policy.write_text(text)
        with pytest.raises(SystemExit):
            main(["guard", "--policy", str(policy), "https://example.com/"])
        assert complaint in capsys.readouterr().err
    with pytest.raises(SystemExit):
        main(["guard", "--policy", "no/such.json", "https://example.com/"])
    assert "--policy: no/such.json: No such file or directory" in capsys.readouterr().err


def test_standard_input(capsys, monkeypatch):
    monkeypatch.setattr(sys, "stdin", io.StringIO("\ufeffhttp://a/\r\nhttp://b/\n"))
    assert main(["parse", "--json"]) == 0
    assert [row["hostname"] for row in rows(capsys)] == ["a", "b"]


@pytest.mark.parametrize(
    ("arguments", "usage", "complaint"),
    [
        ([], "py-url [-h]", "required: COMMAND"),
        (["nonsense"], "py-url [-h]", "there is no command 'nonsense'; the commands are parse, "),
        (["parse", "--base", "x", "y"], "py-url parse", "--base: invalid URL: missing-scheme"),
        (
            ["https://u:s3cr3t@h/"],
            "py-url",
            "there is no command 'https://***@h/'; write 'py-url parse https://***@h/'",
        ),
        (["parse", "--nonsense"], "py-url parse", "unrecognized arguments: --nonsense"),
        (["parse", "x", "--nonsense", "y"], "py-url parse", "unrecognized arguments: --nonsense"),
        (["parse", "--encoding", "nonsense", "x"], "py-url parse", "'nonsense' is not a label"),
        (["params", "--encoding", "utf-8", "x"], "py-url params", "unrecognized arguments: --encoding"),
        (["explain", "--base", "x", "y"], "py-url explain", "--base: invalid URL: missing-scheme"),
        (["host", "--base", "http://h/", "x"], "py-url host", "unrecognized arguments: --base"),
        (["display", "--max-length", "0", "x"], "py-url display", "--max-length: 0 is too small; the least is 1"),
        (["display", "--max-length", "x", "x"], "py-url display", "invalid int value: 'x'"),
        (["check", "--limit", "0", "x"], "py-url check", "--limit: 0 is too small; the least is 1"),
        (
            ["resolve", "--path-as-is", "--edition", "2020-11", "http://h/"],
            "py-url resolve",
            "--path-as-is does not go with --edition",
        ),
        (
            ["resolve", "--request-target", "/"],
            "py-url resolve",
            "--request-target needs --base, the URL of the server, and",
        ),
        (
            ["resolve", "--request-target", "--base", "file:///", "/"],
            "py-url resolve",
            "--request-target needs --base, the URL of the server",
        ),
        *(
            (
                ["resolve", "--request-target", "--base", "http://h/", *more, "/"],
                "py-url resolve",
                "and no --edition, --encoding, --path-as-is",
            )
            for more in (["--path-as-is"], ["--edition", "2020-11"], ["--encoding", "latin1"])
        ),
        (["check", "--errors", "skip", "x"], "py-url check", "--errors: 'check' prints the errors of each input"),
        (["resolve", "--file", "x", "y"], "py-url resolve", "--file does not go with inputs as arguments"),
        (["resolve", "--file", "no/such file"], "py-url resolve", "--file: 'no/such file': No such file or directory"),
        (["resolve", "--file", ""], "py-url resolve", "--file: '': No such file or directory"),
        (["guard", "--policy", "", "x"], "py-url guard", "--policy: '': No such file or directory"),
        (["resolve", "--jobs", "0", "x"], "py-url resolve", "--jobs: 0 is too small; the least is 1"),
        (["resolve", "--jobs", "9999999", "x"], "py-url resolve", "--jobs: 9999999 is too large; the most is "),
        (["check", "--fix", "--limit", "1", "x"], "py-url check", "--fix does not go with --limit"),
        (["parse", "--limit", "1", "x"], "py-url parse", "unrecognized arguments: --limit"),
    ],
)
def test_bad_use(arguments, usage, complaint, capsys):
    with pytest.raises(SystemExit) as caught:
        main(arguments)
    assert caught.value.code == 2
    error = capsys.readouterr().err
    assert error.startswith(f"usage: {usage}")
    assert complaint in error


def test_a_password_in_the_base_is_not_shown(capsys):
    with pytest.raises(SystemExit):
        main(["resolve", "--base", "http://u:s3cr3t@h:x/", "y"])
    assert "s3cr3t" not in capsys.readouterr().err


def test_options_may_stand_anywhere(capsys):
    assert main(["resolve", "http://a/", "--json", "http://b/", "--", "http://c/"]) == 0
    assert [row["input"] for row in rows(capsys)] == ["http://a/", "http://b/", "http://c/"]
    assert main(["resolve", "--base", "http://h/", "--", "-x", "--json"]) == 0
    assert capsys.readouterr().out == "http://h/-x\nhttp://h/--json\n"


def test_of_many_errors_the_first_and_the_last_are_told(capsys):
    assert main(["check", "http://h/" + "|" * 1_000 + "%"]) == 1
    lines = capsys.readouterr().out.splitlines()
    assert lines[0].endswith(": not valid, 1,001 validation errors")
    assert sum(line.startswith("  invalid-URL-unit") for line in lines) == 20
    assert lines[-4] == "  (981 more validation errors left out)"
    assert "write '%25'" in lines[-3]
    assert lines.count("  https://url.spec.whatwg.org/#invalid-url-unit") == 1


def test_an_at_sign_in_a_query_hides_nothing(capsys):
    assert main(["check", "https://example.org/search?q=a b&mail=x@y.org", "https://u@h/a|b/@c:d@e"]) == 1
    lines = capsys.readouterr().out.splitlines()
    assert lines[2] == "    https://example.org/search?q=a b&mail=x@y.org"
    assert "    https://***@h/a|b/@c:d@e" in lines


def test_a_missing_extra_is_named(capsys, monkeypatch):
    monkeypatch.setattr(sys, "platform", "linux")
    monkeypatch.setitem(sys.modules, "webencodings.labels", None)
    with pytest.raises(SystemExit):
        main(["parse", "--encoding", "nope", "x"])
    assert "--encoding: 'nope' is not a label of UTF-8 or UTF-16, and other" in (error := capsys.readouterr().err)
    assert "pip install 'py-url-whatwg[encodings]'" in error


def test_version_and_help(capsys):
    for option, code in (("--version", 0), ("--help", 0)):
        with pytest.raises(SystemExit) as caught:
            main([option])
        assert caught.value.code == code
    out = capsys.readouterr().out
    assert (
        f"py-url {__version__} (URL Standard {URL_STANDARD}, {URL_STANDARD_DATE}; Unicode {unicode_version})\n" in out
    )
    assert all(f"    {command} " in out for command in [*COMMANDS, "column"])
    shown = out[out.index("usage: ") :]
    assert len(shown.splitlines()) <= 24
    assert max(map(len, shown.splitlines())) <= 80


def test_a_url_without_a_command(capsys):
    with pytest.raises(SystemExit) as caught:
        main(["https://u:s3cr3t@h/a"])
    assert caught.value.code == 2
    error = capsys.readouterr().err
    assert "there is no command 'https://***@h/a'; write 'py-url parse https://***@h/a'; the commands are" in error


def test_a_terminal_gets_help(capsys, monkeypatch):
    """Instead of one line about a missing argument, and instead of waiting without a word."""
    monkeypatch.setattr(sys, "stderr", Terminal())
    with pytest.raises(SystemExit) as caught:
        main([])
    assert caught.value.code == 2
    assert "Look at a URL, to see what it means:\n    parse " in sys.stderr.getvalue()
    for system, key in (("nt", "Ctrl-Z and Enter"), ("posix", "Ctrl-D")):
        monkeypatch.setattr(sys, "stdin", Terminal("http://h/\n"))
        monkeypatch.setattr(os, "name", system)
        assert main(["resolve"]) == 0
        assert sys.stderr.getvalue().endswith(f"py-url: write one input on each line, and end with {key}\n")
    assert capsys.readouterr().out == "http://h/\n" * 2


def test_the_width_of_help(capsys, monkeypatch):
    for columns, widest in (("40", 40), ("", 80), ("x", 80)):
        monkeypatch.setenv("COLUMNS", columns)
        monkeypatch.setattr(os, "get_terminal_size", lambda: (_ for _ in ()).throw(OSError))
        with pytest.raises(SystemExit):
            main(["resolve", "--help"])
        options = capsys.readouterr().out.partition("options:")[2].partition("Examples:")[0]
        assert max(map(len, options.splitlines())) <= widest


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


class Failing(io.StringIO):
    """An output that refuses all text."""

    def __init__(self, error):
        super().__init__()
        self.error = error

    def write(self, text):
        raise self.error

    def flush(self):
        # What could not be written is still to be flushed.
        if isinstance(self.error, OSError):
            raise self.error


@pytest.mark.parametrize(
    ("error", "status", "complaint"),
    [
        (BrokenPipeError(), 141, ""),
        (OSError(errno.ENOSPC, "No space left on device"), 2, "py-url: No space left on device\n"),
        (KeyboardInterrupt(), 130, ""),
    ],
    ids=["a reader that went away", "a full disk", "an interruption"],
)
def test_an_output_that_fails(error, status, complaint, monkeypatch, capsys):
    output = Failing(error)
    monkeypatch.setattr(sys, "stdout", output)
    assert main(["resolve", "http://h/"]) == status
    assert capsys.readouterr().err == complaint
    if sys.stdout is not output:
        # It was replaced by one that swallows what is still to be flushed.
        with sys.stdout as nowhere:
            assert nowhere.name == os.devnull
    assert (sys.stdout is output) == isinstance(error, KeyboardInterrupt)


@pytest.mark.parametrize(
    ("stream", "arguments"), [("stdin", ["resolve"]), ("stdout", ["resolve", "http://h/"])], ids=["input", "output"]
)
def test_a_stream_that_is_closed(stream, arguments, monkeypatch, capsys):
    # Python sets the stream to None if there is no such stream at startup.
    monkeypatch.setattr(sys, stream, None)
    with pytest.raises(SystemExit) as caught:
        main(arguments)
    assert caught.value.code == 2
    assert f"standard {stream.removeprefix('std')}put is closed" in capsys.readouterr().err


def test_what_an_output_cannot_write_is_the_same_url(monkeypatch):
    written = io.BytesIO()
    monkeypatch.setattr(sys, "stdout", io.TextIOWrapper(written, "ascii"))
    assert main(["display", "http://u@faß.example/é", "http://h/"]) == 0
    assert main(["check", "--fix", "http://faß.example/ é", "http://h/ "]) == 0
    assert written.getvalue().splitlines() == [
        *(b"http://xn--fa-hia.example/%C3%A9", b"http://h/"),
        *(b"http://xn--fa-hia.example/%20%C3%A9", b"http://h/"),
    ]


def test_it_runs_as_a_program(monkeypatch, capsys):
    monkeypatch.setattr(sys, "argv", ["py-url", "resolve", "http://h:x/"])
    with pytest.raises(SystemExit) as caught:
        runpy.run_module("py_url", run_name="__main__")
    assert caught.value.code == 1
    assert "port-invalid" in capsys.readouterr().err


def run(*arguments, input=b"", **options):
    command = [sys.executable, "-m", "py_url", *arguments]
    return subprocess.run(command, input=input, capture_output=True, check=False, timeout=SECONDS, **options)


@contextmanager
def started(*options, **more):
    """Run ``python *options*`` with pipes. The process is ended if it, or the test, takes too long."""
    pipes = dict.fromkeys(("stdin", "stdout", "stderr"), subprocess.PIPE)
    with subprocess.Popen([sys.executable, *options], **pipes, **more) as process:
        watch = Timer(SECONDS, process.kill)
        watch.start()
        try:
            yield process
        finally:
            watch.cancel()
            process.kill()


@NO_PROCESSES
@pytest.mark.parametrize("command", [*COMMANDS])
def test_a_reader_that_goes_away_is_no_error(command):
    """The status is its own: that of an input which does not parse would be a wrong answer."""
    line = b"h\n" if command == "host" else b"http://h/\n"
    with started("-m", "py_url", command, "--json", *REQUIRED.get(command, [])) as process:
        process.stdout.close()
        _, error = process.communicate(line * 3_000)
    assert error == b""
    assert process.returncode == 141


# With and without a buffer: a machine may set PYTHONUNBUFFERED, and another does not.
BUFFERING = ({"PYTHONUNBUFFERED": ""}, {"PYTHONUNBUFFERED": "1"})


@NO_PROCESSES
@pytest.mark.parametrize("buffering", BUFFERING)
@pytest.mark.parametrize(
    ("arguments", "status"),
    [(["host", "h"], 141), (["resolve", "x"], 141), (["column", "t.csv"], 141), (["resolve", "--wrong"], 2)],
)
def test_a_reader_of_errors_that_goes_away(arguments, status, buffering, tmp_path):
    if arguments[0] == "column":
        (tmp_path / "t.csv").write_text("url\nhttp://h/\n", "utf-8")
        arguments = [*arguments, "--column", "url", "--add", "host", "-o", "o.csv"]
    program = "import sys; sys.modules['publicsuffixlist'] = None\nfrom py_url.programs.command_line import main\n"
    program += "sys.stdin.read(); sys.exit(main())"
    environment = {**os.environ, **buffering, "PYTHONPATH": str(Path(__file__).parents[2])}
    with started("-c", program, *arguments, cwd=tmp_path, env=environment) as process:
        process.stderr.close()
        process.stdin.close()
        assert process.wait(SECONDS) == status
    if arguments[0] == "column":
        assert (tmp_path / "o.csv").read_text("utf-8") == "url,host\nhttp://h/,h\n"


@NO_PROCESSES
@pytest.mark.parametrize("command", [*COMMANDS])
def test_what_is_written_is_there_before_more_is_read(command):
    line = b"example.org\n" if command == "host" else b"http://example.org/?a\n"
    # For output that Python does not buffer, such as a terminal.
    with started("-u", "-m", "py_url", command, "--json", *REQUIRED.get(command, [])) as process:
        for _ in range(2):
            process.stdin.write(line)
            process.stdin.flush()
            assert json.loads(process.stdout.readline())["input"] == line.decode().strip()
        process.stdin.close()
        assert process.wait(SECONDS) == 0


@pytest.mark.skipif(os.name == "nt", reason="uses POSIX signals")
@NO_PROCESSES
def test_an_interruption_is_quiet():
    with started("-u", "-m", "py_url", "resolve", **INTERRUPTIBLE) as process:
        process.stdin.write(b"http://h/\n")
        process.stdin.flush()
        assert process.stdout.readline() == b"http://h/\n"
        process.send_signal(signal.SIGINT)
        assert process.wait(SECONDS) == 130
        assert process.stderr.read() == b""


def test_the_private_suffixes_can_be_left_out(capsys):
    assert main(["host", "--json", "--icann", "a.b.github.io"]) == 0
    assert rows(capsys)[0]["registrable_domain"] == "github.io"
    assert main(["display", "--json", "--icann", "http://a.b.github.io/"]) == 0
    assert rows(capsys)[0]["domain"] == "github.io"


def test_the_empty_input_is_seen(capsys):
    assert main(["check", ""]) == 1
    assert capsys.readouterr().out.startswith("'': failure, 1 validation error\n")


@pytest.mark.skipif(os.name == "nt", reason="uses a POSIX shell")
@NO_PROCESSES
@pytest.mark.parametrize(
    ("redirection", "status", "out", "error"),
    [
        ("<&-", 2, "", "standard input is closed"),
        ("http://h/ >&-", 2, "", "standard output is closed"),
        ("http://h/ http://h:x/ 2>&-", 1, "http://h/\n\n", ""),
        ("http://h/ >/dev/full", 2, "", "py-url: No space left on device\n"),
        ("--json http://h/ >/dev/full", 2, "", "py-url: No space left on device\n"),
    ],
)
def test_streams_that_are_closed_or_full(redirection, status, out, error):
    if "/dev/full" in redirection and not Path("/dev/full").exists():
        pytest.skip("this system has no /dev/full")
    command = f"exec {shlex.quote(sys.executable)} -m py_url resolve {redirection}"
    result = subprocess.run(
        ["sh", "-c", command], capture_output=True, text=True, check=False, input="", timeout=SECONDS
    )
    assert (result.returncode, result.stdout) == (status, out)
    assert error in result.stderr
    assert "Traceback" not in result.stderr


@NO_PROCESSES
def test_bytes_that_are_no_text_do_not_end_the_program():
    result = run("resolve", input=b"http://h/\xff\xc3\nhttp://h/\xe2\x82")
    assert (result.returncode, result.stdout) == (0, b"http://h/%EF%BF%BD%EF%BF%BD\nhttp://h/%EF%BF%BD\n")
    assert result.stderr.splitlines() == [
        b"py-url: line 1: not UTF-8: byte 0xFF at 9, 0xC3 at 10; read as U+FFFD",
        b"py-url: line 2: not UTF-8: byte 0xE2 at 9, 0x82 at 10; read as U+FFFD",
    ]
    result = run("parse", "--json", b"http://h/?\xff")
    assert json.loads(result.stdout)["search"] == "?%EF%BF%BD"
    assert result.stderr == b"py-url: not UTF-8: byte 0xFF at 10; read as U+FFFD\n"
    # Nor does an output that cannot encode a character fail; it gets the same URL in ASCII.
    ascii_only = {**os.environ, "PYTHONIOENCODING": "ascii"}
    result = run("display", "http://u@faß.example/é", env=ascii_only)
    assert (result.returncode, result.stdout, result.stderr) == (0, b"http://xn--fa-hia.example/%C3%A9\n", b"")
    assert run("params", "?a=é", env=ascii_only).stdout == b"a\t\\xe9\n"


@pytest.mark.skipif(not Path("/proc/self/status").exists(), reason="needs /proc/self/status, which only Linux has")
@NO_PROCESSES
def test_memory_does_not_grow_with_the_lines():
    measured = """
import re, sys
from pathlib import Path
from py_url.programs import runner
from py_url.programs.command_line import main
main(["parse", "--json"])
print(re.search(r"VmHWM:\\s*([0-9]+) kB", Path("/proc/self/status").read_text())[1], file=sys.stderr)
"""
    peaks = []
    for count in (2_000, 60_000):
        lines = b"".join(b"http://host%d.example/path/%d?query=%d#f\n" % (i, i, i) for i in range(count))
        result = subprocess.run(
            [sys.executable, "-c", measured], input=lines, capture_output=True, check=True, timeout=SECONDS
        )
        assert result.stdout.count(b"\n") == count
        peaks.append(int(result.stderr))
    # The input is 3 MB, the output 24 MB.
    assert peaks[1] < peaks[0] + 1_000


def test_bytes_that_are_no_text_are_not_valid(capsys):
    assert main(["check", "http://h/\udcff\udcfe", "http://h/\ud800\udcff"]) == 1
    captured = capsys.readouterr()
    lines = captured.out.splitlines()
    assert lines[0].endswith(": not valid, 2 validation errors")
    message = "the byte 0xFF is not text; write the character in UTF-8, or '%FF' for the byte"
    assert lines[1] == f"  invalid-URL-unit at 9: {message}"
    assert captured.err.startswith("py-url: not UTF-8: byte 0xFF at 9, 0xFE at 10; read as U+FFFD\n")
    assert main(["check", "--json", "http://h/\udcff"]) == 1
    (row,) = rows(capsys)
    assert (row["input"], row["valid"], row["errors"][0]["message"]) == ("http://h/\ufffd", False, message)
    assert main(["resolve", "http://h/" + "\udcff" * 9, "http://h/\ud800\udcff"]) == 0
    captured = capsys.readouterr()
    assert captured.out == f"http://h/{'%EF%BF%BD' * 9}\nhttp://h/%F0%90%83%BF\n"
    assert "0xFF at 9, 0xFF at 10, 0xFF at 11 and 6 more; read" in captured.err


LINES = "http://a/\n//b\n\nhttp://c:x/\nhttp://d/ \n"


def test_the_output_can_be_joined_with_the_input(capsys, monkeypatch, tmp_path):
    monkeypatch.setattr(sys, "stdin", io.StringIO(LINES))
    assert main(["resolve"]) == 1
    captured = capsys.readouterr()
    assert captured.out == "http://a/\n\n\n\nhttp://d/\n"
    complaints = [line for line in captured.err.splitlines() if line.startswith("py-url: ")]
    assert [complaint.partition(" invalid")[0] for complaint in complaints] == [f"py-url: line {n}:" for n in (2, 3, 4)]
    file = tmp_path / "urls of today.txt"
    file.write_text(f"\ufeff{LINES}", "utf-8")
    for errors, out in (("skip", "http://a/\nhttp://d/\n"), ("fail", "http://a/\n"), ("empty", captured.out)):
        assert main(["resolve", "--errors", errors, "--file", str(file)]) == 1
        assert capsys.readouterr().out == out
    for errors, count in (("skip", 2), ("fail", 2), ("empty", 5)):
        assert main(["resolve", "--json", "--errors", errors, "--file", str(file)]) == 1
        assert len(rows(capsys)) == count
    assert main(["check", "--fix", "--errors", "fail", "--base", "http://h/", "", "https://u@h/", "x"]) == 1
    assert capsys.readouterr().out == "\n"
    assert main(["resolve", str(file), "http://h/"]) == 1
    captured = capsys.readouterr()
    assert captured.out == "\nhttp://h/\n"
    name = shlex.quote(str(file))
    assert captured.err.endswith(f"py-url: {name} is a file; to read its lines, write '--file {name}' or '< {name}'\n")


def test_a_carriage_return_ends_no_line(capsys, monkeypatch, tmp_path):
    """One line of output for each that `paste` has, whose lines end in a line feed."""
    lines = b"http://h/a\rb\r\nhttp://h/c\n\rhttp://h/d\r"
    (tmp_path / "urls.txt").write_bytes(lines)
    assert main(["resolve", "--file", str(tmp_path / "urls.txt")]) == 0
    assert capsys.readouterr().out == "http://h/ab\nhttp://h/c\nhttp://h/d\n"
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(lines), "utf-8"))
    assert main(["resolve"]) == 0
    assert capsys.readouterr().out == "http://h/ab\nhttp://h/c\nhttp://h/d\n"


def test_a_host_may_be_given_as_a_url(capsys):
    assert main(["host", "--json", "https://u:s3cr3t@WWW.example.co.uk:8/x", "foo:/x", "https://u:s3cr3t@h:x"]) == 1
    www, none, failed = rows(capsys)
    assert (www["input"], www["host"]) == ("https://***@WWW.example.co.uk:8/x", "www.example.co.uk")
    assert www["registrable_domain"] == "example.co.uk"
    assert (none["kind"], none["host"]) == ("no host", None)
    assert (failed["input"], failed["failure"]) == ("https://***@h:x", True)
    assert main(["host", "foo:/x"]) == 0
    assert capsys.readouterr().out == "kind no host\nhost\n\n"


def test_help_has_examples_that_work(capsys, monkeypatch, tmp_path):
    (tmp_path / "urls.txt").write_text("https://h/\n")
    monkeypatch.chdir(tmp_path)
    for command in COMMANDS:
        with pytest.raises(SystemExit):
            main([command, "--help"])
        out = capsys.readouterr().out
        assert "Exit status:\n  0    success\n" in out
        assert out.isascii()  # as argparse prints it before the output is prepared
        examples = re.findall(r"^  py-url (.*)$", out, re.MULTILINE)
        assert len(examples) == 2
        for example in examples:
            arguments = shlex.split(re.split("[<>]", example)[0])
            if "<" in example:
                arguments = ["1" if argument == "4" else argument for argument in arguments] + ["https://h/"]
            assert main(arguments) in (0, 1)
            capsys.readouterr()


def test_the_table_of_the_documentation_has_every_command():
    document = (Path(__file__).parents[2] / "web/docs/howto/shell.md").read_text("utf-8")
    commands = re.findall(r"^\| `py-url (\w+)` \|", document, re.MULTILINE)
    assert sorted(commands) == sorted([*COMMANDS, "column"])
    _, parsers = whole_parser()
    there = {
        option for parser in parsers.choices.values() for action in parser._actions for option in action.option_strings
    }
    # Those of other programs are in tables of their own, and in commands of the shell.
    named = {*re.findall(r"(?<![\w-])--[a-z][\w-]+", document.partition("## For users of trurl")[0])}
    assert named <= there


def test_each_option_is_a_field_of_the_options():
    """Or it is read by the command line alone, or belongs to a module of its own."""
    _, commands = whole_parser()
    elsewhere = {"help", "inputs", "file", "jobs", "format"}
    for command in commands.choices.keys() - {"column"}:
        for action in commands.choices[command]._actions:
            known = {*Options.__annotations__, *elsewhere}
            assert action.dest in known, (
                f"give {action.dest!r} a line in the class Options in py_url/programs/options.py"
            )


@NO_PROCESSES
def test_several_jobs_in_this_process(capsys, monkeypatch):
    """What `test_several_jobs` does, where coverage sees it."""

    class Executor(ThreadPoolExecutor):
        def __init__(self, workers, context, initializer):
            assert context.get_start_method() == "spawn"
            assert initializer is runner.leave_interrupts
            super().__init__(workers)

    monkeypatch.setattr(concurrent.futures, "ProcessPoolExecutor", Executor)
    lines = "".join(f"http://h/{number}\n" if number % 7 else "x\n" for number in range(5_000))
    expected = "".join(f"http://h/{number}\n" if number % 7 else "\n" for number in range(5_000))
    monkeypatch.setattr(sys, "stdin", io.StringIO(lines))
    assert main(["resolve", "--jobs", "3"]) == 1
    captured = capsys.readouterr()
    assert captured.out == expected
    assert "py-url: line 4999: " in captured.err
    monkeypatch.setattr(sys, "stdin", io.StringIO(lines))
    assert main(["resolve", "--jobs", "3", "--errors", "fail"]) == 1  # at once, as the first line fails
    assert capsys.readouterr().out == ""
    assert main(["resolve", "--jobs", "2", "http://h/a", __file__, "http://h/b"]) == 1
    captured = capsys.readouterr()
    assert captured.out == "http://h/a\n\nhttp://h/b\n"
    assert f"{__file__} is a file; to read its lines" in captured.err
    monkeypatch.setattr(signal, "signal", lambda number, handler: numbers.append((number, handler)))
    numbers = []
    monkeypatch.setattr(threading, "Thread", lambda target, daemon: SimpleNamespace(start=target))
    monkeypatch.setattr(os, "_exit", numbers.append)
    runner.leave_interrupts()
    assert numbers == [(signal.SIGINT, signal.SIG_IGN)]
    parent = SimpleNamespace(join=lambda: numbers.append("waited"))
    monkeypatch.setattr(multiprocessing, "parent_process", lambda: parent)
    runner.leave_interrupts()
    assert numbers[2:] == ["waited", 1]


# Its process has the same standard output, so whoever reads from that waits for both.
KILLED = """
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
import os, signal
from py_url.programs.runner import leave_interrupts
if __name__ == "__main__":
    executor = ProcessPoolExecutor(1, get_context("spawn"), leave_interrupts)
    print(executor.submit(abs, -1).result(), flush=True)
    os.kill(os.getpid(), getattr(signal, "SIGKILL", signal.SIGTERM))
"""


@NO_PROCESSES
def test_processes_end_with_the_one_that_is_killed(tmp_path):
    program = tmp_path / "killed.py"
    program.write_text(KILLED, "utf-8")
    environment = {**os.environ, "PYTHONPATH": str(Path(__file__).parents[2])}
    found = subprocess.run(
        [sys.executable, str(program)], env=environment, capture_output=True, timeout=120, check=False
    )
    assert found.stdout == b"1" + os.linesep.encode()
    assert found.returncode


@NO_PROCESSES
def test_several_jobs():
    lines = b"".join(b"http://h/%d\n" % number for number in range(3_000))
    result = run("resolve", "--jobs", "2", input=lines)
    assert (result.returncode, result.stdout, result.stderr) == (0, lines, b"")


@NO_PROCESSES
def test_a_process_of_several_jobs_that_is_killed(capsys, monkeypatch):
    def killed(*_):
        future = concurrent.futures.Future()
        future.set_exception(concurrent.futures.process.BrokenProcessPool("terminated abruptly"))
        return future

    monkeypatch.setattr(concurrent.futures.ProcessPoolExecutor, "submit", killed)
    monkeypatch.setattr(sys, "stdin", io.StringIO("http://h/\n"))
    assert main(["resolve", "--jobs", "2"]) == 2
    message = "py-url: a process was killed, perhaps for lack of memory; use fewer --jobs\n"
    assert capsys.readouterr().err == message


@NO_PROCESSES
def test_a_reader_of_several_jobs_that_goes_away_is_no_error():
    with started("-m", "py_url", "resolve", "--jobs", "2") as process:
        process.stdout.close()
        _, error = process.communicate(b"http://h/\n" * 50_000)
    assert error == b""
    assert process.returncode == 141


def test_jobs_need_processes(capsys, monkeypatch):
    monkeypatch.setattr(sys, "platform", "emscripten")
    with pytest.raises(SystemExit):
        main(["resolve", "--jobs", "2", "x"])
    assert "--jobs: this Python cannot start processes\n" in capsys.readouterr().err


@pytest.mark.parametrize(
    "arguments",
    [
        ["resolve", "--base", "http://a", "--base", "http://b", "x"],
        ["column", "a.csv", "--column", "u", "--add", "host", "--add", "port", "-o", "b.csv"],
        ["column", "a.csv", "--column", "u", "--add", "host", "-o", "b.csv", "--output", "c.csv"],
    ],
)
def test_an_option_that_is_given_twice(arguments, capsys):
    with pytest.raises(SystemExit) as ended:
        main(arguments)
    assert ended.value.code == 2
    assert "it is given twice; write it once" in capsys.readouterr().err
