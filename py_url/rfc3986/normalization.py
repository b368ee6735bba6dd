"""RFC 3986 §6 Normalization and Comparison, as a ladder: each rung takes more URIs to be the same.

In: a URI or IRI, or a relative reference. Out: a string that is equivalent to it; or whether two are.
"""

from __future__ import annotations

import re
from typing import Literal, TypeAlias

from py_url.infra.grammar import expect_str
from py_url.rfc3986.characters import decode_unreserved, upper_case_percent_encodings
from py_url.rfc3986.reference import Split, compose, split
from py_url.rfc3986.resolution import remove_dot_segments

Rung: TypeAlias = Literal["string", "case", "percent-encoding", "path-segments", "scheme"]

#: §6.2.1, §6.2.2.1, §6.2.2.2, §6.2.2.3, §6.2.3: the rungs, each of which does what those before it do.
RUNGS: tuple[Rung, ...] = ("string", "case", "percent-encoding", "path-segments", "scheme")

# §6.2.3: the default port of each scheme whose authority may have one, and whose empty path is "/".
_DEFAULT_PORTS = {"http": "80", "https": "443", "ws": "80", "wss": "443", "ftp": "21", "coap": "5683", "coaps": "5684"}
_DEFAULT_PORTS |= {"ldap": "389", "nntp": "119", "rtsp": "554", "telnet": "23", "dict": "2628", "gopher": "70"}
_EMPTY_PATH_IS_ROOT = frozenset({"http", "https", "ws", "wss", "coap", "coaps"})

_PORT = re.compile(":([0-9]*)\\Z")
_UPPER_CASE = re.compile("[A-Z]+")


def normalize(string: str, rung: Rung = "scheme") -> str:
    """§6.2 *string*, normalized up to and with that rung.

    ``string`` leaves it as it is. ``case`` writes the scheme and the host in lower case and the digits of
    percent-encoded octets in upper case. ``percent-encoding`` decodes those of unreserved characters.
    ``path-segments`` removes dot segments, but from a relative reference only where its path begins with "/".
    ``scheme`` does what the scheme permits: it removes an empty or default port, and the host ``localhost`` of a file
    URI, and makes an empty path "/".

    A str is split by Appendix B, so nothing is refused. Raises TypeError for what is no str, ValueError for another
    rung.
    """
    expect_str(string, "what is normalized")
    if rung not in RUNGS:
        raise ValueError(f"a rung is one of {', '.join(RUNGS)}, not {rung!r:.50}")
    height = RUNGS.index(rung)
    if height == 0:
        return string
    if height >= 2:
        string = decode_unreserved(string)
    parts = _normalize_case(split(upper_case_percent_encodings(string)))
    if height >= 3 and (parts.scheme is not None or parts.authority is not None or parts.path.startswith("/")):
        parts = parts._replace(path=remove_dot_segments(parts.path))
    if height >= 4:
        parts = _normalize_by_scheme(parts)
    return compose(parts)


def _normalize_case(parts: Split) -> Split:
    """§6.2.2.1, but for percent-encoded octets; only of ASCII letters, as RFC 3987 §5.3.2.1 says."""
    scheme, authority = parts.scheme, parts.authority
    if scheme is not None:
        scheme = scheme.lower() if scheme.isascii() else scheme
    if authority is not None:
        userinfo, at_sign, rest = authority.rpartition("@")
        authority = userinfo + at_sign + upper_case_percent_encodings(_lower_case(rest))
    return parts._replace(scheme=scheme, authority=authority)


def _lower_case(string: str) -> str:
    return _UPPER_CASE.sub(lambda match: match[0].lower(), string)


def _normalize_by_scheme(parts: Split) -> Split:
    """§6.2.3; what holds for one scheme says nothing of another."""
    scheme, authority, path = parts[:3]
    if authority is None:
        return parts
    if scheme == "file" and authority == "localhost":
        authority = ""
    port = _PORT.search(authority)
    if port and (not port[1] or port[1].lstrip("0") == _DEFAULT_PORTS.get(scheme or "")):
        authority = authority[: port.start()]
    if not path and scheme in _EMPTY_PATH_IS_ROOT:
        path = "/"
    return parts._replace(authority=authority, path=path)


def equivalent(a: str, b: str, rung: Rung = "scheme") -> bool:
    """§6.1 Whether *a* and *b* are the same when both are normalized up to that rung; raises as `normalize`."""
    return normalize(a, rung) == normalize(b, rung)


def equivalence(a: str, b: str) -> Rung | None:
    """The lowest rung on which *a* and *b* are equivalent, or None where they are on none; raises as `normalize`."""
    return next((rung for rung in RUNGS if equivalent(a, b, rung)), None)
