"""A program that uses py_url as a library, for mypy --strict to read; it is not run."""

from typing import assert_type

from py_url import (
    URL,
    Domain,
    Explanation,
    InvalidURL,
    Rendering,
    ValidationError,
    basic_parse,
    display,
    explain_differences,
    from_file_path,
    is_same_site,
    is_valid_url_string,
    make_relative,
    registrable_domain,
    to_file_path,
    validate,
)

url = URL("https://example.org/")
assert_type(url.with_(hash="x", port="80"), URL)
url.with_(nonsense="x")  # type: ignore[call-arg]
url.with_(port=80)  # type: ignore[arg-type]
assert_type(URL.parse("x"), URL | None)
assert_type(validate("x", base=url), list[ValidationError])
try:
    URL("x")
except InvalidURL as error:
    assert_type(error.errors, tuple[ValidationError, ...])
    assert_type(error.errors[0].start, int)
assert_type(display(url, max_length=20, guard=True), Rendering)
assert_type(display(basic_parse("x:")).domain, str)
assert_type(explain_differences("x"), Explanation)
assert_type(make_relative(url, "https://example.org/a"), str)
assert_type(from_file_path(b"/x", windows=False), URL)
assert_type(to_file_path(url), str)
assert_type(registrable_domain("example.org"), Domain | None)
assert_type(is_same_site(url, "https://example.org/"), bool)
assert_type(is_valid_url_string("x", base=url), bool)
is_valid_url_string(1)  # type: ignore[arg-type]
