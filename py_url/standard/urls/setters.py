"""§6.1 The setters of the URL class, except href's, on URL records.

Each takes a record, which it modifies, and a str, and raises TypeError for other types. A value that the standard
ignores changes nothing.
https://url.spec.whatwg.org/#urlutils-members
"""

from __future__ import annotations

from functools import wraps

from py_url.standard.infra.code_points import scalar_value_string
from py_url.standard.infra.validation import Failure, StateOverrideFailure
from py_url.standard.urls.parser import parse_with_override
from py_url.standard.urls.record import (
    cannot_have_a_username_password_port,
    expect_record,
    has_opaque_path,
    set_password,
    set_username,
)
from py_url.standard.urls.state import State

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from py_url.standard.urls.record import URLRecord


def _protocol(url: URLRecord, value: str) -> None:
    _parse(value + ":", url, State.SCHEME_START)


def _username(url: URLRecord, value: str) -> None:
    if not cannot_have_a_username_password_port(url):
        set_username(url, value)


def _password(url: URLRecord, value: str) -> None:
    if not cannot_have_a_username_password_port(url):
        set_password(url, value)


def _host(url: URLRecord, value: str) -> None:
    if not has_opaque_path(url):
        _parse(value, url, State.HOST)


def _hostname(url: URLRecord, value: str) -> None:
    if not has_opaque_path(url):
        _parse(value, url, State.HOSTNAME)


def _port(url: URLRecord, value: str) -> None:
    if cannot_have_a_username_password_port(url):
        return
    if value == "":
        url.port = None
    else:
        _parse(value, url, State.PORT)


def _pathname(url: URLRecord, value: str) -> None:
    if not has_opaque_path(url):
        url.path = []
        _parse(value, url, State.PATH_START)


def _search(url: URLRecord, value: str) -> None:
    if value == "":
        url.query = None
    else:
        url.query = ""
        _parse(value.removeprefix("?"), url, State.QUERY)


def _hash(url: URLRecord, value: str) -> None:
    if value == "":
        url.fragment = None
    else:
        url.fragment = ""
        _parse(value.removeprefix("#"), url, State.FRAGMENT)


def _parse(value: str, url: URLRecord, state_override: State) -> None:
    """Basic URL parse *value*. What the parser changed before it failed stays changed: ``host = "example.com:65536"``
    sets the host.
    """
    try:
        parse_with_override(value, url, state_override)
    except (Failure, StateOverrideFailure):
        pass


def _checked(setter: Callable[[URLRecord, str], None]) -> Callable[[URLRecord, str], None]:
    @wraps(setter)
    def checked(url: URLRecord, value: str) -> None:
        setter(expect_record(url), scalar_value_string(value))

    return checked


UNCHECKED_SETTERS: dict[str, Callable[[URLRecord, str], None]] = {
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
"""The same functions as `SETTERS`, for arguments that are known to be right: a scalar value string, and a record."""

SETTERS: dict[str, Callable[[URLRecord, str], None]] = {
    name: _checked(setter) for name, setter in UNCHECKED_SETTERS.items()
}
"""The setter of each member, by the member's name."""
