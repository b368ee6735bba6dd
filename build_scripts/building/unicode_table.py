"""Print the text of py_url's table of Unicode's character data.

    python unicode_table.py VERSION RANGES

`unicode_tables.py` starts it, in an environment that has `unicodedata2` and `idna` with the data of VERSION. RANGES are
the code points that the oldest supported Python knows, as a JSON array of [first, last].
"""

from __future__ import annotations

import json
import sys
from bisect import bisect_right
from collections import Counter
from itertools import groupby

import idna
import unicodedata2 as unicode  # type: ignore[import-not-found]  # only in the environment that runs this
from idna import idnadata, uts46data

_CODE_POINTS = range(sys.maxunicode + 1)
_STATUS = {"V": "valid", "D": "valid", "M": "mapped", "I": "ignored"}
# The names of kinds: a letter that is no hexadecimal digit, for the rarer ones after a sign.
_NAMES = [
    sign + letter
    for sign in ["", *"!#$%&*+,-./:;<=>?@^_|~"]
    for letter in "ABCDEFGHIJKLMNOPQRSTUVWXYZghijklmnopqrstuvwxyz"
]
_WIDTH = 104

_MODULE = '''"""§3.3 IDNA, Unicode's tables: what UTS #46 maps, and the properties that its rules look at.

Made by ``python3 build_scripts/upstream.py unicode``; do not edit. `unicode_data` reads these tables and says what the
properties are. The data come from https://www.unicode.org/Public/{version}/, by way of the packages `unicodedata2` and
`idna` {idna}.

SPDX-FileCopyrightText: 1991-2026 Unicode, Inc.
SPDX-License-Identifier: Unicode-3.0, whose text is in the file LICENSE
"""

UNICODE_VERSION = "{version}"

# The kinds of code points: the names that RUNS uses, and the properties.
KINDS = {{
{kinds}}}

# From the number of each line on, the kinds of runs of code points, and their lengths in hexadecimal if not 1.
RUNS = {{
{runs}}}

# The mappings that do not follow from case folding and compatibility normalization in the oldest supported Python.
MAPPINGS = {{
{mappings}}}

# The canonical decompositions that it does not know.
DECOMPOSITIONS = {{
{decompositions}}}
'''


def kinds(known: set[int]) -> list[str]:
    """Return the properties of each code point, in the form that `unicode_data` reads."""
    joining = {
        code: type_
        for type_, ranges in idnadata.joining_types.items()
        for packed in ranges
        for code in range(packed >> 32, packed & 0xFFFFFFFF)
    }
    result = []
    for code in _CODE_POINTS:
        char = chr(code)
        category = unicode.category(char)
        fields = (
            _STATUS.get(_status(code)[0], "disallowed"),
            category,
            unicode.bidirectional(char),
            joining.get(code, "").strip("CU"),
            str(unicode.combining(char)),
            "recent" if category != "Cn" and code not in known else "",
        )
        result.append(",".join(fields))
    return result


def _status(code: int) -> tuple[str, str]:
    """The status of a code point as a letter, and its mapping."""
    place = code if code < 256 else bisect_right(uts46data.uts46_starts, code) - 1
    status = chr(uts46data.uts46_statuses[place])
    return status, (uts46data.uts46_replacements[place] or "") if status == "M" else ""


def mappings(known: set[int]) -> dict[str, str]:
    """Return the mappings that do not follow from normalization and case folding in the oldest supported Python."""
    found = {}
    for code in _CODE_POINTS:
        char = chr(code)
        status, mapping = _status(code)
        folded = unicode.normalize("NFKC", unicode.normalize("NFKC", char).casefold())
        if status == "M" and (code not in known or mapping != folded):
            found[char] = mapping
    return found


def decompositions(known: set[int]) -> dict[str, str]:
    """Return the canonical decompositions that the oldest supported Python does not know."""
    found = {}
    for code in _CODE_POINTS:
        parts = unicode.decomposition(chr(code))
        if parts and "<" not in parts and code not in known:
            found[chr(code)] = "".join(chr(int(part, 16)) for part in parts.split())
            assert unicode.normalize("NFC", chr(code)) == chr(code), "unicode_data does not know exclusions"
    return found


def text(version: str, known: set[int]) -> str:
    """Return the text of the module, in the form that ruff gives it."""
    if {unicode.unidata_version, idnadata.__version__, uts46data.__version__} != {version}:
        raise SystemExit(f"unicodedata2 has Unicode {unicode.unidata_version} and idna {idnadata.__version__}")
    runs = [(kind, len(list(group))) for kind, group in groupby(kinds(known))]
    frequency = Counter(kind for kind, _ in runs)
    name_of = dict(zip(sorted(frequency, key=lambda kind: (-frequency[kind], kind)), _NAMES, strict=False))
    lines, first, following = {0: ""}, 0, 0
    for kind, length in runs:
        token = name_of[kind] + (f"{length:x}" if length > 1 else "")
        if len(lines[first] + token) > _WIDTH:
            first = following
        lines[first] = lines.get(first, "") + token
        following += length
    return _MODULE.format(
        version=version,
        idna=idna.__version__,
        kinds=_lines({name: kind for kind, name in name_of.items()}),
        mappings=_lines(mappings(known)),
        decompositions=_lines(decompositions(known)),
        runs="".join(f'    {number}: "{tokens}",\n' for number, tokens in lines.items()),
    )


def _lines(dictionary: dict[str, str]) -> str:
    return "".join(f"    {_literal(key)}: {_literal(value)},\n" for key, value in dictionary.items())


def _literal(string: str) -> str:
    return f'"{ascii(string)[1:-1]}"'


if __name__ == "__main__":
    ranges = json.loads(sys.argv[2])
    print(text(sys.argv[1], {code for first, last in ranges for code in range(first, last + 1)}), end="")
