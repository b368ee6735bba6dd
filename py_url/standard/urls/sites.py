"""§3.2 Host miscellaneous, for URLs: the public suffix and the registrable domain of a URL's host, or of a host.

Takes a host or a URL (str, `URL` or `URLRecord`) and returns a `Domain` or None. Outside brackets, no host contains a
colon, so a str that starts with a scheme and ``:`` is a URL. But a str that has only digits after the colon, to the end
or to a ``/``, such as ``example.com:80`` or ``tel:112``, is neither: it may be a host with a port, which is an error
here. https://url.spec.whatwg.org/#host-public-suffix
"""

from __future__ import annotations

import re

from py_url.standard.hosts import public_suffix as of_hosts
from py_url.standard.hosts.representation import Domain, Host
from py_url.standard.urls.components import DEFAULT_PORTS, any_of, host_of
from py_url.standard.urls.parser import HasRecord, record_of
from py_url.standard.urls.record import URLRecord

is_a_url = re.compile(r"[\x00-\x20]*[A-Za-z][A-Za-z0-9+.-]*:(?![0-9]*\Z|[0-9]+[/\\?#])").match
"""Return a match if a str is a URL and cannot be a host."""

# For speed: a domain, or a URL with one, that the parser would only lowercase, and nothing that could fail. A domain
# whose last label starts with a digit may be an IPv4 address, and is left to the parser.
_ordinary = re.compile(
    rf"(?:(?:{any_of(DEFAULT_PORTS)})://([A-Za-z0-9._-]++)(?::[0-9]{{1,4}})?(?:[/?#\\]|\Z)|([A-Za-z0-9._-]++)\Z)"
).match


def public_suffix(host: Host | URLRecord | HasRecord, *, private: bool = True) -> Domain | None:
    """§3.2 Return the *public suffix* of a host, or None.

    *host* is a host, or a str that is parsed as one; or a URL with a host: a `URL`, a URLRecord, or a str such as
    ``"https://example.com/"``. The result is None if there is no host, as in ``"mailto:a@example.com"``, and for an IP
    address, an opaque host, an empty host, and a domain with an empty label. If *private* is false, the list's private
    suffixes (``github.io``) are ignored.

    https://url.spec.whatwg.org/#host-public-suffix

    Raises:
        InvalidURL: If a str is not a host or such a URL.
        TypeError: For any other type.
        ModuleNotFoundError: If the extra ``psl`` is not installed.

    >>> public_suffix("a.github.io"), public_suffix("a.github.io", private=False)
    (Domain('github.io'), Domain('io'))
    """
    of = _host_of(host)
    return None if of is None else of_hosts.public_suffix(of, private=private)


def registrable_domain(host: Host | URLRecord | HasRecord, *, private: bool = True) -> Domain | None:
    """§3.2 Return the *registrable domain* of *host*, or None: its public suffix with the label before it.

    The arguments, such as *private*, are those of `public_suffix`, which raises the same errors.

    https://url.spec.whatwg.org/#host-registrable-domain

    >>> registrable_domain("www.example.co.uk")
    Domain('example.co.uk')
    """
    of = _host_of(host)
    return None if of is None else of_hosts.registrable_domain(of, private=private)


def _host_of(host: Host | URLRecord | HasRecord) -> Host | None:
    is_href = type(host) is not str and hasattr(type(host), "to_record")
    string = getattr(host, "href", None) if is_href else host
    if type(string) is str:
        if (match := _ordinary(string)) is not None:
            domain: str = match[match.lastindex or 0]
            if not domain[domain.rfind(".", 0, -1) + 1].isdigit():
                return Domain(domain.lower())
        if is_href:
            return host_of(string)
    if isinstance(host, Host) and not (isinstance(host, str) and is_a_url(host)):
        return host
    try:
        return record_of(host).host
    except TypeError:
        if isinstance(host, URLRecord):
            raise
        raise TypeError(f"expected a host or a URL, not {type(host).__name__}") from None
