"""HTTP clients that fetch only what a policy allows, and connect only to addresses that were checked.

Each function returns a replacement for the transport of its library. Before every request, including redirects, the
URL is checked. For every connection, the host is resolved once, each address is checked, and the connection goes to one
of those addresses; TLS verifies the name. A refusal raises `py_url.guard.Refused`, which is also an exception of the
client (``httpx.HTTPError``, ``requests.RequestException`` ...) and is not retried. A proxy would resolve names itself,
so none is used, unless *proxy* names one that is trusted.

The libraries are imported on first use: this package does not depend on them. An older release than aiohttp 3.9, httpx
0.26, requests 2.31 or urllib3 2.0 raises ImportError.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TypedDict, Unpack

from py_url.guard.policy import Policy
from py_url.guard.resolving import Resolver
from py_url.guard.transports.connecting import Guarding, expect_proxy, expect_ssl_context
from py_url.guard.verdicts import Verdict
from py_url.standard.infra.late import Late

TYPE_CHECKING = False
if TYPE_CHECKING:
    import ssl
    import urllib.request as urllib_request

    import aiohttp
    import httpx
    import httpx2
    import requests.adapters
    import urllib3
else:
    # Annotations can be evaluated where the package is installed.
    aiohttp, httpx, httpx2, requests = map(Late, ("aiohttp", "httpx", "httpx2", "requests"))
    ssl, urllib3, urllib_request = map(Late, ("ssl", "urllib3", "urllib.request"))


__all__ = [
    "Options",
    "aiohttp_connector",
    "httpx2_async_transport",
    "httpx2_transport",
    "httpx_async_transport",
    "httpx_transport",
    "requests_adapter",
    "urllib3_pool_manager",
    "urllib_opener",
]


class Options(TypedDict, total=False):
    """Further arguments of each function: the limits that only a transport can keep, and a function for verdicts.

    - *deadline* is how many seconds a request may last with its redirects and retries, until the headers of the last
      response. Limit its body yourself.
    - *max_redirects* is how many redirects may follow a request, also to the same URL.
    - *keep_https* refuses a redirect from https to http.
    - *on_verdict* is a function that is called with each `Verdict`: of a URL, and of the addresses of a connection
      that is refused. Userinfo and secret parameters in its ``url`` are replaced by ``***``.
    - *report_only* calls *on_verdict* and refuses nothing.
    """

    deadline: float | None
    max_redirects: int | None
    keep_https: bool
    on_verdict: Callable[[Verdict], object] | None
    report_only: bool


def httpx_transport(
    policy: Policy | None = None,
    resolver: Resolver | None = None,
    *,
    ssl_context: ssl.SSLContext | None = None,
    proxy: str | None = None,
    **options: Unpack[Options],
) -> httpx.BaseTransport:
    """Return a transport for ``httpx.Client``.

    A client that also gets ``proxy=`` or ``mounts=`` sends requests past this transport. *policy* is `public_web` if it
    is None, *resolver* that of the operating system, and *ssl_context* that of httpx. *proxy* is the URL of a proxy
    that is trusted to resolve names: each URL is checked, but no address, and every connection goes to that proxy.
    *options* are `Options`.

    Raises:
        TypeError: If an argument has another type.
        ValueError: For a limit or a proxy that makes no sense.
        ModuleNotFoundError: If httpx is not installed.

    >>> import httpx
    >>> client = httpx.Client(transport=httpx_transport(), trust_env=False)
    """
    guarding = Guarding(policy, resolver, **options)
    context, trusted = expect_ssl_context(ssl_context), expect_proxy(proxy)
    from py_url.guard.transports import for_httpx

    return for_httpx.SyncTransport(guarding, context, trusted)


def httpx_async_transport(
    policy: Policy | None = None,
    resolver: Resolver | None = None,
    *,
    ssl_context: ssl.SSLContext | None = None,
    proxy: str | None = None,
    **options: Unpack[Options],
) -> httpx.AsyncBaseTransport:
    """Return a transport for ``httpx.AsyncClient``.

    The arguments are *policy*, *resolver*, *ssl_context*, *proxy* and *options*, as for `httpx_transport`. The resolver
    runs in a thread. Addresses are tried as in RFC 8305 (Happy Eyeballs).

    >>> import httpx
    >>> client = httpx.AsyncClient(transport=httpx_async_transport(), trust_env=False)
    """
    guarding = Guarding(policy, resolver, **options)
    context, trusted = expect_ssl_context(ssl_context), expect_proxy(proxy)
    from py_url.guard.transports import for_httpx

    return for_httpx.AsyncTransport(guarding, context, trusted)


def httpx2_transport(
    policy: Policy | None = None,
    resolver: Resolver | None = None,
    *,
    ssl_context: ssl.SSLContext | None = None,
    proxy: str | None = None,
    **options: Unpack[Options],
) -> httpx2.BaseTransport:
    """Return the transport of `httpx_transport` for ``httpx2.Client``.

    The arguments are *policy*, *resolver*, *ssl_context*, *proxy* and *options*, as there.

    >>> import httpx2
    >>> client = httpx2.Client(transport=httpx2_transport(), trust_env=False)
    """
    guarding = Guarding(policy, resolver, **options)
    context, trusted = expect_ssl_context(ssl_context), expect_proxy(proxy)
    from py_url.guard.transports import for_httpx2

    return for_httpx2.SyncTransport(guarding, context, trusted)


def httpx2_async_transport(
    policy: Policy | None = None,
    resolver: Resolver | None = None,
    *,
    ssl_context: ssl.SSLContext | None = None,
    proxy: str | None = None,
    **options: Unpack[Options],
) -> httpx2.AsyncBaseTransport:
    """Return the transport of `httpx_async_transport` for ``httpx2.AsyncClient``.

    The arguments are *policy*, *resolver*, *ssl_context*, *proxy* and *options*, as there.

    >>> import httpx2
    >>> client = httpx2.AsyncClient(transport=httpx2_async_transport(), trust_env=False)
    """
    guarding = Guarding(policy, resolver, **options)
    context, trusted = expect_ssl_context(ssl_context), expect_proxy(proxy)
    from py_url.guard.transports import for_httpx2

    return for_httpx2.AsyncTransport(guarding, context, trusted)


def requests_adapter(
    policy: Policy | None = None,
    resolver: Resolver | None = None,
    *,
    proxy: str | None = None,
    **options: Unpack[Options],
) -> requests.adapters.HTTPAdapter:
    """Return an adapter: mount it for ``http://`` and ``https://`` on a session of requests.

    *policy*, *resolver*, *proxy* and *options* are those of `httpx_transport`. A request through another proxy raises
    ValueError: set ``session.trust_env = False`` if the environment names one.

    Raises:
        TypeError: If an argument has another type.
        ValueError: For a limit or a proxy that makes no sense.
        ModuleNotFoundError: If requests is not installed.

    >>> import requests
    >>> session = requests.Session()
    >>> for scheme in "http", "https":
    ...     session.mount(f"{scheme}://", requests_adapter())
    """
    guarding, trusted = Guarding(policy, resolver, **options), expect_proxy(proxy)
    from py_url.guard.transports import for_requests

    return for_requests.Adapter(guarding, trusted)


def urllib3_pool_manager(
    policy: Policy | None = None, resolver: Resolver | None = None, **options: object
) -> urllib3.PoolManager:
    """Return a pool manager of urllib3.

    *policy* and *resolver* are those of `httpx_transport`; *options* are `Options` and those of
    ``urllib3.PoolManager``.

    Raises:
        TypeError: If an argument has another type.
        ValueError: For a limit that makes no sense.
        ModuleNotFoundError: If urllib3 is not installed.

    >>> pool = urllib3_pool_manager(max_redirects=3)
    """
    ours = {name: options.pop(name) for name in Options.__annotations__ if name in options}
    guarding = Guarding(policy, resolver, **ours)  # type: ignore[arg-type]  # it checks them
    from py_url.guard.transports import for_urllib3

    return for_urllib3.Manager(guarding, **options)


def aiohttp_connector(
    policy: Policy | None = None,
    resolver: Resolver | None = None,
    *,
    ssl_context: ssl.SSLContext | None = None,
    **options: Unpack[Options],
) -> aiohttp.TCPConnector:
    """Return a connector for ``aiohttp.ClientSession(connector=...)``; call this in a running event loop.

    *policy*, *resolver* and *options* are those of `httpx_transport`, and *ssl_context* is that of aiohttp. The
    resolver runs in a thread. A request through a proxy raises ValueError. aiohttp removes the credentials from a URL
    before it calls the connector, so this does not see those of a redirect.

    Raises:
        TypeError: If an argument has another type.
        ValueError: For a limit that makes no sense.
        ModuleNotFoundError: If aiohttp is not installed.

    >>> import aiohttp
    >>> async def get(url):
    ...     async with aiohttp.ClientSession(connector=aiohttp_connector()) as session:
    ...         return await session.get(url)
    """
    guarding, context = Guarding(policy, resolver, **options), expect_ssl_context(ssl_context)
    from py_url.guard.transports import for_aiohttp

    return for_aiohttp.Connector(guarding, context)


def urllib_opener(
    policy: Policy | None = None,
    resolver: Resolver | None = None,
    *,
    ssl_context: ssl.SSLContext | None = None,
    **options: Unpack[Options],
) -> urllib_request.OpenerDirector:
    """Return an opener of `urllib.request` that opens http and https URLs only, without a proxy.

    *policy*, *resolver* and *options* are those of `httpx_transport`. *ssl_context* is that of ``http.client`` if it is
    None. A request through a proxy raises ValueError, and so does a limit that makes no sense.

    Raises:
        TypeError: If an argument has another type.

    >>> opener = urllib_opener(max_redirects=3)
    """
    guarding, context = Guarding(policy, resolver, **options), expect_ssl_context(ssl_context)
    from py_url.guard.transports import for_urllib

    return for_urllib.opener(guarding, context)
