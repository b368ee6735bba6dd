"""Columns of URLs in pandas, Polars and DuckDB: what is theirs, apart from what each row is."""

import hashlib
import importlib
import math
import pickle

import pytest

from py_url import URL, FrozenURL, InvalidURL, columns, guard
from py_url.canonical import PROFILES, canonicalize, surt, url_key
from tests.conftest import peer

pa = peer("pyarrow")
pd = peer("pandas")
pl = peer("polars")
duckdb = peer("duckdb")

for name in ("pandas", "polars", "duckdb"):
    getattr(columns, name)

tables = importlib.import_module("py_url.columns.arrow_tables")
FUNCTIONS = importlib.import_module("py_url.columns.sql").FUNCTIONS

STRINGS = ["https://www.a.example:81/x?q=1#f", None, "nope", "HTTP://B"]


@pytest.mark.parametrize("missing", [None, float("nan"), pd.NA])
def test_pandas_and_what_is_missing(missing):
    series = pd.Series(["http://h:81/?", missing], dtype=object)
    assert series.url.host.dtype == object
    assert series.url.host[0] == "h"
    for found in (series.url.host[1], series.url.port[1], series.url.query_get_all("q")[1]):
        assert isinstance(found, float)
        assert math.isnan(found)
    assert pd.isna(series.url.is_valid[1])


@pytest.mark.parametrize("dtype", [object, "str", "category", pd.ArrowDtype(pa.string())], ids=str)
def test_pandas_and_masks(dtype):
    """A mask with a missing value takes neither that row nor its opposite."""
    series = pd.Series(["https://example.com/", None, "nope"], dtype=dtype)
    for mask in (series.url.is_valid, series.url.guard().allowed):
        assert series[mask].to_list() == ["https://example.com/"]
        assert series[~mask].to_list() == ["nope"]
    all_valid = series[:1].url.is_valid
    assert all_valid.dtype == series.url.is_valid.dtype
    assert all_valid.all()


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
    assert url.query_get_all("q")["a"] == ["1"]
    assert url.query_get_all("q")["d"] == []
    assert pd.isna(url.query_get_all("q")["c"])
    assert url.resolve(pd.Series(["https://h/"] * 4, dtype=dtype, index=list("dcba")))["c"] == "https://h/nope"
    verdicts = url.guard(guard.Policy(ports=None, parsers_agree=False))
    assert list(verdicts.index) == list("abcd")
    assert [bool(one) for one in verdicts.allowed[["a", "c"]]] == [True, False]
    assert verdicts.url["a"] == STRINGS[0]
    assert url.field("error")["c"] == "missing-scheme-non-relative-URL"
    assert url.field("error_start")["c"] == 0
    assert list(verdicts.columns) == ["allowed", "url", "reasons"]


def test_pandas_and_other_types():
    for series in (pd.Series(["x", 5], name="u"), pd.Series([5], name="u"), pd.Series([b"http://h/"], name="u")):
        with pytest.raises(
            TypeError, match=r"the Series 'u', of \w+, must hold str or URL, not (int|bytes) in row [01]"
        ):
            _ = series.url.host
    with pytest.raises(TypeError, match="the Series, of int64, must hold str or URL, not int in row 0"):
        pd.Series([5]).url.parse()
    with pytest.raises(TypeError, match="the column must hold strings, not int64"):
        _ = pd.Series([5], dtype=pd.ArrowDtype(pa.int64())).url.host


@pytest.mark.parametrize("dtype", [object, "string[python]", "category"])
def test_pandas_and_lone_surrogates(dtype):
    """One row does not fail the column. The dtype str of pandas 3 holds none."""
    strings = ["HTTP://H/\ud800", None, "http://h/?a=b"]
    kept = [0, -1, 1], pd.Index([strings[0], strings[2]], dtype=object)
    series = pd.Series(pd.Categorical.from_codes(*kept) if dtype == "category" else strings, dtype=dtype)
    assert series.url.href.fillna("-").to_list() == ["http://h/%EF%BF%BD", "-", "http://h/?a=b"]
    assert series.url.is_valid.fillna(value=False).to_list() == [True, False, True]
    assert series.url.resolve(series).equals(series.url.href)
    assert series.url.parse(errors="raise")["host"].fillna("-").to_list() == ["h", "-", "h"]
    assert list(series.url.guard().index) == [0, 1, 2]


def test_pandas_and_objects():
    """A URL stands for its href."""
    values = [FrozenURL("HTTP://A.example"), None, "HTTP://B/\ud800", URL("http://c/?q=1&q=2")]
    for dtype in (object, "category"):
        series = pd.Series(values[:1] + values[1:2] if dtype == "category" else values, dtype=dtype)
        hrefs = ["http://a.example/", "-", "http://b/%EF%BF%BD", "http://c/?q=1&q=2"]
        assert series.url.href.fillna("-").to_list() == hrefs[: len(series)]
    assert series.url.is_valid.fillna(value=False).to_list() == [True, False]
    assert pd.Series(values).url.query_get_all("q")[3] == ["1", "2"]
    with pytest.raises(TypeError, match="the Series, of object, must hold str or URL, not int in row 4"):
        pd.Series([*values, 5]).url.parse()


@pytest.mark.parametrize("dtype", [object, "str", pd.ArrowDtype(pa.string())], ids=str)
def test_pandas_has_it_on_an_index(dtype):
    index = pd.Index(["http://h:81/?a=1", None, "nope"], dtype=dtype, name="u")
    series = pd.Series(index, index=index, dtype=dtype, name="u")
    for found, of_series in (
        (index.url.host, series.url.host),
        (index.url.port, series.url.port),
        (index.url.is_valid, series.url.is_valid),
        (index.url.field("error"), series.url.field("error")),
        (index.url.query_get_all("a"), series.url.query_get_all("a")),
    ):
        assert isinstance(found, pd.Index)
        assert (found.name, found.dtype) == ("u", of_series.dtype)
        assert repr(found.to_list()) == repr(of_series.to_list())
    pd.testing.assert_frame_equal(index.url.parse(), series.url.parse())
    assert index[index.url.is_valid].to_list() == ["http://h:81/?a=1"]
    bases = pd.Series(["http://a/", "http://b/"], index=pd.Index(["nope", "http://h:81/?a=1"], dtype=dtype))
    assert index.url.resolve(bases).fillna("-").to_list() == ["http://h:81/?a=1", "-", "http://a/nope"]
    objects = pd.Index([FrozenURL("http://a/"), "HTTP://b/\ud800"], dtype=object)
    assert objects.url.href.to_list() == ["http://a/", "http://b/%EF%BF%BD"]
    assert pd.CategoricalIndex(["http://a/", "http://a/"]).url.host.to_list() == ["a", "a"]
    with pytest.raises(AttributeError, match=r"a MultiIndex has no \.url; take a level of it, index\.get_level_values"):
        _ = pd.MultiIndex.from_tuples([("http://a/", 1)]).url.host
    with pytest.raises(TypeError, match=r"the Index 'n', of int64, must hold str or URL, not int in row 0"):
        _ = pd.Index([5], name="n").url.host


@pytest.mark.parametrize("dtype", [object, "str", "category", pd.ArrowDtype(pa.string())], ids=str)
def test_pandas_resolves_by_label(dtype):
    """As Series.str.cat pairs two Series."""
    urls = pd.Series(["x", "y", "z"], index=list("abc"), dtype=dtype, name="u")
    bases = pd.Series([f"http://{name}/" for name in "abc"], index=list("abc"), dtype=dtype)
    expected = ["http://a/x", "http://b/y", "http://c/z"]
    assert urls.url.resolve(bases).to_list() == expected
    assert urls.url.resolve(bases[::-1]).to_list() == expected
    assert urls[::-1].url.resolve(bases).to_list() == expected[::-1]
    some = urls.url.resolve(bases[["c", "a"]])
    assert (list(some.index), some.name) == (list("abc"), "u")
    assert some.fillna("-").to_list() == ["http://a/x", "-", "http://c/z"]
    # Labels that are there more than once: each with each, unless the two indexes are equal.
    for these, those in ("aab", "ab"), ("ab", "aab"), ("aab", "aba"), ("aab", "aab"):
        urls = pd.Series([f"{n}" for n in range(len(these))], index=list(these), dtype=dtype)
        bases = pd.Series([f"http://{n}.example/" for n in range(len(those))], index=list(those), dtype=dtype)
        pairs = bases.astype(object)
        if not urls.index.equals(bases.index):
            pairs = urls.astype(object).align(pairs, join="left")[1]
        right = pairs.to_list()
        joined = urls.astype(object).str.cat(bases.astype(object), sep=" ", join="left")
        found = urls.url.resolve(bases)
        assert list(found.index) == list(joined.index)
        assert found.to_list() == [
            URL(url, base).href for base, url in zip(right, (pair.split()[0] for pair in joined), strict=True)
        ]


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


def test_polars_has_methods():
    """Without the call, Polars would take some for False and say of others what nobody understands."""
    frame, url = pl.DataFrame({"u": STRINGS, "v": STRINGS}), pl.col("u").url
    for use in (
        lambda: frame.select(url.host),
        lambda: frame.with_columns(h=url.host),
        lambda: frame.filter(url.host == "b"),
        lambda: frame.filter(url.host != "b"),
        lambda: frame.filter(pl.col("v") == url.host),
        lambda: frame.group_by(url.host).len(),
        lambda: url.host.alias("x"),
        lambda: url.host.str.starts_with("b"),
        lambda: url.host in ["a", "b"],
    ):
        with pytest.raises(TypeError, match=r"^url\.host is a method in Polars; write url\.host\(\.\.\.\) instead of"):
            use()
    with pytest.raises(TypeError, match=r"^url\.is_valid is a method in Polars"):
        frame.filter(~url.is_valid)
    assert repr(url.host) == str(url.host) == url.host._repr_html_() == "<the method url.host; call it>"
    assert url.host.__doc__.startswith("Return the host, without the port.")
    with pytest.raises(AttributeError, match="hots"):
        _ = url.hots


def test_polars_and_objects():
    values = [FrozenURL("HTTP://A.example"), None, "HTTP://B/?q=1&q=2"]
    frame, url = pl.DataFrame({"u": pl.Series(values, dtype=pl.Object)}), pl.col("u").url
    found = frame.select(url.host(), all=url.query_get_all("q"))
    assert found.to_dict(as_series=False) == {"u": ["a.example", None, "b"], "all": [[], None, ["1", "2"]]}
    with pytest.raises((TypeError, pl.exceptions.ComputeError), match="the column 'u' must hold str or URL, not int"):
        pl.DataFrame({"u": pl.Series([5], dtype=pl.Object)}).select(url.host())


def test_polars():
    frame = pl.DataFrame({"u": STRINGS}).lazy()
    url = pl.col("u").url
    found = frame.select(
        *(url.origin().alias("origin"), url.registrable_domain().alias("domain"), url.is_valid().alias("valid")),
        url.query_get_all("q").alias("all"),
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
        "all": ["1"],
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
        found = connection.sql("SELECT url_error(u) FROM t").fetchall()
        assert found == [(None,), (None,), ("missing-scheme-non-relative-URL",), (None,)]
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
            "url_query_get_all(u, 'q'), url_surt(u), url_host_tld(u), url_username(u) FROM t"
        ).fetchall()
    assert found == [
        ("1", None, "https://www.a.example:81/y", ["1"], surt(STRINGS[0]), "example", ""),
        (None,) * 7,
        (None,) * 7,
        (None, None, "http://b/y", [], surt("http://b/"), "b", ""),
    ]


def of_pandas(array, name):
    return pd.Series(array.to_pylist(), dtype=object).url.field(name).to_list()


def of_polars(array, name):
    return pl.DataFrame({"u": array}).select(pl.col("u").url.field(name))["u"].to_list()


def of_duckdb(array, name):
    with duckdb.connect() as connection:
        columns.duckdb.register(connection)
        connection.register("t", pa.table({"u": array, "profile": [name.rpartition("_")[2]] * len(array)}))
        function = f"url_{name.rpartition('_')[0]}"
        rows = connection.sql(f"SELECT {function}(u, profile) FROM t").fetchall()
        constant = connection.sql(f"SELECT {function}(u, '{name.rpartition('_')[2]}') FROM t").fetchall()
        assert rows == constant
        return [row[0] for row in rows]


def of_tables(array, name):
    return tables.with_fields(pa.table({"u": array}), "u", fields=[name])[name].to_pylist()


def of_functions(array, name):
    kind, _, profile = name.rpartition("_")
    return getattr(columns, {"key": "url_key"}.get(kind, kind))(array, profile=profile).to_pylist()


@pytest.mark.parametrize("of_engine", [of_pandas, of_polars, of_duckdb, of_tables, of_functions])
def test_keys_are_of_canonical_forms(of_engine):
    """In every engine; tests/engines has the others. These URLs are one in some profiles and two in others."""
    strings = ["http://h/?b&a#x", "http://h/?a&b", "HTTP://www.h.example/%7e?utm_source=x", "nope", None]
    array = pa.array(strings)
    for profile in PROFILES:
        forms, keys = (of_engine(array, f"{kind}_{profile}") for kind in ("canonical", "key"))
        assert forms[:3] == [canonicalize(string, profile=profile) for string in strings[:3]]
        assert keys[:3] == [hashlib.blake2b(form.encode(), digest_size=16).hexdigest() for form in forms[:3]]
        assert (keys[0] == keys[1]) is (forms[0] == forms[1]) is (profile in ("crawl", "dedup"))
        assert keys[:3] == [url_key(string, profile=profile) for string in strings[:3]]
        assert all(pd.isna(one) for one in (*forms[3:], *keys[3:]))


def test_sql_needs_a_profile():
    with duckdb.connect() as connection:
        columns.duckdb.register(connection)
        for function in ("url_canonical", "url_key"):
            assert connection.sql(f"SELECT {function}('http://h/', NULL)").fetchall() == [(None,)]
            with pytest.raises(duckdb.BinderException, match=rf"{function}\(col0 VARCHAR, col1 VARCHAR"):
                connection.sql(f"SELECT {function}('http://h/')")
            for url in ("'http://h/'", "NULL"):
                with pytest.raises(
                    duckdb.InvalidInputException,
                    match="the profile must be one of browser, rfc3986, crawl, dedup, not 'x'",
                ):
                    connection.sql(f"SELECT {function}({url}, 'x')").fetchall()


def test_functions_of_sql_are_of_all_fields():
    names = {function.name for function in FUNCTIONS}
    ours = {f"url_{name}" for name in columns.FIELDS if not name.startswith(("error", "canonical_", "key_"))}
    assert {*columns.COMMON_CRAWL} - names == {"url"}
    assert ours <= names


def test_functions_of_sql_name_themselves():
    """They are sent to workers, and say what is wrong there."""
    for function in FUNCTIONS:
        sent = pickle.loads(pickle.dumps(function))
        arrays = [pa.array(STRINGS, pa.large_string())] * function.arguments
        if function.name == "url_parse":
            with pytest.raises(InvalidURL, match="missing-scheme") as caught:
                sent(*arrays)
            assert not hasattr(caught.value, "__notes__")
        elif function.name in ("url_canonical", "url_key"):
            assert sent(arrays[0], pa.array(["crawl", None, "dedup", "browser"])).type == function.output
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
