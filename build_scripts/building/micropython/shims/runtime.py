"""What a transformed module calls in place of what MicroPython lacks."""

from __future__ import annotations

import builtins
import heapq

from py_url._micropython import javascript
from py_url._micropython.javascript import object_entries  # noqa: F401 - a method of Pyodide's proxies

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from typing import Any


class OrderedDict(dict):  # type: ignore[type-arg]  # MicroPython has no parameters of types
    """A dict that keeps the order of its keys. `Dict` makes one.

    It has no constructor: one that calls that of `dict` gives MicroPython 1.27 wrong counts of arguments.
    """

    _order: Any = None
    # Those of `dict` would leave the order as it is. py_url calls none of them.
    __delitem__ = clear = copy = pop = popitem = None  # type: ignore[assignment]  # so that a call fails

    def __setitem__(self, key: Any, value: Any) -> None:
        if self._order is None:
            self._order = []
        if key not in self:
            self._order.append(key)
        super().__setitem__(key, value)

    def __iter__(self) -> Iterator[Any]:
        return iter(self._order or ())

    def keys(self) -> Any:
        return list(self._order or ())

    def values(self) -> Any:
        return [self[key] for key in self._order or ()]

    def items(self) -> Any:
        return [(key, self[key]) for key in self._order or ()]

    def update(self, other: Any) -> None:  # type: ignore[override]  # py_url gives no keywords
        pairs = list(pairs_of(other))
        if self._order is None and len(known := dict(pairs)) == len(pairs):
            self._order = [key for key, _ in pairs]
            super().update(known)
            return
        for key, value in pairs:
            self[key] = value

    def setdefault(self, key: Any, default: Any = None) -> Any:
        if key not in self:
            self[key] = default
        return self[key]

    def __or__(self, other: Any) -> OrderedDict:
        return Dict(self, other)

    def __repr__(self) -> str:
        return shown(self)


def Dict(*parts: Any) -> OrderedDict:
    made = OrderedDict()
    for part in parts:
        made.update(part)
    return made


def pairs_of(mapping: Any) -> Any:
    """What `dict` takes: pairs, or what has keys."""
    if not hasattr(mapping, "keys"):
        return mapping
    return mapping.items() if hasattr(mapping, "items") else [(key, mapping[key]) for key in mapping.keys()]


class MissingDict:
    """A dict that calls ``__missing__``. Nothing reads its order, and no constructor has to call that of this class."""

    _known: dict[Any, Any]

    def __new__(cls, *_: Any) -> Any:
        self = object.__new__(cls)
        self._known = {}
        return self

    def __getitem__(self, key: Any) -> Any:
        try:
            return self._known[key]
        except KeyError:
            return self.__missing__(key)  # type: ignore[attr-defined]

    def __setitem__(self, key: Any, value: Any) -> None:
        self._known[key] = value

    def __len__(self) -> int:
        return len(self._known)

    def clear(self) -> None:
        self._known.clear()


class _Value:
    """A base of what is a list, a tuple or an int in CPython. MicroPython lets no method of these be overridden."""

    _value: Any

    def __eq__(self, other: Any) -> Any:
        return self._value == (other._value if isinstance(other, _Value) else other)

    def __hash__(self) -> int:
        return hash(self._value)


class _Items(_Value):
    def __len__(self) -> int:
        return len(self._value)

    def __iter__(self) -> Any:
        # As that of a list, it sees what is appended in the meantime.
        return iter(self._value)


class List(_Items):
    def __new__(cls, *_: Any, **__: Any) -> Any:
        self = object.__new__(cls)
        object.__setattr__(self, "_value", [])
        return self

    def __contains__(self, item: Any) -> bool:
        return item in self._value

    def index(self, item: Any) -> int:
        return self._value.index(item)

    def count(self, item: Any) -> int:
        return self._value.count(item)


def append(items: List, item: Any) -> None:
    items._value.append(item)


def get_items(items: List, index: Any) -> Any:
    return items._value[index[0] : index[1]] if isinstance(index, tuple) else items._value[index]


def set_items(items: List, _: Any, new: Iterable[Any]) -> None:
    """Replace all: py_url sets nothing else."""
    items._value = list(new)


def sliced(*bounds: Any) -> tuple[Any, Any]:
    """A slice that py_url makes itself."""
    return (None, bounds[0]) if len(bounds) == 1 else (bounds[0], bounds[1])


class Tuple(_Items):
    def __getitem__(self, index: Any) -> Any:
        return self._value[index]


class Int(_Value):
    def __int__(self) -> int:
        return self._value

    def __index__(self) -> int:
        return self._value

    def __rshift__(self, other: int) -> int:
        return self._value >> other

    def __and__(self, other: int) -> int:
        return self._value & other

    def __lt__(self, other: Any) -> Any:
        return self._value < (other._value if isinstance(other, Int) else other)


def new(cls: Any) -> Any:
    if issubclass(cls, List):
        return List.__new__(cls)
    self = object.__new__(cls)
    if issubclass(cls, BaseException):
        # Without this, MicroPython would write the traceback to a place that no exception has.
        first = cls
        while getattr(builtins, first.__bases__[0].__name__, None) is not first.__bases__[0]:
            first = first.__bases__[0]
        super(first, self).__init__("")
    return self


def new_of(cls: Any, value: Any) -> Any:
    self = object.__new__(cls)
    self._value = int(value) if issubclass(cls, Int) else tuple(value)
    return self


def make_list(*parts: Any) -> list[Any]:
    made: list[Any] = []
    for part in parts:
        made.extend(part)
    return made


def set_step(items: list[Any], start: Any, stop: Any, by: int, new: Iterable[Any]) -> None:
    """Set ``items[start:stop:by]`` to *new*, which has one value for each."""
    for place, value in zip(range(len(items))[start:stop:by], new):
        items[place] = value


def sort(items: Iterable[Any], key: Any = None) -> list[Any]:
    """`sorted`, by a heap: MicroPython's own is not stable, and takes quadratic time for equal items."""
    heap = [(item if key is None else key(item), place, item) for place, item in enumerate(items)]
    heapq.heapify(heap)
    return [heapq.heappop(heap)[2] for _ in range(len(heap))]


# Strings and bytes


def isascii(string: Any) -> bool:
    if isinstance(string, str):
        return len(string) == len(string.encode())
    return string.isascii() if not isinstance(string, (bytes, bytearray)) else not any([byte > 127 for byte in string])


def isprintable(string: str) -> bool:
    if isascii(string):
        return all([" " <= char <= "~" for char in string])
    return javascript.is_printable(javascript.departing(string))


def removeprefix(string: str, prefix: str) -> str:
    return string[len(prefix) :] if prefix and string.startswith(prefix) else string


def removesuffix(string: str, suffix: str) -> str:
    return string[: len(string) - len(suffix)] if suffix and string.endswith(suffix) else string


def lower(string: Any) -> Any:
    return string.lower() if isascii(string) else javascript.by_javascript("lower", string)


def upper(string: Any) -> Any:
    return string.upper() if isascii(string) else javascript.by_javascript("upper", string)


def casefold(string: str) -> str:
    return string.lower() if isascii(string) else javascript.by_javascript("casefold", string)


def translate(string: Any, table: Any, *_: Any) -> Any:
    if not isinstance(string, str):
        return bytes([table[byte] for byte in string])
    # An empty table changes nothing, unless it makes its entries itself.
    if not table and not isinstance(table, MissingDict):
        return string
    translated = []
    for char in string:
        try:
            new = table[ord(char)]
        except LookupError:
            new = char
        translated.append("" if new is None else chr(new) if isinstance(new, int) else new)
    return "".join(translated)


def fromkeys(kind: Any, keys: Iterable[Any], value: Any = None) -> OrderedDict:
    return Dict([(key, value) for key in keys])


def encode(string: Any, encoding: str = "utf-8", errors: str = "strict") -> Any:
    if not isinstance(string, str):
        return string.encode(*([encoding] if encoding != "utf-8" else []))
    if encoding in ("utf-16-le", "utf-16-be"):
        return javascript.code_units(string, encoding[-2:])
    if encoding == "latin-1":
        return bytes(map(ord, string))
    if encoding != "utf-8":
        raise LookupError("MicroPython has no encoding " + encoding)
    data = string.encode()
    if b"\xed" in data and errors != "surrogatepass" and javascript.surrogates(string, data):
        raise UnicodeError("surrogates not allowed")
    return data


def decode(data: Any, encoding: str = "utf-8", errors: str = "strict") -> Any:
    if not isinstance(data, (bytes, bytearray)):
        return data.decode(encoding)
    if encoding == "utf-16-le":
        return javascript.of_code_units(data, errors)
    if encoding == "latin-1":
        return "".join(map(chr, data))
    if encoding != "utf-8":
        raise LookupError("MicroPython has no encoding " + encoding)
    if isascii(data):
        return bytes(data).decode()
    decoded = javascript.decoded(data)
    # MicroPython itself takes bytes that are no UTF-8. What was replaced comes out as other bytes.
    if errors == "replace" or decoded.encode() == data:
        return decoded
    raise UnicodeError("invalid UTF-8")


def plain_str(string: str) -> str:
    return string if type(string) is str else "".join([char for char in string])


def formatted(value: Any, spec: str) -> str:
    if hasattr(value, "__format__"):
        return value.__format__(spec)
    value = (
        value._value if isinstance(value, Int) else str(value) if not isinstance(value, (str, int, float)) else value
    )
    return ("{:" + spec + "}").format(value)


def shown(value: Any) -> str:
    """`repr`, of a str as CPython writes it."""
    if type(value) is tuple:
        return "({}{})".format(", ".join(map(shown, value)), "," if len(value) == 1 else "")
    if type(value) is list:
        return "[{}]".format(", ".join(map(shown, value)))
    if isinstance(value, OrderedDict):
        return "{" + ", ".join([shown(key) + ": " + shown(each) for key, each in value.items()]) + "}"
    is_plain = type(value) is str or (isinstance(value, str) and not hasattr(value, "__repr__"))
    return shown_str(value) if is_plain else repr(value)


def shown_str(string: str) -> str:
    return javascript.by_javascript("shown", plain_str(string))


# Objects and classes

_OWN_BASES: Any = {int: Int, list: List, tuple: Tuple}


def is_instance(value: Any, kinds: Any) -> bool:
    for kind in kinds if isinstance(kinds, tuple) else (kinds,):
        if isinstance(kind, tuple):
            if is_instance(value, kind):
                return True
        elif hasattr(kind, "includes"):
            if kind.includes(value):
                return True
        elif isinstance(value, (kind, _OWN_BASES.get(kind, kind))) or (kind is int and isinstance(value, bool)):
            return True
    return False


def is_iterable(value: Any) -> bool:
    if javascript.is_proxy(value):
        return javascript.is_iterable(value)
    if hasattr(value, "__iter__"):
        return value.__iter__ is not None
    try:
        # The types of MicroPython itself have no method of that name.
        iter(value)
    except TypeError:
        return False
    return isinstance(value, (str, bytes, bytearray, tuple, list, dict)) or not hasattr(value, "__getitem__")


def has(value: Any, name: str) -> bool:
    """`hasattr` of a special method. MicroPython's own types have few of them by name."""
    if name == "__iter__":
        return is_iterable(value)
    return getattr(value, name, None) is not None or (name == "__index__" and value in (int, bool))


class _Arguments:
    """The attribute ``args`` of exceptions. Nothing else sets it, so a text that is made later is its only value."""

    @staticmethod
    def __get__(error: BaseException) -> tuple[object, ...]:
        return ()


ARGUMENTS = {"args": _Arguments}


def module_of(value: Any) -> str:
    if isinstance(value, type):
        if value.__name__ == "JsProxy":
            return "pyodide.ffi"  # as an object of JavaScript is called in Pyodide
        if value in (bool, bytearray, bytes, dict, float, frozenset, int, list, object, set, str, tuple, type(None)):
            return "builtins"
        return value.__dict__.get("__module__", "__main__")
    return value.__module__


def mro_of(cls: Any) -> list[Any]:
    found = [cls]
    for base in cls.__bases__:
        found += [each for each in mro_of(base) if each not in found]
    return found


def enumeration(cls: Any) -> Any:
    """Make a class an enumeration: each of its constants becomes the one object with that name."""
    for name in dir(cls):
        if name.isupper() and name[0] != "_":
            member = cls()
            member.name, member.value = name, getattr(cls, name)
            setattr(cls, name, member)
    return cls
