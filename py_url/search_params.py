"""§6.2 URLSearchParams class.

In: a query string, pairs, or a mapping. Out: an ordered list of (name, value) pairs, live on the URL it belongs to.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Set

from py_url.standard.infra.code_points import scalar_value_string, utf_16_code_units
from py_url.standard.urlencoded import parse_urlencoded, serialize_list

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from typing import Self


class URLSearchParams:
    """§6.2 *URLSearchParams*: the pairs of an ``application/x-www-form-urlencoded`` string.

    *init* is a string (a leading ``?`` is left out), an iterable of (name, value) pairs, or a mapping of names to
    values; names and values are str. Raises TypeError for anything else.

    Iterating gives (name, value) tuples; ``len(params)`` and ``params.size`` count them; ``name in params`` is
    ``params.has(name)``; ``str(params)`` is the serialization. Two objects are equal when their pairs are, in order.
    The object that `URL.search_params` gives changes its URL when it is changed, and the other way round.
    """

    __slots__ = ("_list", "_on_update")

    def __init__(self, init: str | Iterable[Iterable[str]] | Mapping[str, str] = "") -> None:
        self._list: list[tuple[str, str]] = []
        # The *update* steps, where this belongs to a URL object: called with the serialized query.
        self._on_update: Callable[[str], None] | None = None
        if isinstance(init, str):
            self._list = parse_urlencoded(init[1:] if init[:1] == "?" else init)
        elif isinstance(init, URLSearchParams):
            self._list = init._list.copy()
        elif isinstance(init, Mapping):
            # As in Web IDL's record: of names that become the same, the last value, at the first one's place.
            names = {scalar_value_string(name): scalar_value_string(value) for name, value in init.items()}
            self._list = list(names.items())
        elif isinstance(init, Iterable) and not isinstance(init, (bytes, bytearray, memoryview)):
            self._list = [_pair(item) for item in init]
        else:
            raise TypeError(f"a str, an iterable of pairs or a mapping is expected here, not {type(init).__name__}")

    @classmethod
    def _of_url(cls, pairs: list[tuple[str, str]], on_update: Callable[[str], None]) -> Self:
        """The query object of a URL object, which *on_update* tells of each change."""
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
        """Remove every pair named *name* (and, where *value* is given, of that value)."""
        name = scalar_value_string(name)
        if value is None:
            self._list[:] = [pair for pair in self._list if pair[0] != name]
        else:
            unwanted = (name, scalar_value_string(value))
            self._list[:] = [pair for pair in self._list if pair != unwanted]
        self._update()

    def get(self, name: str) -> str | None:
        """The value of the first pair named *name*, or None."""
        name = scalar_value_string(name)
        return next((value for key, value in self._list if key == name), None)

    def get_all(self, name: str) -> list[str]:
        """The values of all pairs named *name*, in order."""
        name = scalar_value_string(name)
        return [value for key, value in self._list if key == name]

    def has(self, name: str, value: str | None = None) -> bool:
        """Whether there is a pair named *name* (and, where *value* is given, of that value)."""
        name = scalar_value_string(name)
        if value is None:
            return any(key == name for key, _ in self._list)
        return (name, scalar_value_string(value)) in self._list

    def set(self, name: str, value: str) -> None:
        """Give the first pair named *name* that value and remove the others, or add the pair at the end."""
        name, value = scalar_value_string(name), scalar_value_string(value)
        first = next((index for index, pair in enumerate(self._list) if pair[0] == name), None)
        if first is None:
            self._list.append((name, value))
        else:
            rest = [pair for pair in self._list[first + 1 :] if pair[0] != name]
            self._list[first:] = [(name, value), *rest]
        self._update()

    def sort(self) -> None:
        """Sort the pairs by name, in order of UTF-16 code units; pairs of the same name keep their order."""
        self._list.sort(key=lambda pair: utf_16_code_units(pair[0]))
        self._update()

    def keys(self) -> Iterator[str]:
        """The names, in order."""
        return (name for name, _ in self)

    def values(self) -> Iterator[str]:
        """The values, in order."""
        return (value for _, value in self)

    def items(self) -> Iterator[tuple[str, str]]:
        """The (name, value) pairs, in order: the standard's ``entries()``."""
        return iter(self)

    def __iter__(self) -> Iterator[tuple[str, str]]:
        # A list's own iterator goes by index over the list as it then is, as Web IDL's does.
        return iter(self._list)

    def __len__(self) -> int:
        return len(self._list)

    def __contains__(self, name: object) -> bool:
        return isinstance(name, str) and self.has(name)

    def __getitem__(self, name: str) -> str:
        """The value of the first pair named *name*, or KeyError. ``dict(params)`` holds these values."""
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

    # A copy stands alone: it belongs to no URL object.
    def __reduce__(self) -> tuple[type[URLSearchParams], tuple[list[tuple[str, str]]]]:
        return type(self), (self._list.copy(),)


def _pair(item: object) -> tuple[str, str]:
    if isinstance(item, (str, Set, Mapping)) or not isinstance(item, Iterable):
        raise TypeError(f"each item is a pair of name and value, not {type(item).__name__}")
    pair = list(item)
    if len(pair) != 2:
        raise TypeError(f"each item is a pair of name and value, not {len(pair)} values")
    return scalar_value_string(pair[0]), scalar_value_string(pair[1])
