"""The parsers of other packages: what each makes of confusing strings, how long it takes, and how it is isolated."""

import sys
import time
from importlib import import_module

import pytest

from py_url import guard
from py_url.explain import explain_differences, read
from py_url.parsers.others import OTHER_PARSERS
from py_url.parsers.usual import LONGEST, OWN_PARSERS, PARSERS
from tests.support.shapes import SHAPES


def can_be_imported(package):
    """Pyodide finds the files of some packages and cannot import their compiled parts."""
    try:
        return package is None or import_module(package) is not None
    except ImportError:
        return False


HERE = [name for name, (_, package) in OTHER_PARSERS.items() if can_be_imported(package)]
if sys.platform == "emscripten" and "hyperlink" in HERE:
    HERE.remove("hyperlink")  # it refuses IPv6 addresses, because Pyodide's socket module does
ALL = [name for name, (_, package) in {**PARSERS, **OTHER_PARSERS}.items() if can_be_imported(package)]
REFUSED, NO_PARSER, NONE = object(), object(), None

# The string, and its host according to httpx2, urllib3, aiohttp, w3lib, hyperlink, furl, pydantic, ada-url, upa-url and
# the package rfc3986.
HOSTS = {
    "http://example.com:8080/a?b#c": ("example.com",) * 10,
    "http://u:p@[::1]:80/": ("::1",) * 10,
    "http://faß.example/": (
        *(*["xn--fa-hia.example"] * 3, "fass.example", "xn--fa-hia.example", "faß.example"),
        *(*["xn--fa-hia.example"] * 3, REFUSED),
    ),
    "http://evil.com\\@google.com/": (
        *("google.com", "evil.com", REFUSED, "evil.com", "google.com", "google.com"),
        *("evil.com", "evil.com", "evil.com", "evil.com"),
    ),
    "http://0x7f.1/": (*["0x7f.1"] * 6, *["127.0.0.1"] * 3, "0x7f.1"),
    "http:evil.com": (NONE, NONE, REFUSED, NONE, NONE, NONE, *["evil.com"] * 3, NONE),
    "mailto:a@b": (NONE, NONE, NO_PARSER, *[NONE] * 7),
    "http://h:x/": (REFUSED,) * 10,
}  # fmt: skip
# The same for where a reference leads from https://h.example:81/a/b?c.
JOINED = {
    "d?e#f": (*["h.example"] * 6, NO_PARSER, *["h.example"] * 3),
    "//e.example": (*["e.example"] * 6, NO_PARSER, *["e.example"] * 3),
    "///e.example": (*["h.example"] * 6, NO_PARSER, "e.example", "e.example", "h.example"),
    "/\\e.example": (*["h.example"] * 6, NO_PARSER, "e.example", "e.example", "h.example"),
}  # fmt: skip


def check(string, base, expected):
    readings = read(string, base, parsers=["whatwg", *HERE])
    found = {}
    for name in HERE:
        reading = readings.get(name)
        found[name] = (
            NO_PARSER if reading is None else REFUSED if reading.failure is not None else reading.components["host"]
        )
    assert found == {name: host for name, host in zip(OTHER_PARSERS, expected, strict=True) if name in HERE}, readings


@pytest.mark.parametrize("string", HOSTS, ids=ascii)
def test_hosts(string):
    check(string, None, HOSTS[string])


@pytest.mark.parametrize("string", JOINED, ids=ascii)
def test_references(string):
    check(string, "https://h.example:81/a/b?c", JOINED[string])


def test_all_components():
    for name, reading in read("http://u:p@h.example:8080/a/b?c=d#e", parsers=["whatwg", *HERE]).items():
        expected = ("http", "u", "p", "h.example", 8080, "/a/b", "c=d", "e")
        assert tuple(reading.components.values()) == expected, name
    for name, reading in read("../d?e", "http://h.example:8080/a/b/c#f", parsers=["whatwg", *HERE]).items():
        expected = ("http", None, None, "h.example", 8080, "/a/d", "e", None)
        assert tuple(reading.components.values()) == expected, name


def test_which_parsers_are_asked():
    assert [*read("x:")] == [name for name in ALL if name in PARSERS and name != "requests"]
    assert [*read("http://h/", parsers="all")] == [*read("http://h/", parsers=["all"])] == ALL
    assert [*read("http://h/", parsers=["urllib.parse", "all"])] == [
        "urllib.parse",
        *[n for n in ALL if n != "urllib.parse"],
    ]
    assert explain_differences("http://h/", parsers="all").agree
    with pytest.raises(ValueError, match=r"must be one of whatwg, .*, rfc3986-package, curl, .*, all, not 'lynx'"):
        read("http://h/", parsers=["lynx"])
    with pytest.raises(TypeError, match="the parsers must be a list or another iterable of str, not one str"):
        read("http://h/", parsers="yarl")


@pytest.mark.parametrize("name", [name for name in ALL if name not in OWN_PARSERS])
def test_no_parser_takes_two_seconds(name):
    """This is what `LONGEST` is for: most of them take a time that grows with the square of a host's length."""
    for shape, make in SHAPES.items():
        if not shape.startswith(("host of", "IPv", "query", "path of marks", "path to encode", "userinfo")):
            continue  # no parser takes a tenth of a second for these
        string = make(LONGEST - 100)
        started = time.process_time()
        reading = read(string[:LONGEST], parsers=["whatwg", name]).get(name)
        assert time.process_time() - started < 2, shape
        assert reading is None or not reading.is_slow


def test_a_long_string_is_slow():
    long = "http://h.example/" + "a" * LONGEST
    for readings in (read(long, parsers="all"), read("a", long, parsers="all")):
        assert [name for name, reading in readings.items() if reading.is_slow] == [
            name for name in readings if name not in OWN_PARSERS
        ]
        assert readings["whatwg"].components["host"] == "h.example"
        assert readings["urllib.parse"].failure == "slow: not asked about more than 10,000 code points"
    assert not read(long[:LONGEST])["urllib.parse"].is_slow
    assert not read(long, parsers=["whatwg"], editions=["2020-11"])["whatwg 2020-11"].is_slow
    policy = guard.Policy(max_length=None)
    assert guard.check_fetch(long, policy).allowed  # an ordinary URL, on which all parsers agree
    verdict = guard.check_fetch(f"{long}é", policy)
    assert [reason.name for reason in verdict.reasons] == ["too-long"]
    assert "urllib.parse could take seconds" in verdict.reasons[0].message
    assert guard.check_fetch(f"{long}é", policy.replace(parsers=OWN_PARSERS)).allowed


def test_a_reader_that_panics(monkeypatch):
    """What Rust raises is no Exception."""
    panic = type("PanicException", (BaseException,), {})

    def panics(string, base):
        raise panic("called `Option::unwrap()` on a `None` value")

    def interrupted(string, base):
        raise KeyboardInterrupt

    monkeypatch.setitem(PARSERS, "urllib.parse", (panics, None))
    assert read("http://h/")["urllib.parse"].failure == "PanicException: called `Option::unwrap()` on a `None` value"
    monkeypatch.setitem(PARSERS, "urllib.parse", (interrupted, None))
    with pytest.raises(KeyboardInterrupt):
        read("http://h/")


@pytest.mark.parametrize("name", [name for name in ("urllib3", "httpx2") if name in HERE])
def test_the_guard_asks_parsers_by_name(name):
    for parsers in ("all", ["all"], [name]):
        policy = guard.Policy(parsers=parsers)
        assert policy.parsers == (("all",) if "all" in parsers else (name,))
        assert guard.check_fetch("https://example.com/é", policy).allowed
        assert [reason.name for reason in guard.check_fetch("http:example.com", policy).reasons] == ["parsers-differ"]
