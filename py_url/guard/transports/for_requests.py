"""The adapter for requests."""

from __future__ import annotations

from functools import partial
from typing import Any

import requests
from requests.adapters import HTTPAdapter
from requests.exceptions import ConnectTimeout, InvalidURL
from requests.utils import select_proxy

from py_url.guard.transports.connecting import NO_PROXY, Chain, Guarding, addresses_of_proxy, expect_release, sending
from py_url.guard.transports.for_urllib3 import Manager, pool_classes
from py_url.guard.verdicts import Reason, Refused

TYPE_CHECKING = False
if TYPE_CHECKING:
    from requests import PreparedRequest, Response

expect_release(requests)


class RefusedRequest(Refused, InvalidURL):
    """A request that the policy refuses. It is a ``requests.RequestException`` too."""

    def __init__(self, reasons: tuple[Reason, ...] | str) -> None:
        super().__init__(reasons)
        self.request = self.response = None


_OF_PROXY = pool_classes(addresses_of_proxy)


class Adapter(HTTPAdapter):
    """An adapter whose pools connect to addresses that were checked. A session sends each redirect through it too."""

    # What requests pickles and copies.
    __attrs__ = [*HTTPAdapter.__attrs__, "_guarding", "_proxy"]  # noqa: RUF012 - requests' own

    def __init__(self, guarding: Guarding, proxy: str | None) -> None:
        self._guarding, self._proxy = guarding, proxy
        super().__init__()

    def init_poolmanager(self, connections: int, maxsize: int, block: bool = False, **pool_kwargs: Any) -> None:
        """Make the pools."""
        self.poolmanager = Manager(self._guarding, num_pools=connections, maxsize=maxsize, block=block, **pool_kwargs)

    def proxy_manager_for(self, proxy: Any, **proxy_kwargs: Any) -> Any:
        """Make the pools for a proxy that is trusted."""
        manager = super().proxy_manager_for(proxy, **proxy_kwargs)
        manager.pool_classes_by_scheme = _OF_PROXY
        return manager

    def send(
        self,
        request: PreparedRequest,
        stream: bool = False,
        timeout: Any = None,
        verify: Any = True,
        cert: Any = None,
        proxies: Any = None,
    ) -> Response:
        """Check the URL, then do what requests does. Raises Refused, and ValueError if there is another proxy."""
        url = str(request.url)
        # Requests hands the dict of hooks on to the request of a redirect.
        chain = Chain.of(request, request.hooks)
        with sending(chain, RefusedRequest, partial(ConnectTimeout, request=request)):
            self._guarding.check(url, chain)
            if self._proxy is not None:
                proxies = {"http": self._proxy, "https": self._proxy}
            elif proxies and select_proxy(url, proxies):
                raise ValueError(f"{NO_PROXY}; set session.trust_env = False")
            return super().send(request, stream, timeout, verify, cert, proxies)
