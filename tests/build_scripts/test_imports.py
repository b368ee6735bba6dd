"""What imports the modules of build_scripts: each can be the first, and nothing ordinary needs the laboratory.

`tests.unit.test_package` finds circles.
"""

import ast
import os
import subprocess
import sys
import tomllib

import pytest
from setup.project import ROOT, SCRIPTS

SDIST = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["tool"]["hatch"]["build"]["targets"]["sdist"]
LABORATORY = tuple(path.removeprefix("/") for path in SDIST["exclude"])


@pytest.mark.parametrize("name", ["crosscheck.adapters", "crosscheck.programs", "crosscheck.run", "serve"])
def test_a_module_can_be_the_first_that_is_imported(name):
    environ = {**os.environ, "PYTHONPATH": os.pathsep.join(map(str, (SCRIPTS, ROOT, ROOT / "web/playground/python")))}
    subprocess.run([sys.executable, "-c", f"import {name}"], cwd=ROOT, env=environ, check=True, timeout=60)


def imports_of(text):
    """Yield the modules that a module imports, for type checkers too, and inside functions."""
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            yield node.module


@pytest.mark.skipif(not (SCRIPTS / "research").is_dir(), reason="a source distribution has no laboratory")
def test_only_what_a_source_distribution_lacks_imports_the_laboratory():
    """Otherwise, the scripts and tests of a source distribution would fail."""
    files = [file for folder in (SCRIPTS, ROOT / "tests") for file in folder.rglob("*.py")]
    using = {
        file.relative_to(ROOT).as_posix()
        for file in files
        if any(name.partition(".")[0] == "research" for name in imports_of(file.read_text("utf-8")))
    }
    assert {"build_scripts/bench.py", "build_scripts/fuzz.py"} < using
    assert [file for file in using if not file.startswith(LABORATORY)] == []
