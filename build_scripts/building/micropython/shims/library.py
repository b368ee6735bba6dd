"""What py_url takes from the standard library and MicroPython lacks."""

from __future__ import annotations

import sys

from py_url._micropython import javascript
from py_url._micropython.runtime import List, is_iterable

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any


# collections.abc: kinds that `runtime.is_instance` asks.


class _Kind:
    def __init__(self, includes: Any) -> None:
        self.includes = includes


Iterable = Collection = _Kind(is_iterable)
Mapping = _Kind(lambda value: isinstance(value, dict))
Set = _Kind(lambda value: isinstance(value, (set, frozenset)))
Iterator = _Kind(lambda value: hasattr(value, "__next__"))
Callable = _Kind(callable)


class Enum:
    pass


# types, copyreg, inspect: only copies and pickles ask for these.


class FunctionType:
    pass


MemberDescriptorType = UnionType = FunctionType


def __newobj__(cls: Any) -> Any:
    raise NotImplementedError("MicroPython has no pickle")


def signature(function: Any) -> Any:
    raise ValueError("MicroPython does not know what a function takes")


def copy(value: Any) -> Any:
    """A copy of one of py_url's objects, which has the same attributes."""
    made = List.__new__(type(value)) if isinstance(value, List) else object.__new__(type(value))
    for name, attribute in value.__dict__.items():
        object.__setattr__(made, name, list(attribute) if name == "_value" else attribute)
    return made


# functools


def lru_cache(maxsize: Any = 128) -> Any:
    """Like that of CPython, but when it is full, all of it is forgotten."""
    if callable(maxsize):
        return lru_cache(128)(maxsize)

    def decorated(function: Any) -> Any:
        known: dict[Any, Any] = {}

        def cached(*arguments: Any) -> Any:
            if arguments in known:
                return known[arguments]
            if maxsize is not None and len(known) >= maxsize:
                known.clear()
            known[arguments] = answer = function(*arguments)
            return answer

        return cached

    return decorated


cache = lru_cache(None)


def wraps(_: Any) -> Any:
    return lambda function: function


# itertools, operator, bisect


def accumulate(numbers: Any) -> Any:
    total = None
    for number in numbers:
        total = number if total is None else total + number
        yield total


def chain(*iterables: Any) -> Any:
    for iterable in iterables:
        for item in iterable:
            yield item


def islice(iterable: Any, stop: int | None) -> Any:
    return iter(iterable) if stop is None else (item for _, item in zip(range(stop), iterable))


def index(value: Any) -> int:
    return value if isinstance(value, int) else value.__index__()


def bisect_right(items: Any, item: int) -> int:
    low, high = 0, len(items)
    while low < high:
        middle = (low + high) // 2
        if item < items[middle]:
            high = middle
        else:
            low = middle + 1
    return low


def bisect_left(items: Any, item: int) -> int:
    """Of whole numbers: py_url asks for no others."""
    return bisect_right(items, item - 1)


# Others


def array(_: str, items: Any = ()) -> list[int]:
    """A list: that of MicroPython cannot shrink."""
    return list(items)


def import_module(name: str) -> Any:
    __import__(name)
    return sys.modules[name]


class RLock:
    """MicroPython in a page has one thread."""

    __enter__ = __exit__ = lambda *_: None


def ref(value: Any) -> Any:
    """A reference that is not weak: MicroPython's collector finds cycles."""
    return lambda: value


def normalize(form: str, string: str) -> str:
    if len(string) == len(string.encode()):
        return string
    return javascript.by_javascript("normalize", string, form)


def category(char: str) -> str:
    """Only whether it is a mark that takes no column."""
    return "Mn" if javascript.is_mark(javascript.departing(char)) else "Cn"


def east_asian_width(char: str) -> str:
    """Wide, by the blocks of scripts and of emoji."""
    return "W" if javascript.is_wide(javascript.departing(char)) else "N"
