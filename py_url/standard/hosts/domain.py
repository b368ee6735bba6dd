"""§3.3 IDNA: the domain parser and domain to Unicode.

Takes a percent-decoded scalar value string and returns a `Domain`, or None for failure.
https://url.spec.whatwg.org/#idna
"""

from __future__ import annotations

from functools import cache

from py_url.standard.hosts.miscellaneous import HAS_NO_FORBIDDEN_DOMAIN_CODE_POINT
from py_url.standard.hosts.representation import Domain
from py_url.standard.infra.code_points import scalar_value_string

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable


def parse_domain(domain: str, be_strict: bool = False) -> Domain | None:
    """§3.3 *domain parser*: ``parse_domain("Faß.example") == "xn--fa-hia.example"``. Returns None for failure.

    If *be_strict* is false, an ASCII domain is only lowercased, and its ``xn--`` labels are not checked.

    https://url.spec.whatwg.org/#concept-domain-to-ascii
    """
    result = to_ascii(domain, be_strict=True) if be_strict else ascii_domain_of(domain)
    return Domain(result) if result else None


def ascii_domain_of(domain: str) -> str | None:
    """Like `parse_domain` without *be_strict*, but returns a plain str."""
    result = domain.lower() if domain.isascii() else to_ascii(domain)
    return result if result and HAS_NO_FORBIDDEN_DOMAIN_CODE_POINT(result) is not None else None


def to_ascii(domain: str, be_strict: bool = False) -> str | None:
    """§3.3 *domain parser ToASCII*. Returns None if Unicode ToASCII records an error.

    https://url.spec.whatwg.org/#domain-parser-toascii
    """
    return _unicode_to_ascii()(domain, be_strict)


@cache
def _unicode_to_ascii() -> Callable[[str, bool], str | None]:
    """Unicode's part. Its module is imported when a domain first needs it."""
    from py_url.standard.hosts.uts46 import to_ascii

    return to_ascii


def domain_to_unicode(domain: str) -> str:
    """§3.3 *domain to Unicode*: return *domain*, unchanged if Unicode ToUnicode records an error.

    https://url.spec.whatwg.org/#concept-domain-to-unicode

    >>> domain_to_unicode("xn--fa-hia.example")
    'faß.example'
    """
    domain = scalar_value_string(domain)
    if domain.isascii() and "xn--" not in domain.lower():
        return domain.lower()
    from py_url.standard.hosts import uts46

    labels = uts46.process(domain)
    return domain if labels is None else ".".join(labels)
