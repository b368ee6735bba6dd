"""§3.2 Host miscellaneous, the Public Suffix List part: public suffix and registrable domain.

Takes a host and returns a `Domain` or None. The list comes from the `publicsuffixlist` package (the extra ``psl``),
which is imported on first use. Upgrade that package to get a newer list.
https://url.spec.whatwg.org/#host-public-suffix
"""

from __future__ import annotations

from functools import cache

from py_url.standard.hosts.host import host_parse
from py_url.standard.hosts.representation import Domain, OpaqueHost

TYPE_CHECKING = False
if TYPE_CHECKING:
    from publicsuffixlist import PublicSuffixList

    from py_url.standard.hosts.representation import Host


def public_suffix(host: Host, *, private: bool = True) -> Domain | None:
    """§3.2 The *public suffix* of a host. The function of that name in `py_url.standard.urls.sites` takes URLs too."""
    return _part(host, "publicsuffix", private=private)


def registrable_domain(host: Host, *, private: bool = True) -> Domain | None:
    """§3.2 The *registrable domain* of a host, likewise."""
    return _part(host, "privatesuffix", private=private)


def has_list() -> bool:
    """Return whether the Public Suffix List is available, that is, whether the extra ``psl`` is installed."""
    return _list(True) is not None


def _part(host: Host, of_list: str, *, private: bool) -> Domain | None:
    if isinstance(host, str) and not isinstance(host, Domain | OpaqueHost) and host != "":
        host = host_parse(host)
    if not isinstance(host, Domain):
        return None
    suffixes = _list(private)
    if suffixes is None:
        from py_url.standard.infra.extras import how_to_install

        raise ModuleNotFoundError(
            f"the Public Suffix List needs the package publicsuffixlist: {how_to_install('psl', 'publicsuffixlist')}",
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
