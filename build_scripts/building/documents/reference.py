"""Write the reference from the package: a page for each module and each class, with a section for each public name."""

from __future__ import annotations

import ast
import re

from building.documents import docstrings, public

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping
    from pathlib import Path

    from building.documents.public import Member, Name

_INDENT = "   "
# The members of the two classes in the order of MDN's pages: properties by name, static methods, methods.
_MDN = {
    "py_url.URL": (
        *("hash", "host", "hostname", "href", "origin", "password", "pathname", "port", "protocol", "search"),
        *("search_params", "username", "can_parse", "parse", "to_json", "__str__"),
    ),
    "py_url.URLSearchParams": (
        *("size", "append", "delete", "entries", "get", "get_all", "has", "keys", "set", "sort", "__str__", "values"),
    ),
}
_JAVASCRIPT = {"search_params": "searchParams", "can_parse": "canParse", "to_json": "toJSON", "get_all": "getAll"}
_ONLY_JAVASCRIPT = {
    "py_url.URL": "``URL.createObjectURL`` and ``URL.revokeObjectURL`` are JavaScript's alone; "
    ":py:obj:`py_url.specs.file_api` has blob URLs.",
    "py_url.URLSearchParams": "``forEach`` is JavaScript's alone: write a ``for`` loop over the object.",
}


def write(folder: Path, notes: Mapping[str, list[str]]) -> None:
    """Write the pages to *folder*. *notes* has lines to add to a name's section, by its whole name."""
    folder.mkdir(parents=True, exist_ok=True)
    for module in public.modules():
        (folder / f"{module}.rst").write_text("\n".join(_of_module(module)) + "\n", "utf-8")
    for name in public.homes().values():
        if isinstance(name.node, ast.ClassDef):
            (folder / f"{name.whole}.rst").write_text("\n".join(_of_class(name, notes)) + "\n", "utf-8")


def _of_module(module: str) -> Iterator[str]:
    yield from (module, "=" * len(module), "", f".. py:module:: {module}", "")
    docstring = public.docstring_of_module(module)
    yield from docstrings.to_rst(docstring, lambda reference: public.resolve(reference, module))
    if "§" in docstring and "://" not in docstring:
        name, address = public.standard_of(module)
        yield from (f"Sections are those of the `{name} <{address}>`__.", "")
    mine = [name for name in public.names() if name.module == module]
    own = [name for name in mine if public.home(name) == name]
    classes = [name for name in own if isinstance(name.node, ast.ClassDef)]
    functions = [name for name in own if isinstance(name.node, (ast.FunctionDef, ast.AsyncFunctionDef))]
    data = [name for name in own if name not in classes and name not in functions]
    if classes:
        yield from _heading("Classes")
        yield from (".. toctree::", "   :hidden:", "")
        yield from (f"   {one.name} <{one.whole}>" for one in classes)
        yield ""
        for one in classes:
            yield f":py:class:`{one.whole}`"
            yield from _indented([_short(one)])
        yield ""
    for heading, some in (("Functions", functions), ("Data", data)):
        yield from _heading(heading) if some else ()
        for one in some:
            yield from _function(one) if some is functions else _data(one)
    if again := [name for name in mine if name not in own]:
        yield from _heading("Also here")
        for one in again:
            yield f".. py:data:: {one.name}"
            yield from _indented(["", f"The same as :py:obj:`{public.home(one).whole}`.", ""])


def _heading(text: str) -> tuple[str, ...]:
    return (text, "-" * len(text), "")


def _short(name: Name) -> str:
    sentence = docstrings.first_sentence(public.docstring_of(name.where, name.node)) or "See its section."
    [line] = docstrings.to_rst(sentence, lambda reference: public.resolve(reference, name.module))[:1]
    return line


def _indented(lines: list[str]) -> Iterator[str]:
    yield from (f"{_INDENT}{line}" if line else "" for line in lines)


def _function(name: Name) -> Iterator[str]:
    nodes = _same(public._api._tree(name.where), name.node.name)
    kind = f"{_INDENT}:async:" if isinstance(name.node, ast.AsyncFunctionDef) else ""
    signatures = [
        f"{name.name}{public.with_values(public.signature(node, in_class=False), name.where)}" for node in nodes
    ]
    yield f".. py:function:: {signatures[0]}"
    yield from (f"                 {signature}" for signature in signatures[1:])
    yield from (kind, "") if kind else ("",)
    described = public.described(name.where, nodes[-1], name.module)
    yield from _indented(described or ["See the module."])
    yield ""


def _same(tree: public.Statement, name: str) -> list[public.Statement]:
    found = [
        node
        for node in public._api._statements(tree)
        if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef)) and node.name == name
    ]
    overloads = [node for node in found if _is_overload(node)]
    return [*(overloads or found[:1]), *(found[-1:] if overloads else [])]


def _is_overload(node: public.Statement) -> bool:
    return any("overload" in ast.unparse(decorator) for decorator in node.decorator_list)


def _data(name: Name) -> Iterator[str]:
    yield f".. py:data:: {name.name}"
    if isinstance(name.node, ast.AnnAssign):
        yield f"{_INDENT}:type: {ast.unparse(name.node.annotation)}"
    yield ""
    yield from _indented(public.described(name.where, name.node, name.module) or ["A value of this module."])
    yield ""


def _of_class(name: Name, notes: Mapping[str, list[str]]) -> Iterator[str]:
    yield from (name.name, "=" * len(name.name), "", f".. py:currentmodule:: {name.module}", "")
    kind = "exception" if public.is_exception(name) else "class"
    yield from (f".. py:{kind}:: {name.name}{public.constructor_of(name)}", "")
    body = [f"``from {name.module} import {name.name}``", ""]
    if bases := public.public_bases(name):
        listed = ", ".join(f":py:class:`~{base.whole}`" for base in bases)
        body += [f"It also has the members of {listed}.", ""]
    body += _overview(name)
    body += public.described(name.where, name.node, name.module, name.whole)
    body += notes.get(name.whole, [])
    for member in _in_order(name):
        body += [*_member(name, member, notes.get(f"{name.whole}.{member.name}", [])), ""]
    if name.whole in _ONLY_JAVASCRIPT:
        body += [_ONLY_JAVASCRIPT[name.whole], ""]
    yield from _indented(body)


def _overview(name: Name) -> Iterator[str]:
    """Link to all members of a class with a long page, so that none is more than a screen away."""
    mdn = _MDN.get(name.whole)
    if mdn is None:
        return
    found = [member.name for member in _in_order(name)]
    groups = {
        "As in JavaScript": [member for member in found if member in mdn],
        "Only in Python": [member for member in found if member not in mdn and not member.startswith("__")],
        "Operators and protocols": [member for member in found if member not in mdn and member.startswith("__")],
    }
    for title, members in groups.items():
        links = (f":py:obj:`{member} <{name.whole}.{member}>`" for member in members)
        yield from (f"**{title}:** {', '.join(links)}", "")


def _in_order(name: Name) -> list[Member]:
    """Return the members: those of JavaScript first, if MDN has a page of the class; then those with a text."""
    order = _MDN.get(name.whole, ())
    found = public.members(name)
    rank = {member: place for place, member in enumerate(order)}
    return sorted(found, key=lambda member: (rank.get(member.name, len(rank)), member.name.startswith("__")))


def _member(name: Name, member: Member, notes: list[str]) -> Iterator[str]:
    first = member.nodes[0]
    described: public.Statement = first
    body: list[str] = []
    if isinstance(first, (ast.FunctionDef, ast.AsyncFunctionDef)):
        decorators = [ast.unparse(one) for one in first.decorator_list]
        plain = {one.partition("(")[0].rpartition(".")[2] for one in decorators}
        if plain & {"property", "cached_property"}:
            yield f".. py:property:: {member.name}"
            if first.returns is not None:
                yield f"{_INDENT}:type: {ast.unparse(first.returns)}"
            setters = [
                node for node in member.nodes[1:] if any(".setter" in ast.unparse(d) for d in node.decorator_list)
            ]
            if setters:
                annotation = setters[0].args.args[1].annotation
                value = f" to a ``{ast.unparse(annotation)}``" if annotation is not None else ""
                body += [f"It can be set{value}.", ""]
        else:
            overloads = [node for node in member.nodes if _is_overload(node)]
            shown = overloads or member.nodes[:1]
            signatures = [f"{member.name}{public.signature(node, in_class=True)}" for node in shown]
            yield f".. py:method:: {signatures[0]}"
            yield from (f"               {signature}" for signature in signatures[1:])
            yield from (f"{_INDENT}:{kind}:" for kind in ("classmethod", "staticmethod") if kind in plain)
            if isinstance(first, ast.AsyncFunctionDef):
                yield f"{_INDENT}:async:"
            described = member.nodes[-1] if overloads else first
    elif isinstance(first, ast.ClassDef):
        yield f".. py:class:: {member.name}"
    else:
        yield f".. py:attribute:: {member.name}"
        if isinstance(first, ast.AnnAssign):
            yield f"{_INDENT}:type: {ast.unparse(first.annotation)}"
        if member.name in (values := public.defaults(name)):
            yield f"{_INDENT}:value: {values[member.name]}"
    yield ""
    text = public.described(member.where, described, name.module, name.whole)
    if not text and member.name.startswith("__"):
        text = [_of_python(member.name), ""]
    body = [*text, *body, *_of_javascript(name, member.name), *notes]
    yield from _indented(body)


def _of_python(name: str) -> str:
    address = f"https://docs.python.org/3/reference/datamodel.html#object.{name}"
    known = re.fullmatch(
        r"__(str|repr|len|eq|hash|lt|le|gt|ge|bool|format|contains|getitem|setitem|delitem|iter)__", name
    )
    return f"What Python calls; see `its documentation <{address}>`__." if known else "What Python calls."


def _of_javascript(name: Name, member: str) -> list[str]:
    if member not in _MDN.get(name.whole, ()):
        return []
    own = {"__str__": "toString"}.get(member, _JAVASCRIPT.get(member, member))
    page = f"https://developer.mozilla.org/docs/Web/API/{name.name}/{own}"
    if member == "__str__" or member in ("keys", "values", "entries"):
        address = "https://url.spec.whatwg.org/#" + (
            "urlsearchparams-stringification-behavior" if name.name == "URLSearchParams" else "dom-url-href"
        )
        if member != "__str__":
            address = "https://url.spec.whatwg.org/#interface-urlsearchparams"
    else:
        address = f"https://url.spec.whatwg.org/#dom-{name.name.lower()}-{own.lower()}"
    suffix = "_static" if own in ("parse", "canParse") else ""
    return [f"In JavaScript: ``{own}``. `URL Standard <{address}>`__ · `MDN <{page}{suffix}>`__", ""]
