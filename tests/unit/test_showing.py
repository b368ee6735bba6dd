"""§1.1: how an error shows its input: where it points, and what it never reveals."""

import pytest

from py_url import URL, display
from py_url.environment import Document, Hyperlink, Location
from py_url.explain import explain_differences
from py_url.standard import basic_parse
from py_url.standard.infra.showing import pointed_at
from tests.unit.test_errors import error_of


def test_the_text_says_what_is_wrong_and_points_at_the_place():
    assert str(error_of("https://example.org:7z/")) == (
        "invalid URL: port-invalid at 21: a port may contain only digits; remove everything else\n"
        "    https://example.org:7z/\n"
        "                         ^"
    )
    assert str(error_of("https://example.org:70000")) == (
        "invalid URL: port-out-of-range at 20-25: a port may be at most 65535; write a smaller number\n"
        "    https://example.org:70000\n"
        "                        ^^^^^"
    )
    assert str(error_of("http://")).endswith("\n    http://\n           ^")


@pytest.mark.parametrize(
    ("input", "line", "carets"),
    [
        ("http://\U0001f4a9\u4e2d e\u0301x/", "http://\U0001f4a9\u4e2d e\u0301x/", "           ^"),
        ("http://e\u0301 x/", "http://e\u0301 x/", "        ^"),
        ("\x1b[1m\thttp://\u202e/", "\\x1b[1m\\thttp://\\u202e/", "    " + "^" * 19),
        ("http://u:p@h:x@h:y/", "http://***@h:y/", "             ^"),
        ("http://u:p@h x:1/", "http://***@h x:1/", "            ^"),
        ("http://h:x/" + "a" * 200, "http://h:x/" + "a" * 39 + "\u2026", "         ^"),
        ("http://" + "a" * 200 + " /", "\u2026" + "a" * 40 + " /", " " * 41 + "^"),
        ("http://" + "a" * 200, "http://" + "a" * 80 + "\u2026", None),
    ],
)
def test_the_line_that_points(input, line, carets):
    if carets is None:
        assert pointed_at(input, 7, 207, []) == (line, " " * 7 + "^" * 81)
        return
    _, shown, pointing = str(error_of(input)).split("\n")
    assert shown == "    " + line
    assert pointing == "    " + carets


def test_on_one_line_the_input_is_quoted():
    assert error_of("https://ex\nam ple/").on_one_line() == (
        "invalid URL 'https://ex\\nam ple/': domain-to-ASCII at 13: a domain may not contain U+0020 SPACE; remove it"
    )


@pytest.mark.parametrize(
    "input",
    [
        "http://user:secret@exa mple.org/",
        "http://user:secret@",
        "http:user:secret@host:x",
        "\\\\user:secret@host",
        "//user:secret@host",
        "  http://user:secret@host:x",
        "ht\ttp://user:secret@host:x",
        "http://user:sec@ret@host:secret@:x",
        "http://user:sec/ret@host/",
        "foo://user:secret@ho st",
        "http://host:secret@",
        "http://user:pa?secret@host:x",
        "http://exa mple.org/?next=https://u:secret@h/",
        "https://exa mple.org/a?b=//u:secret@h/&c=http://v:secret@i/",
        "https://exa mple.org/?a=b&password=secret;c",
        "https://exa mple.org/?%70assWord=secret#c",
        "https://exa mple.org/#password=secret",
        "password=secret",
    ],
)
def test_a_password_is_never_shown(input):
    error = error_of(input)
    assert error.args == ()
    for text in (str(error), repr(error), error.on_one_line(), *map(repr, error.errors)):
        assert "secret" not in text
        assert "ret@" not in text
    assert error.input == input


@pytest.mark.parametrize(
    ("input", "line", "carets"),
    [
        ("https://exa mple.org/?mail=x@y", "https://exa mple.org/?mail=x@y", "           ^"),
        ("https://exa mple.org/@x/y@z", "https://exa mple.org/@x/y@z", "           ^"),
        ("https://t@exa mple.org/@x", "https://***@exa mple.org/@x", "               ^"),
    ],
)
def test_text_that_is_not_userinfo_is_shown(input, line, carets):
    assert str(error_of(input)).split("\n")[1:] == ["    " + line, "    " + carets]


@pytest.mark.parametrize(
    "url",
    [
        "https://h/?password=secret",
        "https://h/#p%61ssword=secret",
        "xmpp:r@h?join;password=secret",
        "https://h/?next=https%3A%2F%2Fi%2F%3Fpassword%3Dsecret",
        "https://h/?next=https%253A%252F%252Fi%252F%253Fa%253Db%2526password%253Dsecret",
    ],
)
def test_the_value_of_a_secret_parameter_is_not_in_a_repr(url):
    record = basic_parse(url)
    document = Document("https://h/")
    for shown in (
        URL(url),
        URL(url).search_params,
        record,
        Hyperlink(document, url),
        Location(Document(url)),
        display(url, whole_host=True),
        explain_differences(url).readings["whatwg"],
    ):
        assert "secret" not in repr(shown)
    assert URL("https://h/?passwords=all&other=x").href in repr(URL("https://h/?passwords=all&other=x"))


def test_what_follows_the_last_at_sign_is_shown():
    assert " http://***@exa mple.org/a\n" in str(error_of("http://u:p@exa mple.org/a"))
    assert " http://exa mple.org/a\n" in str(error_of("http://exa mple.org/a"))


def test_a_long_input_is_cut():
    error = error_of("http://h:x/" + "a" * 1_000_000)
    assert len(str(error)) < 300
    assert "(1,000,011 code points)" in repr(error)


def test_what_a_terminal_would_obey_or_not_show_is_escaped():
    odd = "\x00\x07\x1b\x7f\x9b\xa0\xad\u200b\u200f\u2028\u202b\u202e\u2066\ufeff\ue000\U000e0001\ud800"
    error = error_of(f"http://[{odd}/")
    for text in (str(error), repr(error)):
        assert not any(char in text for char in odd)


def test_a_mark_alone_has_a_caret():
    assert str(error_of("http://\u0301a/")).split("\n")[2] == "           ^"
    assert str(error_of("http://\u0915\u0941\u0928\u0941 x/")).split("\n")[2] == "             ^"
