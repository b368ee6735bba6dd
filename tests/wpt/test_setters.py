"""``setters_tests.json``, and our own rows in its format."""

import pytest

from py_url import URL
from tests.wpt.data import own, setter_rows


@pytest.mark.parametrize(("member", "row"), setter_rows("setters_tests.json", *own("setters")))
def test_setter(member, row):
    url = URL(row["href"])
    # An object that does not stay live after this is found out below.
    before = list(url.search_params)
    setattr(url, member, row["new_value"])
    assert {name: getattr(url, name) for name in row["expected"]} == row["expected"]
    assert URL(url.href).href == url.href
    if member not in ("search", "href"):
        assert list(url.search_params) == before
