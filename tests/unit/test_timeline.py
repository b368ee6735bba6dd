"""The parser step by step: which state did what, and where the components are. More inputs: `tests/wpt`."""

from itertools import islice

import pytest

from py_url import InvalidURL
from py_url.explain import Effect, Part, Step, parts, sentences, steps
from py_url.standard import State, basic_parse

EXAMPLE = "  https://u:p@EXAMPLE.com:443/a/./b/../c?x=1#f"


def said(url, base=None):
    return [(step.name, url[step.start : step.end], step.said) for step in steps(url, base)]


def test_an_example():
    listed = list(steps(EXAMPLE))
    assert [(step.state, step.code_points, step.buffer) for step in listed] == [
        (None, "  ", ""),
        (State.SCHEME_START, "", ""),
        (State.SCHEME, "https:", "https"),
        (State.SPECIAL_AUTHORITY_SLASHES, "//", ""),
        (State.SPECIAL_AUTHORITY_IGNORE_SLASHES, "", ""),
        (State.AUTHORITY, "u:p@", "u:p"),
        (State.HOST, "EXAMPLE.com:", "EXAMPLE.com"),
        (State.PORT, "443", "443"),
        (State.PATH_START, "/", ""),
        (State.PATH, "a/", "a"),
        (State.PATH, "./", "."),
        (State.PATH, "b/", "b"),
        (State.PATH, "../", ".."),
        (State.PATH, "c?", "c"),
        (State.QUERY, "x=1#", "x=1"),
        (State.FRAGMENT, "f", ""),
    ]
    assert [effect for step in listed for effect in step.effects] == [
        ("scheme", "set", "https"),
        ("username", "set", "u"),
        ("password", "set", "p"),
        ("host", "set", "example.com"),
        ("path", "append", "a"),
        ("path", "append", "b"),
        ("path", "remove", "b"),
        ("query", "set", ""),
        ("path", "append", "c"),
        ("query", "set", "x=1"),
        ("fragment", "set", ""),
        ("fragment", "set", "f"),
    ]
    assert {step.errors[0].name for step in listed if step.errors} == {"invalid-URL-unit", "invalid-credentials"}


# For each sentence, an input and a base URL that lead to it.
SAID = {
    "preprocessing": ("\thttp://h/", None),
    "scheme start: a letter": ("a:", None),
    "first code point is not an ASCII letter": ("//x", "http://h/"),
    "No ':' ends these letters": ("abc", "http://h/"),
    "'http', which is special. The base URL has the same one": ("http:x", "http://h/"),
    "'x', which is not special. A '/' follows": ("x:/a", None),
    "No '/' follows, so the path is opaque": ("x:a", None),
    "but '//' follows: an authority": ("http://x", "http://h/"),
    "the base URL and no '//' follows": ("http:x", "http://h/"),
    "A second '/' follows": ("x://h", None),
    "No second '/' follows": ("x:/h", None),
    "base URL's path is opaque, so only": ("#x", "data:x"),
    "The base URL is a URL with a path": ("x", "http://h/"),
    "The base URL is a file URL": ("x", "file:///"),
    "A slash: the path, or after": ("/x", "http://h/"),
    "Only the query is new": ("?x", "http://h/"),
    "Only the fragment is new": ("#x", "http://h/"),
    "Nothing is left": ("", "http://h/"),
    "A relative path: it replaces the last segment of the base URL's path.": ("x", "http://h/"),
    "A second slash: an authority begins": ("//x", "x://h/"),
    "No second slash: the host is the base URL's": ("/x", "http://h/"),
    "'//' follows the scheme": ("http://h/", None),
    "'//' is missing": ("http:h", None),
    "There are no more slashes": ("http://h/", None),
    "More slashes are skipped": ("http:////h/", None),
    "What precedes the last '@'": ("http://u@h/", None),
    "There is no '@'": ("http://h/", None),
    "and a port follows. The host parser gives 'h'.": ("http://H:80/", None),
    "The host parser gives '127.0.0.1'": ("http://0x7f.1/", None),
    "The host parser gives an empty host": ("x:///", None),
    "80 is the scheme's default port": ("http://h:80/", None),
    "The port is 81": ("http://h:081/", None),
    "There are no digits": ("http://h:/", None),
    "A slash follows the scheme": ("file:/x", None),
    "but not its drive letter": ("x", "file:///C:/a"),
    "the base URL is not a file URL": ("file:x", "http://h/"),
    "A second slash: a host may follow": ("file://h/", None),
    "No second slash: the path begins here": ("file:/x", None),
    "This is a Windows drive letter and not a host": ("file://C:/", None),
    "It is an empty host; 'localhost'": ("file://localhost/", None),
    "The path begins.": ("http://h/", None),
    "There is no path; a '?'": ("x://h?q", None),
    "There is no path; a '#'": ("x://h#q", None),
    "There is no path. The input": ("x://h", None),
    "the segment before it is removed": ("http://h/a/..", None),
    "there is no segment to remove": ("http://h/%2e%2E/a", None),
    "A single-dot segment": ("http://h/./a", None),
    "its second character becomes ':'": ("file:///C|/", None),
    "A segment is added to the path. A '?' follows": ("file:///a?b", None),
    "An empty segment is added to the path. The input ends": ("http://h/", None),
    "The path is opaque: it has no segments. A '#'": ("x:a#", None),
    "The query is percent-encoded. A '#'": ("x:a?b#", None),
    "The fragment is percent-encoded. The input ends": ("x:a#b", None),
    "returns failure: the host is missing": ("http:", None),
}
SENTENCES = {
    "preprocessing": sentences.PREPROCESSING,
    "scheme start: a letter": "The first code point is an ASCII letter, so a scheme may begin here.",
}


@pytest.mark.parametrize("part", SAID)
def test_what_is_said(part):
    assert [text for _, _, text in said(*SAID[part]) if SENTENCES.get(part, part) in text]


def test_every_pair_of_states_has_its_sentence():
    """Each entry of the table is used."""
    cases = [*SAID.values(), ("file:?q", "file:///"), ("#q", "file:///"), ("file:", "file:///"), ("//x", "http://h/")]
    reached = {(step.state, step.next) for case in cases for step in steps(*case)}
    assert sentences._SENTENCES.keys() <= reached


def test_a_failure_in_the_host_shows_what_was_read():
    *_, last = steps("http://a b:80/")
    assert (last.state, last.buffer, last.code_points) == (State.HOST, "a b", "")
    assert [(error.name, error.fatal) for error in last.errors] == [("domain-to-ASCII", True)]
    assert last.next is None


def test_the_encoding_of_the_query():
    *_, query = steps("http://h/?ä", encoding="windows-1252")
    assert query.effects == (("query", "set", "%E4"),)
    with pytest.raises(LookupError):
        steps("x:", encoding="nonsense")


def test_the_base_may_change_afterwards():
    base = basic_parse("http://h/a")
    listed = steps("b", base)
    base.scheme = "ftp"
    assert Effect("scheme", "set", "http") in [effect for step in listed for effect in step.effects]


def test_anchors():
    links = {step.state: step.link for url in ("x:a", EXAMPLE) for step in steps(url)}
    assert links[None] == "https://url.spec.whatwg.org/#concept-basic-url-parser"
    assert links[State.OPAQUE_PATH] == "https://url.spec.whatwg.org/#cannot-be-a-base-url-path-state"
    assert links[State.SPECIAL_AUTHORITY_SLASHES].endswith("#special-authority-slashes-state")


def test_a_repr_shows_nothing_of_the_input():
    shown = repr(list(steps("https://u:s3cr3t@h:x/"))) + repr(Effect("password", "set", "s3cr3t"))
    assert "s3cr3t" not in shown
    assert "<Step: authority state at 8-17, then host state>" in shown
    assert "then failure>" in shown
    assert "then the end>" in repr(list(steps("x:")))


def test_only_the_first_errors_of_a_state_are_listed():
    *_, last = steps("x:" + " " * 5_000 + "a")
    assert len(last.errors) == 1_000
    *_, last = steps("x://" + "\u00ad" * 2_000 + "<")
    assert last.is_failure
    before = [*steps("http://" + "a@" * 3_000)][-1]
    assert len(before.errors) == 1_001
    assert before.is_failure


def test_a_long_path_is_linear():
    """Steps are made when they are asked for, and each takes only its segment."""
    long = "http://h/" + "a/" * 200_000
    first = list(islice(steps(long), 20))
    assert [step.code_points for step in first[-2:]] == ["a/", "a/"]
    assert sum(1 for _ in steps(long)) == 200_000 + 8


@pytest.mark.parametrize(
    ("url", "base", "expected"),
    [
        (
            EXAMPLE,
            None,
            {
                "scheme": "https", "username": "u", "password": "p", "host": "EXAMPLE.com", "port": "443",
                "path": "/a/./b/../c", "query": "x=1", "fragment": "f",
            },
        ),
        ("http://h", None, {"scheme": "http", "host": "h"}),
        ("http://h?#", None, {"scheme": "http", "host": "h", "query": "", "fragment": ""}),
        ("http://:p@h", None, {"scheme": "http", "password": "p", "host": "h"}),
        ("http://a@b:c@h", None, {"scheme": "http", "username": "a@b", "password": "c", "host": "h"}),
        ("../x?y", "http://h/a/b", {"path": "../x", "query": "y"}),
        ("/x", "http://h/a/b", {"path": "/x"}),
        ("//x\\y", "http://h/a/b", {"host": "x", "path": "\\y"}),
        ("mailto:a@b?c", None, {"scheme": "mailto", "path": "a@b", "query": "c"}),
        ("x:/a", None, {"scheme": "x", "path": "/a"}),
        ("x://[::1]:8/", None, {"scheme": "x", "host": "[::1]", "port": "8", "path": "/"}),
        ("file://C|/x", None, {"scheme": "file", "path": "C|/x"}),
        ("file:///C|/x", None, {"scheme": "file", "path": "/C|/x"}),
        ("file:x", None, {"scheme": "file", "path": "x"}),
        ("file://lo\tcalhost/x", None, {"scheme": "file", "host": "lo\tcalhost", "path": "/x"}),
        ("http://\U0001f4a9\ud83d\udca9/\ud83d\udca9#", None, {
            "scheme": "http", "host": "\U0001f4a9\ud83d\udca9", "path": "/\ud83d\udca9", "fragment": "",
        }),
        ("http://a b/c", None, {"scheme": "http", "host": "a b"}),
        ("http://h:99999/c", None, {"scheme": "http", "host": "h", "port": "99999"}),
        ("a b", None, {}),
    ],
)  # fmt: skip
def test_parts(url, base, expected):
    assert {name: url[start:end] for name, start, end in parts(url, base)} == expected


def test_types_and_samples():
    assert parts("x:") == [Part("scheme", 0, 1)]
    assert isinstance(next(steps("x:")), Step)
    with pytest.raises(InvalidURL, match="invalid base URL"):
        parts("x", "http://[")
    with pytest.raises(TypeError, match="the URL must be a str, not bytes"):
        parts(b"x:")
