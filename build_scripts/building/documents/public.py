"""The public names of py_url: what they are, where they are defined, and the reStructuredText that describes each.

They are those of ``tests/data/api.txt``, read from the text of the modules as `tests.support.api` does it.
"""

from __future__ import annotations

import ast
import importlib
import json
import re
from functools import cache
from itertools import pairwise
from pathlib import Path
from typing import Any, NamedTuple, TypeAlias

from setup.project import ROOT

from building.documents import docstrings

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

Statement: TypeAlias = Any
"""A statement of the module `ast`. Which attributes it has depends on what it defines."""

# The tests are not typed.
_api: Any = importlib.import_module("tests.support.api")
# Not that of an example, which has quotes.
_URL = re.compile(r"(?<![`\"'])https?://[^\s<>`)]+[\w/#]")
_SECTIONS = {
    "§3.3": "idna",
    "§3.4": "host-writing",
    "§3.5": "host-parsing",
    "§4.1": "url-representation",
    "§4.2": "url-miscellaneous",
    "§4.3": "url-writing",
    "§4.4": "url-parsing",
    "§4.5": "url-serializing",
    "§4.6": "url-equivalence",
    "§4.7": "origin",
    "§6.1": "url-class",
}
"""The identifiers of the URL Standard's sections, for names whose docstrings have no link."""

STANDARDS = {
    "py_url.pattern": ("URL Pattern Standard", "https://urlpattern.spec.whatwg.org/"),
    "py_url.specs.html": ("HTML Standard", "https://html.spec.whatwg.org/multipage/"),
    "py_url.specs.file_api": ("File API", "https://w3c.github.io/FileAPI/"),
    "py_url.specs.websocket": ("WebSockets Standard", "https://websockets.spec.whatwg.org/"),
    "py_url.specs.rfc3986": ("RFC 3986", "https://www.rfc-editor.org/rfc/rfc3986"),
    "py_url.specs.opc": ("ECMA-376", "https://ecma-international.org/publications-and-standards/standards/ecma-376/"),
    "py_url.specs": ("its RFC", "https://www.rfc-editor.org/"),
    "py_url": ("URL Standard", "https://url.spec.whatwg.org/"),
}
"""For a package: the standard whose sections its docstrings number, and where it is. The longest name counts."""

FURTHER_TERMS: list[tuple[str, str, str, str]] = json.loads(
    Path(__file__).with_name("standard_terms.json").read_text("utf-8")
)
"""Terms of the URL Standard whose names in py_url have a docstring that does not begin with the term: for each its
section, the term, the identifier of its definition, and the whole name.
"""

_DEFAULTS_IN = {"py_url.guard.transports.Options": ("py_url.guard.transports.connecting", "Guarding")}
"""For a TypedDict, which cannot have them: the module and the class whose arguments have its defaults."""


class Name(NamedTuple):
    """A public name."""

    module: str
    """The module that people import it from."""
    name: str
    where: str
    """The module that defines it."""
    node: Statement
    """The statement there; None for a module."""

    @property
    def whole(self) -> str:
        """The name with that of the module."""
        return f"{self.module}.{self.name}"


class Member(NamedTuple):
    """A public member of a class."""

    name: str
    where: str
    nodes: list[Statement]
    """The statements that define it: the overloads of a method; a property, and its setter."""


def modules() -> list[str]:
    """Return the public modules."""
    found: list[str] = _api.modules()
    return found


@cache
def names() -> tuple[Name, ...]:
    """Return all public names, apart from those of modules."""
    found = []
    for module in modules():
        for name in _api.names_of(module):
            where, node = _api.definition(module, name)
            if node is not None:
                found.append(Name(module, name, where, node))
    return tuple(found)


@cache
def homes() -> dict[tuple[str, str], Name]:
    """Return where each public name is described, by the module that defines it and its name: some have several."""
    found: dict[tuple[str, str], Name] = {}
    for name in sorted(names(), key=lambda name: (name.module.count("."), name.module)):
        found.setdefault((name.where, _own_name(name)), name)
    return found


def home(name: Name) -> Name:
    """Return the name under which something is described."""
    return homes()[name.where, _own_name(name)]


def _own_name(name: Name) -> str:
    return getattr(name.node, "name", name.name)


def docstring_of(where: str, node: Statement) -> str:
    """Return the docstring of a definition, or the string after an assignment; "" if there is none."""
    if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef, ast.Module)):
        return ast.get_docstring(node) or ""
    tree = _api._tree(where)
    for body in [tree.body, *(part.body for part in ast.walk(tree) if isinstance(part, (ast.ClassDef, ast.If)))]:
        for statement, following in pairwise(body):
            if statement is node and isinstance(following, ast.Expr) and isinstance(following.value, ast.Constant):
                value = following.value.value
                return "\n".join(line.strip() for line in value.splitlines()) if isinstance(value, str) else ""
    return ""


def docstring_of_module(module: str) -> str:
    """Return the docstring of a module."""
    return ast.get_docstring(_api._tree(module)) or ""


@cache
def _source(where: str) -> list[str]:
    path = ROOT.joinpath(*where.split("."))
    file = path / "__init__.py" if path.is_dir() else path.with_suffix(".py")
    return file.read_text("utf-8").splitlines()


def link_of(where: str, node: Statement) -> str:
    """Return the address of the specification of something: in its docstring, or in the comment before it."""
    # URLs of examples are no addresses of specifications.
    text, *_ = docstring_of(where, node).partition(">>>")
    if found := _URL.search(text):
        return found[0]
    first = min([node.lineno, *(decorator.lineno for decorator in getattr(node, "decorator_list", []))])
    for line in reversed(_source(where)[: first - 1]):
        if not line.strip().startswith("#"):
            break
        if found := _URL.search(line):
            return found[0]
    return ""


def standard_of(module: str) -> tuple[str, str]:
    """Return the name and the address of the standard that a module follows."""
    packages = [package for package in STANDARDS if f"{module}.".startswith(f"{package}.")]
    return STANDARDS[max(packages, key=len)]


def members(name: Name) -> list[Member]:
    """Return the public members of a class, and those of its private bases."""
    found: dict[str, Member] = {}
    bases = [base for base in _api._bases(name.where, name.node) if base[1].name.startswith("_")]
    for where, owner in [(name.where, name.node), *bases]:
        here: dict[str, Member] = {}
        for statement in _api._statements(owner):
            for member in _member_names(statement):
                if _api._is_public(member):
                    here.setdefault(member, Member(member, where, [])).nodes.append(statement)
        for member, found_here in here.items():
            found.setdefault(member, found_here)
    return [*found.values()]


def _member_names(statement: Statement) -> list[str]:
    if isinstance(statement, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)):
        return [statement.name]
    named: list[str] = _api._assigned(statement)
    return [name for name in named if not (name.startswith("__") and name.endswith("__"))]


def public_bases(name: Name) -> list[Name]:
    """Return the public classes that a class inherits from."""
    return [homes()[key] for base in _api._bases(name.where, name.node) if (key := (base[0], base[1].name)) in homes()]


def shown_bases(name: Name) -> list[str]:
    """Return what a class is, as its users know it: in place of a private base, the bases of that."""
    return [*dict.fromkeys(_shown_bases(name.where, name.node))]


def _shown_bases(where: str, node: Statement) -> Iterator[str]:
    for base in node.bases:
        text = ast.unparse(base)
        try:
            there, found = _api.definition(where, text.partition("[")[0])
        except LookupError:
            yield text  # of Python
            continue
        if (there, _own_name(Name("", text, there, found))) in homes() or not isinstance(found, ast.ClassDef):
            yield text
        else:
            yield from _shown_bases(there, found)


def is_exception(name: Name) -> bool:
    """Return whether a name is that of an exception."""
    return isinstance(name.node, ast.ClassDef) and bool(_api._is_exception(name.where, name.node.name))


@cache
def _addresses() -> dict[str, list[str]]:
    """Return the whole names that end in a name, for all names and members that have a description."""
    found: dict[str, list[str]] = {}
    whole = [*modules()]
    for name in homes().values():
        whole.append(name.whole)
        if isinstance(name.node, ast.ClassDef):
            whole += [f"{name.whole}.{member.name}" for member in members(name)]
    for one in whole:
        parts = one.split(".")
        for start in range(len(parts)):
            found.setdefault(".".join(parts[start:]), []).append(one)
    return found


def resolve(reference: str, module: str, owner: str = "") -> str | None:
    """Return the whole name of what *reference* means in the docstring of something in *module*, or None."""
    found = _addresses().get(reference, [])
    for near in (f"{owner}.{reference}" if owner else "", f"{module}.{reference}", f"py_url.{reference}", reference):
        if near in found:
            return near
    return found[0] if len(found) == 1 else None


def signature(node: Statement, *, in_class: bool) -> str:
    """Return the parameters and the result of a function."""
    decorators = {ast.unparse(decorator) for decorator in node.decorator_list}
    text: str = _api._signature(node, drop_first=in_class and "staticmethod" not in decorators)
    return text


def with_values(text: str, where: str) -> str:
    """Return the text of a signature in which a private constant of the module is its value, as in ``8_192``."""
    values = {
        name: ast.unparse(statement.value)
        for statement in _api._statements(_api._tree(where))
        if isinstance(statement, ast.Assign) and isinstance(statement.value, ast.Constant)
        for name in _api._assigned(statement)
    }
    return re.sub(r"(?<==)_[A-Z]\w*", lambda name: values.get(name[0], name[0]), text)


def constructor_of(name: Name) -> str:
    """Return the parameters of a class; "" if it takes none."""
    for _, owner in [(name.where, name.node), *_api._bases(name.where, name.node)]:
        for statement in _api._statements(owner):
            if isinstance(statement, ast.FunctionDef) and statement.name in ("__init__", "__new__"):
                text: str = _api._signature(statement, drop_first=True)
                return with_values(text.partition(" -> ")[0], name.where)
    if any("dataclass" in ast.unparse(decorator) for decorator in name.node.decorator_list):
        fields = [field for field in _api._statements(name.node) if isinstance(field, ast.AnnAssign)]
        return f"(*, {', '.join(ast.unparse(field).replace(' = ', '=') for field in fields)})"
    return ""


def defaults(name: Name) -> dict[str, str]:
    """Return the values that the members of a class have unless they are given."""
    if name.whole in _DEFAULTS_IN:
        node = _api.definition(*_DEFAULTS_IN[name.whole])[1]
        [init] = [one for one in _api._statements(node) if getattr(one, "name", "") == "__init__"]
        pairs = zip(init.args.kwonlyargs, init.args.kw_defaults, strict=True)
        return {argument.arg: ast.unparse(value) for argument, value in pairs if value is not None}
    fields = [one for one in _api._statements(name.node) if isinstance(one, ast.AnnAssign)]
    return {ast.unparse(field.target): ast.unparse(field.value) for field in fields if field.value is not None}


def described(where: str, node: Statement, module: str, owner: str = "") -> list[str]:
    """Return the description of something in reStructuredText, with a link to its specification."""
    docstring = docstring_of(where, node)
    lines = docstrings.to_rst(docstring, lambda reference: resolve(reference, module, owner))
    link = link_of(where, node)
    if link and link not in docstring:
        lines += ["", f"Specification: {link}", ""]
    elif not link and "§" in docstring:
        name, address = standard_of(module)
        lines += ["", f"Sections are those of the `{name} <{address}>`__.", ""]
    return lines


def terms() -> Iterator[tuple[str, str, str, str, str]]:
    """Yield each term of a specification that a name implements: the term, the standard, its section, its address and
    the name.
    """
    yield from terms_of_docstrings()
    for section, term, identifier, whole in FURTHER_TERMS:
        yield term, "URL Standard", section, f"https://url.spec.whatwg.org/#{identifier}", whole


def terms_of_docstrings() -> Iterator[tuple[str, str, str, str, str]]:
    """Yield the terms with which docstrings begin, as `terms` does."""
    for name in homes().values():
        docstring = docstring_of(name.where, name.node)
        start = " ".join(docstring.partition("\n\n")[0].split())
        numbered = re.match(r"(?P<of>(?:[A-Z][\w ]*?)?) ?§(?P<number>[\d.]+\d)", start)
        parameters = _parameters(name.node)
        found = [term for term in re.findall(r"(?<!\*)\*([^*]+)\*(?!\*)", start) if term not in parameters]
        if numbered and found and not numbered["of"].endswith(" of"):
            standard, top = standard_of(name.module)
            standard = numbered["of"].strip() or standard
            section = f"§{numbered['number']}"
            if standard == "URL Standard" and section in _SECTIONS:
                top += f"#{_SECTIONS[section]}"
            elif name.module == "py_url.pattern":
                top += "#urlpattern-class"
            yield found[0], standard, section, link_of(name.where, name.node) or top, name.whole


def _parameters(node: Statement) -> set[str]:
    arguments = getattr(node, "args", None)
    return {argument.arg for argument in ast.walk(arguments) if isinstance(argument, ast.arg)} if arguments else set()
