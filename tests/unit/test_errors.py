"""§1.1: what an error says, where it points, and what it never shows."""

import copy
import pickle

import pytest

from py_url import URL, InvalidURL, ValidationError, host_parse
from py_url.infra.validation import FATAL_ERRORS


def error_of(input, base=None):
    with pytest.raises(InvalidURL) as caught:
        URL(input, base)
    return caught.value


# The standard's own examples, those that end in failure, and the part of each that is at fault.
EXAMPLES = [
    ("domain-to-ASCII", "https://exa%23mple.org", "exa%23mple.org"),
    ("host-invalid-code-point", "foo://exa[mple.org", "["),
    ("IPv4-too-many-parts", "https://1.2.3.4.5/", ".5"),
    ("IPv4-non-numeric-part", "https://test.42", "test"),
    ("IPv4-out-of-range-part", "https://255.255.4000.1", "4000"),
    ("IPv6-unclosed", "https://[::1", "[::1"),
    ("IPv6-invalid-compression", "https://[:1]", ":"),
    ("IPv6-too-many-pieces", "https://[1:2:3:4:5:6:7:8:9]", "9"),
    ("IPv6-multiple-compression", "https://[1::1::1]", "::"),
    ("IPv6-invalid-code-point", "https://[1:2:3!:4]", "!"),
    ("IPv6-invalid-code-point", "https://[1:2:3:]", ":"),
    ("IPv6-too-few-pieces", "https://[1:2:3]", "1:2:3"),
    ("IPv4-in-IPv6-too-many-pieces", "https://[1:1:1:1:1:1:1:127.0.0.1]", "127.0.0.1"),
    ("IPv4-in-IPv6-invalid-code-point", "https://[ffff::.0.0.1]", "."),
    ("IPv4-in-IPv6-invalid-code-point", "https://[ffff::127.0.xyz.1]", "x"),
    ("IPv4-in-IPv6-invalid-code-point", "https://[ffff::127.0xyz]", "x"),
    ("IPv4-in-IPv6-invalid-code-point", "https://[ffff::127.00.0.1]", "00"),
    ("IPv4-in-IPv6-invalid-code-point", "https://[ffff::127.0.0.1.2]", "."),
    ("IPv4-in-IPv6-out-of-range-part", "https://[ffff::127.0.0.4000]", "4000"),
    ("IPv4-in-IPv6-too-few-parts", "https://[ffff::127.0.0]", ""),
    ("missing-scheme-non-relative-URL", "\U0001f4a9", "\U0001f4a9"),
    ("host-missing", "https://#fragment", ""),
    ("host-missing", "https://:443", ""),
    ("host-missing", "https://user:pass@", ""),
    ("port-out-of-range", "https://example.org:70000", "70000"),
    ("port-invalid", "https://example.org:7z", "z"),
]


@pytest.mark.parametrize(("name", "input", "part"), EXAMPLES)
def test_the_standards_examples(name, input, part):
    error = error_of(input)
    (fatal,) = error.errors
    assert (fatal.name, fatal.fatal) == (name, True)
    assert input[fatal.start : fatal.end] == part
    assert name in str(error)
    assert fatal.message in str(error)
    assert f"at {fatal.start}" in str(error)


def test_every_fatal_error_has_an_example():
    assert {name for name, _, _ in EXAMPLES} == set(FATAL_ERRORS)


@pytest.mark.parametrize(
    ("input", "part"),
    [
        ("  ht\ttps://example.org:\n70\t000/x  ", "70\t000"),
        ("\x00\x1f https://example.org:7z", "z"),
        ("https://exa\tmple.org:7\nz", "z"),
        ("https://a\t \tb/", " "),
        (" \t//x ", "//x"),
        ("http://\t\n", ""),
        ("http://\ud83d\ude00\ud83d\t\ude00 x/", " "),
        ("\ud83d\ude00", "\ud83d\ude00"),
        ("http://\ude00\ud83d\ude00\ude00 x/", " "),
    ],
)
def test_places_are_those_of_the_input_as_given(input, part):
    (fatal,) = error_of(input).errors
    assert input[fatal.start : fatal.end] == part


def test_places_in_a_host_are_those_of_the_host_as_given():
    with pytest.raises(InvalidURL) as caught:
        host_parse("\ud83d\ude00\ta")
    assert (caught.value.input, caught.value.errors[0].start) == ("\ud83d\ude00\ta", 2)


def test_a_base_url_of_an_opaque_path_is_told_of():
    assert str(error_of("x", "mailto:a")).endswith("only a fragment can be relative")


def test_the_text_says_what_where_and_what_was_expected():
    assert str(error_of("https://example.org:7z")) == (
        "invalid URL 'https://example.org:7z': port-invalid at 21: a port is made of the digits 0 to 9"
    )
    assert str(error_of("https://example.org:70000")) == (
        "invalid URL 'https://example.org:70000': port-out-of-range at 20-25: a port is at most 65535"
    )
    assert str(error_of("https://ex ample/")) == (
        "invalid URL 'https://ex ample/': domain-to-ASCII at 10: a domain may not hold U+0020"
    )


def test_a_base_url_is_named_as_what_it_is():
    error = error_of("x", "y")
    assert (error.input, error.what) == ("y", "base URL")
    assert str(error).startswith("invalid base URL 'y': missing-scheme-non-relative-URL at 0")


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
        "user:secret@host",
        "http://user:pa?secret@host:x",
    ],
)
def test_a_password_is_never_shown(input):
    error = URL.parse(input) is None and error_of(input)
    if not error:
        assert "secret" not in repr(URL(input)).replace("user:secret@host", "")
        return
    for text in (str(error), repr(error), *map(repr, error.errors)):
        assert "secret" not in text
        assert "ret@" not in text
    assert error.input == input


def test_what_follows_the_last_at_sign_is_shown():
    assert "'http://***@exa mple.org/a'" in str(error_of("http://u:p@exa mple.org/a"))
    assert "'http://exa mple.org/a'" in str(error_of("http://exa mple.org/a"))


def test_a_long_input_is_cut():
    text = str(error_of("http://h:x/" + "a" * 1_000_000))
    assert len(text) < 300
    assert "(1,000,011 code points)" in text


def test_control_characters_are_escaped():
    assert "\x1b" not in str(error_of("http://\x1b[31m\u202e/"))
    assert "\u202e" not in str(error_of("http://\x1b[31m\u202e/"))


def test_pickling_and_copying():
    error = error_of("https://example.org:7z")
    for other in (pickle.loads(pickle.dumps(error)), copy.copy(error), copy.deepcopy(error)):
        assert (str(other), other.input, other.errors, other.what) == (
            str(error),
            error.input,
            error.errors,
            error.what,
        )


def test_validation_error_is_a_value():
    a, b = (ValidationError("host-missing", 8, 8, True, "a host is expected here") for _ in range(2))
    assert a == b
    assert len({a, b}) == 1
    assert a != ValidationError("host-missing", 8, 9, True, "a host is expected here")
    assert a != "host-missing"
    assert repr(a) == (
        "ValidationError(name='host-missing', start=8, end=8, fatal=True, message='a host is expected here')"
    )
    match a:
        case ValidationError(name, start, end):
            assert (name, start, end) == ("host-missing", 8, 8)


def test_it_is_a_value_error():
    assert isinstance(error_of("x"), ValueError)
    assert error_of("x").__cause__ is None
    assert error_of("x").__suppress_context__
