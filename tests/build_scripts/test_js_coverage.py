"""build_scripts/setup/js_coverage.py on programs of a few lines, with coverage written by Node."""

import os
import subprocess

import pytest
from setup import js_coverage, npm
from setup.project import SetUpError

from tests.support.needs import needs

pytestmark = needs("node", "npm test packages")

SIGN = """
export function sign(number) {
  if (number < 0) {
    return -1;
  }
  return 1;
}
"""


@pytest.fixture
def project(tmp_path):
    """A project with two modules in web/, and one elsewhere that does not count."""
    (tmp_path / "web" / "lib").mkdir(parents=True)
    (tmp_path / "web" / "py_url.js").write_text('export { sign } from "./lib/sign.js";\n')
    (tmp_path / "web" / "lib" / "sign.js").write_text(SIGN)
    (tmp_path / "web" / "package.json").write_text('{"type": "module"}')
    (tmp_path / "other.mjs").write_text("export function unused() {\n  return 1;\n}\n")
    return tmp_path


@pytest.fixture
def measure(project, monkeypatch):
    """Run a program of that project, as a test does in a whole run."""

    def measure(program):
        file = project / "program.mjs"
        file.write_text(program)
        monkeypatch.setenv(js_coverage.VARIABLE, str(project / "dumps"))
        environ = {**os.environ, **js_coverage.measured()}
        subprocess.run([npm.node(), file], env=environ, check=True, timeout=60)

    return measure


def report(project, **floor):
    return js_coverage.report(project / "dumps", root=project, floor={**js_coverage.FLOOR, **floor})


def line_of(table, file):
    """Return a file's columns: statements, branches, functions, lines, and the numbers of lines that did not run."""
    (line,) = (line for line in table.splitlines() if line.strip().startswith(file))
    return [column.strip() for column in line.split("|")[1:]]


def test_what_ran_in_any_program_counts(project, measure):
    measure('import { sign } from "./web/py_url.js"; import { unused } from "./other.mjs"; sign(-1);')
    enough, table = report(project)
    assert not enough
    assert line_of(table, "sign.js")[4] == "6"
    assert "threshold (100%)" in table
    assert "other.mjs" not in table
    measure('import { sign } from "./web/py_url.js"; sign(1);')
    enough, table = report(project)
    assert enough
    assert line_of(table, "sign.js") == ["100", "100", "100", "100", ""]


def test_one_module_by_several_addresses_is_one(project, measure):
    measure(
        'for (const n of [-1, 1]) (await import(`./web/lib/sign.js?${n}`)).sign(n); await import("./web/py_url.js");'
    )
    enough, table = report(project)
    assert enough, table


def test_a_module_that_nothing_imports_counts_as_not_run(project, measure):
    (project / "web" / "lib" / "forgotten.js").write_text("export const forgotten = 1;\n")
    measure('import { sign } from "./web/py_url.js"; sign(1); sign(-1);')
    enough, table = report(project)
    assert not enough
    assert line_of(table, "forgotten.js")[3] == "0"


@pytest.mark.parametrize(("what", "enough"), [("lines", False), ("branches", False), ("functions", True)])
def test_each_floor_counts(what, enough, project, measure):
    measure('import { sign } from "./web/py_url.js"; sign(-1);')
    low = {"lines": 10, "branches": 10, "functions": 10}
    assert report(project, **low)[0]
    assert report(project, **{**low, what: 100})[0] is enough


def test_nothing_is_not_everything(project, measure):
    with pytest.raises(SetUpError, match="no coverage of this project"):
        report(project)
    measure('import "./other.mjs";')
    with pytest.raises(SetUpError, match="no coverage of this project"):
        report(project)


def test_only_a_whole_run_measures(monkeypatch):
    monkeypatch.delenv(js_coverage.VARIABLE, raising=False)
    assert js_coverage.measured() == {}
