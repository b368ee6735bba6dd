"""Parsing and composing URIs and IRIs: RFC 3986 §3, §4 and §5.3, and the grammar of RFC 3987 §2.2.

`parse` takes a string and a rule of the grammar and returns a `Reference`, in which a component is None if it is
undefined, which is not the same as empty. `split` takes any string and returns a `Split`, by the pattern of Appendix B.
See https://www.rfc-editor.org/rfc/rfc3986#appendix-A and https://www.rfc-editor.org/rfc/rfc3987#section-2.2.
"""

from __future__ import annotations

import re
from typing import Literal, NamedTuple, TypeAlias

from py_url.specs.grammar import DIGIT, InvalidSyntax, Run, end_of_authority, find
from py_url.specs.rfc3986 import characters
from py_url.specs.rfc3986.addresses import DEC_OCTET, ip_literal_end
from py_url.standard.infra.arguments import SCHEME, expect_one_of, expect_str

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

# RFC 3987 §2.2: the non-ASCII characters of an IRI, and those of its query alone.
UCSCHAR = (
    "\xa0-\ud7ff\uf900-\ufdcf\ufdf0-\uffef"
    + "".join(f"{chr(plane << 16)}-{chr((plane << 16) + 0xFFFD)}" for plane in range(1, 14))
    + "\U000e1000-\U000efffd"
)
IPRIVATE = "\ue000-\uf8ff\U000f0000-\U000ffffd\U00100000-\U0010fffd"


class _Grammar(NamedTuple):
    """The runs of characters that each component consists of."""

    userinfo: Run
    reg_name: Run
    path: Run
    query: Run
    fragment: Run


def _grammar(ranges: str, private: str) -> _Grammar:
    letters = "an ASCII letter, a non-ASCII character (ucschar)" if ranges else "an ASCII letter"
    some = f"{letters}, a digit, one of -._~!$&'()*+,;="
    percent = "or a percent-encoded octet"
    return _Grammar(
        Run(f"{some}: {percent} in the userinfo, or '@' after it", characters.USERINFO, ranges=ranges),
        Run(f"{some} {percent} in the host", characters.REG_NAME, ranges=ranges),
        Run(f"{some}:@/ {percent} in the path", characters.PATH, ranges=ranges),
        Run(f"{some}:@/? {percent} in the query", characters.QUERY, ranges=ranges + private),
        Run(f"{some}:@/? {percent} in the fragment", characters.FRAGMENT, ranges=ranges),
    )


_URI_GRAMMAR = _grammar("", "")
_IRI_GRAMMAR = _grammar(UCSCHAR, IPRIVATE)

_SCHEME = re.compile(SCHEME)
_IPV4ADDRESS = re.compile(rf"{DEC_OCTET}(?:\.{DEC_OCTET}){{3}}")
_FIRST_DELIMITER = re.compile("[:/?#]|\\Z")
_DIGITS = Run("a digit in the port", DIGIT, percent_encoded=False)

_READS_AS_SCHEME = re.compile("[^:/?#]+:")
# The pattern of Appendix B. With DOTALL, "." matches line breaks too, so that the pattern matches every string.
_APPENDIX_B = re.compile(r"(?:([^:/?#]+):)?(?://([^/?#]*))?([^?#]*)(?:\?([^#]*))?(?:#(.*))?", re.DOTALL)


# For each component, the delimiters that it cannot contain, because it ends before them or the next one starts there.
_ENDING = {
    "scheme": ":/?#",
    "authority": "/?#",
    "userinfo": "@/?#[]",
    "host": ":@/?#[]",
    "address": "@/?#[]",
    "port": ":@/?#[]",
    "path": "?#",
    "query": "#",
}


class Split(NamedTuple):
    """The five components that Appendix B splits a string into.

    All except the path are None if they are undefined.
    """

    scheme: str | None
    authority: str | None
    path: str
    query: str | None
    fragment: str | None

    def __str__(self) -> str:
        return compose(self)

    def __repr__(self) -> str:
        from py_url.standard.infra.showing import quoted

        return f"Split({quoted(_joined(self))})"


class Reference(NamedTuple):
    """The components of a URI or IRI reference.

    ``scheme``, ``userinfo``, ``host``, ``port``, ``query`` and ``fragment`` are None if they are undefined; all except
    the scheme may be empty. ``host`` includes the brackets of an IP literal, and ``port`` is a string of digits.
    Components are as written: nothing is decoded or normalized.

    ``str(reference)`` is the string that was parsed.
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
        """The authority (§3.2): the userinfo, host and port, recomposed; None if it is undefined."""
        if self.host is None:
            return None
        before = "" if self.userinfo is None else f"{self.userinfo}@"
        return before + self.host + ("" if self.port is None else f":{self.port}")

    @property
    def host_kind(self) -> HostKind | None:
        """Which kind of host this is: the first rule of §3.2.2 that matches; None if there is no host."""
        if self.host is None:
            return None
        if not self.host.startswith("["):
            return "IPv4address" if _IPV4ADDRESS.fullmatch(self.host) else "reg-name"
        if self.host[1] in "Vv":
            return "IPvFuture"
        return "IPv6addrz" if "%" in self.host else "IPv6address"

    @property
    def zone(self) -> str | None:
        """The zone identifier of an IPv6 address (RFC 6874 §2), as written, without its ``%25``; None without one."""
        return None if self.host_kind != "IPv6addrz" or self.host is None else self.host[:-1].partition("%25")[2]

    @property
    def path_kind(self) -> PathKind:
        """Which of the five rules of §3.3 the path follows."""
        if self.host is not None:
            return "path-abempty"
        if not self.path:
            return "path-empty"
        if self.path.startswith("/"):
            return "path-absolute"
        return "path-noscheme" if self.scheme is None else "path-rootless"

    @property
    def kind(self) -> Literal["URI", "relative-ref"]:
        """Whether this is a URI or a relative reference (§4.1); the words are the same for an IRI."""
        return "relative-ref" if self.scheme is None else "URI"

    @property
    def is_absolute(self) -> bool:
        """Whether this is an absolute-URI (§4.3): it has a scheme and no fragment."""
        return self.scheme is not None and self.fragment is None

    def split(self) -> Split:
        """Return the five components of Appendix B.

        >>> parse("http://h:80/a?b").split().authority
        'h:80'
        """
        return Split(self.scheme, self.authority, self.path, self.query, self.fragment)

    def __str__(self) -> str:
        return compose(self)

    def __repr__(self) -> str:
        from py_url.standard.infra.showing import quoted

        return f"Reference({quoted(_joined(self.split()))})"


def parse(string: str, rule: Rule = "URI-reference", *, zone: bool = False) -> Reference:
    """Parse *string* strictly by *rule*, one of `RULES`, of the grammar (§3, §4, Appendix A).

    The rules of RFC 3987 (``IRI-reference``, ``IRI``, ``absolute-IRI`` and ``irelative-ref``) allow non-ASCII
    characters. If *zone* is true, an IPv6 address may have a zone identifier, as in ``[fe80::a%25en1]``; this is the
    syntax of RFC 6874, which RFC 9844 obsoletes.

    Raises:
        TypeError: If *string* is not a str.
        ValueError: For another rule.
        InvalidSyntax: If *string* does not follow the rule.

    >>> parse("http://u@h:80/a").userinfo
    'u'
    """
    string = expect_str(string, "the string to parse")
    expect_one_of(rule, RULES, "the rule")
    grammar = _IRI_GRAMMAR if rule in _OF_IRIS else _URI_GRAMMAR
    scheme, place = _scheme(string, rule, grammar)
    fragment_start = find(string, "#", place, len(string))
    query_start = find(string, "?", place, fragment_start)
    userinfo, host, port = None, None, None
    if string.startswith("//", place):
        end = end_of_authority(string, place + 2)
        userinfo, host, port = _authority(string, rule, place + 2, end, grammar, zone)
        place = end
    path = grammar.path.take(string, rule, place, query_start)
    query, fragment = None, None
    if query_start < fragment_start:
        query = grammar.query.take(string, rule, query_start + 1, fragment_start)
    if fragment_start < len(string):
        if rule.startswith("absolute"):
            raise InvalidSyntax(string, rule, fragment_start, "expected no fragment; remove it")
        fragment = grammar.fragment.take(string, rule, fragment_start + 1, len(string))
    return Reference(scheme, userinfo, host, port, path, query, fragment)


def _scheme(string: str, rule: Rule, grammar: _Grammar) -> tuple[str | None, int]:
    match = _SCHEME.match(string)
    end = match.end() if match else 0
    has_scheme = match is not None and string[end : end + 1] == ":"
    if rule in ("relative-ref", "irelative-ref") or (rule.endswith("-reference") and not has_scheme):
        colon = string.find(":", 0, _FIRST_DELIMITER.search(string).end())  # type: ignore[union-attr]  # as above
        if colon >= 0 and grammar.path.end(string, 0, colon) == colon:
            raise InvalidSyntax(string, rule, colon, "expected no ':' in the first path segment; write './' before it")
        return None, 0
    if not has_scheme:
        expected = "expected ':' after the scheme, or a letter, a digit, '+', '-' or '.' in it"
        raise InvalidSyntax(string, rule, end, expected if match else "expected a scheme, which starts with a letter")
    return string[:end], end + 1


def _authority(
    string: str, rule: Rule, start: int, end: int, grammar: _Grammar, zone: bool
) -> tuple[str | None, str, str | None]:
    userinfo = None
    # A userinfo cannot contain brackets, so an authority that starts with one starts with the host.
    at_sign = -1 if string.startswith("[", start) else string.find("@", start, end)
    if at_sign >= 0:
        userinfo = grammar.userinfo.take(string, rule, start, at_sign)
        start = at_sign + 1
    if string.startswith("[", start):
        host_end = ip_literal_end(string, rule, start, end, zone=zone)
        host = string[start:host_end]
        if host_end < end and string[host_end] != ":":
            raise InvalidSyntax(string, rule, host_end, "expected ':' or the end of the authority after ']'")
    else:
        host_end = find(string, ":", start, end)
        host = grammar.reg_name.take(string, rule, start, host_end)
    port = _DIGITS.take(string, rule, host_end + 1, end) if host_end < end else None
    return userinfo, host, port


def split(string: str) -> Split:
    """Split *string* into five components at its delimiters, as Appendix B does; this works for every str.

    Raises:
        TypeError: If *string* is not a str.

    >>> split("http://h/a?b").query
    'b'
    """
    match = _APPENDIX_B.fullmatch(expect_str(string, "the string to split"))
    assert match is not None, "the pattern of Appendix B matches every string"
    scheme, authority, path, query, fragment = match.groups()
    return Split(scheme, authority, path, query, fragment)


def compose(parts: Split | Reference) -> str:
    """Join the components *parts* to a string (§5.3).

    §3.3 forbids two kinds of paths that would change their meaning, but §5.2.4 and callers can make them. They get a
    prefix: ``/.`` if there is no authority and the path starts with ``//``, as in the URL Standard, and ``./`` if there
    is no scheme and the path starts like one (§4.2).

    Raises:
        TypeError: If *parts* or one of its components has the wrong type.
        ValueError: If the string would have other components: one of them contains a delimiter that ends it, as in the
            host ``h/evil``; the scheme is empty; there is an authority and the path does not start with ``/``; or there
            is a userinfo or a port, but no host.

    >>> compose(Split(None, None, "a:b", None, None))
    './a:b'
    """
    if not isinstance(parts, Split | Reference):
        raise TypeError(f"the parts must be a Split or a Reference, not {type(parts).__name__}")
    for name, part in parts._asdict().items():
        if part is not None or name == "path":
            _expect_no_delimiter(expect_str(part, f"the {name}"), name)
    if isinstance(parts, Reference):
        if parts.host is None and (parts.userinfo is not None or parts.port is not None):
            raise ValueError("a userinfo or a port needs a host, which may be empty")
        parts = parts.split()
    if parts.authority is not None and parts.path and not parts.path.startswith("/"):
        raise ValueError("after an authority, a path must be empty or start with '/'")
    return _joined(parts)


def _expect_no_delimiter(part: str, name: str) -> None:
    """Raise ValueError if the component *part*, named *name*, contains a delimiter that would end it."""
    if name == "scheme" and not part:
        raise ValueError("the scheme must not be empty; write None for no scheme")
    if name == "host" and part.startswith("[") and part.endswith("]"):
        part, name = part[1:-1], "address"
    wrong = next((char for char in part if char in _ENDING.get(name, "")), None)
    if wrong:
        raise ValueError(f"the {name} must not contain {wrong!r}, which would end it; '%{ord(wrong):02X}' does not")


def _joined(parts: Split) -> str:
    scheme, authority, path, query, fragment = parts
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
