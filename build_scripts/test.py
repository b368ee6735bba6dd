"""Set up what the tests need, and run them.

    python3 build_scripts/test.py                          run all tests
    python3 build_scripts/test.py --quick                  run those that answer soon: of the parser and what is near it
    python3 build_scripts/test.py --for FILE               run those of one module of py_url, web or build_scripts
    python3 build_scripts/test.py tests/unit/test_url.py   run some of them; pytest gets all other arguments

The script sets up only what the chosen tests need: the packages of their dependency group, or a browser if one of them
opens it. If something is not available, a message says so and the tests that need it are skipped. In CI (if the
environment variable CI is set), they fail instead.
"""

import setup  # isort: skip # noqa: F401 - first, because it checks which version of Python this is

import argparse
import os
import signal
import subprocess
import sys
import tempfile
import textwrap
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path

from setup import choosing, js_coverage, venv
from setup.ending import ends
from setup.project import CACHE, ROOT, SCRIPTS, SetUpError, environment_of_tests, from_here, say

_SECONDS_TO_END = 30
_WIDTH = 120
_IMPORTS_TO_SET_UP = """\
from contextlib import suppress
from setup import engines, venv
from setup.project import SetUpError"""
# More would need too much memory: a worker starts browsers with Pyodide.
_MAX_WORKERS = 4
# A test that takes longer hangs: the longest ones run a whole suite in another Python.
_SECONDS_FOR_A_TEST = 1_500
# See tests/support/workers.py.
_OF_WORKERS = "PY_URL_COVERAGE_OF_WORKERS"
# See tests/engines/conftest.py. A test file there measures the module of its name.
_OF_ENGINES = "PY_URL_COVERAGE_OF_ENGINES"
_ENGINES = [file.stem.removeprefix("test_") for file in sorted((ROOT / "tests" / "engines").glob("test_*.py"))]
# A full run has thousands of rows, which take longer to report than to run.
_TOGETHER = ["-p", "tests.support.together"]
_OF_ALL = [*_TOGETHER, "-p", "tests.support.longest"]


def _positive(text: str) -> int:
    number = int(text)
    if number < 1:
        raise argparse.ArgumentTypeError(f"{number} is not at least 1")
    return number


def _arguments(argv: Sequence[str] | None) -> tuple[argparse.Namespace, list[str]]:
    parser = argparse.ArgumentParser(
        usage="test.py [-h] [--quick] [--for FILE] [--no-install] [--without-spark] [--workers N] [--research] "
        "[--record-api] [pytest arguments ...]",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
        allow_abbrev=False,
    )
    parser.add_argument(
        "--quick",
        action="store_true",
        help="run tests/unit and tests/wpt on all processors, without those that measure growth, start "
        "processes or need more packages; list what is left out",
    )
    parser.add_argument(
        "--for",
        dest="modules",
        action="append",
        default=[],
        metavar="FILE",
        help="run the tests of one module of py_url, web or build_scripts",
    )
    parser.add_argument("--no-install", action="store_true", help="install nothing; skip tests that need more")
    parser.add_argument(
        "--without-spark",
        action="store_true",
        help="leave out the tests of Spark, which download 456 MB and need Java",
    )
    parser.add_argument(
        "--workers",
        type=_positive,
        metavar="N",
        help="run the tests in N processes (default: one for each processor, at most four, and only one if arguments "
        "for pytest choose a part of the tests)",
    )
    parser.add_argument(
        "--research",
        action="store_true",
        help="run those of build_scripts/research, which no other run includes unless it names them",
    )
    parser.add_argument(
        "--record-api",
        action="store_true",
        help="run no tests; record the names, signatures and documented errors of everything public, and the list "
        "of the playground's files",
    )
    return parser.parse_known_args(argv)


@ends("test.py")
def main(argv: Sequence[str] | None = None) -> int:
    """Set up and run pytest with the command line's arguments. Returns its exit status, or 2 if the set-up failed."""
    arguments, for_pytest = _arguments(argv)
    for_pytest += [str(ROOT / test) for module in arguments.modules for test in choosing.tests_for(module)]
    for_pytest += [str(choosing.RESEARCH)] if arguments.research else []
    venv.enter(*_groups(arguments, for_pytest), install=not arguments.no_install)
    if arguments.record_api:
        return _run(["-m", "tests.support.api"])
    set_up = [] if arguments.no_install else ["--set-up"]
    if arguments.without_spark:
        set_up.append(f"--ignore={ROOT / 'tests' / 'engines' / 'test_spark.py'}")
    if arguments.quick:
        return _run_quick([*set_up, *map(from_here, for_pytest)], arguments.workers or os.cpu_count() or 1)
    if for_pytest:
        return _run(["-m", "pytest", *_side_by_side(arguments.workers or 1), *set_up, *map(from_here, for_pytest)])
    return _run_all(set_up, arguments.workers or min(os.cpu_count() or 1, _MAX_WORKERS))


def _groups(arguments: argparse.Namespace, for_pytest: list[str]) -> set[str]:
    """Return the dependency groups that the chosen tests need."""
    if arguments.record_api:
        return {venv.WHOLE}
    return {"test"} if arguments.quick else choosing.groups_for(for_pytest)


def _run_quick(for_pytest: list[str], workers: int) -> int:
    """Run the tests that answer soon, and say which others there are. Returns the exit status."""
    left_out = choosing.left_out_of_quick()
    without = [f"--{'deselect' if '::' in name else 'ignore'}={name}" for names in left_out.values() for name in names]
    plugins = [*_TOGETHER, "-p", "tests.support.quick", "--may-skip", *_side_by_side(workers)]
    status = _run(["-m", "pytest", *plugins, *without, *for_pytest, *choosing.QUICK])
    lines = textwrap.TextWrapper(_WIDTH, initial_indent="  ", subsequent_indent="  ", break_on_hyphens=False)
    for reason, names in left_out.items():
        print(f"left out, because they {reason}:\n{lines.fill(' '.join(names))}")
    return status


def _side_by_side(workers: int) -> list[str]:
    """Return pytest's arguments for a number of workers."""
    if workers == 1:
        return []
    # If a worker dies, the run ends and fails.
    plugin = ["-p", "tests.support.workers", f"--numprocesses={workers}", "--max-worker-restart=0"]
    return [*plugin, "--no-loadscope-reorder"]


@contextmanager
def _set_up_beside(program: str) -> Iterator[None]:
    """Run a program of the set-up during the ``with``. A test that needs what it sets up waits for it, and says what is
    wrong if it is not there at the end.
    """
    environ = {**os.environ, "PYTHONPATH": str(SCRIPTS)}
    # In a session of its own, it can be ended together with the programs that it starts.
    with subprocess.Popen(
        [sys.executable, "-c", program], cwd=ROOT, env=environ, start_new_session=os.name != "nt"
    ) as process:
        try:
            yield
        finally:
            if sys.platform == "win32":
                process.terminate()
            else:
                with suppress(ProcessLookupError):
                    os.killpg(process.pid, signal.SIGKILL)


def _early(set_up: list[str]) -> str:
    """Return a program that downloads what takes longest, in the order in which the tests need it."""
    with_spark = not any("test_spark" in option for option in set_up)
    steps = ["venv.oldest_python", *(["engines.spark"] if with_spark else []), "engines.distributed"]
    called = "\n".join(f"with suppress(SetUpError, OSError): {step}()" for step in steps if set_up)
    return f"{_IMPORTS_TO_SET_UP}\n{called}"


def _run_all(set_up: list[str], workers: int) -> int:
    """Run all tests and report their coverage. Returns the exit status."""
    # Each run has its own folder, so that runs at the same time do not count each other's lines.
    with _set_up_beside(_early(set_up)), tempfile.TemporaryDirectory(dir=CACHE, prefix="coverage-") as folder:
        in_node = Path(folder, "node")
        data_file = str(Path(folder, "python"))
        measured = {"COVERAGE_FILE": data_file, _OF_ENGINES: data_file, js_coverage.VARIABLE: str(in_node)}
        if workers == 1:
            status = _run(["-m", "coverage", "run", "-m", "pytest", *_OF_ALL, *set_up], **measured)
        else:
            measured_by_workers = {**measured, _OF_WORKERS: data_file}
            status = _run(["-m", "pytest", *_OF_ALL, *_side_by_side(workers), *set_up], **measured_by_workers)
        left_out = [name for name in _ENGINES if not Path(f"{data_file}.test_{name}").exists()]
        if workers > 1 or len(left_out) < len(_ENGINES):
            status = status or _run(["-m", "coverage", "combine", "--quiet", "--append"], **measured)
        if status == 0:
            say("coverage of py_url:")
            # The tests of an engine that is not here were skipped. In CI they fail instead.
            omitted = [f"--omit={','.join(f'py_url/columns/{name}.py' for name in left_out)}"] if left_out else []
            status = _run(["-m", "coverage", "report", *omitted], **measured)
            say("coverage of web/ in Node:")
            try:
                enough, table = js_coverage.report(in_node, install=bool(set_up))
            except SetUpError as error:
                # The tests in Node were skipped. In CI they fail instead.
                enough, table = not os.environ.get("CI"), str(error)
            print(table, flush=True)
            status = status or (0 if enough else 1)
    return status


def _run(arguments: list[str], **variables: str) -> int:
    """Run Python with *arguments* in the project's folder. Returns its exit status."""
    environ = {"PYTEST_TIMEOUT": str(_SECONDS_FOR_A_TEST), **environment_of_tests(), **variables}
    # pytest must not load plugins from the user's own packages.
    environ["PYTHONNOUSERSITE"] = "1"
    with subprocess.Popen([sys.executable, *arguments], cwd=ROOT, env=environ) as process:
        # On SIGTERM, give pytest time to end the processes that it started.
        before = signal.signal(signal.SIGTERM, lambda *_: process.terminate())
        try:
            return process.wait()
        except KeyboardInterrupt:
            # The terminal sent the signal to pytest too.
            try:
                process.wait(_SECONDS_TO_END)
            except subprocess.TimeoutExpired:
                process.kill()
            raise
        finally:
            signal.signal(signal.SIGTERM, before)


if __name__ == "__main__":
    sys.exit(main())
