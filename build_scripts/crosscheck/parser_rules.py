"""Explain in words how a parser reads a string in another way than the URL Standard, for every difference.

`explanations` of the playground knows what browsers do, and is asked first for parsers that claim the standard. What it
does not explain, and what parsers with other rules do, is explained here from the two answers alone. The first rule
that matches counts; the last one always matches.
"""

from __future__ import annotations

import re

import explanations

from crosscheck import effects

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

_FAULTS = {
    "hung": "the program hung",
    "wrote-no-json": "the program wrote no JSON",
    "out-of-order": "the program answered out of order",
    "wrote-something-else": "the program wrote ",
    "raised": "the program raised",
    "ended": "the program ended",
}


# What browsers do that leaves the href alone.
_BESIDE_HREF = ("file-origin", "blob-origin", "tabs-in-search-params", "dots-of-pathname", "dots-in-pathname")


class Difference(explanations.Difference):
    """What the rules look at. A member that the parser does not give is the same as py_url's."""

    def __init__(self, difference: dict[str, Any]) -> None:
        super().__init__(difference)
        self.error = str(self.native.members.get("error", ""))
        self.strings = [str(self.case.get(name) or "") for name in ("input", "base", "href", "value")]
        both = not self.ours.failed and not self.native.failed and not self.error
        self.host_differs = both and self.native.hostname.lower() != self.ours.hostname.lower()

    def other_host(self, pattern: str) -> bool:
        """Whether the hosts differ, and the strings of the case have this."""
        return self.host_differs and self.has(pattern)

    def taken_with(self, pattern: str) -> bool:
        """Whether the parser accepts what the standard rejects, and the strings of the case have this."""
        return self.taken and self.has(pattern)

    def refused_with(self, pattern: str) -> bool:
        """Whether the parser rejects what the standard accepts, and the strings of the case have this."""
        return self.refused and self.has(pattern)

    def has(self, pattern: str) -> bool:
        """Whether one of the strings of the case has this."""
        return any(re.search(pattern, text) is not None for text in self.strings)


def explain(difference: dict[str, Any], whole: dict[str, Any], *, standard: bool) -> str:
    """Return the sentence for a difference. *whole* is py_url's answer with all members, and *standard* says whether
    the parser claims the URL Standard.
    """
    native = difference["native"]
    if not {"failure", "error"} & {*native, *whole}:
        native = {**whole, **native}
    difference = {**difference, "ours": whole, "native": native}
    if standard and difference["case"]["kind"] != "params" and "error" not in native:
        text = explanations.explain(difference)
        if text != explanations.UNEXPLAINED and _shows(explanations.rules()[text]["rule"], difference):
            return of_parser(text)
    seen = Difference(difference)
    return next(text for _, text, fits in RULES.values() if fits(seen))


def _shows(rule: str, difference: dict[str, Any]) -> bool:
    """Whether a difference shows what a rule for browsers says, and does not only have the input for it."""
    seen = explanations.Difference(difference)
    if rule == "domain-of-newer-tables":
        return seen.native.failed or seen.differs("hostname")
    # The others are about what is in the href.
    return seen.ours.failed or seen.native.failed or "href" in seen.differing or rule in _BESIDE_HREF


def of_parser(text: str) -> str:
    """The sentence about a browser, said of a parser."""
    return text.replace("the native URL", "the parser").replace("the native ", "the parser's ")


def rules() -> dict[str, dict[str, str]]:
    """Return what each sentence stands for, as `explanations.rules` does."""
    own = {text: {"rule": name, "section": section} for name, (section, text, _) in RULES.items()}
    return {of_parser(text): told for text, told in explanations.rules().items()} | own


def _fault(name: str) -> Callable[[Difference], bool]:
    return lambda d: d.error.startswith(_FAULTS[name])


_SPECIAL = r"(?i)(?:https?|wss?|ftp|file):"
# The order matters: the first rule that fits counts.
RULES: dict[str, tuple[str, str, Callable[[Difference], bool]]] = {
    "hung": ("concept-basic-url-parser", "the program does not answer in time", _fault("hung")),
    "ended": ("concept-basic-url-parser", "the program ends", _fault("ended")),
    "wrote-no-json": (
        "concept-basic-url-parser",
        "the program writes something that is no answer",
        _fault("wrote-no-json"),
    ),
    "out-of-order": ("concept-basic-url-parser", "the program answers another question", _fault("out-of-order")),
    "raised": ("concept-basic-url-parser", "the parser raises an error that is not its refusal", _fault("raised")),
    "wrote-something-else": (
        "concept-basic-url-parser",
        "the program writes members that are not those of a URL",
        _fault("wrote-something-else"),
    ),
    "pairs-written": (
        "concept-urlencoded-serializer",
        "the parser writes pairs of a query differently",
        lambda d: d.case["kind"] == "params",
    ),
    # Another host.
    "host-in-another-spelling": (
        "concept-host-parser",
        "the parser gives the host in another spelling; the standard maps, decodes or converts it",
        lambda d: d.host_differs and effects.is_same_host(d.ours.hostname, d.native.hostname, d.ours.protocol),
    ),
    "host-behind-backslash": (
        "authority-state",
        "the parser reads another host where \\ stands for /",
        lambda d: d.other_host(r"\\"),
    ),
    "host-with-tab": (
        "concept-basic-url-parser",
        "the parser reads another host because it keeps tabs and newlines, or spaces and controls at the ends",
        lambda d: d.other_host(r"[\t\n\r]|^[\0- ]|[\0- ]$"),
    ),
    "host-lost-without-slashes": (
        "special-authority-slashes-state",
        "the parser finds no host where a special URL has more or fewer slashes than two",
        lambda d: d.host_differs and d.native.hostname == "" and d.is_special,
    ),
    "host-of-base": (
        "relative-state",
        "the parser resolves a reference to another host",
        lambda d: d.host_differs and d.base != "",
    ),
    "host-by-setter": (
        "host-state",
        "the parser's setters leave another host",
        lambda d: d.host_differs and "member" in d.case,
    ),
    "host-behind-at": (
        "authority-state",
        "the parser ends the credentials at another @",
        lambda d: d.other_host("@.*@"),
    ),
    "host-other": ("concept-host-parser", "the parser reads another host", lambda d: d.host_differs),
    # Accepts what the standard rejects.
    "takes-without-base": (
        "no-scheme-state",
        "the parser accepts a string without a scheme, and without a base",
        lambda d: d.taken and d.base == "" and d.native.protocol in ("", ":") and "member" not in d.case,
    ),
    "takes-opaque-base": (
        "no-scheme-state",
        "the parser resolves a reference against a base that has no hierarchy",
        lambda d: d.taken and re.match(r"[A-Za-z0-9+.-]+:[^/\\]", d.cleaned_base) is not None and ":" not in d.cleaned,
    ),
    "takes-empty-host": (
        "host-state",
        "the parser accepts a special URL without a host",
        lambda d: d.taken and d.native.hostname == "" and re.match(_SPECIAL, d.native.protocol) is not None,
    ),
    "takes-port": (
        "port-state",
        "the parser accepts a port that is not a number up to 65535",
        lambda d: d.taken_with(r"(?i)//[^/?#\\]*:(?!\d{1,4}(?:[/?#\\]|$))[^/?#\\\]]+(?:[/?#\\]|$)"),
    ),
    "takes-ipv6": (
        "concept-ipv6-parser",
        "the parser accepts a host in brackets that is not an IPv6 address",
        lambda d: d.taken_with(r"\["),
    ),
    "takes-ipv4": (
        "concept-ipv4-parser",
        "the parser accepts a host that ends in a number and is not an IPv4 address",
        lambda d: d.taken_with(r"(?i)//(?:[^/?#\\]*[.@])?(?:\d+|0x[0-9a-f]*)\.?(?::\d*)?(?:[/?#\\]|$)"),
    ),
    "takes-domain": (
        "concept-domain-to-ascii",
        "the parser accepts a domain that UTS 46 forbids",
        lambda d: d.taken and (not d.decoded.isascii() or "xn--" in d.decoded.lower()),
    ),
    "takes-host": (
        "forbidden-domain-code-point",
        "the parser accepts a host with a code point that the standard forbids",
        lambda d: d.taken and d.native.hostname != "",
    ),
    "takes-other": (
        "concept-basic-url-parser",
        "the parser accepts another string that the standard rejects",
        lambda d: d.taken,
    ),
    # Rejects what the standard accepts.
    "refuses-setter": (
        "api",
        "the parser's setters change nothing where the standard's do",
        lambda d: d.refused and "member" in d.case,
    ),
    "refuses-domain": (
        "concept-domain-to-ascii",
        "the parser refuses a domain beyond ASCII, or in Punycode, that the standard maps",
        lambda d: d.refused and (not d.ours.hostname.isascii() or "xn--" in d.ours.hostname or not d.decoded.isascii()),
    ),
    "refuses-white-space": (
        "concept-basic-url-parser",
        "the parser refuses spaces, tabs, newlines or controls",
        lambda d: d.refused_with(r"[\0- \x7f]"),
    ),
    "refuses-backslash": ("path-state", "the parser refuses \\", lambda d: d.refused_with(r"\\")),
    "refuses-percent": (
        "string-percent-decode",
        "the parser refuses a % that begins no escape, or an escape in a host",
        lambda d: d.refused_with("%"),
    ),
    "refuses-port": (
        "port-state",
        "the parser refuses an empty port, or one with zeros",
        lambda d: d.refused_with(r"//[^/?#]*:(?:0\d*)?(?:[/?#]|$)"),
    ),
    "refuses-symbols": (
        "path-state",
        "the parser rejects symbols that the standard accepts or percent-encodes",
        lambda d: d.refused_with(r"[\"<>^`{|}\[\]]"),
    ),
    "refuses-slashes": (
        "special-authority-slashes-state",
        "the parser refuses a special URL that has more or fewer slashes than two",
        lambda d: d.refused and d.is_special and re.search(r"^[A-Za-z]+:(?://[^/\\]|$)", d.cleaned) is None,
    ),
    "refuses-other": ("concept-basic-url-parser", "the parser refuses another URL", lambda d: d.refused),
    # The same host.
    "host-in-capitals": (
        "concept-host-parser",
        "the parser keeps or changes capital letters in a host",
        lambda d: d.differs("hostname"),
    ),
    "scheme-other": ("scheme-state", "the parser reads another scheme", lambda d: d.differs("protocol")),
    "port-other": (
        "port-state",
        "the parser reads another port: it keeps a default port, or none",
        lambda d: d.differs("port"),
    ),
    "origin-other": ("concept-url-origin", "the parser gives another origin", lambda d: d.differing == {"origin"}),
    "credentials-other": (
        "userinfo-percent-encode-set",
        "the parser reads or escapes credentials differently",
        lambda d: d.differs("username") or d.differs("password"),
    ),
    "path-empty": (
        "path-start-state",
        "the parser leaves the path of a special URL empty",
        lambda d: d.are("pathname", "/", ""),
    ),
    "path-with-dots": (
        "double-dot-path-segment",
        "the parser keeps dot segments in a path, or removes others",
        lambda d: (
            d.differs("pathname")
            and re.search(r"(?i)(?:^|/)(?:\.|%2e)+(?:/|$)", d.asked.replace("\\", "/")) is not None
        ),
    ),
    "path-other": ("path-state", "the parser reads or escapes a path differently", lambda d: d.differs("pathname")),
    "query-other": (
        "query-state",
        "the parser reads or escapes a query differently",
        lambda d: d.differs("search"),
    ),
    "fragment-other": (
        "fragment-state",
        "the parser reads or escapes a fragment differently",
        lambda d: d.differs("hash"),
    ),
    "params-other": (
        "concept-urlencoded-parser",
        "the parser reads or writes the pairs of a query differently",
        lambda d: d.differs("searchParams") or d.differs("pairs"),
    ),
    "written-other": ("concept-url-serializer", "the parser writes the URL in another way", lambda d: d is not None),
}
