"""Ordinary URLs without the state machine, by functions that complete, refuse, or are certain of a failure.

Each returns what the standard's algorithm would, or None, which leaves the work to `py_url.standard`, or FAILS for a
string that does not parse. The API (`py_url.url`) asks these functions first; nothing else depends on them.
"""

from __future__ import annotations

from py_url.fast.canonical import href_of_canonical as href_of_canonical
from py_url.fast.relative import href_of_reference
from py_url.fast.setters import SETTERS
from py_url.fast.special import FAILS as FAILS, href_of_absolute


def href_of(url: str, base: str | None = None) -> str | None:
    """The serialization of the string *url*, parsed relative to the string *base* if one is given; None if they are for
    the standard's parser, or FAILS if one of them does not parse.

    For a *url* that may be canonical, and no *base*, `href_of_canonical` is faster: ask it first.
    """
    return href_of_absolute(url) if base is None else href_of_reference(url, base)


def href_after(href: str, member: str, value: str) -> str | None:
    """The serialization of a URL object after ``url.member = value``, or None.

    *href* is the URL object's href, *member* any settable member except ``"href"``, and *value* a scalar value string.
    """
    return SETTERS[member](href, value)
