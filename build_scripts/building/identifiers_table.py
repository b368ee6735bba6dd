"""The table of the characters that Unicode allows in identifiers, from three files of a version of Unicode."""

from __future__ import annotations

import re
import textwrap

TYPE_CHECKING = False
if TYPE_CHECKING:
    from pathlib import Path

_LINE = re.compile(r"([0-9A-F]+)(?:\.\.([0-9A-F]+))? *; *([^#\n]*[^#\s])")
_TABLE = re.compile("(?<=up to the next comment\\.\n)[^#]*")
# Characters of several scripts of which only one is recommended.
_SCRIPT_OF = {"Arab Syrc": "ARABIC", "Gran Taml": "TAMIL", "Hani": "HAN"}
# All ideographs: Unicode allows only those in common use, but none of the others looks like a letter of another script.
_HAN = "3005-3007 3400-4DBF 4E00-9FFF 20000-3FFFD"
_MAX_LINE = 120


def with_table(module: str, folder: Path) -> str:
    """Return the text of a *module* with the table between its two comments made again from the files in *folder*."""
    return _TABLE.sub(lambda _: table(folder), module)


def properties(text: str) -> dict[int, str]:
    """Return the values of the code points in a file of Unicode's."""
    values = {}
    for first, last, value in _LINE.findall(text):
        values.update(dict.fromkeys(range(int(first, 16), int(last or first, 16) + 1), value))
    return values


def ranges(code_points: list[int]) -> str:
    """Return code points as ranges: ``ranges([0x61, 0x62, 0x64]) == "61-62 64"``."""
    runs: list[list[int]] = []
    for code_point in sorted(code_points):
        if runs and runs[-1][-1] == code_point - 1:
            runs[-1] = [runs[-1][0], code_point]
        else:
            runs.append([code_point])
    return " ".join("-".join(f"{end:04X}" for end in run) for run in runs)


def table(folder: Path) -> str:
    """Return the part of the module that is generated, in the form that ruff gives it."""
    status = (folder / "IdentifierStatus.txt").read_text("utf-8")
    scripts = properties((folder / "Scripts.txt").read_text("utf-8"))
    extensions = properties((folder / "ScriptExtensions.txt").read_text("utf-8"))
    by_script: dict[str, list[int]] = {}
    for code_point, value in properties(status).items():
        if value != "Allowed":
            continue
        script = scripts[code_point].upper()
        script = _SCRIPT_OF.get(extensions.get(code_point, ""), script)
        by_script.setdefault("COMMON" if script == "INHERITED" else script, []).append(code_point)
    version = re.search(r"Version: ([0-9.]+)", status)
    assert version is not None, "the file says its version"
    lines = [f'UNICODE_VERSION = "{version[1]}"', "ALLOWED = {"]
    for script in sorted(by_script):
        text = _HAN if script == "HAN" else ranges(by_script[script])
        line, alone = f'    "{script}": ("{text}"),', f'        "{text}"'
        if len(line) <= _MAX_LINE:
            lines.append(line)
            continue
        parts = [text] if len(alone) <= _MAX_LINE else textwrap.wrap(text, 100, drop_whitespace=False)
        lines += [f'    "{script}": (', *(f'        "{part}"' for part in parts), "    ),"]
    return "\n".join([*lines, "}", ""])
