"""RFC 3986 §3 Syntax Components, §4 Usage, §5.3 Component Recomposition; and the rules of RFC 3987 §2.2.

In: a string and the rule that it should follow. Out: a `Reference`, which tells a component that is undefined (None)
from one that is empty; or, by Appendix B, a `Split`, whatever the string.
"""

from __future__ import annotations

import re
from typing import Literal, NamedTuple, TypeAlias

from py_url.grammar import DIGIT, SCHEME, InvalidSyntax, Run, expect_one_of, expect_str, find
from py_url.rfc3986 import characters
from py_url.rfc3986.addresses import DEC_OCTET, ip_literal_end

Rule: TypeAlias = Literal[
    "URI-reference",
    "URI",
    "absolute-URI",
    "relative-ref",
    "IRI-reference",
    "IRI",
    "absolute-IRI",
    "irelative-ref",
]
PathKind: TypeAlias = Literal["path-abempty", "path-absolute", "path-noscheme", "path-rootless", "path-empty"]
HostKind: TypeAlias = Literal["reg-name", "IPv4address", "IPv6address", "IPv6addrz", "IPvFuture"]

RULES: tuple[Rule, ...] = (
    *("URI-reference", "URI", "absolute-URI", "relative-ref"),
    *("IRI-reference", "IRI", "absolute-IRI", "irelative-ref"),
)

_OF_IRIS = frozenset(RULES[4:])

# RFC 3987 §2.2
UCSCHAR = (
    "\xa0-\ud7ff\uf900-\ufdcf\ufdf0-\uffef"
    + "".join(f"{chr(plane << 16)}-{chr((plane << 16) + 0xFFFD)}" for plane in range(1, 14))
    + "\U000e1000-\U000efffd"
)
IPRIVATE = "\ue000-\uf8ff\U000f0000-\U000ffffd\U00100000-\U0010fffd"


class _Grammar(NamedTuple):
    """What each component is made of."""

    userinfo: Run
    reg_name: Run
    path: Run
    query: Run
    fragment: Run


def _grammar(ranges: str, private: str) -> _Grammar:
    letter = "a character of Unicode (ucschar)" if ranges else "an ASCII letter"
    some = f"{letter}, a digit, one of -._~!$&'()*+,;="
    percent = "or a percent-encoded octet"
    return _Grammar(
        Run(f"{some}: {percent}, or '@' after the userinfo,", characters.USERINFO, ranges=ranges),
        Run(f"{some} {percent} of the host", characters.REG_NAME, ranges=ranges),
        Run(f"{some}:@/ {percent} of the path", characters.PATH, ranges=ranges),
        Run(f"{some}:@/? {percent} of the query", characters.QUERY, ranges=ranges + private),
        Run(f"{some}:@/? {percent} of the fragment", characters.FRAGMENT, ranges=ranges),
    )


_URI_GRAMMAR = _grammar("", "")
_IRI_GRAMMAR = _grammar(UCSCHAR, IPRIVATE)

_SCHEME = re.compile(SCHEME)
_IPV4ADDRESS = re.compile(rf"{DEC_OCTET}(?:\.{DEC_OCTET}){{3}}")
_AFTER_AUTHORITY = re.compile("[/?#]|\\Z")
_FIRST_DELIMITER = re.compile("[:/?#]|\\Z")
_DIGITS = Run("a digit of the port", DIGIT, percent_encoded=False)

_READS_AS_SCHEME = re.compile("[^:/?#]+:")
# Appendix B; "." is to match line breaks too, so that it splits whatever it is given.
_APPENDIX_B = re.compile(r"(?:([^:/?#]+):)?(?://([^/?#]*))?([^?#]*)(?:\?([^#]*))?(?:#(.*))?", re.DOTALL)


class Split(NamedTuple):
    """The five components of Appendix B; all but the path are None where they are undefined."""

    scheme: str | None
    authority: str | None
    path: str
    query: str | None
    fragment: str | None

    def __str__(self) -> str:
        return compose(self)

    def __repr__(self) -> str:
        from py_url.standard.infra.showing import quoted

        return f"Split({quoted(compose(self))})"


class Reference(NamedTuple):
    """What the grammar makes of a URI reference, or an IRI reference. ``str(reference)`` is what was parsed.

    ``scheme``, ``userinfo``, ``host``, ``port``, ``query`` and ``fragment`` are None where they are undefined, and may
    be empty where they are not, but for the scheme. ``host`` keeps the brackets of an IP literal, and ``port`` is a
    string of digits, as written. Nothing is decoded, and nothing is normalized.
    """

    scheme: str | None
    userinfo: str | None
    host: str | None
    port: str | None
    path: str
    query: str | None
    fragment: str | None

    @property
    def authority(self) -> str | None:
        """§3.2 The authority, recomposed: userinfo, host and port; None where it is undefined."""
        if self.host is None:
            return None
        before = "" if self.userinfo is None else f"{self.userinfo}@"
        return before + self.host + ("" if self.port is None else f":{self.port}")

    @property
    def host_kind(self) -> HostKind | None:
        """§3.2.2 What the host is, by the first rule that matches; None where there is no host."""
        if self.host is None:
            return None
        if not self.host.startswith("["):
            return "IPv4address" if _IPV4ADDRESS.fullmatch(self.host) else "reg-name"
        if self.host[1] in "Vv":
            return "IPvFuture"
        return "IPv6addrz" if "%" in self.host else "IPv6address"

    @property
    def zone(self) -> str | None:
        """RFC 6874 §2 The zone identifier of an IPv6 address, as written, without its ``%25``; None without one."""
        return None if self.host_kind != "IPv6addrz" or self.host is None else self.host[:-1].partition("%25")[2]

    @property
    def path_kind(self) -> PathKind:
        """§3.3 Which of the five rules for a path this one follows."""
        if self.host is not None:
            return "path-abempty"
        if not self.path:
            return "path-empty"
        if self.path.startswith("/"):
            return "path-absolute"
        return "path-noscheme" if self.scheme is None else "path-rootless"

    @property
    def kind(self) -> Literal["URI", "relative-ref"]:
        """§4.1 Which of the two this is; of an IRI too, whose rules are named IRI and irelative-ref."""
        return "relative-ref" if self.scheme is None else "URI"

    @property
    def is_absolute(self) -> bool:
        """§4.3 Whether it is an absolute-URI: one with a scheme and without a fragment."""
        return self.scheme is not None and self.fragment is None

    def split(self) -> Split:
        """The five components of Appendix B."""
        return Split(self.scheme, self.authority, self.path, self.query, self.fragment)

    def __str__(self) -> str:
        return compose(self.split())

    def __repr__(self) -> str:
        from py_url.standard.infra.showing import quoted

        return f"Reference({quoted(str(self))})"


def parse(string: str, rule: Rule = "URI-reference", *, zone: bool = False) -> Reference:
    """§3, §4, Appendix A: *string*, strictly by that *rule* of the grammar.

    The rules of RFC 3987 (``IRI-reference`` and the three others) take characters beyond ASCII. With *zone*, an IPv6
    address may have a zone identifier, ``[fe80::a%25en1]``, by RFC 6874, which RFC 9844 has withdrawn.

    Raises TypeError for what is no str, ValueError for another rule, and InvalidSyntax, which says where the grammar
    fails and what it expects there.
    """
    expect_str(string, "what is parsed")
    expect_one_of(rule, RULES, "a rule")
    grammar = _IRI_GRAMMAR if rule in _OF_IRIS else _URI_GRAMMAR
    scheme, place = _scheme(string, rule, grammar)
    fragment_start = find(string, "#", place, len(string))
    query_start = find(string, "?", place, fragment_start)
    userinfo, host, port = None, None, None
    if string.startswith("//", place):
        end = _AFTER_AUTHORITY.search(string, place + 2).start()  # type: ignore[union-attr]  # it finds the end
        userinfo, host, port = _authority(string, rule, place + 2, end, grammar, zone)
        place = end
    path = grammar.path.take(string, rule, place, query_start)
    query, fragment = None, None
    if query_start < fragment_start:
        query = grammar.query.take(string, rule, query_start + 1, fragment_start)
    if fragment_start < len(string):
        if rule.startswith("absolute"):
            raise InvalidSyntax(string, rule, fragment_start, "the end is expected, as there may be no fragment")
        fragment = grammar.fragment.take(string, rule, fragment_start + 1, len(string))
    return Reference(scheme, userinfo, host, port, path, query, fragment)


def _scheme(string: str, rule: Rule, grammar: _Grammar) -> tuple[str | None, int]:
    """The scheme, and where the rest begins."""
    match = _SCHEME.match(string)
    end = match.end() if match else 0
    has_scheme = match is not None and string[end : end + 1] == ":"
    if rule in ("relative-ref", "irelative-ref") or (rule.endswith("-reference") and not has_scheme):
        colon = string.find(":", 0, _FIRST_DELIMITER.search(string).end())  # type: ignore[union-attr]  # it finds the end
        if colon >= 0 and grammar.path.end(string, 0, colon) == colon:
            raise InvalidSyntax(string, rule, colon, "no ':' is expected in the first segment of a relative reference")
        return None, 0
    if not has_scheme:
        expected = "':' or a letter, digit, '+', '-' or '.' of the scheme is expected"
        raise InvalidSyntax(string, rule, end, expected if match else "a letter, which begins a scheme, is expected")
    return string[:end], end + 1


def _authority(
    string: str, rule: Rule, start: int, end: int, grammar: _Grammar, zone: bool
) -> tuple[str | None, str, str | None]:
    """Userinfo, host and port."""
    userinfo = None
    # Brackets are of no userinfo, so what begins with one is a host.
    at_sign = -1 if string.startswith("[", start) else string.find("@", start, end)
    if at_sign >= 0:
        userinfo = grammar.userinfo.take(string, rule, start, at_sign)
        start = at_sign + 1
    if string.startswith("[", start):
        host_end = ip_literal_end(string, rule, start, end, zone=zone)
        host = string[start:host_end]
        if host_end < end and string[host_end] != ":":
            raise InvalidSyntax(string, rule, host_end, "':' and a port, or the end of the authority is expected")
    else:
        host_end = find(string, ":", start, end)
        host = grammar.reg_name.take(string, rule, start, host_end)
    port = _DIGITS.take(string, rule, host_end + 1, end) if host_end < end else None
    return userinfo, host, port


def matches(string: str, rule: Rule, *, zone: bool = False) -> bool:
    """Whether *string* follows that *rule*; raises as `parse`, but for InvalidSyntax."""
    try:
        parse(string, rule, zone=zone)
    except InvalidSyntax:
        return False
    return True


def split(string: str) -> Split:
    """Appendix B: the components of *string*, by delimiters alone; any str has them. Raises TypeError for no str."""
    match = _APPENDIX_B.fullmatch(expect_str(string, "what is split"))
    assert match is not None, "the pattern of Appendix B matches every string"
    scheme, authority, path, query, fragment = match.groups()
    return Split(scheme, authority, path, query, fragment)


def compose(parts: Split | Reference) -> str:
    """§5.3 The string of those components. Raises TypeError for another type, of one of them too.

    A path that begins with ``//`` where there is no authority would read as one, so it gets ``/.`` before it, as in the
    URL Standard; and where there is no scheme, a path that would read as one gets ``./`` (§4.2). §3.3 forbids both, but
    §5.2.4 can make the former, and anyone the latter. Raises ValueError for a path beside an authority that begins with
    no ``/``.
    """
    if not isinstance(parts, Split | Reference):
        raise TypeError(f"a Split or a Reference is expected here, not {type(parts).__name__}")
    scheme, authority, path, query, fragment = parts.split() if isinstance(parts, Reference) else parts
    for name, part in zip(Split._fields, (scheme, authority, path, query, fragment), strict=True):
        if part is not None or name == "path":
            expect_str(part, f"the {name}")
    if authority is not None and path and not path.startswith("/"):
        raise ValueError("a path beside an authority begins with '/'")
    if authority is None and path.startswith("//"):
        path = "/." + path
    elif scheme is None and authority is None and _READS_AS_SCHEME.match(path):
        path = "./" + path
    return "".join(
        (
            "" if scheme is None else f"{scheme}:",
            "" if authority is None else f"//{authority}",
            path,
            "" if query is None else f"?{query}",
            "" if fragment is None else f"#{fragment}",
        )
    )
