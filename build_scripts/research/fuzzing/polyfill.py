"""``urlpattern-polyfill`` 10.1 as py_url with a few steps of the standards replaced, as `crosscheck.pattern_quirks` has
it for browsers.

The polyfill follows the text of 2023. It encodes by the setters of a URL class, and its regular expressions have the
flag ``u``. https://github.com/kenchris/urlpattern-polyfill/tree/main/src
"""

from __future__ import annotations

import json
import re

from crosscheck import pattern_quirks, pattern_rules
from crosscheck.pattern_quirks import Quirk

from py_url import URL
from py_url.pattern import canonicalization, components, ecmascript, matching, parts, tokens
from py_url.pattern.canonicalization import COMPONENTS
from py_url.standard.infra.code_points import ascii_lowercase
from py_url.standard.infra.validation import StateOverrideFailure
from py_url.standard.urls.record import serialize_path
from py_url.standard.urls.special_schemes import SPECIAL_SCHEMES

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

    from crosscheck.pattern_quirks import Step, Values

    from py_url.pattern.syntax_tree import Node

_PORTS = {"http": 80, "ws": 80, "https": 443, "wws": 443, "ftp": 21}
_OF_NO_HOSTNAME = re.compile(r"[\t\n\r #%/:<>?@\[\]^\\|]")
_EXAMPLE = "https://example.com"
"""The URL whose members it sets, and its base URL."""


class _ParserOfFlagU(ecmascript.Parser):
    """Reads a regular expression with the flag ``u``, which differs in classes."""

    def class_contents(self, start: int) -> int:
        mask = 0
        while not self.source.startswith("]", self.index):
            first = self._class_atom(start)
            if self.source.startswith("-", self.index) and not self.source.startswith("-]", self.index):
                self.index += 1
                last = self._class_atom(start)
                if isinstance(first, _Set) or isinstance(last, _Set) or first > last:
                    self.fail("no range", start)
                mask |= self.folded(first, last)
            else:
                mask |= first.mask if isinstance(first, _Set) else self.folded(first, first)
        return mask

    def _class_atom(self, start: int) -> int | _Set:
        char = self.source[self.index : self.index + 1]
        if char == "":
            self.fail("this class is not closed", start)
        self.index += 1
        if char != "\\":
            return ord(char)
        if self.take("b"):
            return ord("\b")
        if self.take("-"):
            return ord("-")
        escaped = self.class_escape()
        return self.character_escape("/") if escaped is None else _Set(escaped)


class _Set:
    """What an escape for a class stands for."""

    def __init__(self, mask: int) -> None:
        self.mask = mask


class _OfOldV8(ecmascript.Parser):
    """Before V8 12.5, there were neither modifiers nor two groups of one name."""

    def modified(self, modifiers: re.Match[str]) -> Node:
        if modifiers[1] or modifiers[2] is not None:
            self.fail("no modifiers")
        return super().modified(modifiers)

    def exclude_each_other(self, index: int, other: int) -> bool:
        return False


class _Matchers:
    """Makes the matchers of regular expressions that a parser reads."""

    def __init__(self, parser: type[ecmascript.Parser]) -> None:
        self.parser = parser
        self._made: dict[tuple[str, bool], matching.Matcher] = {}

    def __call__(self, regular_expression: str, ignore_case: bool) -> matching.Matcher:
        key = regular_expression, ignore_case
        if key not in self._made:
            usual = vars(matching)["parse"]
            parser = self.parser
            vars(matching)["parse"] = lambda source, *, ignore_case: parser(source, ignore_case=ignore_case).parse()
            try:
                self._made[key] = matching.Matcher(*key)
            finally:
                vars(matching)["parse"] = usual
        return self._made[key]


def _without_modifiers(step: Step) -> Step:
    return _Matchers(type("_Parser", (_OfOldV8, getattr(step, "parser", ecmascript.Parser)), {}))


class _Tokenizer(tokens.Tokenizer):
    """Treats a backslash at the end as a character that is empty."""

    def _escaped(self) -> None:
        if self.index == len(self.input) - 1:
            self.add_a_token(tokens.TokenType.ESCAPED_CHAR, self.index + 1, self.index + 1)
        else:
            super()._escaped()


class _PatternParser(parts.PatternParser):
    """Treats the custom group ``(*)`` as a wildcard."""

    def _type_and_value(self, regexp_or_wildcard_token: tokens.Token | None) -> tuple[parts.PartType, str]:
        if regexp_or_wildcard_token is not None and regexp_or_wildcard_token.value == "*":
            return parts.PartType.FULL_WILDCARD, ""
        return super()._type_and_value(regexp_or_wildcard_token)


def _protocol(value: str) -> str:
    if not re.fullmatch("[-+.A-Za-z0-9]*", value):
        raise StateOverrideFailure
    return ascii_lowercase(value)


def _checked_hostname(step: Step) -> Step:
    def canonicalize(value: str) -> str:
        if _OF_NO_HOSTNAME.search(value):
            raise StateOverrideFailure
        return step(value)  # type: ignore[no-any-return]  # a step is any function

    return canonicalize


def _by_setter(member: str) -> Callable[[str], str]:
    """Set a member of a URL. What the setter refuses changes nothing."""

    def canonicalize(value: str) -> str:
        if value == "":
            return value
        members = pattern_quirks.known_url(f"{_EXAMPLE}/", member, value)
        if members is not None:
            return members[member]
        url = URL(_EXAMPLE)
        setattr(url, member, value)
        return getattr(url, member)  # type: ignore[no-any-return]  # of a string

    return canonicalize


def _pathname_by_setter(value: str) -> str:
    set_pathname = _by_setter("pathname")
    return set_pathname(value) if value[:1] in ("", "/") else set_pathname(f"/-{value}")[2:]


def _path_of(*arguments: str) -> str:
    return serialize_path(pattern_quirks.parse(*arguments))


def _ipv6_hostname_of_dicts(step: Step) -> Step:
    def canonicalize(value: str) -> str:
        if components.is_an_ipv6_address(value):
            return canonicalization.canonicalize_an_ipv6_hostname(value)
        return step(value)  # type: ignore[no-any-return]  # a step is any function

    return canonicalize


def _port(port: str, protocol: str = "") -> str:
    if port == str(_PORTS.get(protocol)):
        return ""
    digits = port.lstrip("0") or "0"
    if not re.fullmatch("[0-9]*", port) or len(digits) > len("65535") or int(digits) > 65_535:
        raise StateOverrideFailure
    return port


def _pathname_of_a_url(pathname: str, protocol: str, kind: str) -> str:
    if kind == "pattern" or pathname == "":
        return pathname
    if protocol and protocol not in SPECIAL_SCHEMES:
        return _path_of(f"{protocol}:{pathname}")
    return _path_of(pathname, _EXAMPLE) if pathname[0] == "/" else _path_of(f"/-{pathname}", _EXAMPLE)[2:]


def _parsed_again(step: Step) -> Step:
    """Process the components of a URL as those of a dict."""

    def values_of_a_string(*arguments: Any) -> Values | None:  # noqa: ANN401 - as the step's
        values: Values | None = step(*arguments)
        return None if values is None else pattern_quirks.values_of_an_init(dict(zip(COMPONENTS, values, strict=True)))  # type: ignore[arg-type]  # none is missing

    return values_of_a_string


QUIRKS: dict[str, Quirk] = {
    "polyfill-flag-u": Quirk(
        "compile-a-component",
        "the polyfill's regular expressions have the flag u in place of v",
        {"components.matcher": lambda _: _Matchers(_ParserOfFlagU)},
    ),
    "polyfill-old-v8": Quirk(
        "compile-a-component",
        "the regular expressions of Node.js 20 have no modifiers, and no two groups of one name",
        {"components.matcher": _without_modifiers},
    ),
    "polyfill-backslash-at-end": Quirk(
        "tokenize",
        "the polyfill accepts a backslash at the end",
        {"tokenize": lambda _: lambda text, policy: _Tokenizer(text, policy).tokenize()},
    ),
    "polyfill-asterisk-in-group": Quirk(
        "parse-a-pattern-string",
        "the polyfill treats the custom group (*) as a wildcard",
        {"parts.PatternParser": lambda _: _PatternParser},
    ),
    "polyfill-name-beyond-bmp": Quirk(
        "is-a-valid-name-code-point",
        "the polyfill does not know names with characters beyond U+FFFF",
        {
            "is_a_valid_name_code_point": lambda step: (
                lambda code_point, first: code_point <= "\uffff" and step(code_point, first)
            )
        },
    ),
    "polyfill-protocol": Quirk(
        "canonicalize-a-protocol",
        "the polyfill accepts letters, digits, +, - and . in any order as a protocol, and rejects all else",
        {"canonicalize_a_protocol": lambda _: _protocol},
    ),
    "polyfill-example-com": Quirk(
        "canonicalize-a-hostname",
        "the polyfill has example.com in place of a hostname that is rejected",
        {"canonicalize_a_hostname": lambda _: _by_setter("hostname")},
    ),
    "polyfill-hostname-checked": Quirk(
        "canonicalize-a-hostname",
        "the polyfill rejects a hostname that has a space, a tab, a newline or one of #%/:<>?@[]^\\|",
        {"canonicalize_a_hostname": _checked_hostname},
    ),
    "polyfill-ipv6-hostname": Quirk(
        "process-hostname-for-init",
        "the polyfill does not parse an IPv6 address",
        {"canonicalization.canonicalize_a_hostname": _ipv6_hostname_of_dicts},
    ),
    "polyfill-port": Quirk(
        "canonicalize-a-port",
        "the polyfill keeps zeros before a port, accepts nothing after it, and knows wws in place of wss",
        {"canonicalize_a_port": lambda _: _port, "url_pattern.SPECIAL_SCHEMES": lambda _: _PORTS},
    ),
    "polyfill-pathname-of-url": Quirk(
        "process-pathname-for-init",
        "the polyfill reads a pathname as the end of a URL, in which // begins a host, and ? and # end a path",
        {"process_pathname_for_init": lambda _: _pathname_of_a_url},
    ),
    "polyfill-opaque-pathname": Quirk(
        "canonicalize-an-opaque-pathname",
        "the polyfill reads a fixed text of a pathname as what follows data: in a URL",
        {"canonicalize_an_opaque_pathname": lambda _: lambda value: _path_of(f"data:{value}") if value else value},
    ),
    "polyfill-pathname": Quirk(
        "canonicalize-a-pathname",
        "the polyfill encodes by setters of a URL class, which may differ",
        {"canonicalize_a_pathname": lambda _: _pathname_by_setter},
    ),
    "polyfill-search": Quirk(
        "canonicalize-a-search",
        "the polyfill removes ? from the start of a fixed text of the search",
        {"canonicalize_a_search": lambda _: lambda value: _by_setter("search")(value)[1:]},
    ),
    "polyfill-hash": Quirk(
        "canonicalize-a-hash",
        "the polyfill removes # from the start of a fixed text of the hash",
        {"canonicalize_a_hash": lambda _: lambda value: _by_setter("hash")(value)[1:]},
    ),
    "polyfill-opaque-base": Quirk(
        "process-a-urlpatterninit",
        "the polyfill resolves a pathname against a base URL with an opaque path",
        {"has_opaque_path": lambda _: lambda _: False},
    ),
    "polyfill-parsed-again": Quirk(
        "match",
        "the polyfill processes the components of a URL once more, as those of a dict",
        {"values_of_a_string": _parsed_again},
    ),
}
"""What the polyfill does in place of the standards."""
_MODELS = (tuple(QUIRKS), tuple(name for name in QUIRKS if name != "polyfill-old-v8"))
pattern_quirks.OTHERS.update(QUIRKS)


OPTIONS_FIRST = "the polyfill ignores what follows the options"


def explain(difference: dict[str, Any]) -> str | None:
    """Return the sentence of the first step without which the answer would be another, or on `re`, or None."""
    sentence = pattern_quirks.explain(difference, _MODELS) or pattern_rules.explain_by_re(difference, _MODELS[0])
    arguments, inputs = json.loads(difference["case"]["input"])
    if sentence is None and len(arguments) > 2 and isinstance(arguments[1], dict):
        given = pattern_quirks.answer(arguments[:2], inputs, _MODELS[0], difference["urls"])
        sentence = OPTIONS_FIRST if given == difference["native"] else None
    return sentence
