"""``py-url get``: parts of URLs, as a format says; and streams of lines, which `edit` shares."""

import io
import json
import pickle
import re
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from threading import Timer

import pytest

from py_url import URL
from py_url.programs import streams
from py_url.programs.command_line import main
from py_url.programs.template import BadFormat, Template
from py_url.standard.urls.components import MEMBERS

SECONDS = 120
NO_PROCESSES = pytest.mark.skipif(sys.platform == "emscripten", reason="Pyodide has no processes")
URLS = (
    "https://u:p%40@xn--fa-hia.example:8080/a%20b/?q=a%20b&q=c+d&x#f%25",
    "http://EXAMPLE.org",
    "file:///C|/x?",
    "mailto:a@b?subject=x#",
    "x-y://h:1/..//é?ü",
    "web+x:/.//p",
    "https://[::1]:81/",
    "blob:https://h:8/1",
)


@pytest.mark.parametrize("url", URLS)
def test_the_members_of_the_api(url):
    parsed = URL(url)
    for name in MEMBERS:
        assert Template(f"{{{name}}}")(parsed.href) == getattr(parsed, name)
    record = parsed.to_record()
    words = Template("{scheme|json} {query|json} {fragment|json} {path}")(parsed.href)
    expected = " ".join(map(json.dumps, (record.scheme, record.query, record.fragment)))
    assert words == f"{expected} {parsed.pathname}"


@pytest.mark.parametrize(
    ("format", "url", "expected"),
    [
        ("{hostname} {port|default} {query:q}", URLS[0], "xn--fa-hia.example 8080 a b"),
        ("{hostname} {port|default} {query:q}", URLS[1], "example.org 80 "),
        ("{port|default}", "mailto:x", ""),
        ("{port|default|json}", "https://h", '"443"'),
        ("{query-all:q}", URLS[0], "a b c d"),
        ("{query-all:q|json} {query-all:z|json}", URLS[0], '["a b", "c d"] []'),
        ("{query:x|json} {query:z|json}", URLS[0], '"" null'),
        ("{query:z}", "http://h", ""),
        ("{query:}", "http://h?=1", "1"),
        (r"{query:a\|b\}\\c}", r"http://h?a|b}\c=1", "1"),
        ("{query:ä b}", "http://h?%C3%A4+b=1", "1"),
        ("{{{path}}} 100% %s {{", "http://h/a", "{/a} 100% %s {"),
        (r"{path}\t{path}\n\\", "http://h/a", "/a\t/a\n\\"),
        ("{ path | decoded }", "http://h/%C3%A4%2F", "/ä/"),
        ("{password|decoded} {hash|decoded}", URLS[0], "p@ #f%"),
        ("{query|decoded}", "http://h/?a+%20", "a+ "),
        ("{hostname|idn} {host|idn}", URLS[0], "faß.example faß.example:8080"),
        ("{href|idn}", "https://xn--:xn--@xn--fa-hia.example/xn--", "https://xn--:xn--@faß.example/xn--"),
        ("{origin|idn} {origin|punycode}", URLS[0], "https://faß.example:8080 https://xn--fa-hia.example:8080"),
        ("{origin|idn}", "file://xn--fa-hia.example/", "null"),
        ("{href|idn}", "file://xn--fa-hia.example/", "file://faß.example/"),
        ("{host|idn}", "foo://xn--fa-hia.example/", "xn--fa-hia.example"),
        ("{host|idn|json}", "https://xn--fa-hia.example/", '"fa\\u00df.example"'),
        # One line, whatever the value has; as JSON it is exact.
        (
            "{query:a}|{path|decoded}",
            "http://h/%1B?a=b%0Ac%00%C2%85%E2%80%A8%7F%09",
            "b%0Ac%00%C2%85%E2%80%A8%7F%09|/%1B",
        ),
        ("{query-all:a}", "http://h/?a=%0A&a=b", "%0A b"),
        ("{query:a|json}", "http://h/?a=%0A", '"\\n"'),
        ("{query:a}", "http://h/?a=%FF", "\ufffd"),
    ],
)
def test_formats(format, url, expected):
    template = Template(format)
    href = URL(url).href
    assert template(href) == expected
    assert pickle.loads(pickle.dumps(template))(href) == expected


@pytest.mark.parametrize(
    ("format", "complaint"),
    [
        ("{hostnme}", "unknown name 'hostnme' at 1; the names are href, origin, protocol, username, password, host, "),
        ("{user}", "unknown name 'user' at 1; write 'username'; the names are href"),
        ("a{}", "no name at 2; the names are href"),
        ("a{host", "the '{' at 1 is never closed; add a '}', or write '{{' for a brace"),
        ("{host}}", "the '}' at 6 closes nothing; write '}}' for a brace"),
        ("{host|upper}", "unknown filter 'upper' after 'host'; the filters are default, decoded, idn, punycode, json"),
        ("{host|default}", "'|default' goes with port, not with 'host'"),
        ("{href|decoded}", "'|decoded' goes with username, password, host, hostname, pathname, search, hash, path, "),
        ("{query:q|decoded}", "not with 'query:q'; its value is decoded already"),
        ("{path|json|decoded}", "nothing can follow '|json'; write it last"),
        (r"{host}\x", r"unknown escape '\\x' at 6; there are \t, \n and \\"),
        ("hostname", "it names no part of a URL; write names in braces, such as '{hostname}'"),
        ("", "it names no part of a URL"),
        ("{query:\udcff}", "'{query:\\udcff}' is not text in the encoding of the shell"),
    ],
)
def test_a_wrong_format_is_a_usage_error(format, complaint, capsys):
    with pytest.raises(BadFormat, match=re.escape(complaint)):
        Template(format)
    with pytest.raises(SystemExit) as ended:
        main(["get", "-f", format, "http://h"])
    assert ended.value.code == 2
    error = capsys.readouterr().err
    assert "py-url get: error: --format: " in error
    assert complaint in error


@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [
        (["get", "http://h"], "the following arguments are required: -f/--format"),
        (
            ["get", "-f", "{host}", "--guess-scheme", "--base", "http://h", "x"],
            "--guess-scheme does not go with --base",
        ),
        (["get", "-f", "{host}", "--guess-scheme", "--encoding", "gbk", "x"], "does not go with --encoding"),
        (["resolve", "--guess-scheme", "--base", "http://h", "x"], "--guess-scheme does not go with --base"),
        (["resolve", "--guess-scheme", "--edition", "2020-11", "x"], "--guess-scheme does not go with --edition"),
        (["resolve", "--guess-scheme", "--path-as-is", "x"], "--guess-scheme does not go with --path-as-is"),
        (["get", "-f", "{host}", "-f", "{port}", "x"], "it is given twice; write it once"),
    ],
)
def test_bad_use(arguments, complaint, capsys):
    with pytest.raises(SystemExit) as ended:
        main(arguments)
    assert ended.value.code == 2
    assert complaint in capsys.readouterr().err


def test_resolve_guesses_the_scheme_too(capsys, monkeypatch):
    assert main(["resolve", "example.com"]) == 1
    assert "write 'https://example.com', or use --guess-scheme, or --base" in capsys.readouterr().err
    assert main(["resolve", "--edition", "2020-11", "example.com"]) == 1
    assert main(["parse", "example.com"]) == 1
    assert "--guess-scheme" not in capsys.readouterr().err
    monkeypatch.setattr("sys.stdin", io.StringIO("example.com\nhttp//example.com\n“localhost:80”\nhttps://h,\n"))
    assert main(["resolve", "--guess-scheme"]) == 1
    captured = capsys.readouterr()
    assert captured.out == "https://example.com/\n\nhttp://localhost/\n\n"
    assert "line 2: invalid URL 'http//example.com': it looks like a scheme" in captured.err
    assert "line 4: invalid URL 'https://h,': the host ends in ','" in captured.err
    assert main(["resolve", "--guess-scheme", "my_app://u:s3cr3t@h"]) == 1
    assert "s3cr3t" not in capsys.readouterr().err
    assert main(["resolve", "--json", "--guess-scheme", "my_app://u:s3cr3t@h"]) == 1
    row = json.loads(capsys.readouterr().out)
    assert row["failure"] is True
    assert row["message"].startswith("it looks like a scheme")
    assert "s3cr3t" not in str(row)


def test_a_missing_scheme_is_not_guessed_silently(capsys):
    assert main(["get", "-f", "{href}", "example.com"]) == 1
    captured = capsys.readouterr()
    assert captured.out == "\n"
    assert "write 'https://example.com', or use --guess-scheme, or --base" in captured.err
    assert main(["get", "-f", "{href}", "--guess-scheme", "example.com", "", "http://h:x", "~/a"]) == 1
    captured = capsys.readouterr()
    assert captured.out == "https://example.com/\n\n\n\n"
    assert "the input is empty" in captured.err
    assert "port-invalid" in captured.err
    assert main(["get", "--json", "-f", "{href}", "--guess-scheme", ""]) == 1
    (row,) = map(json.loads, capsys.readouterr().out.splitlines())
    assert (row["failure"], row["message"]) == (True, "the input is empty")
    assert (
        main(["get", "-f", "{href}", "--base", "mailto:x", "example.com"]) == 1
    )  # what --guess-scheme does not go with
    assert "--guess-scheme" not in capsys.readouterr().err
    assert main(["get", "-f", "{href}", "--base", "http://h/a/", "b"]) == 0
    assert main(["get", "-f", "{href}", "--encoding", "windows-1252", "http://h/?ä"]) == 0
    assert capsys.readouterr().out == "http://h/a/b\nhttp://h/?%E4\n"


def test_json(capsys):
    format = "{hostname} {query-all:q} {password} {query:password} {href} {query-all:password}"
    url = "https://u:s3cr3t@h/?q=1&q=2&password=s3cr3t"
    assert main(["get", "--json", "-f", format, url, "x"]) == 1
    out = capsys.readouterr().out
    first, second = map(json.loads, out.splitlines())
    assert "s3cr3t" not in out
    values = first["values"]
    assert (values["hostname"], values["query-all:q"], values["password"]) == ("h", ["1", "2"], "***")
    assert (values["query:password"], values["query-all:password"]) == ("***", ["***"])
    assert (second["failure"], second["errors"][0]["name"]) == (True, "missing-scheme-non-relative-URL")
    main(["get", "--json", "-f", r"{query:pass\word} {query-all:x\|\}&password|json}", f"{url}&x|}}%26password=s3cr3t"])
    assert "s3cr3t" not in capsys.readouterr().out
    main(["get", "--json", "--show-secrets", "-f", format, url])
    assert json.loads(capsys.readouterr().out)["values"]["password"] == "s3cr3t"
    main(["get", "-f", "{password} {query:password}", url])  # what is asked for by name
    assert capsys.readouterr().out == "s3cr3t s3cr3t\n"


def test_a_value_that_cannot_be_decoded(capsys, monkeypatch):
    monkeypatch.setattr(sys, "stdin", io.StringIO("http://h/a\nhttp://h/%FF\nhttp://h/b\nhttp://%FF\n"))
    assert main(["get", "-f", "{path|decoded}"]) == 1
    captured = capsys.readouterr()
    assert captured.out == "/a\n\n/b\n\n"
    assert "py-url: line 2: invalid path '/%FF': its bytes are not UTF-8; leave out the 'decoded'" in captured.err
    assert "py-url: line 4: invalid URL: " in captured.err
    assert main(["get", "-f", "{password|decoded}", "http://u:s%FFs@h"]) == 1
    assert "s%FFs" not in capsys.readouterr().err
    assert main(["get", "--json", "-f", "{path|decoded}", "http://h/%FF"]) == 1
    row = json.loads(capsys.readouterr().out)
    assert row["message"] == "its bytes are not UTF-8; leave out the 'decoded' of {path|decoded}"


# Streams.


def test_lines(capsys, monkeypatch, tmp_path):
    lines = "\ufeffhttp://a/1\r\nx\n\nhttp://B\r\nhttp://h:x\nhttp://d/\udcff\nhttp://é"
    data = lines.encode("utf-8", "surrogateescape")
    (tmp_path / "urls.txt").write_bytes(data)
    expected = "http://a/1\n\n\nhttp://b/\n\nhttp://d/%EF%BF%BD\nhttp://xn--9ca/\n"
    for stdin in (None, io.StringIO(lines), io.TextIOWrapper(io.BytesIO(data), "utf-8", "surrogateescape")):
        monkeypatch.setattr(sys, "stdin", stdin)
        assert main(["get", "-f", "{href}", *(["--file", str(tmp_path / "urls.txt")] if stdin is None else [])]) == 1
        captured = capsys.readouterr()
        assert captured.out == expected
        places = [line[:15] for line in captured.err.splitlines() if line.startswith("py-url")]
        assert places == [f"py-url: line {number}:" for number in (2, 3, 5, 6)]
    file = str(tmp_path / "urls.txt")
    assert main(["get", "-f", "{hostname}", "--errors", "skip", "--file", file]) == 1
    assert capsys.readouterr().out == "a\nb\nd\nxn--9ca\n"
    assert main(["get", "-f", "{hostname}", "--errors", "fail", "--file", file]) == 1
    assert capsys.readouterr().out == "a\n"
    assert main(["get", "-f", "{hostname}", "--json", "--file", file]) == 1
    assert [json.loads(line)["failure"] for line in capsys.readouterr().out.splitlines()].count(True) == 3
    assert main(["get", "-f", "{href}", "--encoding", "windows-1252", "--base", "http://h/", "--file", file]) == 1
    assert capsys.readouterr().out.splitlines()[1:3] == ["http://h/x", "http://h/"]


def test_inputs_that_end_in_nul(capsys, monkeypatch):
    monkeypatch.setattr(sys, "stdin", io.StringIO("http://h/a\nb\0x\0http://h/\r\0"))
    assert main(["get", "-z", "-f", "{href}"]) == 1
    captured = capsys.readouterr()
    assert captured.out == "http://h/ab\0\0http://h/\0"
    assert captured.err.startswith("py-url: line 2: ")
    assert main(["get", "--null", "-f", "{path}\\n", "http://h/"]) == 0
    assert capsys.readouterr().out == "/\n\0"
    monkeypatch.setattr(sys, "stdin", io.StringIO(""))
    assert main(["get", "-z", "-f", "{href}"]) == 0
    assert capsys.readouterr().out == ""


@pytest.mark.parametrize("size", [1, 3, 7, 1 << 16])
def test_lines_in_pieces(size, monkeypatch):
    """Whatever is read at once, also if it ends within a character."""
    monkeypatch.setattr(streams, "_SIZE", size)
    lines = ["http://é/ü", "", "x" * 20, "last"]
    data = "\ufeff" + "\n".join(lines)
    for stream in (io.StringIO(data), io.TextIOWrapper(io.BytesIO(data.encode()), "utf-8")):
        found, numbers = [], []
        for batch, first in streams._batches(stream, "\n"):
            numbers += range(first, first + len(batch))
            found += batch
        assert found == lines
        assert numbers == [1, 2, 3, 4]


@NO_PROCESSES
def test_what_is_there_is_answered_at_once():
    """Without ``-u``, and with lines that are written one at a time."""
    command = [sys.executable, "-m", "py_url", "get", "-f", "{hostname}"]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as process:
        watch = Timer(SECONDS, process.kill)
        watch.start()
        for name in (b"a", b"b"):
            process.stdin.write(b"http://%b.example/\n" % name)
            process.stdin.flush()
            assert process.stdout.readline().strip() == b"%b.example" % name
        process.stdin.close()
        assert process.wait(SECONDS) == 0
        watch.cancel()


@NO_PROCESSES
@pytest.mark.parametrize("command", [["get", "-f", "{href}"], ["edit", "--set", "hash=x"]])
@pytest.mark.parametrize("jobs", ["1", "2"])
def test_a_reader_that_goes_away_is_no_error(command, jobs):
    command = [sys.executable, "-m", "py_url", *command, "--jobs", jobs]
    pipes = dict.fromkeys(("stdin", "stdout", "stderr"), subprocess.PIPE)
    with subprocess.Popen(command, **pipes) as process:
        process.stdout.close()
        _, error = process.communicate(b"http://h/\n" * 200_000, SECONDS)
    assert (process.returncode, error) == (141, b"")


@pytest.mark.skipif(not Path("/proc/self/status").exists(), reason="needs Linux's files about processes")
@pytest.mark.parametrize("command", [["get", "-f", "{href}"], ["edit", "--set", "hash=x"]])
def test_memory_does_not_grow_with_the_lines(command):
    measured = f"""
import re, sys
from pathlib import Path
from py_url.programs.command_line import main
main({command!r})
print(re.search(r"VmHWM:\\s*([0-9]+) kB", Path("/proc/self/status").read_text())[1], file=sys.stderr)
"""
    peaks = []
    for count in (5_000, 100_000):
        lines = b"".join(b"http://host%d.example/path/%d?query=%d#x\n" % (i, i, i) for i in range(count))
        command = [sys.executable, "-c", measured]
        result = subprocess.run(command, input=lines, capture_output=True, check=True, timeout=SECONDS)
        assert result.stdout == lines
        peaks.append(int(result.stderr))
    # The input is 5 MB.
    assert peaks[1] < peaks[0] + 1_500


@NO_PROCESSES
def test_several_jobs(capsys, monkeypatch):
    lines = "".join(f"http://h/{number}\n" if number % 7 else "x\n" for number in range(20_000))
    expected = "".join(f"/{number}\n" if number % 7 else "\n" for number in range(20_000))
    command = [sys.executable, "-m", "py_url", "get", "-f", "{path}", "--jobs", "2"]
    result = subprocess.run(command, input=lines, capture_output=True, check=False, timeout=SECONDS, text=True)
    assert (result.returncode, result.stdout) == (1, expected)
    assert "py-url: line 19993: " in result.stderr

    class Executor(ThreadPoolExecutor):  # where coverage sees it
        def __init__(self, workers, *_):
            super().__init__(workers)

    monkeypatch.setattr("concurrent.futures.ProcessPoolExecutor", Executor)
    monkeypatch.setattr(sys, "stdin", io.StringIO(lines))
    assert main(["get", "-f", "{path}", "--jobs", "2"]) == 1
    assert capsys.readouterr().out == expected
