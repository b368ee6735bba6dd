"""Absolute special URLs in any spelling, except file URLs; other URLs only if they are canonical.

One pass does the work of the states from *scheme* to *fragment*. It can take each component as a whole: with these
schemes a component is what stands between two delimiters, whatever it holds. Domains that are not plain ASCII, IP
addresses and percent-encoding are left to the functions that the parser calls too.
"""

from __future__ import annotations

from functools import lru_cache

from py_url.fast.canonical import is_canonical_other, is_plain_domain
from py_url.fast.dot_segments import remove_dot_segments
from py_url.standard.hosts.host import run_host_parser, serialize_host
from py_url.standard.infra.code_points import C0_CONTROL_OR_SPACE, scalar_value_string, without_tabs_and_newlines
from py_url.standard.infra.percent_encoding import (
    FRAGMENT_PERCENT_ENCODE_SET,
    PATH_PERCENT_ENCODE_SET,
    SPECIAL_QUERY_PERCENT_ENCODE_SET,
    USERINFO_PERCENT_ENCODE_SET,
)
from py_url.standard.infra.validation import Failure
from py_url.standard.urls.special_schemes import SPECIAL_SCHEMES, port_number

DEFAULT_PORTS = {scheme: str(port) for scheme, port in SPECIAL_SCHEMES.items() if port is not None}
"""The schemes that this module completes, with the digits of their default ports."""

MAX_CACHED = 255
"""The longest string that is put in a cache."""
# A host that is not a plain domain takes long to parse.
_HOSTS_CACHED = 1_024


def cleaned(input: str) -> str:
    """What the basic URL parser begins with: no surrogates, no surrounding spaces, no tabs and newlines."""
    if not input.isascii():
        input = scalar_value_string(input)
    return without_tabs_and_newlines(input.strip(C0_CONTROL_OR_SPACE))


def href_of_absolute(url: str) -> str | None:
    """The serialization of the absolute URL *url*, or None."""
    input = cleaned(url)
    rest, hash, fragment = input.partition("#")
    rest, question_mark, query = rest.partition("?")
    scheme, colon, rest = rest.partition(":")
    scheme = scheme.lower()
    default_port = DEFAULT_PORTS.get(scheme)
    if default_port is None or not colon:
        return input if is_canonical_other(input) else None
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
            return None
        host += bracket
        port = port[1:]
    else:
        host, _, port = authority.partition(":")
    serialized_host = host.lower() if is_plain_domain(host) is not None else _serialized_other_host(host)
    serialized_port = serialized_port_of(port, scheme) if port and port != default_port else ""
    if serialized_host is None or serialized_port is None:
        return None
    origin = f"{scheme}://{credentials}{serialized_host}{serialized_port}"
    return joined(origin, f"/{path}", query if question_mark else None, fragment if hash else None)


def _serialized_userinfo(userinfo: str) -> str:
    """What the authority state makes of *userinfo*, and the "@" after it."""
    username, _, password = userinfo.partition(":")
    username = USERINFO_PERCENT_ENCODE_SET.encode(username)
    if password:
        return f"{username}:{USERINFO_PERCENT_ENCODE_SET.encode(password)}@"
    return f"{username}@" if username else ""


def serialized_port_of(port: str, scheme: str) -> str | None:
    """What the port state makes of *port*, and the ":" before it: "" for the default port, None for a failure."""
    number = port_number(port) if port.isascii() and port.isdigit() else None
    if number is None:
        return None
    return "" if number == SPECIAL_SCHEMES[scheme] else f":{number}"


def _serialized_other_host(host: str) -> str | None:
    """What the host state makes of a host that is not a plain domain, or None for a failure."""
    return _cached_host(host) if len(host) <= MAX_CACHED else _serialized_host(host)


def _serialized_host(host: str) -> str | None:
    try:
        return serialize_host(run_host_parser(host, False))
    except Failure:
        return None


_cached_host = lru_cache(_HOSTS_CACHED)(_serialized_host)


def joined(origin: str, path: str, query: str | None, fragment: str | None) -> str:
    """*origin* and what the path, query and fragment states make of the rest."""
    if PATH_PERCENT_ENCODE_SET.is_encoded(path) is None:
        path = PATH_PERCENT_ENCODE_SET.encode_members(path)
    if "/." in path or "/%2" in path:
        path = remove_dot_segments(path)
    if query is not None:
        path = f"{path}?{SPECIAL_QUERY_PERCENT_ENCODE_SET.encode(query)}"
    if fragment is not None:
        path = f"{path}#{FRAGMENT_PERCENT_ENCODE_SET.encode(fragment)}"
    return origin + path
