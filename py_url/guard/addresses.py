"""What kind of address an IP address is: IANA's special-purpose registries, metadata services, addresses in addresses.

Takes an `IPv4Address` or `IPv6Address` of the URL Standard, and returns the kinds. An IPv6 address that contains an
IPv4 address, as those of NAT64 and 6to4 do, has the kinds of both. The tables are IANA's of 2025-10, so the
answer is the same in every Python; ``ipaddress`` of Python 3.11 to 3.14 lacks some of them. See
https://www.iana.org/assignments/iana-ipv4-special-registry/ and
https://www.iana.org/assignments/iana-ipv6-special-registry/.
"""

from __future__ import annotations

from py_url.guard.clouds import networks_of
from py_url.standard.hosts.ipv4 import IPv4Address, parse_ipv4
from py_url.standard.hosts.ipv6 import IPv6Address, parse_ipv6

KINDS = {
    "global": "an address of the public internet",
    "loopback": "an address of this computer",
    "private": "an address of a private network",
    "link-local": "an address of the local network segment",
    "shared": "an address behind a provider's NAT",
    "metadata": "the address of a metadata service, which hands out credentials",
    "multicast": "an address of a group of machines",
    "unspecified": "an address that stands for this computer",
    "tunnel": "an address of a tunnel, which leads to the address inside it",
    "documentation": "an address for documentation",
    "benchmarking": "an address for benchmarks",
    "reserved": "a reserved address",
}
"""The kinds of addresses, each with what it is. A policy names those that it allows."""


def _ipv4_networks(*networks: str) -> tuple[tuple[int, int], ...]:
    """Return the first and the last address of each network."""
    found = []
    for network in networks:
        start, _, length = network.partition("/")
        first = int(parse_ipv4(start))
        found.append((first, first + (1 << 32 - int(length or 32)) - 1))
    return tuple(found)


def _ipv6_networks(*networks: str) -> tuple[tuple[int, int], ...]:
    found = []
    for network in networks:
        start, _, length = network.partition("/")
        first = int(parse_ipv6(start))
        found.append((first, first + (1 << 128 - int(length or 128)) - 1))
    return tuple(found)


_IPV4 = {
    "metadata": _ipv4_networks(*networks_of("metadata", ipv6=False)),
    "unspecified": _ipv4_networks("0.0.0.0/8"),
    "loopback": _ipv4_networks("127.0.0.0/8"),
    "private": _ipv4_networks(*("10.0.0.0/8", "172.16.0.0/12", "192.168.0.0/16"), *networks_of("private", ipv6=False)),
    "shared": _ipv4_networks("100.64.0.0/10"),
    "link-local": _ipv4_networks("169.254.0.0/16"),
    "documentation": _ipv4_networks("192.0.2.0/24", "198.51.100.0/24", "203.0.113.0/24"),
    "benchmarking": _ipv4_networks("198.18.0.0/15"),
    "multicast": _ipv4_networks("224.0.0.0/4"),
    # IETF protocol assignments, the relays of 6to4, and what is kept for the future, with the broadcast address.
    "reserved": _ipv4_networks("192.0.0.0/24", "192.88.99.0/24", "240.0.0.0/4"),
}
_IPV6 = {
    "metadata": _ipv6_networks(*networks_of("metadata", ipv6=True)),
    "unspecified": _ipv6_networks("::"),
    "loopback": _ipv6_networks("::1"),
    # Unique local, site-local (deprecated), local NAT64.
    "private": _ipv6_networks(*("fc00::/7", "fec0::/10", "64:ff9b:1::/48"), *networks_of("private", ipv6=True)),
    "link-local": _ipv6_networks("fe80::/10"),
    "documentation": _ipv6_networks("2001:db8::/32", "3fff::/20"),
    "benchmarking": _ipv6_networks("2001:2::/48"),
    "multicast": _ipv6_networks("ff00::/8"),
    "tunnel": _ipv6_networks("2001::/32", "2002::/16"),
}
# What is neither above nor here is reserved: IANA has given out 2000::/3 and the well-known prefix of NAT64 only.
_IPV6_GLOBAL = _ipv6_networks("2000::/3", "64:ff9b::/96", "::ffff:0:0/96")
# IETF protocol assignments, with ORCHID.
_IPV6_RESERVED = _ipv6_networks("2001::/23")

# How IPv6 writes an IPv4 address: the bits before it, and how many follow it. Compatible, mapped and translated
# addresses, NAT64, 6to4.
_NOTATIONS = ((0, 0), (0xFFFF, 0), (0xFFFF_0000, 0), (0x64_FF9B << 64, 0), (0x2002, 80))
_LOW = 0xFFFFFFFF


def kinds_of_address(address: IPv4Address | IPv6Address) -> tuple[str, ...]:
    """Return the `KINDS` of *address*.

    An address with another one inside has the kinds of both. An address that is only global gives ``("global",)``.

    Raises:
        TypeError: If *address* is not one of the two.

    >>> kinds_of_address(IPv4Address(0x7F000001))
    ('loopback',)
    """
    kinds = dict.fromkeys(kind for _, kinds in kinds_of_parts(address) for kind in kinds if kind != "global")
    return tuple(kinds) or ("global",)


def kinds_of_parts(address: IPv4Address | IPv6Address) -> list[tuple[IPv4Address | IPv6Address, tuple[str, ...]]]:
    """Return an address with its own kinds, and each IPv4 address inside with its kinds. Raises TypeError if *address*
    is no address.
    """
    if isinstance(address, IPv4Address):
        return [(address, _kinds_of_ipv4(int(address)))]
    if not isinstance(address, IPv6Address):
        raise TypeError(f"an address must be an IPv4Address or an IPv6Address, not {type(address).__name__}")
    value = int(address)
    kinds = tuple(kind for kind, networks in _IPV6.items() if _is_in(value, networks))
    if not kinds and (not _is_in(value, _IPV6_GLOBAL) or _is_in(value, _IPV6_RESERVED)):
        kinds = ("reserved",)
    inside = [(inner, _kinds_of_ipv4(int(inner))) for inner in ipv4_inside(address)]
    return [(address, kinds or ("global",)), *inside]


def _kinds_of_ipv4(value: int) -> tuple[str, ...]:
    return tuple(kind for kind, networks in _IPV4.items() if _is_in(value, networks)) or ("global",)


def _is_in(value: int, networks: tuple[tuple[int, int], ...]) -> bool:
    return any(first <= value <= last for first, last in networks)


def ipv4_inside(address: IPv6Address) -> tuple[IPv4Address, ...]:
    """Return the IPv4 addresses that an IPv6 address may lead to: mapped, compatible and translated ones, those of
    NAT64, 6to4, Teredo (the server and the client) and ISATAP.
    """
    value = int(address)
    if value < 2:
        return ()  # :: and ::1 are compatible addresses by their form alone
    low = value & _LOW
    found = [value >> bits & _LOW for before, bits in _NOTATIONS if value >> bits + 32 == before]
    if value >> 80 == 0x0064_FF9B_0001:  # RFC 6052 §2.2: by the length of the prefix, which only the network knows
        found += [low, value >> 24 & _LOW, (value >> 64 & 0xFF) << 24 | value >> 32 & 0xFFFFFF]
        found.append((value >> 64 & 0xFFFF) << 16 | value >> 40 & 0xFFFF)
    if value >> 96 == 0x2001_0000:
        found += [value >> 64 & _LOW, low ^ _LOW]
    if value >> 32 & 0xFDFF_FFFF == 0x0000_5EFE:
        found.append(low)
    return tuple(map(IPv4Address, dict.fromkeys(found)))


def ipv4_meant(
    first: IPv4Address | IPv6Address, last: IPv4Address | IPv6Address
) -> tuple[IPv4Address, IPv4Address] | None:
    """Return the first and the last IPv4 address of a network that is written in a notation of IPv6.

    It is None for any other network, and for a whole notation: ``64:ff9b::/96`` is the network of NAT64 itself.
    """
    for before, bits in _NOTATIONS if isinstance(first, IPv6Address) else ():
        low, high = int(first) >> bits, int(last) >> bits
        if low >> 32 == high >> 32 == before and high - low < _LOW and high > 1:
            return IPv4Address(low & _LOW), IPv4Address(high & _LOW)
    return None


def kinds_within(first: IPv4Address | IPv6Address, last: IPv4Address | IPv6Address) -> set[str]:
    """Return the kinds of both addresses, and those in the tables that an address between them has."""
    table = _IPV4 if isinstance(first, IPv4Address) else _IPV6
    between = (
        kind
        for kind, networks in table.items()
        if any(start <= int(last) and int(first) <= end for start, end in networks)
    )
    return {*kinds_of_address(first), *kinds_of_address(last), *between}
