"""§1.1: how an error shows its input: where it points, and what it never reveals."""

import pytest

from py_url import URL, FrozenURL, display, redact, validate
from py_url.explain import explain_differences
from py_url.parsers.hidden import credentials_span
from py_url.pattern import PatternList, URLPattern
from py_url.specs.html import Document, Hyperlink, Location
from py_url.standard import basic_parse
from py_url.standard.infra.showing import (
    hide_secrets,
    names_a_secret,
    pointed_at,
    quoted,
    secret_spans,
    shown_parts,
    shown_uri,
    userinfo_span,
    without,
    without_secrets,
)
from tests.unit.test_errors import error_of


def test_the_text_says_what_is_wrong_and_points_at_the_place():
    assert str(error_of("https://example.org:7z/")) == (
        "invalid URL: port-invalid at 21: a port may contain only digits; write its number\n"
        "    https://example.org:7z/\n"
        "                         ^"
    )
    assert str(error_of("https://example.org:70000")) == (
        "invalid URL: port-out-of-range at 20-25: a port may be at most 65535; check which port is meant\n"
        "    https://example.org:70000\n"
        "                        ^^^^^"
    )
    assert str(error_of("http://")).endswith("\n    http://\n           ^")


@pytest.mark.parametrize(
    ("input", "line", "carets"),
    [
        ("http://\U0001f4a9\u4e2d e\u0301x/", "http://\U0001f4a9\u4e2d e\u0301x/", "           ^"),
        ("http://e\u0301 x/", "http://e\u0301 x/", "        ^"),
        ("http://e\u20dd x/", "http://e\u20dd x/", "        ^"),
        ("\x1b[1m\thttp:/\u202e/", "\\x1b[1m\\thttp:/\\u202e/", "    " + "^" * 18),
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
        "invalid URL 'https://ex\\nam ple/': domain-to-ASCII at 13: a domain may not contain U+0020 SPACE; "
        "check which host is meant"
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
        # What is before the colon may be empty, and what is before the tab may be a username.
        ":sec/ret@host",
        "http:\tse c/ret@host",
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
    assert error.args == (str(error),)
    for text in (str(error), repr(error.args), repr(error), error.on_one_line(), *map(repr, error.errors)):
        assert "secret" not in text
        assert "ret@" not in text
    assert error.input == input


@pytest.mark.parametrize(
    ("input", "line", "carets"),
    [
        ("https://exa mple.org/?mail=x@y", "https://exa mple.org/?mail=x@y", "           ^"),
        ("https://exa mple.org/@x/y@z", "https://exa mple.org/@x/y@z", "           ^"),
        ("?@x", "?@x", "^^^"),
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
        "https://h/?urlauth=secret",
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


@pytest.mark.parametrize(
    ("url", "shown"),
    [
        ("https://h/?next=https%3A%2F%2Fu%3Asecret%40i%2Fx&y=z", "https://h/?next=https%3A***%40i%2Fx&y=z"),
        ("https://h/?y=z&next=https%253a%252F%252Fu%253asecret%2540i", "https://h/?y=z&next=https%253a***%2540i"),
        ("https://h/u:secret%40i/u:x", "https://h/u:***%40i/u:x"),
        ("https://h/?mail=a%40b&time=1:2", "https://h/?mail=a%40b&time=1:2"),
    ],
)
def test_what_may_be_a_percent_encoded_password_is_hidden(url, shown):
    assert hide_secrets(url) == shown


def test_only_the_value_of_a_secret_parameter_is_hidden():
    shown = "https://h/?a=b&password=***;c#d"
    assert hide_secrets("https://h/?a=b&password=secret;c#d") == shown
    assert quoted("https://h/?a=b&password=secret;c#d") == repr(shown)


@pytest.mark.parametrize(
    ("hidden", "shown"),
    [
        ([(0, 1), (3, 5), (4, 7), (8, 9)], "***bc***h***j"),
        # A span within another does not end it.
        ([(0, 1), (3, 7), (4, 5)], "***bc***hij"),
        # Two that touch are one, so nobody sees where a secret has its parts.
        ([(1, 2), (5, 7), (3, 5)], "a***c***hij"),
        ([(3, 3), (0, 0)], "abcdefghij"),
    ],
)
def test_spans_that_overlap_are_hidden_as_one(hidden, shown):
    assert without("abcdefghij", hidden) == shown


def test_the_parts_of_a_value_are_shown_without_passwords():
    parts = {
        "url": "https://user:secret@h/",
        "file": "logo@2x.png",
        "urls": ("//user:secret@h/", "x"),
        "width": 1,
    }
    assert shown_parts(parts) == "url='https://***@h/', file='logo@2x.png', urls=('//***@h/', 'x'), width=1"


@pytest.mark.parametrize(
    ("name", "is_one"),
    [
        *[("password", True), ("passWord", True), ("p%61ssword", True), ("URLAUTH", True)],
        *[("passwords", False), ("word", False), ("", False)],
    ],
)
def test_the_name_of_a_secret_parameter(name, is_one):
    assert names_a_secret(name) is is_one


@pytest.mark.parametrize(
    ("url", "span"),
    [
        ("http://u:p@h/", (7, 10)),
        ("http://a@b@h/", (7, 10)),
        ("http://h/", (0, 0)),
        ("h", (0, 0)),
    ],
)
def test_where_the_userinfo_is(url, span):
    assert userinfo_span(url) == span
    assert credentials_span(validate(url)) == span


def test_the_passwords_of_urls_in_a_url_are_secret():
    """Even where the parser says what the userinfo is, so nothing has to be guessed."""
    url = "http://t@h/?a=//u:secret@i/&b=http://v:secret@j/"
    hidden = secret_spans(url, credentials_span(validate(url)))
    assert without(url, hidden) == "http://***@h/?a=//u:***@i/&b=http://v:***@j/"


@pytest.mark.parametrize(
    "rest", ["u@h", "u:p@h/", "@h", ":@", "u@v@h", "u%2F%2f:%20@h?%41", "u@h/a@b", "u%40h", "u@h?a=b", "u@h/\u00e9"]
)
@pytest.mark.parametrize(
    "start", ["", "http:", "ws:/", "ftp://", "sc:///", "http:\\", "mailto:", " http://", "https%3A"]
)
def test_userinfo_alone_is_hidden_like_other_secrets(start, rest):
    text = start + rest
    assert without_secrets(text) == without(text, secret_spans(text, userinfo_span(text)))


def test_an_empty_userinfo_is_none():
    assert userinfo_span("http://@h/") == (0, 0)


@pytest.mark.parametrize("error", [AttributeError, TypeError, ValueError])
def test_the_repr_of_a_uri_shows_no_secret_and_does_not_fail(error):
    def fail():
        raise error("secret")

    assert shown_uri("FTP", lambda: "ftp://u:secret@h/") == "FTP('ftp://***@h/')"
    assert shown_uri("FTP", fail) == "<FTP of parts that form no URI>"


def test_what_follows_the_last_at_sign_is_shown():
    assert " http://***@exa mple.org/a\n" in str(error_of("http://u:p@exa mple.org/a"))
    assert " http://exa mple.org/a\n" in str(error_of("http://exa mple.org/a"))


def test_a_long_input_is_cut():
    error = error_of("http://h:x/" + "a" * 1_000_000)
    assert len(str(error)) < 300
    assert "(1,000,011 code points)" in repr(error)


def test_an_input_is_only_cut_if_it_is_long():
    longest = "x" * 120
    assert quoted(longest) == repr(longest)
    assert quoted(f"{longest}y") == f"{longest!r}... (121 code points)"
    assert pointed_at(longest, 60, 61, []) == (longest, " " * 60 + "^")
    # Forty code points before the place are shown, and forty after it.
    long = "".join(map(chr, range(0x4E00, 0x4E00 + 121)))
    assert pointed_at(long, 40, 41, [])[0] == f"{long[:81]}\u2026"
    assert pointed_at(long, 41, 42, [])[0] == f"\u2026{long[1:82]}\u2026"
    assert pointed_at(long, 80, 81, [])[0] == f"\u2026{long[40:]}"


def test_what_a_terminal_would_obey_or_not_show_is_escaped():
    odd = "\x00\x07\x1b\x7f\x9b\xa0\xad\u200b\u200f\u2028\u202b\u202e\u2066\ufeff\ue000\U000e0001\ud800"
    error = error_of(f"http://[{odd}/")
    for text in (str(error), repr(error)):
        assert not any(char in text for char in odd)


def test_a_mark_alone_has_a_caret():
    assert str(error_of("http://\u0301a/")).split("\n")[2] == "           ^"
    assert str(error_of("http://\u0915\u0941\u0928\u0941 x/")).split("\n")[2] == "             ^"


@pytest.mark.parametrize(
    ("url", "shown"),
    [
        ("https://a.com/?u=https%3A%2F%2Fuser:pw@h.com/", "https://a.com/?u=https%3A%2F%2F***@h.com/"),
        ("https://a.com/?u=http:%5C%5Cu:pw@h/", "https://a.com/?u=http:%5C%5C***@h/"),
        ("https://a.com/#http:\\/u:p&w@h/", "https://a.com/#http:\\/***@h/"),
        ("https://a.com/?u=http:u:pw@h&x=a@b", "https://a.com/?u=http:***@h&x=a@b"),
        ("https://a.com/?u=http:/u:pw@h/", "https://a.com/?u=http:/***@h/"),
        ("https://a.com/npm:react@18/@scope/a?mail=a@b.c", "https://a.com/npm:react@18/@scope/a?mail=a@b.c"),
        ("https://a.com/?u=https%3A%2F%2Fh&mail=a@b.c", "https://a.com/?u=https%3A%2F%2Fh&mail=a@b.c"),
    ],
)
def test_the_userinfo_of_a_url_in_a_url_is_hidden_however_it_is_written(url, shown):
    assert hide_secrets(url) == redact(url) == shown
    assert repr(URL(url)) == f"URL({shown!r})"


INNER = "https://h/?u=https%3A%2F%2Fi%2F%3Fa%252Eb%3D***&c"


@pytest.mark.parametrize(
    ("url", "parameters", "shown"),
    [
        ("HTTPS://u:p@H/?token=x&page=2#Token=y", ["token"], "https://***@h/?token=***&page=2#Token=***"),
        ("https://h/?t%6Fken=a;b&tokens=c", ["token", ""], "https://h/?t%6Fken=***&tokens=c"),
        ("https://h/?a+b=1&a%20b=2&A%C3%A9=3", ["a b", "a\xe9"], "https://h/?a+b=***&a%20b=***&A%C3%A9=***"),
        ("https://h/?u=https%3A%2F%2Fi%2F%3Fa%252Eb%3Dsec%40ret&c", ["a.b"], INNER),
        ("https://h/?password=a;b=c", (), "https://h/?password=***;b=c"),
        ("/a?key=1", {"key", "\ud800"}, "/a?key=***"),
        ("postgres://u:a#b@h:5441/db", (), "postgres://***@h:5441/db"),
        ("no url", (), "no url"),
    ],
)
def test_redact(url, parameters, shown):
    assert redact(url, parameters) == shown
    if URL.can_parse(url):
        assert redact(FrozenURL(url), parameters) == redact(URL(url).to_record(), parameters) == shown


def test_what_redact_refuses():
    for wrong, message in (((7,), "the URL must be a str"), (("https://h/", "token"), "the parameters must be a list")):
        with pytest.raises(TypeError, match=message):
            redact(*wrong)


def test_the_result_of_a_pattern_shows_no_password():
    text = "https://u:secret@h/a?u=https%3A%2F%2Fu:secret@i"
    result = URLPattern(search="u=*").exec(text)
    init = {"password": "secret", "search": "u=//u:secret@h"}
    [match] = PatternList([URLPattern({"password": ":password"})]).all(text)
    for shown in (result, result.search, URLPattern().exec(init), match):
        assert "secret" not in repr(shown)
    assert "pathname=URLPatternComponentResult(input='/a', groups={'0': '/a'})" in repr(result)
