"""What docstrings have in common: each names all parameters and has an example, which runs."""

import ast
import inspect
import itertools
import re

import pytest

from tests.conftest import peer
from tests.support import api

# An example of a call that always fails would only show its message.
WITHOUT_EXAMPLE = {"URLSearchParams.tell"}
# What the examples of a module need besides what the module imports.
PACKAGES = {
    "py_url.columns": ("pyarrow", "publicsuffixlist"),
    "py_url.compat.clients": ("httpx", "httpx2", "requests", "yarl"),
    "py_url.compat.pydantic": ("pydantic",),
    "py_url.guard.policy": ("publicsuffixlist",),
    "py_url.guard.transports": ("aiohttp", "httpx", "httpx2", "requests"),
    "py_url.specs.html.documents": ("webencodings",),
    "py_url.standard.infra.encodings": ("webencodings",),
    "py_url.standard.urls.same_site": ("publicsuffixlist",),
    "py_url.standard.urls.sites": ("publicsuffixlist",),
}
FUNCTIONS = {f"{where}.{name}": node for module in api.modules() for where, name, node in api.functions(module)}
CLASSES = {
    f"{where}.{node.name}": node
    for module in api.modules()
    for where, node in (api.definition(module, name) for name in api.names_of(module))
    if isinstance(node, ast.ClassDef)
}
WITH_EXAMPLES = [
    module
    for file in sorted((api.ROOT / "py_url").rglob("*.py"))
    for module in [".".join(file.relative_to(api.ROOT).with_suffix("").parts).removesuffix(".__init__")]
    if any(">>> " in text for _, text in api.docstrings(module))
]


def has_summary(node):
    """Return whether a docstring begins with a line that is a paragraph."""
    return "\n" not in (ast.get_docstring(node) or "\n").partition("\n\n")[0]


def problems(node, *, needs_example=True):
    """Return what the docstring of a function lacks."""
    docstring = ast.get_docstring(node) or ""
    found = [] if has_summary(node) else ["a summary of one line"]
    if needs_example and not re.search(r"^ *>>> ", docstring, flags=re.MULTILINE):
        found.append("an example")
    named = re.findall(r"\*(\w+)\*|^    (\w+): ", docstring, flags=re.MULTILINE)
    return [*found, *(name for name in api.parameters(node) if name not in {*itertools.chain(*named)})]


def test_each_function_names_its_parameters_and_has_an_example():
    assert len(FUNCTIONS) > 350
    found = {
        name: problems(node, needs_example=not any(name.endswith(f".{other}") for other in WITHOUT_EXAMPLE))
        for name, node in FUNCTIONS.items()
    }
    assert {name: lacks for name, lacks in found.items() if lacks} == {}


def test_each_class_and_property_has_a_summary():
    assert len(CLASSES) > 80
    assert [name for name, node in CLASSES.items() if not has_summary(node)] == []
    properties = {
        f"{name}.{member.name}": member
        for name, node in CLASSES.items()
        for member in node.body
        if isinstance(member, ast.FunctionDef) and not member.name.startswith("_")
        if "property" in map(ast.unparse, member.decorator_list)
    }
    assert len(properties) > 80
    assert [name for name, member in properties.items() if not has_summary(member)] == []


def test_exceptions_are_needed():
    for name in WITHOUT_EXAMPLE:
        [node] = [node for full, node in FUNCTIONS.items() if full.endswith(f".{name}")]
        assert problems(node) == ["an example"]


@pytest.mark.parametrize(
    ("docstring", "lacks"),
    [
        ("Return *a*.\n\nArgs:\n    b: The rest.\n\n>>> f(1, 2)\n3", []),
        ("Return *a*, and *b*.", ["an example"]),
        ("Return *a*.\n\n``b`` is unused: b.\n\n>>> f(1, 2)\n3", ["b"]),
        ("Return\n*a* and *b*.\n\n>>> f(1, 2)\n3", ["a summary of one line"]),
        ("", ["a summary of one line", "an example", "a", "b"]),
    ],
)
def test_problems(docstring, lacks):
    [node] = ast.parse(f"def f(a, *, b=1):\n    {docstring!r}").body
    assert problems(node) == lacks


@pytest.mark.parametrize("module", sorted({*WITH_EXAMPLES} - {*api.IN_ENVIRONMENTS_OF_THEIR_OWN}))
def test_examples_run(module):
    for package in PACKAGES.get(module, PACKAGES.get(".".join(module.split(".")[:2]), ())):
        peer(package)
    # Last, because Polars raises an error of its own where there is no compiled code, and PyArrow is missing.
    if module in api.ENGINES:
        peer(module.rpartition(".")[2])
    assert api.run_docstrings(module) > 0


def test_help_of_the_package_is_short():
    import py_url

    assert len(inspect.getdoc(py_url).splitlines()) < 10
