"""Daft, in this process."""

import hashlib

import pytest
from setup.project import ROOT

from py_url import URL, FrozenURL, InvalidURL, columns, registrable_domain
from py_url.canonical import PROFILES
from tests.support.api import run_docstrings
from tests.support.documents import run_examples
from tests.support.needs import needs

pytestmark = needs("distributed", "wpt")


@pytest.fixture(scope="session")
def daft():
    import daft

    return daft


def test_all_inputs(daft, strings, expected):
    frame = daft.from_pydict({"u": strings}).into_partitions(2)
    expressions = columns.daft
    found = frame.select(
        expressions.parse("u").alias("whole"),
        *(expressions.field(daft.col("u"), name).alias(name) for name in columns.DEFAULT),
        expressions.is_valid("u").alias("valid"),
        expressions.registrable_domain("u").alias("domain"),
        expressions.query_get("u", "q").alias("q"),
        expressions.query_get_all("u", "q").alias("all"),
    ).to_pydict()
    assert found["whole"] == expected
    for name in columns.DEFAULT:
        assert found[name] == [row and row[name] for row in expected]
    urls = [None if string is None else URL.parse(string) for string in strings]
    assert found["valid"] == [
        None if string is None else url is not None for string, url in zip(strings, urls, strict=True)
    ]
    assert found["domain"] == [url and registrable_domain(url) for url in urls]
    assert found["q"] == [url and url.search_params.get("q") for url in urls]
    assert found["all"] == [url and url.search_params.get_all("q") for url in urls]


def test_keys_are_of_canonical_forms(daft, strings):
    frame = daft.from_pydict({"u": strings})
    for profile in PROFILES:
        forms, keys = (f"{kind}_{profile}" for kind in ("canonical", "key"))
        found = frame.select(*(columns.daft.field("u", name).alias(name) for name in (forms, keys))).to_pydict()
        hashes = [form and hashlib.blake2b(form.encode(), digest_size=16).hexdigest() for form in found[forms]]
        assert found[keys] == hashes
        assert len({*found[forms]}) > 2


def test_objects(daft):
    """A URL stands for its href."""
    frame = daft.from_pydict({"u": [FrozenURL("HTTP://A.example"), None, URL("HTTP://B/?q=1&q=2")]})
    found = frame.select(columns.daft.host("u").alias("h"), columns.daft.query_get_all("u", "q").alias("all"))
    assert found.to_pydict() == {"h": ["a.example", None, "b"], "all": [[], None, ["1", "2"]]}
    with pytest.raises(Exception, match="the column 'u' must hold str or URL, not PosixPath in row 1"):
        daft.from_pydict({"u": [FrozenURL("HTTP://a"), ROOT]}).select(columns.daft.host("u")).collect()


def test_options(daft):
    frame = daft.from_pydict({"u": ["?q", None, "http://["]})
    whole = columns.daft.parse(daft.col("u"), base="http://h:81/", fields=["port", "error"], errors="column")
    found = frame.select(whole.alias("p"), columns.daft.host("u").alias("h"), columns.daft.href("u").alias("u"))
    assert found.to_pydict()["p"] == [
        {"port": 81, "error": None, "error_start": None},
        None,
        {"port": None, "error": "IPv6-unclosed", "error_start": 7},
    ]
    assert found.schema()["p"].dtype == daft.DataType.struct(
        {"port": daft.DataType.uint16(), "error": daft.DataType.string(), "error_start": daft.DataType.uint32()}
    )
    assert found.to_pydict()["h"] == [None, None, None]


def test_what_is_wrong(daft):
    frame = daft.from_pydict({"u": ["nope"], "v": [1], "w": [["http://h/"]], "b": [b"\xff"]})
    for call, error, message in [
        (lambda: columns.daft.host(5), TypeError, "must be a str, not int"),
        (lambda: columns.daft.field("u", "hots"), ValueError, "each of fields must be one of"),
        (lambda: columns.daft.parse("u", errors="x"), ValueError, "errors must be one of"),
        (lambda: columns.daft.parse("u", base="x"), InvalidURL, "invalid base URL"),
        (lambda: columns.daft.query_get("u", 5), TypeError, "the parameter's name must be a str, not int"),
    ]:
        with pytest.raises(error, match=message):
            call()
    for expression, message in [
        (columns.daft.host("v"), "the column 'v' must hold strings, not int64"),
        (columns.daft.is_valid("v"), "the column 'v' must hold strings, not int64"),
        (columns.daft.query_get("v", "q"), "the column 'v' must hold strings, not int64"),
        (columns.daft.query_get_all("v", "q"), "the column 'v' must hold strings, not int64"),
        (columns.daft.parse("w"), "the column 'w' must hold strings, not .*list<"),
        (columns.daft.parse("b"), "the column 'b', of type .*binary, is not UTF-8 in row 0, byte 0"),
        (columns.daft.parse("u", errors="raise"), "invalid URL: missing-scheme"),
    ]:
        with pytest.raises(Exception, match=message):
            frame.select(expression).collect()


def test_examples(daft):
    run_examples("web/docs/howto/columns.md", "Daft")
    assert run_docstrings("py_url.columns.daft") > 0
