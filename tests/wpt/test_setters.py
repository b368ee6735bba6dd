"""``setters_tests.json``, and our own rows in its format."""

import pytest

from py_url import URL
from tests.wpt.data import own, setter_rows


@pytest.mark.parametrize(("member", "row"), setter_rows("setters_tests.json", *own("setters")))
def test_setter(member, row):
    url = URL(row["href"])
    # Opened before the setter runs, which has to keep it in step.
    params = url.search_params
    before = list(params)
    setattr(url, member, row["new_value"])
    found = {name: str(params) if name == "searchParams" else getattr(url, name) for name in row["expected"]}
    assert found == row["expected"]
    assert url.search_params is params
    if member not in ("search", "href"):
        assert list(params) == before
    # A protocol changed to file leaves a host or path that a file URL would not be given by the parser.
    if member != "protocol" or url.protocol != "file:":
        assert URL(url.href).href == url.href
