"""Columns of URLs in pandas, Polars and DuckDB: what is theirs, apart from what each row is."""

import importlib
import math
import pickle

import pytest

from py_url import InvalidURL, columns, guard
from py_url.canonical import surt, url_key
from tests.conftest import peer

pa = peer("pyarrow")
pd = peer("pandas")
pl = peer("polars")
duckdb = peer("duckdb")

for name in ("pandas", "polars", "duckdb"):
    getattr(columns, name)

tables = importlib.import_module("py_url.columns.tables")
FUNCTIONS = importlib.import_module("py_url.columns.sql").FUNCTIONS

STRINGS = ["https://www.a.example:81/x?q=1#f", None, "nope", "HTTP://B"]


@pytest.mark.parametrize("missing", [None, float("nan"), pd.NA])
def test_pandas_and_what_is_missing(missing):
    series = pd.Series(["http://h:81/?", missing], dtype=object)
    assert series.url.host.dtype == object
    assert series.url.host[0] == "h"
    for found in (series.url.host[1], series.url.port[1]):
        assert isinstance(found, float)
        assert math.isnan(found)
    assert pd.isna(series.url.is_valid[1])


def test_pandas_that_arrow_backs():
    series = pd.Series(STRINGS, dtype=pd.ArrowDtype(pa.string()), name="u")
    assert series.url.port.dtype == pd.ArrowDtype(pa.uint16())
    frame = series.url.parse(fields=["host", "port"], errors="column")
    assert [str(dtype) for dtype in frame.dtypes] == [
        *("string[pyarrow]", "uint16[pyarrow]", "string[pyarrow]", "uint32[pyarrow]")
    ]
    assert frame.error[2] == "missing-scheme-non-relative-URL"


@pytest.mark.parametrize("dtype", [object, "str", pd.ArrowDtype(pa.string())], ids=str)
def test_pandas_has_the_other_functions(dtype):
    url = pd.Series(STRINGS, dtype=dtype, index=list("abcd")).url
    assert url.origin["a"] == "https://www.a.example:81"
    assert url.registrable_domain["a"] == "a.example"
    assert url.field("host_type")["d"] == "domain"
    assert url.query_get("q")["a"] == "1"
    assert url.is_valid["a"]
    assert not url.is_valid["c"]
    assert url.resolve(pd.Series(["https://h/"] * 4, dtype=dtype))["c"] == "https://h/nope"
    verdicts = url.guard(guard.Policy(ports=None, readers_agree=False))
    assert list(verdicts.index) == list("abcd")
    assert [bool(one) for one in verdicts.allowed[["a", "c"]]] == [True, False]
    assert verdicts.url["a"] == STRINGS[0]
    assert url.field("error")["c"] == "missing-scheme-non-relative-URL"
    assert url.field("error_start")["c"] == 0
    assert list(verdicts.columns) == ["allowed", "url", "reasons"]


def test_pandas_and_other_types():
    for series in (pd.Series(["x", 5], name="u"), pd.Series([5], name="u"), pd.Series([b"http://h/"], name="u")):
        with pytest.raises(TypeError, match=r"the Series 'u', of \w+, must hold str, not (int|bytes) in row [01]"):
            _ = series.url.host
    with pytest.raises(TypeError, match="the Series, of int64, must hold str, not int in row 0"):
        pd.Series([5]).url.parse()
    with pytest.raises(TypeError, match="the column must hold strings, not int64"):
        _ = pd.Series([5], dtype=pd.ArrowDtype(pa.int64())).url.host
    lone = pd.Series(["HTTP://H/\ud800"], dtype=object)
    assert lone.url.href[0] == "http://h/%EF%BF%BD"


def test_pandas_with_categories():
    """What a URL consists of is not among the categories."""
    series = pd.Series([*STRINGS, STRINGS[0]], dtype="category")
    assert series.url.host.to_list()[0] == "www.a.example"
    assert pd.isna(series.url.host[1])
    assert series.url.parse(fields=["host", "port"]).to_dict("list")["host"][-2:] == ["b", "www.a.example"]
    assert series.url.host.dtype == series.dtype.categories.dtype
    for categories in ([], [1, 2]):
        missing = pd.Series(pd.Categorical([None], categories=categories))
        assert missing.url.host.isna().to_list() == [True]
        assert missing.url.is_valid.isna().to_list() == [True]
    with pytest.raises(TypeError, match="the dictionary of the column must hold strings, not int64"):
        _ = pd.Series([1], dtype="category").url.host


def test_pandas_resolves_against_a_series_only():
    for wrong in (["http://h/"], "http://h/", None):
        with pytest.raises(TypeError, match=r"the bases must be a Series, not (list|str|NoneType)"):
            pd.Series(["x"]).url.resolve(wrong)


def test_polars_says_what_is_wrong():
    """Polars makes a new exception of the type and the text of each that is raised in it."""
    frame, url = pl.DataFrame({"u": ["https://u:s3cr3t@h:99999/"]}), pl.col("u").url
    with pytest.raises(
        ValueError, match=r"^invalid URL: port-out-of-range at 19-24: (?s:.*)\n    https://\*\*\*@h"
    ) as caught:
        frame.select(url.parse(errors="raise"))
    assert "s3cr3t" not in str(caught.value)
    for base in (url.parse, lambda base: url.field("host", base=base)):
        with pytest.raises(InvalidURL, match=r"^invalid base URL: missing-scheme"):
            base(base="x")
    for wrong, message in [
        ("host", "fields must be a list or another iterable of str, not one str"),
        (5, "fields must be a list or another iterable of str, not int"),
        ([["host"]], "each of fields must be a str, not list"),
    ]:
        with pytest.raises(TypeError, match=message):
            url.parse(fields=wrong)


def test_polars():
    frame = pl.DataFrame({"u": STRINGS}).lazy()
    url = pl.col("u").url
    found = frame.select(
        *(url.origin().alias("origin"), url.registrable_domain().alias("domain"), url.is_valid().alias("valid")),
        *(url.query_get("q").alias("q"), url.field("host_type").alias("type")),
        url.parse(fields=["port", "url_port", "error_start"], errors="column").alias("struct"),
        url.guard(guard.Policy(ports=None)).struct.field("allowed"),
    )
    assert found.collect_schema()["struct"] == pl.Struct(
        {"port": pl.UInt16, "url_port": pl.Int32, "error_start": pl.UInt32, "error": pl.String}
    )
    rows = found.collect().to_dicts()
    assert rows[0] == {
        "origin": "https://www.a.example:81",
        "domain": "a.example",
        "valid": True,
        "q": "1",
        "type": "domain",
        "struct": {"port": 81, "url_port": 81, "error_start": None, "error": None},
        "allowed": True,
    }
    assert set(rows[1].values()) == {None}
    assert rows[2]["struct"]["error"] == "missing-scheme-non-relative-URL"
    for kind in (pl.Categorical, pl.Enum([one for one in STRINGS if one]), pl.Binary):
        column = pl.Series("u", STRINGS).cast(kind)
        assert pl.DataFrame({"u": column}).select(url.host())["u"].to_list() == ["www.a.example", None, None, "b"]
    assert pl.DataFrame({"u": [None, None]}).select(url.host())["u"].to_list() == [None, None]
    for wrong in ([1], [["http://h/"]]):
        with pytest.raises((TypeError, pl.exceptions.ComputeError), match="the column 'u' must hold strings, not "):
            pl.DataFrame({"u": wrong}).select(url.host())
    with pytest.raises(ValueError, match=r"^invalid URL: missing-scheme-"):
        frame.select(url.parse(errors="raise")).collect()


def test_duckdb():
    with duckdb.connect() as connection:
        names = columns.duckdb.register(connection)
        assert columns.duckdb.register(connection) == names
        connection.register("t", pa.table({"u": STRINGS}))
        found = connection.sql("SELECT url_registrable_domain(u), url_is_valid(u), url_origin(u) FROM t").fetchall()
        assert found[0] == ("a.example", True, "https://www.a.example:81")
        assert [row[1] for row in found] == [True, None, False, True]
        assert connection.sql("SELECT url_parse('HTTP://H:8080/').port").fetchall() == [(8080,)]
        with pytest.raises(duckdb.InvalidInputException, match="missing-scheme-non-relative-URL"):
            connection.sql("SELECT url_parse(u) FROM t").fetchall()
        with pytest.raises(ValueError, match="the database has a function url_parse that this connection did not make"):
            columns.duckdb.register(connection.cursor())
        assert connection.cursor().sql("SELECT url_host('HTTP://H')").fetchall() == [("h",)]
    with pytest.raises(TypeError, match=r"must be a duckdb\.DuckDBPyConnection, not str"):
        columns.duckdb.register("x")


def test_duckdb_has_the_other_functions():
    with duckdb.connect() as connection:
        columns.duckdb.register(connection)
        connection.register("t", pa.table({"u": STRINGS, "name": ["q", "q", "q", None]}))
        found = connection.sql(
            "SELECT url_query_get(u, name), url_query_get(u, 'x'), url_resolve('../y', u), "
            "url_canonical(u), url_surt(u), url_key(u) FROM t"
        ).fetchall()
    one = "https://www.a.example:81/x?q=1"
    assert found == [
        ("1", None, "https://www.a.example:81/y", one, surt(one), url_key(STRINGS[0])),
        (None,) * 6,
        (None,) * 6,
        (None, None, "http://b/y", "http://b/", surt("http://b/"), url_key("http://b/")),
    ]


def test_functions_of_sql_name_themselves():
    """They are sent to workers, and say what is wrong there."""
    for function in FUNCTIONS:
        sent = pickle.loads(pickle.dumps(function))
        arrays = [pa.array(STRINGS, pa.large_string())] * function.arguments
        if function.name == "url_parse":
            with pytest.raises(InvalidURL, match="missing-scheme") as caught:
                sent(*arrays)
            assert not hasattr(caught.value, "__notes__")
        else:
            assert sent(*arrays).type == function.output
        for wrong, kind in ([5], "int64"), ([["http://h/"]], "list<"), ([{"u": "http://h/"}], "struct<"):
            message = f"{function.name}: the column must hold strings, not {kind}"
            with pytest.raises(TypeError, match=message):
                sent(*[pa.array(wrong)] * function.arguments)


def test_tables_with_fields():
    table = pa.table({"u": STRINGS, "n": [1, 2, 3, 4]}).replace_schema_metadata({"a": "b"})
    fields = (name for name in ("port", "url_port", "host"))
    options = tables.options("u", fields, "https://h:99/", "column")
    found = tables.with_fields(table, **options)
    assert found.schema.metadata == {b"a": b"b"}
    rows = columns.parse(table["u"], fields=["port", "url_port", "host"], base="https://h:99/", errors="column")
    assert found.drop_columns(["u", "n"]).to_pylist() == [
        row or dict.fromkeys(("port", "url_port", "host", "error", "error_start")) for row in rows.to_pylist()
    ]
    (batch,) = tables.batches_with_fields(table.to_batches(), options)
    assert batch.to_pylist() == found.to_pylist()
    assert [str(batch.schema.field(name).type) for name in ("port", "url_port", "error_start")] == [
        *("int32", "int32", "int64")
    ]
    assert [tables.type_of_new(name) for name in ("port", "host")] == [pa.int32(), pa.string()]
    assert tables.signed(pa.struct({"port": pa.uint16()})) == pa.struct({"port": pa.int32()})


def test_tables_say_what_is_wrong():
    table = pa.table({"u": STRINGS, "n": [1, 2, 3, 4], "host": STRINGS, "l": [STRINGS] * 4, "b": [b"x", b"\xff"] * 2})
    for column, fields, errors, error, message in [
        ("x", ["href"], "null", ValueError, "there is no column 'x'; the columns are u, n, host, l, b"),
        (
            "u",
            ["host"],
            "null",
            ValueError,
            "there is a column 'host' already; rename it, or leave host out",
        ),
        ("n", ["href"], "null", TypeError, "the column 'n' must hold strings, not int64"),
        ("l", ["href"], "null", TypeError, "the column 'l' must hold strings, not list<"),
        ("b", ["href"], "null", ValueError, "the column 'b', of type binary, is not UTF-8 in row 1, byte 0"),
    ]:
        with pytest.raises(error, match=message):
            tables.with_fields(table, **tables.options(column, fields, None, errors))
    twice = pa.table([STRINGS, STRINGS], names=["u", "u"])
    with pytest.raises(ValueError, match="there is more than one column 'u'; rename the others"):
        tables.with_fields(twice, "u")
    with pytest.raises(InvalidURL, match="missing-scheme") as caught:
        tables.with_fields(table, "u", fields=["href"], errors="raise")
    assert caught.value.__notes__ == ["It is in the column 'u'."]
    for wrong, error, message in [
        ((5, ["href"], None, "null"), TypeError, "the name of the column must be a str, not int"),
        (("u", "href", None, "null"), TypeError, "fields must be a list"),
        (("u", ["href"], "x", "null"), InvalidURL, "invalid base URL"),
        (("u", ["href"], None, "x"), ValueError, "errors must be one of null, raise, column, not 'x'"),
    ]:
        with pytest.raises(error, match=message):
            tables.options(*wrong)
