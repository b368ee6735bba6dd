"""Sort-friendly URI Reordering Transform: the keys under which web archives list URLs, such as ``com,example)/a``.

The rules are those of the Internet Archive's WaybackURLKeyMaker, as the package surt has them
(https://github.com/internetarchive/surt), which pywb and Common Crawl's index use.
"""

from __future__ import annotations

import re
from types import MappingProxyType
from typing import Literal, NamedTuple, TypeAlias

from py_url.api.url import URL
from py_url.standard.hosts.ipv4 import ends_in_a_number
from py_url.standard.infra.arguments import expect_one_of, expect_str, expect_str_or_none
from py_url.standard.infra.code_points import ascii_lowercase
from py_url.standard.infra.percent_encoding import percent_decode
from py_url.standard.infra.showing import quoted
from py_url.standard.urls.components import hostname_and_port, split
from py_url.standard.urls.special_schemes import SPECIAL_SCHEMES

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping

DialectName: TypeAlias = Literal["commoncrawl", "pywb", "surt", "heritrix"]


class Dialect(NamedTuple):
    """A dialect: its *name*, where it is used (*used_by*) and described (*source*), and its rules.

    *with_scheme* is whether the scheme is in it, and "," after the last label; *massage* is whether "www." and the like
    is left out, and path and query are simplified; *reverse_addresses* is whether IPv4 addresses are reversed.
    """

    name: DialectName
    used_by: str
    source: str
    with_scheme: bool
    massage: bool
    reverse_addresses: bool


_KEY_MAKER = "https://github.com/internetarchive/surt"
_ALL = (
    Dialect(
        "commoncrawl",
        "the column url_surtkey of Common Crawl's index, and the key of its CDX files",
        "https://github.com/commoncrawl/cc-index-table",
        with_scheme=False,
        massage=True,
        reverse_addresses=True,
    ),
    Dialect(
        "pywb",
        "CDXJ files of pywb and cdxj-indexer",
        "https://github.com/webrecorder/pywb",
        with_scheme=False,
        massage=True,
        reverse_addresses=True,
    ),
    Dialect(
        "surt",
        "CDX files of the Internet Archive, and the package surt as it is called without options",
        _KEY_MAKER,
        with_scheme=False,
        massage=True,
        reverse_addresses=True,
    ),
    Dialect(
        "heritrix",
        "SURT prefixes of Heritrix's scopes; the original form",
        "https://heritrix.readthedocs.io/en/latest/glossary.html",
        with_scheme=True,
        massage=False,
        reverse_addresses=False,
    ),
)

#: The dialects by name. The first three are one form today, because the programs share one implementation.
DIALECTS: Mapping[str, Dialect] = MappingProxyType({dialect.name: dialect for dialect in _ALL})

_NAMES: tuple[DialectName, ...] = tuple(dialect.name for dialect in _ALL)

_WWW = re.compile(r"www([0-9]*)\.")
# Second-level domains under a country's domain of which anyone may register a name: "com.cn", "co.uk". The Public
# Suffix List would be complete, but a key must not depend on a list that changes.
_SECOND_LEVEL = frozenset({"ac", "co", "com", "edu", "go", "gob", "gov", "mil", "ne", "net", "nom", "or", "org"})

_SLASHES = re.compile("//+")
# The session identifiers in paths and queries that WaybackURLKeyMaker knows. A path has at most a few.
_PATH_SESSIONS = (
    re.compile(r"(?<=/)\((?:[a-z]\([0-9a-z]{24}\)){1,20}\)/"),
    re.compile(r"(?<=/)\([0-9a-z]{24}\)/"),
)
_PAGE = re.compile(r"[^?]{1,2000}?\.aspx")
_MOST_SESSIONS = 8
_QUERY_SESSIONS = tuple(
    re.compile(f"(.*){session}(?:&(.*))?", re.DOTALL | re.IGNORECASE | re.ASCII)
    for session in (
        "jsessionid=[0-9a-z]{32}",
        "phpsessid=[0-9a-z]{32}",
        "sid=[0-9a-z]{32}",
        "aspsessionid[a-z]{8}=[a-z]{24}",
    )
)
# The bytes that stay as they are.
_KEPT = frozenset(range(0x21, 0x7F)) - {ord("#"), ord("%")}
_ESCAPED = {byte: chr(byte) if byte in _KEPT else f"%{byte:02X}" for byte in range(256)}
_HEX = frozenset(b"0123456789ABCDEFabcdef")
_PERCENT = ord("%")

_KEY = re.compile(r"(?:([A-Za-z][A-Za-z0-9+.-]*)://\()?([^()/]*?),?(?::([0-9]+))?\)(.*)", re.DOTALL)
_SCHEME = re.compile("[A-Za-z][A-Za-z0-9+.-]*")


def surt(url: str | URL, dialect: DialectName = "commoncrawl") -> str:
    """Return the sort key of *url* in *dialect*, one of `DIALECTS`.

    The keys of ``commoncrawl``, ``pywb`` and ``surt`` have neither scheme, credentials, "www." nor "www2."; path and
    query are percent-decoded and in lower case, session identifiers are removed, and parameters are sorted. Those of
    ``heritrix`` have the scheme, which is http for https, and every label, and are in lower case:
    ``http://(org,example,www,)/a``. A URL without a host is its own key, without the fragment.

    The host is the one that a browser sees, so for unusual URLs the package surt gives another key. IPv6 addresses keep
    their brackets. A "," or ")" in a domain is percent-encoded, so that no other host has the same key.

    Raises:
        InvalidURL: If *url* does not parse.
        ValueError: For another dialect.
        TypeError: If an argument has another type.

    >>> surt("https://www.example.org/A/?b&a")
    'org,example)/a?a&b'
    """
    if type(dialect) is not str or dialect not in DIALECTS:
        dialect = expect_one_of(dialect, _NAMES, "the dialect")
    rules = DIALECTS[dialect]
    href = url.href if isinstance(url, URL) else URL(expect_str(url, "the URL")).href
    protocol, _, host, path, search, _ = split(href)
    if not host or protocol == "filedesc:":
        return href.partition("#")[0]
    name, port = hostname_and_port(host)
    reversed_host = _reversed(name, protocol[:-1], rules)
    port = f":{port}" if port else ""
    if rules.with_scheme:
        scheme = "http:" if protocol == "https:" else protocol
        return f"{scheme}//({reversed_host},{port}){path}{search}".lower()
    query = _query(search[1:]) if search else ""
    return f"{reversed_host}{port}){_path(path)}{'?' if query else ''}{query}"


def _reversed(host: str, scheme: str, rules: Dialect) -> str:
    if host.startswith("["):
        return host
    if scheme in SPECIAL_SCHEMES and ends_in_a_number(host):
        return ",".join(reversed(host.split("."))) if rules.reverse_addresses else host
    host = ascii_lowercase(host)
    if rules.massage:
        plain = host.strip(".")
        if not plain:
            return host
        # "1.2.3.4.." is a domain, which must not get the key of an address.
        host = host if ends_in_a_number(plain) else _without_www(plain)
    return ",".join(reversed(host.replace(",", "%2c").replace(")", "%29").replace("(", "%28").split(".")))


def _without_www(host: str) -> str:
    """Remove "www." or "www2." at the start, if what is left is a name that someone has."""
    www = _WWW.match(host)
    if www is None:
        return host
    rest = host[www.end() :]
    labels = rest.split(".")
    is_suffix = len(labels) == 1 or (len(labels) == 2 and len(labels[1]) == 2 and labels[0] in _SECOND_LEVEL)
    # Governments and others do publish at "www." and a suffix, such as www.gov.uk, but never at "www2." and one.
    return host if len(labels) == 1 or (is_suffix and www[1]) else rest


def _decoded(string: str) -> str:
    """Percent-decode until nothing is left to decode, and percent-encode what may not stay."""
    octets = percent_decode(string)
    if b"%" in octets:
        # What is decoded may complete another percent-encoded byte, as in "%2525" and "%%341". No two of them overlap,
        # so one pass with a stack gives what decoding again and again would, which takes time by the square.
        stack = bytearray()
        for byte in octets:
            stack.append(byte)
            while len(stack) >= 3 and stack[-3] == _PERCENT and stack[-2] in _HEX and stack[-1] in _HEX:
                stack[-3:] = bytes((int(stack[-2:], 16),))
        octets = bytes(stack)
    return "".join(map(_ESCAPED.__getitem__, octets))


def _path(path: str) -> str:
    """Return the path of a key: decoded, in lower case, without empty segments, session and final slash."""
    kept: list[str] = []
    segments = _decoded(path).split("/")[1:] or [""]
    for segment in segments:
        if segment == "..":
            del kept[-1:]
        elif segment != ".":
            kept.append(segment)
    simple = _SLASHES.sub("/", "/" + "/".join(kept)).lower()
    if ".aspx" in simple:
        for pattern in _PATH_SESSIONS:
            simple = _without_path_session(pattern, simple)
    return simple[:-1] if len(simple) > 1 and simple.endswith("/") else simple


def _without_path_session(pattern: re.Pattern[str], path: str) -> str:
    """Remove the last session before a page of ASP.NET."""
    for match in list(pattern.finditer(path))[: -_MOST_SESSIONS - 1 : -1]:
        if _PAGE.match(path, match.end()):
            return path[: match.start()] + path[match.end() :]
    return path


def _without_coldfusion_session(query: str) -> str:
    """Remove the last ``cfid=…&cftoken=…``, and the "&" after it."""
    pieces = query.split("&")
    lower = [piece.lower() for piece in pieces]
    for place in range(len(pieces) - 2, -1, -1):
        start = lower[place].rfind("cfid=", 0, -1)
        if start >= 0 and lower[place + 1].startswith("cftoken=") and lower[place + 1] != "cftoken=":
            before = "&".join([*pieces[:place], pieces[place][:start]])
            return before + "&".join(pieces[place + 2 :])
    return query


def _query(query: str) -> str:
    """Return the query of a key: decoded, in lower case, without sessions, and with its parameters in order."""
    query = _decoded(query)
    for pattern in _QUERY_SESSIONS:
        match = pattern.fullmatch(query)
        if match is not None:
            query = match[1] + (match[2] or "")
    query = _without_coldfusion_session(query).lower()
    if len(query) <= 1:
        return query
    return "&".join("=".join(pair) for pair in sorted(tuple(piece.split("=", 1)) for piece in query.split("&")))


def unsurt(key: str, scheme: str | None = None) -> str:
    """Return the URL that *key* stands for, without its scheme, which only a key of ``heritrix`` has.

    *scheme* is put before it. What `surt` has left out does not come back. A string that is no key with a host is
    returned as it is.

    Raises:
        ValueError: If *scheme* is none.
        TypeError: If an argument has another type.

    >>> unsurt("org,example)/a?b"), unsurt("org,example)/", "https")
    ('example.org/a?b', 'https://example.org/')
    """
    key = expect_str(key, "the key")
    scheme = expect_str_or_none(scheme, "the scheme")
    if scheme is not None and not _SCHEME.fullmatch(scheme):
        raise ValueError(f"a scheme is a letter and then letters, digits, '+', '-' and '.', not {quoted(scheme)}")
    match = _KEY.fullmatch(key)
    if match is None or not match[2] or (":" in match[2] and not match[2].startswith("[")):
        return key
    before, labels, port, rest = match.groups()
    if not before and not rest.startswith("/"):
        return key
    host = labels if before and "," not in labels else ".".join(reversed(labels.split(",")))
    scheme = before or scheme
    return f"{f'{scheme}://' if scheme else ''}{host}{f':{port}' if port else ''}{rest}"
