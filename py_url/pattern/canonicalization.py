"""§3 Canonicalization: encoding callbacks, and URLPatternInit processing.

What the basic URL parser refuses raises its Failure or StateOverrideFailure here, where the standard has a TypeError.
https://urlpattern.spec.whatwg.org/#canon
"""

from __future__ import annotations

import re

from py_url.pattern.generating import escape_a_pattern_string
from py_url.standard.hosts.host import serialize_host
from py_url.standard.infra.code_points import ascii_lowercase
from py_url.standard.infra.percent_encoding import PATH_PERCENT_ENCODE_SET
from py_url.standard.infra.validation import StateOverrideFailure
from py_url.standard.urls.components import class_of, printable_outside
from py_url.standard.urls.parser import parse_with_override, run_parser
from py_url.standard.urls.record import clone, has_opaque_path, serialize_path, set_password, set_username
from py_url.standard.urls.special_schemes import SPECIAL_SCHEMES
from py_url.standard.urls.state import State

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import Literal

    from py_url.standard.urls.record import URLRecord

    Type = Literal["pattern", "url"]

COMPONENTS = ("protocol", "username", "password", "hostname", "port", "pathname", "search", "hash")
"""The names of a URL pattern's components, in the standard's order."""

_DUMMY_URL = run_parser("https://dummy.invalid/")
# Most pathnames stay as they are: without dot segments and what percent-encodes, or ends a path.
_KEPT_IN_PATHNAMES = printable_outside(PATH_PERCENT_ENCODE_SET, without=".%\\?#")
_STAYS_A_PATHNAME = re.compile(f"{class_of(_KEPT_IN_PATHNAMES)}*")
_NOT_OF_AN_IPV6_HOSTNAME = re.compile(r"[^0-9A-Fa-f\[\]:]")


def create_a_dummy_url() -> URLRecord:
    """§1.5 *create a dummy URL*."""
    return clone(_DUMMY_URL)


def canonicalize_a_protocol(value: str) -> str:
    """§3.1 *canonicalize a protocol*."""
    return run_parser(f"{value}://dummy.invalid/").scheme if value else value


def canonicalize_a_username(value: str) -> str:
    """§3.1 *canonicalize a username*."""
    dummy_url = create_a_dummy_url()
    set_username(dummy_url, value)
    return dummy_url.username


def canonicalize_a_password(value: str) -> str:
    """§3.1 *canonicalize a password*."""
    dummy_url = create_a_dummy_url()
    set_password(dummy_url, value)
    return dummy_url.password


def canonicalize_a_hostname(value: str) -> str:
    """§3.1 *canonicalize a hostname*."""
    if value == "":
        return value
    dummy_url = create_a_dummy_url()
    parse_with_override(value, dummy_url, State.HOSTNAME)
    return "" if dummy_url.host is None else serialize_host(dummy_url.host)


def canonicalize_an_ipv6_hostname(value: str) -> str:
    """§3.1 *canonicalize an IPv6 hostname*."""
    if _NOT_OF_AN_IPV6_HOSTNAME.search(value):
        raise StateOverrideFailure
    return ascii_lowercase(value)


def canonicalize_a_port(port_value: str, protocol_value: str = "") -> str:
    """§3.1 *canonicalize a port*.

    The standard uses "https" if no protocol is given, which would remove the fixed text of ``443*``. The Web Platform
    Tests and browsers keep it, so no port is the default one then.
    """
    if port_value == "":
        return port_value
    dummy_url = create_a_dummy_url()
    dummy_url.scheme = protocol_value
    parse_with_override(port_value, dummy_url, State.PORT)
    return "" if dummy_url.port is None else str(dummy_url.port)


def canonicalize_a_pathname(value: str) -> str:
    """§3.1 *canonicalize a pathname*."""
    if _STAYS_A_PATHNAME.fullmatch(value):
        return value
    leading_slash = value[0] == "/"
    # Not only a slash, because "/." would be removed from the path.
    modified_value = value if leading_slash else f"/-{value}"
    dummy_url = create_a_dummy_url()
    dummy_url.path = []
    parse_with_override(modified_value, dummy_url, State.PATH_START)
    result = serialize_path(dummy_url)
    return result if leading_slash else result[2:]


def canonicalize_an_opaque_pathname(value: str) -> str:
    """§3.1 *canonicalize an opaque pathname*."""
    if value == "":
        return value
    dummy_url = create_a_dummy_url()
    dummy_url.path = ""
    parse_with_override(value, dummy_url, State.OPAQUE_PATH)
    return serialize_path(dummy_url)


def canonicalize_a_search(value: str) -> str:
    """§3.1 *canonicalize a search*."""
    if value == "":
        return value
    dummy_url = create_a_dummy_url()
    dummy_url.query = ""
    parse_with_override(value, dummy_url, State.QUERY)
    return dummy_url.query


def canonicalize_a_hash(value: str) -> str:
    """§3.1 *canonicalize a hash*."""
    if value == "":
        return value
    dummy_url = create_a_dummy_url()
    dummy_url.fragment = ""
    parse_with_override(value, dummy_url, State.FRAGMENT)
    return dummy_url.fragment


# A component of a base URL is used only if *init* has none of these, which are as specific or less.
_INHERITED_WITHOUT = {
    "protocol": {"protocol"},
    "username": {"protocol", "hostname", "port", "username"},
    "password": {"protocol", "hostname", "port", "username", "password"},
    "hostname": {"protocol", "hostname"},
    "port": {"protocol", "hostname", "port"},
    "pathname": {"protocol", "hostname", "port", "pathname"},
    "search": {"protocol", "hostname", "port", "pathname", "search"},
    "hash": {"protocol", "hostname", "port", "pathname", "search", "hash"},
}


def process_a_urlpatterninit(init: Mapping[str, str], type: Type, given: Mapping[str, str]) -> dict[str, str]:
    """§3.2 *process a URLPatternInit*. *given* has the components that the standard's algorithm takes one by one."""
    result = dict(given)
    base_url = None
    if "baseURL" in init:
        base_url = run_parser(init["baseURL"])
        for name, less_specific in _INHERITED_WITHOUT.items():
            if type == "pattern" and name in ("username", "password"):
                continue
            if less_specific.isdisjoint(init):
                result[name] = process_a_base_url_string(component_of(base_url, name), type)
    if "protocol" in init:
        result["protocol"] = _process_protocol(init["protocol"], type)
    if "username" in init:
        result["username"] = _process_as_it_is("username", init["username"], type)
    if "password" in init:
        result["password"] = _process_as_it_is("password", init["password"], type)
    if "hostname" in init:
        result["hostname"] = _process_as_it_is("hostname", init["hostname"], type)
    result_protocol_string = result.get("protocol", "")
    if "port" in init:
        port = init["port"]
        result["port"] = port if type == "pattern" else canonicalize_a_port(port, result_protocol_string)
    if "pathname" in init:
        pathname = init["pathname"]
        if base_url is not None and not has_opaque_path(base_url) and not is_an_absolute_pathname(pathname, type):
            base_url_path = process_a_base_url_string(serialize_path(base_url), type)
            pathname = base_url_path[: base_url_path.rfind("/") + 1] + pathname
        result["pathname"] = process_pathname_for_init(pathname, result_protocol_string, type)
    if "search" in init:
        search = init["search"].removeprefix("?")
        result["search"] = search if type == "pattern" else canonicalize_a_search(search)
    if "hash" in init:
        hash = init["hash"].removeprefix("#")
        result["hash"] = hash if type == "pattern" else canonicalize_a_hash(hash)
    return result


def component_of(url: URLRecord, name: str) -> str:
    """A component of a URL, as patterns match it: without ``:``, ``?`` and ``#``, and "" for null."""
    if name == "protocol":
        return url.scheme
    if name == "username":
        return url.username
    if name == "password":
        return url.password
    if name == "hostname":
        return "" if url.host is None else serialize_host(url.host)
    if name == "port":
        return "" if url.port is None else str(url.port)
    if name == "pathname":
        return serialize_path(url)
    return (url.query if name == "search" else url.fragment) or ""


def process_a_base_url_string(input: str, type: Type) -> str:
    """§3.2 *process a base URL string*."""
    return escape_a_pattern_string(input) if type == "pattern" else input


def is_an_absolute_pathname(input: str, type: Type) -> bool:
    """§3.2 *is an absolute pathname*."""
    return input.startswith(("/", "\\/", "{/") if type == "pattern" else "/")


def _process_protocol(value: str, type: Type) -> str:
    """§3.2 *process protocol for init*."""
    stripped_value = value.removesuffix(":")
    return stripped_value if type == "pattern" else canonicalize_a_protocol(stripped_value)


_CALLBACKS = {
    "username": canonicalize_a_username,
    "password": canonicalize_a_password,
    "hostname": canonicalize_a_hostname,
}


def _process_as_it_is(name: str, value: str, type: Type) -> str:
    """§3.2 *process username for init*, and the same for the password and the hostname."""
    return value if type == "pattern" else _CALLBACKS[name](value)


def process_pathname_for_init(pathname_value: str, protocol_value: str, type: Type) -> str:
    """§3.2 *process pathname for init*."""
    if type == "pattern":
        return pathname_value
    if protocol_value == "" or protocol_value in SPECIAL_SCHEMES:
        return canonicalize_a_pathname(pathname_value)
    return canonicalize_an_opaque_pathname(pathname_value)
