"""RFC 7595 and IANA's registry of URI schemes: a table of schemes that people meet, and the rules for the name of one.

In: the name of a scheme. Out: its line of the table; or what is wrong with the name.
"""

from __future__ import annotations

import re
from typing import Literal, NamedTuple

from py_url.infra.grammar import DOMAIN_LABEL, expect_str
from py_url.urls.record import SPECIAL_SCHEMES

#: Where the table comes from, and of what day: IANA's registry, its permanent registrations; default ports are those of
#: the specifications, special schemes those of the URL Standard.
SOURCE = "https://www.iana.org/assignments/uri-schemes/uri-schemes.xhtml"
DATE = "2022-11-18"

_SYNTAX = re.compile("[A-Za-z][A-Za-z0-9+.-]*")
_LABEL = re.compile(DOMAIN_LABEL)
_GENERAL = frozenset({"universal", "standard", "uri", "url", "scheme", "generic", "general", "internet", "web"})


class Scheme(NamedTuple):
    """A scheme: its name; the specification; whether its URIs have an authority ("hierarchical"), a path without one
    ("opaque"), or either; and the default port, None for none.
    """

    name: str
    reference: str
    shape: Literal["hierarchical", "opaque", "either"]
    default_port: int | None = None

    @property
    def is_special(self) -> bool:
        """Whether the URL Standard calls a URL of this scheme special."""
        return self.name in SPECIAL_SCHEMES

    @property
    def is_hierarchical(self) -> bool:
        """Whether URIs of this scheme can have an authority and a path of segments, to which others can be relative."""
        return self.shape != "opaque"

    @property
    def path_kinds(self) -> tuple[str, ...]:
        """Which of RFC 3986 §3.3's kinds of path its URIs have."""
        hierarchical, opaque = ("path-abempty",), ("path-rootless", "path-empty")
        if self.shape == "either":
            return (*hierarchical, "path-absolute", *(opaque if self.name != "file" else ()))
        return hierarchical if self.shape == "hierarchical" else opaque


_HIERARCHICAL: dict[str, tuple[str, int | None]] = {
    "acap": ("RFC 2244", 674),
    "coap": ("RFC 7252", 5683),
    "coap+tcp": ("RFC 8323", 5683),
    "coap+ws": ("RFC 8323", 80),
    "coaps": ("RFC 7252", 5684),
    "coaps+tcp": ("RFC 8323", 5684),
    "coaps+ws": ("RFC 8323", 443),
    "dict": ("RFC 2229", 2628),
    "ftp": ("RFC 1738", 21),
    "gopher": ("RFC 4266", 70),
    "http": ("RFC 9110 §4.2.1", 80),
    "https": ("RFC 9110 §4.2.2", 443),
    "icap": ("RFC 3507", 1344),
    "imap": ("RFC 5092", 143),
    "ipp": ("RFC 3510", 631),
    "ipps": ("RFC 7472", 631),
    "ldap": ("RFC 4516", 389),
    "msrp": ("RFC 4975", 2855),
    "nfs": ("RFC 2224", 2049),
    "ni": ("RFC 6920", None),
    "nntp": ("RFC 5538", 119),
    "pop": ("RFC 2384", 110),
    "rtsp": ("RFC 7826", 554),
    "rtsps": ("RFC 7826", 322),
    "sieve": ("RFC 5804", 4190),
    "snmp": ("RFC 4088", 161),
    "telnet": ("RFC 4248", 23),
    "tftp": ("RFC 3617", 69),
    "tn3270": ("RFC 6270", 23),
    "vnc": ("RFC 7869", 5900),
    "ws": ("RFC 6455", 80),
    "wss": ("RFC 6455", 443),
}
_OPAQUE: dict[str, tuple[str, int | None]] = {
    "about": ("RFC 6694", None),
    "acct": ("RFC 7565", None),
    "cid": ("RFC 2392", None),
    "data": ("RFC 2397", None),
    "dav": ("RFC 4918", None),
    "geo": ("RFC 5870", None),
    "im": ("RFC 3860", None),
    "info": ("RFC 4452", None),
    "jabber": ("Peter Saint-Andre", None),
    "mailto": ("RFC 6068", None),
    "mid": ("RFC 2392", None),
    "nih": ("RFC 6920", None),
    "opaquelocktoken": ("RFC 4918", None),
    "pkcs11": ("RFC 7512", None),
    "pres": ("RFC 3859", None),
    "sip": ("RFC 3261", 5060),
    "sips": ("RFC 3261", 5061),
    "sms": ("RFC 5724", None),
    "stun": ("RFC 7064", 3478),
    "stuns": ("RFC 7064", 5349),
    "tag": ("RFC 4151", None),
    "tel": ("RFC 3966", None),
    "turn": ("RFC 7065", 3478),
    "turns": ("RFC 7065", 5349),
    "urn": ("RFC 8141", None),
}
_EITHER: dict[str, tuple[str, int | None]] = {
    "dns": ("RFC 4501", 53),
    "example": ("RFC 7595", None),
    "file": ("RFC 8089", None),
    "news": ("RFC 5538", None),
    "xmpp": ("RFC 5122", None),
}

#: The schemes by name.
SCHEMES: dict[str, Scheme] = {
    **{name: Scheme(name, reference, "hierarchical", port) for name, (reference, port) in _HIERARCHICAL.items()},
    **{name: Scheme(name, reference, "opaque", port) for name, (reference, port) in _OPAQUE.items()},
    **{name: Scheme(name, reference, "either", port) for name, (reference, port) in _EITHER.items()},
}


def scheme_name_problems(name: str) -> list[str]:
    """RFC 7595 §3.8 What is wrong with *name* for a scheme that is to be registered, a sentence each; an empty list for
    a good one.

    Two of its rules are for people to judge: that a name is short but telling, and is no one's trademark. Raises
    TypeError for what is no str.
    """
    expect_str(name, "the name of a scheme")
    if not _SYNTAX.fullmatch(name):
        return ["a scheme begins with a letter, and holds letters, digits, '+', '-' and '.' alone"]
    problems = []
    if name != name.lower():
        problems.append("a scheme is registered in lower case")
    if "." in name and not all(map(_LABEL.fullmatch, name.split("."))):
        problems.append("a scheme with '.' in it is built of a domain name, reversed, as com.example.mything is")
    if name.lower() in _GENERAL:
        problems.append("a scheme's name is not so general")
    if name.lower() in SCHEMES:
        problems.append(f"the scheme is registered already, by {SCHEMES[name.lower()].reference}")
    return problems
