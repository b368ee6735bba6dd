"""The setter lab: what setting a member of a URL does."""

from __future__ import annotations

from playground.answers import base_of
from py_url import URL
from py_url.standard.urls.components import MEMBERS

TYPE_CHECKING = False
if TYPE_CHECKING:
    from playground import Json

SETTABLE = ("href", "protocol", "username", "password", "host", "hostname", "port", "pathname", "search", "hash")


def set_member(url: str, base: str, member: str, value: str) -> Json:
    """Return the members of *url* ``before`` and ``after`` ``url.member = value``, and the ``error`` that it raised.

    Raises InvalidURL if *url* or *base* does not parse, and ValueError for another member.
    """
    if member not in SETTABLE:
        raise ValueError(f"{member!r} cannot be set; the members that can are {', '.join(SETTABLE)}")
    parsed = URL(url, base_of(base))
    before: Json = {name: getattr(parsed, name) for name in MEMBERS}
    failed = None
    try:
        setattr(parsed, member, value)
    except ValueError as error:  # only that of href raises one
        failed = type(error).__name__
    return {"before": before, "after": {name: getattr(parsed, name) for name in MEMBERS}, "error": failed}
