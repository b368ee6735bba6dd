"""§3.2 Host miscellaneous, the Public Suffix List part: public suffix and registrable domain.

In: a host. Out: a `Domain`, or None. The list is that of the `publicsuffixlist` package (the extra ``psl``), which is
imported when the first question comes; a newer release of it is a newer list.
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

    *host* is a host, or a str that is parsed to one. None for an IP address, an opaque or an empty host, and a domain
    with an empty label. Where *private* is false, the suffixes that the list calls private (``github.io``) are none.

    Raises InvalidURL for a str that is no host, TypeError for another type, ModuleNotFoundError where the extra ``psl``
    is not installed.
    """
    return _part(host, "publicsuffix", private=private)


def registrable_domain(host: Host, *, private: bool = True) -> Domain | None:
    """§3.2 The *registrable domain* of a host: ``registrable_domain("www.example.co.uk") == "example.co.uk"``.

    It is the public suffix and the label before it, or None where there is none. Otherwise as `public_suffix`.
    """
    return _part(host, "privatesuffix", private=private)


def has_list() -> bool:
    """Whether the Public Suffix List is at hand: the extra ``psl`` is installed."""
    return _list(True) is not None


def _part(host: Host, of_list: str, *, private: bool) -> Domain | None:
    if isinstance(host, str) and not isinstance(host, Domain | OpaqueHost) and host:
        host = host_parse(host)
    if not isinstance(host, Domain):
        if not isinstance(host, Host):
            raise TypeError(f"a host is expected here, not {type(host).__name__}")
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
