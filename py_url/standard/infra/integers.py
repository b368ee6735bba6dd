"""Integers that a user gives as arguments: an int, or what stands for one in another library."""

from __future__ import annotations


def integer_of(value: object) -> int | None:
    """The int that *value* is, or that an integer of another library stands for; otherwise None. A bool is none."""
    if isinstance(value, bool) or not hasattr(type(value), "__index__"):
        return None
    from operator import index

    try:
        return index(value)  # type: ignore[arg-type]  # it has the method
    except TypeError:
        return None  # an array has the method, and only one of its kinds is an integer


def count_of(value: object, what: str, kind: str = "an int", least: int = 1) -> int:
    """Return *value* as an int of at least *least*. Raises TypeError and ValueError, which call it *what*."""
    number = integer_of(value)
    if number is None:
        raise TypeError(f"{what} must be {kind}, not {type(value).__name__}")
    if number < least:
        raise ValueError(f"{what}: {number} is too small; the least is {least}")
    return number
