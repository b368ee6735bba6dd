"""ECMAScript §22.2.1 Patterns, with the flag ``v``: what a regular expression means, as a tree.

`Parser` reads the grammar, with the early errors of §22.2.1.1. What is in brackets is in `ecmascript_classes`.
https://tc39.es/ecma262/#sec-patterns
"""

from __future__ import annotations

import re

from py_url.pattern.ecmascript_classes import (
    DEEPEST,
    LINE_TERMINATORS,
    SYNTAX_CHARACTERS,
    ClassParser,
)
from py_url.pattern.syntax_tree import (
    ALL,
    END,
    START,
    Alt,
    Assertion,
    Back,
    Chars,
    Group,
    Look,
    Node,
    Seq,
    Unsupported,
    contains,
    repeated,
)
from py_url.pattern.tokens import is_a_valid_name_code_point

_QUANTIFIER = re.compile(r"(?:([*+?])|\{([0-9]+)(?:(,)([0-9]*))?\})(\??)")
_QUANTIFIERS = {"*": (0, None), "+": (1, None), "?": (0, 1)}
_MODIFIERS = re.compile(r"\(\?([ims]*)(?:-([ims]*))?:")
_LOOKAROUNDS = {"(?=": (False, False), "(?!": (False, True), "(?<=": (True, False), "(?<!": (True, True)}
# Python's own limit on a 32-bit platform, such as WebAssembly, is one below 2³¹.
_MOST_REPETITIONS = 2**31 - 2


class Parser(ClassParser):
    """Reads a regular expression. Raises NotARegularExpression."""

    def __init__(self, source: str, *, ignore_case: bool) -> None:
        super().__init__(source, ignore_case)
        self.multiline = self.dot_all = False
        self.group_count = 0
        self.closed: set[int] = set()  # the groups that have ended
        self.names: dict[str, list[int]] = {}
        self.choices: list[tuple[int, int]] = []  # the alternatives that the place is in
        self.choices_of: dict[int, list[tuple[int, int]]] = {}  # by group
        self.references: list[tuple[str | int, int]] = []

    def parse(self) -> Node:
        """*Pattern*."""
        # A reference can precede its group. Then it matches nothing, but the group must be there.
        node = self.disjunction()
        if self.index < len(self.source):
            self.fail("this ')' closes nothing")
        for reference, start in self.references:
            if reference not in self.names if isinstance(reference, str) else reference > self.group_count:
                self.fail(f"there is no group {reference} to refer to", start)
        return node

    def disjunction(self) -> Node:
        """*Disjunction*."""
        self.depth += 1
        if self.depth > DEEPEST:
            self.fail(f"groups are nested more than {DEEPEST} deep")
        start = self.index
        alternatives: list[Node] = []
        while True:
            self.choices.append((start, len(alternatives)))
            alternatives.append(self.alternative())
            self.choices.pop()
            if not self.take("|"):
                break
        self.depth -= 1
        return alternatives[0] if len(alternatives) == 1 else Alt(tuple(alternatives))

    def alternative(self) -> Node:
        """*Alternative*."""
        items: list[Node] = []
        while self.index < len(self.source) and self.source[self.index] not in "|)":
            items.append(self.term())
        return items[0] if len(items) == 1 else Seq(tuple(items))

    def term(self) -> Node:
        """*Term*: an assertion, or an atom that may have a quantifier."""
        start = self.index
        node = self.assertion()
        if node is not None:
            if _QUANTIFIER.match(self.source, self.index):
                self.fail("an assertion cannot be repeated")
            return node
        node = self.atom()
        quantifier = _QUANTIFIER.match(self.source, self.index)
        if quantifier is None:
            return node
        self.index = quantifier.end()
        sign, least, comma, most, lazy = quantifier.groups()
        low, high = (
            _QUANTIFIERS[sign] if sign else (_count(least), None if comma and not most else _count(most or least))
        )
        if high is not None and low > high:
            self.fail("the numbers of a quantifier are out of order", quantifier.start())
        try:
            return repeated(node, low, high, bool(lazy))
        except Unsupported as what:
            self.unsupported(what, start)

    def assertion(self) -> Node | None:
        """*Assertion*, or None if there is none."""
        start = self.index
        if self.take("^"):
            return Assertion(r"(?<![^\n\r])") if self.multiline else START
        if self.take("$"):
            return Assertion(r"(?![^\n\r])") if self.multiline else END
        if self.take("\\b"):
            return Assertion(r"\b")
        if self.take("\\B"):
            return Assertion(r"(?!\b)")  # `\B` does not match an empty string before Python 3.14
        for opening, (behind, negative) in _LOOKAROUNDS.items():
            if self.take(opening):
                node = self.closed_disjunction(start)
                if (behind or negative) and contains(node, Group):
                    self.unsupported("a named group in a lookbehind or a negative lookahead", start)
                if behind and contains(node, Back):
                    self.unsupported("a backreference in a lookbehind", start)
                return Look(node, behind, negative)
        return None

    def closed_disjunction(self, start: int) -> Node:
        """*Disjunction* and the ``)`` that ends a group."""
        node = self.disjunction()
        if not self.take(")"):
            self.fail("this group is not closed", start)
        return node

    def atom(self) -> Node:
        """*Atom*."""
        start, char = self.index, self.source[self.index]
        if char == "(":
            return self.group()
        if char == "[":
            return Chars(self.unfolded(self.character_class()))
        if char == "\\":
            return self.atom_escape()
        if char in SYNTAX_CHARACTERS and char != ".":
            self.fail(f"this {char!r} is syntax; write '\\{char}' for a literal one", start)
        self.index += 1
        if char == ".":
            return Chars(ALL if self.dot_all else ALL & ~LINE_TERMINATORS)
        return Chars(self.unfolded(self.folded(ord(char), ord(char))))

    def group(self) -> Node:
        """A group that is no lookaround."""
        start = self.index
        name = None
        modifiers = _MODIFIERS.match(self.source, start)
        if modifiers:
            return self.modified(modifiers)
        if self.take("(?<"):
            name = self.group_name()
        elif self.take("(?"):
            self.fail("there is no group with this sign; write '(?:...)'", start)
        else:
            self.index += 1
        self.group_count += 1
        index = self.group_count
        self.choices_of[index] = [*self.choices]
        if name is not None:
            for other in self.names.setdefault(name, []):
                if not self.exclude_each_other(index, other):
                    self.fail(f"two groups have the name {name!r}", start)
            self.names[name].append(index)
        node = Group(self.closed_disjunction(start), index)
        self.closed.add(index)
        return node

    def exclude_each_other(self, index: int, other: int) -> bool:
        """Whether two groups are in different alternatives: §22.2.1.5 *MightBothParticipate*."""
        pairs = zip(self.choices_of[index], self.choices_of[other], strict=False)
        return any(mine[0] == others[0] and mine != others for mine, others in pairs)

    def modified(self, modifiers: re.Match[str]) -> Node:
        """A group with modifiers, or with none: ``(?:…)``, ``(?i-s:…)``."""
        start, add, remove = self.index, modifiers[1], modifiers[2]
        letters = add + (remove or "")
        if len({*letters}) < len(letters) or (remove is not None and not letters):
            self.fail("each modifier is written once, and '-' with one", start)
        self.index = modifiers.end()
        before = self.ignore_case, self.multiline, self.dot_all
        self.ignore_case, self.multiline, self.dot_all = (
            (was or letter in add) and letter not in (remove or "") for letter, was in zip("ims", before, strict=True)
        )
        node = self.closed_disjunction(start)
        self.ignore_case, self.multiline, self.dot_all = before
        return node

    def group_name(self) -> str:
        """*RegExpIdentifierName* and ``>``."""
        start, name = self.index, ""
        while not self.take(">"):
            char = self.source[self.index : self.index + 1]
            if char == "\\" and self.source[self.index + 1 : self.index + 2] == "u":
                self.index += 1
                char = chr(self.hex_escape())
            else:
                self.index += 1
            if char == "" or not is_a_valid_name_code_point(char, name == ""):
                self.fail("expected the name of a group and '>'", start)
            name += char
        if not name:
            self.fail("expected the name of a group and '>'", start)
        return name

    def atom_escape(self) -> Node:
        """*AtomEscape*."""
        start = self.index
        number = re.compile(r"\\([1-9][0-9]*)").match(self.source, start)
        if number:
            self.index = number.end()
            index = _count(number[1])
            self.references.append((index, start))
            return Back((index,) if index in self.closed else (), self.ignore_case)
        if self.take("\\k"):
            if not self.take("<"):
                self.fail("expected '<' and the name of a group after '\\k'", start)
            name = self.group_name()
            self.references.append((name, start))
            indexes = tuple(index for index in self.names.get(name, ()) if index in self.closed)
            return Back(indexes, self.ignore_case)
        self.index += 1
        escaped = self.class_escape()
        if escaped is not None:
            return Chars(self.unfolded(escaped))
        code = self.character_escape("/")
        return Chars(self.unfolded(self.folded(code, code)))


def _count(digits: str) -> int:
    """The number that *digits* stand for, or one that is longer than any string."""
    digits = digits.lstrip("0")
    return min(int(digits or "0"), _MOST_REPETITIONS) if len(digits) <= 10 else _MOST_REPETITIONS


def parse(source: str, *, ignore_case: bool) -> Node:
    """Return the tree of a regular expression with the flag ``v``, and ``i`` if *ignore_case* is true.

    Raises NotARegularExpression.
    """
    return Parser(source, ignore_case=ignore_case).parse()
