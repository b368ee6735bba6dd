"""Unicode's own ``IdnaTestV2.txt``, of the versions that are on this machine, and our own rows in its format.

The rows want all flags of UTS #46, as valid domains of the standard do. A row of another version is left out
if it is about a character that one version has and the other has not.
"""

import re

from fetching import idna_tests
from setup.project import ROOT

from py_url.standard.hosts import punycode, uts46
from py_url.standard.hosts.unicode_data import properties
from tests.conftest import summary_lines

FILES = {"own": ROOT / "tests" / "data" / "unicode" / "IdnaTestV2-own.txt"}
for version in idna_tests.ADDRESSES:
    file = idna_tests.find(version)
    if file is None:
        summary_lines.append(
            f"IdnaTestV2.txt of Unicode {version} is not here; build_scripts/upstream.py idna fetches it"
        )
    else:
        FILES[version] = file


def unescaped(field):
    field = field.strip()
    return (
        ""
        if field == '""'
        else re.sub(r"\\u([0-9A-F]{4})|\\x\{([0-9A-F]+)\}", lambda m: chr(int(m[1] or m[2], 16)), field)
    )


def rows(file):
    """Yield each source, what ToASCII should make of it, and the status codes of its errors."""
    for line in file.read_text("utf-8").splitlines():
        fields = line.partition("#")[0].split(";")
        if len(fields) >= 5:
            source, unicode, status, in_ascii, ascii_status = fields[:5]
            result = (
                unescaped(in_ascii)
                if in_ascii.strip()
                else unescaped(unicode)
                if unicode.strip()
                else unescaped(source)
            )
            codes = (ascii_status.strip() or status.strip()).strip("[]")
            yield unescaped(source), result, {code.strip() for code in codes.split(",") if code.strip()}


def is_of_another_version(source, codes):
    """Whether a character of the source was assigned after the file's version, or after ours."""
    chars = {
        *source,
        *"".join(punycode.decode(label[4:]) or "" for label in source.split(".") if label.startswith("xn--")),
    }
    return any(
        properties(char).category == "Cn" if not codes else properties(char).is_recent and codes & {"V6", "V7", "P1"}
        for char in chars
    )


def test_to_ascii():
    """One test for all files, because the number of tests does not depend on what is on the machine."""
    for version, file in FILES.items():
        wrong, judged = [], 0
        for source, result, codes in rows(file):
            # A lone surrogate cannot be in a domain: the standard replaces it before it parses a host.
            if re.search("[\ud800-\udfff]", source) or (version != "own" and is_of_another_version(source, codes)):
                continue
            judged += 1
            actual = uts46.to_ascii(source, be_strict=True)
            if actual != (None if codes else result):
                wrong.append((ascii(source), actual, codes))
        assert wrong == [], version
        assert judged >= (18 if version == "own" else 4_000), version
