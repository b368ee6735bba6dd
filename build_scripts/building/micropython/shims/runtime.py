"""What a transformed module calls in place of what MicroPython lacks."""

from __future__ import annotations

import builtins

from py_url._micropython import javascript
from py_url._micropython.javascript import object_entries  # noqa: F401 - a method of Pyodide's proxies

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from typing import Any


class Keys(list):  # type: ignore[type-arg]  # MicroPython has no parameters of types
    """The keys of a dict, in order, with the methods of a set."""

    def __and__(self, other: Any) -> Any:
        return set(self) & set(other)

    def __sub__(self, other: Any) -> Any:
        return set(self) - set(other)

    def __ge__(self, other: Any) -> bool:
        return set(self) >= set(other)

    def isdisjoint(self, other: Any) -> bool:
        return not set(self) & set(other)


class OrderedDict(dict):  # type: ignore[type-arg]  # as above
    """A dict that keeps the order of its keys. `Dict` makes one.

    It has no constructor: one that calls that of `dict` gives MicroPython 1.27 wrong counts of arguments.
    """

    _order: Any = None

    def __setitem__(self, key: Any, value: Any) -> None:
        if self._order is None:
            self._order = []
        if key not in self:
            self._order.append(key)
        super().__setitem__(key, value)

    def __delitem__(self, key: Any) -> None:
        super().__delitem__(key)
        self._order.remove(key)

    def __iter__(self) -> Iterator[Any]:
        return iter(self._order or ())

    def keys(self) -> Any:
        return Keys(self._order or ())

    def values(self) -> Any:
        return [self[key] for key in self._order or ()]

    def items(self) -> Any:
        return [(key, self[key]) for key in self._order or ()]

    def update(self, other: Any) -> None:  # type: ignore[override]  # py_url gives no keywords
        for key, value in pairs_of(other):
            self[key] = value

    def setdefault(self, key: Any, default: Any = None) -> Any:
        if key not in self:
            self[key] = default
        return self[key]

    def pop(self, key: Any, *default: Any) -> Any:
        if key in self:
            self._order.remove(key)
        return super().pop(key, *default)

    def clear(self) -> None:
        super().clear()
        self._order = []

    def copy(self) -> OrderedDict:
        return Dict(self)

    def __or__(self, other: Any) -> OrderedDict:
        return Dict(self, other)

    def __ror__(self, other: Any) -> OrderedDict:
        return Dict(other, self)

    def __repr__(self) -> str:
        return shown(self)


def Dict(*parts: Any) -> OrderedDict:
    made = OrderedDict()
    for part in parts:
        made.update(part)
    return made


def merge(left: Any, right: Any) -> Any:
    """Do what ``left |= right`` does."""
    if not isinstance(left, OrderedDict):
        return left | right
    left.update(right)
    return left


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

    def __contains__(self, key: Any) -> bool:
        return key in self._known

    def __len__(self) -> int:
        return len(self._known)

    def get(self, key: Any, default: Any = None) -> Any:
        return self._known.get(key, default)

    def clear(self) -> None:
        self._known.clear()


def clear_dict(mapping: Any) -> None:
    mapping.clear()


class List:
    """A base of what is a list in CPython. MicroPython lets no method of a list be overridden."""

    _items: list[Any]

    def __new__(cls, *_: Any, **__: Any) -> Any:
        self = object.__new__(cls)
        object.__setattr__(self, "_items", [])
        return self

    def __len__(self) -> int:
        return len(self._items)

    def __iter__(self) -> Any:
        # As that of a list, it sees what is appended in the meantime.
        return iter(self._items)

    def __contains__(self, item: Any) -> bool:
        return item in self._items

    def __eq__(self, other: Any) -> Any:
        return self._items == (other._items if isinstance(other, List) else other)

    def index(self, item: Any) -> int:
        return self._items.index(item)

    def count(self, item: Any) -> int:
        return self._items.count(item)


def append(items: List, item: Any) -> None:
    items._items.append(item)


def get_items(items: List, index: Any) -> Any:
    if isinstance(index, Slice):
        return items._items[index.start : index.stop]
    return items._items[index]


def set_items(items: List, _: Any, new: Iterable[Any]) -> None:
    """Replace all: py_url sets nothing else."""
    items._items = list(new)


class Slice:
    """A slice that py_url makes itself."""

    def __init__(self, start: Any, stop: Any) -> None:
        self.start, self.stop = start, stop


def sliced(*bounds: Any) -> Slice:
    return Slice(None, bounds[0]) if len(bounds) == 1 else Slice(bounds[0], bounds[1])


class Tuple:
    """A base of what is a tuple in CPython."""

    _value: Any

    def __len__(self) -> int:
        return len(self._value)

    def __iter__(self) -> Any:
        return iter(self._value)

    def __getitem__(self, index: Any) -> Any:
        return self._value[index]

    def __eq__(self, other: Any) -> Any:
        return self._value == (other._value if isinstance(other, Tuple) else other)

    def __hash__(self) -> int:
        return hash(self._value)


class Int:
    """A base of what is an int in CPython."""

    _value: Any

    def __int__(self) -> int:
        return self._value

    def __index__(self) -> int:
        return self._value

    def __rshift__(self, other: int) -> int:
        return self._value >> other

    def __and__(self, other: int) -> int:
        return self._value & other

    def __eq__(self, other: Any) -> Any:
        return self._value == (other._value if isinstance(other, Int) else other)

    def __lt__(self, other: Any) -> Any:
        return self._value < (other._value if isinstance(other, Int) else other)

    def __hash__(self) -> int:
        return hash(self._value)


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


def make_tuple(*parts: Any) -> tuple[Any, ...]:
    return tuple(make_list(*parts))


def make_set(*parts: Any) -> set[Any]:
    return set(make_list(*parts))


def step(items: Any, start: Any, stop: Any, by: int) -> Any:
    """A slice with a step: of a list, or of all of a str backwards."""
    if by < 0:
        if start is not None or stop is not None or by != -1:
            raise NotImplementedError("a slice backwards with bounds")
        turned = list(items)
        turned.reverse()
        return "".join(turned) if isinstance(items, str) else turned
    chosen = list(items)[start:stop][::by]
    return "".join(chosen) if isinstance(items, str) else chosen


def set_step(items: list[Any], start: Any, stop: Any, by: int, new: Iterable[Any]) -> None:
    places = range(*_bounds(items, start, stop), by)
    values = list(new)
    if len(values) != len(places):
        raise ValueError(
            "attempt to assign sequence of size %d to extended slice of size %d" % (len(values), len(places))
        )
    for place, value in zip(places, values):
        items[place] = value


def _bounds(items: list[Any], start: int | None, stop: int | None) -> tuple[int, int]:
    return start or 0, len(items) if stop is None else min(stop, len(items))


def cut(items: Any, end: int) -> Any:
    """Do what ``del items[end:]`` does."""
    return items[:end] if end < len(items) else items


def zipped(*iterables: Any, strict: bool = False) -> Iterator[Any]:
    if not strict:
        return zip(*iterables)
    return _zipped_strictly([iter(iterable) for iterable in iterables])


def _zipped_strictly(iterators: list[Any]) -> Iterator[Any]:
    while True:
        row, ended = [], 0
        for iterator in iterators:
            try:
                row.append(next(iterator))
            except StopIteration:
                ended += 1
        if ended:
            if ended < len(iterators):
                raise ValueError("zip() arguments have different lengths")
            return
        yield tuple(row)


def sort(items: Iterable[Any], key: Any = None) -> list[Any]:
    """`sorted`, by merging: MicroPython's own is not stable, and takes quadratic time for equal items."""
    pairs = [(item if key is None else key(item), item) for item in items]
    width = 1
    while width < len(pairs):
        merged: list[Any] = []
        for start in range(0, len(pairs), 2 * width):
            middle, end = min(start + width, len(pairs)), min(start + 2 * width, len(pairs))
            left, right = start, middle
            while left < middle and right < end:
                if pairs[right][0] < pairs[left][0]:
                    merged.append(pairs[right])
                    right += 1
                else:
                    merged.append(pairs[left])
                    left += 1
            merged.extend(pairs[left:middle])
            merged.extend(pairs[right:end])
        pairs, width = merged, 2 * width
    return [item for _, item in pairs]


# Strings and bytes


def isascii(string: Any) -> bool:
    if isinstance(string, str):
        return len(string) == len(string.encode())
    return string.isascii() if not isinstance(string, (bytes, bytearray)) else not any([byte > 127 for byte in string])


def isdigit(string: str) -> bool:
    if not isascii(string):
        # Digits beyond ASCII are none for py_url, which asks only about ASCII: the transformation cannot see that.
        raise NotImplementedError("isdigit() beyond ASCII")
    return string.isdigit()


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


_SPACES = "\t\n\x0b\x0c\r\x1c\x1d\x1e\x1f \x85\xa0\u1680\u2028\u2029\u202f\u205f\u3000" + "".join(
    [chr(number) for number in range(0x2000, 0x200B)]
)


def strip(string: str, *chars: str) -> str:
    return string.strip(*(chars or (_SPACES,)))


def split(string: Any, *given: Any) -> list[Any]:
    if given or not isinstance(string, str):
        return string.split(*given)
    for space in _SPACES:
        if space in string:
            string = string.replace(space, " ")
    return [word for word in string.split(" ") if word]


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


def maketrans(kind: Any, old: bytes, new: bytes) -> bytes:
    table = list(range(256))
    for before, after in zip(old, new):
        table[before] = after
    return bytes(table)


def fromkeys(kind: Any, keys: Iterable[Any], value: Any = None) -> OrderedDict:
    return Dict([(key, value) for key in keys])


def keys(mapping: Any) -> Any:
    found = mapping.keys()
    return found if isinstance(mapping, OrderedDict) or not isinstance(mapping, dict) else Keys(found)


def isdisjoint(items: Any, other: Iterable[Any]) -> bool:
    for item in other:
        if item in items:
            return False
    return True


_UTF_8 = ("utf-8", "UTF-8", "utf8")


def encode(string: Any, encoding: str = "utf-8", errors: str = "strict") -> Any:
    if not isinstance(string, str):
        return string.encode(*([encoding] if encoding != "utf-8" else []))
    if encoding in _UTF_8:
        data = string.encode()
        if b"\xed" not in data or errors == "surrogatepass" or not javascript.surrogates(string, data):
            return data
        if errors == "surrogateescape":
            return b"".join(
                [bytes([ord(char) & 0xFF]) if "\udc80" <= char <= "\udcff" else char.encode() for char in string]
            )
        raise UnicodeError("surrogates not allowed")
    if encoding == "ascii" and isascii(string):
        return string.encode()
    if encoding not in ("utf-16-le", "utf-16-be"):
        raise LookupError("MicroPython has no encoding " + encoding)
    output = bytearray()
    for number in map(ord, string):
        for unit in (number,) if number < 0x10000 else (0xD7C0 + (number >> 10), 0xDC00 | number & 0x3FF):
            high, low = unit >> 8, unit & 255
            output += bytes((low, high) if encoding == "utf-16-le" else (high, low))
    return bytes(output)


def decode(data: Any, encoding: str = "utf-8", errors: str = "strict") -> Any:
    if not isinstance(data, (bytes, bytearray)):
        return data.decode(encoding)
    if encoding == "utf-16-le":
        return _decode_utf_16(data, errors)
    if encoding == "ascii" and not isascii(data):
        raise UnicodeError("not ASCII")
    if encoding != "ascii" and encoding not in _UTF_8:
        raise LookupError("MicroPython has no encoding " + encoding)
    if isascii(data):
        return bytes(data).decode()
    decoded = javascript.decoded(data)
    # MicroPython itself takes bytes that are no UTF-8. What was replaced comes out as other bytes.
    if errors == "replace" or decoded.encode() == data:
        return decoded
    if errors == "surrogateescape":
        return _decode_escaping(bytes(data))
    raise UnicodeError("invalid UTF-8")


def _decode_escaping(data: bytes) -> str:
    """Decode, with a surrogate for each byte that is not UTF-8. The longest sequence has four bytes."""
    decoded: list[str] = []
    place = 0
    while place < len(data):
        for length in (1, 2, 3, 4):
            try:
                decoded.append(decode(data[place : place + length]))
                break
            except UnicodeError:
                pass
        else:
            length = 1
            decoded.append(chr(0xDC00 | data[place]))
        place += length
    return "".join(decoded)


def _decode_utf_16(data: Any, errors: str) -> str:
    decoded: list[str] = []
    waiting = 0
    for place in range(0, len(data), 2):
        unit = data[place] | data[place + 1] << 8
        if waiting and 0xDC00 <= unit < 0xE000:
            decoded[-1] = chr(0x10000 + ((waiting & 0x3FF) << 10) + (unit & 0x3FF))
            waiting = 0
            continue
        waiting = unit if 0xD800 <= unit < 0xDC00 else 0
        decoded.append("\ufffd" if errors == "replace" and 0xD800 <= unit < 0xE000 else chr(unit))
    return "".join(decoded)


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
    return (
        shown_str(value)
        if type(value) is str or (isinstance(value, str) and not hasattr(value, "__repr__"))
        else repr(value)
    )


_NAMED = {"\n": "\\n", "\r": "\\r", "\t": "\\t", "\\": "\\\\"}


def shown_str(string: str) -> str:
    string = plain_str(string)
    quote = '"' if "'" in string and '"' not in string else "'"
    if isprintable(string) and "\\" not in string and quote not in string:
        return quote + string + quote
    written = []
    for char in string:
        number = ord(char)
        if char in _NAMED:
            char = _NAMED[char]
        elif char == quote:
            char = "\\" + char
        elif not isprintable(char):
            char = (
                "\\x%02x" % number if number < 0x100 else "\\u%04x" % number if number < 0x10000 else "\\U%08x" % number
            )
        written.append(char)
    return quote + "".join(written) + quote


# Objects and classes

_OWN_BASES: dict[Any, Any] = {int: Int, list: List, tuple: Tuple}


def _own_base(kind: Any) -> Any:
    return _OWN_BASES.get(kind, kind)


def is_instance(value: Any, kinds: Any) -> bool:
    for kind in kinds if isinstance(kinds, tuple) else (kinds,):
        if isinstance(kind, tuple):
            if is_instance(value, kind):
                return True
        elif hasattr(kind, "includes"):
            if kind.includes(value):
                return True
        elif isinstance(value, (kind, _own_base(kind))) or (kind is int and isinstance(value, bool)):
            return True
    return False


_CALLED = {"__iter__": (str, bytes, bytearray, tuple, list, dict, set, frozenset, range), "__index__": (int, bool)}


def has(value: Any, name: str) -> bool:
    """`hasattr` of a special method, also of a type. MicroPython's own types have few of them by name."""
    if name == "__iter__" and javascript.is_proxy(value):
        return javascript.is_iterable(value)
    kinds = _CALLED.get(name, ())
    if hasattr(value, name):
        return getattr(value, name) is not None
    return issubclass(value, kinds) if isinstance(value, type) else isinstance(value, kinds)


def variables(*values: Any) -> Any:
    if not values:
        raise NotImplementedError("vars() without an argument")
    return _ARGUMENTS if values[0] is BaseException else values[0].__dict__


class _Arguments:
    """The attribute ``args`` of exceptions. Nothing else sets it, so a text that is made later is its only value."""

    @staticmethod
    def __get__(error: BaseException) -> tuple[object, ...]:
        return ()

    @staticmethod
    def __set__(error: BaseException, args: object) -> None:
        raise AttributeError("args of this exception cannot be set in MicroPython")


_ARGUMENTS = {"args": _Arguments}


def module_of(value: Any) -> str:
    if isinstance(value, type):
        if value.__name__ == "JsProxy":
            return "pyodide.ffi"  # as an object of JavaScript is called in Pyodide
        if value in (bool, bytearray, bytes, dict, float, frozenset, int, list, object, set, str, tuple, type(None)):
            return "builtins"
        return value.__dict__.get("__module__", "__main__")
    return value.__module__


def name_of(value: Any) -> str:
    return value.__name__


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


def get_attribute(value: Any, name: str) -> Any:
    """For an attribute that is there: a missing one would call ``__getattr__`` again."""
    return getattr(value, name)
