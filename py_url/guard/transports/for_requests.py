"""The adapter for requests."""

from __future__ import annotations

from typing import Any

from requests.adapters import HTTPAdapter
from requests.utils import select_proxy

from py_url.guard.fetch import require_fetch
from py_url.guard.transports.connecting import NO_PROXY
from py_url.guard.transports.for_urllib3 import Manager

TYPE_CHECKING = False
if TYPE_CHECKING:
    from requests import PreparedRequest, Response

    from py_url.guard.policy import Policy
    from py_url.guard.resolving import Resolver


class Adapter(HTTPAdapter):
    """An adapter whose pools connect to addresses that were checked. A session sends each redirect through it too."""

    # What requests pickles and copies.
    __attrs__ = [*HTTPAdapter.__attrs__, "_policy", "_resolver"]  # noqa: RUF012 - requests' own

    def __init__(self, policy: Policy, resolver: Resolver | None) -> None:
        self._policy = policy
        self._resolver = resolver
        super().__init__()

    def init_poolmanager(self, connections: int, maxsize: int, block: bool = False, **pool_kwargs: Any) -> None:  # noqa: ANN401 - requests' own
        """Make the pools."""
        self.poolmanager = Manager(
            self._policy, self._resolver, num_pools=connections, maxsize=maxsize, block=block, **pool_kwargs
        )

    def send(self, request: PreparedRequest, *arguments: Any, **options: Any) -> Response:  # noqa: ANN401 - as above
        """Check the URL, then do what requests does. Raises Refused, and ValueError if there is a proxy."""
        require_fetch(str(request.url), self._policy)
        proxies = options.get("proxies") or (arguments[4] if len(arguments) > 4 else None)
        if proxies and select_proxy(str(request.url), proxies):
            raise ValueError(f"{NO_PROXY}; set session.trust_env = False")
        return super().send(request, *arguments, **options)
