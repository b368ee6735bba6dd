"""The adapter for requests."""

from __future__ import annotations

from typing import Any

import requests
from requests.adapters import HTTPAdapter
from requests.exceptions import ConnectTimeout, InvalidURL
from requests.utils import select_proxy

from py_url.guard.transports.connecting import NO_PROXY, Chain, Guarding, expect_release, refusals_as
from py_url.guard.transports.for_urllib3 import Manager
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


class Adapter(HTTPAdapter):
    """An adapter whose pools connect to addresses that were checked. A session sends each redirect through it too."""

    # What requests pickles and copies.
    __attrs__ = [*HTTPAdapter.__attrs__, "_guarding", "_proxy"]  # noqa: RUF012 - requests' own

    def __init__(self, guarding: Guarding, proxy: str | None) -> None:
        self._guarding, self._proxy = guarding, proxy
        super().__init__()

    def init_poolmanager(self, connections: int, maxsize: int, block: bool = False, **pool_kwargs: Any) -> None:  # noqa: ANN401 - requests' own
        """Make the pools."""
        self.poolmanager = Manager(self._guarding, num_pools=connections, maxsize=maxsize, block=block, **pool_kwargs)

    def send(
        self,
        request: PreparedRequest,
        stream: bool = False,
        timeout: Any = None,  # noqa: ANN401 - requests' own
        verify: Any = True,  # noqa: ANN401 - as above
        cert: Any = None,  # noqa: ANN401 - as above
        proxies: Any = None,  # noqa: ANN401 - as above
    ) -> Response:
        """Check the URL, then do what requests does. Raises Refused, and ValueError if there is another proxy."""
        url = str(request.url)
        # Requests hands the dict of hooks on to the request of a redirect.
        chain = Chain.of(request, request.hooks)
        with refusals_as(RefusedRequest):
            self._guarding.check(url, chain)
            if self._proxy is not None:
                proxies = {"http": self._proxy, "https": self._proxy}
            elif proxies and select_proxy(url, proxies):
                raise ValueError(f"{NO_PROXY}; set session.trust_env = False")
            if self._guarding.has_limits:
                timeout = self._timeout(timeout, chain, request)
            return super().send(request, stream, timeout, verify, cert, proxies)

    def _timeout(self, timeout: Any, chain: Chain, request: PreparedRequest) -> tuple[float | None, ...]:  # noqa: ANN401 - as above
        both = timeout if isinstance(timeout, tuple) else (timeout, timeout)
        try:
            return tuple(self._guarding.seconds_left(chain, one) for one in both)
        except TimeoutError as error:
            raise ConnectTimeout(str(error), request=request) from error
