"""The class URLSearchParams: URL Standard §6.2.

It is an ordered list of (name, value) pairs, made of a query string, pairs or a mapping. If it belongs to a URL,
changes to either one change the other. See https://url.spec.whatwg.org/#interface-urlsearchparams.
"""

from __future__ import annotations

from _weakref import ref
from collections.abc import Callable, Collection, Iterable, Iterator

from py_url.standard.infra.code_points import plain_str, scalar_value_string, utf_16_code_units
from py_url.standard.infra.late import Late
from py_url.standard.urlencoded import Pairs, list_of_pairs, parse_urlencoded, serialize_list, text_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    import typing
    from collections.abc import Sequence
    from typing import Any, TypeAlias, TypeVar, overload

    from py_url.api.url import URL

    Default = TypeVar("Default")
    # The methods of a list that would change the object are refused, so type checkers see one that is only read.
    _List: TypeAlias = Sequence[tuple[str, str]]
else:
    # Only annotations name it, and programs that evaluate them import it then.
    typing = Late("typing")
    _List = list

_append: Any = list.append  # a type checker does not see that this is a list
_set_item: Any = list.__setitem__  # as above
_get_item: Any = list.__getitem__  # as above


class URLSearchParams(_List):
    """The pairs of an ``application/x-www-form-urlencoded`` string (§6.2 *URLSearchParams*).

    *init* is a string (a leading ``?`` is removed), an iterable of (name, value) pairs, or a mapping of names to
    values. A mapping that can hold a name more than once gives all of its pairs. Names and values are str. A value may
    also be an int, here and in the methods, and becomes its decimal digits.

    The object is a list of (name, value) tuples, so other libraries see all of them, in order. It changes only by
    `append`, `delete`, `set` and `sort`; a list's other methods that would change it raise TypeError. It is equal to a
    list of the same pairs. An iterator sees later changes, as in Web IDL, but one that has ended does not go on.

    ``len(params)`` and ``params.size`` are the number of pairs, ``name in params`` is ``params.has(name)``, and
    ``str(params)`` is the serialized string. The object that `URL.search_params` returns changes its URL when it is
    changed, and is changed when the URL is.

    A name can have several values, so there is neither ``params[name]`` nor ``items()``, and ``dict(params)`` raises
    TypeError: use `get`, `get_all` or `to_dict`.

    It can be copied and pickled; a copy does not belong to a URL. The state is a dict of ``pairs``, a list of tuples,
    and of the attributes that a subclass has added. Unpickling raises ValueError for another one.

    Raises:
        TypeError: For anything else, such as a bool or a float, which can be spelled in several ways, and for a mapping
            whose pairs cannot all be found.

    >>> str(URLSearchParams({"q": "a b", "page": 2}))
    'q=a+b&page=2'
    """

    __module__ = "py_url"  # that users import it from: pickles name it

    __slots__ = ("__weakref__", "_change", "_change_of_url", "_index", "_url", "_version")

    if TYPE_CHECKING:
        # The URL object that this belongs to. A weak reference is enough: a URL keeps its query object alive, and
        # nobody can see the update of a URL that is gone. Two strong ones would be a cycle, for the garbage collector
        # to find.
        _url: ref[URL] | None
        # Stands for the last change, and for the last one that the URL object has.
        _change: object
        _change_of_url: object
        # Stands for the pairs until they change in another way than by an append; None until there are any.
        _version: object
        # The version of which this is the index, the values of each name by their places, and how many pairs it has.
        _index: tuple[object, dict[str, dict[int, str]], int] | None

    def __init__(self, init: str | Pairs = "") -> None:
        if isinstance(init, str):
            init = plain_str(init)
            pairs = parse_urlencoded(init[1:] if init[:1] == "?" else init)
        elif isinstance(init, URLSearchParams):
            pairs = list(init)
        else:
            pairs = list_of_pairs(init)
        # If it is called again, the query object of a URL is still that.
        is_new = self._version is None
        self._assign(pairs)
        if is_new:
            self._url = self._change = self._change_of_url = None
        else:
            self._update()

    @classmethod
    def _of_url(cls, pairs: list[tuple[str, str]], url: URL) -> typing.Self:
        self = cls.__new__(cls)
        self._assign(pairs)
        self._change = self._change_of_url = None
        self._url = ref(url)
        return self

    def _assign(self, pairs: Iterable[tuple[str, str]]) -> None:
        """Replace all pairs at once, so that other threads see either the old ones or the new ones."""
        # Before and after: a thread that makes an index meanwhile notices either.
        self._version = object()
        _set_item(self, slice(None), pairs)
        self._version, self._index = object(), None

    def _update(self) -> None:
        """§6.2 *update*: after each change, tell the URL object that this belongs to, if there is one. The pairs are
        serialized when something reads the URL.
        """
        # After another call of the URL's `__init__`, an older query object no longer belongs to it.
        if self._url is not None and (url := self._url()) is not None and url._search_params is self:
            self._change = object()
            url._components = None

    def _by_name(self) -> dict[str, dict[int, str]]:
        """The values of each name, by their places. Made when something looks for a name, and continued after appends,
        so that any number of look-ups takes linear time.
        """
        while True:
            version, index = self._version, self._index
            by_name, count = ({}, 0) if index is None or index[0] is not version else index[1:]
            if count == len(self):
                return by_name
            pairs: list[tuple[str, str]] = _get_item(self, slice(count, None))
            if version is self._version:
                break
        # Another thread may do the same with the same dicts at the same time. A place has one value, whoever sets it.
        for place, (name, value) in enumerate(pairs, count):
            by_name.setdefault(name, {})[place] = value
        self._index = version, by_name, count + len(pairs)
        return by_name

    if TYPE_CHECKING:

        def __len__(self) -> int: ...

    @property
    def size(self) -> int:
        """The number of pairs."""
        return len(self)

    def append(self, name: str, value: str | int) -> None:
        """Add a pair of *name* and *value* at the end.

        >>> params = URLSearchParams("a=1")
        >>> params.append("a", 2)
        >>> params
        URLSearchParams('a=1&a=2')
        """
        if type(value) is not str:
            value = text_of(value)
        _append(self, (scalar_value_string(name), scalar_value_string(value)))
        self._update()

    def delete(self, name: str, value: str | int | None = None) -> None:
        """Remove every pair with this *name* and, unless it is None, this *value*.

        If no pair is left, the query of its URL becomes null, so the ``?`` goes, too. The path stays as it is, even
        an opaque one that ends with a space: the parser has percent-encoded that.

        >>> params = URLSearchParams("a=1&a=2&b=3")
        >>> params.delete("a", 2)
        >>> params
        URLSearchParams('a=1&b=3')

        >>> from py_url import URL
        >>> url = URL("data:a ?b")
        >>> url.search_params.delete("b")
        >>> url.href
        'data:a%20'
        """
        name = scalar_value_string(name)
        if value is None:
            self._assign([pair for pair in self if pair[0] != name])
        else:
            unwanted = (name, scalar_value_string(text_of(value)))
            self._assign([pair for pair in self if pair != unwanted])
        self._update()

    if TYPE_CHECKING:

        @overload
        def get(self, name: str) -> str | None: ...
        @overload
        def get(self, name: str, default: Default) -> str | Default: ...

    def get(self, name: str, default: object = None) -> object:
        """Return the value of the first pair with this *name*, or *default*.

        >>> URLSearchParams("a=1&a=2").get("a")
        '1'
        """
        values = self._by_name().get(scalar_value_string(name))
        if values is not None:
            # Another thread may append a value meanwhile, so an iterator must not be asked again.
            for value in values.values():
                return value
        return default

    def get_all(self, name: str) -> list[str]:
        """Return the values of all pairs with this *name*, in order.

        >>> URLSearchParams("a=1&a=2").get_all("a")
        ['1', '2']
        """
        return list(self._by_name().get(scalar_value_string(name), {}).values())

    def has(self, name: str, value: str | int | None = None) -> bool:
        """Return whether there is a pair with this *name* and, unless it is None, this *value*.

        >>> URLSearchParams("a=1&a=2").has("a", 2)
        True
        """
        values = self._by_name().get(scalar_value_string(name))
        if value is None:
            return values is not None
        value = scalar_value_string(text_of(value))
        return values is not None and value in values.values()

    def set(self, name: str, value: str | int) -> None:
        """Set the *value* of the first pair with this *name* and remove the others, or add a pair.

        >>> params = URLSearchParams("a=1&b=2&a=3")
        >>> params.set("a", 4)
        >>> params
        URLSearchParams('a=4&b=2')
        """
        if type(value) is not str:
            value = text_of(value)
        name, value = scalar_value_string(name), scalar_value_string(value)
        pairs = list(self) if name in self._by_name() else []
        first = next((index for index, pair in enumerate(pairs) if pair[0] == name), None)
        if first is None:
            _append(self, (name, value))
        else:
            rest = [pair for pair in pairs[first + 1 :] if pair[0] != name]
            self._assign([*pairs[:first], (name, value), *rest])
        self._update()

    def sort(self) -> None:
        """Sort the pairs by the UTF-16 code units of their names; pairs with the same name keep their order.

        >>> params = URLSearchParams("b=1&a=2")
        >>> params.sort()
        >>> params
        URLSearchParams('a=2&b=1')
        """
        # `list.sort` would leave the list empty for other threads while it sorts.
        self._assign(sorted(self, key=lambda pair: utf_16_code_units(pair[0])))
        self._update()

    def keys(self) -> Collection[str]:
        """Return the names, in order, each as often as it occurs: a view, which sees later changes.

        >>> [*URLSearchParams("a=1&a=2").keys()]
        ['a', 'a']
        """
        return _View(self, "keys")

    def values(self) -> Collection[str]:
        """Return the values, in order: a view, which sees later changes.

        >>> [*URLSearchParams("a=1&a=2").values()]
        ['1', '2']
        """
        return _View(self, "values")

    def entries(self) -> Iterator[tuple[str, str]]:
        """Iterate over the (name, value) pairs, in order, as over the object itself.

        >>> [*URLSearchParams("a=1&a=2").entries()]
        [('a', '1'), ('a', '2')]
        """
        return iter(self)

    def to_dict(self) -> dict[str, list[str]]:
        """Return a dict of all values of each name.

        >>> URLSearchParams("a=1&a=2").to_dict()
        {'a': ['1', '2']}
        """
        return {name: list(values.values()) for name, values in list(self._by_name().items())}

    def __contains__(self, name: object) -> bool:
        """Whether there is a pair with this name, or this (name, value) pair."""
        if isinstance(name, str):
            return self.has(name)
        return super().__contains__(name)

    if TYPE_CHECKING:

        @overload
        def __getitem__(self, index: typing.SupportsIndex) -> tuple[str, str]: ...
        @overload
        def __getitem__(self, index: slice) -> list[tuple[str, str]]: ...

    def __getitem__(self, index: typing.SupportsIndex | slice) -> tuple[str, str] | list[tuple[str, str]]:
        """Return the pair at an index, or the list of pairs that a slice stands for. Raises TypeError for a name."""
        if isinstance(index, str):
            raise TypeError(
                f"a name of a {type(self).__name__} can have several values, so it has no params[name]; write "
                "params.get(name) for the first one, params.get_all(name) for all, params.to_dict() for a dict of "
                "lists, or list(params) for the pairs"
            )
        found: tuple[str, str] | list[tuple[str, str]] = _get_item(self, index)
        return found

    def copy(self) -> typing.Self:
        """Return a copy, which does not belong to a URL.

        >>> URLSearchParams("a=1").copy()
        URLSearchParams('a=1')
        """
        from copy import copy

        return copy(self)

    if not TYPE_CHECKING:

        def __getattr__(self, name: str) -> None:
            if name in ("_url", "_version"):
                return  # of an object that `__init__` or `__setstate__` has not been called for yet
            kind = type(self).__name__
            if name == "items":
                # Without `name`, so that the interpreter adds no guess of its own.
                raise AttributeError(
                    f"a {kind} has no items(): another library would make a dict of them and lose values of a name "
                    "that occurs twice; write list(params) or params.entries() for the pairs, or params.to_dict() for "
                    "a dict of lists"
                )
            raise AttributeError(f"{kind!r} object has no attribute {name!r}", name=name, obj=self)

        def tell(self) -> typing.NoReturn:
            """Raise TypeError.

            httpx calls this before it sends the items of an object as a body, which would fail only after a server has
            read the headers.
            """
            raise TypeError(
                f"a {type(self).__name__} is not the bytes of a body; to send a form with httpx, write "
                "data=params.to_dict()"
            )

    def __array__(self, dtype: object = None, copy: object = None) -> object:
        """NumPy's protocol: an array of no dimensions that holds this object, so that an array of such objects does not
        take them apart.
        """
        from numpy import empty

        array = empty((), dtype=object)
        array[()] = self
        return array

    def _refuse(self, what: str) -> typing.NoReturn:
        raise TypeError(
            f"a {type(self).__name__} cannot be changed by {what}(); use append, delete, set or sort, or change a "
            "list of the pairs and write URLSearchParams(pairs)"
        )

    def __str__(self) -> str:
        return serialize_list(self)

    def __repr__(self) -> str:
        from py_url.standard.infra.showing import secret_spans, without

        # A URL in a value may have a password, which is then percent-encoded.
        return f"{type(self).__name__}({without(str(self), secret_spans(str(self), (0, 0)))!r})"

    __hash__ = None  # type: ignore[assignment]  # mutable, so unhashable, which object's type denies

    def __reduce_ex__(self, protocol: object, /) -> tuple[object, ...]:
        from py_url.standard.infra.copying import reduced

        # That of a list would append each pair.
        return reduced(self)

    def __getstate__(self) -> dict[str, object]:
        from py_url.standard.infra.copying import state_of

        return state_of(self, URLSearchParams, {"pairs": list(self)})

    def __setstate__(self, state: object) -> None:
        from py_url.standard.infra.copying import restore

        restore(self, URLSearchParams, state, ("pairs",), URLSearchParams._restore)

    def _restore(self, pairs: Pairs) -> None:
        pairs = list_of_pairs(pairs)
        if self._url is not None and (url := self._url()) is not None:
            # It keeps the changes that were made until now.
            url._current_href()
        self._assign(pairs)
        self._url = None
        self._change = self._change_of_url = None


class _View:
    """The names or the values of a query object, as they are when they are read."""

    __slots__ = ("_of", "_what")

    def __init__(self, params: URLSearchParams, what: str) -> None:
        self._of, self._what = params, what

    def __iter__(self) -> Iterator[str]:
        place = 0 if self._what == "keys" else 1
        return (pair[place] for pair in self._of)

    def __len__(self) -> int:
        return len(self._of)

    def __contains__(self, value: object) -> bool:
        if self._what == "keys":
            return isinstance(value, str) and self._of.has(value)
        return any(pair[1] == value for pair in self._of)

    def __repr__(self) -> str:
        return f"{self._of!r}.{self._what}()"


def _refusing(name: str) -> Callable[..., typing.NoReturn]:
    def refuse(self: URLSearchParams, *_: object, **__: object) -> typing.NoReturn:
        self._refuse(name)

    refuse.__name__, refuse.__qualname__, refuse.__doc__ = name, f"URLSearchParams.{name}", "Raise TypeError."
    return refuse


# What a list has to change it. A pair that came in this way would not be converted, and a URL would not change with it.
for _name in ("clear", "extend", "insert", "pop", "remove", "reverse"):
    setattr(URLSearchParams, _name, _refusing(_name))
for _name in ("__delitem__", "__iadd__", "__imul__", "__setitem__"):
    setattr(URLSearchParams, _name, _refusing(_name))

# As of a URL: tools that compare objects by their slots see what it is, which is its list.
URLSearchParams.__slots__ = ()  # type: ignore[assignment]  # Python has made the slots
