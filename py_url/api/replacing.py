"""§6.1, made strict: whether a setter has taken a whole value, which `URL.replace` promises.

The standard's setters ignore what they cannot use, or use the beginning of it: ``port = "80x"`` sets the port 80. Here
the same values are errors that say what is wrong and what to write instead.
https://url.spec.whatwg.org/#urlutils-members
"""

from __future__ import annotations

import re

from py_url.standard.hosts.host import host_parse, serialize_host
from py_url.standard.infra.code_points import plain_str
from py_url.standard.infra.foreign import kind_of
from py_url.standard.infra.integers import integer_of
from py_url.standard.infra.validation import InvalidURL, ValidationError
from py_url.standard.urls import components
from py_url.standard.urls.record import cannot_have_a_username_password_port, has_opaque_path, is_special
from py_url.standard.urls.special_schemes import SPECIAL_SCHEMES, port_number

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from typing import TypedDict

    from py_url.standard.urls.record import URLRecord

_MEMBERS = dict.fromkeys(components.SETTABLE, str) | {"port": str | int}


if TYPE_CHECKING:

    class Members(TypedDict, total=False):
        """The settable members of a URL."""

        href: str
        protocol: str
        username: str
        password: str
        host: str
        hostname: str
        port: str | int
        pathname: str
        search: str
        hash: str

else:

    def __getattr__(name: str) -> object:
        """`Members`, for a program that evaluates annotations. Importing `typing` would take longer than the rest."""
        if name != "Members":
            raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
        from typing import TypedDict

        members = TypedDict("Members", _MEMBERS, total=False)
        globals()[name] = members
        return members


_SCHEME = re.compile("([A-Za-z][A-Za-z0-9+.-]*):?")
_TABS_AND_NEWLINES = {"\t": "U+0009 TAB", "\n": "U+000A LF", "\r": "U+000D CR"}
_PERCENT_ENCODED = {"\t": "%09", "\n": "%0A", "\r": "%0D"}
_SECRET = frozenset({"username", "password"})
# What a new protocol may need to be gone comes before it, and what it may make possible comes after it.
_IF_REMOVED = ("username", "password", "port")
_IN_ORDER = ("protocol", "host", "hostname", "username", "password", "port", "pathname", "search", "hash")
# What other libraries call the members.
_STANDARD_NAMES = {
    "scheme": "protocol",
    "user": "username",
    "netloc": "host",
    "path": "pathname",
    "query": "search",
    "query_string": "search",
    "params": "search",
    "fragment": "hash",
}


def replaced_together(href: str, members: Mapping[str, object], replaced: Callable[[str, str, object], str]) -> str:
    """The href that has all the *members* given, whatever their order.

    *replaced* is the function for one member. Raises its errors, and InvalidURL if no URL has all of them.
    """
    expect_members(members)
    if "href" in members:
        href = replaced(href, "href", members["href"])
    removed = [name for name in _IF_REMOVED if isinstance(members.get(name), str) and not members[name]]
    for name in removed:
        href = replaced(href, name, "")
    if "protocol" in members and not {*members}.isdisjoint(("host", "hostname")):
        # With another scheme, the URL needs a host, which a file URL can lack. The one that is given comes after the
        # scheme, because the scheme decides what it means.
        before = components.split(href)
        if before[0] == "file:" and not before[2]:
            href = replaced(href, "host", "h")
    rest = [name for name in _IN_ORDER if name in members and name not in removed]
    for name in rest:
        href = replaced(href, name, members[name])
    for name in (*removed, *rest):
        if replaced(href, name, members[name]) != href:
            others = " and ".join(repr(other) for other in _OF_HOST if other in members and other != name)
            raise _refused(str(members[name]), name, f"a URL cannot have this and the given {others}; leave one out")
    return href


_OF_HOST = ("host", "hostname", "port")


def expect_members(members: Mapping[str, object]) -> None:
    """Raise TypeError for the first name that is not a settable member, and say what the standard calls it."""
    for name in sorted({*members} - {*components.SETTABLE}):
        if name in _STANDARD_NAMES:
            instead = f"write {_STANDARD_NAMES[name]}=..."
        elif name == "search_params":
            instead = "write search=str(params), or use with_query"
        else:
            instead = f"it takes {', '.join(components.SETTABLE)}"
        raise TypeError(f"replace() takes no {name!r}; {instead}")


def text_of_member(member: str, value: object) -> str:
    """The str that sets *member*: an int is a port. Raises TypeError, which names the member, for another type."""
    if isinstance(value, str):
        return plain_str(value)
    if member == "port" and (number := integer_of(value)) is not None:
        return int.__repr__(number)
    expected = "a str or an int" if member == "port" else "a str"
    if value is None:
        instead = "; it cannot be removed" if member in ("href", "protocol") else f"; write {member}='' to remove it"
    elif isinstance(value, bytes | bytearray):
        instead = "; decode it first"
    elif member == "search":
        instead = "; write url.with_query(...), which takes pairs and mappings"
    elif member == "pathname" and isinstance(value, list | tuple):
        instead = "; write url.joinpath(...), which takes segments"
    elif hasattr(value, "__fspath__"):
        instead = "; write path.as_posix()"
    elif type(value).__name__ in ("IPv4Address", "IPv6Address"):
        instead = "; write f'[{address}]'" if type(value).__name__ == "IPv6Address" else "; write str(address)"
    elif member == "port" and isinstance(value, float):
        instead = "; write int(port)"
    else:
        instead = ""
    raise TypeError(f"{member} must be {expected}, not {kind_of(value)}{instead}")


def expect_taken(before: str, member: str, value: str, after: str) -> None:
    """Raise InvalidURL unless the setter of *member* has taken all of *value*.

    *before* and *after* are the hrefs, and *value* is a scalar value string.
    """
    url = components.to_record(before)
    if member == "protocol":
        _expect_protocol(url, value, after)
    elif member in _SECRET or member == "port":
        if value and cannot_have_a_username_password_port(url):
            why = "a file URL has none" if url.scheme == "file" else "a URL without a host has none"
            raise _refused(value, member, why)
        if member == "port":
            _expect_port(value, member, 0)
    elif member in ("host", "hostname"):
        _expect_host(url, member, value, after)
    else:
        if member == "pathname" and has_opaque_path(url):
            raise _refused(value, member, "the path of this URL is opaque, so it cannot be replaced; write a new URL")
        _expect_no_tabs_and_newlines(value, member)


def _refused(value: str, member: str, reason: str) -> InvalidURL:
    return InvalidURL("***" if member in _SECRET and value else value, what=member, reason=reason)


def _expect_no_tabs_and_newlines(value: str, member: str) -> None:
    for character, name in _TABS_AND_NEWLINES.items():
        if character in value:
            instead = "" if member in ("host", "hostname") else f", or write {_PERCENT_ENCODED[character]!r}"
            raise _refused(value, member, f"{name} at {value.index(character)} would be left out; remove it{instead}")


def _expect_protocol(url: URLRecord, value: str, after: str) -> None:
    match = _SCHEME.fullmatch(value)
    if match is None:
        start = _SCHEME.match(value)
        instead = f"'{start[1]}'" if start and start[0].endswith(":") else "one"
        a_scheme = "a scheme is an ASCII letter and then ASCII letters, digits, '+', '-' and '.'"
        raise _refused(value, "protocol", f"{a_scheme}; write {instead}")
    scheme = match[1].lower()
    if after.startswith(f"{scheme}:"):
        return
    if (url.scheme in SPECIAL_SCHEMES) != (scheme in SPECIAL_SCHEMES):
        kinds = ("is special", "is not") if url.scheme in SPECIAL_SCHEMES else ("is not special", "is")
        why = f"{url.scheme} {kinds[0]} and {scheme} {kinds[1]}, so the rest means something else; write a new URL"
    elif scheme == "file":
        why = "a file URL has no username, password or port; remove them first"
    else:
        why = f"a URL with the scheme {scheme} has a host, and this one has none; write host=... too"
    raise _refused(value, "protocol", why)


def _expect_port(value: str, member: str, start: int) -> None:
    """Raise InvalidURL unless what follows *start* in *value* is a port, or nothing."""
    port = value[start:]
    digits = re.match("[0-9]*", port)
    assert digits is not None, "the pattern matches anything"
    if digits.end() < len(port):
        at = start + digits.end()
        error = _error("port-invalid", at, at + 1)
    elif port and port_number(port) is None:
        error = _error("port-out-of-range", start, len(value))
    else:
        return
    raise InvalidURL(value, [error], member)


def _error(name: str, start: int, end: int) -> ValidationError:
    from py_url.standard.infra.error_table import VALIDATION_ERRORS

    return ValidationError(name, start, end, True, VALIDATION_ERRORS[name])


def _expect_host(url: URLRecord, member: str, value: str, after: str) -> None:
    if has_opaque_path(url):
        raise _refused(value, member, "the path of this URL is opaque, so it has no host; write a new URL")
    _expect_no_tabs_and_newlines(value, member)
    if "://" in value:
        raise _refused(value, member, "a host has no scheme; write what follows '://', and protocol=... too")
    hostname, colon, port = value, "", ""
    # What follows the "]" of an IPv6 address, or the first ":", is the port.
    if member == "host" and (place := value.find(":", value.find("]") + 1)) >= 0:
        hostname, colon, port = value[:place], ":", value[place + 1 :]
        if not port:
            raise _refused(value, member, "the port after ':' is missing; write one, or remove the ':'")
    elif member == "hostname" and value.find(":", value.find("]") + 1) >= 0:
        raise _refused(value, member, _colon_in_hostname(value))
    if member == "host" and value.count(":") > 1 and (in_brackets := _ipv6_in_brackets(value)):
        raise _refused(value, member, in_brackets)
    if hostname == "":
        if colon or (is_special(url) and url.scheme != "file"):
            raise InvalidURL(value, [_error("host-missing", 0, 0)], member)
        expected = ""
    else:
        expected = _parsed(hostname, value, member, is_opaque=not is_special(url))
    if port:
        if url.scheme == "file":
            raise _refused(value, member, "a file URL has no port; remove it")
        _expect_port(value, member, len(hostname) + len(colon))
    hostname_after = components.hostname_and_port(components.split(after)[2])[0]
    if hostname_after != ("" if url.scheme == "file" and expected == "localhost" else expected):
        raise _refused(value, member, "the host of a URL with a username, password or port cannot be empty")


def _ipv6_in_brackets(value: str) -> str:
    """What to write if *value* is an IPv6 address without its brackets; otherwise ""."""
    try:
        host_parse(f"[{value}]")
    except InvalidURL:
        return ""
    return f"an IPv6 address is written in brackets; write '[{value}]'"


def _colon_in_hostname(value: str) -> str:
    if in_brackets := _ipv6_in_brackets(value):
        return in_brackets
    return "a hostname has no port; replace 'host' instead, or 'port' too"


def _parsed(hostname: str, value: str, member: str, *, is_opaque: bool) -> str:
    try:
        return serialize_host(host_parse(hostname, is_opaque))
    except InvalidURL as error:
        raise InvalidURL(value, error.errors, member) from None
