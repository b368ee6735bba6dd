"""What docstrings have in common: each names all parameters and has an example, which runs."""

import ast
import inspect
import re

import pytest

from tests.conftest import peer
from tests.support import api

# The docstrings of these are not in this style yet.
ELSEWHERE = ("py_url.pattern",)
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
FUNCTIONS = {
    f"{where}.{name}": node
    for module in api.modules()
    if module not in ELSEWHERE
    for where, name, node in api.functions(module)
}
WITH_EXAMPLES = [
    module
    for file in sorted((api.ROOT / "py_url").rglob("*.py"))
    for module in [".".join(file.relative_to(api.ROOT).with_suffix("").parts).removesuffix(".__init__")]
    if any(">>> " in text for _, text in api.docstrings(module))
]


def problems(node, *, needs_example=True):
    """Return what the docstring of a function lacks."""
    docstring = ast.get_docstring(node) or ""
    summary, *rest = docstring.split("\n\n")
    found = []
    if "\n" in summary:
        found.append("a summary of one line")
    if needs_example and not any(text.startswith(">>> ") for text in rest):
        found.append("an example")
    for name in api.parameters(node):
        if not re.search(rf"\*{name}\*|^    {name}: ", docstring, flags=re.MULTILINE):
            found.append(name)
    return found


def test_each_function_names_its_parameters_and_has_an_example():
    assert len(FUNCTIONS) > 350
    found = {
        name: problems(node, needs_example=not any(name.endswith(f".{other}") for other in WITHOUT_EXAMPLE))
        for name, node in FUNCTIONS.items()
    }
    assert {name: lacks for name, lacks in found.items() if lacks} == {}


def test_exceptions_are_needed():
    for name in WITHOUT_EXAMPLE:
        [node] = [node for full, node in FUNCTIONS.items() if full.endswith(f".{name}")]
        assert problems(node) == ["an example"]
    for module in ELSEWHERE:
        assert any(problems(node) for _, _, node in api.functions(module))


@pytest.mark.parametrize(
    ("docstring", "lacks"),
    [
        ("Return *a*.\n\nArgs:\n    b: The rest.\n\n>>> f(1, 2)\n3", []),
        ("Return *a*, and *b*.", ["an example"]),
        ("Return *a*.\n\n``b`` is unused: b.\n\n>>> f(1, 2)\n3", ["b"]),
        ("Return\n*a* and *b*.\n\n>>> f(1, 2)\n3", ["a summary of one line"]),
        ("", ["an example", "a", "b"]),
    ],
)
def test_problems(docstring, lacks):
    [node] = ast.parse(f"def f(a, *, b=1):\n    {docstring!r}").body
    assert problems(node) == lacks


@pytest.mark.parametrize("module", sorted({*WITH_EXAMPLES} - {*api.IN_ENVIRONMENTS_OF_THEIR_OWN}))
def test_examples_run(module):
    if module in api.ENGINES:
        peer(module.rpartition(".")[2])
    for package in PACKAGES.get(module, PACKAGES.get(".".join(module.split(".")[:2]), ())):
        peer(package)
    assert api.run_docstrings(module) > 0


def test_help_of_the_package_is_short():
    import py_url

    assert len(inspect.getdoc(py_url).splitlines()) < 10
