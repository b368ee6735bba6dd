"""The WHATWG URL Standard in Python: what a URL means to a browser.

``from py_url import URL, URLSearchParams`` gives the standard's API. Its algorithms are in `py_url.standard`, and
what programs meet next to it is in modules of their own, such as `py_url.websocket` and `py_url.rfc3986`. Anything that
a program seldom needs is loaded on first use.
"""

from __future__ import annotations

from py_url.search_params import URLSearchParams
from py_url.standard.infra.validation import InvalidURL, ValidationError
from py_url.url import URL, iter_validation_errors, validate

TYPE_CHECKING = False
if TYPE_CHECKING:
    from py_url import (
        blob as blob,
        canonical as canonical,
        columns as columns,
        compat as compat,
        editions as editions,
        environment as environment,
        explain as explain,
        files as files,
        grammar as grammar,
        guard as guard,
        import_maps as import_maps,
        opc as opc,
        pattern as pattern,
        rfc3986 as rfc3986,
        schemes as schemes,
        standard as standard,
        websocket as websocket,
    )
    from py_url.frozen import FrozenURL
    from py_url.many import parse_many
    from py_url.pins import unicode_version
    from py_url.standard.urls.fixing import fix
    from py_url.standard.urls.relative import make_relative
    from py_url.standard.urls.rendering import display
    from py_url.standard.urls.same_site import is_same_origin, is_same_site
    from py_url.standard.urls.sites import registrable_domain
    from py_url.standard.urls.writing import is_valid_url_string

__version__ = "0.1.0"

# The names that are loaded on first use, and the module of each.
_MODULE_OF = {
    "FrozenURL": "py_url.frozen",
    "display": "py_url.standard.urls.rendering",
    "fix": "py_url.standard.urls.fixing",
    "is_same_origin": "py_url.standard.urls.same_site",
    "is_same_site": "py_url.standard.urls.same_site",
    "is_valid_url_string": "py_url.standard.urls.writing",
    "make_relative": "py_url.standard.urls.relative",
    "parse_many": "py_url.many",
    "registrable_domain": "py_url.standard.urls.sites",
    "unicode_version": "py_url.pins",
}

__all__ = [
    "URL",
    "FrozenURL",
    "InvalidURL",
    "URLSearchParams",
    "ValidationError",
    "__version__",
    "display",
    "fix",
    "is_same_origin",
    "is_same_site",
    "is_valid_url_string",
    "iter_validation_errors",
    "make_relative",
    "parse_many",
    "registrable_domain",
    "unicode_version",
    "validate",
]

# The packages and modules that are loaded on first use.
_MODULES = frozenset(
    {
        "blob",
        "canonical",
        "columns",
        "compat",
        "editions",
        "environment",
        "explain",
        "files",
        "grammar",
        "guard",
        "import_maps",
        "opc",
        "pattern",
        "rfc3986",
        "schemes",
        "standard",
        "websocket",
    }
)


# Hidden from type checkers, which would believe that any name is there.
if not TYPE_CHECKING:

    def __getattr__(name: str) -> object:
        from importlib import import_module

        if name in _MODULES:
            return import_module(f"py_url.{name}")
        if name not in _MODULE_OF:
            raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
        value = getattr(import_module(_MODULE_OF[name]), name)
        globals()[name] = value
        return value


def __dir__() -> list[str]:
    return sorted({*globals(), *_MODULE_OF, *_MODULES})
