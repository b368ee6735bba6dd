"""``urlpatterntestdata.json`` and the files of compareComponent and generate, used as in the upstream tests.

The own rows have the same format. They are what Chromium 156 and Node.js 24 both answer.
"""

import copy
import json
import pickle

import pytest
from crosscheck.pattern_inputs import OWN, expected_component
from fetching import wpt_urlpattern
from setup.project import SetUpError

from py_url.pattern import URLPattern
from py_url.pattern.canonicalization import COMPONENTS
from tests.support.needs import needs


def rows(name):
    """Make a parameter of each row of an upstream file, or one that is skipped (in CI, it fails) without the file."""
    try:
        file = wpt_urlpattern.find(fetch=False)[name]
    except SetUpError:
        return [pytest.param(None, id=name, marks=needs("wpt urlpattern"))]
    return parameters(json.loads(file.read_text("utf-8")))


def parameters(content):
    return [
        pytest.param(row, id=f"{number} {ascii(row.get('pattern', row))[:60]}") for number, row in enumerate(content)
    ]


def own_rows():
    return [
        parameter
        for file in sorted(OWN.glob("*.json"))
        for parameter in parameters(json.loads(file.read_text("utf-8")))
    ]


def arguments_of(row):
    """The arguments of the constructor, and its options."""
    arguments = list(row["pattern"])
    options = {}
    if arguments and isinstance(arguments[-1], dict) and "ignoreCase" in arguments[-1]:
        options["ignore_case"] = arguments.pop()["ignoreCase"]
    return arguments, options


@pytest.mark.parametrize("row", [*rows("urlpatterntestdata.json"), *own_rows()])
def test_rows(row):
    arguments, options = arguments_of(row)
    if row.get("expected_obj") == "error":
        with pytest.raises((TypeError, ValueError)):
            URLPattern(*arguments, **options)
        return
    pattern = URLPattern(*arguments, **options)
    for name in COMPONENTS:
        assert getattr(pattern, name) == expected_component(row, name), name
    if "expected_match" not in row:
        return
    inputs = row.get("inputs") or [{}]
    if row["expected_match"] == "error":
        for method in (pattern.test, pattern.exec):
            with pytest.raises(TypeError):
                method(*inputs)
        return
    result = pattern.exec(*inputs)
    assert pattern.test(*inputs) == (row["expected_match"] is not None)
    if row["expected_match"] is None:
        assert result is None
        return
    expected = row["expected_match"]
    assert list(result.inputs) == expected.get("inputs", inputs)
    for name in COMPONENTS:
        empty = {} if name in row.get("exactly_empty_components", ()) else {"0": ""}
        assert dict(getattr(result, name)) == expected.get(name, {"input": "", "groups": empty}), name


@pytest.mark.parametrize("row", rows("urlpattern-compare-test-data.json"))
def test_compare_component(row):
    left, right = URLPattern(row["left"]), URLPattern(row["right"])
    for one, other, expected in ((left, right, row["expected"]), (right, left, -row["expected"])):
        assert URLPattern.compare_component(row["component"], one, other) == expected
    assert URLPattern.compare_component(row["component"], left, left) == 0


@pytest.mark.parametrize("row", rows("urlpattern-generate-test-data.json"))
def test_generate(row):
    pattern = URLPattern(row["pattern"])
    if row["expected"] is None:
        with pytest.raises(ValueError, match=r"\w"):
            pattern.generate(row["component"], row["groups"])
    else:
        assert pattern.generate(row["component"], row["groups"]) == row["expected"]


@pytest.mark.parametrize("row", rows("urlpatterntestdata.json"))
def test_copies(row):
    """A state has the pattern strings, which give the same pattern."""
    if row.get("expected_obj") != "error":
        arguments, options = arguments_of(row)
        pattern = URLPattern(*arguments, **options)
        assert pickle.loads(pickle.dumps(pattern)) == copy.copy(pattern) == pattern
