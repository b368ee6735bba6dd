"""The WHATWG URL Standard in Python: what a URL means to a browser.

``from py_url import URL, URLSearchParams`` gives the standard's API. Its algorithms are in `py_url.standard`, other
specifications in `py_url.specs`, and tools for programs in packages such as `py_url.guard`. What a program seldom
needs is loaded on first use.
"""

from __future__ import annotations

from py_url.api.search_params import URLSearchParams
from py_url.api.url import URL, iter_validation_errors, validate
from py_url.standard.infra.validation import InvalidURL, ValidationError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from py_url import (
        canonical as canonical,
        columns as columns,
        compat as compat,
        editions as editions,
        explain as explain,
        guard as guard,
        pattern as pattern,
        specs as specs,
        standard as standard,
    )
    from py_url.api.frozen import FrozenURL
    from py_url.api.many import parse_many
    from py_url.standard.pins import unicode_version
    from py_url.standard.urls.fixing import fix
    from py_url.standard.urls.relative import make_relative
    from py_url.standard.urls.rendering import display, redact
    from py_url.standard.urls.same_site import is_same_origin, is_same_site
    from py_url.standard.urls.sites import registrable_domain
    from py_url.standard.urls.writing import is_valid_url_string

__version__ = "0.1.0"

# The names that are loaded on first use, and the module of each.
_MODULE_OF = {
    "FrozenURL": "py_url.api.frozen",
    "display": "py_url.standard.urls.rendering",
    "fix": "py_url.standard.urls.fixing",
    "is_same_origin": "py_url.standard.urls.same_site",
    "is_same_site": "py_url.standard.urls.same_site",
    "is_valid_url_string": "py_url.standard.urls.writing",
    "make_relative": "py_url.standard.urls.relative",
    "parse_many": "py_url.api.many",
    "redact": "py_url.standard.urls.rendering",
    "registrable_domain": "py_url.standard.urls.sites",
    "unicode_version": "py_url.standard.pins",
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
    "redact",
    "registrable_domain",
    "unicode_version",
    "validate",
]

# The packages and modules that are loaded on first use.
_MODULES = frozenset({"canonical", "columns", "compat", "editions", "explain", "guard", "pattern", "specs", "standard"})


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
