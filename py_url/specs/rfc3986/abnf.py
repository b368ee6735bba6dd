"""Matching strings against a grammar in ABNF (RFC 5234), in one pass over the string.

A `Grammar` takes the text of the grammar. Its methods take the name of a rule and a string, and say whether the string
follows the rule, and if not, where it fails. The rules must not be recursive; those of URIs are not. So each describes
a finite automaton, and the string is read once, whatever it contains. See https://www.rfc-editor.org/rfc/rfc5234.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from typing import NamedTuple, TypeAlias

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

_TOKEN = re.compile(
    r"""
    \s*(?:
        (?P<name>[A-Za-z][A-Za-z0-9_+-]*)
        | "(?P<string>[^"]*)"
        | %x(?P<first>[0-9A-F]+)(?:-(?P<last>[0-9A-F]+))?
        | (?P<least>[0-9]*)\*(?P<most>[0-9]*)
        | (?P<times>[0-9]+)
        | (?P<symbol>[()\[\]/])
    )
    """,
    re.VERBOSE,
)
_RULE = re.compile(r"^ *([A-Za-z][A-Za-z0-9_+-]*) *= *(.*(?:\n {20,}.*)*)", re.MULTILINE)


class _Chars(NamedTuple):
    """One character, in one of these ranges."""

    ranges: tuple[tuple[int, int], ...]


class _Sequence(NamedTuple):
    nodes: tuple[_Node, ...]


class _Alternatives(NamedTuple):
    nodes: tuple[_Node, ...]


class _Repetition(NamedTuple):
    least: int
    most: int | None
    node: _Node


_Node: TypeAlias = _Chars | _Sequence | _Alternatives | _Repetition


class Grammar:
    """The rules of a grammar.

    *text* has one rule in each line, ``name = elements``; lines that start with 20 spaces or more continue a rule. Of
    two rules with the same name, the later counts. A string in quotes stands for its letters in both cases.
    """

    __slots__ = ("_automata", "_definitions", "_nodes")

    def __init__(self, text: str) -> None:
        self._definitions = dict(_RULE.findall(text))
        self._nodes: dict[str, _Node] = {}
        self._automata: dict[str, _Automaton] = {}

    @property
    def rules(self) -> tuple[str, ...]:
        """The names of the rules."""
        return tuple(self._definitions)

    @property
    def character_classes(self) -> dict[str, tuple[tuple[int, int], ...]]:
        """The rules for one character: their names and the ranges of its code points."""
        nodes = {name: self._node(name) for name in self._definitions}
        return {name: node.ranges for name, node in nodes.items() if isinstance(node, _Chars)}

    def fails_at(self, rule: str, string: str) -> int | None:
        """Return the offset of the first character at which *string* cannot follow *rule*; the length of the string if
        something is missing at its end; None if it follows the rule.
        """
        automaton = self._automata.get(rule)
        if automaton is None:
            automaton = self._automata[rule] = _Automaton(self._node(rule))
        return automaton.fails_at(string)

    def _node(self, name: str) -> _Node:
        node = self._nodes.get(name)
        if node is None:
            elements = _Elements(self, self._definitions[name])
            node = self._nodes[name] = elements.alternatives()
        return node


class _Elements:
    """The elements of one rule, as they are parsed."""

    def __init__(self, grammar: Grammar, text: str) -> None:
        self._grammar = grammar
        self._tokens = list(_TOKEN.finditer(text))
        assert "".join(token[0] for token in self._tokens) == text.rstrip(), text
        self._place = 0

    def _next(self) -> re.Match[str] | None:
        return self._tokens[self._place] if self._place < len(self._tokens) else None

    def alternatives(self) -> _Node:
        nodes = [self._concatenation()]
        while (token := self._next()) and token["symbol"] == "/":
            self._place += 1
            nodes.append(self._concatenation())
        if len(nodes) == 1:
            return nodes[0]
        ranges = [node.ranges for node in nodes if isinstance(node, _Chars)]
        if len(ranges) == len(nodes):
            return _Chars(tuple(sorted({one for some in ranges for one in some})))
        return _Alternatives(tuple(nodes))

    def _concatenation(self) -> _Node:
        nodes = []
        while (token := self._next()) and token["symbol"] not in ("/", ")", "]"):
            nodes.append(self._repetition(token))
        return nodes[0] if len(nodes) == 1 else _Sequence(tuple(nodes))

    def _repetition(self, token: re.Match[str]) -> _Node:
        most: int | None
        if token["times"]:
            least = most = int(token["times"])
        elif token["least"] is not None:
            least, most = int(token["least"] or 0), int(token["most"]) if token["most"] else None
        else:
            return self._element()
        self._place += 1
        return _Repetition(least, most, self._element())

    def _element(self) -> _Node:
        token = self._tokens[self._place]
        self._place += 1
        if token["name"]:
            return self._grammar._node(token["name"])
        if token["string"] is not None:
            chars = tuple(
                _Chars(tuple((ord(case), ord(case)) for case in {c.lower(), c.upper()})) for c in token["string"]
            )
            return chars[0] if len(chars) == 1 else _Sequence(chars)
        if token["first"]:
            return _Chars(((int(token["first"], 16), int(token["last"] or token["first"], 16)),))
        node = self.alternatives()
        self._place += 1  # the closing bracket
        return _Repetition(0, 1, node) if token["symbol"] == "[" else node


class _State:
    """A state of an automaton: the places in the rule at which a string may be, and the states that follow it."""

    __slots__ = ("following", "places")

    def __init__(self, places: frozenset[int]) -> None:
        self.places = places
        # For each class of characters, the next state; None if the character cannot follow.
        self.following: dict[int, _State | None] = {}


# The place after the end of a rule.
_END = -1


class _Automaton:
    """A deterministic automaton, whose states are made when a string first needs them.

    A place is that of a character in the rule, or one from which others are reached without a character. Threads may
    make the same state or transition at the same time; both are then equal.
    """

    __slots__ = ("_bounds", "_chars", "_choices", "_class_of_ascii", "_start", "_states")

    def __init__(self, node: _Node) -> None:
        # For each place: the ranges of the character there and the place after it.
        self._chars: list[tuple[tuple[tuple[int, int], ...], int]] = []
        # For a place without a character: those that it leads to.
        self._choices: dict[int, tuple[int, ...]] = {}
        start = self._build(node, _END)
        # Characters between two of these bounds behave alike.
        bounds = {bound for ranges, _ in self._chars for first, last in ranges for bound in (first, last + 1)}
        self._bounds = sorted(bounds)
        self._class_of_ascii = [bisect_right(self._bounds, code) for code in range(0x80)]
        self._states: dict[frozenset[int], _State] = {}
        self._start = self._state(frozenset(self._expand(start)))

    def fails_at(self, string: str) -> int | None:
        """Return the offset of the first character that cannot follow, or what `Grammar.fails_at` says."""
        state, bounds, class_of_ascii = self._start, self._bounds, self._class_of_ascii
        for offset, char in enumerate(string):
            code = ord(char)
            kind = class_of_ascii[code] if code < 0x80 else bisect_right(bounds, code)
            try:
                found = state.following[kind]
            except KeyError:
                found = state.following[kind] = self._after(state, code)
            if found is None:
                return offset
            state = found
        return None if _END in state.places else len(string)

    def _after(self, state: _State, code: int) -> _State | None:
        places = frozenset(
            place
            for char in state.places
            if char != _END and any(first <= code <= last for first, last in self._chars[char][0])
            for place in self._expand(self._chars[char][1])
        )
        return self._state(places) if places else None

    def _state(self, places: frozenset[int]) -> _State:
        return self._states.setdefault(places, _State(places))

    def _expand(self, place: int) -> Iterator[int]:
        """Yield the places of characters, and _END, that *place* leads to without a character."""
        seen, waiting = {place}, [place]
        while waiting:
            one = waiting.pop()
            if one not in self._choices:
                yield one
            for choice in self._choices.get(one, ()):
                if choice not in seen:
                    seen.add(choice)
                    waiting.append(choice)

    def _choice(self) -> int:
        """Return a new place without a character, whose choices are filled in later."""
        self._chars.append(((), _END))
        return len(self._chars) - 1

    def _build(self, node: _Node, after: int) -> int:
        """Add the places of *node*, which *after* follows; return its first."""
        if isinstance(node, _Chars):
            self._chars.append((node.ranges, after))
            return len(self._chars) - 1
        if isinstance(node, _Sequence):
            for one in reversed(node.nodes):
                after = self._build(one, after)
            return after
        if isinstance(node, _Alternatives):
            place = self._choice()
            self._choices[place] = tuple(self._build(one, after) for one in node.nodes)
            return place
        if node.most is None:
            place = start = self._choice()
            self._choices[place] = (self._build(node.node, place), after)
        else:
            start = after
            for _ in range(node.most - node.least):
                place = self._choice()
                self._choices[place] = (self._build(node.node, start), after)
                start = place
        for _ in range(node.least):
            start = self._build(node.node, start)
        return start
