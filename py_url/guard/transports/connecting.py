"""What the transports share: the checks of their arguments, and connecting to one of several addresses."""

from __future__ import annotations

from py_url.guard.policy import Policy, public_web

TYPE_CHECKING = False
if TYPE_CHECKING:
    import ssl
    from collections.abc import Callable, Iterable
    from typing import TypeVar

    from py_url.guard.resolving import Resolver

    _Connection = TypeVar("_Connection")

NO_PROXY = "the guard uses no proxy, because a proxy resolves names itself"


def expect_policy(policy: Policy | None) -> Policy:
    """Return *policy*, or `public_web` if it is None; raise TypeError if it is something else."""
    if policy is None:
        return public_web()
    if not isinstance(policy, Policy):
        raise TypeError(f"the policy must be a Policy, not {type(policy).__name__}")
    return policy


def expect_resolver(resolver: Resolver | None) -> Resolver | None:
    """Return *resolver*; raise TypeError if it is neither a function nor None."""
    if resolver is not None and not callable(resolver):
        raise TypeError(f"the resolver must be a function, not {type(resolver).__name__}")
    return resolver


def expect_ssl_context(context: ssl.SSLContext | None) -> ssl.SSLContext | None:
    """Return *context*; raise TypeError if it is neither an ``ssl.SSLContext`` nor None."""
    if context is not None:
        import ssl

        if not isinstance(context, ssl.SSLContext):
            raise TypeError(f"the SSL context must be an ssl.SSLContext, not {type(context).__name__}")
    return context


def first_that_connects(addresses: Iterable[str], connect: Callable[[str], _Connection]) -> _Connection:
    """Return the connection to the first address that takes one. Raises the exception of the last one."""
    failure: Exception | None = None
    for address in addresses:
        try:
            return connect(address)
        except Exception as error:  # each library has its own; the last one is raised
            failure = error
    assert failure is not None, "a host that has no address is refused"
    raise failure
