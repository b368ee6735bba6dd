"""Explain in words why py_url and a browser give different answers, for the known kinds of difference.

Takes a difference as `crosscheck.summary.summarize` makes it and returns a sentence. `RULES` is the table: for each
rule, a condition on the two answers and the input, which holds only if they show what the rule says. The first rule
that fits explains a difference; if none fits, it is unexplained. For each rule, ``explanations.json`` has the anchor in
the URL Standard of what it is about, its sentence, and what it means for somebody who uses the browser.

To add a rule, add its condition here, its row there, and an example to ``tests/data/differences.json``.

The pages run this module in Pyodide, so it imports nothing but py_url and the standard library.
"""

from __future__ import annotations

import json
import re
from functools import cached_property
from pathlib import Path
from unicodedata import normalize

from py_url import URL
from py_url.standard import percent_decode
from py_url.standard.hosts.unicode_data import bidirectional, mapped

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

UNEXPLAINED = "not explained: no known kind of difference"

_TEXTS: dict[str, tuple[str, str, str]] = json.loads(Path(__file__).with_suffix(".json").read_text("utf-8"))

_DRIVE_LETTER = r"(?im)(?:^|[/\\:])[A-Za-z](?:[:|]|%7C)(?:$|[/\\?#])"
_DOT_SEGMENT = r"(?i)/(?:\.|%2e){1,2}(?=/|$)"
# Schemes whose URLs some browsers do not parse any further.
_OPAQUE = ("about", "blob", "data", "javascript")
_SPECIAL = ("ftp", "file", "http", "https", "ws", "wss")
_HAVE_THEIR_OWN_RULES = {
    *("android", "chrome", "chrome-distiller", "chrome-extension", "chrome-native", "chrome-search", "filesystem"),
    *("indexeddb", "isolated-app", "jar", "moz-extension", "moz-icon", "resource", "sftp", "smb", "view-source"),
}
_C0_CONTROL_OR_SPACE = "".join(map(chr, range(0x21)))
# Joining letters of scripts other than Arabic and Syriac.
_OTHERS_THAT_JOIN = "[\u07ca-\u08ff\u1820-\u18aa\ua840-\ua873\U00010ac0-\U00010fff\U0001e900-\U0001e943]"


def explain(difference: dict[str, Any]) -> str:
    """Return the text of the first rule that fits, or `UNEXPLAINED`."""
    seen = Difference(difference)
    return next((_TEXTS[name][1] for name, fits in RULES.items() if fits(seen)), UNEXPLAINED)


def rules() -> dict[str, dict[str, str]]:
    """Return what each text stands for: ``rule``, a short name that stays the same if the text is worded better, and
    ``section``, the anchor in the URL Standard of what the text is about.
    """
    return {text: {"rule": name, "section": section} for name, (section, text, _) in _TEXTS.items()}


def plainly(rule: str) -> str | None:
    """Return what a browser does by this rule, for somebody who knows no standard: "opens other files". None if the
    rule is not one of these.
    """
    return _TEXTS[rule][2] if rule in _TEXTS else None


class Answer:
    """The members of an answer. A member that it does not have is empty, and so are all those of a failure."""

    def __init__(self, members: dict[str, Any]) -> None:
        self.members = members
        self.failed = "failure" in members
        self.trace: list[str] = members.get("trace", [])

    def __getattr__(self, name: str) -> str:
        return str(self.members.get(name, ""))

    def href_with(self, pattern: str, new: str = "", *, count: int = 0) -> str:
        """The href with what matches replaced."""
        return re.sub(pattern, new, self.href, count=count)

    def href_decoded(self, escapes: str) -> str:
        """The href with some escapes decoded; *escapes* are the digits, as a pattern."""
        return re.sub(f"%(?:{escapes})", _from_escape, self.href)


class Difference:
    """What the rules look at: the two answers, and the strings of the case."""

    def __init__(self, difference: dict[str, Any]) -> None:
        self.case = difference["case"]
        self.ours, self.native = Answer(difference["ours"]), Answer(difference["native"])

    @cached_property
    def asked(self) -> str:
        """All strings of the case, joined by newlines."""
        return "\n".join(str(self.case.get(name) or "") for name in ("input", "base", "href", "value"))

    @cached_property
    def decoded(self) -> str:
        """The same, percent-decoded."""
        return percent_decode(self.asked.encode("utf-8", "replace")).decode("utf-8", "replace")

    @cached_property
    def value(self) -> str:
        """What is parsed, or the value that a member is set to; for several steps, the URL before them."""
        return str(self.case["value"] if self.case["kind"] == "set" else self.case["input"])

    @cached_property
    def base(self) -> str:
        """The base URL; empty if there is none."""
        return str(self.case.get("base") or "")

    @cached_property
    def cleaned(self) -> str:
        """The value without what the parser removes first: controls and spaces at its ends, tabs and newlines."""
        return _cleaned(self.value)

    @cached_property
    def cleaned_base(self) -> str:
        """The same of the base URL as `cleaned` of the value."""
        return _cleaned(self.base)

    @cached_property
    def parsed_base(self) -> str:
        """The href of the base; empty if it does not parse."""
        url = URL.parse(self.base)
        return "" if url is None else url.href

    @cached_property
    def scheme(self) -> str:
        """The scheme of the URL, or else the one that the value or its base starts with."""
        texts = (self.ours.href, self.native.href, self.value, self.base)
        return next((text.partition(":")[0].lower() for text in texts if ":" in text), "")

    @cached_property
    def is_file(self) -> bool:
        """Whether it is a file URL."""
        return (self.ours.href or self.native.href or self.asked.lower()).startswith("file:")

    @property
    def is_opaque(self) -> bool:
        """Whether some browsers parse nothing behind its scheme."""
        return self.scheme in _OPAQUE

    @property
    def is_special(self) -> bool:
        """Whether its scheme is special."""
        return self.scheme in _SPECIAL

    def sets(self, *members: str) -> bool:
        """Whether the case sets one of these members."""
        return self.case.get("member") in members

    @property
    def sets_host(self) -> bool:
        """Whether the case sets the host, with a port or without."""
        return self.sets("host", "hostname")

    @cached_property
    def differing(self) -> set[str]:
        """The members in which the answers differ."""
        ours, native = self.ours.members, self.native.members
        return {name for name in {*ours, *native} if ours.get(name) != native.get(name)}

    def differs(self, member: str) -> bool:
        """Whether the answers differ in this member."""
        return bool(getattr(self.ours, member) != getattr(self.native, member))

    def are(self, member: str, ours: str, native: str) -> bool:
        """Whether the two answers have these values."""
        return (getattr(self.ours, member), getattr(self.native, member)) == (ours, native)

    def same_href_with(self, pattern: str, new: str = "", *, count: int = 0) -> bool:
        """Whether the hrefs are the same when what matches is replaced in both, and not empty."""
        return self.ours.href_with(pattern, new, count=count) == self.native.href_with(pattern, new, count=count) != ""

    @cached_property
    def refused(self) -> bool:
        """Whether the native URL failed or its setter changed nothing, and py_url accepted the value."""
        return not self.ours.failed and (self.native.failed or self.kept_by(self.native))

    @cached_property
    def taken(self) -> bool:
        """Whether the native URL accepts what py_url rejects."""
        return not self.native.failed and (self.ours.failed or self.kept_by(self.ours))

    def kept_by(self, who: Answer) -> bool:
        """Whether a setter of *who*, and not of the other, changed nothing."""
        if self.case["kind"] != "set":
            return False
        before = (self.case["href"], URL(self.case["href"]).href)
        other = self.native if who is self.ours else self.ours
        return who.href in before and other.href not in before

    @cached_property
    def labels(self) -> list[str]:
        """The labels of the native URL's host, decoded if they are in Punycode."""
        return [_from_punycode(label) for label in self.native.hostname.split(".")]


def _cleaned(text: str) -> str:
    return re.sub("[\t\n\r]", "", text.strip(_C0_CONTROL_OR_SPACE))


def _from_punycode(label: str) -> str:
    try:
        return label.removeprefix("xn--").encode().decode("punycode") if label.startswith("xn--") else label
    except (UnicodeError, OverflowError):
        return label


def _from_escape(match: re.Match[str]) -> str:
    return chr(int(match[0][1:], 16))


def _has(pattern: str, text: str) -> bool:
    return re.search(pattern, text) is not None


def _begins(pattern: str, text: str) -> bool:
    return re.match(pattern, text) is not None


def _without_slashes(href: str) -> str:
    return re.sub("/+", "/", href)


# Conditions that take more than an expression.


def _mapped_before_decoding(d: Difference) -> bool:
    asked = _has("[%\t\n\r]", d.value) and not d.value.isascii()
    if not asked or not d.sets_host or "host" not in d.differing:
        return False
    host = re.split(r"[/?#\\:]", d.value, maxsplit=1)[0]
    # What is not mapped here is what the setter would remove or decode.
    labels = normalize("NFC", "".join(mapped(char) or char for char in host)).split(".")
    url = URL(d.case["href"])
    encoded = (label if label.isascii() else f"xn--{label.encode('punycode').decode()}" for label in labels)
    url.hostname = ".".join(encoded)
    return url.hostname == d.native.hostname


def _ends_at_null(d: Difference) -> bool:
    before, null, _ = d.value.lstrip(_C0_CONTROL_OR_SPACE).partition("\0")
    url = URL.parse(before, d.base or None)
    is_whole = url is not None and url.href == d.native.href
    return bool(null and before and d.native.href) and (
        is_whole or d.native.href.rstrip("/").endswith(before.rstrip("/"))
    )


def _end_of_host_stripped(d: Difference) -> bool:
    # What follows a delimiter is no part of the host.
    value = re.split(r"[/?#:]", d.value, maxsplit=1)[0]
    rest = value.rstrip(_C0_CONTROL_OR_SPACE)
    return d.sets_host and rest != value and d.differs("hostname") and (d.native.hostname != "" or rest == "")


def _tabs_kept(d: Difference) -> bool:
    # These URLs are also not percent-encoded in the same way.
    ours, native = (answer.href_decoded("2[027]|3[CE]|60|7C") for answer in (d.ours, d.native))
    if not d.is_opaque or "href" not in d.differing or native == "":
        return False
    # Dot segments may have removed the tab.
    value = d.value.strip(_C0_CONTROL_OR_SPACE)
    with_escapes = re.sub("[\t\n\r]", lambda match: f"%{ord(match[0]):02X}", value)
    kept = _has("%0[9AD]", native) and re.sub("%0[9AD]", "", native) == ours != ""
    return kept or (with_escapes != value and URL.parse(with_escapes) == URL.parse(native))


def _tabs_in_search_params(d: Difference) -> bool:
    ours, native = d.ours.searchParams, d.native.searchParams
    steps = [step for step in d.case.get("steps", ()) if step[0] == "search"]
    values = [d.value] if d.sets("search") else [value for _, value in steps]
    before, after = ("".join([*answer.trace, answer.searchParams]) for answer in (d.ours, d.native))
    kept = len(re.findall("%0[9AD]", after)) > len(re.findall("%0[9AD]", before))
    return any(_has("[\t\n\r]", value) for value in values) and (kept or (native != ours and "%0" not in ours))


def _backslash_in_pathname(d: Difference) -> bool:
    as_slashes = URL.parse(d.native.href.replace("%5C", "/"))
    return d.sets("pathname") and "%5C" in d.native.href and as_slashes == URL.parse(d.ours.href)


def _dot_segments_kept(d: Difference) -> bool:
    ours, native = d.ours.pathname, d.native.pathname
    return _has(_DOT_SEGMENT, native) and not _has(_DOT_SEGMENT, ours) and (d.is_opaque or "/.." in native)


def _slash_before_tab(d: Difference) -> bool:
    if not d.sets("pathname") or d.value[:1] not in tuple("\t\n\r"):
        return False
    scheme, _, rest = d.native.href.partition(":")
    # In a URL without a host, what follows two slashes is one. If it cannot be a host, nothing changes.
    whole = URL.parse(f"{scheme}:/{d.cleaned}")
    is_whole = d.kept_by(d.native) if whole is None else whole.href == f"{scheme}:{rest}"
    path = f"/{d.ours.pathname}"
    return d.native.pathname.replace("^", "%5E") == path or rest.startswith(path) or is_whole


def _protocol_across(d: Difference) -> bool:
    before, ours, native = (
        href.partition(":")[0] for href in (str(d.case.get("href", "")), d.ours.href, d.native.href)
    )
    return d.sets("protocol") and before != native != ours


def _host_never_set(d: Difference) -> bool:
    if not (d.refused and d.sets_host and d.is_opaque and d.differing <= {"href", "host", "hostname", "port"}):
        return False
    # py_url's answer must be a URL that was given a host, and nothing else.
    url = URL.parse(d.ours.href)
    return url is not None and (url.href, url.hostname) == (d.ours.href, d.ours.members.get("hostname"))


def _base_in_host(d: Difference) -> bool:
    ours, native, base = d.ours.href, d.native.href, d.parsed_base
    is_added = native.startswith(base) and (not ours.startswith(base) or native == base + d.cleaned != ours)
    return _begins("[a-z0-9+.-]+://[^/?#]*[?#]", base) and is_added


def _query_doubled(d: Difference) -> bool:
    ours, native = d.ours.href, d.native.href
    query = f"?{ours.partition('?')[2].partition('#')[0]}"
    return d.cleaned.startswith("#") and native.replace(query + query, query, 1) == ours != native


def _fragment_of_base_kept(d: Difference) -> bool:
    before_query = re.split("[?#]", d.parsed_base, maxsplit=1)[0]
    if not d.cleaned.startswith("#") or "#" not in d.parsed_base:
        return False
    return d.native.href == d.parsed_base + d.ours.href[len(before_query) :]


def _dots_behind_host(d: Difference) -> bool:
    """In an answer, what follows the host of the reference is divided at its first slash, and at the next delimiter."""
    ours, native = (re.fullmatch(r"([^?#]*[?#][^/]*)(/[^?#]*)(.*)", answer.href) for answer in (d.ours, d.native))
    if ours is None or native is None or not _begins(r"[/\\]{2,}[^/\\?#]*[?#]", d.cleaned):
        return False
    removed = _has(_DOT_SEGMENT, ours[2]) and not _has(_DOT_SEGMENT, native[2])
    return removed and (ours[1], ours[3]) == (native[1], native[3]) and len(native[2]) < len(ours[2])


def _host_of_setter_lost(d: Difference) -> bool:
    before = ""
    for ours, native in zip(d.ours.trace, d.native.trace, strict=False):
        if ours != native:
            # The native URL had it after the step before.
            without = ours.replace("://", ":", 1)
            as_written = [without, without.replace(":", ":/", 1), without.replace(":", ":/.", 1)]
            return _has("://(?:$|[/?#])", before) and native in as_written
        before = ours
    return False


def _several_at_once(d: Difference) -> bool:
    # Among them is the space at the end of an opaque path.
    hrefs = [re.sub("%20(?=[?#]|$)", " ", answer.href_decoded("27|7C|5E"), count=1) for answer in (d.ours, d.native)]
    if d.is_file:
        hrefs = [*map(_without_slashes, hrefs)]
    return hrefs[0] == hrefs[1] != "" and "href" in d.differing


def _reverse_solidus(d: Difference) -> bool:
    # A segment with it, or that follows it, may be gone from py_url's answer.
    removed = "\\" in d.cleaned + d.base and "pathname" in d.differing and not d.is_special and not d.ours.failed
    return ("\\" in d.ours.href or removed) and d.ours.href != d.native.href != ""


def _two_reverse_solidi(d: Difference) -> bool:
    asked = _begins(r"\\[/\\]|/\\", d.cleaned)
    if not asked and d.native.failed:
        # The base then has an empty host.
        asked = _begins(r"(?i)[a-z][a-z0-9+.-]*:\\[/\\]+(?:[?#]|$)", d.cleaned_base)
    ours, native = (re.match("[a-z0-9+.-]+:(//[^/?#]*)?", answer.href) for answer in (d.ours, d.native))
    other_host = ours is not None and native is not None and ours[1] != native[1]
    return asked and (d.native.failed or other_host) and not d.is_special


def _localhost(d: Difference) -> bool:
    return d.is_file and "file://localhost" in d.native.href


# The order matters: the first rule that fits counts.
RULES: dict[str, Callable[[Difference], bool]] = {
    "file-origin": lambda d: d.differing == {"origin"} and d.native.origin == "file://",
    # If the paths are the same, something else differs.
    "drive-letter": lambda d: (
        d.is_file
        and d.ours.members.get("pathname") != d.native.members.get("pathname")
        and any(_has(_DRIVE_LETTER, _cleaned(text)) for text in (d.value, d.base, d.case.get("href", "")))
    ),
    "drive-letter-anywhere": lambda d: (
        not d.is_file
        and ".." in re.sub("(?i)%2e", ".", d.cleaned)
        and len(re.findall("(?=/[A-Za-z][:|]/)", d.ours.pathname))
        < len(re.findall("(?=/[A-Za-z][:|]/)", d.native.pathname))
    ),
    "protocol-with-newline": lambda d: d.sets("protocol") and _has("[\t\n\r]", d.value),
    "protocol-across": _protocol_across,
    "localhost": _localhost,
    "file-port": lambda d: (
        d.is_file and d.sets("host") and ":" in d.case["value"] and d.native.members.get("host") != ""
    ),
    "file-host-before-query": lambda d: (
        d.native.failed
        and _has(
            r"(?i)file:(?:file:)?[/\\]{2,}[^/\\]*[?#]",
            f"file:{d.value}" if d.base.startswith("file:") else d.asked,
        )
    ),
    "file-slashes": lambda d: d.is_file and d.same_href_with("/+", "/"),
    "escaped-in-host": lambda d: (d.ours.failed and _has("//[^/?#]*[ *]", d.base)) or _has("%(?:20|2A)", d.native.host),
    # Georgian capital letters are another matter: older tables reject them.
    "relation-with-stroke": lambda d: (
        _has("(?s)^[^\u10a0-\u10c5]*[<>][\u00ad\u200b\u2060]*\u0338[^\u10a0-\u10c5]*$", d.decoded)
        and (d.native.failed or d.case["kind"] == "set")
    ),
    "decoded-twice": lambda d: d.taken and "\uff05" in d.decoded,
    "delimiters-by-mapping": lambda d: (
        d.taken and d.sets_host and _has(r"[/?#@:\\]", normalize("NFKC", re.sub(r"[/?#@:\\]", "", d.value)))
    ),
    "mapped-before-decoding": _mapped_before_decoding,
    "decoded-brackets": lambda d: d.taken and d.native.host.startswith("[") and "%" in d.asked,
    "mapped-brackets": lambda d: d.taken and "[" in d.native.host and not d.value.isascii(),
    "bracket-behind-tab": lambda d: d.refused and d.sets_host and _begins(r"[\t\n\r]+\[", d.value),
    "zeros-in-ipv6": lambda d: d.taken and _has(r"\[[^\]]*[:.]0\d+[.\]]", re.sub("[\t\n\r]", "", d.asked)),
    "hexadecimal-in-ipv6": lambda d: d.taken and _has(r"\[[^\]]*[:.]0[Xx]", d.value),
    "colon-ends-ipv6": lambda d: d.taken and _has(r"\[[^\]]*::[^\]]*[0-9A-Fa-f]:\]", d.cleaned),
    "two-pieces-before-ipv4": lambda d: (
        d.refused
        and (asked := re.search(r"\[([0-9A-Fa-f:]*::[0-9A-Fa-f:]*)\d+\.\d+\.\d+\.\d+\]", d.cleaned)) is not None
        and len(re.findall("[0-9A-Fa-f]+:", asked[1])) == 4
    ),
    "space-before-delimiter": lambda d: (
        (with_space := d.ours.href_with("%20(?=[?#]|$)", " ", count=1)) != d.ours.href
        and d.native.href in (with_space, re.sub(r"\?(?=#|$)", "", with_space))
    ),
    "escape-27": lambda d: d.differs("href") and d.same_href_with("%27", "'"),
    "escape-7c": lambda d: d.differs("href") and d.same_href_with("%7C", "|"),
    "escape-5e": lambda d: d.differs("href") and d.same_href_with("%5E", "^"),
    "escape-2e": lambda d: (
        d.ours.href_decoded("2[Ee]") == d.native.href_decoded("2[Ee]") != ""
        and len(re.findall("(?i)%2e", d.native.pathname)) < len(re.findall("(?i)%2e", d.ours.pathname))
    ),
    "data-query-space": lambda d: (
        d.scheme == "data" and d.ours.search.replace("%20", " ") == d.native.search != d.ours.search
    ),
    "blob-origin": lambda d: d.differing == {"origin"} and d.ours.href.startswith("blob:"),
    "path-like-authority": lambda d: (
        "href" in d.differing and d.same_href_with(r"^([a-z0-9+.-]+:(?://[^/?#]*)?)/\.(?=/)", r"\1")
    ),
    "authority-in-path": lambda d: (
        not d.is_file
        and d.native.pathname.startswith("//")
        and d.native.host == ""
        and f":{d.native.pathname}" in d.native.href
    ),
    "own-scheme": lambda d: (
        (d.cleaned.lower() if d.ours.failed else d.ours.href).partition(":")[0] in _HAVE_THEIR_OWN_RULES
    ),
    "opaque-scheme": lambda d: d.native.failed and d.cleaned_base.partition(":")[0].lower() in _OPAQUE,
    "opaque-base": lambda d: d.ours.failed and _begins("[A-Za-z0-9+.-]+:(?:[^/]|$)", d.cleaned_base),
    "base-in-host": _base_in_host,
    "no-host-behind-scheme": lambda d: (
        d.native.failed
        and d.cleaned.endswith(":/")
        and (base := URL.parse(d.base)) is not None
        and base.href.startswith(d.cleaned.lower())
    ),
    "port-before-backslash": lambda d: d.ours.failed and _has(r"//[^/?#]*:\d*\\", d.cleaned),
    "two-reverse-solidi": _two_reverse_solidi,
    "ends-at-null": _ends_at_null,
    "empty-query": lambda d: "href" in d.differing and d.ours.href_with(r"^([^?#]*)\?(?=#|$)", r"\1") == d.native.href,
    "tabs-kept": _tabs_kept,
    "tab-as-username": lambda d: d.native.href_with("//(?:%0[9AD])+@", "//") == d.ours.href != d.native.href,
    "end-of-fragment": lambda d: (
        d.value.startswith("#")
        and re.fullmatch("(?:%[01][0-9A-F]|%20)+", d.native.hash.removeprefix(d.ours.hash or "#")) is not None
    ),
    "question-mark-behind-tab": lambda d: d.sets("search") and d.differs("search") and _begins(r"[\t\n\r]+\?", d.value),
    "tabs-in-search-params": _tabs_in_search_params,
    "empty-host-before-port": lambda d: d.taken and d.sets("host") and d.cleaned.startswith(":"),
    "empty-host-taken": lambda d: d.taken and d.sets_host and d.native.host == "" and not d.is_special,
    "empty-host-ignored": lambda d: d.refused and d.sets_host and d.value == "",
    "end-of-host-stripped": _end_of_host_stripped,
    "delimiter-as-host": lambda d: d.sets_host and d.differs("pathname") and _begins(r"[/\\?#]", d.cleaned),
    "port-with-hostname": lambda d: d.taken and d.sets("hostname") and "]:" in d.value,
    "port-with-host": lambda d: d.sets("host") and ":" in d.value and not d.differs("hostname") and d.differs("port"),
    "port-of-more-than-digits": lambda d: d.sets("port") and not d.value.isdecimal() and d.differs("port"),
    "joiner-taken": lambda d: d.taken and any("\u200c" in label or "\u200d" in label for label in d.labels),
    "joiner-refused": lambda d: d.refused and _has(f"{_OTHERS_THAT_JOIN}\u200c{_OTHERS_THAT_JOIN}", d.decoded),
    "xn-label": lambda d: d.refused and "xn--" in d.decoded.lower() and "xn--" in d.ours.host,
    "xn-label-taken": lambda d: (
        d.taken
        and any(
            label.startswith("xn--") and (decoded.isascii() or decoded.startswith("xn--"))
            for label, decoded in zip(d.native.hostname.split("."), d.labels, strict=True)
        )
    ),
    "bidi-rule": lambda d: (
        d.taken and not {bidirectional(char) for label in d.labels for char in label}.isdisjoint({"R", "AL", "AN"})
    ),
    "capital-sharp-s": lambda d: (
        "\u1e9e" in d.decoded and (d.ours.failed or "xn--" in d.ours.host) and "ss" in d.native.host
    ),
    "no-file-host": lambda d: (
        d.native.href.startswith("file:///")
        and (d.ours.members.get("host") != "" or (d.sets("href") and d.ours.members.get("protocol") != "file:"))
    ),
    "begins-as-drive-letter": lambda d: (
        d.is_file
        and d.differs("pathname")
        and _has(r"(?m)(?:^|[/\\:])[A-Za-z][:|][^/\\?#\n]", f"{d.cleaned}\n{d.cleaned_base}")
    ),
    "credentials-alone": lambda d: d.ours.failed and _has("//[^/?#@]*@(?:[/?#]|$)", d.cleaned),
    "port-refuses-host": lambda d: d.refused and d.sets("host") and ":" in d.value,
    "zero-x": lambda d: (
        d.refused
        and _has("0x(?![0-9a-f])", normalize("NFKC", d.decoded).lower())
        and re.fullmatch(r"\d+\.\d+\.\d+\.\d+", d.ours.hostname) is not None
    ),
    "symbols-in-host": lambda d: d.refused and _has("[!\"$&'()*+,;=`{}~]", d.ours.host),
    "opaque-host-refused": lambda d: d.refused and not d.is_special and "%" in d.ours.host,
    # A file URL's host localhost becomes empty.
    "domain-of-newer-tables": lambda d: (
        d.refused and not d.decoded.isascii() and (d.ours.host != "" or (d.is_file and "localhost" in d.decoded))
    ),
    "spaces-in-base64": lambda d: (
        d.scheme == "data"
        and ";base64" in d.native.href.lower()
        and d.ours.href.replace(" ", "") == d.native.href != d.ours.href
    ),
    "spaces-stripped": lambda d: (
        d.ours.pathname.endswith("%20") and d.ours.pathname.removesuffix("%20").rstrip(" ") == d.native.pathname
    ),
    "path-like-authority-alone": lambda d: (
        d.sets("pathname")
        and d.native.members.get("search") == ""
        and d.native.href + d.ours.search + d.ours.hash == d.ours.href
    ),
    "dots-of-pathname": lambda d: (
        "href" not in d.differing
        and d.ours.pathname.startswith("/.")
        and d.ours.pathname.removeprefix("/.") == d.native.pathname
    ),
    "slash-before-tab": _slash_before_tab,
    "empty-path": lambda d: "href" in d.differing and not d.native.failed and d.are("pathname", "/", ""),
    "empty-path-filled": lambda d: (
        not d.is_special and ("@" in d.asked or "@" in d.native.href) and d.are("pathname", "", "/")
    ),
    "path-never-empty": lambda d: d.sets("pathname") and d.are("pathname", "", "/"),
    "path-made-opaque": lambda d: (
        d.sets("pathname") and d.ours.pathname.startswith("/") and d.native.pathname[:1] not in ("", "/")
    ),
    "dot-written-before-path": lambda d: (
        re.sub(r"^([a-z0-9+.-]+:/)\./(?!/)", r"\1", d.native.href_decoded("5E"))
        == d.ours.href_decoded("5E")
        != d.native.href_decoded("5E")
    ),
    "backslash-in-pathname": _backslash_in_pathname,
    "largest-port": lambda d: d.sets("port") and d.ours.port == "65535" != d.native.port,
    "null-in-port": lambda d: d.ours.failed and _has(r":\d*\x00", d.cleaned),
    "dots-in-pathname": lambda d: (
        "href" not in d.differing and d.native.pathname == f"/.{d.ours.pathname}" and d.ours.pathname.startswith("//")
    ),
    "dot-segments-kept": _dot_segments_kept,
    "tab-before-hash": lambda d: d.sets("hash") and _begins(r"[\t\n\r]+(?:#|$)", d.value) and "href" in d.differing,
    "less-encoded": lambda d: (
        d.is_opaque
        and "href" in d.differing
        and d.ours.href_decoded("2[0-9A-F]|3[CE]|5[CE]|60|7[BCD]")
        == d.native.href_decoded("2[0-9A-F]|3[CE]|5[CE]|60|7[BCD]")
        != ""
    ),
    "controls-in-opaque-host": lambda d: (
        re.sub("%(?:[01][0-9A-F]|7F)", _from_escape, d.ours.host) == d.native.host != d.ours.host
    ),
    "tab-before-path": lambda d: (
        d.native.failed and d.scheme in (*_OPAQUE, "file") and _has("[\t\n\r]", d.value.strip(_C0_CONTROL_OR_SPACE))
    ),
    "scheme-kept": lambda d: d.refused and d.sets("protocol") and d.native.protocol.removesuffix(":") in _OPAQUE,
    "host-never-set": _host_never_set,
    "path-set-over-host": lambda d: (
        d.sets("pathname")
        and d.is_opaque
        and d.native.href == d.ours.href_with("^([a-z]+:)//[^/?#]*", r"\1") != d.ours.href
    ),
    "query-doubled": _query_doubled,
    "fragment-of-base-kept": _fragment_of_base_kept,
    "dots-behind-host": _dots_behind_host,
    "dots-as-host": lambda d: (
        d.ours.hostname in {".", ".."} and d.native.hostname not in {".", ".."} and "\\" in d.cleaned
    ),
    "host-of-setter-lost": _host_of_setter_lost,
    "several-at-once": _several_at_once,
    "reverse-solidus": _reverse_solidus,
}
