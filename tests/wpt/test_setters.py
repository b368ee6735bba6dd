"""``setters_tests.json``, and our own rows in its format."""

import pytest

from py_url import URL
from tests.wpt.data import own, setter_rows


@pytest.mark.parametrize(("member", "row"), setter_rows("setters_tests.json", *own("setters")))
def test_setter(member, row):
    url = URL(row["href"])
    # Get searchParams before the setter runs, because the setter has to update it.
    params = url.search_params
    before = list(params)
    setattr(url, member, row["new_value"])
    found = {name: str(params) if name == "searchParams" else getattr(url, name) for name in row["expected"]}
    assert found == row["expected"]
    assert url.search_params is params
    if member not in ("search", "href"):
        assert list(params) == before
    # If the protocol changed to file, the host or path may be one that the parser would never give a file URL.
    if member != "protocol" or url.protocol != "file:":
        assert URL(url.href).href == url.href
