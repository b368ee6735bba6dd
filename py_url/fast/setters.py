"""§6.1's setters for ordinary URLs and values, without the state machine.

Each takes a serialized URL and a scalar value string, and returns the serialization of the URL after its member was
set, or None, which leaves it to the standard. The search and hash setters complete every URL. The others complete only
special URLs except file URLs, in which a component is what stands between two delimiters. Of hosts beside plain domains
they take only those without delimiters.
"""

from __future__ import annotations

from py_url.fast.special import is_plain_domain, serialized_other_host, serialized_path, serialized_port_of
from py_url.standard.infra.code_points import without_tabs_and_newlines
from py_url.standard.infra.percent_encoding import (
    FRAGMENT_PERCENT_ENCODE_SET,
    QUERY_PERCENT_ENCODE_SET,
    SPECIAL_QUERY_PERCENT_ENCODE_SET,
    USERINFO_PERCENT_ENCODE_SET,
)
from py_url.standard.urls.components import DEFAULT_PORTS, hostname_and_port
from py_url.standard.urls.special_schemes import SPECIAL_SCHEMES

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import TypeAlias

    Parts: TypeAlias = tuple[str, str, str, str]

# What ends a host, begins an address or is removed.
_DELIMITERS = frozenset("/\\?#:@[\t\n\r")


def _protocol(href: str, value: str) -> str | None:
    old, _, rest = href.partition(":")
    new = value.partition(":")[0].lower()
    default_port = DEFAULT_PORTS.get(new)
    if default_port is None or old not in DEFAULT_PORTS:
        return None
    port, end = f":{default_port}", rest.index("/", 2)
    if rest.endswith(port, 2, end):
        rest = rest[: end - len(port)] + rest[end:]
    return f"{new}:{rest}"


def _username(href: str, value: str) -> str | None:
    parts = _parts(href)
    if parts is None:
        return None
    scheme, credentials, host, rest = parts
    _, colon, password = credentials.partition(":")
    return _with_parts(scheme, f"{USERINFO_PERCENT_ENCODE_SET.encode(value)}{colon}{password}", host, rest)


def _password(href: str, value: str) -> str | None:
    parts = _parts(href)
    if parts is None:
        return None
    scheme, credentials, host, rest = parts
    password = f":{USERINFO_PERCENT_ENCODE_SET.encode(value)}" if value else ""
    return _with_parts(scheme, f"{credentials.partition(':')[0]}{password}", host, rest)


def _host(href: str, value: str) -> str | None:
    parts = _parts(href)
    if parts is None:
        return None
    hostname, colon, port = value.partition(":")
    if not colon:
        return _with_hostname(parts, hostname)
    if not port or is_plain_domain(hostname) is None:
        return None
    return _with_port(parts, hostname.lower(), port)


def _hostname(href: str, value: str) -> str | None:
    parts = _parts(href)
    return None if parts is None else _with_hostname(parts, value)


def _port(href: str, value: str) -> str | None:
    parts = _parts(href)
    return None if parts is None else _with_port(parts, hostname_and_port(parts[2])[0], value)


def _pathname(href: str, value: str) -> str | None:
    parts = _parts(href)
    if parts is None:
        return None
    _, _, _, rest = parts
    origin = href[: len(href) - len(rest) - 1]
    path = without_tabs_and_newlines(value)
    if "\\" in path:
        path = path.replace("\\", "/")
    if path[:1] != "/":
        path = f"/{path}"
    before_fragment, hash, fragment = rest.partition("#")
    _, question_mark, query = before_fragment.partition("?")
    return f"{origin}{serialized_path(path)}{question_mark}{query}{hash}{fragment}"


def _search(href: str, value: str) -> str:
    before_fragment, hash, fragment = href.partition("#")
    before_query = before_fragment.partition("?")[0]
    if not value:
        return f"{before_query}{hash}{fragment}"
    special = href[: href.index(":")] in SPECIAL_SCHEMES
    percent_encode_set = SPECIAL_QUERY_PERCENT_ENCODE_SET if special else QUERY_PERCENT_ENCODE_SET
    query = value.removeprefix("?")
    if percent_encode_set.is_encoded(query) is None:
        query = percent_encode_set.encode_members(without_tabs_and_newlines(query))
    return f"{before_query}?{query}{hash}{fragment}"


def _hash(href: str, value: str) -> str:
    before_fragment = href.partition("#")[0]
    if not value:
        return before_fragment
    fragment = value.removeprefix("#")
    if FRAGMENT_PERCENT_ENCODE_SET.is_encoded(fragment) is None:
        fragment = FRAGMENT_PERCENT_ENCODE_SET.encode_members(without_tabs_and_newlines(fragment))
    return f"{before_fragment}#{fragment}"


def _parts(href: str) -> Parts | None:
    """The scheme, credentials and host, and what follows the first "/" of the path. None for a file URL and for a URL
    that is not special.
    """
    scheme, _, rest = href.partition(":")
    if scheme not in DEFAULT_PORTS:
        return None
    host, _, path = rest[2:].partition("/")
    credentials, _, host = host.rpartition("@")
    return scheme, credentials, host, path


def _with_parts(scheme: str, credentials: str, host: str, rest: str) -> str:
    at_sign = "@" if credentials else ""
    return f"{scheme}://{credentials}{at_sign}{host}/{rest}"


def _with_hostname(parts: Parts, hostname: str) -> str | None:
    if is_plain_domain(hostname) is not None:
        serialized: str | None = hostname.lower()
    else:
        serialized = serialized_other_host(hostname) if _DELIMITERS.isdisjoint(hostname) else None
    if serialized is None:
        return None
    scheme, credentials, host, rest = parts
    colon_and_port = host[len(hostname_and_port(host)[0]) :]
    return _with_parts(scheme, credentials, f"{serialized}{colon_and_port}", rest)


def _with_port(parts: Parts, hostname: str, value: str) -> str | None:
    scheme, credentials, _, rest = parts
    port = serialized_port_of(value, scheme) if value else ""
    return None if port is None else _with_parts(scheme, credentials, f"{hostname}{port}", rest)


SETTERS: dict[str, Callable[[str, str], str | None]] = {
    "protocol": _protocol,
    "username": _username,
    "password": _password,
    "host": _host,
    "hostname": _hostname,
    "port": _port,
    "pathname": _pathname,
    "search": _search,
    "hash": _hash,
}
"""The setter of each member, by the member's name."""


def href_after(href: str, member: str, value: str) -> str | None:
    """The serialization of a URL object after ``url.member = value``, or None.

    *href* is the URL object's href, *member* any settable member except ``"href"``, and *value* a scalar value string.
    """
    return SETTERS[member](href, value)
