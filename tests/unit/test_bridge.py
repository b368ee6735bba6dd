"""The strings that pass between JavaScript and Python."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from py_url import URL, URLSearchParams
from py_url.programs import bridge

ROOT = Path(__file__).parent.parent.parent


def unpack(packed, given):
    """The href and the origin of a packed URL, as web/lib/url.js unpacks it. An origin that does not cross is None."""
    if packed is True:
        return given, None
    assert packed != given, "it need not cross"
    if packed[0] == "|":
        origin, _, href = packed[1:].partition("\n")
        return href, origin
    return packed, None


@pytest.mark.parametrize(
    "href",
    [
        "http://h/",
        "http://h/a?q=1#f",
        "https://h:8080/?#",
        "https://u:p@h:8080/a/b?q#f",
        "https://u@h/?#",
        "http://:p@[::1]:1/",
        "file:///C:/x?y",
        "file://h/x",
        "foo://",
        "foo://h",
        "foo://h:1?q",
        "foo:/.//x?#f",
        "foo:x",
        "mailto:a@b?c=d",
        "blob:https://h:444/x",
        "blob:x",
        "ws://h:81/x?",
    ],
)
def test_packed_url(href):
    url = URL(href)
    expected = None if url.origin == f"{url.protocol}//{url.host}" else url.origin
    assert (expected is None) == href.startswith(("http", "ws"))
    for given in (href, f" {href}"):
        for base in (None, "http://b/"):
            assert unpack(bridge.parse_url(given, base), given) == (url.href, expected)
            assert bridge.parse_url_or_empty(given, base) == bridge.parse_url(given, base)
    # The result of a change is always a string: nothing says what it could be equal to.
    assert unpack(bridge.change(href, "0?"), None) == (url.href, expected)


def test_failure_crosses_as_text():
    assert bridge.parse_url("http://h:x/").startswith("!'http://h:x/': port-invalid")
    assert bridge.parse_url("http://u:secret@h:x/").startswith("!'http://***@h:x/': port-invalid")
    assert bridge.parse_url("x", "y").startswith("!invalid base URL 'y'")
    assert bridge.parse_url_or_empty("http://h:x/") == bridge.parse_url_or_empty("x", "y") == ""
    assert bridge.parse_url_or_empty("x", "http://h/") == "http://h/x"


def test_a_url_that_ends_with_its_host():
    assert bridge.parse_url("http://h:8080") == "http://h:8080/"
    assert bridge.parse_url("http://h:8080/") is True
    assert bridge.parse_all(f"http://h{bridge.SEPARATOR}http://h/") == "http://h/\nhttp://h/"


def test_many_at_once():
    joined = bridge.SEPARATOR.join(["http://H/", "", "x", "//y:z"])
    hrefs = bridge.parse_all(joined, "http://b/").split("\n")
    assert hrefs[:3] == ["http://h/", "http://b/", "http://b/x"]
    assert hrefs[3].startswith("!invalid URL '//y:z'")
    assert in_buffer("parse_all", joined.replace(bridge.SEPARATOR, "\0"), "http://b/").split("\n") == hrefs
    assert bridge.parse_all("").startswith("!invalid URL ''")
    # No line ends within an error.
    assert len(bridge.parse_all("a\nb\r\x85\u2028").splitlines()) == 1


def test_setting_members():
    values = ["wss", "u", "p", "i:1", "j", "81", "/a", "b", "c"]
    url = URL("http://h/")
    for digit, (member, value) in enumerate(zip(bridge.SETTABLE, values, strict=True)):
        expected = URL(url.href)
        setattr(expected, member, value)
        assert bridge.change(url.href, f"{digit}{value}") == expected.href != url.href
        url = expected
    changes = bridge.SEPARATOR.join(f"{digit}{value}" for digit, value in enumerate(values))
    assert bridge.change("http://h/", changes) == url.href == "wss://u:p@j:81/a?b#c"
    assert bridge.change("http://h/", f"5{bridge.SEPARATOR}5x") == "http://h/"


def in_buffer(name, first, second=None):
    data = (first if second is None else f"{second}\n{first}").encode()
    bridge.buffer[: len(data)] = data
    return bridge.in_buffer[name](len(data), second is not None)


def test_strings_in_the_buffer():
    assert in_buffer("parse_url", " http://h/\n\u00fc") == bridge.parse_url(" http://h/\n\u00fc") == "http://h/%C3%BC"
    assert in_buffer("parse_url", "x\ny", "http://h/") == bridge.parse_url("x\ny", "http://h/") == "http://h/xy"
    assert in_buffer("parse_url", "", "x") == bridge.parse_url("", "x") != bridge.parse_url("x")
    assert in_buffer("parse_url_or_empty", "x") == ""
    assert in_buffer("can_parse", "x", "http://h/") is True
    assert in_buffer("can_parse", "x") is False
    assert (
        in_buffer("parse_pairs", "a=\U0001f4a9&b")
        == f"a{bridge.SEPARATOR}\U0001f4a9{bridge.SEPARATOR}b{bridge.SEPARATOR}"
    )
    assert in_buffer("change", "7b\n\u00fc", "https://example.com/?a#f") == "https://example.com/?b%C3%BC#f"
    assert in_buffer("change", "8\n", "foo:x") == "|null\nfoo:x#"


PAIRS = [("a", "1"), ("", ""), ("\U0001f4a9", "\uffff"), ("a", "\x00\n")]


def test_pairs():
    packed = bridge.SEPARATOR.join(string for pair in PAIRS for string in pair)
    assert bridge.parse_pairs(str(URLSearchParams(PAIRS))) == packed
    assert bridge.parse_pairs("") == ""
    assert bridge.parse_pairs("=") == bridge.SEPARATOR


def test_what_characters_become_in_a_form():
    assert bridge.in_form.split(" ") == [str(URLSearchParams({chr(unit): ""}))[:-1] for unit in range(128)]


def test_can_parse():
    assert bridge.can_parse("http://h") is True
    assert bridge.can_parse("h") is False
    assert bridge.can_parse("h", "http://h") is True
    assert bridge.can_parse("http://h", "h") is False


# What the functions of the bridge load and compile after the program that prepares a snapshot.
LEFT_FOR_LATER = """
import re, sys
# What it leaves out of the memory is Pyodide's.
alone = False
with open("build_scripts/building/prepare_snapshot.py") as program:
    exec(program.read())
from py_url.programs import bridge
loaded, compiled, compile = {*sys.modules}, [], re.compile
re.compile = lambda pattern, *flags: compiled.append(pattern) or compile(pattern, *flags)
for url in ("HTTPS://U@H/../a b?c d#e f", "file:///C|/../b", "foo:a b?c d", "http://\\xfc/", "http://u:p@h:x/", "http://"):
    bridge.parse_url(url)
    bridge.parse_url("../x y", url)
bridge.parse_pairs("a=%20&b=c")
for digit in range(len(bridge.SETTABLE)):
    for href in ("http://h/", "foo://h/"):
        bridge.change(href, f"{digit}1 2")
print(sorted({*sys.modules} - loaded), compiled)
"""


@pytest.mark.skipif(sys.platform == "emscripten", reason="Pyodide has no processes")
def test_a_snapshot_leaves_nothing_for_the_first_use():
    environment = os.environ | {"PYTHONPATH": str(ROOT), "PYTHONHASHSEED": "0"}
    command = [sys.executable, "-c", LEFT_FOR_LATER]
    result = subprocess.run(command, env=environment, cwd=ROOT, capture_output=True, text=True, check=True, timeout=120)
    # The program lists the modules first.
    assert result.stdout.splitlines()[-1] == "[] []"
