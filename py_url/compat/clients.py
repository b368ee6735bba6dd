"""URLs for HTTP clients that send exactly these bytes, and back: yarl (aiohttp), httpx, httpx2 and requests.

Each client has a parser of its own, which may percent-encode a URL again. This invalidates a signature over it. A
function here finds out what the client would send, and raises ValueError if that is not the path and the query of the
URL, to its host and port. The clients are imported on use. https://httpwg.org/specs/rfc9112.html#request.target
"""

from __future__ import annotations

import sys

from py_url.api.frozen import FrozenURL
from py_url.api.url import URL
from py_url.standard.infra.late import Late
from py_url.standard.infra.showing import hide_secrets
from py_url.standard.urls import components
from py_url.standard.urls.special_schemes import SPECIAL_SCHEMES

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Collection
    from types import ModuleType
    from typing import Any

    import httpx
    import httpx2
    import requests
    import yarl
else:
    # Annotations can be evaluated where the package is installed.
    httpx, httpx2, requests, yarl = Late("httpx"), Late("httpx2"), Late("requests"), Late("yarl")

__all__ = [
    "from_httpx",
    "from_requests",
    "from_yarl",
    "request_target",
    "to_httpx",
    "to_httpx2",
    "to_requests",
    "to_yarl",
]

_HTTP = ("http", "https")


def to_yarl(url: str | URL) -> yarl.URL:
    """Return *url* as yarl's, for aiohttp.

    Raises the errors of `FrozenURL` if *url* is not a URL.

    Raises:
        ValueError: If aiohttp would send another target: it leaves out the "?" of an empty query. If the scheme is not
            http, https, ws or wss.

    >>> to_yarl("https://h/%2f")
    URL('https://h/%2f')
    """
    import yarl

    frozen = _taken(url, "yarl", (*_HTTP, "ws", "wss"))
    other = yarl.URL(frozen.href, encoded=True)
    _expect_the_same(frozen, "yarl", other.raw_path_qs, other.raw_host, other.port)
    return other


def from_yarl(url: yarl.URL) -> FrozenURL:
    """Return *url*, one of yarl's, as a `FrozenURL`.

    Raises:
        InvalidURL: If it does not parse.
        TypeError: For another type.

    >>> import yarl
    >>> from_yarl(yarl.URL("https://h"))
    FrozenURL('https://h/')
    """
    import yarl

    if not isinstance(url, yarl.URL):
        raise TypeError(f"from_yarl takes a yarl.URL, not {type(url).__name__}")
    return FrozenURL(str(url))


def to_httpx(url: str | URL) -> httpx.URL:
    """Return *url* as httpx's, for ``httpx.get``.

    Raises the errors of `FrozenURL` if *url* is not a URL.

    Raises:
        ValueError: If httpx would send another target or refuses the host, and if the scheme is not http or https.

    >>> to_httpx("https://h/%2f")
    URL('https://h/%2f')
    """
    import httpx

    other: httpx.URL = _by_httpx(url, httpx)
    return other


def to_httpx2(url: str | URL) -> httpx2.URL:
    """Return *url* as httpx2's, for ``httpx2.get``.

    Raises the errors of `FrozenURL` if *url* is not a URL.

    Raises:
        ValueError: If httpx2 would send another target or refuses the host, and if the scheme is not http or https.

    >>> to_httpx2("https://h/%2f")
    URL('https://h/%2f')
    """
    import httpx2

    other: httpx2.URL = _by_httpx(url, httpx2)
    return other


def _by_httpx(url: str | URL, httpx: ModuleType) -> Any:  # noqa: ANN401 - the URL of that module
    frozen = _taken(url, httpx.__name__, _HTTP)
    try:
        other = httpx.URL(frozen.href)
        # A request asks for the Unicode form of the host, which a label of Punycode may not have.
        other.host  # noqa: B018 - the property raises
    except (httpx.InvalidURL, UnicodeError) as error:
        raise _refused(httpx.__name__, hide_secrets(str(error))) from None
    _expect_the_same(frozen, httpx.__name__, other.raw_path.decode(), other.raw_host.decode(), other.port)
    return other


def from_httpx(url: httpx.URL | httpx2.URL) -> FrozenURL:
    """Return *url*, one of httpx's or httpx2's, as a `FrozenURL`.

    Raises:
        InvalidURL: If it does not parse.
        TypeError: For another type.

    >>> import httpx
    >>> from_httpx(httpx.URL("https://h"))
    FrozenURL('https://h/')
    """
    # Only one of the two may be installed; a URL of the other one cannot be here then.
    classes = tuple(sys.modules[name].URL for name in ("httpx", "httpx2") if name in sys.modules)
    if not isinstance(url, classes):
        raise TypeError(f"from_httpx takes an httpx.URL or an httpx2.URL, not {type(url).__name__}")
    return FrozenURL(str(url))


def to_requests(url: str | URL) -> str:
    """Return *url* as a str that requests sends as it is, for ``requests.get``.

    requests and urllib3 percent-encode a URL again, and no public option stops them. Raises the errors of `FrozenURL`
    if *url* is not a URL.

    Raises:
        ValueError: If they would send another target: for example for ``|``, ``^``, ``[`` and ``]``, lowercase hex
            digits as in ``%2f``, and a "%" that stands for itself. If they refuse the host, and if the scheme is not
            http or https.

    >>> to_requests("https://EXAMPLE.com")
    'https://example.com/'
    """
    import requests
    from urllib3.exceptions import LocationParseError
    from urllib3.util import parse_url

    frozen = _taken(url, "requests", _HTTP)
    try:
        prepared = requests.Request("GET", frozen.href).prepare()
        # requests encodes the whole URL, then urllib3 its target.
        other = parse_url(prepared.url or "")
        target = parse_url(f"http://h{prepared.path_url}").request_uri
    except (requests.RequestException, LocationParseError, UnicodeError) as error:
        raise _refused("requests", hide_secrets(str(error))) from None
    _expect_the_same(frozen, "requests", target, other.host, other.port)
    return frozen.href


def from_requests(url: requests.PreparedRequest | requests.Response) -> FrozenURL:
    """Return the URL of a prepared request or of a response: *url*.

    Raises:
        InvalidURL: If it does not parse.
        TypeError: For another type.

    >>> import requests
    >>> from_requests(requests.Request("GET", "https://h").prepare())
    FrozenURL('https://h/')
    """
    import requests

    if not isinstance(url, requests.PreparedRequest | requests.Response):
        raise TypeError(f"from_requests takes a PreparedRequest or a Response, not {type(url).__name__}")
    return FrozenURL(url.url or "")


def request_target(url: URL) -> str:
    """Return the path and the query of a URL as a client has to send them, with the "?" of an empty query.

    Raises:
        TypeError: If *url* is not a URL.

    >>> request_target(FrozenURL("https://h/a?"))
    '/a?'
    """
    if not isinstance(url, URL):
        raise TypeError(f"request_target takes a URL, not {type(url).__name__}")
    query = components.to_record(url.href).query
    return url.pathname if query is None else f"{url.pathname}?{query}"


def _taken(url: str | URL, client: str, schemes: Collection[str]) -> FrozenURL:
    frozen = url.freeze() if isinstance(url, URL) else FrozenURL(url)
    if frozen.protocol[:-1] not in schemes:
        raise _refused(client, f"it needs a URL with the scheme {' or '.join(schemes)}, not {frozen.protocol[:-1]!r}")
    return frozen


def _expect_the_same(url: FrozenURL, client: str, target: str, host: str | None, port: int | None) -> None:
    expected = request_target(url)
    if target != expected:
        # Where they part is what the parser needs; the rest may hold a token.
        pairs = zip(f"{target} ", f"{expected} ", strict=False)
        at = next((place for place, (a, b) in enumerate(pairs) if a != b), min(len(target), len(expected)))
        ours, theirs = (part[at : at + 3] for part in (expected, target))
        raise _refused(client, f"it would send {theirs!r} instead of {ours!r} at {at} of the path and query")
    if (host or "").strip("[]") != url.hostname.strip("[]"):
        raise _refused(client, f"it would connect to the host {host or ''!r:.80} instead of {url.hostname!r:.80}")
    default = SPECIAL_SCHEMES[url.protocol[:-1]]
    asked, wanted = default if port is None else port, int(url.port) if url.port else default
    if asked != wanted:
        raise _refused(client, f"it would connect to the port {asked} instead of {wanted}")


def _refused(client: str, why: str) -> ValueError:
    return ValueError(f"{client} cannot send this URL unchanged: {why}")
