"""A program that uses py_url in Spark, for mypy --strict to check with Spark's own types; it is not run."""

from typing import assert_type

from pyspark.sql import Column, DataFrame, SparkSession

from py_url import URL
from py_url.columns import spark


def main(session: SparkSession, frame: DataFrame) -> None:
    assert_type(spark.register(session), tuple[str, ...])
    assert_type(spark.host("u"), Column)
    assert_type(spark.resolve(frame.u, "base"), Column)
    assert_type(spark.query_get(frame.u, "q"), Column)
    assert_type(spark.with_fields(frame, "u"), DataFrame)
    assert_type(spark.with_fields(frame, "u", ["host"], base=URL("http://h/"), errors="column"), DataFrame)
    spark.with_fields(frame, "u", errors="ignore")  # type: ignore[arg-type]
    spark.register(frame)  # type: ignore[arg-type]
