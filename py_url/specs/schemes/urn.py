"""Uniform Resource Names, ``urn:``: RFC 8141.

`parse` and `build` return a `URN`, whose ``str`` is the URN. See https://www.rfc-editor.org/rfc/rfc8141.
"""

from __future__ import annotations

import re
from typing import Literal, NamedTuple

from py_url.specs.grammar import ALPHA, DIGIT, InvalidSyntax, Run, expect_scheme, find
from py_url.specs.rfc3986.characters import FRAGMENT, PATH, upper_case_percent_encodings
from py_url.standard.infra.arguments import expect_str

__all__ = ["URN", "build", "equivalent", "parse"]

_RULE = "namestring"
_LDH = Run("an ASCII letter, a digit or '-' in the namespace identifier", ALPHA + DIGIT + "-", percent_encoded=False)
_ALPHANUM = frozenset(ALPHA + DIGIT)
_PCHARS = "an ASCII letter, a digit, one of -._~!$&'()*+,;=:@"
_NSS = Run(f"{_PCHARS}/ or a percent-encoded octet in the namespace-specific string", PATH)
_COMPONENT = Run(f"{_PCHARS}/? or a percent-encoded octet in the component", FRAGMENT)
_END_OF_NSS = re.compile("[?#]|\\Z")
_END_OF_R = re.compile("\\?=|#|\\Z")


class URN(NamedTuple):
    """The parts of a URN, as written (§2).

    They are the namespace identifier (*nid*), the namespace-specific string (*nss*) and three optional components,
    which are None if they are missing. ``str(urn)`` is the URN; ``==`` compares all parts. ``str`` raises InvalidSyntax
    for parts, in a URN that neither `parse` nor `build` returned, that do not form a URN or form another one.
    """

    nid: str
    nss: str
    r_component: str | None = None
    q_component: str | None = None
    f_component: str | None = None

    @property
    def assigned_name(self) -> str:
        """The URN without its components, normalized (§2); equivalent URNs (§3.1) have the same."""
        return f"urn:{self.nid.lower()}:{upper_case_percent_encodings(self.nss)}"

    @property
    def namespace_kind(self) -> Literal["formal", "informal", "reserved"]:
        """What kind of namespace the identifier says that it names (§5).

        ``urn-7`` is informal. An identifier of two letters, or that starts with two letters and a hyphen, with ``X-``
        or with ``urn-``, is reserved. Every other is formal.
        """
        nid = self.nid.lower()
        if re.fullmatch("urn-[1-9][0-9]*", nid):
            return "informal"
        is_reserved = len(nid) == 2 or nid.startswith(("urn-", "x-")) or re.match("[a-z]{2}-", nid)
        return "reserved" if is_reserved else "formal"

    def equivalent(self, other: URN) -> bool:
        """Return whether this and *other* are equivalent: the same name, whatever the components (§3.1).

        Nothing is decoded.

        Raises:
            TypeError: If *other* is not a URN.

        >>> parse("URN:Example:a").equivalent(parse("urn:example:a?=b"))
        True
        """
        if not isinstance(other, URN):
            raise TypeError(f"the URN to compare with must be a URN, not {type(other).__name__}")
        return self.assigned_name == other.assigned_name

    def __str__(self) -> str:
        parts = (("?+", self.r_component), ("?=", self.q_component), ("#", self.f_component))
        string = f"urn:{self.nid}:{self.nss}" + "".join(mark + part for mark, part in parts if part is not None)
        parsed = parse(string)
        if parsed != self:
            at = next(i for i, pair in enumerate(zip(parsed, self, strict=True)) if pair[0] != pair[1])
            raise InvalidSyntax(string, _RULE, 4, f"expected no delimiter in the {self._fields[at]}")
        return string


def parse(string: str) -> URN:
    """Parse a URN.

    Raises:
        TypeError: If *string* is not a str.
        InvalidSyntax: If it is not a URN.

    >>> parse("urn:example:a?=b").q_component
    'b'
    """
    string, start = expect_scheme(string, _RULE, "urn")
    nid_end = find(string, ":", start, len(string))
    nid = _LDH.take(string, _RULE, start, nid_end)
    if not nid or nid[0] not in _ALPHANUM:
        raise InvalidSyntax(string, _RULE, start, "expected a namespace identifier that starts with a letter or digit")
    if nid[-1] not in _ALPHANUM or not 2 <= len(nid) <= 32:
        raise InvalidSyntax(string, _RULE, nid_end, "expected 2 to 32 characters that end with a letter or digit")
    if nid_end == len(string):
        raise InvalidSyntax(string, _RULE, nid_end, "expected ':' and a namespace-specific string")
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
        raise InvalidSyntax(string, _RULE, place + 1, "expected '+' or '=' after '?'")
    if place < len(string):
        f_component = _COMPONENT.take(string, _RULE, place + 1, len(string))
    return URN(nid, nss, r_component, q_component, f_component)


def _end(pattern: re.Pattern[str], string: str, start: int) -> int:
    match = pattern.search(string, start)
    assert match is not None, "the pattern matches the end"
    return match.start()


def _take(run: Run, string: str, start: int, end: int) -> str:
    """Take a run that is not empty and starts with neither ``/`` nor ``?``."""
    if string[start : start + 1] in ("/", "?"):
        raise InvalidSyntax(string, _RULE, start, "expected a first character other than '/' and '?'")
    return run.take(string, _RULE, start, end, at_least_one=True)


def build(
    nid: str,
    nss: str,
    *,
    r_component: str | None = None,
    q_component: str | None = None,
    f_component: str | None = None,
) -> URN:
    """Build a URN of *nid*, *nss*, *r_component*, *q_component* and *f_component* (§2).

    They must be percent-encoded where the grammar needs it.

    Raises:
        TypeError: If an argument has another type.
        InvalidSyntax: If the parts do not form a URN, or form another one.

    >>> str(build("example", "a", q_component="b"))
    'urn:example:a?=b'
    """
    urn = URN(nid, nss, r_component, q_component, f_component)
    for name, part in urn._asdict().items():
        if part is not None or name in ("nid", "nss"):
            urn = urn._replace(**{name: expect_str(part, f"the {name}")})
    str(urn)  # this checks the parts
    return urn


def equivalent(a: str, b: str) -> bool:
    """Return whether the URNs *a* and *b* are equivalent (§3.1).

    Raises the errors of `parse`.

    >>> equivalent("urn:example:a", "URN:Example:a?=b")
    True
    """
    return parse(a).equivalent(parse(b))
