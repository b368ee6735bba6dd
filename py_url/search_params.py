"""The class URLSearchParams: URL Standard §6.2.

It takes a query string, pairs or a mapping, and is an ordered list of (name, value) pairs. If it belongs to a URL,
changes to either one change the other. See https://url.spec.whatwg.org/#interface-urlsearchparams.
"""

from __future__ import annotations

from py_url.standard.infra.code_points import scalar_value_string, utf_16_code_units
from py_url.standard.urlencoded import list_of_pairs, parse_urlencoded, serialize_list

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from typing import Self

    from py_url.standard.urlencoded import Pairs


class URLSearchParams:
    """The pairs of an ``application/x-www-form-urlencoded`` string (§6.2 *URLSearchParams*).

    *init* is a string (a leading ``?`` is removed), an iterable of (name, value) pairs, or a mapping of names to
    values; names and values are str. Raises TypeError for anything else.

    Iteration yields (name, value) tuples. ``len(params)`` and ``params.size`` are their number, ``name in params`` is
    ``params.has(name)``, and ``str(params)`` is the serialized string. Two objects are equal if they have the same
    pairs in the same order. The object that `URL.search_params` returns changes its URL when it is changed, and is
    changed when the URL is.
    """

    __slots__ = ("_list", "_on_update")

    def __init__(self, init: str | Pairs = "") -> None:
        self._list: list[tuple[str, str]] = []
        # If this belongs to a URL object: called with the serialized query after each change, for the *update* steps.
        self._on_update: Callable[[str], None] | None = None
        if isinstance(init, str):
            self._list = parse_urlencoded(init[1:] if init[:1] == "?" else init)
        elif isinstance(init, URLSearchParams):
            self._list = init._list.copy()
        else:
            self._list = list_of_pairs(init)

    @classmethod
    def _of_url(cls, pairs: list[tuple[str, str]], on_update: Callable[[str], None]) -> Self:
        """Make the query object of a URL object, and call *on_update* after each change."""
        self = cls()
        self._list = pairs
        self._on_update = on_update
        return self

    def _update(self) -> None:
        if self._on_update is not None:
            self._on_update(serialize_list(self._list))

    @property
    def size(self) -> int:
        """The number of pairs."""
        return len(self._list)

    def append(self, name: str, value: str) -> None:
        """Add a pair at the end."""
        self._list.append((scalar_value_string(name), scalar_value_string(value)))
        self._update()

    def delete(self, name: str, value: str | None = None) -> None:
        """Remove every pair with this *name* and, if *value* is given, with this value."""
        name = scalar_value_string(name)
        if value is None:
            self._list[:] = [pair for pair in self._list if pair[0] != name]
        else:
            unwanted = (name, scalar_value_string(value))
            self._list[:] = [pair for pair in self._list if pair != unwanted]
        self._update()

    def get(self, name: str) -> str | None:
        """Return the value of the first pair with this *name*, or None."""
        name = scalar_value_string(name)
        return next((value for key, value in self._list if key == name), None)

    def get_all(self, name: str) -> list[str]:
        """Return the values of all pairs with this *name*, in order."""
        name = scalar_value_string(name)
        return [value for key, value in self._list if key == name]

    def has(self, name: str, value: str | None = None) -> bool:
        """Whether there is a pair with this *name* and, if *value* is given, with this value."""
        name = scalar_value_string(name)
        if value is None:
            return any(key == name for key, _ in self._list)
        return (name, scalar_value_string(value)) in self._list

    def set(self, name: str, value: str) -> None:
        """Set the value of the first pair with this *name* and remove the others, or add a pair at the end if there is
        none.
        """
        name, value = scalar_value_string(name), scalar_value_string(value)
        first = next((index for index, pair in enumerate(self._list) if pair[0] == name), None)
        if first is None:
            self._list.append((name, value))
        else:
            rest = [pair for pair in self._list[first + 1 :] if pair[0] != name]
            self._list[first:] = [(name, value), *rest]
        self._update()

    def sort(self) -> None:
        """Sort the pairs by the UTF-16 code units of their names; pairs with the same name keep their order."""
        self._list.sort(key=lambda pair: utf_16_code_units(pair[0]))
        self._update()

    def keys(self) -> Iterator[str]:
        """Iterate over the names, in order."""
        return (name for name, _ in self)

    def values(self) -> Iterator[str]:
        """Iterate over the values, in order."""
        return (value for _, value in self)

    def items(self) -> Iterator[tuple[str, str]]:
        """Iterate over the (name, value) pairs, in order; this is ``entries()`` of the standard."""
        return iter(self)

    def __iter__(self) -> Iterator[tuple[str, str]]:
        # Like an iterator of Web IDL, a list iterator goes by index and sees changes made meanwhile.
        return iter(self._list)

    def __len__(self) -> int:
        return len(self._list)

    def __contains__(self, name: object) -> bool:
        return isinstance(name, str) and self.has(name)

    def __getitem__(self, name: str) -> str:
        """Return the value of the first pair with this *name*, or raise KeyError.

        ``dict(params)`` therefore holds the first value of each name.
        """
        value = self.get(name)
        if value is None:
            raise KeyError(name)
        return value

    def __str__(self) -> str:
        return serialize_list(self._list)

    def __repr__(self) -> str:
        return f"URLSearchParams({str(self)!r})"

    def __eq__(self, other: object) -> bool:
        return self._list == other._list if isinstance(other, URLSearchParams) else NotImplemented

    __hash__ = None  # type: ignore[assignment]  # mutable, so unhashable, which object's type denies

    # A copy does not belong to a URL object.
    def __reduce__(self) -> tuple[type[URLSearchParams], tuple[list[tuple[str, str]]]]:
        return type(self), (self._list.copy(),)
