"""A regular expression of ECMAScript as one of `re`.

It matches the same strings of ASCII, and its groups have the same numbers. Sets and case are written out, so it needs
no flags. https://docs.python.org/3/library/re.html#regular-expression-syntax
"""

from __future__ import annotations

import re

from py_url.pattern.syntax_tree import ALL, Alt, Assertion, Back, Chars, Group, Look, Node, Repeat, Seq


def to_python(node: Node) -> str:
    """Return the regular expression that *node* is."""
    if isinstance(node, Chars):
        return _set(node.mask)
    if isinstance(node, Assertion):
        return node.text
    if isinstance(node, Seq):
        return "".join([_grouped(item) if isinstance(item, Alt) else to_python(item) for item in node.items])
    if isinstance(node, Alt):
        return "|".join(map(to_python, node.alternatives))
    if isinstance(node, Group):
        return f"({to_python(node.body)})"
    if isinstance(node, Repeat):
        return f"{_grouped(node.body)}{_quantifier(node)}"
    return _look(node) if isinstance(node, Look) else _back(node)


def _grouped(node: Node) -> str:
    text = to_python(node)
    return text if isinstance(node, Chars | Group) else f"(?:{text})"


def _quantifier(node: Repeat) -> str:
    most = "" if node.max is None else node.max
    sign = {(0, None): "*", (1, None): "+", (0, 1): "?"}.get((node.min, node.max), f"{{{node.min},{most}}}")
    return f"{sign}?" if node.lazy else sign


def _look(node: Look) -> str:
    if not node.behind:
        return f"(?{'!' if node.negative else '='}{to_python(node.body)})"
    # `re` wants one length, so each alternative has a lookbehind of its own.
    sign, between = ("!", "") if node.negative else ("=", "|")
    alternatives = node.body.alternatives if isinstance(node.body, Alt) else (node.body,)
    return f"(?:{between.join([f'(?<{sign}{to_python(each)})' for each in alternatives])})"


def _back(node: Back) -> str:
    # A group that did not take part is empty in ECMAScript, and fails in `re`.
    text = ""
    for index in reversed(node.indexes):
        reference = f"(?i:\\{index})" if node.ignore_case else f"\\{index}"
        text = f"(?({index}){reference}|{text})"
    return text


def _set(mask: int) -> str:
    if mask == 0:
        return "(?!)"
    if mask.bit_count() == 1:
        return re.escape(chr(mask.bit_length() - 1))
    if mask == ALL:
        return r"[\x00-\x7f]"
    if mask.bit_count() > 64:
        return f"[^{_ranges(ALL & ~mask)}]"
    return f"[{_ranges(mask)}]"


def _ranges(mask: int) -> str:
    """The inside of the brackets."""
    members = [code for code in range(128) if mask >> code & 1]
    text, index = "", 0
    while index < len(members):
        last = index
        while last + 1 < len(members) and members[last + 1] == members[last] + 1:
            last += 1
        text += f"\\x{members[index]:02x}"
        if last > index:
            text += f"-\\x{members[last]:02x}"
        index = last + 1
    return text
