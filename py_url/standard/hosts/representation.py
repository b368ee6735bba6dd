"""§3.1 Host representation and §3.7 Host equivalence.

A host is a `Domain`, an `IPv4Address`, an `IPv6Address`, an `OpaqueHost`, or the empty host, which is ``""``.
https://url.spec.whatwg.org/#host-representation
"""

from __future__ import annotations

from py_url.standard.hosts.ipv4 import IPv4Address
from py_url.standard.hosts.ipv6 import IPv6Address


class Domain(str):
    """A *domain*: a non-empty ASCII string that identifies a realm within a network.

    https://url.spec.whatwg.org/#concept-domain
    """

    __module__ = "py_url.standard"  # that users import it from: pickles name it

    __slots__ = ()

    def __repr__(self) -> str:
        return f"{type(self).__name__}({str.__repr__(self)})"


class OpaqueHost(str):
    """An *opaque host*: the host of a URL that is not special, a non-empty ASCII string.

    https://url.spec.whatwg.org/#opaque-host
    """

    __module__ = "py_url.standard"  # that users import it from: pickles name it

    __slots__ = ()

    def __repr__(self) -> str:
        return f"{type(self).__name__}({str.__repr__(self)})"


# The only host that is a plain str is the empty one.
Host = Domain | OpaqueHost | IPv4Address | IPv6Address | str


def host_equals(a: Host, b: Host) -> bool:
    """§3.7 Return whether host *a* *equals* host *b*: both are the same kind of host with the same value.

    A plain str is a host only if it is empty.

    https://url.spec.whatwg.org/#concept-host-equals

    Raises:
        TypeError: If one of them is not a host.

    >>> host_equals(Domain("h"), OpaqueHost("h"))
    False
    """
    return kind_of(a) is kind_of(b) and a == b


def kind_of(host: object, what: str = "a host") -> type:
    """Return the kind of a host, which may be an instance of a subclass. Raises TypeError if *host* is not a host.

    *what* names it in the message.
    """
    for kind in (Domain, OpaqueHost, IPv4Address, IPv6Address):
        if isinstance(host, kind):
            return kind
    if not isinstance(host, str):
        raise TypeError(f"{what} must be one that host_parse() returns, not {type(host).__name__}")
    if host != "":
        raise TypeError(
            f"{what} must be one that host_parse() returns; only an empty host is a plain {type(host).__name__}"
        )
    return str
