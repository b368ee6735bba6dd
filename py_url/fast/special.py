"""Absolute special URLs in any spelling, except file URLs; other URLs only if they are canonical.

One pass does the work of the states from *scheme* to *fragment*. It can take each component as a whole: with these
schemes a component is what stands between two delimiters, whatever it holds. Domains that are not plain ASCII, IP
addresses and percent-encoding are left to the functions that the parser calls too.

A URL fails if it has no scheme, or because of its host or port. That is certain for every absolute URL.
"""

from __future__ import annotations

import re
from functools import cache, lru_cache

from py_url.fast.canonical import DOMAIN, FAILS, PATH, pattern, query_and_fragment, run_outside
from py_url.fast.dot_segments import remove_dot_segments
from py_url.standard.hosts.domain import ascii_domain_of
from py_url.standard.hosts.host import run_host_parser
from py_url.standard.hosts.ipv4 import ends_in_a_number, parse_ipv4_number, serialize_ipv4
from py_url.standard.hosts.ipv6 import parse_ipv6, serialize_ipv6
from py_url.standard.infra.code_points import C0_CONTROL_OR_SPACE, scalar_value_string, without_tabs_and_newlines
from py_url.standard.infra.percent_encoding import (
    C0_CONTROL_PERCENT_ENCODE_SET,
    FRAGMENT_PERCENT_ENCODE_SET,
    PATH_PERCENT_ENCODE_SET,
    QUERY_PERCENT_ENCODE_SET,
    SPECIAL_QUERY_PERCENT_ENCODE_SET,
    USERINFO_PERCENT_ENCODE_SET,
    percent_decode,
)
from py_url.standard.infra.validation import Failure
from py_url.standard.urls.components import DEFAULT_PORTS, any_of
from py_url.standard.urls.record import WINDOWS_DRIVE_LETTER
from py_url.standard.urls.special_schemes import SPECIAL_SCHEMES, port_number

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

# CPython binds a method of an imported name in each call.
_default_port_of, _encode_path = DEFAULT_PORTS.get, PATH_PERCENT_ENCODE_SET.encode_members
encode_query, encode_fragment = SPECIAL_QUERY_PERCENT_ENCODE_SET.encode, FRAGMENT_PERCENT_ENCODE_SET.encode
_encode_userinfo = USERINFO_PERCENT_ENCODE_SET.encode
MAX_CACHED = 255
"""The longest string in a cache."""
begins_with_scheme = re.compile("([A-Za-z][A-Za-z0-9+.-]*+):").match
# The domain of a canonical URL, in any case.
is_plain_domain = pattern(
    DOMAIN.replace("a-z", "A-Za-z").replace("g-wyz", "G-WYZg-wyz").replace("a-f", "A-Fa-f")
).fullmatch
# A canonical URL that is a file URL without a host, or not special. After "//", the latter has an opaque host in any
# case, and perhaps a port and a path; otherwise an opaque path.
_CANONICAL_OTHER = (
    rf"file:/// (?! [A-Za-z] \| ) {PATH} {query_and_fragment(SPECIAL_QUERY_PERCENT_ENCODE_SET)}",
    rf"| (?! (?: {any_of(SPECIAL_SCHEMES)} ) : ) [a-z] [a-z0-9+.-]*+ :",
    rf"(?: // [A-Za-z0-9._-]++ (?: : [1-9] [0-9]{{0,3}} | ) (?: / {PATH} | )",
    rf"| (?! / ) {run_outside(C0_CONTROL_PERCENT_ENCODE_SET, without='#?')} )",
    query_and_fragment(QUERY_PERCENT_ENCODE_SET),
)
# A host that is not a plain domain takes long to parse.
_HOSTS_CACHED = 1_024
# The parts of an IPv4 address that is its own serialization.
_BYTES = frozenset(map(str, range(256)))
# An IPv6 address that is its own serialization. No piece is 0, and "::" stands for two pieces or more.
_PIECE = "[1-9a-f][0-9a-f]{0,3}"
_PIECES = rf"(?: {_PIECE} (?: : {_PIECE} )* | )"
_IPV6 = rf"{_PIECE} (?: : {_PIECE} ){{7}} | (?! (?: :*+ [0-9a-f]++ ){{7}} ) {_PIECES} :: {_PIECES}"
# In a URL of these characters there is nothing to clean, and nothing to encode in the path, query and fragment. ("?"
# ends a path, and "#" a path or a query.)
_is_clean_and_encoded = re.compile(
    run_outside(PATH_PERCENT_ENCODE_SET, SPECIAL_QUERY_PERCENT_ENCODE_SET, FRAGMENT_PERCENT_ENCODE_SET, also="?#")
).fullmatch


def cleaned(input: str) -> str:
    """What the basic URL parser begins with: no surrogates, no surrounding spaces, no tabs and newlines."""
    if not input.isascii():
        input = scalar_value_string(input)
    return without_tabs_and_newlines(input.strip(C0_CONTROL_OR_SPACE))


def href_of_absolute(url: str) -> str | None:
    """The serialization of the absolute URL *url*; None if it is for the parser, or FAILS."""
    # (The first is known at once.)
    is_encoded = url.isascii() and _is_clean_and_encoded(url) is not None
    input = url if is_encoded else cleaned(url)
    rest, hash, fragment = input.partition("#")
    rest, question_mark, query = rest.partition("?")
    scheme, colon, rest = rest.partition(":")
    scheme = scheme.lower()
    default_port = _default_port_of(scheme)
    if not colon:
        return FAILS
    if default_port is None:
        return input if _canonical_other().fullmatch(input) else FAILS if other_fails(input, scheme, rest) else None
    if "\\" in rest:
        rest = rest.replace("\\", "/")
    authority, _, path = rest.lstrip("/").partition("/")
    credentials = ""
    if "@" in authority:
        userinfo, _, authority = authority.rpartition("@")
        credentials = _serialized_userinfo(userinfo)
    if authority[:1] == "[":
        host, bracket, port = authority.partition("]")
        if port[:1] not in ("", ":"):
            return FAILS
        host += bracket
        port = port[1:]
    else:
        host, _, port = authority.partition(":")
    serialized_host = host.lower() if is_plain_domain(host) is not None else serialized_other_host(host)
    serialized_port = serialized_port_of(port, scheme) if port and port != default_port else ""
    if serialized_host is None or serialized_port is None:
        return FAILS
    path = f"/{path}"
    if not is_encoded:
        if PATH_PERCENT_ENCODE_SET.is_encoded(path) is None:
            path = _encode_path(path)
        if query:
            query = encode_query(query)
        if fragment:
            fragment = encode_fragment(fragment)
    if "/." in path or "/%2" in path:
        path = remove_dot_segments(path)
    return f"{scheme}://{credentials}{serialized_host}{serialized_port}{path}{question_mark}{query}{hash}{fragment}"


def other_fails(input: str, scheme: str, rest: str) -> bool:
    """Whether *input* fails. It is not a special URL, except for a file URL. *rest* stands after its *scheme*."""
    if begins_with_scheme(input) is None:
        return True
    if scheme == "file":
        rest = rest.replace("\\", "/")
    if not rest.startswith("//"):
        return False
    authority = rest[2:].partition("/")[0]
    if scheme == "file":
        is_drive = WINDOWS_DRIVE_LETTER.fullmatch(authority) is not None
        return authority != "" and not is_drive and serialized_other_host(authority) is None
    host, at_sign, port = authority.rpartition("@")[2], "@" in authority, ""
    # The port begins at the first ":" after an IPv6 address. A "[" elsewhere is never right.
    colon = host.find(":", host.find("]") if host[:1] == "[" else 0)
    if colon >= 0:
        host, port = host[:colon], host[colon + 1 :]
    if not host:
        return at_sign or colon == 0
    return (port != "" and serialized_port_of(port, scheme) is None) or _opaque_host_fails(host)


def _opaque_host_fails(host: str) -> bool:
    try:
        run_host_parser(host, True)
    except Failure:
        return True
    return False


def _serialized_userinfo(userinfo: str) -> str:
    """What the authority state makes of *userinfo*, and the "@" after it."""
    username, _, password = userinfo.partition(":")
    username = _encode_userinfo(username)
    if password:
        return f"{username}:{_encode_userinfo(password)}@"
    return f"{username}@" if username else ""


def serialized_port_of(port: str, scheme: str) -> str | None:
    """What the port state makes of *port*, and the ":" before it: "" for the default port, None for a failure."""
    if not (port.isascii() and port.isdigit()):
        return None
    if len(port) < 5 and port[0] != "0":
        return "" if port == _default_port_of(scheme) else f":{port}"
    number = port_number(port)
    if number is None:
        return None
    return "" if number == SPECIAL_SCHEMES.get(scheme) else f":{number}"


def serialized_other_host(host: str) -> str | None:
    """What the host state makes of a host that is not a plain domain, or None for a failure."""
    if not host:
        return None
    # What is before an "@" may be a password. It is in the host only of a file URL, which fails.
    return _cached_host(host) if len(host) <= MAX_CACHED and "@" not in host else _serialized_host(host)


def _serialized_host(host: str) -> str | None:
    """The steps of the host parser and the host serializer, without objects for the host and for a failure."""
    if host[:1] == "[":
        return _serialized_ipv6(host)
    domain = ascii_domain_of(percent_decode(host).decode("utf-8", "replace") if "%" in host else host)
    return domain if domain is None or not ends_in_a_number(domain) else _serialized_ipv4(domain)


def _serialized_ipv4(domain: str) -> str | None:
    parts = domain.removesuffix(".").split(".", 4)
    if len(parts) == 4 and _BYTES.issuperset(parts):
        return ".".join(parts)
    if len(parts) > 4:
        return None
    numbers = [number for part in parts if (number := parse_ipv4_number(part)) is not None]
    if len(numbers) < len(parts):
        return None
    *first, last = numbers
    if last >= 256 ** (4 - len(first)) or (first and max(first) > 255):
        return None
    return serialize_ipv4(last + sum([number << 8 * (3 - index) for index, number in enumerate(first)]))


def _serialized_ipv6(host: str) -> str | None:
    if host[-1] != "]" or host.count("::") > 1:
        return None
    address = host.lower()
    if _is_ipv6()(address, 1, len(address) - 1) is not None:
        return address
    try:
        return f"[{serialize_ipv6(parse_ipv6(host[1:-1]))}]"
    except Failure:
        return None


_cached_host = lru_cache(_HOSTS_CACHED)(_serialized_host)


# These patterns are compiled on first use: most programs meet no such URL.
@cache
def _canonical_other() -> re.Pattern[str]:
    return pattern(*_CANONICAL_OTHER)


@cache
def _is_ipv6() -> Callable[[str, int, int], re.Match[str] | None]:
    return pattern(_IPV6).fullmatch


def serialized_path(path: str) -> str:
    """What the path state makes of *path*, which begins with "/"."""
    if PATH_PERCENT_ENCODE_SET.is_encoded(path) is None:
        path = _encode_path(path)
    return remove_dot_segments(path) if "/." in path or "/%2" in path else path
