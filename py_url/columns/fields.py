"""What a column of serialized URLs says about each: a column for each of the fields in `py_url.columns.records`.

Most URLs are special, have no credentials and no file system: Arrow's kernels take those apart, a whole batch at a
time. The others are read one by one. What depends on the host alone is found once for each host of a batch.
"""

from __future__ import annotations

from py_url.columns.arrow import Joining, batches_of, joined, pa, pc, scattered
from py_url.columns.patterns import GROUPS, HOST_AND_PORT, QUERY_AND_FRAGMENT, parts
from py_url.columns.records import INTEGERS, OF_HOSTS, OF_HREFS, OF_RECORDS, SAME
from py_url.standard.urls.components import to_record

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence, Set

    from py_url.columns.records import Value
    from py_url.standard.urls.record import URLRecord


def type_of(field: str, of_strings: pa.DataType) -> pa.DataType:
    """Return the type of a field, where strings are *of_strings*."""
    name = INTEGERS.get(field)
    return of_strings if name is None else getattr(pa, name)()


def columns_of(hrefs: pa.Array, fields: Iterable[str]) -> dict[str, pa.Array]:
    """Return a column for each of *fields*, except `ERRORS`. *hrefs* are serialized URLs, or null."""
    fields = list(fields)
    wanted = list(dict.fromkeys(SAME.get(field, field) for field in fields))
    of_parts = [field for field in wanted if field != "href" and field not in OF_HREFS]
    joining = {field: Joining(type_of(field, hrefs.type)) for field in of_parts}
    if of_parts:
        for batch in batches_of(hrefs):
            for field, column in _taken_apart(batch, of_parts).items():
                joining[field].add(column)
    columns = {field: each_href(hrefs, OF_HREFS[field]) for field in wanted if field in OF_HREFS} | {"href": hrefs}
    columns.update((field, one.array()) for field, one in joining.items())
    return {field: columns[SAME.get(field, field)].cast(type_of(field, hrefs.type)) for field in fields}


def each_href(hrefs: pa.Array, function: Callable[[str], str]) -> pa.Array:
    """Return what a function makes of each serialization, one by one."""
    return joined(
        (
            pa.array([None if href is None else function(href) for href in batch.to_pylist()], hrefs.type)
            for batch in batches_of(hrefs)
        ),
        hrefs.type,
    )


def _taken_apart(hrefs: pa.Array, fields: Sequence[str]) -> dict[str, pa.Array]:
    names = {"host" if field in OF_HOSTS else field for field in fields}
    columns, left = _extracted(hrefs, names)
    of_hosts = [field for field in fields if field in OF_HOSTS]
    if of_hosts:
        columns.update(_of_distinct_hosts(columns["host"], of_hosts))
    if pc.any(left).as_py():
        values = _read_one_by_one(hrefs.filter(left), fields)
        return {field: scattered(columns[field], left, values[field]) for field in fields}
    return {field: columns[field] for field in fields}


def _extracted(hrefs: pa.Array, names: Set[str]) -> tuple[dict[str, pa.Array], pa.Array]:
    """Return these parts of each URL that the kernel can take apart, null in other rows; and which rows are left."""
    groups = sorted(names & {"scheme", "path", "origin"})
    if "port" in names or "host" in names:
        groups.append("authority" if "port" in names else "host")
    if "query" in names or "fragment" in names:
        groups.append("rest")
    groups = groups or ["scheme"]
    taken: dict[str, pa.Array] = {}
    for start in range(0, len(groups), GROUPS):
        some = groups[start : start + GROUPS]
        struct = pc.extract_regex(hrefs, parts(*some))
        taken.update({name: pc.struct_field(struct, name) for name in some})
    done = pc.is_valid(struct)
    if "port" in names:
        taken["host"], taken["port"] = _host_and_port(taken["authority"])
    if "rest" in taken:
        taken["query"], taken["fragment"] = _query_and_fragment(taken["rest"])
    if "username" in names or "password" in names:
        taken["username"] = taken["password"] = pc.if_else(done, pa.scalar("", hrefs.type), pa.scalar(None, hrefs.type))
    return taken, pc.and_not(pc.is_valid(hrefs), done)


def _host_and_port(authority: pa.Array) -> tuple[pa.Array, pa.Array]:
    port = pa.nulls(len(authority), pa.uint16())
    has_port = pc.fill_null(pc.match_substring_regex(authority, HOST_AND_PORT), fill_value=False)
    if not pc.any(has_port).as_py():
        return authority, port
    both = pc.extract_regex(authority.filter(has_port), HOST_AND_PORT)
    host = scattered(authority, has_port, pc.struct_field(both, "host"))
    return host, scattered(port, has_port, pc.struct_field(both, "port"))


def _query_and_fragment(rest: pa.Array) -> Iterator[pa.Array]:
    """Yield both. Most URLs have neither."""
    has_rest = pc.fill_null(pc.not_equal(rest, ""), fill_value=False)
    both = pc.extract_regex(rest.filter(has_rest), QUERY_AND_FRAGMENT)
    for name in ("query", "fragment"):
        with_delimiter = pc.struct_field(both, name)
        values = pc.utf8_slice_codeunits(with_delimiter, 1)
        values = pc.if_else(pc.equal(with_delimiter, ""), pa.scalar(None, rest.type), values)
        yield pc.replace_with_mask(pa.nulls(len(rest), rest.type), has_rest, values)


def _of_distinct_hosts(hosts: pa.Array, fields: Sequence[str]) -> dict[str, pa.Array]:
    """Return what depends on the host alone, of hosts of special URLs."""
    encoded = hosts.dictionary_encode()
    distinct = [_special(host) for host in encoded.dictionary.to_pylist()]
    return {field: pa.array(map(OF_HOSTS[field], distinct), hosts.type).take(encoded.indices) for field in fields}


def _special(host: str) -> URLRecord:
    return to_record(f"http://{host}/")


def _read_one_by_one(hrefs: pa.Array, fields: Sequence[str]) -> dict[str, pa.Array]:
    records = [to_record(href) for href in hrefs.to_pylist()]
    return {field: pa.array(map(OF_RECORDS[field], records), type_of(field, hrefs.type)) for field in fields}


def row_of(href: str, fields: Iterable[str]) -> tuple[Value, ...]:
    """Return some of the fields of one serialized URL: of those of a URL record, and href."""
    record = to_record(href)
    return tuple(href if field == "href" else OF_RECORDS[field](record) for field in fields)
