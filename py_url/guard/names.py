"""Names that lead to special addresses without asking DNS: localhost, ``*.local``, ``*.internal``, metadata services.

Takes a domain as the URL Standard serializes it, and returns the kinds of addresses that it may lead to, of those in
`py_url.guard.addresses`. See RFC 6761, RFC 6762 with its appendix G, RFC 7686, RFC 9476, and
https://www.iana.org/assignments/special-use-domain-names/.
"""

from __future__ import annotations

import re

from py_url.guard.addresses import kinds_of_address
from py_url.guard.zones import ADDRESS_ZONES, LOOPBACK_ZONES, METADATA_HOSTS, TOP_LEVEL_ZONES, ZONES
from py_url.standard.hosts.ipv4 import IPv4Address
from py_url.standard.hosts.ipv6 import parse_ipv6
from py_url.standard.infra.validation import Failure

TOP_LEVEL = {zone: kind for zone, kind, _ in TOP_LEVEL_ZONES}
LOCAL_ZONES = frozenset(zone for zone, _, _ in ZONES)
METADATA_NAMES = frozenset(host for host, _ in METADATA_HOSTS)
ADDRESS_SERVICES = tuple(zone for zone, _ in ADDRESS_ZONES)
LOOPBACK_SERVICES = tuple(zone for zone, _ in LOOPBACK_ZONES)

# Compiled on first use, as few names need them; `re` caches them.
_DOTTED = r"(?<![0-9])(?=([0-9]{1,3})[.-]([0-9]{1,3})[.-]([0-9]{1,3})[.-]([0-9]{1,3})(?![0-9]))"
_HEXADECIMAL = r"(?=([0-9a-f]{8}))"  # anywhere: nip.io also finds the address in "a7f000001"
# The names that have one address and nothing else.
_ONE_ADDRESS = r"(?:[0-9]{1,3}([.-]))(?:[0-9]{1,3}\1){2}[0-9]{1,3}\.|[0-9a-f]{8}\."


def kinds_of_name(name: str, services: frozenset[str] = frozenset()) -> tuple[str, ...]:
    """Return the kinds of addresses that a domain leads to without DNS, or ``()`` if only DNS can say.

    *name* is in lower case and without a final dot. *services* are domains of `ADDRESS_SERVICES` and
    `LOOPBACK_SERVICES`; the rest is known.
    """
    if name in METADATA_NAMES:
        return ("metadata",)
    top = name.rpartition(".")[2]
    if top in TOP_LEVEL:
        return (TOP_LEVEL[top],)
    if "." not in name:
        # It may be a name of the local network, or one in the hosts file such as ip6-localhost.
        return ("loopback",) if name.startswith(("ip6-l", "localhost")) else ("private",)
    for zone, kind, _ in ZONES:
        if name == zone or name.endswith(f".{zone}"):
            return (kind,)
    service = next((one for one in services if name == one or name.endswith(f".{one}")), None)
    return () if service is None else _kinds_at(service, name.removesuffix(service))


def _kinds_at(service: str, rest: str) -> tuple[str, ...]:
    if service in LOOPBACK_SERVICES:
        return ("loopback",)
    if rest in ("", "www."):
        return ()  # the service's own site
    found = {kind for address in _ipv4_in(rest) for kind in kinds_of_address(address)}
    is_one = re.fullmatch(_ONE_ADDRESS, rest) is not None
    for label in rest.split("."):
        try:
            found.update(kinds_of_address(parse_ipv6(label.replace("-", ":"))))
            is_one = rest == f"{label}."
        except Failure:
            pass
    if not (is_one and found):
        # It may have another address in a spelling that only the service reads: "8.8.8.8.a7f000001.nip.io".
        found.add("private")
    return tuple(sorted(found))


def _ipv4_in(text: str) -> list[IPv4Address]:
    found = [int(number, 16) for number in re.findall(_HEXADECIMAL, text)]
    for parts in re.findall(_DOTTED, text):
        numbers = [*map(int, parts)]
        if max(numbers) < 256:
            found.append(int.from_bytes(bytes(numbers), "big"))
    return [IPv4Address(number) for number in found]
