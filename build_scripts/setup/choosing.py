"""Which tests belong to a module, and which dependency group a test needs.

``test.py`` reads this before it enters an environment, so nothing here needs a package. A test in
``tests/build_scripts/test_choosing.py`` compares `NEEDED` with what the files import.
"""

from __future__ import annotations

import functools
from pathlib import Path

from setup import venv
from setup.project import ROOT, SetUpError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

_STARTS = {
    "test": "benchmarks/ engines/ unit/ wpt/ build_scripts/test_ending build_scripts/test_explanations "
    "build_scripts/test_fetching",
    "test-fits": "playground/ properties/ wpt/test_clients unit/test_annotations unit/test_clients "
    "unit/test_parsers unit/test_explain unit/test_fits unit/test_foreign unit/test_guard_deadline "
    "unit/test_guard_frameworks unit/test_guard_limits unit/test_guard_transports "
    "unit/test_pydantic unit/test_query_elsewhere unit/test_results",
    "test-columns": "wpt/test_columns unit/test_api unit/test_argument_types unit/test_batches unit/test_column "
    "unit/test_columns unit/test_docstrings unit/test_engines unit/test_frozen unit/test_growth",
    # Each file in engines/ runs in the environment that has its engine; that of Spark uploads the wheel.
    "test-browsers": "browser/ javascript/ engines/test_spark build_scripts/test_collect build_scripts/test_comparison "
    "build_scripts/test_lock build_scripts/test_npm build_scripts/test_serve build_scripts/test_setup",
    venv.WHOLE: "build_scripts/ pythons/ research/ style/ unit/test_readme",
}
NEEDED = {
    f"tests/{start}" if start.endswith("/") else f"tests/{start}.py": group
    for group, starts in _STARTS.items()
    for start in starts.split()
}
"""The dependency group of pyproject.toml that a folder of tests needs, and those of its files that need another one."""

QUICK = ("tests/unit", "tests/wpt")
"""The folders whose tests ``test.py --quick`` runs, if they need no more than the group "test"."""

NOT_QUICK = {
    "measure growth": (
        "tests/unit/test_canonical.py::test_long_urls_take_linear_time",
        "tests/unit/test_domain_steps.py::test_a_long_domain_takes_little_time",
        "tests/unit/test_editing.py::test_many_parameters_take_no_longer_each",
        "tests/unit/test_hosts.py::test_a_label_of_distinct_code_points_takes_little_time",
        "tests/unit/test_timeline.py::test_a_long_path_is_linear",
    ),
}
"""The tests in these folders that take too long for it, by the reason. Those that start processes are skipped then."""

TESTS = ROOT / "tests"
RESEARCH = TESTS / "research"
"""The tests of build_scripts/research, which only ``test.py --research`` and a run that names them include."""
_SMALLEST = "test"
_LISTED = TESTS / "data" / "tests_of_modules.txt"
_ENDINGS = (".py", ".js", ".mjs", ".d.ts", ".md")
# The folders in which a file with a module's name tests it.
_NAMED = {"py_url": ("unit", "engines", "wpt", "properties"), "build_scripts": ("build_scripts", "research")}


def test_files() -> list[str]:
    """Return all files of tests, named from the project's folder."""
    return sorted(file.relative_to(ROOT).as_posix() for file in TESTS.rglob("test_*.py"))


def group_of(file: str) -> str:
    """Return the dependency group that a file of tests needs."""
    return NEEDED[max(filter(file.startswith, NEEDED), key=len)]


def groups_for(arguments: Iterable[str]) -> set[str]:
    """Return the groups that the tests in pytest's arguments need: that of all tests if no path is among them."""
    found: set[str] = set()
    for argument in arguments:
        name = argument.partition("::")[0]
        path = Path(name).resolve()
        if name.startswith("-") or not path.exists():
            continue
        inside = [file for file in test_files() if path == ROOT / file or path in (ROOT / file).parents]
        found |= {group_of(file) for file in inside} or {venv.WHOLE}
    return found or {venv.WHOLE}


def left_out_of_quick() -> dict[str, list[str]]:
    """Return which tests in the folders of `QUICK` ``test.py --quick`` leaves out, by the reason."""
    found: dict[str, list[str]] = {}
    for file in test_files():
        if file.startswith(QUICK) and (group := group_of(file)) != _SMALLEST:
            found.setdefault(f'need the packages of the group "{group}"', []).append(file)
    return found | {reason: list(names) for reason, names in NOT_QUICK.items()}


def tests_of(module: str) -> list[str]:
    """Return the files of the tests for a module of ``py_url``, ``web`` or ``build_scripts``, named from the project's
    folder: those that its name or tests/data/tests_of_modules.txt says.
    """
    path = Path(module)
    name = path.parent.name if path.stem == "__init__" else path.stem
    named = [f"tests/{folder}/test_{name}.py" for folder in _NAMED.get(path.parts[0], ())]
    listed = _listed()
    rows = (start for start in listed if start == module or (start.endswith("/") and module.startswith(start)))
    row = max(rows, key=len, default="")
    return [file for file in dict.fromkeys([*named, *listed.get(row, ())]) if (ROOT / file).is_file()]


def tests_for(path: str) -> list[str]:
    """Return the files of the tests for a module that a user names. Raises SetUpError if there are none."""
    file = Path(path).resolve() if Path(path).exists() else ROOT / path
    if not file.is_file() or not file.name.endswith(_ENDINGS) or not file.is_relative_to(ROOT):
        raise SetUpError(f"{path} is no file of py_url, web or build_scripts; write one, such as py_url/api/url.py")
    found = tests_of(file.relative_to(ROOT).as_posix())
    if not found:
        raise SetUpError(f"{path} has no tests of its own; add a line to tests/data/tests_of_modules.txt")
    return found


@functools.cache
def _listed() -> dict[str, list[str]]:
    """For each module, or folder of modules, that the list names, the files of its tests."""
    found: dict[str, list[str]] = {}
    for line in _LISTED.read_text("utf-8").splitlines():
        module, _, tests = line.partition(": ")
        if not line.startswith("#"):
            found[module] = [f"tests/{test}" for test in tests.split()]
    return found
