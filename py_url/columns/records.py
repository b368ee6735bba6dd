"""What a serialized URL says: the members of its URL record, its canonical forms, and Common Crawl's columns.

These are the fields of a column, for one URL at a time and without Arrow.
https://commoncrawl.org/blog/index-to-warc-files-and-urls-in-columnar-format
"""

from __future__ import annotations

from functools import partial

from py_url.canonical import PROFILES, canonicalize, surt, url_key
from py_url.standard.hosts import public_suffix as suffixes
from py_url.standard.hosts.host import serialize_host
from py_url.standard.hosts.ipv4 import IPv4Address
from py_url.standard.hosts.ipv6 import IPv6Address
from py_url.standard.hosts.representation import Domain
from py_url.standard.infra.code_points import LONG
from py_url.standard.urlencoded import parse_urlencoded
from py_url.standard.urls.origin import origin
from py_url.standard.urls.record import serialize_path

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from py_url.standard.urls.record import URLRecord

    # What is known of a row or of a host: a str, an int, or None.
    Value = str | int | None

# How many characters of a query are read at once, at least.
_PIECE = LONG

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
# The types of what is not a string.
INTEGERS = {"port": "uint16", "url_port": "int32", "error_start": "uint32"}
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
OF_HOSTS: dict[str, Callable[[URLRecord], Value]] = {
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

OF_RECORDS: dict[str, Callable[[URLRecord], Value]] = {
    "scheme": lambda record: record.scheme,
    "username": lambda record: record.username,
    "password": lambda record: record.password,
    "host": _host,
    "port": lambda record: record.port,
    "path": serialize_path,
    "query": lambda record: record.query,
    "fragment": lambda record: record.fragment,
    "origin": lambda record: str(origin(record)),
    **OF_HOSTS,
}


def of_record(field: str) -> Callable[[URLRecord], Value]:
    """Return the function for a field, or for ``query:NAME``: the first value of a parameter, decoded."""
    name = field.removeprefix("query:")
    return OF_RECORDS.get(field) or (lambda record: first_of(record.query, name))


def first_of(query: str | None, name: str) -> str | None:
    """Return the first value of a parameter of a query, decoded, or None."""
    for pairs in _pairs(query or ""):
        for key, value in pairs:
            if key == name:
                return value
    return None


def all_of(query: str | None, name: str) -> list[str]:
    """Return all values of a parameter of a query, decoded."""
    return [value for pairs in _pairs(query or "") for key, value in pairs if key == name]


def _pairs(query: str) -> Iterable[list[tuple[str, str]]]:
    """Return the pairs of a query in lists. A list of all pairs of a long one would take many times its memory."""
    return (parse_urlencoded(query),) if len(query) <= _PIECE else _pairs_in_pieces(query)


def _pairs_in_pieces(query: str) -> Iterator[list[tuple[str, str]]]:
    start = 0
    while start < len(query):
        end = query.find("&", start + _PIECE)
        piece = query[start : end if end >= 0 else len(query)]
        yield parse_urlencoded(piece)
        start += len(piece) + 1


# Common Crawl's names for the same.
SAME = {
    "url": "href",
    "url_surtkey": "surt",
    "url_host_name": "host",
    "url_protocol": "scheme",
    "url_port": "port",
    "url_path": "path",
    "url_query": "query",
}

# What a profile makes of the serialization. Nothing has a profile by default, so each is in the name.
OF_PROFILES: dict[str, Callable[[str], str]] = {
    **{f"canonical_{profile.name}": partial(canonicalize, profile=profile.name) for profile in PROFILES.values()},
    **{f"key_{profile.name}": partial(url_key, profile=profile.name) for profile in PROFILES.values()},
}
# What a function makes of the serialization.
OF_HREFS: dict[str, Callable[[str], str]] = {**OF_PROFILES, "surt": surt}

FIELDS: tuple[str, ...] = ("href", *(name for name in OF_RECORDS if not name.startswith("url_")), *OF_HREFS, *ERRORS)
"""The fields that `parse` can give, apart from Common Crawl's."""

OF_URLS = (*(name for name in FIELDS if name not in ERRORS), *COMMON_CRAWL)
"""All fields that a URL has, with Common Crawl's."""

KNOWN = frozenset({*OF_URLS, *ERRORS})
