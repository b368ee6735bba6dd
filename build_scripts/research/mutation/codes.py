"""Which functions differ in two versions of a module."""

from __future__ import annotations

import inspect
from types import CodeType

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator


def _inner(code: CodeType) -> list[CodeType]:
    return [constant for constant in code.co_consts if isinstance(constant, CodeType)]


def _own(code: CodeType) -> tuple[object, ...]:
    """What a piece of code does, without the code inside it. `1 == True`, so the types belong to the constants."""
    constants = [None if isinstance(value, CodeType) else _constant(value) for value in code.co_consts]
    return code.co_code, constants, code.co_names, code.co_varnames, code.co_freevars, code.co_cellvars, code.co_name


def _constant(value: object) -> tuple[object, ...]:
    # The order of a set depends on how it was made.
    return (type(value), *sorted(map(repr, value))) if isinstance(value, frozenset) else (type(value), repr(value))


def differences(one: CodeType, other: CodeType) -> list[tuple[CodeType, CodeType]] | None:
    """Return the functions that differ, in both versions, at every depth.

    None if something else differs: what runs when the module is imported.
    """
    is_function = bool(one.co_flags & inspect.CO_NEWLOCALS and one.co_flags & inspect.CO_OPTIMIZED)
    differs = _own(one) != _own(other)
    inner, other_inner = _inner(one), _inner(other)
    if len(inner) != len(other_inner):
        return [(one, other)] if is_function else None
    if differs and not is_function:
        return None
    found = []
    for pair in zip(inner, other_inner, strict=True):
        below = differences(*pair)
        if below is None:
            # A class inside a function: the function as a whole is another one.
            return [(one, other)] if is_function else None
        found += below
    if is_function and (differs or found):
        found.append((one, other))
    return found


def all_of(code: CodeType) -> Iterator[CodeType]:
    """Yield a piece of code and all code inside it."""
    yield code
    for inner in _inner(code):
        yield from all_of(inner)
