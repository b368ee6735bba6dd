"""Engines' URLPattern as py_url with a few steps of the standards replaced.

A quirk says what an engine does in place of an algorithm. py_url with the quirks of an engine gives the engine's answer
to a case, in every member, or it does not: so nothing is guessed. `explain` names the first quirk without which the
answer would be another.

The pages run this module in Pyodide, so it imports nothing but py_url and the standard library.
"""

from __future__ import annotations

import json
import re
from contextlib import contextmanager, suppress
from functools import cache
from types import MappingProxyType
from typing import NamedTuple

from crosscheck import patterns
from py_url import URL, InvalidURL
from py_url.pattern import (
    InvalidPattern,
    canonicalization,
    components,
    constructor_strings,
    generating,
    matching,
    parts,
    results,
    tokens,
    url_pattern,
)
from py_url.pattern.canonicalization import COMPONENTS
from py_url.pattern.parts import Modifier, Part, PartType
from py_url.standard.hosts import punycode, uts46
from py_url.standard.hosts.representation import OpaqueHost
from py_url.standard.infra.code_points import scalar_value_string
from py_url.standard.infra.percent_encoding import percent_decode
from py_url.standard.infra.validation import Failure, StateOverrideFailure
from py_url.standard.urls.record import URLRecord

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping
    from typing import Any, TypeAlias

    from crosscheck.patterns import Answer
    from py_url.pattern import URLPattern

    Step: TypeAlias = Callable[..., Any]
    Urls: TypeAlias = Mapping[str, dict[str, str] | None]
    """What a URL class gives for its arguments, as JSON: the members, or None if they do not parse."""
    Values: TypeAlias = list[str | None]

_MODULES = (canonicalization, components, constructor_strings, generating, parts, results, tokens, url_pattern)
_USERNAME, _PASSWORD, _PORT = (COMPONENTS.index(name) for name in ("username", "password", "port"))
_EMPTY = dict.fromkeys(COMPONENTS, "")
_LONGEST_OF_ENDLESS = 16
_IN_HOSTS = "`~!$&'()+,;=_{}\""
"""What a host may have."""
_NO_URLS: Urls = MappingProxyType({})
_known_urls: dict[str, dict[str, str] | None] = {}
OTHER_URL = "the native URL class reads the URL in another way"


class Quirk(NamedTuple):
    """What an engine does in place of the standard."""

    anchor: str
    """In the URL Pattern Standard."""
    sentence: str
    steps: dict[str, Callable[[Any], Any]]
    """For each function of py_url or of this module, what makes the one that takes its place."""


def _before(change: Callable[[str], str]) -> Callable[[Step], Step]:
    """Change the value before the step."""
    return lambda step: lambda value, *rest: step(change(value), *rest)


def _after(change: Callable[[Any], Any]) -> Callable[[Step], Step]:
    """Change the result of the step."""
    return lambda step: lambda *arguments: change(step(*arguments))


def _replacing(*pairs: tuple[str, str]) -> Callable[[str], str]:
    def change(text: str) -> str:
        for old, new in pairs:
            text = text.replace(old, new)
        return text

    return change


def _refusing(pattern: str) -> Callable[[Step], Step]:
    """Refuse a value that has this."""

    def made(step: Step) -> Step:
        def canonicalize(value: str, *rest: str) -> str:
            if re.search(pattern, value):
                raise StateOverrideFailure
            return step(value, *rest)  # type: ignore[no-any-return]  # a step is any function

        return canonicalize

    return made


# The steps of Chromium.


def _empty_before_a_delimiter(step: Step) -> Step:
    return lambda value: "" if value[:1] in ("/", "?", "#") and value else step(value)


def _with_asterisks_encoded(step: Step) -> Step:
    """Percent-encode ``*`` after the mapping of UTS 46, and before Punycode."""

    def canonicalize(value: str) -> str:
        host: str = step(value)
        if "*" not in host:
            return host
        if "xn--" not in host or _percent_decoded(value).isascii():
            return host.replace("*", "%2A")
        text = re.split(r"[/\\?#]", re.sub("[\t\n\r]", "", value))[0]
        labels = uts46.process(percent_decode(text.encode()).decode()) or ()
        escaped = [label.replace("*", "%2A") for label in labels]
        return ".".join(label if label.isascii() else f"xn--{punycode.encode(label)}" for label in escaped)

    return canonicalize


def _percent_decoded(value: str) -> str:
    return percent_decode(scalar_value_string(value).encode()).decode(errors="replace")


def _with_encoded_spaces(step: Step) -> Step:
    """Encode a space: one that was percent-encoded before Punycode, and one that UTS 46 maps another to after it."""

    def canonicalize(value: str) -> str:
        text = _percent_decoded(value)
        marks = [char for char in _IN_HOSTS if char not in text]
        marked = "".join(
            (uts46.map_label(char) or "").replace(" ", marks[char == " "]) if _has_space(char) else char
            for char in text
        )
        if marked == text or " " in value or "%" in text or re.search(r"[/?#\\].*%", value):
            return step(value)  # type: ignore[no-any-return]  # a step is any function
        labels = []
        for label in step(marked).split("."):
            decoded = punycode.decode(label[4:]) if label.startswith("xn--") else label
            text = (decoded or "").replace(marks[0], " ").replace(marks[1], "%20")
            labels.append((text if text.isascii() else f"xn--{punycode.encode(text)}").replace(" ", "%20"))
        return ".".join(labels)

    return canonicalize


def _with_mapped_addresses(step: Step) -> Step:
    def canonicalize(value: str) -> str:
        text = _percent_decoded(value)
        if value[:1] == "[" and len(re.findall(r"[/?#\\]", text)) == len(re.findall(r"[/?#\\]", value)):
            mapped = [uts46.map_label(char) for char in text]
            value = "".join(char if other is None else other for char, other in zip(text, mapped, strict=True))
        return step(value)  # type: ignore[no-any-return]  # a step is any function

    return canonicalize


def _has_space(char: str) -> bool:
    return " " in (uts46.map_label(char) or "")


def _pathname_that_keeps_its_start(step: Step) -> Step:
    """Refuse a text without a slash whose dot segments remove what was put before it."""

    def canonicalize(value: str) -> str:
        if value[:1] not in ("", "/") and not step(f"/-{value}").startswith("/-"):
            raise StateOverrideFailure
        return step(value)  # type: ignore[no-any-return]  # a step is any function

    return canonicalize


def _nothing_for_what_is_missing(step: Step) -> Step:
    """What is not in a dict and not the base URL's either is null, not ""; so is one of a username and a password, and
    a default port.
    """

    def values_of_an_init(init: Mapping[str, str]) -> Values | None:
        values: Values | None = step(init)
        if values is None:
            return None
        missing = {"username", "password"} if {"username", "password"} & {*init} else set()
        if "baseURL" in init:
            missing.update(name for name, less in canonicalization._INHERITED_WITHOUT.items() if {*less} & {*init})
        missing -= {*init}
        if values[_PORT] == "" != init.get("port", ""):
            missing.add("port")
        return [None if name in missing else value for name, value in zip(COMPONENTS, values, strict=True)]

    return values_of_an_init


def _is_matched_directly(component: components.Component, ignore_case: bool) -> bool:
    """Whether Chromium takes no regular expression: there are no parts, or one wildcard or fixed text."""
    if ignore_case or len(component.part_list) > 1:
        return False
    for part in component.part_list:
        if part.type is PartType.FULL_WILDCARD:
            return part.prefix == "" and part.suffix == ""
        return part.type is PartType.FIXED_TEXT and part.modifier is Modifier.NONE
    return True


def _null_matches_directly(step: Step) -> Step:
    def exec_component(pattern: URLPattern, index: int, value: str | None) -> tuple[str | None, ...] | None:
        if value is None and not _is_matched_directly(pattern._components[index], pattern.ignore_case):
            return None
        return step(pattern, index, value)  # type: ignore[no-any-return]  # a step is any function

    return exec_component


def _groups_are_strings(step: Step) -> Step:
    def exec_component(pattern: URLPattern, index: int, value: str | None) -> tuple[str | None, ...] | None:
        groups: tuple[str | None, ...] | None = step(pattern, index, value)
        if not groups or not _is_matched_directly(pattern._components[index], pattern.ignore_case):
            return groups
        return tuple(group or "" for group in groups)

    return exec_component


def _giving_up(step: Step) -> Step:
    """A choice inside a repetition doubles the tries with each character, and some 100,000 are allowed."""

    def exec_component(pattern: URLPattern, index: int, value: str | None) -> tuple[str | None, ...] | None:
        matcher = pattern._components[index].compiled()
        if matcher._choices >= matching._ENDLESS and len(value or "") > _LONGEST_OF_ENDLESS:
            return None
        return step(pattern, index, value)  # type: ignore[no-any-return]  # a step is any function

    return exec_component


# Those whose pathname it reads as a path, which patterns of the protocol can find out.
_OWN_SCHEMES = (
    *("chrome", "chrome-distiller", "chrome-error", "chrome-experimental-site-token-provider", "chrome-extension"),
    *("chrome-native", "chrome-search", "chrome-untrusted", "devtools", "filesystem", "isolated-app"),
)
_WITHOUT_PORT = ("file", *_OWN_SCHEMES)


def _own_schemes_of_urls(step: Step) -> Step:
    return lambda pathname, protocol, kind: step(pathname, "" if protocol in _OWN_SCHEMES else protocol, kind)


def _ignoring_all_case(step: Step) -> Step:
    """Ignore case in all components."""

    def compiled_components(init: Mapping[str, str], ignore_case: bool, *rest: object) -> tuple[Any, ...]:
        compiled = step(init, ignore_case, *rest)
        for component in compiled if ignore_case else ():
            component.options.ignore_case = True
            component.matcher = None
        return compiled  # type: ignore[no-any-return]  # a step is any function

    return compiled_components


def _empty_string_without_pathname(step: Step) -> Step:
    def parse(input: str, *rest: object) -> dict[str, str]:
        result: dict[str, str] = step(input, *rest)
        return result if input else {"": "", **result}

    return parse


def _opaque_pathname_of_nothing(step: Step) -> Step:
    """The pathname of an empty string is null, which is "*"; put after a base URL's path, it is empty."""

    def process(init: Mapping[str, str], type: str, given: Mapping[str, str]) -> dict[str, str]:
        result: dict[str, str] = step({name: value for name, value in init.items() if name}, type, given)
        if "" in init and result.get("pathname") == "":
            del result["pathname"]
        return result

    return process


QUIRKS: dict[str, Quirk] = {
    "apostrophe": Quirk(
        "canonicalize-a-username",
        "the native class percent-encodes ' in another part of a URL than the URL Standard does",
        dict.fromkeys(("canonicalize_a_username", "canonicalize_a_password"), _after(_replacing(("'", "%27")))),
    ),
    "asterisk-in-host": Quirk(
        "canonicalize-a-hostname",
        "the native class percent-encodes * in a host; the URL Standard does not",
        {"canonicalize_a_hostname": _with_asterisks_encoded},
    ),
    "space-in-host": Quirk(
        "canonicalize-a-hostname",
        "the native class accepts a percent-encoded space in a host; the URL Standard rejects it",
        {"canonicalize_a_hostname": _with_encoded_spaces},
    ),
    "ipv6-mapped": Quirk(
        "canonicalize-a-hostname",
        "the native class maps the characters of an IPv6 address before it parses it; the URL Standard rejects them",
        {"canonicalize_a_hostname": _with_mapped_addresses},
    ),
    "hostname-before-delimiter": Quirk(
        "canonicalize-a-hostname",
        "the native URLPattern accepts a hostname that is empty before a delimiter",
        {"canonicalize_a_hostname": _empty_before_a_delimiter},
    ),
    "behind-backslash": Quirk(
        "canonicalize-a-hostname",
        "the native URLPattern rejects a hostname that has @, |, < or > behind a backslash, which ends it by the "
        "standard",
        {"canonicalize_a_hostname": _refusing(r"\A[^/?#]*\\[^/?#]*[@|<>]")},
    ),
    "brackets-in-hostname": Quirk(
        "canonicalize-a-hostname",
        "the native URLPattern refuses a fixed text of the hostname that has brackets, a colon or a space anywhere",
        # What is of one module comes after what is of all.
        {"components.canonicalize_a_hostname": _refusing(r"\A[^/?#]*[\[\]: ]")},
    ),
    "bar-in-path": Quirk(
        "canonicalize-a-pathname",
        "the native class percent-encodes | in a path; the URL Standard does not",
        {"canonicalize_a_pathname": _after(_replacing(("|", "%7C")))},
    ),
    "dots-refused": Quirk(
        "canonicalize-a-pathname",
        "the native URLPattern refuses a fixed text that is empty when its dot segments are removed",
        {"canonicalize_a_pathname": _pathname_that_keeps_its_start},
    ),
    "prefix-removed": Quirk(
        "canonicalize-a-search",
        "the native URLPattern removes ? from the start of a fixed text of the search",
        {"canonicalize_a_search": _before(lambda text: re.sub("[\t\n\r]", "", text).removeprefix("?"))},
    ),
    "opaque-path-not-cut": Quirk(
        "canonicalize-an-opaque-pathname",
        "the native URLPattern keeps ? and # in the pathname of a scheme that is not special",
        {
            "canonicalize_an_opaque_pathname": lambda step: (
                lambda value: "".join(each if each in ("?", "#") else step(each) for each in re.split("([?#])", value))
            )
        },
    ),
    "tab-in-opaque-path": Quirk(
        "canonicalize-an-opaque-pathname",
        "the native URLPattern percent-encodes tabs and newlines in the pathname of a scheme that is not special",
        {"canonicalize_an_opaque_pathname": _before(_replacing(("\t", "%09"), ("\n", "%0A"), ("\r", "%0D")))},
    ),
    "null-components": Quirk(
        "process-a-urlpatterninit",
        "the native URLPattern has null in place of an empty component that a dict with a base URL, a username or a "
        "password leaves out, or of a default port, and no regular expression matches null",
        {"values_of_an_init": _nothing_for_what_is_missing, "exec_component": _null_matches_directly},
    ),
    "wildcard-left-out": Quirk(
        "create-a-component-match-result",
        "the native URLPattern has an empty group where an optional wildcard took no part; by ECMAScript, the group is "
        "undefined",
        {"exec_component": _groups_are_strings},
    ),
    "gives-up": Quirk(
        "compile-a-component",
        "the native URLPattern gives up where the tries of a regular expression grow exponentially",
        {"exec_component": _giving_up},
    ),
    "port-zero": Quirk(
        "match",
        "the native URLPattern has no port for a URL with the port 0",
        {"component_of": lambda step: lambda url, name: step(url, name) if name != "port" or url.port else ""},
    ),
    "no-port-for-file": Quirk(
        "canonicalize-a-port",
        "the native URLPattern has no port for the scheme file, and for the browser's own schemes",
        {
            "canonicalize_a_port": lambda step: (
                lambda port, protocol="": "" if protocol in _WITHOUT_PORT and step(port) else step(port, protocol)
            )
        },
    ),
    "own-schemes": Quirk(
        "protocol-component-matches-a-special-scheme",
        "the browser has special schemes of its own, such as chrome-extension",
        {
            "components.SPECIAL_SCHEMES": lambda schemes: (*schemes, *_OWN_SCHEMES),
            "process_pathname_for_init": _own_schemes_of_urls,
        },
    ),
    "case-of-all": Quirk(
        "create",
        "with ignoreCase, the native URLPattern ignores the case of all components",
        {"compiled_components": _ignoring_all_case},
    ),
    "opaque-path-parsed": Quirk(
        "canonicalize-an-opaque-pathname",
        "the native URLPattern reads the pathname of a scheme that is not special as a path: slashes, dots and spaces "
        "have a meaning in it",
        {"canonicalize_an_opaque_pathname": lambda _: canonicalization.canonicalize_a_pathname},
    ),
    "colon-refused": Quirk(
        "canonicalize-a-protocol",
        "the native URLPattern rejects an escaped colon; the standard uses what precedes it, or keeps it",
        dict.fromkeys(("canonicalize_a_protocol", "canonicalize_a_hostname"), _refusing(":")),
    ),
    "tab-or-newline": Quirk(
        "parse-a-pattern-string",
        "the native URLPattern does not remove a tab or a newline before it checks a component",
        dict.fromkeys(
            ("canonicalize_a_protocol", "canonicalize_a_hostname", "canonicalize_a_port"), _refusing("[\t\n\r]")
        ),
    ),
    "hash-ends-search": Quirk(
        "canonicalize-a-search",
        "the native URLPattern cuts a search off at #; the standard percent-encodes it",
        {"canonicalize_a_search": _before(lambda text: text.partition("#")[0])},
    ),
    "empty-string": Quirk(
        "create",
        "the native URLPattern has a wildcard for the path of an empty string whose base URL has an opaque path",
        {
            "parse_a_constructor_string": _empty_string_without_pathname,
            "process_a_urlpatterninit": _opaque_pathname_of_nothing,
        },
    ),
}

_OF_OTHERS = ("gives-up", "opaque-path-parsed", "colon-refused", "tab-or-newline", "hash-ends-search")
CHROMIUM = tuple(name for name in QUIRKS if name not in _OF_OTHERS)
_MODELS = (CHROMIUM, (*CHROMIUM, "gives-up"), *((name,) for name in QUIRKS))


def values_of_an_init(init: Mapping[str, str]) -> Values | None:
    """The components of a dict, or None if it matches nothing."""
    try:
        found = canonicalization.process_a_urlpatterninit(init, "url", _EMPTY)
    except (Failure, StateOverrideFailure):
        return None
    return [found[name] for name in COMPONENTS]


def values_of_a_string(input: str, base: str | None = None) -> Values | None:
    """The components of a URL, or None if it does not parse."""
    try:
        url = parse(input, base)
    except Failure:
        return None
    return [canonicalization.component_of(url, name) for name in COMPONENTS]


def exec_component(pattern: URLPattern, index: int, value: str | None) -> tuple[str | None, ...] | None:
    """The groups of a component that matches."""
    return pattern._components[index].exec(value or "")


@contextmanager
def replaced(names: tuple[str, ...], urls: Urls = _NO_URLS) -> Iterator[None]:
    """Replace the steps of these quirks. *urls* are what the engine's URL class gives."""
    plan = _plan(names)
    before = [table[name] for table, name, _ in plan]
    _known_urls.update(urls)
    components._compiled.cache_clear()
    for table, name, step in plan:
        table[name] = step
    try:
        yield
    finally:
        for (table, name, _), step in zip(plan, before, strict=True):
            table[name] = step
        _known_urls.clear()
        components._compiled.cache_clear()


@cache
def _plan(names: tuple[str, ...]) -> list[tuple[dict[str, Any], str, Any]]:
    """What to write where. A step is found in a module, ``module.name``, or wherever it is used."""
    new: dict[tuple[int, str], tuple[dict[str, Any], str, Any]] = {}
    steps = [("run_parser", _asking), ("url_pattern.URL", lambda _: _BaseURL)]
    steps += [step for name in names for step in _quirk(name).steps.items()]
    for path, made in steps:
        module, _, name = path.rpartition(".")
        namespaces = [vars(each) for each in _MODULES if each.__name__.endswith(f".{module}" if module else "")]
        namespaces += [] if module else [globals()]
        tables = [table for each in namespaces for table in (each, each.get("_CALLBACKS", {}))]

        def now(table: dict[str, Any], key: str) -> Any:  # noqa: ANN401 - any step
            return new[id(table), key][2] if (id(table), key) in new else table[key]

        original = next(now(table, name) for table in tables if name in table)
        step = made(original)
        for table in tables:
            for key in table:
                if now(table, key) is original:
                    new[id(table), key] = table, key, step
    return [*new.values()]


def known_url(*asked: str) -> dict[str, str] | None:
    """What the engine's URL class gave."""
    return _known_urls.get(json.dumps(asked))


def parse(input: str, base: str | None = None) -> URLRecord:
    """Run the parser that is there now, which `_asking` made. Raises Failure."""
    return vars(canonicalization)["run_parser"](input, base)  # type: ignore[no-any-return]  # from a namespace


class _BaseURL(URL):
    """In place of the class: the engine says whether a base URL parses."""

    def __init__(self, url: str) -> None:
        try:
            parse(url)
        except Failure:
            raise _NotAURLError from None


class _NotAURLError(ValueError):
    """Raised for a base URL that does not parse."""


def _asking(step: Step) -> Step:
    """Parse as the engine's URL class did."""

    def run_parser(input: str, base: str | None = None) -> URLRecord:
        strings = [input] if base is None else [input, base]
        key = json.dumps([*map(scalar_value_string, strings)])
        if key in _known_urls:
            return _record_of(_known_urls[key])
        return step(input) if base is None else step(input, step(base))  # type: ignore[no-any-return]  # any step

    return run_parser


def _record_of(members: dict[str, str] | None) -> URLRecord:
    """The record of a URL that has these members. Raises Failure if there is none."""
    if members is None:
        raise Failure("", 0, 0)
    url = URLRecord()
    url.scheme, path = members["protocol"][:-1], members["pathname"]
    url.username, url.password = members["username"], members["password"]
    url.host = OpaqueHost(members["hostname"])
    url.port = int(members["port"]) if members["port"] else None
    is_opaque = path == "" and not members["href"].startswith(f"{members['protocol']}/")
    url.path = path if is_opaque or path[:1] not in ("", "/") else path.split("/")[1:]
    url.query, url.fragment = members["search"][1:], members["hash"][1:]
    return url


def answer(arguments: list[Any], inputs: list[Any] | None, names: tuple[str, ...], urls: Urls) -> Answer:
    """py_url's answer with these quirks, and these URLs."""
    try:
        with replaced(names, urls):
            return _answer(arguments, inputs)
    except _SchemeError:
        if "own-schemes" not in names:
            raise
        return answer(arguments, inputs, tuple(name for name in names if name != "own-schemes"), urls)


class _SchemeError(Exception):
    """Raised if one of the browser's own schemes is so long that the pattern of a protocol could take minutes."""


def _answer(arguments: list[Any], inputs: list[Any] | None) -> Answer:
    try:
        pattern = patterns.constructed(arguments)
    except (InvalidPattern, InvalidURL, _NotAURLError, TypeError):
        return patterns.FAILURE
    except ValueError:
        raise _SchemeError from None
    members = patterns.members_of(pattern)
    if inputs is None:
        return members
    try:
        return {**members, **_match(pattern, inputs)}
    except ValueError:
        return {**members, "matches": "error"}


def is_beyond_re(arguments: list[Any], names: tuple[str, ...]) -> bool:
    """As `patterns.is_beyond_re`, with these quirks."""
    with replaced(names):
        return patterns.is_beyond_re(arguments)


def _match(pattern: URLPattern, inputs: list[Any]) -> Answer:
    """As `patterns.match`."""
    if not inputs or not isinstance(inputs[0], str):
        if len(inputs) > 1:
            return {"matches": "error"}
        init = {
            name: value for name, value in (inputs[0] if inputs else {}).items() if name in (*COMPONENTS, "baseURL")
        }
        values = values_of_an_init(init)
    else:
        values = values_of_a_string(*inputs)
    if values is None:
        return {"matches": False}
    answer: Answer = {"matches": True}
    for index, (name, value) in enumerate(zip(COMPONENTS, values, strict=True)):
        found = exec_component(pattern, index, value)
        if found is None:
            return {"matches": False}
        answer[f"{name}_input"] = value or ""
        answer[f"{name}_groups"] = patterns.groups_as_json(
            dict(zip(pattern._components[index].group_name_list, found, strict=False))
        )
    return answer


class _EndsThePageError(Exception):
    """Raised where Chromium's page ends."""


def _last_of_nothing(step: Step) -> Step:
    def needs_grouping(part: Part, previous_part: Part | None, *rest: Any) -> bool:  # noqa: ANN401 - as py_url's
        is_after_nothing = previous_part is not None and (previous_part.type, previous_part.value) == (
            PartType.FIXED_TEXT,
            "",
        )
        if is_after_nothing and part.prefix == part.suffix == "":
            raise _EndsThePageError
        return step(part, previous_part, *rest)  # type: ignore[no-any-return]  # a step is any function

    return needs_grouping


_ENDS = "ends-the-page"
OTHERS = {_ENDS: Quirk("generate-a-pattern-string", "", {"generating._needs_grouping": _last_of_nothing})}
"""What the cross-check has no use for."""


def _quirk(name: str) -> Quirk:
    return QUIRKS.get(name) or OTHERS[name]


def ends_chromium(arguments: list[Any]) -> bool:
    """Whether Chromium 156 ends its page: it looks for the last character of a fixed text whose encoding is empty."""
    with replaced((*CHROMIUM, _ENDS)):
        try:
            if patterns.construct(arguments) is None:
                # That Python's `re` cannot express the protocol must not hide what follows.
                for special in (True, False):
                    with suppress(TypeError, ValueError):
                        patterns.compile_without_re(arguments, special=special)
        except _EndsThePageError:
            return True
    return False


def explain(difference: dict[str, Any], models: Iterable[tuple[str, ...]] = _MODELS) -> str | None:
    """Return the sentence of the first quirk without which the answer would be another, or None.

    *models* are the quirks that an engine may have.
    """
    if difference["case"]["kind"] != "pattern" or "error" in difference["native"]:
        return None
    arguments, inputs = json.loads(difference["case"]["input"])
    urls = difference.get("urls", {})

    def gives(names: tuple[str, ...]) -> bool:
        found = answer(arguments, inputs, names, urls)
        return all(name in found and found[name] == value for name, value in difference["native"].items())

    for names in models:
        if gives(names):
            needed = (name for name in names if not gives(tuple(each for each in names if each != name)))
            # If none is needed, the URL makes the difference, or two of them do the same.
            name = next(needed, names[0])
            return OTHER_URL if gives(()) else _quirk(name).sentence
    return None
