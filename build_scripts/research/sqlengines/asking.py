"""Ask the engines. Runs in the environment that has them: takes a JSON file of strings and the names of engines, and
prints JSON.

Each engine is asked for the parts that it has a function for, with its own function alone. One that raises an error for
a whole column is asked row by row, and gives nothing for the rows that raise.
"""

from __future__ import annotations

import json
import sys
import tempfile
from importlib import import_module, metadata
from pathlib import Path

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

    Column = list[str | None]


PARTS = ("scheme", "host", "path")
# As Spark names them, and DataFusion's functions for Spark.
_OF_SPARK = {"scheme": "PROTOCOL", "host": "HOST", "path": "PATH"}


def _row_by_row(ask: Callable[[list[str]], Column], strings: list[str]) -> Column:
    """Ask about all strings, or, if that raises, about each."""
    try:
        return ask(strings)
    except Exception:  # engines raise different exceptions
        return [None] if len(strings) == 1 else [_row_by_row(ask, [string])[0] for string in strings]


def _duckdb(part: str) -> Callable[[list[str]], Column]:
    duckdb = import_module("duckdb")
    connection = duckdb.connect()
    connection.execute("INSTALL netquack FROM community; LOAD netquack")
    function = {"scheme": "extract_schema", "host": "extract_host", "path": "extract_path"}[part]

    def ask(strings: list[str]) -> Column:
        query = f"SELECT {function}(u) FROM (SELECT unnest(?) AS u)"
        return [row[0] for row in connection.execute(query, [strings]).fetchall()]

    return ask


def _polars(part: str) -> Callable[[list[str]], Column]:
    pl = import_module("polars")
    # Polars has no function for URLs; this is the pattern of its users, from RFC 3986 appendix B.
    pattern = r"^(?:([^:/?#]+):)?(?://(?:[^@/?#]*@)?(\[[^\]]*\]|[^:/?#]*)(?::[0-9]*)?)?([^?#]*)"
    group = {"scheme": 1, "host": 2, "path": 3}[part]
    return lambda strings: pl.Series(strings, dtype=pl.String).str.extract(pattern, group).to_list()


def _daft(part: str) -> Callable[[list[str]], Column]:
    daft = import_module("daft")

    def ask(strings: list[str]) -> Column:
        parse_url = import_module("daft.functions").parse_url
        frame = daft.from_pydict({"u": strings}).select(parse_url(daft.col("u")).alias("p"))
        return [None if row is None else row[part] for row in frame.to_pydict()["p"]]

    return ask


def _datafusion(part: str) -> Callable[[list[str]], Column]:
    pa, session_context = import_module("pyarrow"), import_module("datafusion").SessionContext

    def ask(strings: list[str]) -> Column:
        context = session_context()
        context.enable_spark_functions()
        context.from_arrow(pa.table({"u": pa.array(strings, pa.string())}), name="t")
        query = f"SELECT parse_url(u, '{_OF_SPARK[part]}') AS p FROM t"
        answers: Column = context.sql(query).to_arrow_table()["p"].to_pylist()
        return answers

    return ask


def _chdb(part: str) -> Callable[[list[str]], Column]:
    chdb = import_module("chdb")
    function = {"scheme": "protocol", "host": "domain", "path": "path"}[part]

    def ask(strings: list[str]) -> Column:
        table = "".join(json.dumps({"u": string}) + "\n" for string in strings)
        with tempfile.NamedTemporaryFile("w", suffix=".jsonl", encoding="utf-8") as file:
            file.write(table)
            file.flush()
            answer = chdb.query(f"SELECT {function}(u) AS p FROM file('{file.name}', JSONEachRow, 'u String')", "JSON")
            return [row["p"] for row in json.loads(answer.bytes())["data"]]

    return ask


def _pandas(part: str) -> Callable[[list[str]], Column]:
    from urllib.parse import urlsplit

    pd = import_module("pandas")
    name = {"scheme": "scheme", "host": "hostname", "path": "path"}[part]

    def ask(strings: list[str]) -> Column:
        return [value or None for value in pd.Series(strings).map(lambda string: getattr(urlsplit(string), name))]

    return ask


def _spark(part: str) -> Callable[[list[str]], Column]:
    session = (
        import_module("pyspark.sql")
        .SparkSession.builder.master("local[1]")
        .config("spark.driver.bindAddress", "127.0.0.1")
        .config("spark.driver.host", "127.0.0.1")
        .config("spark.driver.memory", "512m")
        .config("spark.ui.enabled", "false")
        .getOrCreate()
    )
    session.conf.set("spark.sql.ansi.enabled", "false")

    def ask(strings: list[str]) -> Column:
        frame = session.createDataFrame([(number, string) for number, string in enumerate(strings)], "n int, u string")
        rows = frame.selectExpr("n", f"try_parse_url(u, '{_OF_SPARK[part]}') AS p").orderBy("n").collect()
        return [row["p"] for row in rows]

    return ask


def _ours(part: str) -> Callable[[list[str]], Column]:
    from py_url import URL

    def read(string: str) -> str | None:
        url = URL.parse(string)
        return None if url is None else {"scheme": url.protocol[:-1], "host": url.hostname, "path": url.pathname}[part]

    return lambda strings: [read(string) for string in strings]


ENGINES: dict[str, tuple[str, str, Callable[[str], Callable[[list[str]], Column]]]] = {
    "py_url": ("", "`URL(u)`", _ours),
    "DuckDB": ("duckdb", "netquack's `extract_host` …", _duckdb),
    "chdb (ClickHouse)": ("chdb", "`protocol`, `domain`, `path`", _chdb),
    "DataFusion": ("datafusion", "`parse_url`, of its functions for Spark", _datafusion),
    "Daft": ("daft", "`parse_url`", _daft),
    "Spark": ("pyspark", "`try_parse_url`", _spark),
    "pandas": ("pandas", "`urllib.parse.urlsplit`", _pandas),
    "Polars": ("polars", "none; a pattern from RFC 3986", _polars),
}
"""For each engine: its distribution, the functions, and what makes a function that asks for a part."""


def main() -> None:
    """Read the strings and print the answers of the engines that are named, and why those that are missing are."""
    file, *names = sys.argv[1:]
    strings = json.loads(Path(file).read_text("utf-8"))
    engines: dict[str, Any] = {}
    missing = {}
    for name in names:
        package, functions, make = ENGINES[name]
        try:
            version = metadata.version(package) if package else ""
            answers = {part: _row_by_row(make(part), strings) for part in PARTS}
        except Exception as error:  # what cannot be installed, loaded or started
            missing[name] = f"{type(error).__name__}: {str(error).splitlines()[0][:120] if str(error) else ''}"
            continue
        engines[name] = {"version": version, "functions": functions, "answers": answers}
    print(json.dumps({"engines": engines, "missing": missing}))


if __name__ == "__main__":
    main()
