"""Explain in words how a parser reads a string in another way than the URL Standard, for every difference.

`explanations` of the playground knows what browsers do, and is asked first for parsers that claim the standard. What it
does not explain, and what parsers with other rules do, is explained here from the two answers alone. The first rule
that matches counts; the last one always matches. For each, ``parser_rules.json`` has the section of the URL Standard
and the sentence.
"""

from __future__ import annotations

import json
import re
from pathlib import Path

import explanations

from crosscheck import effects

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

_TEXTS: dict[str, tuple[str, str]] = json.loads(Path(__file__).with_suffix(".json").read_text("utf-8"))
_SPECIAL = r"(?i)(?:https?|wss?|ftp|file):"
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
    return next(_TEXTS[name][1] for name, fits in RULES.items() if fits(seen))


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
    own = {text: {"rule": name, "section": section} for name, (section, text) in _TEXTS.items()}
    return {of_parser(text): told for text, told in explanations.rules().items()} | own


def _fault(says: str) -> Callable[[Difference], bool]:
    return lambda d: d.error.startswith(f"the program {says}")


def _differs(*members: str) -> Callable[[Difference], bool]:
    return lambda d: any(map(d.differs, members))


# The order matters: the first rule that fits counts.
RULES: dict[str, Callable[[Difference], bool]] = {
    "hung": _fault("hung"),
    "ended": _fault("ended"),
    "wrote-no-json": _fault("wrote no JSON"),
    "out-of-order": _fault("answered out of order"),
    "raised": _fault("raised"),
    "wrote-something-else": _fault("wrote "),
    "pairs-written": lambda d: d.case["kind"] == "params",
    # Another host.
    "host-in-another-spelling": lambda d: (
        d.host_differs and effects.is_same_host(d.ours.hostname, d.native.hostname, d.ours.protocol)
    ),
    "host-behind-backslash": lambda d: d.other_host(r"\\"),
    "host-with-tab": lambda d: d.other_host(r"[\t\n\r]|^[\0- ]|[\0- ]$"),
    "host-lost-without-slashes": lambda d: d.host_differs and d.native.hostname == "" and d.is_special,
    "host-of-base": lambda d: d.host_differs and d.base != "",
    "host-by-setter": lambda d: d.host_differs and "member" in d.case,
    "host-behind-at": lambda d: d.other_host("@.*@"),
    "host-other": lambda d: d.host_differs,
    # Accepts what the standard rejects.
    "takes-without-base": lambda d: (
        d.taken and d.base == "" and d.native.protocol in ("", ":") and "member" not in d.case
    ),
    "takes-opaque-base": lambda d: (
        d.taken and re.match(r"[A-Za-z0-9+.-]+:[^/\\]", d.cleaned_base) is not None and ":" not in d.cleaned
    ),
    "takes-empty-host": lambda d: (
        d.taken and d.native.hostname == "" and re.match(_SPECIAL, d.native.protocol) is not None
    ),
    "takes-port": lambda d: d.taken_with(r"(?i)//[^/?#\\]*:(?!\d{1,4}(?:[/?#\\]|$))[^/?#\\\]]+(?:[/?#\\]|$)"),
    "takes-ipv6": lambda d: d.taken_with(r"\["),
    "takes-ipv4": lambda d: d.taken_with(r"(?i)//(?:[^/?#\\]*[.@])?(?:\d+|0x[0-9a-f]*)\.?(?::\d*)?(?:[/?#\\]|$)"),
    "takes-domain": lambda d: d.taken and (not d.decoded.isascii() or "xn--" in d.decoded.lower()),
    "takes-host": lambda d: d.taken and d.native.hostname != "",
    "takes-other": lambda d: d.taken,
    # Rejects what the standard accepts.
    "refuses-setter": lambda d: d.refused and "member" in d.case,
    "refuses-domain": lambda d: (
        d.refused and (not d.ours.hostname.isascii() or "xn--" in d.ours.hostname or not d.decoded.isascii())
    ),
    "refuses-white-space": lambda d: d.refused_with(r"[\0- \x7f]"),
    "refuses-backslash": lambda d: d.refused_with(r"\\"),
    "refuses-percent": lambda d: d.refused_with("%"),
    "refuses-port": lambda d: d.refused_with(r"//[^/?#]*:(?:0\d*)?(?:[/?#]|$)"),
    "refuses-symbols": lambda d: d.refused_with(r"[\"<>^`{|}\[\]]"),
    "refuses-slashes": lambda d: (
        d.refused and d.is_special and re.search(r"^[A-Za-z]+:(?://[^/\\]|$)", d.cleaned) is None
    ),
    "refuses-other": lambda d: d.refused,
    # The same host.
    "host-in-capitals": _differs("hostname"),
    "scheme-other": _differs("protocol"),
    "port-other": _differs("port"),
    "origin-other": lambda d: d.differing == {"origin"},
    "credentials-other": _differs("username", "password"),
    "path-empty": lambda d: d.are("pathname", "/", ""),
    "path-with-dots": lambda d: (
        d.differs("pathname") and re.search(r"(?i)(?:^|/)(?:\.|%2e)+(?:/|$)", d.asked.replace("\\", "/")) is not None
    ),
    "path-other": _differs("pathname"),
    "query-other": _differs("search"),
    "fragment-other": _differs("hash"),
    "params-other": _differs("searchParams", "pairs"),
    "written-other": lambda d: d is not None,
}
