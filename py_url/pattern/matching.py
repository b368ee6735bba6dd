"""Matching a component in time that a hostile pattern cannot stretch.

`re` tries one choice after the other. Where a pattern has choices that overlap, as ``*a*a*``, the number of tries is a
power of the input's length. `backtracking` counts such choices. For a long input, `Program` then follows all choices at
once: each of its steps is taken at most once at each place of the input, so the time is linear. It has no lookaround,
no backreferences and no repetitions of hundreds of times. With these, an input is refused if `re` could take seconds.
"""

from __future__ import annotations

import re
from functools import lru_cache
from math import comb

from py_url.pattern.ecmascript import parse
from py_url.pattern.ecmascript_classes import NotARegularExpression
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
    Repeat,
    Seq,
    children,
    contains,
    is_nullable,
)
from py_url.pattern.translation import to_python

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import TypeAlias

    Groups: TypeAlias = tuple[str | None, ...]
    Step: TypeAlias = int | tuple[int] | tuple[int, int] | Assertion

# The number of tries that `re` may make, which takes some milliseconds.
_MOST_TRIES = 1_000_000
# And without a `Program`, which takes a few seconds.
_MOST_TRIES_ALONE = 400_000_000
# The number of steps that `Program` may take, which takes some seconds.
_MOST_STEPS = 8_000_000
# Repetitions with numbers can make a program longer than twice its regular expression; so much longer it may be.
_LONGEST_PROGRAM = 500
_ENDLESS = 1_000
_REMEMBERED = 1_024


class Matcher:
    """The regular expression of a component. Raises NotARegularExpression."""

    __slots__ = ("_choices", "_match", "_program")

    def __init__(self, regular_expression: str, ignore_case: bool) -> None:
        tree = parse(regular_expression, ignore_case=ignore_case)
        try:
            match = re.compile(to_python(tree))
        except re.error as error:
            # The one thing that `re` finds out for itself.
            raise NotARegularExpression(f"Python's regular expressions do not have this: {error.msg}", 0) from None
        self._match = match.fullmatch
        self._choices = backtracking(tree)
        longest = _LONGEST_PROGRAM + 2 * len(regular_expression)
        self._program = Program.of(tree, match.groups, longest) if self._choices else None

    def groups(self, input: str, max_length: int) -> Groups | None:
        """Return the groups of a match of the whole *input*, or None.

        Raises ValueError if the input is longer than *max_length* and the time could be more than linear.
        """
        if self._choices and len(input) ** (self._choices + 1) > _MOST_TRIES:
            advice = "give a greater max_length, or write one group between delimiters"
            if len(input) > max_length:
                most = f"more than {max_length:,}"
            elif self._program is None:
                most = "too many for this custom group" if self._tries(len(input)) > _MOST_TRIES_ALONE else ""
                advice = "write it without lookaround and backreferences, and repeat no part that can divide a text"
            else:
                most = "too many for a pattern of this length" if len(self._program) * len(input) > _MOST_STEPS else ""
            if most:
                raise ValueError(
                    f"this input has {len(input):,} characters, {most}, and the pattern can divide it in many ways; "
                    f"{advice}"
                )
            if self._program is not None:
                return self._program.run(input)
        match = self._match(input)
        return None if match is None else match.groups()

    def program(self) -> tuple[int, list[Step]] | None:
        """Return the steps of the `Program`, after the length up to which `re`, and any such engine, takes no more than
        some milliseconds; None if the time is linear anyway, or if there is no program. Without a custom group there
        is one.
        """
        if self._program is None:
            return None
        return int(_MOST_TRIES ** (1 / (self._choices + 1))), self._program.steps

    def _tries(self, length: int) -> int:
        """About how many places `re` may try, if the input has this *length*."""
        # What is chosen in a repetition can double them with each character.
        return 8 * 2**length if self._choices >= _ENDLESS else length * comb(length + self._choices, self._choices)


@lru_cache(_REMEMBERED)
def matcher(regular_expression: str, ignore_case: bool) -> Matcher:
    """Return the `Matcher`, which is remembered: most patterns share the wildcard and a few protocols."""
    return Matcher(regular_expression, ignore_case)


def backtracking(tree: Node) -> int:
    """Return how many choices of *tree* overlap: `re` may try as many as the input's length to that power."""
    return _choices(tree, 0)


def _choices(node: Node, follow: int) -> int:
    """The choices in *node* that overlap. *follow* are the characters that can come after it."""
    if isinstance(node, Seq):
        count = 0
        for item in reversed(node.items):
            count += _choices(item, follow)
            follow = _first(item) | follow if is_nullable(item) else _first(item)
        return count
    if isinstance(node, Alt):
        count = begins = 0
        for each in node.alternatives:
            first = _first(each) | follow if is_nullable(each) else _first(each)
            count += _choices(each, follow) + (1 if first & begins else 0)
            begins |= first
        return count
    if isinstance(node, Group):
        return _choices(node.body, follow)
    if isinstance(node, Repeat):
        first, repeats = _first(node.body), node.max is None or node.max > 1
        inside = _choices(node.body, first | follow if repeats else follow)
        # A choice in a repetition is one more each time.
        return (_ENDLESS if inside and repeats else inside) + (1 if node.min != node.max and first & follow else 0)
    if isinstance(node, Look):
        # Each try may read on to the end.
        return _choices(node.body, 0) + contains(node.body, (Repeat, Back))
    return int(isinstance(node, Back))


def _first(node: Node) -> int:
    """The characters that *node* can begin with."""
    if isinstance(node, Chars):
        return node.mask
    first = ALL if isinstance(node, Back) else 0
    for child in children(node) if not isinstance(node, Look) else ():
        first |= _first(child)
        if isinstance(node, Seq) and not is_nullable(child):
            break
    return first


class Program:
    """Steps: ``(mask,)`` takes a character, ``(step, step)`` prefers the first of two, a number of a group's boundary
    saves the place, and an assertion compares it.
    """

    __slots__ = ("_groups", "_longest", "steps")

    def __init__(self, groups: int, longest: int) -> None:
        self.steps: list[Step] = []
        self._groups = groups
        self._longest = longest

    def __len__(self) -> int:
        return len(self.steps)

    @classmethod
    def of(cls, tree: Node, groups: int, longest: int = _LONGEST_PROGRAM) -> Program | None:
        """Return the program of *tree*, or None if it has lookaround, references or more than *longest* steps."""
        program = cls(groups, longest)
        return program if program._add(tree) else None

    def _add(self, node: Node) -> bool:
        """Append the steps of *node*. Returns whether it has steps."""
        steps = self.steps
        if len(steps) > self._longest or isinstance(node, Look | Back):
            return False
        if isinstance(node, Chars):
            steps.append((node.mask,))
        elif isinstance(node, Assertion):
            steps.append(node)
            return node in (START, END)
        elif isinstance(node, Seq):
            return all(map(self._add, node.items))
        elif isinstance(node, Group):
            steps.append(2 * node.number - 2)
            done = self._add(node.body)
            steps.append(2 * node.number - 1)
            return done
        elif isinstance(node, Alt):
            return self._add_alternatives(node.alternatives)
        else:
            return self._add_repeat(node)
        return True

    def _add_alternatives(self, alternatives: tuple[Node, ...]) -> bool:
        steps, ends = self.steps, []
        for each in alternatives[:-1]:
            split = len(steps)
            steps.append((split + 1, 0))
            if not self._add(each):
                return False
            ends.append(len(steps))
            steps.append((0, 0))
            steps[split] = split + 1, len(steps)
        done = self._add(alternatives[-1])
        for end in ends:
            steps[end] = len(steps), len(steps)
        return done

    def _add_repeat(self, node: Repeat) -> bool:
        steps = self.steps
        times = node.min if node.max is None else node.max
        if times > self._longest:
            return False
        splits = []
        for number in range(times):
            if number >= node.min:
                splits.append(len(steps))
                steps.append((0, 0))
            if not self._add(node.body):
                return False
        if node.max is None:
            splits.append(len(steps))
            steps.append((0, 0))
            if not self._add(node.body):
                return False
            steps.append((splits[0], splits[0]))
        for split in splits:
            steps[split] = (len(steps), split + 1) if node.lazy else (split + 1, len(steps))
        return True

    def run(self, input: str) -> Groups | None:
        """Return the groups of a match of the whole *input*, or None."""
        steps, width = self.steps, len(input) + 1
        seen = bytearray((len(steps) + 1) * width)
        places: list[int | None] = [None] * (2 * self._groups)
        # What is still to try: a step and a place; or, below 0, a boundary that gets back its place from before.
        todo: list[tuple[int, int | None]] = [(0, 0)]
        while todo:
            step, place = todo.pop()
            if step < 0:
                places[-step - 1] = place
                continue
            assert place is not None
            while not seen[step * width + place]:
                seen[step * width + place] = 1
                if step == len(steps):
                    if place < len(input):
                        break
                    return self._found(input, places)
                what = steps[step]
                step += 1
                if isinstance(what, int):
                    todo.append((-what - 1, places[what]))
                    places[what] = place
                elif isinstance(what, Assertion):
                    if place != (0 if what is START else len(input)):
                        break
                elif len(what) == 2:
                    step, other = what
                    todo.append((other, place))
                elif place < len(input) and what[0] >> ord(input[place]) & 1:
                    place += 1
                else:
                    break
        return None

    def _found(self, input: str, places: list[int | None]) -> Groups:
        return tuple(
            [
                None if start is None or end is None else input[start:end]
                for start, end in zip(places[::2], places[1::2], strict=True)
            ]
        )
