"""``xmpp:`` URIs, addresses in XMPP and what to do with them: RFC 5122, and the queries of XEP-0147.

`parse` and `build` return an `XMPP`, which is decoded and whose ``str`` is the URI. See
https://www.rfc-editor.org/rfc/rfc5122 and https://xmpp.org/extensions/xep-0147.html.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import NamedTuple

from py_url.specs.grammar import InvalidSyntax, Run, end_of_authority, expect_scheme, find
from py_url.specs.rfc3986.addresses import ip_literal_end
from py_url.specs.rfc3986.characters import FRAGMENT, REG_NAME, UNRESERVED, percent_encode
from py_url.standard.infra.arguments import expect_str, expect_str_or_none
from py_url.standard.infra.code_points import ascii_lowercase
from py_url.standard.infra.foreign import items_of

__all__ = ["JID", "XMPP", "build", "parse"]

_RULE = "xmppuri"
_IN_NODE = UNRESERVED + "!$()*+,;="
_IN_RESOURCE = _IN_NODE + "&':"
_NODE = Run("an ASCII letter, a digit, one of -._~!$()*+,;= or a percent-encoded octet in the node", _IN_NODE)
_DOMAIN = Run("an ASCII letter, a digit, one of -._~!$&'()*+,;= or a percent-encoded octet in the domain", REG_NAME)
_RESOURCE = Run(
    "an ASCII letter, a digit, one of -._~!$&'()*+,:;= or a percent-encoded octet in the resource", _IN_RESOURCE
)
_WORD = Run("an ASCII letter, a digit, one of -._~ or a percent-encoded octet in the query", UNRESERVED)
_FRAGMENT = Run(
    "an ASCII letter, a digit, one of -._~!$&'()*+,;=:@/? or a percent-encoded octet in the fragment", FRAGMENT
)
# RFC 7622 §3.3.1. Other RFCs forbid the rest of these; with them, the text of an address would have two meanings.
_NOT_IN_NODE = frozenset("\"&'/:<>@ \t\r\n\0")
_NOT_IN_DOMAIN = frozenset("/?#[]@:\\ \t\r\n\0")
_END_OF_PATH = re.compile("[?#]|\\Z")


class JID(NamedTuple):
    """An address in XMPP: a *domain*, perhaps a *node* at it (an account or a chat room), and a *resource* of that.

    All parts are decoded; the domain is in lower case. ``str(jid)`` is ``node@domain/resource``, which is not
    percent-encoded.
    """

    domain: str
    node: str | None = None
    resource: str | None = None

    @property
    def bare(self) -> JID:
        """The address without its resource."""
        return self._replace(resource=None)

    def __str__(self) -> str:
        before = "" if self.node is None else f"{self.node}@"
        return before + self.domain + ("" if self.resource is None else f"/{self.resource}")


class XMPP(NamedTuple):
    """An address and what to do with it (§2.2).

    *address* is the address in the path. *account* is that in the authority, after ``//``: the account to use (§2.3).
    Only one of the two may be None. *query_type* is the action, such as "message" or "join", and *parameters* are its
    parameters, as pairs of name and value (§2.5). *fragment* is as written. Everything else is decoded. ``str(xmpp)``
    is the URI; it raises InvalidSyntax for parts, in a value that neither `parse` nor `build` returned, that do not
    form a URI or form another one. The repr hides the value of a parameter that is named ``password``.
    """

    address: JID | None
    query_type: str | None = None
    parameters: tuple[tuple[str, str], ...] = ()
    account: JID | None = None
    fragment: str | None = None

    def get(self, name: str) -> str | None:
        """Return the value of the first parameter of that *name*; None if there is none.

        Raises:
            TypeError: If *name* is not a str.

        >>> parse("xmpp:romeo@montague.example?message;subject=Hi").get("subject")
        'Hi'
        """
        name = expect_str(name, "the name of a parameter")
        return next((value for key, value in self.parameters if key == name), None)

    def _composed(self) -> str:
        output = "xmpp:" if self.account is None else f"xmpp://{_written(self.account, in_path=False)}"
        if self.address is not None:
            output += _written(self.address) if self.account is None else f"/{_written(self.address)}"
        if self.query_type is not None:
            output += f"?{percent_encode(self.query_type)}"
            output += "".join(f";{percent_encode(name)}={percent_encode(value)}" for name, value in self.parameters)
        return output if self.fragment is None else f"{output}#{self.fragment}"

    def __str__(self) -> str:
        string = self._composed()
        if parse(string) != self:
            raise InvalidSyntax(string, _RULE, 5, "expected a domain that contains no delimiters")
        return string

    def __repr__(self) -> str:
        from py_url.standard.infra.showing import shown_uri

        return shown_uri("XMPP", self._composed)


def _written(jid: JID, *, in_path: bool = True) -> str:
    node = "" if jid.node is None else f"{percent_encode(jid.node, _IN_NODE)}@"
    resource = "" if jid.resource is None else f"/{percent_encode(jid.resource, _IN_RESOURCE)}"
    # The RFC allows "[" and "]" in a path, but RFC 3986 does not, so they are accepted, and written percent-encoded.
    domain = jid.domain if jid.domain.startswith("[") and not in_path else percent_encode(jid.domain, REG_NAME)
    return node + domain + resource


def parse(string: str) -> XMPP:
    """Parse an ``xmpp:`` URI.

    A node, a domain and a resource must not be empty (RFC 7622 §3), although the grammar would allow it. An IRI has to
    be converted first, with `py_url.specs.rfc3986.iri_to_uri`.

    Raises:
        TypeError: If *string* is not a str.
        InvalidSyntax: If it is not such a URI or not UTF-8 when decoded.

    >>> parse("xmpp:romeo@montague.example?join").address.node
    'romeo'
    """
    string, place = expect_scheme(string, _RULE, "xmpp")
    account, address, query_type, fragment = None, None, None, None
    parameters = []
    if string.startswith("//", place):
        end = end_of_authority(string, place + 2)
        account, place = _jid(string, place + 2, end), end
        if account.node is None:
            raise InvalidSyntax(string, _RULE, 7, "expected an account, which has a node, '@' and a domain")
    end = _end(_END_OF_PATH, string, place)
    if account is None or place < end:
        address = _jid(string, place if account is None else place + 1, end)
    place = end
    if string.startswith("?", place):
        end = find(string, "#", place, len(string))
        semicolon = find(string, ";", place, end)
        query_type = _WORD.take_decoded(string, _RULE, place + 1, semicolon)
        while semicolon < end:
            start = semicolon + 1
            semicolon = find(string, ";", start, end)
            equals_sign = find(string, "=", start, semicolon)
            name = _WORD.take_decoded(string, _RULE, start, equals_sign)
            if equals_sign == semicolon:
                raise InvalidSyntax(string, _RULE, semicolon, "expected '=' and a value after the name of a parameter")
            parameters.append((name, _WORD.take_decoded(string, _RULE, equals_sign + 1, semicolon)))
        place = end
    if place < len(string):
        fragment = _FRAGMENT.take(string, _RULE, place + 1, len(string))
    return XMPP(address, query_type, tuple(parameters), account, fragment)


def _end(pattern: re.Pattern[str], string: str, start: int) -> int:
    match = pattern.search(string, start)
    assert match is not None, "the pattern matches the end"
    return match.start()


def _jid(string: str, start: int, end: int) -> JID:
    slash = find(string, "/", start, end)
    at_sign = string.find("@", start, slash)
    node = None
    if at_sign >= 0:
        node = _NODE.take_decoded(string, _RULE, start, at_sign, at_least_one=True)
        if not _NOT_IN_NODE.isdisjoint(node):
            expected = "expected a node without spaces and any of \"&'/:<>@; write '\\40' for '@' (XEP-0106)"
            raise InvalidSyntax(string, _RULE, start, expected)
        start = at_sign + 1
    if string.startswith("[", start):
        host_end = ip_literal_end(string, _RULE, start, slash, zone=False)
        if host_end < slash:
            raise InvalidSyntax(string, _RULE, host_end, "expected '/' or the end of the address after ']'")
        domain = string[start:slash]
    else:
        domain = _DOMAIN.take_decoded(string, _RULE, start, slash, at_least_one=True)
        if not _NOT_IN_DOMAIN.isdisjoint(domain) and not _is_ip_literal(domain):
            raise InvalidSyntax(string, _RULE, start, "expected a domain without percent-encoded delimiters and spaces")
    resource = None
    if slash < end:
        resource = _RESOURCE.take_decoded(string, _RULE, slash + 1, end, at_least_one=True)
    return JID(ascii_lowercase(domain), node, resource)


def _is_ip_literal(domain: str) -> bool:
    try:
        return domain.startswith("[") and ip_literal_end(domain, _RULE, 0, len(domain), zone=False) == len(domain)
    except InvalidSyntax:
        return False


def build(
    address: JID | str | None,
    query_type: str | None = None,
    parameters: Mapping[str, str] | None = None,
    *,
    account: JID | str | None = None,
    fragment: str | None = None,
) -> XMPP:
    """Build the URI of *address* and what to do with it.

    *query_type*, *parameters*, *account* and *fragment* are those of `XMPP`. An address is a `JID`, or text, which is
    split at its first "/" and at the first "@" before that (RFC 7622 §3.1). Nothing is percent-encoded yet, except for
    the fragment.

    Raises:
        TypeError: If an argument has another type.
        InvalidSyntax: For an empty part and for an invalid fragment.
        ValueError: If there is neither an address nor an account, for an account without a node or with a resource, for
            parameters without a query type, and for a lone surrogate.

    >>> str(build("romeo@montague.example", "message", {"subject": "Hi!"}))
    'xmpp:romeo@montague.example?message;subject=Hi%21'
    """
    path, authority = _expect_jid(address, "the address"), _expect_jid(account, "the account")
    if path is None and authority is None:
        raise ValueError("an xmpp URI needs an address or an account")
    if authority is not None and (authority.node is None or authority.resource is not None):
        raise ValueError("an account has a node and a domain, and no resource")
    if not isinstance(parameters, Mapping | None):
        raise TypeError(f"parameters must be a mapping of names to values, not {type(parameters).__name__}")
    if parameters and query_type is None:
        raise ValueError("parameters need a query type before them, such as 'message'")
    query_type, fragment = (
        expect_str_or_none(query_type, "the query type"),
        expect_str_or_none(fragment, "the fragment"),
    )
    pairs = tuple(
        (expect_str(name, "the name of a parameter"), expect_str(value, "the value of a parameter"))
        for name, value in items_of(parameters or {})
    )
    xmpp = XMPP(path, query_type, pairs, authority, fragment)
    str(xmpp)  # this checks the parts
    return xmpp


def _expect_jid(value: JID | str | None, what: str) -> JID | None:
    if value is None:
        return None
    if not isinstance(value, JID):
        before, slash, resource = expect_str(value, what).partition("/")
        first, at_sign, rest = before.partition("@")
        node, domain = (first, rest) if at_sign else (None, first)
        if not _NOT_IN_DOMAIN.isdisjoint(domain) and not _is_ip_literal(domain):
            raise InvalidSyntax(domain, _RULE, 0, "expected a domain that contains no delimiters")
        value = JID(domain, node, resource if slash else None)
    for name, part in value._asdict().items():
        if part is not None or name == "domain":
            expect_str(part, f"the {name} of {what}")
    return value._replace(domain=ascii_lowercase(value.domain))
