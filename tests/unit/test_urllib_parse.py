"""`py_url.compat.urllib_parse`: the functions of `urllib.parse` with a browser's answers."""

import copy
import inspect
import json
import pickle
import re
import subprocess
import sys
import urllib.parse
from pathlib import Path

import pytest

from py_url import URL, InvalidURL
from py_url.compat import urllib_parse
from py_url.compat.urllib_parse import (
    ParseResult,
    ParseResultBytes,
    SplitResult,
    SplitResultBytes,
    parse_qs,
    parse_qsl,
    quote,
    quote_from_bytes,
    quote_plus,
    unquote,
    unquote_plus,
    unquote_to_bytes,
    urldefrag,
    urlencode,
    urljoin,
    urlparse,
    urlsplit,
    urlunparse,
    urlunsplit,
)
from tests.support.urllib_deviations import FUNCTIONS

ROOT = Path(__file__).parent.parent.parent
DOCUMENT = ROOT / "web" / "docs" / "start" / "from-urllib-parse.md"


@pytest.mark.skipif(sys.platform == "emscripten", reason="Pyodide has no processes, and no tests of CPython")
def test_every_deviation_has_a_reason():
    # In a process of its own, where `test` is not one of the build scripts.
    command = [sys.executable, "-m", "tests.support.urllib_deviations", "--json"]
    result = subprocess.run(command, capture_output=True, text=True, check=False, cwd=ROOT, timeout=300)
    if "No module named 'test" in result.stderr:
        pytest.skip("this Python comes without its own tests")
    assert result.stderr == ""
    answer = json.loads(result.stdout)
    assert answer["unexplained"] == []
    assert answer["calls"] > 900
    assert answer["different"] > 250
    # Each version of Python has other tests; the document has the table of one.
    if f"in CPython {sys.version.split()[0]}," in DOCUMENT.read_text("utf-8"):
        assert DOCUMENT.read_text("utf-8").endswith(f"\n{answer['table']}\n")


def test_the_names_and_signatures_are_the_same():
    assert sorted(urllib_parse.__all__) == sorted(urllib.parse.__all__)
    for name in FUNCTIONS:
        ours, theirs = (inspect.signature(getattr(module, name)) for module in (urllib_parse, urllib.parse))
        names = [name for name in theirs.parameters if not name.startswith("_")]
        assert [*ours.parameters][: len(names)] == names, name
        for parameter in names:
            default = theirs.parameters[parameter].default
            if parameter != "quote_via":
                # Python 3.15 has None where there was "": no default scheme, and an option that says nothing.
                assert (ours.parameters[parameter].default or None) == (default or None), (name, parameter)


@pytest.mark.parametrize(
    ("url", "components"),
    [
        ("HTTP://U:P@EXAMPLE.com:80/../a?b#c", ("http", "U:P@example.com", "/a", "b", "c")),
        ("https://:p@h:81", ("https", ":p@h:81", "/", "", "")),
        ("https://u@h", ("https", "u@h", "/", "", "")),
        (" ht\ttp:\\\\0x7f.1\\a b ", ("http", "127.0.0.1", "/a%20b", "", "")),
        ("file:C|/x", ("file", "", "/C:/x", "", "")),
        ("data:a b?c", ("data", "", "a b", "c", "")),
        ("foo://H:80/a\\b", ("foo", "H:80", "/a\\b", "", "")),
        ("foo:/.//a", ("foo", "", "//a", "", "")),
        ("", ("", "", "", "", "")),
        ("../a b?c d#e f", ("", "", "../a%20b", "c%20d", "e%20f")),
        ("//h:443\\a", ("", "h:443", "/a", "", "")),
        ("\\\\h:80\\a", ("", "h:80", "/a", "", "")),
        ("//h:0/", ("", "h:0", "/", "", "")),
        ("/\\h", ("", "h", "/", "", "")),
        ("\ud800'", ("", "", "%EF%BF%BD'", "", "")),
        ("?'", ("", "", "", "%27", "")),
    ],
)
def test_urlsplit(url, components):
    split = urlsplit(url)
    assert split == components
    assert type(split) is SplitResult
    assert isinstance(split, urllib.parse.SplitResult)
    if url.isascii():
        assert urlsplit(url.encode()) == tuple(part.encode() for part in components)
    if components[0] and not components[2].startswith("//"):  # the tuple does not say whether there was an empty host
        assert split.geturl() == URL(url).href


def test_the_default_scheme_says_how_a_browser_splits():
    assert urlsplit("\\\\h:443\\a", " http\n") == ("http", "h:443", "/a", "", "")
    assert urlsplit("//h:443/a", scheme="https") == ("https", "h", "/a", "", "")
    assert urlsplit("\\\\h?'", "foo") == ("foo", "", "\\\\h", "'", "")
    assert urlsplit("//H\x7f/a", "foo") == ("foo", "H%7F", "/a", "", "")
    assert urlsplit("//C|/a", "file") == ("file", "", "/C:/a", "", "")


def test_without_fragments():
    assert urlsplit("https://h#@e?x#y", allow_fragments=False) == ("https", "h", "/%23@e?x%23y", "", "")
    assert urlsplit("a?b#c", "", False) == ("", "", "a", "b%23c", "")
    assert urlparse("a;b#c", allow_fragments=False) == ("", "", "a", "b%23c", "", "")
    assert urljoin("https://h/a", "b#c#d", False) == "https://h/b%23c%23d"


def test_attributes():
    split = urlsplit("foo://U:P%40@HOST:8080/")
    assert (split.username, split.password, split.hostname, split.port) == ("U", "P%40", "HOST", 8080)
    for kind in (urlsplit, urlparse):
        assert kind("https://[::1]:1/").hostname == "::1"
        assert kind("foo://H/").hostname == "H"
        assert kind("a").hostname is None
        assert kind(b"foo://H/").hostname == b"H"
        assert kind(b"a").hostname is None
        assert kind("https://h/a;b?c#d").encode().decode() == kind("https://h/a;b?c#d")
        assert kind("https://h/a;b?c#d").geturl() == "https://h/a;b?c#d"
        assert kind(b"https://h/a;b?c#d").geturl() == b"https://h/a;b?c#d"
    assert type(urlsplit(b"a")) is SplitResultBytes
    assert type(urlparse("a")) is ParseResult
    assert type(urlparse(b"a").decode().encode()) is ParseResultBytes


def test_urlparse():
    assert urlparse("https://h/a;b/c;d;e?f") == ("https", "h", "/a;b/c", "d;e", "f", "")
    assert urlparse("data:a;b") == ("data", "", "a;b", "", "", "")
    assert urlunparse(("https", "h", "/a", "b?", "c", "d")) == "https://h/a;b%3F?c#d"
    assert urlunparse((b"https", b"h", b"/a", None, b"", b"")) == b"https://h/a"


@pytest.mark.parametrize(
    ("components", "url"),
    [
        (("HTTPS", "H", "a", "b", "c"), "https://h/a?b#c"),
        (("https", "h", "a?b#c", "d#e", "f#g"), "https://h/a%3Fb%23c?d%23e#f#g"),
        (("file", "", "a", None, None), "file:///a"),
        (("file", "", "", "", ""), "file:///"),
        (("file", "h", "\\a", "", ""), "file://h/a"),
        (("foo", "", "//a", "", ""), "foo:////a"),
        (("foo", "", "a", "", ""), "foo:a"),
        (("git", "", "/a", "", ""), "git:///a"),
        (("foo", "h", "", "", ""), "foo://h"),
        (("", "H:80", "a b", "", ""), "//h:80/a%20b"),
        (("", "", "//a", "", ""), "/.//a"),
        (("", "", "\\/a", "", ""), "/.//a"),
        (("", "", "a:b", "", ""), "./a:b"),
        (("", "", "+a:b", "", ""), "+a:b"),
        (("", "", "..", "a b", "c d"), "..?a%20b#c%20d"),
        (("", "", "", "", ""), ""),
    ],
)
def test_urlunsplit(components, url):
    assert urlunsplit(components) == url
    if all(components[:3]):
        assert urlunsplit([part.encode() for part in components]) == url.encode()


@pytest.mark.parametrize(
    ("url", "components"),
    [
        ("https://h?#", ("https", "h", "/", "", "")),
        ("https://u@h/", ("https", "u@h", "/", None, None)),
        ("file:/a", ("file", "", "/a", None, None)),
        ("sqlite:///foo.db", ("sqlite", "", "/foo.db", None, None)),
        ("sqlite:/foo.db", ("sqlite", None, "/foo.db", None, None)),
        ("foo:", ("foo", None, "", None, None)),
        ("foo://", ("foo", "", "", None, None)),
        ("foo:////a", ("foo", "", "//a", None, None)),
        ("foo:/.//a", ("foo", None, "//a", None, None)),
        ("git:/a", ("git", None, "/a", None, None)),
        ("data:a?#b", ("data", None, "a", "", "b")),
        ("a b?#", (None, None, "a%20b", "", "")),
        ("//H?", (None, "h", "/", "", None)),
        ("", (None, None, "", None, None)),
    ],
)
def test_what_is_missing_and_what_is_empty(url, components):
    split, parsed = urlsplit(url, missing_as_none=True), urlparse(url, missing_as_none=True)
    assert (split, type(split)) == (components, SplitResult)
    assert parsed == (*components[:3], None, *components[3:])
    whole = URL(url).href if components[0] else split.geturl()
    for result in (
        split,
        parsed,
        split.encode().decode(),
        copy.copy(split),
        *(pickle.loads(pickle.dumps(parsed, p)) for p in range(6)),
    ):
        assert result.geturl() == whole
        assert result._replace(fragment="x").geturl() == f"{whole.partition('#')[0]}#x"
        assert result._replace(fragment=None).geturl() == whole.partition("#")[0]
        if sys.version_info >= (3, 13):
            assert copy.replace(result, fragment="x").geturl() == result._replace(fragment="x").geturl()
    assert urlsplit(whole, missing_as_none=True) == components
    assert urlsplit(url) == tuple(part or "" for part in components)
    assert urlunsplit(tuple(split), keep_empty=True) == urlunsplit([*split], keep_empty=True) == whole
    assert urlunsplit(split, keep_empty=False) == urlunsplit(urlsplit(url)) == urlunsplit(tuple(split))
    assert urlunparse(parsed, keep_empty=False) == urlunparse(urlparse(url))
    if url.isascii():
        assert urlsplit(url.encode(), missing_as_none=True) == tuple(p if p is None else p.encode() for p in components)
        assert urlsplit(url.encode(), missing_as_none=True).geturl() == whole.encode()
        assert urlparse(url.encode(), missing_as_none=True).geturl() == whole.encode()
    for kind in (urlsplit, urlparse):
        with pytest.raises(ValueError, match="do not say what is missing; split the URL with missing_as_none=True"):
            (urlunsplit if kind is urlsplit else urlunparse)(kind(url), keep_empty=True)


def test_attributes_of_what_is_missing():
    for split in (urlsplit("a", missing_as_none=True), urlparse(b"a", missing_as_none=True)):
        assert (split.netloc, split.username, split.password, split.hostname, split.port) == (None,) * 5
    split = urlsplit("https://:p@h:81", missing_as_none=True)
    assert (split.username, split.password, split.hostname, split.port) == ("", "p", "h", 81)
    assert urlparse("https://h/a;", missing_as_none=True).geturl() == "https://h/a;"
    assert urlparse("https://h/a;").geturl() == "https://h/a"
    assert urlsplit("a", "ftp", missing_as_none=True).scheme == urlsplit("a", "ftp").scheme == "ftp"
    assert urlsplit("a", None).scheme == ""
    assert urlsplit("a?#b", allow_fragments=False, missing_as_none=True) == (None, None, "a", "%23b", None)
    assert urlsplit("a#", allow_fragments=False) == ("", "", "a%23", "", "")
    # A result that a program makes itself may say what is missing.
    assert urlunsplit(SplitResult("foo", "", "/a", "", None), keep_empty=True) == "foo:///a?"
    assert urlunsplit(("https", "h", "/", "", ""), keep_empty=True) == "https://h/?#"
    assert SplitResult("foo", "", "/a", "", "").geturl() == "foo:/a"
    assert urlunsplit(("https", "h", "/", "", None), keep_empty=True) == "https://h/?"
    assert urlunsplit(("file", None, "a", None, ""), keep_empty=True) == "file:///a#"
    with pytest.raises(InvalidURL):
        urlunsplit(("https", None, "/a", None, None), keep_empty=True)


def test_a_fragment_that_is_missing():
    for url, without, fragment in (("https://h/?#", "https://h/?", ""), ("a?#b", "a?", "b"), ("a", "a", None)):
        result = urldefrag(url, missing_as_none=True)
        assert (result, result.geturl()) == ((without, fragment), url)
        assert result.encode().geturl() == urldefrag(url.encode(), missing_as_none=True).geturl() == url.encode()
        assert result.encode().decode().geturl() == url
        assert urldefrag(url) == (without, fragment or "")
        assert urldefrag(url).geturl() == url.removesuffix("#")
        assert urljoin("", url) == url


def test_schemes_that_a_program_adds():
    assert urlunsplit(urlsplit("s3:///key")) == "s3:/key"
    urllib_parse.uses_netloc.append("s3")
    try:
        assert "s3" in urllib.parse.uses_netloc
        assert urlunsplit(urlsplit("s3:///key")) == "s3:///key"
    finally:
        urllib_parse.uses_netloc.remove("s3")
    for name in ("uses_relative", "uses_netloc", "uses_params", "uses_query", "uses_fragment"):
        assert getattr(urllib_parse, name) is getattr(urllib.parse, name)


def test_what_not_to_swap():
    """The table at the top of the document: each call gives what it says in both modules."""
    rows = re.findall(
        r"^\| [^|]+ \| `([^`]+)` \| `([^`]+)` \| `([^`]+)` \| [^|]+ \|$", DOCUMENT.read_text("utf-8"), re.MULTILINE
    )
    assert len(rows) > 5
    for call, theirs, ours in rows:
        for module, expected in ((urllib.parse, theirs), (urllib_parse, ours)):
            try:
                answer = repr(eval(call, vars(module)))
            except (TypeError, ValueError) as error:
                answer = "TypeError" if isinstance(error, TypeError) else "ValueError"
            assert answer == expected, (module.__name__, call)


@pytest.mark.parametrize("path", ["/\t/evil", "\n//evil", "/\r\n/evil", "/.//evil"])
def test_no_path_is_read_as_a_host(path):
    for scheme in ("foo", "mailto", "gopher", ""):
        assert urlsplit(urlunsplit((scheme, "", path, "", "")))[:2] == (scheme, "")


def test_what_is_no_url():
    for components in (("https", "", "/a", "", ""), ("https", "h:x", "", "", ""), ("", "h:x", "", "", "")):
        with pytest.raises(InvalidURL):
            urlunsplit(components)
    for netloc in ("a/b", "a?b", "a#b", "a\\b"):
        with pytest.raises(ValueError, match="the netloc has "):
            urlunsplit(("https", netloc, "", "", ""))
    for scheme in ("https://evil", "https://evil/", "foo:", " https", "1", "\n"):
        with pytest.raises(InvalidURL, match=r"invalid scheme .*: it is an ASCII letter and then"):
            urlunsplit((scheme, "h", "/p", "", ""))
    with pytest.raises(InvalidURL):
        urlunsplit(("foo", "a\\b", "", "", ""))
    for function, *arguments in (
        (urlsplit, "https://["),
        (urlsplit, "//h:x"),
        (urljoin, "a", "b"),
        (urldefrag, "http:"),
    ):
        with pytest.raises(InvalidURL):
            function(*arguments)


def test_urljoin():
    assert urljoin("https://h/a/b?c#d", "../e f") == "https://h/e%20f"
    assert urljoin(b"https://h/a", b"\\\\x\\y") == b"https://x/y"
    assert urljoin("https://h/a?b#c", "") == urljoin("https://h/a?b#c", None) == "https://h/a?b"
    assert urljoin("", "https://h") == "https://h/"
    assert urljoin("", "../a b#c") == "../a%20b#c"
    assert urljoin("", "\\\\h/x") == "//h/x"


def test_urldefrag():
    assert urldefrag("https://h#a b") == ("https://h/", "a%20b")
    assert urldefrag("https://h/?#") == ("https://h/?", "")
    assert urldefrag("a?b#c") == ("a?b", "c")
    assert urldefrag(b"a b#c") == (b"a%20b", b"c")
    assert urldefrag("a?#b") == ("a?", "b")
    assert isinstance(urldefrag("a"), urllib.parse.DefragResult)
    assert isinstance(urldefrag(b"a"), urllib.parse.DefragResultBytes)


def test_queries():
    assert parse_qsl("a=1&b=&c=%ff+\ud800") == [("a", "1"), ("c", "\ufffd \ufffd")]
    assert parse_qsl(b"a=%ff", keep_blank_values=True) == [(b"a", b"\xff")]
    assert parse_qsl(b"a=1;b=\xff", separator=b";") == [(b"a", b"1"), (b"b", b"\xff")]
    assert parse_qs("a=1&a=2;b=", True, separator="&") == {"a": ["1", "2;b="]}
    assert parse_qs("a=%e4", encoding="latin-1") == {"a": ["ä"]}
    assert urlencode([("a b", "~*'"), ("c", "\ud800")]) == "a+b=%7E*%27&c=%EF%BF%BD"
    assert urlencode({"a": ["b", 1]}, doseq=True, quote_via=quote) == "a=b&a=1"


def test_quoting():
    assert quote("a b/~!'()*ü\ud800") == "a%20b/~%21%27%28%29%2A%C3%BC%EF%BF%BD"
    assert quote("a/b", safe="") == "a%2Fb"
    assert quote("ä&", "&ä", "latin-1") == "%E4&"
    assert quote(bytearray(b"\xff "), safe=b" ") == "%FF "
    assert quote_plus("a b+/~*'") == "a+b%2B%2F%7E*%27"
    assert quote_plus("a b~", safe=b"~") == quote_plus("a b~", safe="~") == "a+b~"
    assert quote_plus(bytearray(b"a b~")) == "a+b%7E"
    assert quote_from_bytes(b"/\x7f") == "/%7F"
    assert unquote("%C3%BC%zz\ud800") == "ü%zz\ufffd"
    assert unquote(b"%E4", "latin-1") == "ä"
    assert unquote_plus("a+b%2B") == "a b+"
    assert unquote_to_bytes("\ud800%FF") == b"\xef\xbf\xbd\xff"
    assert unquote_to_bytes(b"%41") == b"A"


@pytest.mark.parametrize(
    "call",
    [
        lambda: urlsplit(1),
        lambda: urlsplit(None),
        lambda: urlsplit("a", b"b"),
        lambda: urlsplit(b"a", "b"),
        lambda: urljoin("https://h", b"a"),
        lambda: urlunsplit(("a", 1, "", "", "")),
        lambda: urldefrag(["a"]),
        lambda: quote(1),
        lambda: parse_qsl(["a"]),
        lambda: parse_qs(1),
        lambda: unquote(None),
        lambda: unquote_plus(b"a"),
        lambda: unquote_to_bytes(1),
        lambda: urlencode(1),
        lambda: quote(b"a", encoding="utf-8"),
        lambda: quote_from_bytes("a"),
    ],
)
def test_wrong_types(call):
    with pytest.raises(TypeError):
        call()


def test_a_str_of_another_class_is_a_str():
    name = type("Name", (str,), {})
    assert urlsplit(name("https://h"), name("")) == ("https", "h", "/", "", "")
