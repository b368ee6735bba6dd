"""§2.1.3 Parts, §2.1.4 Options, §2.1.5 Parsing.

A part is one piece of a pattern string: a fixed text, or a group with the text around it.
https://urlpattern.spec.whatwg.org/#parsing
"""

from __future__ import annotations

from collections.abc import Callable
from enum import Enum

from py_url.pattern.errors import InvalidPattern
from py_url.pattern.tokens import Token, TokenizePolicy, TokenType, tokenize

EncodingCallback = Callable[[str], str]
"""§2.1.5 An *encoding callback*: returns a piece of fixed text as a URL has it, or raises InvalidURL."""

FULL_WILDCARD_REGEXP_VALUE = ".*"
"""§2.1.5 The *full wildcard regexp value*."""


class PartType(Enum):
    """§2.1.3 The *type* of a part."""

    FIXED_TEXT = "fixed-text"
    REGEXP = "regexp"
    SEGMENT_WILDCARD = "segment-wildcard"
    FULL_WILDCARD = "full-wildcard"


class Modifier(Enum):
    """§2.1.3 The *modifier* of a part. The values are what *convert a modifier to a string* (§2.3) returns."""

    NONE = ""
    OPTIONAL = "?"
    ZERO_OR_MORE = "*"
    ONE_OR_MORE = "+"


class Part:
    """§2.1.3 A *part*."""

    __slots__ = ("modifier", "name", "prefix", "start", "suffix", "type", "value")

    def __init__(  # noqa: PLR0913, PLR0917 - one for each field
        self,
        type: PartType,
        value: str,
        modifier: Modifier,
        name: str = "",
        prefix: str = "",
        suffix: str = "",
        start: int = 0,
    ) -> None:
        self.start = start  # where the regular expression of a group begins in the pattern string
        self.type = type
        self.value = value
        self.modifier = modifier
        self.name = name
        self.prefix = prefix
        self.suffix = suffix


class Options:
    """§2.1.4 *options*. The two code points may be empty strings."""

    __slots__ = ("delimiter_code_point", "ignore_case", "prefix_code_point")

    def __init__(
        self, delimiter_code_point: str = "", prefix_code_point: str = "", *, ignore_case: bool = False
    ) -> None:
        self.delimiter_code_point = delimiter_code_point
        self.prefix_code_point = prefix_code_point
        self.ignore_case = ignore_case


_ESCAPED_IN_REGEXPS = str.maketrans({char: f"\\{char}" for char in ".+*?^${}()[]|/\\"})


def escape_a_regexp_string(input: str) -> str:
    """§2.2 *escape a regexp string*."""
    return input.translate(_ESCAPED_IN_REGEXPS)


def generate_a_segment_wildcard_regexp(options: Options) -> str:
    """§2.1.5 *generate a segment wildcard regexp*."""
    return f"[^{escape_a_regexp_string(options.delimiter_code_point)}]+?"


class PatternParser:
    """§2.1.5 A *pattern parser*."""

    __slots__ = (
        *("encoding_callback", "fixed_start", "index", "input", "names", "next_numeric_name", "options"),
        *("part_list", "part_start", "pending_fixed_value", "segment_wildcard_regexp", "token_list"),
    )

    def __init__(self, input: str, options: Options, encoding_callback: EncodingCallback) -> None:
        self.input = input
        self.options = options
        self.encoding_callback = encoding_callback
        self.segment_wildcard_regexp = generate_a_segment_wildcard_regexp(options)
        self.token_list = tokenize(input, TokenizePolicy.STRICT)
        self.part_list: list[Part] = []
        self.names: set[str] = set()  # of the parts
        self.pending_fixed_value: list[str] = []
        self.fixed_start = 0  # where the pending fixed value begins in the input
        self.part_start = 0  # and where the next part does
        self.index = 0
        self.next_numeric_name = 0

    def parse(self) -> list[Part]:
        """§2.1.5 *parse a pattern string*. Raises InvalidPattern."""
        while self.index < len(self.token_list):
            self.part_start = self.token_list[self.index].index
            char_token = self.try_to_consume(TokenType.CHAR)
            name_token = self.try_to_consume(TokenType.NAME)
            regexp_or_wildcard_token = self.try_to_consume_a_regexp_or_wildcard(name_token)
            if name_token is not None or regexp_or_wildcard_token is not None:
                prefix = "" if char_token is None else char_token.value
                if prefix not in ("", self.options.prefix_code_point):
                    self.append_to_pending(prefix)
                    prefix = ""
                self.maybe_add_a_part_from_the_pending_fixed_value()
                modifier_token = self.try_to_consume_a_modifier()
                self.add_a_part(prefix, name_token, regexp_or_wildcard_token, "", modifier_token)
                continue
            fixed_token = char_token or self.try_to_consume(TokenType.ESCAPED_CHAR)
            if fixed_token is not None:
                self.append_to_pending(fixed_token.value)
                continue
            if self.try_to_consume(TokenType.OPEN) is not None:
                self._group()
                continue
            self.maybe_add_a_part_from_the_pending_fixed_value()
            self.consume_required(TokenType.END)
        return self.part_list

    def _group(self) -> None:
        """The part of the loop of *parse a pattern string* that follows ``{``."""
        self.part_start = self.token_list[self.index].index
        prefix = self.consume_text()
        name_token = self.try_to_consume(TokenType.NAME)
        regexp_or_wildcard_token = self.try_to_consume_a_regexp_or_wildcard(name_token)
        suffix = self.consume_text()
        self.consume_required(TokenType.CLOSE)
        modifier_token = self.try_to_consume_a_modifier()
        self.add_a_part(prefix, name_token, regexp_or_wildcard_token, suffix, modifier_token)

    def try_to_consume(self, type: TokenType) -> Token | None:
        """§2.1.5 *try to consume a token*."""
        next_token = self.token_list[self.index]
        if next_token.type is not type:
            return None
        self.index += 1
        return next_token

    def try_to_consume_a_modifier(self) -> Token | None:
        """§2.1.5 *try to consume a modifier token*."""
        return self.try_to_consume(TokenType.OTHER_MODIFIER) or self.try_to_consume(TokenType.ASTERISK)

    def try_to_consume_a_regexp_or_wildcard(self, name_token: Token | None) -> Token | None:
        """§2.1.5 *try to consume a regexp or wildcard token*."""
        token = self.try_to_consume(TokenType.REGEXP)
        if name_token is None and token is None:
            token = self.try_to_consume(TokenType.ASTERISK)
        return token

    def consume_required(self, type: TokenType) -> None:
        """§2.1.5 *consume a required token*. Raises InvalidPattern if another one is next."""
        if self.try_to_consume(type) is None:
            token = self.token_list[self.index]
            end = token.index if token.type is TokenType.END else token.index + 1
            raise InvalidPattern(self.input, _unexpected(token, type), token.index, end)

    def consume_text(self) -> str:
        """§2.1.5 *consume text*."""
        result = []
        while token := self.try_to_consume(TokenType.CHAR) or self.try_to_consume(TokenType.ESCAPED_CHAR):
            result.append(token.value)
        return "".join(result)

    def append_to_pending(self, value: str) -> None:
        """Append to the *pending fixed value* what begins with the part."""
        if not self.pending_fixed_value:
            self.fixed_start = self.part_start
        self.pending_fixed_value.append(value)

    def maybe_add_a_part_from_the_pending_fixed_value(self) -> None:
        """§2.1.5 *maybe add a part from the pending fixed value*."""
        if value := "".join(self.pending_fixed_value):
            self.pending_fixed_value = []
            encoded_value = self.encode(value, self.fixed_start)
            self.part_list.append(Part(PartType.FIXED_TEXT, encoded_value, Modifier.NONE))

    def add_a_part(
        self,
        prefix: str,
        name_token: Token | None,
        regexp_or_wildcard_token: Token | None,
        suffix: str,
        modifier_token: Token | None,
    ) -> None:
        """§2.1.5 *add a part*. Raises InvalidPattern for a second group of one name."""
        modifier = Modifier.NONE if modifier_token is None else Modifier(modifier_token.value)
        if name_token is None and regexp_or_wildcard_token is None:
            if modifier is Modifier.NONE:
                if prefix:
                    self.append_to_pending(prefix)
                return
            self.maybe_add_a_part_from_the_pending_fixed_value()
            if prefix:
                self.part_list.append(Part(PartType.FIXED_TEXT, self.encode(prefix, self.part_start), modifier))
            return
        self.maybe_add_a_part_from_the_pending_fixed_value()
        type, regexp_value = self._type_and_value(regexp_or_wildcard_token)
        if name_token is not None:
            name = name_token.value
        else:
            name = str(self.next_numeric_name)
            self.next_numeric_name += 1
        if name in self.names:  # *is a duplicate name*
            start = self.part_start if name_token is None else name_token.index
            message = f"two groups have the name {name!r}; rename one"
            raise InvalidPattern(self.input, message, start, start + 1 + len(name))
        self.names.add(name)
        encoded_prefix, encoded_suffix = self.encode(prefix, self.part_start), self.encode(suffix, self.part_start)
        start = regexp_or_wildcard_token.index + 1 if regexp_or_wildcard_token else 0
        self.part_list.append(Part(type, regexp_value, modifier, name, encoded_prefix, encoded_suffix, start))

    def _type_and_value(self, regexp_or_wildcard_token: Token | None) -> tuple[PartType, str]:
        """The type of a group and its value: a regular expression that means a wildcard is one."""
        if regexp_or_wildcard_token is None:
            regexp_value = self.segment_wildcard_regexp
        elif regexp_or_wildcard_token.type is TokenType.ASTERISK:
            regexp_value = FULL_WILDCARD_REGEXP_VALUE
        else:
            regexp_value = regexp_or_wildcard_token.value
        if regexp_value == self.segment_wildcard_regexp:
            return PartType.SEGMENT_WILDCARD, ""
        if regexp_value == FULL_WILDCARD_REGEXP_VALUE:
            return PartType.FULL_WILDCARD, ""
        return PartType.REGEXP, regexp_value

    def encode(self, value: str, start: int) -> str:
        """Run the *encoding callback* on a fixed text that begins at *start*. Raises InvalidPattern."""
        from py_url.standard.infra.validation import Failure, StateOverrideFailure

        try:
            return self.encoding_callback(value)
        except (Failure, StateOverrideFailure) as failure:
            name = f" ({failure.name})" if isinstance(failure, Failure) else ""
            message = f"no URL has this text there{name}"
            raise InvalidPattern(self.input, message, start, start + len(value)) from None


def _unexpected(token: Token, type: TokenType) -> str:
    if type is TokenType.CLOSE:
        return "expected '}' here: braces hold a text, a group and a text, and cannot be nested"
    if token.type is TokenType.CLOSE:
        return "this '}' closes nothing; write '\\}' for a literal one"
    return f"this '{token.value}' follows no group; write '\\{token.value}' for a literal one"


def parse_a_pattern_string(input: str, options: Options, encoding_callback: EncodingCallback) -> list[Part]:
    """§2.1.5 *parse a pattern string*. Raises InvalidPattern."""
    return PatternParser(input, options, encoding_callback).parse()
