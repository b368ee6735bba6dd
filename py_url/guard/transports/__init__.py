"""HTTP clients that fetch only what a policy allows, and connect only to addresses that were checked.

Each function returns what its library takes in place of its own transport. Before every request, also that of a
redirect, the URL is checked. For every connection, the host is resolved once, each address is checked, and the
connection goes to one of those addresses; TLS verifies the name. A refusal raises `py_url.guard.Refused`. A proxy would
resolve names itself, so none is used.

The libraries are imported on first use: this package does not depend on them.
"""

from __future__ import annotations

from py_url.guard.policy import Policy
from py_url.guard.resolving import Resolver
from py_url.guard.transports.connecting import expect_policy, expect_resolver, expect_ssl_context
from py_url.standard.infra.code_points import Late

TYPE_CHECKING = False
if TYPE_CHECKING:
    import ssl
    import urllib.request as urllib_request

    import aiohttp
    import httpx
    import requests.adapters
    import urllib3
else:
    # Annotations can be evaluated where the package is installed.
    aiohttp, httpx, requests, ssl, urllib3 = map(Late, ("aiohttp", "httpx", "requests", "ssl", "urllib3"))
    urllib_request = Late("urllib.request")


__all__ = [
    "aiohttp_connector",
    "httpx_async_transport",
    "httpx_transport",
    "requests_adapter",
    "urllib3_pool_manager",
    "urllib_opener",
]


def httpx_transport(
    policy: Policy | None = None, resolver: Resolver | None = None, *, ssl_context: ssl.SSLContext | None = None
) -> httpx.BaseTransport:
    """Return a transport for ``httpx.Client(transport=..., trust_env=False)``.

    Without ``trust_env=False``, httpx would use a proxy that the environment names instead of this transport. *policy*
    is `public_web` if it is None, *resolver* that of the operating system, and *ssl_context* that of httpx. Raises
    TypeError if one of them is something else, and ModuleNotFoundError if httpx is not installed.
    """
    checked = expect_policy(policy), expect_resolver(resolver), expect_ssl_context(ssl_context)
    from py_url.guard.transports import for_httpx

    return for_httpx.SyncTransport(*checked)


def httpx_async_transport(
    policy: Policy | None = None, resolver: Resolver | None = None, *, ssl_context: ssl.SSLContext | None = None
) -> httpx.AsyncBaseTransport:
    """Return a transport for ``httpx.AsyncClient(transport=..., trust_env=False)``; see `httpx_transport`.

    The resolver runs in a thread.
    """
    checked = expect_policy(policy), expect_resolver(resolver), expect_ssl_context(ssl_context)
    from py_url.guard.transports import for_httpx

    return for_httpx.AsyncTransport(*checked)


def requests_adapter(policy: Policy | None = None, resolver: Resolver | None = None) -> requests.adapters.HTTPAdapter:
    """Return an adapter: mount it for ``http://`` and ``https://`` on a session of requests.

    A request through a proxy raises ValueError: set ``session.trust_env = False`` if the environment names one. Raises
    TypeError if an argument has another type, and ModuleNotFoundError if requests is not installed.
    """
    checked = expect_policy(policy), expect_resolver(resolver)
    from py_url.guard.transports import for_requests

    return for_requests.Adapter(*checked)


def urllib3_pool_manager(
    policy: Policy | None = None, resolver: Resolver | None = None, **options: object
) -> urllib3.PoolManager:
    """Return a pool manager of urllib3; *options* are those of ``urllib3.PoolManager``.

    Raises TypeError if an argument has another type, and ModuleNotFoundError if urllib3 is not installed.
    """
    checked = expect_policy(policy), expect_resolver(resolver)
    from py_url.guard.transports import for_urllib3

    return for_urllib3.Manager(*checked, **options)  # type: ignore[arg-type]  # mypy gives the options any name


def aiohttp_connector(
    policy: Policy | None = None, resolver: Resolver | None = None, *, ssl_context: ssl.SSLContext | None = None
) -> aiohttp.TCPConnector:
    """Return a connector for ``aiohttp.ClientSession(connector=...)``; call this in a running event loop.

    The resolver runs in a thread. A request through a proxy raises ValueError. aiohttp takes the credentials out of a
    URL before it asks the connector, so this does not see those of a redirect. Raises TypeError if an argument has
    another type, and ModuleNotFoundError if aiohttp is not installed.
    """
    checked = expect_policy(policy), expect_resolver(resolver), expect_ssl_context(ssl_context)
    from py_url.guard.transports import for_aiohttp

    return for_aiohttp.Connector(*checked)


def urllib_opener(
    policy: Policy | None = None, resolver: Resolver | None = None, *, ssl_context: ssl.SSLContext | None = None
) -> urllib_request.OpenerDirector:
    """Return an opener of `urllib.request` that opens http and https URLs only, without a proxy.

    *ssl_context* is that of ``http.client`` if it is None. A request through a proxy raises ValueError. Raises
    TypeError if an argument has another type.
    """
    checked = expect_policy(policy), expect_resolver(resolver), expect_ssl_context(ssl_context)
    from py_url.guard.transports import for_urllib

    return for_urllib.opener(*checked)
