"""build_scripts/setup/choosing.py: which tests a module has, and which packages a file of tests needs."""

import ast
import importlib.metadata
import re
import subprocess
import sys
from functools import cache

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name
from setup import choosing, venv
from setup.project import ROOT, SetUpError

from tests.support import workers

PATHS = [ROOT, ROOT / "build_scripts", ROOT / "web" / "playground" / "python"]
# The tests of the notebooks import this from its folder, with a stub of marimo.
BESIDE_A_NOTEBOOK = "py_url_marimo"
# What the set-up of these needs in the environment of the tests.
SET_UP_BY = {
    "wheel": "build",
    "pure wheel": "build",
    "chromium": "crosscheck",
    "firefox": "crosscheck",
    "webkit": "crosscheck",
}
MODULES = sorted(
    file.relative_to(ROOT).as_posix()
    for folder in ("py_url", "web", "build_scripts")
    for ending in ("*.py", "*.js", "*.mjs")
    for file in (ROOT / folder).rglob(ending)
    if not file.name.startswith("__") and "__pycache__" not in file.parts
)


def local(name):
    """Return the file of a module of this project, or its folder; None for other modules."""
    for base in PATHS:
        place = base.joinpath(*name.split("."))
        for file in (place.with_suffix(".py"), place / "__init__.py", place):
            if file.exists():
                return file
    return None


def imported(nodes, *, inside):
    """Yield the names of modules that are imported; in functions too, if *inside*. `peer` imports, too."""
    for node in nodes:
        if isinstance(node, ast.If) and "TYPE_CHECKING" in ast.unparse(node.test):
            continue
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            yield node.module
            yield from (f"{node.module}.{alias.name}" for alias in node.names)
        elif isinstance(node, ast.Call) and ast.unparse(node.func) in ("peer", "pytest.importorskip"):
            yield from (name.value for name in node.args if isinstance(name, ast.Constant))
        if inside or not isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda):
            yield from imported(ast.iter_child_nodes(node), inside=inside)


@cache
def names_in(file):
    """Return the names of modules that a file imports. Many tests share the same files."""
    is_test = file.is_relative_to(ROOT / "tests")
    return tuple(imported(ast.parse(file.read_text("utf-8")).body, inside=is_test))


def packages(file, seen):
    """Return the top-level modules, not of this project, that a file imports, and that the project's files do that it
    imports. What a build script imports inside a function, its tests need not call.
    """
    if file in seen or not file.is_file():
        return set()
    seen.add(file)
    found = set()
    for name in names_in(file):
        top = name.partition(".")[0]
        if top in sys.stdlib_module_names or top == "py_url":
            continue
        if own := local(name):
            found |= packages(own, seen)
        elif not local(top):
            found.add(top)
    return found


def packages_of(file):
    """Return the top-level modules that a file of tests imports, and those that its conftest.py do."""
    seen = set()
    conftests = (folder / "conftest.py" for folder in file.parents if folder.is_relative_to(ROOT))
    return set().union(*(packages(each, seen) for each in (file, *conftests))) - {BESIDE_A_NOTEBOOK}


def needs_of(file):
    """Return what a file of tests says that its tests need; see tests/support/needs.py."""
    for node in ast.walk(ast.parse(file.read_text("utf-8"))):
        if isinstance(node, ast.Call) and ast.unparse(node.func) == "needs":
            yield from (name.value for name in node.args if isinstance(name, ast.Constant))


@cache
def pinned(group):
    """Return the distributions that a group asks for, and what these need."""
    found, left = set(), [*venv.asked_for(group)]
    while left:
        requirement = Requirement(left.pop())
        extras = {"", *requirement.extras}
        if (requirement.name, *sorted(extras)) not in found:
            found.add((requirement.name, *sorted(extras)))
            needed = map(Requirement, importlib.metadata.requires(requirement.name) or [])
            left += [
                str(each).partition(";")[0]
                for each in needed
                if not each.marker or any(each.marker.evaluate({"extra": extra}) for extra in extras)
            ]
    return {canonicalize_name(name) for name, *_ in found}


@pytest.fixture(scope="module")
def distributions():
    """Which distributions have a top-level module, by its name."""
    found = importlib.metadata.packages_distributions()
    return {module: {re.sub(r"[-_.]+", "-", name).lower() for name in names} for module, names in found.items()}


@pytest.mark.parametrize("file", [file for file in choosing.test_files() if not file.startswith("tests/engines/")])
def test_the_group_of_a_file_has_what_it_imports(file, distributions):
    has = pinned(choosing.group_of(file))
    missing = {module for module in packages_of(ROOT / file) if not distributions.get(module, {module}) & has}
    assert missing == set(), choosing.group_of(file)


@pytest.mark.parametrize("file", choosing.test_files())
def test_the_group_of_a_file_has_what_its_needs_are_set_up_with(file):
    has = venv.asked_for(choosing.group_of(file))
    groups = {SET_UP_BY[need] for need in needs_of(ROOT / file) if need in SET_UP_BY}
    assert [group for group in groups if not venv.asked_for(group) <= has] == []


def test_a_wrong_group_is_found(distributions):
    """Of a file that imports a package, of one that does so in a function, and of one whose conftest.py does."""
    packages_in = {"unit/test_columns": "pyarrow", "unit/test_frozen": "pandas", "properties/test_tables": "hypothesis"}
    for file, module in packages_in.items():
        assert module in packages_of(ROOT / "tests" / f"{file}.py")
        assert not distributions[module] & pinned("test")
    assert {"wheel", "npm packages"} <= {*needs_of(ROOT / "tests" / "javascript" / "test_node.py")}


def test_the_table_names_what_is_there():
    assert {choosing.group_of(file) for file in choosing.test_files()} == {*choosing.NEEDED.values()}
    for start, group in choosing.NEEDED.items():
        place = ROOT / start
        assert place.is_dir() if start.endswith("/") else place.is_file()
        assert venv.asked_for(group) <= venv.asked_for(venv.WHOLE)


def test_most_files_need_only_pytest_and_the_extras():
    files = [file for file in choosing.test_files() if choosing.group_of(file) == "test"]
    assert len(files) > 80
    assert {"pytest", "pytest-timeout", "publicsuffixlist", "webencodings"} <= pinned("test")
    assert len(pinned("test")) <= 12


@pytest.mark.parametrize("module", MODULES)
def test_every_module_has_a_test_or_says_which(module):
    assert choosing.tests_of(module)


def test_the_tables_name_what_is_there():
    for module, tests in choosing._listed().items():
        assert (ROOT / module).exists(), module
        assert [test for test in tests if not (ROOT / test).is_file()] == [], module


def test_the_tests_of_a_module():
    assert choosing.tests_for("py_url/standard/hosts/ipv4.py") == [
        "tests/unit/test_hosts.py",
        "tests/wpt/test_hosts.py",
        "tests/properties/test_addresses.py",
    ]
    assert choosing.tests_for("py_url/columns/__init__.py")[0] == "tests/unit/test_columns.py"
    assert choosing.tests_for("build_scripts/lock.py") == ["tests/build_scripts/test_lock.py"]
    assert choosing.tests_for("web/playground/python/explanations.py") == ["tests/build_scripts/test_explanations.py"]
    assert "tests/browser/test_panels.py" in choosing.tests_for("web/playground/panels/hosts.js")
    assert choosing.tests_for("web/docs/howto/columns.md") == [
        "tests/style/test_documents.py",
        "tests/unit/test_readme.py",
    ]
    for wrong in ("py_url", "none.py", "LICENSE"):
        with pytest.raises(SetUpError, match=rf"^{wrong} is no file of py_url, web or build_scripts; write one"):
            choosing.tests_for(wrong)
    with pytest.raises(SetUpError, match=r"^tests/conftest.py has no tests of its own"):
        choosing.tests_for("tests/conftest.py")


@pytest.mark.parametrize(
    ("arguments", "groups"),
    [
        (["tests/unit/test_hosts.py"], {"test"}),
        (["tests/unit/test_hosts.py::test_x", "-k", "x"], {"test"}),
        (["tests/wpt/test_setters.py", "tests/properties/test_tables.py"], {"test", "test-fits"}),
        (["tests/wpt"], {"test", "test-fits", "test-columns"}),
        (["tests/unit/test_hosts.py", "/"], {"test", "dev"}),
        (["-k", "x"], {"dev"}),
        ([], {"dev"}),
    ],
)
def test_the_groups_of_a_part(arguments, groups, monkeypatch):
    monkeypatch.chdir(ROOT)
    if "/" in arguments:
        assert choosing.groups_for(arguments) >= groups
    else:
        assert choosing.groups_for(arguments) == groups


def test_what_is_left_out_of_the_quick_tests():
    """Each is there, and none is in a file that is left out as a whole."""
    left_out = choosing.left_out_of_quick()
    names = [name for names in left_out.values() for name in names]
    files = {name for name in names if "::" not in name}
    assert len(names) == len({*names})
    for name in names:
        file, _, test = name.partition("::")
        assert file.startswith(choosing.QUICK)
        assert not test or (file not in files and f"\ndef {test}(" in (ROOT / file).read_text("utf-8")), name
    assert "tests/unit/test_growth.py" in files
    assert 'need the packages of the group "test-columns"' in left_out
    everything = {file for file in choosing.test_files() if file.startswith(choosing.QUICK)}
    assert len(everything - files) > 60


# What a test does that measures growth.
CLOCKS = re.compile(r"\b(?:perf_counter|process_time|thread_time|tracemalloc)\b")


def test_a_quick_test_measures_nothing():
    left_out = {name for names in choosing.left_out_of_quick().values() for name in names}
    found = [
        f"{file}::{node.name}"
        for file in choosing.test_files()
        if file.startswith(choosing.QUICK) and file not in left_out
        for node in ast.parse((ROOT / file).read_text("utf-8")).body
        if isinstance(node, ast.FunctionDef) and CLOCKS.search(ast.unparse(node))
    ]
    assert [name for name in found if "::test_" in name and name not in left_out] == []
    assert "tests/unit/test_hosts.py::test_a_label_of_distinct_code_points_takes_little_time" in found


def test_a_quick_test_starts_nothing(tmp_path):
    (tmp_path / "test_it.py").write_text(
        "import multiprocessing, subprocess, sys\n"
        "def test_one(): subprocess.run([sys.executable, '-c', ''])\n"
        "def test_two(): multiprocessing.get_context('spawn').Process().start()\n"
        "def test_three(): pass\n"
    )
    command = [sys.executable, "-m", "pytest", "-p", "tests.support.quick", "-p", "no:playwright", "--noconftest"]
    options = ["-c", str(ROOT / "pyproject.toml"), "--rootdir", str(tmp_path), str(tmp_path)]
    result = subprocess.run([*command, *options], cwd=ROOT, capture_output=True, text=True, check=False, timeout=300)
    assert "1 passed, 2 skipped" in result.stdout, result.stdout
    assert "it starts a process (os.fork)" in result.stdout


def test_the_longest_files_say_what_they_alone_notice():
    """`LONGEST_FIRST` names some of them."""
    text = (
        (ROOT / "tests" / "README.md").read_text("utf-8").partition("## What the longest files alone would notice\n")[2]
    )
    listed = [f"tests/{name}" for name in re.findall(r"^\| `(.*?)` \| that ", text.partition("\n## ")[0], re.MULTILINE)]
    assert len(listed) >= 19
    assert {*listed} <= {*choosing.test_files()}
    assert {name for name in workers.LONGEST_FIRST if name.endswith(".py")} <= {*listed}
