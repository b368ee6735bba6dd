r"""ECMAScript §22.2.1 Patterns, with the flag ``v``: characters, their escapes, and classes.

Sets follow §22.2.2.9, with case folding (the flag ``i``) as for the flag ``v``. Properties (``\p{…}``) and strings in
classes (``\q{…}``) would need Unicode's tables; they are not supported. https://tc39.es/ecma262/#prod-CharacterClass
"""

from __future__ import annotations

import re

from py_url.pattern.syntax_tree import ALL, LOWER, UPPER

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import NoReturn


def _mask(chars: str) -> int:
    return sum(1 << ord(char) for char in chars)


_DIGITS = _mask("0123456789")
_WORD = UPPER | LOWER | _DIGITS | _mask("_")
_WHITE_SPACE = _mask("\t\n\v\f\r ")
LINE_TERMINATORS = _mask("\n\r")

# The table. What follows a backslash: a set (and with the upper-case letter, its complement), or a character.
_CLASS_ESCAPES = {"d": _DIGITS, "w": _WORD, "s": _WHITE_SPACE}
_CONTROL_ESCAPES = {"f": "\f", "n": "\n", "r": "\r", "t": "\t", "v": "\v"}
SYNTAX_CHARACTERS = "^$\\.*+?()[]{}|"
_CLASS_SET_SYNTAX_CHARACTERS = "()[]{}/-\\|"
_CLASS_SET_RESERVED_PUNCTUATORS = "&-!#%,:;<=>@`~"
_CLASS_SET_RESERVED_DOUBLE_PUNCTUATORS = "&!#$%*+,.:;<=>?@^`~"
# Outside ASCII, these two alone fold to ASCII: the long s, and the Kelvin sign.
_FOLDED = {0x17F: "s", 0x212A: "k"}

_HEX = re.compile(r"x([0-9A-Fa-f]{2})|u([Dd][89ABab][0-9A-Fa-f]{2})\\u([Dd][C-Fc-f][0-9A-Fa-f]{2})|u([0-9A-Fa-f]{4})")
_BRACED = re.compile(r"u\{([0-9A-Fa-f]+)\}")
DEEPEST = 50


class NotARegularExpression(Exception):
    """Raised for a regular expression that ECMAScript refuses (or that is not supported), with the place."""

    def __init__(self, message: str, start: int) -> None:
        super().__init__(message)
        self.message = message
        self.start = start


class ClassParser:
    """Reads the characters and the classes of a regular expression. Raises NotARegularExpression.

    The sets here are folded: with the flag ``i``, they have no upper-case letter.
    """

    def __init__(self, source: str, ignore_case: bool) -> None:
        self.source = source
        self.index = 0
        self.ignore_case = ignore_case
        self.depth = 0

    def fail(self, message: str, start: int | None = None) -> NoReturn:
        """Raise NotARegularExpression for the place *start*, or for the current one."""
        raise NotARegularExpression(message, self.index if start is None else start)

    def unsupported(self, what: object, start: int) -> NoReturn:
        """Raise NotARegularExpression for what `re` does not have."""
        self.fail(f"Python's regular expressions do not have {what}", start)

    def take(self, text: str) -> bool:
        """Move past *text* if it is next."""
        if self.source.startswith(text, self.index):
            self.index += len(text)
            return True
        return False

    def class_escape(self) -> int | None:
        """*CharacterClassEscape*, after the backslash: a folded set, or None if there is none."""
        letter = self.source[self.index : self.index + 1]
        if letter in ("p", "P"):
            self.unsupported(
                "properties of characters ('\\p{...}'); write the characters, as in [A-Za-z]", self.index - 1
            )
        mask = _CLASS_ESCAPES.get(letter.lower()) if letter else None
        if mask is None:
            return None
        self.index += 1
        mask = self.fold(mask)
        return mask if letter.islower() else self.complement(mask)

    def character_escape(self, punctuators: str) -> int:
        """*CharacterEscape*, after the backslash: a code point. *punctuators* can be escaped too."""
        start, char = self.index, self.source[self.index : self.index + 1]
        following = self.source[self.index + 1 : self.index + 2]
        if char in ("x", "u"):
            return self.hex_escape()
        self.index += 1
        if char == "c" and following.isascii() and following.isalpha():
            self.index += 1
            return ord(following) % 32
        if char == "0" and following not in tuple("0123456789"):
            return 0
        if char and char in _CONTROL_ESCAPES:
            return ord(_CONTROL_ESCAPES[char])
        if char == "" or char not in SYNTAX_CHARACTERS + punctuators:
            self.fail(f"'\\{char}' means nothing; a backslash escapes only punctuation that is syntax", start - 1)
        return ord(char)

    def hex_escape(self) -> int:
        """``xHH``, ``uHHHH``, a pair of surrogates or ``u{H}``, after the backslash."""
        match = _HEX.match(self.source, self.index) or _BRACED.match(self.source, self.index)
        if match is None:
            self.fail(
                "expected two hexadecimal digits after '\\x', or four or a number in braces after '\\u'", self.index - 1
            )
        self.index = match.end()
        if match.re is _HEX and match[2]:
            return 0x10000 + (int(match[2], 16) - 0xD800 << 10) + int(match[3], 16) - 0xDC00
        code = int(next(filter(None, match.groups())), 16)
        if code > 0x10FFFF:
            self.fail("no character has this number", match.start() - 1)
        return code

    def character_class(self) -> int:
        """*CharacterClass*."""
        start = self.index
        self.depth += 1
        if self.depth > DEEPEST:
            self.fail(f"classes are nested more than {DEEPEST} deep")
        negative = self.source.startswith("[^", start)
        self.index += 2 if negative else 1
        mask = self.class_contents(start)
        self.index += 1
        self.depth -= 1
        return self.complement(mask) if negative else mask

    def class_contents(self, start: int) -> int:
        """*ClassContents*: a union, an intersection or a subtraction."""
        mask, operator, operands = 0, "", 0
        while not self.source.startswith("]", self.index):
            if self.index >= len(self.source):
                self.fail("this class is not closed", start)
            found = next((sign for sign in ("&&", "--") if self.source.startswith(sign, self.index)), "")
            # A range is an operand of a union only, and so is what follows an operand directly.
            if found and operands != 1 and found != operator:
                self.fail(f"'{found}' takes one class or character on each side; write brackets around others")
            if operator and found != operator:
                self.fail(f"expected '{operator}' here; write brackets around a union")
            if not found:
                operand, is_range = self.class_set_range()
                mask |= operand
                operands += 2 if is_range else 1
                continue
            operator = found
            self.index += 2
            if operator == "&&" and self.source.startswith("&", self.index):
                self.fail("expected a class or a character after '&&'")
            operand = self.class_set_operand()
            mask = mask & operand if operator == "&&" else mask & ~operand
        return mask

    def class_set_range(self) -> tuple[int, bool]:
        """*ClassSetRange*, or *ClassSetOperand*; and whether it was a range."""
        start = self.index
        first = self.class_set_character()
        if first is None:
            return self.class_set_operand(), False
        if self.source.startswith("-", self.index) and not self.source.startswith("--", self.index):
            self.index += 1
            last = self.class_set_character()
            if last is None or first > last:
                self.fail("expected a character that is not before the first one of the range", start)
            return self.folded(first, last), True
        return self.folded(first, first), False

    def class_set_operand(self) -> int:
        """*ClassSetOperand*: a nested class, an escape for one, or a character."""
        if self.source.startswith("[", self.index):
            return self.character_class()
        start = self.index
        if self.take("\\"):
            if self.source.startswith("q{", self.index):
                self.unsupported("strings in classes ('\\q{...}'); write alternatives, as in (?:ab|c)", start)
            escaped = self.class_escape()
            if escaped is not None:
                return escaped
            self.index = start
        code = self.class_set_character()
        if code is None:
            self.fail("expected a character or a class; a backslash escapes one that is syntax")
        return self.folded(code, code)

    def class_set_character(self) -> int | None:
        """*ClassSetCharacter*: a code point. None if there is none, and for a nested class."""
        char = self.source[self.index : self.index + 1]
        if char == "\\":
            following = self.source[self.index + 1 : self.index + 2]
            if following in tuple("dDwWsSpPq"):
                return None
            self.index += 1
            if following == "b":
                self.index += 1
                return ord("\b")
            return self.character_escape("/" + _CLASS_SET_RESERVED_PUNCTUATORS)
        if char == "" or char in _CLASS_SET_SYNTAX_CHARACTERS:
            return None
        if char in _CLASS_SET_RESERVED_DOUBLE_PUNCTUATORS and self.source.startswith(char * 2, self.index):
            return None
        self.index += 1
        return ord(char)

    def folded(self, first: int, last: int) -> int:
        """The set of the characters from *first* to *last*."""
        mask = ALL & ((1 << last + 1) - (1 << first)) if first < 128 else 0
        if self.ignore_case:
            mask |= _mask("".join(char for code, char in _FOLDED.items() if first <= code <= last))
        return self.fold(mask)

    def fold(self, mask: int) -> int:
        """§22.2.2.9.4 *MaybeSimpleCaseFolding*."""
        return mask & ~UPPER | (mask & UPPER) << 32 if self.ignore_case else mask

    def complement(self, mask: int) -> int:
        """§22.2.2.9.3 *CharacterComplement*."""
        return self.fold(ALL) & ~mask

    def unfolded(self, mask: int) -> int:
        """The characters that match one of a folded set."""
        return mask | (mask & LOWER) >> 32 if self.ignore_case else mask
