"""Modules that are imported when something reads a name of theirs, for annotations that programs evaluate."""

from __future__ import annotations


class Late:
    """A module that is imported when something reads one of its names: ``Late("typing").Self``.

    An annotation can name what a module must not import when it is loaded, because it takes time or would be a cycle.
    """

    __slots__ = ("_name",)

    def __init__(self, name: str) -> None:
        self._name = name

    def __getattr__(self, name: str) -> object:
        from importlib import import_module

        return getattr(import_module(self._name), name)
