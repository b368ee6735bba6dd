"""What a column of serialized URLs says about each: the members of URL records, and Common Crawl's columns.

Most URLs are special, have no credentials and no file system: Arrow's kernels take those apart, a whole column at a
time. The others are read one by one. What depends on the host alone is found once for each host.
https://commoncrawl.org/blog/index-to-warc-files-and-urls-in-columnar-format
"""

from __future__ import annotations

from functools import partial

from py_url.canonical import canonicalize, surt
from py_url.columns.arrow import BATCH, pa, pc, scattered
from py_url.columns.patterns import GROUPS, HOST_AND_PORT, QUERY_AND_FRAGMENT, parts
from py_url.standard.hosts import public_suffix as suffixes
from py_url.standard.hosts.host import serialize_host
from py_url.standard.hosts.ipv4 import IPv4Address
from py_url.standard.hosts.ipv6 import IPv6Address
from py_url.standard.hosts.representation import Domain
from py_url.standard.urls.components import to_record
from py_url.standard.urls.origin import origin
from py_url.standard.urls.record import serialize_path

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence, Set

    from py_url.standard.urls.record import URLRecord

    # What is known of a row or of a host: a str, an int, or None.
    Value = str | int | None

DEFAULT = ("href", "scheme", "host", "port", "path", "query", "fragment")
"""The fields of `parse`, unless it is given others."""

COMMON_CRAWL = (
    *("url_surtkey", "url", "url_host_name", "url_host_tld", "url_host_2nd_last_part", "url_host_3rd_last_part"),
    *("url_host_4th_last_part", "url_host_5th_last_part", "url_host_registry_suffix", "url_host_registered_domain"),
    *("url_host_private_suffix", "url_host_private_domain", "url_host_name_reversed"),
    *("url_protocol", "url_port", "url_path", "url_query"),
)
"""The columns of Common Crawl's index of URLs, under its names."""

ERRORS = ("error", "error_start")
_INTEGERS = {"port": "uint16", "url_port": "int32", "error_start": "uint32"}
_LAST_PARTS = ("url_host_tld", *(f"url_host_{nth}_last_part" for nth in ("2nd", "3rd", "4th", "5th")))


def _text(value: object) -> str | None:
    return None if value is None else str(value)


def _host_type(record: URLRecord) -> str | None:
    host = record.host
    if host is None:
        return None
    if isinstance(host, IPv4Address | IPv6Address):
        return "ipv4" if isinstance(host, IPv4Address) else "ipv6"
    return "domain" if isinstance(host, Domain) else "opaque" if host else "empty"


def _last_part(record: URLRecord, number: int) -> str | None:
    """The label of the domain with this number, from the right."""
    if not isinstance(record.host, Domain):
        return None
    labels = record.host.removesuffix(".").split(".")
    return labels[-number] if len(labels) >= number else None


def _reversed(record: URLRecord) -> str | None:
    """The labels of the domain from the right: ``org.example.www``."""
    if not isinstance(record.host, Domain):
        return None
    return ".".join(reversed(record.host.removesuffix(".").split(".")))


def _suffix(record: URLRecord, *, private: bool) -> str | None:
    return None if record.host is None else _text(suffixes.public_suffix(record.host, private=private))


def _registrable(record: URLRecord, *, private: bool) -> str | None:
    return None if record.host is None else _text(suffixes.registrable_domain(record.host, private=private))


def _host(record: URLRecord) -> str | None:
    return None if record.host is None else serialize_host(record.host)


# What depends on the host alone.
_OF_HOSTS: dict[str, Callable[[URLRecord], Value]] = {
    "host_type": _host_type,
    "registrable_domain": partial(_registrable, private=True),
    "public_suffix": partial(_suffix, private=True),
    **{name: partial(_last_part, number=number) for number, name in enumerate(_LAST_PARTS, 1)},
    "url_host_registry_suffix": partial(_suffix, private=False),
    "url_host_registered_domain": partial(_registrable, private=False),
    "url_host_private_suffix": partial(_suffix, private=True),
    "url_host_private_domain": partial(_registrable, private=True),
    "url_host_name_reversed": _reversed,
}
_OF_RECORDS: dict[str, Callable[[URLRecord], Value]] = {
    "scheme": lambda record: record.scheme,
    "username": lambda record: record.username,
    "password": lambda record: record.password,
    "host": _host,
    "port": lambda record: record.port,
    "path": serialize_path,
    "query": lambda record: record.query,
    "fragment": lambda record: record.fragment,
    "origin": lambda record: str(origin(record)),
    **_OF_HOSTS,
}
# Common Crawl's names for the same.
_SAME = {
    "url": "href",
    "url_surtkey": "surt",
    "url_host_name": "host",
    "url_protocol": "scheme",
    "url_port": "port",
    "url_path": "path",
    "url_query": "query",
}

# What a function makes of the serialization.
_OF_HREFS: dict[str, Callable[[str], str]] = {"canonical": partial(canonicalize, profile="crawl"), "surt": surt}

FIELDS = ("href", *(name for name in _OF_RECORDS if not name.startswith("url_")), *_OF_HREFS, *ERRORS)
"""The fields that `parse` can give, apart from Common Crawl's."""

KNOWN = frozenset({*FIELDS, *COMMON_CRAWL})


def type_of(field: str, of_strings: pa.DataType) -> pa.DataType:
    """Return the type of a field, where strings are *of_strings*."""
    name = _INTEGERS.get(field)
    return of_strings if name is None else getattr(pa, name)()


def columns_of(hrefs: pa.Array, fields: Iterable[str]) -> dict[str, pa.Array]:
    """Return a column for each of *fields*, except `ERRORS`. *hrefs* are serialized URLs, or null."""
    wanted = list(dict.fromkeys(_SAME.get(field, field) for field in fields))
    of_hrefs = {field: each_href(hrefs, function) for field, function in _OF_HREFS.items() if field in wanted}
    of_parts = [field for field in wanted if field != "href" and field not in of_hrefs]
    columns = {"href": hrefs, **of_hrefs, **_taken_apart(hrefs, of_parts)}
    return {field: columns[_SAME.get(field, field)].cast(type_of(field, hrefs.type)) for field in fields}


def each_href(hrefs: pa.Array, function: Callable[[str], str]) -> pa.Array:
    """Return what a function makes of each serialization, one by one."""
    chunks = [pa.array([], hrefs.type)]
    for start in range(0, len(hrefs), BATCH):
        rows = hrefs[start : start + BATCH].to_pylist()
        chunks.append(pa.array([None if row is None else function(row) for row in rows], hrefs.type))
    return pa.concat_arrays(chunks)


def _taken_apart(hrefs: pa.Array, fields: Sequence[str]) -> dict[str, pa.Array]:
    if not fields:
        return {}
    names = {"host" if field in _OF_HOSTS else field for field in fields}
    columns, left = _extracted(hrefs, names)
    of_hosts = [field for field in fields if field in _OF_HOSTS]
    if of_hosts:
        columns.update(_of_distinct_hosts(columns["host"], of_hosts))
    if pc.any(left).as_py():
        values = _read_one_by_one(hrefs.filter(left), fields)
        columns = {field: scattered(columns[field], left, values[field]) for field in fields}
    return columns


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
    return {field: pa.array(map(_OF_HOSTS[field], distinct), hosts.type).take(encoded.indices) for field in fields}


def _special(host: str) -> URLRecord:
    return to_record(f"http://{host}/")


def _read_one_by_one(hrefs: pa.Array, fields: Sequence[str]) -> dict[str, pa.Array]:
    chunks: dict[str, list[pa.Array]] = {field: [] for field in fields}
    for start in range(0, len(hrefs), BATCH):
        records = [to_record(href) for href in hrefs[start : start + BATCH].to_pylist()]
        for field in fields:
            of_record = _OF_RECORDS[field]
            kind = pa.uint16() if field == "port" else hrefs.type
            chunks[field].append(pa.array(map(of_record, records), kind))
    return {field: pa.concat_arrays(some) for field, some in chunks.items()}


def row_of(href: str, fields: Iterable[str]) -> tuple[Value, ...]:
    """Return some of the fields of one serialized URL: of those of a URL record, and href."""
    record = to_record(href)
    return tuple(href if field == "href" else _OF_RECORDS[field](record) for field in fields)
