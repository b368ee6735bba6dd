"""All inputs of the Web Platform Tests through every engine: each row is what `URL` makes of it."""

import pytest

from py_url import URL, columns, parse_many
from tests.conftest import peer
from tests.wpt import column_rows
from tests.wpt.column_rows import expected_row, without_surrogates

pa = peer("pyarrow")
pd = peer("pandas")
pl = peer("polars")
duckdb = peer("duckdb")
pc = peer("pyarrow.compute")

for name in ("pandas", "polars"):
    getattr(columns, name)


@pytest.fixture(scope="module")
def pairs():
    return column_rows.pairs()


@pytest.fixture(scope="module")
def strings():
    return column_rows.strings()


@pytest.fixture(scope="module")
def expected(strings):
    return [expected_row(string) for string in strings]


@pytest.fixture(scope="module")
def array(strings):
    return pa.array(strings)


def test_arrow(array, expected):
    found = columns.parse(array)
    found.validate(full=True)
    assert found.to_pylist() == expected
    assert columns.parse(pa.chunked_array([array[:100], array[100:]])).to_pylist() == expected
    assert columns.parse(array.dictionary_encode()).to_pylist() == expected


def test_base_urls(pairs):
    strings = [string for string, _ in pairs]
    bases = [without_surrogates(base or "about:blank") for _, base in pairs]
    by_url = [URL.parse(string, base) for string, base in zip(strings, bases, strict=True)]
    found = columns.resolve(pa.array(strings), pa.array(bases)).to_pylist()
    assert found == [url and url.href for url in by_url]
    for base in ("https://u:p@h.example/a/b?q", "about:blank"):
        hrefs = [url and url.href for url in (URL.parse(string, base) for string in strings)]
        assert parse_many(strings, base) == columns.href(pa.array(strings), base=base).to_pylist() == hrefs


def test_many(strings, expected):
    given = [string for string in strings if string is not None]
    hrefs = [row and row["href"] for string, row in zip(strings, expected, strict=True) if string is not None]
    assert parse_many(given) == hrefs


def test_compute(array, expected):
    assert "url_host" in columns.register()
    assert columns.register() == columns.register()
    assert pc.call_function("url_parse", [array]).to_pylist() == expected
    for name in columns.DEFAULT:
        assert pc.call_function(f"url_{name}", [array]).to_pylist() == [row and row[name] for row in expected]
    assert pc.call_function("url_host", [pa.scalar("HTTP://H")]).as_py() == "h"


@pytest.mark.parametrize(
    "dtype", [object, "str", pd.ArrowDtype(pa.string()), pd.ArrowDtype(pa.large_string())], ids=str
)
def test_pandas(strings, expected, dtype):
    series = pd.Series(strings, dtype=dtype, name="u", index=range(5, 5 + len(strings)))
    frame = series.url.parse()
    assert list(frame.columns) == list(columns.DEFAULT)
    for name in columns.DEFAULT:
        one = getattr(series.url, name)
        assert one.index.equals(series.index)
        assert one.name == "u"
        for found in (frame[name], one):
            values = [None if pd.isna(value) else value for value in found]
            assert values == [row and row[name] for row in expected]


def test_polars(strings, expected):
    frame = pl.DataFrame({"u": strings})
    url = pl.col("u").url
    whole = frame.lazy().select(url.parse()).collect()["u"]
    assert whole.to_list() == expected
    each = {name: getattr(url, name)() for name in columns.DEFAULT}
    for found in (frame.select(**each), frame.lazy().select(**each).collect(engine="streaming")):
        for name in columns.DEFAULT:
            assert found[name].to_list() == [row and row[name] for row in expected]


def test_duckdb(strings, expected):
    with duckdb.connect() as connection:
        columns.duckdb.register(connection)
        table = pa.table({"n": range(len(strings)), "u": strings})
        connection.register("given", table)
        each = ", ".join(f"url_{name}(u)" for name in columns.DEFAULT)
        found = connection.execute(f"SELECT try_url_parse(u), {each} FROM given ORDER BY n").fetchall()
    assert [row[0] for row in found] == expected
    for number, name in enumerate(columns.DEFAULT, 1):
        assert [row[number] for row in found] == [row and row[name] for row in expected]
