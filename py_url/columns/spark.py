"""Functions of SQL and of columns for Spark 3.5 and later, and columns of URLs in whole DataFrames.

``register(session)`` makes the functions of SQL: ``url_parse(u)`` and ``try_url_parse(u)`` give a struct,
``url_host(u)`` and others one field. ``spark.host("u")`` and others are columns. `with_fields` works on a whole
DataFrame. In the examples, ``session`` is a SparkSession. They all run on Arrow batches in Spark's Python workers,
which need this package: give Spark the wheel, as a .zip file, with ``--py-files``.
https://spark.apache.org/docs/latest/api/python/tutorial/sql/arrow_pandas.html
"""

from __future__ import annotations

from functools import partial

from py_url.api.url import href_of
from py_url.columns import arrow_tables
from py_url.columns.arrow import pa
from py_url.columns.fields import row_of, type_of
from py_url.columns.parsing import field as field_of
from py_url.columns.records import DEFAULT, KNOWN
from py_url.columns.sql import FUNCTIONS, Function
from py_url.standard.infra.arguments import expect_one_of, expect_str
from py_url.standard.infra.extras import how_to_install
from py_url.standard.infra.validation import InvalidURL

try:
    import pyspark
    from pyspark.sql import functions, types
except ModuleNotFoundError:
    raise ModuleNotFoundError(
        f"these functions need the package pyspark: {how_to_install('spark', 'pyspark')}", name="pyspark"
    ) from None

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    import pandas as pd  # type: ignore[import-untyped]  # pandas has no types
    from pyspark.sql import Column, DataFrame, SparkSession

    from py_url.api.url import URL
    from py_url.columns.arrow_tables import Errors

__all__ = [
    "field",
    "host",
    "href",
    "is_valid",
    "parse",
    "query_get",
    "query_get_all",
    "register",
    "registrable_domain",
    "resolve",
    "try_parse",
    "with_fields",
]

_BY_NAME = {function.name: function for function in FUNCTIONS}
_ANSI = "spark.sql.ansi.enabled"
# https://spark.apache.org/docs/latest/sql-ref-ansi-compliance.html
_ANSI_BY_DEFAULT = not pyspark.__version__.startswith("3.")


def register(session: SparkSession) -> tuple[str, ...]:
    """Make the functions of SQL in *session* and return their names.

    The session may be one of Spark Connect. For a row that does not parse, ``url_parse`` raises an error if the session
    has ANSI mode on, and gives NULL otherwise. ``url_is_valid`` says whether a row parses, and ``url_error`` why not;
    all others give NULL.

    Raises:
        TypeError: If *session* is not a SparkSession.

    >>> names = register(session)
    >>> session.sql("SELECT url_host('https://EXAMPLE.com')").first()[0]
    'example.com'
    """
    if not (hasattr(session, "udf") and hasattr(session, "conf")):
        raise TypeError(f"the session must be a pyspark.sql.SparkSession, not {type(session).__name__}")
    ansi = session.conf.get(_ANSI, "true" if _ANSI_BY_DEFAULT else "false") == "true"
    for function in FUNCTIONS:
        session.udf.register(function.name, _udf(function, ansi=ansi))
    return tuple(_BY_NAME)


def parse(column: Column | str) -> Column:
    """Return the struct of `columns.DEFAULT` for *column*.

    A row that does not parse raises an error in ANSI mode, and is null otherwise.

    >>> session.createDataFrame([("https://h/a",)], ["url"]).select(parse("url")).first()[0].path
    '/a'
    """
    return _called("url_parse", column)


def try_parse(column: Column | str) -> Column:
    """Return the struct of `columns.DEFAULT` for *column*; null for a row that does not parse.

    >>> session.createDataFrame([("b c",)], ["url"]).select(try_parse("url")).first()[0] is None
    True
    """
    return _called("try_url_parse", column)


def field(column: Column | str, name: str) -> Column:
    """Return the field *name* of `columns.parse` for *column*, for example "origin" or "canonical_crawl".

    Raises:
        ValueError: For another name.

    >>> session.createDataFrame([("https://h/a",)], ["url"]).select(field("url", "path")).first()[0]
    '/a'
    """
    name = expect_one_of(name, sorted(KNOWN), "the field")
    function = Function(f"url_{name}", partial(field_of, name=name), type_of(name, pa.string()))
    return _udf(function, ansi=_ANSI_BY_DEFAULT)(column)


def href(column: Column | str) -> Column:
    """Return the serialization of *column*.

    >>> session.createDataFrame([("HTTPS://h",)], ["url"]).select(href("url")).first()[0]
    'https://h/'
    """
    return _called("url_href", column)


def host(column: Column | str) -> Column:
    """Return the host of *column*, without the port.

    >>> session.createDataFrame([("https://h:444",)], ["url"]).select(host("url")).first()[0]
    'h'
    """
    return _called("url_host", column)


def registrable_domain(column: Column | str) -> Column:
    """Return the registrable domain of *column*.

    The workers need the package publicsuffixlist.

    >>> session.createDataFrame([("https://www.h.co.uk",)], ["url"]).select(registrable_domain("url")).first()[0]
    'h.co.uk'
    """
    return _called("url_registrable_domain", column)


def is_valid(column: Column | str) -> Column:
    """Return whether the value of *column* parses.

    >>> session.createDataFrame([("b c",)], ["url"]).select(is_valid("url")).first()[0]
    False
    """
    return _called("url_is_valid", column)


def query_get(column: Column | str, name: str) -> Column:
    """Return the first value of the parameter *name* of the query of *column*; see `columns.query_get`.

    >>> session.createDataFrame([("https://h/?q=a+b",)], ["url"]).select(query_get("url", "q")).first()[0]
    'a b'
    """
    return _called("url_query_get", column, functions.lit(expect_str(name, "the parameter's name")))


def query_get_all(column: Column | str, name: str) -> Column:
    """Return all values of the parameter *name* of the query of *column*, as an array; see `columns.query_get_all`.

    >>> session.createDataFrame([("https://h/?q=a&q=b",)], ["url"]).select(query_get_all("url", "q")).first()[0]
    ['a', 'b']
    """
    return _called("url_query_get_all", column, functions.lit(expect_str(name, "the parameter's name")))


def resolve(column: Column | str, bases: Column | str) -> Column:
    """Return the serialization of *column*, relative to the same row of *bases*; see `columns.resolve`.

    >>> session.createDataFrame([("b", "https://h/a")], ["url", "base"]).select(resolve("url", "base")).first()[0]
    'https://h/b'
    """
    return _called("url_resolve", column, bases)


def with_fields(
    frame: DataFrame,
    column: str,
    fields: Iterable[str] = DEFAULT,
    *,
    base: str | URL | None = None,
    errors: Errors = "null",
) -> DataFrame:
    """Return *frame* with the *fields* of the URLs in *column* as further columns.

    *base* and *errors* are those of `columns.parse`. This is one pass over Arrow batches. With ``errors="raise"``, a
    row that does not parse ends the job, whatever the ANSI mode.

    Raises:
        TypeError: If *frame* is not a DataFrame of Spark or the column does not hold strings.
        ValueError: If there is no such column or one has the name of a field, and the errors of `columns.parse`.

    >>> frame = session.createDataFrame([("https://h/a",)], ["url"])
    >>> with_fields(frame, "url", ["host", "path"]).first().path
    '/a'
    """
    if not hasattr(frame, "mapInArrow"):
        raise TypeError(f"the frame must be a pyspark.sql.DataFrame, not {type(frame).__name__}")
    options = arrow_tables.options(column, fields, base, errors)
    names = arrow_tables.new_names(frame.columns, column, options["fields"], options["errors"])
    kind = frame.schema[column].dataType
    if not isinstance(kind, types.StringType | types.BinaryType | types.CharType | types.VarcharType | types.NullType):
        raise TypeError(f"the column {column!r} must hold strings, not {kind.simpleString()}")
    new = [types.StructField(name, _type(arrow_tables.type_of_new(name))) for name in names]
    return frame.mapInArrow(
        partial(arrow_tables.batches_with_fields, options=options), types.StructType([*frame.schema.fields, *new])
    )


def _type(kind: pa.DataType) -> types.DataType:
    if pa.types.is_struct(kind):
        return types.StructType([types.StructField(part.name, _type(part.type)) for part in kind])
    if pa.types.is_list(kind):
        return types.ArrayType(_type(kind.value_type))
    known = {
        pa.string(): types.StringType(),
        pa.bool_(): types.BooleanType(),
        pa.int32(): types.IntegerType(),
        pa.int64(): types.LongType(),
    }
    return known[arrow_tables.signed(kind)]


def _called(name: str, *columns: Column | str) -> Column:
    return _udf(_BY_NAME[name], ansi=_ANSI_BY_DEFAULT)(*columns)


def _udf(function: Function, *, ansi: bool) -> Callable[..., Column]:
    name, kind = function.name, _type(function.output)
    made: Callable[..., Column]
    if hasattr(functions, "arrow_udf"):
        run = partial(_by_ansi, ansi) if name == "url_parse" else function
        made = functions.arrow_udf(_plain(name, partial(_on_arrow, run)), kind)
    elif pa.types.is_struct(function.output):
        # A function of pandas cannot give a null struct.
        made = functions.udf(_plain(name, partial(_on_row, name, ansi)), kind)
    else:
        made = functions.pandas_udf(_plain(name, partial(_on_pandas, function)), kind)
    return made


def _plain(name: str, run: Callable[..., object]) -> Callable[..., object]:
    """Return a function that has no annotations, because Spark evaluates them."""

    def function(*columns: object) -> object:
        return run(*columns)

    function.__name__ = name
    function.__annotations__ = {}
    return function


# What follows runs in Spark's workers, which import it from the package that Spark was given.


def _on_arrow(run: Callable[..., pa.Array], *arrays: pa.Array) -> pa.Array:
    result = run(*arrays)
    return result.cast(arrow_tables.signed(result.type))


def _on_pandas(run: Callable[..., pa.Array], *columns: pd.Series) -> pd.Series:
    import pandas as pd

    return pd.Series(run(*map(_from_pandas, columns)).to_pylist(), dtype=object)


def _from_pandas(column: pd.Series | pd.DataFrame) -> pa.Array:
    # A column of structs comes as a DataFrame, and is always an error. One row is enough to name its type.
    return pa.array(column, from_pandas=True) if column.ndim == 1 else pa.array(column[:1].to_dict("records"))


def _on_row(name: str, ansi: object, url: object) -> tuple[str | int | None, ...] | None:
    if url is None:
        return None
    if not isinstance(url, str):
        raise TypeError(f"{name}: the column must hold strings, not {type(url).__name__}")
    try:
        return row_of(href_of(url, None), DEFAULT)
    except InvalidURL:
        if name == "url_parse" and _is_ansi(ansi):
            raise
        return None


def _by_ansi(ansi: object, urls: pa.Array) -> pa.Array:
    return _BY_NAME["url_parse" if _is_ansi(ansi) else "try_url_parse"](urls)


def _is_ansi(default: object) -> bool:
    """Return whether the query's session has ANSI mode on. Spark sends settings along, but not those by default."""
    context = pyspark.TaskContext.get()
    setting = None if context is None else context.getLocalProperty(_ANSI)
    return bool(default) if setting is None else setting == "true"
