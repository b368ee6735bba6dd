"""Transform a module of py_url into one that MicroPython takes, and that means the same there.

`transform` parses the module, changes what MicroPython's grammar or its library lacks, and writes it again. What it
changes becomes a call of ``py_url/_micropython/runtime.py``, which is made from ``shims/runtime.py``. It refuses what
it does not know, with the file, the line and a remedy: so a line that MicroPython would read otherwise fails the build.

MicroPython lacks: positional-only parameters, stars in displays, setting slices with a step, order in a dict,
``__missing__``, enumerations, unions of types, conversions such as ``!r`` beyond ASCII, and methods of str and bytes.
"""

from __future__ import annotations

import ast
import functools
import re
from pathlib import Path
from types import MappingProxyType

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping
    from typing import Any, TypeAlias

    _Changed: TypeAlias = ast.AST | list[ast.stmt] | None

RUNTIME = "py_url._micropython.runtime"
LIBRARY = "py_url._micropython.library"
_LIBRARY_SHIM = Path(__file__).with_name("shims") / "library.py"
PATTERNS = "py_url._micropython.patterns"
_M = "_m"
"""The name of the runtime in a transformed module."""


def _words(text: str) -> frozenset[str]:
    return frozenset(text.split())


_LIBRARY_MODULES = _words(
    "_thread _weakref array bisect collections.abc copy copyreg enum functools importlib inspect itertools operator "
    "types unicodedata"
)
"""The modules of the standard library of which ``shims/library.py`` has what py_url imports."""
_KINDS = _words("Callable Collection FunctionType Iterable Iterator Mapping Set UnionType int list tuple")
"""The types that the runtime has to look for: it knows abstract classes, and stands in for some others."""
_MODULES = {"re": PATTERNS, "sys": None, "os": None, "ipaddress": None}
"""The modules that are imported as a whole, and what is taken in their place. A function that imports one of those that
MicroPython does not have either fails with an ImportError.
"""
_OPTIONAL = {"numpy", "typing", "webencodings", "webencodings.labels"}
"""Packages that MicroPython never has: their import fails with an ImportError, as it does elsewhere without them."""

METHODS = _words(
    "casefold decode encode fromkeys isascii isprintable lower object_entries removeprefix removesuffix translate upper"
)
"""Methods of built-in types, and of Pyodide's proxies, that the runtime has: it asks what the object is."""
FUNCTIONS = {"dict": "Dict", "format": "formatted", "repr": "shown", "slice": "sliced", "sorted": "sort"}
"""Built-in functions that MicroPython lacks, or that do less there."""
ATTRIBUTES = {
    "BaseException.__dict__": "ARGUMENTS",
    "int.__repr__": "shown",
    "int.__str__": "shown",
    "list.__getitem__": "get_items",
    "list.__setitem__": "set_items",
    "list.append": "append",
    "str.__repr__": "shown_str",
    "str.__str__": "plain_str",
}
"""Methods that are read from a type."""
SPECIAL = {"__module__": "module_of", "__mro__": "mro_of"}
"""Attributes of classes that MicroPython lacks, or that it inherits."""
EXCEPTIONS = {
    "ModuleNotFoundError": "ImportError",
    "UnicodeDecodeError": "UnicodeError",
    "UnicodeEncodeError": "UnicodeError",
}
NEVER_CALLED = _words(
    "__array__ __copy__ __deepcopy__ __get_pydantic_core_schema__ __getstate__ __pydantic_serializer__ __reduce__ "
    "__reduce_ex__ __setstate__ _set_attribute cache_clear reduced restore state_of"
)
"""Methods of protocols that MicroPython does not have, and what only they and tests call."""
_NOT_SET = re.compile(r"\.__(?:annotations|doc|name|qualname)__")
"""What functions and classes of MicroPython lack, and cannot be given."""
ONLY_IN_ANNOTATIONS = frozenset({"HasRecord"})
"""Classes with a metaclass that asks what an instance is. Nothing evaluates annotations in MicroPython."""
_TYPES = _words("bool bytearray bytes dict float frozenset int list object set str tuple type")
_BASES = {"dict": "OrderedDict", "int": "Int", "list": "List", "tuple": "Tuple"}

# What MicroPython 1.27 lacks of the built-in types and functions of CPython and what the runtime does not have either.
_LACKING_METHODS = _words(
    "bit_count bit_length capitalize conjugate expandtabs format_map is_integer isalnum isdecimal isidentifier "
    "isnumeric istitle ljust rjust swapcase title zfill add_note with_traceback __class_getitem__ __format__ "
    "__getattribute__ __getnewargs__ __index__ __init_subclass__ __instancecheck__ __length_hint__ __prepare__ "
    "__sizeof__ __subclasscheck__ __subclasses__"
)
_LACKING_FUNCTIONS = _words(
    "aiter anext ascii breakpoint copyright credits exit license quit BaseExceptionGroup BlockingIOError "
    "BufferError ConnectionError EncodingWarning ExceptionGroup FileNotFoundError FloatingPointError OSError "
    "PermissionError RecursionError ReferenceError SystemError TimeoutError UnboundLocalError Warning vars"
)
_LACKING_DEFINITIONS = _words(
    "__class_getitem__ __get__ __init_subclass__ __instancecheck__ __length_hint__ __prepare__ __set__ "
    "__set_name__ __subclasscheck__"
)
_KNOWN = tuple(
    getattr(ast, name)
    for name in _words(
        "Module Expr Assign AugAssign AnnAssign Return If For While Try With Raise Assert Delete Pass Break Continue "
        "Import ImportFrom FunctionDef ClassDef Lambda Global Nonlocal ExceptHandler withitem alias Name Constant "
        "Attribute Subscript Slice Call keyword Starred List Tuple Dict Set ListComp SetComp DictComp GeneratorExp "
        "comprehension BinOp UnaryOp BoolOp Compare IfExp NamedExpr JoinedStr FormattedValue Yield YieldFrom arguments "
        "arg expr_context operator unaryop boolop cmpop"
    )
)


class Refused(ValueError):
    """A construct that the transformation does not know: the text names its file and line, and what to write."""


def transform(source: str, file: str, values: Mapping[str, str] = MappingProxyType({})) -> str:
    """Return the module *source*, which is in *file*, as MicroPython takes it. Raises Refused.

    *values* are expressions by the names of variables of the module, which get these values. What only the ones before
    needed is left out.
    """
    tree = ast.parse(source, file)
    needed = _read(tree)
    for statement in tree.body:
        if isinstance(statement, ast.Assign) and _name_of(statement.targets[0]) in values:
            statement.value = ast.parse(values[_name_of(statement.targets[0])], mode="eval").body
    needless = needed - _read(tree)
    for statement in [*tree.body]:
        variable = _name_of(statement.targets[0]) if isinstance(statement, ast.Assign) else ""
        if isinstance(statement, ast.ImportFrom):
            statement.names = [each for each in statement.names if (each.asname or each.name) not in needless]
        if getattr(statement, "names", None) == [] or (variable[:1] == "_" and variable in needless):
            tree.body.remove(statement)
    _Transformer(file, tree).visit(tree)
    tree.body.insert(0, ast.ImportFrom("py_url._micropython", [ast.alias("runtime", _M)], 0))
    return _written(tree)


def transform_shim(source: str, file: str) -> str:
    """Return a shim, which is written for MicroPython, without what is for type checkers."""
    return _written(_Stripper().visit(ast.parse(source, file)))


def _written(tree: ast.Module) -> str:
    return ast.unparse(ast.fix_missing_locations(tree)) + "\n"


def _call(name: str, *arguments: ast.expr) -> ast.Call:
    return ast.Call(_of_runtime(name), list(arguments), [])


def _of_runtime(name: str) -> ast.Attribute:
    return ast.Attribute(ast.Name(_M, ast.Load()), name, ast.Load())


def _read(tree: ast.Module) -> set[str]:
    return {node.id for node in ast.walk(tree) if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Load)}


def _name_of(node: ast.AST | None) -> str:
    return node.id if isinstance(node, ast.Name) else ""


def _united(node: ast.expr) -> list[ast.expr]:
    is_union = isinstance(node, ast.BinOp) and isinstance(node.op, ast.BitOr)
    return [*_united(node.left), *_united(node.right)] if is_union else [node]  # type: ignore[attr-defined]  # a BinOp


@functools.cache
def _in_library() -> set[str]:
    """The names that the shim of the standard library defines."""
    tree = ast.parse(_LIBRARY_SHIM.read_text("utf-8"))
    variables = {node.id for node in ast.walk(tree) if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store)}
    return variables | {node.name for node in tree.body if isinstance(node, ast.FunctionDef | ast.ClassDef)}


class _Stripper(ast.NodeTransformer):
    """Leaves out what MicroPython does not need: annotations, and what is only for type checkers."""

    def generic_visit(self, node: ast.AST) -> ast.AST:
        super().generic_visit(node)
        if isinstance(node, ast.stmt | ast.ExceptHandler) and getattr(node, "body", None) == []:
            node.body = [ast.Pass()]  # type: ignore[union-attr]  # it has a body
        return node

    def visit_If(self, node: ast.If) -> _Changed:
        if _name_of(node.test) == "TYPE_CHECKING":
            return self._visited(node.orelse)
        if isinstance(node.test, ast.UnaryOp) and _name_of(node.test.operand) == "TYPE_CHECKING":
            return self._visited(node.body)
        return self.generic_visit(node)

    def _visited(self, statements: list[ast.stmt]) -> list[ast.stmt]:
        return self.visit(ast.Module(statements, [])).body  # type: ignore[no-any-return]  # it stays a module

    def visit_Assign(self, node: ast.Assign) -> _Changed:
        return None if _name_of(node.targets[0]) == "TYPE_CHECKING" else self.generic_visit(node)

    def visit_AnnAssign(self, node: ast.AnnAssign) -> _Changed:
        if node.value is None:
            return None
        is_alias = _name_of(node.annotation) == "TypeAlias"
        return ast.Assign([node.target], ast.Constant(None) if is_alias else self.visit(node.value))

    def visit_ImportFrom(self, node: ast.ImportFrom) -> _Changed:
        return None if node.module == "__future__" else node

    def visit_FunctionDef(self, node: ast.FunctionDef) -> _Changed:
        node.returns = None
        return self.generic_visit(node)

    def visit_arg(self, node: ast.arg) -> _Changed:
        node.annotation = None
        return node


class _Transformer(_Stripper):
    def __init__(self, file: str, tree: ast.Module) -> None:
        self.file = file
        nodes = list(ast.walk(tree))
        # Where one of these names is also that of a built-in function, it is not that function.
        names = {node.id for node in nodes if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store)}
        self.variables = names | {node.arg for node in nodes if isinstance(node, ast.arg)}
        self.bases = {_name_of(base) for node in nodes if isinstance(node, ast.ClassDef) for base in node.bases}

    def _refuse(self, node: ast.AST, what: str, remedy: str) -> Refused:
        return Refused(f"{self.file}:{getattr(node, 'lineno', 1)}: {what}; {remedy}")

    def visit(self, node: ast.AST) -> Any:  # noqa: ANN401 - as that of the base class
        if not isinstance(node, _KNOWN):
            remedy = "write it in another way, or teach it to build_scripts/building/micropython/transformation.py"
            raise self._refuse(node, f"MicroPython's build does not know {type(node).__name__}", remedy)
        return super().visit(node)

    # Statements

    def visit_Assert(self, node: ast.Assert) -> None:
        """Left out, as by ``python -O``."""

    def visit_Raise(self, node: ast.Raise) -> _Changed:
        # MicroPython has no chains of exceptions, and says so on the page's output.
        node.cause = None
        return self.generic_visit(node)

    def visit_ImportFrom(self, node: ast.ImportFrom) -> _Changed:
        module = node.module or ""
        if module == "__future__" or module.partition(".")[0] == "py_url" or module in _OPTIONAL:
            return super().visit_ImportFrom(node)
        if missing := {alias.name for alias in node.names} - (_in_library() if module in _LIBRARY_MODULES else set()):
            remedy = "write it in build_scripts/building/micropython/shims/library.py"
            raise self._refuse(node, f"MicroPython has no {module}.{min(missing)}", remedy)
        node.module = LIBRARY
        return node

    def visit_Import(self, node: ast.Import) -> _Changed:
        for alias in node.names:
            if replacement := _MODULES.get(alias.name):
                alias.asname, alias.name = alias.asname or alias.name, replacement
            elif alias.name not in (*_MODULES, *_OPTIONAL) and alias.name.partition(".")[0] != "py_url":
                raise self._refuse(node, f"MicroPython has no module {alias.name}", "import names of it")
        return node

    def visit_Assign(self, node: ast.Assign) -> _Changed:
        target = node.targets[0]
        names = target.elts if isinstance(target, ast.Tuple) else [target]
        if _name_of(target) in NEVER_CALLED or all(_NOT_SET.search(ast.unparse(name)) for name in names):
            return None
        if _name_of(target) in self.bases and _name_of(node.value) in _BASES:
            # Another name of a type, from which a class is derived.
            node.value = _of_runtime(_BASES[_name_of(node.value)])
            return node
        if isinstance(target, ast.Subscript) and isinstance(target.slice, ast.Slice) and target.slice.step is not None:
            bounds = [bound or ast.Constant(None) for bound in (target.slice.lower, target.slice.upper)]
            return self.generic_visit(ast.Expr(_call("set_step", target.value, *bounds, target.slice.step, node.value)))
        return super().visit_Assign(node)

    def visit_AugAssign(self, node: ast.AugAssign) -> _Changed:
        if isinstance(node.op, ast.BitOr):
            raise self._refuse(node, "a class of MicroPython cannot say what |= does", "write update()")
        return self.generic_visit(node)

    def visit_Delete(self, node: ast.Delete) -> _Changed:
        if any(isinstance(target, ast.Subscript) and isinstance(target.slice, ast.Slice) for target in node.targets):
            raise self._refuse(node, "MicroPython deletes no slice of a bytearray", "assign an empty one")
        return self.generic_visit(node)

    def visit_FunctionDef(self, node: ast.FunctionDef) -> _Changed:
        if node.name in NEVER_CALLED or any(_name_of(decorator) == "overload" for decorator in node.decorator_list):
            return None
        if node.name in _LACKING_DEFINITIONS:
            raise self._refuse(node, f"MicroPython never calls {node.name}", "do without it")
        # Positional-only parameters become ordinary ones of other names, which nobody gives by name.
        own = {argument.arg for argument in node.args.posonlyargs if argument.arg != "self"}
        for inner in (inner for statement in node.body for inner in ast.walk(statement)):
            if isinstance(inner, ast.arg) and inner.arg in own:
                raise self._refuse(inner, "an inner function has a parameter of the same name", "rename one of them")
            if isinstance(inner, ast.Name) and inner.id in own:
                inner.id = f"_{inner.id}_"
        for argument in node.args.posonlyargs:
            argument.arg = f"_{argument.arg}_" if argument.arg in own else argument.arg
        node.args.args[:0], node.args.posonlyargs = node.args.posonlyargs, []
        return super().visit_FunctionDef(node)

    def visit_ClassDef(self, node: ast.ClassDef) -> _Changed:
        if any(_name_of(base) == "type" for base in node.bases):
            # Its class is one that only annotations name: see `ONLY_IN_ANNOTATIONS`.
            return None
        names = [_name_of(base.value if isinstance(base, ast.Subscript) else base) for base in node.bases]
        if node.keywords and node.name not in ONLY_IN_ANNOTATIONS:
            raise self._refuse(node, "MicroPython's classes take no keywords, so no metaclass", "do without them")
        has_missing = any(isinstance(part, ast.FunctionDef) and part.name == "__missing__" for part in node.body)
        if has_missing and names != ["dict"]:
            raise self._refuse(node, "MicroPython never calls __missing__", "derive the class from dict itself")
        node.keywords, bases = [], _BASES | {"dict": "MissingDict"} if has_missing else _BASES
        if "Enum" in names:
            node.decorator_list.append(_of_runtime("enumeration"))
        node.bases = [
            _of_runtime(bases[name]) if name in bases else self.visit(base)
            for name, base in zip(names, node.bases, strict=True)
            if name != "Enum"
        ]
        node.decorator_list = [*map(self.visit, node.decorator_list)]
        node.body = self._visited(node.body) or [ast.Pass()]
        return node

    # Expressions

    def _made(self, name: str, elements: Iterable[ast.expr | None]) -> ast.Call:
        """The display of *elements* as a call: starred ones, or else iterables of those that stand together."""
        parts: list[ast.expr] = []
        run: list[ast.expr] = []
        for element in elements:
            if isinstance(element, ast.Starred):
                parts += [ast.Tuple(run, ast.Load())] if run else []
                parts.append(element.value)
                run = []
            elif element is not None:
                run.append(element)
        parts += [ast.Tuple(run, ast.Load())] if run else []
        return _call(name, *map(self.visit, parts))

    def visit_List(self, node: ast.List | ast.Tuple | ast.Set) -> _Changed:
        has_star = any(isinstance(element, ast.Starred) for element in node.elts)
        if has_star and not isinstance(getattr(node, "ctx", None), ast.Store):
            made = self._made("make_list", node.elts)
            name = ast.Name(type(node).__name__.lower(), ast.Load())
            return made if isinstance(node, ast.List) else ast.Call(name, [made], [])
        return self.generic_visit(node)

    visit_Tuple = visit_Set = visit_List  # noqa: N815 - the names that the base class looks for

    def visit_Dict(self, node: ast.Dict) -> _Changed:
        pairs = zip(node.keys, node.values, strict=True)
        stars = [ast.Tuple([key, value], ast.Load()) if key else ast.Starred(value) for key, value in pairs]
        return self._made("Dict", stars)

    def visit_DictComp(self, node: ast.DictComp) -> _Changed:
        pairs = ast.GeneratorExp(ast.Tuple([node.key, node.value], ast.Load()), node.generators)
        return _call("Dict", self.visit(pairs))

    def visit_JoinedStr(self, node: ast.JoinedStr) -> _Changed:
        text, values = "", []
        for part in node.values:
            if isinstance(part, ast.Constant):
                text += str(part.value).replace("%", "%%")
                continue
            assert isinstance(part, ast.FormattedValue)
            text += "%s"
            value = self.visit(part.value)
            if part.conversion == ord("r"):
                value = _call("shown", value)
            elif part.conversion != -1:
                raise self._refuse(node, f"!{chr(part.conversion)} is not known", "call the function")
            values.append(_call("formatted", value, self.visit(part.format_spec)) if part.format_spec else value)
        if not values:
            return ast.Constant(text.replace("%%", "%"))
        return ast.BinOp(ast.Constant(text), ast.Mod(), ast.Tuple(values, ast.Load()))

    def visit_Subscript(self, node: ast.Subscript) -> _Changed:
        if isinstance(node.slice, ast.Slice) and isinstance(node.slice.step, ast.UnaryOp):
            raise self._refuse(node, "MicroPython reads no slice backwards", "write reversed()")
        return node.value if _name_of(node.value) in _TYPES - self.variables else self.generic_visit(node)

    def visit_BinOp(self, node: ast.BinOp) -> _Changed:
        """A union of types becomes a tuple of them."""
        if len(parts := _united(node)) > 1 and any(_name_of(part) in _TYPES for part in parts):
            return ast.Tuple([*map(self.visit, parts)], ast.Load())
        return self.generic_visit(node)

    def visit_Name(self, node: ast.Name) -> _Changed:
        if node.id in (_LACKING_FUNCTIONS | NEVER_CALLED) - self.variables:
            raise self._refuse(node, f"MicroPython has no {node.id}", "write it in another way")
        node.id = EXCEPTIONS.get(node.id, node.id)
        return node

    def visit_Attribute(self, node: ast.Attribute) -> _Changed:
        if not isinstance(node.ctx, ast.Load):
            return self.generic_visit(node)
        if (name := f"{_name_of(node.value)}.{node.attr}") in ATTRIBUTES:
            return _of_runtime(ATTRIBUTES[name])
        if node.attr in SPECIAL:
            return _call(SPECIAL[node.attr], self.visit(node.value))
        if node.attr in _LACKING_METHODS | NEVER_CALLED:
            raise self._refuse(node, f"MicroPython has no {node.attr}", "write it in another way")
        node.attr = "__name__" if node.attr == "__qualname__" else node.attr
        return self.generic_visit(node)

    def visit_Call(self, node: ast.Call) -> _Changed:
        function, arguments = node.func, node.args
        name = _name_of(function)
        if isinstance(function, ast.Attribute):
            attribute, owner = function.attr, function.value
            if attribute == "format" and isinstance(owner, ast.Constant) and "!r" in str(owner.value):
                raise self._refuse(node, "MicroPython's repr() has only ASCII", "write an f-string")
            if attribute in ("lstrip", "rstrip", "rsplit", "split", "strip") and not arguments:
                raise self._refuse(node, f"MicroPython's {attribute}() knows only the spaces of ASCII", "name them")
            if attribute == "__new__":
                return _call("new" if len(arguments) == 1 else "new_of", *map(self.visit, arguments))
            if attribute in METHODS and not (isinstance(owner, ast.Call) and _name_of(owner.func) == "super"):
                return self.generic_visit(ast.Call(_of_runtime(attribute), [owner, *arguments], node.keywords))
        if name == "hasattr" and isinstance(arguments[1], ast.Constant) and str(arguments[1].value).startswith("__"):
            node.func = _of_runtime("has")
        elif name == "isinstance":
            names = set(map(_name_of, ast.walk(arguments[1])))
            if names & ONLY_IN_ANNOTATIONS:
                raise self._refuse(node, "this class has no metaclass in MicroPython", "write hasattr()")
            if names & _KINDS:
                node.func = _of_runtime("is_instance")
        elif name in FUNCTIONS:
            node.func = _of_runtime(FUNCTIONS[name])
        # The attributes `name` and `obj` of an exception, the docstring of a property, and a check of lengths.
        if name in ("AttributeError", "ImportError", "ModuleNotFoundError", "property", "zip"):
            node.keywords = []
        return self.generic_visit(node)
