"""Explain in words why py_url and an engine give different answers about a URL pattern, for known kinds of difference.

`RULES` is the table: for each rule, the anchor in the URL Pattern Standard of what it is about, a sentence, and a
condition, which holds only if the two answers show what the sentence says. The first rule that fits explains a
difference. To add a rule, add it here, and an example to ``tests/data/pattern_differences.json``.

The pages run this module in Pyodide, so it imports nothing but py_url and the standard library.
"""

from __future__ import annotations

import json
import re

from crosscheck import pattern_quirks
from py_url import URL
from py_url.pattern.canonicalization import COMPONENTS

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

STANDARD = "https://urlpattern.spec.whatwg.org/#"
_INPUT_OR_GROUPS = re.compile(".*_(?:input|groups)")
_OF_FILE_URLS = {"matches", *(f"{name}_{what}" for name in ("pathname", "hostname") for what in ("input", "groups"))}


def explain(difference: dict[str, Any]) -> str | None:
    """Return the sentence of the first rule that fits, or None."""
    seen = Difference(difference)
    # Without an answer of py_url, there is nothing to compute.
    exact = None if _could_take_long(seen) else pattern_quirks.explain(difference)
    return exact or next((text for _, text, fits in RULES.values() if fits(seen)), None)


def explain_by_re(difference: dict[str, Any], model: tuple[str, ...]) -> str | None:
    """Return the sentence of a rule on what Python's `re` cannot do, or None. *model* are the quirks of the engine."""
    rules = (RULES[name] for name in ("could-take-long", "not-in-re"))
    return next((text for _, text, fits in rules if fits(Difference(difference, model))), None)


def rules() -> dict[str, dict[str, str]]:
    """Return what each sentence stands for: ``rule``, its short name, and ``section``, an address in the standard."""
    found = [(name, *rule[:2]) for table in (RULES, pattern_quirks.QUIRKS) for name, rule in table.items()]
    found.append(("other-url", "match", pattern_quirks.OTHER_URL))
    return {text: {"rule": name, "section": STANDARD + anchor} for name, anchor, text in found}


class Difference:
    """What the rules look at: the two answers, and the strings of the case."""

    def __init__(self, difference: dict[str, Any], model: tuple[str, ...] = pattern_quirks.CHROMIUM) -> None:
        self.model = model
        self.asked: str = difference["case"]["input"]
        self.ours: dict[str, Any] = difference["ours"]
        self.native: dict[str, Any] = difference["native"]
        given = json.loads(self.asked)
        self.arguments: list[Any] = given[0] if difference["case"]["kind"] == "pattern" else []
        self.inputs: list[Any] = (given[1] or []) if difference["case"]["kind"] == "pattern" else []
        strings = [*strings_in([self.arguments, self.inputs])]
        self.text = "\0".join(strings)

    @property
    def refused(self) -> bool:
        """Whether the engine refuses what py_url takes."""
        return "failure" in self.native and "failure" not in self.ours

    @property
    def taken(self) -> bool:
        """Whether the engine takes what py_url refuses."""
        return "failure" in self.ours and "failure" not in self.native and "error" not in self.native

    @property
    def differing(self) -> set[str]:
        """The members in which the answers differ; if only one of them matches, without what has matched."""
        names = {name for name in {*self.ours, *self.native} if self.ours.get(name) != self.native.get(name)}
        return {name for name in names if not _INPUT_OR_GROUPS.fullmatch(name)} if "matches" in names else names

    def same_with(self, change: Callable[[str], str], *names: str) -> bool:
        """Whether *change* of both makes the strings that differ the same, and all are of these components (or any)."""
        differing = self.differing - {"matches"}
        of = {name.partition("_")[0] for name in differing}
        return of.issubset(names or of) and all(
            change(str(self.ours.get(name))) == change(str(self.native.get(name))) for name in differing
        )

    def both_take(self, *pattern: str) -> bool:
        """Whether both take the pattern, and the case has one of these: in its input, if only one of them matches."""
        text = "\0".join(strings_in(self.inputs)) if self.differing == {"matches"} else self.text
        has = any(re.search(each, text) for each in pattern)
        return has and "failure" not in self.ours and "failure" not in self.native and "error" not in self.native

    def bases(self) -> list[str]:
        """The base URLs of the pattern."""
        init = self.arguments[0] if self.arguments and isinstance(self.arguments[0], dict) else {}
        return [base for base in (*self.arguments[1:2], init.get("baseURL")) if isinstance(base, str)]


def strings_in(value: Any) -> list[str]:  # noqa: ANN401 - JSON
    """Return all strings in a JSON value."""
    if isinstance(value, str):
        return [value]
    values = value.values() if isinstance(value, dict) else value if isinstance(value, list) else ()
    return [text for each in values for text in strings_in(each)]


def _unescaped(*digits: str) -> Callable[[str], str]:
    def change(text: str) -> str:
        for each in digits:
            text = text.replace(f"%{each}", chr(int(each, 16)))
        return text

    return change


def _could_take_long(d: Difference) -> bool:
    return d.ours.get("matches") == "error" and d.native.get("matches") in (True, False)


def _base_path_unescaped(d: Difference) -> bool:
    urls = [url for base in d.bases() if (url := URL.parse(base)) is not None]
    return d.refused and any(re.search("[:*+?{}()]", url.pathname) for url in urls)


def _empty_path(d: Difference) -> bool:
    if d.differing == {"matches"}:
        url = URL.parse(*d.inputs) if d.inputs and isinstance(d.inputs[0], str) else None
        return d.ours.get("matches") is True and url is not None and url.pathname == ""
    return d.differing == {"pathname_input", "pathname_groups"} and d.ours.get("pathname_input") == ""


def _not_decoded_host(d: Difference) -> bool:
    return (
        "%" in d.text
        and not d.text.isascii()
        and d.differing - {"matches"} <= {*("hostname", "hostname_input", "hostname_groups")}
    )


def _has(pattern: str, text: str) -> bool:
    return re.search(pattern, text) is not None


def _without_braces(text: str) -> str:
    return re.sub("[{}]", "", text)


def _is_not_a_url(d: Difference) -> bool:
    return bool(d.inputs) and isinstance(d.inputs[0], str) and not URL.can_parse(*d.inputs)


def _values(d: Difference, component: str) -> list[str]:
    """The values of a component in the objects of the pattern and of the inputs."""
    dicts = [given for given in (*d.arguments, *d.inputs) if isinstance(given, dict)]
    return [str(given[component]) for given in dicts if component in given]


def _fails(d: Difference) -> bool:
    """Whether the engine refuses the pattern, or the match, that py_url takes."""
    return d.refused or (d.differing == {"matches"} and d.ours.get("matches") is True)


RULES: dict[str, tuple[str, str, Callable[[Difference], bool]]] = {
    "ends-at-named-groups": (
        "generate-a-regular-expression-and-name-list",
        "the native URLPattern can crash at a named group in a custom group, so this was not compared",
        lambda d: str(d.native.get("error", "")).startswith("not compared"),
    ),
    "process-ends": (
        "constructor-string-parsing",
        "the native URLPattern ends the process of Node.js",
        lambda d: str(d.native.get("error", "")).startswith("the process ended"),
    ),
    "could-take-long": (
        "match",
        "the pattern has a regular expression that could take very long in Python's re for this input, so py_url does "
        "not match it",
        _could_take_long,
    ),
    "not-in-re": (
        "compile-a-component",
        "the pattern has a regular expression that Python's re cannot express, which py_url refuses",
        lambda d: d.taken and any(pattern_quirks.is_beyond_re(d.arguments, names) for names in ((), d.model)),
    ),
    "invalid-base": (
        "process-a-urlpatterninit",
        "the native URLPattern accepts a base URL that does not parse",
        lambda d: d.taken and any(URL.parse(base) is None for base in d.bases()),
    ),
    "segment-wildcard-in-parentheses": (
        "part-type",
        "the native URLPattern treats a segment wildcard in parentheses as a custom group",
        lambda d: d.differing == {"hasRegExpGroups"} and "]+?)" in d.text,
    ),
    "port-of-file": (
        "process-a-urlpatterninit",
        "the native URLPattern has an empty port where the protocol is file; by the standard, file has no default port",
        lambda d: d.differing == {"port", "port_groups"} and d.ours.get("port") == "*" and d.native.get("port") == "",
    ),
    "base-path-not-escaped": (
        "process-pathname-for-init",
        "the native URLPattern does not escape the path of a base URL before it adds a relative pathname",
        _base_path_unescaped,
    ),
    "slash-in-opaque-path": (
        "canonicalize-an-opaque-pathname",
        "the native URLPattern percent-encodes / in the pathname of a scheme that is not special",
        lambda d: d.same_with(_unescaped("2F"), "pathname") and "%2F" in str(d.native.get("pathname")),
    ),
    "caret-in-group": (
        "compile-a-component",
        "the native URLPattern leaves out a ^ at the start of a custom group that is not at the start of the component",
        lambda d: d.differing == {"matches"} and d.native.get("matches") is True and "(^" in d.text,
    ),
    "caret-in-path": (
        "canonicalize-a-pathname",
        "the native URLPattern keeps ^ in a path; the URL Standard has percent-encoded it since 2025",
        lambda d: d.both_take("\\^") and d.same_with(_unescaped("5E"), "pathname"),
    ),
    "colon-of-protocol": (
        "process-protocol-for-init",
        "the native URLPattern matches nothing with the protocol ':', which the standard treats as an empty one",
        lambda d: d.differing == {"matches"} and d.ours.get("matches") is True and '"protocol":":"' in d.asked,
    ),
    "path-added": (
        "match",
        "the native URLPattern has the path / for a URL that is not special and has none",
        _empty_path,
    ),
    "at-in-username": (
        "match",
        "the native URLPattern does not percent-encode @ in a username",
        lambda d: d.same_with(_unescaped("40"), "username") and "@" in str(d.native.get("username_input")),
    ),
    "host-not-decoded": (
        "canonicalize-a-hostname",
        "the native URLPattern does not percent-decode a host before it converts it to ASCII",
        _not_decoded_host,
    ),
    "name-beyond-bmp": (
        "is-a-valid-name-code-point",
        "the native URLPattern refuses the name of a group that begins with a character beyond U+FFFF",
        lambda d: d.refused and re.search(":[\U00010000-\U0010ffff]", d.text) is not None,
    ),
    "input-that-does-not-parse": (
        "match",
        "the native URLPattern matches a string that is not a URL; by the standard, it matches nothing",
        lambda d: d.differing == {"matches"} and d.native.get("matches") is True and _is_not_a_url(d),
    ),
    "backslash-in-pattern": (
        "process-pathname-for-init",
        "the native URLPattern does not treat \\ as / in a pathname",
        lambda d: d.both_take(r"\\") and d.same_with(lambda text: re.sub(r"[\\/{}.]", "", text), "pathname"),
    ),
    "file-url": (
        "match",
        "the native class reads the slashes, the drive letter or the host of a file URL in another way",
        lambda d: "file:" in d.text.lower() and d.differing <= _OF_FILE_URLS,
    ),
    "braces-left-out": (
        "generate-a-pattern-string",
        "the native URLPattern leaves out braces in a pattern string that are needed",
        lambda d: d.both_take("{") and d.differing <= {*COMPONENTS} and d.same_with(_without_braces),
    ),
    "port-not-cut": (
        "canonicalize-a-port",
        "the native URLPattern refuses what follows the digits of a port; the standard ignores it",
        lambda d: (
            _fails(d) and (any(_has("[0-9][^0-9]", port) for port in _values(d, "port")) or _has(":[0-9] ", d.text))
        ),
    ),
    "host-not-cut": (
        "canonicalize-a-hostname",
        "the native URLPattern refuses what follows the end of a host; the standard ignores it",
        lambda d: (
            d.refused
            and (any(_has(r"[/\\\\?#]", host) for host in _values(d, "hostname")) or _has(r"\{[^}\0]*/\}", d.text))
        ),
    ),
    "protocol-empty": (
        "match",
        "the native URLPattern does not match an empty protocol",
        lambda d: d.differing == {"matches"} and not {"", "{}"}.isdisjoint(_values(d, "protocol")),
    ),
    "syntax-accepted": (
        "parse-a-pattern-string",
        "the native URLPattern accepts an unclosed brace, or characters after the digits of a port",
        lambda d: d.taken and re.search(r"\{[^}\0]*(?:$|\0)|[0-9] [0-9]", d.text) is not None,
    ),
}
