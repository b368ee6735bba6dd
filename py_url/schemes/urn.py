"""RFC 8141: Uniform Resource Names, ``urn:``.

In: a string, or the parts of one. Out: a `URN`, whose string it is.
"""

from __future__ import annotations

import re
from typing import Literal, NamedTuple

from py_url.grammar import ALPHA, DIGIT, InvalidSyntax, Run, expect_scheme, expect_str, find
from py_url.rfc3986.characters import FRAGMENT, PATH, upper_case_percent_encodings

_RULE = "namestring"
_LDH = Run("a letter, a digit or '-' of the namespace identifier", ALPHA + DIGIT + "-", percent_encoded=False)
_ALPHANUM = frozenset(ALPHA + DIGIT)
_NSS = Run("a pchar or '/' of the namespace-specific string", PATH)
_COMPONENT = Run("a pchar, '/' or '?' of the component", FRAGMENT)
_END_OF_NSS = re.compile("[?#]|\\Z")
_END_OF_R = re.compile("\\?=|#|\\Z")


class URN(NamedTuple):
    """§2 The parts of a URN, as written: the namespace identifier, the namespace-specific string, and the three
    optional components, None where they are not there. ``str(urn)`` is the URN; ``==`` compares all parts.
    """

    nid: str
    nss: str
    r_component: str | None = None
    q_component: str | None = None
    f_component: str | None = None

    @property
    def assigned_name(self) -> str:
        """§2 The URN without its components, normalized: two URNs are equivalent (§3.1) where these are the same."""
        return f"urn:{self.nid.lower()}:{upper_case_percent_encodings(self.nss)}"

    @property
    def namespace_kind(self) -> Literal["formal", "informal", "reserved"]:
        """§5 What the namespace identifier says of itself: ``urn-7`` is informal; one of two letters, or with a hyphen
        after two, or with ``X-`` or ``urn-`` before it, is reserved; every other is formal.
        """
        nid = self.nid.lower()
        if re.fullmatch("urn-[1-9][0-9]*", nid):
            return "informal"
        is_reserved = len(nid) == 2 or nid.startswith(("urn-", "x-")) or re.match("[a-z]{2}-", nid)
        return "reserved" if is_reserved else "formal"

    def equivalent(self, other: URN) -> bool:
        """§3.1 *URN-equivalence*: the same name, whatever the components; nothing is decoded. Raises TypeError for
        what is no URN.
        """
        if not isinstance(other, URN):
            raise TypeError(f"a URN is compared with a URN, not {type(other).__name__}")
        return self.assigned_name == other.assigned_name

    def __str__(self) -> str:
        parts = (("?+", self.r_component), ("?=", self.q_component), ("#", self.f_component))
        return f"urn:{self.nid}:{self.nss}" + "".join(mark + part for mark, part in parts if part is not None)


def parse(string: str) -> URN:
    """§2 The parts of a URN: ``parse("urn:example:a?=b").q_component == "b"``.

    Raises TypeError for what is no str, InvalidSyntax for what is no URN.
    """
    start = expect_scheme(string, _RULE, "urn")
    nid_end = find(string, ":", start, len(string))
    nid = _LDH.take(string, _RULE, start, nid_end)
    if not nid or nid[0] not in _ALPHANUM:
        raise InvalidSyntax(string, _RULE, start, "a letter or digit, which begins a namespace identifier, is expected")
    if nid[-1] not in _ALPHANUM or not 2 <= len(nid) <= 32:
        raise InvalidSyntax(
            string, _RULE, nid_end, "2 to 32 characters, a letter or digit the last of them, are expected"
        )
    if nid_end == len(string):
        raise InvalidSyntax(string, _RULE, nid_end, "':' and a namespace-specific string are expected")
    place = _end(_END_OF_NSS, string, nid_end + 1)
    nss = _take(_NSS, string, nid_end + 1, place)
    r_component, q_component, f_component = None, None, None
    if string.startswith("?+", place):
        end = _end(_END_OF_R, string, place + 2)
        r_component = _take(_COMPONENT, string, place + 2, end)
        place = end
    if string.startswith("?=", place):
        end = find(string, "#", place, len(string))
        q_component = _take(_COMPONENT, string, place + 2, end)
        place = end
    if string.startswith("?", place):
        raise InvalidSyntax(string, _RULE, place + 1, "'+' or '=' is expected after '?'")
    if place < len(string):
        f_component = _COMPONENT.take(string, _RULE, place + 1, len(string))
    return URN(nid, nss, r_component, q_component, f_component)


def _end(pattern: re.Pattern[str], string: str, start: int) -> int:
    match = pattern.search(string, start)
    assert match is not None, "the pattern matches the end"
    return match.start()


def _take(run: Run, string: str, start: int, end: int) -> str:
    """One that is not empty, and whose first character is a pchar."""
    if string[start : start + 1] in ("/", "?"):
        raise InvalidSyntax(string, _RULE, start, "a pchar is expected first")
    return run.take(string, _RULE, start, end, at_least_one=True)


def build(
    nid: str,
    nss: str,
    *,
    r_component: str | None = None,
    q_component: str | None = None,
    f_component: str | None = None,
) -> URN:
    """§2 The URN of those parts, each of which is what the grammar wants, percent-encoded where it must be.

    Raises TypeError for another type, InvalidSyntax where the parts make no URN, or another one.
    """
    urn = URN(nid, nss, r_component, q_component, f_component)
    for name, part in urn._asdict().items():
        if part is not None:
            expect_str(part, f"the {name}")
    parsed = parse(str(urn))
    if parsed != urn:
        at = next(i for i, parts in enumerate(zip(parsed, urn, strict=True)) if parts[0] != parts[1])
        raise InvalidSyntax(str(urn), _RULE, 4, f"no delimiter is expected in the {URN._fields[at]}")
    return parsed


def equivalent(a: str, b: str) -> bool:
    """§3.1 Whether two URNs are equivalent. Raises as `parse`."""
    return parse(a).equivalent(parse(b))
