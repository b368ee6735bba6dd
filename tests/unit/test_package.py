"""The shape of the package: what imports what, what is public, what its documentation promises."""

import ast
import importlib
import json
import re
import subprocess
import sys
from pathlib import Path

import pytest

import py_url
from py_url import pins

ROOT = Path(__file__).parent.parent.parent
PACKAGE = ROOT / "py_url"
MODULES = sorted(PACKAGE.rglob("*.py"))
# Lower ones are not to import higher ones.
LAYERS = ["infra", "hosts", "urls", "api", "neighbours", "programs"]
NEIGHBOURS = {
    "blob",
    "environment",
    "explain",
    "files",
    "import_maps",
    "opc",
    "readers",
    "rfc3986",
    "schemes",
    "websocket",
}
PROGRAMS = {"__main__", "bridge", "commands"}
NO_PROCESSES = pytest.mark.skipif(sys.platform == "emscripten", reason="Pyodide has no processes")


def name_of(file):
    return str(file.relative_to(PACKAGE))


def layer_of(parts):
    name = parts[0].removesuffix(".py") if parts else ""
    layer = "neighbours" if name in NEIGHBOURS else "programs" if name in PROGRAMS else name
    return LAYERS.index(layer if layer in LAYERS else "api")


def imports_of(file):
    """The modules of the package that a module imports, but for those imports that only type checkers see."""
    tree = ast.parse(file.read_text("utf-8"))
    hidden = {
        id(inner)
        for node in ast.walk(tree)
        if isinstance(node, ast.If) and getattr(node.test, "id", None) == "TYPE_CHECKING"
        for inner in ast.walk(node)
    }
    for node in ast.walk(tree):
        if id(node) in hidden:
            continue
        # A relative import would go unseen here.
        assert not getattr(node, "level", 0), file
        if isinstance(node, ast.ImportFrom) and node.module and node.module.split(".")[0] == "py_url":
            yield node.module
            yield from (f"{node.module}.{alias.name}" for alias in node.names)
        elif isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names if alias.name.split(".")[0] == "py_url")


@pytest.mark.parametrize("file", MODULES, ids=name_of)
def test_arrows_point_one_way(file):
    own = layer_of(file.relative_to(PACKAGE).parts)
    for module in imports_of(file):
        assert layer_of(module.split(".")[1:]) <= own, module


def test_there_are_no_cycles():
    names = {".".join(("py_url", *file.relative_to(PACKAGE).with_suffix("").parts)): file for file in MODULES}
    graph = {name: {module for module in imports_of(file) if module in names} for name, file in names.items()}
    while graph:
        leaves = {name for name, needs in graph.items() if not needs & graph.keys()}
        assert leaves, f"a cycle among {sorted(graph)}"
        graph = {name: needs for name, needs in graph.items() if name not in leaves}


@pytest.mark.parametrize("file", MODULES, ids=name_of)
def test_modules_are_small_and_say_what_they_are(file):
    text = file.read_text("utf-8")
    assert text.count("\n") <= 400
    docstring = ast.get_docstring(ast.parse(text))
    assert docstring
    if file.parent != PACKAGE and file.name != "__init__.py":
        assert "§" in docstring or "RFC" in docstring or "Annex" in docstring
        assert (
            "In: " in docstring
            or file.name == "representation.py"
            or "record" in file.name
            or "state" in file.name
            or "miscellaneous" in file.name
        )


def test_public_names_are_there_and_documented():
    for name in py_url.__all__:
        value = getattr(py_url, name)
        if callable(value):
            assert value.__doc__, name
    assert set(py_url.__all__) <= set(dir(py_url))
    with pytest.raises(AttributeError, match="nonsense"):
        _ = py_url.nonsense


def test_what_is_public_is_written_out_for_type_checkers():
    eager = {"URL", "InvalidURL", "URLSearchParams", "ValidationError", "__version__", "validate"}
    assert set(py_url.__all__) == eager | set(py_url._MODULE_OF)
    assert len(py_url.__all__) == len(set(py_url.__all__))


def test_what_type_checkers_see_is_what_is_loaded():
    tree = ast.parse((PACKAGE / "__init__.py").read_text("utf-8"))
    (seen,) = (node for node in tree.body if isinstance(node, ast.If))
    declared = {alias.name: node.module for node in seen.body for alias in node.names}
    assert declared == py_url._MODULE_OF
    for name, module in declared.items():
        assert getattr(importlib.import_module(module), name) is getattr(py_url, name)


def loaded_after(code):
    """The modules that a new interpreter has loaded after *code*."""
    command = [sys.executable, "-c", f"import sys, json; {code}; print(json.dumps(sorted(sys.modules)))"]
    result = subprocess.run(command, capture_output=True, text=True, check=True, cwd=ROOT, timeout=120)
    return set(json.loads(result.stdout))


@NO_PROCESSES
def test_importing_loads_little():
    bare = loaded_after("pass")
    used = (
        "from py_url import URL; URL('http://u:p@h:1/a?b#c').search_params; URL('http://[::1]/'); URL('http://1.2/'); "
        "URL.can_parse('http://a b/'); URL.parse('foo://a b/')"
    )
    loaded = loaded_after(used) - bare
    assert not loaded & {
        "idna",
        "unicodedata",
        "typing",
        "dataclasses",
        "urllib.parse",
        "py_url.hosts.uts46",
        "py_url.infra.error_table",
        "py_url.infra.places",
        "py_url.infra.reporter",
        "py_url.infra.url_units",
        "argparse",
    }
    assert not [name for name in loaded if name.split(".")[1:2] and name.split(".")[1] in NEIGHBOURS | PROGRAMS]
    assert "idna" in loaded_after("from py_url import URL; URL('http://ü/')")


@NO_PROCESSES
@pytest.mark.parametrize("name", sorted(NEIGHBOURS))
def test_a_neighbour_can_be_the_first_that_is_imported(name):
    assert f"py_url.{name}" in loaded_after(f"import py_url.{name}")


def test_the_readme_has_a_section_for_every_module():
    text = (ROOT / "README.md").read_text("utf-8")
    table = text[text.index("A folder of `py_url` is") : text.index("Two things are younger")]
    named = re.findall(r"`(?:\w+/)?(\w+\.py)`", table)
    assert sorted(named) == sorted(file.name for file in MODULES if file.name != "__init__.py")


def test_the_pins_are_those_of_the_readme():
    text = (ROOT / "README.md").read_text("utf-8")
    assert pins.URL_STANDARD in text
    assert pins.WEB_PLATFORM_TESTS[:12] in text


def test_no_ignore_is_without_its_reason():
    for file in [*MODULES, *(ROOT / "build_scripts").glob("*.py")]:
        for line in file.read_text("utf-8").splitlines():
            assert not re.search(r"#\s*(type: ignore|noqa)(\[[^\]]*\]|: *[A-Z0-9, ]+)?\s*$", line), (file.name, line)


@pytest.mark.parametrize(
    "call",
    [
        py_url.basic_parse,
        py_url.host_parse,
        py_url.domain_to_unicode,
        lambda wrong: py_url.set_username(py_url.URLRecord(), wrong),
        lambda wrong: py_url.set_password(py_url.URLRecord(), wrong),
        lambda wrong: py_url.utf8_percent_encode(wrong, py_url.PATH_PERCENT_ENCODE_SET),
        lambda wrong: py_url.percent_encode_after_encoding("utf-8", wrong, py_url.PATH_PERCENT_ENCODE_SET),
        lambda wrong: py_url.serialize_urlencoded([(wrong, "x")]),
        py_url.serialize_host,
        py_url.parse_urlencoded,
    ],
)
@pytest.mark.parametrize("wrong", [None, 1.5, ["x"]])
def test_wrong_types_raise_type_error_and_are_named(call, wrong):
    with pytest.raises(TypeError, match=type(wrong).__name__):
        call(wrong)
