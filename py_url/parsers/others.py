"""More URL parsers that `py_url.explain` can compare: those of other packages, which are asked by name, or with "all".

They are parsers as in `py_url.parsers.usual`. Each package is imported on first use.
"""

from __future__ import annotations

import re
import warnings

from py_url.parsers.usual import (
    UnsupportedBaseError,
    UnsupportedSchemeError,
    by_urllib,
    by_yarl,
    components_by_httpx,
    components_of,
    split_userinfo,
)

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from py_url.parsers.usual import Components, Parser

# RFC 3986, appendix B
_AFTER_AUTHORITY = re.compile(r"(?:[^:/?#]+:)?(?://[^/?#]*)?([^?#]*)(?:\?([^#]*))?(?:#(.*))?", re.DOTALL)


def by_httpx2(string: str, base: str | None = None) -> Components:
    """Read *string* with the `httpx2` package. Raises ``httpx2.InvalidURL`` and UnicodeError."""
    from httpx2 import URL

    return components_by_httpx(URL, string, base)


def by_urllib3(string: str, base: str | None = None) -> Components:
    """Read *string* with ``urllib3.util.parse_url``, after ``urljoin``, as the package follows redirects.

    Raises ``LocationParseError``.
    """
    from urllib.parse import urljoin

    from urllib3.util import parse_url

    url = parse_url(string if base is None else urljoin(base, string))
    username, password = split_userinfo(url.auth)
    return components_of(url.scheme, username, password, url.host, url.port, url.path, url.query, url.fragment)


def by_aiohttp(string: str, base: str | None = None) -> Components:
    """Read *string* as ``aiohttp.ClientSession`` does: with `yarl`, for the schemes that it can send, with a host.

    Raises ValueError, ``aiohttp.InvalidURL``, and UnsupportedSchemeError for a scheme that it cannot send.
    """
    from aiohttp import BaseConnector, InvalidURL

    components = by_yarl(string, base)
    if components["scheme"] not in BaseConnector.allowed_protocol_schema_set:
        raise UnsupportedSchemeError
    if not components["host"]:
        raise InvalidURL(string)
    return components


def by_w3lib(string: str, base: str | None = None) -> Components:
    """Read what ``w3lib.url.safe_url_string`` returns with `urllib.parse`, as Scrapy does. Raises ValueError."""
    from urllib.parse import urljoin

    from w3lib.url import safe_url_string

    return by_urllib(safe_url_string(string if base is None else urljoin(base, string)))


def by_hyperlink(string: str, base: str | None = None) -> Components:
    """Read *string* with ``hyperlink.URL``, as ``to_uri`` returns it. Raises ``URLParseError`` and ValueError."""
    from hyperlink import URL

    url = URL.from_text(string) if base is None else URL.from_text(base).click(string)
    if ":" not in url.host:  # `to_uri` takes an IPv6 address for a domain, and raises an error
        url = url.to_uri()
    username, password = split_userinfo(url.userinfo)
    after = _AFTER_AUTHORITY.fullmatch(url.replace(userinfo="").to_text())
    assert after is not None, "the pattern matches every string"
    return components_of(url.scheme, username, password, url.host, url.port, *after.groups())


def by_furl(string: str, base: str | None = None) -> Components:
    """Read *string* with the `furl` package. Raises ValueError."""
    from furl import furl  # type: ignore[import-untyped]  # it has no types

    url = furl(string) if base is None else furl(base).join(string)
    return components_of(
        *(url.scheme, url.username, url.password, url.host, url.port),
        *(str(url.path), str(url.query), str(url.fragment)),
    )


def by_pydantic(string: str, base: str | None = None) -> Components:
    """Read *string* with ``pydantic.AnyUrl``. Raises ``ValidationError``, and UnsupportedBaseError with a base."""
    from pydantic import AnyUrl

    if base is not None:
        raise UnsupportedBaseError
    url = AnyUrl(string)
    return components_of(
        *(url.scheme, url.username, url.password, url.host, url.port, url.path, url.query, url.fragment)
    )


def by_ada(string: str, base: str | None = None) -> Components:
    """Read *string* with the `ada-url` package, which follows the URL Standard. Raises ValueError."""
    from ada_url import URL

    return _of_members(URL(string, base))


def by_upa(string: str, base: str | None = None) -> Components:
    """Read *string* with the `upa-url` package, which follows the URL Standard. Raises ValueError."""
    from upa_url import URL  # type: ignore[import-untyped]  # as above

    return _of_members(URL(string) if base is None else URL(string, base))


def by_rfc3986_package(string: str, base: str | None = None) -> Components:
    """Read *string* with the package `rfc3986`, which is not strict. Raises ``rfc3986.exceptions.RFC3986Exception``."""
    from rfc3986 import uri_reference  # type: ignore[import-untyped]  # as above

    reference = uri_reference(string)
    if base is not None:
        with warnings.catch_warnings():  # the package warns of a function that it calls itself
            warnings.simplefilter("ignore", DeprecationWarning)
            reference = reference.resolve_with(uri_reference(base))
    parts = reference.authority_info() if reference.authority else {}
    username, password = split_userinfo(parts.get("userinfo"))
    port = parts.get("port")
    return components_of(
        *(reference.scheme, username, password, parts.get("host"), int(port) if port else None),
        *(reference.path, reference.query, reference.fragment),
    )


def _of_members(url: Any) -> Components:  # noqa: ANN401 - the URL of a package without types
    return components_of(
        *(url.protocol.removesuffix(":"), url.username, url.password, url.hostname or None),
        *(int(url.port) if url.port else None, url.pathname, url.search[1:], url.hash[1:]),
    )


OTHER_PARSERS: dict[str, tuple[Parser, str | None]] = {
    "httpx2": (by_httpx2, "httpx2"),
    "urllib3": (by_urllib3, "urllib3"),
    "aiohttp": (by_aiohttp, "aiohttp"),
    "w3lib": (by_w3lib, "w3lib"),
    "hyperlink": (by_hyperlink, "hyperlink"),
    "furl": (by_furl, "furl"),
    "pydantic": (by_pydantic, "pydantic"),
    "ada-url": (by_ada, "ada_url"),
    "upa-url": (by_upa, "upa_url"),
    "rfc3986-package": (by_rfc3986_package, "rfc3986"),
}
