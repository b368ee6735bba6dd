"""§4: "A valid URL string defines what input would not trigger a validation error or failure"."""

import pytest

hypothesis = pytest.importorskip("hypothesis", reason="hypothesis belongs to the development environment")

from hypothesis import given  # noqa: E402 - after the line that asks whether it is there

from py_url import URL, is_valid_host_string, is_valid_opaque_host_string, is_valid_url_string, validate, validate_host  # noqa: E402 - as above
from tests.properties.test_properties import bases, many, scalar_strings, urls  # noqa: E402 - as above
from tests.wpt.data import own, rows  # noqa: E402 - as above


def is_of_scalar_values(string):
    """The parser takes no other string. The grammar does, and refuses it: a lone surrogate is no URL code point."""
    return not any("\ud800" <= char <= "\udfff" for char in string)


@many
@given(urls.filter(is_of_scalar_values), bases.filter(lambda base: base is None or URL.can_parse(base)))
def test_valid_is_what_parses_without_validation_error(input, base):
    assert is_valid_url_string(input, base) == (validate(input, base) == [])


@many
@given(urls.filter(is_of_scalar_values) | scalar_strings)
def test_a_valid_host_is_what_parses_without_validation_error(input):
    assert is_valid_host_string(input) == (validate_host(input) == [])
    if input:
        assert is_valid_opaque_host_string(input) == (validate_host(input, is_opaque=True) == [])


@pytest.mark.parametrize("row", [*rows("urltestdata.json", *own("parse"))])
def test_on_the_web_platform_tests_inputs(row):
    input, base = row["input"], row.get("base")
    if is_of_scalar_values(input) and (base is None or URL.can_parse(base)):
        assert is_valid_url_string(input, base) == (validate(input, base) == [])
