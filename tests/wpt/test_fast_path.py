"""The fast path gives the parser's result for the Web Platform Tests' inputs, or none."""

import pytest

from tests.unit.test_fast_path import assert_right, mutations
from tests.wpt.data import own, rows


@pytest.fixture(scope="module")
def inputs():
    """Yield each input with its base URL or None, and the resulting URLs."""
    given = [parameter.values[0] for parameter in rows("urltestdata.json", *own("parse")) if parameter.values[0]]
    return [(row["input"], row["base"]) for row in given] + [(row["href"], None) for row in given if "href" in row]


def test_inputs(inputs):
    taken = [assert_right(text, base) for text, base in inputs]
    assert sum(taken) > len(taken) * 0.4


def test_mutations_of_inputs(inputs):
    taken = [*mutations(inputs)]
    assert sum(taken) > len(taken) * 0.25
