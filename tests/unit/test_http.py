"""The URL of a request: RFC 9112 §3.2 and §3.3, the recipes for ASGI and WSGI, and logs on the command line."""

import io
import json
import re
import sys

import pytest

from py_url import URL, InvalidURL
from py_url.programs.command_line import main
from py_url.specs.http import request_url
from tests.support.documents import ROOT

PAGE = (ROOT / "web" / "docs" / "howto" / "ssrf-and-redirects.md").read_text("utf-8")
SITE = {"host": "site.example", "scheme": "https"}
URLS = [
    # The examples of RFC 9112 §3.2.1 to §3.3.
    ("/where?q=now", {"host": "www.example.org", "scheme": "http"}, "http://www.example.org/where?q=now"),
    (
        "http://www.example.org/pub/WWW/TheProject.html",
        {"host": "www.example.org", "scheme": "http"},
        "http://www.example.org/pub/WWW/TheProject.html",
    ),
    (
        "www.example.com:80",
        {"host": "www.example.com", "scheme": "http", "method": "CONNECT"},
        "http://www.example.com/",
    ),
    ("*", {"host": "www.example.org:8001", "scheme": "http", "method": "OPTIONS"}, "http://www.example.org:8001/"),
    (
        "http://www.example.org:8001",
        {"host": "www.example.org:8001", "scheme": "http", "method": "OPTIONS"},
        "http://www.example.org:8001/",
    ),
    (
        "/pub/WWW/TheProject.html",
        {"host": "www.example.org", "scheme": "https"},
        "https://www.example.org/pub/WWW/TheProject.html",
    ),
    # A path that would be a reference to another host.
    ("//remote/x", SITE, "https://site.example//remote/x"),
    ("///remote/x", SITE, "https://site.example///remote/x"),
    ("/\\remote\\x?a\\b", SITE, "https://site.example/%5Cremote%5Cx?a%5Cb"),
    ("/..//remote", SITE, "https://site.example//remote"),
    ("/@remote:80/", SITE, "https://site.example/@remote:80/"),
    ("/http://remote/", SITE, "https://site.example/http://remote/"),
    ("/?http://remote/", SITE, "https://site.example/?http://remote/"),
    ('/a|b"<>[]^`{}%zz', SITE, "https://site.example/a|b%22%3C%3E[]%5E%60%7B%7D%zz"),
    ("/a/%2e%2e/b", SITE, "https://site.example/b"),
    # Hosts.
    ("/", {"host": "SITE.example:443", "scheme": "https"}, "https://site.example/"),
    ("/", {"host": "site.example:", "scheme": "http"}, "http://site.example/"),
    ("/", {"host": "[::1]:8080", "scheme": "http"}, "http://[::1]:8080/"),
    ("/", {"host": "127.1", "scheme": "http"}, "http://127.0.0.1/"),
    ("/", {"host": "a_b.ex%61mple", "scheme": "ws"}, "ws://a_b.example/"),
    # A target with a host of its own.
    ("HTTPS://SITE.EXAMPLE:443?q", SITE, "https://site.example/?q"),
    ("http://site.example:443/", {"host": "site.example:443", "scheme": "https"}, "http://site.example:443/"),
    ("http://other.example/x", {**SITE, "ignore_host": True}, "http://other.example/x"),
    ("http://other.example/x", {"host": "not a host", "scheme": "http", "ignore_host": True}, "http://other.example/x"),
    ("http://site.example//remote", SITE, "http://site.example//remote"),
    ("a:8443", {"host": "a:8443", "scheme": "https", "method": "CONNECT"}, "https://a:8443/"),
    ("[::1]:443", {"host": "[::1]", "scheme": "https", "method": "CONNECT"}, "https://[::1]/"),
    ("b:1", {"host": "a", "scheme": "http", "method": "CONNECT", "ignore_host": True}, "http://b:1/"),
]


@pytest.mark.parametrize(("target", "given", "href"), URLS, ids=ascii)
def test_urls(target, given, href):
    assert request_url(target, **given).href == href


NO_TARGET = "invalid request target"
NO_HOST = "invalid Host header"
DIFFERENT = "the Host header has another host"
REFUSED = [
    *((target, SITE, NO_TARGET) for target in ("", "x", "?x", "#", ".", "@remote/", "remote:443", "mailto:a@b", "*")),
    *((f"/a{one}b", SITE, NO_TARGET) for one in (" ", "\t", "\n", "\r", "\0", "\x7f", "#", "é", "\xa0", "\ud800")),
    *((target, SITE, NO_TARGET) for target in ("/x\n", " /x", "\ufeff/x", "\\\\remote\\x")),
    # What a browser takes for a URL with a host.
    *((target, SITE, NO_TARGET) for target in ("http:remote", "http:/remote", "http:///remote", "https:\\\\remote\\")),
    *((f"http://{host}/", SITE, NO_TARGET) for host in ("", "u@site.example", "u:p@site.example", "a\\b", "a/:80@b#")),
    *((target, SITE, NO_TARGET) for target in ("file://site.example/", "ftp://site.example/", "http://site.example#a")),
    ("*", {**SITE, "method": "GET"}, NO_TARGET),
    ("**", {**SITE, "method": "OPTIONS"}, NO_TARGET),
    ("/", {**SITE, "method": "CONNECT"}, NO_TARGET),
    *((target, {**SITE, "method": "CONNECT"}, NO_TARGET) for target in ("site.example", "site.example:", "[::1]")),
    *((target, {**SITE, "method": "CONNECT"}, NO_TARGET) for target in ("site.example:443/", "u@site.example:443")),
    *(
        ("/x", {**SITE, "host": host}, NO_HOST)
        for host in ("", "a/b", "a?b", "a#b", "a\\b", "u@a", "a b", "a\n", "é", "a:x", "a:80:80", "[a", "[::1]a")
    ),
    *(("/x", {**SITE, "host": host}, "invalid URL") for host in ("a:65536", "a%2fb", "a%zz", "[1]", "1.2.3.4.5")),
    ("http://other.example/", SITE, DIFFERENT),
    ("http://site.example:8080/", SITE, DIFFERENT),
    ("http://site.example./", SITE, DIFFERENT),
    ("http://site.example/", {**SITE, "host": ""}, NO_HOST),
    ("a:443", {**SITE, "method": "CONNECT"}, DIFFERENT),
    ("site.example:8443", {**SITE, "host": "site.example:443", "method": "CONNECT"}, DIFFERENT),
]


@pytest.mark.parametrize(("target", "given", "why"), REFUSED, ids=ascii)
def test_what_is_refused(target, given, why):
    with pytest.raises(InvalidURL, match=why) as caught:
        request_url(target, **given)
    assert ":p@" not in str(caught.value)


def test_a_scheme_is_that_of_a_connection():
    for scheme in ("file", "HTTP", "", "ftp"):
        with pytest.raises(ValueError, match="the scheme must be one of http, https, ws, wss, not"):
            request_url("/", host="h", scheme=scheme)


def recipe(interface):
    """Return the function of one of the recipes in the how-to."""
    [block] = re.findall(f"```py\n# {interface}\n(.*?)```", PAGE, re.DOTALL)
    names = {}
    exec(block, names)
    return names["url_of"]


def asgi_scope(raw_path, host, query=b"", **more):
    headers = [(b"accept", b"*/*"), *((b"host", one) for one in host)]
    return {"type": "http", "scheme": "http", "headers": headers, "raw_path": raw_path, "query_string": query, **more}


def wsgi_environ(path, host, query="", **more):
    given = {"wsgi.url_scheme": "http", "REQUEST_METHOD": "GET", "HTTP_HOST": host, "SERVER_NAME": "s"}
    return {**given, "SCRIPT_NAME": "", "PATH_INFO": path, "QUERY_STRING": query, **more}


def test_the_recipe_for_asgi():
    url_of = recipe("ASGI")
    assert (
        url_of(asgi_scope(b"//remote/%20", [b"h:81"], b"a=%62", method="GET")).href == "http://h:81//remote/%20?a=%62"
    )
    assert url_of(asgi_scope(b"/", [b"h"], type="websocket", scheme="ws")).href == "ws://h/"
    assert url_of(asgi_scope(None, [b"h"], path="/é?")).href == "http://h/%C3%A9%3F"
    assert url_of(asgi_scope(b"*", [b"h"], method="OPTIONS")).href == "http://h/"
    for host in ([], [b"h", b"h"], [b"\xc3\xa9"]):
        with pytest.raises(ValueError, match=r"unpack|Host header"):
            url_of(asgi_scope(b"/", host))


def test_the_recipe_for_wsgi():
    url_of = recipe("WSGI")
    assert url_of(wsgi_environ("//remote/\xc3\xa9?", "h:81", "a=%62")).href == "http://h:81//remote/%C3%A9%3F?a=%62"
    assert url_of(wsgi_environ("", "h", SCRIPT_NAME="/app")).href == "http://h/app"
    assert url_of(wsgi_environ("", "h")).href == "http://h/"
    with pytest.raises(InvalidURL, match=NO_HOST):
        url_of({name: value for name, value in wsgi_environ("/", "h").items() if name != "HTTP_HOST"})


def test_the_host_does_not_decide_the_path():
    """CVE-2026-48710: a framework joined them by hand, so a page that needed a key looked like one that did not."""
    path, host = "/api/v1/notes", "localhost/api/v1/health?"
    assert URL(f"http://{host}{path}").pathname == "/api/v1/health"
    with pytest.raises(InvalidURL, match=NO_HOST):
        recipe("ASGI")(asgi_scope(path.encode(), [host.encode()]))
    with pytest.raises(InvalidURL, match=NO_HOST):
        recipe("WSGI")(wsgi_environ(path, host))


def test_a_path_without_a_slash_does_not_move_the_host():
    """CVE-2026-54282, in the same framework."""
    path, host = "@attacker.example", "site.example"
    assert URL(f"http://{host}{path}").hostname == "attacker.example"
    for raw_path in (path.encode(), None):
        with pytest.raises(InvalidURL, match=NO_TARGET):
            recipe("ASGI")(asgi_scope(raw_path, [host.encode()], path=path))
    with pytest.raises(InvalidURL, match=NO_TARGET):
        recipe("WSGI")(wsgi_environ(path, host))


def resolved(monkeypatch, capsys, *arguments, lines):
    monkeypatch.setattr(sys, "stdin", io.StringIO("".join(f"{line}\n" for line in lines)))
    status = main(["resolve", "--request-target", "--base", "https://site.example:8443/a/", *arguments])
    said = capsys.readouterr()
    return status, said.out.splitlines(), said.err


def test_a_log_of_targets(monkeypatch, capsys):
    lines = {
        "//remote/x": "https://site.example:8443//remote/x",
        "b": "",
        "http://remote/x": "http://remote/x",
        "GET /a@b HTTP/1.1": "https://site.example:8443/a@b",
        "OPTIONS * HTTP/1.0": "https://site.example:8443/",
        "CONNECT remote:443 HTTP/1.1": "https://remote/",
        "GET //[x@y HTTP/1.1": "https://site.example:8443//[x@y",
        "/ブログ": "",
        "/a b": "",
        "-": "",
    }
    status, out, err = resolved(monkeypatch, capsys, lines=lines)
    assert (status, out) == (1, [*lines.values()])
    assert "line 2: invalid request target 'b': it must be '/path', a URL" in err
    _, out, _ = resolved(monkeypatch, capsys, "--json", "--show-secrets", lines=[*lines])
    answers = [*map(json.loads, out)]
    assert [answer.get("href", "") for answer in answers] == [*lines.values()]
    assert answers[1]["message"].startswith("it must be")
    _, out, _ = resolved(monkeypatch, capsys, "--json", lines=["GET /a@b HTTP/1.1", "//[x@y", "GET //u:p@h HTTP/1.1"])
    assert [json.loads(line)["input"] for line in out] == ["GET /a@b HTTP/1.1", "//***@y", "GET //***@h HTTP/1.1"]
