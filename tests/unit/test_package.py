"""The structure of the package: what imports what, what is public, what its documentation promises."""

import ast
import importlib
import json
import re
import subprocess
import sys
from graphlib import CycleError, TopologicalSorter
from pathlib import Path

import pytest

import py_url
from py_url import standard
from py_url.fast.canonical import pattern
from py_url.standard import pins
from py_url.standard.hosts import identifiers, unicode_table
from py_url.standard.urls.components import MEMBERS

ROOT = Path(__file__).parent.parent.parent
PACKAGE = ROOT / "py_url"
MODULES = sorted(PACKAGE.rglob("*.py"))
NAMES = {
    ".".join(("py_url", *file.relative_to(PACKAGE).with_suffix("").parts)).removesuffix(".__init__"): file
    for file in MODULES
}
PARTS = {
    # The standard, from the bottom up.
    "standard": (),  # the first look at it; its modules are loaded on first use
    "standard.pins": (),
    "standard.infra": (),
    "standard.hosts": ("standard.infra",),
    "standard.urls": ("standard.infra", "standard.hosts"),
    "standard.urlencoded": ("standard.infra",),
    "fast": ("standard",),
    "api": ("standard", "fast"),
    # Other specifications.
    "specs": (),
    "specs.grammar": ("standard",),
    "specs.rfc3986": ("standard", "specs.grammar"),
    "specs.file_api": ("standard",),
    "specs.files": ("standard", "api"),
    "specs.html": ("standard", "specs.file_api", "specs.grammar"),
    "specs.http": ("standard", "api"),
    "specs.opc": ("standard", "specs.grammar", "specs.rfc3986"),
    "specs.schemes": ("standard", "api", "specs.files", "specs.grammar", "specs.rfc3986"),
    "specs.websocket": ("standard", "api", "specs.grammar", "specs.rfc3986"),
    "pattern": ("standard", "api"),
    # What is built on them.
    "editions": ("standard",),
    "parsers": ("standard", "editions", "specs.grammar", "specs.rfc3986"),
    "compat": ("standard", "api"),
    "explain": ("standard", "parsers"),
    "guard": ("standard", "api", "parsers"),
    "canonical": ("standard", "api", "specs.rfc3986"),
    "columns": ("standard", "api", "guard", "canonical"),
    "programs": (
        *("standard", "fast", "api", "specs.schemes", "specs.html", "specs.http", "pattern", "editions", "parsers"),
        *("explain", "guard", "columns", "__init__"),
    ),
    "__init__": ("standard", "api"),
    "__main__": ("programs",),
}
"""For each part, those that it may import, with all that is in them. It may import itself too."""
ON_TOP = {
    "py_url": {
        *("README.md", "__init__.py", "__main__.py", "py.typed"),
        *("api", "canonical", "columns", "compat", "editions", "explain", "fast", "guard", "parsers", "pattern"),
        *("programs", "specs", "standard"),
    },
    "tests": {
        *("README.md", "conftest.py", "data", "support"),
        *("benchmarks", "browser", "build_scripts", "bundlers", "engines", "javascript", "playground"),
        *("properties", "publishing", "pyodide", "pythons", "research", "runners", "style", "typing", "unit"),
        "wpt",
    },
    "build_scripts": {
        "building",
        "crosscheck",
        "fetching",
        "requirements",
        "research",
        "setup",
        "package.json",
        "package-lock.json",
        *(f"{name}.py" for name in ("bench", "build_wheel", "crosscheck", "fuzz", "lock", "release", "serve", "site")),
        *("test.py", "upstream.py"),
    },
}
"""What stands in these folders. New modules belong into folders of theirs: in build_scripts, only commands stand."""
NOT_IN_A_SOURCE_DISTRIBUTION = {"research", "bench.py", "fuzz.py"}
NO_PROCESSES = pytest.mark.skipif(sys.platform == "emscripten", reason="Pyodide has no processes")


def name_of(file):
    return str(file.relative_to(PACKAGE))


def part_of(name):
    """Return the part of a module, whose name is without ``py_url``: the longest of `PARTS` that it starts with."""
    return max((part for part in PARTS if f"{name or '__init__'}.".startswith(f"{part}.")), key=len)


def module_name(file):
    return ".".join(file.relative_to(PACKAGE).with_suffix("").parts).removesuffix("__init__").removesuffix(".")


def nodes_of(file, *, for_type_checkers):
    """Return the syntax tree of a module as a list, with or without what is for type checkers only."""
    nodes = [*ast.walk(ast.parse(file.read_text("utf-8")))]
    guarded = (node for node in nodes if isinstance(node, ast.If) and getattr(node.test, "id", None) == "TYPE_CHECKING")
    hidden = {id(inner) for node in guarded for part in node.body for inner in ast.walk(part)}
    return [node for node in nodes if for_type_checkers or id(node) not in hidden]


def imports_of(file, names=NAMES, *, for_type_checkers=False):
    """Return the modules of *names*, or in the packages of these, that a module imports."""
    tops = {name.partition(".")[0] for name in names}
    for node in nodes_of(file, for_type_checkers=for_type_checkers):
        # This test would not see a relative import.
        assert not getattr(node, "level", 0), file
        if isinstance(node, ast.ImportFrom) and node.module and node.module.partition(".")[0] in tops:
            named = [f"{node.module}.{alias.name}" for alias in node.names]
            yield from (name if name in names else node.module for name in named)
        elif isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names if alias.name.partition(".")[0] in tops)


BY_NAME = {"import_module", "__import__", "Late"}


def imports_by_name_of(file):
    """Return the modules of the package that a module imports by their names, as strings."""
    tree = ast.parse(file.read_text("utf-8"))
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and ast.unparse(node.func).rpartition(".")[2] in BY_NAME:
            name = node.args[0]
            if isinstance(name, ast.Constant):
                yield from {name.value} & NAMES.keys()
            else:  # a package loads its own modules on first use, and `Late` what it is told
                assert file.name in ("__init__.py", "late.py"), ast.unparse(node)
    # The tables of what a package loads on first use.
    own = importlib.import_module(".".join(("py_url", *file.parent.relative_to(PACKAGE).parts)))
    if file.name == "__init__.py" and file.parent != PACKAGE:
        listed = {*getattr(own, "_MODULES", ()), *getattr(own, "_MODULE_OF", {}).values()}
        yield from (f"{own.__name__}.{name}" for name in listed)


def may_import(own, part):
    return part == own or any(f"{part}.".startswith(f"{one}.") for one in PARTS[own])


@pytest.mark.parametrize("file", MODULES, ids=name_of)
def test_a_part_imports_only_what_its_line_names(file):
    own = part_of(module_name(file))
    for module in imports_of(file):
        part = part_of(module.removeprefix("py_url").removeprefix(".")) if module in NAMES else own
        assert may_import(own, part), module


def test_each_part_imports_what_its_line_names():
    """A line of `PARTS` allows nothing that is not needed."""
    used = {part: set() for part in PARTS}
    for file in MODULES:
        for module in (module for module in imports_of(file) if module in NAMES):
            used[part_of(module_name(file))].add(part_of(module.removeprefix("py_url").removeprefix(".")))
    for part, others in PARTS.items():
        unused = [one for one in others if not any(f"{other}.".startswith(f"{one}.") for other in used[part])]
        assert unused == [], part


def circle_in(graph):
    """Return the names of one circle, each of which needs the next, or an empty list. *graph* has what a name needs."""
    try:
        TopologicalSorter(graph).prepare()
    except CycleError as error:
        return error.args[1][::-1]
    return []


def test_a_circle_is_found():
    assert circle_in({"a": {"b"}, "b": {"c"}, "c": set()}) == []
    assert circle_in({"a": {"b"}, "b": {"c"}, "c": {"b"}}) in (["b", "c", "b"], ["c", "b", "c"])


def test_there_is_no_circle_between_parts():
    assert circle_in({part: {one for one in PARTS if one != part and may_import(part, one)} for part in PARTS}) == []


def test_the_api_and_the_bridge_alone_use_the_fast_path():
    """So it can be removed by changing few places."""
    using = {file for file in MODULES for module in imports_of(file) if module.startswith("py_url.fast")}
    outside = {module_name(file) for file in using if file.parent.name != "fast"}
    assert outside == {"api.many", "api.url", "programs.bridge"}


IMPORTED_FROM = {"py_url": ROOT, "build_scripts": ROOT / "build_scripts"}
"""The folders whose modules must not import each other in a circle, and where the names of their modules begin."""
TOGETHER = {"py_url.api.url", "py_url.api.frozen", "py_url.api.search_params"}
"""The methods of each of these return objects of the others, so their annotations name them."""


def modules_in(folder):
    """Return the modules in a folder by the names that they are imported by; a package has that of a command."""
    files = (file for file in sorted((ROOT / folder).rglob("*.py")) if "node_modules" not in file.parts)
    paths = ((file.relative_to(IMPORTED_FROM[folder]).with_suffix(""), file) for file in files)
    named = [(".".join(path.parts).removesuffix(".__init__"), file) for path, file in paths]
    return dict(sorted(named, key=lambda one: one[1].name == "__init__.py"))


@pytest.mark.parametrize("for_type_checkers", [False, True])
@pytest.mark.parametrize("folder", IMPORTED_FROM)
def test_no_module_imports_itself_through_others(folder, for_type_checkers):
    """Neither at run time nor for type checkers."""
    if not (ROOT / folder).is_dir():
        pytest.skip("this folder is not in the wheel")
    names = modules_in(folder)
    graph = {
        name: {*imports_of(file, names, for_type_checkers=for_type_checkers)} & names.keys()
        for name, file in names.items()
    }
    if for_type_checkers:
        graph |= {name: graph[name] - TOGETHER for name in TOGETHER & graph.keys()}
    assert circle_in(graph) == []


def test_no_module_above_is_imported_by_its_name():
    """Importing a module by its name is importing it. The names here are of modules in the same part."""
    by_name = {(module_name(file), module) for file in MODULES for module in imports_by_name_of(file)}
    own_modules = {(own, module) for own, module in by_name if f"{module}.".startswith(f"py_url.{own}.")}
    outside = {
        (own, module)
        for own, module in by_name - own_modules
        if not may_import(part_of(own), part_of(module.removeprefix("py_url.")))
    }
    assert outside == set()


def has_files(folder):
    return any(file.is_file() and file.parent.name != "__pycache__" for file in folder.rglob("*"))


@pytest.mark.parametrize("folder", ON_TOP)
def test_what_stands_at_the_top(folder):
    if not (ROOT / folder).is_dir():
        pytest.skip("this folder is not in the wheel")
    # A folder of an older commit can be left with its bytecode.
    here = {one.name for one in (ROOT / folder).iterdir() if not one.is_dir() or has_files(one)} - {"node_modules"}
    assert here | NOT_IN_A_SOURCE_DISTRIBUTION & ON_TOP[folder] == ON_TOP[folder]


@pytest.mark.parametrize("file", MODULES, ids=name_of)
def test_modules_say_what_they_are(file):
    assert ast.get_docstring(ast.parse(file.read_text("utf-8")))


# An equation about any two URLs, which a property test tries.
FOR_ALL = {
    "resolve(relativize(target, base), base) == resolve(target, base)",
    "URL(reference, base) == URL(target)",
}


# Each needs the package of a client, or of an engine, to be imported.
OF_CLIENTS = {name for name in NAMES if name.startswith(("py_url.guard.transports.for_", "py_url.columns."))}


@pytest.mark.parametrize("name", sorted(NAMES.keys() - {"py_url.__main__"} - OF_CLIENTS))
def test_equations_in_docstrings_are_true(name):
    module = importlib.import_module(name)
    known = {key: getattr(package, key) for package in (py_url, py_url.standard) for key in package.__all__}
    for node in ast.walk(ast.parse(NAMES[name].read_text("utf-8"))):
        if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef):
            docstring = re.sub(r"\s+", " ", ast.get_docstring(node) or "")
            for example in re.findall("``([^`]+ == [^`]+)``", docstring):
                if example not in FOR_ALL:
                    assert eval(example, {**known, **vars(module)}) is True, example


@pytest.mark.parametrize("package", [py_url, py_url.standard], ids=["py_url", "py_url.standard"])
def test_public_names_are_there_and_documented(package):
    for name in package.__all__:
        value = getattr(package, name)
        if callable(value):
            assert value.__doc__, name
    assert set(package.__all__) <= set(dir(package))
    assert len(package.__all__) == len(set(package.__all__))
    with pytest.raises(AttributeError, match="nonsense"):
        _ = package.nonsense


@pytest.mark.parametrize("name", [*standard._ELSEWHERE, "FORBIDDEN_HOST_CODE_POINTS", "URL_CODE_POINTS"])
def test_the_standard_says_where_its_other_names_are(name):
    for kind, statement in ((ImportError, f"from py_url.standard import {name}"), (AttributeError, f"standard.{name}")):
        with pytest.raises(kind, match=f"no attribute '{name}'; use py_url.standard.") as caught:
            exec(statement)
        for written in re.findall(r"\bpy_url\.[\w.]+", str(caught.value).partition("use ")[2]):
            module, _, attribute = written.rpartition(".")
            assert hasattr(importlib.import_module(module), attribute), written
    assert not hasattr(standard, name)
    with pytest.raises(ImportError, match="cannot import name 'nonsense'"):
        from py_url.standard import nonsense  # noqa: F401 - it is not there


@pytest.mark.parametrize("package", [py_url, py_url.standard], ids=["py_url", "py_url.standard"])
def test_what_type_checkers_see_is_what_is_loaded(package):
    tree = ast.parse(Path(package.__file__).read_text("utf-8"))
    seen = next(node for node in tree.body if isinstance(node, ast.If))
    imports = [node for node in seen.body if node.module != "py_url"]
    declared = {alias.name: node.module.removeprefix("py_url.standard.") for node in imports for alias in node.names}
    assert declared == {name: module.removeprefix("py_url.standard.") for name, module in package._MODULE_OF.items()}


def test_the_first_look_is_a_short_one():
    assert len(py_url.__all__) <= 18


def test_type_checkers_see_the_modules_too():
    tree = ast.parse((PACKAGE / "__init__.py").read_text("utf-8"))
    modules = next(node for node in ast.walk(tree) if isinstance(node, ast.ImportFrom) and node.module == "py_url")
    assert {alias.name for alias in modules.names} == py_url._MODULES


def test_every_module_for_programs_is_an_attribute():
    parts = {part for part in PARTS if "." not in part and not part.startswith("__")}
    assert parts - {"api", "fast", "parsers", "programs"} == py_url._MODULES
    for name in py_url._MODULES:
        assert getattr(py_url, name).__name__ == f"py_url.{name}"


def loaded_after(code):
    """Return the modules that a new interpreter has loaded after running *code*."""
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
        "unicodedata",
        "typing",
        "dataclasses",
        "urllib.parse",
        "py_url.standard.hosts.uts46",
        "py_url.standard.infra.error_table",
        "py_url.standard.infra.positions",
        "py_url.standard.infra.reporter",
        "py_url.standard.infra.url_units",
        "argparse",
    }
    unused = {*py_url._MODULES, "parsers", "programs"} - {"standard"}
    assert not [name for name in loaded if name.split(".")[1:2] and name.split(".")[1] in unused]
    needed = {"py_url.standard.hosts.uts46", "py_url.standard.hosts.unicode_table", "unicodedata"}
    of_a_domain = loaded_after("from py_url import URL; URL('http://ü/')") - bare
    assert needed <= of_a_domain
    assert {name.partition(".")[0] for name in of_a_domain} - sys.stdlib_module_names == {"py_url"}


@NO_PROCESSES
def test_the_version_of_unicode_loads_no_tables():
    loaded = loaded_after("import py_url; assert py_url.unicode_version")
    assert not loaded & {"py_url.standard.hosts.unicode_data", "py_url.standard.hosts.unicode_table", "unicodedata"}
    assert py_url.unicode_version == pins.unicode_version
    assert {pins.unicode_version} == {unicode_table.UNICODE_VERSION, identifiers.UNICODE_VERSION}


@NO_PROCESSES
@pytest.mark.parametrize("name", sorted(py_url._MODULES - {"standard"}))
def test_a_neighbour_can_be_the_first_that_is_imported(name):
    assert f"py_url.{name}" in loaded_after(f"import py_url.{name}")


def files_named(text):
    """Return the files that a table cell names; a name without a folder is in the folder of the name before it."""
    folder = ""
    for name in re.findall(r"`([\w/]+\.py)`", text):
        folder = name.rpartition("/")[0] or folder
        yield f"{folder}/{name.rpartition('/')[2]}".removeprefix("/")


def rows_under(heading, document):
    """Return the rows of the table under a heading of a document."""
    return re.findall(r"^\| .*$", document.read_text("utf-8").partition(f"## {heading}\n")[2], re.MULTILINE)


NAMED = [file.relative_to(PACKAGE).as_posix() for file in MODULES if not file.name.startswith("__")]


def test_the_map_has_every_module_of_the_standard_once():
    rows = rows_under("Which module is which section", PACKAGE / "README.md")
    theirs = [name for name in NAMED if name.startswith("standard/")]
    assert sorted(name for row in rows for name in files_named(row)) == sorted(theirs)


def test_a_module_of_the_standard_names_its_section_and_no_other_module_names_one():
    """The section is one of the row in the map, or one of the specification that the standard refers to there."""
    missing, not_theirs = [], []
    for row in rows_under("Which module is which section", PACKAGE / "README.md"):
        sections = {*re.findall(r"§[\d.]*\d", row.strip("|").split("|")[0])}
        for name in files_named(row):
            summary = ast.get_docstring(ast.parse((PACKAGE / name).read_text("utf-8"))).partition("\n")[0]
            named = re.findall(r"§[\d.]*\d", summary)
            theirs = any(one == of or one.startswith(f"{of}.") for one in named for of in sections)
            if not sections and named:
                not_theirs.append(name)
            elif sections and not theirs and not re.search(r"\b(?:Encoding|Infra|UTS #39) §", summary):
                missing.append(name)
    assert (missing, not_theirs) == ([], [])


def test_the_pins_are_those_of_the_document_on_releases():
    text = (ROOT / "web" / "docs" / "project" / "releases.md").read_text("utf-8")
    assert pins.URL_STANDARD in text
    facts = json.loads((ROOT / "tests" / "data" / "wpt" / "digests.json").read_text("utf-8"))
    assert facts["commit"] in text


def test_javascript_has_the_same_members():
    text = (ROOT / "web" / "lib" / "members.js").read_text("utf-8")
    assert tuple(re.findall(r'"(\w+)"', text)) == MEMBERS


def test_no_ignore_is_without_its_reason():
    for file in [*MODULES, *(ROOT / "build_scripts").glob("*.py")]:
        for line in file.read_text("utf-8").splitlines():
            assert not re.search(r"#\s*(type: ignore|noqa)(\[[^\]]*\]|: *[A-Z0-9, ]+)?\s*$", line), (file.name, line)


def test_no_pattern_takes_other_letters_for_those_of_ascii():
    """In any case, "s" is U+017F as well, and "i" is U+0130, unless only ASCII has cases."""
    files = {file.name for file in MODULES if re.search(r"IGNORECASE(?! \| re\.ASCII)", file.read_text("utf-8"))}
    # It hides what may be a secret, and may hide more.
    assert files == {"showing.py"}
    assert re.search("(?i:s)", "\u017f")
    assert not pattern("(?i: [si] )").search("\u017f\u0131\u0130")


@pytest.mark.parametrize(
    "call",
    [
        py_url.standard.basic_parse,
        py_url.standard.host_parse,
        py_url.standard.domain_to_unicode,
        lambda wrong: py_url.standard.set_username(py_url.standard.URLRecord(), wrong),
        lambda wrong: py_url.standard.set_password(py_url.standard.URLRecord(), wrong),
        lambda wrong: py_url.standard.utf8_percent_encode(wrong, py_url.standard.PATH_PERCENT_ENCODE_SET),
        lambda wrong: py_url.standard.percent_encode_after_encoding(
            "utf-8", wrong, py_url.standard.PATH_PERCENT_ENCODE_SET
        ),
        lambda wrong: py_url.standard.serialize_urlencoded([(wrong, "x")]),
        py_url.standard.serialize_host,
        py_url.standard.parse_urlencoded,
    ],
)
@pytest.mark.parametrize("wrong", [None, 1.5, ["x"]])
def test_wrong_types_raise_type_error_and_are_named(call, wrong):
    with pytest.raises(TypeError, match=type(wrong).__name__):
        call(wrong)
