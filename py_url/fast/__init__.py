"""Ordinary URLs without the state machine, by functions that complete, refuse, or are certain of a failure.

Each returns what the standard's algorithm would, or None, which leaves the work to `py_url.standard`, or FAILS for a
string that does not parse. The API (`py_url.url`) asks these functions first; nothing else depends on them.
"""

from __future__ import annotations

from py_url.fast.canonical import FAILS as FAILS, href_of_canonical as href_of_canonical

TYPE_CHECKING = False
if TYPE_CHECKING:
    from py_url.fast.relative import href_of as href_of
    from py_url.fast.setters import SETTERS as SETTERS, href_after as href_after
else:
    _MODULE_OF = {"href_of": "relative", "href_after": "setters", "SETTERS": "setters"}

    def __getattr__(name: str) -> object:
        # A program whose URLs are canonical needs none of these.
        from importlib import import_module

        if name not in _MODULE_OF:
            raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
        value = getattr(import_module(f"py_url.fast.{_MODULE_OF[name]}"), name)
        globals()[name] = value
        return value
