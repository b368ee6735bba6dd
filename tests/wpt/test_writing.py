"""§4: "A valid URL string defines what input would not trigger a validation error or failure"."""

import pytest

from py_url import URL, is_valid_url_string, validate
from tests.wpt.data import own, rows


def takes(row):
    """Whether the base URL, if present, parses."""
    base = row.get("base")
    return base is None or URL.can_parse(base)


@pytest.mark.parametrize("row", rows("urltestdata.json", *own("parse"), only=takes))
def test_valid_is_what_parses_without_validation_error(row):
    input, base = row["input"], row.get("base")
    assert is_valid_url_string(input, base) == (validate(input, base) == [])
