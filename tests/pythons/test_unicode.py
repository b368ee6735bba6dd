"""One answer in every Python: domains in all versions that are supported, and beside other libraries."""

import json
import subprocess
from functools import partial

from building import unicode_tables
from setup import npm, project
from setup.project import ROOT

from py_url.standard.pins import unicode_version
from tests.support.needs import needs

DIGESTS = json.loads((ROOT / "tests" / "data" / "unicode" / "hosts.json").read_text("utf-8"))
SECONDS = 900


def run(*command):
    command = [str(part) for part in command]
    result = subprocess.run(command, cwd=ROOT, capture_output=True, encoding="utf-8", check=False, timeout=SECONDS)
    assert result.returncode == 0, result.stdout[-3000:] + result.stderr[-3000:]
    return result.stdout


def hosts_in(package):
    folder = npm.packages(project.TEST_PACKAGES) / package
    script = ROOT / "tests" / "pyodide" / "run_script.mjs"
    return run(npm.node(), script, folder, ROOT, "tests/support/unicode_hosts.py")


def reference():
    return run(unicode_tables.python(install=False), "-X", "utf8", ROOT / "tests" / "support" / "unicode_reference.py")


# tests/unit/test_unicode_data.py compares them on the oldest Python, 3.11, on the one that runs the tests, 3.13 in
# .python-version, and in the Pyodide of 3.14.
RUNS = {
    "test_the_same_hosts_in_python_3_12": partial(hosts_in, "pyodide-oldest"),
    "test_beside_other_libraries": reference,
}


@needs("npm packages", "npm test packages")
def test_the_same_hosts_in_python_3_12(outcome):
    version, _, digests = outcome.partition("\n")
    assert version.startswith("Python 3.12.")
    assert json.loads(digests) == DIGESTS


@needs("unicode data")
def test_beside_other_libraries(outcome):
    """The rules and NFC with the tables of `unicodedata2`, and the rules of `idna` on those tables."""
    result = json.loads(outcome)
    assert result.pop("versions") == [unicode_version] * 3
    assert result.pop("compared") > 100_000
    assert result == {"differences": []}


@needs("unicode data", "oldest python")
def test_the_table_is_what_the_script_writes():
    assert unicode_tables.TABLE.read_text("utf-8") == unicode_tables.table(install=False)
