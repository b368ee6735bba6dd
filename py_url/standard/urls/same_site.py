"""§4.7 Origin, as HTML compares two origins: same origin, same site and schemelessly same site.

Takes two URLs (str, `URL` or `URLRecord`) or origins and returns whether they match. Sites need the Public Suffix List
(the extra ``psl``). https://html.spec.whatwg.org/multipage/browsers.html#same-origin
"""

from __future__ import annotations

from py_url.standard.hosts.public_suffix import registrable_domain
from py_url.standard.hosts.representation import host_equals
from py_url.standard.urls.html_origin import OpaqueOrigin, TupleOrigin
from py_url.standard.urls.origin import origin
from py_url.standard.urls.parser import HasRecord, record_of
from py_url.standard.urls.record import URLRecord

HasOrigin = str | URLRecord | HasRecord | TupleOrigin | OpaqueOrigin


def is_same_origin(a: HasOrigin, b: HasOrigin) -> bool:
    """HTML §7.1.1 *same origin*: return whether *a* and *b*, each a URL or an origin, are same origin.

    Each time the origin of a URL is computed, an opaque origin is a new one. So a URL with an opaque origin differs
    even from itself; an opaque origin is same origin with itself.

    https://html.spec.whatwg.org/multipage/browsers.html#same-origin

    Raises:
        InvalidURL: For a str that does not parse.
        TypeError: For any other type.

    >>> is_same_origin("https://a.example/", "https://A.example:443/x")
    True
    """
    return _origin_of(a) == _origin_of(b)


def is_schemelessly_same_site(a: HasOrigin, b: HasOrigin, *, private: bool = True) -> bool:
    """HTML §7.1.1 *schemelessly same site*: the same registrable domain, or the same host if there is none.

    *a* and *b* are each a URL or an origin. *private* has the same meaning as for `registrable_domain`. Raises the
    errors of `is_same_origin`, and ModuleNotFoundError if the extra ``psl`` is not installed.

    https://html.spec.whatwg.org/multipage/browsers.html#schemelessly-same-site

    >>> is_schemelessly_same_site("https://a.example.com/", "http://b.example.com/")
    True
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
    """HTML §7.1.1 *same site*: return whether *a* and *b* are schemelessly same site, and have the same scheme.

    *private* is that of `is_schemelessly_same_site`, which raises the same errors.

    https://html.spec.whatwg.org/multipage/browsers.html#same-site

    >>> is_same_site("https://a.example.com/", "http://b.example.com/")
    False
    """
    origin_a, origin_b = _origin_of(a), _origin_of(b)
    if isinstance(origin_a, TupleOrigin) and isinstance(origin_b, TupleOrigin) and origin_a.scheme != origin_b.scheme:
        return False
    return is_schemelessly_same_site(origin_a, origin_b, private=private)


def _origin_of(value: HasOrigin) -> TupleOrigin | OpaqueOrigin:
    return value if isinstance(value, TupleOrigin | OpaqueOrigin) else origin(record_of(value))
