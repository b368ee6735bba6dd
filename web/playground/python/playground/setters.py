"""The setter lab: what setting a member of a URL does."""

from __future__ import annotations

from playground.answers import base_of
from py_url import URL
from py_url.standard.urls.components import MEMBERS

TYPE_CHECKING = False
if TYPE_CHECKING:
    from playground import Json
    from playground.answers import Answer

SETTABLE = ("href", "protocol", "username", "password", "host", "hostname", "port", "pathname", "search", "hash")


def set_member(url: str, base: str, member: str, value: str, native: Answer | None = None) -> Json:
    """Return the members of *url* ``before`` and ``after`` ``url.member = value``, and the ``error`` that it raised.

    *native* is what this browser's own URL has after it; None if it does not parse. ``why`` says why that is another
    answer, or is None.

    Raises InvalidURL if *url* or *base* does not parse, and ValueError for another member.
    """
    if member not in SETTABLE:
        raise ValueError(f"{member!r} cannot be set; the members that can are {', '.join(SETTABLE)}")
    parsed = URL(url, base_of(base))
    before: Answer = {name: getattr(parsed, name) for name in MEMBERS}
    failed = None
    try:
        setattr(parsed, member, value)
    except ValueError as error:  # only that of href raises one
        failed = type(error).__name__
    after = {name: getattr(parsed, name) for name in MEMBERS}
    case = {"kind": "set", "href": before["href"], "member": member, "value": value}
    return {"before": before, "after": after, "error": failed, "why": _why(case, after, native)}


def _why(case: Answer, after: Answer, native: Answer | None) -> str | None:
    if native is None or native == after:
        return None
    from explanations import UNEXPLAINED, explain

    text = explain({"case": case, "ours": after, "native": native})
    return "no known kind of difference explains it" if text == UNEXPLAINED else text
