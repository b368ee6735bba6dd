"""Where the standard, at the commit this is written against, disagrees with itself.

For generated inputs and those of the Web Platform Tests, *valid URL string* and *parses without validation error* were
never found to differ, but for the first of these, which has been mended in the standard since. The others are places
where what it says of an error, or of a URL, is not what its algorithms do. Each has the two sentences and shows it.
"""

import pytest

from py_url import URL, is_relative_url_string, is_valid_host_string, is_valid_url_string, validate, validate_host


def names(input, base=None):
    return [error.name for error in validate(input, base)]


def a_host_whose_digits_are_not_ascii():
    # py_url reports what the standard does since: IPv4-non-ASCII-input. Without that, nothing was reported.
    errors = [error.name for error in validate_host("\uff11.2.3.4")]
    return not is_valid_host_string("\uff11.2.3.4") and errors == ["IPv4-non-ASCII-input"]


def a_drive_letter_after_a_solidus():
    example = "/c:/path/to/file", "file:///c:/"
    return names(*example) == [] and is_valid_url_string(*example)


def a_drive_letter_that_begins_a_relative_url():
    # "c:" is a scheme and ":", and "|" is no URL unit: none of these is a relative-URL string.
    inputs = ("c|/x", "file:c:/x", "c:/x")
    reported = ["file-invalid-Windows-drive-letter" in names(input, "file:///") for input in inputs]
    relative = [is_relative_url_string(input, "file:///") for input in inputs]
    return reported == [True, True, False] and relative == [False, False, False]


def an_ipv4_part_out_of_range():
    not_last, last = validate("https://255.255.4000.1")[-1], validate("https://1.2.65535")[-1]
    return not_last.name == last.name == "IPv4-out-of-range-part" and not_last.fatal and not last.fatal


def a_forbidden_domain_code_point():
    error = validate("https://exa%23mple.org")[-1]
    return "exa#mple.org".isascii() and error.name == "domain-to-ASCII" and error.fatal


def a_host_missing_where_the_scheme_is_not_special():
    return names("foo://:80") == ["host-missing"] and names("foo://@") == ["invalid-credentials", "host-missing"]


def a_missing_scheme_that_begins_with_a_letter():
    return names("example") == ["missing-scheme-non-relative-URL"]


def two_solidi_and_more():
    return names("https:///example.org") == ["special-scheme-missing-following-solidus"]


def credentials_that_are_empty():
    url = URL("https://@example.org")
    return (url.username, url.password) == ("", "") and names("https://@example.org") == ["invalid-credentials"]


def a_url_that_does_not_come_back():
    url = URL("http://localhost/C|/a")
    url.protocol = "file"
    return url.href == "file://localhost/C|/a" and URL(url.href).href == "file:///C:/a"


FINDINGS = {
    a_host_whose_digits_are_not_ascii: (
        "§3.4: A valid IPv4-address string must be four shortest possible strings of ASCII digits",
        "§3.5: Let asciiDomain be the result of running domain parser with domain and false",
    ),
    a_drive_letter_after_a_solidus: (
        '§1.1, file-invalid-Windows-drive-letter: const url = new URL("/c:/path/to/file", "file:///c:/");',
        "§4.4, file state: If c is U+002F (/) or U+005C (\\), then: ... Set state to file slash state",
    ),
    a_drive_letter_that_begins_a_relative_url: (
        "§1.1: The input is a relative-URL string that starts with a Windows drive letter",
        "§4.3: a path-relative-URL string that does not start with: a URL-scheme string, followed by U+003A (:)",
    ),
    an_ipv4_part_out_of_range: (
        "§1.1, IPv4-out-of-range-part: Yes (only if applicable to the last part)",
        "§3.5: If any but the last item in numbers is greater than 255, then return failure",
    ),
    a_forbidden_domain_code_point: (
        "§1.1, domain-to-ASCII: Yes (when ... domain is not an ASCII string and Unicode ToASCII ... also fails)",
        "§3.3: If result contains a forbidden domain code point, then return failure",
    ),
    a_host_missing_where_the_scheme_is_not_special: (
        "§1.1: The input has a special scheme, but does not contain a host",
        "§4.4, host state: If buffer is the empty string, host-missing validation error, return failure",
    ),
    a_missing_scheme_that_begins_with_a_letter: (
        "§1.1: The input is missing a scheme, because it does not begin with an ASCII alpha",
        "§4: example ... ❌, due to lack of base",
    ),
    two_solidi_and_more: (
        '§1.1: The input\'s scheme is not followed by "//"',
        "§4.4, special authority ignore slashes state: Otherwise, special-scheme-missing-following-solidus",
    ),
    credentials_that_are_empty: (
        "§1.1, invalid-credentials: The input includes credentials",
        "§4.2: A URL includes credentials if its username or password is not the empty string",
    ),
    a_url_that_does_not_come_back: (
        "§4: If that string is then parsed, the result will equal the URL that was serialized",
        '§4.4, scheme state: If url\'s scheme is "file" and its host is an empty host, then return',
    ),
}


@pytest.mark.parametrize("finding", FINDINGS, ids=lambda finding: finding.__name__)
def test_findings(finding):
    says, but = FINDINGS[finding]
    assert says[0] == but[0] == "§"
    assert finding()
