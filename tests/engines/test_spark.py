"""Spark with two executors, which get this package as a file and nothing else of the driver's."""

import hashlib
import json
import os
import shutil
import signal
import socket
import subprocess
import sys
import time
from functools import partial
from pathlib import Path

import build_wheel
import pytest
from setup.project import ROOT

from py_url import URL, InvalidURL, columns, registrable_domain
from py_url.canonical import PROFILES, canonicalize, surt
from tests.support.api import run_docstrings
from tests.support.documents import run_examples
from tests.support.needs import needs

pytestmark = needs("spark", "pure wheel", "wpt")

# Enough for two cores; the engine asks for at least 450 MB.
MEMORY = "512m"
# Compiling costs more than it saves here.
JAVA_OPTIONS = "-XX:TieredStopAtLevel=1 -XX:+UseSerialGC -Xss2m"
SECONDS = 120


@pytest.fixture(scope="session")
def package(tmp_path_factory):
    """The built wheel, under a name that Spark takes for a package."""
    return shutil.copy(build_wheel.build_pure_wheel(install=False), tmp_path_factory.mktemp("wheel") / "py_url.zip")


@pytest.fixture(scope="session")
def port():
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        return free.getsockname()[1]


@pytest.fixture(scope="session")
def session(tmp_path_factory, package, port):
    os.environ["PYSPARK_PYTHON"] = sys.executable
    from pyspark.sql import SparkSession

    folder = tmp_path_factory.mktemp("spark")
    settings = {
        "spark.app.name": "tests",
        "spark.driver.bindAddress": "127.0.0.1",
        "spark.driver.host": "127.0.0.1",
        "spark.driver.memory": MEMORY,
        "spark.driver.extraJavaOptions": JAVA_OPTIONS,
        "spark.executor.memory": MEMORY,
        "spark.executor.extraJavaOptions": JAVA_OPTIONS,
        "spark.local.dir": str(folder / "local"),
        "spark.sql.warehouse.dir": str(folder / "warehouse"),
        "spark.scheduler.minRegisteredResourcesRatio": "1.0",
        "spark.scheduler.maxRegisteredResourcesWaitingTime": f"{SECONDS}s",
        "spark.sql.adaptive.enabled": "false",
        "spark.sql.shuffle.partitions": "4",
        # A task may be lost with its executor, once.
        "spark.task.maxFailures": "2",
        "spark.ui.enabled": "false",
        "spark.ui.showConsoleProgress": "false",
        # Spark Connect, in the same cluster.
        "spark.plugins": "org.apache.spark.sql.connect.SparkConnectPlugin",
        "spark.connect.grpc.binding.address": "127.0.0.1",
        "spark.connect.grpc.binding.port": str(port),
    }
    builder = SparkSession.builder.master("local-cluster[2,1,512]")
    for name, value in settings.items():
        builder = builder.config(name, value)
    session = builder.getOrCreate()
    session.sparkContext.setLogLevel("ERROR")
    session.sparkContext.addPyFile(str(package))
    yield session
    session.stop()


@pytest.fixture(scope="session")
def spark(session):
    """The module, after its functions of SQL were made."""
    assert columns.spark.register(session) == columns.spark.register(session)
    return columns.spark


@pytest.fixture(scope="session")
def given(session, strings):
    """A view of all inputs, each with its number."""
    frame = session.createDataFrame([*enumerate(strings)], "n long, u string").repartition(4).cache()
    frame.createOrReplaceTempView("given")
    return frame


def rows(frame):
    return [row.asDict(recursive=True) for row in frame.orderBy("n").collect()]


def own_executor():
    """Return the process of the executor that this runs in: a worker's parent is a daemon, the executor's child."""
    stat = Path(f"/proc/{os.getppid()}/stat").read_text("ascii")
    return int(stat.rpartition(")")[2].split()[1])


def who_works(batches):
    """Return the executor that has each batch, and where it found this package."""
    import pyarrow as pa

    import py_url

    for _ in batches:
        time.sleep(0.5)
        yield pa.RecordBatch.from_pydict({"executor": [own_executor()], "path": [py_url.__file__]})


def without(monkeypatch, *names):
    """Act as an older version, whose ``functions`` lack these."""
    from pyspark.sql import functions

    for name in names:
        monkeypatch.delattr(functions, name, raising=False)
    return columns.spark


def by_value(function):
    """Pickle a function of this module with its code, because the executors cannot import this module."""
    from pyspark import cloudpickle

    cloudpickle.register_pickle_by_value(sys.modules[__name__])
    return function


def test_two_executors_have_the_package_from_its_file(session, package):
    frame = session.range(0, 4, 1, 4).mapInArrow(by_value(who_works), "executor bigint, path string")
    found = frame.collect()
    assert len({row.executor for row in found}) == 2
    for row in found:
        assert f"/{package.name}/py_url/__init__.py" in row.path
        assert not row.path.startswith(str(ROOT))


def test_sql(session, spark, given, strings, expected):
    each = ", ".join(f"url_{name}(u) AS {name}" for name in columns.DEFAULT)
    found = rows(session.sql(f"SELECT n, try_url_parse(u) AS whole, {each} FROM given"))
    assert [row["whole"] for row in found] == expected
    for name in columns.DEFAULT:
        assert [row[name] for row in found] == [row and row[name] for row in expected]
    types = dict(session.sql("SELECT p.*, v FROM (SELECT url_parse(u) AS p, url_is_valid(u) AS v FROM given)").dtypes)
    assert types == {**dict.fromkeys(columns.DEFAULT, "string"), "port": "int", "v": "boolean"}


def test_the_other_functions_of_sql(session, spark, given, strings):
    names = ("origin", "registrable_domain", "surt", "is_valid")
    each = ", ".join(f"url_{name}(u) AS {name}" for name in names)
    arguments = "url_query_get(u, 'a') AS a, url_query_get(u, u) AS u, url_resolve('../x', u) AS x"
    arguments += ", url_query_get_all(u, 'a') AS all"
    arguments += "".join(
        f", url_{kind}(u, '{name}') AS {kind}_{name}" for kind in ("canonical", "key") for name in PROFILES
    )
    found = rows(session.sql(f"SELECT n, {each}, {arguments} FROM given"))
    for string, row in zip(strings, found, strict=True):
        url = None if string is None else URL.parse(string)
        assert row["is_valid"] is (None if string is None else url is not None)
        assert row["origin"] == (url and url.origin)
        assert row["registrable_domain"] == (url and registrable_domain(url))
        assert row["surt"] == (url and surt(url))
        for name in PROFILES:
            assert row[f"canonical_{name}"] == (url and canonicalize(url, profile=name))
            assert row[f"key_{name}"] == (url and key_of(row[f"canonical_{name}"]))
        assert row["a"] == (url and url.search_params.get("a"))
        assert row["all"] == (url and url.search_params.get_all("a"))
        assert row["u"] == (url and url.search_params.get(string))
        resolved = url and URL.parse("../x", url)
        assert row["x"] == (resolved and resolved.href)


@pytest.mark.parametrize("kind", ["arrow_udf", "pandas_udf"])
def test_columns(monkeypatch, spark, given, strings, expected, kind):
    if kind == "pandas_udf":
        without(monkeypatch, "arrow_udf")
    chosen = {
        "whole": spark.try_parse("u"),
        "href": spark.href("u"),
        "host": spark.host(given.u),
        "port": spark.field("u", "port"),
        "domain": spark.registrable_domain("u"),
        "valid": spark.is_valid("u"),
        **{f"canonical_{name}": spark.field("u", f"canonical_{name}") for name in PROFILES},
        **{f"key_{name}": spark.field("u", f"key_{name}") for name in PROFILES},
        "surt": spark.field("u", "surt"),
        "tld": spark.field("u", "url_host_tld"),
        "error": spark.field("u", "error_start"),
        "all": spark.query_get_all("u", "q"),
        "q": spark.query_get("u", "q"),
        "x": spark.resolve("u", given.u),
    }
    found = rows(given.select("n", *(column.alias(name) for name, column in chosen.items())))
    for string, right, row in zip(strings, expected, found, strict=True):
        url = None if right is None else URL(string)
        assert row["whole"] == right
        assert [row[name] for name in ("href", "host", "port")] == [
            right and right[name] for name in ("href", "host", "port")
        ]
        assert row["domain"] == (url and registrable_domain(url))
        assert row["valid"] is (None if string is None else url is not None)
        assert row["surt"] == (url and surt(url))
        assert (row["error"] is None) is (string is None or url is not None)
        for name in PROFILES:
            assert row[f"canonical_{name}"] == (url and canonicalize(url, profile=name))
            assert row[f"key_{name}"] == (url and key_of(row[f"canonical_{name}"]))
        assert row["all"] == (url and url.search_params.get_all("q"))
        assert row["q"] == (url and url.search_params.get("q"))
        assert row["x"] == (url and URL(string, url).href)


def key_of(form):
    return hashlib.blake2b(form.encode(), digest_size=16).hexdigest()


def test_keys_of_whole_frames(session, spark, given):
    names = [f"{kind}_{name}" for kind in ("canonical", "key") for name in PROFILES]
    for row in rows(spark.with_fields(given, "u", names)):
        for name in PROFILES:
            form = row[f"canonical_{name}"]
            assert row[f"key_{name}"] == (None if form is None else key_of(form))


def test_whole_frames(session, spark, given, expected):
    found = rows(spark.with_fields(given, "u"))
    for name in columns.DEFAULT:
        assert [row[name] for row in found] == [row and row[name] for row in expected]
    frame = session.createDataFrame([("x:80", b"?q"), (None, None)], "a string, b binary")
    fields = ["port", "url_port", "error_start", "href"]
    made = spark.with_fields(frame, "b", fields, base="http://h:8080/", errors="column")
    assert made.dtypes[2:] == [
        *(("port", "int"), ("url_port", "int"), ("error_start", "bigint"), ("href", "string"), ("error", "string"))
    ]
    assert [tuple(row)[2:] for row in made.collect()] == [(8080, 8080, None, "http://h:8080/?q", None), (None,) * 5]


@pytest.mark.parametrize("kind", ["arrow_udf", "pandas_udf"])
def test_ansi_mode(monkeypatch, session, spark, kind):
    if kind == "pandas_udf":
        without(monkeypatch, "arrow_udf")
        spark.register(session)
    frame = session.createDataFrame([("https://u:s3cr3t@h:x/",), (None,)], "u string")
    frame.createOrReplaceTempView("one")
    try:
        session.conf.set("spark.sql.ansi.enabled", "false")
        for lenient in (session.sql("SELECT url_parse(u) FROM one"), frame.select(spark.parse("u"))):
            assert lenient.collect() == [(None,), (None,)]
        session.conf.set("spark.sql.ansi.enabled", "true")
        assert session.sql("SELECT try_url_parse(u) AS p FROM one").collect() == [(None,), (None,)]
        with pytest.raises(Exception, match="invalid URL: port-invalid") as caught:
            frame.select(spark.parse("u")).collect()
        assert "s3cr3t" not in str(caught.value)
        session.conf.unset("spark.sql.ansi.enabled")
        by_default = session.sql("SELECT url_parse(u) FROM one")
        if session.version.startswith("3."):
            assert by_default.collect() == [(None,), (None,)]
        else:
            with pytest.raises(Exception, match="invalid URL: port-invalid"):
                by_default.collect()
    finally:
        session.conf.unset("spark.sql.ansi.enabled")
        monkeypatch.undo()
        spark.register(session)


@pytest.mark.parametrize(
    ("value", "kind"),
    [("5", "int64|int32"), ("array('http://h/')", "list<"), ("named_struct('u', 'http://h/')", "struct<")],
)
def test_wrong_types(session, spark, value, kind):
    with pytest.raises(Exception, match=f"url_host: the column must hold strings, not ({kind})"):
        session.sql(f"SELECT url_host({value})").collect()
    frame = session.sql(f"SELECT {value} AS v")
    with pytest.raises(TypeError, match=r"the column 'v' must hold strings, not (int|array<string>|struct<u:string>)$"):
        spark.with_fields(frame, "v")


def test_wrong_arguments(session, spark):
    frame = session.sql("SELECT 'http://h/' AS u, 'x' AS host, X'ff' AS b")
    for call, error, message in [
        (lambda: spark.register("x"), TypeError, r"must be a pyspark\.sql\.SparkSession, not str"),
        (lambda: spark.with_fields("x", "u"), TypeError, r"must be a pyspark\.sql\.DataFrame, not str"),
        (lambda: spark.with_fields(frame, 5), TypeError, "the name of the column must be a str, not int"),
        (lambda: spark.with_fields(frame, "v"), ValueError, "there is no column 'v'; the columns are u, host, b"),
        (
            lambda: spark.with_fields(frame, "u"),
            ValueError,
            "there is a column 'host' already; rename it, or leave host",
        ),
        (lambda: spark.with_fields(frame, "u", "href"), TypeError, "fields must be a list"),
        (lambda: spark.with_fields(frame, "u", ["href"], base="x"), InvalidURL, "invalid base URL"),
        (lambda: spark.with_fields(frame, "u", ["href"], errors="x"), ValueError, "errors must be one of"),
        (lambda: spark.field("u", "parse"), ValueError, "the field must be one of .*scheme.*, not 'parse'"),
        (lambda: spark.query_get("u", 5), TypeError, "the parameter's name must be a str, not int"),
    ]:
        with pytest.raises(error, match=message):
            call()
    with pytest.raises(Exception, match="the column 'b', of type binary, is not UTF-8 in row 0, byte 0"):
        spark.with_fields(frame, "b", ["href"]).collect()
    with pytest.raises(Exception, match="It is in the column 'host'"):
        spark.with_fields(frame, "host", ["href"], errors="raise").collect()


def kill_the_executor_once(batches, *, flag):
    """Kill the executor that has the first partition, the first time."""
    from pyspark import TaskContext

    for batch in batches:
        if TaskContext.get().partitionId() == 0 and not flag.exists():
            flag.touch()
            os.kill(own_executor(), signal.SIGKILL)
        yield batch


def test_a_killed_executor_loses_nothing(session, spark, tmp_path):
    flag = tmp_path / "killed"
    frame = session.range(0, 2000, 1, 8).selectExpr("id", "concat('HTTP://H', id % 7, '/../', id) AS u")
    dying = frame.mapInArrow(by_value(partial(kill_the_executor_once, flag=flag)), frame.schema)
    found = dying.select("id", spark.href("u").alias("href")).collect()
    assert flag.exists()
    assert sorted((row.id, row.href) for row in found) == [(n, f"http://h{n % 7}/{n}") for n in range(2000)]


def test_a_skewed_partition_finishes(session, spark):
    """Nearly all rows have one key, so they are in one partition."""
    frame = session.range(0, 60_000).selectExpr("IF(id % 100 = 0, id, -1) AS k", "concat('HTTP://H', id, '/') AS u")
    frame = frame.repartition(4, "k").withColumn("host", spark.host("u"))
    found = frame.selectExpr("count(host)", "count(distinct host)", "min(length(host))").collect()
    assert found == [(60_000, 60_000, 2)]


def test_large_strings(session, spark):
    session.conf.set("spark.sql.execution.arrow.useLargeVarTypes", "true")
    try:
        frame = session.sql("SELECT 'HTTP://H:81' AS u")
        assert frame.select(spark.host("u"), spark.try_parse("u").port).collect() == [("h", 81)]
        assert spark.with_fields(frame, "u", ["href", "port"]).collect() == [("HTTP://H:81", "http://h:81/", 81)]
    finally:
        session.conf.unset("spark.sql.execution.arrow.useLargeVarTypes")


CLIENT = """
import json, sys
from pyspark.sql import SparkSession
from py_url.columns import spark
session = SparkSession.builder.remote(sys.argv[1]).getOrCreate()
session.addArtifacts(sys.argv[2], pyfile=True)
spark.register(session)
given = "VALUES ('HTTP://H:81/?q=1'), (NULL), ('x') AS t(u)"
sql = session.sql(f"SELECT url_host(u), try_url_parse(u).port, url_query_get(u, 'q') FROM {given}")
frame = session.createDataFrame([("HTTP://H/../x",), (None,)], "u string")
failed = ""
try:
    session.sql("SELECT url_parse('nope')").collect()
except Exception as error:
    failed = str(error)
session.conf.set("spark.sql.ansi.enabled", "false")
print(json.dumps([
    [list(row) for row in sql.collect()],
    [list(row) for row in frame.select(spark.href("u")).collect()],
    [list(row) for row in spark.with_fields(frame, "u", ["host"]).collect()],
    failed.partition("invalid URL: ")[2][:14],
    session.sql("SELECT url_parse('nope')").collect()[0][0],
]))
session.stop()
"""


def test_spark_connect(session, spark, package, port):
    environ = {**os.environ, "PYTHONPATH": str(ROOT)}
    command = [sys.executable, "-c", CLIENT, f"sc://127.0.0.1:{port}", str(package)]
    result = subprocess.run(command, env=environ, capture_output=True, text=True, check=False, timeout=SECONDS)
    assert result.returncode == 0, result.stderr[-5000:]
    assert json.loads(result.stdout.splitlines()[-1]) == [
        [["h", 81, "1"], [None, None, None], [None, None, None]],
        [["http://h/x"], [None]],
        [["HTTP://H/../x", "h"], [None, None]],
        "missing-scheme",
        None,
    ]


def test_what_workers_run(monkeypatch):
    """The workers' processes are not measured."""
    import pandas as pd
    import pyarrow as pa

    spark = columns.spark
    array = pa.array(["http://h:81/", None, "x"])
    with pytest.raises(InvalidURL):
        spark._by_ansi(True, array)
    found = spark._on_arrow(partial(spark._by_ansi, False), array)
    assert [row and row["port"] for row in found.to_pylist()] == [81, None, None]
    ports = next(one for one in spark.FUNCTIONS if one.name == "url_port")
    assert spark._on_pandas(ports, pd.Series(["http://h:81/", None])).tolist() == [81, None]
    with pytest.raises(TypeError, match="url_port: the column must hold strings, not struct<u: string>"):
        spark._on_pandas(ports, pd.DataFrame({"u": ["http://h:81/"] * 2}))
    assert spark._on_row("try_url_parse", True, "HTTP://h:81/?") == ("http://h:81/?", "http", "h", 81, "/", "", None)
    assert spark._on_row("url_parse", False, "x") is spark._on_row("try_url_parse", True, "x") is None
    assert spark._on_row("url_parse", True, None) is None
    with pytest.raises(InvalidURL):
        spark._on_row("url_parse", True, "x")
    with pytest.raises(TypeError, match="url_parse: the column must hold strings, not int"):
        spark._on_row("url_parse", True, 5)

    class Context:
        def getLocalProperty(self, name):  # noqa: N802 - as in Spark
            return "false"

    monkeypatch.setattr("pyspark.TaskContext.get", Context)
    assert spark._by_ansi(True, array).to_pylist()[2] is None
    assert spark._plain("name", lambda *given: given)(1, 2) == (1, 2)
    assert spark._plain("name", len).__name__ == "name"


def test_examples(session, spark):
    run_examples("web/docs/howto/columns.md", "Spark", spark=session)
    assert run_docstrings("py_url.columns.spark", session=session) > 0
