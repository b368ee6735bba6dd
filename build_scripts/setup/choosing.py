"""Which tests belong to a module, and which dependency group a test needs.

``test.py`` reads this before it enters an environment, so nothing here needs a package. A test in
``tests/build_scripts/test_choosing.py`` compares `NEEDED` with what the files import.
"""

from __future__ import annotations

import functools
import re
from pathlib import Path

from setup import venv
from setup.project import ROOT, SetUpError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

NEEDED = {
    "tests/benchmarks/": "test",
    "tests/browser/": "test-browsers",
    "tests/build_scripts/": venv.WHOLE,
    "tests/build_scripts/test_choosing.py": venv.WHOLE,
    "tests/build_scripts/test_collect.py": "test-browsers",
    "tests/build_scripts/test_comparison.py": "test-browsers",
    "tests/build_scripts/test_ending.py": "test",
    "tests/build_scripts/test_explanations.py": "test",
    "tests/build_scripts/test_fetch_wpt.py": "test",
    "tests/build_scripts/test_lock.py": "test-browsers",
    "tests/build_scripts/test_npm.py": "test-browsers",
    "tests/build_scripts/test_serve.py": "test-browsers",
    "tests/build_scripts/test_setup.py": "test-browsers",
    "tests/engines/": "test",  # each file runs in the environment that has its engine
    "tests/engines/test_spark.py": "test-browsers",  # it uploads the wheel
    "tests/fuzz/": "test",
    "tests/javascript/": "test-browsers",
    "tests/playground/": "test-peers",
    "tests/properties/": "test-peers",
    "tests/pythons/": venv.WHOLE,
    "tests/seeds/": "test",
    "tests/style/": venv.WHOLE,
    "tests/unit/": "test",
    "tests/unit/test_annotations.py": "test-fits",
    "tests/unit/test_api.py": "test-columns",
    "tests/unit/test_argument_types.py": "test-columns",
    "tests/unit/test_batches.py": "test-columns",
    "tests/unit/test_clients.py": "test-fits",
    "tests/unit/test_column.py": "test-columns",
    "tests/unit/test_columns.py": "test-columns",
    "tests/unit/test_compat_parsers.py": "test-fits",
    "tests/unit/test_docstrings.py": "test-columns",
    "tests/unit/test_engines.py": "test-columns",
    "tests/unit/test_explain.py": "test-fits",
    "tests/unit/test_fits.py": "test-fits",
    "tests/unit/test_foreign.py": "test-fits",
    "tests/unit/test_frozen.py": "test-columns",
    "tests/unit/test_growth.py": "test-columns",
    "tests/unit/test_guard_frameworks.py": "test-fits",
    "tests/unit/test_guard_limits.py": "test-fits",
    "tests/unit/test_guard_transports.py": "test-fits",
    "tests/unit/test_pydantic.py": "test-fits",
    "tests/unit/test_query_elsewhere.py": "test-fits",
    "tests/unit/test_readme.py": venv.WHOLE,
    "tests/unit/test_results.py": "test-fits",
    "tests/wpt/": "test",
    "tests/wpt/test_clients.py": "test-fits",
    "tests/wpt/test_columns.py": "test-columns",
}
"""The dependency group of pyproject.toml that a folder of tests needs, and those of its files that need another one."""

QUICK = ("tests/unit", "tests/wpt", "tests/seeds")
"""The folders whose tests ``test.py --quick`` runs, if they need no more than the group "test"."""

NOT_QUICK = {
    "start processes": (
        "tests/seeds/test_explain.py::test_curl_takes_two_or_three_slashes",
        "tests/unit/test_bridge.py::test_a_snapshot_leaves_nothing_for_the_first_use",
        "tests/unit/test_command_line.py::test_a_reader_of_errors_that_goes_away",
        "tests/unit/test_command_line.py::test_a_reader_of_several_jobs_that_goes_away_is_no_error",
        "tests/unit/test_command_line.py::test_a_reader_that_goes_away_is_no_error",
        "tests/unit/test_command_line.py::test_an_interruption_is_quiet",
        "tests/unit/test_command_line.py::test_bytes_that_are_no_text_do_not_end_the_program",
        "tests/unit/test_command_line.py::test_memory_does_not_grow_with_the_lines",
        "tests/unit/test_command_line.py::test_processes_end_with_the_one_that_is_killed",
        "tests/unit/test_command_line.py::test_several_jobs",
        "tests/unit/test_command_line.py::test_streams_that_are_closed_or_full",
        "tests/unit/test_command_line.py::test_what_is_written_is_there_before_more_is_read",
        "tests/unit/test_compat_runtimes.py",
        "tests/unit/test_get.py::test_a_reader_that_goes_away_is_no_error",
        "tests/unit/test_get.py::test_memory_does_not_grow_with_the_lines",
        "tests/unit/test_get.py::test_several_jobs",
        "tests/unit/test_get.py::test_what_is_there_is_answered_at_once",
        "tests/unit/test_guard.py::test_the_first_use_loads_no_parser",
        "tests/unit/test_package.py::test_a_neighbour_can_be_the_first_that_is_imported",
        "tests/unit/test_package.py::test_importing_loads_little",
        "tests/unit/test_package.py::test_the_version_of_unicode_loads_no_tables",
        "tests/unit/test_url.py::test_a_forked_process_does_not_wait_for_a_thread_that_it_lacks",
        "tests/unit/test_urllib_parse.py::test_every_deviation_has_a_reason",
    ),
    "measure growth": (
        "tests/unit/test_canonical.py::test_long_urls_take_linear_time",
        "tests/unit/test_domain_steps.py::test_a_long_domain_takes_little_time",
        "tests/unit/test_editing.py::test_many_parameters_take_no_longer_each",
        "tests/unit/test_hosts.py::test_a_label_of_distinct_code_points_takes_little_time",
        "tests/unit/test_timeline.py::test_a_long_path_is_linear",
    ),
}
"""The tests in these folders that take too long for it, by the reason."""

TESTS = ROOT / "tests"
_SMALLEST = "test"
_README = TESTS / "README.md"
_HEADING = "\n## Which file tests a module"
_ENDINGS = (".py", ".js", ".mjs", ".d.ts", ".md")
# The folders in which a file with a module's name tests it.
_NAMED = {"py_url": ("unit", "seeds", "engines", "wpt", "properties"), "build_scripts": ("build_scripts",)}


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
    folder: those that its name or tests/README.md says.
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
        raise SetUpError(f"{path} is not a module of py_url, web or build_scripts")
    found = tests_of(file.relative_to(ROOT).as_posix())
    if not found:
        raise SetUpError(f"{path} has no tests of its own: see “Which file tests a module” in tests/README.md")
    return found


@functools.cache
def _listed() -> dict[str, list[str]]:
    """The tables of tests/README.md: for each module, or folder of modules, the files of its tests."""
    found: dict[str, list[str]] = {}
    for row in re.findall(r"^\| (`.*) \| (.*) \|$", _README.read_text("utf-8").partition(_HEADING)[2], re.MULTILINE):
        for module in _files_named(row[0]):
            is_whole = module.startswith(("web/", "build_scripts/"))
            name = module if is_whole else f"py_url/{module}"
            found.setdefault(name, []).extend(f"tests/{test}" for test in _files_named(row[1]))
    return found


def _files_named(text: str) -> Iterator[str]:
    """Yield the files that a cell of a table names; a name without a folder is in the folder of the name before it."""
    folder = ""
    for name in re.findall(r"`([\w./]+(?:\.\w+|/))`", text):
        folder = name.rpartition("/")[0] or folder
        yield name if name.endswith("/") else f"{folder}/{name.rpartition('/')[2]}" if folder else name
