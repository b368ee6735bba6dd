"""Dask, in threads of this process and in processes of its own."""

import hashlib
import os

import pytest
from setup.project import ROOT

from py_url import FrozenURL, InvalidURL, columns
from py_url.canonical import PROFILES
from tests.support.api import run_docstrings
from tests.support.documents import run_examples
from tests.support.needs import needs

pytestmark = needs("distributed", "wpt")


@pytest.fixture(scope="session")
def dd():
    import dask.dataframe as dd

    assert columns.dask
    return dd


@pytest.mark.parametrize("dtype", ["object", "str", "arrow"])
def test_all_inputs(dd, strings, expected, dtype):
    import pandas as pd
    import pyarrow as pa

    dtype = pd.ArrowDtype(pa.string()) if dtype == "arrow" else dtype
    series = pd.Series(strings, dtype=dtype, name="u", index=range(5, 5 + len(strings)))
    lazy = dd.from_pandas(series, npartitions=3)
    frame = lazy.url.parse()
    assert list(frame.columns) == list(columns.DEFAULT)
    whole = frame.compute()
    for name in columns.DEFAULT:
        one = getattr(lazy.url, name).compute()
        assert one.index.equals(series.index)
        for found in (whole[name], one):
            values = [None if pd.isna(value) else value for value in found]
            assert values == [row and row[name] for row in expected]


def test_the_other_members(dd):
    import pandas as pd

    url = dd.from_pandas(pd.Series(["https://www.a.example:81/?q=1", None, "nope"]), npartitions=2).url
    assert url.origin.compute()[0] == "https://www.a.example:81"
    assert url.registrable_domain.compute()[0] == "a.example"
    assert url.query_get("q").compute()[0] == "1"
    values = url.query_get_all("q").compute()
    assert values[0] == ["1"]
    assert [pd.isna(values[row]) for row in (1, 2)] == [True, True]
    assert url.is_valid.dtype == url.is_valid.compute().dtype == "boolean"
    assert [None if pd.isna(one) else bool(one) for one in url.is_valid.compute()] == [True, None, False]
    assert url._series[url.is_valid].compute().to_list() == ["https://www.a.example:81/?q=1"]
    assert url.field("href", base="http://h/").compute()[2] == "http://h/nope"
    found = url.parse(fields=["host"], errors="column").compute()
    assert list(found.columns) == ["host", "error", "error_start"]
    assert found.error[2] == "missing-scheme-non-relative-URL"


@pytest.mark.parametrize("values", [["http://H/?a=1", None], [FrozenURL("http://h/?a=1"), None], [None, None]])
def test_strings_that_dask_does_not_convert(dd, values):
    import dask
    import pandas as pd

    with dask.config.set({"dataframe.convert-string": False}):
        series = pd.Series(values, dtype=object)
        url = dd.from_pandas(series, npartitions=2).url
        assert url._series.dtype == object
        found = url.parse(fields=["host", "port"])
        assert (found.dtypes == series.url.parse(fields=["host", "port"]).dtypes).all()
        for name in ("host", "is_valid"):
            one, expected = getattr(url, name), getattr(series.url, name)
            assert one.dtype == expected.dtype
            assert one.compute().equals(expected)
        assert url.query_get_all("a").compute().equals(series.url.query_get_all("a"))
        with pytest.raises(TypeError, match="must hold str or URL, not int"):
            dd.from_pandas(pd.Series([5, "x"], dtype=object), npartitions=1).url.host.compute()


def test_keys_are_of_canonical_forms(dd, strings):
    import pandas as pd

    series = dd.from_pandas(pd.Series(strings), npartitions=2)
    names = [f"{kind}_{profile}" for kind in ("canonical", "key") for profile in PROFILES]
    found = series.url.parse(fields=names).compute()
    for profile in PROFILES:
        forms, keys = (found[f"{kind}_{profile}"].dropna() for kind in ("canonical", "key"))
        assert len({*forms}) > 2
        assert keys.to_list() == [hashlib.blake2b(form.encode(), digest_size=16).hexdigest() for form in forms]
        assert series.url.field(f"key_{profile}").compute().dropna().to_list() == keys.to_list()


def test_what_is_wrong(dd):
    import pandas as pd

    numbers = dd.from_pandas(pd.Series([5, 6], name="n"), npartitions=1)
    with pytest.raises(TypeError, match=r"the Series 'n', of int64, must hold str or URL, not \w+ in row 0"):
        _ = numbers.url.host
    url = dd.from_pandas(pd.Series(["nope"], name="u"), npartitions=1).url
    for call, error, message in [
        (lambda: url.parse(fields="host"), TypeError, "fields must be a list"),
        (lambda: url.parse(errors="x"), ValueError, "errors must be one of"),
        (lambda: url.parse(base="x"), InvalidURL, "invalid base URL"),
        (lambda: url.field("hots"), ValueError, "each of fields must be one of"),
        (lambda: url.query_get(5), TypeError, "the parameter's name must be a str, not int"),
        (lambda: url.parse(errors="raise").compute(), InvalidURL, "missing-scheme"),
    ]:
        with pytest.raises(error, match=message):
            call()


def test_processes(dd, monkeypatch):
    """Each gets the functions by name."""
    import dask
    import pandas as pd

    monkeypatch.setitem(os.environ, "PYTHONPATH", str(ROOT))
    series = pd.Series([f"HTTP://H{n}/" for n in range(10)])
    with dask.config.set(scheduler="processes", num_workers=2):
        found = dd.from_pandas(series, npartitions=2).url.host.compute()
    assert found.tolist() == [f"h{n}" for n in range(10)]


def test_examples(dd):
    run_examples("web/docs/howto/columns.md", "Dask")
    assert run_docstrings("py_url.columns.dask") > 0
