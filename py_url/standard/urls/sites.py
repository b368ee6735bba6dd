"""§3.2 Host miscellaneous, for URLs: the public suffix and the registrable domain of a URL's host, or of a host.

Takes a host or a URL (str, `URL` or `URLRecord`) and returns a `Domain` or None. No host contains a slash, so a str
that starts with a scheme, ``:`` and a slash is a URL.
https://url.spec.whatwg.org/#host-public-suffix
"""

from __future__ import annotations

import re

from py_url.standard.hosts import public_suffix as of_hosts
from py_url.standard.hosts.representation import Domain, Host
from py_url.standard.urls.parser import HasRecord, record_of
from py_url.standard.urls.record import URLRecord

is_a_url = re.compile(r"[\x00-\x20]*[A-Za-z][A-Za-z0-9+.-]*:[/\\]").match
"""Return a match if a str is a URL and cannot be a host."""


def public_suffix(host: Host | URLRecord | HasRecord, *, private: bool = True) -> Domain | None:
    """§3.2 The *public suffix* of a host: ``public_suffix("www.example.co.uk") == "co.uk"``.

    *host* is a host, or a str that is parsed as one; or a URL, whose host is taken: a `URL`, a URLRecord, or a str such
    as ``"https://example.com/"``. Returns None if there is no host, and for an IP address, an opaque host, an empty
    host, and a domain with an empty label. If *private* is false, the list's private suffixes (``github.io``) are
    ignored.

    Raises InvalidURL if a str is not a host or such a URL, TypeError for any other type, and ModuleNotFoundError if the
    extra ``psl`` is not installed.

    https://url.spec.whatwg.org/#host-public-suffix
    """
    of = _host_of(host)
    return None if of is None else of_hosts.public_suffix(of, private=private)


def registrable_domain(host: Host | URLRecord | HasRecord, *, private: bool = True) -> Domain | None:
    """§3.2 The *registrable domain* of a host: ``registrable_domain("www.example.co.uk") == "example.co.uk"``.

    This is the public suffix with the label before it, or None if there is none. Takes the same arguments as
    `public_suffix` and raises the same errors.

    https://url.spec.whatwg.org/#host-registrable-domain
    """
    of = _host_of(host)
    return None if of is None else of_hosts.registrable_domain(of, private=private)


def _host_of(host: Host | URLRecord | HasRecord) -> Host | None:
    if isinstance(host, Host) and not (isinstance(host, str) and is_a_url(host)):
        return host
    try:
        return record_of(host).host
    except TypeError:
        if isinstance(host, URLRecord):
            raise
        raise TypeError(f"expected a host or a URL, not {type(host).__name__}") from None
