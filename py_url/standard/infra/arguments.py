"""Checks of the arguments of public functions: each returns the value in a plain form, or says what it must be."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable
from typing import TypeVar

from py_url.standard.infra.code_points import plain_str

SCHEME = "[A-Za-z][A-Za-z0-9+.-]*"
"""A regular expression for the name of a scheme, by the URL Standard and by RFC 3986 §3.1."""

_Option = TypeVar("_Option", bound=str)


def expect_str(value: object, what: str) -> str:
    """Return *value* if it is a str; otherwise raise TypeError with a message in which *what* names it.

    An instance of a subclass becomes a plain str.
    """
    if not isinstance(value, str):
        raise TypeError(f"{what} must be a str, not {type(value).__name__}")
    return plain_str(value)


def expect_str_or_none(value: object, what: str) -> str | None:
    """Do the same as `expect_str`, and return None for None."""
    return None if value is None else expect_str(value, what)


def expect_strs(values: object, what: str) -> list[str]:
    """Return the items of *values* if they are str; otherwise raise TypeError with a message in which *what* names
    *values*. A single str is refused too: its characters are hardly ever meant.
    """
    if isinstance(values, str):
        raise TypeError(f"{what} must be a list or another iterable of str, not one {type(values).__name__}")
    if isinstance(values, bytes | bytearray) or not isinstance(values, Iterable):
        raise TypeError(f"{what} must be a list or another iterable of str, not {type(values).__name__}")
    return [expect_str(value, f"each of {what}") for value in values]


def scheme_names(values: object) -> set[str]:
    """Return names of schemes in lower case. Raises TypeError unless *values* are str, and ValueError for one that is
    not the name of a scheme, such as ``https:``.
    """
    names = expect_strs(values, "the schemes")
    for name in names:
        if not re.fullmatch(SCHEME, name):
            from py_url.standard.infra.showing import quoted

            raise ValueError(f"the scheme {quoted(name)} is not valid; write for example 'https'")
    return {name.lower() for name in names}


def expect_one_of(value: object, options: Collection[_Option], what: str) -> _Option:
    """Return the one of *options* that *value* is; otherwise raise ValueError, or TypeError if it is not a str. *what*
    names it in the message.
    """
    string = expect_str(value, what)
    for option in options:
        if option == string:
            return option
    from py_url.standard.infra.showing import quoted

    raise ValueError(f"{what} must be one of {', '.join(options)}, not {quoted(string)}")
