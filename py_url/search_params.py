"""The class URLSearchParams: URL Standard §6.2.

It takes a query string, pairs or a mapping, and is an ordered list of (name, value) pairs. If it belongs to a URL,
changes to either one change the other. See https://url.spec.whatwg.org/#interface-urlsearchparams.
"""

from __future__ import annotations

from _weakref import ref
from collections.abc import Iterator

from py_url.standard.infra.code_points import plain_str, scalar_value_string, utf_16_code_units
from py_url.standard.urlencoded import Pairs, list_of_pairs, parse_urlencoded, serialize_list, text_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Self, TypeVar, overload

    from py_url.url import URL

    Default = TypeVar("Default")


class URLSearchParams:
    """The pairs of an ``application/x-www-form-urlencoded`` string (§6.2 *URLSearchParams*).

    *init* is a string (a leading ``?`` is removed), an iterable of (name, value) pairs, or a mapping of names to
    values. Names and values are str. A value may also be an int, here and in the methods, and becomes its decimal
    digits. Raises TypeError for anything else: a bool or a float has no one spelling.

    Iteration yields (name, value) tuples. ``len(params)`` and ``params.size`` are their number, ``name in params`` is
    ``params.has(name)``, and ``str(params)`` is the serialized string. Two objects are equal if they have the same
    pairs in the same order. The object that `URL.search_params` returns changes its URL when it is changed, and is
    changed when the URL is.

    It can be copied and pickled; a copy does not belong to a URL. The state is a dict of ``pairs``, a list of tuples,
    and of the attributes that a subclass has added. Unpickling raises ValueError for another one.
    """

    __module__ = "py_url"  # that users import it from: pickles name it

    __slots__ = ("__weakref__", "_change", "_change_of_url", "_list", "_url")

    if TYPE_CHECKING:
        _list: list[tuple[str, str]]
        # The URL object that this belongs to. A weak reference is enough: a URL keeps its query object alive, and
        # nobody can see the update of a URL that is gone. Two strong ones would be a cycle, for the garbage collector
        # to find.
        _url: ref[URL] | None
        # Stands for the last change, and for the last one that the URL object has.
        _change: object
        _change_of_url: object

    def __init__(self, init: str | Pairs = "") -> None:
        if isinstance(init, str):
            init = plain_str(init)
            self._list = parse_urlencoded(init[1:] if init[:1] == "?" else init)
        elif isinstance(init, URLSearchParams):
            self._list = init._list.copy()
        else:
            self._list = list_of_pairs(init)
        # If it is called again, the query object of a URL is still that.
        self._url = getattr(self, "_url", None)
        if self._url is None:
            self._change = self._change_of_url = None
        else:
            self._update()

    @classmethod
    def _of_url(cls, pairs: list[tuple[str, str]], url: URL) -> Self:
        """Make the query object of a URL object."""
        self = cls()
        self._list = pairs
        self._url = ref(url)
        return self

    def _update(self) -> None:
        """§6.2 *update*: after each change, tell the URL object that this belongs to, if there is one. The pairs are
        serialized when something reads the URL.
        """
        # After another call of the URL's `__init__`, an older query object no longer belongs to it.
        if self._url is not None and (url := self._url()) is not None and url._search_params is self:
            self._change = object()
            url._components = None

    @property
    def size(self) -> int:
        """The number of pairs."""
        return len(self._list)

    def append(self, name: str, value: str | int) -> None:
        """Add a pair at the end."""
        if type(value) is not str:
            value = text_of(value)
        self._list.append((scalar_value_string(name), scalar_value_string(value)))
        self._update()

    def delete(self, name: str, value: str | int | None = None) -> None:
        """Remove every pair with this *name* and, if *value* is given, with this value."""
        name = scalar_value_string(name)
        if value is None:
            self._list[:] = [pair for pair in self._list if pair[0] != name]
        else:
            unwanted = (name, scalar_value_string(text_of(value)))
            self._list[:] = [pair for pair in self._list if pair != unwanted]
        self._update()

    if TYPE_CHECKING:

        @overload
        def get(self, name: str) -> str | None: ...
        @overload
        def get(self, name: str, default: Default) -> str | Default: ...

    def get(self, name: str, default: object = None) -> object:
        """Return the value of the first pair with this *name*, or *default*."""
        name = scalar_value_string(name)
        return next((value for key, value in self._list if key == name), default)

    def get_all(self, name: str) -> list[str]:
        """Return the values of all pairs with this *name*, in order."""
        name = scalar_value_string(name)
        return [value for key, value in self._list if key == name]

    def has(self, name: str, value: str | int | None = None) -> bool:
        """Whether there is a pair with this *name* and, if *value* is given, with this value."""
        name = scalar_value_string(name)
        if value is None:
            return any(key == name for key, _ in self._list)
        return (name, scalar_value_string(text_of(value))) in self._list

    def set(self, name: str, value: str | int) -> None:
        """Set the value of the first pair with this *name* and remove the others, or add a pair at the end if there is
        none.
        """
        if type(value) is not str:
            value = text_of(value)
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
        # `list.sort` would leave the list empty for other threads while it sorts.
        self._list[:] = sorted(self._list, key=lambda pair: utf_16_code_units(pair[0]))
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
        """Iterate over the (name, value) pairs by index, as in Web IDL: changes made meanwhile are seen, and if a pair
        is removed, the next ones move. Unlike there, an iterator that has ended does not go on if pairs are added.
        """
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
        from py_url.standard.infra.showing import secret_spans, without

        # A URL in a value may have a password, which is then percent-encoded.
        return f"{type(self).__name__}({without(str(self), secret_spans(str(self), (0, 0)))!r})"

    def __eq__(self, other: object) -> bool:
        return self._list == other._list if isinstance(other, URLSearchParams) else NotImplemented

    __hash__ = None  # type: ignore[assignment]  # mutable, so unhashable, which object's type denies

    def __getstate__(self) -> dict[str, object]:
        from py_url.standard.infra.copying import state_of

        return state_of(self, URLSearchParams, {"pairs": self._list.copy()})

    def __setstate__(self, state: object) -> None:
        from py_url.standard.infra.copying import restore

        restore(self, URLSearchParams, state, ("pairs",), URLSearchParams._restore)

    def _restore(self, pairs: Pairs) -> None:
        pairs = list_of_pairs(pairs)
        of_url = getattr(self, "_url", None)
        if of_url is not None and (url := of_url()) is not None:
            # It keeps the changes that were made until now.
            url._current_href()
        self._list = pairs
        self._url = None
        self._change = self._change_of_url = None


# As of a URL: tools that compare objects by their slots see the pairs.
URLSearchParams.__slots__ = ("_list",)  # type: ignore[assignment]  # Python has made the slots
