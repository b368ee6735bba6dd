"""ruff, mypy and pyright report nothing."""

import ast
import subprocess
import sys

import pytest
from setup import npm, project
from setup.project import ROOT, TEST_PACKAGES

from tests.support.needs import needs

SECONDS = 600
TOOLS = {
    "ruff check": ["ruff", "check", "--no-cache", "."],
    "ruff format": ["ruff", "format", "--no-cache", "--check", "."],
    "mypy": ["mypy"],
    # Check it as a program that has installed the package.
    "mypy of a program": ["mypy", "--no-incremental", "tests/typing/uses.py"],
}


@pytest.mark.parametrize("tool", TOOLS.values(), ids=list(TOOLS))
def test_style(tool):
    command = [sys.executable, "-m", *tool]
    result = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False, timeout=SECONDS)
    assert result.returncode == 0, result.stdout + result.stderr


@needs("npm test packages")
def test_pyright_of_a_program():
    """Editors show what Pyright says."""
    command = [npm.node(), npm.packages(TEST_PACKAGES) / "pyright" / "index.js", f"--pythonpath={sys.executable}"]
    command += ["--warnings", "tests/typing/uses.py"]
    result = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False, timeout=SECONDS)
    assert result.returncode == 0, result.stdout + result.stderr
    assert "0 errors, 0 warnings" in result.stdout, result.stdout


def variables_read(tree):
    """Yield the environment variables that a module reads by name."""
    for node in ast.walk(tree):
        match node:
            case (
                ast.Subscript(value=ast.Attribute(attr="environ"), slice=ast.Constant(value=name), ctx=ast.Load())
                | ast.Call(func=ast.Attribute(value=ast.Attribute(attr="environ")), args=[ast.Constant(value=name), *_])
                | ast.Call(func=ast.Attribute(attr="getenv"), args=[ast.Constant(value=name), *_])
                | ast.Compare(left=ast.Constant(value=name), comparators=[ast.Attribute(attr="environ")])
            ):
                yield name


def test_no_test_depends_on_another_variable():
    """What a test or a script reads from the environment has to be among the variables that `test.py` hands on."""
    found = {
        name: file.relative_to(ROOT).as_posix()
        for folder in ("tests", "build_scripts")
        for file in (ROOT / folder).rglob("*.py")
        for name in variables_read(ast.parse(file.read_bytes()))
    }
    assert {"CI", "PATH", "JAVA_HOME", "PY_URL_WPT"} <= found.keys()
    handed_on = dict.fromkeys(found, "")
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(project.os, "environ", {**handed_on, "PYTHONUNBUFFERED": "1", "LC_ALL": "C"})
        assert {name: file for name, file in found.items() if name not in project.environment_of_tests()} == {}
        assert project.environment_of_tests().keys() <= handed_on.keys()
