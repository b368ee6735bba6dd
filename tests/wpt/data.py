"""The rows of the Web Platform Tests' files, and of our own in their format, as parameters of tests."""

import json

import fetch_wpt
import pytest
from crosscheck.inputs import OWN_DATA, own_files

from tests.conftest import summary_lines
from tests.needs import needs

# What is on this machine: a module that is collected fetches nothing.
WPT = fetch_wpt.find(fetch=False)
summary_lines.append(f"rows of {WPT.which}")


def _load(name):
    """The content of a file of the Web Platform Tests, or of ``tests/data`` where its name begins with ``own/``."""
    if name.startswith("own/"):
        return json.loads((OWN_DATA / name.removeprefix("own/")).read_text("utf-8"))
    return WPT.load(name)


def own(kind):
    """The names of our own files of a kind: "parse", "setters" or "hosts"."""
    return [f"own/{file.relative_to(OWN_DATA).as_posix()}" for file in own_files(kind)]


def _missing(name, count):
    """The parameters of a file that is not here: one, whose test is skipped, or fails in CI; none if it is here."""
    if name.startswith("own/") or name in WPT.files:
        return []
    mark = needs("wpt") if WPT.edition == "none" else pytest.mark.skip(reason=f"{name} is not among {WPT.which}")
    return [pytest.param(*[None] * count, id=name, marks=mark)]


def _readable(*texts):
    """An id in ASCII, not too long, for a row; pytest numbers those that are the same."""
    return " ".join(ascii(text)[1:-1][:60] for text in texts if text is not None) or "(empty)"


def rows(*names, only=lambda row: True, marks_of=lambda row: ()):
    """A parameter for each object of list files for which *only* is true; *marks_of* gives the marks of a row."""
    parameters = []
    for name in names:
        parameters += _missing(name, 1) or [
            pytest.param(row, id=_readable(row["input"], row.get("base")), marks=marks_of(row))
            for row in _load(name)
            if isinstance(row, dict) and only(row)
        ]
    return parameters


def setter_rows(*names):
    """A parameter (member, row) for each row of files in the format of ``setters_tests.json``."""
    parameters = []
    for name in names:
        parameters += _missing(name, 2) or [
            pytest.param(member, row, id=f"{member} {_readable(row['href'], row['new_value'])}")
            for member, tests in _load(name).items()
            if member != "comment"
            for row in tests
        ]
    return parameters


def encoding_rows(name):
    """A parameter (input, encoding, output) for each encoding of each row of ``percent-encoding.json``."""
    return _missing(name, 3) or [
        pytest.param(row["input"], encoding, output, id=f"{encoding} {_readable(row['input'])}")
        for row in _load(name)
        if isinstance(row, dict)
        for encoding, output in row["output"].items()
    ]
