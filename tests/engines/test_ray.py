"""Ray Data, with two workers on this machine."""

import hashlib
import os
import subprocess
import sys

import pytest
from setup.project import ROOT

from py_url import InvalidURL, columns
from py_url.canonical import PROFILES
from tests.support.api import run_docstrings
from tests.support.documents import run_examples
from tests.support.needs import needs

pytestmark = needs("distributed", "wpt")


@pytest.fixture(scope="session")
def ray():
    # The workers do not inherit this process's sys.path.
    os.environ["PYTHONPATH"] = str(ROOT)
    import ray

    ray.init(
        num_cpus=2,
        include_dashboard=False,
        log_to_driver=False,
        logging_level="ERROR",
        object_store_memory=100_000_000,
        _node_ip_address="127.0.0.1",
    )
    ray.data.DataContext.get_current().enable_progress_bars = False
    yield ray
    ray.shutdown()


def test_all_inputs(ray, strings, expected):
    import pyarrow as pa

    given = ray.data.from_arrow(pa.table({"n": range(len(strings)), "u": strings})).repartition(4)
    found = sorted(columns.ray.with_fields(given, "u").take_all(), key=lambda row: row["n"])
    for name in columns.DEFAULT:
        assert [row[name] for row in found] == [row and row[name] for row in expected]


def test_keys_are_of_canonical_forms(ray, strings):
    import pyarrow as pa

    names = [f"{kind}_{profile}" for kind in ("canonical", "key") for profile in PROFILES]
    found = columns.ray.with_fields(ray.data.from_arrow(pa.table({"u": strings})), "u", names).take_all()
    for profile in PROFILES:
        for row in found:
            form = row[f"canonical_{profile}"]
            key = form and hashlib.blake2b(form.encode(), digest_size=16).hexdigest()
            assert row[f"key_{profile}"] == key
        assert len({row[f"canonical_{profile}"] for row in found}) > 2


def test_options(ray):
    import pyarrow as pa

    given = ray.data.from_arrow(pa.table({"u": ["?q", None], "v": [1, 2]}))
    made = columns.ray.with_fields(given, "u", ["port", "error"], base="http://h:81/", errors="column")
    assert made.take_all() == [
        {"u": "?q", "v": 1, "port": 81, "error": None, "error_start": None},
        {"u": None, "v": 2, "port": None, "error": None, "error_start": None},
    ]
    assert [str(kind) for kind in made.schema().types] == ["string", "int64", "uint16", "string", "uint32"]


def test_what_is_wrong(ray):
    import pyarrow as pa

    given = ray.data.from_arrow(
        pa.table({"u": ["nope"], "v": [1], "w": [["http://h/"]], "b": [b"\xff"], "host": ["x"]})
    )
    for call, error, message in [
        (lambda: columns.ray.with_fields("x", "u"), TypeError, r"must be a ray\.data\.Dataset, not str"),
        (lambda: columns.ray.with_fields(given, 5), TypeError, "the name of the column must be a str, not int"),
        (lambda: columns.ray.with_fields(given, "u", ["href"], base="x"), InvalidURL, "invalid base URL"),
        (lambda: columns.ray.with_fields(given, "u", ["hots"]), ValueError, "each of fields must be one of"),
        (lambda: columns.ray.with_fields(given, "u", errors="x"), ValueError, "errors must be one of"),
    ]:
        with pytest.raises(error, match=message):
            call()
    for options, message in [
        ({"column": "v"}, "the column 'v' must hold strings, not int64"),
        ({"column": "w"}, "the column 'w' must hold strings, not list<"),
        ({"column": "b"}, "the column 'b', of type binary, is not UTF-8 in row 0"),
        ({"column": "x"}, "there is no column 'x'; the columns are u, v, w, b, host"),
        ({"column": "u", "fields": ["host"]}, "there is a column 'host' already"),
        ({"column": "u", "errors": "raise"}, "missing-scheme"),
    ]:
        made = columns.ray.with_fields(given, **{"fields": ["href"], **options})
        with pytest.raises(ray.exceptions.RayTaskError, match=message):
            made.take_all()


def test_examples(ray):
    run_examples("web/docs/howto/columns.md", "Ray Data")
    assert run_docstrings("py_url.columns.ray") > 0


def test_importing_starts_nothing():
    code = "import py_url.columns.ray, ray; assert not ray.is_initialized()"
    subprocess.run([sys.executable, "-c", code], check=True, timeout=120, cwd=ROOT)
