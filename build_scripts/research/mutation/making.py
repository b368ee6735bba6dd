"""Make the mutants of modules with the operators of Cosmic Ray, and print them as JSON.

    python -m research.mutation.making FILE ...

It runs in an environment that has only Cosmic Ray. Cosmic Ray's own runner changes the files of the working copy.
"""

from __future__ import annotations

import ast
import json
import re
import sys
from pathlib import Path

import parso  # type: ignore[import-not-found]  # installed in an environment of its own
import parso.python.tree  # type: ignore[import-not-found]  # installed in an environment of its own
from cosmic_ray.ast import ast_nodes  # type: ignore[import-not-found]  # installed in an environment of its own
from cosmic_ray.operators.operator import Operator  # type: ignore[import-not-found]  # installed in an environment of its own
from cosmic_ray.operators.provider import OperatorProvider  # type: ignore[import-not-found]  # installed in an environment of its own

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Any, TypeAlias

    # Neither Cosmic Ray nor parso is installed where mypy runs.
    Node: TypeAlias = Any

# The operators of Cosmic Ray that are used. Its other operators replace each operator by every other one, which nearly
# always ends in a TypeError; remove decorators, of which only caches would go unnoticed; or need a list of names.
_NAMES = re.compile(
    r"""ReplaceComparisonOperator_(?:Eq_NotEq|NotEq_Eq|Lt_LtE|Lt_GtE|LtE_Lt|LtE_Gt|Gt_GtE|Gt_LtE|GtE_Gt|GtE_Lt
        |Is_IsNot|IsNot_Is|In_NotIn|NotIn_In)
    |ReplaceBinaryOperator_(?:Add_Sub|Sub_Add|Mul_FloorDiv|FloorDiv_Mul|Mod_FloorDiv|Pow_Mul|RShift_LShift|LShift_RShift
        |BitOr_BitAnd|BitAnd_BitOr|BitXor_BitAnd)
    |ReplaceUnaryOperator_(?:Delete_Not|Delete_USub|Delete_Invert|USub_UAdd)
    |AddNot|ReplaceTrueWithFalse|ReplaceFalseWithTrue|ReplaceAndWithOr|ReplaceOrWithAnd
    |ReplaceBreakWithContinue|ReplaceContinueWithBreak|ExceptionReplacer|NumberReplacer|ZeroIterationForLoop""",
    re.VERBOSE,
)


class StringReplacer(Operator):  # type: ignore[misc]  # see above
    """Replaces a string with an empty one, and an empty one with another. A text with spaces is a message: it stays."""

    def mutation_positions(self, node: Node) -> Iterator[tuple[object, object]]:
        """Yield the place of *node* if it is such a string."""
        if isinstance(node, parso.python.tree.String) and node.parent.type != "simple_stmt":
            value = ast.literal_eval(node.value)
            if not value or not re.search(rb"\s\S" if isinstance(value, bytes) else r"\s\S", value):
                yield node.start_pos, node.end_pos

    def mutate(self, node: Node, index: int) -> Node:
        """Return another string."""
        value = ast.literal_eval(node.value)
        other = ("mutant" if not value else "") if isinstance(value, str) else (b"mutant" if not value else b"")
        return parso.python.tree.String(repr(other), node.start_pos, prefix=node.prefix)

    @classmethod
    def examples(cls) -> tuple[()]:
        """Return nothing."""
        return ()


class ReturnReplacer(Operator):  # type: ignore[misc]  # as above
    """Replaces what a function returns with None. A false value stays, because nobody asks which false value it is."""

    def mutation_positions(self, node: Node) -> Iterator[tuple[object, object]]:
        """Yield the place of *node* if it is a value that is returned."""
        if isinstance(node, parso.python.tree.ReturnStmt) and len(node.children) > 1:
            value = node.children[1]
            if value.get_code().strip() not in ("None", "False", "()", "[]", '""'):
                yield value.start_pos, value.end_pos

    def mutate(self, node: Node, index: int) -> Node:
        """Return the statement with None."""
        node.children[1] = parso.parse(" None")
        return node

    @classmethod
    def examples(cls) -> tuple[()]:
        """Return nothing."""
        return ()


def _snapshot(node: Node) -> list[tuple[Any, str, Any]]:
    """What an operator may change, which it does in place."""
    found = []
    for inner in ast_nodes(node):
        if hasattr(inner, "children"):
            found.append((inner, "children", list(inner.children)))
        if hasattr(inner, "value"):
            found.append((inner, "value", inner.value))
    return found


def _edits(source: str) -> Iterator[tuple[str, int, int, str]]:
    """Yield the operator, the place and the new text of each mutant."""
    provider = OperatorProvider()
    operators = {name: provider[name]() for name in provider if _NAMES.fullmatch(name)}
    operators |= {"StringReplacer": StringReplacer(), "ReturnReplacer": ReturnReplacer()}
    lines = [0]
    for line in source.splitlines(keepends=True):
        lines.append(lines[-1] + len(line))
    tree = parso.parse(source)
    for node in list(ast_nodes(tree)):
        for name, operator in operators.items():
            for index in range(len(list(operator.mutation_positions(node)))):
                row, column = node.get_start_pos_of_prefix()
                start, code, before = lines[row - 1] + column, node.get_code(), _snapshot(node)
                prefix = node.get_first_leaf().prefix
                mutated = operator.mutate(node, index).get_code()
                for inner, attribute, value in before:
                    setattr(inner, attribute, value)
                yield name, start, start + len(code), prefix + mutated.removeprefix(prefix).lstrip(" ")


class _Bare(ast.NodeTransformer):
    """Removes what no test can see: annotations, assertions, and what only type checkers read."""

    def visit_If(self, node: ast.If) -> ast.AST:
        names = {inner.id for inner in ast.walk(node.test) if isinstance(inner, ast.Name)}
        return ast.Pass() if names == {"TYPE_CHECKING"} else self.generic_visit(node)

    def visit_Assign(self, node: ast.Assign) -> ast.AST:
        is_hidden = [ast.unparse(target) for target in node.targets] in (["TYPE_CHECKING"], ["__slots__"])
        return ast.Pass() if is_hidden else self.generic_visit(node)

    def visit_AnnAssign(self, node: ast.AnnAssign) -> ast.AST:
        node.annotation = ast.Constant(None)
        return self.generic_visit(node)

    def visit_arg(self, node: ast.arg) -> ast.AST:
        node.annotation = None
        return node

    def visit_FunctionDef(self, node: ast.FunctionDef) -> ast.AST:
        node.returns = None
        return self.generic_visit(node)

    def visit_Assert(self, node: ast.Assert) -> ast.AST:
        # An assertion is for the reader and the type checker.
        return ast.Pass()


def _bare(source: str) -> str:
    return ast.dump(_Bare().visit(ast.parse(source)))


def mutants_of(file: str, source: str) -> Iterator[dict[str, Any]]:
    """Yield the mutants of a module, without those that are the same program to the tests or no program at all."""
    bare = _bare(source)
    seen: set[str] = set()
    counts: dict[tuple[str, str], int] = {}
    for operator, start, end, text in _edits(source):
        mutated = source[:start] + text + source[end:]
        if mutated in seen:
            continue
        seen.add(mutated)
        try:
            if _bare(mutated) == bare:
                continue
            compile(mutated, file, "exec", dont_inherit=True)
        except SyntaxError:
            continue
        while source[start] == mutated[start]:
            start += 1  # noqa: PLW2901 - the place without what stays the same
        length = len(mutated) - len(source)
        while end > start and end + length > start and source[end - 1] == mutated[end + length - 1]:
            end -= 1  # noqa: PLW2901 - as above
        first, last = source.rfind("\n", 0, start) + 1, source.find("\n", end)
        was, becomes = source[first:last].strip(), mutated[first : last + length].strip()
        counts[was, becomes] = number = counts.get((was, becomes), 0) + 1
        yield {
            "file": file,
            "line": source.count("\n", 0, start) + 1,
            "last": source.count("\n", 0, end) + 1,
            "was": was,
            "becomes": becomes,
            "number": number,
            "operator": operator,
            "edit": [start, end, mutated[start : end + length]],
        }


def main() -> None:
    """Print the mutants of the files that the command line names."""
    found = [mutant for file in sys.argv[1:] for mutant in mutants_of(file, Path(file).read_text("utf-8"))]
    print(json.dumps(found))


if __name__ == "__main__":
    main()
