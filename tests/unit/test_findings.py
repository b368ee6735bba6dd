"""Contradictions within the standard, at the commit that this package implements.

For generated inputs and those of the Web Platform Tests, *valid URL string* and *parses without validation error* never
differed, except for the first contradiction here, which the standard has since fixed. The others are places where the
standard's description of an error or a URL differs from its algorithms. Each test quotes the two sentences and asserts
which of them the package follows: always the algorithm.
"""

import pytest

from py_url import URL, is_valid_url_string, validate
from py_url.standard import is_relative_url_string, is_valid_host_string, validate_host


def errors(input, base=None):
    """Return the names of the validation errors, fatal ones with an exclamation mark."""
    return [error.name + "!" * error.fatal for error in validate(input, base)]


@pytest.mark.parametrize(
    ("host", "valid", "names"),
    [
        ("1.2.3.4", True, []),
        ("\uff11.2.3.4", False, ["IPv4-non-ASCII-input"]),
        ("1.2.3.\u0664", False, ["domain-to-ASCII"]),  # a digit that does not map to an ASCII digit
        ("1\u30022.3.4", False, ["IPv4-non-ASCII-input"]),
    ],
)
def test_a_host_whose_digits_are_not_ascii(host, valid, names):
    """§3.4: "A valid IPv4-address string must be four shortest possible strings of ASCII digits", but

    §3.5, before 2026-07-05: "Let asciiDomain be the result of running domain parser with domain and false", after which
    nothing was left to report. Since then it is IPv4-non-ASCII-input.
    """
    assert is_valid_host_string(host) is valid
    assert [error.name for error in validate_host(host)] == names


@pytest.mark.parametrize(
    ("input", "base"),
    [("/c:/path/to/file", "file:///c:/"), ("/c:/path/to/file", "file:///d:/"), ("/c:", "file://h/x")],
)
def test_a_drive_letter_after_a_solidus(input, base):
    """§1.1, file-invalid-Windows-drive-letter: 'const url = new URL("/c:/path/to/file", "file:///c:/");', but

    §4.4, file state: "If c is U+002F (/) or U+005C (\\), then: ... Set state to file slash state", which has no
    such error.
    """
    assert errors(input, base) == []
    assert is_valid_url_string(input, base)


@pytest.mark.parametrize(
    ("input", "names"),
    [
        ("c|/x", ["file-invalid-Windows-drive-letter", "invalid-URL-unit"]),
        ("file:c:/x", ["special-scheme-missing-following-solidus", "file-invalid-Windows-drive-letter"]),
        ("c:/x", []),
    ],
)
def test_a_drive_letter_that_begins_a_relative_url(input, names):
    """§1.1, file-invalid-Windows-drive-letter: "The input is a relative-URL string that starts with a Windows drive
    letter", but

    §4.3: "a path-relative-URL string that does not start with: a URL-scheme string, followed by U+003A (:)", and "|" is
    no URL unit: so nothing is both.
    """
    assert errors(input, "file:///") == names
    assert not is_relative_url_string(input, "file:///")


@pytest.mark.parametrize(
    ("input", "names"),
    [
        ("https://255.255.4000.1", ["IPv4-out-of-range-part!"]),
        ("https://4000.1", ["IPv4-out-of-range-part!"]),
        ("https://1.2.65535", ["IPv4-out-of-range-part"]),
    ],
)
def test_an_ipv4_part_out_of_range(input, names):
    """§1.1, IPv4-out-of-range-part: a failure, "Yes (only if applicable to the last part)", but

    §3.5: "If any but the last item in numbers is greater than 255, then return failure".
    """
    assert [name for name in errors(input) if name.startswith("IPv4-out")] == names


@pytest.mark.parametrize(
    ("host", "names"),
    [
        ("exa%23mple.org", ["domain-percent-encoded", "domain-to-ASCII!"]),
        ("exa%25mple.org", ["domain-percent-encoded", "domain-to-ASCII!"]),
        ("exa mple.org", ["domain-to-ASCII!"]),
    ],
)
def test_a_forbidden_domain_code_point(host, names):
    """§1.1, domain-to-ASCII: a failure, "Yes (when ... domain is not an ASCII string and Unicode ToASCII ... also
    fails)", but

    §3.3: "If result contains a forbidden domain code point, then return failure", and the domain is ASCII.
    """
    assert host.isascii()
    assert errors(f"https://{host}") == names


@pytest.mark.parametrize(
    ("input", "names"),
    [
        ("foo://:80", ["host-missing!"]),
        ("foo://@", ["invalid-credentials", "host-missing!"]),
        ("foo://", []),
        ("https://:80", ["host-missing!"]),
    ],
)
def test_a_missing_host_if_the_scheme_is_not_special(input, names):
    """§1.1, host-missing: "The input has a special scheme, but does not contain a host", but

    §4.4, host state: "If buffer is the empty string, host-missing validation error, return failure", of any scheme.
    """
    assert errors(input) == names


@pytest.mark.parametrize("input", ["example", "a", "a/b:c", "1", ""])
def test_a_missing_scheme_that_begins_with_a_letter(input):
    """§1.1, missing-scheme-non-relative-URL: "The input is missing a scheme, because it does not begin with an ASCII
    alpha", but

    §4, of "example": "❌, due to lack of base".
    """
    assert errors(input) == ["missing-scheme-non-relative-URL!"]


@pytest.mark.parametrize(
    ("input", "names"),
    [
        ("https://example.org", []),
        ("https:///example.org", ["special-scheme-missing-following-solidus"]),
        ("https:example.org", ["special-scheme-missing-following-solidus"]),
    ],
)
def test_two_solidi_and_more(input, names):
    """§1.1, special-scheme-missing-following-solidus: 'The input's scheme is not followed by "//"', but

    §4.4, special authority ignore slashes state: "Otherwise, special-scheme-missing-following-solidus", where there are
    more than two.
    """
    assert errors(input) == names


@pytest.mark.parametrize("input", ["https://@example.org", "https://:@example.org"])
def test_credentials_that_are_empty(input):
    """§1.1, invalid-credentials: "The input includes credentials", but

    §4.2: "A URL includes credentials if its username or password is not the empty string".
    """
    url = URL(input)
    assert (url.username, url.password, url.href) == ("", "", "https://example.org/")
    assert errors(input) == ["invalid-credentials"]


def test_a_url_that_does_not_come_back():
    """§4: "If that string is then parsed, the result will equal the URL that was serialized", but

    §4.4, scheme state: 'If url's scheme is "file" and its host is an empty host, then return', which lets a URL become
    one of "file" whose host and path that scheme's parser would never have made.
    """
    url = URL("http://localhost/C|/a")
    url.protocol = "file"
    assert url.href == "file://localhost/C|/a"
    assert URL(url.href).href == "file:///C:/a"
