"""One answer in every Python: domains in all versions that are supported, and beside other libraries."""

import json
import subprocess

import pytest
import unicode_tables
from setup import npm, project
from setup.project import ROOT

from py_url.pins import unicode_version
from tests.needs import needs

DIGESTS = json.loads((ROOT / "tests" / "data" / "unicode" / "hosts.json").read_text("utf-8"))
SECONDS = 900


def run(*command):
    command = [str(part) for part in command]
    result = subprocess.run(command, cwd=ROOT, capture_output=True, encoding="utf-8", check=False, timeout=SECONDS)
    assert result.returncode == 0, result.stdout[-3000:] + result.stderr[-3000:]
    return result.stdout


@needs("npm packages", "npm test packages")
@pytest.mark.parametrize(
    ("python", "package"),
    [("3.11", "pyodide-3.11"), ("3.12", "pyodide-oldest"), ("3.13", "pyodide-3.13"), ("3.14", "pyodide")],
)
def test_the_same_hosts_in_pyodide(python, package):
    packages = npm.packages() if package == "pyodide" else npm.packages(project.TEST_PACKAGES)
    script = ROOT / "tests" / "pyodide" / "run_script.mjs"
    version, _, digests = run(npm.node(), script, packages / package, ROOT, "tests/unicode_hosts.py").partition("\n")
    assert version.startswith(f"Python {python}.")
    assert json.loads(digests) == DIGESTS


@needs("unicode data")
def test_beside_other_libraries():
    """The rules and NFC with the tables of `unicodedata2`, and the rules of `idna` on those tables."""
    outcome = json.loads(run(unicode_tables.python(install=False), "-X", "utf8", ROOT / "tests" / "unicode_witness.py"))
    assert outcome.pop("versions") == [unicode_version] * 3
    assert outcome.pop("compared") > 100_000
    assert outcome == {"differences": []}


@needs("unicode data", "oldest python")
def test_the_table_is_what_the_script_writes():
    assert unicode_tables.TABLE.read_text("utf-8") == unicode_tables.table(install=False)
