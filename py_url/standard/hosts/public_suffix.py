"""§3.2 Host miscellaneous, the Public Suffix List part: public suffix and registrable domain.

Takes a host and returns a `Domain` or None. The list comes from the `publicsuffixlist` package (the extra ``psl``),
which is imported on first use. Upgrade that package to get a newer list.
https://url.spec.whatwg.org/#host-public-suffix
"""

from __future__ import annotations

from functools import cache

from py_url.standard.hosts.host import host_parse
from py_url.standard.hosts.representation import Domain, Host, OpaqueHost

TYPE_CHECKING = False
if TYPE_CHECKING:
    from publicsuffixlist import PublicSuffixList


def public_suffix(host: Host, *, private: bool = True) -> Domain | None:
    """§3.2 The *public suffix* of a host: ``public_suffix("www.example.co.uk") == "co.uk"``.

    *host* is a host, or a str that is parsed as one. Returns None for an IP address, an opaque host, an empty host, and
    a domain with an empty label. If *private* is false, the list's private suffixes (``github.io``) are ignored.

    Raises InvalidURL if a str is not a host, TypeError for any other type, and ModuleNotFoundError if the extra ``psl``
    is not installed.

    https://url.spec.whatwg.org/#host-public-suffix
    """
    return _part(host, "publicsuffix", private=private)


def registrable_domain(host: Host, *, private: bool = True) -> Domain | None:
    """§3.2 The *registrable domain* of a host: ``registrable_domain("www.example.co.uk") == "example.co.uk"``.

    This is the public suffix with the label before it, or None if there is none. Takes the same arguments as
    `public_suffix` and raises the same errors.

    https://url.spec.whatwg.org/#host-registrable-domain
    """
    return _part(host, "privatesuffix", private=private)


def has_list() -> bool:
    """Return whether the Public Suffix List is available, that is, whether the extra ``psl`` is installed."""
    return _list(True) is not None


def _part(host: Host, of_list: str, *, private: bool) -> Domain | None:
    if isinstance(host, str) and not isinstance(host, Domain | OpaqueHost) and host != "":
        host = host_parse(host)
    if not isinstance(host, Domain):
        if not isinstance(host, Host):
            raise TypeError(f"expected a host, not {type(host).__name__}")
        return None
    suffixes = _list(private)
    if suffixes is None:
        raise ModuleNotFoundError(
            "the Public Suffix List needs the package publicsuffixlist: pip install 'py-url-whatwg[psl]'",
            name="publicsuffixlist",
        )
    part: str | None = getattr(suffixes, of_list)(str(host))
    if part is None:
        return None
    return Domain(part + "." if host.endswith(".") else part)


@cache
def _list(private: bool) -> PublicSuffixList | None:
    try:
        from publicsuffixlist import PublicSuffixList
    except ModuleNotFoundError:
        return None
    return PublicSuffixList(only_icann=not private)
