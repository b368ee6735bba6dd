"""Transform a module of py_url into one that MicroPython takes, and that means the same there.

`transform` parses the module, changes what MicroPython's grammar or its library lacks, and writes it again. What it
changes becomes a call of ``py_url/_micropython/runtime.py``, which is made from ``shims/runtime.py``. It refuses what
it does not know, with the file, the line and a remedy: so a line that MicroPython would read otherwise fails the build.

MicroPython lacks: positional-only parameters, stars in displays, slices with a step, order in a dict, ``__missing__``,
enumerations, unions of types, conversions in strings such as ``!r`` beyond ASCII, and methods of str and bytes.
"""

from __future__ import annotations

import ast

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

RUNTIME = "py_url._micropython.runtime"
LIBRARY = "py_url._micropython.library"
PATTERNS = "py_url._micropython.patterns"
_M = "_m"
"""The name of the runtime in a transformed module."""


def _words(text: str) -> frozenset[str]:
    return frozenset(text.split())


LIBRARY_OF = {
    "_thread": {"RLock"},
    "_weakref": {"ref"},
    "array": {"array"},
    "bisect": {"bisect_left", "bisect_right"},
    "collections.abc": {"Callable", "Collection", "Iterable", "Iterator", "Mapping", "Set"},
    "copy": {"copy"},
    "copyreg": {"__newobj__"},
    "enum": {"Enum"},
    "functools": {"cache", "lru_cache", "wraps"},
    "importlib": {"import_module"},
    "inspect": {"signature"},
    "itertools": {"accumulate", "chain", "islice"},
    "operator": {"index", "itemgetter"},
    "types": {"FunctionType", "MemberDescriptorType", "UnionType"},
    "typing": {"TypedDict"},
    "unicodedata": {"category", "east_asian_width", "normalize"},
}
"""What ``shims/library.py`` has of each module of the standard library."""
_MODULES = {"re": PATTERNS, "sys": None, "os": None, "ipaddress": None}
"""The modules that are imported as a whole, and what is taken in their place. A function that imports one of those that
MicroPython does not have either fails with an ImportError.
"""
_OPTIONAL = {"numpy", "webencodings", "webencodings.labels"}
"""Packages that MicroPython never has: their import fails with an ImportError, as it does elsewhere without them."""

METHODS = _words(
    "casefold decode encode fromkeys isascii isdigit isdisjoint isprintable keys lower "
    "maketrans object_entries removeprefix removesuffix split strip translate upper"
)
"""Methods of built-in types, and of Pyodide's proxies, that the runtime has: it asks what the object is."""
FUNCTIONS = {
    "dict": "Dict",
    "format": "formatted",
    "repr": "shown",
    "slice": "sliced",
    "vars": "variables",
    "sorted": "sort",
    "zip": "zipped",
}
"""Built-in functions that MicroPython lacks, or that do less there."""
ATTRIBUTES = {
    "dict.clear": "clear_dict",
    "int.__repr__": "shown",
    "int.__str__": "shown",
    "list.__getitem__": "get_items",
    "list.__setitem__": "set_items",
    "list.append": "append",
    "object.__getattribute__": "get_attribute",
    "str.__repr__": "shown_str",
    "str.__str__": "plain_str",
}
"""Methods that are read from a type."""
SPECIAL = {"__module__": "module_of", "__mro__": "mro_of", "__qualname__": "name_of"}
"""Attributes of classes that MicroPython lacks, or that it inherits."""
EXCEPTIONS = {
    "ModuleNotFoundError": "ImportError",
    "UnicodeDecodeError": "UnicodeError",
    "UnicodeEncodeError": "UnicodeError",
}
NEVER_CALLED = _words(
    "__array__ __copy__ __deepcopy__ __get_pydantic_core_schema__ __getstate__ __pydantic_serializer__ __reduce__ "
    "__reduce_ex__ __setstate__"
)
"""Methods of protocols that MicroPython does not have: nothing calls them there."""
ONLY_IN_ANNOTATIONS = frozenset({"HasRecord"})
"""Classes with a metaclass that asks what an instance is. Nothing evaluates annotations in MicroPython."""
_TYPES = frozenset(
    ["bool", "bytearray", "bytes", "dict", "float", "frozenset", "int", "list", "object", "set", "str", "tuple", "type"]
)
_BASES = {"dict": "OrderedDict", "int": "Int", "list": "List", "tuple": "Tuple"}

# What MicroPython 1.27 lacks of the built-in types and functions of CPython and what the runtime does not have either.
# A test compares this with MicroPython itself.
_LACKING_METHODS = _words(
    "bit_count bit_length capitalize conjugate expandtabs format_map is_integer isalnum isdecimal isidentifier "
    "isnumeric istitle ljust rjust swapcase title zfill add_note with_traceback __class_getitem__ __format__ "
    "__getnewargs__ __index__ __init_subclass__ __instancecheck__ __length_hint__ __prepare__ __sizeof__ "
    "__subclasscheck__ __subclasses__"
)
_LACKING_FUNCTIONS = _words(
    "aiter anext ascii breakpoint copyright credits exit license quit BaseExceptionGroup BlockingIOError "
    "BufferError ConnectionError EncodingWarning ExceptionGroup FileNotFoundError FloatingPointError OSError "
    "PermissionError RecursionError ReferenceError SystemError TimeoutError UnboundLocalError Warning"
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


def transform(source: str, file: str) -> str:
    """Return the module *source*, which is in *file*, as MicroPython takes it. Raises Refused."""
    tree = ast.parse(source, file)
    transformed = _Transformer(file, _variables_in(tree), _bases_in(tree)).visit_Module(tree)
    transformed.body.insert(0, ast.ImportFrom("py_url._micropython", [ast.alias("runtime", _M)], 0))
    return ast.unparse(ast.fix_missing_locations(transformed)) + "\n"


def _variables_in(tree: ast.Module) -> frozenset[str]:
    """The names of variables and parameters: where one is also that of a built-in function, it is not that function."""
    names = {node.id for node in ast.walk(tree) if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store)}
    return frozenset(names | {node.arg for node in ast.walk(tree) if isinstance(node, ast.arg)})


def _bases_in(tree: ast.Module) -> frozenset[str]:
    """The names of base classes."""
    classes = [node for node in ast.walk(tree) if isinstance(node, ast.ClassDef)]
    return frozenset(base.id for node in classes for base in node.bases if isinstance(base, ast.Name))


def _is_type_checking(test: ast.expr) -> bool:
    return isinstance(test, ast.Name) and test.id == "TYPE_CHECKING"


def _call(name: str, *arguments: ast.expr) -> ast.Call:
    return ast.Call(_of_runtime(name), list(arguments), [])


def _of_runtime(name: str) -> ast.Attribute:
    return ast.Attribute(ast.Name(_M, ast.Load()), name, ast.Load())


def _has_star(elements: Iterable[ast.expr]) -> bool:
    return any(isinstance(element, ast.Starred) for element in elements)


class _Renamed(ast.NodeTransformer):
    """Renames variables in a function."""

    def __init__(self, names: dict[str, str]) -> None:
        self.names = names

    def visit_Name(self, node: ast.Name) -> ast.Name:
        node.id = self.names.get(node.id, node.id)
        return node


class _Transformer(ast.NodeTransformer):
    lacking = _LACKING_DEFINITIONS
    left_alone: tuple[type[ast.AST], ...] = ()

    def __init__(self, file: str, variables: frozenset[str] = frozenset(), bases: frozenset[str] = frozenset()) -> None:
        self.file = file
        self.variables = variables
        self.bases = bases

    def _refuse(self, node: ast.AST, what: str, remedy: str) -> Refused:
        return Refused(f"{self.file}:{getattr(node, 'lineno', 1)}: {what}; {remedy}")

    def visit(self, node: ast.AST) -> ast.AST | list[ast.AST] | None:
        if not isinstance(node, _KNOWN):
            remedy = "write it in another way, or teach it to build_scripts/building/micropython/transformation.py"
            raise self._refuse(node, f"MicroPython's build does not know {type(node).__name__}", remedy)
        if isinstance(node, self.left_alone):
            return self.generic_visit(node)
        return super().visit(node)  # type: ignore[no-any-return]

    # Statements

    def _statements(self, statements: Sequence[ast.stmt]) -> list[ast.stmt]:
        """The statements, without docstrings."""
        kept: list[ast.stmt] = []
        for statement in statements:
            if isinstance(statement, ast.Expr) and isinstance(statement.value, ast.Constant):
                continue
            changed = self.visit(statement)
            kept += changed if isinstance(changed, list) else [] if changed is None else [changed]  # type: ignore[arg-type,list-item]
        return kept

    def _bodies(self, node: ast.stmt | ast.ExceptHandler) -> None:
        for name in ("body", "orelse", "finalbody"):
            if statements := getattr(node, name, None):
                setattr(node, name, self._statements(statements) or ([ast.Pass()] if name == "body" else []))

    def visit_Module(self, node: ast.Module) -> ast.Module:
        node.body = self._statements(node.body)
        return node

    def visit_If(self, node: ast.If) -> ast.If | list[ast.stmt]:
        if _is_type_checking(node.test):
            return self._statements(node.orelse)
        if isinstance(node.test, ast.UnaryOp) and _is_type_checking(node.test.operand):
            return self._statements(node.body)
        node.test = self.visit(node.test)  # type: ignore[assignment]
        self._bodies(node)
        return node

    def visit_For(self, node: ast.For) -> ast.For:
        node.target, node.iter = self.visit(node.target), self.visit(node.iter)  # type: ignore[assignment]
        self._bodies(node)
        return node

    def visit_While(self, node: ast.While) -> ast.While:
        node.test = self.visit(node.test)  # type: ignore[assignment]
        self._bodies(node)
        return node

    def visit_With(self, node: ast.With) -> ast.With:
        node.items = [self.visit(item) for item in node.items]  # type: ignore[misc]
        self._bodies(node)
        return node

    def visit_Try(self, node: ast.Try) -> ast.Try:
        for handler in node.handlers:
            handler.type = handler.type and self.visit(handler.type)  # type: ignore[assignment]
            self._bodies(handler)
        self._bodies(node)
        return node

    def visit_Assert(self, node: ast.Assert) -> None:
        """Left out, as by ``python -O``."""

    def visit_Raise(self, node: ast.Raise) -> ast.Raise:
        # MicroPython has no chains of exceptions, and says so on the page's output.
        node.cause = None
        node.exc = node.exc and self.visit(node.exc)  # type: ignore[assignment]
        return node

    def visit_ImportFrom(self, node: ast.ImportFrom) -> ast.ImportFrom | None:
        module = node.module or ""
        if module == "__future__" or module.partition(".")[0] == "py_url" or module in _OPTIONAL:
            return None if module == "__future__" else node
        names = {alias.name for alias in node.names}
        if missing := names - LIBRARY_OF.get(module, set()):
            remedy = "write it in build_scripts/building/micropython/shims/library.py, and name it in LIBRARY_OF"
            raise self._refuse(node, f"MicroPython has no {module}.{min(missing)}", remedy)
        node.module = LIBRARY
        return node

    def visit_Import(self, node: ast.Import) -> ast.Import:
        for alias in node.names:
            if alias.name in _MODULES:
                if replacement := _MODULES[alias.name]:
                    alias.asname, alias.name = alias.asname or alias.name, replacement
            elif alias.name.partition(".")[0] != "py_url" and alias.name not in _OPTIONAL:
                raise self._refuse(
                    node, f"MicroPython has no module {alias.name}", "import names, and name them in LIBRARY_OF"
                )
        return node

    def visit_AnnAssign(self, node: ast.AnnAssign) -> ast.Assign | None:
        if node.value is None:
            return None
        is_alias = isinstance(node.annotation, ast.Name) and node.annotation.id == "TypeAlias"
        value = ast.Constant(None) if is_alias else self.visit(node.value)
        return ast.Assign([node.target], value)  # type: ignore[arg-type]

    def visit_Assign(self, node: ast.Assign) -> ast.Assign | ast.Expr | None:
        target = node.targets[0]
        if isinstance(target, ast.Name) and target.id in ("TYPE_CHECKING", *NEVER_CALLED):
            return None
        if isinstance(target, ast.Name) and target.id in self.bases and isinstance(node.value, ast.Name):
            # Another name of a type, from which a class is derived.
            node.value = _of_runtime(_BASES[node.value.id]) if node.value.id in _BASES else node.value
            return node
        names = target.elts if isinstance(target, ast.Tuple) else [target]
        if all(
            isinstance(name, ast.Attribute) and name.attr in ("__doc__", "__name__", "__qualname__") for name in names
        ):
            return None  # MicroPython's functions cannot be renamed
        if (
            isinstance(target, ast.Subscript)
            and isinstance(target.value, ast.Attribute)
            and target.value.attr == "__annotations__"
        ):
            return None
        if isinstance(target, ast.Subscript) and isinstance(target.slice, ast.Slice) and target.slice.step is not None:
            return ast.Expr(
                _call("set_step", self._expr(target.value), *self._steps(target.slice), self._expr(node.value))
            )
        self.generic_visit(node)
        return node

    def visit_AugAssign(self, node: ast.AugAssign) -> ast.AST:
        """``a |= b`` changes a dict itself, which MicroPython's classes cannot say."""
        if not isinstance(node.op, ast.BitOr):
            return self.generic_visit(node)
        read = ast.parse(ast.unparse(node.target), mode="eval").body
        return ast.Assign([self._expr(node.target)], _call("merge", self._expr(read), self._expr(node.value)))

    def visit_Delete(self, node: ast.Delete) -> ast.AST:
        """``del a[b:]`` of a variable: a bytearray cannot shrink."""
        (target,) = node.targets
        if not isinstance(target, ast.Subscript) or not isinstance(target.slice, ast.Slice):
            return self.generic_visit(node)
        if (
            not isinstance(target.value, ast.Name)
            or target.slice.lower is None
            or target.slice.upper
            or target.slice.step
        ):
            raise self._refuse(
                node, "MicroPython deletes only the end of a variable", "write del a[b:], or make another list"
            )
        read = ast.Name(target.value.id, ast.Load())
        return ast.Assign([ast.Name(target.value.id, ast.Store())], _call("cut", read, self._expr(target.slice.lower)))

    def visit_FunctionDef(self, node: ast.FunctionDef) -> ast.FunctionDef | None:
        if any(isinstance(decorator, ast.Name) and decorator.id == "overload" for decorator in node.decorator_list):
            return None
        if node.name in NEVER_CALLED:
            return None
        if node.name in self.lacking:
            raise self._refuse(node, f"MicroPython never calls {node.name}", "do without it")
        node.returns = None
        node.decorator_list = [self._expr(decorator) for decorator in node.decorator_list]
        self._rename_positional(node)
        self.visit(node.args)
        node.body = self._statements(node.body) or [ast.Pass()]
        return node

    def _rename_positional(self, node: ast.FunctionDef) -> None:
        """Positional-only parameters become ordinary ones of other names, which nobody gives by name."""
        own = {argument.arg for argument in node.args.posonlyargs if argument.arg != "self"}
        renamed = {name: f"_{name}_" for name in own}
        for inner in ast.walk(node):
            if inner is not node and isinstance(inner, (ast.FunctionDef, ast.Lambda)):
                arguments = inner.args
                if own.intersection(
                    each.arg for each in (*arguments.posonlyargs, *arguments.args, *arguments.kwonlyargs)
                ):
                    raise self._refuse(
                        inner, "an inner function has a parameter of the same name", "rename one of them"
                    )
        for argument in node.args.posonlyargs:
            argument.arg = renamed.get(argument.arg, argument.arg)
        node.body = [_Renamed(renamed).visit(statement) for statement in node.body] if renamed else node.body

    def visit_Lambda(self, node: ast.Lambda) -> ast.Lambda:
        self.visit(node.args)
        node.body = self._expr(node.body)
        return node

    def visit_arguments(self, node: ast.arguments) -> ast.arguments:
        node.args, node.posonlyargs = [*node.posonlyargs, *node.args], []
        for argument in (*node.args, *node.kwonlyargs, node.vararg, node.kwarg):
            if argument is not None:
                argument.annotation = None
        node.defaults = [self._expr(default) for default in node.defaults]
        node.kw_defaults = [default and self._expr(default) for default in node.kw_defaults]
        return node

    def visit_ClassDef(self, node: ast.ClassDef) -> ast.ClassDef | None:
        if [base for base in node.bases if isinstance(base, ast.Name) and base.id == "type"]:
            # Its class is one that only annotations name: see `ONLY_IN_ANNOTATIONS`.
            return None
        if node.name in ONLY_IN_ANNOTATIONS:
            node.keywords = []
        if node.keywords:
            raise self._refuse(node, "MicroPython's classes take no keywords, so no metaclass", "do without them")
        names = {statement.name for statement in node.body if isinstance(statement, ast.FunctionDef)}
        bases: list[ast.expr] = []
        for base in node.bases:
            plain = base.value if isinstance(base, ast.Subscript) else base
            name = plain.id if isinstance(plain, ast.Name) else ""
            if name == "Enum":
                node.decorator_list.append(_of_runtime("enumeration"))
            elif name == "dict" and "__missing__" in names:
                bases.append(_of_runtime("MissingDict"))
            elif name == "TypedDict":
                bases.append(ast.Name("object", ast.Load()))
            else:
                bases.append(_of_runtime(_BASES[name]) if name in _BASES else self._expr(plain))
        if "__missing__" in names and not any(isinstance(base, ast.Attribute) for base in bases):
            raise self._refuse(node, "MicroPython never calls __missing__", "derive the class from dict itself")
        node.bases = bases
        node.decorator_list = [self._expr(decorator) for decorator in node.decorator_list]
        node.body = self._statements(node.body) or [ast.Pass()]
        return node

    # Expressions

    def _expr(self, node: ast.expr) -> ast.expr:
        return self.visit(node)  # type: ignore[return-value]

    def _parts(self, elements: Sequence[ast.expr]) -> list[ast.expr]:
        """The elements of a display with stars, as iterables."""
        parts: list[ast.expr] = []
        run: list[ast.expr] = []
        for element in (*elements, None):
            if element is not None and not isinstance(element, ast.Starred):
                run.append(self._expr(element))
                continue
            if run:
                parts.append(ast.Tuple(run, ast.Load()))
                run = []
            if element is not None:
                parts.append(self._expr(element.value))
        return parts

    def visit_List(self, node: ast.List) -> ast.AST:
        is_read = isinstance(node.ctx, ast.Load) and _has_star(node.elts)
        return _call("make_list", *self._parts(node.elts)) if is_read else self.generic_visit(node)

    def visit_Tuple(self, node: ast.Tuple) -> ast.AST:
        is_read = isinstance(node.ctx, ast.Load) and _has_star(node.elts)
        return _call("make_tuple", *self._parts(node.elts)) if is_read else self.generic_visit(node)

    def visit_Set(self, node: ast.Set) -> ast.AST:
        return _call("make_set", *self._parts(node.elts)) if _has_star(node.elts) else self.generic_visit(node)

    def visit_Dict(self, node: ast.Dict) -> ast.AST:
        parts: list[ast.expr] = []
        run: list[ast.expr] = []
        for key, value in zip(node.keys, node.values, strict=True):
            if key is not None:
                run.append(ast.Tuple([self._expr(key), self._expr(value)], ast.Load()))
                continue
            if run:
                parts.append(ast.Tuple(run, ast.Load()))
                run = []
            parts.append(self._expr(value))
        if run:
            parts.append(ast.Tuple(run, ast.Load()))
        return _call("Dict", *parts)

    def visit_DictComp(self, node: ast.DictComp) -> ast.AST:
        pair = ast.Tuple([self._expr(node.key), self._expr(node.value)], ast.Load())
        generators = [self.visit(generator) for generator in node.generators]
        return _call("Dict", ast.GeneratorExp(pair, generators))  # type: ignore[arg-type]

    def visit_JoinedStr(self, node: ast.JoinedStr) -> ast.AST:
        text, values = "", []
        for part in node.values:
            if isinstance(part, ast.Constant):
                text += str(part.value).replace("%", "%%")
                continue
            assert isinstance(part, ast.FormattedValue)
            text += "%s"
            value = self._expr(part.value)
            if part.conversion == ord("r"):
                value = _call("shown", value)
            elif part.conversion != -1:
                raise self._refuse(node, f"!{chr(part.conversion)} is not known", "call the function")
            if part.format_spec is not None:
                value = _call("formatted", value, self._expr(part.format_spec))
            values.append(value)
        if not values:
            return ast.Constant(text.replace("%%", "%"))
        return ast.BinOp(ast.Constant(text), ast.Mod(), ast.Tuple(values, ast.Load()))

    def _steps(self, node: ast.Slice) -> list[ast.expr]:
        return [
            ast.Constant(None) if each is None else self._expr(each) for each in (node.lower, node.upper, node.step)
        ]

    def visit_Subscript(self, node: ast.Subscript) -> ast.AST:
        if isinstance(node.slice, ast.Slice) and node.slice.step is not None:
            if not isinstance(node.ctx, ast.Load):
                raise self._refuse(node, "MicroPython deletes no slices with a step", "make another list")
            return _call("step", self._expr(node.value), *self._steps(node.slice))
        if isinstance(node.value, ast.Name) and node.value.id in _TYPES - self.variables:
            return self._expr(node.value)
        return self.generic_visit(node)

    def visit_BinOp(self, node: ast.BinOp) -> ast.AST:
        leaves: list[ast.expr] = []
        rest: list[ast.expr] = [node]
        while rest:
            leaf = rest.pop()
            if isinstance(leaf, ast.BinOp) and isinstance(leaf.op, ast.BitOr):
                rest += [leaf.right, leaf.left]
            else:
                leaves.append(leaf)
        if isinstance(node.op, ast.BitOr) and any(isinstance(leaf, ast.Name) and leaf.id in _TYPES for leaf in leaves):
            return ast.Tuple([self._expr(leaf) for leaf in leaves], ast.Load())
        return self.generic_visit(node)

    def visit_Name(self, node: ast.Name) -> ast.AST:
        if node.id in EXCEPTIONS:
            node.id = EXCEPTIONS[node.id]
        elif node.id in _LACKING_FUNCTIONS and node.id not in self.variables:
            raise self._refuse(node, f"MicroPython has no {node.id}", "write it in another way")
        return node

    def visit_Attribute(self, node: ast.Attribute) -> ast.AST:
        if not isinstance(node.ctx, ast.Load):
            return self.generic_visit(node)
        if isinstance(node.value, ast.Name) and (name := f"{node.value.id}.{node.attr}") in ATTRIBUTES:
            return _of_runtime(ATTRIBUTES[name])
        if node.attr in SPECIAL:
            return _call(SPECIAL[node.attr], self._expr(node.value))
        if node.attr in _LACKING_METHODS:
            raise self._refuse(node, f"MicroPython has no {node.attr}", "write it in another way")
        return self.generic_visit(node)

    def visit_Call(self, node: ast.Call) -> ast.AST:
        function, arguments = node.func, node.args
        name = function.id if isinstance(function, ast.Name) else ""
        if isinstance(function, ast.Attribute):
            attribute = function.attr
            if attribute == "format" and isinstance(function.value, ast.Constant) and "!r" in str(function.value.value):
                raise self._refuse(node, "MicroPython's repr() has only ASCII", "write an f-string")
            if attribute in ("lstrip", "rstrip", "rsplit") and not arguments:
                raise self._refuse(node, f"MicroPython's {attribute}() knows only the spaces of ASCII", "name them")
            if attribute == "__new__" and len(arguments) == 1:
                return _call("new", self._expr(arguments[0]))
            if attribute == "__new__":
                return _call("new_of", *[self._expr(argument) for argument in arguments])
            if attribute in METHODS and not self._is_super(function.value):
                return self.generic_visit(ast.Call(_of_runtime(attribute), [function.value, *arguments], node.keywords))
        if name == "hasattr" and isinstance(arguments[1], ast.Constant) and str(arguments[1].value).startswith("__"):
            node.func = _of_runtime("has")
        elif name == "isinstance":
            names = {each.id for each in ast.walk(arguments[1]) if isinstance(each, ast.Name)}
            if names & ONLY_IN_ANNOTATIONS:
                raise self._refuse(node, "this class has no metaclass in MicroPython", "write hasattr()")
            # The runtime knows abstract classes, and stands in for some types.
            if names & {"int", "list", "tuple", *LIBRARY_OF["collections.abc"], *LIBRARY_OF["types"]}:
                node.func = _of_runtime("is_instance")
        elif name in FUNCTIONS:
            node.func = _of_runtime(FUNCTIONS[name])
        elif name in ("AttributeError", "ImportError", "ModuleNotFoundError", "property"):
            # The attributes `name` and `obj` of an exception, and the docstring of a property.
            node.keywords = []
        return self.generic_visit(node)

    @staticmethod
    def _is_super(node: ast.expr) -> bool:
        return isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "super"


class _Shims(_Transformer):
    """For the shims, which are written for MicroPython: only what is for type checkers is left out."""

    lacking = frozenset()
    left_alone = tuple(
        getattr(ast, name)
        for name in _words(
            "List Tuple Set Dict DictComp JoinedStr Subscript BinOp Name Attribute Call AugAssign Delete"
        )
    )

    def visit_ImportFrom(self, node: ast.ImportFrom) -> ast.ImportFrom | None:
        return None if node.module == "__future__" else node

    def visit_Import(self, node: ast.Import) -> ast.Import:
        return node

    def visit_ClassDef(self, node: ast.ClassDef) -> ast.ClassDef:
        node.body = self._statements(node.body) or [ast.Pass()]
        return node


def transform_shim(source: str, file: str) -> str:
    """Return a shim without what is for people and for type checkers."""
    return ast.unparse(ast.fix_missing_locations(_Shims(file).visit_Module(ast.parse(source, file)))) + "\n"
