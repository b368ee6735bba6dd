"""Other specifications: ``from py_url.specs import websocket`` gives one of them. Each is loaded on first use."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from py_url.specs import (
        file_api as file_api,
        files as files,
        grammar as grammar,
        html as html,
        http as http,
        opc as opc,
        rfc3986 as rfc3986,
        schemes as schemes,
        websocket as websocket,
    )

__all__: tuple[str, ...] = ()

_MODULES = frozenset({"file_api", "files", "grammar", "html", "http", "opc", "rfc3986", "schemes", "websocket"})


# Hidden from type checkers, which would believe that any name is there.
if not TYPE_CHECKING:

    def __getattr__(name: str) -> object:
        from importlib import import_module

        if name in _MODULES:
            return import_module(f"py_url.specs.{name}")
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


def __dir__() -> list[str]:
    return sorted({*globals(), *_MODULES})
