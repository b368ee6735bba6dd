"""Write py_url's tables of Unicode's character data.

    python3 build_scripts/unicode_tables.py                         write py_url/standard/hosts/unicode_table.py
    python3 build_scripts/unicode_tables.py --identifiers FOLDER    write the table in identifiers.py beside it
    python3 build_scripts/unicode_tables.py --check                 only report whether it is what would be written

The version is `unicode_version` in ``py_url/standard/pins.py``. The data come from the dependency group "unicode",
which is installed in an environment of its own: `unicodedata2`, and what that lacks, UTS #46 and the joining types,
from `idna`. Python 3.11, the oldest that is supported, is needed too: mappings that follow from its own data are left
out.

No package has the data of identifiers. FOLDER has three files of the same version: IdentifierStatus.txt, of
https://www.unicode.org/Public/security/, and Scripts.txt and ScriptExtensions.txt, of
https://www.unicode.org/Public/UCD/.
"""

import setup  # isort: skip # noqa: F401 - first, because it checks which version of Python this is

import argparse
import json
import sys
from collections.abc import Sequence
from pathlib import Path

from building.identifiers_table import with_table
from setup import project, venv
from setup.ending import ends
from setup.project import CACHE, REQUIREMENTS, ROOT, SCRIPTS, say

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
    return venv.make_venv(CACHE / "venv-unicode", REQUIREMENTS / "unicode.txt", (3, 12), install=install)


def table(*, install: bool = True) -> str:
    """Return the text of the table. Raises SetUpError."""
    known = project.run([str(venv.oldest_python(install=install)), "-c", _KNOWN])
    # Without spaces it is short enough for a command line on every system.
    known = json.dumps(json.loads(known), separators=(",", ":"))
    writer = SCRIPTS / "building" / "unicode_table.py"
    return project.run([str(python(install=install)), "-X", "utf8", str(writer), unicode_version, known])


@ends("unicode_tables.py")
def main(argv: Sequence[str] | None = None) -> int:
    """Write or check a table. Returns the exit status."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--check", action="store_true", help="only report whether the table is up to date")
    parser.add_argument("--identifiers", type=Path, metavar="FOLDER", help="the table of identifiers, from these files")
    arguments = parser.parse_args(argv)
    venv.enter("build")
    file = TABLE if arguments.identifiers is None else IDENTIFIERS
    before = file.read_text("utf-8") if file.is_file() else ""
    text = table() if arguments.identifiers is None else with_table(before, arguments.identifiers)
    name = file.relative_to(ROOT).as_posix()
    if arguments.check:
        is_same = text == before
        say(f"{name} is up to date" if is_same else f"{name} is out of date; run build_scripts/unicode_tables.py")
        return 0 if is_same else 1
    if text != before:
        file.write_text(text, "utf-8")
    say(f"{name}: {'unchanged' if text == before else 'written'}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
