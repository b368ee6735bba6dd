"""Keys of 128 bits for joins on URLs: BLAKE2b (https://www.rfc-editor.org/rfc/rfc7693) of a canonical form.

The key of a URL depends on its canonical form alone, so it is the same in every Python and every engine. Other programs
can compute it, because it has no salt and no personalization.
"""

from __future__ import annotations

from py_url.api.url import URL
from py_url.canonical.profiles import ProfileName, canonicalize


def url_key(url: str | URL, *, profile: ProfileName) -> str:
    """Return a key of *url* that is the same for all URLs with the same canonical form by *profile*.

    It is the first 128 bits of the BLAKE2b digest of the form in UTF-8, as 32 lower-case hexadecimal digits. Keys of
    different profiles are not comparable. Raises the errors of `canonicalize`.

    >>> url_key("HTTP://H", profile="crawl") == url_key("http://h/#a", profile="crawl")
    True
    """
    from hashlib import blake2b

    return blake2b(canonicalize(url, profile=profile).encode(), digest_size=16).hexdigest()
