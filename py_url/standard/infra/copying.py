"""How the objects of this package are copied and pickled. The standard does not say; this is Python's protocol.

The state of an object is a dict: the values that the object consists of, under their public names, and the attributes
that a subclass has added. It stays the same if the inside of a class changes, and it is checked as a constructor checks
its arguments. https://docs.python.org/3/library/pickle.html#pickling-class-instances
"""

from __future__ import annotations

from copyreg import __newobj__  # type: ignore[attr-defined]  # typeshed leaves it out
from types import FunctionType, MemberDescriptorType, UnionType

from py_url.standard.infra.fields import Fields

TYPE_CHECKING = False
if TYPE_CHECKING:
    import typing
    from collections.abc import Callable, Collection, Mapping

    _Copied = typing.TypeVar("_Copied")


class Slotted:
    """A base of classes with ``__slots__``, whose objects every protocol of pickle then takes.

    Protocols 0 and 1 do not write slots, so protocol 2 is used in their place.
    """

    __slots__ = ()

    def __reduce_ex__(self, protocol: int, /) -> str | tuple[object, ...]:  # type: ignore[override]  # an int is enough
        return super().__reduce_ex__(max(protocol, 2))


class Record(Slotted, Fields):
    """A base of `Fields` that are slots, whose names are ``__match_args__``.

    Two are equal if they are of one class and their fields are equal.
    """

    __slots__ = ()

    def _fill(self, *fields: tuple[object, type | UnionType]) -> None:
        """Set the fields, each of which is given with its type."""
        if hasattr(self, self.__match_args__[0]):
            raise AttributeError(f"a {type(self).__name__} cannot be changed")
        for name, (value, kind) in zip(self.__match_args__, fields, strict=True):
            if not isinstance(value, kind):
                expected = kind if isinstance(kind, UnionType) else kind.__name__
                raise TypeError(f"{name} of a {type(self).__name__} must be {expected}, not {type(value).__name__}")
            # An instance of a subclass of str may show itself otherwise.
            object.__setattr__(self, name, str.__str__(value) if isinstance(value, str) else value)

    def __eq__(self, other: object) -> bool:
        return dict(self) == dict(other) if isinstance(other, Record) and type(other) is type(self) else NotImplemented

    def __hash__(self) -> int:
        return hash(tuple(dict(self).values()))

    def __repr__(self) -> str:
        from py_url.standard.infra.showing import shown_parts

        return f"{type(self).__name__}({shown_parts(dict(self))})"

    def __getstate__(self) -> dict[str, object]:
        return state_of(self, self._base(), dict(self))

    def __setstate__(self, state: object) -> None:
        restore(self, self._base(), state, self.keys())

    @classmethod
    def _base(cls) -> type:
        """The class that has the fields, of which this one may be a subclass."""
        return next(base for base in cls.__mro__ if "__match_args__" in base.__dict__)


def copy_to_change(value: _Copied) -> _Copied:
    """Return a copy of *value* without what cached properties have computed, which a change would make wrong.

    ``functools.cached_property`` and those of other libraries store it in the object under their own name.
    """
    from copy import copy

    copied = copy(value)
    attributes = getattr(copied, "__dict__", {})
    for name in [name for name in attributes if _is_computed(type(copied), name)]:
        del attributes[name]
    return copied


def _is_computed(kind: type, name: str) -> bool:
    owner = next((base for base in kind.__mro__ if name in base.__dict__), None)
    found = None if owner is None else owner.__dict__[name]
    # A function, or a property with a setter of its own, would be the default of an attribute that was set.
    if isinstance(found, FunctionType | classmethod | staticmethod) or type(found) is property:
        return False
    if not hasattr(type(found), "__get__"):
        return False
    return isinstance(found, property) or not hasattr(type(found), "__set__")


def state_of(value: object, base: type, own: Mapping[str, object], private: Collection[str] = ()) -> dict[str, object]:
    """Return the state of *value*: *own*, and the attributes that a subclass of *base* has added.

    *private* are the names in the object's ``__dict__`` that belong to *base*. Its slots need not be named.
    """
    default = object.__getstate__(value)
    attributes, slots = default if isinstance(default, tuple) else (default, None)
    state = {name: slot for name, slot in (slots or {}).items() if not hasattr(base, name)}
    state.update((name, attribute) for name, attribute in (attributes or {}).items() if name not in private)
    return {**state, **own}


def reduced(value: object) -> tuple[object, ...]:
    """Return what ``__reduce__`` of an exception or a list should: a new object of the class, and its state.

    That of BaseException would call the class with ``args``, and that of a list would append each item.
    """
    return __newobj__, (type(value),), value.__getstate__()


def restore(
    value: object,
    base: type,
    state: object,
    names: Collection[str],
    init: Callable[..., None] | None = None,
    private: Collection[str] = (),
) -> None:
    """Give *value*, a new object of *base* or of a subclass, its *state*.

    Calls *init*, which is by default the constructor of *base*, with the values of *names* in that order, and sets the
    other attributes. Raises the errors of *init*, but ValueError instead of TypeError, and ValueError if *state* has
    another form.
    """
    if not isinstance(state, dict) or not state.keys() >= {*names} or not state.keys().isdisjoint(private):
        raise ValueError(f"the state of a {base.__name__} must be a dict with {' and '.join(map(repr, names))}")
    try:
        (init or vars(base)["__init__"])(value, *(state[name] for name in names))
        for name in state.keys() - {*names}:
            _set_attribute(value, base, name, state[name])
    except TypeError as error:
        raise ValueError(f"this is not the state of a {base.__name__}: {error}") from None


def _set_attribute(value: object, base: type, name: str, attribute: object) -> None:
    """Set an attribute that a subclass of *base* has added. A name of *base* itself is set where nothing reads it."""
    slot = getattr(type(value), name, None)
    if isinstance(slot, MemberDescriptorType) and not issubclass(base, slot.__objclass__):
        slot.__set__(value, attribute)
    else:
        vars(value)[name] = attribute
