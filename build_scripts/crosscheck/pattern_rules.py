"""Explain in words why py_url and an engine give different answers about a URL pattern, for known kinds of difference.

A difference has parts: the pattern string of a component, the component of an input, its groups, whether the input
matches. It is explained if each part is, and its sentence is that of the first one. There are two tables:

- `TEXTS` has what an engine writes in place of one of py_url's strings. If an input matches in only one of the two, or
  has other groups, this follows from these strings if py_url gives the engine's answer for them;
- `RULES` has the rest: a condition on the case and the two answers, which holds only if they show what the rule says.

For each rule, ``pattern_rules.json`` has the anchor in the URL Pattern Standard of what it is about, and its sentence.
To add a rule, add it here, its row there, and an example to ``tests/data/pattern_differences.json``.

The pages run this module in Pyodide, so it imports nothing but py_url and the standard library.
"""

from __future__ import annotations

import json
import re
from functools import cached_property
from pathlib import Path
from typing import NamedTuple

import explanations

from crosscheck import patterns
from py_url import URL
from py_url.pattern import URLPattern
from py_url.pattern.canonicalization import COMPONENTS
from py_url.standard import percent_decode

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from typing import Any

    Fits = Callable[["Difference", "Part"], bool]

STANDARD = "https://urlpattern.spec.whatwg.org/#"
_TEXTS: dict[str, tuple[str, str]] = json.loads(Path(__file__).with_suffix(".json").read_text("utf-8"))
_SPECIAL = ("http", "https", "ws", "wss", "ftp", "file")
# Those whose pathname Chromium reads as a path, which patterns of the protocol can find out.
_OWN_SCHEMES = (
    *("chrome", "chrome-distiller", "chrome-error", "chrome-experimental-site-token-provider", "chrome-extension"),
    *("chrome-native", "chrome-search", "chrome-untrusted", "devtools", "filesystem", "isolated-app"),
)
# A dict with a base URL inherits none of these from the first that it has.
_IN_ORDER = ("protocol", "hostname", "port", "pathname", "search", "hash")
_LONG = 16


def explain(difference: dict[str, Any]) -> str | None:
    """Return the sentence of the rule that explains the difference, or None."""
    if difference["case"]["kind"] != "pattern":
        return None
    seen = Difference(difference)
    names = [seen.rule_of(part) for part in seen.parts]
    return None if None in names else next((_TEXTS[name][1] for name in names if name), None)


def rules() -> dict[str, dict[str, str]]:
    """Return what each sentence stands for: ``rule``, its short name, and ``section``, an address in the standard."""
    return {text: {"rule": name, "section": STANDARD + anchor} for name, (anchor, text) in _TEXTS.items()}


class Part(NamedTuple):
    """A part of a difference."""

    what: str
    """``pattern``, ``input`` or ``groups`` of a component, another member, or ``answer`` if there is no pattern."""
    component: str
    ours: Any
    native: Any

    @property
    def name(self) -> str:
        """``input of port``, for example."""
        return f"{self.what} of {self.component}"


class Text(NamedTuple):
    """What an engine writes in place of one of py_url's strings."""

    components: tuple[str, ...]
    change: Callable[[str], str]
    """What makes the two strings the same."""
    is_longer: bool
    """Whether the engine's string is the longer one."""
    fits: Callable[[Difference], bool] = lambda _: True
    """What must hold for the case."""
    is_of_lost: bool = True
    """Whether the engine also does this to an input that it does not match."""


class Difference:
    """What the rules look at: the two answers, and the strings of the case."""

    def __init__(self, difference: dict[str, Any]) -> None:
        self.ours: dict[str, Any] = difference["ours"]
        self.native: dict[str, Any] = difference["native"]
        self.arguments: list[Any]
        self.arguments, inputs = json.loads(difference["case"]["input"])
        self.inputs: list[Any] = inputs or []
        self.urls: dict[str, dict[str, str] | None] = difference.get("urls", {})
        """What the engine's URL class gives, by the arguments as JSON; empty if it was not asked."""
        self.text = "\0".join(strings_in(self.arguments))
        """All strings of the pattern."""
        self.init: dict[str, str] = self.inputs[0] if self.inputs and isinstance(self.inputs[0], dict) else {}
        """The input, if it is a dict."""
        self.is_string = bool(self.inputs) and isinstance(self.inputs[0], str)
        """Whether the input is a string."""

    @property
    def refused(self) -> bool:
        """Whether the engine refuses a pattern that py_url takes."""
        return "failure" in self.native and "failure" not in self.ours

    @property
    def taken(self) -> bool:
        """Whether the engine takes a pattern that py_url refuses."""
        return "failure" in self.ours and not {"failure", "error"} & {*self.native}

    @property
    def lost(self) -> bool:
        """Whether only py_url matches the input."""
        return (self.ours.get("matches"), self.native.get("matches")) == (True, False)

    @property
    def found(self) -> bool:
        """Whether only the engine matches the input."""
        return (self.ours.get("matches"), self.native.get("matches")) == (False, True)

    @property
    def ignores_case(self) -> bool:
        """Whether the pattern ignores case."""
        return any(isinstance(given, dict) and given.get("ignoreCase") is True for given in self.arguments[1:])

    @cached_property
    def bases(self) -> list[str]:
        """The base URLs of the pattern."""
        init = self.arguments[0] if self.arguments and isinstance(self.arguments[0], dict) else {}
        return [base for base in (*self.arguments[1:2], init.get("baseURL")) if isinstance(base, str)]

    @cached_property
    def parsed(self) -> list[str]:
        """The arguments of the URL that the input has: itself, or the base URL of a dict."""
        return [self.init["baseURL"]] if "baseURL" in self.init else self.inputs if self.is_string else []

    @cached_property
    def values(self) -> dict[str, str] | None:
        """py_url's components of the input, or None if it cannot match."""
        return _components_of_input(*self.inputs)

    @cached_property
    def native_values(self) -> dict[str, str]:
        """The engine's components of the input, if it matches."""
        return {name: self.native[f"{name}_input"] for name in COMPONENTS if f"{name}_input" in self.native}

    @cached_property
    def native_url(self) -> dict[str, str] | None:
        """The components of the URL that the engine's URL class gives for the input, if it was asked and gives one."""
        url = self.urls.get(json.dumps(self.parsed))
        if url is None:
            return None
        rest = {"protocol": url["protocol"][:-1], "search": url["search"][1:], "hash": url["hash"][1:]}
        return {name: url[name] for name in COMPONENTS} | rest

    @cached_property
    def native_pattern(self) -> URLPattern | None:
        """The pattern of the engine's pattern strings, if py_url takes them."""
        init = {name: _kept(name, self.native[name], is_pattern=True) for name in COMPONENTS}
        return patterns.construct([init, {"ignoreCase": self.ignores_case}])

    @cached_property
    def parts(self) -> list[Part]:
        """The parts in which the answers differ."""
        ours, native = self.ours, self.native
        if {"failure", "error"} & {*ours, *native}:
            return [Part("answer", "", ours, native)]
        if self.found and self.values is not None:
            ours = ours | {f"{name}_input": value for name, value in self.values.items()}
        names = [(name, what) for what in ("", "input", "groups") for name in COMPONENTS]
        found = []
        for component, what in (*names, ("", "hasRegExpGroups"), ("", "matches")):
            name = "_".join(filter(None, (component, what)))
            if name in ours and name in native and ours[name] != native[name]:
                found.append(Part(what or "pattern", component, ours[name], native[name]))
        return found

    def rule_of(self, part: Part) -> str | None:
        """Return the name of the rule that explains a part, "" if it follows from other parts, or None."""
        if self._is_of_url(part):
            return "other-url"
        name = next((name for name, fits in RULES.items() if fits(self, part)), None)
        if name is not None or part.what == "answer":
            return name
        name = self._text_of(part) if part.component else None
        return self._follows(part) if name is None and part.what not in ("pattern", "input") else name

    def _is_of_url(self, part: Part) -> bool:
        """Whether the engine's URL class gives its string, and py_url's URL py_url's."""
        if part.what != "input" or self.native_url is None or self.values is None or part.component in self.init:
            return False
        return (self.values[part.component], self.native_url[part.component]) == (part.ours, part.native)

    def _text_of(self, part: Part) -> str | None:
        """The rule in `TEXTS` that makes the two strings the same."""
        is_longer = len(part.native) > len(part.ours)
        return next(
            (
                name
                for name, rule in TEXTS.items()
                if part.component in rule.components
                and rule.is_longer == is_longer
                and rule.change(part.ours) == rule.change(part.native)
                and rule.fits(self)
            ),
            None,
        )

    def _follows(self, part: Part) -> str | None:
        """Whether py_url would give the engine's answer for the engine's strings."""
        if part.what != "matches":
            return "" if len(self.parts) > 1 and self._given_by_strings(part) else None
        if self.native_pattern is None or self.values is None or "error" in (part.ours, part.native):
            return None
        if self.found:
            return "" if len(self.parts) > 1 and self.would_match(self.native_values) else None
        return next((name for name, values in self._other_values(self.values) if not self.would_match(values)), None)

    def _given_by_strings(self, part: Part) -> bool:
        if self.native_pattern is None:
            return False
        if part.what == "hasRegExpGroups":
            return self.native_pattern.has_regexp_groups is part.native
        names = {"protocol", part.component}
        alone = URLPattern({name: getattr(self.native_pattern, name) for name in names}, ignore_case=self.ignores_case)
        try:
            result = alone.exec({name: _kept(name, self.native_values[name]) for name in names})
        except ValueError:
            return False
        if result is None:
            return False
        # The groups are of what py_url does not change.
        native = [[name, text and _kept(part.component, text, is_group=True)] for name, text in json.loads(part.native)]
        groups = getattr(result, part.component).groups
        return patterns.groups_as_json(groups) == patterns.groups_as_json(dict(native))

    def would_match(self, values: dict[str, str]) -> bool:
        """Whether these values match the engine's pattern strings in py_url; True if it cannot tell."""
        return _can_match(self.native_pattern, {name: _kept(name, text) for name, text in values.items()})

    def _other_values(self, values: dict[str, str]) -> Iterator[tuple[str, dict[str, str]]]:
        """What the engine may have as the components of an input that it does not match, and the rule."""
        if len(self.parts) > 1:
            yield "", values
        if self.native_url is not None and self.is_string:
            yield "other-url", self.native_url
        for name, rule in TEXTS.items():
            changed = {key: rule.change(text) if key in rule.components else text for key, text in values.items()}
            if changed != values and rule.is_of_lost and rule.fits(self):
                yield name, changed


def strings_in(value: Any) -> list[str]:  # noqa: ANN401 - JSON
    """Return all strings in a JSON value."""
    if isinstance(value, str):
        return [value]
    values = value.values() if isinstance(value, dict) else value if isinstance(value, list) else ()
    return [text for each in values for text in strings_in(each)]


def _components_of_input(*inputs: Any) -> dict[str, str] | None:  # noqa: ANN401 - JSON
    try:
        result = URLPattern().exec(*inputs)
    except (TypeError, ValueError):
        return None
    return None if result is None else {name: getattr(result, name).input for name in COMPONENTS}


def _can_match(pattern: URLPattern | None, init: dict[str, str]) -> bool:
    """Whether a dict matches, or py_url cannot tell."""
    try:
        return pattern is None or pattern.test(init)
    except ValueError:
        return True


def _kept(component: str, text: str, *, is_pattern: bool = False, is_group: bool = False) -> str:
    """An engine's string as py_url does not change it: without escapes in a host, and without ends of a path."""
    if component == "hostname":
        return re.sub("%..", lambda escape: f"-{escape[0][1:].lower()}", text)
    if component == "pathname":
        return re.sub(r"\\\?" if is_pattern else r"\?", "%3F", text).replace("#", "%23")
    return text if is_group else {"search": "?", "hash": "#"}.get(component, "") + text


def _has(pattern: str, texts: list[str] | str) -> bool:
    """Whether this is in one of the texts."""
    return any(re.search(pattern, text) for text in ([texts] if isinstance(texts, str) else texts))


def _replacing(pattern: str, new: str = "") -> Callable[[str], str]:
    return lambda text: re.sub(pattern, new, text)


def _without_groups(text: str) -> str:
    """A pattern with nothing in its custom groups."""
    return re.sub(r"\((?:\\.|[^()\\]|\((?:\\.|[^()\\])*\))*\)", "()", text)


def _values(d: Difference, *components: str) -> list[str]:
    """The values of components in the dict of the pattern; of a string, what is before its path."""
    first = d.arguments[0] if d.arguments else {}
    if isinstance(first, dict):
        return [str(first[name]) for name in components if name in first]
    return re.findall(r"^[^/?#]*(?=//)|(?<=//)[^/?#]*", _without_groups(first))[:2]


def _string(d: Difference) -> list[str]:
    """The pattern, if it is a string."""
    return [given for given in d.arguments[:1] if isinstance(given, str)]


def _in_dict(d: Difference, component: str) -> list[str]:
    """A component of the pattern, if it is a dict."""
    return [] if _string(d) else _values(d, component)


def _given(d: Difference, *components: str) -> list[str]:
    """The values of components in the dict of the input."""
    return [str(d.init[name]) for name in components if name in d.init]


def _decoded_label(label: str) -> str:
    try:
        return label[4:].encode().decode("punycode") if label.startswith("xn--") else label
    except (UnicodeError, OverflowError):
        return label


def _host_with_asterisks(text: str) -> str:
    """A host with its labels decoded, and asterisks encoded."""
    return re.sub("xn--[^.{}():]+", lambda label: _decoded_label(label[0]), text.replace("\\", "")).replace("*", "%2A")


def _protocol_can_be(d: Difference, *schemes: str) -> bool:
    made = patterns.construct([{"protocol": d.ours.get("protocol", "*")}])
    return any(_can_match(made, {"protocol": scheme}) for scheme in schemes)


def _is_not_special(d: Difference) -> bool:
    return not _protocol_can_be(d, *_SPECIAL)


def _has_backslash(d: Difference) -> bool:
    return _has(r"\\", strings_in(d.inputs))


# Conditions that take more than an expression.


def _other_url(d: Difference, p: Part) -> bool:
    """Whether the engine's URL class decides otherwise about the base URL of the pattern, or about the input."""
    if p.what not in ("answer", "matches"):
        return False
    for strings in [[base] for base in d.bases] if p.what == "answer" else [d.parsed]:
        if strings and json.dumps(strings) in d.urls:
            native, ours = d.urls[json.dumps(strings)], URL.parse(*strings)
            if (native is None) != (ours is None):
                return (native is None) == (d.refused or d.lost)
            if native is not None and p.what == "matches" and d.init:
                return any(getattr(ours, name) != native[name] for name in COMPONENTS)
    return False


def _null_components(d: Difference, p: Part) -> bool:
    """Whether the dict of the input leaves out a component that a regular expression matches."""
    if d.values is None:
        return False
    null = {"username", "password"} if {"username", "password"} & {*d.init} else set()
    if p.name in ("input of username", "input of password"):
        return p.native == "" and p.component in null - {*d.init} and "baseURL" in d.init
    if "baseURL" in d.init:
        first = min((place for place, name in enumerate(_IN_ORDER) if name in d.init), default=len(_IN_ORDER))
        null |= {"username", "password", *_IN_ORDER[first:]}
    null -= {*d.init}
    if d.values["port"] == "" != d.init.get("port", ""):
        null.add("port")
    needed = {name for name in COMPONENTS if d.ignores_case or _has(r".\*|\*.|(?<!\\)[(:{]", d.native.get(name, ""))}
    return p.what == "matches" and d.lost and any(d.values[name] == "" for name in null & needed)


def _gives_up(d: Difference, p: Part) -> bool:
    if p.what != "matches" or not d.lost or d.values is None:
        return False
    return any(len(text) > _LONG and _has(r"[*)}\w][*+]", d.ours[name]) for name, text in d.values.items())


def _case_of_all(d: Difference, p: Part) -> bool:
    if p.what != "matches" or not d.found or not d.ignores_case:
        return False
    with_case = [*COMPONENTS[:5]]
    texts = [text for name in with_case for text in (d.native[name], d.native_values[name])]
    if texts == [text.lower() for text in texts]:
        return False
    pattern = patterns.construct([{name: str(d.native[name]).lower() for name in COMPONENTS}, {"ignoreCase": True}])
    return _can_match(pattern, {name: text.lower() for name, text in d.native_values.items()})


def _port_zero(d: Difference, p: Part) -> bool:
    if p.what == "matches":
        is_zero = d.values is not None and d.values["port"] == "0"
        return d.lost and d.is_string and is_zero and not d.would_match({**(d.values or {}), "port": ""})
    return (p.component, p.ours, p.native) == ("port", "0", "")


def _no_port_for_file(d: Difference, p: Part) -> bool:
    base = URL.parse(d.init.get("baseURL", ""))
    protocol = d.init.get("protocol", "" if base is None else base.protocol[:-1])
    if p.what == "matches":
        has_port = d.values is not None and d.values["port"] != ""
        return d.lost and has_port and protocol in ("file", *_OWN_SCHEMES)
    protocol = (d.native_values if p.what == "input" else d.native).get("protocol", "")
    is_left_out = p.component == "port" and p.native == "" and _has("^[0-9]+$", str(p.ours))
    return is_left_out and protocol in ("file", *_OWN_SCHEMES)


def _is_opaque_path(d: Difference, p: Part) -> bool:
    """Whether the part is an opaque path: of a pattern or an input whose protocol is not special."""
    if p.name == "input of pathname":
        return d.native_values["protocol"] not in ("", *_SPECIAL)
    return p.name == "pattern of pathname" and _is_not_special(d)


def _is_lost_opaque_path(d: Difference, p: Part, pattern: str) -> bool:
    """Whether an input that only py_url matches has this in the pathname of a scheme that is not special."""
    is_opaque = d.values is not None and d.values["protocol"] not in ("", *_SPECIAL)
    return p.what == "matches" and d.lost and is_opaque and _has(pattern, d.init.get("pathname", ""))


def _as_path(text: str) -> str:
    """What a pathname of a special scheme is."""
    made = patterns.construct([{"protocol": "https", "pathname": text}])
    return text if made is None else re.sub("[{}]", "", made.pathname)


def _tab_in_opaque_path(d: Difference, p: Part) -> bool:
    if not _is_opaque_path(d, p):
        return _is_lost_opaque_path(d, p, "[\t\n\r]")
    return "%0" in p.native and re.sub("%0[9AD]|[{}]", "", p.native) == re.sub("[{}]", "", p.ours)


def _opaque_path_not_cut(d: Difference, p: Part) -> bool:
    if not _is_opaque_path(d, p):
        return _is_lost_opaque_path(d, p, "[?#]")
    if p.what == "input":
        return bool(p.native != re.sub("%0[9AD]", "", re.split("[?#]", p.native)[0]) == p.ours)
    cut = re.sub(r"(?:\\\?|#)(?:\\.|[^*:(){}])*|[{}]|%0[9AD]", "", p.native)
    return _has(r"\\\?|#", p.native) and cut == re.sub("[{}]", "", p.ours)


def _host_not_decoded(d: Difference, p: Part) -> bool:
    """Whether the engine's label is the Punycode of what is not percent-decoded yet."""
    if p.name not in ("pattern of hostname", "input of hostname"):
        return False
    labels = re.split("[./@:?#]", "\0".join([d.text, *strings_in(d.inputs)]).replace("\0", "/"))
    encoded = [
        percent_decode(b"xn--" + label.encode("punycode", "replace")).decode(errors="replace").lower()
        for label in labels
        if "%" in label and not label.isascii()
    ]
    return any(label in encoded for label in p.native.split("."))


def _dots_refused(d: Difference, p: Part) -> bool:
    """Whether the dot segments of a fixed text remove what is before it."""
    pieces = re.split(r":\w+|(?<!\\)[(){}*+?:\0]", _without_groups(d.text).replace("{}", ""))
    found = [
        _components_of_input({"protocol": "https", "pathname": "/-" + re.sub(r"\\(.)", r"\1", text)})
        for text in pieces
        if text[:1] != "/"
    ]
    return d.refused and any(each is not None and not each["pathname"].startswith("/-") for each in found)


def _brackets_in_hostname(d: Difference, p: Part) -> bool:
    """Whether the hostname has brackets, an escaped colon or a space beside a group."""
    texts = [re.sub(":[0-9].*", "", _without_groups(text)) for text in _values(d, "hostname")]
    return d.refused and any(_has(r"[\[\] ]|\\:", text) and _has(r"(?<!\\)[({*:]", text) for text in texts)


def _base_path_not_escaped(d: Difference, p: Part) -> bool:
    urls = [url for base in d.bases if (url := URL.parse(base)) is not None]
    return d.refused and any(_has("[:*+?{}()]", url.pathname) for url in urls)


def _path_added(d: Difference, p: Part) -> bool:
    url = URL.parse(*d.inputs) if d.is_string else None
    if url is None or url.pathname != "":
        return False
    if p.what == "matches":
        return d.lost and d.values is not None and not d.would_match(d.values | {"pathname": "/"})
    return (p.name, p.native) == ("input of pathname", "/")


def _userinfo_decoded(d: Difference, p: Part) -> bool:
    """Whether the engine has the username or the password of a URL percent-decoded."""
    if not d.is_string or d.values is None:
        return False
    userinfo = {name: d.values[name] for name in ("username", "password")}
    if p.what == "matches":
        return d.lost and any(text != _decoded(text) and d.native[name] != "*" for name, text in userinfo.items())
    is_value = p.component in userinfo and p.what in ("input", "groups")
    # That of @ alone has a rule of its own.
    return is_value and bool(p.ours.replace("%40", "@") != _decoded(p.ours) == p.native)


def _decoded(text: str) -> str:
    return percent_decode(text.encode()).decode(errors="replace")


def _empty_string(d: Difference, p: Part) -> bool:
    url = URL.parse(*d.arguments[1:2]) if d.arguments[:1] == [""] else None
    is_opaque = url is not None and url.pathname[:1] != "/"
    return is_opaque and (p.name, p.ours, p.native) == ("pattern of pathname", "", "*")


def _file_url(d: Difference, p: Part) -> bool:
    """Whether a rule for URLs explains the difference of the two file URLs."""
    if (
        p.name not in ("input of pathname", "input of hostname")
        or not d.is_string
        or d.values is None
        or _has_backslash(d)
    ):
        return False
    ours = {name: d.ours.get(f"{name}_input", text) for name, text in d.values.items()}
    answers = {"ours": _as_file_url(ours), "native": _as_file_url(d.native_values)}
    case = {"kind": "parse", "input": d.inputs[0], "base": next(iter(d.inputs[1:]), None)}
    is_file = ours["protocol"] == d.native_values["protocol"] == "file"
    is_file = is_file and len(p.native) <= len(p.ours)
    return is_file and explanations.explain({"case": case, **answers}) != explanations.UNEXPLAINED


def _as_file_url(values: dict[str, str]) -> dict[str, str]:
    """The members of a URL that the rules for file URLs look at."""
    host, path = values["hostname"], values["pathname"]
    return {"href": f"file://{host}{path}", "protocol": "file:", "host": host, "hostname": host, "pathname": path}


def _braces_left_out(d: Difference, p: Part) -> bool:
    """Whether the engine's string without braces means something else."""
    if p.what != "pattern" or re.sub("[{}]", "", p.ours) != p.native:
        return False
    again = patterns.construct([{"protocol": d.native["protocol"], p.component: p.native}])
    return again is None or getattr(again, p.component) != p.ours


RULES: dict[str, Fits] = {
    "ends-at-named-groups": lambda d, p: (
        str(d.native.get("error", "")).startswith("not compared") and _has(r"\(\?<\w", d.text)
    ),
    "process-ends": lambda d, p: str(d.native.get("error", "")).startswith("the process ended"),
    "could-take-long": lambda d, p: p.what == "matches" and p.ours == "error" and p.native in (True, False),
    "not-in-re": lambda d, p: d.taken and patterns.is_beyond_re(d.arguments),
    "invalid-base": lambda d, p: d.taken and any(URL.parse(base) is None for base in d.bases),
    "other-url": _other_url,
    "space-in-host": lambda d, p: (
        (d.taken and "%20" in d.native["hostname"])
        or (p.what == "matches" and d.found and bool(d.init) and "%20" in d.native["hostname_input"])
    ),
    "hostname-before-delimiter": lambda d, p: (
        (d.taken and (_has(r"(?:^|[)}*+?{]|:[\w$]+)[/?#]", _in_dict(d, "hostname")) or _has(r"\{\\?[/?#]", _string(d))))
        or (p.what == "matches" and d.found and _has("^[/?#]", _given(d, "hostname")))
    ),
    "ipv6-mapped": lambda d, p: (
        p.what == "matches"
        and d.found
        and d.native["hostname_input"][:1] == "["
        and _has(r"^\[.*[^\x00-\x7f]", _given(d, "hostname"))
    ),
    "behind-backslash": lambda d, p: d.refused and _has(r"\\\\[^/?#]*[@|<>]", _values(d, "hostname")),
    "brackets-in-hostname": _brackets_in_hostname,
    "colon-refused": lambda d, p: d.refused and _has(r"\\:", _values(d, "protocol", "hostname", "port")),
    "tab-or-newline": lambda d, p: (
        (d.refused and _has("[\t\n\r]", _values(d, "protocol", "hostname", "port")))
        or (p.what == "matches" and d.lost and _has("[\t\n\r]", _given(d, "protocol", "hostname", "port")))
    ),
    "dots-refused": _dots_refused,
    "null-components": _null_components,
    "wildcard-left-out": lambda d, p: (
        p.what == "groups"
        and _has(r"^(?:\*|:\w+\(\.\*\))[?*]$", d.native[p.component])
        and p.ours.replace(",null]", ',""]') == p.native
    ),
    "port-zero": _port_zero,
    "no-port-for-file": _no_port_for_file,
    "own-schemes": lambda d, p: (
        _is_opaque_path(d, p) and _protocol_can_be(d, *_OWN_SCHEMES) and _as_path(p.ours) == p.native
    ),
    "case-of-all": _case_of_all,
    "tab-in-opaque-path": _tab_in_opaque_path,
    "opaque-path-not-cut": _opaque_path_not_cut,
    "opaque-path-parsed": lambda d, p: (
        _is_opaque_path(d, p) and p.ours != p.native and _as_path(p.ours) == re.sub("[{}]", "", p.native)
    ),
    "host-not-decoded": _host_not_decoded,
    "empty-string": _empty_string,
    "segment-wildcard-in-parentheses": lambda d, p: (
        p.what == "hasRegExpGroups" and p.native is True and "]+?)" in d.text
    ),
    "port-of-file": lambda d, p: (
        d.native.get("protocol") == "file" and (p.name, p.ours, p.native) == ("pattern of port", "*", "")
    ),
    "base-path-not-escaped": _base_path_not_escaped,
    "caret-in-group": lambda d, p: p.what == "matches" and d.found and _has(r"[^\0]\(\^", d.text),
    "path-added": _path_added,
    "name-beyond-bmp": lambda d, p: d.refused and _has(":[\U00010000-\U0010ffff]", d.text),
    "input-that-does-not-parse": lambda d, p: (
        p.what == "matches" and d.found and d.is_string and not URL.can_parse(*d.inputs)
    ),
    "userinfo-decoded": _userinfo_decoded,
    "file-url": _file_url,
    "port-not-cut": lambda d, p: (
        (d.refused and (_has("[0-9][^0-9]", _in_dict(d, "port")) or _has(":[0-9]+ ", _string(d))))
        or (p.what == "matches" and d.lost and _has("[0-9][^0-9]", _given(d, "port")))
    ),
    "host-not-cut": lambda d, p: (
        d.refused
        and d.ours["hostname"] != ""
        and (_has(r"[^/?#][/\\?#]", _in_dict(d, "hostname")) or _has(r"\{[^}]*/\}", _string(d)))
    ),
    "syntax-accepted": lambda d, p: d.taken and _has(r"\{[^}\0]*(?:$|\0)|[0-9] [0-9]", d.text),
    "braces-left-out": _braces_left_out,
    "colon-of-protocol": lambda d, p: p.what == "matches" and d.lost and d.init.get("protocol") == ":",
    "protocol-empty": lambda d, p: (
        p.what == "matches" and d.lost and d.ours["protocol"] in ("", "{}") and d.init.get("protocol") == ""
    ),
    "gives-up": _gives_up,
}

TEXTS: dict[str, Text] = {
    "apostrophe": Text(("username", "password"), _replacing("'", "%27"), is_longer=True),
    "asterisk-in-host": Text(("hostname",), _host_with_asterisks, is_longer=True),
    "bar-in-path": Text(("pathname",), _replacing(r"\|", "%7C"), is_longer=True),
    "prefix-removed": Text(("search",), _replacing(r"\\\?|^\?|[{}]"), is_longer=False),
    "slash-in-opaque-path": Text(
        ("pathname",), _replacing("/", "%2F"), is_longer=True, fits=_is_not_special, is_of_lost=False
    ),
    "caret-in-path": Text(("pathname",), _replacing("%5E", "^"), is_longer=False),
    "at-in-username": Text(("username",), _replacing("%40", "@"), is_longer=False),
    "backslash-in-pattern": Text(
        ("pathname",), _replacing(r"[\\/]+", "/"), is_longer=False, fits=_has_backslash, is_of_lost=False
    ),
    "hash-ends-search": Text(("search",), _replacing("%23[^*:(){}]*"), is_longer=False),
}
