"""Write py_url's tables of Unicode's character data.

    python3 build_scripts/upstream.py unicode                         write py_url/standard/hosts/unicode_table.py
    python3 build_scripts/upstream.py unicode --identifiers FOLDER    write the table in identifiers.py beside it
    python3 build_scripts/upstream.py unicode --check                 only report whether it is what would be written

The version is `unicode_version` in ``py_url/standard/pins.py``. The data come from the dependency group "unicode",
which is installed in an environment of its own: `unicodedata2`, and what that lacks, UTS #46 and the joining types,
from `idna`. Python 3.11, the oldest that is supported, is needed too: mappings that follow from its own data are left
out.

No package has the data of identifiers. FOLDER has three files of the same version: IdentifierStatus.txt, of
https://www.unicode.org/Public/security/, and Scripts.txt and ScriptExtensions.txt, of
https://www.unicode.org/Public/UCD/.
"""

import json
from pathlib import Path

from setup import project, venv
from setup.project import ROOT, SCRIPTS, say

from building.identifiers_table import with_table
from py_url.standard.pins import unicode_version

TABLE = ROOT / "py_url" / "standard" / "hosts" / "unicode_table.py"
IDENTIFIERS = TABLE.with_name("identifiers.py")

# Prints the code points that Python knows, as a JSON array of [first, last].
_KNOWN = """
import json, sys, unicodedata
known = [code for code in range(sys.maxunicode + 1) if unicodedata.category(chr(code)) != "Cn"]
ends = [(a, b) for a, b in zip([None, *known], [*known, None]) if a is None or b is None or a + 1 < b]
print(json.dumps([[first, last] for (_, first), (last, _) in zip(ends, ends[1:])]))
"""


def python(*, install: bool = True) -> Path:
    """Return a Python that has the data, in an environment of its own. Raises SetUpError."""
    return venv.python("unicode", install=install)


def table(*, install: bool = True) -> str:
    """Return the text of the table. Raises SetUpError."""
    known = project.run([str(venv.oldest_python(install=install)), "-c", _KNOWN])
    # Without spaces it is short enough for a command line on every system.
    known = json.dumps(json.loads(known), separators=(",", ":"))
    writer = SCRIPTS / "building" / "unicode_table.py"
    return project.run([str(python(install=install)), "-X", "utf8", str(writer), unicode_version, known])


def write(*, identifiers: Path | None = None, only_check: bool = False) -> int:
    """Write or check a table, and say which. Returns the exit status. Raises SetUpError."""
    file = TABLE if identifiers is None else IDENTIFIERS
    before = file.read_text("utf-8") if file.is_file() else ""
    text = table() if identifiers is None else with_table(before, identifiers)
    name = file.relative_to(ROOT).as_posix()
    if only_check:
        is_same = text == before
        say(f"{name} is up to date" if is_same else f"{name} is out of date; run build_scripts/upstream.py unicode")
        return 0 if is_same else 1
    if text != before:
        file.write_text(text, "utf-8")
    say(f"{name}: {'unchanged' if text == before else 'written'}")
    return 0
