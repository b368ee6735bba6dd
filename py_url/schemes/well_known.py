"""RFC 8615: well-known URIs, ``/.well-known/`` and a registered name.

In: an origin and a name. Out: the URL.
"""

from __future__ import annotations

from py_url.grammar import Run, expect_str
from py_url.rfc3986.characters import PCHAR
from py_url.standard.infra.showing import quoted
from py_url.standard.urls.html_origin import TupleOrigin
from py_url.standard.urls.parser import record_of
from py_url.url import URL

TYPE_CHECKING = False
if TYPE_CHECKING:
    from py_url.standard.urls.parser import HasRecord
    from py_url.standard.urls.record import URLRecord

#: The schemes that have well-known URIs: RFC 8615 §3, RFC 8307, RFC 7252 §6, RFC 8323 §8.
WELL_KNOWN_SCHEMES = frozenset(
    {"http", "https", "ws", "wss", "coap", "coaps", "coap+tcp", "coaps+tcp", "coap+ws", "coaps+ws"}
)

_NAME = Run("a pchar of the name", PCHAR)


def well_known(origin: str | URLRecord | HasRecord | TupleOrigin, name: str, rest: str = "") -> URL:
    """§3 ``well_known("https://a.example", "security.txt").href == "https://a.example/.well-known/security.txt"``.

    *origin* is an origin, or a URL whose origin is meant: its path, query and credentials are left out. *name* is one
    segment, as registered; *rest* is what its registration may put behind, ``"/acme.json"`` or ``"?resource=x"``, which
    is parsed as any URL's.

    Raises InvalidURL for what does not parse, InvalidSyntax for a *name* that is no segment, ValueError for a scheme
    without well-known URIs and for a *rest* that begins with none of ``/``, ``?`` and ``#`` or leads out, TypeError for
    another type.
    """
    record = record_of(str(origin) if isinstance(origin, TupleOrigin) else origin, "URL")
    if record.scheme not in WELL_KNOWN_SCHEMES or record.host in (None, ""):
        raise ValueError(f"a URL of the scheme {record.scheme!r:.50} has no well-known locations")
    _NAME.take(expect_str(name, "a name"), "segment-nz", 0, len(name), at_least_one=True)
    if expect_str(rest, "the rest") and not rest.startswith(("/", "?", "#")):
        raise ValueError(f"what follows a well-known name begins with '/', '?' or '#', not as {quoted(rest)}")
    record = URL.from_record(record).to_record()
    record.username = record.password = ""
    record.path, record.query, record.fragment = [".well-known", name], None, None
    url = URL(URL.from_record(record).href + rest)
    if url.to_record().path[:2] != [".well-known", name]:
        raise ValueError(f"{quoted(name + rest)} leads out of '/.well-known/' or of the name")
    return url


def is_well_known(url: str | URLRecord | HasRecord) -> bool:
    """§3 Whether a URL is well-known: of such a scheme, with a name behind ``/.well-known/`` at the root.

    Raises InvalidURL for a str that does not parse, TypeError for another type.
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
