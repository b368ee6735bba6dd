"""A table of URI schemes from IANA's registry, and the rules of RFC 7595 for the name of a scheme.

`SCHEMES` maps the name of a scheme to its entry; `scheme_name_problems` takes a name and lists what is wrong with it.
See https://www.rfc-editor.org/rfc/rfc7595.
"""

from __future__ import annotations

import re
from typing import Literal, NamedTuple

from py_url.grammar import DOMAIN_LABEL, SCHEME, expect_str
from py_url.rfc3986.normalization import DEFAULT_PORTS
from py_url.standard.urls.special_schemes import SPECIAL_SCHEMES

#: The table lists the permanent registrations of IANA's registry, as of `DATE`. Default ports come from the
#: specifications of the schemes.
SOURCE = "https://www.iana.org/assignments/uri-schemes/uri-schemes.xhtml"
DATE = "2022-11-18"

_SYNTAX = re.compile(SCHEME)
_LABEL = re.compile(DOMAIN_LABEL)
_GENERAL = frozenset({"universal", "standard", "uri", "url", "scheme", "generic", "general", "internet", "web"})


class Scheme(NamedTuple):
    """A scheme: its name, its specification and the shape of its URIs.

    URIs that are "hierarchical" have an authority, "opaque" ones have a path without an authority, and "either" allows
    both.
    """

    name: str
    reference: str
    shape: Literal["hierarchical", "opaque", "either"]

    @property
    def default_port(self) -> int | None:
        """The port of a URI of this scheme that does not name one; None if the scheme has no default port."""
        return DEFAULT_PORTS.get(self.name)

    @property
    def is_special(self) -> bool:
        """Whether the scheme is special in the URL Standard."""
        return self.name in SPECIAL_SCHEMES

    @property
    def is_hierarchical(self) -> bool:
        """Whether URIs of this scheme can have an authority and a path of segments, which relative references need."""
        return self.shape != "opaque"

    @property
    def path_kinds(self) -> tuple[str, ...]:
        """The rules of RFC 3986 §3.3 that the paths of its URIs follow."""
        hierarchical, opaque = ("path-abempty",), ("path-rootless", "path-empty")
        if self.shape == "either":
            return (*hierarchical, "path-absolute", *(opaque if self.name != "file" else ()))
        return hierarchical if self.shape == "hierarchical" else opaque


_HIERARCHICAL: dict[str, str] = {
    "acap": "RFC 2244",
    "coap": "RFC 7252",
    "coap+tcp": "RFC 8323",
    "coap+ws": "RFC 8323",
    "coaps": "RFC 7252",
    "coaps+tcp": "RFC 8323",
    "coaps+ws": "RFC 8323",
    "dict": "RFC 2229",
    "ftp": "RFC 1738",
    "gopher": "RFC 4266",
    "http": "RFC 9110 §4.2.1",
    "https": "RFC 9110 §4.2.2",
    "icap": "RFC 3507",
    "imap": "RFC 5092",
    "ipp": "RFC 3510",
    "ipps": "RFC 7472",
    "ldap": "RFC 4516",
    "msrp": "RFC 4975",
    "nfs": "RFC 2224",
    "ni": "RFC 6920",
    "nntp": "RFC 5538",
    "pop": "RFC 2384",
    "rtsp": "RFC 7826",
    "rtsps": "RFC 7826",
    "sieve": "RFC 5804",
    "snmp": "RFC 4088",
    "telnet": "RFC 4248",
    "tftp": "RFC 3617",
    "tn3270": "RFC 6270",
    "vnc": "RFC 7869",
    "ws": "RFC 6455",
    "wss": "RFC 6455",
}
_OPAQUE: dict[str, str] = {
    "about": "RFC 6694",
    "acct": "RFC 7565",
    "cid": "RFC 2392",
    "data": "RFC 2397",
    "dav": "RFC 4918",
    "geo": "RFC 5870",
    "im": "RFC 3860",
    "info": "RFC 4452",
    "jabber": "Peter Saint-Andre",
    "mailto": "RFC 6068",
    "mid": "RFC 2392",
    "nih": "RFC 6920",
    "opaquelocktoken": "RFC 4918",
    "pkcs11": "RFC 7512",
    "pres": "RFC 3859",
    "sip": "RFC 3261",
    "sips": "RFC 3261",
    "sms": "RFC 5724",
    "stun": "RFC 7064",
    "stuns": "RFC 7064",
    "tag": "RFC 4151",
    "tel": "RFC 3966",
    "turn": "RFC 7065",
    "turns": "RFC 7065",
    "urn": "RFC 8141",
}
_EITHER: dict[str, str] = {
    "dns": "RFC 4501",
    "example": "RFC 7595",
    "file": "RFC 8089",
    "news": "RFC 5538",
    "xmpp": "RFC 5122",
}

#: Maps the name of each scheme to its entry.
SCHEMES: dict[str, Scheme] = {
    **{name: Scheme(name, reference, "hierarchical") for name, reference in _HIERARCHICAL.items()},
    **{name: Scheme(name, reference, "opaque") for name, reference in _OPAQUE.items()},
    **{name: Scheme(name, reference, "either") for name, reference in _EITHER.items()},
}


def scheme_name_problems(name: str) -> list[str]:
    """List what is wrong with *name* for a new scheme (RFC 7595 §3.8), one sentence each; the list of a good name is
    empty.

    Two rules of the RFC need human judgement: a name should be short and meaningful, and must not be someone's
    trademark. Raises TypeError if *name* is not a str.
    """
    name = expect_str(name, "the name of the scheme")
    if not _SYNTAX.fullmatch(name):
        return ["a scheme must start with a letter and may contain only letters, digits, '+', '-' and '.'"]
    problems = []
    if name != name.lower():
        problems.append("a scheme must be registered in lower case")
    if "." in name and not all(map(_LABEL.fullmatch, name.split("."))):
        problems.append("a scheme with '.' must start with a reversed domain name, as in com.example.mything")
    if name.lower() in _GENERAL:
        problems.append("the name of the scheme is too general")
    if name.lower() in SCHEMES:
        problems.append(f"the scheme is already registered by {SCHEMES[name.lower()].reference}")
    return problems
