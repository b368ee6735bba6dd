"""What a column of serialized URLs says about each: a column for each of the fields in `py_url.columns.records`.

Arrow's kernels cut all URLs of a batch at the "#", the "?" and the last "/" of the path. What is before that "/" is
taken apart once for all rows that have it: by a kernel, if the URL is special, is no file URL and has no credentials,
and otherwise as a record. Blob URLs are read as a whole. What depends on the host alone is found once for each host of
a batch.
"""

from __future__ import annotations

from py_url.columns.arrow import cut, cut_at_last, pa, pc, replace_where
from py_url.columns.patterns import HOST_AND_PORT, parts
from py_url.columns.records import INTEGERS, OF_HOSTS, OF_HREFS, OF_RECORDS, SAME, of_record
from py_url.standard.urls.components import to_record

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence, Set

    from py_url.columns.records import Value
    from py_url.standard.urls.record import URLRecord

_AFTER_AUTHORITY = frozenset({"path", "query", "fragment"})
# What is read of the parts of a URL. A field that is not one of these is asked of the record of the whole URL.
_OF_PARTS = frozenset({"scheme", "username", "password", "host", "port", "origin", *_AFTER_AUTHORITY, *OF_HOSTS})


def type_of(field: str, of_strings: pa.DataType) -> pa.DataType:
    """Return the type of a field, where strings are *of_strings*."""
    name = INTEGERS.get(field)
    return of_strings if name is None else getattr(pa, name)()


def columns_of(hrefs: pa.Array, fields: Iterable[str]) -> dict[str, pa.Array]:
    """Return a column for each of *fields*, except `ERRORS`. *hrefs* are a batch of serialized URLs, or null."""
    fields = list(fields)
    wanted = dict.fromkeys(SAME.get(field, field) for field in fields)
    columns = {field: each_href(hrefs, OF_HREFS[field]) for field in wanted if field in OF_HREFS} | {"href": hrefs}
    others = [field for field in wanted if field not in columns]
    of_parts = [field for field in others if field in _OF_PARTS]
    if of_parts:
        columns.update(_taken_apart(hrefs, of_parts))
    if len(of_parts) < len(others):
        columns.update(_of_whole(hrefs, [field for field in others if field not in _OF_PARTS]))
    return {field: columns[SAME.get(field, field)].cast(type_of(field, hrefs.type)) for field in fields}


def each_href(hrefs: pa.Array, function: Callable[[str], str]) -> pa.Array:
    """Return what a function makes of each serialization in a batch, one by one."""
    return pa.array([None if href is None else function(href) for href in hrefs.to_pylist()], hrefs.type)


def _of_whole(hrefs: pa.Array, fields: Sequence[str]) -> dict[str, pa.Array]:
    """Return what the record of each URL says."""
    records = [None if href is None else to_record(href) for href in hrefs.to_pylist()]
    return {
        field: pa.array([None if record is None else read(record) for record in records], type_of(field, hrefs.type))
        for field, read in zip(fields, map(of_record, fields), strict=True)
    }


def _taken_apart(hrefs: pa.Array, fields: Sequence[str]) -> dict[str, pa.Array]:
    if hrefs.null_count:
        is_valid = pc.is_valid(hrefs)
        columns = _taken_apart(hrefs.filter(is_valid), fields)
        return {
            field: pc.replace_with_mask(pa.nulls(len(hrefs), column.type), is_valid, column)
            for field, column in columns.items()
        }
    if not _AFTER_AUTHORITY.intersection(fields):
        return _read(hrefs, fields)
    heads, has_fragment, fragments = cut(hrefs, "#")
    heads, has_query, queries = cut(heads, "?")
    nulls = pa.nulls(len(hrefs), hrefs.type)
    columns = {
        "query": pc.replace_with_mask(nulls, has_query, queries),
        "fragment": pc.replace_with_mask(nulls, has_fragment, fragments),
    }
    of_heads = [field for field in fields if field not in columns]
    if of_heads:
        columns.update(_of_heads(heads, of_heads))
    return {field: columns[field] for field in fields}


def _of_heads(heads: pa.Array, fields: Sequence[str]) -> dict[str, pa.Array]:
    """Return what depends on neither the query nor the fragment, of URLs without them.

    What is before the last "/" is taken apart once for all rows that have it, and what is after it belongs to the path.
    """
    directories, has_directory, files = cut_at_last(heads, "/")
    encoded = pc.if_else(has_directory, directories, pa.scalar(None, heads.type)).dictionary_encode()
    distinct = encoded.dictionary
    # This "/" is not in the path: custom://host. The origin of a blob URL is that of the URL in its whole path.
    in_path = pc.invert(pc.or_(pc.ends_with(distinct, ":/"), pc.starts_with(distinct, "blob:")))
    slash, nothing = pa.scalar("/", heads.type), pa.scalar("", heads.type)
    found = _read(
        pc.if_else(in_path, pc.binary_join_element_wise(distinct, slash, nothing), pa.scalar(None, heads.type)), fields
    )
    columns = {field: column.take(encoded.indices) for field, column in found.items()}
    if "path" in columns:
        columns["path"] = pc.binary_join_element_wise(columns["path"], files, nothing)
    left = pc.invert(pc.fill_null(in_path.take(encoded.indices), fill_value=False))
    return _completed(columns, left, heads)


def _read(hrefs: pa.Array, fields: Sequence[str]) -> dict[str, pa.Array]:
    """Return what depends on neither the query nor the fragment; these may be there if the path is not wanted."""
    names = {"host" if field in OF_HOSTS else field for field in fields}
    columns, left = _extracted(hrefs, names)
    of_hosts = [field for field in fields if field in OF_HOSTS]
    if of_hosts:
        columns.update(_of_distinct_hosts(columns["host"], of_hosts))
    return _completed({field: columns[field] for field in fields}, left, hrefs)


def _completed(columns: dict[str, pa.Array], left: pa.Array, hrefs: pa.Array) -> dict[str, pa.Array]:
    """Fill in the rows that are left, which are read one by one."""
    if not pc.any(left).as_py():
        return columns
    records = [to_record(href) for href in hrefs.filter(left).to_pylist()]
    return {
        field: replace_where(column, left, pa.array(map(OF_RECORDS[field], records), column.type))
        for field, column in columns.items()
    }


def _extracted(hrefs: pa.Array, names: Set[str]) -> tuple[dict[str, pa.Array], pa.Array]:
    """Return these parts of each URL that the kernel can take apart, null in other rows; and which rows are left."""
    groups = sorted(names & {"scheme", "path", "origin"})
    if "port" in names or "host" in names:
        groups.append("authority" if "port" in names else "host")
    struct = pc.extract_regex(hrefs, parts(*(groups or ["scheme"])))
    done = pc.is_valid(struct)
    taken: dict[str, pa.Array] = {name: pc.struct_field(struct, name) for name in groups}
    if "port" in names:
        taken["host"], taken["port"] = _host_and_port(taken["authority"])
    if "username" in names or "password" in names:
        taken["username"] = taken["password"] = pc.if_else(done, pa.scalar("", hrefs.type), pa.scalar(None, hrefs.type))
    return taken, pc.and_not(pc.is_valid(hrefs), done)


def _host_and_port(authority: pa.Array) -> tuple[pa.Array, pa.Array]:
    port = pa.nulls(len(authority), pa.uint16())
    has_port = pc.fill_null(pc.match_substring_regex(authority, HOST_AND_PORT), fill_value=False)
    if not pc.any(has_port).as_py():
        return authority, port
    both = pc.extract_regex(authority.filter(has_port), HOST_AND_PORT)
    host = replace_where(authority, has_port, pc.struct_field(both, "host"))
    return host, replace_where(port, has_port, pc.struct_field(both, "port"))


def _of_distinct_hosts(hosts: pa.Array, fields: Sequence[str]) -> dict[str, pa.Array]:
    """Return what depends on the host alone, of hosts of special URLs."""
    encoded = hosts.dictionary_encode()
    distinct = [_special(host) for host in encoded.dictionary.to_pylist()]
    return {field: pa.array(map(OF_HOSTS[field], distinct), hosts.type).take(encoded.indices) for field in fields}


def _special(host: str) -> URLRecord:
    return to_record(f"http://{host}/")


def row_of(href: str, fields: Iterable[str]) -> tuple[Value, ...]:
    """Return some of the fields of one serialized URL: of those of a URL record, and href."""
    record = to_record(href)
    return tuple(href if field == "href" else OF_RECORDS[field](record) for field in fields)
