"""Names that lead to special addresses without asking DNS: localhost, ``*.local``, ``*.internal``, metadata services.

Takes a domain as the URL Standard serializes it, and returns the kinds of addresses that it may lead to, of those in
`py_url.guard.addresses`. See RFC 6761, RFC 6762 with its appendix G, RFC 7686, RFC 9476, and
https://www.iana.org/assignments/special-use-domain-names/.
"""

from __future__ import annotations

import re

from py_url.guard.addresses import kinds_of_address
from py_url.standard.hosts.ipv4 import IPv4Address
from py_url.standard.hosts.ipv6 import parse_ipv6
from py_url.standard.infra.validation import Failure

TOP_LEVEL = {
    "localhost": "loopback",
    "localdomain": "loopback",
    "local": "link-local",
    # ICANN keeps .internal for private use; the others are of RFC 6762, or of Kubernetes, Consul and Docker.
    **dict.fromkeys(("internal", "intranet", "private", "corp", "home", "lan", "test"), "private"),
    **dict.fromkeys(("svc", "consul", "docker"), "private"),
    # No server on the internet has these: RFC 6761 §6.4, RFC 7686 (Tor), RFC 9476. Names under .example are like
    # others, by RFC 6761 §6.5.
    **dict.fromkeys(("alt", "invalid", "onion"), "reserved"),
}
"""Top-level domains that the public DNS does not have, each with the kind of addresses that its names lead to."""

METADATA_NAMES = frozenset(
    {
        *("metadata", "metadata.google.internal", "metadata.goog", "metadata.internal"),
        *("instance-data", "instance-data.ec2.internal", "metadata.tencentyun.com", "metadata.packet.net"),
        *("metadata.platformequinix.com", "api.metadata.cloud.ibm.com", "rancher-metadata"),
    }
)
"""The names of the metadata services of clouds."""

ADDRESS_SERVICES = ("nip.io", "sslip.io", "xip.io", "backname.io", "traefik.me", "local-ip.co", "local-ip.sh", "1u.ms")
"""Domains whose subdomains resolve to the address that is written in the name: ``127.0.0.1.nip.io``."""

LOOPBACK_SERVICES = (
    "localtest.me",
    "lvh.me",
    "vcap.me",
    "lacolhost.com",
    "localho.st",
    "yoogle.com",
    "bugbounty.click",
)
"""Domains that, with all their subdomains, resolve to 127.0.0.1, or have done so."""

# Compiled on first use, as few names need them; `re` caches them.
_DOTTED = r"(?<![0-9])(?=([0-9]{1,3})[.-]([0-9]{1,3})[.-]([0-9]{1,3})[.-]([0-9]{1,3})(?![0-9]))"
_HEXADECIMAL = r"(?<![0-9a-z])[0-9a-f]{8}(?![0-9a-z])"


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
    if name.endswith(".home.arpa") or name == "home.arpa":
        return ("private",)
    service = next((one for one in services if name == one or name.endswith(f".{one}")), None)
    return () if service is None else _kinds_at(service, name.removesuffix(service))


def _kinds_at(service: str, rest: str) -> tuple[str, ...]:
    """Return the kinds of the address that the name *rest* + *service* has in it."""
    if service in LOOPBACK_SERVICES:
        return ("loopback",)
    if rest in ("", "www."):
        return ()  # the service's own site
    found = {kind for address in _ipv4_in(rest) for kind in kinds_of_address(address)}
    for label in rest.split("."):
        try:
            found.update(kinds_of_address(parse_ipv6(label.replace("-", ":"))))
        except Failure:
            pass
    # A name in which no address is found may have it in a spelling that only the service knows.
    return tuple(sorted(found)) or ("private",)


def _ipv4_in(text: str) -> list[IPv4Address]:
    found = [int(number, 16) for number in re.findall(_HEXADECIMAL, text)]
    for parts in re.findall(_DOTTED, text):
        numbers = [*map(int, parts)]
        if max(numbers) < 256:
            found.append(int.from_bytes(bytes(numbers), "big"))
    return [IPv4Address(number) for number in found]
