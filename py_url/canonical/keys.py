"""Keys for joins on URLs, the same in every Python and every engine."""

from __future__ import annotations

from py_url.api.url import URL
from py_url.canonical.profiles import ProfileName, canonicalize


def url_key(url: str | URL, *, profile: ProfileName) -> str:
    """Return a key of *url* that is the same for all URLs with the same canonical form by *profile*.

    It is the BLAKE2b digest (https://www.rfc-editor.org/rfc/rfc7693) of 128 bits of the form in UTF-8, without a key
    and a salt, in lower-case hexadecimal digits. Keys of different profiles are not comparable. Raises the errors of
    `canonicalize`.

    >>> url_key("HTTP://H", profile="crawl") == url_key("http://h/#a", profile="crawl")
    True
    """
    from hashlib import blake2b

    return blake2b(canonicalize(url, profile=profile).encode(), digest_size=16).hexdigest()
