"""§1.3 The URL pattern struct: a component. §1.5 Internals: compiling one.

https://urlpattern.spec.whatwg.org/#component
"""

from __future__ import annotations

from functools import lru_cache

from py_url.pattern.canonicalization import (
    COMPONENTS,
    canonicalize_a_hostname,
    canonicalize_a_protocol,
    canonicalize_an_ipv6_hostname,
)
from py_url.pattern.ecmascript_classes import NotARegularExpression
from py_url.pattern.errors import InvalidPattern
from py_url.pattern.generating import (
    generate_a_pattern_string,
    generate_a_regular_expression_and_name_list,
    start_of_the_value,
)
from py_url.pattern.matching import matcher
from py_url.pattern.parts import EncodingCallback, Modifier, Options, Part, PartType, parse_a_pattern_string
from py_url.standard.urls.special_schemes import SPECIAL_SCHEMES

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import TypeAlias

    from py_url.pattern.matching import Groups, Matcher

    Matches: TypeAlias = Callable[["Component"], bool]
    """Whether the component of a protocol matches a special scheme."""

# Longer patterns are compiled each time.
_REMEMBERED, _LONGEST_REMEMBERED = 1_024, 255
ANY_LENGTH = 2**63


class Component:
    """§1.3 A *component*."""

    __slots__ = (
        *("matcher", "encoding_callback", "group_name_list", "has_regexp_groups", "options"),
        *("input", "is_special", "part_list", "pattern_string", "regular_expression"),
    )

    def __init__(
        self, input: str, part_list: list[Part], options: Options, encoding_callback: EncodingCallback
    ) -> None:
        self.input = input  # the pattern, as it was given
        self.part_list = part_list
        self.options = options
        self.encoding_callback = encoding_callback
        self.regular_expression, self.group_name_list = generate_a_regular_expression_and_name_list(part_list, options)
        self.pattern_string = generate_a_pattern_string(part_list, options)
        self.has_regexp_groups = any(part.type is PartType.REGEXP for part in part_list)
        self.matcher: Matcher | None = None  # made on first use
        self.is_special: bool | None = None  # what `matches_a_special_scheme` has found out

    def exec(self, input: str, max_length: int = ANY_LENGTH) -> Groups | None:
        """ECMAScript's *RegExpBuiltinExec* with the component's regular expression: the groups of a match, or None.

        Raises ValueError for an input longer than *max_length*, if the time could be more than linear.
        """
        return (self.matcher or self.compiled()).groups(input, max_length)

    def compiled(self) -> Matcher:
        """Compile the regular expression. Raises InvalidPattern if ECMAScript or `re` refuses it."""
        try:
            self.matcher = found = matcher(self.regular_expression, self.options.ignore_case)
        except NotARegularExpression as error:
            raise self._invalid(error) from None
        return found

    def _invalid(self, error: NotARegularExpression) -> InvalidPattern:
        """The error of a custom group, with its place in the pattern."""
        for number, part in enumerate(self.part_list):
            if part.type is PartType.REGEXP:
                before = generate_a_regular_expression_and_name_list(self.part_list[:number], self.options)[0]
                start = error.start - len(before[:-1]) - start_of_the_value(part)
                if 0 <= start <= len(part.value):
                    return InvalidPattern(self.input, error.message, part.start + start, part.start + start + 1)
        return InvalidPattern(self.input, error.message, 0, len(self.input))

    def matches_everything(self) -> bool:
        """Whether the pattern is ``*``."""
        return self.regular_expression == "^(.*)$"


@lru_cache(_REMEMBERED)
def _compiled(
    input: str, encoding_callback: EncodingCallback, delimiter: str, prefix: str, ignore_case: bool
) -> Component:
    options = Options(delimiter, prefix, ignore_case=ignore_case)
    return Component(input, parse_a_pattern_string(input, options, encoding_callback), options, encoding_callback)


def compile_a_component(
    input: str, encoding_callback: EncodingCallback, delimiter: str = "", prefix: str = "", ignore_case: bool = False
) -> Component:
    """§1.5 *compile a component*. Raises InvalidPattern.

    The regular expression is compiled on first use. Without a custom group it is right, and JavaScript has its own.
    """
    compiled = _compiled if len(input) <= _LONGEST_REMEMBERED else _compiled.__wrapped__
    return compiled(input, encoding_callback, delimiter, prefix, ignore_case)


def expect_regexp_groups(compiled: tuple[Component, ...]) -> None:
    """Raise InvalidPattern if a custom group is not a regular expression, or not one that `re` has."""
    for name, component in zip(COMPONENTS, compiled, strict=True):
        if component.has_regexp_groups and component.matcher is None:
            try:
                component.compiled()
            except InvalidPattern as error:
                error.component = name
                raise


def compile_a_hostname(input: str) -> Component:
    """§1.4 *create*: the component of a hostname, which may be an IPv6 address. Raises InvalidPattern."""
    callback = canonicalize_an_ipv6_hostname if is_an_ipv6_address(input) else canonicalize_a_hostname
    return compile_a_component(input, callback, ".")


def is_an_ipv6_address(input: str) -> bool:
    """§1.5 *hostname pattern is an IPv6 address*."""
    return len(input) >= 2 and input.startswith(("[", "{[", "\\["))


def matches_a_special_scheme(protocol_component: Component) -> bool:
    """§1.5 *protocol component matches a special scheme*. Raises InvalidPattern."""
    is_special = protocol_component.is_special
    if is_special is None:
        try:
            is_special = any(protocol_component.exec(scheme) is not None for scheme in SPECIAL_SCHEMES)
        except InvalidPattern as error:
            error.component = "protocol"
            raise
        protocol_component.is_special = is_special
    return is_special


def protocol_matches_a_special_scheme(protocol_string: str, matches: Matches = matches_a_special_scheme) -> bool:
    """§1.6 *compute protocol matches a special scheme flag*. Raises InvalidPattern."""
    try:
        return matches(compile_a_component(protocol_string, canonicalize_a_protocol))
    except InvalidPattern as error:
        error.component = "protocol"
        raise


# From the least specific to the most.
_TYPES = (PartType.FULL_WILDCARD, PartType.SEGMENT_WILDCARD, PartType.REGEXP, PartType.FIXED_TEXT)
_MODIFIERS = (Modifier.ZERO_OR_MORE, Modifier.OPTIONAL, Modifier.ONE_OR_MORE, Modifier.NONE)
_NOTHING = Part(PartType.FIXED_TEXT, "", Modifier.NONE)


def compare(left: Component, right: Component) -> int:
    """-1, 0 or 1: whether *left* is less specific than *right*, as specific, or more.

    The first part that differs decides: a fixed text is more specific than a regular expression, and that more than
    a wildcard. The Web Platform Tests have this, the standard does not yet.
    """
    left_parts, right_parts = list(map(_rank, left.part_list)), list(map(_rank, right.part_list))
    shared = min(len(left_parts), len(right_parts))
    # After the end of the shorter list, there is an empty fixed text.
    left_parts, right_parts = (
        [*ranks[:shared], *(ranks[shared : shared + 1] or [_rank(_NOTHING)])] for ranks in (left_parts, right_parts)
    )
    return (left_parts > right_parts) - (left_parts < right_parts)


def _rank(part: Part) -> tuple[int, int, str, str, str]:
    return _TYPES.index(part.type), _MODIFIERS.index(part.modifier), part.prefix, part.value, part.suffix
