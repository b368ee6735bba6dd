"""Well-known URIs, which consist of an origin, ``/.well-known/`` and a registered name: RFC 8615.

See https://www.rfc-editor.org/rfc/rfc8615.
"""

from __future__ import annotations

from py_url.api.url import URL
from py_url.specs.grammar import Run
from py_url.specs.rfc3986.characters import PCHAR
from py_url.standard.infra.arguments import expect_str
from py_url.standard.infra.showing import quoted
from py_url.standard.urls.html_origin import TupleOrigin
from py_url.standard.urls.parser import HasRecord, record_of
from py_url.standard.urls.record import URLRecord

__all__ = ["WELL_KNOWN_SCHEMES", "is_well_known", "well_known"]

#: The schemes that have well-known URIs, by RFC 8615 §3, RFC 8307, RFC 7252 §6 and RFC 8323 §8.
WELL_KNOWN_SCHEMES = frozenset(
    {"http", "https", "ws", "wss", "coap", "coaps", "coap+tcp", "coaps+tcp", "coap+ws", "coaps+ws"}
)

_NAME = Run("an ASCII letter, a digit, one of -._~!$&'()*+,;=:@ or a percent-encoded octet in the name", PCHAR)


def well_known(origin: str | URLRecord | HasRecord | TupleOrigin, name: str, rest: str = "") -> URL:
    """Return the well-known URI of *name* (§3).

    *origin* is an origin, or a URL that has it; the path, query, fragment and credentials of the URL are left out.
    *name* is a single path segment, as registered. *rest* is what the registration allows after it, such as
    ``"/acme.json"`` or ``"?resource=x"``, and is parsed like the rest of any URL.

    Raises:
        InvalidURL: For a URL that does not parse.
        InvalidSyntax: If *name* is not a path segment.
        TypeError: If an argument has another type.
        ValueError: For a scheme without well-known URIs, and if *rest* does not start with ``/``, ``?`` or ``#`` or
            leads outside.

    >>> well_known("https://a.example", "security.txt")
    URL('https://a.example/.well-known/security.txt')
    """
    record = record_of(str(origin) if isinstance(origin, TupleOrigin) else origin, "URL")
    if record.scheme not in WELL_KNOWN_SCHEMES or record.host in (None, ""):
        raise ValueError(f"a URL with the scheme {record.scheme!r:.50} cannot have well-known URIs")
    _NAME.take(expect_str(name, "the name"), "segment-nz", 0, len(name), at_least_one=True)
    if expect_str(rest, "the rest") and not rest.startswith(("/", "?", "#")):
        raise ValueError(f"the rest must start with '/', '?' or '#', unlike {quoted(rest)}")
    record = URL.from_record(record).to_record()
    record.username = record.password = ""
    record.path, record.query, record.fragment = [".well-known", name], None, None
    url = URL(URL.from_record(record).href + rest)
    if url.to_record().path[:2] != [".well-known", name]:
        raise ValueError(f"{quoted(name + rest)} leads outside '/.well-known/' or the name; remove '..'")
    return url


def is_well_known(url: str | URLRecord | HasRecord) -> bool:
    """Return whether *url* is a well-known URI: its scheme has them, and its path is ``/.well-known/`` and a name (§3).

    Raises:
        InvalidURL: For a str that does not parse.
        TypeError: If *url* has another type.

    >>> is_well_known("https://h/.well-known/security.txt")
    True
    """
    record = record_of(url)
    path = record.path
    return (
        record.scheme in WELL_KNOWN_SCHEMES
        and record.host not in (None, "")
        and not isinstance(path, str)
        and path[:1] == [".well-known"]
        and len(path) > 1
        and path[1] != ""
    )
