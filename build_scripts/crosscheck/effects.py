"""What a difference may do to somebody who relies on the answer, and the kinds of difference by it, the worst first.

The page that checks its own browser runs this module in Pyodide, so it imports nothing but py_url and the standard
library.
"""

from __future__ import annotations

import json
from collections import Counter

import explanations as told

from crosscheck import patterns
from py_url import URL

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

STOPS, HOST, NO_HOST, TAKES = "gives no answer", "another host", "no host", "accepts what the standard rejects"
ORIGIN, REFUSES, SAME = (
    "another scheme, port or origin",
    "rejects what the standard accepts",
    "the host in another spelling",
)
REST, OTHER = "another path, query or credentials", "something else"
EFFECTS = (STOPS, HOST, NO_HOST, TAKES, ORIGIN, REFUSES, SAME, REST, OTHER)
"""The effects, the worst first."""
_REST = {"username", "password", "pathname", "search", "hash", "searchParams", "pairs", "matches", "result"}


def effect(case: dict[str, Any], ours: dict[str, Any], native: dict[str, Any]) -> str:
    """Return the worst of the `EFFECTS` that two answers to a case show.

    Only the members that the engine gives are compared.
    """
    if "error" in native:
        return STOPS
    if "failure" in ours or "failure" in native:
        return REFUSES if "failure" in native else TAKES
    if case["kind"] == "set" and "href" in native:
        # A setter that changes nothing has refused the value.
        before = URL(case["href"]).href
        if before in (ours["href"], native["href"]) and ours["href"] != native["href"]:
            return REFUSES if native["href"] == before else TAKES
    differing = {name for name, value in native.items() if ours.get(name) != value}
    if case["kind"] in patterns.KINDS:
        return REST if differing & _REST else OTHER
    if "hostname" in differing:
        host, other = str(ours.get("hostname") or ""), str(native["hostname"] or "")
        if other == "":
            return NO_HOST
        if host.lower() != other.lower():
            return SAME if is_same_host(host, other, str(ours.get("protocol", ""))) else HOST
    if differing & {"protocol", "port", "origin"}:
        return ORIGIN
    return REST if differing & _REST else OTHER


def is_same_host(host: str, other: str, protocol: str) -> bool:
    """Whether *other* becomes *host* if the host parser reads it: its meaning is left to whoever connects."""
    delimiters = "/?#\\@" if other.startswith("[") else "/?#\\@:"
    if other == "" or any(char in other for char in delimiters):
        return False
    url = URL.parse(f"{protocol or 'http:'}//{other}/")
    return url is not None and url.hostname == host


def kinds_of(name: str, differences: list[dict[str, Any]], explanations: dict[str, Any]) -> list[dict[str, Any]]:
    """Return the kinds of difference of the engine *name*, the worst first.

    Each has its ``rule`` and ``explanation``, what it means ``plainly`` (None if nobody has said so), the ``count`` of
    its inputs, in ``effects`` how many have each effect, and the id of its ``smallest`` input.
    """
    rows: dict[str, list[dict[str, Any]]] = {}
    for row in differences:
        if name in row["engines"]:
            rows.setdefault(row["engines"][name]["explanation"], []).append(row)
    kinds = []
    for text, of_kind in rows.items():
        shown = [effect(row["case"], row["ours"], row["engines"][name]["native"]) for row in of_kind]
        counts = Counter(shown)
        worst = next(each for each in EFFECTS if counts[each])
        showing = [row for row, each in zip(of_kind, shown, strict=True) if each == worst]
        kinds.append(
            {
                "rule": explanations[text]["rule"],
                "explanation": text,
                "plainly": told.plainly(explanations[text]["rule"]),
                "count": len(of_kind),
                "effects": {each: counts[each] for each in EFFECTS if counts[each]},
                "smallest": min(showing, key=_size)["id"],
            }
        )
    return sorted(kinds, key=_danger)


def _danger(kind: dict[str, Any]) -> tuple[int, int, int]:
    worst = next(iter(kind["effects"]))
    return EFFECTS.index(worst), -kind["effects"][worst], -kind["count"]


def _size(row: dict[str, Any]) -> tuple[int, str]:
    """What makes an input small: few strings, few code points, and of those few that have to be escaped."""
    case = row["case"]
    strings = [case[name] for name in ("input", "base", "href", "member", "value") if case.get(name) is not None]
    return sum(len(json.dumps(text)) for text in strings), row["id"]
