"""The packages, and for each operation the expression of `s` (and `b`, or `u`) that performs it in each package.

The same expressions are used to compare answers and to measure times.
"""

from __future__ import annotations

import importlib
import sys

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

US = "py-url"
# The packages that follow the URL Standard. If they disagree about a string or one of them fails, it is left out.
STANDARD = [US, "can-ada", "url-py", "ada-url", "upa-url", "pywhatwgurl"]

IMPORTS = {
    US: "from py_url import URL, URLSearchParams",
    "can-ada": "from can_ada import can_parse, parse, URLSearchParams",
    "url-py": "from url import URL",
    "ada-url": "from ada_url import URL, URLSearchParams, check_url",
    "upa-url": "from upa_url import URL, URLSearchParams",
    "pywhatwgurl": "from pywhatwgurl import URL, URLSearchParams",
    "urllib.parse": "from urllib.parse import urlsplit, urljoin, parse_qsl, urlencode",
    "yarl": "from yarl import URL",
    "httpx": "from httpx import URL",
    "rfc3986": "from rfc3986 import uri_reference",
    "hyperlink": "from hyperlink import parse",
    "furl": "from furl import furl",
}
# The names of modules that differ from the package's name.
PACKAGES = {US: "py_url", "can-ada": "can_ada", "url-py": "url", "ada-url": "ada_url", "upa-url": "upa_url"}

# The object of each package, and what gives its href.
_MADE = {
    US: ("URL(s)", ".href"),
    "can-ada": ("parse(s)", ".href"),
    "url-py": ("URL.parse(s)", "str"),
    "ada-url": ("URL(s)", ".href"),
    "upa-url": ("URL(s)", ".href"),
    "pywhatwgurl": ("URL(s)", ".href"),
    "urllib.parse": ("urlsplit(s)", ".geturl()"),
    "yarl": ("URL(s)", "str"),
    "httpx": ("URL(s)", "str"),
    "rfc3986": ("uri_reference(s)", ".unsplit()"),
    "hyperlink": ("parse(s)", ".to_text()"),
    "furl": ("furl(s)", ".url"),
}
OBJECT = {peer: made for peer, (made, _) in _MADE.items()}
HREF = {peer: f"str({made})" if read == "str" else f"{made}{read}" for peer, (made, read) in _MADE.items()}
CAN_PARSE = {
    US: "URL.can_parse(s)",
    "can-ada": "can_parse(s)",
    "ada-url": "check_url(s)",
    "upa-url": "URL.canParse(s)",
    "pywhatwgurl": "URL.can_parse(s)",
}
# For each package: a new query object, of a URL if that is possible, with 1,000 pairs; and the string that reads it.
QUERY_OBJECT = {
    US: ("URL('http://h/?' + 'a=b&' * 1_000)", "o.search_params", "o.href"),
    "can-ada": ("URLSearchParams('a=b&' * 1_000)", "o", "str(o)"),
    "ada-url": ("URLSearchParams('a=b&' * 1_000)", "o", "str(o)"),
    "upa-url": ("URL('http://h/?' + 'a=b&' * 1_000)", "o.searchParams", "o.href"),
}
_FOUR = "(u.protocol, u.host, u.pathname, u.search)"
SETTING = [US, "can-ada", "ada-url", "upa-url", "pywhatwgurl"]
GETTERS = {
    **{peer: f"(u := {OBJECT[peer]}) and {_FOUR}" for peer in SETTING},
    "urllib.parse": "(u := urlsplit(s)) and (u.scheme, u.netloc, u.path, u.query)",
    "yarl": "(u := URL(s)) and (u.scheme, u.authority, u.raw_path, u.raw_query_string)",
    "httpx": "(u := URL(s)) and (u.scheme, u.netloc, u.raw_path, u.query)",
}
PAIRS = {
    **dict.fromkeys(SETTING, "list(URLSearchParams(s))"),
    **dict.fromkeys(("ada-url", "pywhatwgurl"), "list(URLSearchParams(s).items())"),
    "urllib.parse": "parse_qsl(s, keep_blank_values=True)",
}
ROUND_TRIP = {
    **dict.fromkeys(SETTING, "str(URLSearchParams(s))"),
    "urllib.parse": "urlencode(parse_qsl(s, keep_blank_values=True))",
}
RESOLVE = {
    US: "URL(s, b).href",
    "url-py": "str(URL.parse(b).join(s))",
    **dict.fromkeys(("ada-url", "upa-url", "pywhatwgurl"), "URL(s, b).href"),
    "urllib.parse": "urljoin(b, s)",
    "yarl": "str(URL(b).join(URL(s)))",
    "httpx": "str(URL(b).join(s))",
}
SETTERS = {
    "href": "https://example.com/x?y#z",
    "protocol": "http",
    "username": "user",
    "password": "pass",
    "host": "example.com:8080",
    "hostname": "example.com",
    "port": "8080",
    "pathname": "/a/b c",
    "search": "?a=b c",
    "hash": "#frag",
}


def function(peer: str, source: str) -> Callable[..., Any]:
    """Compile *source*, which defines ``function``, with the peer's imports, and return that function."""
    names: dict[str, Any] = {}
    exec(IMPORTS[peer], names)
    exec(source, names)
    made: Callable[..., Any] = names["function"]
    return made


def of_string(imports: str, expression: str) -> Callable[[str], Any]:
    """Return a function that evaluates the expression for a string `s`, after the imports."""
    names: dict[str, Any] = {}
    exec(f"{imports}\ndef function(s):\n    return {expression}", names)
    made: Callable[[str], Any] = names["function"]
    return made


def answer(peer: str, expression: str) -> Callable[[Any], Any]:
    """Return a function that evaluates the expression for one item and returns None if it raises."""
    take = function(peer, f"def function(s, b=None):\n    return {expression}")

    def of(item: Any) -> Any:  # noqa: ANN401 - strings, and any result of a package
        try:
            return take(*item) if isinstance(item, tuple) else take(item)
        except Exception:  # packages raise different exceptions for strings that they reject
            return None

    return of


def loop(peer: str, expression: str, names: str = "s") -> Callable[[Any], Any]:
    """Return a function that evaluates the expression for each item of a list and keeps no results."""
    return function(peer, f"def function(items):\n    for {names} in items:\n        {expression}")


def module(peer: str) -> str:
    """Return the name of a peer's module."""
    return PACKAGES.get(peer, peer)


def clear_caches(peer: str) -> Callable[[], None]:
    """Return a function that clears all caches in the modules of a peer."""
    package = module(peer)
    importlib.import_module(package)
    found = {
        id(value): value.cache_clear
        for name, loaded in list(sys.modules.items())
        if loaded is not None and (name == package or name.startswith(package + "."))
        for value in vars(loaded).values()
        if callable(getattr(value, "cache_clear", None)) and not isinstance(value, type)
    }

    def clear() -> None:
        for one in found.values():
            one()

    return clear
