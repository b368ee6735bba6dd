"""The core tests on the oldest supported Python and on Pyodide's, and on this one without the fast path.

None of the files may vanish there. On the oldest Python, the files that need only the group "test" (see
`setup.choosing.NEEDED`) run in an environment that has no more.
"""

import contextlib
import json
import os
import re
import shutil
import subprocess
import sys
import sysconfig
import tempfile
from functools import partial
from pathlib import Path

import pytest
from fetching import wpt_url, wpt_urlpattern
from setup import choosing, npm, venv
from setup.project import ROOT, SetUpError

from tests.support.needs import needs

CORE = ["tests/wpt", "tests/unit"]
SECONDS = 1_400
# No test looks at logging, which takes a tenth of the time, and each row of a table would take longer to start and
# report than to run.
LESS = ["-p", "no:logging", "-p", "tests.support.together", "--tally"]
# The plugins of the other tests, such as Playwright's, take a third of the time of small tests.
NO_PLUGINS = {"PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1"}
# The other tests run the properties with all examples. Without the fast path, a part of them is enough.
FEWER = {"PY_URL_EXAMPLES": "0.05"}
# Times are measured only on this Python.
TIMES = [
    "tests/unit/test_parsers.py::test_no_parser_takes_two_seconds",
    "tests/unit/test_growth.py",
    *choosing.NOT_QUICK["measure growth"],
]
# These read the text of the modules and their docstrings, which is the same everywhere.
TEXTS = [
    *(
        f"tests/unit/test_api.py::test_{name}"
        for name in (
            "nothing_public_changes_unnoticed",
            "the_command_writes_what_is_derived",
            "what_a_function_raises_is_in_its_docstring",
        )
    ),
    *(
        f"tests/unit/test_package.py::test_{name}"
        for name in (
            "a_part_imports_only_what_its_line_names",
            "each_part_imports_what_its_line_names",
            "modules_say_what_they_are",
            "no_ignore_is_without_its_reason",
            "no_module_above_is_imported_by_its_name",
            "no_module_imports_itself_through_others",
            "the_api_and_the_bridge_alone_use_the_fast_path",
            "there_is_no_circle_between_parts",
        )
    ),
]
# 150,000 hosts, with numbers and code points that `test_unicode_data.py` compares in every Python.
SPELLINGS = "tests/unit/test_guard_bypasses.py::test_every_spelling_of_an_address"
# These compare two parts of the package on thousands of strings that they make, alike in every Python. The examples of
# each part, and all rows, run on each.
GENERATED = [
    *(
        f"tests/unit/test_fast_path.py::test_{name}"
        for name in (
            "how_many_of_each_corpus_the_automaton_answers",
            "inputs_of_corpora",
            "mutations_of_inputs_of_corpora",
            "the_automaton_recognizes_references",
            "the_automaton_recognizes_values_that_setters_leave_as_they_are",
            "the_automaton_recognizes_what_the_patterns_do",
        )
    ),
    "tests/unit/test_argument_types.py::test_no_error_shows_a_password",
    "tests/unit/test_editions.py::test_every_example_has_another_answer_since_its_change",
    "tests/unit/test_editions.py::test_the_last_edition_is_the_package",
    "tests/unit/test_guard_inside.py::test_what_is_required_is_allowed_again",
    "tests/unit/test_percent_encoding.py::test_a_long_string_is_decoded_in_pieces_without_a_seam",
    "tests/unit/test_regular_expressions.py::test_without_a_program_an_input_that_could_take_long_is_refused",
    "tests/unit/test_relative.py::test_no_shorter_reference_leads_there",
    "tests/unit/test_sites.py::test_the_short_cut_gives_the_parsers_answer",
    "tests/unit/test_unicode_data.py::test_the_hosts_have_every_recent_character",
    "tests/wpt/test_fast_path.py::test_mutations_of_inputs",
    "tests/wpt/test_fixing.py::test_fix",
    "tests/wpt/test_timeline.py::test_our_own_rows",
    "tests/wpt/test_timeline.py::test_strings_of_pieces",
    "tests/wpt/test_writing.py::test_valid_is_what_parses_without_validation_error",
]
# These take long, and test other programs, or hold for all when they hold here.
NOT_ON_THE_OLDEST = [
    *TIMES,
    *TEXTS,
    *GENERATED,
    SPELLINGS,
    "tests/unit/test_columns.py::test_the_memory_of_a_row",
    "tests/unit/test_columns.py::test_each_row_is_what_url_says",
    "tests/unit/test_command_line.py::test_memory_does_not_grow_with_the_lines",
    "tests/unit/test_runtimes.py",
]
# Only the API and the bridge import the fast path, which `tests/unit/test_package.py` holds. These test them.
WITHOUT_THE_FAST_PATH = sorted(
    {
        *("tests/wpt/test_urltestdata.py", "tests/wpt/test_setters.py", "tests/wpt/test_percent_encoding.py"),
        *("tests/properties/test_properties.py", "tests/properties/test_query_objects.py"),
        *(
            test
            for module in [*(ROOT / "py_url" / "api").glob("*.py"), ROOT / "py_url" / "programs" / "bridge.py"]
            for test in choosing.tests_of(module.relative_to(ROOT).as_posix())
        ),
    }
    # It reads names and documents.
    - {"tests/unit/test_api.py"}
)
# These need packages that have no pure wheel, servers or threads, and are skipped.
NOT_IN_PYODIDE = [
    *("tests/unit/test_columns.py", "tests/unit/test_engines.py", "tests/unit/test_pydantic.py"),
    *("tests/unit/test_clients.py", "tests/unit/test_guard_frameworks.py", "tests/unit/test_query_elsewhere.py"),
    *("tests/unit/test_guard_deadline.py", "tests/unit/test_guard_limits.py", "tests/unit/test_guard_transports.py"),
    *("tests/unit/test_runtimes.py", "tests/unit/test_threads.py"),
    *("tests/wpt/test_columns.py", "tests/wpt/test_clients.py"),
]
# Each calls everything public, or every encoding, several times, which takes Pyodide a minute. What they look at, wrong
# arguments and codecs, is Python's own, and the oldest Python has it in another version.
TOO_LONG_IN_PYODIDE = [
    "tests/unit/test_argument_types.py::test_an_instance_of_a_subclass_of_str_is_what_it_holds",
    "tests/unit/test_argument_types.py::test_wrong_types",
    "tests/unit/test_encodings.py::test_every_encoding_works_with_every_set",
]
COMPILED = re.compile("pyarrow|pandas|pydantic|fastapi|msgspec|httpx2|the clients")


def without(tests):
    return [f"--deselect={name}" for name in tests]


def run(command, **options):
    result = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False, timeout=SECONDS, **options)
    assert result.returncode == 0, result.stdout[-3000:] + result.stderr[-3000:]
    return result


def lost(output, files, left_out=()):
    """Return the files of which no test ran, and why tests were skipped. The files in *left_out* do not count."""
    [tally] = re.findall(r"^tally: (.*)$", output, re.MULTILINE)
    ran = json.loads(tally)
    ended = {file for file, outcomes in ran["files"].items() if outcomes.get("passed") or outcomes.get("deselected")}
    return {*files} - {*left_out} - ended, ran["reasons"]


def files_of(folders):
    return [file for file in choosing.test_files() if file.startswith(tuple(f"{folder}/" for folder in folders))]


# Which files run on the oldest Python, by the group of their environment.
ON_THE_OLDEST = {
    "test": [file for file in files_of(CORE) if choosing.group_of(file) == "test"],
    venv.OLDEST: [file for file in files_of(CORE) if choosing.group_of(file) != "test"],
}


def on_the_oldest_python(group):
    environ = {**os.environ, **NO_PLUGINS, "PYTHONNOUSERSITE": "1"}
    arguments = ["--override-ini=filterwarnings=error", "--may-skip", *ON_THE_OLDEST[group], *LESS]
    arguments += without(NOT_ON_THE_OLDEST)
    return run([str(venv.oldest_python(group)), "-m", "pytest", *arguments], env=environ)


def without_the_fast_path():
    arguments = ["--without-fast-path", "--may-skip", *WITHOUT_THE_FAST_PATH, *LESS, *without(NOT_ON_THE_OLDEST)]
    return run([sys.executable, "-m", "pytest", *arguments], env={**os.environ, **FEWER, **NO_PLUGINS})


def in_pyodide():
    with tempfile.TemporaryDirectory() as folder:
        files = {"url": wpt_url.find().files}
        with contextlib.suppress(SetUpError):
            files["urlpattern"] = wpt_urlpattern.find()
        for suite, found in files.items():
            resources = Path(folder, suite, "resources")
            resources.mkdir(parents=True)
            for file in found.values():
                shutil.copy(file, resources)
        folders = [npm.packages() / "pyodide", ROOT, folder if files["url"] else "", sysconfig.get_path("purelib")]
        script = ROOT / "tests" / "pyodide" / "run_pytest.mjs"
        left_out = without([*TIMES, *TEXTS, *GENERATED, SPELLINGS, *TOO_LONG_IN_PYODIDE])
        return run([str(part) for part in [npm.node(), script, *folders, *CORE, *LESS, *left_out]])


RUNS = {
    **{f"test_the_oldest_python[{group}]": partial(on_the_oldest_python, group) for group in ON_THE_OLDEST},
    "test_without_the_fast_path": without_the_fast_path,
    "test_python_3_14_in_pyodide": in_pyodide,
}


@needs("oldest python", "oldest python, test")
@pytest.mark.parametrize("group", ON_THE_OLDEST)
def test_the_oldest_python(group, outcome):
    missing, reasons = lost(outcome.stdout, ON_THE_OLDEST[group])
    assert missing == set()
    # The environment has the packages that the tests import.
    assert [reason for reason in reasons if "installed" in reason] == []


def test_without_the_fast_path(outcome):
    missing, reasons = lost(outcome.stdout, WITHOUT_THE_FAST_PATH)
    assert missing == set()
    assert len(WITHOUT_THE_FAST_PATH) >= 12
    assert [reason for reason in reasons if "installed" in reason] == []


@needs("wheel", "npm packages")
def test_python_3_14_in_pyodide(outcome):
    assert "Python 3.14" in outcome.stdout
    missing, reasons = lost(outcome.stdout, files_of(CORE), NOT_IN_PYODIDE)
    assert missing == set()
    assert [reason for reason in reasons if "installed" in reason and not COMPILED.search(reason)] == []


def test_what_is_left_out_is_there():
    """A name that pytest does not know would leave nothing out, without a word."""
    for name in [*NOT_ON_THE_OLDEST, *TOO_LONG_IN_PYODIDE]:
        file, _, test = name.partition("::")
        text = (ROOT / file).read_text("utf-8")
        assert not test or f"\ndef {test}(" in text, name
