"""The rows of the Web Platform Tests' files, and of our own in their formats, as parameters of tests."""

import json

import pytest
from crosscheck.inputs import OWN_DATA, own_files
from fetching import wpt_url

from tests.conftest import summary_lines
from tests.support.needs import needs

# The edition on this machine: collecting a module downloads nothing.
WPT = wpt_url.find(fetch=False)
summary_lines.append(f"rows of {WPT.which}")


def _load(name):
    """Return the content of a file of the Web Platform Tests, or of ``tests/data`` if its name starts with ``own/``."""
    if name.startswith("own/"):
        return json.loads((OWN_DATA / name.removeprefix("own/")).read_text("utf-8"))
    return WPT.load(name)


def own(kind):
    """Return the names of our own files of a kind: "parse", "setters" or "hosts"."""
    return [f"own/{file.relative_to(OWN_DATA).as_posix()}" for file in own_files(kind)]


def _missing(name, count):
    """If a file is missing, return one parameter, whose test is skipped or fails in CI; otherwise an empty list."""
    if name.startswith("own/") or name in WPT.files:
        return []
    mark = needs("wpt") if WPT.edition == "none" else pytest.mark.skip(reason=f"{name} is not among {WPT.which}")
    return [pytest.param(*[None] * count, id=name, marks=mark)]


def _readable(*texts):
    """Return a short ASCII id for a row; pytest numbers duplicates."""
    return " ".join(ascii(text)[1:-1][:60] for text in texts if text is not None) or "(empty)"


def rows(*names, only=lambda row: True):
    """Make a parameter of each object in the files for which *only* is true."""
    parameters = []
    for name in names:
        parameters += _missing(name, 1) or [
            pytest.param(row, id=_readable(row["input"], row.get("base")))
            for row in _load(name)
            if isinstance(row, dict) and only(row)
        ]
    return parameters


def setter_rows(*names):
    """Make a parameter (member, row) of each row in files with the format of ``setters_tests.json``."""
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
    """Make a parameter (input, encoding, output) of each encoding in each row of ``percent-encoding.json``."""
    return _missing(name, 3) or [
        pytest.param(row["input"], encoding, output, id=f"{encoding} {_readable(row['input'])}")
        for row in _load(name)
        if isinstance(row, dict)
        for encoding, output in row["output"].items()
    ]
