"""One answer with every option of the interpreter, from a zip file, in a subinterpreter, and in an earlier Pyodide."""

import json
import os
import subprocess
import sys
from functools import cache

import build_wheel
import pytest
from setup import npm, project, venv
from setup.project import ROOT

from tests.support.needs import needs

PROGRAM = ROOT / "tests" / "support" / "compatibility.py"
SECONDS = 300
# The interpreter's own options, all at once, in the C locale.
OPTIONS = ["-I", "-OO", "-bb", "-W", "error", "-X", "dev", "-X", "utf8=0"]
FLAGS = ("isolated=1", "optimize=2", "bytes_warning=2", "dev_mode=True", "utf8_mode=0")
# What a program does that runs the tests' program in another interpreter of the same process.
IN_A_SUBINTERPRETER = """
import sys
import _interpreters
program = f"import runpy, sys; sys.argv = [{sys.argv[1]!r}]; runpy.run_path({sys.argv[1]!r}, run_name='__main__')"
number = _interpreters.create()
error = _interpreters.exec(number, program)
if error is not None:
    sys.exit(error.formatted)
_interpreters.destroy(number)
"""


def run(*command, **variables):
    """Run a command and return what it prints. It must not warn."""
    environ = {name: value for name, value in os.environ.items() if not name.startswith(("PYTHON", "LC_"))}
    command = [str(part) for part in command]
    result = subprocess.run(
        command,
        cwd=ROOT,
        env={**environ, "PYTHONDONTWRITEBYTECODE": "1", **variables},
        capture_output=True,
        encoding="utf-8",
        check=False,
        timeout=SECONDS,
    )
    assert result.returncode == 0, result.stdout[-3000:] + result.stderr[-3000:]
    assert result.stderr == ""
    return result.stdout


def python(*arguments, executable=sys.executable, **variables):
    """Run a Python that has only the standard library, and return what it prints."""
    return run(executable, "-S", *arguments, **variables)


@cache
def plain():
    """The answers without options."""
    return json.loads(python(PROGRAM))


def same(output):
    """The last line of the output, after checking that its answers are those without options."""
    said = json.loads(output.splitlines()[-1])
    assert said["answers"] == plain()["answers"]
    return said


def test_the_program_asks_for_much():
    counts = {kind: count for kind, (count, _) in plain()["answers"].items()}
    assert min(counts.values()) >= 4
    assert sum(counts.values()) > 12_000


def test_options_change_nothing():
    flags = same(python(*OPTIONS, PROGRAM, LC_ALL="C"))["flags"]
    assert [flag for flag in FLAGS if flag not in flags] == []


@needs("wheel")
def test_from_a_zip_file():
    wheel = build_wheel.build_pure_wheel(install=False)
    said = same(python(PROGRAM, PYTHONPATH=str(wheel)))
    assert said["package"].startswith(f"{wheel}{os.sep}py_url")


@pytest.mark.skipif(sys.version_info < (3, 13), reason="Python 3.12 crashes when a subinterpreter ends")
def test_in_a_subinterpreter():
    """In a process that has not imported the package itself."""
    said = same(python("-c", IN_A_SUBINTERPRETER, PROGRAM))
    assert said["package"] == str(ROOT / "py_url" / "__init__.py")


@needs("oldest python")
def test_options_of_the_oldest_python():
    same(python(*OPTIONS, PROGRAM, executable=venv.oldest_python(), LC_ALL="C"))


@needs("npm packages", "npm test packages")
def test_in_the_pyodide_before():
    """Pyodide's previous series. `test_other_pythons` has the current release, and `test_unicode` the hosts of all."""
    script = ROOT / "tests" / "pyodide" / "run_script.mjs"
    folder = npm.packages(project.TEST_PACKAGES) / "pyodide-3.13"
    same(run(npm.node(), script, folder, ROOT, "tests/support/compatibility.py"))
