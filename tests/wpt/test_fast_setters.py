"""The fast setters give the parser's result for the values of the Web Platform Tests, or none."""

from py_url import URL
from py_url.standard.infra.code_points import scalar_value_string
from tests.unit.test_fast_setters import MEMBERS, assert_right
from tests.wpt.data import own, setter_rows


def test_setters():
    given = [parameter.values for parameter in setter_rows("setters_tests.json", *own("setters"))]
    taken = [
        # Setters receive a scalar value string.
        assert_right(URL(row["href"]).href, member, scalar_value_string(row["new_value"]))
        for member, row in given
        if member in MEMBERS
    ]
    assert sum(taken) > len(taken) / 5
