"""Columns of URLs, parsed: `parse` gives components as a struct, the other functions one column each."""

from __future__ import annotations

from collections.abc import Iterable
from functools import partial
from typing import Literal

from py_url.api.many import href_of_base
from py_url.api.url import URL, href_or_fails
from py_url.canonical import DIALECTS, PROFILES, surt as surt_of
from py_url.canonical.profiles import ProfileName
from py_url.canonical.surts import DialectName
from py_url.columns.arrow import FailedRow, made_one, map_batches, mapped, pa, pc
from py_url.columns.fields import columns_of, each_href, type_of
from py_url.columns.records import DEFAULT, ERRORS, KNOWN, all_of, first_of
from py_url.columns.serialized import hrefs_of
from py_url.standard.infra.arguments import expect_one_of, expect_str, expect_strs
from py_url.standard.infra.code_points import scalar_value_string
from py_url.standard.urls.parser import invalid_url

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence


ON_ERRORS: tuple[Literal["null", "raise", "column"], ...] = ("null", "raise", "column")
"""What `parse` takes for *errors*."""

# What the members of a URL object have for names, and the fields with the same.
_FIELD_OF = {"hostname": "host", "protocol": "scheme", "pathname": "path", "search": "query", "hash": "fragment"}


def parse(
    array: pa.Array | pa.ChunkedArray,
    *,
    base: str | URL | None = None,
    fields: Iterable[str] = DEFAULT,
    errors: Literal["null", "raise", "column"] = "null",
) -> pa.StructArray | pa.ChunkedArray:
    """Parse each row of *array*, relative to *base* if there is one, and return a struct of *fields*.

    The fields are those of a URL record, serialized: ``href scheme username password host port path query fragment``. A
    host, port, query or fragment that the URL does not have is null, and so is the scheme's default port, which is a
    uint16. There are also ``origin``; ``host_type``, which is domain, ipv4, ipv6, opaque or empty;
    ``registrable_domain`` and ``public_suffix``, which need the extra ``psl``; ``canonical_crawl``, ``key_crawl`` and
    so on, for each profile of `py_url.canonical`; ``surt``; and the names of `COMMON_CRAWL`. Only *fields* are
    computed.

    A null stays null. *errors* says what a row that does not parse becomes: "null" makes it null, and "raise" raises
    InvalidURL. With "column", the struct also has ``error``, the name of the error that ended the parse, and
    ``error_start``, its offset; they are null if the row parses, as the other fields are if it does not.

    Raises:
        TypeError: If *array* is not a column of strings or an argument has another type.
        ValueError: For an unknown field or a row that is not UTF-8.
        InvalidURL: If *base* does not parse.

    >>> parse(pa.array(["https://h:444/a", "b c"]), fields=["host", "port"]).to_pylist()
    [{'host': 'h', 'port': 444}, None]
    """
    try:
        return parse_named(array, "the column", base=base, fields=fields, errors=errors)
    except FailedRow as failed:
        failed.error.add_note(f"It is in row {failed.row} of the column.")
        raise failed.error from None


def parse_named(
    column: object,
    what: str,
    *,
    base: str | URL | None,
    fields: Iterable[str],
    errors: Literal["null", "raise", "column"],
) -> pa.StructArray | pa.ChunkedArray:
    """Do what `parse` does. *what* names the column in errors, and a row that does not parse raises FailedRow.

    Otherwise raises the errors of `parse`.
    """
    names = expect_fields(fields)
    on_errors = expect_one_of(errors, ON_ERRORS, "errors")
    if on_errors != "column" and any(name in ERRORS for name in names):
        raise ValueError("the fields error and error_start need errors='column'")
    names = names_in_struct(names, on_errors)
    return mapped(column, partial(_parsed, base=href_of_base(base), fields=names, on_errors=on_errors), what)


def parse_batch(
    strings: pa.Array,
    what: str,
    *,
    base: str | None,
    fields: Iterable[str],
    errors: Literal["null", "raise", "column"],
) -> pa.StructArray:
    """Do what `parse` does with a part of a column. The note on its error names the column alone: the number of the row
    is that in a batch, which nobody has seen.

    Raises the errors of `parse`.
    """
    try:
        return parse_named(strings, what, base=base, fields=fields, errors=errors)
    except FailedRow as failed:
        failed.error.add_note(f"It is in {what}.")
        raise failed.error from None


def names_in_struct(fields: Iterable[str], errors: str) -> tuple[str, ...]:
    """Return the names in the struct of `parse`, each once."""
    return tuple(dict.fromkeys((*fields, *(ERRORS if errors == "column" else ()))))


def expect_fields(fields: object) -> tuple[str, ...]:
    """Return the names of fields, each once. Raises TypeError and ValueError unless `parse` has them."""
    names = tuple(dict.fromkeys(expect_strs(fields, "fields")))
    if not names:
        raise ValueError(f"fields must have at least one name, such as {', '.join(DEFAULT)}")
    for name in names:
        if name in _FIELD_OF:
            raise ValueError(f"there is no field {name!r}; write {_FIELD_OF[name]!r}")
        expect_one_of(name, sorted(KNOWN), "each of fields")
    return names


def _parsed(strings: pa.Array, *, base: str | None, fields: Sequence[str], on_errors: str) -> pa.StructArray:
    # The last one says which rows are null.
    kinds = {**{name: type_of(name, strings.type) for name in fields}, "": pa.bool_()}
    columns = map_batches(strings, kinds, partial(_parsed_batch, base=base, fields=fields, on_errors=on_errors))
    null = columns.pop("")
    return pa.StructArray.from_arrays([*columns.values()], names=list(fields), mask=null)


def _parsed_batch(strings: pa.Array, *, base: str | None, fields: Sequence[str], on_errors: str) -> dict[str, pa.Array]:
    hrefs = hrefs_of(strings, base)
    is_failure = pc.and_(pc.is_valid(strings), pc.is_null(hrefs))
    if on_errors == "raise" and pc.any(is_failure).as_py():
        row = pc.index(is_failure, pa.scalar(True)).as_py()
        raise FailedRow(row, invalid_url(strings[row].as_py(), base, "URL"))
    columns = columns_of(hrefs, [name for name in fields if name not in ERRORS])
    if on_errors == "column":
        fatal = [invalid_url(string, base, "URL").fatal_error for string in strings.filter(is_failure).to_pylist()]
        found = [error and error.name for error in fatal], [error and error.start for error in fatal]
        for name, values in zip(ERRORS, found, strict=True):
            kind = type_of(name, strings.type)
            columns[name] = pc.replace_with_mask(pa.nulls(len(strings), kind), is_failure, pa.array(values, kind))
    columns[""] = pc.is_null(strings if on_errors == "column" else hrefs)
    return columns


def href(array: pa.Array | pa.ChunkedArray, *, base: str | URL | None = None) -> pa.Array | pa.ChunkedArray:
    """Return the serialization of each row of *array*, or null.

    *base* and the errors are those of `parse`.

    >>> href(pa.array(["b", None]), base="https://h/a").to_pylist()
    ['https://h/b', None]
    """
    return field(array, "href", base=base)


def host(array: pa.Array | pa.ChunkedArray, *, base: str | URL | None = None) -> pa.Array | pa.ChunkedArray:
    """Return the host of each row of *array* without its port, or null.

    *base* and the errors are those of `parse`.

    >>> host(pa.array(["https://EXAMPLE.com:444", None])).to_pylist()
    ['example.com', None]
    """
    return field(array, "host", base=base)


def registrable_domain(
    array: pa.Array | pa.ChunkedArray, *, base: str | URL | None = None
) -> pa.Array | pa.ChunkedArray:
    """Return the registrable domain of each row of *array*, or null.

    *base* and the errors are those of `parse`. This needs the extra ``psl``.

    >>> registrable_domain(pa.array(["https://www.example.co.uk"])).to_pylist()
    ['example.co.uk']
    """
    return field(array, "registrable_domain", base=base)


def field(array: pa.Array | pa.ChunkedArray, name: str, *, base: str | URL | None = None) -> pa.Array | pa.ChunkedArray:
    """Return one field of each row. *base* and the errors are those of `parse`."""
    (name,) = expect_fields([name])
    if name in ERRORS:
        return mapped(array, partial(_one_error, base=href_of_base(base), name=name))
    return mapped(array, partial(_one, base=href_of_base(base), name=name))


def _one(strings: pa.Array, *, base: str | None, name: str) -> pa.Array:
    kind = type_of(name, strings.type)
    return made_one(strings, kind, lambda batch: columns_of(hrefs_of(batch, base), [name])[name])


def _one_error(strings: pa.Array, *, base: str | None, name: str) -> pa.Array:
    return _parsed(strings, base=base, fields=ERRORS, on_errors="column").field(name)


def canonical(
    array: pa.Array | pa.ChunkedArray, *, profile: ProfileName, base: str | URL | None = None
) -> pa.Array | pa.ChunkedArray:
    """Return the canonical form of each row of *array* by *profile*, one of `py_url.canonical`, or null.

    *base* and the errors are those of `parse`; another profile raises ValueError.

    >>> canonical(pa.array(["https://h/?utm_id=1&a=2"]), profile="dedup").to_pylist()
    ['https://h/?a=2']
    """
    return field(array, f"canonical_{expect_one_of(profile, list(PROFILES), 'the profile')}", base=base)


def surt(
    array: pa.Array | pa.ChunkedArray, dialect: DialectName = "commoncrawl", *, base: str | URL | None = None
) -> pa.Array | pa.ChunkedArray:
    """Return the sort key of each row of *array* in *dialect*, one of `py_url.canonical`, or null.

    *base* and the errors are those of `parse`; another dialect raises ValueError.

    >>> surt(pa.array(["https://www.example.org/a"])).to_pylist()
    ['org,example)/a']
    """
    expect_one_of(dialect, list(DIALECTS), "the dialect")
    return mapped(array, partial(_surts, base=href_of_base(base), dialect=dialect))


def _surts(strings: pa.Array, *, base: str | None, dialect: DialectName) -> pa.Array:
    of_one = partial(surt_of, dialect=dialect)
    return made_one(strings, strings.type, lambda batch: each_href(hrefs_of(batch, base), of_one))


def url_key(
    array: pa.Array | pa.ChunkedArray, *, profile: ProfileName, base: str | URL | None = None
) -> pa.Array | pa.ChunkedArray:
    """Return `py_url.canonical.url_key` of each row of *array* by *profile*, or null: the same in every engine.

    *base* and the errors are those of `parse`; another profile raises ValueError.

    >>> key = url_key(pa.array(["HTTP://H", "http://h/#a"]), profile="crawl")
    >>> key[0] == key[1]
    True
    """
    return field(array, f"key_{expect_one_of(profile, list(PROFILES), 'the profile')}", base=base)


def query_get(
    array: pa.Array | pa.ChunkedArray, name: str, *, base: str | URL | None = None
) -> pa.Array | pa.ChunkedArray:
    """Return the first value of the parameter *name* of each row's query, decoded, or null: ``URLSearchParams.get``.

    *array*, *base* and the errors are those of `parse`.

    >>> query_get(pa.array(["https://h/?q=a+b", "https://h"]), "q").to_pylist()
    ['a b', None]
    """
    return _of_queries(array, name, base, first_of, lambda strings: strings)


def query_get_all(
    array: pa.Array | pa.ChunkedArray, name: str, *, base: str | URL | None = None
) -> pa.ListArray | pa.ChunkedArray:
    """Return all values of the parameter *name* of each row's query, in order and decoded: ``URLSearchParams.get_all``.

    This is a column of lists. A list is empty if the URL does not have the parameter, and null if the row is null or
    does not parse. *array*, *base* and the errors are those of `parse`.

    >>> query_get_all(pa.array(["https://h/?q=a&q=b", "https://h"]), "q").to_pylist()
    [['a', 'b'], []]
    """
    return _of_queries(array, name, base, all_of, pa.list_)


def _of_queries(
    array: pa.Array | pa.ChunkedArray,
    name: str,
    base: str | URL | None,
    of_query: Callable[[str | None, str], object],
    kind_of: Callable[[pa.DataType], pa.DataType],
) -> pa.Array | pa.ChunkedArray:
    name = scalar_value_string(expect_str(name, "the parameter's name"))
    base_href = href_of_base(base)

    def of_array(strings: pa.Array) -> pa.Array:
        kind = kind_of(strings.type)
        return made_one(strings, kind, lambda batch: of_batch(batch, kind))

    def of_batch(batch: pa.Array, kind: pa.DataType) -> pa.Array:
        hrefs = hrefs_of(batch, base_href)
        rows = zip(hrefs.is_valid().to_pylist(), columns_of(hrefs, ["query"])["query"].to_pylist(), strict=True)
        return pa.array([of_query(query, name) if is_valid else None for is_valid, query in rows], kind)

    return mapped(array, of_array)


def resolve(array: pa.Array | pa.ChunkedArray, base_array: pa.Array | pa.ChunkedArray) -> pa.Array | pa.ChunkedArray:
    """Return the serialization of each row of *array*, relative to the same row of *base_array*.

    It is null if either is null or does not parse. The columns have the same length; if the first is a ChunkedArray, so
    is the result.

    Raises the errors of `parse`, and ValueError for columns of different lengths.

    >>> resolve(pa.array(["b"]), pa.array(["https://h/a"])).to_pylist()
    ['https://h/b']
    """
    columns = []
    for column, what in ((array, "the column"), (base_array, "the column of base URLs")):
        columns.append(mapped(column, _as_it_is, what))
    if len(columns[0]) != len(columns[1]):
        raise ValueError(f"the columns must have the same length, not {len(columns[0])} and {len(columns[1])} rows")
    is_chunked, kind = isinstance(array, pa.ChunkedArray), columns[0].type
    batches = pa.table(columns, names=["urls", "bases"]).to_batches()
    chunks = [made_one(batch, kind, _resolved) for batch in batches] or [pa.array([], kind)]
    return pa.chunked_array(chunks, kind) if is_chunked else pa.concat_arrays(chunks)


def _as_it_is(strings: pa.Array) -> pa.Array:
    return strings


def _resolved(batch: pa.RecordBatch) -> pa.Array:
    urls, bases = batch.columns
    distinct = bases.dictionary_encode()
    base_hrefs = hrefs_of(distinct.dictionary).take(distinct.indices)
    return pa.array(map(_resolved_row, urls.to_pylist(), base_hrefs.to_pylist()), urls.type)


def _resolved_row(url: str | None, base: str | None) -> str | None:
    if url is None or base is None:
        return None
    return href_or_fails(url, base) or None
