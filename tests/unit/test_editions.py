"""Older editions of the URL Standard: what the founding documents say, and the example of every change.

Those documents are the text of 334966e, 2021-01-04, of which the edition 2020-11 lacks one change of the encoding, and
one between 2025-03 and 2026-01.
"""

import inspect
from functools import partial

import pytest

from py_url import URL, InvalidURL, ValidationError, editions, is_valid_url_string, validate
from py_url.explain import explain_differences
from py_url.programs.command_line import main
from py_url.standard import Domain, OpaqueHost, URLRecord, basic_parse, pins, serialize
from py_url.standard.infra.error_table import VALIDATION_ERRORS

BEFORE = dict(zip([*editions.EDITIONS][1:], editions.EDITIONS, strict=False))
TODAY = [*editions.EDITIONS][-1]


def href(url, edition, base=None):
    """Return the serialized URL, or None if it does not parse."""
    try:
        return serialize(editions.parse(url, base, edition=edition))
    except InvalidURL:
        return None


def names(url, edition, base=None):
    return [error.name for error in editions.validate(url, base, edition=edition)]


@pytest.mark.parametrize("host", ["0..0x300", "09", "example.255", "1.2.3.4.5", "foo.0", "a.1.2.0x.", "."])
def test_in_2020_a_host_with_a_part_that_is_no_number_is_a_domain(host):
    assert editions.parse(f"http://{host}/", edition="2020-11").host == Domain(host)
    assert names(f"http://{host}/", "2020-11") == []
    assert (href(f"http://{host}/", "2021-08") is None) == (host != ".")


@pytest.mark.parametrize("host", ["256.256.256.256", "1.2.3.256", "0x100000000", "4294967296"])
def test_in_2020_numbers_that_are_too_large_are_a_failure_all_the_same(host):
    assert names(f"http://{host}/", "2020-11")[-1] == "IPv4-out-of-range-part"
    assert href(f"http://{host}/", "2020-11") is None


def test_in_2020_vertical_lines_and_controls_are_allowed_in_hosts():
    assert editions.parse("http://a|b/", edition="2020-11").host == Domain("a|b")
    assert editions.parse("foo://a|b%zz/", edition="2020-11").host == OpaqueHost("a|b%zz")
    assert names("foo://a|b%zz/", "2020-11") == ["invalid-URL-unit", "invalid-URL-unit"]
    assert editions.parse("http://a%01b%7F/", edition="2020-11").host == Domain("a\x01b\x7f")
    for url, error in [("foo://a|^b/", "host-invalid-code-point"), ("http://a|%5Eb/", "domain-invalid-code-point")]:
        assert names(url, "2020-11") == [error]
    assert names("http://a%25b/", "2020-11") == ["domain-invalid-code-point"]
    assert href("http://a%01b/", "2021-03") == "http://a\x01b/"
    assert href("http://a|b/", "2021-03") is href("http://a%01b/", "2022-01") is None


def test_a_control_may_not_be_in_a_left_to_right_label_next_to_one_that_is_not():
    assert href("http://a%1Cb.example/", "2020-11") == "http://a\x1cb.example/"
    assert names("http://a%1Cb.אב/", "2020-11") == ["domain-to-ASCII"]


def test_in_2020_a_circumflex_is_not_encoded_in_paths():
    assert href("http://h/^`{}?^#^", "2020-11") == "http://h/^%60%7B%7D?^#^"
    assert href("http://u^@h/^", "2020-11") == "http://u%5E@h/^"
    assert href("foo:/^", "2024-11") == "foo:/^"
    assert href("foo:/^", "2025-03") == "foo:/%5E"
    assert names("http://h/^", "2020-11") == names("http://h/^", TODAY) == ["invalid-URL-unit"]


def test_in_2020_the_grammar_allows_leading_zeros_and_hyphens():
    assert editions.is_valid_ipv4_address_string("001.002.003.004", edition="2020-11")
    assert not editions.is_valid_ipv4_address_string("001.002.003.004", edition="2021-10")
    assert not editions.is_valid_ipv4_address_string("1.2.3.256", edition="2020-11")
    assert editions.is_valid_ipv4_address_string("255.1.2.3", edition=TODAY)
    assert editions.is_valid_domain("-a.example", edition="2020-11")
    assert editions.is_valid_domain("ab--c.example", edition="2023-09")
    assert not editions.is_valid_domain("-a.example", edition="2024-11")
    assert not editions.is_valid_domain("a_b.example", edition="2020-11")
    assert not editions.is_valid_domain("☕_.example", edition="2020-11")
    assert not editions.is_valid_domain("a..b", edition="2020-11")
    assert not editions.is_valid_domain(f"{'a' * 64}.example", edition="2020-11")
    assert not editions.is_valid_domain("xn--a", edition="2020-11")
    assert not editions.is_valid_domain("\ud800", edition="2020-11")
    assert editions.is_valid_domain("a.1", edition="2026-06")
    assert not editions.is_valid_domain("a.1", edition=TODAY)
    assert editions.is_valid_url_string("https://-a.example/", edition="2020-11")


def test_until_2026_an_ascii_domain_can_fail():
    assert href("https://xn--a/", "2025-03") is None
    assert href("https://xn--a/", TODAY) == "https://xn--a/"
    with pytest.raises(InvalidURL) as caught:
        editions.parse("https://a.xn--a.example/", edition="2025-03")
    (error,) = caught.value.errors
    assert (error.name, error.start, error.end, error.fatal) == ("domain-to-ASCII", 10, 15, True)
    assert "Punycode" in str(caught.value)
    assert names("https://xn--a.xn--fa-hia.אב1a/", "2025-03") == ["domain-to-ASCII"]
    assert names("https://%C2%AD/", "2025-03") == ["domain-to-ASCII"]
    # Each of the labels is valid by itself.
    (error,) = editions.validate("https://xn--9dbc.1a/", edition="2025-03")
    assert (error.name, error.start, error.end) == ("domain-to-ASCII", 8, 19)
    assert "directions" in error.message


def test_two_errors_that_are_gone():
    (error,) = editions.validate("https://exa%23mple.org", edition="2025-03")
    assert (error.name, error.start, error.end, error.fatal) == ("domain-invalid-code-point", 8, 22, True)
    assert error.link.endswith("/commit-snapshots/9fe73bed05476684aa587de231d79768b76e1430/#domain-invalid-code-point")
    (error,) = editions.validate("https://exa<mple.org", edition="2025-03")
    assert (error.start, error.end) == (11, 12)
    (error,) = editions.validate("https://℀.org", edition="2025-03")
    assert (error.name, error.start, error.end) == ("domain-invalid-code-point", 8, 9)
    errors = []
    assert editions.domain_to_unicode("xn--0.xn--fa-hia.example", edition="2025-03", report=errors.append) == (
        "xn--0.faß.example"
    )
    ((name, start, end),) = [(error.name, error.start, error.end) for error in errors]
    assert (name, start, end) == ("domain-to-Unicode", 0, 5)
    assert errors[0].link.endswith("/#domain-to-unicode")
    assert isinstance(errors[0], ValidationError)


def test_what_was_valid_until_2026():
    assert names("file://loc%61lhost/", "2025-03") == []
    assert editions.is_valid_url_string("file://loc%61lhost/", edition="2025-03")
    assert not editions.is_valid_url_string("file://loc%61lhost/", edition="2026-06")
    assert editions.is_valid_ipv6_address_string("01::", edition="2025-03")
    assert not editions.is_valid_ipv6_address_string("01::", edition=TODAY)
    assert not editions.is_valid_ipv6_address_string("1::2::3", edition="2025-03")
    assert not editions.is_valid_url_string("/C:/x", "file://h/", edition="2025-03")
    assert editions.is_valid_url_string("/C:/x", "file:///", edition="2025-03")
    assert editions.is_valid_url_string("/C:x", "file://h/", edition="2025-03")
    assert editions.is_valid_url_string("/C:/x", "file://h/", edition=TODAY)


# The table of examples in §4 of the text of 2025-03: input, base URL, whether it is valid, and the output.
TABLE = [
    ("https:example.org", None, False, "https://example.org/"),
    ("https://////example.com///", None, False, "https://example.com///"),
    ("https://example.com/././foo", None, True, "https://example.com/foo"),
    ("hello:world", "https://example.com/", True, "hello:world"),
    ("https:example.org", "https://example.com/", False, "https://example.com/example.org"),
    ("\\example\\..\\demo/.\\", "https://example.com/", False, "https://example.com/demo/"),
    ("example", "https://example.com/demo", True, "https://example.com/example"),
    ("file:///C|/demo", None, False, "file:///C:/demo"),
    ("..", "file:///C:/demo", True, "file:///C:/"),
    ("file://loc%61lhost/", None, True, "file:///"),
    ("https://user:password@example.org/", None, False, "https://user:password@example.org/"),
    ("https://example.org/foo bar", None, False, "https://example.org/foo%20bar"),
    ("https://EXAMPLE.com/../x", None, True, "https://example.com/x"),
    ("https://ex ample.org/", None, False, None),
    ("example", None, False, None),
    ("https://example.com:demo", None, False, None),
    ("http://[www.example.com]/", None, False, None),
    ("https://example.org//", None, True, "https://example.org//"),
    # These are not in the text of 2020-11.
    ("https://example.com/[]?[]#[]", None, False, "https://example.com/[]?[]#[]"),
    ("https://example/%?%#%", None, False, "https://example/%?%#%"),
    ("https://example/%25?%25#%25", None, True, "https://example/%25?%25#%25"),
]


@pytest.mark.parametrize("edition", ["2020-11", "2025-03"])
@pytest.mark.parametrize(("url", "base", "valid", "output"), TABLE)
def test_the_table_of_examples(url, base, valid, output, edition):
    assert href(url, edition, base) == output
    assert (names(url, edition, base) == []) == valid
    # The grammar of that time contradicts the table in two rows, and the table decides.
    assert editions.is_valid_url_string(url, base, edition=edition) == valid


# The examples in the table of validation errors of 2025-03: the name, whether it ends the parse, the inputs.
ERRORS = [
    ("domain-to-ASCII", True, ["https://xn--a/"]),
    ("domain-invalid-code-point", True, ["https://exa%23mple.org"]),
    ("host-invalid-code-point", True, ["foo://exa[mple.org"]),
    ("IPv4-empty-part", False, ["https://127.0.0.1./"]),
    ("IPv4-too-many-parts", True, ["https://1.2.3.4.5/"]),
    ("IPv4-non-numeric-part", True, ["https://test.42"]),
    ("IPv4-non-decimal-part", False, ["https://127.0.0x0.1"]),
    ("IPv4-out-of-range-part", True, ["https://255.255.4000.1"]),
    ("IPv6-unclosed", True, ["https://[::1"]),
    ("IPv6-invalid-compression", True, ["https://[:1]"]),
    ("IPv6-too-many-pieces", True, ["https://[1:2:3:4:5:6:7:8:9]"]),
    ("IPv6-multiple-compression", True, ["https://[1::1::1]"]),
    ("IPv6-invalid-code-point", True, ["https://[1:2:3!:4]", "https://[1:2:3:]"]),
    ("IPv6-too-few-pieces", True, ["https://[1:2:3]"]),
    ("IPv4-in-IPv6-too-many-pieces", True, ["https://[1:1:1:1:1:1:1:127.0.0.1]"]),
    (
        *("IPv4-in-IPv6-invalid-code-point", True),
        [f"https://[ffff::{end}]" for end in (".0.0.1", "127.0.xyz.1", "127.0xyz", "127.00.0.1", "127.0.0.1.2")],
    ),
    ("IPv4-in-IPv6-out-of-range-part", True, ["https://[ffff::127.0.0.4000]"]),
    ("IPv4-in-IPv6-too-few-parts", True, ["https://[ffff::127.0.0]"]),
    (
        *("invalid-URL-unit", False),
        ["https://example.org/>", " https://example.org ", "ht\ntps://example.org", "https://example.org/%s"],
    ),
    ("special-scheme-missing-following-solidus", False, ["file:c:/my-secret-folder", "https:example.org"]),
    ("missing-scheme-non-relative-URL", True, ["💩"]),
    ("invalid-reverse-solidus", False, ["https://example.org\\path\\to\\file"]),
    ("invalid-credentials", False, ["https://user@example.org", "ssh://user@example.org"]),
    ("host-missing", True, ["https://#fragment", "https://:443", "https://user:pass@"]),
    ("port-out-of-range", True, ["https://example.org:70000"]),
    ("port-invalid", True, ["https://example.org:7z"]),
    ("file-invalid-Windows-drive-letter-host", False, ["file://c:"]),
]


@pytest.mark.parametrize(("name", "fatal", "urls"), ERRORS, ids=[name for name, _, _ in ERRORS])
def test_the_table_of_validation_errors(name, fatal, urls):
    for url in urls:
        assert (name, fatal) in [(error.name, error.fatal) for error in editions.validate(url, edition="2025-03")]


def test_the_examples_of_validation_errors_that_need_a_base_url():
    assert names("https:foo.html", "2025-03", "https://example.org/") == ["special-scheme-missing-following-solidus"]
    assert names("💩", "2025-03", "mailto:user@example.org") == ["missing-scheme-non-relative-URL"]
    assert names("c:/path/to/file", "2025-03", "file:///c:/") == []
    assert names("c|/path/to/file", "2025-03", "file:///c:/")[0] == "file-invalid-Windows-drive-letter"


def test_hosts():
    assert editions.host_parse("0..0x300", edition="2020-11") == Domain("0..0x300")
    assert editions.host_parse("a|b", True, edition="2020-11") == OpaqueHost("a|b")
    assert str(editions.host_parse("0x7f.1", edition="2020-11")) == "127.0.0.1"
    with pytest.raises(InvalidURL, match="invalid host: domain-invalid-code-point at 1: ") as caught:
        editions.host_parse("a|b", edition="2021-03")
    assert isinstance(caught.value.errors[-1], editions.FormerValidationError)
    with pytest.raises(InvalidURL, match="IPv4-non-numeric-part") as caught:
        editions.host_parse("a.1.", edition="2025-03")
    assert [error.name for error in caught.value.errors] == ["IPv4-empty-part", "IPv4-non-numeric-part"]


def test_every_function_of_one_edition_takes_it_by_keyword_and_has_no_default():
    """Two functions with two defaults would silently answer by two texts."""
    takes_none = {"differences"}
    for name in editions.__all__:
        function = getattr(editions, name)
        if inspect.isfunction(function) and name not in takes_none:
            edition = inspect.signature(function).parameters["edition"]
            assert (name, edition.kind, edition.default) == (name, edition.KEYWORD_ONLY, edition.empty)
            takes_none.add(name)
    assert len(takes_none) == 14


def answer(string, edition):
    """Return what an edition makes of an example that is no URL: a setter, a domain, or a production's string."""
    url, bar, assignment = string.partition(" | ")
    if bar:
        member, _, value = assignment.partition("=")
        return serialize(editions.replace(url, edition=edition, **{member.strip(): value.strip()}))
    if url.startswith("blob:"):
        return str(editions.origin(url, edition=edition))
    ascii_domain = editions.domain_to_ascii(url, edition=edition)
    try:
        return ascii_domain, editions.domain_to_unicode(url, True, edition=edition)
    except ValueError:
        return ascii_domain, None


@pytest.mark.parametrize(
    ("change", "string", "base"),
    [
        pytest.param(change, *example, id=f"{change.date} {example[0]}")
        for change in editions.CHANGES
        for example in change.examples
    ],
)
def test_every_example_has_another_answer_since_its_change(change, string, base):
    if change.commit == "4c18d6c":
        # The URL is valid all the same, because its host was a valid domain until 2026-07.
        host = string.removeprefix("http://").removesuffix("/")
        valid = [editions.is_valid_ipv4_address_string(host, edition=edition) for edition in ("2021-08", "2021-10")]
        assert valid == [True, False]
    elif {"parser", "validation errors", "grammar"} & {*change.parts} and " | " not in string:
        assert change in [answer.change for answer in editions.differences(string, base)]
    else:
        month = change.date[:7]
        assert answer(string, BEFORE[month]) != answer(string, month)


@pytest.mark.parametrize("change", editions.OTHER_CHANGES, ids=lambda change: change.commit)
def test_the_other_changes_are_in_no_edition(change):
    assert change.commit not in {one.commit for one in editions.CHANGES}
    assert change.examples
    assert change.sentence
    with pytest.raises(ValueError, match="not one of CHANGES"):
        editions.EDITIONS[TODAY].has(change)


@pytest.mark.parametrize("change", editions.CHANGES, ids=lambda change: f"{change.date} {change.commit}")
def test_every_change_says_what_it_is(change):
    assert change.examples
    assert change.sentence
    assert change.commit in change.link or not change.commit
    assert change.parts
    assert editions.EDITIONS[change.date[:7]].has(change)
    assert not editions.EDITIONS[BEFORE[change.date[:7]]].has(change)


def test_the_changes_are_in_order():
    dates = [change.date for change in editions.CHANGES]
    assert dates == sorted(dates)
    assert [*editions.EDITIONS] == ["2020-11", *dict.fromkeys(date[:7] for date in dates)]
    assert editions.EDITIONS["2020-11"].link == "https://github.com/whatwg/url/blob/2ce4938/url.bs"
    assert editions.PARSERS == ("2020-11", "2021-03", "2021-08", "2022-01", "2025-03", "2026-06")


def test_the_text_that_the_package_follows_is_among_them():
    """A change of the pins asks for a change here."""
    commits = [change.commit for change in (*editions.CHANGES, *editions.OTHER_CHANGES)]
    assert {pins.URL_STANDARD, *pins.LATER_CHANGES} <= {*commits}
    later = [change.commit for change in editions.CHANGES if change.date > pins.URL_STANDARD_DATE]
    assert later == ["9dc3827"]


def test_differences_say_when_the_answer_changed():
    first, second, third = editions.differences("http://1.2.3.4.5/")
    assert (first.change, first.href, first.errors, first.valid) == (None, "http://1.2.3.4.5/", (), True)
    assert first.editions == ("2020-11", "2021-03", "2021-05", "2021-06")
    assert (second.change.date, second.change.commit, second.href) == ("2021-08-05", "ab0e820", None)
    # Only the grammar still took it for a valid domain.
    assert (third.change.commit, third.href, second.valid, third.valid) == ("acd13be", None, True, False)


def test_differences_with_a_base_url():
    assert [answer.href for answer in editions.differences("^", "http://h/")] == ["http://h/^", "http://h/%5E"]
    # In some editions the base URL does not parse.
    lost, found, *_ = editions.differences("x", "https://xn--a/")
    assert (lost.href, lost.errors, lost.valid, found.href) == (None, (), False, "https://xn--a/x")
    assert found.change.commit == "a8d5ca3"
    assert len(editions.differences("https://example.org/a?b#c")) == 1
    assert editions.differences("?x", URL("foo://h/"))[0].href == "foo://h/?x"
    with pytest.raises(InvalidURL, match="invalid base URL"):
        editions.differences("x", "https://h:x/")


@pytest.mark.parametrize(
    ("url", "known"),
    [
        (
            "https://user:pass@",
            {"2023-05": ["invalid-credentials"] * 2, "2023-09": ["invalid-credentials", "host-missing"]},
        ),
        ("foo:a b", {"2024-11": ["invalid-URL-unit"], "2025-03": [], "2026-06": ["invalid-URL-unit"]}),
        ('foo:a b"', {"2024-11": ["invalid-URL-unit"] * 2, "2025-03": ["invalid-URL-unit"]}),
        ("http://0x/", {"2021-08": ["IPv4-non-decimal-part"][:0], "2021-10": ["IPv4-non-decimal-part"]}),
        ("http://0x7f.01.0/", {"2022-12": ["IPv4-non-decimal-part"], "2023-01": ["IPv4-non-decimal-part"] * 2}),
        (
            "http://a.0x1./",
            {"2022-12": ["IPv4-non-numeric-part"], "2023-01": ["IPv4-empty-part", "IPv4-non-numeric-part"]},
        ),
        ("http://0x1.256/", {"2022-12": ["IPv4-non-decimal-part", "IPv4-out-of-range-part"]}),
        ("http://0x1.0x1000000/", {"2022-12": ["IPv4-non-decimal-part", "IPv4-out-of-range-part"]}),
        ("http://１.2.3.0x4/", {"2025-03": ["IPv4-non-decimal-part"]}),
        ("http://１.2.3.4567/", {"2025-03": ["IPv4-out-of-range-part"]}),
        ("https://_dmarc.example.com/", {"2025-03": [], "2026-06": ["domain-to-ASCII"]}),
        ("https://1.2.3/", {"2026-06": [], TODAY: ["IPv4-too-few-parts"]}),
        ("https://[::01]/", {"2026-06": [], TODAY: ["IPv6-piece-leading-zero"]}),
    ],
)
def test_validation_errors_by_edition(url, known):
    assert {edition: names(url, edition) for edition in known} == known


def test_setters():
    assert serialize(editions.replace("http://a/", edition="2020-11", hostname="b:8080")) == "http://b/"
    assert serialize(editions.replace("http://a/", edition="2021-05", hostname="b:8080")) == "http://a/"
    assert serialize(editions.replace("http://a/", edition="2020-11", hostname=":8080")) == "http://a/"
    assert (
        serialize(editions.replace("http://a/", edition="2020-11", hostname="b", port="81", search="q"))
        == "http://b:81/?q"
    )
    assert editions.replace("foo:/a", edition="2020-11", pathname="").path == []
    assert editions.replace("foo:/a", edition="2021-06", pathname="").path == [""]
    assert editions.replace("foo:a", edition="2020-11", pathname="b", host="h").path == "a"
    stripped = {
        edition: editions.replace("data:x  #y", edition=edition, hash="").path
        for edition in ("2022-12", "2023-01", "2025-03")
    }
    assert stripped == {"2022-12": "x  ", "2023-01": "x", "2025-03": "x %20"}
    record = basic_parse("http://a/^")
    assert serialize(editions.replace(record, edition="2020-11", pathname="^")) == "http://a/^"
    assert serialize(record) == "http://a/%5E"


def test_origins():
    assert str(editions.origin("blob:ftp://host/path", edition="2020-11")) == "ftp://host"
    assert str(editions.origin("blob:blob:https://host/path", edition="2020-11")) == "https://host"
    assert str(editions.origin(f"{'blob:' * 50_000}ws://host/", edition="2020-11")) == "ws://host"
    assert str(editions.origin("blob: BLOB:ftp://host/?a", edition="2020-11")) == "ftp://host"
    assert (
        str(editions.origin("blob:blob:foo://host/", edition="2020-11"))
        == str(editions.origin("blob:blob://host/", edition="2020-11"))
        == "null"
    )
    # The URL in the path is parsed by the edition too.
    assert str(editions.origin("blob:https://xn--a/", edition="2025-03")) == "null"
    assert str(editions.origin("blob:https://xn--a/", edition=TODAY)) == "https://xn--a"
    assert (
        str(editions.origin("blob:x", edition="2020-11"))
        == str(editions.origin("blob:ftp://host/path", edition=TODAY))
        == "null"
    )


@pytest.mark.parametrize(
    ("string", "base", "valid"),
    [
        ("https://h//a", None, {"2020-11": True, "2026-06": True, TODAY: True}),
        ("foo:////a", None, {"2020-11": True, TODAY: True}),
        ("file:////a", None, {"2020-11": True, TODAY: True}),
        ("https://h/a//b:c@d", None, {"2020-11": True, TODAY: True}),
        ("https://h:80/a?b#c", None, {"2020-11": True, TODAY: True}),
        ("https://h/?a b", None, {"2020-11": False}),
        ("https://h/#a b", None, {"2020-11": False}),
        ("https:///h", None, {"2020-11": False}),
        ("https://[01::]:80/", None, {"2020-11": True, TODAY: False}),
        ("https://[::1", None, {"2020-11": False}),
        ("foo://[01::]/", None, {"2020-11": True, TODAY: False}),
        ("foo://[01::/", None, {"2020-11": False}),
        ("foo://h:80", None, {"2020-11": True, TODAY: True}),
        ("foo:///a", None, {"2020-11": True, TODAY: True}),
        ("foo:a:b", None, {"2020-11": False, "2026-06": True}),
        ("foo:a/b", None, {"2020-11": True, TODAY: True}),
        ("foo://:80", None, {"2026-06": False, TODAY: False}),
        ("1:a", None, {"2020-11": False}),
        ("x", None, {"2020-11": False}),
        ("file://", None, {"2020-11": False, TODAY: True}),
        ("file:///C:/x", None, {"2020-11": True, TODAY: True}),
        ("file://h/C:/x", None, {"2020-11": False, TODAY: True}),
        ("file:x", None, {"2020-11": False}),
        ("//h/x", "file:///", {"2020-11": True, TODAY: True}),
        ("x:y", "file:///", {"2020-11": True}),
        ("/x?y#z", "https://h/", {"2020-11": True, TODAY: True}),
        ("/x? ", "https://h/", {"2020-11": False}),
        ("//h/x", "https://h/", {"2020-11": True, TODAY: True}),
        ("//h/x", "foo://h/", {"2020-11": True, TODAY: True}),
        ("", "foo:opaque", {"2020-11": True, "2026-06": True, TODAY: False}),
        ("a/b", "foo:opaque", {"2020-11": True, TODAY: False}),
        ("#a", "foo:opaque", {"2020-11": True, TODAY: True}),
        ("#a b", "foo:opaque", {"2020-11": False, TODAY: False}),
    ],
)
def test_the_grammar_by_edition(string, base, valid):
    assert {edition: editions.is_valid_url_string(string, base, edition=edition) for edition in valid} == valid


def test_a_path_without_an_authority_could_begin_with_two_slashes_for_a_day():
    answers = editions.differences("//", "https://h/")
    assert [answer.valid for answer in answers] == [False, True, False]
    assert [answer.change.commit for answer in answers[1:]] == ["1505976", "6ae8486"]


def test_host_strings():
    assert editions.is_valid_host_string("[::1]", edition="2020-11")
    assert editions.is_valid_host_string("ex%61mple.org", edition="2025-03")
    assert not editions.is_valid_host_string("ex%61mple.org", edition=TODAY)
    assert editions.is_valid_host_string("1.2.3.4", edition=TODAY)
    assert editions.is_valid_opaque_host_string("a%41", edition="2020-11")
    assert not editions.is_valid_opaque_host_string("", edition="2020-11")


def test_the_last_edition_is_the_package(all_rows):
    """Whatever the machine of the editions does, the last one has to do what the rest of the package does."""
    for url, base in all_rows:
        record = None if base is None else basic_parse(base)
        try:
            expected = serialize(basic_parse(url, record))
        except InvalidURL:
            expected = None
        assert href(url, TODAY, base) == expected
        assert editions.validate(url, base, edition=TODAY) == validate(url, base)
        assert editions.is_valid_url_string(url, base, edition=TODAY) == is_valid_url_string(url, base)


@pytest.fixture
def all_rows():
    import json

    from crosscheck.inputs import own_files

    rows = [row for file in own_files("parse") for row in json.loads(file.read_text("utf-8")) if isinstance(row, dict)]
    assert len(rows) > 2_500
    usable = [(row["input"], row["base"]) for row in rows]
    return [(url, base) for url, base in usable if base is None or URL.can_parse(base)]


def test_an_invalid_url_keeps_its_errors_if_the_base_changes():
    base = basic_parse("https://h/")
    with pytest.raises(InvalidURL) as caught:
        editions.parse("//a b/", base, edition="2020-11")
    base.scheme = "foo"
    assert [error.name for error in caught.value.errors] == ["domain-invalid-code-point"]


def test_encodings():
    assert serialize(editions.parse("http://h/?é", edition="2020-11", encoding="latin1")) == "http://h/?%E9"
    with pytest.raises(LookupError):
        editions.parse("http://h/?é", edition="2020-11", encoding="nonsense")


@pytest.mark.parametrize(
    "call",
    [
        lambda name: editions.parse("x:", edition=name),
        lambda name: editions.validate("x:", edition=name),
        lambda name: editions.is_valid_url_string("x:", edition=name),
        lambda name: editions.domain_to_ascii("x", edition=name),
        lambda name: editions.domain_to_unicode("x", edition=name),
        lambda name: editions.replace("x:", edition=name),
        lambda name: editions.origin("x:", edition=name),
        lambda name: editions.is_valid_domain("x", edition=name),
    ],
)
def test_an_unknown_edition(call):
    with pytest.raises(ValueError, match=r"no edition '2019-01'; the editions are 2020-11, 2021-03, .*2026-07"):
        call("2019-01")
    with pytest.raises(TypeError, match="not int"):
        call(2020)


@pytest.mark.parametrize(
    "call",
    [
        partial(editions.parse, edition="2020-11"),
        partial(editions.validate, edition="2020-11"),
        editions.differences,
        partial(editions.replace, edition="2020-11"),
        partial(editions.origin, edition="2020-11"),
        partial(editions.is_valid_url_string, edition="2020-11"),
        partial(editions.is_valid_host_string, edition="2020-11"),
        partial(editions.is_valid_domain, edition="2020-11"),
        partial(editions.is_valid_ipv4_address_string, edition="2020-11"),
        partial(editions.is_valid_ipv6_address_string, edition="2020-11"),
        partial(editions.is_valid_opaque_host_string, edition="2020-11"),
        partial(editions.domain_to_ascii, edition="2020-11"),
        partial(editions.domain_to_unicode, edition="2020-11"),
        lambda wrong: editions.parse("x", wrong, edition="2020-11"),
        lambda wrong: editions.replace("x:", edition="2020-11", hash=wrong),
    ],
)
def test_other_types_are_refused(call):
    with pytest.raises(TypeError, match="bytes"):
        call(b"x:")


def test_other_members_are_refused():
    with pytest.raises(TypeError, match="no member 'path'"):
        editions.replace("x:", edition="2020-11", path="a")


def test_a_password_is_not_shown():
    with pytest.raises(InvalidURL) as caught:
        editions.parse("http://u:s3cr3t@a|b:x/", edition="2020-11")
    assert "s3cr3t" not in f"{caught.value}{caught.value!r}"


def test_every_name_of_an_error_has_a_message():
    gone = {"domain-invalid-code-point", "domain-to-Unicode"}
    assert not gone & VALIDATION_ERRORS.keys()
    assert isinstance(editions.parse("foo:x", edition="2020-11"), URLRecord)


def test_editions_as_parsers():
    explanation = explain_differences("http://1.2.3.4.5/", editions=["2020-11", "2021-08"])
    assert explanation.readings["whatwg 2020-11"].components["host"] == "1.2.3.4.5"
    assert explanation.readings["whatwg 2021-08"].failure.startswith("IPv4-too-many-parts: ")
    assert {"whatwg", "whatwg 2021-08"} <= {*explanation.refused_by}
    assert "whatwg 2020-11" in str(explanation)
    with pytest.raises(ValueError, match="no edition '2020'"):
        explain_differences("http://h/", editions=["2020"])


def test_the_command_line(capsys):
    assert main(["parse", "--edition", "2020-11", "http://u:p@a|b:81/"]) == 0
    assert (
        "href     http://***@a|b:81/\norigin   http://a|b:81\nprotocol http:\nusername ***\n" in capsys.readouterr().out
    )
    assert main(["parse", "--show-secrets", "--edition", "2020-11", "http://u:p@a|b:81/^?q#f", "foo:/x?#"]) == 0
    out = capsys.readouterr().out
    assert "href     http://u:p@a|b:81/^?q#f\norigin   http://a|b:81\nprotocol http:\nusername u\n" in out
    assert "host     a|b:81\nhostname a|b\nport     81\npathname /^\nsearch   ?q\nhash     #f\n" in out
    assert "origin   null\nprotocol foo:\nusername\npassword\nhost\nhostname\nport\npathname /x\nsearch\nhash\n" in out
    assert main(["resolve", "--edition", "2020-11", "--base", "http://a|b/", "^?é", "--encoding", "latin1"]) == 0
    assert capsys.readouterr().out == "http://a|b/^?%E9\n"
    assert main(["check", "--edition", "2025-03", "https://exa%23mple.org/"]) == 1
    assert "domain-invalid-code-point at 8-22" in capsys.readouterr().out
    assert main(["explain", "--editions", "https://xn--a/"]) == 1
    assert "whatwg 2025-03  rejects it: domain-to-ASCII" in capsys.readouterr().out
    assert main(["parse", "--edition", "2021-03", "http://a|b/"]) == 1
    assert "domain-invalid-code-point at 8" in capsys.readouterr().err
    for arguments in (["--edition", "1999-01", "x:"], ["--edition", "2021-03", "--base", "http://a|b/", "x"]):
        with pytest.raises(SystemExit):
            main(["parse", *arguments])
    assert "there is no edition '1999-01'; the editions are 2020-11, " in capsys.readouterr().err
    with pytest.raises(SystemExit):
        main(["parse", "--edition", "https://u:s3cr3t@h/", "x:"])
    assert "s3cr3t" not in capsys.readouterr().err


def test_no_password_is_shown():
    secret = "https://u:s3cr3t@h/"
    (answer, *_) = editions.differences(secret)
    assert "s3cr3t" not in repr(answer)
    assert "href='https://***@h/'" in repr(answer)
    with pytest.raises(ValueError, match=r"no edition 'https://\*\*\*@h/'; the editions are ") as caught:
        editions.origin("http://h/", edition=secret)
    assert "s3cr3t" not in str(caught.value)
