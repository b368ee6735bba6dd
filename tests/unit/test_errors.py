"""§1.1: which errors exist, where they occur, and what their messages say."""

import copy
import json
import pickle
from pathlib import Path

import pytest

from py_url import (
    URL,
    FrozenURL,
    InvalidURL,
    ValidationError,
    fix,
    guard,
    is_valid_url_string,
    iter_validation_errors,
    validate,
)
from py_url.editions.changes import REPORTED_SINCE
from py_url.specs import grammar, rfc3986
from py_url.standard import (
    State,
    URLRecord,
    basic_parse,
    host_parse,
    is_valid_opaque_host_string,
    serialize,
    validate_host,
    why_not_fixed,
)
from py_url.standard.infra.error_table import VALIDATION_ERRORS
from py_url.standard.infra.positions import Positions
from py_url.standard.infra.reporter import Reporter
from py_url.standard.urls.reporting import ReportingStateMachine, validation_errors, validation_errors_by

FILE = "file:///c:/"
# Fewer than 1,000 code points.
LONG_IN_PUNYCODE = "".join(chr(0xAC00 + number * 7919 % 11_000) for number in range(700))


def error_of(input, base=None):
    with pytest.raises(InvalidURL) as caught:
        URL(input, base)
    return caught.value


# The standard's own examples, each with the part that the error is about; then any errors before or after it.
EXAMPLES = [
    ("domain-to-ASCII", "https://exa%23mple.org", None, "exa%23mple.org", ["domain-percent-encoded"]),
    ("domain-percent-encoded", "https://exam%70le.org", None, "%70"),
    ("host-invalid-code-point", "foo://exa[mple.org", None, "["),
    ("IPv4-empty-part", "https://127.0.0.1./", None, ".", ["domain-to-ASCII"]),
    ("IPv4-too-few-parts", "https://1.2.3/", None, "1.2.3"),
    ("IPv4-too-many-parts", "https://1.2.3.4.5/", None, ".5"),
    ("IPv4-non-numeric-part", "https://test.42", None, "test", ["IPv4-too-few-parts"]),
    ("IPv4-non-decimal-part", "https://127.0.0x0.1", None, "0x0"),
    ("IPv4-out-of-range-part", "https://255.255.4000.1", None, "4000"),
    ("IPv6-unclosed", "https://[::1", None, "[::1"),
    ("IPv6-invalid-compression", "https://[:1]", None, ":"),
    ("IPv6-too-many-pieces", "https://[1:2:3:4:5:6:7:8:9]", None, ":9"),
    ("IPv6-multiple-compression", "https://[1::1::1]", None, "::"),
    ("IPv6-invalid-code-point", "https://[1:2:3!:4]", None, "!"),
    ("IPv6-invalid-code-point", "https://[1:2:3:]", None, ":"),
    ("IPv6-too-few-pieces", "https://[1:2:3]", None, "1:2:3"),
    ("IPv6-piece-leading-zero", "https://[::01]", None, "01"),
    ("IPv4-in-IPv6-too-many-pieces", "https://[1:1:1:1:1:1:1:127.0.0.1]", None, "127.0.0.1"),
    ("IPv4-in-IPv6-invalid-code-point", "https://[ffff::.0.0.1]", None, "."),
    ("IPv4-in-IPv6-invalid-code-point", "https://[ffff::127.0.xyz.1]", None, "x"),
    ("IPv4-in-IPv6-invalid-code-point", "https://[ffff::127.0xyz]", None, "x"),
    ("IPv4-in-IPv6-invalid-code-point", "https://[ffff::127.00.0.1]", None, "00"),
    ("IPv4-in-IPv6-invalid-code-point", "https://[ffff::127.0.0.1.2]", None, "."),
    ("IPv4-in-IPv6-out-of-range-part", "https://[ffff::127.0.0.4000]", None, "4000"),
    ("IPv4-in-IPv6-too-few-parts", "https://[ffff::127.0.0]", None, ""),
    ("invalid-URL-unit", "https://example.org/>", None, ">"),
    ("invalid-URL-unit", " https://example.org ", None, " "),
    ("invalid-URL-unit", "ht\ntps://example.org", None, "\n"),
    ("invalid-URL-unit", "https://example.org/%s", None, "%"),
    ("special-scheme-missing-following-solidus", "file:c:/my-secret-folder", None, ""),
    ("special-scheme-missing-following-solidus", "https:example.org", None, ""),
    ("special-scheme-missing-following-solidus", "https:foo.html", "https://example.org/", ""),
    ("missing-scheme-non-relative-URL", "\U0001f4a9", None, "\U0001f4a9"),
    ("missing-scheme-non-relative-URL", "\U0001f4a9", "mailto:user@example.org", "\U0001f4a9"),
    (
        *("invalid-reverse-solidus", r"https://example.org\path\to\file", None, "\\"),
        ["invalid-reverse-solidus", "invalid-reverse-solidus"],
    ),
    ("invalid-credentials", "https://user@example.org", None, "user@"),
    ("invalid-credentials", "ssh://user@example.org", None, "user@"),
    ("host-missing", "https://#fragment", None, ""),
    ("host-missing", "https://:443", None, ""),
    ("host-missing", "https://user:pass@", None, "", ["invalid-credentials"]),
    ("port-out-of-range", "https://example.org:70000", None, "70000"),
    ("port-invalid", "https://example.org:7z", None, "z"),
    ("file-invalid-Windows-drive-letter-host", "file://c:", None, "c:"),
    # The standard's example of this error, "/c:/path/to/file", does not report it (see test_findings.py). These do.
    ("file-invalid-Windows-drive-letter", "c|/path/to/file", FILE, "c|", ["invalid-URL-unit"]),
    ("file-invalid-Windows-drive-letter", "file:c:", FILE, "c:", ["special-scheme-missing-following-solidus"]),
    # The standard gives no example of this error.
    ("IPv4-non-ASCII-input", "https://\uff11.2.3.4/", None, "\uff11.2.3.4"),
]
# Errors about something missing, with its place.
EMPTY_PLACES = {
    "https://[ffff::127.0.0]": 22,
    "file:c:/my-secret-folder": 5,
    "https:example.org": 6,
    "https:foo.html": 6,
    "https://#fragment": 8,
    "https://:443": 8,
    "https://user:pass@": 18,
}
# The errors that can end a parse; in the examples above they do. domain-to-ASCII does not always end it.
FATAL = {
    *("domain-to-ASCII", "host-invalid-code-point", "missing-scheme-non-relative-URL", "host-missing"),
    *("IPv4-too-many-parts", "IPv4-non-numeric-part", "IPv4-out-of-range-part", "port-out-of-range", "port-invalid"),
    *("IPv6-unclosed", "IPv6-invalid-compression", "IPv6-too-many-pieces", "IPv6-multiple-compression"),
    *("IPv6-invalid-code-point", "IPv6-too-few-pieces", "IPv4-in-IPv6-too-many-pieces"),
    *("IPv4-in-IPv6-invalid-code-point", "IPv4-in-IPv6-out-of-range-part", "IPv4-in-IPv6-too-few-parts"),
}


@pytest.mark.parametrize("example", EXAMPLES, ids=lambda example: f"{example[0]} {example[1]!a}")
def test_the_standards_examples(example):
    name, input, base, part, *others = example
    errors = validate(input, base)
    error = next(error for error in errors if error.name == name)
    assert input[error.start : error.end] == part
    assert part or error.start == EMPTY_PLACES[input]
    assert error.fatal == (name in FATAL) == (URL.parse(input, base) is None)
    assert sorted(error.name for error in errors) == sorted([name, *(others[0] if others else [])])
    if error.fatal:
        assert error is errors[-1]
        raised = error_of(input, base)
        assert raised.errors == tuple(errors)
        assert f"{name} at {error.start}" in str(raised)
        assert error.message in str(raised)


def test_every_error_of_the_table_has_an_example():
    for name in {name for name, *_ in EXAMPLES} ^ set(VALIDATION_ERRORS):
        pytest.fail(f"{name!r} has to be both in EXAMPLES in this file and in py_url/standard/infra/error_table.py")


NAMED_AT_FIRST = 27
"""How many of today's validation errors the standard of 2023-02 named, which gave them names."""


def test_an_error_that_is_new_is_not_one_of_older_editions():
    at_first = VALIDATION_ERRORS.keys() - REPORTED_SINCE.keys()
    assert len(at_first) == NAMED_AT_FIRST, (
        "add the change of the standard that brought the new error to py_url/editions/changes.py, and the error to "
        "REPORTED_SINCE there"
    )


ORDERS = [
    (
        " ht\ttps:\\\\u@p@ex%61mple_.org\\a|%zz?b'^#c#",
        None,
        """invalid-URL-unit invalid-URL-unit special-scheme-missing-following-solidus
        special-scheme-missing-following-solidus special-scheme-missing-following-solidus invalid-credentials
        invalid-credentials domain-percent-encoded domain-to-ASCII invalid-reverse-solidus invalid-URL-unit
        invalid-URL-unit invalid-URL-unit invalid-URL-unit""",
    ),
    (
        "http://%31.0X2.256.",
        None,
        "domain-percent-encoded domain-to-ASCII IPv4-empty-part IPv4-too-few-parts "
        "IPv4-non-decimal-part IPv4-out-of-range-part",
    ),
    ("http://0x1.0x2.x.0x3", None, "IPv4-non-decimal-part IPv4-non-decimal-part IPv4-non-numeric-part"),
    ("http://[01:0002::00z]", None, "IPv6-piece-leading-zero IPv6-piece-leading-zero IPv6-invalid-code-point"),
    ("http://[0:00:0:0:0:0:0:000]/", None, "IPv6-piece-leading-zero IPv6-piece-leading-zero"),
    ("\\\\h\\", "http://b/", "invalid-reverse-solidus invalid-reverse-solidus invalid-reverse-solidus"),
    ("\\x", "http://b/", "invalid-reverse-solidus"),
    ("\\x", "foo://b/", "invalid-URL-unit"),
    ("http:\\x", "http://b/", "special-scheme-missing-following-solidus invalid-reverse-solidus"),
    ("\\\\h\\a", "file:///", "invalid-reverse-solidus invalid-reverse-solidus invalid-reverse-solidus"),
    (
        "file:\\\\c|\\a|b",
        None,
        "special-scheme-missing-following-solidus invalid-reverse-solidus "
        "invalid-reverse-solidus file-invalid-Windows-drive-letter-host invalid-reverse-solidus invalid-URL-unit",
    ),
    ("foo://h%^[/", None, "host-invalid-code-point"),
    ('foo://h%"{`%zz/', None, "invalid-URL-unit invalid-URL-unit"),
    ("foo: a %b c", None, " ".join(["invalid-URL-unit"] * 4)),
    ("foo://a@b@:1/", None, "invalid-credentials invalid-credentials host-missing"),
    ("x", None, "missing-scheme-non-relative-URL"),
    ("https://example.com/././foo?\xa0\U0001f4a9\ufffd#/?", None, ""),
    ("https://h/\ufdd0\ufffe\U0001ffff\x7f\x80", None, " ".join(["invalid-URL-unit"] * 5)),
]


@pytest.mark.parametrize(("input", "base", "names"), ORDERS)
def test_errors_are_in_the_order_of_the_parsers_text(input, base, names):
    assert [error.name for error in validate(input, base)] == names.split()


def test_what_is_decoded_or_mapped_is_placed_as_a_whole():
    for host in ("%C3%A9.%C3%A9.%31", "%31.2.3.0x4", "\uff11.2.3.0x4", "1\u3002\u2168.3.4"):
        errors = [error for error in validate(f"http://{host}/") if error.name.startswith("IPv4")]
        assert errors
        assert {(error.start, error.end) for error in errors} == {(7, 7 + len(host))}


NOT_VALID = "; browsers accept it, and any other spelling is another host"


@pytest.mark.parametrize(
    ("domain", "part", "message"),
    [
        ("a_b.c", "_", "a valid domain may contain only letters, digits and hyphens, not U+005F (_)" + NOT_VALID),
        ("a..b", "", "a label is empty" + NOT_VALID),
        ("example.org.", ".", "a valid domain may not end with '.'" + NOT_VALID),
        ("b.-a", "-a", "a valid label may not start or end with '-'" + NOT_VALID),
        ("ab--c.d", "ab--c", "the third and fourth characters of a valid label may not both be '-'" + NOT_VALID),
        ("a.xn--a", "xn--a", "'xn--' must be followed by the Punycode of a valid label" + NOT_VALID),
        (
            "\u0301a",
            "\u0301",
            "a label may not start with U+0301 (\u0301), a combining mark; check which host is meant",
        ),
        (
            "\xe9.xn--a-wbb",
            "xn--a-wbb",
            "a label may not start with U+0301 (\u0301), a combining mark; check which host is meant",
        ),
        (
            *("a\u200db", "a\u200db"),
            "an invisible joiner (U+200C or U+200D) is not allowed between these letters; check which host is meant",
        ),
        (
            *("\u05d01a.b", "\u05d01a.b"),
            "the Bidi Rule (RFC 5893) forbids this mix of text directions; check which host is meant",
        ),
        (
            "\u2100",
            "\u2100",
            "a domain may not contain U+002F (/), which U+2100 (\u2100) is mapped to; check which host is meant",
        ),
        ("b.a\u061c", "\u061c", "a domain may not contain U+061C; check which host is meant"),
        ("a" * 64 + ".b", "a" * 64, "a valid label may have at most 63 characters in ASCII" + NOT_VALID),
        ("a." * 127 + "b", "a." * 127 + "b", "a valid domain may have at most 253 characters in ASCII" + NOT_VALID),
        ("\xfc" * 1001, "\xfc" * 1001, "a label may have at most 1000 characters; check which host is meant"),
        (
            *("%C3%BC_", "%C3%BC_"),
            "a valid domain may contain only letters, digits and hyphens, not U+005F (_)" + NOT_VALID,
        ),
        ("a b", " ", "a domain may not contain U+0020 SPACE; check which host is meant"),
        ("", "", "the domain is empty; write one"),
        ("\xad", "\xad", "this domain has only invisible characters, which are ignored; write a domain"),
        ("b.\xad", "\xad", "a label has only invisible characters, which are ignored" + NOT_VALID),
        ("\xad\u3002b", "\xad", "a label has only invisible characters, which are ignored" + NOT_VALID),
    ],
)
def test_what_is_wrong_with_a_domain(domain, part, message):
    (error,) = (error for error in validate_host(domain) if error.name == "domain-to-ASCII")
    assert domain[error.start : error.end] == part
    assert error.message == message


@pytest.mark.parametrize(
    ("input", "base", "name", "part", "message"),
    [
        (
            "https:foo",
            "https://h/d/",
            "special-scheme-missing-following-solidus",
            "",
            "this relative URL repeats the base URL's scheme; remove 'https:'",
        ),
        (
            "file:foo",
            None,
            "special-scheme-missing-following-solidus",
            "",
            "a file URL without a host starts with three slashes; write 'file:///'",
        ),
        (
            "file:/foo",
            None,
            "special-scheme-missing-following-solidus",
            "",
            "a file URL without a host starts with three slashes; write 'file:///'",
        ),
        (
            "https:///h",
            None,
            "special-scheme-missing-following-solidus",
            "/",
            "this scheme must be followed by exactly two slashes; remove this '/'",
        ),
        (
            "http://h/\t \tx \n",
            None,
            "invalid-URL-unit",
            " \n",
            "spaces and control characters around a URL are not part of it; remove them",
        ),
        ("http://1.2.3/", None, "IPv4-too-few-parts", "1.2.3", "an IPv4 address must have four parts; write '1.2.0.3'"),
        ("http://1.2.x.3/", None, "IPv4-non-numeric-part", "x", None),
        (
            "http://1.2.3.08/",
            None,
            "IPv4-non-numeric-part",
            "08",
            "a leading zero makes this octal, which has no 8 or 9; remove the zeros",
        ),
        (
            "http://1.2.0x10000/",
            None,
            "IPv4-out-of-range-part",
            "0x10000",
            "this part may be at most 65535; check which host is meant",
        ),
        (
            "http://1.2.65535/",
            None,
            "IPv4-out-of-range-part",
            "65535",
            "this number stands for the last two of the four parts; write '255.255'",
        ),
        ("http://1.2.3.0x10/", None, "IPv4-non-decimal-part", "0x10", "this part is read as 16; write '16'"),
        ("http://1.2.3.0x" + "f" * 99, None, "IPv4-non-decimal-part", "0x" + "f" * 99, None),
        ("http://[::1]x/", None, "IPv6-unclosed", "[::1]x", None),
        ("http://[::12345]/", None, "IPv6-invalid-code-point", "5", None),
        ("http://[::1.]/", None, "IPv4-in-IPv6-invalid-code-point", "", None),
        ("foo://a b/", None, "host-invalid-code-point", " ", "U+0020 SPACE may not appear in a host; write '%20'"),
        ("foo://a^/", None, "host-invalid-code-point", "^", "U+005E (^) may not appear in a host; write '%5E'"),
        (
            *("http://h/%zz", None, "invalid-URL-unit", "%"),
            "'%' must be followed by two hex digits; write '%25' for a percent sign itself, which makes it another URL",
        ),
        ("file:///C|/x", None, "invalid-URL-unit", "|", "'|' after a drive letter is read as ':'; write ':'"),
        ("file:c|/x", None, "invalid-URL-unit", "|", "'|' after a drive letter is read as ':'; write ':'"),
        (
            "file:///x/C|/",
            None,
            "invalid-URL-unit",
            "|",
            "U+007C (|) may not appear in a URL; write '%7C', which makes it another URL",
        ),
        (
            "https://h/C|/",
            None,
            "invalid-URL-unit",
            "|",
            "U+007C (|) may not appear in a URL; write '%7C', which makes it another URL",
        ),
        (
            "a|",
            "https://h/",
            "invalid-URL-unit",
            "|",
            "U+007C (|) may not appear in a URL; write '%7C', which makes it another URL",
        ),
        (
            "|a",
            "https://h/",
            "invalid-URL-unit",
            "|",
            "U+007C (|) may not appear in a URL; write '%7C', which makes it another URL",
        ),
        (
            *("https:foo:bar", "https://a.example/", "special-scheme-missing-following-solidus", ""),
            "this relative URL repeats the base URL's scheme; remove 'https:' and write './' before the rest",
        ),
        (
            *("file:C:/x", "file:///y", "special-scheme-missing-following-solidus", ""),
            "a file URL without a host starts with three slashes; write 'file:///'",
        ),
        ("file:\\\\x\\y", None, "special-scheme-missing-following-solidus", "", None),
        ("http://[1:2:3:4:5:6:7::8]/", None, "IPv6-too-many-pieces", "8", None),
        ("http://[1:2:3:4:5:6:7:8:9]/", None, "IPv6-too-many-pieces", ":9", None),
        (
            *("http://[1:2:3:]/", None, "IPv6-invalid-code-point", ":"),
            "an IPv6 address may not end with a single ':'; write '::' if it stands for zeros",
        ),
        (
            *("http://%ff/", None, "domain-to-ASCII", "%ff"),
            "the percent-encoded bytes of this domain are not UTF-8; write the characters themselves",
        ),
        ("http://1.2.3.0xfff/", None, "IPv4-non-decimal-part", "0xfff", None),
        (
            *("http://256/", None, "IPv4-out-of-range-part", "256"),
            "this number stands for all four parts; write '0.0.1.0'",
        ),
        (
            *(f"http://{LONG_IN_PUNYCODE}/", None, "domain-to-ASCII", LONG_IN_PUNYCODE),
            "a label may have at most 2000 characters in Punycode; check which host is meant",
        ),
    ],
)
def test_what_a_message_says(input, base, name, part, message):
    error = next(error for error in validate(input, base) if error.name == name)
    assert input[error.start : error.end] == part
    assert error.message == (message or VALIDATION_ERRORS[name])
    assert "; " in error.message, "what is wrong, and how to write it instead"


@pytest.mark.parametrize(
    ("input", "suggestion"),
    [
        ("example.com", "https://example.com"),
        (" Example\t.com/", "https://example.com"),
        ("example.com/a?password=s3cr3t", "https://example.com/..."),
        ("faß.example?q", "https://xn--fa-hia.example/..."),
        ("1.2.3.4:8080", "https://1.2.3.4:8080"),
        ("[::1]:443/", "https://[::1]"),
        ("localhost/a", "https://localhost/..."),
        ("//h/a", "https://h/..."),
        # It is not the second label that could be the end of a file's name.
        ("a.py.example", "https://a.py.example"),
        ("a" * 72 + ".example", "https://" + "a" * 72 + ".example"),
    ],
)
def test_a_host_alone_only_lacks_a_scheme(input, suggestion):
    message = f"a URL without a scheme is relative and needs a base URL; write {suggestion!r}"
    assert error_of(input).fatal_error.message == message
    assert validate(input)[-1].message == message


@pytest.mark.parametrize(
    "input",
    [
        *("", "x", "1", "/a.b", "a..b", ".env", "../a.b", "./a", "index.html", "a b.c", "a.b.", "///h.example"),
        *(
            "u@h.example",
            "//u:s3cr3t@h/",
            "?a.b",
            "#a.b",
            "1.2.3.4.5",
            "//",
            "a" * 73 + ".example",
            "a.b.py",
            "a.example://h:x",
            *("\\\\server\\share", "1.2/x", "0x7f.1", "h.example,", "h.example)", "“h.example”", "1.http://h"),
        ),
    ],
)
def test_what_is_no_host_is_not_suggested(input):
    error = error_of(input).fatal_error
    assert error.message == VALIDATION_ERRORS[error.name]


IN_A_PASSWORD = "if this is a password, write "


@pytest.mark.parametrize(
    ("input", "message"),
    [
        ("postgres://u:s3#cr3t@h:5441/db", f"a port may contain only digits; {IN_A_PASSWORD}'%23' for '#'"),
        ("postgres://u:s3/cr3t@h:5441/db", f"a port may contain only digits; {IN_A_PASSWORD}'%2F' for '/'"),
        ("postgres://u:s3?cr3t@h:5441/db?a=/@", f"a port may contain only digits; {IN_A_PASSWORD}'%3F' for '?'"),
        ("rtsp://u:s/3#c#r?3t@h/", f"a port may contain only digits; {IN_A_PASSWORD}'%2F' for '/'"),
        ("https://u:s3\\cr3t@h/", f"a port may contain only digits; {IN_A_PASSWORD}'%5C' for '\\'"),
        ("redis://:s3#cr3t@h:6379/0", f"the host is missing; {IN_A_PASSWORD}'%23' for '#'"),
        ("postgres://u:99999#s3cr3t@h/", f"a port may be at most 65535; {IN_A_PASSWORD}'%23' for '#'"),
        ("postgres://me@mail.example:s3#cr3t@h/", f"a port may contain only digits; {IN_A_PASSWORD}'%23' for '#'"),
        ("https://u v:s3#cr3t@h/", f"a domain may not contain U+0020 SPACE; {IN_A_PASSWORD}'%23' for '#'"),
        (" ht\ttps:u:s3#cr3t@h", f"a port may contain only digits; {IN_A_PASSWORD}'%23' for '#'"),
        ("postgres://u:s3,cr3#t@h/", f"a port may contain only digits; {IN_A_PASSWORD}'%23' for '#'"),
        ("https://h:7z/", "a port may contain only digits; write its number"),
        # Without a ":" before it, nothing is a password.
        ("https://a b/@x", "a domain may not contain U+0020 SPACE; check which host is meant"),
    ],
)
def test_a_delimiter_in_a_password_is_told(input, message):
    error = error_of(input)
    assert error.fatal_error.message == message
    assert validate(input)[-1] == error.fatal_error
    assert "cr3" not in f"{error}{error.on_one_line()}"


def test_a_delimiter_in_a_password_is_told_with_a_base():
    assert error_of("//u:a#b@h", "https://h/").fatal_error.message.endswith(f"{IN_A_PASSWORD}'%23' for '#'")


SEVERAL = "a URL has only one host; let the driver's own parser read several"


@pytest.mark.parametrize(
    "input",
    [
        "mongodb://a:1,b:2/db",
        "mongodb://u,v:p,q@a:1,b:2,c:3/db",
        "amqp://a:5672;amqp://b:5672",
        "mongodb://[::1]:1,[::2]:2/",
        "http://h:8,b/",
    ],
)
def test_several_hosts_are_told(input):
    error = error_of(input)
    assert error.fatal_error.message == SEVERAL
    assert SEVERAL in error.on_one_line()
    assert validate(input)[-1] == error.fatal_error
    assert error_of("http://h:x/").fatal_error.message == VALIDATION_ERRORS["port-invalid"]


@pytest.mark.parametrize(
    "input",
    [
        "http://h:8,",
        "http://h:8;/",
        "http://u,v@h:8x/",
        "mongodb://u:p\\\\w@h:5x/",
        "http://a,b c/",
        "https://h:80x/a,b",
    ],
)
def test_a_comma_alone_makes_no_second_host(input):
    assert error_of(input).fatal_error.message != SEVERAL


OF_A_SCHEME = "a scheme has only letters, digits, '+', '-' and '.', not"
WRITE_ANOTHER = "write another, or let the driver's own parser read it"
INVISIBLE = "remove this invisible character"


@pytest.mark.parametrize(
    ("input", "place", "message"),
    [
        ("my_app://callback", 2, f"{OF_A_SCHEME} U+005F (_); {WRITE_ANOTHER}"),
        ("oracle+cx_oracle://u:s3cr3t@h/db", 9, f"{OF_A_SCHEME} U+005F (_); {WRITE_ANOTHER}"),
        ("see https://h/", 3, f"{OF_A_SCHEME} U+0020 SPACE; remove what surrounds it"),
        ("(https://h/)", 0, f"{OF_A_SCHEME} U+0028 ((); remove what surrounds it"),
        ("\u201chttps://h/\u201d", 0, f"{OF_A_SCHEME} U+201C (\u201c); remove what surrounds it"),
        ("\u200bhttps://u:s3cr3t@h/", 0, f"{OF_A_SCHEME} U+200B; {INVISIBLE}"),
        ("\ufeffexample.com", 0, f"{OF_A_SCHEME} U+FEFF; {INVISIBLE}"),
        ("\xa0mailto:a@b", 0, f"{OF_A_SCHEME} U+00A0; {INVISIBLE}"),
        (" ht\ttps\u2060://h/", 7, f"{OF_A_SCHEME} U+2060; {INVISIBLE}"),
    ],
)
def test_what_is_wrong_with_a_scheme(input, place, message):
    error = error_of(input)
    assert (error.fatal_error.start, error.fatal_error.message) == (place, message)
    assert error.fatal_error.end == place + 1
    assert validate(input)[-1] == error.fatal_error
    assert "s3cr3t" not in f"{error}{error.on_one_line()}"


def test_a_scheme_with_an_underscore_is_shown():
    assert (
        error_of("oracle+cx_oracle://u:p@h/db").on_one_line().startswith("invalid URL 'oracle+cx_oracle://***@h/db': ")
    )
    # It may be a token, as there is no "//".
    assert "sk_live" not in str(error_of("sk_live_1:@h/"))


@pytest.mark.parametrize("input", ["a/b_c://h", "?a_b://h", "#a_b://h", "a_b@c://h", "a_b", "://h", "a_b:/h"])
def test_what_is_no_scheme_is_not_told_of(input):
    assert "scheme has" not in error_of(input).fatal_error.message


SCP = "a URL without a scheme is relative and needs a base URL; write "


@pytest.mark.parametrize(
    ("input", "remedy"),
    [
        ("git@github.com:u/r.git", "'ssh://git@github.com/u/r.git'"),
        ("git@h.example:/srv/r", "'ssh://git@h.example/srv/r'"),
        ("git@h.example:~/r/", "'ssh://git@h.example/~/r/'"),
    ],
)
def test_the_notation_of_scp_is_told(input, remedy):
    error = error_of(input)
    assert error.fatal_error.message == SCP + remedy
    assert "s3cr3t" not in f"{error}{error.on_one_line()}"


@pytest.mark.parametrize(
    "input",
    ["me@h:8080", "git@h:8080/x", "me@h", "me@h/a:b", "git@h:a?password=x", "git@h:../r", "git@h:a/./r", "a@h:c"],
)
def test_what_is_no_notation_of_scp(input):
    assert error_of(input).fatal_error.message == VALIDATION_ERRORS["missing-scheme-non-relative-URL"]


@pytest.mark.parametrize(
    ("string", "is_another"),
    [
        ("https://h/a|b", True),
        ("https://h/a b", False),
        ("https://h/?a[]=1", True),
        ("https://h/?a=<", False),
        ("https://h/100%", True),
        ("https://h/#a#b", True),
        ("https://h/#a`", False),
        ("foo:a b?c", True),
        ("foo:\x7f", False),
        ("foo://h\x7f/", False),
        ("foo://h%/", True),
        ("https://u:p@h/", True),
    ],
)
def test_a_remedy_that_makes_another_url_is_told(string, is_another):
    error, *_ = validate(string)
    assert error.message.endswith(", which makes it another URL") == is_another
    assert (why_not_fixed(string) == error) == is_another


def test_credentials_that_are_empty_are_only_an_at_sign():
    for string, messages in (
        ("https://@h/", ["nothing precedes this '@'; remove it"]),
        ("https://:@h/", ["nothing precedes this '@'; remove it"]),
        ("https://@@h/", ["nothing precedes this '@'; remove it", VALIDATION_ERRORS["invalid-credentials"]]),
    ):
        assert [error.message for error in validate(string)] == messages
        assert (fix(string) is None) == (len(messages) > 1)


def test_the_name_of_a_file_is_not_taken_for_a_domain():
    endings = "css gif htm html jpeg jpg js json md pdf php png py"
    taken = [ending for ending in endings.split() if "readme" in error_of(f"readme.{ending}").fatal_error.message]
    assert taken == []


def test_every_message_says_what_to_write_instead():
    for name, message in VALIDATION_ERRORS.items():
        assert "; " in message, name


def test_a_link_leads_to_the_definition():
    links = {error.name: error.link for error in validate("http://a_b/|")}
    assert links == {
        "domain-to-ASCII": "https://url.spec.whatwg.org/#validation-error-domain-to-ascii",
        "invalid-URL-unit": "https://url.spec.whatwg.org/#invalid-url-unit",
    }


def test_validate_takes_what_the_constructor_takes():
    assert validate(URL("http://u@h/"), URL("http://b/"))[0].name == "invalid-credentials"
    assert validate("//u@h/", basic_parse("http://b/"))[0].name == "invalid-credentials"
    with pytest.raises(InvalidURL, match="invalid base URL"):
        validate("x", "y")
    for wrong in (None, 1, b"http://h/"):
        with pytest.raises(TypeError, match=type(wrong).__name__):
            validate(wrong)
    with pytest.raises(TypeError, match="int"):
        validate("x", 1)


MANY = {
    "?" + "%" * 30: None,
    "http:///\\/u@@v@h/a|b\\c?[#]%": None,
    "http://h:x/": None,
    "http://u@h:x/": None,
    "\t http:h\n/| ": "http://h/",
    "file://C|/|\\d": "file:///x",
    "foo:[%\ud800]#\\": None,
    "https://h/": None,
    "//\ud800@h/\ud800|": "https://h/",
}


@pytest.mark.parametrize(("input", "base"), MANY.items(), ids=ascii)
def test_a_limit_keeps_the_first_errors_and_the_fatal_one(input, base):
    errors = validate(input, base)
    assert list(iter_validation_errors(input, base)) == errors
    assert list(iter_validation_errors(URL("http://h/|"), base)) == validate(URL("http://h/|"))
    for limit in range(1, len(errors) + 2):
        limited = validate(input, base, limit=limit)
        assert len(limited) == min(limit, len(errors))
        if errors and errors[-1].fatal:
            assert limited == [*errors[: len(limited) - 1], errors[-1]]
        else:
            assert limited == errors[:limit]


def test_the_fatal_error_comes_in_place_of_the_last_one_that_fits():
    names = [error.name for error in validation_errors(" http:\\\\h b/", limit=2)]
    assert names == ["invalid-URL-unit", "domain-to-ASCII"]


def test_errors_are_made_when_they_are_asked_for():
    errors = iter_validation_errors("http://h/?" + "%" * 1_000_000)
    assert [next(errors).start, next(errors).start] == [10, 11]
    with pytest.raises(InvalidURL):
        iter_validation_errors("x", "y")
    for wrong, error in ((0, ValueError), (-1, ValueError), (True, TypeError), (1.0, TypeError), ("1", TypeError)):
        with pytest.raises(error, match=r"limit(?: must be an int|: .* is too small)"):
            validate("x", limit=wrong)
    for call in (validate, iter_validation_errors):
        with pytest.raises(TypeError, match="NoneType"):
            call(None)


def test_the_errors_by_a_state_machine_that_is_given():
    for input in ("http:\\\\h b/", "https:h?|", "https://h/"):
        assert validation_errors_by(ReportingStateMachine, input, None) == validation_errors(input)


@pytest.mark.parametrize("input", ["foo:a?b#c", "foo://h:1/a?b#c", "https://u:p@h:1/a/../b?c#d", "file://h/C|/a?b#c"])
def test_a_parse_that_reports_errors_gives_the_same_url(input):
    """`fix` compares URLs from such parses."""
    record = URLRecord()
    machine = ReportingStateMachine(input, record, None, Reporter(Positions(input, trimmed=True)), input)
    machine.run(State.SCHEME_START)
    assert serialize(record) == URL(input).href


def test_the_base_of_an_error_is_that_of_the_parse():
    base = basic_parse("foo:x")
    with pytest.raises(InvalidURL) as caught:
        basic_parse("y", base)
    base.path = ["x"]
    assert [error.name for error in caught.value.errors] == ["missing-scheme-non-relative-URL"]


@pytest.mark.parametrize(
    ("input", "part"),
    [
        ("  ht\ttps://example.org:\n70\t000/x  ", "70\t000"),
        ("\x00\x1f https://example.org:7z", "z"),
        ("https://exa\tmple.org:7\nz", "z"),
        ("https://h:70000\r/", "70000"),
        ("https://a\t \tb/", " "),
        (" \t//x ", "//x"),
        ("http://\t\n", ""),
        ("http://\ud83d\ude00\ud83d\t\ude00@h:\tx/", "x"),
        ("\ud83d\ude00", "\ud83d\ude00"),
        ("http://\ude00\ud83d\ude00\ude00@h\n:\ud83d\ude00/", "\ud83d\ude00"),
    ],
)
def test_places_are_those_of_the_input_as_given(input, part):
    fatal = error_of(input).errors[-1]
    assert fatal.fatal
    assert input[fatal.start : fatal.end] == part


@pytest.mark.parametrize(
    ("input", "base", "places"),
    [
        ("https://example.com/#\ud800", None, [21]),
        ("https://example.com/\udc00/\udc00?a\ud800b#\udfff\ud800", None, [20, 22, 25, 28, 29]),
        ("\ud800", "https://example.com/", [0]),
        ("#\ud800", "mailto:x", [1]),
        ("foo:a\ud800", None, [5]),
        ("foo://h\ud800\ud800/", None, [7, 8]),
        ("foo://\ud800@h/", None, [6]),
        ("https://u\ud800:\udc00@\udc00@h/", None, [9, 11, 13]),
        ("https://\ud800@/", None, [8]),
        ("file:///C|/\ud800", None, [11]),
        (" https://h/\ud83d\ude00\t\ud83d\t\ude00", None, [14, 16]),
        # A surrogate pair that encodes a URL code point.
        ("https://h/\ud83d\ude00", None, []),
        # Other errors report these.
        ("https://\ud800/", None, []),
        ("https://h:\ud800/", None, []),
        ("\ud800", None, []),
    ],
)
def test_lone_surrogates_are_invalid_url_units(input, base, places):
    errors = validate(input, base)
    units = [error for error in errors if error.name == "invalid-URL-unit" and input[error.start] >= "\ud800"]
    assert [(error.start, error.end) for error in units] == [(place, place + 1) for place in places]
    assert is_valid_url_string(input, base) == (errors == [])


def test_a_lone_surrogate_is_named():
    (error,) = validate("https://example.com/#\ud800")
    assert error.message == "a lone surrogate is not a character; write the character itself"


@pytest.mark.parametrize(
    ("host", "is_opaque", "errors"),
    [
        ("h\ud800x\udc00", True, [("invalid-URL-unit", 1), ("invalid-URL-unit", 3)]),
        ("\ud83d\ude00\ude00", True, [("invalid-URL-unit", 2)]),
        ("\ud83d\ude00", True, []),
        ("h\ud800 x", True, [("host-invalid-code-point", 2)]),
        ("h\ud800", False, [("domain-to-ASCII", 1)]),
        ("[::1\ud800]", False, [("IPv6-invalid-code-point", 4)]),
    ],
)
def test_lone_surrogates_in_a_host(host, is_opaque, errors):
    assert [(error.name, error.start) for error in validate_host(host, is_opaque)] == errors
    if is_opaque:
        in_a_url = [(error.name, error.start - 6) for error in validate(f"foo://{host}")]
        assert in_a_url == errors
        assert is_valid_opaque_host_string(host) == (errors == [])


def test_places_in_a_host_are_those_of_the_host_as_given():
    with pytest.raises(InvalidURL) as caught:
        host_parse("\ud83d\ude00\ta")
    assert (caught.value.input, caught.value.errors[0].start) == ("\ud83d\ude00\ta", 2)


def test_a_base_url_with_an_opaque_path_is_reported():
    assert "opaque; write a scheme, or a fragment alone\n" in str(error_of("x", "mailto:a"))


def test_a_base_url_is_named_as_what_it_is():
    error = error_of("x", "y")
    assert (error.input, error.what) == ("y", "base URL")
    assert str(error).startswith("invalid base URL: missing-scheme-non-relative-URL at 0")
    assert error.on_one_line().startswith("invalid base URL 'y': missing-scheme")


def test_pickling_and_copying():
    error = error_of("https://example.org:7z")
    error.add_note("a note")
    assert error.fatal_error  # which it remembers, but not in its state
    assert error.__getstate__().keys() == {"input", "errors", "what", "__notes__"}
    pickled = [pickle.loads(pickle.dumps(error, protocol)) for protocol in range(pickle.HIGHEST_PROTOCOL + 1)]
    for other in (*pickled, copy.copy(error), copy.deepcopy(error)):
        assert other.__notes__ == ["a note"]
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
        case _:
            pytest.fail("the pattern did not match")
    # Pickles have these names, whatever the class has inside.
    assert a.__getstate__().keys() == {"name", "start", "end", "fatal", "message"}


def test_an_error_of_ones_own_needs_no_validation_errors():
    error = InvalidURL("http://u:s3cr3t@h/", what="address")
    assert error.errors == ()
    assert str(InvalidURL("x")) == "invalid URL 'x'"
    assert str(error) == error.on_one_line() == "invalid address 'http://***@h/'"
    assert repr(error) == """InvalidURL("invalid address 'http://***@h/'")"""


def test_it_is_a_value_error():
    assert InvalidURL.__module__ == ValidationError.__module__ == "py_url"
    assert isinstance(error_of("x"), ValueError)
    assert error_of("x").__cause__ is None
    assert error_of("x").__suppress_context__


def failing_rows():
    for file in sorted((Path(__file__).parent.parent / "data" / "parse").glob("*.json")):
        rows = [row for row in json.loads(file.read_text("utf-8")) if isinstance(row, dict) and row.get("failure")]
        yield from ((row["input"], row["base"]) for row in rows)


def test_the_text_is_that_of_the_last_error():
    """The last error is found without computing the others, and must be the same."""
    rows = [*failing_rows()]
    assert len(rows) > 200
    for input, base in rows:
        with pytest.raises(InvalidURL) as caught:
            URL(input, base)
        lines, line = str(caught.value), caught.value.on_one_line()
        assert caught.value.errors
        assert (str(caught.value), caught.value.on_one_line()) == (lines, line), input


@pytest.mark.parametrize("parse", [URL, basic_parse, host_parse])
def test_the_text_needs_only_the_last_error(parse, monkeypatch):
    """Finding all errors takes hundreds of times as long as the parse."""
    made = []
    init = ValidationError.__init__
    monkeypatch.setattr(ValidationError, "__init__", lambda self, *values: made.append(values) or init(self, *values))
    with pytest.raises(InvalidURL) as caught:
        parse("https://" + "@" * 100 + "%" * 100 + "[")
    assert ": domain-to-ASCII at " in str(caught.value)
    assert len(made) == 1


def test_a_validation_error_cannot_be_changed():
    error = ValidationError("host-missing", 8, 8, True, "a host is expected here")
    with pytest.raises(AttributeError, match="cannot be changed"):
        error.name = "x"
    with pytest.raises(AttributeError, match="cannot be changed"):
        del error.name
    assert pickle.loads(pickle.dumps(error)) == copy.copy(error) == error


@pytest.mark.parametrize(("end", "place"), [(20, "20"), (21, "20"), (22, "20-22")])
def test_a_place_of_more_than_one_code_point_is_a_span(end, place):
    error = ValidationError("port-invalid", 20, end, True, "this is no port")
    assert error.place == place
    assert f" port-invalid at {place}: " in str(InvalidURL("http://example.org:abc/", [error]))


def test_a_type_error_names_what_was_given():
    error = ValidationError("host-missing", 7, 7, True, "write a host")
    with pytest.raises(TypeError, match=r"not str, int, float, bytes$"):
        ValidationError("host-missing", 7, 7.0, True, b"write a host")
    for wrong in ({"name": None}, {"start": None}, {"end": None}, {"message": None}):
        with pytest.raises(TypeError, match="NoneType"):
            ValidationError(**{"name": "x", "start": 7, "end": 7, "fatal": True, "message": "write", **wrong})
    for arguments, kinds in (((7,), "int, str"), (("x", (), 7), "str, int")):
        with pytest.raises(TypeError, match=f"must be str, not {kinds}$"):
            InvalidURL(*arguments)
    for errors in ("", b"", 7):
        with pytest.raises(TypeError, match=f"an iterable or a function, not {type(errors).__name__}$"):
            InvalidURL("http://", errors)
    # It is the first wrong one, as that is where a loop would have stopped.
    with pytest.raises(TypeError, match=r"not int$"):
        InvalidURL("http://", [error, 7, error, "host-missing"])


def test_errors_can_come_from_a_function():
    errors = [ValidationError("invalid-credentials", 7, 8, False, "remove it")]
    errors.append(ValidationError("host-missing", 8, 8, True, "write a host"))
    raised = InvalidURL("http://@", lambda: iter(errors))
    assert raised.fatal_error == errors[-1]
    assert raised.errors == tuple(errors)
    # If all errors are known, nothing looks for the fatal one.
    assert InvalidURL("http://@", errors, fatal=lambda: errors[0]).fatal_error == errors[-1]


def test_an_error_that_is_initialized_again_forgets_the_last_error():
    error, other = error_of("http://["), error_of("http://a b/")
    assert error.fatal_error.name == "IPv6-unclosed"
    error.__init__(other.input, lambda: other.errors, "URL", lambda: other.fatal_error)
    assert error.fatal_error == other.fatal_error
    assert error.errors == other.errors


def error_for(call, kind):
    with pytest.raises(kind) as caught:
        call()
    return caught.value


TEXTS = [
    lambda: error_for(lambda: URL("https://u:s3cr3t@h:7z/"), InvalidURL),
    lambda: error_for(lambda: URL("//"), InvalidURL),
    lambda: error_for(lambda: FrozenURL("mailto:a") / "b", InvalidURL),
    lambda: error_for(lambda: URL("https://h/").replace(host="b c"), InvalidURL),
    lambda: InvalidURL("http://u:s3cr3t@h/", what="address"),
    lambda: InvalidURL("http://u:s3cr3t@h/"),
    lambda: error_for(lambda: guard.require_fetch("http://u:s3cr3t@127.0.0.1/"), guard.Refused),
]


@pytest.mark.parametrize("make", TEXTS)
def test_args_are_the_text_and_rebuild_it(make):
    """As Celery's JSON results do, which carry the class and its args."""
    error = make()
    assert error.args == (str(error),)
    assert "s3cr3t" not in repr(error.args)
    rebuilt = type(error)(*json.loads(json.dumps(error.args)))
    assert (str(rebuilt), rebuilt.args) == (str(error), error.args)
    assert not hasattr(rebuilt, "input")
    assert "s3cr3t" not in repr(rebuilt)
    assert getattr(rebuilt, "errors", ()) == getattr(rebuilt, "reasons", ()) == ()
    for again in (copy.copy(rebuilt), copy.deepcopy(rebuilt), pickle.loads(pickle.dumps(rebuilt))):
        assert (type(again), str(again), vars(again)) == (type(rebuilt), str(rebuilt), vars(rebuilt))
    assert error.__reduce__()[1] == (type(error),)


def test_one_line_of_a_rebuilt_error():
    error = error_for(lambda: URL("https://h:z/"), InvalidURL)
    rebuilt = InvalidURL(*error.args)
    assert rebuilt.on_one_line().startswith("invalid URL: port-invalid at 10: ")
    assert "\n" not in rebuilt.on_one_line()
    assert (rebuilt.fatal_error, rebuilt.what, rebuilt.reason) == (None, "URL", "")


@pytest.mark.parametrize(
    ("call", "what"),
    [
        (lambda: URL("https://h:z/"), "URL"),
        (lambda: URL("x", "y"), "base URL"),
        (lambda: URL("https://h/").replace(host="b c"), "host"),
        (lambda: URL("https://h/").replace(port="x"), "port"),
        (lambda: URL("https://h/").replace(protocol='"'), "protocol"),
    ],
)
def test_a_rebuilt_error_says_what_did_not_parse(call, what):
    error = error_for(call, InvalidURL)
    assert error.what == what
    for text in (str(error), error.on_one_line()):
        rebuilt = InvalidURL(text)
        assert [one.what for one in (rebuilt, copy.copy(rebuilt), pickle.loads(pickle.dumps(rebuilt)))] == [what] * 3


def test_args_can_be_set_as_those_of_any_exception():
    for make in TEXTS:
        error = make()
        text = str(error)
        error.args = ("more", *error.args)
        assert (error.args, str(error)) == (("more", text), text)


@pytest.mark.parametrize(
    "call",
    [
        lambda: guard.Refused(""),
        lambda: guard.Refused(("x",)),
    ],
)
def test_another_text_is_none_of_an_error(call):
    with pytest.raises(TypeError):
        call()


@pytest.mark.parametrize("kind", [InvalidURL, guard.Refused])
def test_the_state_of_an_error_that_is_a_text_is_checked(kind):
    with pytest.raises(ValueError, match=r"text must be|its text"):
        kind.__new__(kind).__setstate__({"text": 7})


def test_a_subclass_is_rebuilt_from_its_text_too():
    class Own(InvalidURL):
        """Of a program."""

    rebuilt = Own("invalid URL 'x': no")
    assert (type(rebuilt), str(rebuilt)) == (Own, "invalid URL 'x': no")


def test_args_of_a_syntax_error_are_its_text():
    error = error_for(lambda: rfc3986.parse("http://u:s3cr3t@h/ "), grammar.InvalidSyntax)
    assert error.args == (str(error),)
    assert "s3cr3t" not in repr(error.args)
