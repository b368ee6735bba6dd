"""Everything public in one list: names, signatures and documented errors, so that no change of them goes unnoticed.

    python3 build_scripts/test.py --record-api

rewrites ``tests/data/api.txt``; `tests.unit.test_api` compares it with a new list. The list is made from the text of
the modules. So it is the same in every Python, and needs no optional package. The command also rewrites the list
of the files that the playground fetches.
"""

import ast
import builtins
import functools
import importlib
import json
import re
from pathlib import Path
from types import ModuleType

import py_url
from py_url import columns
from tests.support.documents import run

ROOT = Path(__file__).parents[2]
RECORD = ROOT / "tests" / "data" / "api.txt"
PLAYGROUND = ROOT / "web" / "playground" / "python" / "files.json"

ENGINES = tuple(f"py_url.columns.{name}" for name in columns._ENGINES)
IN_ENVIRONMENTS_OF_THEIR_OWN = tuple(
    name for name in ENGINES if (ROOT / "tests" / "engines" / f"test_{name.rpartition('.')[2]}.py").is_file()
)
"""Public modules that the tests in tests/engines import."""
FURTHER = (
    *ENGINES,
    *("py_url.compat.clients", "py_url.compat.pydantic", "py_url.compat.urllib_parse"),
    *("py_url.guard.transports", "py_url.specs.html.import_maps"),
)
"""Public modules that are an attribute of no other public module."""

_DEFINITION = ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef
_PYTHONS_OWN = {"__init__", "__new__", "__init_subclass__", "__dir__", "__setattr__", "__delattr__", "__getattr__"}


@functools.cache
def _tree(module):
    path = ROOT.joinpath(*module.split("."))
    file = path / "__init__.py" if path.is_dir() else path.with_suffix(".py")
    return ast.parse(file.read_text("utf-8"))


def _statements(tree):
    """Yield the statements of a module or class, and those in its branches."""
    for node in tree.body:
        if isinstance(node, ast.If):
            yield from _statements(node)
            yield from _statements(ast.Module(node.orelse, []))
        else:
            yield node


def _assigned(node):
    """Return the names that a statement gives values to."""
    targets = node.targets if isinstance(node, ast.Assign) else [node.target] if isinstance(node, ast.AnnAssign) else []
    return [name.id for target in targets for name in ast.walk(target) if isinstance(name, ast.Name)]


def definition(module, name):
    """Return the module that defines a name of *module*, and the statement there. The statement is None if the name is
    that of a module.
    """
    found = None
    for node in _statements(_tree(module)):
        if isinstance(node, _DEFINITION) and node.name == name:
            return module, node
        if name in _assigned(node):
            return module, node
        if isinstance(node, ast.ImportFrom) and node.module and node.module.split(".")[0] == "py_url":
            for alias in node.names:
                if (alias.asname or alias.name) == name:
                    inner = f"{node.module}.{alias.name}"
                    found = (inner, None) if _is_module(inner) else definition(node.module, alias.name)
    if found is None:
        raise LookupError(f"{module} does not define {name}")
    return found


def _is_module(name):
    path = ROOT.joinpath(*name.split("."))
    return path.is_dir() or path.with_suffix(".py").is_file()


def _is_exception(module, name):
    if isinstance(getattr(builtins, name, None), type):
        return issubclass(getattr(builtins, name), BaseException)
    try:
        where, node = definition(module, name)
    except LookupError:
        return False
    return isinstance(node, ast.ClassDef) and any(_is_exception(where, ast.unparse(base)) for base in node.bases)


def errors(module, docstring):
    """Return the names of the exceptions in the section "Raises" of a docstring, and in the sentences that say what is
    raised.
    """
    text = re.sub(r"\s+", " ", re.sub(r"(?<=^    )(?=[A-Z]\w+: )", "Raises ", docstring or "", flags=re.MULTILINE))
    named = [
        name
        for sentence in re.split(r"(?<=\.) (?=[A-Z])", text)
        if re.search(r"(?<!not )\b[Rr]aises?\b", sentence)
        for name in re.findall(r"(?<![\w.\"'])[A-Z]\w+", sentence)
    ]
    public = "py_url.standard", "py_url.guard", "py_url.specs.rfc3986", module
    return sorted({name for name in named if any(_is_exception(where, name) for where in public)})


def undocumented_errors(module):
    """Yield each public function and method of *module* that raises an exception which its docstring does not name,
    with the names of these exceptions.

    A method's may be in the docstring of its class, and a setter's in that of the property. An exception that only the
    functions inside raise is not counted, nor is one that is caught.
    """
    yield from _undocumented(_tree(module), "", "")


def _undocumented(tree, owner, of_owner):
    of_properties = {}
    for node in _statements(tree):
        if not isinstance(node, _DEFINITION):
            continue
        docstring = ast.get_docstring(node) or of_properties.get(node.name, "")
        of_properties[node.name] = docstring
        if node.name.startswith("_") and node.name not in ("__init__", "__new__"):
            continue
        if isinstance(node, ast.ClassDef):
            yield from _undocumented(node, f"{node.name}.", docstring)
        elif not re.search(r"\berrors of\b|\bsame errors\b|\bsee `", f"{docstring} {of_owner}"):
            names = {*_raised_in(node.body)} - {*re.findall(r"\w+", f"{docstring} {of_owner}")}
            if names and (docstring or of_owner):
                yield f"{owner}{node.name}", sorted(names)


def _raised_in(statements):
    """Yield the names of the exceptions that statements raise themselves."""
    for node in statements:
        if isinstance(node, ast.Raise) and node.exc is not None:
            raised = node.exc.func if isinstance(node.exc, ast.Call) else node.exc
            if isinstance(raised, ast.Name) and raised.id[:1].isupper():
                yield raised.id
        elif not isinstance(node, _DEFINITION):
            yield from _raised_in(ast.iter_child_nodes(node))


def functions(module):
    """Yield the public functions of *module*, and the public methods of its classes: the module that defines each, its
    name there, and its statement. Of overloads, that is the implementation.
    """
    for name in names_of(module):
        where, node = definition(module, name)
        if isinstance(node, ast.ClassDef):
            owners = [(where, node), *((base, found) for base, found in _bases(where, node) if found.name[0] == "_")]
            for owned_by, owner in owners:
                methods = _implementations(owner)
                yield from ((owned_by, f"{owner.name}.{name}", method) for name, method in methods.items())
        elif isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            yield where, node.name, _implementations(_tree(where))[node.name]


def _implementations(tree):
    """Return the public functions of a module or a class by name, without properties. The last of a name counts."""
    return {
        node.name: node
        for node in _statements(tree)
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)
        and not node.name.startswith("_")
        and not any(re.search(r"property$|\.setter$", ast.unparse(decorator)) for decorator in node.decorator_list)
    }


def parameters(node):
    """Return the names of the parameters of a function, without ``self`` and ``cls``."""
    arguments = node.args
    named = [*arguments.posonlyargs, *arguments.args, arguments.vararg, *arguments.kwonlyargs, arguments.kwarg]
    return [one.arg for one in named if one is not None and one.arg not in ("self", "cls")]


def docstrings(module):
    """Yield each docstring of a module, after the name of the function or class that it is of."""
    for node in ast.walk(_tree(module)):
        if isinstance(node, _DEFINITION | ast.Module) and (docstring := ast.get_docstring(node)):
            yield getattr(node, "name", ""), docstring


def run_docstrings(module, **known):
    """Run the examples in the docstrings of a module, each with the names of the module and those that are *known*.
    Return how many there are. None may fail.
    """
    names = vars(importlib.import_module(module)) | known
    return sum(run(text, f"{module}.{name}", **names) for name, text in docstrings(module) if ">>> " in text)


def _raised(module, node):
    names = errors(module, ast.get_docstring(node))
    return f"    raises {', '.join(names)}" if names else ""


def _signature(node, *, drop_first):
    arguments = node.args
    if drop_first and (arguments.posonlyargs or arguments.args):
        first = (arguments.posonlyargs or arguments.args).pop(0)
        text = ast.unparse(arguments)
        (arguments.posonlyargs or arguments.args).insert(0, first)
    else:
        text = ast.unparse(arguments)
    returns = f" -> {ast.unparse(node.returns)}" if node.returns is not None else ""
    return f"({text}){returns}"


def _function(module, node, *, in_class):
    decorators = [ast.unparse(decorator) for decorator in node.decorator_list]
    plain = {name.partition("(")[0].rpartition(".")[2] for name in decorators}
    kind = "async " if isinstance(node, ast.AsyncFunctionDef) else ""
    if "overload" in plain:
        kind += "overload "
    if plain & {"property", "cached_property"}:
        returns = f": {ast.unparse(node.returns)}" if node.returns is not None else ""
        return f"{node.name}{returns}{_raised(module, node)}"
    if any(name.endswith(".setter") for name in decorators):
        value = node.args.args[1].annotation
        return f"{node.name} = {ast.unparse(value) if value is not None else ''}{_raised(module, node)}"
    for name in ("classmethod", "staticmethod"):
        kind += f"{name} " if name in plain else ""
    signature = _signature(node, drop_first=in_class and "staticmethod" not in plain)
    return f"{kind}{node.name}{signature}{_raised(module, node)}"


def _bases(module, node):
    """Yield the classes of the package that a class inherits from, the nearest first."""
    for base in node.bases:
        try:
            where, found = definition(module, ast.unparse(base).partition("[")[0])
        except LookupError:
            continue
        if isinstance(found, ast.ClassDef):
            yield where, found
            yield from _bases(where, found)


def _is_public(name):
    return not name.startswith("_") or (name.startswith("__") and name.endswith("__") and name not in _PYTHONS_OWN)


def _members(module, node):
    """Yield the lines of a class's own public members."""
    for statement in _statements(node):
        if isinstance(statement, _DEFINITION):
            if not _is_public(statement.name):
                continue
            if isinstance(statement, ast.ClassDef):
                yield f"class {statement.name}"
            elif statement.name.startswith("__"):
                yield f"{statement.name}{_raised(module, statement)}"
            else:
                yield _function(module, statement, in_class=True)
        elif isinstance(statement, ast.AnnAssign) and isinstance(statement.target, ast.Name):
            if _is_public(statement.target.id):
                has_default = " = ..." if statement.value is not None else ""
                yield f"{statement.target.id}: {ast.unparse(statement.annotation)}{has_default}"
        else:
            yield from (name for name in _assigned(statement) if _is_public(name) and not name.startswith("__"))


def _class(module, node):
    inherited = [*_bases(module, node)]
    constructor = next(
        (
            statement
            for _, owner in [(module, node), *inherited]
            for statement in _statements(owner)
            if isinstance(statement, ast.FunctionDef) and statement.name in ("__init__", "__new__")
        ),
        None,
    )
    takes = _signature(constructor, drop_first=True).removesuffix(" -> None") if constructor is not None else ""
    bases = f", a {' and '.join(map(ast.unparse, node.bases))}" if node.bases else ""
    yield f"class {node.name}{takes}{bases}{_raised(module, node)}"
    seen = set()
    for where, owner in [(module, node), *((where, base) for where, base in inherited if base.name.startswith("_"))]:
        for line in _members(where, owner):
            if line not in seen:
                seen.add(line)
                yield f"  {line}"


def _lines(module, name):
    where, node = definition(module, name)
    if node is None:
        yield f"{name}: module {where}"
    elif isinstance(node, ast.ClassDef):
        yield from _class(where, node)
    elif isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
        overloads = [
            other
            for other in _statements(_tree(where))
            if isinstance(other, ast.FunctionDef | ast.AsyncFunctionDef) and other.name == name
        ]
        yield from (_function(where, other, in_class=False) for other in overloads)
    elif isinstance(node, ast.AnnAssign):
        yield f"{name}: {ast.unparse(node.annotation)}"
    else:
        yield f"{name}: a value"


def has_all(module):
    """Return whether a module has ``__all__``."""
    return any("__all__" in _assigned(node) for node in _statements(_tree(module)))


def names_of(module):
    """Return the public names of a module, those of its ``__all__``."""
    [node] = [node for node in _statements(_tree(module)) if "__all__" in _assigned(node)]
    try:
        return sorted(ast.literal_eval(node.value))
    except ValueError:  # it is computed
        return sorted(importlib.import_module(module).__all__)


def _lazy(package):
    """Return the names of the modules that a package loads on first use."""
    return [f"{package.__name__}.{name}" for name in package._MODULES]


def modules():
    """Return the names of the public modules."""
    found = ["py_url", *_lazy(py_url), *_lazy(py_url.specs), *FURTHER]
    for module in found:
        for name in names_of(module):
            value = getattr(py_url, name, None) if module == "py_url" else None
            where, node = (name, None) if isinstance(value, ModuleType) else definition(module, name)
            if node is None and where not in found:
                found.append(where)
    return sorted(found)


def listed():
    """Return the text of the list."""
    lines = ["# Made by: python3 build_scripts/test.py --record-api", ""]
    for module in modules():
        lines.append(module)
        for name in names_of(module):
            lines += [f"  {line}" for line in _lines(module, name)]
        lines.append("")
    return "\n".join(lines)


def files_of_the_playground():
    """Return the text of ``files.json``: the Python that the worker of the playground fetches, by its names."""
    folder = PLAYGROUND.parent
    files = [file for file in folder.rglob("*") if file.suffix in (".py", ".json") and file != PLAYGROUND]
    return json.dumps(sorted(file.relative_to(folder).as_posix() for file in files), indent=2) + "\n"


def main():
    RECORD.write_text(listed(), "utf-8")
    PLAYGROUND.write_text(files_of_the_playground(), "utf-8")


if __name__ == "__main__":
    main()
