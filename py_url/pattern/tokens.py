"""§2.1.1 Tokens, §2.1.2 Tokenizing.

https://urlpattern.spec.whatwg.org/#tokenizing
"""

from __future__ import annotations

import re
from enum import Enum

from py_url.pattern.errors import InvalidPattern

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Final


class TokenType(Enum):
    """§2.1.1 The *type* of a token."""

    OPEN = "open"
    CLOSE = "close"
    REGEXP = "regexp"
    NAME = "name"
    CHAR = "char"
    ESCAPED_CHAR = "escaped-char"
    OTHER_MODIFIER = "other-modifier"
    ASTERISK = "asterisk"
    END = "end"
    INVALID_CHAR = "invalid-char"


class Token:
    """§2.1.1 A *token* of a pattern string: its type, its place and its text without syntax."""

    __slots__ = ("index", "type", "value")

    def __init__(self, type: TokenType, index: int, value: str) -> None:
        self.type = type
        self.index = index
        self.value = value


class TokenizePolicy(Enum):
    """§2.1.2 A *tokenize policy*: raise InvalidPattern for an error, or make an invalid-char token of it."""

    STRICT = "strict"
    LENIENT = "lenient"


_SINGLE: Final = {
    "*": TokenType.ASTERISK,
    "+": TokenType.OTHER_MODIFIER,
    "?": TokenType.OTHER_MODIFIER,
    "{": TokenType.OPEN,
    "}": TokenType.CLOSE,
}
# Characters that are neither syntax nor a delimiter of a constructor string or a pathname. The standard makes a token
# of each; here, a run of them is one token, because no algorithm can tell the difference.
_NO_SYNTAX: Final = re.compile(r"[^*+?\\{}:(/@#\[\]]+")
_ASCII_NAME: Final = re.compile("[A-Za-z_$][A-Za-z0-9_$]*")


class Tokenizer:
    """§2.1.2 A *tokenizer*."""

    __slots__ = ("index", "input", "policy", "token_list")

    def __init__(self, input: str, policy: TokenizePolicy) -> None:
        self.input = input
        self.policy = policy
        self.token_list: list[Token] = []
        self.index = 0

    def tokenize(self) -> list[Token]:
        """§2.1.2 *tokenize*. Raises InvalidPattern if the policy is strict and the input has an error."""
        while self.index < len(self.input):
            code_point = self.input[self.index]
            if code_point in _SINGLE:
                self.add_a_token(_SINGLE[code_point], self.index + 1, self.index)
            elif code_point == "\\":
                self._escaped()
            elif code_point == ":":
                self._name()
            elif code_point == "(":
                self._regexp()
            else:
                run = _NO_SYNTAX.match(self.input, self.index)
                self.add_a_token(TokenType.CHAR, run.end() if run else self.index + 1, self.index)
        self.add_a_token(TokenType.END, self.index, self.index)
        return self.token_list

    def add_a_token(
        self, type: TokenType, next_position: int, value_position: int, value_end: int | None = None
    ) -> None:
        """§2.1.2 *add a token*, whose value ends at *value_end*, by default at *next_position*."""
        end = next_position if value_end is None else value_end
        self.token_list.append(Token(type, self.index, self.input[value_position:end]))
        self.index = next_position

    def process_a_tokenizing_error(self, next_position: int, value_position: int, message: str, place: int) -> None:
        """§2.1.2 *process a tokenizing error*. Raises InvalidPattern if the policy is strict."""
        if self.policy is TokenizePolicy.STRICT:
            raise InvalidPattern(self.input, message, place, place + 1)
        self.add_a_token(TokenType.INVALID_CHAR, next_position, value_position)

    def _escaped(self) -> None:
        if self.index == len(self.input) - 1:
            message = "nothing follows the backslash; write two backslashes for a literal one"
            self.process_a_tokenizing_error(self.index + 1, self.index, message, self.index)
        else:
            self.add_a_token(TokenType.ESCAPED_CHAR, self.index + 2, self.index + 1)

    def _name(self) -> None:
        name_start = self.index + 1
        name_position = end_of_name(self.input, name_start)
        if name_position == name_start:
            message = "no name follows the colon; write '\\:' for a literal colon"
            self.process_a_tokenizing_error(name_start, self.index, message, self.index)
        else:
            self.add_a_token(TokenType.NAME, name_position, name_start)

    def _regexp(self) -> None:
        regexp_start = self.index + 1
        try:
            regexp_end = self._end_of_regexp(regexp_start)
        except InvalidPattern as error:
            self.process_a_tokenizing_error(regexp_start, self.index, error.message, error.start)
        else:
            self.add_a_token(TokenType.REGEXP, regexp_end + 1, regexp_start, regexp_end)

    def _end_of_regexp(self, regexp_start: int) -> int:
        """Return the place of the ``)`` that closes the regular expression, or raise InvalidPattern."""
        depth, position, input = 1, regexp_start, self.input
        while position < len(input):
            code_point = input[position]
            if not code_point.isascii():
                raise InvalidPattern(
                    input, f"a custom group is ASCII; write \\u{{{ord(code_point):x}}} for this character", position
                )
            if position == regexp_start and code_point == "?":
                raise InvalidPattern(input, "a custom group cannot begin with '?'; write '{...}?' to group", position)
            if code_point == "\\":
                if not input[position + 1 : position + 2].isascii() or position == len(input) - 1:
                    raise InvalidPattern(input, "a backslash in a custom group escapes one ASCII character", position)
                position += 2
                continue
            if code_point == ")":
                depth -= 1
                if depth == 0:
                    break
            elif code_point == "(":
                depth += 1
                if input[position + 1 : position + 2] != "?":
                    raise InvalidPattern(
                        input, "a custom group cannot contain a capturing group; write '(?:...)' instead", position
                    )
            position += 1
        if depth:
            raise InvalidPattern(
                input, "this group is not closed; write '\\(' for a literal parenthesis", regexp_start - 1
            )
        if position == regexp_start:
            raise InvalidPattern(input, "this group is empty; write '\\(' for a literal parenthesis", regexp_start - 1)
        return position


def tokenize(input: str, policy: TokenizePolicy) -> list[Token]:
    """§2.1.2 *tokenize*. Raises InvalidPattern if *policy* is strict and *input* has an error."""
    return Tokenizer(input, policy).tokenize()


def end_of_name(input: str, start: int) -> int:
    """Return where the name that starts at *start* ends, which is *start* if there is none."""
    ascii_name = _ASCII_NAME.match(input, start)
    end = ascii_name.end() if ascii_name else start
    while end < len(input) and is_a_valid_name_code_point(input[end], end == start):
        end += 1
    return end


def is_a_valid_name_code_point(code_point: str, first: bool) -> bool:
    """§2.1.2 *is a valid name code point*: ECMAScript's IdentifierStart or IdentifierPart.

    https://tc39.es/ecma262/#prod-IdentifierName
    """
    if code_point.isascii():
        return code_point.isalpha() or code_point in "_$" or (not first and code_point.isdigit())
    from py_url.pattern.identifiers import is_id_continue, is_id_start

    return is_id_start(code_point) if first else is_id_continue(code_point)
