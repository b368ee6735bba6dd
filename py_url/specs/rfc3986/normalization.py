"""Normalization and comparison by RFC 3986 §6, as a ladder: each rung treats more URIs as equivalent.

The functions take a URI, an IRI or a relative reference. See https://www.rfc-editor.org/rfc/rfc3986#section-6.
"""

from __future__ import annotations

import re
from typing import Literal, TypeAlias

from py_url.specs.rfc3986.characters import decode_unreserved, upper_case_percent_encodings
from py_url.specs.rfc3986.reference import Split, compose, split
from py_url.specs.rfc3986.resolution import Parts, parts_of, remove_dot_segments
from py_url.standard.infra.arguments import expect_one_of
from py_url.standard.infra.code_points import ascii_lowercase
from py_url.standard.urls.special_schemes import SPECIAL_SCHEMES

Rung: TypeAlias = Literal["string", "case", "percent-encoding", "path-segments", "scheme"]

#: The rungs, from §6.2.1, §6.2.2.1, §6.2.2.2, §6.2.2.3 and §6.2.3. Each includes those before it.
RUNGS: tuple[Rung, ...] = ("string", "case", "percent-encoding", "path-segments", "scheme")

#: Default ports, which §6.2.3 removes, from the specifications of the schemes. The URL Standard has the others.
DEFAULT_PORTS: dict[str, int] = {
    "acap": 674,
    "coap": 5683,
    "coap+tcp": 5683,
    "coap+ws": 80,
    "coaps": 5684,
    "coaps+tcp": 5684,
    "coaps+ws": 443,
    "dict": 2628,
    "dns": 53,
    "git": 9418,
    "gopher": 70,
    "icap": 1344,
    "imap": 143,
    "ipp": 631,
    "ipps": 631,
    "ldap": 389,
    "mongodb": 27017,
    "msrp": 2855,
    "nfs": 2049,
    "nntp": 119,
    "pop": 110,
    "postgres": 5432,
    "postgresql": 5432,
    "prospero": 1525,
    "rsync": 873,
    "rtmp": 1935,
    "rtsp": 554,
    "rtsps": 322,
    "sftp": 22,
    "sieve": 4190,
    "sip": 5060,
    "sips": 5061,
    "snews": 563,
    "snmp": 161,
    "ssh": 22,
    "stun": 3478,
    "stuns": 5349,
    "svn": 3690,
    "telnet": 23,
    "tftp": 69,
    "tn3270": 23,
    "turn": 3478,
    "turns": 5349,
    "vnc": 5900,
    "wais": 210,
    **{scheme: port for scheme, port in SPECIAL_SCHEMES.items() if port is not None},
}

_HOST_AND_PORT = re.compile(r"((?:[^@]*@)?(?:\[[^\]]*\]|[^:@]*)):([0-9]*)", re.DOTALL)


def normalize(reference: Parts, rung: Rung = "scheme") -> str:
    """Normalize *reference* up to *rung* (§6.2).

    Each rung includes those before it:

    - ``string`` changes nothing.
    - ``case`` writes the scheme and the host in lower case, and percent-encoded octets in upper case. The zone
      identifier of an IPv6 address keeps its case, which some systems distinguish (RFC 6874 §2, RFC 4007 §11.2).
    - ``percent-encoding`` decodes percent-encoded octets of unreserved characters.
    - ``path-segments`` removes dot segments from a path that starts with "/". In any other, "." and ".." are names, as
      in ``mailto:a/../b``, or lead out of it, as in the reference ``../b``.
    - ``scheme`` removes an empty or default port and the host ``localhost`` of a file URI, and replaces an empty path
      after an authority with "/".

    A str is split as in Appendix B, which accepts every string; a string that is not a valid URI may change its
    meaning.

    Raises:
        TypeError: If *reference* has another type.
        ValueError: For another rung or for components that no string splits into (see `compose`).

    >>> normalize("HTTP://h:80/a/../%7e")
    'http://h/~'
    """
    expect_one_of(rung, RUNGS, "the rung")
    string = reference if isinstance(reference, str) else compose(parts_of(reference, "the reference"))
    height = RUNGS.index(rung)
    if height == 0:
        return string
    if height >= 2:
        string = decode_unreserved(string)
    parts = _normalize_case(split(upper_case_percent_encodings(string)))
    if height >= 3 and parts.path.startswith("/"):
        parts = parts._replace(path=remove_dot_segments(parts.path))
    if height >= 4:
        parts = _normalize_by_scheme(parts)
    return compose(parts)


def _normalize_case(parts: Split) -> Split:
    """Normalize the case of ASCII letters outside percent-encoded octets (§6.2.2.1, RFC 3987 §5.3.2.1)."""
    scheme, authority = parts.scheme, parts.authority
    if scheme is not None:
        scheme = ascii_lowercase(scheme)
    if authority is not None:
        userinfo, at_sign, rest = authority.rpartition("@")
        zone_start = rest.find("%") if rest.startswith("[") else -1
        zone_end = rest.find("]", zone_start)
        zone = rest[zone_start:zone_end] if 0 <= zone_start < zone_end else ""
        rest = upper_case_percent_encodings(ascii_lowercase(rest))
        if zone:
            rest = rest[:zone_start] + zone + rest[zone_end:]
        authority = userinfo + at_sign + rest
    return parts._replace(scheme=scheme, authority=authority)


def _normalize_by_scheme(parts: Split) -> Split:
    """Normalize by the rules of the scheme (§6.2.3)."""
    scheme, authority, path = parts[:3]
    if scheme is None or authority is None:
        return parts
    host_and_port = _HOST_AND_PORT.fullmatch(authority)
    if host_and_port:
        before, port = host_and_port.groups()
        if not port or port.lstrip("0") == str(DEFAULT_PORTS.get(scheme)):
            authority = before
    if scheme == "file" and authority == "localhost":
        authority = ""
    return parts._replace(authority=authority, path=path or "/")


def equivalent(a: Parts, b: Parts, rung: Rung = "scheme") -> bool:
    """Return whether *a* and *b* are equal after normalization up to *rung* (§6.1).

    Raises the errors of `normalize`.

    >>> equivalent("http://h:80", "http://h/")
    True
    """
    return normalize(a, rung) == normalize(b, rung)


def equivalence(a: Parts, b: Parts) -> Rung | None:
    """Return the lowest rung on which *a* and *b* are equivalent, or None.

    Raises the errors of `normalize`.

    >>> equivalence("http://H/%7e", "http://h/~")
    'percent-encoding'
    """
    return next((rung for rung in RUNGS if equivalent(a, b, rung)), None)
