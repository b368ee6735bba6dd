"""The tree of a regular expression, which `ecmascript` reads, `translation` writes for `re` and `linear` runs.

What a component has is ASCII, always, so a set of characters is an int with a bit for each of the 128. Case is part of
the sets. Each node is what ECMAScript means, so a repetition never repeats what is empty.
"""

from __future__ import annotations

from typing import NamedTuple, TypeAlias

ALL = (1 << 128) - 1
UPPER = sum(1 << code for code in range(ord("A"), ord("Z") + 1))
LOWER = UPPER << 32


class Chars(NamedTuple):
    """One of these characters."""

    mask: int


class Seq(NamedTuple):
    """One item after the other."""

    items: tuple[Node, ...]


class Alt(NamedTuple):
    """The first of these that leads to a match."""

    alternatives: tuple[Node, ...]


class Repeat(NamedTuple):
    """*body* from *min* to *max* times; None is no limit."""

    body: Node
    min: int
    max: int | None
    lazy: bool


class Group(NamedTuple):
    """A capturing group."""

    body: Node
    number: int


class Look(NamedTuple):
    """A lookahead, or a lookbehind."""

    body: Node
    behind: bool
    negative: bool


class Back(NamedTuple):
    """A backreference: the text of the one of these groups that took part, or nothing."""

    indexes: tuple[int, ...]
    ignore_case: bool


class Assertion(NamedTuple):
    """An assertion without a body, as `re` writes it."""

    text: str


Node: TypeAlias = Chars | Seq | Alt | Repeat | Group | Look | Back | Assertion

EMPTY = Seq(())
NEVER = Chars(0)
START, END = Assertion(r"\A"), Assertion(r"\Z")


class Unsupported(Exception):
    """Raised for what `re` cannot say, with a phrase that names it."""


def children(node: Node) -> tuple[Node, ...]:
    """Return the nodes directly inside *node*."""
    if isinstance(node, Seq):
        return node.items
    if isinstance(node, Alt):
        return node.alternatives
    return (node.body,) if isinstance(node, Repeat | Group | Look) else ()


def contains(node: Node, kind: type | tuple[type, ...]) -> bool:
    """Whether *node* is, or contains, a node of that *kind*."""
    return isinstance(node, kind) or any(contains(child, kind) for child in children(node))


def is_nullable(node: Node) -> bool:
    """Whether *node* can match the empty string."""
    if isinstance(node, Seq):
        return all(map(is_nullable, node.items))
    if isinstance(node, Alt):
        return any(map(is_nullable, node.alternatives))
    if isinstance(node, Repeat):
        return node.min == 0 or is_nullable(node.body)
    return is_nullable(node.body) if isinstance(node, Group) else not isinstance(node, Chars)


def repeated(body: Node, min: int, max: int | None, lazy: bool) -> Node:
    """§22.2.2.3.1 *RepeatMatcher*, in a form that `re` has: after the first *min* times, ECMAScript refuses an empty
    iteration, and each iteration begins without captures. Raises Unsupported.
    """
    if (max is None or max > 1) and not _captures_always(body):
        raise Unsupported("a named group that a repetition can leave out")
    if max == min or not is_nullable(body):
        return Repeat(body, min, max, lazy)
    rest = Repeat(_not_empty(body), 0, None if max is None else max - min, lazy)
    if min == 0:
        return rest
    if contains(body, Group):
        raise Unsupported("a repeated named group that can be empty")
    return Seq((Repeat(body, min, min, lazy), rest))


def _captures_always(node: Node) -> bool:
    """Whether each group in *node* takes part in every match of it."""
    if isinstance(node, Alt) or (isinstance(node, Repeat) and node.min == 0):
        return not contains(node, Group)
    return all(map(_captures_always, children(node)))


def _not_empty(node: Node) -> Node:
    """What *node* matches, in the same order, without the empty string."""
    if not is_nullable(node):
        return node
    if isinstance(node, Alt):
        return Alt(tuple(map(_not_empty, node.alternatives)))
    if isinstance(node, Group):
        return Group(_not_empty(node.body), node.number)
    if isinstance(node, Repeat) and node.min == 0 and node.max != 0:
        return Repeat(_not_empty(node.body), 1, node.max, node.lazy)
    items = [item for item in node.items if not isinstance(item, Look | Assertion)] if isinstance(node, Seq) else [node]
    if len(items) > 1 or isinstance(node, Back | Repeat):
        raise Unsupported("an optional or repeated group of several parts that can all be empty")
    if isinstance(node, Seq) and items:
        return Seq(tuple(_not_empty(item) if item is items[0] else item for item in node.items))
    if contains(node, Group):
        raise Unsupported("a named group in an assertion that is repeated")
    return NEVER
