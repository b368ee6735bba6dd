"""Published examples in which two parsers read one string as two destinations, and what `explain_differences` says."""

import pickle
import sys
from importlib.util import find_spec
from types import ModuleType
from urllib.parse import urlsplit

import pytest

from py_url import InvalidURL, explain
from py_url.explain import explain_differences
from py_url.parsers import reading
from py_url.parsers.hidden import hidden_in

PEERS = ("requests", "httpx", "yarl")
HERE = [peer for peer in PEERS if find_spec(peer)]
REFUSED = object()  # instead of a host
NONE = None

# The string, and its host according to the URL Standard, RFC 3986, urllib.parse, requests, httpx and yarl.
CONFUSIONS = {
    # Orange Tsai, "A New Era of SSRF" (2017)
    "http://1.1.1.1 &@2.2.2.2# @3.3.3.3/": ("2.2.2.2", REFUSED, *["2.2.2.2"] * 4),
    "http://127.0.0.1:11211:80/": (REFUSED,) * 6,
    "http://google.com#@evil.com/": ("google.com",) * 6,
    "http://foo@evil.com:80@google.com/": ("google.com", REFUSED, *["google.com"] * 4),
    "http://0\r\n SLAVEOF orange.tw 6379\r\n :80": (REFUSED, REFUSED, None, REFUSED, REFUSED, None),
    "http://127.0.0.1\tfoo.google.com": (
        *("127.0.0.1foo.google.com", REFUSED, "127.0.0.1foo.google.com"),
        *(REFUSED, REFUSED, "127.0.0.1foo.google.com"),
    ),
    "http://ⓖⓞⓞⓖⓛⓔ.com/": ("google.com", REFUSED, "ⓖⓞⓞⓖⓛⓔ.com", REFUSED, REFUSED, "google.com"),
    "http://baß.de/": ("xn--ba-hia.de", REFUSED, "baß.de", "xn--ba-hia.de", "xn--ba-hia.de", "xn--ba-hia.de"),
    "http://0/": ("0.0.0.0", *["0"] * 5),
    # The same, and CVE-2026-46526: browsers treat a backslash as a slash
    "http://127.1.1.1:80\\@127.2.2.2:80/": ("127.1.1.1", REFUSED, "127.2.2.2", "127.1.1.1", "127.2.2.2", REFUSED),
    "http://evil.com\\@google.com/": ("evil.com", REFUSED, "google.com", "evil.com", "google.com", REFUSED),
    "http://127.1.1.1:80#\\@127.2.2.2:80/": ("127.1.1.1", REFUSED, *["127.1.1.1"] * 4),
    "http:\\\\google.com\\path": ("google.com", REFUSED, NONE, REFUSED, NONE, NONE),
    # Claroty and Snyk, "Exploiting URL Parsing Confusion" (2022): too many slashes, too few, or no scheme
    "http:///google.com/": ("google.com", NONE, NONE, REFUSED, NONE, NONE),
    "http:/google.com/": ("google.com", NONE, NONE, REFUSED, NONE, NONE),
    "http:google.com/": ("google.com", NONE, NONE, REFUSED, NONE, NONE),
    "http:////admin-dashboard/secret": ("admin-dashboard", NONE, NONE, REFUSED, NONE, NONE),
    "//evil.com/": (REFUSED, "evil.com", "evil.com", REFUSED, "evil.com", "evil.com"),
    "google.com/abc": (REFUSED, NONE, NONE, REFUSED, NONE, NONE),
    # "@" outside an authority
    "http://good.com?@evil.com/": ("good.com",) * 6,
    "http://good.com@evil.com/": ("evil.com",) * 6,
    # CVE-2023-24329, CVE-2022-0391: leading controls and spaces, tabs and newlines
    " https://evil.com/": ("evil.com", REFUSED, "evil.com", "evil.com", NONE, "evil.com"),
    "ht\ttp://evil.com/": ("evil.com", REFUSED, "evil.com", REFUSED, REFUSED, "evil.com"),
    "http://ev\nil.com/": ("evil.com", REFUSED, "evil.com", REFUSED, REFUSED, "evil.com"),
    # CVE-2019-9636, CVE-2019-10160: characters that compatibility normalization turns into delimiters
    "http://netloc℀false.netloc/path": (REFUSED,) * 6,
    "http://example.com＃@bing.com/": ("bing.com", REFUSED, REFUSED, "bing.com", "bing.com", REFUSED),
    # CVE-2024-11168 and other uses of brackets
    "http://user@[192.0.2.146]/p": (REFUSED,) * 6,
    "http://[::1": (REFUSED,) * 6,
    "http://[fe80::1%25eth0]/": (REFUSED, REFUSED, *["fe80::1%25eth0"] * 4),
    "http://[FE80:0::1%25En0]/": (REFUSED, REFUSED, *["fe80::1%25En0"] * 4),
    "http://[::ffff:127.0.0.1]/": ("::ffff:7f00:1",) * 6,
    # IPv4 in octal, hexadecimal, as one number, with fewer parts, in other digits
    "http://0177.0.0.1/": ("127.0.0.1", "0177.0.0.1", "0177.0.0.1", "0177.0.0.1", REFUSED, "0177.0.0.1"),
    "http://0x7f.1/": ("127.0.0.1", *["0x7f.1"] * 5),
    "http://2130706433/": ("127.0.0.1", *["2130706433"] * 5),
    "http://127.1/": ("127.0.0.1", *["127.1"] * 5),
    "http://127.0.0.1./": ("127.0.0.1", *["127.0.0.1."] * 5),
    "http://１２７.0.0.1/": ("127.0.0.1", REFUSED, "１２７.0.0.1", REFUSED, REFUSED, "127.0.0.1"),
    "http://169。254。169．254/": (
        *("169.254.169.254", REFUSED, "169。254。169．254"),
        *(REFUSED, "169.254.169.254", "169.254.169.254"),
    ),
    # Percent-encoded hosts
    "http://%6c%6fcalhost/": (*("localhost", "%6c%6fcalhost", "%6c%6fcalhost", "localhost"), *["%6c%6fcalhost"] * 2),
    "http://127.0.0.1%00.evil.com/": (REFUSED, *["127.0.0.1%00.evil.com"] * 2, REFUSED, *["127.0.0.1%00.evil.com"] * 2),
    # Ports as int() reads them
    "http://a:+80/": (REFUSED, REFUSED, REFUSED, REFUSED, "a", "a"),
    "http://a:65536/": (REFUSED, "a", REFUSED, REFUSED, "a", REFUSED),
}  # fmt: skip
# The result of urllib.parse depends on the Python version.
BY_RELEASE = {"http://0\r\n SLAVEOF orange.tw 6379\r\n :80": ("urllib.parse", "yarl")}


H = "h.example"
# The string, and the host and path of where each parser goes from https://h.example/a/b?c.
JOINED = {
    # Seed 001: several leading slashes confuse filters on servers
    "//evil.example": (("evil.example", "/"),) * 6,
    "///evil.example": (("evil.example", "/"), (NONE, "/evil.example"), *[(H, "/evil.example")] * 4),
    "////evil.example/": (
        *(("evil.example", "/"), (NONE, "//evil.example/"), (H, "//evil.example/")),
        *((H, "//evil.example/"), REFUSED, (H, "//evil.example/")),
    ),
    "/\\evil.example": (("evil.example", "/"), REFUSED, *[(H, "/%5Cevil.example")] * 4),
    "\\\\evil.example": (("evil.example", "/"), REFUSED, *[(H, "/a/%5C%5Cevil.example")] * 4),
    "\t//evil.example": (
        *(("evil.example", "/"), REFUSED, ("evil.example", "/")),
        *(REFUSED, REFUSED, ("evil.example", "/")),
    ),
    "/\n/evil.example": (
        *(("evil.example", "/"), REFUSED, ("evil.example", "/")),
        *(REFUSED, REFUSED, ("evil.example", "/")),
    ),
    # Seed 001: curl reads the header "Location: http:///domain" as the URL Standard does
    "https:///evil.example": (("evil.example", "/"), (NONE, "/evil.example"), *[(H, "/evil.example")] * 4),
    "https:evil.example": ((H, "/a/evil.example"), (NONE, "evil.example"), *[(H, "/a/evil.example")] * 4),
    "https:/evil.example": ((H, "/evil.example"), (NONE, "/evil.example"), *[(H, "/evil.example")] * 4),
    "http:evil.example": (
        *(("evil.example", "/"), (NONE, "evil.example"), (NONE, "evil.example")),
        *(REFUSED, (NONE, "evil.example"), (NONE, "evil.example")),
    ),
    "javascript:alert(1)": ((NONE, "alert(1)"),) * 3 + (REFUSED,) + ((NONE, "alert(1)"),) * 2,
}  # fmt: skip
# requests splits the string with urllib.parse, and joins it again before it goes anywhere. Early patch levels of Python
# 3.11 and 3.12 join with another number of slashes.
KEEPS_SLASHES = urlsplit("////h").geturl() == "////h"
REQUESTS_BEFORE = {
    "////evil.example/": ("evil.example", "/"),
    "https:evil.example": (H, "/evil.example"),
    "http:evil.example": (NONE, "/evil.example"),
}


@pytest.mark.parametrize("string", CONFUSIONS, ids=ascii)
def test_published_confusions(string):
    explanation = explain_differences(string)
    parsers = ("whatwg", "rfc3986", "urllib.parse", *PEERS)
    assert list(explanation.readings) == [parser for parser in parsers if parser not in PEERS or parser in HERE]
    for parser, host in zip(parsers, CONFUSIONS[string], strict=True):
        if parser not in explanation.readings or parser in BY_RELEASE.get(string, ()):
            continue
        reading = explanation.readings[parser]
        found = REFUSED if reading.failure is not None else reading.components["host"]
        assert found == host, (parser, reading)
        assert (parser in explanation.refused_by) == (host is REFUSED)
    hosts = {host for parser, host in zip(parsers, CONFUSIONS[string], strict=True) if parser in explanation.readings}
    assert ("host" in explanation.differences) == (len(hosts - {REFUSED}) > 1) or string in BY_RELEASE
    assert str(explanation)


def test_what_is_not_confusing():
    for string in (
        *("http://h/", "https://example.org:8443/a%20b?c#d", "http://h", "HTTP://H:80/?", "http://[::FFFF:127.0.0.1]/"),
        *("http://[2001:DB8:0:0::1]/", "http://h/?a='b'", "http://a=b@h/", "http://u:p:w@h/", "http://h/%41%7e%2d"),
    ):
        explanation = explain_differences(string)
        assert explanation.agree
        assert explanation.differences == {}
    for string in ("http://[::1", "http://h:x/"):
        explanation = explain_differences(string)
        assert explanation.agree
        assert len(explanation.refused_by) == len(explanation.readings)


@pytest.mark.parametrize(
    "string",
    [
        # Each parser is asked for what it would send, not for what it decodes for people.
        *("http://h/#a%25b", "http://h/#%e9", "http://h/#%2523%0A", "http://h/%25#%23", "http://h/?a#?%25"),
        *("http://%75%3a:%40@h/", "http://h/%25b?%25c", "http://h/%e9?%e9", "http://h?", "http://h?/#/"),
    ],
)
def test_no_parser_decodes(string):
    assert explain_differences(string).differences == {}


@pytest.mark.skipif("httpx" not in HERE, reason="httpx is not installed")
@pytest.mark.parametrize(
    ("string", "path"),
    [
        *(("?a", None), ("#/", None), ("foo:", None), ("foo:?/", None), ("", None), ("http:", None)),
        *(("/", "/"), ("/?a", "/"), ("foo:/", "/"), ("foo:/?a#b", "/"), ("http://h", "/"), ("http://h?a", "/")),
    ],
)
def test_httpx_has_no_path_where_there_is_none(string, path):
    assert explain_differences(string).readings["httpx"].components["path"] == path


@pytest.mark.parametrize(
    ("string", "component", "values"),
    [
        ("http://a/b/%2e%2e/c", "path", {"whatwg": "/c", "rfc3986": "/b/../c", "urllib.parse": "/b/../c"}),
        ("http://a/b/../c", "path", {"whatwg": "/c", "rfc3986": "/b/../c", "urllib.parse": "/b/../c"}),
        ("java\nscript:x", "scheme", {"whatwg": "javascript", "urllib.parse": "javascript"}),
        ("evil.com:80/x", "path", {"whatwg": "80/x", "rfc3986": "80/x", "urllib.parse": "80/x"}),
        ("http://[v1.A:B]/", "host", {"rfc3986": "v1.a:b"}),
        ("http://h:8\t1/", "port", {"whatwg": 81, "urllib.parse": 81}),
    ],
)
def test_other_components(string, component, values):
    explanation = explain_differences(string)
    for parser, value in values.items():
        assert explanation.readings[parser].components[component] == value


def test_a_reader_of_other_schemes_is_no_reader():
    for string in ("mailto:a@b", "ftp://h/", "foo:x"):
        assert "requests" not in explain_differences(string).readings
    assert explain_differences("ftp://h/a").agree


def test_a_reader_that_cannot_be_imported_is_none(monkeypatch):
    def broken(string, base):
        raise ImportError(string)

    monkeypatch.setitem(reading.PARSERS, "urllib.parse", (broken, None))
    assert "urllib.parse" not in explain_differences("http://h/").readings


def test_the_table():
    for odd in (
        "http://a\x1b[1mb/",
        "http://a\u202eb.com/",
        "http://a\x0b  rfc3986  evil.com/\u2028\x85",
        "http://\ud800a/",
    ):
        table = str(explain_differences(odd))
        assert table.count("\n") == len(explain_differences(odd).readings) + 1
        assert not set(table) & set("\x1b\u202e\x0b\u2028\x85\ud800")
    lines = str(explain_differences("http://evil.com\\@google.com/\x1b")).splitlines()
    assert lines[0] == "http://evil.com\\@google.com/\\x1b"
    assert lines[1].split()[:2] == ["username", "host"]
    assert [line.split()[0] for line in lines[2:5]] == ["whatwg", "rfc3986", "urllib.parse"]
    assert "evil.com" in lines[2]
    assert "rejects it: at 15: expected an ASCII letter, a digit," in lines[3]
    refused = explain_differences("http://h:x/")
    assert "rejects it: port-invalid: a port may contain only digits" in str(refused)
    assert [error.name for error in refused.errors] == ["port-invalid"]


@pytest.mark.parametrize(
    "string",
    [
        "http://user:s3cr3t@h/",
        "http:user:s3cr3t@h/",
        "http://user:80\\s3cr3t@h/",
        "http:/user:s3cr3t/x@h/",
        "//user:s3cr3t@h:x/",
        "http://user:s3cr3t@h:x/",
        "http://user:s3cr3t@h x/",
        "http://user:x:s3cr3t@[h/",
        "user:s3cr3t@h",
        "http://user:s3cr3t@evil@h/",
        "http:/user:s3cr3t@h/?e=a@b",
        "HTTP:user:s3cr3t@h/#a@b",
        "http://user\\:s3cr3t@h/?e=a@b",
        "https:/user:s3cr3t@host/mail?to=x@y",
        "http://user:80\\s3cr3t%2e@h/",
        "http://user:1\\s3cr3t\\x@host/",
        "http://user:80\\s3cr3t\\..\\zzz@host/",
        "http://user:80\\Zs3cr3t'@h/?a@b",
        "http://user:s3cr3t\uff20h/",
        "http:user:s3c\tr3t@h/",
        "https://user\\:%41s3cr3tQ:@h|/",
        "https://h/?u=https%3A%2F%2Fx%3As3cr3t%40y",
        "https://h/?u=https%253A%252F%252Fx%253As3cr3t%2540y#s%3As3cr3t%40",
        "http://user:80\\s3cr3t%40h/",
        "foo:s3cr3t%40h",
        "https://s3cr3t@h/",
        "https://s3cr3t@h:x/",
        "https://s3cr3t@a@h/",
        "http:\\\\s3cr3t@h/?a=b@c",
    ],
)
def test_a_password_is_not_shown(string):
    explanation = explain_differences(string)
    for text in (str(explanation), repr(explanation), *map(repr, explanation.readings.values())):
        assert "s3cr3t" not in text
        assert "S3CR3T" not in text.upper()


def test_what_is_no_secret_is_shown():
    table = str(explain_differences("http://evil.com\\@google.com/"))
    assert table.startswith("http://evil.com\\@google.com/\n")
    assert "evil.com\\" in table.splitlines()[4] or "%5C" in table.splitlines()[4]
    reading = explain_differences("https://u:p@h/?a=b").readings["whatwg"]
    assert (reading.without_secrets("username"), reading.without_secrets("password")) == ("***", "***")
    assert (reading.without_secrets("query"), reading.without_secrets("port")) == ("a=b", None)
    assert explain.Reading("x", "https://u@h/", {"username": "u", "port": 8}).shown("username") == "***"
    assert explain.Explanation("https://u@h/", {}, []).readings == {}
    assert explain.without_secrets("https://u@h/") == "https://***@h/"


@pytest.mark.parametrize("string", JOINED, ids=ascii)
def test_each_parser_joins_in_its_own_way(string):
    explanation = explain_differences(string, "https://h.example/a/b?c")
    for parser, there in zip(("whatwg", "rfc3986", "urllib.parse", *PEERS), JOINED[string], strict=True):
        if parser not in explanation.readings:
            assert there is REFUSED or (parser in PEERS and parser not in HERE)
            continue
        of_requests = {} if KEEPS_SLASHES or parser != "requests" else REQUESTS_BEFORE
        reading = explanation.readings[parser]
        components = reading.components
        found = REFUSED if reading.failure is not None else (components["host"], components["path"])
        assert found == of_requests.get(string, there), (parser, reading)
    assert explanation.base == "https://h.example/a/b?c"


def test_references_on_which_all_agree():
    for string in ("d?e#f", "../d", "/d//e", "?e", "#f", "https://other.example:81/", "//u:p@other.example/x"):
        explanation = explain_differences(string, "https://h.example/a/b?c")
        assert explanation.agree, explanation
        assert len({repr(reading.components) for reading in explanation.readings.values()}) == 1
    fragment = explain_differences("d", "https://h.example/a#f").readings
    assert {reading.components["fragment"] for reading in fragment.values()} == {None}


@pytest.mark.skipif("requests" not in HERE, reason="requests is not installed")
def test_requests_joins_as_it_follows_a_redirect(monkeypatch):
    monkeypatch.setattr("socket.socket.connect", lambda *_: pytest.fail("a parser sends something"))
    reading = explain_differences("", "https://h/").readings["requests"]
    assert reading.failure == "ValueError: requests does not follow a redirect to nothing"
    assert "requests" not in explain_differences("ftp://h/", "https://h/").readings
    assert "requests" not in explain_differences("x", "ftp://h/").readings
    assert (
        explain_differences("\t//a/", "https://h/").readings["requests"].failure.startswith("InvalidSchema: No connec")
    )
    assert explain_differences("/é", "https://h/").readings["requests"].components["path"] == "/%C3%A9"


def test_a_base_that_a_parser_rejects():
    explanation = explain_differences("x", "nonsense")
    assert explanation.readings["whatwg"].failure.startswith("base URL: missing-scheme-non-relative-URL: ")
    assert explanation.readings["rfc3986"].failure == "ValueError: the base must be absolute, but it has no scheme"
    assert explanation.readings["urllib.parse"].components["path"] == "x"
    assert explanation.errors == []
    assert not explanation.agree
    assert explain_differences("x", "http://a b/").readings["rfc3986"].failure.startswith("base URL: at 8: expected")
    assert explain_differences("a b", "http://h/").readings["rfc3986"].failure.startswith("at 1: expected")
    of_2020 = explain_differences("x", "http://a|b/", editions=["2020-11"]).readings
    assert of_2020["whatwg 2020-11"].components["host"] == "a|b"
    assert of_2020["whatwg"].failure.startswith("base URL: domain-to-ASCII: ")
    assert explain_differences("x", "").readings["whatwg"].failure.startswith("base URL: missing-scheme")
    errors = explain_differences("\\x", "https://h/").errors
    assert [(error.name, error.start) for error in errors] == [("invalid-reverse-solidus", 0)]


def test_the_table_shows_the_base():
    lines = str(explain_differences("\\x\u202e", "https://h/\u202e")).splitlines()
    assert lines[:2] == ["\\x\\u202e", "  base URL: https://h/\\u202e"]
    assert lines[2].split() == ["host", "path"]


@pytest.mark.parametrize(
    ("string", "base"),
    [
        ("x", "https://ghp_TOKEN:s3cr3t@h/"),
        ("x", "https://ghp_TOKEN@h/"),
        ("x", "https:s3cr3t:s3cr3t@h/"),
        ("x", "http://user:80\\s3cr3t@h/"),
        ("x y", "//user:s3cr3t@h:x/"),
        ("", "https://h/?password=s3cr3t"),
        ("#x", "https://h/?u=https%3A%2F%2Fx%3As3cr3t%40y"),
        ("//ghp_TOKEN:s3cr3t@h/", "https://h/"),
        ("/\\ghp_TOKEN@h/", "https://h/"),
        ("?password=s3cr3t", "https://h/"),
        ("https:ghp_TOKEN:s3cr3t@x", "https://h/"),
        ("x", "https://s3cr3t:@h|/"),
        ("x|", "mailto:s3cr3t:s3cr3t@h"),
    ],
)
def test_a_secret_of_the_base_is_not_shown(string, base):
    explanation = explain_differences(string, base, editions=["2020-11"])
    copied = pickle.loads(pickle.dumps(explanation))
    for one in (explanation, copied):
        for text in (str(one), repr(one), *map(repr, one.readings.values())):
            assert "s3cr3t" not in text.lower()
            assert "ghp_TOKEN" not in text
    assert copied.base == copied.readings["whatwg"].base == base
    assert str(copied) == str(explanation)


def test_a_long_string_has_many_errors_of_which_some_are_kept():
    assert len(explain_differences("http://h/?" + "%" * 5_000).errors) == 1_000


def test_wrong_types_and_odd_strings():
    for wrong in (None, 1, b"http://h/"):
        with pytest.raises(TypeError, match=type(wrong).__name__):
            explain_differences(wrong)
        if wrong is not None:
            with pytest.raises(TypeError, match=type(wrong).__name__):
                explain_differences("x", wrong)
    for odd in (
        "",
        "\ud800",
        "http://\ud800/",
        "http://xn--a/",
        "http://h/\ud800",
        "a" * 100_000,
        "http://[v1.a]/",
        "#",
    ):
        assert str(explain_differences(odd))
        assert str(explain_differences(odd, "https://h/"))
        assert str(explain_differences("x", odd))


def test_a_module_of_that_name_is_not_yet_the_package(monkeypatch):
    monkeypatch.setattr(reading, "_installed", set())
    # A program may insert a module like this; importlib finds no spec in it and raises ValueError.
    monkeypatch.setitem(sys.modules, "requests", ModuleType("requests"))
    assert "requests" not in explain_differences("http://h/").readings


@pytest.mark.skipif(not HERE, reason="no other parser is installed")
def test_what_is_not_installed_is_left_out(monkeypatch):
    monkeypatch.setattr(reading, "_installed", set())
    with monkeypatch.context() as uninstalled:
        uninstalled.setattr(reading, "find_spec", lambda name: None)
        assert list(explain_differences("http://h/").readings) == ["whatwg", "rfc3986", "urllib.parse"]
    # When a package has been installed, it is asked.
    assert set(explain_differences("http://h/").readings) > {"whatwg", "rfc3986", "urllib.parse"}


def test_why_the_standard_rejects_a_string_needs_only_the_fatal_error(monkeypatch):
    monkeypatch.setattr("py_url.InvalidURL.errors", property(lambda _: pytest.fail("all errors are found")))
    assert "rejects it: host-missing: " in str(explain_differences("http:" + "/" * 9))
    no_error = reading._failure(InvalidURL("x", list, fatal=lambda: None), "x", hidden_in("x"))
    assert no_error == "InvalidURL"
