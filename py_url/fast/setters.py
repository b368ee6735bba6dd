"""§6.1's setters for ordinary URLs and values, without the state machine: each completes or it refuses.

In: a serialized URL and a value, a scalar value string. Out: the serialization of the URL whose member was set to it;
None where that is left to the parser. The search and hash setters complete all; the others only special URLs, file URLs
aside, in which a component is what stands between two delimiters, and of hosts only plain domains.
"""

from __future__ import annotations

from py_url.fast.paths import DEFAULT_PORTS, is_plain_domain, serialize_parts, serialize_port
from py_url.standard.infra.code_points import without_tabs_and_newlines
from py_url.standard.infra.percent_encoding import (
    FRAGMENT_PERCENT_ENCODE_SET,
    QUERY_PERCENT_ENCODE_SET,
    SPECIAL_QUERY_PERCENT_ENCODE_SET,
    USERINFO_PERCENT_ENCODE_SET,
)
from py_url.standard.urls.components import hostname_and_port
from py_url.standard.urls.record import SPECIAL_SCHEMES


def set_protocol(href: str, value: str) -> str | None:
    """The href after ``protocol = value``, or None."""
    old, _, rest = href.partition(":")
    new = value.partition(":")[0].lower()
    default_port = DEFAULT_PORTS.get(new)
    if default_port is None or old not in DEFAULT_PORTS:
        return None
    port, end = f":{default_port}", rest.index("/", 2)
    if rest.endswith(port, 2, end):
        rest = rest[: end - len(port)] + rest[end:]
    return f"{new}:{rest}"


def set_username(href: str, value: str) -> str | None:
    """The href after ``username = value``, or None."""
    parts = _special_parts(href)
    if parts is None:
        return None
    scheme, credentials, host, rest = parts
    _, colon, password = credentials.partition(":")
    return _joined(scheme, f"{USERINFO_PERCENT_ENCODE_SET.encode(value)}{colon}{password}", host, rest)


def set_password(href: str, value: str) -> str | None:
    """The href after ``password = value``, or None."""
    parts = _special_parts(href)
    if parts is None:
        return None
    scheme, credentials, host, rest = parts
    password = f":{USERINFO_PERCENT_ENCODE_SET.encode(value)}" if value else ""
    return _joined(scheme, f"{credentials.partition(':')[0]}{password}", host, rest)


def set_host(href: str, value: str) -> str | None:
    """The href after ``host = value``, or None."""
    parts = _special_parts(href)
    if parts is None:
        return None
    hostname, colon, port = value.partition(":")
    if not colon:
        return _with_hostname(parts, hostname)
    if not port or is_plain_domain(hostname) is None:
        return None
    return _with_port(parts, hostname.lower(), port)


def set_hostname(href: str, value: str) -> str | None:
    """The href after ``hostname = value``, or None."""
    parts = _special_parts(href)
    return None if parts is None else _with_hostname(parts, value)


def set_port(href: str, value: str) -> str | None:
    """The href after ``port = value``, or None."""
    parts = _special_parts(href)
    return None if parts is None else _with_port(parts, hostname_and_port(parts[2])[0], value)


def set_pathname(href: str, value: str) -> str | None:
    """The href after ``pathname = value``, or None."""
    parts = _special_parts(href)
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
    return f"{serialize_parts(origin, path, None, None)}{question_mark}{query}{hash}{fragment}"


def set_search(href: str, value: str) -> str:
    """The href after ``search = value``."""
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


def set_hash(href: str, value: str) -> str:
    """The href after ``hash = value``."""
    before_fragment = href.partition("#")[0]
    if not value:
        return before_fragment
    fragment = value.removeprefix("#")
    if FRAGMENT_PERCENT_ENCODE_SET.is_encoded(fragment) is None:
        fragment = FRAGMENT_PERCENT_ENCODE_SET.encode_members(without_tabs_and_newlines(fragment))
    return f"{before_fragment}#{fragment}"


def _special_parts(href: str) -> tuple[str, str, str, str] | None:
    """The scheme, credentials, host with port, and all behind the "/" after that; None for other URLs."""
    scheme, _, rest = href.partition(":")
    if scheme not in DEFAULT_PORTS:
        return None
    host, _, path = rest[2:].partition("/")
    credentials, _, host = host.rpartition("@")
    return scheme, credentials, host, path


def _joined(scheme: str, credentials: str, host: str, rest: str) -> str:
    """The href of what `_special_parts` gives."""
    at_sign = "@" if credentials else ""
    return f"{scheme}://{credentials}{at_sign}{host}/{rest}"


def _with_hostname(parts: tuple[str, str, str, str], hostname: str) -> str | None:
    if is_plain_domain(hostname) is None:
        return None
    scheme, credentials, host, rest = parts
    colon_and_port = host[len(hostname_and_port(host)[0]) :]
    return _joined(scheme, credentials, f"{hostname.lower()}{colon_and_port}", rest)


def _with_port(parts: tuple[str, str, str, str], hostname: str, value: str) -> str | None:
    scheme, credentials, _, rest = parts
    port = serialize_port(value, DEFAULT_PORTS[scheme]) if value else ""
    return None if port is None else _joined(scheme, credentials, f"{hostname}{port}", rest)
