"""§4.7 Origin, what HTML asks of two of them: same origin, same site, schemelessly same site.

In: two URLs (str, `URL` or `URLRecord`) or origins. Out: whether they are. Sites need the Public Suffix List, the extra
``psl``.
"""

from __future__ import annotations

from py_url.standard.hosts.public_suffix import registrable_domain
from py_url.standard.hosts.representation import host_equals
from py_url.standard.urls.html_origin import OpaqueOrigin, TupleOrigin
from py_url.standard.urls.origin import origin
from py_url.standard.urls.parser import record_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from py_url.standard.urls.parser import HasRecord
    from py_url.standard.urls.record import URLRecord

    HasOrigin = str | URLRecord | HasRecord | TupleOrigin | OpaqueOrigin


def is_same_origin(a: HasOrigin, b: HasOrigin) -> bool:
    """HTML §7.1.1 *same origin*: ``is_same_origin("https://a.example/", "https://A.example:443/x")``.

    Each is a URL or an origin. A URL whose origin is opaque is not same origin even with itself; an opaque origin is.

    Raises InvalidURL for a str that does not parse, TypeError for another type.
    """
    return _origin_of(a) == _origin_of(b)


def is_schemelessly_same_site(a: HasOrigin, b: HasOrigin, *, private: bool = True) -> bool:
    """HTML §7.1.1 *schemelessly same site*: the same registrable domain, or without one the same host.

    Each is a URL or an origin; *private* is that of `registrable_domain`. Raises as `is_same_origin`, and
    ModuleNotFoundError where the extra ``psl`` is not installed.
    """
    origin_a, origin_b = _origin_of(a), _origin_of(b)
    if not isinstance(origin_a, TupleOrigin) or not isinstance(origin_b, TupleOrigin):
        return origin_a is origin_b
    host_a = "" if origin_a.host is None else origin_a.host
    host_b = "" if origin_b.host is None else origin_b.host
    domain_a = registrable_domain(host_a, private=private)
    if domain_a is None:
        return host_equals(host_a, host_b)
    return domain_a == registrable_domain(host_b, private=private)


def is_same_site(a: HasOrigin, b: HasOrigin, *, private: bool = True) -> bool:
    """HTML §7.1.1 *same site*: schemelessly same site, with the same scheme. Otherwise as that."""
    origin_a, origin_b = _origin_of(a), _origin_of(b)
    if isinstance(origin_a, TupleOrigin) and isinstance(origin_b, TupleOrigin) and origin_a.scheme != origin_b.scheme:
        return False
    return is_schemelessly_same_site(origin_a, origin_b, private=private)


def _origin_of(value: HasOrigin) -> TupleOrigin | OpaqueOrigin:
    return value if isinstance(value, TupleOrigin | OpaqueOrigin) else origin(record_of(value))
