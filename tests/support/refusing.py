"""What a grammar refuses, for the tests of all schemes with a syntax of their own."""

import pytest

from py_url.specs.grammar import InvalidSyntax

SECRET = "s3cr3t"
"""The password in the strings of these tests. No error may show it."""


def refuses(parse, string, offset, expected=""):
    """Assert that *parse* refuses *string* at *offset*, where it expects what contains *expected*."""
    with pytest.raises(InvalidSyntax) as caught:
        parse(string)
    assert (caught.value.offset, caught.value.input) == (offset, string), string
    assert expected in caught.value.expected
    assert SECRET not in str(caught.value)
    assert SECRET not in repr(caught.value)
