"""Targets of redirects that lead a browser away from a page, and those that every shop has.

`targets()` yields some 3,000, of which some stay on the page's host: a browser decides.
"""

from collections.abc import Iterator
from itertools import product

_BEFORE = ("", " ", "\t", "\n", "\x00", "\x1f", "\x0b", "\u00a0", "\u3000", "\ufeff", ".", "/", "a")
_LEADS = (
    *(
        "//",
        "///",
        "////",
        "\\\\",
        "/\\",
        "\\/",
        "/\t/",
        "/\n/",
        "\t//",
        "/\\/",
        "/.//",
        "/..//",
        "//\t",
        "/%2f",
        "/%5c",
    ),
    *("https:", "https:/", "https://", "https:///", "https:\\\\", "HtTpS://", "ht\ttps://", "https:\n//", "http://"),
    *("javascript:", "java\nscript:", "data:text/html,", "blob:https://", "ftp://", "vbscript:", "//shop.example@"),
)
_HOSTS = (
    *("evil.example", "shop.example.evil.example", "shop.example@evil.example", "evil.example\\@shop.example"),
    *("evil.example#@shop.example", "evil.example?@shop.example", "shop.example:80@evil.example/", "evil。example"),
    "[::1]",
)

HARMLESS = (
    *("/", "/cart", "/cart?id=7", "/a/b/c.html#top", "?page=2", "#reviews", "profile", "../a", "./", "/a%20b", "/é"),
    *("/search?q=a:b", "/login?next=https://shop.example/", "/login?next=//evil.example/", "/a;b=c", "/@user", "/a//b"),
    *("https://shop.example/", "https://shop.example/a?b#c", "https://SHOP.example/", "https://shop.example:443/x"),
)


def targets() -> Iterator[str]:
    """Yield targets that a stranger could write."""
    for before, lead, host in product(_BEFORE, _LEADS, _HOSTS):
        yield f"{before}{lead}{host}"
