"""The URL parsers that `py_url.explain` compares: the URL Standard, RFC 3986, `urllib.parse`, `requests`, `httpx`,
`yarl`.

Each parser takes a string and a base URL or None. It returns the components of the URL as the package would send them
or hand them on, not decoded for people; or it raises its own exception if it rejects the string or the base. With a
base, it joins the two as the package itself does. The last three need their packages. No parser sends anything.

A package may be slow, and a thread would not help: it cannot be ended, and a regular expression or C code may hold
Python's lock, so that nothing else runs meanwhile. Therefore the parsers of other packages are asked only about strings
of up to `LONGEST` code points. tests/unit/test_parsers.py holds that none of them takes two seconds then.

`RUNTIMES` are parsers that are not written in Python. `py_url.parsers.runtimes` asks them, with a time limit.
"""

from __future__ import annotations

import re

from py_url.standard.hosts.host import serialize_host
from py_url.standard.infra.arguments import SCHEME
from py_url.standard.urls.parser import basic_parse, record_of
from py_url.standard.urls.record import serialize_path

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    import httpx
    import httpx2
    from requests import PreparedRequest

    from py_url.standard.urls.record import URLRecord

Components = dict[str, str | int | None]
if TYPE_CHECKING:
    Parser = Callable[[str, str | None], Components]

LONGEST = 10_000
"""How many code points a string and its base may have together, for parsers that are not this package's own."""

COMPONENTS = ("scheme", "username", "password", "host", "port", "path", "query", "fragment")

_SCHEME_AND_COLON = re.compile(f"{SCHEME}:")


class UnsupportedSchemeError(ValueError):
    """Raised if the parser does not support the scheme of the URL."""


class UnsupportedBaseError(ValueError):
    """Raised if the parser cannot join a string to a base URL."""


class SlowError(Exception):
    """Raised if a runtime took too long. The message says what it did not do."""


class RejectedError(ValueError):
    """Raised if a runtime rejects the string or the base. ``name`` is that of its own error."""

    def __init__(self, name: str, message: str) -> None:
        super().__init__(message)
        self.name = name


def components_of(*values: str | int | None) -> Components:
    """Return the components of a URL from their values, in the order of `COMPONENTS`."""
    return dict(zip(COMPONENTS, values, strict=True))


def by_whatwg(string: str, base: str | None = None) -> Components:
    """Read *string* by the URL Standard. Raises InvalidURL."""
    return _of_record(basic_parse(string, None if base is None else record_of(base, "base URL")))


def by_edition(edition: str, string: str, base: str | None = None) -> Components:
    """Read *string* by an older edition of the URL Standard. Raises InvalidURL."""
    from py_url.editions import parse

    return _of_record(parse(string, base, edition=edition))


def _of_record(url: URLRecord) -> Components:
    host = None if url.host is None else serialize_host(url.host)
    return components_of(
        url.scheme, url.username, url.password, host, url.port, serialize_path(url), url.query, url.fragment
    )


def by_rfc3986(string: str, base: str | None = None) -> Components:
    """Read *string*, and *base*, strictly by the grammar of RFC 3986, and resolve it by §5.2.

    Raises InvalidSyntax, and ValueError if the base has no scheme.
    """
    from py_url.specs.rfc3986.reference import parse
    from py_url.specs.rfc3986.resolution import resolve

    reference = parse(string)
    if base is not None:
        reference = parse(resolve(reference, parse(base)))
    username, password = split_userinfo(reference.userinfo)
    return components_of(
        *(reference.scheme, username, password, reference.host, port_of(reference.port)),
        *(reference.path, reference.query, reference.fragment),
    )


def by_urllib(string: str, base: str | None = None) -> Components:
    """Read *string* with ``urllib.parse.urlsplit`` of this Python, after ``urljoin``. Raises ValueError."""
    from urllib.parse import urljoin, urlsplit

    url = urlsplit(string if base is None else urljoin(base, string))
    return components_of(
        url.scheme, url.username, url.password, url.hostname, url.port, url.path, url.query, url.fragment
    )


def by_requests(string: str, base: str | None = None) -> Components:
    """Read the URL that the `requests` package would send a request to, as `urllib.parse` splits it.

    With *base*, it is the URL to which the package would go if a response from there had *string* as its header
    Location. Raises the package's own exceptions, and UnsupportedSchemeError for a scheme that it cannot send.
    """
    from requests import Request, Session
    from requests.exceptions import InvalidSchema

    prepared = Request("GET", string if base is None else base).prepare()
    if base is not None:
        prepared = _redirected(prepared, string)
    assert prepared.url is not None, "prepare() raises if it has no URL"
    try:
        Session().get_adapter(prepared.url)
    except InvalidSchema:
        if _SCHEME_AND_COLON.match(prepared.url):
            raise UnsupportedSchemeError from None
        raise
    return by_urllib(prepared.url)


def _redirected(request: PreparedRequest, location: str) -> PreparedRequest:
    """Return the request that the `requests` package would make next if *request* were redirected to *location*.

    It does not have the fragment of the request before, which a redirect hands on: that is no part of how a reference
    is read. Raises ValueError if the package would not follow the redirect.
    """
    from requests import PreparedRequest, Response, Session

    request.url = str(request.url).partition("#")[0]
    response = Response()
    response.status_code, response.url, response.request = 302, request.url, request
    response.headers["location"] = location.encode().decode("latin-1")
    response._content = b""  # so that the package reads no socket
    session = Session()
    session.trust_env = False  # neither ~/.netrc nor the variables for proxies
    for target in session.resolve_redirects(response, request, yield_requests=True):
        assert isinstance(target, PreparedRequest), "with yield_requests, these are no responses"
        return target
    raise ValueError("requests does not follow a redirect to nothing")


def by_httpx(string: str, base: str | None = None) -> Components:
    """Read *string* with the `httpx` package. Raises ``httpx.InvalidURL`` and UnicodeError."""
    from httpx import URL

    return components_by_httpx(URL, string, base)


def components_by_httpx(kind: type[httpx.URL | httpx2.URL], string: str, base: str | None) -> Components:
    """Return the components of a URL of httpx's or httpx2's, with its own class."""
    url = kind(string) if base is None else kind(base).join(string)
    username, password = split_userinfo(url.userinfo.decode())
    # `URL.fragment` and `URL.path` are percent-decoded, and `raw_path` has "/" for an empty path.
    before, _, fragment = str(url).partition("#")
    path, _, query = url.raw_path.decode().partition("?")
    if path == "/" and not before.partition("?")[0].endswith("/"):
        path = ""
    return components_of(url.scheme, username, password, url.raw_host.decode(), url.port, path, query, fragment)


def by_yarl(string: str, base: str | None = None) -> Components:
    """Read *string* with the `yarl` package. Raises ValueError."""
    from yarl import URL

    url = URL(string) if base is None else URL(base).join(URL(string))
    return components_of(
        *(url.scheme, url.raw_user, url.raw_password, url.raw_host, url.explicit_port),
        *(url.raw_path, url.raw_query_string, url.raw_fragment),
    )


def port_of(digits: str | None) -> int | str | None:
    """Return the port as an int, or unchanged if it has more digits than Python converts."""
    return digits if not digits or len(digits) > 4_000 else int(digits)


def split_userinfo(userinfo: str | None) -> tuple[str, str]:
    """Return the username and the password in *userinfo*, each of which may be empty."""
    username, _, password = (userinfo or "").partition(":")
    return username, password


# For each parser's name, its function and the package that it needs. `others` has those to be named.
PARSERS: dict[str, tuple[Parser, str | None]] = {
    "whatwg": (by_whatwg, None),
    "rfc3986": (by_rfc3986, None),
    "urllib.parse": (by_urllib, None),
    "requests": (by_requests, "requests"),
    "httpx": (by_httpx, "httpx"),
    "yarl": (by_yarl, "yarl"),
}

# This package's own grow with the length of the string, and older editions of the URL Standard do too.
OWN_PARSERS = ("whatwg", "rfc3986")

# Of each runtime, the program that must be on PATH.
RUNTIMES = {"curl": "curl", "node": "node", "node-legacy": "node", "go": "go", "java": "java"}
