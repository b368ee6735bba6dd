"""`fix` of every input of the Web Platform Tests that parses, and of our own."""

import pytest

from tests.support.fixing import check
from tests.wpt.data import own, rows


@pytest.mark.parametrize("row", rows("urltestdata.json", *own("parse"), only=lambda row: not row.get("failure")))
def test_fix(row):
    check(row["input"], row.get("base"))
